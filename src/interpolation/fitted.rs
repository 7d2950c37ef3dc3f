//! Pieces of polynomials that are a smooth function but for rounding: what takes many operations at a time is looked up instead.

/// Nodes of a piece, the extremes of a Chebyshev polynomial: one more than the degree. A higher degree leaves more of rounding in
/// derivatives, a lower one takes more pieces: of 1e-14 the tenth root of 25 times as many as of degree 9 with degree 3.
const NODES: usize = 10;
/// A piece that is this part of the whole is not halved further.
const SHORTEST: f64 = 1e-7;

/// The most pieces: 13 MB for a curve of poses.
pub(super) const MOST: usize = 20_000;

/// Holds pieces of polynomials of several components.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    /// Where pieces begin, and where the last one ends.
    pub(super) places: Vec<f64>,
    /// Of every component and piece the coefficients of the powers of the distance from where the piece begins.
    pub(super) coefficients: Vec<Vec<Vec<f64>>>,
    /// The components at the first and the last place.
    pub(super) ends: [Vec<f64>; 2],
}

impl Fitted {
    /// Finds pieces that are a function of several components within tolerances, between breaks where it is smooth; none where that takes
    /// more than [`MOST`]. The function is asked for rows at ascending places of one piece after another, and says what rounding leaves
    /// of it there, in units of the tolerances.
    ///
    /// # Errors
    /// The first of the function.
    pub(super) fn new<E>(
        breaks: &[f64],
        tolerances: &[f64],
        mut rows: impl FnMut(&[f64]) -> Result<(Vec<Vec<f64>>, f64), E>,
    ) -> Result<Option<Self>, E> {
        let (first, last) = (breaks[0], breaks[breaks.len() - 1]);
        let mut fitted = Self {
            places: Vec::new(),
            coefficients: vec![Vec::new(); tolerances.len()],
            ends: [Vec::new(), Vec::new()],
        };
        let mut waiting: Vec<[f64; 2]> = breaks.windows(2).rev().map(|pair| [pair[0], pair[1]]).collect();
        let nodes: Vec<f64> = (0..NODES).map(node).collect();
        // between the nodes it is seen whether the polynomial is the function
        let seen: Vec<f64> =
            nodes.windows(2).flat_map(|pair| [pair[0], 0.5 * (pair[0] + pair[1])]).chain([1.0]).collect();
        while let Some([from, to]) = waiting.pop() {
            let length = to - from;
            let place = |part: &f64| if *part == 1.0 { to } else { from + length * part };
            let (values, rounding) = rows(&seen.iter().map(place).collect::<Vec<f64>>())?;
            let of = |component: usize| {
                let at_nodes: Vec<f64> = values.iter().step_by(2).map(|row| row[component]).collect();
                powers(&nodes, &at_nodes)
            };
            let all: Vec<Vec<f64>> = (0..tolerances.len()).map(of).collect();
            let missed = |component: usize| {
                let off = |(part, row): (&f64, &Vec<f64>)| (at(&all[component], *part) - row[component]).abs();
                seen.iter().zip(&values).map(off).fold(0.0, f64::max) > tolerances[component] * (1.0 + rounding)
            };
            let middle = 0.5 * (from + to);
            if length > SHORTEST * (last - first) && (0..tolerances.len()).any(missed) {
                waiting.extend([[middle, to], [from, middle]]);
                if waiting.len() + fitted.places.len() > MOST {
                    return Ok(None);
                }
                continue;
            }
            if fitted.places.is_empty() {
                fitted.ends[0] = values[0].clone();
            }
            fitted.ends[1] = values[values.len() - 1].clone();
            fitted.places.push(from);
            for (pieces, coefficients) in fitted.coefficients.iter_mut().zip(all) {
                let scaled = coefficients.iter().enumerate().map(|(power, c)| c / length.powi(power as i32));
                pieces.push(scaled.collect());
            }
        }
        fitted.places.push(last);
        Ok(Some(fitted))
    }
}

/// Returns a node of a piece that goes from 0 to 1.
fn node(k: usize) -> f64 {
    let angle = std::f64::consts::PI * k as f64 / (NODES - 1) as f64;
    0.5 * (1.0 - angle.cos())
}

/// Returns the coefficients of the powers of the polynomial with these values at nodes.
fn powers(nodes: &[f64], values: &[f64]) -> Vec<f64> {
    let mut divided = values.to_vec();
    for order in 1..nodes.len() {
        for k in (order..nodes.len()).rev() {
            divided[k] = (divided[k] - divided[k - 1]) / (nodes[k] - nodes[k - order]);
        }
    }
    let mut powers = vec![0.0; nodes.len()];
    for (difference, node) in divided.iter().zip(nodes).rev() {
        // times x - node
        for power in (0..powers.len()).rev() {
            let lower = if power == 0 { 0.0 } else { powers[power - 1] };
            powers[power] = lower - node * powers[power];
        }
        powers[0] += difference;
    }
    powers
}

fn at(powers: &[f64], x: f64) -> f64 {
    powers.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_function_but_for_rounding() {
        let function = |t: f64| vec![(3.0 * t).sin(), 1.0 / (1.0 + 25.0 * t * t), (t - 0.25).max(0.0).powi(3)];
        let rows = |places: &[f64]| Ok::<_, ()>((places.iter().map(|t| function(*t)).collect(), 0.0));
        let fitted = Fitted::new(&[-1.0, 0.25, 2.0], &[1e-14; 3], rows).expect("no errors").expect("few pieces");
        assert!(fitted.places.len() > 3 && fitted.places.contains(&0.25), "{:?}", fitted.places);
        for i in 0..=300 {
            let t = -1.0 + 0.01 * f64::from(i);
            let piece = fitted.places.partition_point(|place| *place <= t).clamp(1, fitted.places.len() - 1) - 1;
            for (component, expected) in function(t).iter().enumerate() {
                let found = at(&fitted.coefficients[component][piece], t - fitted.places[piece]);
                assert!((found - expected).abs() < 2e-14, "{component} at {t}: {found} {expected}");
            }
        }
        let failing = Fitted::new(&[0.0, 1.0], &[1e-14], |places: &[f64]| Err::<(Vec<Vec<f64>>, f64), f64>(places[0]));
        assert_eq!(failing.err(), Some(0.0));
        // what is not smooth anywhere takes too many
        let rough = |places: &[f64]| Ok::<_, ()>((places.iter().map(|t| vec![(1e9 * t).sin()]).collect(), 0.0));
        assert_eq!(Fitted::new(&[0.0, 1.0], &[1e-14], rough), Ok(None));
    }
}

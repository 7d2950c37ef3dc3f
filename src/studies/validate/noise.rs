//! What values are rounded by, seen from the values: what no polynomial explains.
//!
//! Moré, Wild (2011), Estimating computational noise, SIAM Journal on Scientific Computing 33, take differences of high
//! order of neighbouring values. The same is done here by orthogonal polynomials, whose components are of the size of the
//! noise where the function itself has none of that degree.

use super::stencil::{CENTRE, NODES, Values};

/// What values at the nodes show of their noise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Noise {
    /// The component of the highest degree: noise, also where perturbations are large.
    pub(super) top: f64,
    /// The root of the mean square of all components beyond the third degree: noise where perturbations are small.
    pub(super) beyond_cubic: f64,
}

/// Fewer values than this show nothing.
const FEWEST: usize = 4;

impl Noise {
    /// Returns the noise of values, where there are enough of them.
    pub(super) fn of(values: &Values) -> Option<Self> {
        let present: Vec<usize> = (0..NODES.len()).filter(|i| values[*i].is_finite()).collect();
        if present.len() < FEWEST || !values[CENTRE].is_finite() {
            return None;
        }
        let rest: Vec<f64> = present.iter().map(|i| values[*i] - values[CENTRE]).collect();
        let nodes: Vec<f64> = present.iter().map(|i| NODES[*i]).collect();
        let components: Vec<f64> = polynomials(&nodes).iter().map(|q| dot(q, &rest)).collect();
        // of four values, those on one side, a cubic explains all
        let beyond = &components[4.min(components.len() - 1)..];
        let square = beyond.iter().map(|c| c * c).sum::<f64>() / beyond.len() as f64;
        Some(Self { top: components[components.len() - 1].abs(), beyond_cubic: square.sqrt() })
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the orthonormal polynomials on some nodes, by their values there, in rising degree.
fn polynomials(nodes: &[f64]) -> Vec<Vec<f64>> {
    let mut found: Vec<Vec<f64>> = Vec::new();
    for degree in 0..nodes.len() {
        let mut next: Vec<f64> = nodes.iter().map(|x| x.powi(degree as i32)).collect();
        // twice, so that no rounding of the first time is left
        for _ in 0..2 {
            for before in &found {
                let part = dot(before, &next);
                next.iter_mut().zip(before).for_each(|(x, b)| *x -= part * b);
            }
        }
        let length = dot(&next, &next).sqrt();
        next.iter_mut().for_each(|x| *x /= length);
        found.push(next);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::hash;

    #[test]
    fn polynomials_have_no_noise_and_noise_is_seen() {
        let cubic = NODES.map(|x| 2.0 - x + 0.5 * x * x + 0.25 * x.powi(3));
        assert!(Noise::of(&cubic).unwrap().beyond_cubic < 1e-14);
        let quintic = NODES.map(|x| x.powi(5));
        assert!(Noise::of(&quintic).unwrap().top < 1e-12);
        let mut sum = 0.0;
        for k in 0..400 {
            let mut values = cubic;
            for (i, value) in values.iter_mut().enumerate() {
                *value += 1e-6 * (2.0 * hash::uniform(7, i as u64, k) - 1.0);
            }
            sum += Noise::of(&values).unwrap().beyond_cubic.powi(2);
        }
        // the standard deviation of uniform numbers within 1e-6
        let found = (sum / 400.0).sqrt();
        assert!((found / (1e-6 / 3f64.sqrt()) - 1.0).abs() < 0.1, "{found}");
    }

    #[test]
    fn too_few_values_show_nothing() {
        let mut values = NODES;
        values[0] = f64::NAN;
        values[1] = f64::NAN;
        assert!(Noise::of(&values).is_some());
        values[2] = f64::NAN;
        assert!(Noise::of(&values).is_some());
        values[4] = f64::NAN;
        assert_eq!(Noise::of(&values), None);
    }
}

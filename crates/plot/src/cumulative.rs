//! Empirical distribution functions: which share of values lies below another.

use super::axis::Scale;
use super::classes::Classes;

/// Steps beyond this number are joined where they are closer than a pixel's fraction.
const MOST_STEPS: usize = 8192;

/// Returns the corners of the line that rises by the same at every value; the scale shows all values.
pub fn share_steps(values: &[f64], scale: Scale) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let measure = |v: f64| if scale == Scale::Linear { v } else { v.ln() };
    let close = (measure(*last) - measure(*first)) / MOST_STEPS as f64;
    let close = if sorted.len() > MOST_STEPS { close } else { 0.0 };
    let n = sorted.len() as f64;
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (i, value) in sorted.iter().enumerate() {
        let share = (i + 1) as f64 / n;
        match corners.last_mut() {
            Some((at, height)) if measure(*value) - measure(*at) <= close => *height = share,
            last => {
                let before = last.map_or(0.0, |(_, height)| *height);
                corners.extend([(*value, before), (*value, share)]);
            }
        }
    }
    corners
}

/// Returns the shares that lie below the edges of classes, all that is known where values are not kept, between the
/// least value and the greatest.
pub fn shares_at_edges(classes: &Classes, [least, greatest]: [f64; 2]) -> Vec<(f64, f64)> {
    let total = classes.counts.iter().chain(&classes.beyond).sum::<u64>().max(1) as f64;
    let mut below = classes.beyond[0];
    let mut points = vec![(least, 0.0)];
    for (i, edge) in classes.edges.iter().enumerate() {
        if least < *edge && *edge < greatest {
            points.push((*edge, below as f64 / total));
        }
        below += classes.counts.get(i).copied().unwrap_or(0);
    }
    points.push((greatest, 1.0));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_a_step() {
        let corners = share_steps(&[2.0, 1.0, 2.0, 5.0], Scale::Linear);
        assert_eq!(corners, [(1.0, 0.0), (1.0, 0.25), (2.0, 0.25), (2.0, 0.75), (5.0, 0.75), (5.0, 1.0)]);
        assert_eq!(share_steps(&[], Scale::Linear), []);
    }

    #[test]
    fn joined_steps_are_as_high_and_hardly_elsewhere() {
        let values: Vec<f64> = (0..100_000).map(|i| (f64::from(i) * 0.618_034).fract().powi(3)).collect();
        let corners = share_steps(&values, Scale::Linear);
        assert!(corners.len() <= 2 * MOST_STEPS + 3 && corners.last().is_some_and(|(_, share)| *share == 1.0));
        assert!(corners.windows(2).all(|w| w[0].0 <= w[1].0 && w[0].1 <= w[1].1));
        for (at, share) in corners.iter().skip(2).step_by(997) {
            // the share of the cubes of evenly spread numbers
            assert!(
                (share - at.cbrt()).abs() < 0.02 + 2.0 / (MOST_STEPS as f64 * at.cbrt().powi(2).max(1e-3)),
                "{at} {share}"
            );
        }
    }

    #[test]
    fn shares_of_classes_are_those_at_their_edges() {
        let classes = Classes { edges: vec![0.0, 1.0, 2.0, 3.0], counts: vec![2, 0, 5], beyond: [1, 2] };
        let points = shares_at_edges(&classes, [-0.5, 7.0]);
        assert_eq!(points, [(-0.5, 0.0), (0.0, 0.1), (1.0, 0.3), (2.0, 0.3), (3.0, 0.8), (7.0, 1.0)]);
        let inside = Classes { edges: vec![0.0, 1.0, 2.0, 3.0], counts: vec![0, 4, 0], beyond: [0, 0] };
        assert_eq!(shares_at_edges(&inside, [1.25, 1.75]), [(1.25, 0.0), (1.75, 1.0)]);
    }
}

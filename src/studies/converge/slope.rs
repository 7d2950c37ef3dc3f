//! Orders of convergence from errors: between successive steps, and fitted where the error falls steadily.

use std::ops::Range;

/// The slope of a line through points in logarithmic scales.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Decades of the error for a decade of the step: the measured order.
    pub slope: f64,
    /// The points that the line is fitted to.
    pub points: Range<usize>,
}

/// Returns the slope between each point and the one before, in logarithmic scales. Points are steps with errors; one
/// without is `None` and has no slope on either side.
pub fn successive(points: &[Option<(f64, f64)>]) -> Vec<Option<f64>> {
    let between = |a: Option<(f64, f64)>, b: Option<(f64, f64)>| {
        let ((h0, e0), (h1, e1)) = (a?, b?);
        let ratio = (h0 / h1).ln();
        // steps that hardly differ say nothing
        (ratio.abs() > 1e-3).then(|| (e0 / e1).ln() / ratio).filter(|s| s.is_finite())
    };
    let mut slopes = vec![None; points.len()];
    for i in 1..points.len() {
        slopes[i] = between(points[i - 1], points[i]);
    }
    slopes
}

/// A slope below this is no convergence: no method has an order below one.
const LEAST: f64 = 0.5;

/// A run must have this many points more than one at smaller steps to count in its place.
const MORE: usize = 2;

/// Returns the measured order: the least-squares line through a run of successive points over which the error falls
/// steadily.
///
/// Steadily means that every slope between neighbours is at least one half, and differs from the median of the run by
/// at most 0.03 plus 0.03 times the median. A run has at least three points and is as long as it can be; the one at the
/// smallest steps counts, unless another has at least two points more. Too long steps, whose slopes still change, and
/// errors that rounding holds up are thus left out without knowing the order. `None` where there is no such run.
pub fn fit(points: &[Option<(f64, f64)>]) -> Option<Fit> {
    let slopes = successive(points);
    let mut best: Option<Range<usize>> = None;
    for end in (3..=points.len()).rev() {
        let known = slopes[..end].iter().rev().map_while(|s| *s).count();
        let run = (2..=known).rev().map(|length| end - length..end).find(|of| steady(&slopes[of.clone()]));
        if let Some(run) = run.map(|slopes| slopes.start - 1..slopes.end)
            && best.as_ref().is_none_or(|b| run.len() >= b.len() + MORE)
        {
            best = Some(run);
        }
    }
    let range = best?;
    let known: Vec<(f64, f64)> = points[range.clone()].iter().flatten().map(|(h, e)| (h.ln(), e.ln())).collect();
    Some(Fit { slope: least_squares(&known), points: range })
}

fn steady(slopes: &[Option<f64>]) -> bool {
    let mut sorted: Vec<f64> = slopes.iter().flatten().copied().collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 { sorted[middle] } else { 0.5 * (sorted[middle - 1] + sorted[middle]) };
    sorted.iter().all(|s| *s >= LEAST && (s - median).abs() <= 0.03 * median + 0.03)
}

fn least_squares(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mx = points.iter().map(|(x, _)| x).sum::<f64>() / n;
    let my = points.iter().map(|(_, y)| y).sum::<f64>() / n;
    let covariance: f64 = points.iter().map(|(x, y)| (x - mx) * (y - my)).sum();
    covariance / points.iter().map(|(x, _)| (x - mx).powi(2)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(errors: &[f64]) -> Vec<Option<(f64, f64)>> {
        errors.iter().enumerate().map(|(n, e)| Some((0.1 / 2f64.powi(n as i32), *e))).collect()
    }

    #[test]
    fn a_power_law_has_its_order() {
        let exact = points(&(0..6).map(|n| 3.0 * (0.1 / 2f64.powi(n)).powi(3)).collect::<Vec<_>>());
        let found = fit(&exact).unwrap();
        assert!((found.slope - 3.0).abs() < 1e-12);
        assert_eq!(found.points, 0..6);
        assert_eq!(successive(&exact)[0], None);
        assert!((successive(&exact)[3].unwrap() - 3.0).abs() < 1e-12);
    }

    #[test]
    fn long_steps_and_rounding_are_left_out() {
        // slopes 0.5, 2.3, 4.0, 4.0, 4.0, 1.2, -0.4
        let slopes = [0.5, 2.3, 4.0, 4.02, 3.98, 1.2, -0.4];
        let mut errors = vec![1.0];
        for slope in slopes {
            errors.push(errors[errors.len() - 1] / 2f64.powf(slope));
        }
        let found = fit(&points(&errors)).unwrap();
        assert_eq!(found.points, 2..6);
        assert!((found.slope - 4.0).abs() < 0.02);
    }

    #[test]
    fn drifting_slopes_count_where_steps_are_small() {
        let mut errors = vec![1.0];
        for slope in [4.9, 4.85, 4.75, 4.4, 4.2, 4.1] {
            errors.push(errors[errors.len() - 1] / 2f64.powf(slope));
        }
        assert_eq!(fit(&points(&errors)).unwrap().points, 4..7);
    }

    #[test]
    fn noise_and_gaps_have_no_order() {
        assert_eq!(fit(&points(&[1e-14, 1.2e-14, 0.8e-14, 1.1e-14, 0.9e-14])), None);
        let mut gaps = points(&[1.0, 0.5, 0.25, 0.125]);
        assert!(fit(&gaps).is_some());
        gaps[1] = None;
        gaps[3] = None;
        assert_eq!(fit(&gaps), None);
        assert_eq!(fit(&[]), None);
    }
}

//! Smooth lines through the points of a branch, by the length along it.

use gyrosweep::plot::{SampledValues, Scale, smooth};

/// How many straight stretches a line has between two points.
const PARTS: usize = 12;

/// Returns the smooth line through points, which goes on in another direction behind those that are corners. Lengths are those in a
/// picture that is as wide and high as the points are.
pub(super) fn through(points: &[(f64, f64)], corners: &[bool], scales: [Scale; 2]) -> Vec<(f64, f64)> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let drawn = [(&x, scales[0]), (&y, scales[1])].map(|(all, scale)| {
        let all = all.iter().map(|x| if scale == Scale::Logarithmic { x.ln() } else { *x }).collect::<Vec<f64>>();
        let finite = || all.iter().copied().filter(|x| x.is_finite());
        let width = finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min);
        (all, if width > 0.0 { width } else { 1.0 })
    });
    let mut lengths = vec![0.0];
    for k in 1..points.len() {
        let [a, b] = drawn.each_ref().map(|(all, width)| (all[k] - all[k - 1]) / width);
        let step = a.hypot(b);
        lengths.push(lengths[k - 1] + if step.is_finite() { step } else { 1.0 });
    }
    let mut all = Vec::new();
    let ends = (1..points.len()).filter(|k| corners[*k] || *k == points.len() - 1);
    let mut from = 0;
    for end in ends {
        let [x, y] = [(&x, scales[0]), (&y, scales[1])].map(|(values, scale)| SampledValues {
            values: &values[from..=end],
            rates: None,
            scale,
        });
        all.extend(smooth(&lengths[from..=end], [x, y], PARTS));
        from = end;
    }
    if points.len() == 1 { points.to_vec() } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_near_to_a_circle_and_turn_at_corners() {
        let linear = [Scale::Linear; 2];
        let circle: Vec<(f64, f64)> =
            (0..25).map(|k| (f64::from(k) * std::f64::consts::TAU / 24.0).sin_cos()).collect();
        let line = through(&circle, &[false; 25], linear);
        let off = |points: &[(f64, f64)]| points.iter().map(|(x, y)| (x.hypot(*y) - 1.0).abs()).fold(0.0, f64::max);
        // straight stretches are off by 1 - cos(pi/24) = 8.6e-3
        assert!(line.len() == 24 * PARTS + 1 && off(&line) < 2e-3, "{}", off(&line));
        let bent = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0)];
        let line = through(&bent, &[false, false, true, false, false], linear);
        assert!(line.iter().all(|(x, y)| y.abs() < 1e-12 || (x - 2.0).abs() < 1e-12), "{line:?}");
        let powers = [(1.0, 1.0), (10.0, 100.0), (100.0, 1e4)];
        let line = through(&powers, &[false; 3], [Scale::Logarithmic; 2]);
        assert!(line.iter().all(|(x, y)| (y / x.powi(2) - 1.0).abs() < 1e-9), "{line:?}");
    }
}

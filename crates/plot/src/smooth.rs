//! Smooth lines through samples: cubics that do not swing where a quantity jumps.
//!
//! Each stretch between two samples is a cubic of Hermite, whose slopes at the samples are those that are known, or else
//! those of the parabola through a sample and its neighbours. Where the samples do not look smooth, since their second
//! differences change in sign or by more than a factor, such slopes are limited as Fritsch and Carlson (1980), Monotone
//! piecewise cubic interpolation, SIAM J. Numer. Anal. 17, do: the line then lies between any two neighbouring samples, so
//! that a jump is drawn as a step without overshoot. Where they do, it may rise above a sample, as a sine between two does.

use super::axis::Scale;

/// Second differences of smooth samples differ by less than this factor from one to the next.
const SMOOTH: f64 = 4.0;
/// A slope of a limited cubic exceeds neither of the slopes beside it by more than this.
const LIMIT: f64 = 3.0;
/// Known slopes are taken where the trapezoidal rule finds the step between two samples from them to this part of it.
const RESOLVED: f64 = 0.1;

/// A quantity at the times of the samples.
#[derive(Clone, Copy, Debug)]
pub struct SampledValues<'a> {
    /// The values of the quantity at the samples.
    pub values: &'a [f64],
    /// The rates of the quantity, where they are known, in its unit over that of the times; NaN where one is not.
    pub rates: Option<&'a [f64]>,
    /// The scale that the quantity is drawn on: the line is smooth there.
    pub scale: Scale,
}

/// Returns the points of a line through samples at rising times, `parts` of them from one to the next; a sample that
/// the axes do not show on the scales makes a gap.
pub fn smooth(times: &[f64], [x, y]: [SampledValues<'_>; 2], parts: usize) -> Vec<(f64, f64)> {
    let n = times.len();
    let shown = |i: usize| times[i].is_finite() && x.scale.shows(x.values[i]) && y.scale.shows(y.values[i]);
    let mut out = Vec::new();
    let mut from = 0;
    while from < n {
        if !shown(from) {
            out.push((f64::NAN, f64::NAN));
            from += 1;
            continue;
        }
        let mut to = from + 1;
        while to < n && shown(to) && times[to] > times[to - 1] {
            to += 1;
        }
        let lines = [x, y].map(|of| Line::through(&times[from..to], of, from..to));
        for i in 0..to - from - 1 {
            let at = |part: usize| lines.each_ref().map(|line| line.at(i, part as f64 / parts as f64));
            out.extend((0..parts.max(1)).map(at).map(|[x, y]| (x, y)));
        }
        // the sample itself, whose value no rounding may move
        out.push((x.values[to - 1], y.values[to - 1]));
        from = to;
    }
    out
}

/// A cubic line through samples.
struct Line<'a> {
    times: &'a [f64],
    /// Values and slopes in the measure in which the scale is even.
    values: Vec<f64>,
    slopes: Vec<f64>,
    scale: Scale,
}

impl<'a> Line<'a> {
    fn through(times: &'a [f64], of: SampledValues<'_>, range: std::ops::Range<usize>) -> Self {
        let given = &of.values[range.clone()];
        let is_logarithmic = of.scale == Scale::Logarithmic;
        let values: Vec<f64> = given.iter().map(|v| if is_logarithmic { v.ln() } else { *v }).collect();
        let mut slopes = slopes(times, &values);
        if let Some(rates) = of.rates {
            let rates: Vec<f64> = (rates[range].iter().zip(given))
                .map(|(rate, value)| if is_logarithmic { rate / value } else { *rate })
                .collect();
            let resolved: Vec<bool> = (1..times.len())
                .map(|i| {
                    let half = (times[i] - times[i - 1]) / 2.0;
                    let [before, after] = [rates[i - 1] * half, rates[i] * half];
                    (values[i] - values[i - 1] - before - after).abs() <= RESOLVED * (before.abs() + after.abs())
                })
                .collect();
            for (i, slope) in slopes.iter_mut().enumerate() {
                let beside = [i.checked_sub(1).map(|before| resolved[before]), resolved.get(i).copied()];
                if beside.iter().flatten().all(|resolved| *resolved) {
                    *slope = rates[i];
                }
            }
        }
        Self { times, values, slopes, scale: of.scale }
    }

    /// Returns the value at a share of the stretch from a sample to the next.
    fn at(&self, i: usize, share: f64) -> f64 {
        let h = self.times[i + 1] - self.times[i];
        let ([a, b], [da, db]) = ([self.values[i], self.values[i + 1]], [self.slopes[i] * h, self.slopes[i + 1] * h]);
        let s = share;
        let value = a + s * (da + s * (3.0 * (b - a) - 2.0 * da - db + s * (2.0 * (a - b) + da + db)));
        if self.scale == Scale::Logarithmic { value.exp() } else { value }
    }
}

/// Returns the slopes of a line at samples whose rates are not known.
fn slopes(times: &[f64], values: &[f64]) -> Vec<f64> {
    let n = times.len();
    let step = |i: usize| times[i + 1] - times[i];
    let secants: Vec<f64> = (0..n.saturating_sub(1)).map(|i| (values[i + 1] - values[i]) / step(i)).collect();
    if n < 3 {
        return vec![secants.first().copied().unwrap_or(0.0); n];
    }
    // that of the sample i at i - 1
    let curvatures: Vec<f64> =
        (1..n - 1).map(|i| (secants[i] - secants[i - 1]) / (times[i + 1] - times[i - 1])).collect();
    let is_smooth = |i: usize| {
        let near = &curvatures[i.saturating_sub(2).min(n - 3)..(i + 1).min(n - 2)];
        let (least, most) = near.iter().fold((f64::INFINITY, 0.0f64), |(a, b), c| (a.min(c.abs()), b.max(c.abs())));
        let one_sign = near.iter().all(|c| *c >= 0.0) || near.iter().all(|c| *c <= 0.0);
        near.len() > 1 && one_sign && most <= SMOOTH * least
    };
    let limited = |slope: f64, beside: &[f64]| {
        let least = beside.iter().fold(f64::INFINITY, |least: f64, s| least.min(s.abs()));
        let rises = beside.iter().all(|s| *s > 0.0) && slope > 0.0;
        let falls = beside.iter().all(|s| *s < 0.0) && slope < 0.0;
        if rises || falls { slope.signum() * slope.abs().min(LIMIT * least) } else { 0.0 }
    };
    (0..n)
        .map(|i| {
            let beside = &secants[i.saturating_sub(1)..(i + 1).min(n - 1)];
            let slope = match i {
                0 => secants[0] - curvatures[0] * step(0),
                _ if i == n - 1 => secants[n - 2] + curvatures[n - 3] * step(n - 2),
                _ => (step(i) * secants[i - 1] + step(i - 1) * secants[i]) / (step(i) + step(i - 1)),
            };
            if is_smooth(i) { slope } else { limited(slope, beside) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(times: &[f64], values: &[f64], rates: Option<&[f64]>) -> Vec<(f64, f64)> {
        let of = |values, rates| SampledValues { values, rates, scale: Scale::Linear };
        smooth(times, [of(times, None), of(values, rates)], 16)
    }

    fn error(points: &[(f64, f64)], exact: impl Fn(f64) -> f64) -> f64 {
        points.iter().map(|(x, y)| (y - exact(*x)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_sine_of_ten_samples_a_period_is_round() {
        let times: Vec<f64> = (0..=20).map(|i| f64::from(i) * std::f64::consts::TAU / 10.0).collect();
        let values: Vec<f64> = times.iter().map(|t| t.sin()).collect();
        let rates: Vec<f64> = times.iter().map(|t| t.cos()).collect();
        // chords are off by h^2/8 = 0.049, and cubics with the exact slopes by h^4/384 = 4.1e-4
        let without = error(&through(&times, &values, None), f64::sin);
        assert!(without < 0.02, "{without}");
        let with = error(&through(&times, &values, Some(&rates)), f64::sin);
        assert!((3e-4..5e-4).contains(&with), "{with}");
    }

    #[test]
    fn jumps_kinks_and_plateaus_have_no_overshoot() {
        let times: Vec<f64> = (0..8).map(f64::from).collect();
        for values in [
            [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0],
            [0.0, 0.1, 0.4, 0.9, 1.0, 1.0, 1.0, 1.0],
            [5.0, 4.0, 2.0, 0.0, 2.0, 3.5, 4.5, 5.0],
            [0.0, 0.0, 9.0, -9.0, 0.0, 0.0, 1.0, 1.0],
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        ] {
            // rates that say nothing of what happens between samples are not taken
            for rates in [None, Some(&[0.0, 0.0, 1e5, 0.0, -1e5, 0.0, 0.0, 0.0][..])] {
                for (i, (_, y)) in through(&times, &values, rates).iter().enumerate() {
                    let at = (i / 16).min(6);
                    let [low, high] = [values[at].min(values[at + 1]), values[at].max(values[at + 1])];
                    assert!((low - 1e-12..=high + 1e-12).contains(y), "{values:?} {i}: {y}");
                }
            }
        }
    }

    #[test]
    fn gaps_stay_and_samples_keep_their_values() {
        let times = [0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 5.0];
        let values = [0.1, 0.2, f64::NAN, 0.3, 0.7, 0.0, 0.2];
        let points = through(&times, &values, None);
        assert_eq!(points.iter().filter(|(_, y)| y.is_nan()).count(), 1);
        for (t, v) in times.iter().zip(&values).filter(|(_, v)| v.is_finite()) {
            assert!(points.iter().any(|(x, y)| x == t && y == v), "{t} {v}");
        }
        assert!(points.windows(2).all(|w| w[0].0.is_nan() || w[1].0.is_nan() || w[0].0 <= w[1].0));
        let of = |values| SampledValues { values, rates: None, scale: Scale::Logarithmic };
        let line = smooth(&[0.0, 1.0, 2.0], [of(&[1.0, 10.0, 100.0]), of(&[1e-3, 1e-9, 1e-3])], 8);
        assert!(line.iter().all(|(x, y)| *x >= 1.0 && *y > 0.0), "{line:?}");
    }
}

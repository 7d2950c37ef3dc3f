//! Coefficients of pieces between samples.

use crate::interpolation::b_spline::not_a_knot as not_a_knot_of_degree;

/// Says how values between samples follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// The value of the last sample: constant pieces.
    Previous,
    /// Straight lines.
    Linear,
    /// Cubic pieces without overshoot (Fritsch and Butland 1984): monotone between samples where these are.
    Pchip,
    /// The cubic spline with second derivative zero at both ends.
    CubicNatural,
    /// The cubic spline whose first and last two pieces are the same polynomials.
    CubicNotAKnot,
    /// The cubic spline of what repeats itself.
    CubicPeriodic,
    /// The spline of degree 5, with four continuous derivatives, not-a-knot at both ends.
    Quintic,
}

/// Returns for each piece the coefficients of the powers of the distance from its beginning; a piece begins at each place but the
/// last, of constant pieces at each.
pub(super) fn coefficients(x: &[f64], y: &[f64], between: Between) -> Vec<Vec<f64>> {
    let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    match between {
        Between::Previous => y.iter().map(|y| vec![*y]).collect(),
        Between::Linear => (0..x.len() - 1).map(|i| vec![y[i], slope(i)]).collect(),
        Between::Quintic => not_a_knot_of_degree(5, x, y).expect("sites are more than the degree, and increase"),
        _ => {
            let s = match between {
                Between::Pchip => monotone(x, y),
                Between::CubicPeriodic => periodic(x, y),
                Between::CubicNatural => natural(x, y),
                _ => not_a_knot(x, y),
            };
            let piece = |i: usize| {
                let h = x[i + 1] - x[i];
                let t = (s[i] + s[i + 1] - 2.0 * slope(i)) / h;
                vec![y[i], s[i], (slope(i) - s[i]) / h - t, t / h]
            };
            (0..x.len() - 1).map(piece).collect()
        }
    }
}

/// Holds equations of three neighbouring unknowns each: factors of the one before, itself and the next one, and the right side.
struct Equations {
    rows: Vec<[f64; 4]>,
}

impl Equations {
    /// Makes the conditions at inner samples that second derivatives are continuous, in terms of slopes at all samples; the first and
    /// the last are left open.
    fn of_splines(x: &[f64], y: &[f64]) -> Self {
        let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
        let mut rows = vec![[0.0; 4]; x.len()];
        for i in 1..x.len() - 1 {
            let (before, behind) = (x[i] - x[i - 1], x[i + 1] - x[i]);
            let right = 3.0 * (behind * slope(i - 1) + before * slope(i));
            rows[i] = [behind, 2.0 * (before + behind), before, right];
        }
        Self { rows }
    }

    /// Solves the equations, whose pivots are large by their structure.
    fn solve(mut self) -> Vec<f64> {
        let count = self.rows.len();
        for i in 1..count {
            let [_, pivot, next, right] = self.rows[i - 1];
            let factor = self.rows[i][0] / pivot;
            self.rows[i][1] -= factor * next;
            self.rows[i][3] -= factor * right;
        }
        let mut found = vec![0.0; count];
        for i in (0..count).rev() {
            let [_, pivot, next, right] = self.rows[i];
            found[i] = (right - if i + 1 < count { next * found[i + 1] } else { 0.0 }) / pivot;
        }
        found
    }
}

fn natural(x: &[f64], y: &[f64]) -> Vec<f64> {
    let last = x.len() - 1;
    let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    let mut equations = Equations::of_splines(x, y);
    equations.rows[0] = [0.0, 2.0, 1.0, 3.0 * slope(0)];
    equations.rows[last] = [1.0, 2.0, 0.0, 3.0 * slope(last - 1)];
    equations.solve()
}

fn not_a_knot(x: &[f64], y: &[f64]) -> Vec<f64> {
    let last = x.len() - 1;
    let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    match x.len() {
        2 => vec![slope(0); 2],
        // the parabola
        3 => {
            let curvature = (slope(1) - slope(0)) / (x[2] - x[0]);
            let (h, k) = (x[1] - x[0], x[2] - x[1]);
            vec![slope(0) - curvature * h, slope(0) + curvature * h, slope(1) + curvature * k]
        }
        _ => {
            let mut equations = Equations::of_splines(x, y);
            // third derivatives are continuous at the second sample, with its other condition: two unknowns are left
            let end = |h: f64, k: f64, near: f64, far: f64| {
                let right = ((h + 2.0 * (h + k)) * k * near + h * h * far) / (h + k);
                (k, h + k, right)
            };
            let (own, next, right) = end(x[1] - x[0], x[2] - x[1], slope(0), slope(1));
            equations.rows[0] = [0.0, own, next, right];
            let (h, k) = (x[last] - x[last - 1], x[last - 1] - x[last - 2]);
            let (own, before, right) = end(h, k, slope(last - 1), slope(last - 2));
            equations.rows[last] = [before, own, 0.0, right];
            equations.solve()
        }
    }
}

/// Returns the slopes of the spline that repeats itself: the equations are three-term but for their corners, which a second right side
/// takes account of.
fn periodic(x: &[f64], y: &[f64]) -> Vec<f64> {
    let last = x.len() - 1;
    let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    let h = |i: usize| x[i + 1] - x[i];
    if last == 2 {
        // both conditions hold for one pair of slopes
        let s = (slope(0) / h(0) + slope(1) / h(1)) / (1.0 / h(0) + 1.0 / h(1));
        return vec![s; 3];
    }
    // unknowns at samples 0 to last - 1; the one of the last sample but one is taken to the right
    let condition = |i: usize| {
        let (before, behind) = (h((i + last - 1) % last), h(i));
        [behind, 2.0 * (before + behind), before, 3.0 * (behind * slope((i + last - 1) % last) + before * slope(i))]
    };
    let solve = |right: &dyn Fn(usize) -> f64| {
        let row = |i: usize| {
            let [a, b, c, _] = condition(i);
            [if i == 0 { 0.0 } else { a }, b, if i + 2 == last { 0.0 } else { c }, right(i)]
        };
        Equations { rows: (0..last - 1).map(row).collect() }.solve()
    };
    let own = solve(&|i| condition(i)[3]);
    let by_last = solve(&|i| match i {
        0 => -condition(0)[0],
        i if i + 2 == last => -condition(i)[2],
        _ => 0.0,
    });
    let [a, b, c, right] = condition(last - 1);
    let s = (right - a * own[last - 2] - c * own[0]) / (b + a * by_last[last - 2] + c * by_last[0]);
    let mut slopes: Vec<f64> = own.iter().zip(&by_last).map(|(own, by)| own + s * by).collect();
    slopes.push(s);
    slopes.push(slopes[0]);
    slopes
}

/// Returns slopes that are zero at extremes and elsewhere weighted harmonic means of the neighbouring lines'.
fn monotone(x: &[f64], y: &[f64]) -> Vec<f64> {
    let last = x.len() - 1;
    let slope = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    let h = |i: usize| x[i + 1] - x[i];
    if last == 1 {
        return vec![slope(0); 2];
    }
    let inner = |i: usize| {
        let (before, behind) = (slope(i - 1), slope(i));
        if before * behind <= 0.0 {
            return 0.0;
        }
        let (a, b) = (2.0 * h(i) + h(i - 1), h(i) + 2.0 * h(i - 1));
        (a + b) / (a / before + b / behind)
    };
    // the parabola through three samples, as far as it keeps their order
    let end = |h: f64, k: f64, near: f64, far: f64| {
        let found = ((2.0 * h + k) * near - h * far) / (h + k);
        if found * near <= 0.0 {
            0.0
        } else if near * far <= 0.0 && found.abs() > 3.0 * near.abs() {
            3.0 * near
        } else {
            found
        }
    };
    let first = end(h(0), h(1), slope(0), slope(1));
    let behind = end(h(last - 1), h(last - 2), slope(last - 1), slope(last - 2));
    std::iter::once(first).chain((1..last).map(inner)).chain([behind]).collect()
}

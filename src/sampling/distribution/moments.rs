//! Moments of a distribution, from its values at normal scores.

/// Normal scores beyond this have no weight in double precision.
const END: f64 = 37.0;
/// The distance of the scores that moments are summed over: the trapezoidal rule is exact to rounding for functions
/// that are smooth in the score, whatever their tails.
const STEP: f64 = 1.0 / 16.0;

/// Computes the mean and the standard deviation.
pub(super) fn mean_and_deviation(value: impl Fn(f64) -> f64) -> (f64, f64) {
    let count = (END / STEP) as i32;
    let scores = (-count..=count).map(|k| f64::from(k) * STEP);
    let points: Vec<[f64; 2]> = scores.map(|z| [(-z * z / 2.0).exp(), value(z)]).collect();
    let integral = |f: &dyn Fn(f64) -> f64| points.iter().map(|[weight, x]| weight * f(*x)).sum::<f64>();
    let mass = integral(&|_| 1.0);
    let mean = integral(&|x| x) / mass;
    (mean, (integral(&|x| (x - mean).powi(2)) / mass).sqrt())
}

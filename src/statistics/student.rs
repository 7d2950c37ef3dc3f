//! Student's distribution of t.

use super::incomplete::incomplete_beta;

/// Degrees of freedom beyond which t is normal to more digits than an interval shows.
const NORMAL: f64 = 1e7;
/// Halvings of an interval that holds a solution.
const HALVINGS: usize = 70;

/// Returns the number that t with so many degrees of freedom exceeds in magnitude with a probability.
///
/// The probability is the regularised incomplete beta function I_x(k/2, 1/2) with x = k/(k + t^2).
pub fn student_t_beyond(probability: f64, degrees: u64) -> f64 {
    let degrees = (degrees as f64).min(NORMAL);
    let beyond = |t: f64| {
        let [x, y] = [degrees / (degrees + t * t), t * t / (degrees + t * t)];
        incomplete_beta([degrees / 2.0, 0.5], [x, y]).tails()[0]
    };
    let mut high = 1.0;
    while beyond(high) > probability {
        high *= 2.0;
    }
    let mut low = if high > 1.0 { 0.5 * high } else { 0.0 };
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if beyond(middle) > probability { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::student_t_beyond;

    /// One degree: t = tan(pi/2 (1 - p)); two: t = q sqrt(2/(1 - q^2)) with q = 1 - p. Others are those of SciPy 1.16,
    /// `scipy.stats.t.ppf(0.975, k)`.
    #[test]
    fn quantiles_are_those_of_the_distribution() {
        for p in [0.5, 0.05, 0.01, 1e-4] {
            let q = 1.0 - p;
            let one = (std::f64::consts::FRAC_PI_2 * q).tan();
            let two = q * (2.0 / (1.0 - q * q)).sqrt();
            for (degrees, exact) in [(1, one), (2, two)] {
                let found = student_t_beyond(p, degrees);
                assert!((found / exact - 1.0).abs() < 1e-11, "{p} {degrees}: {found} {exact}");
            }
        }
        for (degrees, exact) in [
            (3, 3.182_446_305_284_263),
            (15, 2.131_449_545_559_323),
            (31, 2.039_513_446_396_408),
            (1000, 1.962_339_080_082_640_8),
            (u64::MAX, 1.959_963_984_540_054),
        ] {
            let found = student_t_beyond(0.05, degrees);
            assert!((found / exact - 1.0).abs() < 1e-6, "{degrees}: {found} {exact}");
        }
    }
}

//! The distribution of chi^2: sums of squares of standard normal numbers.

use super::incomplete::incomplete_gamma;

/// Returns the probability that a sum of the squares of so many independent standard normal numbers is at least `x`; one
/// where there are none.
///
/// It is the regularised incomplete gamma function Q(k/2, x/2).
pub fn chi_squared_beyond(x: f64, degrees: usize) -> f64 {
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    let [_, beyond] = incomplete_gamma(degrees as f64 / 2.0, x / 2.0).tails();
    beyond.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::chi_squared_beyond;

    /// Returns the exact probability for an even number of degrees: e^-y times the sum of y^n/n! for n < k/2, with y =
    /// x/2.
    fn exact(x: f64, degrees: usize) -> f64 {
        let y = x / 2.0;
        let terms = (0..degrees / 2).scan(1.0, |term, n| {
            let now = *term;
            *term *= y / (n + 1) as f64;
            Some(now)
        });
        (-y).exp() * terms.sum::<f64>()
    }

    #[test]
    fn probabilities_are_those_of_the_distribution() {
        for degrees in [2, 4, 10, 60, 200] {
            for part in [0.1, 0.7, 0.99, 1.0, 1.01, 1.3, 2.0] {
                let x = part * degrees as f64;
                let (found, exact) = (chi_squared_beyond(x, degrees), exact(x, degrees));
                assert!((found - exact).abs() < 1e-12, "{degrees} {x}: {found} {exact}");
            }
        }
        // one degree: erfc(sqrt(x/2))
        for x in [1e-3, 0.5, 1.0, 3.84, 20.0] {
            let exact = libm::erfc((x / 2.0f64).sqrt());
            assert!((chi_squared_beyond(x, 1) - exact).abs() < 1e-13, "{x}");
        }
        assert_eq!([chi_squared_beyond(0.0, 3), chi_squared_beyond(1.0, 0)], [1.0, 1.0]);
        // the median lies near k (1 - 2/(9 k))^3
        assert!((chi_squared_beyond(99_999.333, 100_000) - 0.5).abs() < 1e-4);
        assert!(chi_squared_beyond(1e6, 10) < 1e-300);
    }
}

//! The distribution of chi^2: sums of squares of standard normal numbers.

/// Parts of a sum or a fraction that are smaller than this are dropped.
const SMALL: f64 = 1e-15;

/// Returns the probability that a sum of the squares of so many independent standard normal numbers is at least `x`; one
/// where there are none.
///
/// It is the regularised incomplete gamma function Q(k/2, x/2): by its series where x is small, else by its continued fraction
/// (Abramowitz, Stegun, Handbook of Mathematical Functions, 6.5.29 and 6.5.31).
pub fn chi_squared_beyond(x: f64, degrees: usize) -> f64 {
    let (a, x) = (degrees as f64 / 2.0, x / 2.0);
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    let factor = (a * x.ln() - x - libm::lgamma(a)).exp();
    let beyond = if x < a + 1.0 { 1.0 - factor * series(a, x) } else { factor * fraction(a, x) };
    beyond.clamp(0.0, 1.0)
}

/// Returns the sum of x^n / (a (a+1) .. (a+n)).
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    while term > SMALL * sum {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum
}

/// Returns 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ..))), by the method of Lentz.
fn fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (f64::INFINITY, 1.0 / b);
    let mut value = d;
    let mut n = 0.0;
    loop {
        n += 1.0;
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        let change = c * d;
        value *= change;
        // not less than rounding
        if (change - 1.0).abs() < 4.0 * SMALL || !change.is_finite() {
            return value;
        }
    }
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

//! Incomplete gamma and beta functions, from the program's own elementary functions: the same bits on every processor.
//!
//! Abramowitz, Stegun, Handbook of Mathematical Functions, 6.5 and 26.5. What they are multiples of is found without powers
//! of large numbers: x^a e^-x / Gamma(a) is the number that Stirling's formula says, times exp(a (ln r - (r - 1))) with
//! r = x/a, as DiDonato and Morris (ACM Transactions on Mathematical Software 12 and 18, 1986 and 1992) do.

use crate::num::elementary::{exp, ln};
use crate::num::series::polynomial;
use std::f64::consts::PI;

/// Parts of a sum or a fraction that are smaller than this are dropped.
const SMALL: f64 = 1e-16;

/// A value of an incomplete function: the smaller tail, as a rule, by the logarithm of the density and a factor, so that it may lie
/// below the smallest number.
#[derive(Clone, Copy, Debug)]
pub struct Incomplete {
    /// The logarithm of the derivative of the lower tail by ln x, of the beta function by ln(x/(1 - x)).
    ln_slope: f64,
    /// The tail over the derivative.
    factor: f64,
    /// True where it is the lower tail.
    is_lower: bool,
}

impl Incomplete {
    /// Returns the lower and the upper tail.
    pub fn tails(self) -> [f64; 2] {
        let tail = exp(self.ln_slope) * self.factor;
        if self.is_lower { [tail, 1.0 - tail] } else { [1.0 - tail, tail] }
    }

    /// Returns the logarithm of a tail and its derivative.
    pub fn logarithm(self, is_upper: bool) -> [f64; 2] {
        let [logarithm, slope] = match self.is_lower != is_upper {
            true => [self.ln_slope + ln(self.factor), 1.0 / self.factor],
            false => {
                let tail = self.tails()[usize::from(is_upper)];
                [ln(tail), exp(self.ln_slope) / tail]
            }
        };
        [logarithm, if is_upper { -slope } else { slope }]
    }
}

/// Returns the regularised incomplete gamma functions P(a, x) and Q(a, x), for positive and finite numbers.
pub fn incomplete_gamma(a: f64, x: f64) -> Incomplete {
    let ln_slope = 0.5 * ln(a / (2.0 * PI)) - ln(gamma_star(a)) + a * logarithm_less(x / a);
    let is_lower = x < a + 1.0;
    Incomplete { ln_slope, factor: if is_lower { series(a, x) } else { fraction(a, x) }, is_lower }
}

/// Returns the regularised incomplete beta functions I_x(a, b) and I_y(b, a), for positive numbers with x + y = 1, each with the
/// digits that it has.
pub fn incomplete_beta([a, b]: [f64; 2], [x, y]: [f64; 2]) -> Incomplete {
    let sum = a + b;
    let stars = ln(gamma_star(sum) / (gamma_star(a) * gamma_star(b)));
    let exponent = a * logarithm_less(x * sum / a) + b * logarithm_less(y * sum / b);
    let ln_slope = 0.5 * ln(a / sum * b / (2.0 * PI)) + stars + exponent;
    let is_lower = x < (a + 1.0) / (sum + 2.0);
    let factor = if is_lower { beta_fraction(a, b, x) / a } else { beta_fraction(b, a, y) / b };
    Incomplete { ln_slope, factor, is_lower }
}

/// Returns ln r - (r - 1).
fn logarithm_less(r: f64) -> f64 {
    let x = r - 1.0;
    if x.abs() > 0.4 {
        return ln(r) - x;
    }
    // ln r = 2 artanh z: with z = x/(2 + x), 2 z - x = -x z
    let z = x / (2.0 + x);
    let odd: [f64; 14] = std::array::from_fn(|i| 2.0 / (2 * i + 3) as f64);
    z * (z * z * polynomial(z * z, &odd) - x)
}

/// Returns Gamma(a) over Stirling's sqrt(2 pi/a) (a/e)^a.
fn gamma_star(a: f64) -> f64 {
    const STIRLING: [f64; 8] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
        -3617.0 / 122_400.0,
    ];
    if a < 10.0 {
        return libm::tgamma(a) * (a / (2.0 * PI)).sqrt() * exp(a - a * ln(a));
    }
    exp(polynomial(1.0 / (a * a), &STIRLING) / a)
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

/// Returns 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ..))).
fn fraction(a: f64, x: f64) -> f64 {
    let b = x + 1.0 - a;
    1.0 / lentz(b, (1u32..).map(|n| (-f64::from(n) * (f64::from(n) - a), b + f64::from(2 * n))))
}

/// Returns 1/(1 + d1/(1 + d2/(1 + ..))) of 26.5.8.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let numerator = |n: u32| {
        let m = f64::from(n / 2);
        if n.is_multiple_of(2) {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        }
    };
    1.0 / lentz(1.0, (1u32..).map(|n| (numerator(n), 1.0)))
}

/// Returns b0 + a1/(b1 + a2/(b2 + ..)), by the method of Lentz.
fn lentz(b0: f64, parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut value, mut c, mut d) = (b0, b0, 0.0);
    for (a, b) in parts {
        d = 1.0 / (b + a * d);
        c = b + a / c;
        let change = c * d;
        value *= change;
        // not less than rounding
        if (change - 1.0).abs() < 4.0 * SMALL || !change.is_finite() {
            break;
        }
    }
    value
}

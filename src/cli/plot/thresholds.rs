//! Where the conditions of a run divide the values of a column.

use super::manifest::Manifest;
use gyrosweep::model::Expr;
use gyrosweep::model::expression::{Scope, comparisons, sides};
use gyrosweep::model::unit::{Factor, Unit};
use gyrosweep::report::{short, shown_unit};

/// Returns the values of a column at which conditions of `[[probability]]` change, each with its comparison. Comparisons with
/// what differs between members, or that are not linear in the column or its magnitude, have none.
pub(super) fn thresholds(about: &Manifest, column: &str) -> Vec<(f64, String)> {
    let size =
        |unit: Option<&str>| unit.and_then(|unit| Unit::parse(unit).ok()).map_or(Factor::ONE, |unit| unit.factor);
    // conditions see numbers in units of the SI
    let parameters = about.fixed_parameters().map(|(name, value, unit)| (name.to_string(), size(unit).to_si(value)));
    let (names, mut values): (Vec<String>, Vec<f64>) = parameters.unzip();
    let unit = about.unit(column);
    let size = size(unit.as_deref());
    let scope = Scope::new(&names, &[column.to_string()]);
    let place = values.len();
    values.push(0.0);
    let mut found: Vec<(f64, String)> = Vec::new();
    for condition in about.conditions() {
        for comparison in comparisons(condition) {
            let Some((left, right)) = sides(comparison) else { continue };
            let Ok(difference) = Expr::parse_side(&format!("({left}) - ({right})"), &scope) else { continue };
            let mut at = |value: f64| -> f64 {
                values[place] = size.to_si(value);
                difference.evaluate(&values)
            };
            for zero in [1.0, -1.0].into_iter().filter_map(|sign| zero(&mut at, sign)) {
                if !found.iter().any(|(other, _)| *other == zero) {
                    let unit = unit.as_deref().map_or(String::new(), |unit| format!(" {}", shown_unit(unit)));
                    found.push((zero, format!("{comparison} at {}{}", short(zero, 6), unit.trim_end())));
                }
            }
        }
    }
    found
}

/// Finds the zero of a function on the positive or the negative half, where it is linear there.
fn zero(at: &mut impl FnMut(f64) -> f64, sign: f64) -> Option<f64> {
    let [a, b, c] = [1.0, 2.0, 3.0].map(|x| at(sign * x));
    let slope = b - a;
    let is_linear = (c - b - slope).abs() <= 1e-12 * (a.abs() + b.abs() + c.abs());
    if !is_linear || slope == 0.0 || !slope.is_finite() {
        return None;
    }
    // along the half: a + (x - 1) slope
    let zero = 1.0 - a / slope;
    // what is left of rounding of a threshold as it was written
    let rounded: f64 = format!("{zero:.12e}").parse().ok()?;
    (zero >= 0.0).then_some(sign * rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_conditions_and_magnitudes_have_zeros() {
        let zeros = |f: fn(f64) -> f64| [1.0, -1.0].map(|sign| zero(&mut { f }, sign));
        assert_eq!(zeros(|x| x - 0.3), [Some(0.3), None]);
        assert_eq!(zeros(|x| 1000.0 * x + 5.0), [None, Some(-0.005)]);
        assert_eq!(zeros(|x| x.abs() - 2.5), [Some(2.5), Some(-2.5)]);
        assert_eq!(zeros(|x| x * x - 2.0), [None, None]);
    }
}

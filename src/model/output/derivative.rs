//! Derivatives of the columns of outputs by parameters, and angular sensitivities of bodies. A scenario asks for all of them
//! at once.

use super::differentiated::{AngularSensitivity, Differentiated, DifferentiatedTwice};
use super::report::Report;
use super::reported::Reported;
use crate::model::expression::Expr;

impl Reported<Expr> {
    /// Makes the derivative of a column of the first unit by a parameter of the second.
    pub(super) fn derivative(of: Differentiated, units: [&str; 2], is_final: bool) -> Self {
        Self::new(Report::Derivative(of), quotient(units[0], units[1]), is_final)
    }
    /// Makes the derivative of a column of the unit by parameters of these two.
    pub(super) fn second_derivative(of: DifferentiatedTwice, unit: &str, by: [&str; 2], is_final: bool) -> Self {
        Self::new(Report::SecondDerivative(of), quotient(unit, &product(by)), is_final)
    }
    /// Makes the angular sensitivity of a body by a parameter of that unit.
    pub(super) fn angular_sensitivity(of: AngularSensitivity, unit: &str) -> Self {
        Self::new(Report::AngularSensitivity(of), quotient("rad", unit), false)
    }
}

/// Returns the unit of a quotient.
fn quotient(numerator: &str, denominator: &str) -> String {
    let whole = |unit: &str| if unit.contains('/') { format!("({unit})") } else { unit.to_string() };
    match denominator {
        "1" | "" => numerator.to_string(),
        composed if composed.contains(' ') => format!("{}/({composed})", whole(numerator)),
        plain => format!("{}/{}", whole(numerator), whole(plain)),
    }
}

/// Returns the unit of a product.
fn product([a, b]: [&str; 2]) -> String {
    let is_one = |unit: &str| unit == "1" || unit.is_empty();
    let whole = |unit: &str| if unit.contains('/') { format!("({unit})") } else { unit.to_string() };
    match (a, b) {
        _ if is_one(a) => b.to_string(),
        _ if is_one(b) => a.to_string(),
        _ if a != b => format!("{} {}", whole(a), whole(b)),
        _ if a.contains(['/', ' ', '^']) => format!("({a})^2"),
        _ => format!("{a}^2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_quotients() {
        assert_eq!(quotient("m", "kg"), "m/kg");
        assert_eq!(quotient("N m", "rad/s"), "N m/(rad/s)");
        assert_eq!(quotient("m/s", "kg m^2"), "(m/s)/(kg m^2)");
        assert_eq!(quotient("1", "1"), "1");
        assert_eq!(quotient("J", &product(["kg", "m"])), "J/(kg m)");
        assert_eq!(quotient("J", &product(["kg", "kg"])), "J/kg^2");
        assert_eq!(quotient("J", &product(["kg m^2", "kg m^2"])), "J/((kg m^2)^2)");
        assert_eq!(quotient("J", &product(["1", "rad/s"])), "J/(rad/s)");
        assert_eq!(quotient("J", &product(["m", "rad/s"])), "J/(m (rad/s))");
        assert_eq!(quotient("J", &product(["1", ""])), "J");
    }
}

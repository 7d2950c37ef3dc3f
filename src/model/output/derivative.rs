//! Derivatives of the columns of outputs by parameters, and angular sensitivities of bodies. A scenario asks for all of them
//! at once.

use super::differentiated::{AngularSensitivity, Differentiated, DifferentiatedTwice};
use super::kind::{Columns, Component, Description, Measures, component, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

/// No section is one of these.
pub(super) const KINDS: &[Kind] = &[];

/// Says which derivative it is.
#[derive(Clone, Copy, Debug)]
enum Of {
    Column(Differentiated),
    Twice(DifferentiatedTwice),
    Rotation(AngularSensitivity),
}

/// Holds the derivative of a column by a parameter or by two, or of a rotation by one. Nothing measures it: the functions of a study and the run put the
/// value in its place.
#[derive(Clone, Debug)]
pub struct Derivative<N> {
    of: Of,
    unit: String,
    /// True where the column has one value per run.
    is_final: bool,
    numbers: PhantomData<N>,
}

impl Description for Derivative<Expr> {
    type At<R: Real> = Derivative<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Err(section.invalid("quantity", "derivatives are asked for by [sensitivity]".into()))
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Derivative<R> {
        Derivative { of: self.of, unit: self.unit.clone(), is_final: self.is_final, numbers: PhantomData }
    }
}

impl<N> Columns for Derivative<N> {
    fn components(&self) -> Vec<Component> {
        match self.of {
            Of::Column(_) | Of::Twice(_) => vec![component("", &self.unit)],
            Of::Rotation(_) => xyz(&self.unit),
        }
    }
    fn derivative(&self) -> Option<Differentiated> {
        match self.of {
            Of::Column(of) => Some(of),
            Of::Twice(_) | Of::Rotation(_) => None,
        }
    }
    fn second_derivative(&self) -> Option<DifferentiatedTwice> {
        match self.of {
            Of::Twice(of) => Some(of),
            Of::Column(_) | Of::Rotation(_) => None,
        }
    }
    fn angular_sensitivity(&self) -> Option<AngularSensitivity> {
        match self.of {
            Of::Rotation(of) => Some(of),
            Of::Column(_) | Of::Twice(_) => None,
        }
    }
    fn is_final(&self) -> bool {
        self.is_final
    }
}

impl<R: Real> Measures<R> for Derivative<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.extend(self.components().iter().map(|_| R::zero()));
    }
}

impl Derivative<Expr> {
    /// Makes the derivative of a column of the first unit by a parameter of the second.
    pub(super) fn new(of: Differentiated, units: [&str; 2], is_final: bool) -> Self {
        Self { of: Of::Column(of), unit: quotient(units[0], units[1]), is_final, numbers: PhantomData }
    }
    /// Makes the derivative of a column of the unit by parameters of these two.
    pub(super) fn twice(of: DifferentiatedTwice, unit: &str, by: [&str; 2], is_final: bool) -> Self {
        Self { of: Of::Twice(of), unit: quotient(unit, &product(by)), is_final, numbers: PhantomData }
    }
    /// Makes the angular sensitivity of a body by a parameter of that unit.
    pub(super) fn of_rotation(of: AngularSensitivity, unit: &str) -> Self {
        Self { of: Of::Rotation(of), unit: quotient("rad", unit), is_final: false, numbers: PhantomData }
    }
    /// Returns the one that has one value per run.
    pub(super) fn at_end(self) -> Self {
        Self { is_final: true, ..self }
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

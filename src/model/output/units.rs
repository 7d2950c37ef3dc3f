//! The columns of an output with their units.

use super::Output;
use super::kind::Component;
use crate::model::unit::{Factor, Unit, ValueUnit};

impl<N: 'static> Output<N> {
    /// Returns the names of the output's columns, with units.
    pub fn columns(&self) -> Vec<(String, String)> {
        let unit = |of_component: String| match &self.unit {
            None => self.reduction.unit(of_component),
            // an integral may be given its own unit
            Some(unit) if self.is_of_reduced(unit) => unit.text.clone(),
            Some(unit) => self.reduction.unit(unit.text.clone()),
        };
        let components = self.quantity.components().into_iter();
        components.map(|c| (format!("{}{}", self.name, c.suffix), unit(c.unit))).collect()
    }

    /// Returns the size of the unit of its columns.
    pub fn size(&self) -> Factor {
        self.unit.as_ref().map_or(Factor::ONE, |unit| unit.factor)
    }

    /// Tells whether a unit is one of what the reduction over time makes, and not of what it is made of.
    fn is_of_reduced(&self, unit: &Unit) -> bool {
        let is_of = |text: String| Unit::parse(&text).is_ok_and(|of| of.dimension == unit.dimension);
        let components = self.quantity.components();
        let mut units = components.into_iter().map(|c| c.unit);
        !self.quantity.is_formula() && units.all(|of| !is_of(of.clone()) && is_of(self.reduction.unit(of)))
    }

    /// Returns the units that the values of its columns are in. What has no unit of its own, as an expression, and none that is
    /// stated, has none after a reduction over time.
    pub fn value_units(&self) -> Vec<ValueUnit> {
        let is_known = |of: &str| self.unit.is_some() || ValueUnit::si(of) != ValueUnit::UNKNOWN;
        let unit = |(own, (_, unit)): (Component, (String, String))| match is_known(&own.unit) {
            true => ValueUnit::new(self.size(), &unit),
            false => ValueUnit { size: self.size(), dimension: None },
        };
        self.quantity.components().into_iter().zip(self.columns()).map(unit).collect()
    }
}

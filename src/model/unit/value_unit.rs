//! What the values of a name are measured in, as far as it is known.

use super::{Dimension, Factor, Unit};

/// Holds the unit of the values that a name has in an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueUnit {
    /// The size of the unit in units of the SI.
    pub size: Factor,
    /// The dimension; none where nothing states it.
    pub dimension: Option<Dimension>,
}

impl ValueUnit {
    /// The unit of a value of unknown dimension, in the SI.
    pub const UNKNOWN: Self = Self { size: Factor::ONE, dimension: None };

    /// Makes the unit of values that have a size in a unit of this text. A pure number (`1`, `%`) may stand for any quantity,
    /// so its dimension counts as unknown; an angle has one.
    pub fn new(size: Factor, text: &str) -> Self {
        let unit = Unit::parse(text).ok().filter(|unit| unit.is_angle() || unit.dimension != Dimension::default());
        Self { size, dimension: unit.map(|unit| unit.dimension) }
    }

    /// Makes the unit of values in the SI, of the dimension that a unit of this text has.
    pub fn si(text: &str) -> Self {
        Self::new(Factor::ONE, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_numbers_have_no_dimension_and_angles_have() {
        assert_eq!(ValueUnit::si("1"), ValueUnit::UNKNOWN);
        assert_eq!(ValueUnit::si("%"), ValueUnit::UNKNOWN);
        assert_eq!(ValueUnit::si("rad").dimension, Some(Dimension::default()));
        assert_eq!(ValueUnit::si("kN").dimension, Some(Dimension([1, 1, -2, 0, 0, 0])));
        assert_eq!(ValueUnit::si("furlong"), ValueUnit::UNKNOWN);
    }
}

//! Units: what a text such as `kN/mm` says of a number beside it.
//!
//! A product has blanks, `*` or `·` between its factors, a quotient one `/` (what stands below it is in parentheses where it
//! is a product), a power `^2` or `²`; symbols may have prefixes of the SI. An angle is a number, so `rad` is 1, and a
//! revolution 2 pi; `Hz` counts cycles and is 1/s.

mod catalog;
mod dimension;
mod factor;
mod header;
mod nearest;
mod parser;
mod value_unit;

pub use dimension::Dimension;
pub use factor::Factor;
pub use header::Header;
pub use value_unit::ValueUnit;

use catalog::Turns;
use parser::Parsed;

/// Holds a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The unit as it was written; `1` for that of a pure number.
    pub text: String,
    /// The size of the unit in units of the SI.
    pub factor: Factor,
    /// The dimension of the unit.
    pub dimension: Dimension,
    turns: Turns,
}

/// Says that a text is no unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{} accepted: {GRAMMAR}", if message.ends_with('?') { "" } else { ";" })]
pub struct UnknownUnit {
    message: String,
}

/// Says what a unit consists of, for messages and the reference.
pub const GRAMMAR: &str = "m, g, t, s, min, h, rad, deg, rev, rpm, Hz, N, J, W, Wh, Pa, bar, l, A, V, ohm, H, T, K, mol, in, ft, yd, mi, lb, \
                           lbf, psi, g0 (9.80665 m/s^2), % and 1, those of the SI with its prefixes (mm, kN, us), in products \
                           (\"N m\"), quotients (\"kN/mm\", \"kg/(m s)\") and powers (\"m^2\")";

impl Default for Unit {
    fn default() -> Self {
        Self { text: "1".into(), factor: Factor::ONE, dimension: Dimension::default(), turns: Turns::None }
    }
}

impl Unit {
    /// Reads a unit; an empty text is that of a pure number.
    ///
    /// ```
    /// use gyrosweep::model::unit::Unit;
    /// let stiffness = Unit::parse("kN/mm")?;
    /// assert_eq!(stiffness.factor.to_si(2.0), 2e6);
    /// assert!(Unit::parse("Nm").unwrap_err().to_string().contains("did you mean \"N m\"?"));
    /// # Ok::<(), gyrosweep::model::unit::UnknownUnit>(())
    /// ```
    ///
    /// # Errors
    /// Where it is none, with what may be meant.
    pub fn parse(text: &str) -> Result<Self, UnknownUnit> {
        let Parsed { factor, dimension, turns } = parser::parse(text).map_err(|message| UnknownUnit { message })?;
        let text = if text.trim().is_empty() { "1".to_string() } else { text.trim().to_string() };
        Ok(Self { text, factor, dimension, turns })
    }

    /// Tells whether the unit counts turns as an angle.
    pub fn is_angle(&self) -> bool {
        self.turns == Turns::Angle && self.dimension == Dimension::default()
    }

    /// Says why a number in this unit cannot stand where one in another, of the SI, is wanted; nothing where it can.
    ///
    /// An angle is a pure number, but cycles and plain numbers per minute are refused for an angular velocity: whether 60 of
    /// these are one turn per second or one radian, nobody can tell.
    pub fn mismatch(&self, wanted: &Unit) -> Option<String> {
        if self.dimension != wanted.dimension {
            return Some(format!("{}, {}; accepted: {}", self.text, self.dimension.words(), wanted.described()));
        }
        let is_rate = wanted.turns == Turns::Angle && matches!(wanted.dimension.0, [0, 0, -1 | -2, 0, 0, 0]);
        let is_plain = self.turns == Turns::None && !self.factor.is_one();
        (is_rate && (self.turns == Turns::Cycles || is_plain)).then(|| {
            format!(
                "{}, of which it is not known whether it counts radians or revolutions; accepted: {}",
                self.text,
                if wanted.text == "rad/s" { "rad/s, deg/s, rev/s or rpm" } else { &wanted.text }
            )
        })
    }

    /// Returns how many of the unit are a full turn, where it is a unit of angles.
    pub fn of_a_turn(&self) -> Option<f64> {
        let is_angle = self.turns == Turns::Angle && self.dimension == Dimension::default();
        is_angle.then(|| self.factor.from_si(std::f64::consts::TAU))
    }

    /// Describes the unit that is wanted: the quantity that it is of.
    fn described(&self) -> String {
        let words = self.dimension.words();
        let name = words.split(" (").next().unwrap_or(&words);
        match self.dimension == Dimension::default() && self.turns == Turns::Angle {
            true => "an angle, as in rad or deg".into(),
            false if self.dimension == Dimension::default() => "a pure number (1 or %)".into(),
            false => format!("{name}, as in {}", self.text),
        }
    }
}

#[cfg(test)]
mod tests;

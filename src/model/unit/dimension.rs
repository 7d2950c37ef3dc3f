//! What a unit is a unit of.

/// The units that all others are made of, in the order of [`Dimension`].
const BASE: [&str; 6] = ["kg", "m", "s", "A", "K", "mol"];

/// Holds the powers of mass, length, time, current, temperature and amount of substance. An angle has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension(pub [i32; 6]);

/// Names for what has these dimensions, with the unit of the SI.
const NAMES: &[([i32; 6], &str, &str)] = &[
    ([0, 0, 0, 0, 0, 0], "an angle or a pure number", "rad or 1"),
    ([1, 0, 0, 0, 0, 0], "a mass", "kg"),
    ([0, 1, 0, 0, 0, 0], "a length", "m"),
    ([0, 0, 1, 0, 0, 0], "a time", "s"),
    ([0, 0, -1, 0, 0, 0], "an angular velocity or a frequency", "rad/s or 1/s"),
    ([0, 0, -2, 0, 0, 0], "an angular acceleration", "rad/s^2"),
    ([0, 1, -1, 0, 0, 0], "a velocity", "m/s"),
    ([0, 1, -2, 0, 0, 0], "an acceleration", "m/s^2"),
    ([0, 2, 0, 0, 0, 0], "an area", "m^2"),
    ([0, 3, 0, 0, 0, 0], "a volume", "m^3"),
    ([1, -3, 0, 0, 0, 0], "a density", "kg/m^3"),
    ([1, 2, 0, 0, 0, 0], "a moment of inertia", "kg m^2"),
    ([1, 1, -1, 0, 0, 0], "a momentum", "N s"),
    ([1, 2, -1, 0, 0, 0], "an angular momentum, or a damping of rotations", "N m s"),
    ([1, 1, -2, 0, 0, 0], "a force", "N"),
    ([1, 2, -2, 0, 0, 0], "a torque, an energy, or a stiffness of rotations", "N m or J"),
    ([1, 0, -2, 0, 0, 0], "a stiffness", "N/m"),
    ([1, 0, -1, 0, 0, 0], "a damping", "N s/m"),
    ([1, -1, -2, 0, 0, 0], "a pressure", "Pa"),
    ([1, 2, -3, 0, 0, 0], "a power", "W"),
    ([0, 0, 0, 1, 0, 0], "an electric current", "A"),
    ([1, 2, -3, -1, 0, 0], "a voltage", "V"),
    ([0, 0, 0, 0, 1, 0], "a temperature", "K"),
];

impl Dimension {
    /// Returns the product of powers: this one's, and another's to an exponent.
    #[must_use]
    pub fn times(self, other: Self, exponent: i32) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i] * exponent))
    }

    /// Names the quantity of the dimension, with a unit of the SI.
    pub fn words(self) -> String {
        match NAMES.iter().find(|(powers, ..)| *powers == self.0) {
            Some((_, name, unit)) => format!("{name} ({unit})"),
            None => format!("a quantity in {}", self.si()),
        }
    }

    /// Returns the unit of the SI, as `kg m^2/s^2`.
    pub fn si(self) -> String {
        let of = |sign: i32| {
            let powers = BASE.iter().zip(self.0).filter(move |(_, power)| power * sign > 0);
            powers.map(move |(unit, power)| match power * sign {
                1 => unit.to_string(),
                power => format!("{unit}^{power}"),
            })
        };
        let (above, below): (Vec<String>, Vec<String>) = (of(1).collect(), of(-1).collect());
        let above = if above.is_empty() { "1".to_string() } else { above.join(" ") };
        match below.as_slice() {
            [] => above,
            [one] => format!("{above}/{one}"),
            several => format!("{above}/({})", several.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dimension;

    #[test]
    fn dimensions_are_said_in_words_and_units() {
        assert_eq!(Dimension([1, 2, -2, 0, 0, 0]).si(), "kg m^2/s^2");
        assert_eq!(Dimension([0, 0, -1, 0, 0, 0]).si(), "1/s");
        assert_eq!(Dimension([0, 1, -1, -1, 0, 0]).si(), "m/(s A)");
        assert_eq!(Dimension([1, 0, 0, 0, 0, 0]).words(), "a mass (kg)");
        assert_eq!(Dimension([2, 0, 0, 0, 0, 0]).words(), "a quantity in kg^2");
    }
}

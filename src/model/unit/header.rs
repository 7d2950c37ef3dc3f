//! Heads of columns that state a unit, as `travel (mm)`.

use super::{Factor, Unit};

/// Holds the head of a column: which of the names that are known it has, and the unit that it states.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name; the whole head where it is none that is known.
    pub name: String,
    /// The unit.
    unit: Option<Unit>,
}

/// The longest head that is looked into, in bytes: a name and a unit.
const LONGEST: usize = 2000;

impl Header {
    /// Reads a head; `is_known` tells the names that a column may have, which may hold parentheses themselves.
    ///
    /// # Errors Where what stands in parentheses behind a name is no unit: a message.
    pub fn read(head: &str, is_known: impl Fn(&str) -> bool) -> Result<Self, String> {
        let head = head.trim();
        let plain = || Self { name: head.into(), unit: None };
        if head.len() > LONGEST {
            return Ok(plain());
        }
        let Some(open) = [(')', '('), (']', '[')].iter().find_map(|(end, open)| head.ends_with(*end).then_some(*open))
        else {
            return Ok(plain());
        };
        if is_known(head) {
            return Ok(plain());
        }
        let name = |at: usize| head[..at].trim_end();
        let Some((at, _)) = head.match_indices(open).find(|(at, _)| is_known(name(*at))) else { return Ok(plain()) };
        let unit = Unit::parse(&head[at + 1..head.len() - 1]).map_err(|e| format!("the column {head:?}: {e}"))?;
        Ok(Self { name: name(at).into(), unit: Some(unit) })
    }

    /// Returns the factor that a number of the column is multiplied by to be in another unit; none stands for that of
    /// the SI, of whatever it is one.
    ///
    /// # Errors Where the units are of different quantities: a message.
    pub fn conversion(&self, to: Option<&Unit>) -> Result<Factor, String> {
        let Some(unit) = &self.unit else { return Ok(Factor::ONE) };
        let Some(to) = to else { return Ok(unit.factor) };
        match unit.mismatch(to) {
            Some(message) => Err(format!("the column {:?} is in {message}", self.name)),
            None => Ok(unit.factor.times(to.factor.inverse())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_a_name_and_perhaps_a_unit() {
        let known = |name: &str| ["way", "d(way)/d(m)", "P(way)"].contains(&name);
        let millimetres = Unit::parse("mm").unwrap();
        for (head, name, factor) in [
            ("way", "way", 1.0),
            ("way (mm)", "way", 1.0),
            ("way(mm)", "way", 1.0),
            (" way [m] ", "way", 1000.0),
            ("d(way)/d(m) (m/(1))", "d(way)/d(m)", 1000.0),
            ("d(way)/d(m)", "d(way)/d(m)", 1.0),
            ("P(way)", "P(way)", 1.0),
            ("wey (mm)", "wey (mm)", 1.0),
        ] {
            let header = Header::read(head, known).unwrap();
            assert_eq!(header.name, name, "{head}");
            assert_eq!(header.conversion(Some(&millimetres)).unwrap().to_si(1.0), factor, "{head}");
        }
        assert_eq!(Header::read("way (mm)", known).unwrap().conversion(None).unwrap().to_si(5.0), 0.005);
        let message = Header::read("way (furlongs)", known).unwrap_err();
        assert!(message.starts_with("the column \"way (furlongs)\": unknown unit \"furlongs\""), "{message}");
        let message = Header::read("way (kg)", known).unwrap().conversion(Some(&millimetres)).unwrap_err();
        assert_eq!(message, "the column \"way\" is in kg, a mass (kg); accepted: a length, as in mm");
    }
}

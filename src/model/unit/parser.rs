//! From a text to a unit.

use super::catalog::{Turns, find};
use super::dimension::Dimension;
use super::factor::Factor;
use super::nearest::nearest;
use std::iter::Peekable;
use std::str::Chars;

/// Holds what a text says.
pub(super) struct Parsed {
    pub(super) factor: Factor,
    pub(super) dimension: Dimension,
    pub(super) turns: Turns,
}

/// The largest magnitude of an exponent.
const LARGEST_POWER: i32 = 12;

/// The longest unit, in characters, which bounds how deep parentheses lie.
const LONGEST: usize = 200;

/// Says with what a quotient is written.
const BELOW: &str = "what stands below a stroke and is a product is in parentheses, as in J/(kg K)";

/// Parses a text.
pub(super) fn parse(text: &str) -> Result<Parsed, String> {
    let length = text.chars().count();
    if length > LONGEST {
        return Err(format!("found a unit of {length} characters, of which at most {LONGEST} can be"));
    }
    let mut parser = Parser { text, rest: text.chars().peekable() };
    parser.skip_blanks();
    if parser.rest.peek().is_none() {
        return Ok(Parsed::one());
    }
    let parsed = parser.quotient()?;
    match parser.rest.next() {
        None => Ok(parsed),
        Some(sign) => Err(format!("the unit {text:?} holds {sign:?} where it cannot stand")),
    }
}

impl Parsed {
    fn one() -> Self {
        Self { factor: Factor::ONE, dimension: Dimension::default(), turns: Turns::None }
    }

    /// Returns the product with another one to an exponent.
    fn times(self, other: Self, exponent: i32) -> Self {
        let turns = match (self.turns, other.turns) {
            (Turns::Angle, _) | (_, Turns::Angle) => Turns::Angle,
            (Turns::Cycles, _) | (_, Turns::Cycles) => Turns::Cycles,
            _ => Turns::None,
        };
        Self {
            factor: self.factor.times(other.factor.power(exponent)),
            dimension: self.dimension.times(other.dimension, exponent),
            turns,
        }
    }
}

/// Walks along a text.
struct Parser<'a> {
    text: &'a str,
    rest: Peekable<Chars<'a>>,
}

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
    }

    /// Parses a product, and what it is divided by.
    fn quotient(&mut self) -> Result<Parsed, String> {
        let mut value = self.product()?;
        while self.rest.next_if_eq(&'/').is_some() {
            self.skip_blanks();
            let below = self.power()?;
            value = value.times(below, -1);
            if self.begins_factor() {
                return Err(format!("the unit {:?} can be read in two ways: {BELOW}", self.text));
            }
        }
        Ok(value)
    }

    /// Parses factors with blanks, `*`, `·` or `.` between them.
    fn product(&mut self) -> Result<Parsed, String> {
        let mut value = self.power()?;
        while self.begins_factor() {
            if self.rest.next_if(|c| is_times(*c)).is_some() {
                self.skip_blanks();
            }
            value = value.times(self.power()?, 1);
        }
        Ok(value)
    }

    /// Tells whether a factor follows, perhaps after a sign of multiplication.
    fn begins_factor(&mut self) -> bool {
        self.rest.peek().is_some_and(|c| is_times(*c) || is_symbol(*c) || c.is_ascii_digit() || *c == '(')
    }

    /// Parses a symbol or something in parentheses, perhaps to a power, and the blanks behind it.
    fn power(&mut self) -> Result<Parsed, String> {
        let base = self.base()?;
        let exponent = self.exponent()?;
        self.skip_blanks();
        Ok(Parsed::one().times(base, exponent))
    }

    fn base(&mut self) -> Result<Parsed, String> {
        match self.rest.peek().copied() {
            Some('(') => {
                self.rest.next();
                self.skip_blanks();
                let inner = self.quotient()?;
                match self.rest.next() {
                    Some(')') => Ok(inner),
                    _ => Err(format!("the unit {:?} has a \"(\" without \")\"", self.text)),
                }
            }
            Some(c) if is_symbol(c) => {
                let symbol = self.while_of(|c| is_symbol(c) || c.is_ascii_digit());
                let (known, factor) = find(&symbol).ok_or_else(|| self.unknown(&symbol))?;
                Ok(Parsed { factor, dimension: known.dimension, turns: known.turns })
            }
            Some(c) if c.is_ascii_digit() => {
                let number = self.while_of(|c| c.is_ascii_digit());
                let wrong =
                    format!("the unit {:?} holds the number {number}, and 1 is the only one that can be", self.text);
                if number == "1" { Ok(Parsed::one()) } else { Err(wrong) }
            }
            found => {
                let found = found.map_or_else(|| "its end".to_string(), |c| format!("{c:?}"));
                Err(format!("the unit {:?} has {found} where a symbol is needed", self.text))
            }
        }
    }

    /// Parses an exponent; 1 where there is none.
    fn exponent(&mut self) -> Result<i32, String> {
        let digits: String = if self.rest.next_if_eq(&'^').is_some() {
            self.while_of(|c| c.is_ascii_digit() || c == '-')
        } else if self.rest.peek().is_some_and(|c| superscript(*c).is_some()) {
            self.while_of(|c| superscript(c).is_some()).chars().filter_map(superscript).collect()
        } else {
            return Ok(1);
        };
        let wrong = || {
            let found = match digits.as_str() {
                "" => "no whole number".to_string(),
                digits => format!("{digits:?}"),
            };
            format!(
                "the unit {:?} has {found} as an exponent; accepted: a whole number of at most {LARGEST_POWER}, as in m^2",
                self.text
            )
        };
        digits.parse().ok().filter(|n: &i32| n.abs() <= LARGEST_POWER).ok_or_else(wrong)
    }

    fn while_of(&mut self, is_part: impl Fn(char) -> bool) -> String {
        std::iter::from_fn(|| self.rest.next_if(|c| is_part(*c))).collect()
    }

    fn unknown(&self, symbol: &str) -> String {
        let whole = if symbol == self.text.trim() { String::new() } else { format!(" in {:?}", self.text) };
        let hint = nearest(symbol).map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        format!("unknown unit {symbol:?}{whole}{hint}")
    }
}

fn is_times(c: char) -> bool {
    matches!(c, '*' | '·' | '⋅' | '.')
}

fn is_symbol(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '°' | '%')
}

/// Returns the digit or sign that a superscript is.
fn superscript(c: char) -> Option<char> {
    const ALL: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    if c == '⁻' {
        return Some('-');
    }
    let place = ALL.chars().position(|of| of == c)?;
    char::from_digit(place as u32, 10)
}

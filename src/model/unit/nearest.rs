//! What is meant by a symbol that is none.

use super::catalog::{find, symbols};

/// What is written for a unit, and what it is here; in lower case.
const ALIASES: [(&str, &str); 39] = [
    ("rads", "rad"),
    ("degs", "deg"),
    ("revs", "rev"),
    ("lbs", "lb"),
    ("kgs", "kg"),
    ("mins", "min"),
    ("kmh", "km/h"),
    ("kph", "km/h"),
    ("mph", "mi/h"),
    ("meter", "m"),
    ("metre", "m"),
    ("millimeter", "mm"),
    ("millimetre", "mm"),
    ("mu", "um"),
    ("micron", "um"),
    ("inch", "in"),
    ("feet", "ft"),
    ("foot", "ft"),
    ("gram", "g"),
    ("kilogram", "kg"),
    ("ton", "t"),
    ("tonne", "t"),
    ("pound", "lb"),
    ("sec", "s"),
    ("second", "s"),
    ("minute", "min"),
    ("hr", "h"),
    ("hour", "h"),
    ("radian", "rad"),
    ("degree", "deg"),
    ("grad", "deg"),
    ("turn", "rev"),
    ("newton", "N"),
    ("joule", "J"),
    ("watt", "W"),
    ("pascal", "Pa"),
    ("percent", "%"),
    ("degc", "K"),
    ("°c", "K"),
];

/// Returns what a symbol that is unknown may be meant to be.
pub(super) fn nearest(symbol: &str) -> Option<String> {
    let lower = symbol.to_lowercase();
    let singular = lower.strip_suffix('s').filter(|word| word.len() > 2).unwrap_or(&lower);
    let alias =
        ALIASES.iter().find(|(alias, _)| *alias == lower || *alias == singular).map(|(_, unit)| unit.to_string());
    let same = |known: &String| known.chars().zip(symbol.chars()).filter(|(a, b)| a == b).count();
    let other_case = || symbols().filter(|known| known.to_lowercase() == lower).max_by_key(same);
    let close = || {
        let all: Vec<(String, String)> =
            ALIASES.iter().map(|(alias, unit)| (alias.to_string(), unit.to_string())).collect();
        let all: Vec<(String, String)> = symbols().map(|s| (s.clone(), s)).chain(all).collect();
        let found = crate::model::nearest(singular, all.iter().map(|(written, _)| written.as_str()))?;
        all.iter().find(|(written, _)| written == found).map(|(_, unit)| unit.clone())
    };
    alias.or_else(other_case).or_else(|| power(symbol)).or_else(|| product(symbol)).or_else(close)
}

/// Returns the power that is meant by a unit with digits behind it, as `s2`.
fn power(symbol: &str) -> Option<String> {
    let unit = symbol.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &symbol[unit.len()..];
    let base = if find(unit).is_some() { unit.to_string() } else { product(unit)? };
    (!digits.is_empty()).then(|| format!("{base}^{digits}"))
}

/// Returns the product that is meant by symbols without a blank between them, as `Nm`: the first may have a prefix.
fn product(symbol: &str) -> Option<String> {
    /// What may come first, perhaps with a prefix.
    const FIRST: [&str; 6] = ["N", "g", "J", "W", "V", "A"];
    /// What may follow.
    const FACTORS: [&str; 6] = ["mm", "cm", "rad", "kg", "m", "s"];
    let factor = FACTORS.iter().find_map(|factor| Some((symbol.strip_suffix(factor)?, factor)));
    let (rest, factor) = factor.filter(|(rest, _)| !rest.is_empty())?;
    let before = match find(rest) {
        Some((known, _)) if FIRST.contains(&known.symbol) => rest.to_string(),
        Some(_) => return None,
        None => product(rest)?,
    };
    Some(format!("{before} {factor}"))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_is_meant_is_found() {
        for (symbol, meant) in [
            ("Nm", "N m"),
            ("kNm", "kN m"),
            ("rpmm", "rpm"),
            ("Nms", "N m s"),
            ("Nmm", "N mm"),
            ("s2", "s^2"),
            ("kgm2", "kg m^2"),
            ("RPM", "rpm"),
            ("Mpa", "MPa"),
            ("KN", "kN"),
            ("meters", "m"),
            ("degrees", "deg"),
            ("degC", "K"),
            ("radd", "rad"),
            ("secs", "s"),
        ] {
            assert_eq!(nearest(symbol).as_deref(), Some(meant), "{symbol}");
        }
        assert_eq!(nearest("furlong"), None);
    }
}

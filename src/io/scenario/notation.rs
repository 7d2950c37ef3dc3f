//! Numbers that TOML does not know as they are written, and how it does.

use crate::model::unit::Unit;

/// Says what the number at a place of a text is to be, where it is one in another notation: of another language, or with its unit.
pub(super) fn of_number(text: &str, place: usize) -> String {
    let found = decimal_comma(text, place).or_else(|| {
        let token = token(text, place)?;
        if token == ";" {
            return Some("; a line ends without a semicolon".into());
        }
        let (written, semicolon) = match token.strip_suffix(';') {
            Some(rest) => (rest, ": no semicolon ends a line, and commas part the entries of a list"),
            None => (token, ""),
        };
        let (number, unit) = split(written)?;
        let plain = with_digits(number);
        match unit {
            "e" | "E" => None,
            "" if plain == number && semicolon.is_empty() => None,
            "" => Some(format!("; {token} is written {plain}{semicolon}")),
            unit => Some(format!("; {token}: {}", in_unit(text, place, (&plain, unit)))),
        }
    });
    found.unwrap_or_default()
}

/// Says what a number with a unit behind it is to be at a place of a text.
fn in_unit(text: &str, place: usize, (plain, unit): (&str, &str)) -> String {
    let (given, number) = (Unit::parse(unit).ok(), plain.parse::<f64>().unwrap_or(f64::NAN));
    if let Some((own, given)) = unit_of_parameter(text, place).zip(given.as_ref()) {
        return instead(number, given, &own);
    }
    let of_si = given.filter(|given| !given.factor.is_one()).map(|given| format!("{:?}", given.factor.to_si(number)));
    format!(
        "numbers are in units of the SI, written {}; one in {unit} is a parameter, {{ default = {plain}, unit = \"{unit}\" }}",
        of_si.as_deref().unwrap_or(plain)
    )
}

/// Says what a text that is a number with a unit behind it is to be where numbers are in another.
pub(super) fn with_unit(text: &str, own: &Unit) -> Option<String> {
    let (number, unit) = split(text.trim()).filter(|(_, unit)| !unit.is_empty())?;
    Some(format!("{text:?}: {}", instead(number.parse().ok()?, &Unit::parse(unit).ok()?, own)))
}

/// Says what a number in a unit is to be where numbers are in another.
fn instead(number: f64, given: &Unit, own: &Unit) -> String {
    match given.mismatch(own) {
        Some(words) => format!("found {words}"),
        None => {
            let size = given.factor.times(own.factor.inverse());
            format!("numbers are in {} here; accepted: {}", own.text, size.to_si(number))
        }
    }
}

/// Returns the unit that the parameter states whose default is at a place of a text.
fn unit_of_parameter(text: &str, place: usize) -> Option<Unit> {
    let before = text.get(..place)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let head = before.rfind("\n[").map_or(0, |end| end + 1);
    let is_own = ["[parameters.", "[parameters]"].iter().any(|start| text[head..].starts_with(start));
    if !is_own && !text[line..].trim_start().starts_with("parameters.") {
        return None;
    }
    // the entries of an inline table, or of the parameter's own table
    let (from, end) = match before[line..].rfind('{') {
        Some(at) => (line + at, "}"),
        None if text[head..].starts_with("[parameters.") => (head, "\n["),
        None => return None,
    };
    let entries = text[from + 1..].split(end).next()?.split(['\n', ',', '{']);
    let mut pairs = entries.filter_map(|entry| entry.split_once('='));
    let (_, unit) = pairs.find(|(key, _)| key.trim() == "unit")?;
    Unit::parse(unit.trim().trim_matches(['"', '\''])).ok()
}

/// Returns the word at a place, with a number before it or a unit behind it that a blank parts from it.
fn token(text: &str, place: usize) -> Option<&str> {
    let is_end = |c: char| c.is_whitespace() || "=[]{},#\"'".contains(c);
    let begin = |before: &str| before.rfind(is_end).map_or(0, |at| at + 1);
    let end = |from: usize| from + text[from..].find(is_end).unwrap_or(text.len() - from);
    let (mut from, mut to) = (begin(text.get(..place)?), end(place));
    let before = text[..from].trim_end_matches([' ', '\t']);
    let behind = to + text[to..].len() - text[to..].trim_start_matches([' ', '\t']).len();
    if split(&text[from..to]).is_some() {
        if text[behind..].starts_with(char::is_alphabetic) {
            to = end(behind);
        }
    } else if split(&before[begin(before)..]).is_some() {
        from = begin(before);
    }
    let token = &text[from..to];
    (!token.is_empty()).then_some(token)
}

/// Parts a number from the unit behind it.
fn split(written: &str) -> Option<(&str, &str)> {
    let is_number = |text: &str| text.parse::<f64>().is_ok() && text.contains(|c: char| c.is_ascii_digit());
    let ends = written.char_indices().map(|(at, _)| at).chain([written.len()]).rev();
    let end = ends.filter(|at| *at > 0).find(|at| is_number(&written[..*at]))?;
    let unit = written[end..].trim();
    let is_unit = unit.is_empty() || unit.starts_with(|c: char| c.is_alphabetic() || matches!(c, '°' | '%'));
    is_unit.then_some((&written[..end], unit))
}

/// Writes a number with digits on both sides of its point.
fn with_digits(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix(['+', '-']) {
        Some(digits) => (&number[..1], digits),
        None => ("", number),
    };
    let point = digits.find('.').map_or(String::new(), |at| {
        let is_last = !digits[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        format!("{}.{}", if at == 0 { "0" } else { &digits[..at] }, if is_last { "0" } else { "" }) + &digits[at + 1..]
    });
    format!("{sign}{}", if point.is_empty() { digits } else { &point })
}

/// Says what a number with a comma is to be, where there is one between the last sign of equality before a place and that place.
fn decimal_comma(text: &str, place: usize) -> Option<String> {
    let is_digit = |c: &char| c.is_ascii_digit();
    let before = text.get(..place)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let (keys, _) = before[line..].rsplit_once('=')?;
    let key = keys.rsplit(['{', ',']).next()?.trim();
    let value = text[line + keys.len() + 1..].trim_start();
    let (whole, rest) = value.split_once(',')?;
    let digits: String = rest.chars().take_while(is_digit).collect();
    let is_number = whole.parse::<f64>().is_ok() && !digits.is_empty();
    is_number.then(|| format!("; {key} = {whole},{digits} has a decimal comma: accepted: {key} = {whole}.{digits}"))
}

//! The comparisons of a condition, as texts.

use super::parser::{name_length, number_length};

/// Returns the comparisons that a condition joins, without the parentheses around several.
pub fn comparisons(condition: &str) -> Vec<&str> {
    let parts = condition.split(" and ").flat_map(|part| part.split(" or "));
    parts.map(without_loose_parentheses).collect()
}

/// Returns a text without parentheses at its ends whose other ones are elsewhere, or that stand around all of it.
fn without_loose_parentheses(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let [open, close] = ['(', ')'].map(|c| text.matches(c).count());
        text = match (open, close) {
            _ if open > close && text.starts_with('(') => text[1..].trim(),
            _ if close > open && text.ends_with(')') => text[..text.len() - 1].trim(),
            _ if open == close && is_enclosed(text) => text[1..text.len() - 1].trim(),
            _ => return text,
        };
    }
}

fn is_enclosed(text: &str) -> bool {
    if !text.starts_with('(') || !text.ends_with(')') {
        return false;
    }
    let mut depth = 0;
    let closes = text.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    closes.is_some_and(|(at, _)| at == text.len() - 1)
}

/// Returns the texts on both sides of a comparison.
pub fn sides(comparison: &str) -> Option<(&str, &str)> {
    let (left, right) = comparison.split_once(['<', '>'])?;
    Some((left, right.strip_prefix('=').unwrap_or(right)))
}

/// Returns every name that a condition compares with a number in a unit, with the text of the unit.
pub fn compared_units(condition: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (left, right) in comparisons(condition).into_iter().filter_map(sides) {
        for (name, number) in [(left.trim(), right.trim()), (right.trim(), left.trim())] {
            let digits = number.trim_start_matches(['+', '-', ' ']);
            let unit = digits[number_length(digits)..].trim();
            if name_length(name) == name.len() && !unit.is_empty() && unit.len() < digits.len() {
                found.push((name, unit));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_what_and_and_or_join() {
        let found = comparisons("(a < b or a > (b + 1)*2) and (b > 9)");
        assert_eq!(found, ["a < b", "a > (b + 1)*2", "b > 9"]);
        assert_eq!(sides("a >= 2"), Some(("a ", " 2")));
    }

    #[test]
    fn names_are_compared_with_numbers_in_units() {
        let found = compared_units("swing > 102.4 deg and (-3 mm <= com.z or 2 < a) and a > 1e-3");
        assert_eq!(found, [("swing", "deg"), ("com.z", "mm")]);
    }
}

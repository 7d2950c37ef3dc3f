//! Text of users for readers: on terminals, in messages, in tables.

use std::borrow::Cow;

/// Characters of a text that is quoted whole in a message.
const LONGEST: usize = 200;

/// Characters of it that are shown where it is longer.
const SHOWN: usize = 60;

/// Tells whether a character shows nothing by itself, and may change what others show: controls, formats (directions of
/// writing, joiners, marks of width zero, tags), separators of lines.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}'..='\u{891}'
                | '\u{8e2}'
                | '\u{115f}'..='\u{1160}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Tells whether a spreadsheet takes a text that begins so for a formula.
pub fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// Returns a text with hidden characters escaped, as `\u{1b}`, so that none reaches a terminal.
pub fn printable(text: &str) -> Cow<'_, str> {
    let escaped = |c: char| match c {
        c if c.is_control() => c.escape_debug().to_string(),
        c if is_hidden(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    };
    if text.chars().any(is_hidden) { text.chars().map(escaped).collect() } else { text.into() }
}

/// Says how numbers are written, where a row of a table has more cells than columns, as it has by decimal commas.
pub fn of_cells(found: u64, columns: u64) -> &'static str {
    if found > columns { "; a comma ends a cell, and numbers have a decimal point: 0.5, not 0,5" } else { "" }
}

/// Writes a real number with so many significant digits at most, without zeros at its end.
pub fn short(x: f64, digits: usize) -> String {
    let rounded: f64 = format!("{x:.*e}", digits.saturating_sub(1)).parse().unwrap_or(x);
    if x == 0.0 || (1e-4..1e6).contains(&x.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}

/// Returns a text for a message, a long one by its beginning alone.
pub fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST || text.chars().nth(LONGEST).is_none() {
        return text.into();
    }
    let shown: String = text.chars().take(SHOWN).collect();
    format!("{shown}.. ({} characters)", text.chars().count()).into()
}

/// Returns a message in which whatever stands between two quotes of a kind is shortened.
pub fn with_short_quotes(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST {
        return message.into();
    }
    let (mut out, mut rest) = (String::new(), message);
    while let Some(begin) = rest.find(['"', '`']) {
        let quote = &rest[begin..=begin];
        let inner = begin + 1;
        let Some(length) = closing(&rest[inner..], quote) else { break };
        out += &rest[..inner];
        out += &shortened(&rest[inner..inner + length]);
        out += quote;
        rest = &rest[inner + length + 1..];
    }
    out += rest;
    out.into()
}

/// Returns where a quote ends that has begun before a text.
fn closing(text: &str, quote: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if quote.as_bytes() == [byte] => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hidden_character_is_left() {
        assert_eq!(printable("a\x1b[31m\r\n\u{9b}b"), "a\\u{1b}[31m\\r\\n\\u{9b}b");
        assert_eq!(printable("gnp\u{202e}.exe\u{200b}"), "gnp\\u{202e}.exe\\u{200b}");
        assert_eq!(printable("\u{e0041}\u{2066}\u{feff}"), "\\u{e0041}\\u{2066}\\u{feff}");
        for plain in ["häng µ θ₁ 車 αβ عربي עברית", "N m/rad", "e\u{301}"] {
            assert_eq!(printable(plain), plain);
        }
    }

    #[test]
    fn long_quotes_show_their_beginning() {
        let long = "1\\\"\n".repeat(1000);
        let message = format!("in \"a.csv\" `{}` is no number, \"{long}\" neither; `c` stays", "x".repeat(300));
        let expected = format!(
            "in \"a.csv\" `{}.. (300 characters)` is no number, \"{}.. (4000 characters)\" neither; `c` stays",
            "x".repeat(SHOWN),
            &long[..SHOWN]
        );
        assert_eq!(with_short_quotes(&message), expected);
        assert_eq!(with_short_quotes("`a\" is \"b` short"), "`a\" is \"b` short");
        let open = format!("`{}", "x".repeat(300));
        assert_eq!(with_short_quotes(&open), open, "nothing ends the quote");
        assert_eq!(shortened(&"ä".repeat(200)), "ä".repeat(200));
    }

    #[test]
    fn formulas_are_known_by_how_they_begin() {
        assert!(["=1+1", "+a", "-a", "@sum(a)", " =1"].into_iter().all(is_formula));
        assert!(!["d(a)/d(b)", "a-b", "P(-x > 3)", "1/min"].into_iter().any(is_formula));
    }
}

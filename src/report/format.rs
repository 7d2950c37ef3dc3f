//! Numbers and tables as text.

use crate::model::text::printable;
use crate::plot::count;
use std::borrow::Cow;
use std::ops::Range;

/// Writes a real number with seven significant digits.
pub fn number(x: f64) -> String {
    let magnitude = x.abs();
    if x == 0.0 {
        "0".into()
    } else if !x.is_finite() || !(1e-4..1e6).contains(&magnitude) {
        format!("{x:.6e}")
    } else {
        let decimals = (6 - magnitude.log10().floor() as i32).max(0) as usize;
        format!("{x:.decimals$}")
    }
}

/// Returns a unit for a reader: that of a pure number is none.
pub fn shown_unit(unit: &str) -> &str {
    if unit == "1" { "" } else { unit }
}

/// Writes a rate with three significant digits.
pub fn rate(x: f64) -> String {
    format!("{x:.2e}")
}

/// Says how many of some members, as `6 of 128`.
pub fn share(some: u64, all: u64) -> String {
    format!("{} of {}", count(some), count(all))
}

/// Writes rows as aligned columns: the first `left` columns to the left, the others to the right.
pub fn table(rows: &[Vec<String>], left: usize) -> String {
    aligned(rows, &(left..usize::MAX))
}

/// Returns rows as aligned columns, these to the right and the others to the left.
pub(super) fn aligned(rows: &[Vec<String>], right: &Range<usize>) -> String {
    let rows: Vec<Vec<Cow<'_, str>>> =
        rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        // not by a width of `format!`, which is limited
        let cells = row.iter().enumerate().map(|(c, cell)| {
            let blanks = " ".repeat(widths[c] - cell.chars().count());
            if right.contains(&c) { format!("{blanks}{cell}") } else { format!("{cell}{blanks}") }
        });
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_widths_have_no_limit() {
        assert_eq!(printable("a\x1b[31m\r\n\u{9b}b"), "a\\u{1b}[31m\\r\\n\\u{9b}b");
        let long = "x".repeat(70_000);
        let rows = [vec!["a\nb".to_string(), "1".into()], vec![long.clone(), "22".into()]];
        let text = table(&rows, 1);
        assert_eq!(text, format!("a\\nb{}   1\n{long}  22\n", " ".repeat(69_996)));
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-0.108_372_49), "-0.1083725");
        assert_eq!(number(150.0), "150.0000");
        assert_eq!(number(1.5e-9), "1.500000e-9");
    }
}

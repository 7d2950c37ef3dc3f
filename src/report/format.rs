//! Numbers and tables as text.

/// A real number with seven significant digits.
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

/// A rate with three significant digits.
pub fn rate(x: f64) -> String {
    format!("{x:.2e}")
}

/// Rows as aligned columns: the first `left` columns to the left, the others to the right.
pub fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(c, cell)| {
            let width = widths[c];
            if c < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
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
    fn numbers_are_readable() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-0.108_372_49), "-0.1083725");
        assert_eq!(number(150.0), "150.0000");
        assert_eq!(number(1.5e-9), "1.500000e-9");
    }
}

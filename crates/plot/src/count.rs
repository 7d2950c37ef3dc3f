//! Whole numbers as text.

/// Writes a whole number with thousands separated.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Writes how many there are of what a noun names, in the plural unless it is one.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{count, counted};

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_234_567].map(count), ["0", "999", "1,234,567"]);
        assert_eq!([1, 2000].map(|n| counted(n, "map")), ["1 map", "2,000 maps"]);
    }
}

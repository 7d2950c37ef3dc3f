//! `--verify`: how many members are run again.

use super::request::Share;

/// The share of the members where none is given, with the fewest and the most of them.
const DEFAULT: (f64, u64, u64) = (0.01, 16, 1000);

/// Reads a share.
///
/// # Errors
/// What is accepted.
pub fn fraction(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share <= 1.0 => Ok(share),
        _ => Err("accepted: above 0, at most 1, as in --verify 0.05; the scenario stands before --verify, or after \
                  --verify=0.05"
            .into()),
    }
}

/// Returns how many of so many members a share is.
pub(super) fn member_count(share: Share, members: u64) -> u64 {
    let of = |share: f64| (share * members as f64).ceil() as u64;
    let (default, fewest, most) = DEFAULT;
    let count = match share {
        Share::Given(share) => of(share),
        Share::Usual => of(default).clamp(fewest, most),
    };
    count.clamp(1, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_at_least_one_member_and_at_most_all() {
        assert_eq!([1, 16, 100, 20_000, 1 << 30].map(|n| member_count(Share::Usual, n)), [1, 16, 16, 200, 1000]);
        assert_eq!([1e-9, 0.5, 1.0].map(|share| member_count(Share::Given(share), 100)), [1, 50, 100]);
        assert_eq!(fraction("0.25"), Ok(0.25));
        assert!(["0", "-1", "1.5", "nan", "top.toml"].iter().all(|text| fraction(text).is_err()));
    }
}

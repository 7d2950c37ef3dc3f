//! Order statistics: which of the sorted values of independent members enclose a quantile.
//!
//! The number of values below the quantile of a share q is binomial, whatever the distribution: the k-th smallest value
//! exceeds the quantile where fewer than k values lie below it. S. Wilks, "Determination of sample sizes for setting
//! tolerance limits", Annals of Mathematical Statistics 12 (1941) 91-96.

use super::LEVEL;
use super::incomplete::incomplete_beta;

/// Returns the probabilities that at most, and that more than, `most` of so many independent values lie below the quantile of
/// a share.
fn below(most: u64, count: u64, share: f64) -> [f64; 2] {
    if most >= count {
        return [1.0, 0.0];
    }
    let (n, k) = (count as f64, most as f64);
    incomplete_beta([n - k, k + 1.0], [1.0 - share, share]).tails()
}

/// Returns the first number of a range for which a condition holds that holds for all later ones.
fn first(range: std::ops::Range<u64>, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Returns the ranks, from 1 on, of the sorted values between which the quantile of a share lies: outside of each with a
/// probability of at most 2.5 %. A rank is missing where so few values have none.
pub fn quantile_ranks(count: u64, share: f64) -> [Option<u64>; 2] {
    quantile_ranks_at(LEVEL, count, share)
}

/// Returns the ranks as [`quantile_ranks`], of another level.
pub(super) fn quantile_ranks_at(level: f64, count: u64, share: f64) -> [Option<u64>; 2] {
    let outside = (1.0 - level) / 2.0;
    // fewer than `rank` values lie below: the value of the rank is above the quantile
    let too_large = first(0..count + 1, |most| below(most, count, share)[0] > outside);
    let upper = first(1..count + 1, |rank| below(rank - 1, count, share)[1] <= outside);
    [(too_large > 0).then_some(too_large), (upper <= count).then_some(upper)]
}

/// Returns the least number of independent values of which the `order`-th largest is above the quantile of a share with a
/// probability of at least `level`.
pub fn smallest_sample(share: f64, level: f64, order: u64) -> u64 {
    let is_enough = |count: u64| count >= order && below(count - order, count, share)[0] >= level;
    let mut most = order;
    while !is_enough(most) {
        most *= 2;
    }
    first(order..most, is_enough)
}

/// Returns the least number of independent values that an interval of the quantile of a share needs.
pub fn fewest_for_quantile(share: f64) -> u64 {
    smallest_sample(share.max(1.0 - share), (1.0 + LEVEL) / 2.0, 1)
}

//! A sketch of a sorted column from which quantiles are read with a guaranteed error.
//!
//! M. Greenwald and S. Khanna, "Space-efficient online computation of quantile summaries",
//! SIGMOD 2001, in the buffered form without bands (`GKArray`) of G. Luo, L. Wang, K. Yi and
//! G. Cormode, "Quantiles over data streams: experimental comparisons, new analyses, and
//! further improvements", VLDB Journal 25 (2016) 449-472.
//!
//! The sketch is a sorted list of values that were seen. With each goes what is known of its
//! rank: entry `i` has a rank of at least `gap[0] + ... + gap[i]` and at most `slack[i]`
//! more. While `gap[i] + slack[i]` is at most `2 e n` for all `i`, every rank is known to
//! within `2 e n`.
//!
//! For 131,072 values in random, sorted or reversed order list and buffer take about 0.4 MB. An
//! order that always inserts at the same inner place makes the list longer, up to about 1 MB.

use std::cmp::Ordering;

/// The `e` above. Ranks read between two entries are off by less than `2 e n`.
const RANK_ERROR: f64 = 4.9e-5;
/// Number of new values that are collected before they are merged into the list. With half as many a value took 38 ns
/// instead of 30, with twice as many 23, but 0.5 MB.
const BUFFER: usize = 16384;

/// One entry of the list.
#[derive(Debug, Clone, Copy)]
struct Entry {
    value: f64,
    /// How much the entry's least possible rank exceeds that of the entry before.
    gap: u32,
    /// How much the entry's greatest possible rank exceeds its least possible one.
    slack: u32,
}

/// The sketch of one column.
#[derive(Debug, Clone, Default)]
pub(super) struct Sketch {
    /// Number of values that the list stands for.
    count: u64,
    entries: Vec<Entry>,
    /// Values not merged yet, in the order of their arrival.
    buffer: Vec<f64>,
}

impl Sketch {
    /// Takes in the next value, which is finite.
    pub(super) fn push(&mut self, value: f64) {
        self.buffer.push(value);
        if self.buffer.len() >= BUFFER {
            self.merge();
        }
    }

    /// Returns the values below which the given shares of all values lie.
    pub(super) fn quantiles<const N: usize>(&self, shares: [f64; N]) -> [Option<f64>; N] {
        if self.buffer.is_empty() {
            return shares.map(|q| self.read(q));
        }
        let mut merged = self.clone();
        merged.merge();
        shares.map(|q| merged.read(q))
    }

    /// Returns values at most that of one rank and at least that of another, counted from 1.
    pub(super) fn between(&self, lower: u64, upper: u64) -> Option<[f64; 2]> {
        let mut merged = self.clone();
        merged.merge();
        let off = f64::from(most_gap(merged.count));
        let bounds = [real(lower - 1) - off, real(upper - 1) + off].map(|rank| merged.at(rank));
        Some([bounds[0]?, bounds[1]?])
    }

    /// Returns the share of the values below a value, with half of those that are equal to it.
    pub(super) fn share_below(&self, value: f64) -> f64 {
        let mut merged = self.clone();
        merged.merge();
        let (mut below, mut before) = (0.0, 0);
        for entry in merged.entries.iter().take_while(|entry| entry.value <= value) {
            let (rank, gap) = (real(before) + 0.5 * f64::from(entry.slack), f64::from(entry.gap));
            below = rank + if entry.value < value { gap } else { 0.5 * gap };
            before += u64::from(entry.gap);
            if entry.value == value {
                let same = merged.entries.iter().filter(|other| other.value == value).map(|other| f64::from(other.gap));
                below = rank + 0.5 * same.sum::<f64>();
                break;
            }
        }
        below / real(merged.count.max(1))
    }

    /// Merges the buffer into the list and drops the entries that are no longer needed.
    fn merge(&mut self) {
        // finite values; by the order of their bits it takes twice as long
        self.buffer.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        self.count += self.buffer.len() as u64;
        let most = most_gap(self.count);
        let old = std::mem::take(&mut self.entries);
        let mut list = Thinned { entries: Vec::with_capacity(old.len() + BUFFER / 2), most };
        let mut fresh = self.buffer.drain(..).peekable();
        for entry in old {
            // A value that arrives before an entry may rank as high as that entry: this is
            // the range left to its own rank. Before the first entry and after the last one
            // there is no doubt about ranks, since these two are the least and the greatest.
            let slack = if list.entries.is_empty() { 0 } else { (entry.gap + entry.slack).saturating_sub(1) };
            while let Some(value) = fresh.next_if(|&value| value < entry.value) {
                list.push(Entry { value, gap: 1, slack });
            }
            list.push(entry);
            // A value equal to an entry may stand right after it, where its rank is known
            // as well as that of the entry.
            while let Some(value) = fresh.next_if(|&value| value <= entry.value) {
                list.push(Entry { value, gap: 1, slack: entry.slack });
            }
        }
        for value in fresh {
            list.push(Entry { value, gap: 1, slack: 0 });
        }
        self.entries = list.entries;
        self.entries.shrink_to_fit();
    }

    /// Returns the quantile from the list alone.
    ///
    /// The rank `q (count - 1)`, counted from 0, is looked up between the middles of the possible ranks of the entries,
    /// with linear interpolation. As long as every value has an entry of its own, this is the usual interpolation
    /// between neighbours.
    fn read(&self, q: f64) -> Option<f64> {
        self.at(q.clamp(0.0, 1.0) * real(self.count.saturating_sub(1)))
    }

    /// Returns the value at a rank, counted from 0, from the list alone.
    fn at(&self, wanted: f64) -> Option<f64> {
        let mut least_rank = 0;
        let mut before: Option<(f64, f64)> = None;
        for entry in &self.entries {
            least_rank += u64::from(entry.gap);
            let place = real(least_rank - 1) + 0.5 * f64::from(entry.slack);
            if place >= wanted {
                return Some(match before {
                    Some((lower, value)) => {
                        let t = (wanted - lower) / (place - lower);
                        ((1.0 - t) * value + t * entry.value).clamp(value, entry.value)
                    }
                    None => entry.value,
                });
            }
            before = Some((place, entry.value));
        }
        before.map(|(_, value)| value)
    }

    /// Returns the bytes of memory in use, without the fixed part.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.buffer.capacity() * size_of::<f64>()
    }
}

/// A list under construction that merges an entry into the next one where the error allows.
struct Thinned {
    entries: Vec<Entry>,
    /// Greatest sum of the gap and the slack of an entry.
    most: u32,
}

impl Thinned {
    /// Appends an entry, which takes the place of the one before if it can.
    ///
    /// The first entry stays, so the least value is kept; the last one always is.
    fn push(&mut self, mut entry: Entry) {
        let replaceable = self.entries.len() > 1;
        if let Some(last) = self.entries.last_mut() {
            let gap = last.gap.saturating_add(entry.gap);
            if replaceable && gap.saturating_add(entry.slack) <= self.most {
                entry.gap = gap;
                *last = entry;
                return;
            }
        }
        self.entries.push(entry);
    }
}

/// Returns the greatest sum of the gap and the slack of an entry among `count` values.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and only beyond 4e13 values"
)]
fn most_gap(count: u64) -> u32 {
    (2.0 * RANK_ERROR * real(count)) as u32
}

/// Converts a count to a real number.
#[allow(clippy::cast_precision_loss, reason = "beyond 2^53 values the rounding does not matter")]
fn real(count: u64) -> f64 {
    count as f64
}

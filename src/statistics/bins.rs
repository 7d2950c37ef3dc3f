//! The classes of a histogram.

/// Classes of equal width between the bounds; values outside are counted below or above.
pub const BIN_COUNT: usize = 64;

/// The part of its width by which the range of a pilot is widened on both sides: of 1024 normally distributed values
/// the outermost lie about 3.2 standard deviations from the mean, of four million about 5.2.
const WIDENED: f64 = 1.0 / 3.0;

/// The exponent of [`Bins::exponent`] stays within this: a sum of squares of a block holds what is a thousand times as large.
const LARGEST_EXPONENT: i32 = 500;

/// The classes of one output component, in its unit: class `i` holds the values from edge `i` up to, but without,
/// edge `i + 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    edges: Vec<f64>,
    exponent: i32,
}

impl Bins {
    /// Makes classes of equal width between two finite bounds, `min < max`.
    pub fn between(min: f64, max: f64) -> Self {
        let edge = |i: usize| {
            let t = i as f64 / BIN_COUNT as f64;
            (1.0 - t) * min + t * max
        };
        let width = max - min;
        let exponent = if width > 0.0 && width.is_finite() { width.log2().floor() } else { 0.0 };
        let exponent = (exponent as i32).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
        Self { edges: (0..=BIN_COUNT).map(edge).collect(), exponent }
    }

    /// Makes classes for values like these, if there is a finite one.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let finite = values.into_iter().filter(|y| y.is_finite());
        let (min, max) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), y| (a.min(y), b.max(y)));
        if min > max {
            return None;
        }
        let margin = WIDENED * (max - min);
        // values that do not differ beyond rounding tell nothing of a range
        let least = if max.abs().max(min.abs()) > 0.0 { 1e-6 * max.abs().max(min.abs()) } else { 1.0 };
        let margin = if margin > 1e-9 * least { margin } else { least };
        Some(Self::between((min - margin).max(f64::MIN / 4.0), (max + margin).min(f64::MAX / 4.0)))
    }

    /// Returns the edges in rising order, one more than there are classes.
    pub fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// Returns the exponent of two of the width of the classes. Squares of deviations are summed in the scale that
    /// brings it to about one, so that they neither overflow nor underflow; a precision with a smaller range takes no
    /// larger exponent than it can square.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// Returns the value that moments are relative to, so that a large mean costs no accuracy.
    pub fn origin(&self) -> f64 {
        self.edges[BIN_COUNT / 2]
    }

    /// Returns the index of the count that a value belongs to: 0 below the first edge, `BIN_COUNT + 1` from the last
    /// edge on. Comparisons alone decide, so every device decides alike.
    pub fn place(&self, value: f64) -> usize {
        self.edges.partition_point(|edge| *edge <= value)
    }

    /// Returns the bounds of the values of a count, given the least and the greatest value of all.
    fn bounds(&self, place: usize, min: f64, max: f64) -> (f64, f64) {
        let lower = if place == 0 { min } else { self.edges[place - 1].max(min) };
        let upper = if place > BIN_COUNT { max } else { self.edges[place].min(max) };
        (lower, upper)
    }

    /// Returns the value below which the share `q` of all values lies, from the counts of [`Bins::place`] and the
    /// extremes: linear within a class. The second number is the width of that class, within which the answer is right.
    pub fn quantile(&self, q: f64, counts: &[u64], min: f64, max: f64) -> Option<(f64, f64)> {
        let total: u64 = counts.iter().sum();
        let wanted = q.clamp(0.0, 1.0) * total as f64;
        let mut below = 0.0;
        for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let count = *count as f64;
            if below + count >= wanted {
                let (lower, upper) = self.bounds(place, min, max);
                let t = (wanted - below) / count;
                return Some(((lower + t * (upper - lower)).clamp(min, max), upper - lower));
            }
            below += count;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]
    use super::*;

    #[test]
    fn every_value_has_one_place() {
        let bins = Bins::between(-1.0, 3.0);
        assert_eq!(bins.edges().len(), BIN_COUNT + 1);
        assert_eq!((bins.edges()[0], bins.edges()[BIN_COUNT]), (-1.0, 3.0));
        assert_eq!(bins.place(-1.0000001), 0);
        assert_eq!(bins.place(-1.0), 1);
        assert_eq!(bins.place(1.0), BIN_COUNT / 2 + 1);
        assert_eq!(bins.place(2.9999999), BIN_COUNT);
        assert_eq!(bins.place(3.0), BIN_COUNT + 1);
        assert_eq!(bins.exponent(), 2);
    }

    #[test]
    fn a_pilot_is_widened_and_a_constant_has_a_range() {
        let bins = Bins::around([1.0, f64::NAN, 4.0]).unwrap();
        assert!((bins.edges()[0]).abs() < 1e-12 && (bins.edges()[BIN_COUNT] - 5.0).abs() < 1e-12);
        assert!(Bins::around([f64::NAN, f64::INFINITY]).is_none());
        for constant in [0.0, -7.5, 1e-200, 1e300] {
            let bins = Bins::around([constant; 3]).unwrap();
            assert!((BIN_COUNT / 2..BIN_COUNT / 2 + 2).contains(&bins.place(constant)), "{constant}");
            assert!(bins.edges().windows(2).all(|e| e[0] < e[1]), "{constant}");
        }
        assert!(Bins::around([f64::MIN, f64::MAX]).unwrap().edges().iter().all(|e| e.is_finite()));
    }

    /// Of evenly spread values the quantile is right to their spacing, of others to the width that it says.
    #[test]
    fn quantiles_lie_within_their_class() {
        let values: Vec<f64> = (0..10_000).map(|i| f64::from(i) * 1e-4).collect();
        let bins = Bins::between(0.25, 0.75);
        let mut counts = vec![0; BIN_COUNT + 2];
        values.iter().for_each(|y| counts[bins.place(*y)] += 1);
        assert_eq!((counts[0], counts[BIN_COUNT + 1]), (2500, 2500));
        for q in [0.0, 0.05, 0.3, 0.5, 0.95, 1.0] {
            let (found, width) = bins.quantile(q, &counts, 0.0, 0.9999).unwrap();
            assert!((found - q).abs() < 2e-4, "{q}: {found}");
            assert!(width <= 0.25, "{q}: {width}");
        }
        let cubed: Vec<f64> = values.iter().map(|y| y * y * y).collect();
        let mut counts = vec![0; BIN_COUNT + 2];
        cubed.iter().for_each(|y| counts[bins.place(*y)] += 1);
        for q in [0.05, 0.5, 0.7, 0.95] {
            let (found, width) = bins.quantile(q, &counts, 0.0, cubed[9999]).unwrap();
            assert!((found - q * q * q).abs() <= width, "{q}: {found}");
        }
        assert_eq!(bins.quantile(0.5, &[0; BIN_COUNT + 2], 0.0, 0.0), None);
    }
}

//! Classes of values, and how many values are in each.

use super::axis::{Scale, widened};

/// Numbers of values by classes: class `i` holds those from edge `i` up to, but without, edge `i + 1`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classes {
    /// The bounds of the classes, rising; one more than there are classes.
    pub edges: Vec<f64>,
    /// How many values are in each class.
    pub counts: Vec<u64>,
    /// How many values are below the first edge and above the last one.
    pub beyond: [u64; 2],
}

/// Most classes that are chosen without being asked for.
const MOST: usize = 100;
/// A whole number beyond this magnitude that is the only value has no class of the width 1, which would be narrow on the
/// axis around it.
const LARGEST_ALONE: f64 = 1e6;

/// Tells whether a value is a whole number, and small enough that its neighbours are numbers too.
pub fn is_whole(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() < 1e15
}

impl Classes {
    /// Returns the edges of classes of equal width, on a logarithmic scale of equal ratio, for columns of values that
    /// the scale shows; `None` without a value. They reach over the limits, or else over all values.
    ///
    /// There are as many as asked for, or else by the rule of Freedman and Diaconis (1981): a class is twice the
    /// interquartile range over the cube root of the number of values wide, and by that of Sturges where that range is
    /// zero; of several columns the one with the narrowest classes decides; 100 at most. Whole numbers are in the middle
    /// of their classes.
    pub fn edges(
        columns: &[&[f64]],
        scale: Scale,
        limits: Option<[f64; 2]>,
        classes: Option<usize>,
    ) -> Option<Vec<f64>> {
        let measure = |v: f64| if scale == Scale::Linear { v } else { v.ln() };
        let within = |v: &f64| limits.is_none_or(|[low, high]| (low..=high).contains(v));
        let sorted = |values: &&[f64]| {
            let mut sorted: Vec<f64> = values.iter().copied().filter(within).map(measure).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            sorted
        };
        let columns: Vec<Vec<f64>> = columns.iter().map(sorted).filter(|column| !column.is_empty()).collect();
        let least = columns.iter().filter_map(|column| column.first()).copied().reduce(f64::min)?;
        let greatest = columns.iter().filter_map(|column| column.last()).copied().reduce(f64::max)?;
        let chosen = |range: f64| columns.iter().map(|column| rule(column, range)).max().unwrap_or(1);
        let automatic = classes.is_none() && limits.is_none() && scale == Scale::Linear;
        if automatic && columns.iter().flatten().all(|v| is_whole(*v)) {
            if greatest > least {
                let step = ((greatest - least) / chosen(greatest - least) as f64).round().max(1.0);
                let n = ((greatest - least + 1.0) / step).ceil();
                // what the classes have more than the values is on both sides
                let first = least - 0.5 - ((n * step - (greatest - least + 1.0)) / 2.0).floor();
                return Some((0..=n as usize).map(|i| first + step * i as f64).collect());
            }
            if least.abs() < LARGEST_ALONE {
                return Some(vec![least - 0.5, least + 0.5]);
            }
        }
        let [low, high] = limits.map_or([least, greatest], |limits| limits.map(measure));
        let constant = widened(low, high) != (low, high);
        let (low, high) = widened(low, high);
        let n = classes.unwrap_or(if constant { 1 } else { chosen(high - low) });
        let back = |v: f64| if scale == Scale::Linear { v } else { v.exp() };
        let edge = |i: usize| {
            let t = i as f64 / n as f64;
            back((1.0 - t) * low + t * high)
        };
        let mut edges: Vec<f64> = (0..=n).map(edge).collect();
        // logarithms and back, to the bit
        if let Some([low, high]) = limits {
            (edges[0], edges[n]) = (low, high);
        }
        edges.dedup();
        (edges.len() > 1).then_some(edges)
    }

    /// Counts values, which are finite; one at the last edge is in the last class.
    pub fn count(edges: Vec<f64>, values: &[f64]) -> Self {
        let mut counts = vec![0; edges.len().saturating_sub(1)];
        let mut beyond = [0; 2];
        let last = edges.last().copied().unwrap_or(f64::NAN);
        // an edge that is rounded leaves no value outside
        let tolerance = 1e-12 * edges.first().map_or(0.0, |first| last.abs().max(first.abs()));
        for value in values {
            match edges.partition_point(|edge| edge <= value) {
                0 if edges.first().is_some_and(|first| first - value <= tolerance) => counts[0] += 1,
                0 => beyond[0] += 1,
                place if place <= counts.len() => counts[place - 1] += 1,
                _ if *value - last <= tolerance => *counts.last_mut().unwrap_or(&mut beyond[1]) += 1,
                _ => beyond[1] += 1,
            }
        }
        Self { edges, counts, beyond }
    }

    /// Returns the classes from the first to the last that hold a value; all where none does.
    pub(super) fn filled(&self) -> std::ops::Range<usize> {
        let first = self.counts.iter().position(|n| *n > 0);
        let last = self.counts.iter().rposition(|n| *n > 0);
        match (first, last) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..self.counts.len(),
        }
    }
}

/// Returns the number of classes over a range that is not empty.
fn rule(sorted: &[f64], range: f64) -> usize {
    let n = sorted.len() as f64;
    let quartile = |share: f64| sorted[((share * (n - 1.0)).round() as usize).min(sorted.len() - 1)];
    let width = 2.0 * (quartile(0.75) - quartile(0.25)) / n.cbrt();
    let classes = if width > 0.0 { (range / width).ceil() } else { n.log2().ceil() + 1.0 };
    (classes as usize).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_one_class() {
        let values: Vec<f64> = (0..1000).map(|i| (0.1 * f64::from(i)).sin() * 3.7).collect();
        for (limits, classes) in
            [(None, None), (None, Some(7)), (Some([-1.0, 2.0]), None), (Some([-1.0, 2.0]), Some(1))]
        {
            let edges = Classes::edges(&[&values], Scale::Linear, limits, classes).expect("edges");
            assert!(classes.is_none_or(|n| edges.len() == n + 1));
            assert!(limits.is_none_or(|l| [edges[0], edges[edges.len() - 1]] == l));
            let found = Classes::count(edges.clone(), &values);
            for (i, n) in found.counts.iter().enumerate() {
                let last = i + 1 == found.counts.len();
                let inside = |v: &&f64| edges[i] <= **v && (**v < edges[i + 1] || (last && **v <= edges[i + 1]));
                assert_eq!(*n as usize, values.iter().filter(inside).count());
            }
            assert_eq!(found.counts.iter().sum::<u64>() + found.beyond.iter().sum::<u64>(), 1000);
            assert_eq!(found.beyond == [0, 0], limits.is_none());
        }
    }

    /// Of 1200 evenly spread values half lie between the quartiles: the cube root of 1200 is 10.6.
    #[test]
    fn the_number_of_classes_follows_the_rule() {
        let even: Vec<f64> = (0..1200).map(|i| (f64::from(i) + 0.5) / 1200.0).collect();
        let classes = |values: &[f64]| Classes::edges(&[values], Scale::Linear, None, None).map(|e| e.len() - 1);
        assert_eq!(classes(&even), Some(11));
        let mut tailed = even;
        tailed[0] = -1e9;
        assert_eq!(classes(&tailed), Some(MOST));
        let mut spike = vec![2.5; 64];
        spike[0] = 0.5;
        assert_eq!(classes(&spike), Some(7));
        assert_eq!(classes(&[0.5; 9]), Some(1));
        assert_eq!(classes(&[]), None);
    }

    #[test]
    fn whole_numbers_are_in_the_middle_and_ratios_are_equal() {
        let whole = [3.0, 1.0, 1.0, 2.0, 2.0, 2.0];
        let edges = Classes::edges(&[&whole], Scale::Linear, None, None).expect("edges");
        let steps: Vec<f64> = edges.windows(2).map(|e| e[1] - e[0]).collect();
        assert!(edges[0] == 0.5 && steps.iter().all(|s| *s == steps[0] && s.fract() == 0.0), "{edges:?}");
        let edges = Classes::edges(&[&[1e-4, 1.0]], Scale::Logarithmic, None, Some(4)).expect("edges");
        assert!(edges.windows(2).all(|e| (e[1] / e[0] - 10.0).abs() < 1e-9), "{edges:?}");
        assert_eq!(Classes::count(edges, &[1e-4, 1.0]).beyond, [0, 0]);
        // classes wider than 1 reach as far below the least value as above the greatest
        let hundreds: Vec<f64> = (0..30).map(|i| 100.0 * f64::from(i % 3)).collect();
        let edges = Classes::edges(&[&hundreds], Scale::Linear, None, None).expect("edges");
        assert_eq!(edges, [-49.5, 50.5, 150.5, 250.5]);
        assert_eq!(Classes::edges(&[&[5.0; 4]], Scale::Linear, None, None).expect("edges"), [4.5, 5.5]);
    }
}

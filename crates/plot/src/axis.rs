//! The range of a quantity, round numbers in it, and how they are written.

mod logarithmic;

use super::font;
use super::theme::TICK;
use std::f64::consts::TAU;

/// Says how values are spread along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equal lengths.
    #[default]
    Linear,
    /// Equal ratios are equal lengths; only positive values are shown.
    Logarithmic,
}

/// A value beyond this magnitude is not shown: differences of such values may overflow.
const LARGEST: f64 = 1e150;

impl Scale {
    /// Tells whether an axis shows a value: finite, of a magnitude up to 1e150, and, on a logarithmic axis, from 1e-150
    /// on.
    pub fn shows(self, value: f64) -> bool {
        match self {
            Scale::Linear => value.abs() <= LARGEST,
            Scale::Logarithmic => (1.0 / LARGEST..=LARGEST).contains(&value),
        }
    }
}

/// Holds a range with ticks.
#[derive(Debug)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
    /// Values of ticks without a label.
    minor: Vec<f64>,
    /// The text of what is subtracted from the labels; empty if nothing is.
    offset: String,
    /// The power of ten that the labels are multiples of.
    exponent: i32,
}

/// What 1 and 0 are called where they answer a condition.
pub(super) const LEGEND: [&str; 2] = ["yes", "no"];

/// Significant digits of a label beyond which it states the difference from a round number.
const MOST_DIGITS: i32 = 6;

/// Returns the range, widened if its ends are hardly different.
pub(super) fn widened(low: f64, high: f64) -> (f64, f64) {
    let magnitude = low.abs().max(high.abs());
    if high - low > (1e-13 * magnitude).max(1e-150) {
        return (low, high);
    }
    let half = if magnitude > 1e-150 { 0.05 * magnitude } else { 0.5 };
    (low - half, high + half)
}

impl Axis {
    /// Returns an axis with all values somewhat inside its range, and with about `ticks` ticks; `None` without
    /// a value. The scale shows all values.
    pub(super) fn new(values: &[f64], scale: Scale, ticks: usize) -> Option<Self> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        match scale {
            Scale::Linear => {
                let (low, high) = widened(low, high);
                let margin = 0.035 * (high - low);
                Self::linear([low - margin, high + margin], ticks)
            }
            Scale::Logarithmic => Self::logarithmic_around([low, high], ticks),
        }
    }

    /// Returns the least and the greatest value.
    pub(super) fn range(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Returns an axis of exactly this range, widened only if its ends are hardly different.
    pub(super) fn exactly(range: [f64; 2], scale: Scale, ticks: usize) -> Option<Self> {
        match scale {
            Scale::Linear => Self::linear(range, ticks),
            Scale::Logarithmic => Self::logarithmic(range, ticks),
        }
    }

    /// Returns an axis of this range; an end of a linear one moves to a round number close outside.
    pub(super) fn snapped([low, high]: [f64; 2], scale: Scale, ticks: usize) -> Option<Self> {
        if scale == Scale::Logarithmic {
            return Self::logarithmic([low, high], ticks);
        }
        let (low, high) = widened(low, high);
        let near = 0.01 * (high - low);
        let (mantissa, power) = nice_step((high - low) / ticks.max(1) as f64);
        let step = mantissa * 10f64.powi(power);
        let (below, above) = ((low / step).floor() * step, (high / step).ceil() * step);
        let low = if low - below < near { below } else { low };
        let high = if above - high < near { above } else { high };
        Self::linear([low, high], ticks)
    }

    /// Returns an axis of a period with ticks at its quarters; those of a full turn in radians are multiples of pi.
    pub(super) fn quarters(low: f64, period: f64) -> Option<Self> {
        let axis = Self::linear([low, low + period], 4)?;
        let quarter = period / 4.0;
        let first = (low / quarter).round() as i32;
        let name = |k: i32| {
            if (period - TAU).abs() > 1e-9 {
                return format!("{}", f64::from(k) * quarter).replace('-', "−");
            }
            match k {
                -2 => "−π".into(),
                -1 => "−π/2".into(),
                0 => "0".into(),
                1 => "π/2".into(),
                2 => "π".into(),
                k if k % 2 == 0 => format!("{}π", k / 2),
                k => format!("{k}π/2"),
            }
        };
        let ticks = (first..=first + 4).map(|k| (f64::from(k) * quarter, name(k))).collect();
        Some(Self { ticks, minor: Vec::new(), offset: String::new(), exponent: 0, ..axis })
    }

    /// Returns an axis of exactly this range with ticks at whole numbers alone, unless there is none in the range.
    pub(super) fn whole(range: [f64; 2], ticks: usize) -> Option<Self> {
        let axis = Self::stepped(range, ticks, true)?;
        if axis.ticks.is_empty() { Self::linear(range, ticks) } else { Some(axis) }
    }

    /// Returns the axis with ticks at 0 and 1 alone, as far as they are in its range, which are called no and yes.
    pub(super) fn no_yes(self) -> Self {
        let ticks: Vec<_> = (LEGEND.into_iter().rev().zip([0.0, 1.0]))
            .filter(|(_, value)| (self.low..=self.high).contains(value))
            .map(|(word, value)| (value, word.to_string()))
            .collect();
        if ticks.is_empty() {
            return self;
        }
        Self { ticks, minor: Vec::new(), offset: String::new(), exponent: 0, ..self }
    }

    fn linear(range: [f64; 2], ticks: usize) -> Option<Self> {
        Self::stepped(range, ticks, false)
    }

    fn stepped([low, high]: [f64; 2], ticks: usize, whole: bool) -> Option<Self> {
        let (low, high) = widened(low, high);
        if !low.is_finite() || !high.is_finite() {
            return None;
        }
        let (mantissa, power) = match nice_step((high - low) / ticks.max(1) as f64) {
            (_, power) if whole && power < 0 => (1.0, 0),
            (2.5, 0) if whole => (2.0, 0),
            step => step,
        };
        let step = mantissa * 10f64.powi(power);
        // the mantissa 2.5 takes a digit more
        let last_digit = if mantissa == 2.5 { power - 1 } else { power };
        let magnitude = decade(low.abs().max(high.abs()));
        let (mut offset, mut words) = (0.0, String::new());
        if magnitude - last_digit >= MOST_DIGITS {
            let unit_power = last_digit + 3;
            let unit = 10f64.powi(unit_power);
            offset = (low / unit).floor() * unit;
            let decimals = usize::try_from(-unit_power).unwrap_or(0);
            let sign = if offset < 0.0 { '+' } else { '−' };
            words = if unit_power.abs() < 16 {
                format!(" {sign} {:.decimals$}", offset.abs())
            } else {
                format!(" {sign} {:e}", offset.abs())
            };
        }
        let shown = decade((low - offset).abs().max((high - offset).abs()));
        let exponent = if (-2..5).contains(&shown) { 0 } else { 3 * shown.div_euclid(3) };
        let decimals = usize::try_from(exponent - last_digit).unwrap_or(0);
        let first = (low / step - 1e-9).ceil();
        let label = |value: f64| {
            let text = format!("{:.decimals$}", (value - offset) / 10f64.powi(exponent));
            let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
            if zero { text.replace('-', "") } else { text.replace('-', "−") }
        };
        let ticks = (0..=4 * ticks)
            .map(|k| (first + k as f64) * step)
            .take_while(|value| *value <= high + 1e-9 * step)
            .map(|value| (value, label(value)))
            .collect();
        Some(Self { scale: Scale::Linear, low, high, ticks, minor: Vec::new(), offset: words, exponent })
    }

    /// Returns where a value lies: 0 at the low end, 1 at the high end.
    pub(super) fn share_of(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
        }
    }

    /// Returns values and labels of the ticks.
    pub(super) fn ticks(&self) -> &[(f64, String)] {
        &self.ticks
    }

    /// Returns values of the smaller ticks, which have no label.
    pub(super) fn minor(&self) -> &[f64] {
        &self.minor
    }

    /// Returns how values are spread.
    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the width of the longest label.
    pub(super) fn label_width(&self) -> f64 {
        self.ticks.iter().map(|(_, label)| font::width(label, TICK)).fold(0.0, f64::max)
    }

    /// Returns the name with what the labels leave out, and the unit.
    pub(super) fn title(&self, name: &str, unit: Option<&str>) -> String {
        let factor = match self.exponent {
            0 => String::new(),
            n => format!("10{}", superscript(n)),
        };
        // of a pure number there is none
        let unit = unit.filter(|unit| *unit != "1").unwrap_or_default();
        let unit = [factor.as_str(), unit].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let offset = &self.offset;
        if unit.is_empty() { format!("{name}{offset}") } else { format!("{name}{offset} ({unit})") }
    }
}

/// Returns the exponent of the decade of a magnitude.
fn decade(magnitude: f64) -> i32 {
    if magnitude > 0.0 { (magnitude.log10() + 1e-9).floor() as i32 } else { 0 }
}

/// Returns the least step of 1, 2, 2.5 or 5 times a power of ten that is not smaller than `least`.
fn nice_step(least: f64) -> (f64, i32) {
    let power = decade(least);
    let scaled = least / 10f64.powi(power);
    match [1.0, 2.0, 2.5, 5.0].into_iter().find(|m| *m >= scaled - 1e-9) {
        Some(mantissa) => (mantissa, power),
        None => (1.0, power + 1),
    }
}

pub(super) fn superscript(n: i32) -> String {
    n.to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            c => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
        })
        .collect()
}

/// Returns the values in order, each once; what differs by rounding only is the same.
pub(super) fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    let range = all.last().unwrap_or(&0.0) - all.first().unwrap_or(&0.0);
    all.dedup_by(|b, a| *b - *a <= 1e-9 * range);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> (Vec<String>, String) {
        let axis = Axis::exactly([low, high], Scale::Linear, 6).expect("an axis");
        (axis.ticks().iter().map(|(_, label)| label.clone()).collect(), axis.title("q", Some("m")))
    }

    #[test]
    fn ticks_are_round_numbers() {
        let cases: [(f64, f64, &[&str], &str); 6] = [
            (0.0, 6.0, &["0", "1", "2", "3", "4", "5", "6"], "q (m)"),
            (-0.161, -0.138, &["−0.160", "−0.155", "−0.150", "−0.145", "−0.140"], "q (m)"),
            (-1.0, 1.0, &["−1.0", "−0.5", "0.0", "0.5", "1.0"], "q (m)"),
            (0.0, 4e-9, &["0", "1", "2", "3", "4"], "q (10⁻⁹ m)"),
            (0.0, 2.5e7, &["0", "5", "10", "15", "20", "25"], "q (10⁶ m)"),
            (0.421_296_649_1, 0.421_296_660_9, &["650", "652", "654", "656", "658", "660"], "q − 0.421296 (10⁻⁹ m)"),
        ];
        for (low, high, expected, title) in cases {
            let (found, found_title) = labels(low, high);
            assert_eq!(
                (found.iter().map(String::as_str).collect::<Vec<_>>(), found_title.as_str()),
                (expected.to_vec(), title)
            );
        }
    }

    #[test]
    fn ticks_of_counts_and_of_conditions_are_their_values() {
        let labels = |axis: Option<Axis>| {
            let axis = axis.expect("an axis");
            axis.ticks().iter().map(|(_, label)| label.clone()).collect::<Vec<_>>().join(" ")
        };
        for (range, expected) in [
            ([0.0, 1.05], "0 1"),
            ([3.4, 6.6], "4 5 6"),
            ([0.0, 14.7], "0 2 4 6 8 10 12 14"),
            ([0.0, 150.0], "0 25 50 75 100 125 150"),
            ([4.2, 4.8], "4.2 4.3 4.4 4.5 4.6 4.7 4.8"),
        ] {
            assert_eq!(labels(Axis::whole(range, 6)), expected);
        }
        let condition = |range| Axis::exactly(range, Scale::Linear, 6).map(Axis::no_yes);
        assert_eq!(labels(condition([-0.5, 1.5])), "no yes");
        assert_eq!(labels(condition([0.5, 1.5])), "yes");
    }

    #[test]
    fn any_range_has_a_few_short_labels() {
        let mut values = vec![0.0];
        for n in -148..=148 {
            values.extend([10f64.powi(n), -3.7 * 10f64.powi(n)]);
        }
        for a in &values {
            for b in &values {
                let axis = Axis::new(&[*a, *b], Scale::Linear, 6).expect("an axis");
                let ticks = axis.ticks();
                assert!((2..=13).contains(&ticks.len()), "{a:e} {b:e} {axis:?}");
                assert!(ticks.iter().all(|(_, l)| l.chars().count() <= 9), "{a:e} {b:e} {axis:?}");
                assert!(ticks.iter().all(|(v, _)| (-1e-6..=1.000_001).contains(&axis.share_of(*v))));
                for value in [a, b] {
                    assert!((0.0..=1.0).contains(&axis.share_of(*value)), "{a:e} {b:e} {axis:?}");
                }
            }
        }
    }

    #[test]
    fn a_single_value_has_a_range_around_it() {
        for value in [0.0, 1.0, -0.149_164_700_562, 1e-300, 1e150] {
            let axis = Axis::new(&[value], Scale::Linear, 6).expect("an axis");
            assert!((axis.share_of(value) - 0.5).abs() < 1e-9);
        }
        assert!(Axis::new(&[], Scale::Linear, 6).is_none());
    }
}

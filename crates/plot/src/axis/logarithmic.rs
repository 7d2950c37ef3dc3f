//! Ticks of a logarithmic axis.

use super::{Axis, Scale, decade, superscript};

/// Returns the positive range, widened if its ends are hardly different.
fn widened(low: f64, high: f64) -> (f64, f64) {
    if high > low * (1.0 + 1e-12) { (low, high) } else { (low / 1.5, high * 1.5) }
}

/// Holds ticks with labels, and values of ticks without.
type Ticks = (Vec<(f64, String)>, Vec<f64>);

impl Axis {
    /// Returns a logarithmic axis with this positive range somewhat inside.
    pub(super) fn logarithmic_around([low, high]: [f64; 2], ticks: usize) -> Option<Self> {
        let (low, high) = widened(low, high);
        let margin = (0.035 * (high.ln() - low.ln())).exp();
        Self::logarithmic([low / margin, high * margin], ticks)
    }

    /// Returns a logarithmic axis of exactly this positive range.
    ///
    /// Its labels are powers of ten; over less than two of them also twice and five times a power; and
    /// where that leaves less than three ticks, the round numbers of a linear axis.
    pub(super) fn logarithmic([low, high]: [f64; 2], ticks: usize) -> Option<Self> {
        let usable = low > 0.0 && high.is_finite();
        let (low, high) = if usable { widened(low, high) } else { return None };
        let (first, last) = (first_decade(low), decade(high * (1.0 + 1e-9)));
        let (ticks, minor) = if last > first {
            powers(first, last, [low, high], ticks)
        } else {
            let (ticks, minor) = multiples([low, high]);
            if ticks.len() < 3 {
                let linear = Self::linear([low, high], 6)?;
                return Some(Self { scale: Scale::Logarithmic, ..linear });
            }
            (ticks, minor)
        };
        Some(Self { scale: Scale::Logarithmic, low, high, ticks, minor, offset: String::new(), exponent: 0 })
    }
}

/// Returns the exponent of the least power of ten that is not below a value.
fn first_decade(value: f64) -> i32 {
    let below = decade(value);
    if 10f64.powi(below) >= value * (1.0 - 1e-9) { below } else { below + 1 }
}

fn inside(value: f64, [low, high]: [f64; 2]) -> bool {
    (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(&value)
}

/// Decades beyond this number have no ticks without a label.
const MOST_MINOR: i32 = 60;

/// Returns ticks at powers of ten, not more than `most` of them with a label.
fn powers(first: i32, last: i32, range: [f64; 2], most: usize) -> Ticks {
    let stride = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200]
        .into_iter()
        .find(|stride| (last.div_euclid(*stride) - (first - 1).div_euclid(*stride)) as usize <= most)
        .unwrap_or(500);
    let (mut labelled, mut minor) = (Vec::new(), Vec::new());
    for n in first - 1..=last {
        let power = 10f64.powi(n);
        if n >= first {
            match n.rem_euclid(stride) {
                0 => labelled.push((power, format!("10{}", superscript(n)))),
                _ if last - first <= MOST_MINOR => minor.push(power),
                _ => {}
            }
        }
        if stride == 1 {
            minor.extend((2..10).map(|m| f64::from(m) * power).filter(|value| inside(*value, range)));
        }
    }
    (labelled, minor)
}

/// Returns ticks at one, two and five times powers of ten.
fn multiples(range: [f64; 2]) -> Ticks {
    let (mut labelled, mut minor) = (Vec::new(), Vec::new());
    for n in decade(range[0])..=decade(range[1]) {
        for m in 1..10 {
            let value = f64::from(m) * 10f64.powi(n);
            if inside(value, range) {
                match m {
                    1 | 2 | 5 => labelled.push((value, label(m, n))),
                    _ => minor.push(value),
                }
            }
        }
    }
    (labelled, minor)
}

/// Returns a multiple of a power of ten in figures, or as a product where that is shorter.
fn label(m: i32, n: i32) -> String {
    match n {
        -3..0 => format!("{:.*}", n.unsigned_abs() as usize, f64::from(m) * 10f64.powi(n)),
        0..4 => format!("{}", m * 10i32.pow(n.unsigned_abs())),
        _ if m == 1 => format!("10{}", superscript(n)),
        _ => format!("{m}×10{}", superscript(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, most: usize) -> (String, usize) {
        let axis = Axis::exactly([low, high], Scale::Logarithmic, most).expect("an axis");
        let labels: Vec<_> = axis.ticks().iter().map(|(_, label)| label.as_str()).collect();
        (labels.join(" "), axis.minor().len())
    }

    #[test]
    fn ticks_are_decades_or_round_numbers() {
        let cases = [
            (1e-4, 1e-1, 8, "10⁻⁴ 10⁻³ 10⁻² 10⁻¹", 24),
            (0.5e-4, 0.3, 8, "10⁻⁴ 10⁻³ 10⁻² 10⁻¹", 5 + 24 + 2),
            (1e-14, 1.0, 8, "10⁻¹⁴ 10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 10⁰", 7),
            (1e-40, 1e40, 8, "10⁻⁴⁰ 10⁻²⁰ 10⁰ 10²⁰ 10⁴⁰", 0),
            (0.15, 7.0, 8, "0.2 0.5 1 2 5", 10),
            (1.5e-7, 7e-6, 8, "2×10⁻⁷ 5×10⁻⁷ 10⁻⁶ 2×10⁻⁶ 5×10⁻⁶", 10),
            (1.5e3, 3e4, 8, "2000 5000 10⁴ 2×10⁴", 7),
            (2.5, 3.2, 8, "2.6 2.8 3.0 3.2", 0),
        ];
        for (low, high, most, expected, minor) in cases {
            let (found, found_minor) = labels(low, high, most);
            assert_eq!((found.as_str(), found_minor), (expected, minor), "{low:e} {high:e}");
        }
    }

    #[test]
    fn any_positive_range_has_a_few_ticks_inside() {
        for a in -149..=149 {
            for b in [a, a + 1, a + 3, 149] {
                for factor in [1.0, 1.3, 4.7] {
                    let values = [10f64.powi(a) * factor, 10f64.powi(b) * 5.1];
                    let axis = Axis::new(&values, Scale::Logarithmic, 7).expect("an axis");
                    assert!((2..=9).contains(&axis.ticks().len()), "{values:?} {axis:?}");
                    let places = axis.ticks().iter().map(|(value, _)| value).chain(axis.minor()).chain(&values);
                    for value in places {
                        assert!((-1e-6..=1.000_001).contains(&axis.share_of(*value)), "{values:?} {axis:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn equal_ratios_are_equal_lengths() {
        let axis = Axis::exactly([1e-6, 1.0], Scale::Logarithmic, 7).expect("an axis");
        for (value, share) in [(1e-6, 0.0), (1e-3, 0.5), (1e-2, 2.0 / 3.0), (1.0, 1.0)] {
            assert!((axis.share_of(value) - share).abs() < 1e-12);
        }
        assert!(Axis::logarithmic([0.0, 1.0], 7).is_none());
        let single = Axis::new(&[3.0], Scale::Logarithmic, 7).expect("an axis");
        assert!((single.share_of(3.0) - 0.5).abs() < 1e-9);
    }
}

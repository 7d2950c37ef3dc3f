//! Distributions of dimensions with tolerances, as drawings state them.

use super::keys::Keys;
use crate::model::{Invalid, Section};

/// The key of a dimension with its tolerance.
pub(super) const KEY: &str = "tolerance";
/// The key that says how values lie within.
const SHAPE: &str = "distribution";

/// Standard deviations from the middle of a tolerance to its ends, of a normal distribution.
const SIGMAS: f64 = 3.0;

/// Reads the distribution of a dimension with its tolerance: the name of its family, and its numbers.
pub(super) fn read(entry: &mut Keys<'_>) -> Result<(&'static str, Vec<f64>), Invalid> {
    let text = entry.text(KEY)?;
    let shape = entry.choice(SHAPE, &["normal", "uniform"])?;
    entry.finish()?;
    let [low, high] = limits(&text).ok_or_else(|| {
        let message = format!(
            "found {text:?}; accepted: a dimension and how far it may be off, positive numbers, as in \"45 +- 0.1\" or \
             \"45 +0.1 -0.05\""
        );
        entry.invalid(KEY, message)
    })?;
    Ok(match shape {
        "uniform" => ("uniform", vec![low, high]),
        // the middle of the limits, not the nominal dimension
        _ => ("normal", vec![0.5 * (low + high), (high - low) / (2.0 * SIGMAS)]),
    })
}

/// Returns the least and the greatest value that a dimension with a tolerance allows.
fn limits(text: &str) -> Option<[f64; 2]> {
    let text = text.replace('\u{2212}', "-").replace('\u{b1}', "+-").replace("+/-", "+-");
    let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
    if let Some((nominal, off)) = text.split_once("+-") {
        let (nominal, off) = (number(nominal)?, number(off).filter(|off| *off > 0.0)?);
        return Some([nominal - off, nominal + off]);
    }
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == '/').filter(|word| !word.is_empty()).collect();
    let [nominal, first, second] = words[..] else { return None };
    // both have a sign, as in +0.1 -0.05, or +0.3 +0.1
    if ![first, second].iter().all(|word| word.starts_with(['+', '-']) || number(word) == Some(0.0)) {
        return None;
    }
    let [nominal, first, second] = [number(nominal)?, number(first)?, number(second)?];
    let [low, high] = [nominal + first.min(second), nominal + first.max(second)];
    (low < high).then_some([low, high])
}

#[cfg(test)]
mod tests {
    use super::limits;

    #[test]
    fn dimensions_have_two_limits() {
        let close = |found: Option<[f64; 2]>, [low, high]: [f64; 2]| {
            found.is_some_and(|[a, b]| (a - low).abs() < 1e-12 && (b - high).abs() < 1e-12)
        };
        for (text, expected) in [
            ("45 +- 0.1", [44.9, 45.1]),
            ("45+-0.1", [44.9, 45.1]),
            ("45 +/- 0.1", [44.9, 45.1]),
            ("45 \u{b1} 0.1", [44.9, 45.1]),
            ("-45 +- 1e-1", [-45.1, -44.9]),
            ("45 +0.1 -0.05", [44.95, 45.1]),
            ("45 -0.05 +0.1", [44.95, 45.1]),
            ("45 +0.025/0", [45.0, 45.025]),
            ("45 0/-0.039", [44.961, 45.0]),
            ("45 -0.025 -0.05", [44.95, 44.975]),
        ] {
            assert!(close(limits(text), expected), "{text}: {:?}", limits(text));
        }
        for text in [
            "45",
            "45 +- 0",
            "45 +- -1",
            "45 0.1",
            "45 0.1 0.2",
            "45 +0.1 +0.1",
            "+- 0.1",
            "45 +- x",
            "a +1 -1",
            "45 +1 -1 +2",
        ] {
            assert_eq!(limits(text), None, "{text}");
        }
    }
}

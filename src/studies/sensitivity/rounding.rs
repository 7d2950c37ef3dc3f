//! Outputs that differ between members by rounding alone.

/// Differences between members below this part of the largest output of the same unit are rounding.
const ROUNDING: f64 = 1e-13;

/// Returns the largest magnitude of the values that are numbers.
pub(super) fn size(values: &[f64]) -> f64 {
    values.iter().filter(|x| x.is_finite()).fold(0.0, |size: f64, x| size.max(x.abs()))
}

/// Tells whether values differ by rounding alone, where the largest value of their kind has that size.
pub(super) fn is_rounding(values: &[f64], size: f64) -> bool {
    let numbers = || values.iter().copied().filter(|x| x.is_finite());
    let spread = numbers().fold(f64::NEG_INFINITY, f64::max) - numbers().fold(f64::INFINITY, f64::min);
    spread > 0.0 && spread <= ROUNDING * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_that_are_small_beside_outputs_of_the_same_kind_are_rounding() {
        let noise = [1e-17, -3e-17, f64::NAN, 2e-17];
        assert!(is_rounding(&noise, 0.8) && !is_rounding(&noise, size(&noise)));
        // a number that does not vary, and one that does
        assert!(!is_rounding(&[0.0, 0.0], 0.8) && !is_rounding(&[0.8, 0.8 + 1e-9], 0.8));
        assert!(is_rounding(&[9.81, 9.81 + 2e-15], 9.81));
    }
}

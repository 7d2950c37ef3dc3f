//! Whether a sample is due.

use super::near;
use crate::num::Real;

/// Returns when sample number `number` is due, s, where samples do not lie at ends of steps.
pub fn time<R: Real>(number: R, every: R, end: R) -> R {
    (number * every).min(end)
}

/// Holds where the sample of that time is due within a step of length `h` from `t`, s: before its end.
pub fn is_within<R: Real>(sample_time: R, t: R, h: R) -> R::Mask {
    sample_time.less(t + h * R::constant(1.0 - near(R::precision())))
}

/// Holds where the sample of that time is due at the end `t` of a step of length `h`, s.
pub fn is_at_end<R: Real>(sample_time: R, t: R, h: R) -> R::Mask {
    sample_time.less_equal(t + R::constant(near(R::precision())) * h)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_within_a_step_or_at_its_end() {
        for (sample_time, within, at_end) in [
            (1.5, true, true),
            (2.0 - 1e-10, false, true),
            (2.0, false, true),
            (2.0 + 1e-10, false, true),
            (2.1, false, false),
        ] {
            assert_eq!(is_within(sample_time, 1.0, 1.0), within, "{sample_time}");
            assert_eq!(is_at_end(sample_time, 2.0, 1.0), at_end, "{sample_time}");
        }
        assert_eq!([time(3.0, 0.1, 1.0), time(30.0, 0.1, 1.0)], [0.1 * 3.0, 1.0]);
    }
}

//! What is made of an output over the time of a run: leaf functions over [`Real`], which lanes evaluate and kernels are
//! printed from. Integrals are part of the state; what comes from values sees those that
//! [`crate::ensemble::time_loop::monitored`] finds.
//!
//! A new reduction is a file here and a line in the catalog below.

mod drift;
mod end;
mod integral;
mod max;
mod mean;
mod min;
mod reduce;

pub use reduce::Source;

use crate::num::Real;
use reduce::Reduce;
use std::ops::BitOr;

macro_rules! catalog {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// Says what is made of an output over the time of a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // each variant is its file
        pub enum TimeReduction {
            $($variant),*
        }

        impl TimeReduction {
            /// Lists all of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the word that a scenario uses.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $module::$type::NAME),*
                }
            }
            /// Says in one line what the reduction is.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => $module::$type::SUMMARY),*
                }
            }
            /// Says where the result comes from.
            #[inline(always)]
            pub fn source(self) -> Source {
                match self {
                    $(Self::$variant => $module::$type::SOURCE),*
                }
            }
            /// Tells whether the reduction keeps the value at the start.
            #[inline(always)]
            pub fn remembers(self) -> bool {
                match self {
                    $(Self::$variant => $module::$type::REMEMBERS),*
                }
            }
            /// Tells whether the result is about changes of the output, so that its magnitude is not that of the output.
            pub fn is_of_changes(self) -> bool {
                match self {
                    $(Self::$variant => $module::$type::OF_CHANGES),*
                }
            }
            /// Returns the result at the start, where the output is `y`; for those from values.
            pub fn start<R: Real>(self, y: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::start(y)),*
                }
            }
            /// Returns what the value `y` makes of the result, where the output was `first` at the start; for those from
            /// values.
            #[inline(always)]
            pub fn update<R: Real>(self, first: R, result: R, y: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::update(first, result, y)),*
                }
            }
            /// Returns the result that the value `y` has by itself, where the output was `first` at the start; for those from
            /// values.
            #[inline(always)]
            pub fn alone<R: Real>(self, first: R, y: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::alone(first, y)),*
                }
            }
            /// Holds where a value between `low` and `high` may change the result; for those from values.
            #[inline(always)]
            pub fn may_change<R: Real>(self, first: R, result: R, low: R, high: R) -> R::Mask {
                match self {
                    $(Self::$variant => $module::$type::may_change(first, result, low, high)),*
                }
            }
            /// Returns which extremes of the output matter, of its largest and its smallest values; for those from values.
            #[inline(always)]
            pub fn of_extremes<M: BitOr<Output = M>>(self, largest: M, smallest: M) -> M {
                match self {
                    $(Self::$variant => $module::$type::of(largest, smallest)),*
                }
            }
            /// Returns what is written after a run of that duration (s).
            pub fn finish<R: Real>(self, result: R, duration: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::finish(result, duration)),*
                }
            }
            /// Returns the unit of the reduction where the output has the given one.
            pub fn unit(self, of_output: String) -> String {
                match self {
                    $(Self::$variant => $module::$type::unit(of_output)),*
                }
            }
        }
    };
}

catalog! {
    End = end::End,
    Max = max::Max,
    Min = min::Min,
    Mean = mean::Mean,
    Drift = drift::Drift,
    Integral = integral::Integral,
}

#[cfg(test)]
mod tests {
    use super::{Source, TimeReduction};

    #[test]
    fn reductions_from_values_are_what_their_names_say() {
        let values = [2.0, 5.0, -4.0, 1.0];
        let from_values = TimeReduction::ALL.iter().filter(|r| r.source() == Source::Values);
        let reduced = |r: &TimeReduction| values[1..].iter().fold(r.start(2.0), |result, y| r.update(2.0, result, *y));
        let found: Vec<_> = from_values.map(|r| (r.name(), reduced(r))).collect();
        assert_eq!(found, [("max", 5.0), ("min", -4.0), ("drift", 6.0)]);
    }

    #[test]
    fn a_value_beyond_the_result_may_change_it() {
        for reduction in TimeReduction::ALL.iter().filter(|r| r.source() == Source::Values) {
            let result = reduction.update(1.0, reduction.start(1.0), 3.0);
            for y in [-9.0, -1.5, 0.0, 2.0, 3.5] {
                let changes = reduction.update(1.0, result, y) != result;
                assert_eq!(reduction.may_change(1.0, result, y, y), changes, "{} {y}", reduction.name());
            }
        }
    }

    #[test]
    fn what_is_not_remembered_is_not_needed() {
        for reduction in TimeReduction::ALL.iter().filter(|r| !r.remembers()) {
            let update = |first: f64| reduction.update(first, 2.0, 3.0);
            assert_eq!(update(0.0), update(9.0), "{}", reduction.name());
        }
    }

    #[test]
    fn a_mean_is_the_integral_over_the_duration() {
        assert_eq!(TimeReduction::Mean.finish(3.0, 2.0), 1.5);
        assert_eq!(TimeReduction::Integral.finish(3.0, 2.0), 3.0);
    }
}

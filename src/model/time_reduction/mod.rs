//! What is made of an output over the time of a run, step by step: leaf functions over [`Real`], which lanes evaluate
//! and kernels are printed from.
//!
//! A new reduction is a file here and a line in the catalog below.

mod drift;
mod end;
mod integral;
mod max;
mod mean;
mod min;
mod reduce;

use crate::num::Real;
use reduce::Reduce;

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
            /// Says in one line what it is.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => $module::$type::SUMMARY),*
                }
            }
            /// Tells whether it keeps a number besides its result.
            #[inline(always)]
            pub fn remembers(self) -> bool {
                match self {
                    $(Self::$variant => $module::$type::REMEMBERS),*
                }
            }
            /// Tells whether the result is a sum, so that [`TimeReduction::update`] says by how much it grows.
            #[inline(always)]
            pub fn sums(self) -> bool {
                match self {
                    $(Self::$variant => $module::$type::SUMS),*
                }
            }
            /// Tells whether the result is about changes of the output, so that its magnitude is not that of the output.
            pub fn is_of_changes(self) -> bool {
                match self {
                    $(Self::$variant => $module::$type::OF_CHANGES),*
                }
            }
            /// Returns memory and result at the start, where the output is `y`.
            pub fn start<R: Real>(self, y: R) -> [R; 2] {
                match self {
                    $(Self::$variant => $module::$type::start(y)),*
                }
            }
            /// Returns the memory after a step at whose end the output is `y`.
            #[inline(always)]
            pub fn remember<R: Real>(self, memory: R, y: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::remember(memory, y)),*
                }
            }
            /// Returns what a step of length `h` (s), at whose end the output is `y`, makes of the result: the new one,
            /// or by how much it grows, see [`TimeReduction::sums`].
            #[inline(always)]
            pub fn update<R: Real>(self, memory: R, result: R, h: R, y: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::update(memory, result, h, y)),*
                }
            }
            /// Returns what is written after a run of that duration (s).
            pub fn finish<R: Real>(self, result: R, duration: R) -> R {
                match self {
                    $(Self::$variant => $module::$type::finish(result, duration)),*
                }
            }
            /// Returns its unit where the output has that one.
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
    use super::TimeReduction;

    /// The result for the values of an output at the start and at the ends of steps of 0.5 s.
    fn reduced(reduction: TimeReduction, values: &[f64]) -> f64 {
        let h = 0.5;
        let [mut memory, mut result] = reduction.start(values[0]);
        for y in &values[1..] {
            let update = reduction.update(memory, result, h, *y);
            result = if reduction.sums() { result + update } else { update };
            memory = reduction.remember(memory, *y);
        }
        reduction.finish(result, h * (values.len() - 1) as f64)
    }

    #[test]
    fn reductions_are_what_their_names_say() {
        let values = [2.0, 5.0, -4.0, 1.0];
        let found: Vec<_> = TimeReduction::ALL.iter().map(|r| (r.name(), reduced(*r, &values))).collect();
        // trapezia: (7 + 1 - 3)/4 = 1.25 over 1.5 s
        let expected =
            [("end", 1.0), ("max", 5.0), ("min", -4.0), ("mean", 1.25 / 1.5), ("drift", 6.0), ("integral", 1.25)];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_not_remembered_is_not_needed() {
        for reduction in TimeReduction::ALL.iter().filter(|r| !r.remembers()) {
            assert_eq!(reduction.remember(7.0, 1.0), 7.0, "{}", reduction.name());
            let update = |memory: f64| reduction.update(memory, 2.0, 0.1, 3.0);
            assert_eq!(update(0.0), update(9.0), "{}", reduction.name());
        }
    }
}

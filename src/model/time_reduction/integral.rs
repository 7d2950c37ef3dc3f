//! The integral over the time.

use super::reduce::{Reduce, Source};

pub(super) struct Integral;

impl Reduce for Integral {
    const NAME: &'static str = "integral";
    const SUMMARY: &'static str = "the integral over the time, integrated by the method with the state (steps are not chosen for it); in its unit \
         times s";
    const SOURCE: Source = Source::Integral;

    fn unit(of_output: String) -> String {
        if of_output == "1" { "s".to_string() } else { format!("{of_output} s") }
    }
}

//! The value at the end.

use super::reduce::{Reduce, Source};

pub(super) struct End;

impl Reduce for End {
    const NAME: &'static str = "end";
    const SUMMARY: &'static str = "the value at the end of the run";
    const SOURCE: Source = Source::End;
}

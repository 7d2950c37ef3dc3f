//! The plan of one member that varies nothing.

use super::PlanInfo;
use super::rule::Rule;

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "one",
    help: "one member with every parameter as it stands",
    keys: "",
    sequence: None,
    example: "[plan]\nkind = \"one\"\n",
};

/// A single member with every parameter as it stands.
#[derive(Debug)]
pub(super) struct One;

impl Rule for One {
    fn fill(&self, _member: u64, _values: &mut [f64]) {}
}

//! The variants that a kernel is written in.

use crate::num::Precision;

/// Members per workgroup, as the template says.
pub(crate) const WORKGROUP: usize = 64;

/// Who decides how the operations of a kernel are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// The kernel: no operation is fused with another, and none is reassociated.
    Exact,
    /// The driver: it may fuse products and sums, and reassociate.
    Driver,
}

impl std::fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Arithmetic::Exact => "exact (SPIR-V, NoContraction)",
            Arithmetic::Driver => "as the driver compiles it",
        })
    }
}

/// How the recorded functions of a study become a kernel. Both forms give the same bits where arithmetic is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Every operation is a piece of text: fast, but drivers need long to compile ten thousand of them.
    Unrolled,
    /// A loop in the kernel interprets a table of instructions: slower, but compiled however many there are.
    Interpreted,
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Form::Unrolled => "unrolled",
            Form::Interpreted => "interpreted",
        })
    }
}

/// What the text of a kernel depends on besides the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The precision that the kernel computes in.
    pub precision: Precision,
    /// Who decides how its operations are compiled: where that is the driver, error terms are hidden from it.
    pub arithmetic: Arithmetic,
    /// How the recorded functions are written.
    pub form: Form,
}

/// Exact arithmetic, unrolled.
impl From<Precision> for Variant {
    fn from(precision: Precision) -> Self {
        Self { precision, arithmetic: Arithmetic::Exact, form: Form::Unrolled }
    }
}

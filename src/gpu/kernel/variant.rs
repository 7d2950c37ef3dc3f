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

impl Form {
    /// Returns the name of the form.
    pub fn name(self) -> &'static str {
        match self {
            Form::Unrolled => "unrolled",
            Form::Interpreted => "interpreted",
        }
    }
}

/// How a kernel of double-float numbers finds what the product of two numbers of `f32` is rounded by. Where the exact product
/// has no digit below 2^-149, the smallest number of `f32`, both ways give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductError {
    /// By products of the halves of both factors: twelve operations, on any device.
    Split,
    /// By `fma(a, b, -product)`: one operation, on a device that rounds it once.
    Fused,
}

impl std::fmt::Display for ProductError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ProductError::Split => "errors of products by halves of their factors",
            ProductError::Fused => "errors of products by fma",
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
    /// How errors of products are found; of double-float numbers alone.
    pub product_error: ProductError,
    /// How the recorded functions are written.
    pub form: Form,
    /// Whether long functions are cut into blocks, for compilers whose time grows with the square of the length of a block.
    pub is_in_blocks: bool,
}

/// Exact arithmetic, errors of products without fma, unrolled, in one block.
impl From<Precision> for Variant {
    fn from(precision: Precision) -> Self {
        Self {
            precision,
            arithmetic: Arithmetic::Exact,
            product_error: ProductError::Split,
            form: Form::Unrolled,
            is_in_blocks: false,
        }
    }
}

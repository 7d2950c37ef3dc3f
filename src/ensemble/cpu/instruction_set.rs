//! The instruction sets that the time loop is compiled for.

use crate::jit::Target;

/// The instruction sets that the time loop is compiled for. None fuses what is not fused in the source, so all
/// give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// What every processor has.
    Portable,
    /// AVX2 and FMA of x86-64.
    Avx2,
    /// AVX-512 F and DQ of x86-64.
    Avx512,
}

impl InstructionSet {
    /// The best one that this processor has.
    pub fn detect() -> Self {
        match Target::detect() {
            Some(Target::Avx512) => InstructionSet::Avx512,
            Some(Target::Avx2) => InstructionSet::Avx2,
            None => InstructionSet::Portable,
        }
    }

    /// Its machine code.
    pub(super) fn target(self) -> Option<Target> {
        match self {
            InstructionSet::Portable => None,
            InstructionSet::Avx2 => Some(Target::Avx2),
            InstructionSet::Avx512 => Some(Target::Avx512),
        }
    }
}

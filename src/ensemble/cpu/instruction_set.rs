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
    /// NEON of aarch64.
    Neon,
}

impl InstructionSet {
    /// All instruction sets, the better ones of a processor last.
    pub const ALL: [InstructionSet; 4] =
        [InstructionSet::Portable, InstructionSet::Avx2, InstructionSet::Avx512, InstructionSet::Neon];

    /// Returns the best instruction set that this processor has.
    pub fn detect() -> Self {
        Self::ALL.into_iter().rev().find(|set| set.is_available()).unwrap_or(InstructionSet::Portable)
    }

    /// Says whether this processor has the instruction set.
    pub fn is_available(self) -> bool {
        self.target().is_none_or(Target::is_available)
    }

    /// Returns the target of machine code for the instruction set.
    pub(super) fn target(self) -> Option<Target> {
        match self {
            InstructionSet::Portable => None,
            InstructionSet::Avx2 => Some(Target::Avx2),
            InstructionSet::Avx512 => Some(Target::Avx512),
            InstructionSet::Neon => Some(Target::Neon),
        }
    }
}

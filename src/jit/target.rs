//! The instruction sets that machine code is made for.

/// An instruction set of x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// AVX2 and FMA: sixteen registers of four members.
    Avx2,
    /// AVX-512 F and DQ: thirty-two registers of eight members, and masks in registers of their own.
    Avx512,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 2] = [Target::Avx2, Target::Avx512];

    /// The best one that this processor has.
    pub fn detect() -> Option<Self> {
        Self::ALL.into_iter().rev().find(|t| t.is_available())
    }

    /// True where this processor has it.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            match self {
                Target::Avx2 => {
                    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
                }
                Target::Avx512 => {
                    std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq")
                }
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// Its name in messages and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Target::Avx2 => "avx2",
            Target::Avx512 => "avx512",
        }
    }

    /// Members per register.
    pub fn lanes(self) -> usize {
        match self {
            Target::Avx2 => 4,
            Target::Avx512 => 8,
        }
    }

    /// Registers of numbers.
    pub(super) fn numbers(self) -> usize {
        match self {
            Target::Avx2 => 16,
            Target::Avx512 => 32,
        }
    }

    /// True where masks have registers of their own, k1 to k7.
    pub(super) fn has_mask_registers(self) -> bool {
        self == Target::Avx512
    }
}

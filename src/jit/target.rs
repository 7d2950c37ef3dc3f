//! The instruction sets that machine code is made for.

/// An instruction set of x86-64 or of aarch64. Machine code for each can be made on every processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// AVX2 and FMA: sixteen registers of four members.
    Avx2,
    /// AVX-512 F and DQ: thirty-two registers of eight members, and masks in registers of their own.
    Avx512,
    /// NEON: thirty-two registers of two members.
    Neon,
}

impl Target {
    /// All targets.
    pub const ALL: [Target; 3] = [Target::Avx2, Target::Avx512, Target::Neon];

    /// Returns the best target that this processor has.
    pub fn detect() -> Option<Self> {
        Self::ALL.into_iter().rev().find(|t| t.is_available())
    }

    /// Says whether this processor has the target. What system there is matters on aarch64, where written instructions
    /// have to be made visible to processors in a way that is known of Linux and of macOS; on the latter it has not
    /// been tried.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let is_available = match self {
            Target::Avx2 => std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma"),
            Target::Avx512 => {
                std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq")
            }
            Target::Neon => false,
        };
        #[cfg(not(target_arch = "x86_64"))]
        let is_available = self == Target::Neon
            && cfg!(all(
                target_arch = "aarch64",
                target_endian = "little",
                any(target_os = "linux", target_os = "macos")
            ));
        is_available
    }

    /// Returns the name of the target in messages and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Target::Avx2 => "avx2",
            Target::Avx512 => "avx512",
            Target::Neon => "neon",
        }
    }

    /// Returns the number of members per register.
    pub fn lanes(self) -> usize {
        match self {
            Target::Avx2 => 4,
            Target::Avx512 => 8,
            Target::Neon => 2,
        }
    }

    /// Registers of numbers that values may have.
    pub(super) fn numbers(self) -> usize {
        match self {
            Target::Avx2 => 16,
            Target::Avx512 => 32,
            Target::Neon => 31,
        }
    }

    /// Says whether masks have registers of their own, k1 to k7.
    pub(super) fn has_mask_registers(self) -> bool {
        self == Target::Avx512
    }

    /// Says whether an operation may have an operand in memory.
    pub(super) fn has_memory_operands(self) -> bool {
        self != Target::Neon
    }
}

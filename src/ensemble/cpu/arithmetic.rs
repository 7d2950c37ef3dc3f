//! How products are rounded that are added.

use crate::trace::Graph;

/// Whether recorded functions have products that are rounded together with a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Every operation is rounded: what every processor and every device with double precision computes alike.
    #[default]
    Exact,
    /// Products are fused with sums by a rule that looks at the recorded function alone
    /// ([`crate::trace::Graph::contracted`]), so results depend neither on the processor nor on how its code is made.
    Fused,
}

impl Arithmetic {
    /// All kinds of arithmetic.
    pub const ALL: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Fused];

    /// Returns the faster arithmetic on this processor: fused where it has an instruction for it.
    pub fn fastest() -> Self {
        #[cfg(target_arch = "x86_64")]
        let fuses = std::arch::is_x86_feature_detected!("fma");
        #[cfg(not(target_arch = "x86_64"))]
        let fuses = cfg!(target_arch = "aarch64");
        if fuses { Self::Fused } else { Self::Exact }
    }

    /// Returns a recorded function in this arithmetic.
    pub(super) fn of(self, graph: Graph) -> Graph {
        match self {
            Self::Exact => graph,
            Self::Fused => graph.contracted(),
        }
    }

    /// Returns the text that a manifest has for results in this arithmetic.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact => "f64",
            Self::Fused => "f64 with fused products",
        }
    }

    /// Returns the name of the arithmetic on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Fused => "fused",
        }
    }
}

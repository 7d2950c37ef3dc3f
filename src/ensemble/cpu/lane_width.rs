//! How many members share one instruction.

use crate::ensemble::Study;

/// How many members share one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneWidth {
    /// One, and the equations as they are written: the scalar reference. Runs take another width, so that what becomes
    /// of a member does not depend on how many there are: a recording leaves out terms that are zero by the structure of
    /// the equations, which this computes, and so the signs of zeros differ.
    One,
    /// Sixty-four, the fastest width, measured: an instruction of a tape is fetched once for all lanes, and machine code
    /// works on as many. Machine code leaves out lanes without a member.
    SixtyFour,
}

impl LaneWidth {
    /// All widths.
    pub const ALL: [LaneWidth; 2] = [LaneWidth::One, LaneWidth::SixtyFour];

    /// Returns the width of runs.
    pub fn best() -> Self {
        LaneWidth::SixtyFour
    }
    /// Returns the width for a study: one lane where iteration matrices are kept from step to step, which
    /// recorded iterations, whose elimination costs a few operations per entry, do not do.
    pub fn for_study(study: &Study) -> Self {
        if study.is_implicit() && study.method.implicit.is_scalar() { LaneWidth::One } else { Self::best() }
    }
    /// Returns the number of lanes.
    pub fn count(self) -> usize {
        match self {
            LaneWidth::One => 1,
            LaneWidth::SixtyFour => 64,
        }
    }
}

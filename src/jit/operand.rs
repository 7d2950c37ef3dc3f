//! Where the operands of instructions are, whatever the target.

/// Members that a slot holds.
pub(super) const MEMBERS: usize = 64;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A slot: a number of every member.
    Slot(u32),
    /// A number of the group of members at work.
    Spill(u32),
    /// A constant, by its place in the pool.
    Constant(u32),
}

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a register of its class.
    Register(u8),
    /// In memory.
    Memory(Place),
}

impl Source {
    /// The register of an operand that may not be in memory.
    pub(super) fn register(self) -> u8 {
        match self {
            Source::Register(register) => register,
            Source::Memory(_) => unreachable!("this operand is in a register"),
        }
    }
}

/// What is known of an instruction in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Where it begins.
    pub(super) at: usize,
    pub(super) text: String,
    /// What it reads or writes in memory, and how many bytes that is from the beginning of slots, spills or constants.
    pub(super) memory: Option<(Area, i64)>,
}

/// What lies in a part of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Area {
    Slots,
    Spills,
    Constants,
}

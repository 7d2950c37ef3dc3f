//! Where the operands of instructions are, whatever the target.

use crate::trace::NodeId;

/// Members that a slot holds.
pub(super) const MEMBERS: usize = 64;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A slot: a number of every member.
    Slot(u32),
    /// A number of the group of members at work.
    Spill(u32),
    /// A constant, by its index in the pool.
    Constant(u32),
    /// Within a function that is called: an argument, or behind those a result; a number of the group of members at work.
    Local(u32),
}

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An operand in a register of its class.
    Register(u8),
    /// An operand in memory.
    Memory(Place),
}

impl Source {
    /// Returns the register of an operand that may not be in memory.
    pub(super) fn register(self) -> u8 {
        match self {
            Source::Register(register) => register,
            Source::Memory(_) => unreachable!("this operand is in a register"),
        }
    }
}

/// The row that has been found last: the node that it is of, and how many rows of how many numbers its table has.
pub(super) type FoundRow = (NodeId, usize, usize);

/// Where the numbers are that a group finds: the places of rows, numbers of columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scratch {
    pub(super) rows: Place,
    pub(super) numbers: Place,
}

/// An instruction in assembly language, with its offset and the memory that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The offset that the instruction begins at.
    pub(super) at: usize,
    pub(super) text: String,
    /// The memory that the instruction reads or writes: an area, and the bytes from its beginning.
    pub(super) memory: Option<(Area, i64)>,
}

/// What lies in a part of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Area {
    Slots,
    Spills,
    Constants,
    Locals,
}

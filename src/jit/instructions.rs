//! What the code of every target is made of: operations on registers, and the few instructions of loops.

use super::lower::Kind;
use super::operand::{Place, Scratch, Source};

/// Writes the instructions of a target.
pub(super) trait Instructions: Operations + LookUp + Control + Calls {}

impl<I: Operations + LookUp + Control + Calls> Instructions for I {}

/// Writes operations of straight-line code.
pub(super) trait Operations {
    /// Returns the offset of the next instruction.
    fn offset(&self) -> usize;

    /// Hands over what has been written.
    fn take_code(&mut self) -> Vec<u8>;

    /// Loads a number or, on a target without mask registers, a mask from memory.
    fn load(&mut self, to: u8, place: Place);

    /// Stores a number.
    fn store(&mut self, place: Place, from: u8);

    /// Loads a mask register from memory: one byte there.
    fn load_mask(&mut self, to: u8, place: Place);

    /// Stores a mask register.
    fn store_mask(&mut self, place: Place, from: u8);

    /// Sets a mask register to the mask that holds everywhere or nowhere.
    fn known_mask(&mut self, to: u8, holds: bool);

    /// Returns the constant that an operation takes as its last operand, if it takes one.
    fn pattern(&self, kind: Kind) -> Option<u64>;

    /// Writes one operation. Operands that are not the one that may be in memory are in registers.
    fn operation(&mut self, kind: Kind, to: u8, sources: &[Source]);

    /// Writes a product that is added; where instructions have operands in memory, one at most is there.
    fn multiply_add(&mut self, kind: Kind, to: u8, sources: [Source; 3]);
}

/// Writes instructions that load numbers of tables.
pub(super) trait LookUp {
    /// Keeps where the rows of a group's members begin, counted in numbers of the table. The bounds are the first and the last row,
    /// and how many numbers one has; what is not a number is the first row.
    fn keep_rows(&mut self, work: u8, row: u8, bounds: [Place; 3], rows: Place);

    /// Loads the numbers of a column, given by that of the first row, in the rows that were kept last.
    fn look_up(&mut self, to: u8, column: &f64, scratch: Scratch);
}

/// Writes calls of functions within the code.
pub(super) trait Calls {
    /// Calls the function that begins at an offset; its arguments begin at a place among what does not fit into registers, and its
    /// results follow them.
    fn call(&mut self, function: usize, arguments: u32);

    /// Ends a function that is called so.
    fn end_called(&mut self);
}

/// A jump, by where its instruction ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump(pub(super) usize);

/// When a jump is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Always,
    /// The group at work does not go on.
    Idle,
    /// All bits of a register of numbers are zero.
    Zero(u8),
    /// A mask holds somewhere.
    Anywhere(u8),
    /// The number of the next group is less than this; that group comes to work.
    GroupBefore(u32),
    /// No attempt is left after this one; it is counted.
    LastAttempt,
    /// More groups go on than are few.
    ManyRunning,
}

/// Writes the instructions of loops. Their registers hold the number of the group at work, the groups that go on, by bits,
/// how many of them are few, and the most attempts, counted down.
pub(super) trait Control {
    /// Begins a function.
    fn enter(&mut self);

    /// Ends a function.
    fn leave(&mut self);

    /// Lets all groups go on, or none.
    fn set_running(&mut self, all: bool);

    /// Sets how many groups are few: half of those that go on, or none where attempts are made until all groups have ended.
    fn set_few(&mut self, all: bool);

    /// Sets the number of the group at work to that of the first.
    fn set_first_group(&mut self);

    /// Says whether the group at work goes on.
    fn set_goes_on(&mut self, goes_on: bool);

    /// Lets slots be those of a group further on, or back.
    fn move_slots(&mut self, groups: i32);

    /// Writes a jump to an offset that is not known yet.
    fn jump(&mut self, condition: Condition) -> Jump;

    /// Lets a jump lead to an offset.
    fn lead(&mut self, jump: Jump, to: usize);
}

//! Steps cut into blocks, for compilers whose time grows with the square of the length of a block.

/// Cuts statements of a loop by ways out of it that are never taken, each by a condition of its own: compilers merge equal ones.
///
/// The assembler of CUDA 12.9 takes 37 s for the Puma's kernel in df64, 76,000 of its instructions, and 22 s in blocks of 250 operations
/// (a heavy top with dop853: 11 s and 6 s). A chain of eight bodies in f32 stores a third less because registers are too few.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// Operations of a block.
    length: usize,
    /// The statements that leave the loop.
    leave: &'static [&'static str],
    /// Operations since the last way out.
    passed: usize,
    ways: usize,
}

impl Blocks {
    /// Makes blocks of so many operations, with the statements that leave the loop.
    pub fn new(length: usize, leave: &'static [&'static str]) -> Self {
        Self { length, leave, passed: 0, ways: 0 }
    }

    /// Counts the operations of a line. Returns the way out that stands before it, if there is one.
    pub(super) fn way_out(&mut self, operations: usize) -> Option<String> {
        let is_full = self.passed >= self.length;
        self.passed = if is_full { operations } else { self.passed + operations };
        self.ways += usize::from(is_full);
        let leave = || self.leave.iter().map(|statement| format!("    {statement}\n")).collect::<String>();
        is_full.then(|| format!("if control.zero == {}u {{\n{}}}\n", self.ways, leave()))
    }
}

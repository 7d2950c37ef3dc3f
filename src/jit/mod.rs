//! Machine code from a recorded graph, for processors with x86-64 and AVX2 or AVX-512.
//!
//! [`MachineCode`] is straight-line code for functions of the same inputs: of each what depends on parameters only, and
//! what changes every step, within a loop over the groups of members that fit into a register. It computes the operations
//! of the graph and no other: nothing is reassociated, or fused that the graph does not fuse, so its results have the bits of
//! [`crate::trace::interpret`]. With [`Attempts`], results become inputs of what is run next, and a group makes attempts
//! until it has converged, say, or one of its members wants more than that. [`Program`] is the same code where it can be
//! run.
//!
//! | file | does |
//! |---|---|
//! | `lower` | nodes become operations that are one instruction each |
//! | `uses`, `allocate`, `multiply_add` | values get registers, and give way to others |
//! | `assembler`, `control` | instructions of a target, and the loops around them |
//! | `placement` | which value has which place in memory |
//! | `function`, `program` | what is compiled, what is called |
//! | `executable` | pages that are written, then executed, never both; everything `unsafe` |
//! | `listing` | the code in words |
//!
//! One register per value: two of them, which would hide the latency of operations in a processor that computes in
//! order, cost registers here, and are slower (measured: 16 lanes 7.1e7 steps of a heavy top per second, 8 lanes 7.5e7,
//! both compiled by GCC). The groups do not depend on each other, so the processor works on the next one while it waits.

mod allocate;
mod assembler;
mod control;
mod executable;
mod function;
mod listing;
mod lower;
mod multiply_add;
mod placement;
mod program;
mod target;
mod uses;

pub use executable::Pages;
pub use function::{Attempts, Function};
pub use program::{MachineCode, Memory, Program};
pub use target::Target;

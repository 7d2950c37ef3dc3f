//! Machine code from a recorded graph, for processors with x86-64 and AVX2 or AVX-512, or with aarch64.
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
//! | `order` | operations are ordered so that a processor waits less |
//! | `uses`, `allocate`, `memory`, `multiply_add`, `look_up` | values get registers, and give way to others |
//! | `assembler`, `control` | code of a target with its constants, and the loops in it |
//! | `operand`, `instructions` | what the code of every target is made of |
//! | `x86`, `neon` | instructions of the targets: operations, loops, assembly language |
//! | `called`, `blocks` | functions that others call |
//! | `placement` | which value has which place in memory |
//! | `code_unit`, `program` | what is compiled, what is called |
//! | `executable`, `coherence` | pages that are written, then executed, never both; everything `unsafe` |
//! | `listing` | the code in assembly language |
//!
//! One register per value: two of them, which would hide the latency of operations in a processor that computes in
//! order, cost registers here, and are slower (measured: 16 lanes 7.1e7 steps of a heavy top per second, 8 lanes 7.5e7,
//! both compiled by GCC). The groups do not depend on each other, so the processor works on the next one while it waits.

mod allocate;
mod assembler;
mod blocks;
mod called;
mod code_unit;
#[cfg(target_arch = "aarch64")]
mod coherence;
mod control;
mod executable;
mod instructions;
mod listing;
mod look_up;
mod lower;
mod memory;
mod multiply_add;
mod neon;
mod operand;
mod order;
mod placement;
mod program;
mod target;
mod uses;
mod x86;

pub use code_unit::{Attempts, CodeUnit};
pub use executable::Pages;
pub use program::{MachineCode, Program, Slots};
pub use target::Target;

//! The order of operations, so that a processor waits less for operands.
//!
//! Measured with AVX-512 (AMD EPYC, whole runs, the least CPU time of six in turn): with those on which long chains depend
//! first, instead of in the order of the schedule, `rkmk4` of the heavy top on Euler parameters takes 9 % less, on the group
//! 4 %, the Panda 3 %; where an operation whose operands are not there yet waits as well, and full registers do not end
//! that, the Panda and the Puma another 7 %, ANYmal 1 % and Talos 2 % more, G1 7 % more; tops and adaptive steps take the
//! same. (Full registers that are freed first: the Panda and the Puma 1 % less, G1 5 % more; those whose operands are there and
//! that free one: the Panda, G1 and Talos up to 4 % less, UR5 and tops 2 to 8 % more.) It is a quarter of the set-up of a large
//! study: 50 of Talos' 205 ms.

use super::lower::{Kind, Operation};
use crate::trace::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How far ahead of the first operation that is left the next one may be. (50: G1 and Talos 2 to 7 % faster, tops up to 10 % slower;
/// 800: most 3 % slower.)
const WINDOW: u32 = 200;

/// Puts operations into another order, counting cycles as if one began in each: of those that can come next the one whose
/// operands are there and on which the longest chain depends, as long as what is alive fits into the registers; else of
/// those that need a value for the last time. `needed` are operations whose values are used after all.
pub(super) fn long_chains_first(
    operations: Vec<Operation>,
    needed: &FxHashSet<NodeId>,
    registers: usize,
) -> Vec<Operation> {
    let mut left = Left::new(&operations, needed);
    let mut new = Vec::with_capacity(operations.len());
    let (mut alive, mut cycle) = (0, 0);
    // an operation whose operands come before it is ready when it is the first that is left
    while let Some(first) = left.ready.first() {
        let window = left.ready.iter().take_while(|place| **place < first + WINDOW);
        let next = window.max_by_key(|place| {
            let (at, place) = (**place as usize, Reverse(**place));
            (alive < registers || left.freed_by(at) > 0, left.start[at] <= cycle, left.height[at], place)
        });
        let next = *next.expect("the first is in the window") as usize;
        cycle = left.start[next].max(cycle + 1);
        alive = alive + usize::from(operations[next].takes_register()) - left.freed_by(next);
        left.take(next, cycle);
        new.push(operations[next].clone());
    }
    new
}

/// Cycles until the result of an operation can be used, about those of current processors.
fn latency(kind: Kind) -> u32 {
    match kind {
        Kind::Div => 14,
        Kind::Sqrt => 21,
        // where its row has been found
        Kind::Entry => 7,
        Kind::Mul | Kind::MulAdd | Kind::MulSub | Kind::SubMul => 4,
        Kind::Add | Kind::Sub | Kind::Floor => 3,
        // about that of a hundred operations
        Kind::Call => 100,
        _ => 2,
    }
}

/// The operations that are left, by their indices in the old order.
struct Left {
    /// The operands of each that are among them, each once.
    operands: Vec<Vec<u32>>,
    users: Vec<Vec<u32>>,
    latency: Vec<u32>,
    /// Cycles from an operation's beginning to the end of the longest chain that depends on it.
    height: Vec<u32>,
    /// The cycle from which on an operation's operands can be used, those that are taken.
    start: Vec<u32>,
    /// Users that are left; those that are needed have one more.
    uses: Vec<u32>,
    /// True for those whose result is in a register.
    in_register: Vec<bool>,
    /// The operands of each operation that are left.
    missing: Vec<u32>,
    /// Those whose operands are taken.
    ready: BTreeSet<u32>,
}

impl Left {
    fn new(operations: &[Operation], needed: &FxHashSet<NodeId>) -> Self {
        let at: FxHashMap<NodeId, u32> = operations.iter().zip(0..).map(|(o, place)| (o.node, place)).collect();
        let operands_of = |operation: &Operation| {
            let mut all: Vec<u32> = operation.operands().iter().filter_map(|o| at.get(o).copied()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let operands: Vec<Vec<u32>> = operations.iter().map(operands_of).collect();
        let mut users = vec![Vec::new(); operations.len()];
        let latency: Vec<u32> = operations.iter().map(|operation| latency(operation.kind)).collect();
        let mut height = vec![0; operations.len()];
        for place in (0..operations.len()).rev() {
            height[place] += latency[place];
            for operand in &operands[place] {
                users[*operand as usize].push(place as u32);
                height[*operand as usize] = height[*operand as usize].max(height[place]);
            }
        }
        let is_needed = |operation: &Operation| u32::from(needed.contains(&operation.node));
        let uses = operations.iter().zip(&users).map(|(o, all)| all.len() as u32 + is_needed(o)).collect();
        let in_register = operations.iter().map(Operation::takes_register).collect();
        let missing: Vec<u32> = operands.iter().map(|all| all.len() as u32).collect();
        let ready = (0..).zip(&missing).filter(|(_, missing)| **missing == 0).map(|(place, _)| place).collect();
        Self { operands, users, latency, height, start: vec![0; operations.len()], uses, in_register, missing, ready }
    }

    /// Returns how many values nothing needs any more after an operation.
    fn freed_by(&self, place: usize) -> usize {
        let is_freed = |at: usize| self.uses[at] == 1 && self.in_register[at];
        self.operands[place].iter().filter(|operand| is_freed(**operand as usize)).count()
    }

    /// Takes an operation, which begins in that cycle.
    fn take(&mut self, place: usize, cycle: u32) {
        self.ready.remove(&(place as u32));
        for operand in &self.operands[place] {
            self.uses[*operand as usize] -= 1;
        }
        for user in &self.users[place] {
            let at = *user as usize;
            self.start[at] = self.start[at].max(cycle + self.latency[place]);
            self.missing[at] -= 1;
            if self.missing[at] == 0 {
                self.ready.insert(*user);
            }
        }
    }
}

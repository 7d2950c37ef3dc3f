//! When values are read, which is known in advance.

use crate::trace::NodeId;

/// No use.
pub(super) const NEVER: u32 = u32::MAX;

/// Holds the operations that read each node, by their numbers.
pub(super) struct Uses {
    numbers: Vec<u32>,
    /// For every node, which of the numbers are still to come.
    next: Vec<u32>,
    end: Vec<u32>,
}

impl Uses {
    /// Collects the uses of nodes, which `each` tells in their order.
    pub(super) fn new(nodes: usize, each: impl Fn(&mut dyn FnMut(u32, NodeId))) -> Self {
        let mut count = vec![0u32; nodes + 1];
        each(&mut |_, id| count[id as usize + 1] += 1);
        for i in 0..nodes {
            count[i + 1] += count[i];
        }
        let mut end = count[..nodes].to_vec();
        let mut numbers = vec![0u32; count[nodes] as usize];
        each(&mut |at, id| {
            numbers[end[id as usize] as usize] = at;
            end[id as usize] += 1;
        });
        count.truncate(nodes);
        Self { numbers, next: count, end }
    }

    fn rest(&self, id: NodeId) -> &[u32] {
        &self.numbers[self.next[id as usize] as usize..self.end[id as usize] as usize]
    }

    /// Returns the next operation that reads a node.
    pub(super) fn next(&self, id: NodeId) -> u32 {
        self.rest(id).first().copied().unwrap_or(NEVER)
    }

    /// Returns the operation that reads a node after the next one.
    pub(super) fn after_next(&self, id: NodeId) -> u32 {
        self.rest(id).get(1).copied().unwrap_or(NEVER)
    }

    /// Adds a use.
    pub(super) fn add(&mut self, id: NodeId, at: u32) {
        let mut rest = self.rest(id).to_vec();
        rest.insert(rest.partition_point(|number| *number <= at), at);
        self.next[id as usize] = self.numbers.len() as u32;
        self.numbers.extend(rest);
        self.end[id as usize] = self.numbers.len() as u32;
    }

    /// Removes the next use of a value, which is over.
    pub(super) fn consume(&mut self, id: NodeId) {
        if self.next[id as usize] < self.end[id as usize] {
            self.next[id as usize] += 1;
        }
    }
}

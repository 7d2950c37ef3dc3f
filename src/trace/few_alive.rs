//! Orders in which few values are alive at once, as processors with few registers a thread want them.
//!
//! Of values alive at once the head of a kernel says 40 in the order of recording and 28 here (heavy top, f32), 95 and 82 (Puma), 364 and
//! 307 (a chain of eight bodies): `gyrosweep kernel FILE`. In a recording the terms of the sums of stages are there long before they are
//! added.

use super::graph::Graph;
use super::node::NodeId;

/// How often operations are moved to the front and to the back in turn.
const ROUNDS: usize = 3;
/// The largest number of operations looked along for one after which values end.
const AHEAD: usize = 6;

/// Returns the operations in an order in which fewer values are alive at once, if one is found; those of `kept` are alive at the end.
pub(super) fn few_alive(graph: &Graph, order: Vec<NodeId>, kept: &[bool]) -> Vec<NodeId> {
    let lives = Lives::new(graph, &order, kept);
    let mut best = (alive(graph, &order, kept), order.clone());
    let mut next = order;
    for _ in 0..ROUNDS {
        for moved in [Lives::at_once, Lives::late] {
            next = moved(&lives, &next);
            let count = alive(graph, &next, kept);
            if count < best.0 {
                best = (count, next.clone());
            }
        }
    }
    best.1
}

/// Returns the place of the last use of every value in an order; that of what is kept is behind it.
fn ends(graph: &Graph, order: &[NodeId], kept: &[bool]) -> Vec<usize> {
    let mut ends = vec![0; graph.nodes.len()];
    for (at, &id) in order.iter().enumerate() {
        ends[id as usize] = at;
        graph.nodes[id as usize].operands().for_each(|operand| ends[operand as usize] = at);
    }
    order.iter().filter(|id| kept[**id as usize]).for_each(|id| ends[*id as usize] = order.len());
    ends
}

/// Counts the values of an order that are alive at once, the most and in all; those of `kept` are alive at the end.
pub(super) fn alive(graph: &Graph, order: &[NodeId], kept: &[bool]) -> (usize, usize) {
    let ends = ends(graph, order, kept);
    let mut ending = vec![0usize; order.len() + 1];
    order.iter().for_each(|id| ending[ends[*id as usize]] += 1);
    let (mut alive, mut most, mut all) = (0, 0, 0);
    for ending in &ending[..order.len()] {
        alive += 1;
        most = most.max(alive);
        all += alive;
        alive -= ending;
    }
    (most, all)
}

/// Who uses which values of some operations.
struct Lives<'a> {
    graph: &'a Graph,
    /// The operands of every node that are among the operations, each once.
    operands: Vec<Vec<NodeId>>,
    users: Vec<Vec<NodeId>>,
    kept: &'a [bool],
}

impl<'a> Lives<'a> {
    fn new(graph: &'a Graph, order: &[NodeId], kept: &'a [bool]) -> Self {
        let mut is_among = vec![false; graph.nodes.len()];
        order.iter().for_each(|id| is_among[*id as usize] = true);
        let (mut operands, mut users) = (vec![Vec::new(); graph.nodes.len()], vec![Vec::new(); graph.nodes.len()]);
        for &id in order {
            let mut own: Vec<NodeId> = graph.nodes[id as usize].operands().filter(|o| is_among[*o as usize]).collect();
            own.sort_unstable();
            own.dedup();
            own.iter().for_each(|operand| users[*operand as usize].push(id));
            operands[id as usize] = own;
        }
        Self { graph, operands, users, kept }
    }

    /// Moves an operation to the front where two of its operands end there.
    fn at_once(&self, order: &[NodeId]) -> Vec<NodeId> {
        let nodes = self.operands.len();
        let left = |id: usize| self.users[id].len() + usize::from(self.kept[id]);
        let mut placing = Placing {
            lives: self,
            left: (0..nodes).map(left).collect(),
            needs: self.operands.iter().map(Vec::len).collect(),
            is_done: vec![false; nodes],
            order: Vec::with_capacity(order.len()),
        };
        for &id in order {
            if !placing.is_done[id as usize] {
                placing.place(id);
                placing.follow(id);
            }
        }
        placing.order
    }

    /// Moves an operation to before its first user where no operand of it ends.
    fn late(&self, order: &[NodeId]) -> Vec<NodeId> {
        let ends = ends(self.graph, order, self.kept);
        let mut place = vec![0.0; self.operands.len()];
        for (at, &id) in order.iter().enumerate().rev() {
            let first = self.users[id as usize].iter().map(|user| place[*user as usize]).fold(f64::INFINITY, f64::min);
            let is_last = self.operands[id as usize].iter().any(|operand| ends[*operand as usize] == at);
            // beside the user, behind what stays in its place before it
            let before = first - 1e-6;
            place[id as usize] = if first.is_finite() && !is_last { before.max(at as f64) } else { at as f64 };
        }
        let mut moved = order.to_vec();
        moved.sort_by(|a, b| place[*a as usize].total_cmp(&place[*b as usize]));
        moved
    }
}

/// An order that is being made.
struct Placing<'a> {
    lives: &'a Lives<'a>,
    /// How many uses of every value are left.
    left: Vec<usize>,
    /// How many operands of every operation are not there yet.
    needs: Vec<usize>,
    is_done: Vec<bool>,
    order: Vec<NodeId>,
}

impl Placing<'_> {
    fn place(&mut self, id: NodeId) {
        let at = id as usize;
        self.is_done[at] = true;
        self.order.push(id);
        self.lives.operands[at].iter().for_each(|operand| self.left[*operand as usize] -= 1);
        self.lives.users[at].iter().for_each(|user| self.needs[*user as usize] -= 1);
    }

    /// Counts the operands whose last use an operation is.
    fn ended_by(&self, id: NodeId) -> usize {
        self.lives.operands[id as usize].iter().filter(|operand| self.left[**operand as usize] == 1).count()
    }

    /// Places what an operation makes worth it: its users, and those of values of which one use is left.
    fn follow(&mut self, id: NodeId) {
        let mut open = Vec::new();
        self.look_beside(id, &mut open);
        while let Some(next) = open.pop() {
            if !self.is_done[next as usize] && self.needs[next as usize] == 0 && self.is_worth_it(next) {
                self.place(next);
                self.look_beside(next, &mut open);
            }
        }
    }

    fn look_beside(&self, id: NodeId, open: &mut Vec<NodeId>) {
        open.extend(&self.lives.users[id as usize]);
        for operand in &self.lives.operands[id as usize] {
            if self.left[*operand as usize] == 1 {
                open.extend(self.lives.users[*operand as usize].iter().filter(|user| !self.is_done[**user as usize]));
            }
        }
    }

    /// Tells whether values end by an operation, or by one that only waits for it.
    fn is_worth_it(&self, id: NodeId) -> bool {
        let (ended, is_kept) = (self.ended_by(id), self.lives.kept[id as usize]);
        if ended >= 2 || ended == 1 && is_kept {
            return true;
        }
        // a chain of operations of one operand each, up to one that ends another value, too
        let mut at = id;
        for _ in 0..AHEAD {
            let [user] = self.lives.users[at as usize][..] else { return false };
            if ended != 1 || self.lives.kept[at as usize] {
                return false;
            }
            let others: Vec<usize> =
                self.lives.operands[user as usize].iter().filter(|other| **other != at).map(|o| *o as usize).collect();
            if !others.is_empty() {
                return others.iter().all(|other| self.is_done[*other])
                    && others.iter().any(|other| self.left[*other] == 1);
            }
            at = user;
        }
        false
    }
}

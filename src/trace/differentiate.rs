//! Derivatives of a graph while it is being recorded.
//!
//! The operations between some unknowns and some results are the vertices of a network whose edges carry the
//! derivatives of operations by their operands. A vertex is eliminated by adding, for each edge into it and each edge
//! out of it, their product to the edge that bypasses it (the chain rule); what remains are edges from unknowns to
//! results: Griewank, Walther (2008), Evaluating Derivatives, chapters 9 and 10. Elimination in the order of recording
//! is forward mode, in the opposite order reverse mode. Here the vertex that costs least at the time is always next
//! (Markowitz' rule), so that a chain of operations of one number, a polynomial say, is one edge before any unknown is
//! looked at. Operations in addition to those of the function itself:
//!
//! | function | it | forward | reverse | here |
//! |---|---|---|---|---|
//! | quaternion from a rotation vector | 109 | 30 | 31 | 27 |
//! | residuals of a body on a spherical joint in an implicit step | 225 | 290 | 281 | 229 |
//! | residuals of a chain of 9 such bodies | 2353 | 3594 | 4761 | 3525 |
//! | acceleration of the Puma 560 | 888 | 3074 | 5947 | 3073 |
//!
//! Functions whose derivatives are known ([`Real::with_slope`]) are single vertices, of whose operations nothing is seen.

use super::calls;
use super::chain_rule::{constant, is_sign, product, sum};
use super::node::{Node, NodeId};
use super::recording::{Recorded, Traced, with};
use super::slopes::{arguments, between, calls_between, slopes};
use crate::num::Real;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Returns the derivatives of `results` by some unknowns, row by row: number of the unknown, ascending, and derivative;
/// zeros by structure are dropped. `seeds` are the numbers that depend on the unknowns directly, each with its
/// derivatives, and those that are kept constant, without any; what they are made of is not looked at.
///
/// The rules are those of [`crate::num::Dual`], but that a quotient's derivative is multiplied by the reciprocal of the
/// divisor. The derivative of what a choice does not take is dropped, even where it is not finite.
///
/// # Panics
/// Where a number has derivatives twice, or has some and is a constant, of which the graph does not know what depends on it.
pub fn derivatives(results: &[Traced], seeds: &[(Traced, Vec<(usize, Traced)>)]) -> Vec<Vec<(usize, Traced)>> {
    let rows = |results: &[Traced], seeds: &[(Traced, Vec<(usize, Traced)>)]| {
        let mut network = Network::new(results, seeds);
        network.eliminate();
        network.rows(results.len())
    };
    Traced::structurally(|| {
        let calls = calls_between(seeds, results);
        if calls.is_empty() {
            return rows(results, seeds);
        }
        let mut seeds = seeds.to_vec();
        // those of what is called are known along the unknowns, level by level
        for calls in calls {
            let arguments: Vec<Vec<Traced>> = calls.iter().map(|(call, _)| arguments(*call)).collect();
            let mut of_arguments = rows(&arguments.concat(), &seeds).into_iter();
            for ((call, wanted), arguments) in calls.into_iter().zip(arguments) {
                let of_arguments: Vec<_> = of_arguments.by_ref().take(arguments.len()).collect();
                let along = calls::along(call, &wanted, &of_arguments, derivatives);
                let result = |k: u32| Traced(with(|graph| graph.push(Node::Result(call, k))));
                seeds.extend(wanted.into_iter().map(result).zip(along));
            }
        }
        rows(results, &seeds)
    })
}

/// Returns the directional derivatives of `results`, one direction after another. `seeds` are the numbers that change,
/// each with its derivatives along every direction.
///
/// Vertices are eliminated as long as that saves operations for so many directions, or for more, or all of them; along
/// the edges that are left each direction is followed from number to number. What takes the fewest operations is taken. Of the step of
/// the heavy top by `rkmk4` (when that had 556 operations), the first takes 887 more for one direction, the second 3,600 for 7
/// (the first 3,700), the last 6,300 for 20 (the second 10,000).
///
/// # Panics
/// Where a number is a seed twice, or is a constant.
pub fn derivatives_along(results: &[Traced], seeds: &[(Traced, Vec<Traced>)]) -> Vec<Vec<Traced>> {
    /// What greedy elimination, which sees one vertex at a time, finds for so many directions serves fewer, too.
    const MORE: usize = 10;
    /// The choice takes time in proportion to the square of the edges: above so many chains alone are eliminated. An operation has
    /// about two; a call has one from every argument to every result.
    const CHOOSES: usize = 4000;
    let directions = seeds.first().map_or(0, |(_, along)| along.len());
    Traced::structurally(|| {
        let one = |at: usize| vec![(at, Traced::one())];
        let unknowns: Vec<_> = seeds.iter().enumerate().map(|(at, (seed, _))| (*seed, one(at))).collect();
        let network = Network::new(results, &unknowns);
        let along = |network: &Network| -> Vec<Vec<Traced>> {
            (0..directions).map(|k| network.follow(|at| seeds[at].1[k], results.len())).collect()
        };
        if network.into.iter().map(Vec::len).sum::<usize>() > CHOOSES {
            let mut network = network;
            network.eliminate_chains(directions);
            return along(&network);
        }
        let mut candidates = Vec::new();
        for saving in [directions, MORE] {
            let mut network = network.clone();
            network.eliminate_for(saving);
            candidates.push(along(&network));
        }
        if directions > MORE / 2 {
            let mut network = network.clone();
            network.eliminate();
            candidates.push(along(&network));
        }
        candidates.into_iter().min_by_key(|all| operations(all)).unwrap_or_default()
    })
}

/// Counts the operations that make some numbers.
fn operations(numbers: &[Vec<Traced>]) -> usize {
    let numbers: Vec<NodeId> = numbers.iter().flatten().map(|x| x.node()).collect();
    with(|graph| {
        let needed = graph.needed_by(&numbers);
        graph.nodes.iter().zip(needed).filter(|(node, needed)| *needed && node.is_operation()).count()
    })
}

/// The vertices are the unknowns, then operations in the order of recording, then results.
#[derive(Clone)]
struct Network {
    /// How many unknowns there are.
    unknowns: usize,
    /// For every vertex, the edges that lead to it: where they come from and what they carry.
    into: Vec<Vec<(usize, Traced)>>,
    /// For every vertex, where edges lead from it.
    out: Vec<Vec<usize>>,
}

impl Network {
    fn new(results: &[Traced], seeds: &[(Traced, Vec<(usize, Traced)>)]) -> Self {
        let mut rows = FxHashMap::default();
        let (detached, moving): (Vec<_>, Vec<_>) = seeds.iter().partition(|(_, row)| row.is_empty());
        for (seed, row) in moving {
            assert!(constant(*seed).is_none(), "a seed is a constant");
            assert!(rows.insert(seed.node(), row).is_none(), "a number is a seed twice");
        }
        for (seed, row) in detached {
            rows.entry(seed.node()).or_insert(row);
        }
        let vertices = between(&rows, results);
        let unknowns = seeds.iter().flat_map(|(_, row)| row).map(|(unknown, _)| unknown + 1).max().unwrap_or(0);
        let count = unknowns + vertices.len() + results.len();
        let mut network = Self { unknowns, into: vec![Vec::new(); count], out: vec![Vec::new(); count] };
        let place = |id: NodeId| vertices.binary_search(&id).ok().map(|at| unknowns + at);
        let mut before = None;
        for id in &vertices {
            // results of a call follow each other
            if let Node::Result(call, _) = with(|graph| graph.nodes[*id as usize])
                && !rows.contains_key(id)
                && before.replace(call) != Some(call)
            {
                calls::differentiate(call, |argument| place(argument).is_some(), derivatives);
            }
        }
        for (at, id) in vertices.iter().enumerate() {
            match rows.get(id) {
                Some(row) => row.iter().for_each(|(unknown, d)| network.add(*unknown, unknowns + at, *d)),
                None => slopes(*id, |operand, slope| {
                    if let Some(from) = place(operand) {
                        network.add(from, unknowns + at, slope());
                    }
                }),
            }
        }
        for (at, result) in results.iter().enumerate() {
            if let Some(from) = place(result.node()) {
                network.add(from, unknowns + vertices.len() + at, Traced::one());
            }
        }
        network
    }

    /// Adds to what an edge carries.
    fn add(&mut self, from: usize, to: usize, derivative: Traced) {
        if constant(derivative) == Some(0.0) {
            return;
        }
        let Some(at) = self.into[to].iter().position(|(other, _)| *other == from) else {
            self.into[to].push((from, derivative));
            self.out[from].push(to);
            return;
        };
        let total = sum(self.into[to][at].1, derivative);
        if constant(total) == Some(0.0) {
            self.into[to].remove(at);
            self.out[from].retain(|other| *other != to);
        } else {
            self.into[to][at].1 = total;
        }
    }

    /// Returns how many products it takes to eliminate a vertex.
    fn cost(&self, at: usize) -> usize {
        self.into[at].len() * self.out[at].len()
    }

    fn carried(&self, from: usize, to: usize) -> Traced {
        self.into[to].iter().find(|(other, _)| *other == from).expect("both ends of an edge").1
    }

    fn eliminate(&mut self) {
        let operations = self.unknowns..self.into.len();
        let is_inner = |network: &Self, at: usize| operations.contains(&at) && !network.out[at].is_empty();
        let mut queue: BinaryHeap<_> =
            operations.clone().filter(|at| is_inner(self, *at)).map(|at| Reverse((self.cost(at), at))).collect();
        while let Some(Reverse((expected, at))) = queue.pop() {
            // what has changed since it was queued has been queued anew
            if !is_inner(self, at) || self.cost(at) != expected {
                continue;
            }
            let (into, out) = self.eliminate_vertex(at);
            let neighbours = into.iter().map(|(from, _)| *from).chain(out);
            queue.extend(neighbours.filter(|n| is_inner(self, *n)).map(|n| Reverse((self.cost(n), n))));
        }
    }

    /// Eliminates a vertex; returns the edges that led to it, and where edges led from it.
    fn eliminate_vertex(&mut self, at: usize) -> (Vec<(usize, Traced)>, Vec<usize>) {
        let (into, out) = (std::mem::take(&mut self.into[at]), std::mem::take(&mut self.out[at]));
        // what leads from an unknown, to any number of vertices, is not looked at
        for (from, _) in into.iter().filter(|(from, _)| *from >= self.unknowns) {
            self.out[*from].retain(|other| *other != at);
        }
        for to in &out {
            let outer = self.carried(at, *to);
            self.into[*to].retain(|(other, _)| *other != at);
            for (from, inner) in &into {
                self.add(*from, *to, product(*inner, outer));
            }
        }
        (into, out)
    }

    /// Eliminates vertices as long as that saves operations when so many directions are followed.
    fn eliminate_for(&mut self, directions: usize) {
        let operations = self.unknowns..self.into.len();
        let mut queue = BinaryHeap::new();
        let is_inner = |network: &Self, at: usize| operations.contains(&at) && !network.out[at].is_empty();
        let look = |network: &Self, at: usize, queue: &mut BinaryHeap<_>| {
            if is_inner(network, at) {
                let saved = network.saved_by(at, directions);
                if saved >= 0 {
                    queue.push((saved, Reverse(at)));
                }
            }
        };
        operations.clone().for_each(|at| look(self, at, &mut queue));
        while let Some((expected, Reverse(at))) = queue.pop() {
            if !is_inner(self, at) || self.saved_by(at, directions) != expected {
                continue;
            }
            let (into, out) = self.eliminate_vertex(at);
            let neighbours: BTreeSet<usize> = into.iter().map(|(from, _)| *from).chain(out).collect();
            let beyond: BTreeSet<usize> = neighbours
                .iter()
                .flat_map(|n| self.into[*n].iter().map(|(from, _)| *from).chain(self.out[*n].iter().copied()))
                .collect();
            neighbours.union(&beyond).for_each(|n| look(self, *n, &mut queue));
        }
    }

    /// Eliminates vertices that one edge leads to or from, where that saves operations when so many directions are followed.
    fn eliminate_chains(&mut self, directions: usize) {
        for at in self.unknowns..self.into.len() {
            let is_chain = self.into[at].len() == 1 || self.out[at].len() == 1;
            if is_chain && !self.out[at].is_empty() && self.saved_by(at, directions) >= 0 {
                self.eliminate_vertex(at);
            }
        }
    }

    /// Returns how many operations it saves to eliminate a vertex, where so many directions are followed.
    fn saved_by(&self, at: usize, directions: usize) -> isize {
        let (into, out) = (&self.into[at], &self.out[at]);
        let operations = |derivative: Traced| if is_sign(derivative) { 1 } else { 2 };
        let (mut saved, mut spent) = (-1, 0);
        saved += into.iter().map(|(_, inner)| operations(*inner)).sum::<isize>();
        for to in out {
            let outer = self.carried(at, *to);
            saved += operations(outer);
            for (from, inner) in into {
                let is_product = !is_sign(*inner) && !is_sign(outer);
                spent += isize::from(is_product);
                if self.into[*to].iter().any(|(other, _)| other == from) {
                    spent += 1;
                } else {
                    saved -= if is_sign(*inner) && is_sign(outer) { 1 } else { 2 };
                }
            }
        }
        saved * directions as isize - spent
    }

    /// Follows a direction to the results, from its derivatives of the unknowns.
    fn follow(&self, seed: impl Fn(usize) -> Traced, results: usize) -> Vec<Traced> {
        let mut along: Vec<Traced> = (0..self.unknowns).map(seed).collect();
        for into in &self.into[self.unknowns..] {
            let mut edges: Vec<_> = into.iter().collect();
            edges.sort_by_key(|(from, _)| *from);
            let terms = edges.into_iter().map(|(from, derivative)| product(along[*from], *derivative));
            along.push(terms.reduce(sum).unwrap_or_else(Traced::zero));
        }
        along.split_off(along.len() - results)
    }

    /// Returns the edges to the results.
    fn rows(mut self, results: usize) -> Vec<Vec<(usize, Traced)>> {
        let mut rows = self.into.split_off(self.into.len() - results);
        rows.iter_mut().for_each(|row| row.sort_by_key(|(unknown, _)| *unknown));
        rows
    }
}

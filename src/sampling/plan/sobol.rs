//! The Sobol' sequence with nested uniform scrambling.
//!
//! Sequence: I. Sobol', "On the distribution of points in a cube and the approximate
//! evaluation of integrals", USSR Comput. Math. Math. Phys. 7 (1967) 86-112. Primitive
//! polynomials and initial direction numbers: S. Joe and F. Kuo, "Constructing Sobol
//! sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30 (2008)
//! 2635-2654 (their set `new-joe-kuo-6`, which the crate `sobol` carries).
//!
//! Scrambling: A. Owen, "Randomly permuted (t,m,s)-nets and (t,s)-sequences", in Monte Carlo
//! and Quasi-Monte Carlo Methods in Scientific Computing, Springer 1995. Each bit is flipped
//! or not by a random bit that belongs to all the bits above it. Every point becomes
//! uniformly distributed, while the evenness of the sequence survives in full.

#[cfg(test)]
mod tests;

use sobol::params::{JoeKuoD6, JoeKuoD6Dim};

use crate::sampling::hash;

use super::sampled::{Sequence, stream};
use super::{PlanError, PlanInfo};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "sobol",
    help: "low-discrepancy sequence in base 2, scrambled; best with 2^k members",
    keys: "replicates (independently randomised, member k belongs to replicate k mod replicates; a divisor of members; default 1)",
    sequence: Some(|columns, members, seed| Ok(Box::new(Sobol::new(columns, members, seed)?))),
    example: r#"[plan]
kind = "sobol"
members = 16
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Bits of a coordinate before the scrambling, hence log2 of the greatest number of members.
const BITS: usize = 32;
/// Greatest number of members.
const MEMBERS: u64 = 1 << BITS;
/// Columns that the parameter set serves.
const COLUMNS: usize = 1000;

/// A scrambled Sobol' sequence.
#[derive(Debug)]
struct Sobol {
    members: u64,
    /// For each column its 32 direction integers, the one with the highest bit first.
    directions: Vec<[u32; BITS]>,
    /// For each column the random numbers of its scrambling.
    nodes: Vec<Nodes>,
}

impl Sobol {
    /// Returns the sequence whose scrambling `seed` selects.
    fn new(columns: usize, members: u64, seed: u64) -> Result<Self, PlanError> {
        if columns > COLUMNS {
            return Err(PlanError::TooManyColumns { plan: "sobol", limit: COLUMNS, found: columns });
        }
        if members > MEMBERS {
            return Err(PlanError::TooManyMembers { plan: "sobol", limit: MEMBERS, found: members });
        }
        let parameters = JoeKuoD6::standard().dim_params;
        let directions =
            std::iter::once(van_der_corput()).chain(parameters.iter().map(direction_integers)).take(columns).collect();
        let nodes = (0..columns).map(|column| Nodes::new(seed, stream(column), members)).collect();
        Ok(Self { members, directions, nodes })
    }

    /// Returns the 32 bits of coordinate `column` of point `member`, before the scrambling.
    ///
    /// The points come in the order of the Gray code of `member` (I. Antonov and V. Saleev,
    /// USSR Comput. Math. Math. Phys. 19 (1979) 252-256), which is the order in which the
    /// sequence is usually listed. The coordinate is the sum without carry of the direction
    /// integers at the set bits.
    fn point(&self, member: u64, column: usize) -> u32 {
        let Some(directions) = self.directions.get(column) else { return 0 };
        let (mut gray, mut sum) = (member ^ (member >> 1), 0);
        while gray != 0 {
            sum ^= directions.get(gray.trailing_zeros() as usize).copied().unwrap_or(0);
            gray &= gray - 1;
        }
        sum
    }
}

/// Returns the directions of the first column: the binary digits of the point's number, mirrored.
fn van_der_corput() -> [u32; BITS] {
    std::array::from_fn(|bit| 1 << (BITS - 1 - bit))
}

/// Returns the direction integers of a further column by the recurrence of its primitive polynomial (Joe and Kuo,
/// equations 2 and 3): with `s` the degree and `a` the inner coefficients, `v[i] = a1 v[i-1] ^ ... ^ a(s-1) v[i-s+1] ^
/// v[i-s] ^ (v[i-s] >> s)`.
fn direction_integers(parameters: &JoeKuoD6Dim) -> [u32; BITS] {
    let degree = parameters.m.len();
    let mut v = [0_u32; BITS];
    for (bit, (direction, odd)) in v.iter_mut().zip(&parameters.m).enumerate() {
        *direction = odd << (BITS - 1 - bit);
    }
    for bit in degree..BITS {
        let oldest = v[bit - degree];
        let inner =
            (1..degree).filter(|k| (parameters.a >> (degree - 1 - k)) & 1 == 1).fold(0, |sum, k| sum ^ v[bit - k]);
        v[bit] = oldest ^ (oldest >> degree) ^ inner;
    }
    v
}

/// Points that are scrambled at once.
const BATCH: usize = 64;

/// Levels of the tree of prefixes whose nodes share the bits of one random number: a tree of six levels has 63 nodes.
const LEVELS: usize = 6;

/// Random numbers of nodes at the depths 0, 6 and 12 are kept: a million points share them.
const KEPT_DEPTHS: [usize; 3] = [0, LEVELS, 2 * LEVELS];

/// The random numbers of a column's nodes.
#[derive(Debug)]
struct Nodes {
    seed: u64,
    column: u64,
    /// Those that are kept, depth by depth.
    kept: Vec<u64>,
}

impl Nodes {
    /// Makes the nodes of a column, of which points are so many.
    fn new(seed: u64, column: u64, members: u64) -> Self {
        // a depth is kept where its nodes are visited more than once
        let depths = KEPT_DEPTHS.into_iter().filter(|depth| members >> depth > 1);
        let nodes = depths.flat_map(|depth| 1u64 << depth..2u64 << depth);
        Self { seed, column, kept: nodes.map(|node| hash::bits(seed, column, node)).collect() }
    }

    /// Writes the random numbers of the nodes at a depth that lie above some points; `above` nodes of smaller depths are kept.
    fn write_bits(&self, points: &[u32], (depth, above): (usize, usize), bits: &mut [u64]) {
        let place = |point: u32| u64::from(point) >> (BITS - depth);
        let all = bits.iter_mut().zip(points);
        match self.kept.get(above..above + (1 << depth)) {
            Some(kept) if KEPT_DEPTHS.contains(&depth) => {
                all.for_each(|(bits, point)| *bits = kept[place(*point) as usize])
            }
            _ => all.for_each(|(bits, point)| *bits = hash::bits(self.seed, self.column, 1 << depth | place(*point))),
        }
    }

    /// Applies nested uniform scrambling to points, extended to 64 bits.
    ///
    /// The random bits sit in the nodes of the binary tree of prefixes, counted as in a heap:
    /// the root is node 1 and the children of node `n` are `2 n` and `2 n + 1`. The node of a
    /// prefix decides whether the next bit is flipped. The nodes of depth 32 belong to one point
    /// each; they supply the bits below the 32nd.
    ///
    /// One random number serves a node and its descendants of the next five levels, whose numbers in the heap of their own
    /// are the indices of their bits. Points at once overlap in the processor, which one after another do not: 45 ns instead of 75 each.
    fn scramble<const N: usize>(&self, points: &[u32; N]) -> [u64; N] {
        let (mut flipped, mut flips, mut above) = ([0; N], [0; N], 0);
        for depth in (0..BITS).step_by(LEVELS) {
            self.write_bits(points, (depth, above), &mut flips);
            above += 1 << depth;
            if depth + LEVELS <= BITS {
                descend::<LEVELS, N>(points, depth, &flips, &mut flipped);
            } else {
                descend::<{ BITS % LEVELS }, N>(points, depth, &flips, &mut flipped);
            }
        }
        self.write_bits(points, (BITS, above), &mut flips);
        for ((flipped, point), last) in flipped.iter_mut().zip(points).zip(&flips) {
            *flipped = (*flipped ^ u64::from(*point)) << 32 | last >> 32;
        }
        flipped
    }
}

/// Appends, for points behind a depth, whether their next bits are flipped: one for each of so many levels, of the random number of
/// the node above them.
fn descend<const L: usize, const N: usize>(points: &[u32; N], depth: usize, flips: &[u64; N], to: &mut [u64; N]) {
    for ((flipped, point), flips) in to.iter_mut().zip(points).zip(flips) {
        // a one and the bits below the node: behind its first bits it is the number of a descendant
        let path = 1 << L | (u64::from(*point) >> (BITS - depth - L) & ((1 << L) - 1));
        for level in (1..=L).rev() {
            *flipped = *flipped << 1 | (flips >> (path >> level) & 1);
        }
    }
}

impl Sequence for Sobol {
    fn unit(&self, member: u64, column: usize) -> f64 {
        let [point] = self.nodes.get(column).map_or([0; 1], |nodes| nodes.scramble(&[self.point(member, column)]));
        hash::open_unit(point)
    }

    fn units(&self, first: u64, column: usize, units: &mut [f64]) {
        let (nodes, directions) = (&self.nodes[column], &self.directions[column]);
        for (from, units) in (first..).step_by(BATCH).zip(units.chunks_mut(BATCH)) {
            let mut point = self.point(from, column);
            let points: [u32; BATCH] = std::array::from_fn(|i| {
                let this = point;
                // neighbours in the order of the Gray code differ in one direction
                let bit = (from + i as u64 + 1).trailing_zeros() as usize;
                point ^= directions.get(bit).copied().unwrap_or(0);
                this
            });
            units.iter_mut().zip(nodes.scramble(&points)).for_each(|(unit, bits)| *unit = hash::open_unit(bits));
        }
    }

    fn advice(&self) -> Option<String> {
        (!self.members.is_power_of_two()).then(|| {
            let above = self.members.next_power_of_two();
            format!("members = {} is not a power of two: sobol is balanced at {} or {above}", self.members, above / 2)
        })
    }
}

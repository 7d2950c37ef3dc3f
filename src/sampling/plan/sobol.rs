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
    seed: u64,
    members: u64,
    /// For each column its 32 direction integers, the one with the highest bit first.
    directions: Vec<[u32; BITS]>,
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
        Ok(Self { seed, members, directions })
    }

    /// Returns the 32 bits of coordinate `column` of point `member`, before the scrambling.
    ///
    /// The points come in the order of the Gray code of `member` (I. Antonov and V. Saleev,
    /// USSR Comput. Math. Math. Phys. 19 (1979) 252-256), which is the order in which the
    /// sequence is usually listed. The coordinate is the sum without carry of the direction
    /// integers at the set bits.
    fn point(&self, member: u64, column: usize) -> u32 {
        let gray = member ^ (member >> 1);
        self.directions.get(column).map_or(0, |directions| {
            directions
                .iter()
                .enumerate()
                .filter(|&(bit, _)| (gray >> bit) & 1 == 1)
                .fold(0, |sum, (_, direction)| sum ^ direction)
        })
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

/// Levels of the tree of prefixes whose nodes share the bits of one random number: a tree of six levels has 63 nodes.
const LEVELS: usize = 6;

/// Applies nested uniform scrambling to `point`, extended to 64 bits.
///
/// The random bits sit in the nodes of the binary tree of prefixes, counted as in a heap:
/// the root is node 1 and the children of node `n` are `2 n` and `2 n + 1`. The node of a
/// prefix decides whether the next bit is flipped. The nodes of depth 32 belong to one point
/// each; they supply the bits below the 32nd.
///
/// One random number serves a node and its descendants of the next five levels, whose numbers in the heap of their own
/// are the indices of their bits.
fn scramble(point: u32, seed: u64, column: u64) -> u64 {
    let mut node: u64 = 1;
    let mut scrambled: u64 = 0;
    let (mut flips, mut inner) = (0, 1);
    for level in 0..BITS {
        if level % LEVELS == 0 {
            (flips, inner) = (hash::bits(seed, column, node), 1);
        }
        let bit = u64::from(point >> (BITS - 1 - level)) & 1;
        scrambled = (scrambled << 1) | (bit ^ (flips >> inner & 1));
        (node, inner) = (node << 1 | bit, inner << 1 | bit);
    }
    (scrambled << 32) | (hash::bits(seed, column, node) >> 32)
}

impl Sequence for Sobol {
    fn unit(&self, member: u64, column: usize) -> f64 {
        let point = self.point(member, column);
        hash::open_unit(scramble(point, self.seed, stream(column)))
    }

    fn advice(&self) -> Option<String> {
        (!self.members.is_power_of_two()).then(|| {
            let above = self.members.next_power_of_two();
            format!("members = {} is not a power of two: sobol is balanced at {} or {above}", self.members, above / 2)
        })
    }
}

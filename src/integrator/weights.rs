//! The weights of the stages of an explicit method, sorted for evaluation.

use super::exponentials::Exponentials;
use super::inverse::InverseTangent;
use super::tableau::Tableau;
use crate::num::{Real, Vec3};

/// Stages of equal weight in a row of the tableau.
#[derive(Debug)]
struct Group {
    weight: f64,
    first: usize,
    more: Vec<usize>,
}

/// A weighted sum over the stages, without the weights that are zero.
#[derive(Debug)]
pub(super) struct Weights(Vec<Group>);

impl Weights {
    fn new(row: &[f64]) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for (stage, &weight) in row.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            match groups.iter_mut().find(|g| g.weight == weight) {
                Some(group) => group.more.push(stage),
                None => groups.push(Group { weight, first: stage, more: Vec::new() }),
            }
        }
        Self(groups)
    }

    /// Returns h times the weighted sum of one component of the slopes, which lie `n` apart. Stages of equal weight are summed
    /// before they are multiplied.
    pub(super) fn sum<R: Real>(&self, h: R, slopes: &[R], n: usize, at: usize) -> R {
        let term = |group: &Group| {
            let slope = |stage: usize| slopes[stage * n + at];
            let slopes = group.more.iter().fold(slope(group.first), |sum, stage| sum + slope(*stage));
            slopes * h.scale(group.weight)
        };
        self.0.iter().map(term).reduce(|sum, term| sum + term).unwrap_or_else(R::zero)
    }

    /// Returns the weighted sums of three components.
    pub(super) fn sum3<R: Real>(&self, h: R, slopes: &[R], n: usize, at: usize) -> Vec3<R> {
        let [x, y, z] = [at, at + 1, at + 2].map(|at| self.sum(h, slopes, n, at));
        Vec3::new(x, y, z)
    }
}

/// The weights of one stage or of the end of the step.
#[derive(Debug)]
pub(super) struct Row {
    /// One sum per exponential.
    pub(super) exponentials: Vec<Weights>,
    /// The sum for everything that is integrated like a vector.
    pub(super) total: Weights,
}

impl Row {
    fn new(exponentials: &[&[f64]]) -> Self {
        let count = exponentials.iter().map(|row| row.len()).max().unwrap_or(0);
        let total: Vec<f64> = (0..count).map(|j| exponentials.iter().filter_map(|row| row.get(j)).sum()).collect();
        Self { exponentials: exponentials.iter().map(|row| Weights::new(row)).collect(), total: Weights::new(&total) }
    }

    /// Makes of a row of a tableau exponentials of one slope each.
    fn one_slope_each(row: &[f64]) -> Self {
        let single = |j: usize| [vec![0.0; j], vec![row[j]]].concat();
        let exponentials: Vec<Vec<f64>> = (0..row.len()).filter(|j| row[*j] != 0.0).map(single).collect();
        Self::new(&exponentials.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }
}

/// An explicit method, sorted for evaluation.
#[derive(Debug)]
pub(super) struct StageWeights {
    /// The stages 2, 3, ...
    pub(super) rows: Vec<Row>,
    pub(super) end: Row,
    pub(super) c: &'static [f64],
    pub(super) inverse: InverseTangent,
    /// The weights of the error estimate, and those of the second estimate.
    pub(super) errors: Vec<Weights>,
}

impl StageWeights {
    pub(super) fn rkmk(tableau: &Tableau, inverse: InverseTangent, estimate: bool) -> Self {
        let difference = |weights: &[f64]| -> Weights {
            Weights::new(&tableau.b.iter().zip(weights).map(|(b, other)| b - other).collect::<Vec<_>>())
        };
        let embedded = tableau.embedded.filter(|_| estimate);
        let weights = embedded.iter().flat_map(|e| [Some(e.weights), e.third.map(|(_, weights)| weights)]);
        let errors: Vec<Weights> = weights.flatten().map(difference).collect();
        let needed = |stage: usize| {
            estimate || tableau.b[stage] != 0.0 || tableau.a.iter().any(|row| row.get(stage).is_some_and(|a| *a != 0.0))
        };
        let mut stages = tableau.stage_count();
        while !needed(stages - 1) {
            stages -= 1;
        }
        Self {
            rows: tableau.a[..stages - 1].iter().map(|row| Row::new(&[row])).collect(),
            end: Row::new(&[tableau.b]),
            c: &tableau.c[..stages],
            inverse,
            errors,
        }
    }

    pub(super) fn commutator_free(method: &Exponentials) -> Self {
        let rows = method.stages.iter().map(|stage| Row::new(stage)).collect();
        Self { rows, end: Row::new(method.end), c: method.c, inverse: InverseTangent::Identity, errors: Vec::new() }
    }

    pub(super) fn crouch_grossman(tableau: &Tableau) -> Self {
        let rows = tableau.a.iter().map(|row| Row::one_slope_each(row)).collect();
        let end = Row::one_slope_each(tableau.b);
        Self { rows, end, c: tableau.c, inverse: InverseTangent::Identity, errors: Vec::new() }
    }

    /// Says whether there is an error estimate.
    pub(super) fn estimates(&self) -> bool {
        !self.errors.is_empty()
    }
}

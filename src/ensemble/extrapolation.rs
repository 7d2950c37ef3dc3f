//! Order 4 of implicit methods: every member runs with equal steps h and h/2, and what both tell is combined.
//!
//! The error of a method of order 2 is e h^2 + O(h^4) where it is symmetric, as RATTLE is, and generalized-alpha but for a
//! term of h^3 that its damping of high frequencies makes: (4 y(h/2) - y(h))/3 is without e h^2 (Richardson). Rotations are
//! combined on the group, R(h/2) exp(log(R(h)^T R(h/2))/3).

use super::{Chunk, Members, Outcome, Study};
use crate::lie::{LieGroup, Pose, Product, Translation};
use crate::model::output::PoseColumns;
use crate::model::unit::Unit;
use std::collections::HashMap;
use std::f64::consts::TAU;

/// Integrates members as the study asks for: once, or with steps of two lengths.
///
/// # Errors
/// Where that fails.
pub(super) fn run<E>(
    study: &Study,
    members: Members,
    integrate: impl Fn(&Study, Members) -> Result<Chunk, E>,
) -> Result<Chunk, E> {
    let Some(finer) = study.with_halved_steps() else { return integrate(study, members) };
    let coarse = integrate(study, members.clone())?;
    let fine = integrate(&finer, members)?;
    Ok(Combination::new(study).of_chunks(coarse, &fine))
}

/// Says how the results of two runs of a study are combined.
struct Combination<'a> {
    study: &'a Study,
    poses: Vec<PoseColumns>,
    /// A full turn in the unit of each column, where it is an angle.
    turns: Vec<Option<f64>>,
    /// The columns that are estimates of errors, and of which.
    errors: Vec<(usize, usize)>,
    /// The columns that are norms of residuals. Such a norm is not smooth at zero, so the value of the finer run is kept.
    residuals: Vec<usize>,
}

impl<'a> Combination<'a> {
    fn new(study: &'a Study) -> Self {
        let mechanism = &study.mechanism;
        let turn = |(_, unit): &(String, String)| {
            let unit = Unit::parse(unit).ok()?;
            unit.is_angle().then(|| unit.factor.from_si(TAU))
        };
        Self {
            study,
            poses: mechanism.poses(),
            turns: mechanism.columns().iter().map(turn).collect(),
            errors: mechanism.step_errors(),
            residuals: mechanism.residuals(),
        }
    }

    /// Combines the results of the same members with steps and half of them.
    fn of_chunks(&self, mut coarse: Chunk, fine: &Chunk) -> Chunk {
        let all: Vec<usize> = (0..self.study.channel_count()).collect();
        let [mut whole, mut halves] = [const { Vec::new() }; 2];
        for i in 0..coarse.outcomes.len() {
            coarse.steps[i] = coarse.steps[i].saturating_add(fine.steps[i]);
            coarse.newton[i] = coarse.newton[i].plus(fine.newton[i]);
            if !coarse.outcomes[i].has_outputs() || !fine.outcomes[i].has_outputs() {
                if coarse.outcomes[i].has_outputs() {
                    (coarse.outcomes[i], coarse.times[i]) = (fine.outcomes[i], fine.times[i]);
                }
                coarse.outputs.set_row(i, std::iter::repeat(f64::NAN));
                continue;
            }
            coarse.outputs.copy_row(i, &mut whole);
            fine.outputs.copy_row(i, &mut halves);
            let mut own = whole.clone();
            self.combine(&all, &mut own, (&whole, &halves));
            let (outcome, time) = (coarse.outcomes[i], coarse.times[i]);
            coarse.outcomes[i] = self.study.complete((outcome, time), || coarse.members.row(i), &[], &mut own);
            if coarse.outcomes[i] == Outcome::Completed {
                let error = |of: &usize, own: &[f64]| self.error((*of, *of), own, (&whole, &halves));
                self.errors.iter().for_each(|(place, of)| own[*place] = error(of, &own));
            }
            coarse.outputs.set_row(i, own);
        }
        self.combine_samples(&mut coarse, fine);
        coarse
    }

    /// Combines samples that both runs have.
    fn combine_samples(&self, coarse: &mut Chunk, fine: &Chunk) {
        let sampled = self.study.sampled_channels();
        let mut number = HashMap::new();
        let mut keys = |rows: &[(usize, f64)]| -> Vec<(usize, usize)> {
            number.clear();
            let mut key = |place: &usize| {
                let next = number.entry(*place).or_insert(0);
                *next += 1;
                (*place, *next)
            };
            rows.iter().map(|(place, _)| key(place)).collect()
        };
        let (own, others) = (keys(&coarse.samples.rows), keys(&fine.samples.rows));
        let at: HashMap<(usize, usize), usize> = others.into_iter().enumerate().map(|(at, key)| (key, at)).collect();
        let (kept, others): (Vec<usize>, Vec<usize>) =
            own.iter().enumerate().filter_map(|(row, key)| Some((row, *at.get(key)?))).unzip();
        coarse.samples = coarse.samples.rows_at(&kept);
        let values = &mut coarse.samples.values;
        let [mut whole, mut halves] = [const { Vec::new() }; 2];
        for (row, other) in others.into_iter().enumerate() {
            values.copy_row(row, &mut whole);
            fine.samples.values.copy_row(other, &mut halves);
            let mut sample = whole.clone();
            self.combine(&sampled, &mut sample, (&whole, &halves));
            for (place, of) in &self.errors {
                let at = |column: &usize| sampled.iter().position(|c| c == column);
                if let (Some(place), Some(there)) = (at(place), at(of)) {
                    sample[place] = self.error((*of, there), &sample, (&whole, &halves));
                }
            }
            values.set_row(row, sample);
        }
    }

    /// Returns by how much the combination of both runs changes the value of the finer one, of a column that is at a place among values.
    fn error(&self, (column, at): (usize, usize), own: &[f64], (whole, halves): (&[f64], &[f64])) -> f64 {
        if self.residuals.contains(&column) {
            return (halves[at] - whole[at]).abs() / 3.0;
        }
        (own[at] - halves[at]).abs()
    }

    /// Combines the values of some columns of both runs.
    fn combine(&self, columns: &[usize], own: &mut [f64], (whole, halves): (&[f64], &[f64])) {
        for (at, column) in columns.iter().enumerate() {
            let mut change = halves[at] - whole[at];
            if let Some(turn) = self.turns[*column] {
                change -= turn * (change / turn).round();
            }
            own[at] = if self.residuals.contains(column) { halves[at] } else { halves[at] + change / 3.0 };
        }
        for pose in &self.poses {
            let Some(first) = columns.iter().position(|c| *c == pose.columns.start) else { continue };
            let range = first..first + pose.columns.len();
            let of = |values: &[f64]| pose.of_own(&values[range.clone()]);
            let (Some(a), Some(b)) = (of(whole), of(halves)) else { continue };
            pose.write(third_beyond(a, b), &halves[range.clone()], &mut own[range.clone()]);
        }
    }
}

/// Returns the pose a third of the way beyond the second of two, positions and rotations apart.
fn third_beyond(a: Pose<f64>, b: Pose<f64>) -> Pose<f64> {
    let (Product(from, turned), Product(to, rotation)) = (a, b);
    let third = 1.0 / 3.0;
    let further = turned.inverse().compose(rotation).log() * third;
    Product(Translation(to.0 + (to.0 - from.0) * third), rotation.compose(LieGroup::exp(further)))
}

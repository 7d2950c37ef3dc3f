//! The table of motions: a row for every point of a branch.

use super::Periodic;
use super::kind::OrbitKind;
use super::motions::PeriodicMotions;
use super::result::{BranchPoint, PeriodicOutcome, PeriodicResult};
use super::stability::{Stability, StabilityColumn};
use crate::ensemble::{Outcome, PointCell, PointColumn, PointTable, Study};

/// How motions have been looked for, in the order of numbers of the table.
const OUTCOMES: PointCell = PointCell::Word(&[
    PeriodicOutcome::Periodic.name(),
    PeriodicOutcome::NewtonDiverged.name(),
    PeriodicOutcome::Trivial.name(),
    PeriodicOutcome::LeftRange(Outcome::Completed).name(),
    PeriodicOutcome::Invalid.name(),
]);

/// What a motion is, in the order of numbers of the table; of a member without motions it is nothing.
const KINDS: PointCell = PointCell::Word(&[
    "",
    OrbitKind::Regular.name(),
    OrbitKind::Fold.name(),
    OrbitKind::PeriodDoubling.name(),
    OrbitKind::NeimarkSacker.name(),
]);

/// A column of outputs.
#[derive(Clone, Debug)]
struct Shown {
    /// Its place among those of runs.
    place: usize,
    name: String,
    unit: String,
    /// Whether it is made of a whole motion, not seen where the period begins.
    is_of_motion: bool,
}

/// What the table of motions has of them.
#[derive(Clone, Debug)]
pub(super) struct Motions {
    /// The parameters that have columns, and the one that changes along a branch.
    parameters: Vec<usize>,
    continued: Option<usize>,
    outputs: Vec<Shown>,
    multipliers: usize,
    /// What is known of multipliers.
    stability: Vec<StabilityColumn>,
}

impl Motions {
    /// Collects what the table has of motions of a study with so many multipliers.
    pub(super) fn new(study: &Study, asked: &Periodic, multipliers: usize) -> Self {
        let continued = asked.continuation.as_ref().map(|continuation| continuation.parameter);
        let mut parameters = study.varied().to_vec();
        parameters.extend(continued.filter(|at| !study.varied().contains(at)));
        let (mut outputs, mut place) = (Vec::new(), 0);
        for output in study.mechanism.outputs.iter().filter(|output| !output.is_finding()) {
            for (name, unit) in output.columns() {
                // what is made of a whole motion has no value at one time
                let is_of_motion = output.is_final();
                outputs.push(Shown { place, name, unit, is_of_motion });
                place += 1;
            }
        }
        Self { parameters, continued, outputs, multipliers, stability: Stability::columns(asked) }
    }

    /// Describes the table.
    pub(super) fn table(&self, study: &Study) -> PointTable {
        let parameter = |at: &usize| {
            let parameter = &study.mechanism.parameters[*at];
            PointColumn::real(parameter.name.clone(), parameter.unit.clone().unwrap_or_default())
        };
        let mut columns: Vec<PointColumn> = self.parameters.iter().map(parameter).collect();
        columns.extend([
            PointColumn::of("periods", PointCell::Whole),
            PointColumn::real("period", "s"),
            PointColumn::real("residual", "1"),
            PointColumn::of("iterations", PointCell::Whole),
            PointColumn::of("outcome", OUTCOMES),
            PointColumn::of("kind", KINDS),
        ]);
        columns.extend(self.outputs.iter().map(|shown| PointColumn::real(shown.name.clone(), shown.unit.clone())));
        for k in 0..self.multipliers {
            columns.extend(["re", "im"].map(|part| PointColumn::real(format!("multiplier_{k}.{part}"), "1")));
        }
        for k in 0..self.multipliers {
            let parts = [("growth", "1/s"), ("frequency", "rad/s")];
            columns.extend(parts.map(|(part, unit)| PointColumn::real(format!("exponent_{k}.{part}"), unit)));
        }
        columns.extend(self.stability.iter().map(|(name, unit, _)| PointColumn::real(*name, *unit)));
        PointTable { name: "periodic", columns }
    }

    /// Returns the rows of a member with these values of all parameters: one for every motion, or one without any.
    pub(super) fn rows(&self, motions: &PeriodicMotions, values: &[f64], result: &PeriodicResult) -> Vec<Vec<f64>> {
        let points = &result.points;
        let outcome = OUTCOMES.number(result.outcome.name());
        if points.is_empty() {
            let mut row: Vec<f64> = self.parameters.iter().map(|at| values[*at]).collect();
            row.extend([1.0, f64::NAN, f64::NAN, 0.0, outcome, KINDS.number("")]);
            row.resize(row.len() + self.outputs.len() + 4 * self.multipliers + self.stability.len(), f64::NAN);
            return vec![row];
        }
        let is_over = self.outputs.iter().any(|output| output.is_of_motion);
        let over = if is_over { motions.over_periods(values, points) } else { vec![None; points.len()] };
        let row = |(point, over): (&BranchPoint, Option<Vec<f64>>)| {
            let told = motions.outputs(values, point);
            let parameter = |at: &usize| if Some(*at) == self.continued { point.parameter } else { values[*at] };
            let mut row: Vec<f64> = self.parameters.iter().map(parameter).collect();
            row.extend([point.periods as f64, point.period, point.residual, f64::from(point.iterations), outcome]);
            row.push(KINDS.number(point.kind.name()));
            row.extend(self.outputs.iter().map(|Shown { place, is_of_motion, .. }| match is_of_motion {
                true => over.as_ref().map_or(f64::NAN, |over| over[*place]),
                false => told[*place],
            }));
            let multiplier = |k: usize| point.multipliers.get(k).map_or([f64::NAN; 2], |m| [m.re, m.im]);
            row.extend((0..self.multipliers).flat_map(multiplier));
            let exponent = |k: usize| {
                point.multipliers.get(k).map_or([f64::NAN; 2], |m| [m.norm().ln(), m.arg()].map(|x| x / point.period))
            };
            row.extend((0..self.multipliers).flat_map(exponent));
            row.extend(self.stability.iter().map(|(.., value)| value(&point.stability)));
            row
        };
        points.iter().zip(over).map(row).collect()
    }
}

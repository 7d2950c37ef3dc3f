//! Second derivatives of the functions of a study by parameters: the derivatives of recorded first ones.
//!
//! The state s carries s_ij beside s_i. What has been recorded of a first derivative along s_i is a function of the inputs
//! and of s_i, and is followed along s_j and s_ij once more; each pair i <= j is taken once. The unknowns y of an implicit
//! step follow from r(s, y, p) = 0: the residual r_i = dr/dy y_i + dr/ds s_i + dr/dp_i of its first derivatives y_i is
//! followed at fixed y_i, which gives dr/dy y_ij = -(dr_i)_j with the matrix that is factorised already.
//!
//! No time moves: studies where one does have no second derivatives.

use super::sensitivity::{LOST, Seeds, UnknownSlopes, along, seeded};
use super::{Equations, StudyFunction};
use crate::ensemble::time_loop::failure;
use crate::model::{Source, TimeReduction};
use crate::num::{Dual, Real};
use crate::trace::Traced;

impl Equations<'_, Traced> {
    /// Returns the derivatives of first derivatives, which are given one direction after another, by the pairs of
    /// [`super::Shape::pairs`]. Numbers that are kept constant do not change.
    fn by_pairs(&self, seeds: Seeds, detached: &[Traced], slopes: &[Vec<Traced>]) -> Vec<Vec<Traced>> {
        let all = along(seeds, detached, &slopes.concat(), self.shape.carried());
        let of = |[i, j]: [usize; 2]| all[j][i * slopes[i].len()..][..slopes[i].len()].to_vec();
        self.shape.pairs().into_iter().map(of).collect()
    }

    /// Returns the inputs of a function and the first derivatives among them, with their derivatives.
    fn seeds_of_first(&self, function: StudyFunction, inputs: &[Traced]) -> Seeds {
        if function == StudyFunction::InitialState {
            return self.parameter_seeds();
        }
        let (shape, state) = (self.shape, &inputs[self.shape.parameters..]);
        let mut seeds = self.seeds(function, inputs);
        for i in 0..shape.carried() {
            let moves = |j: usize, at: usize| self.may_move(at, i) && self.may_move(at, j);
            let slope = |j: usize, at: usize| match moves(j, at) {
                true => state[shape.second_derivatives(i, j)][at],
                false => Traced::zero(),
            };
            seeds.extend(seeded(&state[shape.derivatives(i)], slope, shape.carried()));
        }
        seeds
    }

    /// Returns the second derivatives of the state at the start, or of a step, from the first ones.
    pub(super) fn second_derivatives(
        &self,
        function: StudyFunction,
        inputs: &[Traced],
        (slopes, unknowns): (&[Vec<Traced>], Option<&UnknownSlopes<'_>>),
    ) -> Vec<Vec<Traced>> {
        if !self.shape.twice {
            return Vec::new();
        }
        Traced::note("second derivatives by parameters");
        let mut seeds = self.seeds_of_first(function, inputs);
        if let Some(unknowns) = unknowns {
            let (shape, first) = (self.shape, &unknowns.slopes);
            seeds.extend(unknowns.seeds(shape.carried()));
            let mut by_first = self.seeds(function, inputs);
            by_first.extend(unknowns.seeds(shape.carried()));
            let residuals = along(by_first, &unknowns.unknowns, &unknowns.residual, shape.carried());
            // the first derivatives of unknowns, which the residuals of these contain, are kept constant
            let detached = [&unknowns.unknowns[..], &first.concat()].concat();
            let loads = self.by_pairs(seeds.clone(), &detached, &residuals);
            let second: Vec<Vec<Traced>> = loads.iter().map(|load| unknowns.solve(load)).collect();
            let place = |a: usize, b: usize| shape.pairs().iter().position(|pair| *pair == [a.min(b), a.max(b)]);
            for (i, slopes) in first.iter().enumerate() {
                let slope = |j: usize, at: usize| second[place(i, j).expect("a pair")][at];
                seeds.extend(seeded(slopes, slope, shape.carried()));
            }
        }
        let detached = unknowns.map_or(&[][..], |unknowns| &unknowns.unknowns);
        self.by_pairs(seeds, detached, slopes)
    }

    /// Puts second derivatives of columns into theirs: `slopes` are the first ones of all columns in every direction.
    pub(super) fn write_second_columns(&self, inputs: &[Traced], slopes: &[Vec<Traced>], out: &mut [Traced]) {
        if !self.shape.twice {
            return;
        }
        let (shape, mechanism) = (self.shape, &self.study.mechanism);
        let (state, t) = (&inputs[shape.parameters..shape.time()], Dual::resting(inputs[shape.time()]));
        let (reductions, integrated) = (mechanism.reductions(), mechanism.columns_from(Source::Integral));
        let columns: Vec<usize> = self.study.second_derivatives().iter().map(|(_, of)| of.column).collect();
        let of_columns: Vec<Vec<Traced>> =
            slopes.iter().map(|slopes| columns.iter().map(|c| slopes[*c]).collect()).collect();
        let second = self.by_pairs(self.seeds_of_first(StudyFunction::Outputs, inputs), &[], &of_columns);
        for (number, (place, of)) in self.study.second_derivatives().iter().enumerate() {
            let pair = shape.pairs().iter().position(|pair| *pair == of.by).expect("a pair");
            let reduction: TimeReduction = reductions[of.column];
            let value = match integrated.iter().position(|c| *c == of.column) {
                None => second[pair][number],
                Some(i) => {
                    // linear in the integral
                    let i = shape.integrals().start + i;
                    let [a, b] = of.by;
                    let integral = Dual { re: state[i], eps: [state[shape.second_derivatives(a, b)][i]] };
                    reduction.finish(integral, t).eps[0]
                }
            };
            // what has no first derivative has no second one, though that of a root at zero is a number
            let first = self.study.derivatives().iter().filter(|(_, first)| first.column == of.column);
            let first = first.filter(|(_, first)| of.by.contains(&first.by));
            out[*place] = first.fold(value, |value, (first, _)| {
                Traced::select(failure::is_in_range(out[*first]), value, Traced::constant(LOST))
            });
        }
    }
}

//! What balances at an equilibrium, recorded, so that it can be differentiated: by the theorem of implicit functions
//! one step of Newton's method at the solution, in numbers with derivatives, has the derivatives of the solution. The
//! solution itself is found by the scalar code.

use super::member::{Held, held};
use super::recorder::{Recorder, Sample, elimination, recorded};
use super::scalar::{LENGTH, Starts, sum_of_squares};
use super::tapes::{Number, evaluate, found, pivoted, slots, tape};
use crate::ensemble::recorded_matrix::sampled;
use crate::linalg::{Row, independent_rows, saddle};
use crate::num::Real;
use crate::problem::consistent::{Movement, RANK_TOLERANCE, displaced};
use crate::problem::{Constrained, Unknowns, slopes_along_group};
use crate::trace::{Tape, Traced, derivatives};

/// A step that is longer, m or rad, does not begin at a solution.
const LONGEST_STEP: f64 = 1e-7;

/// The functions of an equilibrium. All have the parameters of the mechanism, given coordinates and given velocities as
/// their first inputs.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    /// The function of coordinates: the multipliers that balance the forces best, the pivot.
    multipliers: Tape,
    /// The function of coordinates and multipliers: the square of what does not balance, better ones of both, the
    /// pivot.
    step: Tape,
}

/// What is zero at an equilibrium.
struct Equations {
    motion: Vec<Traced>,
    positions: Vec<Traced>,
    /// The derivatives of the positions by increments on the group.
    rows: Vec<Row<Traced>>,
    /// How coordinates move with each of these increments.
    seeds: Vec<(Traced, Row<Traced>)>,
}

/// Returns the norm in which each number counts with its weight.
fn squares<R: Real>(weights: &[f64]) -> Vec<Row<R>> {
    weights.iter().enumerate().map(|(i, w)| vec![(i, R::constant(w * w))]).collect()
}

impl Balance {
    /// Returns the coordinates of an equilibrium whose values are known, with derivatives; `None` where the equations are
    /// singular there, as they are where something stays that nothing holds.
    pub(super) fn of<R: Number>(&self, parameters: &[R], given: [&[R]; 2], known: &[f64]) -> Option<Vec<R>> {
        let q: Vec<R> = known.iter().map(|x| R::constant(*x)).collect();
        let values = |numbers: &[R]| numbers.iter().map(|x| x.value()).collect::<Vec<f64>>();
        let [given_q, given_v] = given.map(values);
        let multipliers = pivoted(evaluate(&self.multipliers, &[&values(parameters), &given_q, &given_v, known])?)?;
        let multipliers: Vec<R> = multipliers.into_iter().map(R::constant).collect();
        let mut slots = slots(&self.step, &[parameters, given[0], given[1], &q, &multipliers]);
        let at = self.step.input_count() - q.len() - multipliers.len();
        self.step.run_first(&mut slots);
        let mut all = found(&self.step, &mut slots, at, 1)?;
        all.truncate(q.len());
        let better = (0..q.len()).map(|i| self.step.output(&slots, 1 + i).value() - known[i]);
        better.fold(0.0, |longest: f64, step| longest.max(step.abs())).le(&LONGEST_STEP).then_some(all)
    }
}

impl Recorder<'_> {
    /// Records what balances at the equilibria of the samples; `None` where that is singular.
    pub(super) fn balance(&self) -> Option<Balance> {
        let Starts { mechanism, formulated, .. } = self.starts;
        let inputs_of = |(p, [q, _]): &Sample| {
            let (given, v) = formulated.initial(mechanism, p);
            [&p[..], &given, &v, q].concat()
        };
        let samples: Vec<Vec<f64>> = self.samples.iter().map(inputs_of).collect();
        let (n, count) = (self.rates, 2 * self.coordinates + self.velocities);
        let weights = Movement::weights(formulated.layout(), LENGTH);
        let mut kept = Vec::new();
        let multipliers = recorded(self.inputs(count), |inputs| {
            let Equations { motion, rows, .. } = self.balanced(inputs, None);
            kept = independent_rows(&sampled(&rows, &samples), n, RANK_TOLERANCE).kept;
            let rows: Vec<Row<Traced>> = kept.iter().map(|k| rows[*k].clone()).collect();
            let saddle = saddle(&squares(&weights[..n]), &rows);
            let elimination = elimination(sampled(&saddle, &samples))?;
            let factors = elimination.factorise(&saddle);
            let mut right: Vec<Traced> = motion.into_iter().map(|x| -x).collect();
            right.resize(n + kept.len(), Traced::zero());
            let mut all = elimination.solve(&factors.numbers, &right).split_off(n);
            all.push(factors.relative_pivot);
            Some(all)
        })?;
        let multipliers = tape(&multipliers, None);

        let count = count + kept.len();
        let with_multipliers = |inputs: &Vec<f64>| {
            let found = pivoted(evaluate(&multipliers, &[inputs])?)?;
            Some([&inputs[..], &found].concat())
        };
        let samples: Vec<Vec<f64>> = samples.iter().map(with_multipliers).collect::<Option<_>>()?;
        let step = recorded(self.inputs(count), |inputs| {
            let (residual, rows) = self.balance_matrix(inputs, &kept);
            let elimination = elimination(sampled(&rows, &samples))?;
            let factors = elimination.factorise(&rows);
            let right: Vec<Traced> = residual.iter().map(|x| -*x).collect();
            let step = elimination.solve(&factors.numbers, &right);
            let (q, known) = inputs[inputs.len() - self.coordinates - kept.len()..].split_at(self.coordinates);
            let mut all = vec![sum_of_squares(&residual)];
            all.extend(displaced(&self.system(inputs).0, Traced::zero(), q, &step[..n]));
            all.extend(known.iter().zip(&step[n..]).map(|(known, step)| *known + *step));
            all.push(factors.relative_pivot);
            Traced::require_finite(&mut all[1..]);
            Some(all)
        })?;
        Some(Balance { multipliers, step: tape(&step, Some(1)) })
    }

    /// Returns what is zero at an equilibrium, with multipliers of these constraints behind the coordinates, if any: those
    /// in use, then those that keep given coordinates of joints.
    fn balanced(&self, inputs: &[Traced], kept: Option<&[usize]>) -> Equations {
        let (mut system, count) = self.system(inputs);
        let (given, rest) = inputs[count..].split_at(self.coordinates);
        let (v, rest) = rest.split_at(self.velocities);
        let (q, known) = rest.split_at(self.coordinates);
        let (t, layout) = (Traced::zero(), self.starts.formulated.layout());
        // values of first order are as they are given
        let moves = layout.moves();
        let at_rest: Vec<Traced> = v.iter().zip(&moves).map(|(v, moves)| if *moves { t } else { *v }).collect();
        let still = vec![Traced::zero(); self.velocities];

        let mut multipliers = vec![Traced::zero(); self.multipliers];
        for (known, k) in known.iter().zip(kept.unwrap_or_default()).filter(|(_, k)| **k < self.multipliers) {
            multipliers[*k] = *known;
        }
        let (mut motion, rate) = (Vec::new(), vec![Traced::zero(); self.rates]);
        let at = Unknowns { rate: &rate, multipliers: &multipliers };
        system.residual(t, q, &at_rest, Traced::one(), at, &mut motion);
        let mut positions = motion.split_off(self.rates);
        let states = system.joints(t, given, &still);
        let mut held: Vec<Held<Traced>> = held(self.starts.mechanism, &inputs[..count], &states);
        held.retain(|_| self.starts.conditions.keeps_coordinates);
        let joints = system.joints(t, q, &still);
        positions.extend(held.iter().map(|held| held.residual(&joints)));

        let seeds: Vec<(Traced, Row<Traced>)> = q.iter().copied().zip(slopes_along_group(layout, q)).collect();
        let rows = derivatives(&positions, &seeds);
        for (known, k) in known.iter().zip(kept.unwrap_or_default()).filter(|(_, k)| **k >= self.multipliers) {
            rows[*k].iter().for_each(|(i, entry)| motion[*i] = motion[*i] + *entry * *known);
        }
        motion.iter_mut().zip(&moves).filter(|(_, moves)| !**moves).for_each(|(x, _)| *x = Traced::zero());
        Equations { motion, positions, rows, seeds }
    }

    /// Returns what is zero at an equilibrium, and its derivatives by increments of the coordinates and by multipliers.
    fn balance_matrix(&self, inputs: &[Traced], kept: &[usize]) -> (Vec<Traced>, Vec<Row<Traced>>) {
        let Equations { mut motion, positions, rows, mut seeds } = self.balanced(inputs, Some(kept));
        let known = inputs[inputs.len() - kept.len()..].iter().enumerate();
        seeds.extend(known.map(|(k, x)| (*x, vec![(self.rates + k, Traced::one())])));
        let mut matrix = derivatives(&motion, &seeds);
        let moves = self.starts.formulated.layout().moves();
        for (i, row) in matrix.iter_mut().enumerate().filter(|(i, _)| !moves[*i]) {
            *row = vec![(i, Traced::one())];
        }
        matrix.extend(kept.iter().map(|k| rows[*k].clone()));
        motion.extend(kept.iter().map(|k| positions[*k]));
        (motion, matrix)
    }
}

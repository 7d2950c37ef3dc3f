//! Members in lanes: there, and back.

use super::checkpoints::{Replay, reverse};
use super::function::Running;
use super::sweep::{Sweep, Weights, Within};
use super::{Adjoint, Forwards, Gradient};
use crate::ensemble::cpu::{
    Attempt, Executor, MachineExecutor, MemberResult, TapeExecutor, Way, Ways, WithWays, kept_count, run_block,
};
use crate::ensemble::program::Shape;
use crate::ensemble::{InitialState, InitialStates, Members, Outcome};
use crate::model::Source;
use crate::num::{Dual, LaneReal, Lanes};
use std::cell::RefCell;

impl Adjoint {
    /// Returns the derivatives of some members, in one thread; `room` is for how many numbers.
    pub(super) fn of_block(&self, members: &Members, room: usize) -> Vec<Gradient> {
        let starts = InitialState::all(&self.study, self.initial.as_ref(), members);
        let begins = |place: &usize| starts[*place].outcome == Outcome::Completed;
        let places: Vec<usize> = (0..members.count).filter(begins).collect();
        let attempt = Attempt::new(&self.study);
        let mut found = if places.is_empty() {
            Vec::new()
        } else {
            let members = members.at(&places);
            let begun: Vec<&InitialState> = places.iter().map(|place| &starts[*place]).collect();
            let members = (&members, &begun[..]);
            match &self.forwards {
                Forwards::Machine(programs) => {
                    let executor = || MachineExecutor::<Lanes<64>>::new(&self.study, programs);
                    self.of_lanes(members, &attempt, executor, room)
                }
                Forwards::Tapes(tapes) => {
                    let executor = || TapeExecutor::<Lanes<8>>::new(&self.study, tapes, &attempt);
                    self.of_lanes(members, &attempt, executor, room)
                }
            }
        }
        .into_iter();
        let none = |outcome| Gradient {
            outcome,
            outputs: vec![f64::NAN; self.columns.len()],
            derivatives: vec![vec![f64::NAN; self.by.len()]; self.columns.len()],
            steps: 0,
            steps_again: 0,
        };
        let of = |place: usize| if begins(&place) { found.next() } else { None };
        (0..members.count).map(of).zip(&starts).map(|(of, start)| of.unwrap_or_else(|| none(start.outcome))).collect()
    }

    /// Runs members that begin, one per lane: their results and ways.
    pub(super) fn forwards<R: LaneReal, E: Executor<R>>(
        &self,
        members: &Members,
        attempt: &Attempt,
        executor: E,
        room: usize,
    ) -> (Vec<MemberResult>, Ways) {
        let ways = RefCell::new(Ways::new(members.count, attempt.watched.extremes.len(), room));
        let executor = WithWays { executor, ways: &ways };
        let initial_states = InitialStates::recorded(&self.study, self.initial.as_ref());
        let places = 0..members.count;
        let results = run_block::<R, _>(&self.study, members, places, attempt.clone(), executor, initial_states);
        (results, ways.into_inner())
    }

    /// Returns the derivatives of members that begin, one per lane.
    fn of_lanes<R: LaneReal, E: Executor<R>>(
        &self,
        (members, starts): (&Members, &[&InitialState]),
        attempt: &Attempt,
        executor: impl Fn() -> E,
        room: usize,
    ) -> Vec<Gradient> {
        let (shape, lanes) = (attempt.shape, members.count);
        let (results, mut ways) = self.forwards::<R, E>(members, attempt, executor(), room);
        let length = ways.of_lanes.iter().map(|way| way.steps.len()).max().unwrap_or(0);
        let zeros = |count: usize| vec![R::zero(); count];
        let weights = Weights { state: zeros(shape.state()), parameters: zeros(shape.parameters), duration: R::zero() };
        let within = self.within(attempt, &mut ways, &results);
        let mut sweep = Sweep {
            attempt,
            executor: executor(),
            ways: &ways,
            pullback: &self.pullback,
            back: Running::new(&self.back),
            outputs: Running::new(&self.outputs),
            weights: vec![weights; self.columns.len()],
            within,
            snapshots: Vec::new(),
            step: 0,
            solved: false,
            attempted: false,
            made: 0,
            solves: 0,
        };
        let rows: Vec<&[f64]> = (0..lanes).map(|lane| members.row(lane)).collect();
        sweep.begin(&rows);
        self.begin_at_ends(&mut sweep, &results);
        if ways.are_whole() {
            for step in (0..length).rev() {
                sweep.place_kept(step);
                Replay::pull_back(&mut sweep);
            }
        } else {
            let capacity = (room / (lanes * kept_count(attempt))).max(1);
            sweep.place_kept(0);
            Replay::keep(&mut sweep);
            reverse(&mut sweep, length, capacity);
        }
        let of_lane = |(lane, result): (usize, &MemberResult)| {
            let has = result.outcome.has_outputs();
            let numbers = |numbers: &Vec<R>| -> Vec<f64> { numbers.iter().map(|x| x.lane(lane)).collect() };
            let states: Vec<Vec<f64>> = sweep.weights.iter().map(|weights| numbers(&weights.state)).collect();
            let by_start = self.start.of(&self.study, (rows[lane], &starts[lane]), &self.by, &states);
            let mut all = Vec::new();
            self.study.parameters(rows[lane], &mut all);
            let of_column = |((weights, by_start), column): ((&Weights<R>, Vec<f64>), &usize)| -> Vec<f64> {
                let has = has && !self.study.is_undetermined(*column);
                let total = |(i, start): (&usize, f64)| {
                    let rate = self.study.duration_rate(&all, self.study.varied()[*i]);
                    weights.parameters[*i].lane(lane) + start + rate * weights.duration.lane(lane)
                };
                let all = self.by.iter().zip(by_start).map(total);
                all.map(|total| if has { total } else { f64::NAN }).collect()
            };
            Gradient {
                outcome: result.outcome,
                outputs: self.columns.iter().map(|c| result.outputs[*c]).collect(),
                derivatives: sweep.weights.iter().zip(by_start).zip(&self.columns).map(of_column).collect(),
                steps: ways.of_lanes[lane].steps.len(),
                steps_again: sweep.solves,
            }
        };
        results.iter().enumerate().map(of_lane).collect()
    }

    /// Returns where outputs depend on states within steps.
    fn within(&self, attempt: &Attempt, ways: &mut Ways, results: &[MemberResult]) -> Vec<Within> {
        let mut all = Vec::new();
        for (lane, (way, result)) in ways.of_lanes.iter_mut().zip(results).enumerate() {
            if !result.outcome.has_outputs() || attempt.watched.extremes.is_empty() {
                continue;
            }
            let values: Vec<f64> = attempt.watched.extremes.iter().map(|(c, _)| result.outputs[*c]).collect();
            way.settle_end(attempt, &values);
            for (of, column) in self.columns.iter().enumerate() {
                let Some(e) = attempt.watched.extremes.iter().position(|(c, _)| c == column) else { continue };
                let (extreme, reduction) = (way.extremes[e], attempt.watched.extremes[e].1);
                let at = Within { of, column: *column, lane, step: extreme.step, offset: extreme.offset, factor: 1.0 };
                if reduction.remembers() {
                    all.push(Within { factor: extreme.sign, ..at });
                    all.push(Within { factor: -extreme.sign, step: 0, offset: 0.0, ..at });
                } else {
                    all.push(at);
                }
            }
        }
        all
    }

    /// Sets the derivatives of outputs by the states at the ends of runs.
    fn begin_at_ends<R: LaneReal, E: Executor<R>>(&self, sweep: &mut Sweep<'_, R, E>, results: &[MemberResult]) {
        let shape = Shape::new(&self.study);
        let reductions = self.study.mechanism.reductions();
        let integrals = self.study.mechanism.columns_from(Source::Integral);
        let ended = |lane: usize| results.get(lane).filter(|result| result.outcome.has_outputs());
        let end_of = |way: &Way, i: usize| way.end[i];
        for (of, column) in self.columns.iter().enumerate() {
            match reductions[*column].source() {
                Source::End => {
                    let ways = sweep.ways;
                    let mut at: Vec<R> = (0..shape.state())
                        .map(|i| R::from_lanes(|lane| ways.of_lanes.get(lane).map_or(0.0, |way| end_of(way, i))))
                        .collect();
                    at.push(R::from_lanes(|lane| ended(lane).map_or(0.0, |result| result.time)));
                    let factors: Vec<(usize, usize, f64)> = (0..results.len())
                        .filter(|lane| ended(*lane).is_some())
                        .map(|lane| (lane, *column, 1.0))
                        .collect();
                    let by = sweep.weighted_outputs(&at, &factors);
                    let weights = &mut sweep.weights[of];
                    weights.parameters.copy_from_slice(&by[..shape.parameters]);
                    weights.state.copy_from_slice(&by[shape.parameters..shape.time()]);
                    weights.duration = at[shape.state()] * by[shape.time()];
                }
                Source::Integral => {
                    let at = integrals.iter().position(|c| c == column).expect("an integral");
                    // the derivatives of what is made of the integral by it and by the duration
                    let slope = |lane: usize| -> [f64; 2] {
                        let Some(result) = ended(lane) else { return [0.0; 2] };
                        let dual = |eps: [f64; 2], re: f64| Dual { re, eps };
                        let integral = sweep.ways.of_lanes[lane].end[shape.integrals().start + at];
                        reductions[*column]
                            .finish(dual([1.0, 0.0], integral), dual([0.0, result.time], result.time))
                            .eps
                    };
                    let slopes: Vec<[f64; 2]> = (0..R::COUNT).map(slope).collect();
                    sweep.weights[of].state[shape.integrals().start + at] = R::from_lanes(|lane| slopes[lane][0]);
                    sweep.weights[of].duration = R::from_lanes(|lane| slopes[lane][1]);
                }
                Source::Values => {}
            }
        }
    }
}

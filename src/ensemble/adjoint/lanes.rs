//! Members in lanes: there, and back.

use super::checkpoints::{Replay, reverse};
use super::function::Running;
use super::sweep::{AtEnd, Sweep, Terminal, Weights, What, Within};
use super::ties::Comparison;
use super::within::weighted;
use super::{Adjoint, Forwards, Gradient};
use crate::ensemble::cpu::{
    AcceptedStep, Attained, Attempt, Executor, Extreme, MachineExecutor, TapeExecutor, Way, Ways, WithWays, kept_count,
    run_block,
};
use crate::ensemble::{Chunk, InitialState, InitialStates, Members, Outcome};
use crate::model::Source;
use crate::model::output::EventValue;
use crate::num::{Dual, LaneReal, Lanes};
use std::cell::RefCell;
use std::sync::Arc;

impl Adjoint {
    /// Returns the derivatives of some members, in one thread; `room` is for how many numbers.
    pub(super) fn of_block(&self, members: &Members, room: usize) -> Vec<Gradient> {
        let starts = InitialState::all(&self.study, self.initial.as_ref(), members);
        let begins = |place: &usize| starts[*place].outcome == Outcome::Completed;
        let places: Vec<usize> = (0..members.count()).filter(begins).collect();
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
        (0..members.count()).map(of).zip(&starts).map(|(of, start)| of.unwrap_or_else(|| none(start.outcome))).collect()
    }

    /// Runs members that begin, one per lane: their results and ways.
    pub(super) fn forwards<R: LaneReal, E: Executor<R>>(
        &self,
        members: &Members,
        attempt: &Attempt,
        executor: E,
        room: usize,
    ) -> (Chunk, Ways) {
        let ways = RefCell::new(Ways::new(&self.study, members.count(), attempt, room));
        let executor = WithWays { executor, ways: &ways };
        let initial_states = InitialStates::recorded(&self.study, self.initial.as_ref());
        let places = 0..members.count();
        let results =
            run_block::<R, _>(&self.study, (members, places), attempt.clone(), executor, initial_states, None);
        (results, ways.into_inner())
    }

    /// Returns the derivatives of every output of the member in a lane by the parameters, from the weights that the reverse
    /// sweep has come to and the comparisons of extremes, and the outputs.
    fn derivatives<R: LaneReal>(
        &self,
        (results, lane): (&Chunk, usize),
        (row, start): (&[f64], &InitialState),
        weights: &[Weights<R>],
        comparisons: &[Comparison],
    ) -> (Vec<Vec<f64>>, Vec<f64>) {
        let outputs = results.outputs_of(lane);
        let output = |column: usize| outputs.as_ref().map_or(f64::NAN, |outputs| outputs[column]);
        let numbers = |numbers: &Vec<R>| -> Vec<f64> { numbers.iter().map(|x| x.lane(lane)).collect() };
        let states: Vec<Vec<f64>> = weights.iter().map(|weights| numbers(&weights.state)).collect();
        let by_start = self.start.of(&self.study, (row, start), &self.by, &states);
        let mut all = Vec::new();
        self.study.parameters(row, &mut all);
        let of_weights = |(weights, by_start): (&Weights<R>, Vec<f64>)| -> Vec<f64> {
            let total = |(i, start): (&usize, f64)| {
                let by = self.study.varied()[*i];
                let times = self.study.step_rate(&all, by) * weights.steps.lane(lane)
                    + self.study.duration_slope(&all, by) * weights.end.lane(lane);
                weights.parameters[*i].lane(lane) + start + times
            };
            self.by.iter().zip(by_start).map(total).collect()
        };
        let totals: Vec<Vec<f64>> = weights.iter().zip(by_start).map(of_weights).collect();
        let of_column = |(of, column): (usize, &usize)| -> Vec<f64> {
            // what did not happen has no time, nor has what two states give that differ in their derivatives one
            let has = !self.study.is_undetermined(*column) && !output(*column).is_nan();
            let is_one = |i: usize| {
                let parameter = all[self.study.varied()[self.by[i]]];
                let mut own = comparisons.iter().filter(|comparison| comparison.is_of(of, lane));
                let slopes = totals[..self.columns.len()].iter().map(|slopes| slopes[i].abs());
                let size = slopes.filter(|slope| slope.is_finite()).fold(0.0, f64::max);
                own.all(|comparison| {
                    let found = |difference: usize| totals[difference][i];
                    comparison.agrees(found, (lane, output(*column)), (parameter, size))
                })
            };
            let derivatives = totals[of].iter().enumerate();
            derivatives.map(|(i, total)| if has && is_one(i) { *total } else { f64::NAN }).collect()
        };
        let derivatives = self.columns.iter().enumerate().map(of_column).collect();
        (derivatives, self.columns.iter().map(|c| output(*c)).collect())
    }

    /// Returns the derivatives of members that begin, one per lane.
    fn of_lanes<R: LaneReal, E: Executor<R>>(
        &self,
        (members, starts): (&Members, &[&InitialState]),
        attempt: &Attempt,
        executor: impl Fn() -> E,
        room: usize,
    ) -> Vec<Gradient> {
        let (shape, lanes) = (attempt.shape, members.count());
        let (results, mut ways) = self.forwards::<R, E>(members, attempt, executor(), room);
        let length = ways.of_lanes.iter().map(|way| way.steps.len()).max().unwrap_or(0);
        let zeros = |count: usize| vec![R::zero(); count];
        let weights = Weights {
            state: zeros(shape.state()),
            parameters: zeros(shape.parameters),
            steps: R::zero(),
            end: R::zero(),
            time: R::zero(),
        };
        let (mut within, mut at_ends) = self.within(attempt, &mut ways, &results);
        let comparisons = self.comparisons(attempt, &ways, &results, (&mut within, &mut at_ends));
        let rows: Vec<Vec<f64>> = (0..lanes).map(|lane| members.row(lane)).collect();
        let mut sweep = Sweep {
            study: &self.study,
            rows: &rows,
            by: &self.by,
            attempt,
            executor: executor(),
            ways: &ways,
            pullback: &self.pullback,
            back: Running::new(&self.back),
            outputs: Running::new(&self.outputs),
            monitored: self.monitored.as_ref().map(Running::new),
            terminal: None,
            instant: self.study.instant(),
            weights: vec![weights; self.columns.len() + comparisons.len()],
            within,
            snapshots: Vec::new(),
            step: 0,
            solved: false,
            attempted: false,
            made: 0,
            solves: 0,
        };
        sweep.begin();
        self.begin_at_ends(&mut sweep, &results, &at_ends);
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
        let of_lane = |lane: usize| {
            let of = (&results, lane);
            let (derivatives, outputs) =
                self.derivatives(of, (&rows[lane], starts[lane]), &sweep.weights, &comparisons);
            Gradient {
                outcome: results.outcomes[lane],
                outputs,
                derivatives,
                steps: ways.of_lanes[lane].steps.len(),
                steps_again: sweep.solves,
            }
        };
        (0..lanes).map(of_lane).collect()
    }

    /// Returns where outputs depend on states within steps, and which depend on those at the ends of runs.
    fn within(&self, attempt: &Attempt, ways: &mut Ways, results: &Chunk) -> (Vec<Within>, Vec<AtEnd>) {
        let (mechanism, extremes) = (&self.study.mechanism, &attempt.monitored.extremes);
        let (reductions, of_events) = (mechanism.reductions(), mechanism.event_columns());
        let (mut within, mut at_ends) = (Vec::new(), Vec::new());
        for (lane, way) in ways.of_lanes.iter_mut().enumerate() {
            let Some(outputs) = results.outputs_of(lane) else { continue };
            let values: Vec<f64> = extremes.iter().map(|(c, _)| outputs[*c]).collect();
            way.settle_end(attempt, &values);
            for (of, column) in self.columns.iter().enumerate() {
                let add = |step: usize, offset: f64, what| Within { of, what, lane, step, offset };
                if let Some((_, quantity)) = of_events.iter().find(|(c, _)| c == column) {
                    let time = quantity.unit.to_si(outputs[*column]);
                    // behind a corner a time may come again
                    let begins = way.steps.iter().rposition(|step| step.time == time);
                    let last = || way.steps.partition_point(|step| step.time <= time).saturating_sub(1);
                    let step = begins.unwrap_or_else(last);
                    if quantity.value != EventValue::Count && time.is_finite() {
                        let (offset, factor) = (time - way.steps[step].time, quantity.unit.from_si(1.0));
                        // what passes by a jump moves with it
                        let is_long = |last: &usize| way.steps[*last].length > 0.0;
                        let before = (0..step).rev().find(is_long).filter(|_| offset == 0.0);
                        let last = before.map_or((step, offset), |last| (last, way.steps[last].length));
                        let ended = way.event_beside(last.0, last.1);
                        let set = if mechanism.has_resets() { way.set_at(time) } else { None };
                        let own = match set {
                            Some(step) => add(step, 0.0, What::TimeOfSet(factor)),
                            None => match (ended, self.moved_beside(way, (results, lane), (step, offset))) {
                                (Some((event, [_, end])), _) => add(last.0, end, What::TimeOf(event, factor)),
                                (_, Some(moved)) => {
                                    add(step, offset, What::TimeAtCorner(quantity.event, factor, moved))
                                }
                                _ => add(step, offset, What::TimeOf(quantity.event, factor)),
                            },
                        };
                        within.push(own);
                    }
                } else if let Some(e) = extremes.iter().position(|(c, _)| c == column) {
                    let (Extreme { at, sign, .. }, remembers) = (way.extremes[e], reductions[*column].remembers());
                    let factor = if remembers { sign } else { 1.0 };
                    let to = (&mut within, &mut at_ends);
                    self.depend_on_extreme((of, way), (results, lane, at), (e, factor), to, attempt);
                    let start = Within { of, what: What::Column(*column, -sign), lane, step: 0, offset: 0.0 };
                    within.extend(remembers.then_some(start));
                } else if reductions[*column].source() == Source::End {
                    at_ends.push(AtEnd { of, lane, column: *column, factor: 1.0 });
                }
            }
        }
        (within, at_ends)
    }

    /// Returns how the time of a corner moves with varied parameters, where an offset in a step of a member's way is beside one.
    fn moved_beside(
        &self,
        way: &Way,
        (results, lane): (&Chunk, usize),
        (step, offset): (usize, f64),
    ) -> Option<Arc<[f64]>> {
        let mut parameters = Vec::new();
        self.study.parameters(&results.members.row(lane), &mut parameters);
        let AcceptedStep { time, length, .. } = way.steps[step];
        let end = (offset == length).then_some(time + length);
        let begins = offset == 0.0 && way.begins_anew(step);
        self.study.corner_moved_beside(&parameters, (time, length), (begins, end)).map(Arc::from)
    }

    /// Adds that derivatives depend on an output whose extremes matter, where it attains a value on a member's way, with a factor.
    pub(super) fn depend_on_extreme(
        &self,
        (of, way): (usize, &Way),
        (results, lane, at): (&Chunk, usize, Attained),
        (extreme, factor): (usize, f64),
        (within, at_ends): (&mut Vec<Within>, &mut Vec<AtEnd>),
        attempt: &Attempt,
    ) {
        let column = attempt.monitored.extremes[extreme].0;
        let Attained { mut step, mut offset, is_located, kink } = at;
        if offset == 0.0 && step > 0 && way.steps[step].length > 0.0 && !way.begins_anew(step) {
            // where a step begins behind an event, it is the end of the one that has ended there
            let length = way.steps[step - 1].length;
            if length == 0.0 || way.event_beside(step - 1, length).is_some() {
                (step, offset) = (step - 1, length);
            }
        }
        let is_set = || way.steps[step].length == 0.0 || offset == 0.0 && way.begins_anew(step);
        if self.study.mechanism.has_resets() && is_set() && !way.ends_with(step, offset) {
            return within.push(Within { of, what: What::BehindEvent(column, factor), lane, step, offset });
        }
        if way.ends_with(step, offset) {
            return at_ends.push(AtEnd { of, lane, column, factor });
        }
        if let Some((event, _)) = way.event_beside(step, offset) {
            return within.push(Within { of, what: What::Located(column, factor, event), lane, step, offset });
        }
        let moved = self.moved_beside(way, (results, lane), (step, offset));
        if let Some(moved) = moved.filter(|moved| moved.iter().any(|slope| *slope != 0.0)) {
            return within.push(Within { of, what: What::AtCorner(column, factor, moved), lane, step, offset });
        }
        if let Some(sides) = kink {
            let side = |(offset, part): (f64, f64)| Within {
                of,
                what: What::Column(column, factor * part),
                lane,
                step,
                offset,
            };
            return within.extend(sides.map(side));
        }
        let rate = self.study.mechanism.events.len() + extreme;
        let what = if is_located { What::Located(column, factor, rate) } else { What::Column(column, factor) };
        within.push(Within { of, what, lane, step, offset });
    }

    /// Sets the derivatives of outputs by the states at the ends of runs.
    fn begin_at_ends<R: LaneReal, E: Executor<R>>(
        &self,
        sweep: &mut Sweep<'_, R, E>,
        results: &Chunk,
        at_ends: &[AtEnd],
    ) {
        let (shape, ways) = (sweep.attempt.shape, sweep.ways);
        let mechanism = &self.study.mechanism;
        let (reductions, integrals) = (mechanism.reductions(), mechanism.columns_from(Source::Integral));
        let count = results.outcomes.len();
        let ended = |lane: usize| lane < count && results.outcomes[lane].has_outputs();
        let state = |i: usize| R::from_lanes(|lane| if ended(lane) { ways.of_lanes[lane].end[i] } else { 0.0 });
        let time = R::from_lanes(|lane| if ended(lane) { results.times[lane] } else { 0.0 });
        let end: Vec<R> = (0..shape.state()).map(state).chain([time]).collect();
        for of in 0..sweep.weights.len() {
            let own = at_ends.iter().filter(|at| at.of == of);
            let factors: Vec<(usize, usize, f64)> = own.map(|at| (at.lane, at.column, at.factor)).collect();
            let by = weighted(&mut sweep.outputs, shape.parameters, &end, &factors);
            let weights = &mut sweep.weights[of];
            weights.parameters.copy_from_slice(&by[..shape.parameters]);
            weights.state.copy_from_slice(&by[shape.parameters..shape.time()]);
            weights.time = by[shape.time()];
            let column = self.columns.get(of).copied().unwrap_or(usize::MAX);
            if let Some(at) = integrals.iter().position(|c| *c == column) {
                // the derivatives of what is made of the integral by it and by the time of the end
                let place = shape.integrals().start + at;
                let slopes = |lane: usize| -> [f64; 2] {
                    let dual = |eps: [f64; 2], re: R| Dual { re: re.lane(lane), eps };
                    let slopes = reductions[column].finish(dual([1.0, 0.0], end[place]), dual([0.0, 1.0], time)).eps;
                    if ended(lane) { slopes } else { [0.0; 2] }
                };
                weights.state[place] = R::from_lanes(|lane| slopes(lane)[0]);
                weights.time = R::from_lanes(|lane| slopes(lane)[1]);
            }
            let is_set = |lane: usize| ended(lane) && results.outcomes[lane] == Outcome::Completed;
            weights.end = R::from_lanes(|lane| if is_set(lane) { weights.time.lane(lane) } else { 0.0 });
        }
        let is_terminal = |event: usize| mechanism.events[event].terminal;
        let ends_run = |lane: usize| -> Option<usize> {
            let events = results.events.iter().rev().filter(|(place, _)| *place == lane);
            let ends = results.outcomes[lane] == Outcome::Event;
            events.map(|(_, record)| record.event).find(|event| ends && is_terminal(*event))
        };
        // what passes by a jump moves with it
        let last = |lane: usize| {
            let steps = &ways.of_lanes[lane].steps;
            steps.last().map_or((0, 0.0), |last| (steps.len() - 1, last.length))
        };
        let ends_with = |lane: usize| {
            let (step, offset) = last(lane);
            let jump = ways.of_lanes[lane].event_beside(step, offset).map(|(event, _)| event);
            ends_run(lane).map(|event| (lane, jump.unwrap_or(event), 1.0))
        };
        let factors: Vec<(usize, usize, f64)> = (0..count).filter_map(ends_with).collect();
        if let Some(events) = sweep.monitored.as_mut().filter(|_| !factors.is_empty()) {
            let mut by = weighted(events, shape.parameters, &end, &factors);
            let is_set = |lane: usize| {
                mechanism.has_resets() && ways.of_lanes[lane].steps.last().is_some_and(|last| last.length == 0.0)
            };
            for lane in factors.iter().map(|(lane, ..)| *lane).filter(|lane| is_set(*lane)) {
                by.iter_mut().for_each(|by| by.lanes_mut()[lane] = 0.0);
                sweep.set_instant(&mut by, lane);
            }
            for (lane, ..) in &factors {
                if let Some(moved) = self.moved_beside(&ways.of_lanes[*lane], (results, *lane), last(*lane)) {
                    by.iter_mut().for_each(|by| by.lanes_mut()[*lane] = 0.0);
                    by[shape.time()].lanes_mut()[*lane] = 1.0;
                    by.iter_mut().zip(&*moved).for_each(|(by, slope)| by.lanes_mut()[*lane] = -slope);
                }
            }
            let lanes = R::from_lanes(|lane| if factors.iter().any(|(of, ..)| *of == lane) { 1.0 } else { 0.0 });
            sweep.terminal = Some(Terminal { lanes, by });
        }
    }
}

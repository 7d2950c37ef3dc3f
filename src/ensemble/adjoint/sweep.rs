//! The reverse sweep of some members, one per lane, from weights of their ends to those of their starts.

use super::checkpoints::Replay;
use super::function::Running;
use super::pullback::StepPullback;
use crate::ensemble::Study;
use crate::ensemble::cpu::{AcceptedStep, Attempt, Executor, LaneControl, Ways, kept_count};
use crate::ensemble::program::{NewtonInput, StudyFunction, kept};
use crate::integrator::newton::Solution;
use crate::num::LaneReal;
use std::sync::Arc;

/// The derivatives of an output: by the state at the time that the reverse sweep has come to, and by parameters as far
/// as later steps depend on them.
#[derive(Clone, Debug)]
pub(super) struct Weights<R> {
    pub(super) state: Vec<R>,
    pub(super) parameters: Vec<R>,
    /// The derivative by the length of all steps, in units of it, with what follows from it: the times of the steps.
    pub(super) steps: R,
    /// The derivative by the time of the end, where no event decides that.
    pub(super) end: R,
    /// The derivative by the time of the end as far as not by the state there.
    pub(super) time: R,
}

/// An output that depends on the state within a step.
#[derive(Clone, Debug)]
pub(super) struct Within {
    /// The number of the derivatives.
    pub(super) of: usize,
    pub(super) what: What,
    pub(super) lane: usize,
    pub(super) step: usize,
    /// How long after the beginning of the step, s.
    pub(super) offset: f64,
}

/// What an output is of a state within a step.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A component of the outputs there, times a factor.
    Column(usize, f64),
    /// A component of the outputs there, times a factor, at an extreme that is where this rate is zero: see
    /// [`Sweep::monitored`].
    Located(usize, f64, usize),
    /// A component of the outputs there, times a factor, at a corner whose time has these derivatives by varied parameters.
    AtCorner(usize, f64, Arc<[f64]>),
    /// The time at which this event happens there, times a factor.
    TimeOf(usize, f64),
    /// How long after the beginning of the step this is zero there, times a factor.
    OffsetOf(usize, f64),
    /// A component of the outputs there, times a factor, right behind an event that has set variables, with whose instant it moves.
    BehindEvent(usize, f64),
    /// The instant of that event, times a factor.
    TimeOfSet(f64),
    /// The time at which this event happens at a corner, times a factor: that of the corner, which has these derivatives by varied parameters, unless the
    /// event passes there by itself.
    TimeAtCorner(usize, f64, Arc<[f64]>),
}

/// An output that depends on the state at the end of a run.
pub(super) struct AtEnd {
    /// The number of the derivatives.
    pub(super) of: usize,
    pub(super) lane: usize,
    pub(super) column: usize,
    pub(super) factor: f64,
}

/// The events that have ended runs: their derivatives at these ends, zero in other lanes.
pub(super) struct Terminal<R> {
    /// 1 in the lanes whose run an event has ended.
    pub(super) lanes: R,
    /// The derivatives by parameters, state and time.
    pub(super) by: Vec<R>,
}

/// The state that a step begins at, with the unknowns that solve it, in all lanes.
pub(super) struct Snapshot {
    step: usize,
    of_lanes: Vec<Vec<f64>>,
}

pub(super) struct Sweep<'a, R, E> {
    pub(super) study: &'a Study,
    /// The values of varied parameters in the lanes, and which of these derivatives are by.
    pub(super) rows: &'a [Vec<f64>],
    pub(super) by: &'a [usize],
    pub(super) attempt: &'a Attempt,
    pub(super) executor: E,
    pub(super) ways: &'a Ways,
    pub(super) pullback: &'a StepPullback,
    pub(super) back: Running<'a, R>,
    pub(super) outputs: Running<'a, R>,
    /// Where the derivatives of the instant of the last event are among the numbers of the state, where events set variables.
    pub(super) instant: Option<usize>,
    /// What has zeros: the values of events, then the rates of outputs whose extremes matter, if there are any.
    pub(super) monitored: Option<Running<'a, R>>,
    pub(super) terminal: Option<Terminal<R>>,
    pub(super) weights: Vec<Weights<R>>,
    pub(super) within: Vec<Within>,
    pub(super) snapshots: Vec<Snapshot>,
    /// The present step.
    pub(super) step: usize,
    /// Whether the step's unknowns are known, and whether the state at its end is.
    pub(super) solved: bool,
    pub(super) attempted: bool,
    /// Attempts, of which those that solve a step are the expensive ones.
    pub(super) made: u64,
    pub(super) solves: u64,
}

/// Sets a number of a lane.
pub(super) fn set<R: LaneReal>(numbers: &mut [R], place: usize, lane: usize, value: f64) {
    numbers[place].lanes_mut()[lane] = value;
}

impl<R: LaneReal, E: Executor<R>> Sweep<'_, R, E> {
    /// Gives the lanes the parameters of their members.
    pub(super) fn begin(&mut self) {
        let rows = self.rows;
        // lanes without a member compute the first one's steps
        for lane in 0..R::COUNT {
            for (i, value) in rows.get(lane).unwrap_or(&rows[0]).iter().enumerate() {
                set(self.executor.inputs(), i, lane, *value);
                set(self.back.inputs(), i, lane, *value);
                let functions = [Some(&mut self.outputs), self.monitored.as_mut()];
                functions.into_iter().flatten().for_each(|function| set(function.inputs(), i, lane, *value));
            }
            let way = self.ways.of_lanes.get(lane).unwrap_or(&self.ways.of_lanes[0]);
            let shape = self.attempt.shape;
            for (i, value) in way.states[..shape.state()].iter().enumerate() {
                set(self.executor.inputs(), shape.parameters + i, lane, *value);
            }
        }
        self.executor.parameters_changed();
    }

    /// Returns the accepted step of a lane with a number, if the lane has that many.
    fn accepted(&self, lane: usize, step: usize) -> Option<AcceptedStep> {
        self.ways.of_lanes.get(lane).and_then(|way| way.steps.get(step)).copied()
    }

    /// Makes a step of all lanes the next one: sets its time and length.
    fn load(&mut self, step: usize, solved: bool) {
        (self.step, self.solved, self.attempted) = (step, solved, false);
        let shape = self.attempt.shape;
        let (busy, left) = (self.attempt.control(LaneControl::Busy), self.attempt.control(LaneControl::Left));
        for lane in 0..R::COUNT {
            let own = self.accepted(lane, step);
            let AcceptedStep { time, length, solved: whole } = own.unwrap_or_default();
            let inputs = self.executor.inputs();
            set(inputs, busy, lane, if own.is_some() { 1.0 } else { 0.0 });
            set(inputs, left, lane, 0.0);
            if own.is_none() {
                continue;
            }
            set(inputs, shape.time(), lane, time);
            set(inputs, shape.length(), lane, length);
            if shape.unknowns > 0 {
                let status = if solved { Solution::Found } else { Solution::Sought };
                set(inputs, shape.newton(NewtonInput::Status), lane, status.code());
                set(inputs, shape.newton(NewtonInput::Length), lane, whole);
            }
        }
    }

    /// Makes an attempt of the present step, unless its end is known.
    pub(super) fn attempt(&mut self) {
        if self.attempted {
            return;
        }
        let shape = self.attempt.shape;
        if shape.unknowns > 0 && !self.solved {
            // as a member's first attempt of a step has it: longer than the accepted one where an event ends that
            for lane in 0..R::COUNT {
                if let Some(step) = self.accepted(lane, self.step) {
                    set(self.executor.inputs(), shape.length(), lane, step.solved);
                }
            }
            self.executor.attempts(self.attempt, 1);
            self.made += 1;
            self.solves += 1;
            let shortened = |step: AcceptedStep| step.length != step.solved;
            let any = (0..R::COUNT).any(|lane| self.accepted(lane, self.step).is_some_and(shortened));
            self.solved = true;
            if !any {
                self.attempted = true;
                return;
            }
            self.set_lengths(None);
        }
        self.executor.attempts(self.attempt, 1);
        self.made += 1;
        self.solves += u64::from(shape.unknowns == 0);
        (self.solved, self.attempted) = (true, true);
    }

    /// Sets the lengths of the present step: those that are accepted, or of some lanes others.
    pub(super) fn set_lengths(&mut self, others: Option<&[Within]>) {
        let length = self.attempt.shape.length();
        for lane in 0..R::COUNT {
            if let Some(step) = self.accepted(lane, self.step) {
                set(self.executor.inputs(), length, lane, step.length);
            }
        }
        for within in others.into_iter().flatten() {
            set(self.executor.inputs(), length, within.lane, within.offset);
        }
    }

    /// Makes states that were kept, with the unknowns that solve the steps from there, the present ones.
    pub(super) fn place<'k>(&mut self, step: usize, kept: impl Fn(usize) -> Option<&'k [f64]>) {
        let shape = self.attempt.shape;
        let inputs = self.executor.inputs();
        for lane in 0..self.ways.of_lanes.len() {
            let places = (shape.parameters..shape.parameters + shape.state()).chain(shape.unknowns());
            let kept = kept(lane).into_iter().flatten();
            places.zip(kept).for_each(|(place, value)| set(inputs, place, lane, *value));
        }
        self.load(step, true);
    }

    /// Makes the states that the ways have kept of a step the present ones.
    pub(super) fn place_kept(&mut self, step: usize) {
        let (ways, count) = (self.ways, kept_count(self.attempt));
        self.place(step, |lane| ways.of_lanes[lane].states.get(step * count..(step + 1) * count));
    }

    /// Returns the lanes that have the present step, as numbers.
    fn busy(&self) -> R {
        R::from_lanes(|lane| if self.accepted(lane, self.step).is_some() { 1.0 } else { 0.0 })
    }

    /// Pulls weights of the present step's end back, from the inputs that the executor has.
    pub(super) fn pull(&mut self, weights: &[R]) -> Vec<R> {
        let (busy, count) = (self.busy(), self.attempt.shape.input_count(StudyFunction::Step));
        let (parameters, inputs) = (self.attempt.shape.parameters, self.back.inputs());
        inputs[parameters..count].copy_from_slice(&self.executor.inputs()[parameters..count]);
        inputs[count..count + weights.len()].copy_from_slice(weights);
        inputs[count + weights.len()] = busy;
        self.back.run();
        let mut results: Vec<R> = (0..self.back.output_count()).map(|i| self.back.output(i)).collect();
        if self.attempt.shape.unknowns > 0 {
            for lane in (0..R::COUNT).filter(|lane| busy.lane(*lane) != 0.0) {
                if StepPullback::is_sound(results[results.len() - 1].lane(lane)) {
                    continue;
                }
                let inputs = &self.back.inputs()[..count + weights.len()];
                let mended = self.pullback.with_pivoting(&inputs.iter().map(|x| x.lane(lane)).collect::<Vec<f64>>());
                results.iter_mut().zip(mended).for_each(|(x, value)| x.lanes_mut()[lane] = value);
            }
        }
        results
    }

    /// Adds to the derivatives of an output by parameters, in lanes that have the present step; sets or adds to those by the
    /// state.
    pub(super) fn collect(&mut self, of: usize, results: &[R], adds: bool) {
        let (mask, shape) = (R::zero().less(self.busy()), self.attempt.shape);
        let Weights { state, parameters, .. } = &mut self.weights[of];
        for (sum, x) in parameters.iter_mut().zip(results) {
            *sum = R::select(mask, *sum + *x, *sum);
        }
        let looks_for_roots = self.study.mechanism.has_roots();
        for (i, (weight, x)) in state.iter_mut().zip(&results[shape.parameters..]).enumerate() {
            let sum = if adds { *weight + *x } else { *x };
            *weight = R::select(mask, if looks_for_roots { kept(sum, i) } else { sum }, *weight);
        }
    }

    /// Adds to the derivatives of an output by the times of steps, from those by the present one's; in these lanes it is the
    /// last one, and as long as the end of the run makes it.
    pub(super) fn collect_times(&mut self, of: usize, results: &[R], last: R) {
        let (busy, shape) = (R::zero().less(self.busy()), self.attempt.shape);
        let inputs = self.back.inputs();
        let (t, h) = (inputs[shape.time()], inputs[shape.length()]);
        let (by_time, by_length) = (results[shape.time()], results[shape.time() + 1]);
        let (mut by_all, mut scaled) = (by_length, t * by_time + h * by_length);
        if shape.unknowns > 0 {
            let by_solved = results[shape.time() + 2];
            scaled = scaled + inputs[shape.newton(NewtonInput::Length)] * by_solved;
            by_all = by_all + by_solved;
        }
        let last = R::zero().less(last);
        let Weights { steps, end, .. } = &mut self.weights[of];
        *steps = R::select(busy, *steps + R::select(last, t * (by_time - by_all), scaled), *steps);
        *end = R::select(busy, *end + R::select(last, by_all, R::zero()), *end);
    }

    /// Returns the lanes whose last step is the present one, as numbers.
    pub(super) fn last(&self) -> R {
        let is_last = |lane: usize| self.ways.of_lanes.get(lane).is_some_and(|way| way.steps.len() == self.step + 1);
        R::from_lanes(|lane| if is_last(lane) { 1.0 } else { 0.0 })
    }
}

impl<R: LaneReal, E: Executor<R>> Replay for Sweep<'_, R, E> {
    fn keep(&mut self) {
        if self.attempt.shape.unknowns > 0 {
            self.attempt();
        }
        let shape = self.attempt.shape;
        let inputs = self.executor.inputs();
        let places = || (shape.parameters..shape.parameters + shape.state()).chain(shape.unknowns());
        let of_lane = |lane: usize| places().map(|place| inputs[place].lane(lane)).collect();
        let of_lanes = (0..self.ways.of_lanes.len()).map(of_lane).collect();
        self.snapshots.push(Snapshot { step: self.step, of_lanes });
    }
    fn restore(&mut self) {
        let snapshot = self.snapshots.pop().expect("a snapshot");
        self.place(snapshot.step, |lane| Some(&snapshot.of_lanes[lane][..]));
        self.snapshots.push(snapshot);
    }
    fn forget(&mut self) {
        self.snapshots.pop();
    }
    fn advance(&mut self) {
        self.attempt();
        let shape = self.attempt.shape;
        let busy = R::zero().less(self.busy());
        for i in 0..shape.state() {
            let end = *self.executor.result(self.attempt.candidate(i));
            let begin = &mut self.executor.inputs()[shape.parameters + i];
            *begin = R::select(busy, end, *begin);
        }
        self.place_anew(self.step + 1);
        self.load(self.step + 1, false);
    }
    fn pull_back(&mut self) {
        if self.attempt.shape.unknowns > 0 && !self.solved {
            self.attempt();
        }
        self.pull_anew();
        let (terminal, length) = (self.pull_terminal(), self.attempt.shape.time() + 1);
        for of in 0..self.weights.len() {
            let weights = self.weights[of].state.clone();
            let mut results = self.pull(&weights);
            let mut by_end = self.last();
            if let Some((lanes, of_event)) = &terminal {
                // the end moves, so that the value of the event stays zero, and with the step
                let (ended, by_time) = (R::zero().less(*lanes), self.weights[of].time);
                let factor = -(results[length] + by_time) / of_event[length];
                results[length - 1] = results[length - 1] + R::select(ended, by_time, R::zero());
                for (sum, x) in results.iter_mut().zip(of_event) {
                    *sum = *sum + R::select(ended, factor * *x, R::zero());
                }
                results[length] = R::select(ended, R::zero(), results[length]);
                by_end = by_end - *lanes;
            }
            self.collect_times(of, &results, by_end);
            self.collect(of, &results, false);
        }
        self.pull_within();
    }
}

//! One attempt of a step in every lane, and the step itself where there is nothing else to do. Written once over
//! [`Real`]: lanes evaluate it, and it is recorded together with the equations for machine code (`recorded.rs`).

use crate::ensemble::Study;
use crate::ensemble::program::{Monitored, NewtonInput, Shape, StepResult, StudyFunction};
use crate::ensemble::time_loop::monitored::Part;
use crate::ensemble::time_loop::{event, failure, step_length};
use crate::integrator::control;
use crate::integrator::newton::Solution;
use crate::num::Real;

/// What an attempt reads besides the inputs of a step, one value per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ensemble) enum LaneControl {
    /// Steps made.
    Count,
    /// Plain steps that may follow.
    Left,
    /// The time before which adaptive steps are routine, s.
    Until,
    /// The end of the run, s.
    End,
    /// The largest step, s.
    Largest,
    /// The smallest step, s.
    Smallest,
    /// The length of equal steps, s.
    Pitch,
    /// The time at which equal steps begin, s.
    Begin,
    /// The factor that the next step may grow by: 1 after a rejection.
    Cap,
    /// 1 where there is a member.
    Busy,
    /// Solutions of linearised equations in all steps so far; implicit methods only.
    Solves,
    /// Factorisations, where they are fewer.
    Factorisations,
    /// 1 where an extreme is looked for.
    Locates,
}

/// What is particular about a value that an output takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Taken<R> {
    /// Nothing.
    Within,
    /// The value is at the end of a run, behind a part of a step that begins with this one.
    End(R),
    /// The value is at a kink, in a part of a step that begins with this one.
    Kink(R),
}

/// The number of controls.
const CONTROLS: usize = 13;

/// The indices of an attempt's inputs and results.
///
/// Inputs: those of a step, the controls, the numbers of what is monitored at the beginning of the step, and for every
/// output whose extremes matter its value at the start and its result so far, and the derivatives of both. Results: those of a step that follow the
/// increments, the state and the time after the attempt, the numbers of what is monitored there with derivatives, then what
/// [`Attempt::routine`] and [`Attempt::stop`] say.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Attempt {
    pub(in crate::ensemble) shape: Shape,
    pub(super) adaptive: bool,
    pub(in crate::ensemble) monitored: Monitored,
    /// Whether equal steps may begin in the middle of a run.
    resumes: bool,
    /// Whether hidden extremes are a reason to see a step in parts, [`Study::sees_hidden_extremes`].
    pub(super) sees_hidden_extremes: bool,
    /// The largest factor between two steps.
    growth: f64,
    /// The indices in the state of sampled variables, and of their derivatives.
    pub(in crate::ensemble) sampled: Vec<usize>,
    /// The parameters that derivatives are by: the indices among the inputs of those that the plan varies, and the
    /// values of the others.
    pub(super) differentiated_by: Vec<Result<usize, f64>>,
    /// The index of the first control among the inputs, and those of the first candidate and of the first number of
    /// what is monitored after the attempt among the results: lanes look there for every member.
    controls: usize,
    candidates: usize,
    afters: usize,
}

impl Attempt {
    pub(in crate::ensemble) fn new(study: &Study) -> Self {
        let (shape, adaptive) = (Shape::new(study), study.is_adaptive());
        // the first result of a step that is not there
        let end = if adaptive { StepResult::Factor as usize + 1 } else { StepResult::Error as usize };
        let candidates = end - usize::from(!shape.redundant);
        Self {
            shape,
            adaptive,
            controls: shape.input_count(StudyFunction::Step),
            candidates,
            afters: candidates + shape.state() + 1,
            monitored: Monitored::new(study),
            resumes: study.begins_within(),
            sees_hidden_extremes: study.sees_hidden_extremes(),
            growth: study.method.steps.bounds().growth,
            sampled: shape.sampled(study),
            differentiated_by: study.differentiated_by(),
        }
    }

    /// Returns the number of monitored quantities; each has two numbers.
    pub(in crate::ensemble) fn monitored_count(&self) -> usize {
        self.monitored.count()
    }
    /// Returns the index of a control among the inputs.
    pub(in crate::ensemble) fn control(&self, control: LaneControl) -> usize {
        self.controls + control as usize
    }
    /// Returns the index of number `i` of what is monitored at the beginning of the step among the inputs: first those
    /// whose zeros are sought.
    pub(super) fn before(&self, i: usize) -> usize {
        self.controls + CONTROLS + i
    }
    /// Returns the indices of the value at the start and the result so far of an output whose extremes matter, among
    /// the inputs.
    pub(super) fn kept(&self, extreme: usize) -> [usize; 2] {
        let first = self.before(2 * self.monitored_count()) + 2 * extreme * (1 + self.monitored.carried());
        [first, first + 1]
    }
    /// Returns the indices of the derivatives of the numbers of [`Attempt::kept`] by parameter number `k`.
    pub(super) fn kept_slopes(&self, extreme: usize, k: usize) -> [usize; 2] {
        self.kept(extreme).map(|place| place + 2 * (1 + k))
    }
    /// Returns the number of inputs.
    pub(super) fn input_count(&self) -> usize {
        self.kept(self.monitored.extremes.len())[0]
    }
    /// Returns the index of a step's result among the results.
    pub(super) fn step_result(&self, result: StepResult) -> usize {
        self.shape.step_result(result)
    }
    /// Returns the index of component `i` of the state after the attempt; that of the time follows the last.
    pub(in crate::ensemble) fn candidate(&self, i: usize) -> usize {
        self.candidates + i
    }
    /// Returns the index of number `i` of what is monitored after the attempt.
    pub(in crate::ensemble) fn after(&self, i: usize) -> usize {
        self.afters + i
    }
    /// Returns the index of the result that is 1 where the attempt is routine: a step, and nothing else is to be done.
    pub(super) fn routine(&self) -> usize {
        self.after(self.monitored.numbers())
    }
    /// Returns the index of the result that is 1 where there is a member and more to be done.
    pub(super) fn stop(&self) -> usize {
        self.routine() + 1
    }
    /// Returns the number of results.
    pub(super) fn result_count(&self) -> usize {
        self.routine() + 2
    }

    /// Begins Newton's method in the lanes whose step is not solved.
    #[inline(always)]
    pub(super) fn begin_newton<R: Real>(&self, inputs: &mut [R]) {
        let shape = self.shape;
        let [solves, status, length] =
            [NewtonInput::Solves, NewtonInput::Status, NewtonInput::Length].map(|input| shape.newton(input));
        let solved = Solution::Found.is_at_least(inputs[status]);
        for i in shape.unknowns().chain([solves]) {
            inputs[i] = R::select(solved, inputs[i], R::zero());
        }
        inputs[length] = R::select(solved, inputs[length], inputs[shape.length()]);
    }

    /// Adds the increments, which are the first of a step's results, and finds the lanes whose attempt is routine as
    /// far as events do not matter. The results of the step that follow the increments are among `results` already.
    #[inline(always)]
    pub(super) fn judge<R: Real>(&self, inputs: &[R], increments: &[R], results: &mut [R]) -> R::Mask {
        let shape = self.shape;
        let mut routine = R::zero().less(inputs[self.control(LaneControl::Left)]);
        for i in 0..shape.state() {
            let x = inputs[shape.parameters + i] + increments[i];
            results[self.candidate(i)] = x;
        }
        for i in shape.decisive() {
            routine = routine & failure::is_in_range(results[self.candidate(i)]);
        }
        let t = inputs[shape.time()] + inputs[shape.length()];
        results[self.candidate(shape.state())] = t;
        let turn = results[self.step_result(StepResult::LargestTurn)];
        let margin = results[self.step_result(StepResult::Margin)];
        routine = failure::is_sound(routine, turn, margin);
        if shape.redundant {
            routine = routine & failure::holds(results[self.step_result(StepResult::Drift)]);
        }
        if shape.unknowns > 0 {
            let status = inputs[shape.newton(NewtonInput::Status)];
            routine = routine & !Solution::Diverged.is_at_least(status);
        }
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            routine = routine & control::accepted(error) & t.less(inputs[self.control(LaneControl::Until)]);
        }
        routine
    }

    /// Returns the inputs of what is monitored after an attempt: right before an instant at which variables are sampled, if the step ends there.
    /// What they are behind it the next attempt sees.
    #[inline(always)]
    pub(super) fn there<R: Copy>(&self, inputs: &[R], results: &[R]) -> Vec<R> {
        let first = self.shape.parameters;
        let mut there = [&inputs[..first], &results[self.candidate(0)..self.after(0)]].concat();
        self.sampled.iter().for_each(|i| there[first + i] = inputs[first + i]);
        there
    }

    /// Returns a part of a step as number `k` of what is monitored sees it.
    #[inline(always)]
    pub(super) fn part<R: Copy>(&self, k: usize, before: &[R], after: &[R], length: R) -> Part<R> {
        let places = self.value_and_rate(k);
        Part { begin: places.map(|place| before[place]), end: places.map(|place| after[place]), length }
    }

    /// Returns the indices of the value of number `k` of what is monitored and of its rate: the value is sought of an event, and the rate of an output.
    #[inline(always)]
    pub(super) fn value_and_rate(&self, k: usize) -> [usize; 2] {
        let count = self.monitored_count();
        if k < self.monitored.events.len() { [k, count + k] } else { [count + k, k] }
    }

    /// Takes away the lanes where something may happen within the step; the numbers of what is monitored after the attempt
    /// are among the results already.
    #[inline(always)]
    pub(super) fn monitor<R: Real>(&self, inputs: &[R], results: &[R], mut routine: R::Mask) -> R::Mask {
        let length = inputs[self.shape.length()];
        let (before, after) = (&inputs[self.before(0)..], &results[self.after(0)..]);
        let events = self.monitored.events.len();
        for k in 0..events {
            if let Some(first) = self.monitored.of_one_side[k] {
                routine = routine & before[k].less_equal(before[first]) & before[first].less_equal(before[k]);
                continue;
            }
            let part = self.part(k, before, after, length);
            // what is not finite cannot be monitored
            routine = routine & part.is_clear() & failure::is_in_range(part.end[0]);
        }
        for (e, (_, reduction)) in self.monitored.extremes.iter().enumerate() {
            let part = self.part(events + e, before, after, length);
            let kept = self.kept(e).map(|place| inputs[place]);
            let mut happens = part.has_extreme(*reduction, kept);
            if self.sees_hidden_extremes {
                happens = happens | part.hides_extremes(*reduction, kept);
            }
            routine = routine & !happens & failure::is_in_range(part.end[0]);
        }
        routine
    }

    /// Returns the time after so many equal steps, s.
    #[inline(always)]
    pub(super) fn time_of_equal<R: Real>(&self, inputs: &[R], count: R) -> R {
        let time = step_length::time_of_equal(count, inputs[self.control(LaneControl::Pitch)]);
        if self.resumes { inputs[self.control(LaneControl::Begin)] + time } else { time }
    }

    /// Makes the step where the attempt is routine: its end becomes the inputs of the next attempt.
    #[inline(always)]
    pub(super) fn advance<R: Real>(&self, inputs: &mut [R], results: &mut [R], routine: R::Mask) {
        let shape = self.shape;
        let (zero, one) = (R::zero(), R::one());
        let made = R::select(routine, one, zero);
        let (count_at, left_at) = (self.control(LaneControl::Count), self.control(LaneControl::Left));
        let (time_at, time_after) = (shape.time(), self.candidate(shape.state()));
        let busy = zero.less(inputs[self.control(LaneControl::Busy)]);
        results[self.routine()] = made;
        results[self.stop()] = R::select(busy & !routine, one, zero);
        let h = inputs[shape.length()];
        let count = inputs[count_at] + made;
        let t = if self.adaptive { results[time_after] } else { self.time_of_equal(inputs, count) };
        for i in 0..shape.state() {
            let x = &mut inputs[shape.parameters + i];
            *x = R::select(routine, results[self.candidate(i)], *x);
        }
        inputs[time_at] = R::select(routine, t, inputs[time_at]);
        results[time_after] = R::select(routine, t, results[time_after]);
        inputs[count_at] = count;
        let mut left = inputs[left_at] - made;
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            let factor = results[self.step_result(StepResult::Factor)];
            let cap = inputs[self.control(LaneControl::Cap)];
            let e = shape.errors();
            inputs[e + 1] = R::select(routine, inputs[e], inputs[e + 1]);
            inputs[e] = R::select(routine, error, inputs[e]);
            let limits = [LaneControl::Smallest, LaneControl::Largest].map(|c| inputs[self.control(c)]);
            let next = step_length::after_accepted(h, factor, cap, limits);
            let to_end = inputs[self.control(LaneControl::End)] - t;
            let reaches = step_length::reaches_end(next, to_end);
            inputs[shape.length()] = R::select(routine, R::select(reaches, to_end, next), h);
            inputs[self.control(LaneControl::Cap)] = R::select(routine, R::constant(self.growth), cap);
            // the last step is never routine
            left = R::select(routine & reaches, zero, left);
        }
        inputs[left_at] = left;
        if shape.unknowns > 0 {
            let [status, solves] = [NewtonInput::Status, NewtonInput::Solves].map(|input| shape.newton(input));
            inputs[status] = R::select(routine, Solution::Sought.code(), inputs[status]);
            let so_far = self.control(LaneControl::Solves);
            inputs[so_far] = R::select(routine, inputs[so_far] + inputs[solves], inputs[so_far]);
        }
        let (count, events) = (self.monitored_count(), self.monitored.events.len());
        for i in 0..2 * count {
            let before = &mut inputs[self.before(i)];
            let after = results[self.after(i)];
            let kept = if i < events { event::kept(*before, after) } else { after };
            *before = R::select(routine, kept, *before);
        }
        for e in 0..self.monitored.extremes.len() {
            let y = results[self.after(count + events + e)];
            let first = self.after(self.monitored.extreme_slopes(e)[0].start);
            let slopes = &results[first..first + self.monitored.carried()];
            for (place, updated) in self.take(e, (y, slopes), Taken::Within, |place| inputs[place]) {
                inputs[place] = R::select(routine, updated, inputs[place]);
            }
        }
    }
}

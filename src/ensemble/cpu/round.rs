//! One attempt of a step in every lane, and the step itself where there is nothing else to do. Written once over
//! [`Real`]: lanes evaluate it, and it is recorded together with the equations for machine code.

use crate::ensemble::program::{Equations, Function, Shape, StepResult, inputs};
use crate::ensemble::{Outcome, Study};
use crate::jit::Rounds;
use crate::model::event::Direction;
use crate::num::{Precision, Real, series};
use crate::trace::{Graph, Input, Rate, Traced, record};

/// What a round reads besides the inputs of a step, one value per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gauge {
    /// Steps made.
    Count,
    /// Plain steps that may follow.
    Left,
    /// The time before which adaptive steps are plain, s.
    Until,
    /// The end of the run, s.
    End,
    /// The largest step, s.
    Largest,
    /// The smallest step, s.
    Smallest,
    /// The length of equal steps, s.
    Pitch,
    /// The factor that the next step may grow by: 1 after a rejection.
    Cap,
    /// 1 where there is a member.
    Busy,
}

/// How many gauges there are.
const GAUGES: usize = 9;

/// The places of a round's inputs and results.
///
/// Inputs: those of a step, the gauges, the values of the events at the beginning of the step. Results: those of a
/// step that follow the increments, the state and the time after the attempt, the values of the events there, then
/// what [`Round::plain`], [`Round::made_length`] and [`Round::stop`] say.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) shape: Shape,
    pub(super) adaptive: bool,
    directions: Vec<Direction>,
    /// The largest factor between two steps.
    growth: f64,
}

impl Round {
    pub(super) fn new(study: &Study) -> Self {
        Self {
            shape: Shape::new(study),
            adaptive: study.is_adaptive(),
            directions: study.mechanism.events.iter().map(|e| e.direction).collect(),
            growth: study.method.steps.bounds().growth,
        }
    }

    /// The number of events.
    pub(super) fn events(&self) -> usize {
        self.directions.len()
    }
    /// The place of a gauge among the inputs.
    pub(super) fn gauge(&self, gauge: Gauge) -> usize {
        self.shape.input_count(Function::Step) + gauge as usize
    }
    /// The place of an event's value at the beginning of the step among the inputs.
    pub(super) fn before(&self, event: usize) -> usize {
        self.shape.input_count(Function::Step) + GAUGES + event
    }
    /// How many inputs there are.
    pub(super) fn input_count(&self) -> usize {
        self.before(self.events())
    }

    fn step_results(&self) -> usize {
        if self.adaptive { StepResult::Factor as usize + 1 } else { StepResult::Margin as usize + 1 }
    }
    /// The place of a step's result among the results.
    pub(super) fn step_result(&self, result: StepResult) -> usize {
        result as usize
    }
    /// The place of component `i` of the state after the attempt; that of the time follows the last.
    pub(super) fn candidate(&self, i: usize) -> usize {
        self.step_results() + i
    }
    /// The place of an event's value after the attempt.
    pub(super) fn after(&self, event: usize) -> usize {
        self.candidate(self.shape.state()) + 1 + event
    }
    /// 1 where the attempt is a step and nothing else is to be done.
    pub(super) fn plain(&self) -> usize {
        self.after(self.events())
    }
    /// The length of the step, s.
    pub(super) fn made_length(&self) -> usize {
        self.plain() + 1
    }
    /// 1 where there is a member and more to be done.
    pub(super) fn stop(&self) -> usize {
        self.plain() + 2
    }
    /// The places of the inputs that a round changes.
    fn changed(&self) -> Vec<usize> {
        let shape = self.shape;
        let state = shape.parameters..shape.parameters + shape.state();
        let mut all: Vec<usize> = state.chain([shape.time()]).collect();
        all.extend([Gauge::Count, Gauge::Left].map(|g| self.gauge(g)));
        if self.adaptive {
            all.extend([shape.length(), shape.errors(), shape.errors() + 1, self.gauge(Gauge::Cap)]);
        }
        all.extend((0..self.events()).map(|k| self.before(k)));
        all
    }
    /// How many results there are.
    pub(super) fn result_count(&self) -> usize {
        self.plain() + 3
    }

    /// Adds the increments, which are the first of a step's results, and finds the lanes whose attempt is plain as
    /// far as events do not matter. The results of the step that follow the increments are among `results` already.
    #[inline(always)]
    pub(super) fn judge<R: Real>(&self, inputs: &[R], increments: &[R], results: &mut [R]) -> R::Mask {
        let shape = self.shape;
        let limit = R::constant(Outcome::STATE_LIMIT);
        let mut plain = R::zero().less(inputs[self.gauge(Gauge::Left)]);
        for i in 0..shape.state() {
            let x = inputs[shape.parameters + i] + increments[i];
            results[self.candidate(i)] = x;
            plain = plain & x.abs().less(limit);
        }
        let t = inputs[shape.time()] + inputs[shape.length()];
        results[self.candidate(shape.state())] = t;
        let turn = results[self.step_result(StepResult::LargestTurn)];
        plain = plain & turn.less_equal(R::constant(series::HALF_TURN));
        let margin = results[self.step_result(StepResult::Margin)];
        plain = plain & R::constant(Outcome::SINGULAR_MARGIN).less(margin);
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            plain = plain & error.less_equal(R::one()) & t.less(inputs[self.gauge(Gauge::Until)]);
        }
        plain
    }

    /// Takes away the lanes where an event happens within the step; the events' values after the attempt are among
    /// the results already.
    #[inline(always)]
    pub(super) fn watch<R: Real>(&self, inputs: &[R], results: &[R], mut plain: R::Mask) -> R::Mask {
        let zero = R::zero();
        for k in 0..self.events() {
            let (g0, g1) = (inputs[self.before(k)], results[self.after(k)]);
            let rising = g0.less(zero) & zero.less_equal(g1);
            let falling = zero.less(g0) & g1.less_equal(zero);
            // what is not finite cannot be watched
            plain = plain & !self.directions[k].of(rising, falling) & g1.abs().less(R::constant(Outcome::STATE_LIMIT));
        }
        plain
    }

    /// Makes the step where it is plain: its end becomes the inputs of the next round.
    #[inline(always)]
    pub(super) fn advance<R: Real>(&self, inputs: &mut [R], results: &mut [R], plain: R::Mask) {
        let shape = self.shape;
        let (zero, one) = (R::zero(), R::one());
        let made = R::select(plain, one, zero);
        let (count_at, left_at) = (self.gauge(Gauge::Count), self.gauge(Gauge::Left));
        let (time_at, time_after) = (shape.time(), self.candidate(shape.state()));
        let busy = zero.less(inputs[self.gauge(Gauge::Busy)]);
        results[self.plain()] = made;
        results[self.stop()] = R::select(busy & !plain, one, zero);
        let h = inputs[shape.length()];
        results[self.made_length()] = h;
        let count = inputs[count_at] + made;
        let t = if self.adaptive { results[time_after] } else { count * inputs[self.gauge(Gauge::Pitch)] };
        for i in 0..shape.state() {
            let x = &mut inputs[shape.parameters + i];
            *x = R::select(plain, results[self.candidate(i)], *x);
        }
        inputs[time_at] = R::select(plain, t, inputs[time_at]);
        results[time_after] = R::select(plain, t, results[time_after]);
        inputs[count_at] = count;
        let mut left = inputs[left_at] - made;
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            let factor = results[self.step_result(StepResult::Factor)];
            let cap = inputs[self.gauge(Gauge::Cap)];
            let e = shape.errors();
            inputs[e + 1] = R::select(plain, inputs[e], inputs[e + 1]);
            inputs[e] = R::select(plain, error, inputs[e]);
            let next = (h * factor.min(cap)).min(inputs[self.gauge(Gauge::Largest)]);
            let next = next.max(inputs[self.gauge(Gauge::Smallest)]);
            let rest = inputs[self.gauge(Gauge::End)] - t;
            let reaches = rest.less_equal(next * R::constant(1.0 + 1e-6));
            inputs[shape.length()] = R::select(plain, R::select(reaches, rest, next), h);
            inputs[self.gauge(Gauge::Cap)] = R::select(plain, R::constant(self.growth), cap);
            // the last step is never plain
            left = R::select(plain & reaches, zero, left);
        }
        inputs[left_at] = left;
        for k in 0..self.events() {
            let before = &mut inputs[self.before(k)];
            *before = R::select(plain, results[self.after(k)], *before);
        }
    }
}

/// Recordings.
impl Round {
    /// The inputs of a round.
    fn inputs(&self, study: &Study) -> Vec<Input> {
        let gauges = ["count", "left", "until", "end", "largest", "smallest", "pitch", "cap", "busy"];
        let further = gauges.iter().map(|g| g.to_string()).chain((0..self.events()).map(|k| format!("g{k}")));
        let mut all = inputs(study, Function::Step);
        all.extend(further.map(|name| Input { name, rate: Rate::Step }));
        all
    }

    /// Records a step alone, with the inputs of a round.
    pub(super) fn record_step(&self, study: &Study) -> Graph {
        record(Precision::Double, self.inputs(study), |inputs| {
            let mut out = Vec::new();
            Equations::new(study, &inputs[..self.shape.parameters]).evaluate(Function::Step, inputs, &mut out);
            out
        })
    }

    /// Records a round: its results, then those of its inputs that it changes. The second value says which.
    pub(super) fn record(&self, study: &Study) -> (Graph, Rounds) {
        let changed = self.changed();
        let graph = record(Precision::Double, self.inputs(study), |before| {
            let mut inputs = before.to_vec();
            let (mut step, mut results) = (Vec::new(), vec![Traced::zero(); self.result_count()]);
            let mut equations = Equations::new(study, &inputs[..self.shape.parameters]);
            equations.evaluate(Function::Step, &inputs, &mut step);
            let (increments, others) = step.split_at(self.shape.state());
            results[..others.len()].copy_from_slice(others);
            Traced::note("the end of a step");
            let mut plain = self.judge(&inputs, increments, &mut results);
            if self.events() > 0 {
                let mut values = Vec::new();
                let mut there = inputs[..self.shape.parameters].to_vec();
                there.extend(&results[self.candidate(0)..self.after(0)]);
                equations.evaluate(Function::Events, &there, &mut values);
                results[self.after(0)..self.plain()].copy_from_slice(&values);
                Traced::note("events within a step");
                plain = self.watch(&inputs, &results, plain);
            }
            Traced::note("to the next step");
            self.advance(&mut inputs, &mut results, plain);
            results.extend(changed.iter().map(|&i| inputs[i]));
            results
        });
        let first = self.result_count();
        let feedback = changed.into_iter().enumerate().map(|(k, input)| (first + k, input)).collect();
        let busy = Some(self.gauge(Gauge::Busy));
        (graph, Rounds { feedback, again: self.plain(), stop: self.stop(), busy })
    }
}

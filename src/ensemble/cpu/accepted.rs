//! The ways of members: their accepted steps, with the states that these begin at as far as memory suffices.

use super::attempt::{Attempt, LaneControl};
use super::executor::Executor;
use super::ties::{Attained, Seen, Ties, kink_at};
use crate::ensemble::Study;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::time_loop::event;
use crate::num::LaneReal;
use std::cell::RefCell;
use std::ops::Range;

/// An accepted step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::ensemble) struct AcceptedStep {
    /// The time at which the step begins, s.
    pub(in crate::ensemble) time: f64,
    /// The length of the step, s.
    pub(in crate::ensemble) length: f64,
    /// The length of the step that an implicit method has solved, s: longer where an event has ended it.
    pub(in crate::ensemble) solved: f64,
}

/// Where the result of an output was found whose largest or smallest values matter.
#[derive(Clone, Copy, Debug)]
pub(in crate::ensemble) struct Extreme {
    /// Where on the way the output attains the extreme.
    pub(in crate::ensemble) at: Attained,
    /// The sign of the change since the start, of a result that is the size of one.
    pub(in crate::ensemble) sign: f64,
    /// The result.
    value: f64,
}

/// A step that ends at an event which does not end the run.
#[derive(Clone, Copy, Debug)]
struct StepEnding {
    step: usize,
    event: usize,
    /// The offsets of both sides of the event, s.
    sides: [f64; 2],
}

/// What an attempt has seen.
#[derive(Clone, Debug)]
struct SeenAttempt {
    step: usize,
    /// The length of the attempt, s.
    offset: f64,
    /// The values of outputs whose extremes matter, with their rates.
    values: Vec<[f64; 2]>,
    /// Whether an extreme was looked for.
    is_located: bool,
    /// The values of events that end steps, and whether their sides have changed.
    ends: Vec<f64>,
    turned: Vec<bool>,
}

/// A state with which a member has begun anew.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Anew {
    /// The step that begins there.
    pub(in crate::ensemble) step: usize,
    /// The state.
    pub(in crate::ensemble) state: Vec<f64>,
}

/// The way of a member.
#[derive(Clone, Debug, Default)]
pub(in crate::ensemble) struct Way {
    /// The accepted steps of the member.
    pub(in crate::ensemble) steps: Vec<AcceptedStep>,
    /// For every step, the state that it begins at and the unknowns that solve it, see [`kept_count`]; of the first alone where
    /// memory does not suffice.
    pub(in crate::ensemble) states: Vec<f64>,
    /// The state at the end of the last step.
    pub(in crate::ensemble) end: Vec<f64>,
    /// The extreme of every output whose extremes matter.
    pub(in crate::ensemble) extremes: Vec<Extreme>,
    /// For every output whose extremes matter, where else it was as large.
    pub(in crate::ensemble) ties: Vec<Ties>,
    /// The largest magnitude of each of these outputs.
    pub(in crate::ensemble) largest: Vec<f64>,
    /// Where an implicit method has begun anew.
    pub(in crate::ensemble) anew: Vec<Anew>,
    /// The sides that are held in the last step.
    sides: Vec<f64>,
    /// The steps that have ended at events which do not end the run.
    endings: Vec<StepEnding>,
    /// What was seen in the attempts since the last accepted step.
    seen: Vec<SeenAttempt>,
    /// Whether the present attempt looks for an extreme.
    locates: bool,
    /// The values at the start of outputs whose extremes matter.
    first: Vec<f64>,
}

/// Returns how many numbers are kept of a step: those of the state and of the unknowns.
pub(in crate::ensemble) fn kept_count(attempt: &Attempt) -> usize {
    attempt.shape.state() + attempt.shape.unknowns
}

/// The ways of the members in the lanes.
#[derive(Debug)]
pub(in crate::ensemble) struct Ways {
    pub(in crate::ensemble) of_lanes: Vec<Way>,
    /// Where sides are among the numbers of the state, and the side of every event that has one.
    sides: Range<usize>,
    of_events: Vec<Option<usize>>,
    /// How many numbers may be kept yet; none once they have been too many.
    room: Option<usize>,
}

impl Ways {
    pub(in crate::ensemble) fn new(study: &Study, lanes: usize, attempt: &Attempt, room: usize) -> Self {
        let (extremes, sides) = (attempt.monitored.extremes.len(), attempt.shape.sides(study));
        let of_events = study.mechanism.events.iter().map(|event| event.side().filter(|_| !sides.is_empty())).collect();
        let at = Attained { step: 0, offset: 0.0, is_located: false, kink: None };
        let start = Extreme { at, sign: 1.0, value: f64::NAN };
        let (ties, largest) = (vec![Ties::default(); extremes], vec![0.0; extremes]);
        let way = Way { extremes: vec![start; extremes], ties, largest, ..Way::default() };
        Self { of_lanes: vec![way; lanes], sides, of_events, room: Some(room) }
    }

    /// Tells whether the states of all steps are kept.
    pub(in crate::ensemble) fn are_whole(&self) -> bool {
        self.room.is_some()
    }

    /// Makes room for what is kept of a step.
    fn take(&mut self, count: usize) -> bool {
        let left = self.room.and_then(|room| room.checked_sub(count));
        if self.room.is_some() && left.is_none() {
            self.of_lanes.iter_mut().for_each(|way| {
                way.states.truncate(count);
                way.states.shrink_to_fit();
            });
        }
        self.room = left;
        left.is_some()
    }
}

impl Way {
    /// Finds where the results at the end were found.
    pub(in crate::ensemble) fn settle_end(&mut self, attempt: &Attempt, results: &[f64]) {
        let first = std::mem::take(&mut self.first);
        self.settle(attempt, &first, results);
        self.settle_ties(attempt, &first, results);
        self.first = first;
    }

    /// Finds where results were found that have become these.
    fn settle(&mut self, attempt: &Attempt, first: &[f64], results: &[f64]) {
        for (e, (extreme, result)) in self.extremes.iter_mut().zip(results).enumerate() {
            if extreme.value.to_bits() == result.to_bits() {
                continue;
            }
            extreme.value = *result;
            let reduction = attempt.monitored.extremes[e].1;
            let gives = |y: f64| reduction.update(first[e], reduction.start(y), y) == *result;
            let found = self.seen.iter().rev().find(|seen| gives(seen.values[e][0]));
            if let Some(SeenAttempt { step, offset, values, is_located, .. }) = found {
                extreme.at = Attained { step: *step, offset: *offset, is_located: *is_located, kink: None };
                extreme.sign = (values[e][0] - first[e]).signum();
            }
        }
    }
}

impl Way {
    /// Tells whether an offset in a step is the end of the way.
    pub(in crate::ensemble) fn ends_with(&self, step: usize, offset: f64) -> bool {
        step + 1 == self.steps.len() && offset == self.steps[step].length
    }

    /// Tells whether an implicit method begins a step anew.
    pub(in crate::ensemble) fn begins_anew(&self, step: usize) -> bool {
        self.anew.iter().any(|anew| anew.step == step)
    }

    /// Returns the step of no length at a time, s, in which an event there has set variables, if there is one.
    pub(in crate::ensemble) fn set_at(&self, time: f64) -> Option<usize> {
        let first = self.steps.partition_point(|step| step.time < time);
        let there =
            self.steps[first..].iter().take_while(|step| step.time == time).position(|step| step.length == 0.0)?;
        (first + there > 0).then_some(first + there)
    }

    /// Returns the event that a step ends at, with the offsets of both sides of it, s, where an offset is between them.
    pub(in crate::ensemble) fn event_beside(&self, step: usize, offset: f64) -> Option<(usize, [f64; 2])> {
        let found = self.endings.iter().find(|ending| {
            let [low, high] = ending.sides;
            ending.step == step && (low..=high).contains(&offset)
        })?;
        Some((found.event, found.sides))
    }

    /// Notes at which event a step that is over has ended, if it has.
    fn settle_ending(&mut self, attempt: &Attempt) {
        let Some(SeenAttempt { step, offset: high, ends, turned, .. }) = self.seen.last() else { return };
        let end = self.steps[*step].time + high;
        let monitored = &attempt.monitored;
        let events: Vec<usize> = (0..monitored.events.len()).filter(|k| monitored.ends_step(*k)).collect();
        // both sides of it are as far apart as these looks
        let apart = |k: usize| 2.0 * event::short_of(end, monitored.may_rest[events[k]]);
        // the last attempt that has seen each on its other side
        let low = |k: usize| {
            let is_other = |seen: &&SeenAttempt| seen.ends[k] * ends[k] <= 0.0 && seen.ends[k] != ends[k];
            let before = self.seen.iter().filter(|seen| seen.offset < *high).filter(is_other);
            let last = before.max_by(|a, b| a.offset.total_cmp(&b.offset))?;
            // what an implicit method has solved may meet it to the bit
            let passes = |seen: &SeenAttempt| seen.offset > *high && seen.ends[k] * last.ends[k] < 0.0;
            let is_met = attempt.shape.unknowns > 0 && ends[k] == 0.0 && self.seen.iter().any(passes);
            if is_met { Some(*high) } else { Some(last.offset).filter(|low| high - low <= apart(k)) }
        };
        // others have jumped with that whose value is zero there
        // where an event has a side, that says whether it has passed
        let turned = |k: usize| (attempt.shape.unknowns > 0 && turned[k]).then_some(*high - apart(k));
        let found = (0..ends.len()).filter_map(|k| Some((k, turned(k).or_else(|| low(k))?)));
        if let Some((k, low)) = found.min_by(|(a, _), (b, _)| ends[*a].abs().total_cmp(&ends[*b].abs())) {
            self.endings.push(StepEnding { step: *step, event: events[k], sides: [low, *high] });
        }
    }

    /// Looks at a step that is over for where outputs were as large as their results are after it.
    fn settle_ties(&mut self, attempt: &Attempt, first: &[f64], results: &[f64]) {
        self.settle_ending(attempt);
        let Some(SeenAttempt { step, offset: length, .. }) = self.seen.last() else { return };
        let extremes = self.extremes.iter_mut();
        for (e, ((ties, extreme), result)) in self.ties.iter_mut().zip(extremes).zip(results).enumerate() {
            let reduction = attempt.monitored.extremes[e].1;
            let seen = |offset: f64, [y, rate]: [f64; 2], is_located: bool| {
                let alone = reduction.alone(first[e], y);
                Seen { offset, alone, sign: (y - first[e]).signum(), rate, is_located }
            };
            // what was tried beyond the accepted step is not on the way
            let own = self.seen.iter().filter(|own| own.offset <= *length && own.values[e][0].is_finite());
            let own = own.map(|own| seen(own.offset, own.values[e], own.is_located));
            let mut all: Vec<Seen> =
                (*step == 0).then(|| seen(0.0, [first[e], f64::NAN], false)).into_iter().chain(own).collect();
            all.sort_by(|a, b| a.offset.total_cmp(&b.offset));
            let values = self.seen.iter().map(|own| own.values[e][0].abs()).filter(|y| y.is_finite());
            self.largest[e] = values.fold(self.largest[e].max(first[e].abs()), f64::max);
            if extreme.at.step == *step {
                extreme.at.kink = kink_at(&all, extreme.at.offset);
            }
            ties.take(*step, &all, *result);
        }
    }
}

/// Makes attempts one by one, and keeps the ways of the members in the lanes.
pub(in crate::ensemble) struct WithWays<'a, E> {
    pub(in crate::ensemble) executor: E,
    pub(in crate::ensemble) ways: &'a RefCell<Ways>,
}

impl<E> WithWays<'_, E> {
    /// Looks at a lane before an attempt.
    fn before<R: LaneReal>(&mut self, attempt: &Attempt, lane: usize)
    where
        E: Executor<R>,
    {
        let shape = attempt.shape;
        let mut ways = self.ways.borrow_mut();
        let inputs = self.executor.inputs();
        let value = |place: usize| inputs[place].lanes()[lane];
        // every step begins at a time of its own, or with sides of its own
        let sides: Vec<f64> = ways.sides.clone().map(|place| value(shape.parameters + place)).collect();
        // what sets variables of an explicit method is a step of no length
        let same_sides = shape.unknowns > 0 || ways.of_lanes[lane].sides == sides;
        let is_of = |last: &AcceptedStep| last.time == value(shape.time()) && same_sides;
        let begins = !ways.of_lanes[lane].steps.last().is_some_and(is_of);
        let step = ways.of_lanes[lane].steps.len() - usize::from(!begins);
        if begins {
            let count = kept_count(attempt);
            if ways.take(count) || step == 0 {
                let state = shape.parameters..shape.parameters + shape.state();
                ways.of_lanes[lane].states.extend(state.map(value).chain(shape.unknowns().map(|_| 0.0)));
            }
            ways.of_lanes[lane].steps.push(AcceptedStep::default());
        }
        let way = &mut ways.of_lanes[lane];
        if shape.unknowns > 0 {
            let state = || (shape.parameters..shape.parameters + shape.state()).map(value);
            match way.anew.last_mut().filter(|anew| anew.step == step) {
                // what an attempt of no length has seen may have turned sides back
                Some(anew) if way.sides != sides => {
                    anew.state = state().collect();
                    let kept = way.states.len() / kept_count(attempt);
                    if kept > 0 && kept == step + 1 {
                        let first = step * kept_count(attempt);
                        way.states[first..first + shape.state()].copy_from_slice(&anew.state);
                    }
                }
                // where sides have changed it has, also where that makes no other state
                None if begins && step > 0 && (way.sides != sides || state().ne(way.end.iter().copied())) => {
                    way.anew.push(Anew { step, state: state().collect() });
                }
                _ => {}
            }
        }
        way.sides = sides;
        way.locates = value(attempt.control(LaneControl::Locates)) != 0.0;
        if !way.extremes.is_empty() || attempt.monitored.end_steps() {
            let kept = |which: usize| -> Vec<f64> {
                (0..attempt.monitored.extremes.len()).map(|e| value(attempt.kept(e)[which])).collect()
            };
            let first = kept(0);
            let results = kept(1);
            way.settle(attempt, &first, &results);
            if way.seen.last().is_some_and(|seen| seen.step != step) {
                way.settle_ties(attempt, &first, &results);
            }
            way.first = first;
            way.seen.retain(|seen| seen.step == step);
        }
        way.steps[step] = AcceptedStep { time: value(shape.time()), length: value(shape.length()), solved: 0.0 };
    }

    /// Looks at a lane after an attempt.
    fn after<R: LaneReal>(&mut self, attempt: &Attempt, lane: usize)
    where
        E: Executor<R>,
    {
        let (shape, mut ways) = (attempt.shape, self.ways.borrow_mut());
        let Ways { of_lanes, sides: Range { start: first_side, .. }, of_events, room } = &mut *ways;
        let (whole, first_side, way) = (room.is_some(), *first_side, &mut of_lanes[lane]);
        let last = way.steps.len() - 1;
        if shape.unknowns > 0 {
            let inputs = self.executor.inputs();
            way.steps[last].solved = inputs[shape.newton(NewtonInput::Length)].lanes()[lane];
            if whole || last == 0 {
                let from = way.states.len() - shape.unknowns;
                let unknowns = shape.unknowns().map(|place| inputs[place].lanes()[lane]);
                way.states[from..].iter_mut().zip(unknowns).for_each(|(to, from)| *to = from);
            }
        }
        // of the last step alone, which may be any where an event ends runs or a method begins anew
        let AcceptedStep { time, length, .. } = way.steps[last];
        let end = self.executor.inputs()[attempt.control(LaneControl::End)].lanes()[lane];
        let may_be_last = time + length > end * (1.0 - 1e-6);
        if !attempt.monitored.events.is_empty() || shape.unknowns > 0 || may_be_last {
            way.end.resize(shape.state(), 0.0);
            for (i, end) in way.end.iter_mut().enumerate() {
                *end = self.executor.result(attempt.candidate(i)).lanes()[lane];
            }
        }
        if !way.extremes.is_empty() || attempt.monitored.end_steps() {
            let events = attempt.monitored.events.len();
            let [value, rate] = [attempt.after(attempt.monitored_count() + events), attempt.after(events)];
            let mut result = |place: usize| self.executor.result(place).lanes()[lane];
            let values = (0..way.extremes.len()).map(|e| [result(value + e), result(rate + e)]).collect();
            let ending: Vec<usize> = (0..events).filter(|k| attempt.monitored.ends_step(*k)).collect();
            let ends = ending.iter().map(|k| result(attempt.after(*k))).collect();
            let mut has_turned = |side: usize| result(attempt.candidate(first_side + side)) != way.sides[side];
            let turned = ending.iter().map(|k| of_events[*k].is_some_and(&mut has_turned)).collect();
            let (offset, is_located) = (way.steps[last].length, way.locates);
            way.seen.push(SeenAttempt { step: last, offset, values, is_located, ends, turned });
        }
    }
}

impl<R: LaneReal, E: Executor<R>> Executor<R> for WithWays<'_, E> {
    fn inputs(&mut self) -> &mut [R] {
        self.executor.inputs()
    }
    fn parameters_changed(&mut self) {
        self.executor.parameters_changed();
    }
    fn attempts(&mut self, attempt: &Attempt, _most: u32) {
        let busy = self.executor.inputs()[attempt.control(LaneControl::Busy)];
        let lanes = self.ways.borrow().of_lanes.len();
        let busy: Vec<usize> = (0..lanes).filter(|lane| busy.lanes()[*lane] != 0.0).collect();
        busy.iter().for_each(|lane| self.before(attempt, *lane));
        self.executor.attempts(attempt, 1);
        busy.iter().for_each(|lane| self.after(attempt, *lane));
    }
    fn result(&mut self, place: usize) -> &mut R {
        self.executor.result(place)
    }
    fn output_inputs(&mut self) -> &mut [R] {
        self.executor.output_inputs()
    }
    fn run_outputs(&mut self) {
        self.executor.run_outputs();
    }
    fn output(&self, i: usize, lane: usize) -> f64 {
        self.executor.output(i, lane)
    }
}

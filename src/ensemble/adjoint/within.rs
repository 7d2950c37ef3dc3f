//! The reverse sweep from states within steps: extremes of outputs, times of events, ends that events decide.

use super::function::Running;
use super::sweep::{Sweep, Terminal, What, Within, set};
use crate::ensemble::cpu::Executor;
use crate::ensemble::study::Beside;
use crate::ensemble::time_loop::corner;
use crate::num::{LaneReal, Precision};
use std::sync::Arc;

/// What outputs in lanes depend on.
#[derive(Default)]
struct Wanted {
    /// Lanes, columns and factors.
    columns: Vec<(usize, usize, f64)>,
    /// Lanes, the functions that are zero at the instant, and factors.
    zeros: Vec<(usize, usize, f64)>,
    /// Lanes whose outputs are times of events, with factors; and those whose outputs are times since the beginning of the step.
    events: Vec<(usize, f64)>,
    offsets: Vec<(usize, f64)>,
    /// Lanes whose outputs are extremes.
    extremes: Vec<usize>,
    /// Lanes behind an event that sets variables.
    behind: Vec<usize>,
    /// Lanes at corners, with the factor of their time, if that is the output, and how that moves.
    corners: Vec<(usize, Option<f64>, Arc<[f64]>)>,
}

impl Wanted {
    fn of(own: &[Within]) -> Self {
        let mut all = Self::default();
        for Within { what, lane, .. } in own.iter().cloned() {
            match what {
                What::Column(column, factor) => all.columns.push((lane, column, factor)),
                What::AtCorner(column, factor, moved) => {
                    all.columns.push((lane, column, factor));
                    all.corners.push((lane, None, moved));
                }
                What::TimeAtCorner(_, factor, moved) => all.corners.push((lane, Some(factor), moved)),
                What::Located(column, factor, rate) => {
                    all.columns.push((lane, column, factor));
                    all.zeros.push((lane, rate, 1.0));
                    all.extremes.push(lane);
                }
                What::TimeOf(event, factor) => {
                    all.zeros.push((lane, event, 1.0));
                    all.events.push((lane, factor));
                }
                What::OffsetOf(zero, factor) => {
                    all.zeros.push((lane, zero, 1.0));
                    all.offsets.push((lane, factor));
                }
                What::BehindEvent(column, factor) => {
                    all.columns.push((lane, column, factor));
                    all.behind.push(lane);
                }
                What::TimeOfSet(factor) => {
                    all.behind.push(lane);
                    all.events.push((lane, factor));
                }
            }
        }
        all
    }
}

impl<R: LaneReal, E: Executor<R>> Sweep<'_, R, E> {
    /// Adds what outputs depend on of the state within the present step.
    pub(super) fn pull_within(&mut self) {
        let mut all: Vec<Within> = self.within.iter().filter(|within| within.step == self.step).cloned().collect();
        while let Some(first) = all.first().cloned() {
            // at one time in every lane, of one output
            let mut own: Vec<Within> = Vec::new();
            all.retain(|within| {
                let takes = within.of == first.of && own.iter().all(|other| other.lane != within.lane);
                own.extend(takes.then(|| within.clone()));
                !takes
            });
            all.extend(self.pull_from_within(first.of, &own));
        }
    }

    /// Adds what an output depends on; returns what it depends on elsewhere in the step.
    fn pull_from_within(&mut self, of: usize, own: &[Within]) -> Vec<Within> {
        let (shape, ways, mut elsewhere) = (self.attempt.shape, self.ways, Vec::new());
        if shape.unknowns > 0 {
            self.attempt();
        }
        self.set_lengths(Some(own));
        self.executor.attempts(self.attempt, 1);
        let mut there: Vec<R> = (0..=shape.state()).map(|i| *self.executor.result(self.attempt.candidate(i))).collect();
        for i in &self.attempt.sampled {
            there[*i] = self.executor.inputs()[shape.parameters + i];
        }
        let own: &[Within] = &own.iter().map(|within| self.at_corner_or_itself(within)).collect::<Vec<Within>>();
        let Wanted { columns, zeros, events, offsets, extremes, behind, corners } = Wanted::of(own);
        let by = weighted(&mut self.outputs, shape.parameters, &there, &columns);
        let mut results = self.pull_there(&by);
        let [time, length] = [shape.time(), shape.time() + 1];
        // at the end of a step that is solved for, it is its solved length that the state moves with
        let is_solved = |lane: usize| {
            let at = own.iter().find(|within| within.lane == lane).map(|within| within.offset);
            shape.unknowns > 0 && at == Some(self.ways.of_lanes[lane].steps[self.step].solved)
        };
        let solved: Vec<bool> = (0..self.ways.of_lanes.len()).map(is_solved).collect();
        let by_length = |results: &[R], lane: usize| {
            let of_solved = if solved[lane] { results[length + 1].lane(lane) } else { 0.0 };
            results[length].lane(lane) + of_solved
        };
        let stand = |results: &mut [R], lane: usize| {
            let count = 1 + usize::from(solved[lane]);
            results[length..length + count].iter_mut().for_each(|x| x.lanes_mut()[lane] = 0.0);
        };
        if let Some(function) = self.monitored.as_mut().filter(|_| !(zeros.is_empty() && behind.is_empty())) {
            let mut by = weighted(function, shape.parameters, &there, &zeros);
            behind.iter().for_each(|lane| self.set_instant(&mut by, *lane));
            let of_zeros = self.pull_there(&by);
            for lane in zeros.iter().map(|(lane, ..)| *lane).chain(behind) {
                // what is zero stays so: its time moves against it, and with the step
                let moved = -1.0 / by_length(&of_zeros, lane);
                let of_event =
                    events.iter().chain(&offsets).find(|(other, _)| *other == lane).map(|(_, factor)| *factor);
                let by_time = of_event.unwrap_or_else(|| by_length(&results, lane));
                let before = own.iter().filter(|within| within.lane == lane && !moved.is_finite()).find_map(|within| {
                    let (event, [low, _]) = ways.of_lanes[lane].event_beside(within.step, within.offset)?;
                    let what = What::OffsetOf(event, by_time);
                    (low < within.offset).then(|| Within { what, offset: low, ..within.clone() })
                });
                if let Some(before) = before {
                    // the event rests at zero behind the instant: its rate right before it decides
                    elsewhere.push(before);
                    stand(&mut results, lane);
                    continue;
                }
                if extremes.contains(&lane) && !moved.is_finite() {
                    continue;
                }
                let factor = by_time * moved;
                results.iter_mut().zip(&of_zeros).for_each(|(sum, x)| sum.lanes_mut()[lane] += factor * x.lane(lane));
                stand(&mut results, lane);
            }
            for (lane, factor) in events {
                results[time].lanes_mut()[lane] += factor;
            }
        }
        for (lane, factor, moved) in corners {
            // its time does not move with the steps
            let by_time = factor.unwrap_or_else(|| {
                let by_time = by_length(&results, lane);
                stand(&mut results, lane);
                results[time].lanes_mut()[lane] -= by_time;
                let of_lane = own.iter().find(|within| within.lane == lane);
                of_lane.and_then(|within| self.rate_at_corner(within, &there)).unwrap_or(by_time)
            });
            results.iter_mut().zip(&*moved).for_each(|(sum, slope)| sum.lanes_mut()[lane] += by_time * slope);
        }
        self.collect(of, &results, true);
        self.collect_times(of, &results, R::zero());
        self.set_lengths(None);
        self.attempted = false;
        elsewhere
    }

    /// Returns what an output is at a corner, or of an event that passes zero there by itself, at the present attempt.
    fn at_corner_or_itself(&mut self, within: &Within) -> Within {
        let What::TimeAtCorner(event, factor, _) = within.what else { return within.clone() };
        match self.passes_by_itself(within.lane, event) {
            true => Within { what: What::TimeOf(event, factor), ..within.clone() },
            false => within.clone(),
        }
    }

    /// Tells whether an event passes zero by itself at the end of the present attempt of a lane, beside a corner or the zero of another
    /// event.
    pub(super) fn passes_by_itself(&mut self, lane: usize, event: usize) -> bool {
        let mut parameters = Vec::new();
        self.study.parameters(&self.rows[lane], &mut parameters);
        let gap = self.study.gap_of(Precision::Double, &parameters);
        let [value, rate] = [event, self.attempt.monitored_count() + event]
            .map(|place| self.executor.result(self.attempt.after(place)).lane(lane));
        corner::passes_by_itself(value, rate, gap)
    }

    /// Returns how a component of the outputs changes with the time beside a corner, where the solution of a step does not tell; the states are given.
    fn rate_at_corner(&self, within: &Within, there: &[R]) -> Option<f64> {
        let Within { what: What::AtCorner(column, factor, _), lane, step, offset, .. } = *within else { return None };
        if !self.study.has_unknown_rates()[column] {
            return None;
        }
        let mut parameters = Vec::new();
        self.study.parameters(&self.rows[lane], &mut parameters);
        let there: Vec<f64> = there.iter().map(|x| x.lane(lane)).collect();
        let (time, state) = there.split_last()?;
        let beside = if offset == 0.0 { Beside::Behind } else { Beside::Before };
        let length = self.ways.of_lanes[lane].steps[step].length;
        Some(factor * self.study.rates_of_columns(&parameters, (*time, state), (beside, length))[column])
    }

    /// Makes derivatives of a lane those of a number that stays zero at the instant of the last event.
    pub(super) fn set_instant(&self, by: &mut [R], lane: usize) {
        let place = self.instant.map(|instant| self.attempt.shape.parameters + instant);
        for place in place.into_iter().chain([self.attempt.shape.time()]) {
            set(by, place, lane, 1.0);
        }
    }

    /// Pulls derivatives by parameters, state and time at the end of the present attempt back to what that begins with: by sampled variables as
    /// these are within it.
    fn pull_there(&mut self, by: &[R]) -> Vec<R> {
        let shape = self.attempt.shape;
        let mut by_state = by[shape.parameters..shape.time()].to_vec();
        self.attempt.sampled.iter().for_each(|i| by_state[*i] = R::zero());
        let mut results = self.pull(&by_state);
        let held = self.attempt.sampled.iter().map(|i| shape.parameters + i);
        (0..shape.parameters).chain(held).for_each(|i| results[i] = results[i] + by[i]);
        for place in [shape.time(), shape.time() + 1] {
            results[place] = results[place] + by[shape.time()];
        }
        results
    }

    /// Returns the derivatives of the values of the events that end runs with the present step, by what that begins with, and
    /// the lanes where there is one; nothing where there is none.
    pub(super) fn pull_terminal(&mut self) -> Option<(R, Vec<R>)> {
        let Terminal { lanes, by } = self.terminal.as_ref()?;
        let lanes = *lanes * self.last();
        if lanes.lanes().iter().all(|lane| *lane == 0.0) {
            return None;
        }
        let by = by.clone();
        Some((lanes, self.pull_there(&by)))
    }
}

/// Returns the derivatives, by parameters, state and time, of components of a function in some lanes times factors, at these
/// states and times; zero in other lanes.
pub(super) fn weighted<R: LaneReal>(
    function: &mut Running<'_, R>,
    parameters: usize,
    at: &[R],
    factors: &[(usize, usize, f64)],
) -> Vec<R> {
    let first = parameters + at.len();
    let inputs = function.inputs();
    inputs[parameters..first].copy_from_slice(at);
    inputs[first..].fill(R::zero());
    let busy = inputs.len() - 1;
    for (lane, component, factor) in factors {
        set(inputs, first + component, *lane, *factor);
        set(inputs, busy, *lane, 1.0);
    }
    function.run();
    let mask = R::zero().less(function.inputs()[busy]);
    (0..function.output_count()).map(|i| R::select(mask, function.output(i), R::zero())).collect()
}

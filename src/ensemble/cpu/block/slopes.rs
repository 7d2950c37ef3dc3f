//! Derivatives of times and of extremes, where a lane makes a full attempt.

use super::Block;
use crate::ensemble::cpu::attempt::Taken;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::slot::{Ending, KinkSides, Location};
use crate::ensemble::next_step::NextCorner;
use crate::ensemble::study::Beside;
use crate::ensemble::time_loop::sensitivity;
use crate::num::{Dual, LaneReal};

/// Says how the time of the end of a part of a step moves with every parameter besides the times of steps.
pub(super) enum Moved {
    /// It does not.
    Not,
    /// It is that of the end of the run, or of a part of it.
    WithRun(Vec<f64>),
    /// It is that of an event or a corner: an output may jump there, or turn. The end is right before it or right behind it.
    WithJump(Vec<f64>, Beside),
}

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Begins the derivatives of an output whose extremes matter, which is `y` at the start.
    pub(super) fn start_slopes(&mut self, lane: usize, extreme: usize, y: f64) {
        let reduction = self.attempt.monitored.extremes[extreme].1;
        for k in 0..self.attempt.monitored.carried() {
            let [first, result] = self.attempt.kept_slopes(extreme, k);
            let slope = self.after(self.attempt.monitored.extreme_slopes(extreme)[0].start + k, lane);
            let at_start = sensitivity::slope_at_start(reduction, Dual { re: y, eps: [slope] });
            (*self.input(first, lane), *self.input(result, lane)) = (slope, at_start);
        }
    }

    /// Returns the derivatives by parameters of an output whose extremes matter, where its rate is zero at the candidate and stays
    /// so.
    fn extreme_slopes(&mut self, lane: usize, extreme: usize) -> Vec<f64> {
        let places = self.attempt.monitored.extreme_slopes(extreme);
        let [values, rates] = places.map(|places| places.map(|place| self.after(place, lane)).collect::<Vec<f64>>());
        let (Some((by_time, values)), Some((rate_by_time, rates))) = (values.split_last(), rates.split_last()) else {
            return Vec::new();
        };
        let slope =
            |(value, rate): (&f64, &f64)| sensitivity::slope_at_extreme([*value, *by_time], [*rate, *rate_by_time]);
        values.iter().zip(rates).map(slope).collect()
    }

    /// Takes a value of an output whose extremes matter, and its derivatives, into its result.
    fn take_value(&mut self, lane: usize, extreme: usize, (y, slopes): (f64, &[f64]), taken: Taken<f64>) {
        let inputs = self.executor.inputs();
        for (place, updated) in self.attempt.take(extreme, (y, slopes), taken, |place| inputs[place].lanes()[lane]) {
            inputs[place].lanes_mut()[lane] = updated;
        }
    }

    /// Takes the values at the end of a part of a step, among these numbers of what is monitored, into the results of outputs whose
    /// extremes matter; `begin` are the values at its beginning.
    pub(super) fn take_end_of_part(&mut self, lane: usize, begin: &[f64], after: &[f64], moved: &Moved) {
        let values = self.attempt.monitored.count() + self.attempt.monitored.events.len();
        let (unknown, rates) = match moved {
            Moved::WithJump(moved, beside) if moved.iter().any(|slope| *slope != 0.0) => {
                let unknown = self.study.has_unknown_rates();
                let watched = self.attempt.monitored.extremes.iter().any(|(column, _)| unknown[*column]);
                let rates = if watched { self.rates_beside(lane, *beside) } else { Vec::new() };
                (unknown, rates)
            }
            _ => (Vec::new(), Vec::new()),
        };
        for (e, begin) in begin.iter().enumerate() {
            let [places, _] = self.attempt.monitored.extreme_slopes(e);
            let Some((by_time, slopes)) = after[places].split_last() else {
                self.take_value(lane, e, (after[values + e], &[]), Taken::Within);
                continue;
            };
            let is_unknown = unknown.get(self.attempt.monitored.extremes[e].0) == Some(&true);
            if is_unknown && matches!(moved, Moved::WithJump(_, Beside::Behind)) && !self.slots[lane].begins_anew {
                // accelerations are still those before, until the member begins anew
                continue;
            }
            let total = |(slope, moved): (&f64, &f64)| sensitivity::slope_at_moved([*slope, *by_time], *moved);
            let totals = |moved: &[f64]| slopes.iter().zip(moved).map(total).collect();
            let (totals, taken): (Vec<f64>, _) = match moved {
                Moved::Not => (slopes.to_vec(), Taken::Within),
                Moved::WithRun(moved) => (totals(moved), Taken::End(*begin)),
                Moved::WithJump(moved, _) if is_unknown => {
                    let by_time = rates[self.attempt.monitored.extremes[e].0];
                    let total = |(slope, moved): (&f64, &f64)| match *moved {
                        0.0 => *slope,
                        moved => sensitivity::finite_or_lost(sensitivity::slope_at_moved([*slope, by_time], moved)),
                    };
                    (slopes.iter().zip(moved).map(total).collect(), Taken::Kink(*begin))
                }
                Moved::WithJump(moved, _) => (totals(moved), Taken::Kink(*begin)),
            };
            self.take_value(lane, e, (after[values + e], &totals), taken);
        }
    }

    /// Returns how outputs change with the time beside a jump that a part of a step of a lane ends at, 1/s.
    fn rates_beside(&mut self, lane: usize, beside: Beside) -> Vec<f64> {
        let parameters = self.parameters(lane);
        let t = *self.input(self.shape.time(), lane);
        let slot = &self.slots[lane];
        let (time, state) = match slot.begins_anew {
            true => (t, (0..self.shape.motion()).map(|i| *self.input(self.shape.parameters + i, lane)).collect()),
            false => (t + slot.part[1], slot.end_state.clone()),
        };
        let slot = &self.slots[lane];
        let step = if slot.begins_anew { slot.first_step } else { slot.length.max(slot.uncut) };
        self.study.rates_of_columns(&parameters, (time, &state), (beside, step))
    }

    /// Returns how the time moves of an event that passes zero at the candidate with a jump, within a part of a step where outputs may jump: between both
    /// sides of an event that ends the step, or behind a corner.
    pub(super) fn moved_with_jump(&mut self, lane: usize, event: usize) -> Option<Vec<f64>> {
        let slot = &self.slots[lane];
        match slot.ending.filter(|ending| ending.before <= slot.part[0] && slot.part[1] == ending.offset) {
            _ if self.attempt.monitored.carried() == 0 => None,
            Some(Ending { event, .. }) => Some(self.or_before(lane, self.moved(event, &slot.end_values))),
            None if self.passes_by_itself(lane, event) => None,
            None => match self.moved_with_corner(lane, false) {
                Moved::WithJump(moved, _) => Some(moved),
                _ => None,
            },
        }
    }

    /// Returns how the end of a part of a step moves with a corner: of one that ends its step, or behind a corner.
    pub(super) fn moved_with_corner(&mut self, lane: usize, ends_step: bool) -> Moved {
        let slot = &mut self.slots[lane];
        if slot.begins_anew && !slot.moved_anew.is_empty() {
            return Moved::WithJump(slot.moved_anew.clone(), Beside::Behind);
        }
        let (corner, at_corner) = (slot.corner, slot.at_corner);
        let (behind, beside) = if ends_step && NextCorner::is_passed(at_corner) {
            (corner.behind(), Beside::Before)
        } else if corner.looks_behind || slot.begins_anew {
            (*self.input(self.shape.time(), lane), Beside::Behind)
        } else {
            return Moved::Not;
        };
        if !self.study.moves_what_is_watched() {
            return Moved::Not;
        }
        let moved = self.study.moved_with_any_corner(&self.parameters(lane), (behind, corner.gap));
        Moved::WithJump(moved, beside)
    }

    /// Returns how the time of the end of a run moves by itself with every parameter.
    pub(super) fn moved_end(&self, lane: usize) -> Vec<f64> {
        let slot = &self.slots[lane];
        let of_run = || self.study.moved_time(&self.parameters(lane), slot.sequence.duration(), true);
        slot.terminal_slopes.clone().unwrap_or_else(of_run)
    }

    /// Looks at the value `y` of an output at an attempt that looks for an extreme of it, up to the time `end`, s; returns the offset of
    /// the next attempt, s, or none where the extreme is found.
    pub(super) fn see_extreme(
        &mut self,
        lane: usize,
        (extreme, y): (usize, f64),
        location: &mut Location,
        end: f64,
    ) -> Option<f64> {
        let (bracket, carried) = (location.bracket, self.attempt.monitored.carried());
        if carried == 0 {
            self.take_value(lane, extreme, (y, &[]), Taken::Within);
            return if bracket.is_extreme_located(end, y) { None } else { Some(bracket.trial()) };
        }
        let monitored = location.monitored;
        let slot = &mut self.slots[lane];
        let (end_values, length) = (std::mem::take(&mut slot.end_values), slot.part[1] - slot.part[0]);
        let part = self.part(monitored, lane, &end_values, length);
        self.slots[lane].end_values = end_values;
        match std::mem::replace(&mut location.sides, KinkSides::None) {
            KinkSides::None => {
                let (reduction, [first, _]) = (self.attempt.monitored.extremes[extreme].1, self.kept(extreme, lane));
                let is_best = |best: &(f64, Vec<f64>)| sensitivity::is_further(reduction, first, best.0, y);
                if location.best.as_ref().is_none_or(is_best) {
                    location.best = Some((y, self.extreme_slopes(lane, extreme)));
                }
                if !bracket.is_extreme_located(end, y) {
                    return Some(bracket.trial());
                }
                if part.has_kink(&bracket) {
                    location.sides = KinkSides::Before;
                    return Some(bracket.low);
                }
                let (y, slopes) = location.best.take()?;
                self.take_value(lane, extreme, (y, &slopes), Taken::Within);
                None
            }
            KinkSides::Before => {
                location.sides = KinkSides::After(self.value_slopes(lane, extreme));
                Some(bracket.high)
            }
            KinkSides::After(one) => {
                let other = self.value_slopes(lane, extreme);
                let (one_by_time, other_by_time) = (one[carried], other[carried]);
                let slope = |k: usize| sensitivity::slope_at_kink([one[k], one_by_time], [other[k], other_by_time]);
                let slopes: Vec<f64> = (0..carried).map(slope).collect();
                let (y, _) = location.best.take()?;
                self.take_value(lane, extreme, (y, &slopes), Taken::Kink(part.begin[0]));
                // what ends the part may be at the kink, too
                let first = self.kept(extreme, lane)[0];
                let reduction = self.attempt.monitored.extremes[extreme].1;
                let [there, at_end] = [y, part.end[0]].map(|y| reduction.alone(first, y));
                if sensitivity::is_as_large(at_end, there) {
                    let [places, _] = self.attempt.monitored.extreme_slopes(extreme);
                    let kept = &mut self.slots[lane].end_values[places];
                    kept[..carried].copy_from_slice(&slopes);
                    kept[carried] = 0.0;
                }
                None
            }
        }
    }

    /// Returns the derivatives of an output whose extremes matter at the candidate: by every parameter, then by the time.
    fn value_slopes(&mut self, lane: usize, extreme: usize) -> Vec<f64> {
        let [places, _] = self.attempt.monitored.extreme_slopes(extreme);
        places.map(|place| self.after(place, lane)).collect()
    }

    /// Returns how the time of an event moves by itself with every parameter, so that its value stays zero, from the numbers of what is
    /// monitored there.
    pub(super) fn moved(&self, event: usize, after: &[f64]) -> Vec<f64> {
        moved_zeros(&after[self.attempt.monitored.event_slopes(event)], after[self.attempt.monitored_count() + event])
    }

    /// Returns how the time of the event moves at which the step of a lane ends. `moved` is that by what holds behind the event; where the event rests at
    /// zero there, what holds right before it decides.
    pub(super) fn or_before(&self, lane: usize, mut moved: Vec<f64>) -> Vec<f64> {
        let numbers = moved.iter_mut().zip(&self.slots[lane].moved_before);
        numbers.filter(|(slope, _)| !slope.is_finite()).for_each(|(slope, before)| *slope = *before);
        moved
    }

    /// Returns how the time of an event that happens at the candidate moves by itself with every parameter; of one that sets variables and rests at zero, as
    /// these move.
    pub(super) fn moved_at_candidate(&mut self, lane: usize, event: usize) -> Vec<f64> {
        let rate = self.after(self.attempt.monitored_count() + event, lane);
        match self.study.instant_of(event).filter(|_| rate == 0.0) {
            Some(at) => {
                let carried = 0..self.attempt.monitored.carried();
                carried.map(|k| 0.0 - *self.candidate(self.shape.derivatives(k).start + at, lane)).collect()
            }
            None => {
                let slopes = self.attempt.monitored.event_slopes(event);
                moved_zeros(&slopes.map(|place| self.after(place, lane)).collect::<Vec<f64>>(), rate)
            }
        }
    }
}

/// Returns how the time of a zero moves with every parameter, from the derivatives of what is zero by these and by the time; no numbers where it rests, by its
/// rate: the derivative by the time is a sum then that may be rounding.
fn moved_zeros(slopes: &[f64], rate: f64) -> Vec<f64> {
    let Some((by_time, slopes)) = slopes.split_last() else { return Vec::new() };
    slopes.iter().map(|g| sensitivity::moved_zero_or((*g, *by_time), rate, f64::NAN)).collect()
}

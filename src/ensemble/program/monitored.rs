//! What is monitored within steps: events, and outputs whose largest or smallest values matter.

use super::Shape;
use crate::ensemble::Study;
use crate::ensemble::time_loop::event::Passages;
use crate::model::event::Event;
use crate::model::{Source, TimeReduction};
use std::cmp::Reverse;
use std::ops::Range;

/// What is monitored within steps, in the order of the results of [`crate::ensemble::program::StudyFunction::Monitored`].
#[derive(Clone, Debug)]
pub struct Monitored {
    /// Which passages of every event count. The zeros of its value are sought; its rate belongs to it.
    pub events: Vec<Passages>,
    /// The output components whose largest or smallest values matter, after the events. The zeros of its rate are sought;
    /// its value belongs to it.
    pub extremes: Vec<(usize, TimeReduction)>,
    /// Derivatives in so many directions follow: of the value of every event, then of the value of every of those outputs,
    /// each with those of its rate. The last direction is the time.
    pub directions: usize,
    /// The order in which all are looked for within a part of a step, the last first: what ends the step before others, which may
    /// come after it.
    pub search_order: Vec<usize>,
    /// For every event an earlier one, if there is one, that the same side changes with: they have the same value.
    pub of_one_side: Vec<Option<usize>>,
    /// For every event, whether it may rest at zero.
    pub may_rest: Vec<bool>,
}

impl Monitored {
    /// Collects what is monitored in a study.
    pub fn new(study: &Study) -> Self {
        let (mechanism, reductions) = (&study.mechanism, study.mechanism.reductions());
        let extreme = |c: usize| (c, reductions[c]);
        let mut monitored = Self {
            events: mechanism
                .events
                .iter()
                .map(|e| Passages {
                    direction: e.direction,
                    terminal: e.terminal,
                    ends_step: study.ends_step_at(e),
                    at_zero: e.is_of_side() && study.ends_step_at(e),
                })
                .collect(),
            extremes: mechanism.columns_from(Source::Values).into_iter().map(extreme).collect(),
            directions: Shape::new(study).directions,
            search_order: Vec::new(),
            of_one_side: Vec::new(),
            may_rest: Vec::new(),
        };
        let side = |k: usize| mechanism.events[k].side();
        let earlier = |k: usize| (0..k).find(|earlier| side(k).is_some() && side(*earlier) == side(k));
        monitored.of_one_side = (0..monitored.events.len()).map(earlier).collect();
        monitored.may_rest = vec![false; monitored.events.len()];
        study.may_rest().for_each(|(event, _)| monitored.may_rest[event] = true);
        let mut order: Vec<usize> = (0..monitored.count()).collect();
        // sides before those that change with them
        let depth = |k: usize| {
            let side = mechanism.events.get(k).and_then(Event::side);
            side.map_or(0, |side| mechanism.sides[side].depth)
        };
        order.sort_by_key(|k| (monitored.ends_step(*k), Reverse((depth(*k), *k))));
        monitored.search_order = order;
        monitored
    }
    /// Tells whether number `k` of what is monitored is an event that ends steps.
    pub fn ends_step(&self, k: usize) -> bool {
        self.events.get(k).is_some_and(|passages| passages.ends_step)
    }
    /// Tells whether there are events that end steps.
    pub fn end_steps(&self) -> bool {
        self.events.iter().any(|passages| passages.ends_step)
    }
    /// Tells whether more is monitored than events that end steps.
    pub fn watches_beside_ends(&self) -> bool {
        (0..self.count()).any(|k| !self.ends_step(k))
    }
    /// Returns how many numbers are monitored, with derivatives.
    pub fn numbers(&self) -> usize {
        2 * self.count() + (self.events.len() + 2 * self.extremes.len()) * self.directions
    }
    /// Returns the number of directions but the time.
    pub fn carried(&self) -> usize {
        self.directions.saturating_sub(1)
    }
    /// Returns the indices of the derivatives of an event's value among the monitored numbers.
    pub fn event_slopes(&self, event: usize) -> Range<usize> {
        let first = 2 * self.count() + event * self.directions;
        first..first + self.directions
    }
    /// Returns the indices of the derivatives of an output whose extremes matter, and of those of its rate.
    pub fn extreme_slopes(&self, extreme: usize) -> [Range<usize>; 2] {
        let first = self.event_slopes(self.events.len() + 2 * extreme).start;
        let rates = first + self.directions;
        [first..rates, rates..rates + self.directions]
    }
    /// Returns how many events and outputs are monitored.
    pub fn count(&self) -> usize {
        self.events.len() + self.extremes.len()
    }
}

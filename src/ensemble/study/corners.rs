//! Corners of functions of the time in the runs of a study.

use super::{Study, StudyError};
use crate::ensemble::time_loop::corner;
use crate::ensemble::{NextCorner, StepSequence};
use crate::model::event::Event;
use crate::model::expression::Expr;
use crate::model::{Corner, Inconsistent, NEVER, Side, SignalCall, variable};
use crate::num::{Precision, Real};

/// A step has more instants of sampled variables than is likely meant.
const MOST_IN_STEP: f64 = 1000.0;

/// A corner is where a step ends up to this part of its time.
const ON_STEP: f64 = 1e-14;

/// More corners are not counted.
const MOST_COUNTED: usize = 1_000_000;

impl Study {
    /// Returns the corners of functions of the time that steps end at.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Returns when the first corner after a time (s) is that steps end at, s, for values of all parameters.
    pub fn next_corner<R: Real>(&self, parameters: &[R], time: R, gap: R) -> R {
        let found = self.mechanism.next_corner(&self.corners, parameters, corner::looked_for_from(time, gap));
        if self.begins_within() {
            // parts of runs have ends of their own
            return found;
        }
        // the last step may be so short that one behind it is near its beginning
        let end = self.method.duration.evaluate(parameters) + gap;
        R::select(found.less(end), found, R::constant(NEVER))
    }

    /// Returns the first corner that steps end at, for values of all parameters.
    pub fn first_corner(&self, parameters: &[f64], sequence: &StepSequence, precision: Precision) -> NextCorner {
        if self.corners.is_empty() || self.end_at_steps(&self.corners, parameters, sequence) {
            return NextCorner::default();
        }
        let gap = self.gap_at_corners(precision, parameters, sequence.duration());
        NextCorner { time: self.next_corner(parameters, 0.0, gap), gap, ..NextCorner::default() }
    }

    /// Returns how far before corners steps end and behind them begin, s, in a run of that duration, s, for values of all parameters.
    fn gap_at_corners<R: Real>(&self, precision: Precision, parameters: &[R], duration: R) -> R {
        corner::gap(precision, self.mechanism.corner_scale(&self.corners, parameters, duration))
    }

    /// Returns how far before corners steps end and behind them begin, s, for values of all parameters.
    pub(in crate::ensemble) fn gap_of<R: Real>(&self, precision: Precision, parameters: &[R]) -> R {
        self.gap_at_corners(precision, parameters, self.method.duration.evaluate(parameters))
    }

    /// Tells whether steps end at corners or at events, so that equal ones are taken in parts.
    pub fn takes_parts_of_steps(&self) -> bool {
        !self.corners.is_empty() || self.mechanism.events.iter().any(|event| self.ends_step_at(event))
    }

    /// Tells whether steps end where an event happens: those of implicit methods where a side changes alone.
    pub fn ends_step_at(&self, event: &Event<Expr>) -> bool {
        event.ends_step && !event.terminal && (!self.is_implicit() || event.is_of_side() && self.held_sides() > 0)
    }

    /// Returns the corners of the mechanism that steps of some member end at.
    fn corners_of_steps(&self) -> Vec<Corner> {
        let mut corners = self.mechanism.corners();
        // sampled variables change where steps end, whatever switches
        corners.retain(|corner| self.method.ends_at_switches || matches!(corner, Corner::Sampled(_)));
        match &self.members.steps {
            Some(sequence) if !self.varied().iter().any(|by| self.mechanism.corners_move_with(&corners, *by)) => {
                let never = self.end_at_steps(&corners, &self.mechanism.defaults(), sequence);
                if never { Vec::new() } else { corners }
            }
            _ => corners,
        }
    }

    /// Tells whether all corners are of continuous functions and where equal steps end anyhow: a stop at every step would take 14
    /// times the time of a step of a heavy top.
    fn end_at_steps(&self, corners: &[Corner], parameters: &[f64], sequence: &StepSequence) -> bool {
        let StepSequence::Fixed(equal) = sequence else { return false };
        let is_at_step = |time: f64| ((time / equal.step()).round() * equal.step() - time).abs() <= ON_STEP * time;
        let mut times = self.mechanism.corner_times(corners, parameters, equal.time(u32::MAX));
        // where the slope of a function jumps, its derivative by what moves that does
        !self.derivatives.moves_corners && !self.mechanism.jump_at(corners) && times.all(is_at_step)
    }

    /// Finds the corners at which something jumps that one of these parameters moves; steps of explicit methods that
    /// begin behind one take notice of that.
    ///
    /// # Errors
    /// Where derivatives would take no notice of a jump that moves.
    pub(super) fn find_moving_jumps(&self, by: &[usize]) -> Result<Vec<Corner>, StudyError> {
        let mechanism = &self.mechanism;
        if !self.method.makes_steps {
            return Ok(Vec::new());
        }
        self.check_sampled(by)?;
        self.check_twice_at_sides()?;
        let order = usize::from(!self.derivatives.second.is_empty());
        // where functions decide for themselves, derivatives take no notice of jumps, nor do second ones of a root
        let are_held = self.held_sides() > 0 && !(order > 0 && mechanism.has_roots());
        let is_noticed = |side: &&Side| !side.moves || side.grade > order || are_held;
        if !by.is_empty()
            && let Some(side) = mechanism.sides.iter().find(|side| !is_noticed(side))
        {
            return Err(StudyError::JumpingSide(side.place.clone()));
        }
        // of jumps of derivatives that are differentiated twice nobody takes notice
        let is_noticed = order == 0 && self.method.ends_at_switches;
        for (_, relation) in mechanism.relations_in_steps().filter(|_| !is_noticed) {
            if let Some(at) = by.iter().find(|at| relation.jumps_where_moved_by(**at, order)) {
                let parameter = mechanism.parameters[*at].name.clone();
                let (jumps, smooth) = ("switches with the time", "smoothstep in place of what jumps");
                return Err(StudyError::MovingJump { place: relation.place.clone(), jumps, smooth, parameter });
            }
        }
        let is_seen = |call: &&SignalCall| call.has_known_corners() && is_noticed || self.holds_corners_of(call);
        for call in mechanism.signal_calls.iter().filter(|call| !is_seen(call)) {
            if let Some(at) = by.iter().find(|at| call.jumps_where_moved_by(**at, order)) {
                let parameter = mechanism.parameters[*at].name.clone();
                let (jumps, smooth) =
                    ("calls a signal that jumps", "interpolation = \"cubic\" or \"linear\" in [[signal]]");
                return Err(StudyError::MovingJump { place: call.place.clone(), jumps, smooth, parameter });
            }
        }
        // a root at a kink has no slope
        let jumps = mechanism.moving_jumps(&mechanism.corners(), by, order.max(usize::from(mechanism.has_roots())));
        let of_trajectory = |corner: &Corner| if let Corner::Trajectory(at) = corner { Some(*at) } else { None };
        match jumps.iter().find_map(of_trajectory) {
            Some(at) if order > 0 => Err(StudyError::Jump(Inconsistent {
                part: ("force", at, "trajectory"),
                message: "a parameter of [sensitivity] moves a time at which the force or its slope jumps, of which first derivatives \
                          alone take notice; accepted: no second derivatives, or other parameters"
                    .into(),
            })),
            _ => Ok(jumps),
        }
    }

    /// Fails where a parameter moves the instants of sampled variables.
    fn check_sampled(&self, by: &[usize]) -> Result<(), StudyError> {
        let moved = |at: &usize| self.mechanism.instants_moved_by(*at).map(|name| (*at, name.to_string()));
        match by.iter().find_map(moved) {
            None => Ok(()),
            Some((at, name)) => {
                let parameter = self.mechanism.parameters[at].name.clone();
                Err(StudyError::MovingInstants { name, parameter })
            }
        }
    }

    /// Fails where second derivatives by an implicit method are not known to take notice of a jump or a kink.
    fn check_twice_at_sides(&self) -> Result<(), StudyError> {
        if self.derivatives.second.is_empty() || !self.is_implicit() {
            return Ok(());
        }
        let bends = self.mechanism.sides.iter().find(|side| self.bends_at(side));
        bends.map_or(Ok(()), |side| Err(StudyError::TwiceAtSide(side.place.clone(), self.method.integrator.name)))
    }

    /// Returns the study with steps that are differentiated by these parameters.
    ///
    /// # Errors
    /// Where derivatives would take no notice of a jump that moves.
    pub(in crate::ensemble) fn for_derivatives_by(mut self, by: &[usize]) -> Result<Self, StudyError> {
        let corners = self.mechanism.corners();
        self.derivatives.moves_corners = by.iter().any(|at| self.mechanism.corners_move_with(&corners, *at));
        self.corners = self.corners_of_steps();
        self.derivatives.moving_jumps = self.find_moving_jumps(by)?;
        let moves_steps = |by: &usize| self.method.steps_depend_on(&|at| at == *by);
        let begins_anew = self.is_implicit() && self.crosses_corners_on_host();
        if begins_anew && self.mechanism.by_adjoint.iter().any(moves_steps) {
            return Err(StudyError::AdjointAnew(self.method.integrator.name));
        }
        self.derivatives.jumps_at_sides =
            !(by.is_empty() && self.derivatives.directions.is_empty()) && self.has_jumping_sides();
        Ok(self)
    }

    /// Tells whether something jumps where a side changes that is held over steps, or may be a root there.
    pub(super) fn has_jumping_sides(&self) -> bool {
        // where what is compared jumps with the time, functions that do not jump themselves do
        let jumps = || self.mechanism.sides.iter().any(|side| self.bends_at(side));
        self.held_sides() > 0 && (!self.derivatives.moving_jumps.is_empty() || jumps())
    }

    /// Tells whether derivatives may bend where a side changes: first ones at a jump or a root, second ones at a kink, too.
    pub(in crate::ensemble) fn bends_at(&self, side: &Side) -> bool {
        let is_kink = side.moves && side.grade <= usize::from(!self.derivatives.second.is_empty());
        is_kink || self.mechanism.may_bend_at(side)
    }

    /// Tells whether steps end where a call of a signal meets corners at times that a run alone tells.
    fn holds_corners_of(&self, call: &SignalCall) -> bool {
        let mut passing = self.mechanism.sides.iter().filter_map(|side| side.passing.as_ref());
        self.held_sides() > 0 && passing.any(|passing| call.is_of(passing))
    }

    /// Returns the events at which sides that are held change and that may rest where they switch, each with its side.
    pub(crate) fn may_rest(&self) -> impl Iterator<Item = (usize, usize)> {
        let are_held = self.held_sides() > 0;
        self.mechanism.may_rest().filter(move |_| are_held)
    }

    /// Counts the sides that are held over steps: numbers of the state that follow from the others, the last but integrals.
    pub(crate) fn held_sides(&self) -> usize {
        self.mechanism.variables.len() - variable::seen(&self.mechanism.variables)
    }

    /// Has sides settled that depend on others, those first that these depend on: does something again and again that settles those for whose
    /// number the given predicate holds.
    pub(in crate::ensemble) fn for_sides_by_depth(&self, mut settle: impl FnMut(&dyn Fn(usize) -> bool)) {
        let sides = &self.mechanism.sides;
        let deepest = sides.iter().map(|side| side.depth).max().unwrap_or(0);
        (0..=deepest).for_each(|depth| settle(&|i| sides[i].depth <= depth));
    }

    /// Returns the study with functions that decide for themselves where they switch; sides stay among the numbers of the state.
    pub fn with_free_sides(&self) -> Self {
        let mut study = self.with_other_functions();
        study.mechanism.holds_sides = false;
        study.mechanism.events.iter_mut().filter(|event| event.is_of_side()).for_each(Event::silence);
        study
    }

    /// Tells whether something jumps where a side changes, and derivatives take notice of that.
    pub(in crate::ensemble) fn jumps_at_sides(&self) -> bool {
        self.derivatives.jumps_at_sides
    }

    /// Returns the corners at which something jumps that a parameter moves by which derivatives are.
    pub(in crate::ensemble) fn moving_jumps(&self) -> &[Corner] {
        &self.derivatives.moving_jumps
    }

    /// Counts the corners that steps of a member end at, up to a million.
    pub fn count_corners(&self, parameters: &[f64], sequence: &StepSequence) -> usize {
        let times = self.mechanism.corner_times(&self.corners, parameters, sequence.duration());
        times.take(MOST_COUNTED).count()
    }

    /// Returns messages on corners that steps do not end at, with the default values.
    pub(super) fn advice_on_corners(&self) -> Vec<String> {
        let cure = "take interpolation = \"cubic\" in [[signal]]";
        let unknown = self
            .mechanism
            .signal_calls
            .iter()
            .filter(|call| call.has_unknown_corners() && !self.holds_corners_of(call));
        let mut advice: Vec<String> = unknown
            .map(|call| {
                format!(
                    "{}: the signal has corners, and a run alone tells when they are met: steps that straddle one lose their order; {cure}",
                    call.place
                )
            })
            .collect();
        let differentiates = !self.derivatives.directions.is_empty() || !self.mechanism.by_adjoint.is_empty();
        advice.extend(self.mechanism.smoothed_jumps.iter().filter(|_| differentiates).map(|place| {
            format!(
                "{place}: derivatives take no notice of what jumps within smooth(..), and are not right where it does; without smooth(..) steps end \
                 there, and they are"
            )
        }));
        let defaults = self.mechanism.defaults();
        let Ok(StepSequence::Fixed(equal)) = self.step_sequence(&defaults) else { return advice };
        advice.extend(self.mechanism.variables.iter().filter_map(|variable| {
            let every: f64 = variable.update.as_ref()?.every.evaluate(&defaults);
            let (times, duration) = (equal.step() / every, equal.time(u32::MAX));
            (times > MOST_IN_STEP).then(|| {
                format!(
                    "the sampled variable {:?} is sampled {times:.0} times in a step of {:?} s, and steps end at instants: a run takes {:.0} steps",
                    variable.name,
                    equal.step(),
                    duration / every
                )
            })
        }));
        advice
    }
}

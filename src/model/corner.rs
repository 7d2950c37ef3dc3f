//! Corners of functions of the time: instants at which one, or a derivative of it, jumps. Steps that straddle one lose their order.

use super::event::Event;
use super::expression::{Expr, Steepness};
use super::force::Force;
use super::mechanism::Mechanism;
use super::side::Side;
use super::time_reduction::Source;
use super::time_relation::TimeRelation;
use super::variable::{Update, Variable};
use crate::num::Real;

/// A time that no run reaches, s: of a corner that there is not.
pub const NEVER: f64 = 1e30;

/// The highest order of derivatives whose jumps are asked for: steps of no method see a higher one.
const HIGHEST_ORDER: usize = 8;

/// Says what has corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// The call of a signal, by its number.
    Signal(usize),
    /// A relation that the time decides, by its number.
    Relation(usize),
    /// The trajectory that a force follows, by the number of the force.
    Trajectory(usize),
    /// The instants of a sampled variable, by its number among the variables.
    Sampled(usize),
}

impl Mechanism {
    /// Returns what has corners at times that are known for values of the parameters; of forces those at the default values.
    pub fn corners(&self) -> Vec<Corner> {
        let defaults = self.defaults();
        let relations = self.relations_in_steps().map(|(at, _)| Corner::Relation(at));
        let signals = (0..self.signal_calls.len()).filter(|at| self.signal_calls[*at].has_known_corners());
        let follows = |at: &usize| !self.forces[*at].evaluate(&defaults).corners().is_empty();
        let forces = (0..self.forces.len()).filter(follows);
        let is_sampled = |at: &usize| self.variables[*at].update.is_some();
        let sampled = (0..self.variables.len()).filter(is_sampled);
        let known = signals.map(Corner::Signal).chain(relations).chain(forces.map(Corner::Trajectory));
        known.chain(sampled.map(Corner::Sampled)).collect()
    }

    /// Tells whether something may jump at one of some corners.
    pub fn jump_at(&self, corners: &[Corner]) -> bool {
        corners.iter().any(|corner| match corner {
            Corner::Signal(at) => !self.signal_calls[*at].is_continuous(),
            Corner::Relation(at) => !self.time_relations[*at].is_continuous(),
            Corner::Trajectory(_) | Corner::Sampled(_) => true,
        })
    }

    /// Tells whether values within steps matter that may jump: the largest and smallest of outputs, and events that these make.
    pub fn watches_values(&self) -> bool {
        !self.columns_from(Source::Values).is_empty() || self.events.iter().any(Event::has_formula)
    }

    /// Returns the place of something that switches where a parameter alone says, if there is one.
    pub fn switched_by(&self, parameter: usize) -> Option<String> {
        let is_it = |at: usize| at == parameter;
        let sides = self.sides.iter().filter(|side| side.passing.as_ref().is_some_and(|g| g.depends_on(&is_it)));
        let relations = self.time_relations.iter().filter(|relation| relation.is_moved_by(&is_it));
        let place = sides.map(|side| &side.place).chain(relations.map(|relation| &relation.place)).next().cloned();
        let corner = || self.moving_jumps(&self.corners(), &[parameter], HIGHEST_ORDER).first().copied();
        let place = place.or_else(|| {
            Some(match corner()? {
                Corner::Signal(at) => self.signal_calls[at].place.clone(),
                Corner::Relation(at) => self.time_relations[at].place.clone(),
                Corner::Trajectory(at) => format!("force[{at}]"),
                Corner::Sampled(at) => format!("sampled {}", self.variables[at].name),
            })
        });
        let instants = || self.instants_moved_by(parameter).map(|name| format!("sampled {name}"));
        let is_kink = || self.kinks.iter().any(|kink| kink.depends_on(&is_it));
        let place = place.or_else(instants);
        place.or_else(|| is_kink().then(|| "a function of parameters".to_string()))
    }

    /// Tells whether variables are sampled at instants.
    pub fn has_instants(&self) -> bool {
        self.variables.iter().any(|variable| variable.update.is_some())
    }

    /// Tells whether there may be a root in what is integrated, whose slope has no bound where it is zero.
    pub fn has_roots(&self) -> bool {
        self.steepness == Steepness::Root
    }

    /// Tells whether derivatives may bend where a side changes: what is integrated jumps there, or has a root that may be zero.
    pub fn may_bend_at(&self, side: &Side) -> bool {
        side.jumps() || self.has_roots() && side.moves
    }

    /// Lets functions that switch decide for themselves.
    pub fn release_sides(&mut self) {
        self.holds_sides = false;
        self.variables.retain(|variable| variable.side.is_none());
        self.variables.iter_mut().for_each(|variable| variable.resets.clear());
        self.events.retain(|event| !event.is_hidden());
    }

    /// Returns when the first of some corners after a time (s) is, s; [`NEVER`] where there is none.
    pub fn next_corner<R: Real>(&self, corners: &[Corner], parameters: &[R], time: R) -> R {
        let never = R::constant(NEVER);
        let times = corners.iter().flat_map(|corner| match corner {
            Corner::Signal(at) => vec![self.signal_calls[*at].next_corner(parameters, time)],
            Corner::Relation(at) => vec![self.time_relations[*at].next_corner(parameters, time)],
            Corner::Trajectory(at) => {
                let force: Force<R> = self.forces[*at].evaluate(parameters);
                force.corners()
            }
            Corner::Sampled(at) => {
                let variable: Variable<R> = self.variables[*at].evaluate(parameters);
                variable.update.iter().map(|update| update.next(time)).collect()
            }
        });
        // what is not a number is not after anything
        times.fold(never, |first, corner| R::select(time.less(corner) & corner.less(first), corner, first))
    }

    /// Returns how large the times are that decide where some corners are in a run of that duration, s: their times are rounded by
    /// so many units of rounding.
    pub fn corner_scale<R: Real>(&self, corners: &[Corner], parameters: &[R], duration: R) -> R {
        let of = |corner: &Corner| match corner {
            Corner::Signal(at) => self.signal_calls[*at].time_scale(parameters),
            Corner::Relation(at) => self.time_relations[*at].time_scale(parameters),
            Corner::Trajectory(_) | Corner::Sampled(_) => R::zero(),
        };
        duration + corners.iter().map(of).fold(R::zero(), R::max)
    }

    /// Tells whether a parameter may move one of some corners.
    pub fn corners_move_with(&self, corners: &[Corner], parameter: usize) -> bool {
        let is_it = |at: usize| at == parameter;
        corners.iter().any(|corner| match corner {
            Corner::Signal(at) => self.signal_calls[*at].is_moved_by(&is_it),
            Corner::Relation(at) => self.time_relations[*at].is_moved_by(&is_it),
            Corner::Trajectory(_) | Corner::Sampled(_) => true,
        })
    }

    /// Returns the corners that one of some parameters moves, and at which a force may jump, derivatives of that order among them.
    pub fn moving_jumps(&self, corners: &[Corner], by: &[usize], order: usize) -> Vec<Corner> {
        let defaults = self.defaults();
        let is_moved = |corner: &Corner| match *corner {
            Corner::Signal(at) => by.iter().any(|by| self.signal_calls[at].jumps_where_moved_by(*by, order)),
            Corner::Relation(at) => by.iter().any(|by| self.time_relations[at].jumps_where_moved_by(*by, order)),
            Corner::Trajectory(at) => by.iter().any(|by| self.forces[at].jumps_where_moved_by(&defaults, *by, order)),
            // refused, see [`Mechanism::instants_moved_by`]
            Corner::Sampled(_) => false,
        };
        corners.iter().copied().filter(is_moved).collect()
    }

    /// Says whether something is led by a motion whose speed jumps at corners.
    pub fn is_led_with_jumps(&self) -> bool {
        self.signal_calls.iter().any(|call| call.has_known_corners() && call.jumps_speed())
            || self.relations_in_steps().any(|(_, relation)| relation.jumps_speed())
    }

    /// Returns the relations that the time decides, with their numbers, which matter to what is integrated or watched: those of outputs where
    /// some are integrated, or are read by variables, and those that jump where values within steps matter.
    pub fn relations_in_steps(&self) -> impl Iterator<Item = (usize, &TimeRelation)> {
        let outputs = !self.columns_from(Source::Integral).is_empty()
            || self.variables.iter().any(|variable| variable.uses_outputs || variable.update.is_some());
        let watched = self.watches_values();
        self.time_relations
            .iter()
            .enumerate()
            .filter(move |(_, relation)| relation.of_motion || outputs || watched && !relation.is_continuous())
    }

    /// Returns the sampled variable whose instants a parameter moves, if there is one.
    pub fn instants_moved_by(&self, parameter: usize) -> Option<&str> {
        let is_moved = |update: &Update<Expr>| update.depends_on(&|at| at == parameter);
        let moved = self.variables.iter().find(|variable| variable.update.as_ref().is_some_and(is_moved));
        moved.map(|variable| variable.name.as_str())
    }

    /// Returns the times of some corners within a run of that duration, s, one after another.
    pub fn corner_times(&self, corners: &[Corner], parameters: &[f64], duration: f64) -> impl Iterator<Item = f64> {
        // of two that rounding alone tells apart one counts
        let apart = 4.0 * f64::EPSILON * self.corner_scale(corners, parameters, duration);
        let next = move |time: f64| Some(self.next_corner(corners, parameters, time + apart));
        let within = move |time: &f64| *time < duration - apart;
        std::iter::successors(next(0.0), move |time| next(*time)).take_while(within)
    }
}

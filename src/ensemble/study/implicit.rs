//! What implicit methods add to a study: constraints, consistent starts, history.

use super::{Constraints, Study, StudyError};
use crate::ensemble::method::{Method, Steps};
use crate::ensemble::program::Equations;
use crate::ensemble::program::Shape;
use crate::ensemble::start::{By, ConstraintReport, FirstStep, RecordedStarts, StartError, Starts};
use crate::ensemble::step_sequence::StepSequence;
use crate::ensemble::{Direction, Members, Outcome};
use crate::integrator::{self, Group, ImplicitKind, ImplicitLayout, Simplification, Unsupported};
use crate::num::Dual;
use crate::problem::Unknowns;
use std::ops::Range;

/// An event is as good as zero at the start where it is this part of what moved velocities change it by.
const NEARLY: f64 = 1e-3;

impl Study {
    /// Returns how members of an implicit method begin.
    pub(crate) fn starts(&self) -> Starts<'_> {
        let Self { mechanism, method, constraints: Constraints { formulated, unreduced, .. }, .. } = self;
        let Method { implicit, conditions, .. } = method;
        let residuals = &self.functions().residuals;
        let sizes = self.implicit_layout();
        Starts { mechanism, formulated, unreduced, residuals, implicit, sizes, conditions, time: 0.0 }
    }

    /// Returns the choice of the first step of a member of an implicit method.
    pub(crate) fn first_step(&self, parameters: &[f64], sequence: &StepSequence) -> FirstStep {
        match (sequence, &self.method.steps) {
            (StepSequence::Adaptive(limits), Steps::Adaptive(adaptive)) => {
                let [absolute, relative] = [&adaptive.absolute, &adaptive.relative].map(|e| e.evaluate(parameters));
                let part = self.method.part_of_a_step((absolute, relative)).unwrap_or(1.0);
                let guess = FirstStep::Guessed { tolerance: (absolute + relative) * part, most: limits.largest };
                limits.first.map_or(guess, FirstStep::Given)
            }
            _ => FirstStep::Given(sequence.step()),
        }
    }

    /// Checks that a member of an implicit method has a start, with derivatives where these are asked for.
    ///
    /// # Errors
    /// Why it has none.
    pub(super) fn check_start(&self, parameters: &[f64]) -> Result<(), StudyError> {
        if !self.is_implicit() {
            return Ok(());
        }
        let first = self.first_step(parameters, &self.step_sequence(parameters)?);
        let is_solved_for = self.constraint_count() > 0 || self.method.conditions.equilibrium;
        let recorded = if is_solved_for { self.recorded_starts() } else { None };
        let (state, step) = self.starts().state(recorded, parameters, first)?;
        if is_solved_for {
            let by: Vec<usize> = self.differentiated_parameters().collect();
            self.start_slopes((parameters, &state), step, &by).into_iter().collect::<Result<Vec<_>, _>>()?;
        }
        Ok(())
    }

    /// Says of which events the sign at the start follows from how the method moves the velocities there, at the default values.
    pub(super) fn advice_on_start(&self) -> Vec<String> {
        let parameters = self.mechanism.defaults();
        let events = &self.mechanism.events;
        if !self.is_implicit() || events.is_empty() {
            return Vec::new();
        }
        let starts = self.starts();
        if !starts.moves_velocities() {
            return Vec::new();
        }
        let states = self.step_sequence(&parameters).ok().and_then(|sequence| {
            let (q, given) = starts.positions_and_velocities(&parameters).ok()?;
            let (state, _) =
                starts.state(self.recorded_starts(), &parameters, self.first_step(&parameters, &sequence)).ok()?;
            let moved = state[q.len()..][..given.len()].to_vec();
            Some((q, [given, moved]))
        });
        let Some((q, [given, moved])) = states.filter(|(_, [given, moved])| given != moved) else { return Vec::new() };
        let system = self.constraints.formulated.system(&self.mechanism, &parameters);
        let values = |v: &[f64]| {
            let mut values = Vec::new();
            system.events(0.0, (&q, v), None, &mut values);
            values
        };
        let both = values(&given).into_iter().zip(values(&moved)).zip(events);
        let decided = both.filter(|((given, moved), _)| given.abs() < NEARLY * (moved - given).abs());
        let note = |name: &str| {
            format!(
                "the event {name:?} is zero at the start, where start = \"optimal\" moves the velocities by the order of step^2: it may \
                 count a passage that is none; start = \"plain\" in [method] leaves them as they are"
            )
        };
        decided.map(|(_, event)| note(&event.name)).collect()
    }

    /// Says that a method is of order 1 on a group that does not suit it.
    pub(super) fn advice_on_group(&self) -> Option<String> {
        let scheme = self.method.integrator.implicit()?;
        let alternates = scheme.kind == ImplicitKind::Dg && self.method.implicit.group == Group::Product;
        (alternates && self.constraint_count() > 0).then(|| {
            "dg on group = \"r3so3\" holds constraints with multipliers that alternate within a step, so that velocities, and reactions and \
             accelerations with them, are of order 1 alone; group = \"se3\" in [method] is of order 3 for bodies that turn about a point, and \
             \"radau2a\" of order 3 and 2 whatever constraints act"
                .into()
        })
    }

    /// Returns the state at the start of a member of an implicit method, and the length of its first step, s.
    ///
    /// # Errors
    /// The outcome of a member that has none.
    pub fn consistent_start(&self, parameters: &[f64], sequence: &StepSequence) -> Result<(Vec<f64>, f64), Outcome> {
        self.check_mass(parameters).map_err(|_| Outcome::Invalid)?;
        let first = self.first_step(parameters, sequence);
        let (own, step) = self.first_state(parameters, first).map_err(|_| Outcome::NotAssembled)?;
        let (starts, recorded) = (self.starts(), if self.scope.is_later { None } else { self.recorded_starts() });
        // a start that there is for this value of a parameter alone has no derivative by it
        let none = vec![f64::NAN; own.len()];
        let mut state = own.clone();
        let by: Vec<usize> = self.differentiated_parameters().collect();
        for slopes in self.start_slopes((parameters, &own), step, &by) {
            state.extend(slopes.unwrap_or_else(|_| none.clone()));
        }
        let of_start: Vec<Direction> = self.directions().iter().copied().filter(|d| d.is_of_start()).collect();
        if !of_start.is_empty() {
            let slopes = recorded.and_then(|recorded| starts.slopes_by_start(recorded, parameters, (&of_start, step)));
            state.extend(slopes.unwrap_or_else(|| vec![none.clone(); of_start.len()]).concat());
        }
        for [i, j] in Shape::new(self).pairs() {
            let slopes = starts.second_slopes(recorded, (parameters, &own), ([i, j].map(|k| by[k]), step));
            state.extend(slopes.unwrap_or_else(|_| none.clone()));
        }
        state.resize(Shape::new(self).state(), 0.0);
        self.sample_start(parameters, &mut state);
        // what is remembered follows from the first values of sampled variables
        if self.starts_anew() { self.anew(parameters, ((0.0, 0.0), &state), first) } else { Ok((state, step)) }
    }

    /// Returns the state at the start of a member before variables have their first values there, and the length of its first step, s.
    fn first_state(&self, parameters: &[f64], first: FirstStep) -> Result<(Vec<f64>, f64), StartError> {
        match self.scope.is_later {
            true => self.starts().somewhere(parameters, first),
            false => self.starts().state(self.recorded_starts(), parameters, first),
        }
    }

    /// Gives variables that change where steps end their values at the start of a member, and the derivatives behind the state those that follow.
    fn sample_start(&self, parameters: &[f64], state: &mut [f64]) {
        if self.mechanism.has_instants() {
            let (motion, slopes) = state.split_at_mut(Shape::new(self).motion());
            self.sample_slopes(parameters, motion, slopes);
        }
        let q = state[..self.layout().coordinate_count()].to_vec();
        let rate = |v: &[f64]| self.starts().rate(parameters, (&q, v)).unwrap_or_default();
        Equations::with_all_parameters(self, parameters).sample_start_of(state, Some(&rate));
    }

    /// Gives the derivatives of the state at the start of a member, which lie one after another, those that follow where variables are sampled; the
    /// state has the values before.
    fn sample_slopes(&self, parameters: &[f64], motion: &[f64], slopes: &mut [f64]) {
        let shape = Shape::new(self);
        let place = |all: Range<usize>| all.start - shape.motion()..all.end - shape.motion();
        let first = slopes.to_vec();
        let parameter = |k: usize| self.directions()[k].parameter();
        for k in 0..shape.carried() {
            let own = place(shape.derivatives(k));
            let found = self.sampled_slopes(parameters, motion, (parameter(k), &first[own.clone()]));
            slopes[own].copy_from_slice(&found);
        }
        for [i, j] in shape.pairs() {
            let own = place(shape.second_derivatives(i, j));
            let [by_i, by_j] = [i, j].map(|k| &first[place(shape.derivatives(k))]);
            let mut moving: Vec<Dual<Dual<f64, 1>, 1>> = (0..motion.len())
                .map(|at| {
                    let inner = |re: f64, eps: f64| Dual { re, eps: [eps] };
                    Dual { re: inner(motion[at], by_i[at]), eps: [inner(by_j[at], first[own.start + at])] }
                })
                .collect();
            let twice = Dual::by_one(&Dual::by_one(parameters, parameter(i)), parameter(j));
            Equations::with_all_parameters(self, &twice).sample_first(&mut moving);
            slopes[own].iter_mut().zip(&moving).for_each(|(slope, x)| *slope = x.eps[0].eps[0]);
        }
    }

    /// Returns the derivatives of the state at the start of a member once variables are sampled there, where it moves so with a parameter, if with one,
    /// before.
    fn sampled_slopes(&self, parameters: &[f64], motion: &[f64], (by, slopes): (Option<usize>, &[f64])) -> Vec<f64> {
        let mut moving: Vec<Dual<f64, 1>> =
            motion.iter().zip(slopes).map(|(x, slope)| Dual { re: *x, eps: [*slope] }).collect();
        Equations::with_all_parameters(self, &Dual::by_one(parameters, by)).sample_first(&mut moving);
        moving.iter().map(|x| x.eps[0]).collect()
    }

    /// Says whether a member begins anew at its start, with the values that variables have there.
    fn starts_anew(&self) -> bool {
        self.held_sides() > 0 || self.remembers_steps() && self.mechanism.has_instants()
    }

    /// Says whether variables have other values at the start of a member than before it.
    pub(in crate::ensemble) fn changes_at_start(&self) -> bool {
        self.starts_anew() || self.mechanism.has_instants()
    }

    /// Returns the derivatives by some parameters each of the state at the start of a member where variables change there; not numbers where there
    /// are none.
    pub(in crate::ensemble) fn slopes_of_changed_start(&self, parameters: &[f64], by: &[usize]) -> Vec<Vec<f64>> {
        let none = || vec![f64::NAN; Shape::new(self).motion()];
        let Ok(sequence) = self.method.step_sequence(parameters) else { return vec![none(); by.len()] };
        let first = self.first_step(parameters, &sequence);
        let Ok((own, step)) = self.first_state(parameters, first) else { return vec![none(); by.len()] };
        let mut slopes = self.start_slopes((parameters, &own), step, by);
        if self.mechanism.has_instants() {
            for (by, slopes) in by.iter().zip(&mut slopes) {
                slopes
                    .iter_mut()
                    .for_each(|slopes| *slopes = self.sampled_slopes(parameters, &own, (Some(*by), slopes)));
            }
        }
        if !self.starts_anew() {
            return slopes.into_iter().map(|slopes| slopes.unwrap_or_else(|_| none())).collect();
        }
        let mut state = own;
        self.sample_start(parameters, &mut state);
        self.moved_with_start((parameters, by), &state, first, slopes)
    }

    /// Returns the derivatives of the state at the start of a member of an implicit method by some parameters each; it has
    /// these values of all parameters, this state, and its first step is that long, s.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn start_slopes(
        &self,
        here: (&[f64], &[f64]),
        step: f64,
        by: &[usize],
    ) -> Vec<Result<Vec<f64>, StartError>> {
        let slope = |by: &usize| (*by, step * self.step_rate(here.0, *by));
        let by: Vec<By> = by.iter().map(slope).collect();
        self.starts().state_slopes(self.recorded_starts(), here, (&by, step))
    }

    /// Returns the members whose matrices decide orders of elimination: the first ones of the whole plan, whatever part of
    /// it is computed, and of long mechanisms fewer, whose equations take long.
    pub(in crate::ensemble) fn reference_members(&self) -> Members {
        const MOST: usize = 4;
        let unknowns = self.implicit_layout().unknown_count();
        let most = (1000 / unknowns.max(1)).clamp(1, MOST) as u64;
        let plan = self.plan().representatives(most);
        Members::drawn(&plan, 0, plan.members() as usize)
    }

    /// Returns the recorded functions of starts, for members like the first ones.
    pub(crate) fn recorded_starts(&self) -> Option<&RecordedStarts> {
        let record = || {
            let members = self.reference_members();
            let of_member = |place: usize| {
                let mut all = Vec::new();
                self.parameters(&members.row(place), &mut all);
                all
            };
            let finite = |parameters: &Vec<f64>| parameters.iter().all(|p| p.is_finite());
            let all: Vec<Vec<f64>> = (0..members.count()).map(of_member).filter(finite).collect();
            RecordedStarts::new(self.starts(), &all)
        };
        self.functions().starts.get_or_init(record).as_ref()
    }

    /// Checks that a variational method can integrate the mechanism, for values of all parameters.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn check_mass(&self, parameters: &[f64]) -> Result<(), Unsupported> {
        if !self.method.integrator.implicit().is_some_and(|scheme| scheme.needs_constant_mass) {
            return Ok(());
        }
        let (q, _) = self.constraints.formulated.initial(&self.mechanism, parameters);
        let mut system = self.constraints.formulated.system(&self.mechanism, parameters);
        integrator::supports_mass(self.method.integrator, &mut system, (0.0, &q))
    }

    /// Returns the report on the constraints at the start, if there are any and the method is implicit.
    pub fn constraints(&self) -> Option<&ConstraintReport> {
        self.constraints.report.as_ref()
    }

    /// Counts the constraints between the velocities.
    pub fn constraint_count(&self) -> usize {
        self.constraints.formulated.constraint_count()
    }

    /// Says whether steps are solved for.
    pub fn is_implicit(&self) -> bool {
        self.method.integrator.is_implicit()
    }

    /// Says whether the ends of a step that do not say all of what an output does within it are reason to see it in
    /// parts. The rates of an implicit method, from velocities that do not hold the constraints exactly, are not those
    /// of the values by what is of the order of its error: outputs like the energy, which hardly change, would always
    /// be seen in parts.
    pub fn sees_hidden_extremes(&self) -> bool {
        !self.is_implicit()
    }

    /// Says whether derivatives of steps drop the antisymmetric part of the stiffness.
    pub(crate) fn has_symmetric_stiffness(&self) -> bool {
        self.method.implicit.simplification == Some(Simplification::SymmetricStiffness)
    }

    /// Returns what a step of an implicit method solves for and remembers.
    ///
    /// # Panics
    /// Where the method is explicit.
    pub fn implicit_layout(&self) -> ImplicitLayout {
        let scheme = self.method.integrator.implicit().expect("an implicit method");
        let [of_velocities, _] = self.constraints.formulated.velocity_rows();
        let constraints = (self.constraint_count(), of_velocities.len());
        ImplicitLayout::new(scheme, &self.method.implicit, self.layout(), constraints)
    }

    /// Returns the unknowns that an implicit method has solved for, in what it remembers; none of an explicit one.
    pub fn known<'a, R>(&self, history: &'a [R]) -> Option<Unknowns<'a, R>> {
        self.is_implicit().then(|| self.implicit_layout().known(history))
    }
}

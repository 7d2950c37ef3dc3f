//! Legs from states at some times of a period to the next, in what constraints leave free.

use super::advance::advances;
use super::checks::{check_constraints, check_sides};
use super::legs::LegKind;
use super::{Period, Periodic};
use crate::ensemble::cpu::{Arrival, Flow, Leg};
use crate::ensemble::program::{Equations, Shape};
use crate::ensemble::start::{FirstStep, Starts};
use crate::ensemble::{
    AdaptiveLimits, BackendError, Direction, EqualSteps, Members, Outcome, StepSequence, Steps, Study, StudyError,
};
use crate::linalg::{DMatrix, DVector};
use crate::model::event::Event;
use crate::model::variable::Variable;
use crate::model::{Expr, TimeReduction};
use crate::num::Dual;
use crate::problem::Field;
use crate::sampling::plan::{Plan, Table};

/// How many members decide orders of elimination.
const REFERENCES: u64 = 4;
/// By which part of its size a parameter is moved for derivatives of states that constraints lead to.
const NEARBY: f64 = 1e-6;

/// Coordinates and velocities.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub q: Vec<f64>,
    pub v: Vec<f64>,
}

/// A state that holds the constraints, and how it may move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub state: State,
    /// The orthonormal columns of increments that hold the constraints.
    pub basis: DMatrix<f64>,
}

/// What is known of all motions of a study.
#[derive(Debug)]
pub(super) struct PeriodMap {
    pub flow: Flow,
    /// Integrates without derivatives.
    pub plain: Flow,
    /// Integrates with derivatives and smaller tolerances, which make half the step, where steps are adaptive and this is asked for.
    finer: Option<Flow>,
    /// Does so where what switches decides for itself, as a motion that slides along a jump needs.
    loose: Option<Flow>,
    pub asked: Periodic,
    /// What coordinates grow by in a period.
    pub(super) advance: Vec<f64>,
}

impl PeriodMap {
    /// Makes what finds periodic motions of a study, at the default values of its parameters to begin with.
    ///
    /// # Errors
    /// Why the study has none.
    pub(super) fn new(study: &Study, asked: &Periodic) -> Result<Self, StudyError> {
        let mut mechanism = study.mechanism.clone().differentiated_by(&[]);
        // what no step ends at changes no motion
        let ends_step = |event: &Event<Expr>| event.ends_step;
        let by_outputs = |variable: &Variable<Expr>| variable.uses_outputs || variable.update.is_some();
        let of_outputs = |event: &Event<Expr>| ends_step(event) && (!event.is_of_side() || event.sets);
        if mechanism.variables.iter().any(by_outputs) || mechanism.events.iter().any(of_outputs) {
            mechanism.outputs.iter_mut().for_each(|output| output.reduction = TimeReduction::End);
            mechanism.events.iter_mut().filter(|event| !ends_step(event)).for_each(Event::silence);
        } else {
            mechanism.outputs.clear();
            mechanism.events.retain(ends_step);
        }
        let mut columns = study.varied().to_vec();
        let mut by = Vec::new();
        if let Some(continuation) = &asked.continuation {
            by.push(continuation.parameter);
            if !columns.contains(&continuation.parameter) {
                columns.push(continuation.parameter);
            }
        }
        mechanism.sensitivities = by;
        let names = columns.iter().map(|at| study.mechanism.parameters[*at].name.clone()).collect();
        let representatives = study.plan().representatives(REFERENCES);
        let members = Members::drawn(&representatives, 0, representatives.members() as usize);
        let mut rows = Vec::new();
        for place in 0..members.count() {
            let mut all = Vec::new();
            study.parameters(&members.row(place), &mut all);
            rows.extend(columns.iter().map(|at| all[*at]));
        }
        let plan = if columns.is_empty() { Plan::one() } else { Plan::table(Table::of_rows(names, rows)) };
        let mut method = study.method.clone();
        method.conditions.equilibrium = false;
        // legs have steps of their own; times of corners are rounded as those of a period are
        let (Period::Known(period) | Period::Unknown(period, _)) = &asked.period;
        let longest = period.evaluate(&mechanism.defaults()).max(1.0);
        method.duration = Expr::Constant(longest);
        match &mut method.steps {
            Steps::Fixed(step) => *step = Expr::Constant(0.5 * longest),
            Steps::Adaptive(adaptive) => adaptive.derivatives = true,
        }
        let study = Study::new(mechanism, method, None, plan)?;
        let made_of = |study: &Study, directions| {
            Flow::new(study, directions).map_err(|e: BackendError| StudyError::Analysis(e.to_string()))
        };
        let (flow, plain) = (made_of(&study, Some(freedom(&study)))?, made_of(&study, None)?);
        let finer = if asked.is_checked { finer(&study)? } else { None };
        let finer = finer.map(|finer| made_of(&finer, Some(freedom(&finer)))).transpose()?;
        let loose = match flow.study.held_sides() {
            0 => None,
            _ => Some(made_of(&study.with_free_sides(), None)?),
        };
        check_sides(&flow.study, asked.fourier.is_some())?;
        let advance = advances(&flow.study, &asked.advance)?;
        check_constraints(&flow.study, asked.fourier.is_some())?;
        Ok(Self { flow, plain, finer, loose, asked: asked.clone(), advance })
    }

    /// Integrates legs of a kind.
    pub(super) fn arrivals(&self, kind: LegKind, legs: &[&Leg]) -> Vec<Arrival> {
        match kind {
            LegKind::Plain => self.plain_arrivals(legs),
            LegKind::Differentiated => self.flow.arrivals(legs),
            LegKind::Finer => self.finer.as_ref().unwrap_or(&self.flow).arrivals(legs),
        }
    }

    /// Integrates legs without derivatives. Those that slide along a jump of forces, as what rests under dry friction, go on as steps of the
    /// method happen to.
    fn plain_arrivals(&self, legs: &[&Leg]) -> Vec<Arrival> {
        let mut arrivals = self.plain.arrivals(legs);
        if let Some(loose) = &self.loose {
            let slides = |at: &usize| arrivals[*at].outcome == Outcome::EventLimit;
            let places: Vec<usize> = (0..legs.len()).filter(slides).collect();
            let again: Vec<&Leg> = places.iter().map(|at| legs[*at]).collect();
            places.into_iter().zip(loose.arrivals(&again)).for_each(|(at, arrival)| arrivals[at] = arrival);
        }
        arrivals
    }

    /// Returns the values of the varied parameters.
    fn row(&self, parameters: &[f64]) -> Vec<f64> {
        self.flow.study.varied().iter().map(|at| parameters[*at]).collect()
    }

    /// Tells whether the equations depend on the time: where the period is given.
    pub(super) fn is_driven(&self) -> bool {
        matches!(self.asked.period, Period::Known(_))
    }

    /// Returns the parameter that changes along a branch.
    pub(super) fn continued(&self) -> Option<usize> {
        self.asked.continuation.as_ref().map(|continuation| continuation.parameter)
    }

    /// Returns the known period of a member, or the guess of it, with its derivative by the parameter that changes, s.
    pub(super) fn period(&self, parameters: &[f64]) -> [f64; 2] {
        let (Period::Known(period) | Period::Unknown(period, _)) = &self.asked.period;
        let found = period.evaluate(&Dual::by_one(parameters, self.continued()));
        [found.re, found.eps[0]]
    }

    pub(super) fn starts(&self, time: f64) -> Starts<'_> {
        Starts { time, ..self.flow.study.starts() }
    }

    /// Returns the state that a member begins with.
    pub(super) fn given(&self, parameters: &[f64]) -> Option<State> {
        let study = &self.flow.study;
        if study.is_implicit() {
            let (q, v) = self.starts(0.0).positions_and_velocities(parameters).ok()?;
            return Some(State { q, v });
        }
        let (q, v) = study.formulated().initial(&study.mechanism, parameters);
        let (coordinates, velocities) = (q.len(), v.len());
        let mut numbers = [q, v].concat();
        numbers.resize(Shape::new(study).motion(), 0.0);
        Equations::with_all_parameters(study, parameters).sample_start_of(&mut numbers, None);
        let (q, rest) = numbers.split_at(coordinates);
        Some(State { q: q.to_vec(), v: rest[..velocities].to_vec() })
    }

    /// Returns a state in which contacts push or not as they do there, at a time, s: that follows from where bodies are and how they move.
    pub(super) fn touching(&self, parameters: &[f64], mut state: State, time: f64) -> State {
        let study = &self.flow.study;
        let held = study.held_sides();
        if held > 0 {
            let end = study.layout().quadratures().start;
            let sides = study.sides_at(parameters, time, (&state.q, &state.v));
            state.v[end - held..end].copy_from_slice(&sides);
        }
        state
    }

    /// Returns the steps of a leg and the length of the first.
    pub(super) fn steps(&self, [begin, end]: [f64; 2], period: f64) -> (StepSequence, f64) {
        let study = &self.flow.study;
        match &study.method.steps {
            Steps::Fixed(_) => {
                let count = (self.asked.nodes as f64 * (end - begin) / period).round().max(1.0);
                let steps = EqualSteps::between([begin, end], count as u32);
                (StepSequence::Fixed(steps), steps.length(0))
            }
            Steps::Adaptive(_) => {
                let duration = end - begin;
                let limits = AdaptiveLimits {
                    duration: end,
                    first: None,
                    smallest: duration * AdaptiveLimits::SMALLEST,
                    largest: duration,
                };
                (StepSequence::Adaptive(limits), 1e-2 * duration)
            }
        }
    }

    /// Returns the leg without derivatives over so many periods, s.
    pub(super) fn plain_leg(&self, parameters: &[f64], state: &State, (periods, period): (usize, f64)) -> Option<Leg> {
        self.plain_leg_of(parameters, state, ([0.0, periods as f64 * period], period))
    }

    /// Returns the leg without derivatives from a time to another, s, with the steps of a period.
    pub(super) fn plain_leg_of(
        &self,
        parameters: &[f64],
        state: &State,
        (times, period): ([f64; 2], f64),
    ) -> Option<Leg> {
        let study = &self.plain.study;
        let (sequence, first_step) = self.steps(times, period);
        let State { q, v } = self.touching(parameters, state.clone(), times[0]);
        let mut state = if study.is_implicit() {
            let first = study.first_step(parameters, &sequence);
            self.starts(times[0]).nearest(parameters, (&q, &v), first).ok()?.0
        } else {
            [q, v].concat()
        };
        state.resize(Shape::new(study).state(), 0.0);
        Some(Leg { row: self.row(parameters), begin: times[0], sequence, first_step, state })
    }

    /// Returns the node that is nearest to a state at a time, s, and the leg from it to another time.
    pub(super) fn leg(
        &self,
        parameters: &[f64],
        (state, times, period): (&State, [f64; 2], f64),
    ) -> Result<(Node, Leg), Outcome> {
        let study = &self.flow.study;
        let (layout, shape) = (study.layout(), Shape::new(study));
        let (sequence, first_step) = self.steps(times, period);
        let count = self.flow.directions;
        let (mut numbers, mut node, slopes);
        let state = self.touching(parameters, state.clone(), times[0]);
        if study.is_implicit() {
            let starts = self.starts(times[0]);
            let first = study.first_step(parameters, &sequence);
            let near =
                |parameters: &[f64]| starts.nearest(parameters, (&state.q, &state.v), first).map(|(state, _)| state);
            numbers = near(parameters).map_err(|_| Outcome::NotAssembled)?;
            let split = |numbers: &[f64]| {
                let (q, rest) = numbers.split_at(shape.coordinates);
                [q.to_vec(), rest[..shape.velocities].to_vec()]
            };
            let own = split(&numbers);
            for by in study.differentiated_parameters() {
                let by_this = NEARBY * parameters[by].abs().max(1e-3);
                let moved = |sign: f64| {
                    let mut all = parameters.to_vec();
                    all[by] += sign * by_this;
                    near(&all).map_err(|_| Outcome::NotAssembled)
                };
                let [more, less] = [moved(1.0)?, moved(-1.0)?];
                numbers.extend(more.iter().zip(&less).map(|(a, b)| (a - b) / (2.0 * by_this)));
            }
            let basis = starts.free_increments(parameters, [&own[0], &own[1]], study.held_sides());
            if basis.ncols() != count {
                return Err(Outcome::NotAssembled);
            }
            let tangents = basis.column_iter().map(|column| layout.spread(column.iter().copied())).collect();
            let recorded = study.recorded_starts().ok_or(Outcome::NotAssembled)?;
            slopes = starts.slopes_along(recorded, (parameters, &own), (tangents, first_step));
            let [q, v] = own;
            node = Node { state: State { q, v }, basis };
        } else {
            let directions = &Direction::all_of_start(layout)[..count];
            numbers = [&state.q[..], &state.v].concat();
            numbers.resize(shape.motion() * (1 + study.differentiated_parameters().count()), 0.0);
            let of = |direction: &Direction| direction.of_start(layout, &state.q, &state.v);
            slopes = directions.iter().map(of).collect();
            node = Node { state, basis: DMatrix::identity(count, count) };
        }
        node.state.q.iter_mut().chain(&mut node.state.v).for_each(|x| *x += 0.0);
        for slopes in slopes.ok_or(Outcome::NotAssembled)? {
            numbers.extend(slopes);
        }
        numbers.resize(numbers.len().max(shape.state()), 0.0);
        numbers.iter_mut().for_each(|x| *x += 0.0);
        let leg = Leg { row: self.row(parameters), begin: times[0], sequence, first_step, state: numbers };
        Ok((node, leg))
    }

    /// Returns the state nearest to one that the method leaves beside the constraints of velocities, at a time, s.
    pub(super) fn projected(&self, parameters: &[f64], state: State, time: f64) -> Option<State> {
        let study = &self.flow.study;
        if study.constraint_count() == 0 {
            return Some(state);
        }
        let step = FirstStep::Given(1.0);
        let numbers = self.starts(time).nearest(parameters, (&state.q, &state.v), step).ok()?.0;
        let (q, rest) = numbers.split_at(state.q.len());
        Some(State { q: q.to_vec(), v: rest[..state.v.len()].to_vec() })
    }

    /// Returns how what [`PeriodMap::projected`] makes of a state moves with it, along some columns of increments.
    pub(super) fn projected_along(
        &self,
        parameters: &[f64],
        (state, time): (&State, f64),
        columns: &DMatrix<f64>,
    ) -> Option<DMatrix<f64>> {
        if self.flow.study.constraint_count() == 0 {
            return Some(columns.clone());
        }
        let mut all = columns.clone();
        for mut column in all.column_iter_mut() {
            let size = column.amax();
            if size > 0.0 {
                let by = column.clone_owned() * (NEARBY / size);
                let at =
                    |by: DVector<f64>| self.projected(parameters, self.moved(state, &by, (parameters, time)), time);
                let [more, less] = [at(by.clone())?, at(-by)?];
                column.copy_from(&(self.between(&less, &more) * (size / (2.0 * NEARBY))));
            }
        }
        Some(all)
    }

    /// Returns the multipliers of constraints at a state, at a time, s.
    pub(super) fn multipliers(&self, parameters: &[f64], state: &State, time: f64) -> Option<Vec<f64>> {
        if self.flow.study.constraint_count() == 0 {
            return Some(Vec::new());
        }
        self.starts(time).multipliers_at(parameters, (&state.q, &state.v))
    }

    /// Returns the rates of velocities at a state, one for each.
    pub(super) fn acceleration(&self, parameters: &[f64], state: &State, time: f64) -> Option<Vec<f64>> {
        let study = &self.flow.study;
        let mut rate = if study.is_implicit() {
            self.starts(time).rate(parameters, (&state.q, &state.v))?
        } else {
            let mut system = study.formulated().system(&study.mechanism, parameters);
            system.rates(time, &state.q, &state.v)
        };
        rate.resize(state.v.len(), 0.0);
        Some(rate)
    }
}

/// Returns a study with half the step, where steps are adaptive: others are halved leg by leg.
fn finer(study: &Study) -> Result<Option<Study>, StudyError> {
    let Steps::Adaptive(adaptive) = &study.method.steps else { return Ok(None) };
    let mut method = study.method.clone();
    method.steps = Steps::Adaptive(Box::new(adaptive.halved(method.integrator.order)));
    Study::new(study.mechanism.clone(), method, None, study.plan().clone()).map(Some)
}

/// Counts the increments that constraints leave free at the default values: motions have as many multipliers.
pub(super) fn freedom(study: &Study) -> usize {
    let layout = study.layout();
    let defaults = study.mechanism.defaults();
    if !study.is_implicit() {
        return Direction::all_of_start(layout).len() - study.held_sides();
    }
    let starts = study.starts();
    let found = starts.positions_and_velocities(&defaults);
    found.map_or(0, |(q, v)| starts.free_increments(&defaults, [&q, &v], study.held_sides()).ncols())
}

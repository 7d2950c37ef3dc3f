//! Periodic motions of the members of a study.

use super::branch::branch;
use super::fields::Fields;
use super::legs::{LegKind, Legs};
use super::map::{PeriodMap, State, freedom};
use super::phase::PhaseAt;
use super::result::{BranchPoint, PeriodicOutcome, PeriodicResult};
use super::stability::Stability;
use super::{FieldCorrection, Period, Periodic};
use crate::ensemble::cpu::{Arrival, CpuBackend, LaneWidth, Leg};
use crate::ensemble::lockstep::{Ended, lockstep};
use crate::ensemble::program::{Equations, Shape, StudyFunction};
use crate::ensemble::{
    BackendError, Chunk, Extrapolation, InitialState, Members, Outcome, Sampling, Steps, Study, StudyError,
};
use crate::integrator::{Integrator, Start};
use crate::model::Expr;
use crate::model::output::Output;

/// How many samples a period has where nobody says when.
const SAMPLES: f64 = 100.0;

/// What finds periodic motions of members.
#[derive(Debug)]
pub struct PeriodicMotions {
    map: PeriodMap,
    /// The study whose outputs are those of motions, with the parameter that changes along a branch among those that vary.
    over: Study,
    backend: CpuBackend,
}

/// The motion of a member that is integrated over its period.
struct Motion<'a> {
    /// The place of the member.
    place: usize,
    /// The values of all parameters.
    parameters: Vec<f64>,
    point: &'a BranchPoint,
}

/// Lists the columns that members have of a periodic motion: its period and its stability.
pub fn findings(asked: &Periodic) -> Vec<Output<Expr>> {
    let all = std::iter::once(("period", "s"))
        .chain(Stability::columns(asked).into_iter().map(|(name, unit, _)| (name, unit)));
    all.map(|(name, unit)| Output::finding(name, unit, false)).collect()
}

/// Returns the study of the periodic motions of a study: by another integrator if it is given, with what is told of them behind its outputs, and
/// samples over the period.
///
/// # Errors
/// Why the integrator does not suit it.
pub fn study_of_motions(
    of: &Study,
    asked: &Periodic,
    integrator: Option<&'static Integrator>,
) -> Result<Study, StudyError> {
    let mut mechanism = of.mechanism.clone().differentiated_by(&[]);
    // a period goes on behind them
    mechanism.events.iter_mut().for_each(|event| event.terminal = false);
    mechanism.outputs.extend(findings(asked));
    let mut method = of.method.clone();
    method.integrator = integrator.unwrap_or(method.integrator);
    let (Period::Known(period) | Period::Unknown(period, _)) = &asked.period;
    let every = period.evaluate(&mechanism.defaults()) / SAMPLES;
    let sampling = of.sampling.clone().unwrap_or(Sampling::Every(every));
    if integrator.is_some() || matches!(method.steps, Steps::Fixed(_)) {
        // equal parts of the period, whatever they are elsewhere
        method.steps = Steps::Fixed(crate::model::Expr::Constant(every));
    }
    method.duration = crate::model::Expr::Constant(every * SAMPLES);
    method.extrapolation = Extrapolation::None;
    // velocities are what is looked for: no start moves them
    method.implicit.start = Start::Plain;
    Study::new(mechanism, method, Some(sampling), of.plan().clone())
}

impl PeriodicMotions {
    /// Makes what finds the periodic motions of members of a [study of such](study_of_motions).
    ///
    /// # Errors
    /// Why there are none.
    pub fn new(study: &Study, asked: &Periodic) -> Result<Self, StudyError> {
        let map = PeriodMap::new(study, asked)?;
        let plan = map.flow.study.plan().clone();
        let over = Study::new(study.mechanism.clone(), study.method.clone(), study.sampling.clone(), plan)?;
        let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour);
        let backend = backend.map_err(|e: BackendError| StudyError::Analysis(e.to_string()))?;
        Ok(Self { map, over, backend })
    }

    /// Finds the periodic motions of members with these values of all parameters. None where they are stopped.
    pub fn of(&self, members: &[Vec<f64>], is_stopped: &dyn Fn() -> bool) -> Option<Vec<PeriodicResult>> {
        let work = |number: usize, asker| branch(&self.map, &self.over, &asker, &members[number]);
        let evaluate = |questions: &[Legs]| {
            if is_stopped() {
                return Err(Ended::Stopped);
            }
            let of_kind = |kind: LegKind| {
                let asked = questions.iter().filter(|question| question.kind == kind);
                self.map.arrivals(kind, &asked.flat_map(|question| &question.all).collect::<Vec<&Leg>>()).into_iter()
            };
            let mut arrivals = LegKind::ALL.map(of_kind);
            let answer = |question: &Legs| {
                arrivals[question.kind as usize].by_ref().take(question.all.len()).collect::<Vec<Arrival>>()
            };
            Ok(questions.iter().map(answer).collect())
        };
        lockstep(members.len(), work, evaluate).ok()?.into_iter().collect()
    }

    /// Counts the multipliers of a motion.
    pub fn multiplier_count(&self) -> usize {
        freedom(&self.map.flow.study)
    }

    /// Tells whether what fixes the time of an unknown period depends on the state at the start of a member with these values of all
    /// parameters.
    pub fn phase_moves(&self, parameters: &[f64]) -> bool {
        let Period::Unknown(_, phase) = &self.map.asked.period else { return true };
        let [period, _] = self.map.period(parameters);
        let at = PhaseAt { map: &self.map, study: &self.over, phase: *phase };
        let found = self.map.given(parameters).and_then(|state| {
            let (node, _) = self.map.leg(parameters, (&state, [0.0, period], period)).ok()?;
            at.row(parameters, &node)
        });
        found.is_none_or(|(_, slopes)| slopes.amax() > 0.0)
    }

    /// Returns the values of all parameters at a point of a branch.
    fn parameters(&self, parameters: &[f64], point: &BranchPoint) -> Vec<f64> {
        let mut all = parameters.to_vec();
        if let Some(continuation) = &self.map.asked.continuation {
            all[continuation.parameter] = point.parameter;
        }
        all
    }

    /// Returns the initial state of a period.
    fn start(&self, parameters: &[f64], point: &BranchPoint) -> InitialState {
        let study = &self.over;
        let (sequence, first_step) = self.map.steps([0.0, point.period], point.period / point.periods as f64);
        let [q, v] = point.state.clone();
        let mut v = v;
        // integrals begin at zero
        v.resize(study.layout().velocity_count(), 0.0);
        let state = if study.is_implicit() {
            let first = study.first_step(parameters, &sequence);
            study.starts().nearest(parameters, (&q, &v), first).ok().map(|(state, _)| state)
        } else {
            Some([q, v].concat())
        };
        let Some(mut state) = state else { return InitialState::idle(study, Outcome::NotAssembled) };
        state.resize(Shape::new(study).state(), 0.0);
        InitialState { sequence, first_step, outcome: Outcome::Completed, state, resumed: None }
    }

    /// Integrates the last motions of members, with these values of all parameters, over their periods: what a run finds, then what is
    /// told of motions.
    pub fn over_period(&self, parameters: &[Vec<f64>], found: &[PeriodicResult]) -> Chunk {
        let study = &self.over;
        let (mut rows, mut starts, mut motions) = (Vec::new(), Vec::new(), Vec::new());
        for (parameters, result) in parameters.iter().zip(found) {
            let last = result.last();
            let all = last.map_or_else(|| parameters.clone(), |point| self.parameters(parameters, point));
            rows.extend(study.varied().iter().map(|at| all[*at]));
            starts.push(match (result.outcome, last) {
                (PeriodicOutcome::Periodic, Some(point)) => {
                    let start = self.start(&all, point);
                    motions.push(Motion { place: starts.len(), parameters: all, point });
                    start
                }
                (outcome, _) => InitialState::idle(study, outcome.of_member()),
            });
        }
        let traces = self.traces(&motions, self.map.asked.correction.is_some());
        self.remember(&traces, &mut starts);
        let members = Members::of_rows(0, found.len(), &rows);
        let mut chunk = self.backend.run_from(study, &members, &starts);
        let columns = study.mechanism.findings();
        for (place, result) in found.iter().enumerate() {
            if let Some(point) = result.last().filter(|_| chunk.outcomes[place].has_outputs()) {
                let stability =
                    Stability::columns(&self.map.asked).into_iter().map(|(.., value)| value(&point.stability));
                let told = std::iter::once(point.period).chain(stability);
                columns.clone().zip(told).for_each(|(c, value)| chunk.outputs.set_value(place, c, value));
            }
        }
        if let Some(correction) = self.map.asked.correction {
            self.sample_elements(&traces, correction, &mut chunk);
        }
        chunk
    }

    /// Integrates motions of a member with these values of all parameters over their periods; returns the outputs of each, as those of a
    /// run: none where one fails.
    pub fn over_periods(&self, parameters: &[f64], points: &[BranchPoint]) -> Vec<Option<Vec<f64>>> {
        let study = self.over.clone().sampled(None);
        let motion = |(place, point)| Motion { place, parameters: self.parameters(parameters, point), point };
        let motions: Vec<Motion<'_>> = points.iter().enumerate().map(motion).collect();
        let mut starts: Vec<InitialState> =
            motions.iter().map(|motion| self.start(&motion.parameters, motion.point)).collect();
        let ends = self.traces(&motions, false);
        self.remember(&ends, &mut starts);
        let row = |motion: &Motion<'_>| study.varied().iter().map(|at| motion.parameters[*at]).collect::<Vec<f64>>();
        let rows: Vec<f64> = motions.iter().flat_map(row).collect();
        let members = Members::of_rows(0, points.len(), &rows);
        let chunk = self.backend.run_from(&study, &members, &starts);
        (0..points.len()).map(|k| chunk.outputs_of(k)).collect()
    }

    /// Returns motions by methods of stages with their states at the ends of the steps of the period, or, where samples are not made of
    /// these, at the end of the period alone.
    fn traces<'a>(&self, motions: &'a [Motion<'a>], samples_elements: bool) -> Vec<(&'a Motion<'a>, Vec<Vec<f64>>)> {
        if !self.over.method.integrator.has_stages() {
            return Vec::new();
        }
        let leg = |motion: &'a Motion<'a>| {
            let [q, v] = motion.point.state.clone();
            let whole = (1, motion.point.period);
            Some((motion, self.map.plain_leg(&motion.parameters, &State { q, v }, whole)?))
        };
        let (motions, legs): (Vec<_>, Vec<Leg>) = motions.iter().filter_map(leg).unzip();
        let plain = &self.map.plain;
        let traces = if samples_elements {
            let periods: Vec<f64> = motions.iter().map(|motion| motion.point.period).collect();
            plain.traces(legs, (self.map.asked.nodes as u32, &periods))
        } else {
            let ends = plain.final_states(&legs.iter().collect::<Vec<_>>());
            ends.into_iter().map(|end| end.into_iter().collect()).collect()
        };
        motions.into_iter().zip(traces).collect()
    }

    /// Gives motions what a method of stages remembers at the end of the period before. What it interpolates within its first step is
    /// made of that, as within all others: rates of the start itself are far from those of steps where springs are stiff. Where outputs look at
    /// the ends of steps, these are solved with the rates of the start itself.
    fn remember(&self, traces: &[(&Motion<'_>, Vec<Vec<f64>>)], starts: &mut [InitialState]) {
        let [own, plain] = [&self.over, &self.map.plain.study].map(Shape::new);
        let history = |shape: Shape| shape.coordinates + shape.velocities..shape.motion();
        for (motion, trace) in traces {
            let same_history = history(own).len() == history(plain).len();
            if let Some(end) = trace.last().filter(|_| same_history) {
                starts[motion.place].state[history(own)].copy_from_slice(&end[history(plain)]);
            }
        }
    }

    /// Puts outputs of elements in time in the place of the samples of motions.
    fn sample_elements(&self, traces: &[(&Motion<'_>, Vec<Vec<f64>>)], correction: FieldCorrection, chunk: &mut Chunk) {
        let channels = self.over.sampled_channels();
        for (motion, trace) in traces {
            let Motion { place, parameters, point } = motion;
            if chunk.outcomes[*place] != Outcome::Completed {
                continue;
            }
            let fields = Fields { map: &self.map, study: &self.over, parameters, period: point.period, correction };
            let samples = chunk.samples.rows.iter().enumerate().filter(|(_, (at, _))| at == place);
            let (rows, times): (Vec<usize>, Vec<f64>) = samples.map(|(row, (_, time))| (row, *time)).unzip();
            for (row, outputs) in rows.into_iter().zip(fields.outputs(trace, &times)) {
                chunk.samples.values.set_row(row, channels.iter().map(|channel| outputs[*channel]));
            }
        }
    }

    /// Returns the outputs at the beginning of the period of a point of a member with these values of all parameters.
    pub fn outputs(&self, parameters: &[f64], point: &BranchPoint) -> Vec<f64> {
        let all = self.parameters(parameters, point);
        let state = self.start(&all, point).state;
        let row = self.over.varied().iter().map(|at| all[*at]);
        let inputs: Vec<f64> = row.chain(state).chain([0.0]).collect();
        let mut out = Vec::new();
        Equations::with_all_parameters(&self.over, &all).evaluate(StudyFunction::Outputs, &inputs, &mut out);
        out
    }
}

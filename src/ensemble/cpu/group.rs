//! One group of members, one per lane, from their parameters to their results.

use super::reduction::Reductions;
use crate::ensemble::{Members, Outcome, Samples, StepSchedule, Study};
use crate::formulation::JointSystem;
use crate::integrator::rkmk;
use crate::num::{LaneReal, series};

/// Steps between two checks that all lanes are still finite. A lane that is not is found again step by
/// step, from the state at the last check.
const BLOCK: u32 = 64;

/// The result of one member.
#[derive(Clone, Debug)]
pub(super) struct MemberResult {
    pub(super) outcome: Outcome,
    pub(super) time: f64,
    pub(super) steps: u32,
    pub(super) outputs: Vec<f64>,
    pub(super) samples: Samples,
}

/// What a lane is about: its steps, or why it has none.
struct Lane {
    schedule: StepSchedule,
    steps_per_sample: u32,
    /// Set as soon as the lane has failed, with the number of steps made.
    failed: Option<(Outcome, u32)>,
}

/// The time loop's state: what a step reads and writes.
#[derive(Clone)]
struct State<R> {
    q: Vec<R>,
    v: Vec<R>,
    /// Largest turns of the steps since the last check.
    turn: rkmk::Turn<R>,
}

impl<R: LaneReal> State<R> {
    /// What is wrong with a lane, if anything.
    fn failure(&self, lane: usize) -> Option<Outcome> {
        let finite = |r: &R| r.lane(lane).abs() < Outcome::STATE_LIMIT;
        let too_far = |turn: &R| turn.lane(lane) > series::HALF_TURN;
        if too_far(&self.turn.first) {
            Some(Outcome::IncrementTooLarge)
        } else if !self.q.iter().chain(&self.v).all(finite) {
            Some(Outcome::NonFinite)
        } else if too_far(&self.turn.largest) {
            Some(Outcome::IncrementTooLarge)
        } else {
            None
        }
    }
}

/// Integrates the members `from .. from + count` of a chunk, `count` at most the number of lanes. Lanes
/// that are left over repeat the last member.
#[inline(always)]
pub(super) fn run<R: LaneReal>(study: &Study, members: &Members, from: usize, count: usize) -> Vec<MemberResult> {
    let mut group = Group::<R>::new(study, members, from, count);
    let samples = study.sampling.is_some();
    if samples {
        group.sample(0);
    }
    for segment in 0.. {
        // up to the next sample of the lane that takes the most steps to it
        let steps = group.steps_in_segment(segment);
        if steps == 0 {
            break;
        }
        let mut at = 0;
        while at < steps {
            let block = (steps - at).min(BLOCK);
            group.advance_block(segment, at, block);
            at += block;
        }
        if samples {
            group.sample(segment + 1);
        }
    }
    group.finish(count)
}

struct Group<R> {
    lanes: Vec<Lane>,
    /// True where all lanes have the same steps.
    uniform: bool,
    step: R,
    duration: R,
    tableau: &'static crate::integrator::Tableau,
    system: JointSystem<R>,
    state: State<R>,
    work: rkmk::Workspace<R>,
    reductions: Option<Reductions<R>>,
    channels: Vec<R>,
    samples: Vec<Samples>,
    sampled: Vec<usize>,
}

impl<R: LaneReal> Group<R> {
    fn new(study: &Study, members: &Members, from: usize, count: usize) -> Self {
        let columns = study.plan().columns().len();
        let row = |lane: usize| members.row(from + lane.min(count - 1));
        let mut lanes = Vec::with_capacity(R::COUNT);
        let mut all = Vec::new();
        for lane in 0..R::COUNT {
            study.parameters(row(lane), &mut all);
            lanes.push(Lane::new(study, &all));
        }
        let mut parameters: Vec<R> = study.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        for c in 0..columns {
            parameters[study.varied()[c]] = R::from_lanes(|lane| row(lane)[c]);
        }
        let system = JointSystem::new(&study.mechanism, &parameters);
        let (q, v) = study.mechanism.initial(&parameters);
        let layout = study.mechanism.layout();
        let mut group = Self {
            uniform: lanes.iter().all(|l: &Lane| l.schedule == lanes[0].schedule),
            step: R::from_lanes(|lane| lanes[lane].schedule.step()),
            duration: R::from_lanes(|lane| lanes[lane].schedule.time(u32::MAX)),
            tableau: study.method.tableau,
            work: rkmk::Workspace::new(study.method.tableau, &layout),
            state: State { q, v, turn: rkmk::Turn::none() },
            samples: vec![Samples::default(); count],
            sampled: study.sampled_channels(),
            lanes,
            system,
            reductions: None,
            channels: Vec::new(),
        };
        if study.reduces_over_time() {
            group.evaluate_outputs();
            group.reductions = Some(Reductions::new(study.mechanism.over(), &group.channels));
        }
        group.mark_failures(&group.state.clone(), 0);
        group
    }

    /// How many steps the slowest lane makes between samples `segment` and `segment + 1`.
    fn steps_in_segment(&self, segment: u32) -> u32 {
        let steps = |l: &Lane| l.boundary(segment + 1) - l.boundary(segment);
        self.lanes.iter().map(steps).max().unwrap_or(0)
    }

    /// The length of step number `at` of a segment in every lane; zero where a lane has done its part.
    #[inline(always)]
    fn step_length(&self, segment: u32, at: u32) -> R {
        let uniform_full = self.uniform && {
            let lane = &self.lanes[0];
            lane.boundary(segment) + at + 1 < lane.schedule.count()
        };
        if uniform_full {
            return self.step;
        }
        R::from_lanes(|lane| {
            let lane = &self.lanes[lane];
            let n = lane.boundary(segment) + at;
            if n < lane.boundary(segment + 1) { lane.schedule.length(n) } else { 0.0 }
        })
    }

    #[inline(always)]
    fn advance_block(&mut self, segment: u32, from: u32, count: u32) {
        let start = self.state.clone();
        for at in from..from + count {
            let h = self.step_length(segment, at);
            let t = self.step.scale(f64::from(self.lanes[0].boundary(segment) + at));
            advance(self.tableau, &mut self.system, (t, h), &mut self.state, &mut self.work);
            if let Some(reductions) = &mut self.reductions {
                self.system.outputs(t, &self.state.q, &self.state.v, &mut self.channels);
                reductions.add(h, &self.channels);
            }
        }
        let bad = |lane: usize| self.lanes[lane].failed.is_none() && self.state.failure(lane).is_some();
        if (0..R::COUNT).any(bad) {
            self.locate_failures(start, segment, from, count);
        }
        self.state.turn = rkmk::Turn::none();
    }

    /// Repeats a block step by step and notes for every lane that fails in it when and how.
    #[cold]
    fn locate_failures(&mut self, mut state: State<R>, segment: u32, from: u32, count: u32) {
        for at in from..from + count {
            let h = self.step_length(segment, at);
            let t = self.step.scale(f64::from(self.lanes[0].boundary(segment) + at));
            advance(self.tableau, &mut self.system, (t, h), &mut state, &mut self.work);
            for lane in 0..R::COUNT {
                let steps = self.lanes[lane].boundary(segment) + at + 1;
                if self.lanes[lane].failed.is_none() {
                    self.lanes[lane].failed = state.failure(lane).map(|outcome| (outcome, steps));
                }
            }
        }
    }

    fn mark_failures(&mut self, state: &State<R>, steps: u32) {
        for lane in 0..R::COUNT {
            if self.lanes[lane].failed.is_none() {
                self.lanes[lane].failed = state.failure(lane).map(|outcome| (outcome, steps));
            }
        }
    }

    /// Notes the outputs of every lane that is well and reaches sample number `number`.
    fn sample(&mut self, number: u32) {
        self.evaluate_outputs();
        for (lane, samples) in self.samples.iter_mut().enumerate() {
            let l = &self.lanes[lane];
            let first_time = number == 0 || l.boundary(number) > l.boundary(number - 1);
            if l.failed.is_none() && first_time {
                samples.rows.push((number as usize, l.schedule.time(l.boundary(number))));
                samples.values.extend(self.sampled.iter().map(|c| self.channels[*c].lane(lane)));
            }
        }
    }

    /// Evaluates the outputs, away from the hot loop.
    #[inline(never)]
    fn evaluate_outputs(&mut self) {
        self.system.outputs(self.duration, &self.state.q, &self.state.v, &mut self.channels);
    }

    fn finish(mut self, count: usize) -> Vec<MemberResult> {
        self.evaluate_outputs();
        let reduced = self.reductions.as_ref().map(|r| r.finish(self.duration));
        let values = reduced.as_ref().unwrap_or(&self.channels);
        let result = |lane: usize, samples: Samples| {
            let l = &self.lanes[lane];
            let outputs: Vec<f64> = values.iter().map(|c| c.lane(lane)).collect();
            let all = l.schedule.count();
            let (outcome, steps) = match l.failed {
                Some(failed) => failed,
                None if outputs.iter().any(|y| !y.is_finite()) => (Outcome::NonFinite, all),
                None => (Outcome::Completed, all),
            };
            MemberResult { outcome, time: l.schedule.time(steps), steps, outputs, samples }
        };
        let samples = std::mem::take(&mut self.samples);
        samples.into_iter().take(count).enumerate().map(|(lane, s)| result(lane, s)).collect()
    }
}

/// One step: Algorithm 3 and the addition of its increments.
#[inline(always)]
fn advance<R: LaneReal>(
    tableau: &crate::integrator::Tableau,
    system: &mut JointSystem<R>,
    (t, h): (R, R),
    state: &mut State<R>,
    work: &mut rkmk::Workspace<R>,
) {
    let turn = rkmk::step(tableau, system, (t, h), &state.q, &state.v, work);
    for (q, delta) in state.q.iter_mut().zip(&work.delta_q) {
        *q = *q + *delta;
    }
    for (v, delta) in state.v.iter_mut().zip(&work.delta_v) {
        *v = *v + *delta;
    }
    state.turn.first = state.turn.first.max(turn.first);
    state.turn.largest = state.turn.largest.max(turn.largest);
}

impl Lane {
    fn new(study: &Study, parameters: &[f64]) -> Self {
        let (schedule, steps_per_sample, failed) = match study.member_start(parameters) {
            Ok((schedule, steps_per_sample)) => (schedule, steps_per_sample, None),
            // a lane that fails at the start makes one idle step
            Err((outcome, schedule)) => (schedule, u32::MAX, Some((outcome, 0))),
        };
        Self { schedule, steps_per_sample, failed }
    }

    /// The number of steps up to sample `number`.
    #[inline(always)]
    fn boundary(&self, number: u32) -> u32 {
        self.steps_per_sample.saturating_mul(number).min(self.schedule.count())
    }
}

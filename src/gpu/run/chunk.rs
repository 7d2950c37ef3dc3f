//! One chunk of members on the device: upload, dispatches, read-back.

mod collect;
mod slow_member;
mod summary;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub(crate) use summary::Summary;

use super::injection;
use super::status::Status;
use crate::ensemble::{
    Chunk, EventRecord, Fault, MemberWatch, Members, Outcome, Sampling, StepSequence, Stopwatch, Study,
};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::{Control, Kept, reason};
use crate::gpu::run::buffers::{Lease, Spare};
use crate::gpu::run::order::Order;
use crate::gpu::run::pipelines::Pipelines;
use crate::gpu::run::progress_counts::{CountBuffers, Counts};
use crate::gpu::run::session::{Session, Turn};
use crate::trace::Tape;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A sample of the members of a chunk.
struct Taken {
    /// Output components, quantity by quantity.
    values: Vec<f64>,
    /// When it is taken of every member, s; not a number where it is not.
    times: Vec<f64>,
}

/// The chunk's buffers and what the host knows of its members, in the order in which they are on the device.
pub(crate) struct ChunkRun<'a> {
    /// The device as it was open when the chunk came; another opening knows nothing of its buffers.
    session: Arc<Session>,
    study: &'a Study,
    /// Who watches members while they are computed.
    pub(crate) watch: Option<&'a MemberWatch>,
    /// The members as they came.
    members: Members,
    order: Order,
    status: Vec<Status>,
    buffers: Lease,
    events: Vec<Vec<EventRecord>>,
}

impl<'a> ChunkRun<'a> {
    /// Computes the initial state of every member in double precision and uploads it.
    pub(crate) fn new(
        (session, spare): (Arc<Session>, &Arc<Spare>),
        study: &'a Study,
        start: Option<&Tape>,
        members: Members,
    ) -> Result<Self, GpuError> {
        Self::by_parts((session, spare), (study, start), members, &mut |_| ())
    }

    /// Does what [`ChunkRun::new`] does, and says after every part which it was.
    pub(crate) fn by_parts(
        (session, spare): (Arc<Session>, &Arc<Spare>),
        (study, start): (&'a Study, Option<&Tape>),
        members: Members,
        after: &mut dyn FnMut(&'static str),
    ) -> Result<Self, GpuError> {
        session.device.check_alive()?;
        let begins = session.begins(study, members.count())?;
        let mut buffers = Lease::new(&session, spare, (members.count(), begins.is_some()))?;
        match begins {
            Some((_, steps)) => buffers.starts.check(study, steps.sequence, &members),
            None => buffers.starts.fill(study, start, &members),
        }
        after("begin");
        let order = Order::by_work(&buffers.starts);
        match begins {
            Some((begin, steps)) => buffers.begin(&session, begin, (study, &steps), &members)?,
            None => buffers.upload(&session, study, &members, &order)?,
        }
        after("upload");
        let fresh = |outcome: Outcome| Status {
            outcome: outcome.code(),
            steps: 0,
            reason: if outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED },
            rejected: 0,
            samples: 1,
            events: 0,
        };
        let status = (0..members.count()).map(|place| fresh(buffers.starts.outcomes[order.came_as(place)])).collect();
        // few members meet events
        let events = if study.mechanism.events.is_empty() { Vec::new() } else { vec![Vec::new(); members.count()] };
        Ok(Self { session, study, watch: None, status, buffers, events, members, order })
    }

    /// Returns the steps of the member at a place of the device.
    fn sequence(&self, place: usize) -> &StepSequence {
        self.buffers.starts.sequence(self.order.came_as(place))
    }

    /// Runs all members to their ends and fetches the results.
    pub(crate) fn run(mut self) -> Result<Chunk, GpuError> {
        let mut taken = Vec::new();
        let mut number = 0;
        if self.study.sampling.is_some() {
            self.observe()?;
            number = self.sample(&mut taken)?;
        }
        self.advance(number)?;
        self.observe()?;
        self.fetch(&taken)
    }

    /// Fetches the results of members that have come to their ends and whose outputs were observed.
    fn fetch(self, taken: &[Taken]) -> Result<Chunk, GpuError> {
        let times = self.times()?;
        let solutions = self.solutions()?;
        let mut chunk = self.collect(taken, &times)?;
        for (work, solutions) in chunk.newton.iter_mut().zip(solutions) {
            (work.iterations, work.factorisations) = (solutions, solutions);
        }
        Ok(chunk)
    }

    /// Counts the solutions of linearised equations, member by member as they came; nothing of an explicit method.
    fn solutions(&self) -> Result<Vec<u32>, GpuError> {
        if !self.study.is_implicit() {
            return Ok(Vec::new());
        }
        let [low, high] = self.session.kernel.columns.solutions();
        let [low, high] = [low, high].map(|column| self.buffers.read_state_column(&self.session, column));
        let (low, high) = (low?, high?);
        let all = self.order.places(self.members.count());
        Ok(all.map(|i| low[i] as u32 | (high[i] as u32) << 16).collect())
    }

    /// Takes all samples, from that of the start on, and returns the number of the last.
    fn sample(&mut self, taken: &mut Vec<Taken>) -> Result<u32, GpuError> {
        let Some(sampling) = &self.study.sampling else { return Ok(0) };
        // the device counts that of the start, of which there need not be a sample
        let skipped = u32::from(sampling.time(self.sequence(0), 0) > 0.0);
        let mut number = 0;
        loop {
            let values = self.buffers.read_channels(&self.session, self.session.kernel.columns.channels)?;
            let (mut reached, mut times) = (false, vec![f64::NAN; self.members.count()]);
            for (i, taken_at) in times.iter_mut().enumerate() {
                let status = &self.status[i];
                if status.is_well() && status.samples > number {
                    reached = true;
                    let sequence = self.sequence(i);
                    let time = number.checked_sub(skipped).map_or(f64::INFINITY, |n| sampling.time(sequence, n));
                    if sampling.every().is_some() || time <= sequence.duration() {
                        *taken_at = time;
                    }
                }
            }
            if !reached {
                return Ok(number);
            }
            taken.push(Taken { values, times });
            if self.status.iter().all(|s| s.reason == reason::ENDED) {
                return Ok(number);
            }
            number += 1;
            if let Sampling::At(times) = sampling {
                let due = times.get((number - skipped) as usize).copied();
                // after the last one there is the end of the run
                let end = |place: usize| self.sequence(place).duration();
                let due = |place: usize| due.unwrap_or(end(place)).min(end(place));
                let due: Vec<f64> = (0..self.members.count()).map(due).collect();
                self.buffers.write_sample_times(&self.session, &due);
            }
            self.advance(number)?;
            self.observe()?;
        }
    }

    /// Returns the times that members have reached, s.
    fn times(&self) -> Result<Vec<f64>, GpuError> {
        self.buffers.read_state_column(&self.session, self.session.kernel.columns.kept(Kept::Time))
    }

    /// Dispatches until every member has ended or reached the sample, and asks how far each got.
    fn advance(&mut self, sample: u32) -> Result<(), GpuError> {
        self.advance_only(sample)?;
        self.fetch_status(0..self.members.count())
    }

    /// Dispatches until every member has ended or reached the sample, and does not ask how far each got.
    fn advance_only(&mut self, sample: u32) -> Result<(), GpuError> {
        let session = Arc::clone(&self.session);
        let mut turn = session.take_turn()?;
        // what a few slow members may do at the end is no measure for the beginning of the next chunk
        let mut budget = *turn.budget;
        let mut left = self.left(sample);
        let mut stopwatch = Stopwatch::new(self.watch);
        while left.iter().any(|n| *n > 0) {
            let mut from = 0;
            // workgroups whose members have all ended at either end cost nothing
            while let Some(first) = (from..left.len()).find(|group| left[*group] > 0) {
                let end = left.iter().rposition(|n| *n > 0).map_or(first, |last| last + 1);
                let (attempts, some) = budget.of(end - first);
                let groups = first..first + some;
                let members = (groups.end * WORKGROUP).min(self.members.count()) - groups.start * WORKGROUP;
                let before: u32 = left[groups.clone()].iter().sum();
                let (counts, took) = self.dispatch_steps(&turn, &groups, [sample, attempts])?;
                budget.learn(attempts, some, took);
                let after: u32 = counts.iter().map(|t| t.left).sum();
                if 2 * after as usize >= members || took > 2 * self.session.dispatch {
                    *turn.budget = budget;
                } else if self.study.sampling.is_some() && after == 0 && 2 * before as usize >= members {
                    turn.budget.learn_of_few(took);
                }
                for (group, counts) in groups.clone().zip(&counts) {
                    left[group] = counts.left;
                }
                if counts.iter().any(|t| t.dropped || t.events) {
                    self.attend(&groups)?;
                }
                self.heed_watch(&mut stopwatch)?;
                from = groups.end;
            }
        }
        Ok(())
    }

    /// Counts, per workgroup, the members that have neither ended nor reached the sample.
    fn left(&self, sample: u32) -> Vec<u32> {
        let sampled = self.study.sampling.is_some();
        let waits = |s: &Status| s.reason != reason::ENDED && !(sampled && s.samples > sample);
        let count = |group: &[Status]| group.iter().filter(|s| waits(s)).count() as u32;
        self.status.chunks(WORKGROUP).map(count).collect()
    }

    /// Evaluates the outputs of all members.
    fn observe(&self) -> Result<(), GpuError> {
        let turn = self.session.take_turn()?;
        let all = self.buffers.stride / WORKGROUP;
        // outputs cost less than a step
        let (_, some) = turn.budget.of(all);
        for first in (0..all).step_by(some) {
            let groups = first..(first + some).min(all);
            let device = &self.session.device;
            self.write_control(&groups, [0, 0]);
            let submission = device.guarded("evaluating outputs", || {
                let mut encoder = device.device.create_command_encoder(&Default::default());
                self.encode(&mut encoder, Pipelines::OBSERVE, &groups);
                device.queue.submit([encoder.finish()])
            })?;
            device.wait("evaluating outputs", submission, self.session.patience)?;
        }
        Ok(())
    }

    /// Advances the members of some workgroups and returns how far they got, with the time that it took.
    fn dispatch_steps(
        &self,
        turn: &Turn<'_>,
        groups: &Range<usize>,
        [sample, attempts]: [u32; 2],
    ) -> Result<(Vec<Counts>, Duration), GpuError> {
        let Session { device, counts, patience, .. } = &*self.session;
        let injected = self.session.injection.next();
        if let Some(fault) = injected {
            injection::before(&self.session.device, fault)?;
        }
        let patience = if injected == Some(Fault::Hung) { Duration::ZERO } else { *patience };
        self.write_control(groups, [sample, attempts]);
        let start = Instant::now();
        let readback = self.buffers.counts.readback(groups);
        let bytes = device.read("a dispatch", readback, patience, |encoder| {
            self.encode(encoder, Pipelines::ADVANCE, groups);
            self.buffers.counts.encode(counts, encoder, groups);
        })?;
        let took = start.elapsed();
        turn.count(groups.len(), took);
        let counts = match injected {
            None => CountBuffers::parse(&bytes),
            Some(Fault::Hung) => return Err(device.declare_hung("a dispatch")),
            Some(fault) => self.corrupt(fault, groups)?,
        };
        Ok((counts, took))
    }

    /// Leaves behind what a fault of the driver would, and sums again.
    fn corrupt(&self, fault: Fault, groups: &Range<usize>) -> Result<Vec<Counts>, GpuError> {
        let members = groups.start * WORKGROUP..(groups.end * WORKGROUP).min(self.members.count());
        let mut words = self.buffers.read_status(&self.session, members.clone())?;
        injection::spoil(fault, &mut words);
        self.buffers.write_status(&self.session, members.start, &words);
        let Session { device, counts, patience, .. } = &*self.session;
        let bytes = device.read("a dispatch", self.buffers.counts.readback(groups), *patience, |encoder| {
            self.buffers.counts.encode(counts, encoder, groups);
        })?;
        Ok(CountBuffers::parse(&bytes))
    }

    fn write_control(&self, groups: &Range<usize>, [sample, attempts]: [u32; 2]) {
        let sampling = match &self.study.sampling {
            None => 0,
            Some(Sampling::Every(_)) => 1,
            Some(Sampling::At(_)) => 2,
        };
        let (members, stride) = (self.members.count() as u32, self.buffers.stride as u32);
        let first = (groups.start * WORKGROUP) as u32;
        let control = Control { members, stride, sample, budget: attempts, sampling, first, ..Control::default() };
        self.session.device.queue.write_buffer(&self.buffers.control, 0, &control.bytes());
    }

    fn encode(&self, encoder: &mut wgpu::CommandEncoder, place: usize, groups: &Range<usize>) {
        self.session.pipelines.stage.encode(encoder, place, &self.buffers.bindings, (groups.len(), 1));
    }

    /// Fetches the events that members of a dispatch met, and fails where one was dropped.
    fn attend(&mut self, groups: &Range<usize>) -> Result<(), GpuError> {
        let members = groups.start * WORKGROUP..(groups.end * WORKGROUP).min(self.members.count());
        self.fetch_status(members.clone())?;
        if self.status[members.clone()].iter().any(|s| s.events > 0) {
            self.fetch_events(members)?;
        }
        Ok(())
    }

    /// Reads how far members got, and checks that none was dropped.
    fn fetch_status(&mut self, members: Range<usize>) -> Result<(), GpuError> {
        let words = self.buffers.read_status(&self.session, members.clone())?;
        for (i, words) in members.zip(words.chunks_exact(8)) {
            let status = Status::of(words);
            if status.reason == reason::DROPPED && self.session.device.computes {
                return Err(GpuError::StepsMissing {
                    adapter: self.session.device.report.name.clone(),
                    member: self.members.first + self.order.came_as(i) as u64,
                    done: status.steps,
                });
            }
            self.status[i] = status;
        }
        Ok(())
    }

    fn fetch_events(&mut self, members: Range<usize>) -> Result<(), GpuError> {
        let columns = &self.session.kernel.columns;
        let (stride, size) = (self.buffers.stride, columns.record());
        let values = self.buffers.read_events(&self.session, columns.records() * size)?;
        let mut parameters = Vec::new();
        for i in members {
            let count = self.status[i].events as usize;
            if count > 0 && columns.moving > 0 {
                self.study.parameters(&self.members.row(self.order.came_as(i)), &mut parameters);
            }
            // a member with more events than it may have is left to the host
            let most = (self.study.method.event_limit + 1).saturating_sub(self.events[i].len());
            for record in 0..count.min(most) {
                let value = |c: usize| values[(record * size + c) * stride + i];
                let mut outputs: Vec<f64> = (2..2 + columns.channels).map(value).collect();
                self.study.empty_undetermined(&mut outputs);
                let (time, moved) = (value(1), (2 + columns.channels..size).map(value).collect::<Vec<f64>>());
                let slopes = self.study.slopes_of_time(&parameters, time, &moved);
                self.events[i].push(EventRecord { event: value(0) as usize, time, values: outputs, slopes });
            }
        }
        Ok(())
    }
}

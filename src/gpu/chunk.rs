//! One chunk of members on the device: upload, dispatches, read-back.

use super::backend::{GpuBackend, GpuError, WORKGROUP};
use super::buffers::{Buffers, reason};
use super::kernel::Kept;
use crate::ensemble::{Chunk, EventRecord, Members, Outcome, Pace, Start, Study};
use crate::model::output::Over;
use crate::num::Precision;
use std::time::{Duration, Instant};

/// A dispatch that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(60);

/// How far a member got.
#[derive(Clone, Copy, Debug)]
struct Status {
    outcome: u32,
    steps: u32,
    reason: u32,
    rejected: u32,
    /// Samples reached.
    samples: u32,
    /// Events of the last dispatch.
    events: u32,
}

impl Status {
    fn of(words: &[u32]) -> Self {
        let [outcome, steps, _, _, mode, rejected, samples, events] = *words else {
            unreachable!("two vectors of four words per member")
        };
        Self { outcome, steps, reason: mode >> 16, rejected, samples, events }
    }
    fn is_well(&self) -> bool {
        self.outcome == Outcome::Completed.code() || self.outcome == Outcome::Event.code()
    }
}

/// The samples of a chunk.
struct Taken {
    /// Output components at every sample, quantity by quantity.
    values: Vec<Vec<f64>>,
    /// Per member: the place of a sample among these, and its time, s.
    rows: Vec<Vec<(usize, f64)>>,
}

/// The chunk's buffers and what the host knows of its members.
pub(super) struct ChunkRun<'a> {
    backend: &'a GpuBackend,
    study: &'a Study,
    members: Members,
    paces: Vec<Pace>,
    status: Vec<Status>,
    buffers: Buffers,
    events: Vec<Vec<EventRecord>>,
}

impl<'a> ChunkRun<'a> {
    /// Computes the initial state of every member in double precision and uploads it.
    pub(super) fn new(backend: &'a GpuBackend, study: &'a Study, members: Members) -> Result<Self, GpuError> {
        let starts = Start::all(study, &members);
        let buffers = Buffers::new(backend, study, &members, &starts)?;
        let paces = starts.iter().map(|start| start.pace).collect();
        let fresh = |start: &Start| Status {
            outcome: start.outcome.code(),
            steps: 0,
            reason: if start.outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED },
            rejected: 0,
            samples: 1,
            events: 0,
        };
        let status = starts.iter().map(fresh).collect();
        let events = vec![Vec::new(); members.count];
        Ok(Self { backend, study, paces, status, buffers, events, members })
    }

    /// Runs all members to their ends and fetches the results.
    pub(super) fn run(mut self) -> Result<Chunk, GpuError> {
        let channel_count = self.backend.kernel.columns.channels;
        let reduces = self.study.reduces_over_time();
        let mut taken = Taken { values: Vec::new(), rows: vec![Vec::new(); self.members.count] };
        let mut number = 0;
        if self.study.sampling.is_some() || reduces {
            self.observe(true)?;
        }
        if self.study.sampling.is_some() {
            number = self.sample(&mut taken)?;
        }
        self.advance(number)?;
        self.observe(false)?;
        let mut values = self.buffers.read_channels(self.backend, channel_count)?;
        let times = self.times()?;
        if reduces {
            self.replace_reduced(&mut values, &times)?;
        }
        Ok(self.collect(&values, &taken, &times))
    }

    /// Takes all samples, from that of the start on, and returns the number of the last.
    fn sample(&mut self, taken: &mut Taken) -> Result<u32, GpuError> {
        let every = self.study.sampling.unwrap_or(0.0);
        let mut number = 0;
        loop {
            let values = self.buffers.read_channels(self.backend, self.backend.kernel.columns.channels)?;
            let mut reached = false;
            for (i, rows) in taken.rows.iter_mut().enumerate() {
                let status = &self.status[i];
                if status.is_well() && status.samples > number {
                    rows.push((taken.values.len(), self.paces[i].sample_time(every, number)));
                    reached = true;
                }
            }
            if !reached {
                return Ok(number);
            }
            taken.values.push(values);
            if self.status.iter().all(|s| s.reason == reason::ENDED) {
                return Ok(number);
            }
            number += 1;
            self.advance(number)?;
            self.observe(false)?;
        }
    }

    /// How far in time members are, s.
    fn times(&self) -> Result<Vec<f64>, GpuError> {
        self.buffers.read_state_column(self.backend, self.backend.kernel.columns.kept(Kept::Time))
    }

    /// Dispatches until every member has ended or reached the sample.
    fn advance(&mut self, sample: u32) -> Result<(), GpuError> {
        let sampled = self.study.sampling.is_some();
        let waits = |s: &Status| s.reason != reason::ENDED && !(sampled && s.samples > sample);
        while self.status.iter().any(waits) {
            let budget = self.backend.budget();
            let start = Instant::now();
            self.dispatch(&self.backend.pipelines.advance, [sample, budget, 0])?;
            self.backend.adapt_budget(budget, start.elapsed());
            self.fetch_status()?;
        }
        Ok(())
    }

    fn observe(&self, start: bool) -> Result<(), GpuError> {
        self.dispatch(&self.backend.pipelines.observe, [0, 0, u32::from(start)])
    }

    fn dispatch(&self, pipeline: &wgpu::ComputePipeline, control: [u32; 3]) -> Result<(), GpuError> {
        let device = &self.backend.device;
        let [sample, budget, start] = control;
        let sampling = u32::from(self.study.sampling.is_some());
        let (members, stride) = (self.members.count as u32, self.buffers.stride as u32);
        let words = [members, stride, sample, budget, start, 0, sampling, 0];
        device.queue.write_buffer(&self.buffers.control, 0, bytemuck::cast_slice(&words));
        device.guarded("a dispatch", || {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &self.buffers.bindings, &[]);
                pass.dispatch_workgroups((self.buffers.stride / WORKGROUP) as u32, 1, 1);
            }
            device.queue.submit([encoder.finish()]);
        })?;
        device.wait("waiting for a dispatch", HANG)
    }

    /// Reads how far every member got and the events that it met, and checks that none was dropped.
    fn fetch_status(&mut self) -> Result<(), GpuError> {
        let words = self.buffers.read_status(self.backend)?;
        let mut met = false;
        for (i, words) in words.chunks_exact(8).take(self.members.count).enumerate() {
            let status = Status::of(words);
            if status.reason == reason::DROPPED {
                return Err(GpuError::StepsMissing {
                    adapter: self.backend.device.report.name.clone(),
                    member: self.members.first + i as u64,
                    done: status.steps,
                });
            }
            met |= status.events > 0;
            self.status[i] = status;
        }
        if met {
            self.fetch_events()?;
        }
        Ok(())
    }

    fn fetch_events(&mut self) -> Result<(), GpuError> {
        let columns = &self.backend.kernel.columns;
        let (stride, size) = (self.buffers.stride, columns.record());
        let values = self.buffers.read_events(self.backend, columns.records() * size)?;
        for (i, status) in self.status.iter().enumerate() {
            for record in 0..status.events as usize {
                let value = |c: usize| values[(record * size + c) * stride + i];
                let outputs = (2..size).map(value).collect();
                self.events[i].push(EventRecord { event: value(0) as usize, time: value(1), values: outputs });
            }
        }
        Ok(())
    }

    /// Puts the reductions over time in the place of the values at the end.
    fn replace_reduced(&self, values: &mut [f64], times: &[f64]) -> Result<(), GpuError> {
        let reduced = self.buffers.read_reductions(self.backend, self.backend.kernel.columns.reductions)?;
        let stride = self.buffers.stride;
        for (c, over) in self.study.mechanism.over().into_iter().enumerate() {
            for i in 0..self.members.count {
                let value = reduced[(3 * c + 2) * stride + i];
                values[c * stride + i] = if over == Over::Mean { value / self.end_time(i, times) } else { value };
            }
        }
        Ok(())
    }

    /// When a member ended, in double precision where it is known.
    fn end_time(&self, i: usize, times: &[f64]) -> f64 {
        let status = &self.status[i];
        match (&self.paces[i], Outcome::from_code(status.outcome)) {
            (pace, Some(Outcome::Completed)) => pace.duration(),
            (_, Some(Outcome::Event)) => times[i],
            (Pace::Fixed(schedule), _) => schedule.time(status.steps),
            (Pace::Adaptive(_), _) => times[i],
        }
    }

    fn collect(mut self, values: &[f64], taken: &Taken, times: &[f64]) -> Chunk {
        let channels = self.backend.kernel.columns.channels;
        let stride = self.buffers.stride;
        let sampled = self.study.sampled_channels();
        let single = self.backend.kernel.precision == Precision::Single;
        let ends: Vec<f64> = (0..self.members.count).map(|i| self.end_time(i, times)).collect();
        let mut chunk = Chunk::new(self.members, channels);
        for i in 0..chunk.outcomes.len() {
            let status = &self.status[i];
            let outcome = Outcome::from_code(status.outcome).unwrap_or(Outcome::Invalid);
            let mut events = std::mem::take(&mut self.events[i]);
            // in single precision the end itself is rounded
            let end = if single { ends[i].max(f64::from(ends[i] as f32)) } else { ends[i] };
            events.retain(|record| record.time <= end);
            events.sort_by(|a, b| a.time.total_cmp(&b.time));
            let mut outputs: Vec<f64> = (0..channels).map(|c| values[c * stride + i]).collect();
            chunk.outcomes[i] = self.study.complete(outcome, &events, &mut outputs);
            chunk.outputs[i * channels..(i + 1) * channels].copy_from_slice(&outputs);
            chunk.steps[i] = status.steps;
            chunk.rejected[i] = status.rejected;
            chunk.times[i] = ends[i];
            chunk.events.extend(events.into_iter().map(|record| (i, record)));
            // a member that fails at its start has no sample there
            let never_began = !outcome.has_outputs() && status.steps == 0 && status.rejected == 0;
            for (sample, time) in taken.rows[i].iter().filter(|_| !never_began) {
                chunk.samples.rows.push((i, *time));
                chunk.samples.values.extend(sampled.iter().map(|c| taken.values[*sample][c * stride + i]));
            }
        }
        chunk
    }
}

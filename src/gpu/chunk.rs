//! One chunk of members on the device: upload, dispatches, read-back.

use super::backend::{GpuBackend, GpuError, WORKGROUP};
use crate::ensemble::{Chunk, Members, Outcome, Start, StepSchedule, Study};
use crate::model::output::Over;
use crate::num::Precision;
use std::time::{Duration, Instant};

/// A dispatch that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(60);

/// The chunk's buffers and what the host knows of its members.
pub(super) struct ChunkRun<'a> {
    backend: &'a GpuBackend,
    study: &'a Study,
    members: Members,
    stride: usize,
    schedules: Vec<StepSchedule>,
    status: Vec<[u32; 4]>,
    control: wgpu::Buffer,
    status_buffer: wgpu::Buffer,
    channels: wgpu::Buffer,
    reductions: wgpu::Buffer,
    readback: wgpu::Buffer,
    bindings: wgpu::BindGroup,
}

impl<'a> ChunkRun<'a> {
    /// Computes the initial state of every member in double precision and uploads it.
    pub(super) fn new(backend: &'a GpuBackend, study: &'a Study, members: Members) -> Result<Self, GpuError> {
        let kernel = &backend.kernel;
        let stride = members.count.div_ceil(WORKGROUP) * WORKGROUP;
        let columns = kernel.parameter_count + 2;
        let mut parameters = vec![0.0; columns * stride];
        let mut state = vec![0.0; kernel.state_count * stride];
        let mut status = vec![[Outcome::Invalid.code(), 0, 0, 1]; stride];
        let mut schedules = Vec::with_capacity(members.count);
        for (i, start) in Start::all(study, &members).into_iter().enumerate() {
            let Start { schedule, steps_per_sample, outcome, state: initial } = start;
            status[i] = [outcome.code(), 0, schedule.count(), steps_per_sample];
            let inputs = members.row(i).iter().copied().chain([schedule.step(), schedule.last()]);
            for (c, value) in inputs.enumerate() {
                parameters[c * stride + i] = value;
            }
            for (c, value) in initial.into_iter().enumerate() {
                state[c * stride + i] = value;
            }
            schedules.push(schedule);
        }
        backend.device.guarded("allocating buffers", || {
            let number = backend.number_size();
            let buffer = |columns: usize, usage| {
                backend.device.device.create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size: (columns.max(1) * stride * number) as u64,
                    usage: usage | wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                })
            };
            let source = wgpu::BufferUsages::COPY_SRC;
            let parameter_buffer = buffer(columns, wgpu::BufferUsages::empty());
            let state_buffer = buffer(kernel.state_count, wgpu::BufferUsages::empty());
            let single = kernel.precision == Precision::Single;
            let rest_count = if single { kernel.state_count } else { 1 };
            let rests = buffer(rest_count, wgpu::BufferUsages::empty());
            let channels = buffer(kernel.channel_count, source);
            let reductions = buffer(kernel.reduction_count, source);
            let plain = |size: usize, usage| {
                let size = size as u64;
                let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                backend.device.device.create_buffer(&descriptor)
            };
            let control = plain(32, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
            let status_usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | source;
            let status_buffer = plain(stride * 16, status_usage);
            let largest = (kernel.channel_count.max(kernel.reduction_count).max(1) * number).max(16) * stride;
            let readback = plain(largest, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);

            let queue = &backend.device.queue;
            queue.write_buffer(&parameter_buffer, 0, &bytes(&parameters, kernel.precision));
            queue.write_buffer(&state_buffer, 0, &bytes(&state, kernel.precision));
            if single {
                let rest: Vec<f64> = state.iter().map(|x| x - f64::from(*x as f32)).collect();
                queue.write_buffer(&rests, 0, &bytes(&rest, kernel.precision));
            }
            queue.write_buffer(&status_buffer, 0, bytemuck::cast_slice(&status));
            let all = [&control, &parameter_buffer, &state_buffer, &rests, &status_buffer, &channels, &reductions];
            let entries: Vec<_> = (0..)
                .zip(all)
                .map(|(binding, b)| wgpu::BindGroupEntry { binding, resource: b.as_entire_binding() })
                .collect();
            let bindings = backend.device.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &backend.pipelines.layout,
                entries: &entries,
            });
            Self {
                backend,
                study,
                stride,
                schedules,
                status,
                control,
                status_buffer,
                channels,
                reductions,
                readback,
                bindings,
                members,
            }
        })
    }

    /// Runs all members to their ends and fetches the results.
    pub(super) fn run(mut self) -> Result<Chunk, GpuError> {
        let channel_count = self.backend.kernel.channel_count;
        let sampled = self.study.sampling.is_some();
        let reduces = self.study.reduces_over_time();
        let mut samples: Vec<Vec<f64>> = Vec::new();
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.members.count];
        if sampled || reduces {
            self.observe(true)?;
        }
        let mut number = 0u32;
        loop {
            if sampled {
                let values = self.read(&self.channels, channel_count)?;
                for (i, rows) in rows.iter_mut().enumerate() {
                    let boundary = |n| self.boundary(i, n);
                    let reached = number == 0 || boundary(number) > boundary(number - 1);
                    if self.status[i][0] == Outcome::Completed.code() && reached {
                        rows.push((samples.len(), self.schedules[i].time(boundary(number))));
                    }
                }
                samples.push(values);
            }
            let longest = (0..self.members.count).map(|i| self.boundary(i, number + 1) - self.boundary(i, number));
            let longest = longest.max().unwrap_or(0);
            if longest == 0 {
                break;
            }
            number += 1;
            self.advance(number, longest)?;
            self.fetch_status(number)?;
            if sampled {
                self.observe(false)?;
            }
        }
        self.observe(false)?;
        let mut values = self.read(&self.channels, channel_count)?;
        if reduces {
            self.replace_reduced(&mut values)?;
        }
        Ok(self.collect(&values, &samples, rows))
    }

    /// Steps of member `i` up to sample `number`; all of them where it cannot start.
    fn boundary(&self, i: usize, number: u32) -> u32 {
        self.status[i][3].saturating_mul(number).min(self.status[i][2])
    }

    /// Dispatches until every member has reached the sample, at most `longest` steps away.
    fn advance(&self, sample: u32, longest: u32) -> Result<(), GpuError> {
        let mut done = 0;
        while done < longest {
            let budget = self.backend.budget().min(longest - done);
            let start = Instant::now();
            self.dispatch(&self.backend.pipelines.advance, [sample, budget, 0])?;
            self.backend.adapt_budget(budget, start.elapsed());
            done += budget;
        }
        Ok(())
    }

    fn observe(&self, start: bool) -> Result<(), GpuError> {
        self.dispatch(&self.backend.pipelines.observe, [0, 0, u32::from(start)])
    }

    fn dispatch(&self, pipeline: &wgpu::ComputePipeline, control: [u32; 3]) -> Result<(), GpuError> {
        let device = &self.backend.device;
        let [sample, budget, start] = control;
        let words = [self.members.count as u32, self.stride as u32, sample, budget, start, 0, 0, 0];
        device.queue.write_buffer(&self.control, 0, bytemuck::cast_slice(&words));
        device.guarded("a dispatch", || {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &self.bindings, &[]);
                pass.dispatch_workgroups((self.stride / WORKGROUP) as u32, 1, 1);
            }
            device.queue.submit([encoder.finish()]);
        })?;
        self.wait("waiting for a dispatch")
    }

    fn wait(&self, what: &'static str) -> Result<(), GpuError> {
        let device = &self.backend.device;
        let poll = wgpu::PollType::Wait { submission_index: None, timeout: Some(HANG) };
        device.device.poll(poll).map(|_| ()).map_err(|e| GpuError::Call {
            adapter: device.report.name.clone(),
            what,
            reason: e.to_string(),
        })
    }

    /// Copies a buffer to the host.
    fn fetch(&self, buffer: &wgpu::Buffer, size: usize) -> Result<Vec<u8>, GpuError> {
        let device = &self.backend.device;
        let failed =
            |reason: String| GpuError::Call { adapter: device.report.name.clone(), what: "reading results", reason };
        let (sender, receiver) = std::sync::mpsc::channel();
        device.guarded("reading results", || {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, 0, &self.readback, 0, size as u64);
            device.queue.submit([encoder.finish()]);
            self.readback.slice(..size as u64).map_async(wgpu::MapMode::Read, move |result| {
                let _ = sender.send(result);
            });
        })?;
        self.wait("reading results")?;
        receiver.try_recv().map_err(|e| failed(e.to_string()))?.map_err(|e| failed(e.to_string()))?;
        let data = {
            let view = self.readback.slice(..size as u64).get_mapped_range().map_err(|e| failed(e.to_string()))?;
            view.to_vec()
        };
        self.readback.unmap();
        Ok(data)
    }

    /// Reads some quantities of all members, quantity by quantity.
    fn read(&self, buffer: &wgpu::Buffer, columns: usize) -> Result<Vec<f64>, GpuError> {
        let data = self.fetch(buffer, columns * self.stride * self.backend.number_size())?;
        Ok(match self.backend.kernel.precision {
            Precision::Single => bytemuck::pod_collect_to_vec::<u8, f32>(&data).into_iter().map(f64::from).collect(),
            Precision::Double => bytemuck::pod_collect_to_vec(&data),
        })
    }

    /// Reads how far every member got, and checks that those that are well got as far as they should.
    fn fetch_status(&mut self, sample: u32) -> Result<(), GpuError> {
        let data = self.fetch(&self.status_buffer, self.stride * 16)?;
        let status: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(&data);
        for (i, [code, done, ..]) in status.iter().copied().enumerate().take(self.members.count) {
            let expected = self.boundary(i, sample);
            if code == Outcome::Completed.code() && done != expected {
                return Err(GpuError::StepsMissing {
                    adapter: self.backend.device.report.name.clone(),
                    member: self.members.first + i as u64,
                    done,
                    expected,
                });
            }
        }
        self.status = status;
        Ok(())
    }

    /// Puts the reductions over time in the place of the values at the end.
    fn replace_reduced(&self, values: &mut [f64]) -> Result<(), GpuError> {
        let reduced = self.read(&self.reductions, self.backend.kernel.reduction_count)?;
        for (c, over) in self.study.mechanism.over().into_iter().enumerate() {
            for i in 0..self.members.count {
                let value = reduced[(3 * c + 2) * self.stride + i];
                let duration = self.schedules[i].time(u32::MAX);
                values[c * self.stride + i] = if over == Over::Mean { value / duration } else { value };
            }
        }
        Ok(())
    }

    fn collect(self, values: &[f64], samples: &[Vec<f64>], rows: Vec<Vec<(usize, f64)>>) -> Chunk {
        let channels = self.backend.kernel.channel_count;
        let stride = self.stride;
        let sampled = self.study.sampled_channels();
        let mut chunk = Chunk::new(self.members, channels);
        for i in 0..chunk.outcomes.len() {
            let [code, done, ..] = self.status[i];
            let outputs = &mut chunk.outputs[i * channels..(i + 1) * channels];
            for (c, y) in outputs.iter_mut().enumerate() {
                *y = values[c * stride + i];
            }
            let outcome = Outcome::from_code(code).unwrap_or(Outcome::Invalid);
            let finite = outputs.iter().all(|y| y.is_finite());
            let unfinished = outcome == Outcome::Completed && !finite;
            chunk.outcomes[i] = if unfinished { Outcome::NonFinite } else { outcome };
            chunk.steps[i] = done;
            chunk.times[i] = self.schedules[i].time(done);
            for (sample, time) in &rows[i] {
                chunk.samples.rows.push((i, *time));
                chunk.samples.values.extend(sampled.iter().map(|c| samples[*sample][c * stride + i]));
            }
        }
        chunk
    }
}

/// Numbers in the precision of a kernel.
fn bytes(values: &[f64], precision: Precision) -> Vec<u8> {
    match precision {
        Precision::Single => {
            let rounded: Vec<f32> = values.iter().map(|x| *x as f32).collect();
            bytemuck::cast_slice(&rounded).to_vec()
        }
        Precision::Double => bytemuck::cast_slice(values).to_vec(),
    }
}

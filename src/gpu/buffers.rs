//! The buffers of a chunk on the device.

use super::backend::{GpuBackend, GpuError, WORKGROUP};
use super::kernel::{Kept, StepParameter};
use crate::ensemble::{Members, Outcome, Pace, Start, Study};
use crate::num::Precision;
use std::time::Duration;

/// A read-back that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(60);

/// What the next attempt of a member is for; see `shaders/steps.wgsl`.
mod mode {
    pub(super) const START: u32 = 0;
    pub(super) const STEP: u32 = 1;
    /// The step reaches the end of the run.
    pub(super) const LAST: u32 = 0x8000;
}

/// Why a dispatch left a member.
pub(super) mod reason {
    /// It did not: the driver stopped its loop.
    pub(in super::super) const DROPPED: u32 = 0;
    pub(in super::super) const BUDGET: u32 = 1;
    pub(in super::super) const ENDED: u32 = 3;
}

/// Words of the status of a member.
const STATUS_WORDS: usize = 8;

/// The buffers, quantity by quantity, `stride` members apart.
pub(super) struct Buffers {
    pub(super) stride: usize,
    pub(super) control: wgpu::Buffer,
    pub(super) bindings: wgpu::BindGroup,
    state: wgpu::Buffer,
    status: wgpu::Buffer,
    channels: wgpu::Buffer,
    reductions: wgpu::Buffer,
    events: wgpu::Buffer,
    readback: wgpu::Buffer,
}

impl Buffers {
    /// Buffers for some members, with their beginnings.
    pub(super) fn new(
        backend: &GpuBackend,
        study: &Study,
        members: &Members,
        starts: &[Start],
    ) -> Result<Self, GpuError> {
        let (kernel, columns) = (&backend.kernel, &backend.kernel.columns);
        let stride = members.count.div_ceil(WORKGROUP) * WORKGROUP;
        let mut parameters = vec![0.0; columns.parameters() * stride];
        let mut state = vec![0.0; columns.states() * stride];
        let mut status = vec![0u32; STATUS_WORDS * stride];
        for words in status.chunks_exact_mut(STATUS_WORDS) {
            words[0] = Outcome::Invalid.code();
            words[4] = reason::ENDED << 16;
        }
        for (i, start) in starts.iter().enumerate() {
            for (c, value) in members.row(i).iter().enumerate() {
                parameters[c * stride + i] = *value;
            }
            let mut set = |p: StepParameter, value: f64| parameters[columns.parameter(p) * stride + i] = value;
            set(StepParameter::End, start.pace.duration());
            set(StepParameter::Every, study.sampling.unwrap_or(0.0));
            let (count, per_sample) = match &start.pace {
                Pace::Fixed(schedule) => {
                    set(StepParameter::Pitch, schedule.step());
                    set(StepParameter::Last, schedule.last());
                    (schedule.count(), study.sampling.and_then(|every| schedule.steps_per_sample(every)))
                }
                Pace::Adaptive(limits) => {
                    // below, single precision cannot tell the times of two steps apart
                    let resolved =
                        if kernel.precision == Precision::Single { 2.0 * f64::from(f32::EPSILON) } else { 0.0 };
                    set(StepParameter::Smallest, limits.smallest.max(resolved * limits.duration));
                    set(StepParameter::Largest, limits.largest);
                    (0, None)
                }
            };
            for (c, value) in start.state.iter().enumerate() {
                state[c * stride + i] = *value;
                state[(columns.observed() + c) * stride + i] = *value;
            }
            let (length, last) = start.pace.step_length(0, 0.0, start.first_step);
            let mut keep = |kept: Kept, value: f64| state[columns.kept(kept) * stride + i] = value;
            // the look at the start is an attempt of no length, after which the first step is proposed anew
            let look = study.looks_at_the_start();
            keep(Kept::Step, if look { 0.0 } else { length });
            keep(Kept::Length, start.first_step);
            keep(Kept::Error, 1.0);
            keep(Kept::ErrorBefore, 1.0);
            keep(Kept::Cap, study.method.steps.bounds().growth);
            keep(Kept::Terminal, -1.0);
            let words = &mut status[i * STATUS_WORDS..][..STATUS_WORDS];
            let ended = if start.outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED };
            let first = first_mode(study, last) | (ended << 16);
            words.copy_from_slice(&[start.outcome.code(), 0, count, per_sample.unwrap_or(0), first, 0, 1, 0]);
        }
        backend.device.guarded("allocating buffers", || {
            let number = backend.number_size();
            let plain = |size: usize, usage| {
                let size = size as u64;
                let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                backend.device.device.create_buffer(&descriptor)
            };
            let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
            let numbers = |columns: usize| plain(columns.max(1) * stride * number, storage);
            let single = kernel.precision == Precision::Single;
            let parameter_buffer = numbers(columns.parameters());
            let state_buffer = numbers(columns.states());
            let rests = numbers(if single { columns.state } else { 1 });
            let status_buffer = plain(stride * STATUS_WORDS * 4, storage);
            let channels = numbers(columns.channels);
            let reductions = numbers(columns.reductions);
            let events = numbers(columns.records() * columns.record());
            let control = plain(32, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
            let largest = (columns.largest() * number).max(STATUS_WORDS * 4) * stride;
            let readback = plain(largest, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);

            let queue = &backend.device.queue;
            queue.write_buffer(&parameter_buffer, 0, &bytes(&parameters, kernel.precision));
            queue.write_buffer(&state_buffer, 0, &bytes(&state, kernel.precision));
            if single {
                let state = &state[..columns.state * stride];
                let rest: Vec<f64> = state.iter().map(|x| x - f64::from(*x as f32)).collect();
                queue.write_buffer(&rests, 0, &bytes(&rest, kernel.precision));
            }
            queue.write_buffer(&status_buffer, 0, bytemuck::cast_slice(&status));
            let all =
                [&control, &parameter_buffer, &state_buffer, &rests, &status_buffer, &channels, &reductions, &events];
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
                stride,
                control,
                bindings,
                state: state_buffer,
                status: status_buffer,
                channels,
                reductions,
                events,
                readback,
            }
        })
    }

    /// Copies a part of a buffer to the host.
    fn fetch(
        &self,
        backend: &GpuBackend,
        buffer: &wgpu::Buffer,
        from: usize,
        size: usize,
    ) -> Result<Vec<u8>, GpuError> {
        let device = &backend.device;
        let failed =
            |reason: String| GpuError::Call { adapter: device.report.name.clone(), what: "reading results", reason };
        let (sender, receiver) = std::sync::mpsc::channel();
        device.guarded("reading results", || {
            let mut encoder = device.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, from as u64, &self.readback, 0, size as u64);
            device.queue.submit([encoder.finish()]);
            self.readback.slice(..size as u64).map_async(wgpu::MapMode::Read, move |result| {
                let _ = sender.send(result);
            });
        })?;
        device.wait("reading results", HANG)?;
        receiver.try_recv().map_err(|e| failed(e.to_string()))?.map_err(|e| failed(e.to_string()))?;
        let data = {
            let view = self.readback.slice(..size as u64).get_mapped_range().map_err(|e| failed(e.to_string()))?;
            view.to_vec()
        };
        self.readback.unmap();
        Ok(data)
    }

    /// Reads some quantities of all members, quantity by quantity.
    fn read(
        &self,
        backend: &GpuBackend,
        buffer: &wgpu::Buffer,
        columns: std::ops::Range<usize>,
    ) -> Result<Vec<f64>, GpuError> {
        let column = self.stride * backend.number_size();
        let data = self.fetch(backend, buffer, columns.start * column, columns.len() * column)?;
        Ok(match backend.kernel.precision {
            Precision::Single => bytemuck::pod_collect_to_vec::<u8, f32>(&data).into_iter().map(f64::from).collect(),
            Precision::Double => bytemuck::pod_collect_to_vec(&data),
        })
    }

    pub(super) fn read_channels(&self, backend: &GpuBackend, columns: usize) -> Result<Vec<f64>, GpuError> {
        self.read(backend, &self.channels, 0..columns)
    }
    pub(super) fn read_reductions(&self, backend: &GpuBackend, columns: usize) -> Result<Vec<f64>, GpuError> {
        self.read(backend, &self.reductions, 0..columns)
    }
    pub(super) fn read_events(&self, backend: &GpuBackend, columns: usize) -> Result<Vec<f64>, GpuError> {
        self.read(backend, &self.events, 0..columns)
    }
    pub(super) fn read_state_column(&self, backend: &GpuBackend, column: usize) -> Result<Vec<f64>, GpuError> {
        self.read(backend, &self.state, column..column + 1)
    }
    /// The status of all members, eight words each.
    pub(super) fn read_status(&self, backend: &GpuBackend) -> Result<Vec<u32>, GpuError> {
        let data = self.fetch(backend, &self.status, 0, self.stride * STATUS_WORDS * 4)?;
        Ok(bytemuck::pod_collect_to_vec(&data))
    }
}

/// The mode that a member begins in.
fn first_mode(study: &Study, last: bool) -> u32 {
    if study.looks_at_the_start() { mode::START } else { mode::STEP | if last { mode::LAST } else { 0 } }
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

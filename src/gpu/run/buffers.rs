//! The buffers of a chunk on the device.

use super::status::STATUS_WORDS;
use super::upload::Upload;
use crate::ensemble::{InitialState, Members, Study};
use crate::gpu::device::numbers::{bytes, numbers};
use crate::gpu::device::open::{CONTROL, READBACK, STORAGE};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::{Control, StepParameter};
use crate::gpu::run::progress_counts::CountBuffers;
use crate::gpu::run::session::Session;
use crate::num::Precision;
use std::ops::Range;

/// The buffers, quantity by quantity, `stride` members apart.
pub(crate) struct Buffers {
    pub(crate) stride: usize,
    pub(crate) control: wgpu::Buffer,
    pub(crate) bindings: wgpu::BindGroup,
    pub(crate) parameters: wgpu::Buffer,
    state: wgpu::Buffer,
    rests: wgpu::Buffer,
    pub(crate) status: wgpu::Buffer,
    pub(crate) channels: wgpu::Buffer,
    events: wgpu::Buffer,
    readback: wgpu::Buffer,
    pub(crate) counts: CountBuffers,
}

impl Buffers {
    /// Makes buffers for some members, with their initial states.
    pub(crate) fn new(
        session: &Session,
        study: &Study,
        members: &Members,
        starts: &[InitialState],
    ) -> Result<Self, GpuError> {
        let kernel = &session.kernel;
        let buffers = Self::allocate(session, members.count)?;
        let upload = Upload::new((study, &kernel.columns, kernel.precision), members, starts, buffers.stride);
        session.device.guarded("uploading members", || {
            let queue = &session.device.queue;
            queue.write_buffer(&buffers.parameters, 0, &upload.parameters);
            queue.write_buffer(&buffers.state, 0, &upload.state);
            if !upload.rests.is_empty() {
                queue.write_buffer(&buffers.rests, 0, &upload.rests);
            }
            queue.write_buffer(&buffers.status, 0, bytemuck::cast_slice(&upload.status));
        })?;
        Ok(buffers)
    }

    /// Makes buffers for so many members, with nothing in them.
    pub(crate) fn allocate(session: &Session, members: usize) -> Result<Self, GpuError> {
        let (kernel, columns) = (&session.kernel, &session.kernel.columns);
        let stride = members.div_ceil(WORKGROUP) * WORKGROUP;
        session.device.guarded("allocating buffers", || {
            let number = session.number_size();
            let device = &session.device;
            let numbers = |columns: usize| device.buffer(columns.max(1) * stride * number, STORAGE);
            let single = kernel.precision == Precision::Single;
            let constants = kernel.interpreted.as_ref().map_or(&[][..], |of| &of.constants);
            let parameter_count = columns.parameters() * stride;
            let parameter_buffer = device.buffer((parameter_count + constants.len()) * number, STORAGE);
            if !constants.is_empty() {
                let place = (parameter_count * number) as u64;
                session.device.queue.write_buffer(&parameter_buffer, place, &bytes(constants, kernel.precision));
            }
            let state_buffer = numbers(columns.states() + columns.slots);
            let rests = numbers(if single { columns.state } else { 1 });
            let status_buffer = device.buffer(stride * STATUS_WORDS * 4, STORAGE);
            let channels = numbers(columns.channels);
            let reductions = numbers(columns.reductions());
            let events = numbers(columns.records() * columns.record());
            let control = device.buffer(Control::SIZE, CONTROL);
            let largest = (columns.largest_for_the_host() * number).max(STATUS_WORDS * 4) * stride;
            let readback = device.buffer(largest, READBACK);

            let all =
                [&control, &parameter_buffer, &state_buffer, &rests, &status_buffer, &channels, &reductions, &events];
            let all: Vec<_> = all.into_iter().chain(&session.pipelines.shared).collect();
            let bindings = session.pipelines.stage.bind(device, &all);
            let counts = CountBuffers::new(&session.device, &session.counts, [&control, &status_buffer], stride);
            Self {
                stride,
                control,
                bindings,
                parameters: parameter_buffer,
                state: state_buffer,
                rests,
                status: status_buffer,
                channels,
                events,
                readback,
                counts,
            }
        })
    }

    /// Copies a part of a buffer to the host.
    fn fetch(&self, session: &Session, buffer: &wgpu::Buffer, from: usize, size: usize) -> Result<Vec<u8>, GpuError> {
        let (device, readback) = (&session.device, &self.readback);
        let copy = |encoder: &mut wgpu::CommandEncoder| {
            encoder.copy_buffer_to_buffer(buffer, from as u64, readback, 0, size as u64);
        };
        device.read("reading results", (readback, size), session.patience, copy)
    }

    /// Reads some quantities of all members, quantity by quantity.
    fn read(&self, session: &Session, buffer: &wgpu::Buffer, columns: Range<usize>) -> Result<Vec<f64>, GpuError> {
        let column = self.stride * session.number_size();
        let data = self.fetch(session, buffer, columns.start * column, columns.len() * column)?;
        Ok(numbers(&data, session.kernel.precision))
    }

    pub(crate) fn read_channels(&self, session: &Session, columns: usize) -> Result<Vec<f64>, GpuError> {
        self.read(session, &self.channels, 0..columns)
    }
    pub(crate) fn read_events(&self, session: &Session, columns: usize) -> Result<Vec<f64>, GpuError> {
        self.read(session, &self.events, 0..columns)
    }
    pub(crate) fn read_state_column(&self, session: &Session, column: usize) -> Result<Vec<f64>, GpuError> {
        self.read(session, &self.state, column..column + 1)
    }
    /// Says when the next sample of every member is due, s, where samples are at given times.
    pub(crate) fn write_sample_times(&self, session: &Session, times: &[f64]) {
        let precision = session.kernel.precision;
        let column = session.kernel.columns.parameter(StepParameter::Every);
        let offset = (column * self.stride * session.number_size()) as u64;
        session.device.queue.write_buffer(&self.parameters, offset, &bytes(times, precision));
    }
    /// Replaces the status of some members.
    pub(crate) fn write_status(&self, session: &Session, first: usize, words: &[u32]) {
        let offset = (first * STATUS_WORDS * 4) as u64;
        session.device.queue.write_buffer(&self.status, offset, bytemuck::cast_slice(words));
    }
    /// Reads the status of some members, eight words each.
    pub(crate) fn read_status(&self, session: &Session, members: Range<usize>) -> Result<Vec<u32>, GpuError> {
        let words = STATUS_WORDS * 4;
        let data = self.fetch(session, &self.status, members.start * words, members.len() * words)?;
        Ok(bytemuck::pod_collect_to_vec(&data))
    }
}

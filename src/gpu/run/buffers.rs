//! The buffers of a chunk on the device.

use super::status::STATUS_WORDS;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{AtCorner, InitialState, Members, NextCorner, NextStep, Outcome, Sampling, StepSequence, Study};
use crate::gpu::device::numbers::{bytes, numbers};
use crate::gpu::device::open::{CONTROL, READBACK, STORAGE};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::{AT_CORNER, Control, Kept, LAST, PART_OF_STEP, StepParameter, reason};
use crate::gpu::run::progress_counts::CountBuffers;
use crate::gpu::run::session::Session;
use crate::integrator::newton::Solution;
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

/// Sets the parameters of a member that say when its steps and samples are; returns the number of its steps and how many of
/// them there are to a sample, where these are equal.
fn set_times(
    study: &Study,
    start: &InitialState,
    precision: Precision,
    mut set: impl FnMut(StepParameter, f64),
) -> (u32, Option<u32>) {
    set(StepParameter::End, start.sequence.duration());
    // of samples at given times, the host says when each is due
    set(StepParameter::Every, study.sampling.as_ref().and_then(Sampling::every).unwrap_or(0.0));
    match &start.sequence {
        StepSequence::Fixed(equal) => {
            set(StepParameter::Pitch, equal.step());
            set(StepParameter::Last, equal.last());
            (equal.count(), study.sampling.as_ref().and_then(|s| s.steps_per_sample(&start.sequence)))
        }
        StepSequence::Adaptive(limits) => {
            // below, the times of two steps cannot be told apart; in double precision the plan sees to that
            let resolved = match precision {
                Precision::Double => 0.0,
                precision => 2.0 * precision.epsilon(),
            };
            set(StepParameter::Smallest, limits.smallest.max(resolved * limits.duration));
            set(StepParameter::Largest, limits.largest);
            (0, None)
        }
    }
}

impl Buffers {
    /// Makes buffers for some members, with their initial states.
    pub(crate) fn new(
        session: &Session,
        study: &Study,
        members: &Members,
        starts: &[InitialState],
    ) -> Result<Self, GpuError> {
        let (kernel, columns) = (&session.kernel, &session.kernel.columns);
        let stride = members.count.div_ceil(WORKGROUP) * WORKGROUP;
        let mut parameters = vec![0.0; columns.parameters() * stride];
        let mut state = vec![0.0; columns.states() * stride];
        let mut status = vec![0u32; STATUS_WORDS * stride];
        for words in status.chunks_exact_mut(STATUS_WORDS) {
            words[0] = Outcome::Invalid.code();
            words[4] = reason::ENDED << 16;
        }
        let (by, mut all) = (study.mechanism.differentiated_by_parameters(), Vec::new());
        for (i, start) in starts.iter().enumerate() {
            for (c, value) in members.row(i).iter().enumerate() {
                parameters[c * stride + i] = *value;
            }
            if columns.moving > 0 {
                study.parameters(members.row(i), &mut all);
            }
            for (k, by) in by.iter().enumerate().take(columns.moving) {
                let [rate, end] = columns.time_slopes(k);
                parameters[rate * stride + i] = study.step_rate(&all, *by);
                parameters[end * stride + i] = study.duration_slope(&all, *by);
            }
            let set = |p: StepParameter, value: f64| parameters[columns.parameter(p) * stride + i] = value;
            let (count, per_sample) = set_times(study, start, kernel.precision, set);
            for (c, value) in start.state.iter().enumerate() {
                state[c * stride + i] = *value;
                state[(columns.observed() + c) * stride + i] = *value;
            }
            let mut corner = NextCorner::default();
            if study.takes_parts_of_steps() {
                study.parameters(members.row(i), &mut all);
                corner = study.first_corner(&all, &start.sequence, kernel.precision);
                parameters[columns.parameter(StepParameter::Gap) * stride + i] = corner.gap;
                state[columns.kept(Kept::Corner) * stride + i] = corner.time;
                state[columns.kept(Kept::Ending) * stride + i] = -1.0;
                state[columns.kept(Kept::Uncut) * stride + i] = 0.0;
            }
            let next = corner.next_step(&start.sequence, 0, 0.0, start.first_step);
            let length = next.length;
            let mut keep = |kept: Kept, value: f64| state[columns.kept(kept) * stride + i] = value;
            // the look at the start is an attempt of no length, after which the first step is proposed anew
            let look = study.looks_at_the_start();
            keep(Kept::Step, if look { 0.0 } else { length });
            keep(Kept::Length, start.first_step);
            keep(Kept::Error, 1.0);
            keep(Kept::ErrorBefore, 1.0);
            keep(Kept::Cap, study.method.steps.bounds().growth);
            keep(Kept::Terminal, -1.0);
            if study.is_implicit() {
                // a look at the start is one at the beginning of a step that is solved
                let first_look = start.sequence.first_look(start.first_step);
                let (status, length) = if look { (Solution::Found, first_look) } else { (Solution::Sought, length) };
                state[columns.newton_input(NewtonInput::Status) * stride + i] = status.code();
                state[columns.newton_input(NewtonInput::Length) * stride + i] = length;
            }
            let words = &mut status[i * STATUS_WORDS..][..STATUS_WORDS];
            let ended = if start.outcome == Outcome::Completed { reason::BUDGET } else { reason::ENDED };
            let first = first_mode(study, next) | (ended << 16);
            words.copy_from_slice(&[start.outcome.code(), 0, count, per_sample.unwrap_or(0), first, 0, 1, 0]);
        }
        let buffers = Self::allocate(session, members.count)?;
        session.device.guarded("uploading members", || {
            let queue = &session.device.queue;
            queue.write_buffer(&buffers.parameters, 0, &bytes(&parameters, kernel.precision));
            queue.write_buffer(&buffers.state, 0, &bytes(&state, kernel.precision));
            if kernel.precision == Precision::Single {
                let state = &state[..columns.state * stride];
                let rest: Vec<f64> = state.iter().map(|x| x - f64::from(*x as f32)).collect();
                queue.write_buffer(&buffers.rests, 0, &bytes(&rest, kernel.precision));
            }
            queue.write_buffer(&buffers.status, 0, bytemuck::cast_slice(&status));
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

/// Returns the mode that a member begins in.
fn first_mode(study: &Study, next: NextStep) -> u32 {
    if study.looks_at_the_start() {
        return Mode::Start as u32;
    }
    let last = if next.last { LAST } else { 0 };
    let at_corner = match next.at_corner {
        None => 0,
        Some(AtCorner::Whole) => AT_CORNER,
        Some(AtCorner::Part) => AT_CORNER | PART_OF_STEP,
        Some(AtCorner::HalfWay) => PART_OF_STEP,
    };
    Mode::Step as u32 | last | at_corner
}

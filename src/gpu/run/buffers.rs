//! The buffers of a chunk on the device.

use super::begin::{self, BeginBuffers, BeginStage};
use super::order::Order;
use super::status::STATUS_WORDS;
use super::upload::{Upload, sections};
use crate::ensemble::{CommonSteps, Members, StartColumns, Study};
use crate::gpu::device::numbers::{Numbers, bytes, numbers};
use crate::gpu::device::open::{CONTROL, READBACK, STAGING, STORAGE};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::{Control, StepParameter};
use crate::gpu::run::progress_counts::CountBuffers;
use crate::gpu::run::session::Session;
use crate::num::Precision;
use std::cmp::Reverse;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The memory of a chunk on the device and beside it, quantity by quantity, `stride` members apart.
#[derive(Debug)]
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
    staging: wgpu::Buffer,
    /// What members begin with on the device, where it begins them.
    begin: Option<BeginBuffers>,
    /// What members begin with, on the host.
    pub(crate) starts: StartColumns,
    /// The bytes of the staging buffer, written by all cores: mapped memory may not be read, and is slow to write in parts.
    upload: Vec<u8>,
}

/// Memory of chunks that have come to their ends, for the next ones, the largest first. Buffers of 262,144 heavy tops are 300 MB: made
/// anew for each chunk, their pages took more of the host's time than all that was written to them.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Vec<Buffers>>);

/// The most chunks whose memory is kept: two of a size, which are in flight at once, and a smaller one, as the first of a run that forms
/// statistics is.
const KEPT: usize = 3;

impl Spare {
    fn all(&self) -> MutexGuard<'_, Vec<Buffers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives all memory back, and says whether there was any.
    pub(crate) fn clear(&self) -> bool {
        !std::mem::take(&mut *self.all()).is_empty()
    }
}

/// The memory of a chunk, which is spare again after it.
pub(crate) struct Lease {
    session: Arc<Session>,
    spare: Arc<Spare>,
    /// None while it goes back.
    buffers: Option<Buffers>,
}

impl Lease {
    /// Takes memory for so many members, which the device begins or the host: of a chunk before, or new.
    pub(crate) fn new(
        session: &Arc<Session>,
        spare: &Arc<Spare>,
        (members, begins): (usize, bool),
    ) -> Result<Self, GpuError> {
        let fitting = {
            let mut all = spare.all();
            let fits = |buffers: &Buffers| buffers.stride == stride(members) && buffers.begin.is_some() == begins;
            let place = all.iter().position(fits);
            if place.is_none() && all.first().is_some_and(|largest| largest.stride < stride(members)) {
                // chunks become larger: of the smaller ones one may come again
                all.truncate(1);
            }
            place.map(|place| all.remove(place))
        };
        let buffers = match fitting {
            Some(buffers) => buffers,
            None => Buffers::allocate(session, (members, begins)).or_else(|error| {
                // what is missing may be what is kept
                if spare.clear() { Buffers::allocate(session, (members, begins)) } else { Err(error) }
            })?,
        };
        Ok(Self { session: Arc::clone(session), spare: Arc::clone(spare), buffers: Some(buffers) })
    }
}

impl Deref for Lease {
    type Target = Buffers;

    fn deref(&self) -> &Buffers {
        self.buffers.as_ref().expect("it goes back at the end alone")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Buffers {
        self.buffers.as_mut().expect("it goes back at the end alone")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let usable = self.buffers.take().filter(|_| !self.session.device.is_dead());
        let mut all = self.spare.all();
        all.extend(usable);
        all.sort_by_key(|buffers| Reverse(buffers.stride));
        all.truncate(KEPT);
    }
}

/// Returns how far apart the quantities of so many members lie.
fn stride(members: usize) -> usize {
    members.div_ceil(WORKGROUP) * WORKGROUP
}

impl Buffers {
    /// Copies what members begin with to the device.
    pub(crate) fn upload(
        &mut self,
        session: &Session,
        study: &Study,
        members: &Members,
        order: &Order,
    ) -> Result<(), GpuError> {
        let (columns, precision) = (&session.kernel.columns, session.kernel.precision);
        let Self { stride, starts, upload, staging, .. } = self;
        Upload { study, columns, precision, members, starts, order }.write(*stride, upload);
        session.device.write_mapped("uploading members", (staging, upload), session.patience)?;
        session.device.guarded("uploading members", || {
            let mut encoder = session.device.device.create_command_encoder(&Default::default());
            let mut from = 0;
            let sections = sections(columns, precision, self.stride);
            for (to, size) in [&self.parameters, &self.state, &self.rests, &self.status].into_iter().zip(sections) {
                if size > 0 {
                    encoder.copy_buffer_to_buffer(&self.staging, from, to, 0, size as u64);
                }
                from += size as u64;
            }
            session.device.queue.submit([encoder.finish()]);
        })
    }

    /// Has the device begin members of the values of their parameters.
    pub(crate) fn begin(
        &mut self,
        session: &Session,
        stage: &BeginStage,
        (study, steps): (&Study, &CommonSteps),
        members: &Members,
    ) -> Result<(), GpuError> {
        let Self { stride, starts, upload, staging, begin, control, .. } = self;
        let begin = begin.as_ref().expect("memory in which the device begins members");
        let sections = stage.write(&session.kernel, (study, steps), (members, &starts.outcomes), *stride, upload);
        session.device.write_mapped("uploading parameters", (staging, upload), session.patience)?;
        let (count, stride) = (members.count() as u32, *stride as u32);
        let words = Control { members: count, stride, ..Control::default() };
        session.device.guarded("beginning members", || {
            session.device.queue.write_buffer(control, 0, &words.bytes());
            let mut encoder = session.device.device.create_command_encoder(&Default::default());
            begin.encode(&mut encoder, stage, (staging, sections), stride as usize / WORKGROUP);
            session.device.queue.submit([encoder.finish()]);
        })
    }

    /// Makes buffers for so many members, with nothing in them.
    pub(crate) fn allocate(session: &Session, (members, begins): (usize, bool)) -> Result<Self, GpuError> {
        let (kernel, columns) = (&session.kernel, &session.kernel.columns);
        let stride = stride(members);
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
            let upload = match kernel.begin.as_ref().filter(|_| begins) {
                Some(begin) => begin::sections(columns, [kernel.precision, begin.precision], stride).iter().sum(),
                None => sections(columns, kernel.precision, stride).iter().sum(),
            };
            let upload: Vec<u8> = vec![0; upload];
            let staging = device.buffer(upload.len(), STAGING);

            let all =
                [&control, &parameter_buffer, &state_buffer, &rests, &status_buffer, &channels, &reductions, &events];
            let all: Vec<_> = all.into_iter().chain(&session.pipelines.shared).collect();
            let bindings = session.pipelines.stage.bind(device, &all);
            let begin = session.begin_stage().filter(|_| begins);
            let kept = [&control, &parameter_buffer, &state_buffer, &rests, &status_buffer];
            let begin = begin.map(|begin| BeginBuffers::new(device, begin, columns, (kept, stride), kernel.precision));
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
                staging,
                begin,
                starts: StartColumns::default(),
                upload,
            }
        })
    }

    /// Copies a part of a buffer to the host, and returns what is made of it there.
    fn fetch<T>(
        &self,
        session: &Session,
        buffer: &wgpu::Buffer,
        part: Range<usize>,
        make: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, GpuError> {
        let (device, readback) = (&session.device, &self.readback);
        let copy = |encoder: &mut wgpu::CommandEncoder| {
            encoder.copy_buffer_to_buffer(buffer, part.start as u64, readback, 0, part.len() as u64);
        };
        device.read_with("reading results", (readback, part.len()), session.patience, copy, make)
    }

    /// Reads some quantities of all members, quantity by quantity.
    fn read(&self, session: &Session, buffer: &wgpu::Buffer, columns: Range<usize>) -> Result<Vec<f64>, GpuError> {
        let column = self.stride * session.number_size();
        let part = columns.start * column..columns.end * column;
        self.fetch(session, buffer, part, |data| numbers(data, session.kernel.precision))
    }

    /// Returns what is made of the outputs, quantity by quantity, in the memory that they come to.
    pub(crate) fn with_channels<T>(
        &self,
        session: &Session,
        columns: usize,
        make: impl FnOnce(Numbers<'_>) -> T,
    ) -> Result<T, GpuError> {
        let (precision, size) = (session.kernel.precision, columns * self.stride * session.number_size());
        self.fetch(session, &self.channels, 0..size, |data| make(Numbers { data, precision }))
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
        let part = members.start * words..members.end * words;
        self.fetch(session, &self.status, part, bytemuck::pod_collect_to_vec)
    }
}

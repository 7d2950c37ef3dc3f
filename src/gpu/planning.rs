//! Drawing and beginning members on the device, so that a sweep without a member table uploads nothing per member.
//!
//! Everything is computed in double precision with the operations of the CPU, and rounded to the kernel's precision at
//! the end, as the host does it: the same bits.

mod numbers;
mod script;

pub use numbers::PlanNumbers;
use numbers::SOFT_MEMBERS;

use crate::ensemble::{Members, Start, Study};
use crate::gpu::device::open::{Device, READBACK, STORAGE};
use crate::gpu::device::stage::{Bound, Stage};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Kernel, KernelError, WORKGROUP};
use crate::gpu::run::buffers::Buffers;
use crate::gpu::run::session::Session;
use script::Script;

/// The kernel that draws and begins members of a study.
#[derive(Debug)]
pub(super) struct Planner {
    stage: Stage,
    words: wgpu::Buffer,
    constants: wgpu::Buffer,
    doubtful: wgpu::Buffer,
    readback: wgpu::Buffer,
    /// The instructions of functions in whole numbers.
    table: Option<wgpu::Buffer>,
    /// Members of a dispatch.
    most: usize,
}

/// The buffers of a chunk that the planner fills.
pub(super) struct Planned<'a> {
    pub(super) members: usize,
    pub(super) stride: usize,
    /// The number of the first member.
    pub(super) first: u64,
    pub(super) control: &'a wgpu::Buffer,
    pub(super) parameters: &'a wgpu::Buffer,
    pub(super) state: &'a wgpu::Buffer,
    pub(super) rests: &'a wgpu::Buffer,
    pub(super) status: &'a wgpu::Buffer,
}

/// What the device has made of some members: the bytes of the buffers, quantity by quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMembers {
    /// How far two quantities of a member are apart, in numbers.
    pub stride: usize,
    /// The varied parameters, then those of the steps.
    pub parameters: Vec<u8>,
    /// Coordinates and velocities, and what is kept besides.
    pub state: Vec<u8>,
    /// In single precision, what coordinates and velocities have been rounded by.
    pub rests: Vec<u8>,
    /// Eight words per member.
    pub status: Vec<u32>,
}

impl Planner {
    /// The planner of a study, where the study and the device allow one, in numbers that may be asked for.
    pub(super) fn new(
        device: &Device,
        study: &Study,
        kernel: &Kernel,
        asked: Option<PlanNumbers>,
    ) -> Result<Option<Self>, GpuError> {
        let Some(numbers) = PlanNumbers::of(&device.report, asked) else { return Ok(None) };
        let Some(beginning) = study.beginning() else { return Ok(None) };
        let Some(script) = Script::new(study, kernel, &beginning, numbers).map_err(KernelError::from)? else {
            return Ok(None);
        };
        use Bound::{Control, Read, Write};
        let soft = numbers == PlanNumbers::Soft;
        let words = if soft { Write } else { Read };
        let bound = [Control, words, Read, Write, Write, Write, Write, Write, Read];
        let bound = if soft { &bound[..] } else { &bound[..8] };
        let stage = Stage::new(device, &script.text, numbers.compiled(), &["plan"], bound)?;
        device.guarded("allocating buffers of the plan", || {
            let slots = if soft { 8 * SOFT_MEMBERS * script.slots } else { 0 };
            let words = device.filled(bytemuck::cast_slice(&script.words), slots);
            let constants = device.filled(bytemuck::cast_slice(&script.constants), 0);
            let table = soft.then(|| device.filled(bytemuck::cast_slice(&script.table), 0));
            let (doubtful, readback) = (device.buffer(16, STORAGE), device.buffer(16, READBACK));
            let most = if soft { SOFT_MEMBERS } else { usize::MAX };
            Some(Self { stage, words, constants, doubtful, readback, table, most })
        })
    }

    /// Draws and begins the members of a chunk. False where the host has to do it.
    pub(super) fn run(&self, session: &Session, chunk: &Planned<'_>) -> Result<bool, GpuError> {
        let _turn = session.take_turn()?;
        let device = &session.device;
        let (low, high) = (chunk.first as u32, (chunk.first >> 32) as u32);
        device.queue.write_buffer(&self.doubtful, 0, &[0; 16]);
        let buffers = [&self.words, &self.constants, chunk.parameters, chunk.state, chunk.rests, chunk.status];
        let all: Vec<_> =
            [chunk.control].into_iter().chain(buffers).chain([&self.doubtful]).chain(&self.table).collect();
        let bindings = self.stage.bind(device, &all);
        for begin in (0..chunk.stride).step_by(self.most) {
            let words = [chunk.members as u32, chunk.stride as u32, low, high, 0, 0, 0, begin as u32];
            device.queue.write_buffer(chunk.control, 0, bytemuck::cast_slice(&words));
            let groups = (chunk.stride - begin).min(self.most) / WORKGROUP;
            let data = device.read("drawing members", (&self.readback, 16), session.patience, |encoder| {
                self.stage.encode(encoder, 0, &bindings, (groups, 1));
                encoder.copy_buffer_to_buffer(&self.doubtful, 0, &self.readback, 0, 16);
            })?;
            if data.iter().any(|byte| *byte != 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Draws and begins members by themselves and returns what is in the buffers.
    pub(super) fn look(&self, session: &Session, first: u64, members: usize) -> Result<PlannedMembers, GpuError> {
        let buffers = Buffers::allocate(session, members)?;
        self.run(session, &buffers.planned(first, members))?;
        PlannedMembers::of(&buffers, session)
    }
}

impl PlannedMembers {
    /// What the host draws and begins, and uploads.
    pub(super) fn of_host(session: &Session, study: &Study, first: u64, members: usize) -> Result<Self, GpuError> {
        let members = Members::draw(study, first, members);
        Self::of(&Buffers::new(session, study, &members, &Start::all(study, &members))?, session)
    }

    fn of(buffers: &Buffers, session: &Session) -> Result<Self, GpuError> {
        let [parameters, state, rests, status] = buffers.contents(session)?;
        let status = bytemuck::pod_collect_to_vec(&status);
        Ok(Self { stride: buffers.stride, parameters, state, rests, status })
    }
}

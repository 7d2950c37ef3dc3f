//! How far the members of a dispatch got, summed on the device by workgroups.

use super::backend::{GpuError, WORKGROUP};
use super::device::Device;
use std::ops::Range;

const TEXT: &str = include_str!("../../shaders/tally.wgsl");

/// Words per workgroup.
const WORDS: usize = 4;

/// What became of the members of one workgroup in a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// Members that neither ended nor wait at the sample.
    pub(super) left: u32,
    /// Whether the driver stopped a member's loop.
    pub(super) dropped: bool,
    /// Whether a member met an event.
    pub(super) events: bool,
}

/// The sums as a pipeline.
#[derive(Debug)]
pub(super) struct TallyPipeline {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

impl TallyPipeline {
    pub(super) fn new(device: &Device) -> Result<Self, GpuError> {
        device.guarded("compiling the tally", || {
            let device = &device.device;
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("gyrosweep tally"),
                source: wgpu::ShaderSource::Wgsl(TEXT.into()),
            });
            let entry = |binding: u32, ty| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
                count: None,
            };
            let entries = [
                entry(0, wgpu::BufferBindingType::Uniform),
                entry(1, wgpu::BufferBindingType::Storage { read_only: true }),
                entry(2, wgpu::BufferBindingType::Storage { read_only: false }),
            ];
            let layout =
                device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
            let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some("tally"),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some("tally"),
                compilation_options: Default::default(),
                cache: None,
            });
            Self { pipeline, layout }
        })
    }
}

/// The sums of a chunk.
pub(super) struct TallyBuffers {
    sums: wgpu::Buffer,
    readback: wgpu::Buffer,
    bindings: wgpu::BindGroup,
}

impl TallyBuffers {
    /// Buffers for a chunk whose control and status are these.
    pub(super) fn new(
        device: &Device,
        pipeline: &TallyPipeline,
        [control, status]: [&wgpu::Buffer; 2],
        stride: usize,
    ) -> Self {
        let buffer = |usage| {
            let size = (stride / WORKGROUP * WORDS * 4) as u64;
            let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            device.device.create_buffer(&descriptor)
        };
        let sums = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
        let readback = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let bound = [(0, control), (1, status), (2, &sums)];
        let entries = bound.map(|(binding, b)| wgpu::BindGroupEntry { binding, resource: b.as_entire_binding() });
        let bindings = device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.layout,
            entries: &entries,
        });
        Self { sums, readback, bindings }
    }

    /// Adds the sums of some workgroups and their way to the host to what an encoder does.
    pub(super) fn encode(&self, pipeline: &TallyPipeline, encoder: &mut wgpu::CommandEncoder, groups: &Range<usize>) {
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline.pipeline);
            pass.set_bind_group(0, &self.bindings, &[]);
            pass.dispatch_workgroups(groups.len() as u32, 1, 1);
        }
        let size = (groups.len() * WORDS * 4) as u64;
        encoder.copy_buffer_to_buffer(&self.sums, (groups.start * WORDS * 4) as u64, &self.readback, 0, size);
    }

    /// The buffer that the host reads.
    pub(super) fn readback(&self, groups: &Range<usize>) -> (&wgpu::Buffer, usize) {
        (&self.readback, groups.len() * WORDS * 4)
    }

    /// The sums from their bytes.
    pub(super) fn parse(bytes: &[u8]) -> Vec<Tally> {
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
        let tally = |w: &[u32]| Tally { left: w[0], dropped: w[1] > 0, events: w[2] > 0 };
        words.chunks_exact(WORDS).map(tally).collect()
    }
}

//! Small kernels that look at a device: those of the canary and those that measure its rates.

use super::backend::GpuError;
use super::buffers::{bytes, numbers};
use super::device::{Arithmetic, Device};
use super::pipelines::exact_module;
use super::spirv::ExactModule;
use crate::num::Precision;
use std::time::Duration;

/// The entry point of every probe.
const ENTRY_POINT: &str = "probe";

/// Where a table of instructions is bound, as in `shaders/tables.wgsl`.
const TABLE: u32 = 8;

/// A probe that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(30);

/// What the words of the uniform `control` are, as in `shaders/steps.wgsl`: members, stride, sample, budget, start, a
/// zero that the compiler does not know, sampling, nothing.
pub(super) type Control = [u32; 8];

/// A compiled probe.
pub(super) struct Probe<'a> {
    device: &'a Device,
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    /// The instructions of a probe that interprets them.
    table: Option<wgpu::Buffer>,
}

/// The buffers that a probe reads and writes.
pub(super) struct Bound {
    bindings: wgpu::BindGroup,
    results: wgpu::Buffer,
}

impl<'a> Probe<'a> {
    /// Compiles a text as a kernel of that precision would be compiled.
    pub(super) fn new(
        device: &'a Device,
        text: &str,
        precision: Precision,
        arithmetic: Arithmetic,
    ) -> Result<Self, GpuError> {
        Self::with_table(device, text, (precision, arithmetic), None)
    }

    /// The same of a text that interprets instructions, bound as in a kernel.
    pub(super) fn with_table(
        device: &'a Device,
        text: &str,
        (precision, arithmetic): (Precision, Arithmetic),
        table: Option<&[[u32; 4]]>,
    ) -> Result<Self, GpuError> {
        let words = match arithmetic {
            Arithmetic::Exact => Some(ExactModule::parse(text, precision)?.words(ENTRY_POINT)?),
            Arithmetic::Driver => None,
        };
        device.guarded("compiling a probe", || {
            let module = match &words {
                Some(words) => exact_module(&device.device, ENTRY_POINT, words),
                None => device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some("gyrosweep probe"),
                    source: wgpu::ShaderSource::Wgsl(text.into()),
                }),
            };
            let kinds = [
                wgpu::BufferBindingType::Uniform,
                wgpu::BufferBindingType::Storage { read_only: true },
                wgpu::BufferBindingType::Storage { read_only: false },
            ];
            let table = table.map(|table| {
                let size = std::mem::size_of_val(table) as u64;
                let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
                let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                let buffer = device.device.create_buffer(&descriptor);
                device.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(table));
                buffer
            });
            let entries: Vec<_> = (0..)
                .zip(kinds)
                .chain(table.iter().map(|_| (TABLE, kinds[1])))
                .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                    binding,
                    visibility: wgpu::ShaderStages::COMPUTE,
                    ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
                    count: None,
                })
                .collect();
            let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
            let layout = device.device.create_bind_group_layout(&descriptor);
            let pipeline_layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(ENTRY_POINT),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(ENTRY_POINT),
                compilation_options: Default::default(),
                cache: None,
            });
            Self { device, pipeline, layout, table }
        })
    }

    /// Buffers of these sizes in bytes; the first begins with `inputs`.
    pub(super) fn bind(&self, control: Control, inputs: &[u8], [size, results]: [u64; 2]) -> Result<Bound, GpuError> {
        self.device.guarded("allocating buffers", || {
            let plain = |size: u64, usage| {
                let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                self.device.device.create_buffer(&descriptor)
            };
            let uniform = plain(32, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
            let given = plain(size, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST);
            let results = plain(results, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
            self.device.queue.write_buffer(&uniform, 0, bytemuck::cast_slice(&control));
            self.device.queue.write_buffer(&given, 0, inputs);
            let entries: Vec<_> = (0..)
                .zip([&uniform, &given, &results])
                .chain(self.table.iter().map(|table| (TABLE, table)))
                .map(|(binding, b)| wgpu::BindGroupEntry { binding, resource: b.as_entire_binding() })
                .collect();
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &self.layout, entries: &entries };
            Bound { bindings: self.device.device.create_bind_group(&descriptor), results }
        })
    }

    /// Dispatches some workgroups some times over and waits for them.
    pub(super) fn run(&self, bound: &Bound, workgroups: u32, times: u32) -> Result<(), GpuError> {
        let submission = self.device.guarded("a probe", || {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                pass.set_pipeline(&self.pipeline);
                pass.set_bind_group(0, &bound.bindings, &[]);
                for _ in 0..times {
                    pass.dispatch_workgroups(workgroups, 1, 1);
                }
            }
            self.device.queue.submit([encoder.finish()])
        })?;
        self.device.wait("waiting for a probe", submission, HANG)
    }

    /// Runs on numbers of a precision and returns its results, `members * quantities` of them.
    pub(super) fn evaluate(
        &self,
        precision: Precision,
        control: Control,
        inputs: &[f64],
        quantities: usize,
    ) -> Result<Vec<f64>, GpuError> {
        let [members, stride, ..] = control;
        let inputs = bytes(inputs, precision);
        let size = (stride as usize * quantities * bytes(&[0.0], precision).len()) as u64;
        let bound = self.bind(control, &inputs, [inputs.len() as u64, size])?;
        self.run(&bound, members.div_ceil(super::backend::WORKGROUP as u32), 1)?;
        Ok(numbers(&self.fetch(&bound.results, size)?, precision))
    }

    fn fetch(&self, buffer: &wgpu::Buffer, size: u64) -> Result<Vec<u8>, GpuError> {
        let readback = self.device.guarded("reading a probe", || {
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            self.device.device.create_buffer(&descriptor)
        })?;
        self.device.read("reading a probe", (&readback, size as usize), HANG, |encoder| {
            encoder.copy_buffer_to_buffer(buffer, 0, &readback, 0, size);
        })
    }
}

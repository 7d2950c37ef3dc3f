//! Kernels beside that of a study: what reduces members, and what draws them.

use super::backend::GpuError;
use super::device::{Arithmetic, Device};
use super::pipelines::exact_module;
use super::spirv::ExactModule;
use crate::num::Precision;

/// What a binding of a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The uniform block.
    Control,
    /// A buffer that is read.
    Read,
    /// A buffer that is written.
    Write,
}

impl Bound {
    fn kind(self) -> wgpu::BufferBindingType {
        match self {
            Bound::Control => wgpu::BufferBindingType::Uniform,
            Bound::Read => wgpu::BufferBindingType::Storage { read_only: true },
            Bound::Write => wgpu::BufferBindingType::Storage { read_only: false },
        }
    }
}

/// The entry points of a text, compiled, which bind the same buffers.
#[derive(Debug)]
pub(super) struct Stage {
    layout: wgpu::BindGroupLayout,
    pipelines: Vec<wgpu::ComputePipeline>,
}

impl Stage {
    /// Translates and compiles a text as the kernel of a precision is.
    pub(super) fn new(
        device: &Device,
        text: &str,
        (precision, arithmetic): (Precision, Arithmetic),
        entry_points: &[&'static str],
        bound: &[Bound],
    ) -> Result<Self, GpuError> {
        let exact = match arithmetic {
            Arithmetic::Exact => {
                let module = ExactModule::parse(text, precision)?;
                Some(entry_points.iter().map(|name| module.words(name)).collect::<Result<Vec<_>, _>>()?)
            }
            Arithmetic::Driver => None,
        };
        device.guarded("compiling a kernel", || {
            let device = &device.device;
            let entry = |(binding, bound): (u32, &Bound)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer { ty: bound.kind(), has_dynamic_offset: false, min_binding_size: None },
                count: None,
            };
            let entries: Vec<_> = (0..).zip(bound).map(entry).collect();
            let layout =
                device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
            let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = |(place, name): (usize, &&'static str)| {
                let module = match &exact {
                    Some(words) => exact_module(device, name, &words[place]),
                    None => device.create_shader_module(wgpu::ShaderModuleDescriptor {
                        label: Some(name),
                        source: wgpu::ShaderSource::Wgsl(text.into()),
                    }),
                };
                device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some(name),
                    layout: Some(&pipeline_layout),
                    module: &module,
                    entry_point: Some(name),
                    compilation_options: Default::default(),
                    cache: None,
                })
            };
            let pipelines = entry_points.iter().enumerate().map(pipeline).collect();
            Self { layout, pipelines }
        })
    }

    /// Binds buffers in the order of the layout.
    pub(super) fn bind(&self, device: &Device, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, b)| wgpu::BindGroupEntry { binding, resource: b.as_entire_binding() })
            .collect();
        device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        })
    }

    /// Adds a run of one entry point to what an encoder does.
    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        place: usize,
        bindings: &wgpu::BindGroup,
        (columns, rows): (usize, usize),
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipelines[place]);
        pass.set_bind_group(0, bindings, &[]);
        pass.dispatch_workgroups(columns as u32, rows as u32, 1);
    }
}

//! From the text of a kernel to what a device runs.

use crate::gpu::device::open::Device;
use crate::gpu::device::spirv::ExactModule;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, WORKGROUP};
use crate::num::Precision;

/// What a binding of a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
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
pub(crate) struct Stage {
    layout: wgpu::BindGroupLayout,
    pipelines: Vec<wgpu::ComputePipeline>,
}

impl Stage {
    /// Translates and compiles a text in a precision. The arithmetic is exact only on a device that was opened for it.
    pub(crate) fn new(
        device: &Device,
        text: &str,
        (precision, arithmetic): (Precision, Arithmetic),
        entry_points: &[&'static str],
        bound: &[Bound],
    ) -> Result<Self, GpuError> {
        let exact = match arithmetic {
            Arithmetic::Exact => {
                let module = ExactModule::parse(text, precision)?;
                let words = |name: &&str| module.words(name, &device.report.preserved_widths);
                Some(entry_points.iter().map(words).collect::<Result<Vec<_>, _>>()?)
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
    pub(crate) fn bind(&self, device: &Device, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        })
    }

    /// Adds a run of one entry point to what an encoder does.
    pub(crate) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        place: usize,
        bindings: &wgpu::BindGroup,
        workgroups: (usize, usize),
    ) {
        self.repeat(encoder, place, bindings, workgroups, 1);
    }

    /// Adds some runs of one entry point, one after another.
    pub(crate) fn repeat(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        place: usize,
        bindings: &wgpu::BindGroup,
        (columns, rows): (usize, usize),
        times: u32,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipelines[place]);
        pass.set_bind_group(0, bindings, &[]);
        for _ in 0..times {
            pass.dispatch_workgroups(columns as u32, rows as u32, 1);
        }
    }
}

/// Makes a shader module that goes to the driver as it is.
#[allow(unsafe_code)]
fn exact_module(device: &wgpu::Device, entry_point: &str, words: &[u32]) -> wgpu::ShaderModule {
    let entry_point =
        wgpu::PassthroughShaderEntryPoint { name: entry_point.into(), workgroup_size: (WORKGROUP as u32, 1, 1) };
    let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
        label: Some("gyrosweep kernel"),
        entry_points: std::slice::from_ref(&entry_point).into(),
        spirv: Some(words.into()),
        ..Default::default()
    };
    // SAFETY: the words are what naga writes for a module that its validator has accepted, with indices clamped
    // to the buffers and loops that end, as wgpu itself would have it written; the pass over them adds
    // decorations and asks for float controls that the adapter has, which change no access to memory
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

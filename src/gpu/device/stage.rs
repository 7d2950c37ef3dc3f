//! From the text of a kernel to what a device runs.

use crate::gpu::device::open::Device;
use crate::gpu::device::spirv::ExactModule;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, WORKGROUP};
use crate::num::Precision;
use std::borrow::Cow;

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

/// The text of a stage, and what its entry points bind.
#[derive(Debug)]
pub(crate) struct StageText<'a> {
    /// WGSL.
    pub(crate) text: Cow<'a, str>,
    /// The precision that the text computes in.
    pub(crate) precision: Precision,
    /// Who decides how its operations are compiled; exact only for a device that was opened for it.
    pub(crate) arithmetic: Arithmetic,
    /// The names of the entry points.
    pub(crate) entry_points: &'static [&'static str],
    /// The bindings, in their order.
    pub(crate) bound: Vec<Bound>,
}

impl StageText<'_> {
    /// Returns the text with one of its entry points.
    pub(crate) fn alone(&self, place: usize) -> StageText<'_> {
        let Self { precision, arithmetic, entry_points, .. } = *self;
        let (text, bound) = (Cow::Borrowed(self.text.as_ref()), self.bound.clone());
        StageText { text, precision, arithmetic, entry_points: &entry_points[place..=place], bound }
    }

    /// Translates every entry point to SPIR-V words that keep numbers of `preserved` widths, bits; returns none where the
    /// arithmetic is the driver's, which takes the text.
    pub(crate) fn words(&self, preserved: &[u32]) -> Result<Option<Vec<Vec<u32>>>, GpuError> {
        if self.arithmetic == Arithmetic::Driver {
            return Ok(None);
        }
        let module = ExactModule::parse(&self.text, self.precision)?;
        let words = |name: &&str| module.words(name, preserved);
        Ok(Some(self.entry_points.iter().map(words).collect::<Result<_, _>>()?))
    }
}

/// The entry points of a text, compiled, which bind the same buffers.
#[derive(Debug)]
pub(crate) struct Stage {
    layout: wgpu::BindGroupLayout,
    pipelines: Vec<wgpu::ComputePipeline>,
}

impl Stage {
    /// Translates and compiles a text.
    pub(crate) fn new(device: &Device, source: &StageText<'_>) -> Result<Self, GpuError> {
        Self::compiled(device, source, source.words(&device.report.preserved_widths)?.as_deref())
    }

    /// Compiles a text, of which these are the SPIR-V words of the entry points, if the driver takes them.
    pub(crate) fn compiled(
        device: &Device,
        source: &StageText<'_>,
        exact: Option<&[Vec<u32>]>,
    ) -> Result<Self, GpuError> {
        let StageText { text, entry_points, bound, .. } = source;
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
                let module = match exact {
                    Some(words) => exact_module(device, name, &words[place]),
                    None => device.create_shader_module(wgpu::ShaderModuleDescriptor {
                        label: Some(name),
                        source: wgpu::ShaderSource::Wgsl(text.as_ref().into()),
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

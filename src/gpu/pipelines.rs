//! From the text of a kernel to what a device runs.

use super::backend::{GpuError, WORKGROUP};
use super::device::{Arithmetic, Device};
use super::kernel::Kernel;
use super::spirv::ExactModule;

/// The entry points of a kernel.
const ENTRY_POINTS: [&str; 2] = ["advance", "observe"];

/// The two entry points and what they bind.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) advance: wgpu::ComputePipeline,
    pub(super) observe: wgpu::ComputePipeline,
    /// The instructions of a kernel that interprets them.
    pub(super) table: Option<wgpu::Buffer>,
}

/// A kernel in the language that the device is given, one entry for each entry point.
enum Source {
    /// SPIR-V with decorated arithmetic.
    Words([Vec<u32>; 2]),
    /// WGSL.
    Text(String),
}

impl Pipelines {
    /// Translates and compiles a kernel. The arithmetic is exact only on a device that was opened for it.
    pub(super) fn new(device: &Device, kernel: &Kernel) -> Result<Self, GpuError> {
        let source = match kernel.arithmetic {
            Arithmetic::Exact => {
                let module = ExactModule::parse(&kernel.text, kernel.precision)?;
                let [advance, observe] = ENTRY_POINTS.map(|name| module.words(name));
                Source::Words([advance?, observe?])
            }
            Arithmetic::Driver => Source::Text(kernel.text.clone()),
        };
        device.guarded("compiling the kernel", || {
            let table = kernel.tables.as_ref().map(|tables| {
                let size = std::mem::size_of_val(&tables.words[..]).max(16) as u64;
                let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
                let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                let table = device.device.create_buffer(&descriptor);
                device.queue.write_buffer(&table, 0, bytemuck::cast_slice(&tables.words));
                table
            });
            Self::compile(&device.device, &source, table)
        })
    }

    fn compile(device: &wgpu::Device, source: &Source, table: Option<wgpu::Buffer>) -> Self {
        let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match binding {
                    0 => wgpu::BufferBindingType::Uniform,
                    _ => wgpu::BufferBindingType::Storage { read_only: matches!(binding, 1 | 8) },
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let entries: Vec<_> = (0..if table.is_some() { 9 } else { 8 }).map(entry).collect();
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |place: usize| {
            let module = match source {
                Source::Words(words) => exact_module(device, ENTRY_POINTS[place], &words[place]),
                Source::Text(text) => device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some("gyrosweep kernel"),
                    source: wgpu::ShaderSource::Wgsl(text.as_str().into()),
                }),
            };
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(ENTRY_POINTS[place]),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(ENTRY_POINTS[place]),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        let (advance, observe) = (pipeline(0), pipeline(1));
        Self { layout, advance, observe, table }
    }
}

/// A shader module that goes to the driver as it is.
#[allow(unsafe_code)]
pub(super) fn exact_module(device: &wgpu::Device, entry_point: &str, words: &[u32]) -> wgpu::ShaderModule {
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
    // decorations, which change no access to memory
    unsafe { device.create_shader_module_passthrough(descriptor) }
}

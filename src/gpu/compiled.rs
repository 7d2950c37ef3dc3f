//! What a driver makes of the kernel of a study: registers, spills, code size, time to compile. No member is computed.

use super::device::executable::{self, Compiled, Executable};
use super::device::open::{CONTROL, Device, STORAGE};
use super::device::stage::{Bound, Stage, StageText};
use super::error::GpuError;
use super::form;
use super::kernel::{Control, Kernel, ProductError, Variant};
use super::options::GpuOptions;
use super::run::begin::BeginStage;
use super::run::pipelines::Pipelines;
use super::run::session::check;
use crate::ensemble::Study;
use crate::gpu::choice::{AdapterReport, choose};
use crate::gpu::device::adapter::{all_adapters, report, the_one_named};
use std::time::{Duration, Instant};

/// The kernel of a study as a driver compiles it.
#[derive(Clone, Debug)]
pub struct CompiledKernel {
    /// The report of the device.
    pub device: AdapterReport,
    /// The kernel.
    pub kernel: Kernel,
    /// Its entry points, in the order in which they were compiled.
    pub entry_points: Vec<CompiledEntryPoint>,
}

/// A compiled entry point.
#[derive(Clone, Debug)]
pub struct CompiledEntryPoint {
    /// The name in the text.
    pub name: &'static str,
    /// Size of its SPIR-V, bytes; none where the driver takes the text.
    pub spirv: Option<usize>,
    /// Time that the driver took. Where it has no figures, up to the end of a first dispatch without members: drivers of
    /// software devices compile there.
    pub time: Duration,
    /// The machine codes that the driver made, with its figures; none where it has no figures.
    pub executables: Option<Vec<Executable>>,
}

impl CompiledKernel {
    /// Compiles the kernel of a study as a backend with these options would, whose self-test lets it find errors of products so, and
    /// asks the driver for its figures. The device need not be able to compute.
    ///
    /// # Errors
    /// Where no device or more than one fits the name, none has the precision, the study has no kernel, or the driver refuses
    /// it.
    pub fn new(study: &Study, options: &GpuOptions, product_error: ProductError) -> Result<Self, GpuError> {
        let adapters = all_adapters();
        let reports: Vec<AdapterReport> = adapters.iter().map(report).collect();
        let meant = options.adapter.as_ref().map(|wanted| the_one_named(&reports, wanted)).transpose()?;
        let number = meant.map(|place| (place + 1).to_string());
        let place = choose(&reports, &GpuOptions { adapter: number, ..options.clone() })?.place;
        let (adapter, device) = (&adapters[place], reports[place].clone());
        let variant = Variant { arithmetic: device.arithmetic, product_error, ..options.precision.into() };
        let kernel = form::kernel(study, &device, variant, options.form)?;
        check(&kernel, &device)?;
        let mut entry_points = compile((adapter, &device), &Pipelines::source(&kernel), options.patience)?;
        if let (Some(begin), Some(_)) = (&kernel.begin, study.common_steps()) {
            let source = BeginStage::source((begin, kernel.arithmetic));
            entry_points.extend(compile((adapter, &device), &source, options.patience)?);
        }
        Ok(Self { device, kernel, entry_points })
    }

    /// Says whether the driver reports more than the time that it takes.
    pub fn has_figures(&self) -> bool {
        self.entry_points.iter().all(|of| of.executables.is_some())
    }
}

/// Compiles the entry points of a text.
fn compile(
    (adapter, report): (&wgpu::Adapter, &AdapterReport),
    source: &StageText<'_>,
    patience: Duration,
) -> Result<Vec<CompiledEntryPoint>, GpuError> {
    let words = source.words(&report.preserved_widths)?;
    let figures = match &words {
        Some(words) => executable::compile((adapter, report), source, words)?,
        None => None,
    };
    let parts: Vec<(Duration, Option<Vec<Executable>>)> = match figures {
        Some(all) => all.into_iter().map(|Compiled { time, executables }| (time, Some(executables))).collect(),
        None => {
            let device = Device::of(adapter)?;
            let timed = |place| Ok((first_dispatch(&device, source, (place, words.as_deref()), patience)?, None));
            (0..source.entry_points.len()).map(timed).collect::<Result<_, GpuError>>()?
        }
    };
    let size = |place: usize| words.as_ref().map(|all| size_of_val(&all[place][..]));
    let entry = |(place, (time, executables))| CompiledEntryPoint {
        name: source.entry_points[place],
        spirv: size(place),
        time,
        executables,
    };
    Ok(parts.into_iter().enumerate().map(entry).collect())
}

/// Returns the time from the text, or its SPIR-V, to the end of a dispatch of a workgroup without members.
fn first_dispatch(
    device: &Device,
    source: &StageText<'_>,
    (place, words): (usize, Option<&[Vec<u32>]>),
    patience: Duration,
) -> Result<Duration, GpuError> {
    let alone = source.alone(place);
    let buffer = |bound: &Bound| match bound {
        Bound::Control => device.buffer(Control::SIZE, CONTROL),
        Bound::Read | Bound::Write => device.buffer(0, STORAGE),
    };
    let buffers = device.guarded("allocating buffers", || alone.bound.iter().map(buffer).collect::<Vec<_>>())?;
    let began = Instant::now();
    let stage = Stage::compiled(device, &alone, words.map(|all| &all[place..=place]))?;
    let submission = device.guarded("compiling a kernel", || {
        let bindings = stage.bind(device, &buffers.iter().collect::<Vec<_>>());
        let mut encoder = device.device.create_command_encoder(&Default::default());
        stage.encode(&mut encoder, 0, &bindings, (1, 1));
        device.queue.submit([encoder.finish()])
    })?;
    device.wait("compiling a kernel", submission, patience)?;
    Ok(began.elapsed())
}

//! `gyrosweep kernel`: what a scenario becomes, as the WGSL text of the GPU or as machine code of the CPU, and what the driver
//! of a GPU makes of it.

mod statistics;

use super::choices;
use super::console::Console;
use super::{Failure, ScenarioArguments};
use clap::{Args, ValueEnum};
use gyrosweep::ensemble::cpu::{Arithmetic, machine};
use gyrosweep::gpu::{Form, GpuOptions, Kernel, ProductError, Variant};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::jit::Target;
use gyrosweep::num::Precision;

#[derive(Debug, Args)]
pub(crate) struct KernelArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// What the kernel is for
    #[arg(long, value_enum, default_value_t = TargetChoice::Gpu)]
    target: TargetChoice,
    /// Precision of the GPU kernel [default: f32]
    #[arg(long, value_parser = choices::precision())]
    precision: Option<Precision>,
    /// How the functions of the study are written for a GPU [default: unrolled; of statistics, as a run chooses]
    #[arg(long, value_parser = choices::form())]
    form: Option<Form>,
    /// Find what products are rounded by with fma, as a run does on a GPU that rounds fma once; in df64
    #[arg(long)]
    fma: bool,
    /// Cut long functions into blocks, as for a GPU of NVIDIA
    #[arg(long, conflicts_with = "statistics")]
    blocks: bool,
    /// Compile the kernel instead of printing it, and print what the driver reports: registers, spills, size of the code,
    /// occupancy, time. No member is computed, so Mesa's driver for AMD needs no GPU: set RADV_FORCE_FAMILY=navi21
    #[arg(long)]
    statistics: bool,
    /// The device whose driver compiles: a part of its name, or its number in `devices` [default: the first real GPU, or a
    /// software device]
    #[arg(long, value_name = "NAME", visible_alias = "adapter", requires = "statistics")]
    device: Option<String>,
    /// Arithmetic of the machine code [default: fused, unless this processor has no instructions for it]
    #[arg(long, value_parser = choices::arithmetic())]
    arithmetic: Option<Arithmetic>,
    /// Instructions of the machine code; by default the best ones that this processor has
    #[arg(long, value_parser = choices::one_of(Target::name, INSTRUCTIONS))]
    instructions: Option<Target>,
}

impl KernelArguments {
    /// Returns the numbers that the kernel computes with, and how it finds errors of products.
    fn numbers(&self) -> Result<(Precision, ProductError), Failure> {
        let precision = self.precision.unwrap_or(Precision::Single);
        match (self.fma, precision) {
            (false, _) => Ok((precision, ProductError::Split)),
            (true, Precision::DoubleFloat) => Ok((precision, ProductError::Fused)),
            (true, _) => Err(Failure::input(format!(
                "--fma: {} has no errors of products; add --precision df64, or leave it out",
                precision.name()
            ))),
        }
    }

    /// Returns the name of an option of machine code that is given.
    fn of_machine_code(&self) -> Option<&'static str> {
        let options = [("--instructions", self.instructions.is_some()), ("--arithmetic", self.arithmetic.is_some())];
        options.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TargetChoice {
    /// WGSL
    Gpu,
    /// Machine code, in double precision
    Cpu,
}

const INSTRUCTIONS: [(Target, &str); 3] = [
    (Target::Avx2, "AVX2: four members at a time"),
    (Target::Avx512, "AVX-512 F and DQ: eight members at a time"),
    (Target::Neon, "NEON of aarch64: two members at a time"),
];

pub(crate) fn kernel(console: &Console, arguments: &KernelArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    if scenario.study.is_switched() {
        console.warning(
            "joints or constraints act for a part of the run alone; this is the code of what acts at the start",
        );
    }
    match arguments.target {
        TargetChoice::Gpu if arguments.statistics => statistics(console, arguments, &scenario),
        TargetChoice::Gpu => wgsl(console, arguments, &scenario),
        TargetChoice::Cpu => machine_code(console, arguments, &scenario),
    }
}

fn wgsl(console: &Console, arguments: &KernelArguments, scenario: &Scenario) -> Result<u8, Failure> {
    if let Some(name) = arguments.of_machine_code() {
        return Err(Failure::input(format!("{name}: belongs to machine code; add --target cpu")));
    }
    let (precision, product_error) = arguments.numbers()?;
    let form = arguments.form.unwrap_or(Form::Unrolled);
    let is_in_blocks = arguments.blocks;
    let variant = Variant { product_error, form, is_in_blocks, ..precision.into() };
    let kernel = Kernel::new(&scenario.study, variant);
    let kernel = kernel.map_err(|e| Failure::input(format!("--precision {}: {e}", precision.name())))?;
    console.print(&format!("// {}\n{}", scenario.title, kernel.text));
    Ok(0)
}

/// Compiles the kernel and prints what the driver reports.
fn statistics(console: &Console, arguments: &KernelArguments, scenario: &Scenario) -> Result<u8, Failure> {
    if let Some(name) = arguments.of_machine_code() {
        return Err(Failure::input(format!(
            "{name}: belongs to machine code, and --statistics compiles for a GPU; leave one of them out"
        )));
    }
    let (precision, product_error) = arguments.numbers()?;
    let options = GpuOptions {
        adapter: arguments.device.clone(),
        form: arguments.form,
        ..GpuOptions::new(precision).or_software()
    };
    console.page(&statistics::page(scenario, &options, product_error)?);
    Ok(0)
}

fn machine_code(console: &Console, arguments: &KernelArguments, scenario: &Scenario) -> Result<u8, Failure> {
    let of_kernels = [
        ("--statistics", arguments.statistics),
        ("--form", arguments.form.is_some()),
        ("--fma", arguments.fma),
        ("--blocks", arguments.blocks),
    ];
    if let Some((name, _)) = of_kernels.into_iter().find(|(_, given)| *given) {
        return Err(Failure::input(format!(
            "{name}: belongs to the kernels of a GPU; leave it out, or add --target gpu"
        )));
    }
    if let Some(precision) = arguments.precision.filter(|p| *p != Precision::Double) {
        return Err(Failure::input(format!(
            "--precision {}: the CPU computes in f64; choose --precision f64, or --target gpu",
            precision.name()
        )));
    }
    let target = match arguments.instructions {
        Some(target) => target,
        None => Target::detect().ok_or_else(|| {
            Failure::input(
                "--target cpu: there is no machine code for this processor, so its members run tapes; choose \
                 --instructions avx2, avx512 or neon to see what other processors run",
            )
        })?,
    };
    let arithmetic = arguments.arithmetic.unwrap_or_else(Arithmetic::fastest);
    let [round, outputs] = machine::codes(&scenario.study, target, arithmetic);
    let (round, outputs) = (round.listing(), outputs.listing());
    console.print(&format!("; {}\n; A round of steps\n{round}\n; Outputs\n{outputs}", scenario.title));
    Ok(0)
}

//! `gyrosweep kernel`: the WGSL text of a scenario.

use super::console::Console;
use super::{Failure, PrecisionChoice, ScenarioArguments};
use crate::gpu::Kernel;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct KernelArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Precision of the kernel
    #[arg(long, value_enum, default_value_t = PrecisionChoice::F32)]
    precision: PrecisionChoice,
}

pub(crate) fn kernel(console: &Console, arguments: &KernelArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let kernel = Kernel::new(&scenario.study, arguments.precision.precision());
    let kernel = kernel.map_err(|e| Failure::input(format!("--precision {}: {e}", arguments.precision.name())))?;
    console.print(&format!("// {}\n{}", scenario.title, kernel.text));
    Ok(0)
}

//! Arguments that several verbs take.

use super::console::Console;
use super::failure::Failure;
use crate::gpu::{Form, GpuOptions, adapters, choose};
use crate::io::table::Format;
use crate::num::Precision;
use std::path::PathBuf;

/// The folder that results go to without `--out`.
pub(crate) fn default_folder(scenario: &std::path::Path) -> PathBuf {
    let stem = scenario.file_stem().map_or_else(|| "scenario".into(), |s| s.to_os_string());
    PathBuf::from("results").join(stem)
}

/// The scenario file that every verb takes.
#[derive(Debug, clap::Args)]
pub(crate) struct ScenarioArguments {
    /// The scenario (TOML)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the number of members of a sampled plan
    #[arg(long, value_name = "N")]
    members: Option<u64>,
    /// Replace the seed of a sampled plan
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl ScenarioArguments {
    pub(crate) fn read(&self) -> Result<crate::io::scenario::Scenario, Failure> {
        let overrides = crate::io::scenario::Overrides { members: self.members, seed: self.seed };
        crate::io::scenario::Scenario::read(&self.file, overrides).map_err(Failure::input)
    }
}

/// Fails where no adapter has the name, and says which is taken where several have.
pub(crate) fn say_adapter(console: &Console, name: &str) -> Result<(), Failure> {
    let options = GpuOptions { adapter: Some(name.into()), ..GpuOptions::new(Precision::Single) };
    let choice = choose(&adapters(), &options).map_err(Failure::input)?;
    choice.remark.iter().for_each(|remark| console.warning(remark));
    Ok(())
}

/// The precision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PrecisionChoice {
    /// Single precision, the state compensated (GPU only)
    F32,
    /// Double-float numbers, the sums of two of f32: about 48 bits (GPU only)
    Df64,
    /// Double precision
    F64,
}

impl PrecisionChoice {
    pub(crate) fn precision(self) -> crate::num::Precision {
        match self {
            PrecisionChoice::F32 => crate::num::Precision::Single,
            PrecisionChoice::Df64 => crate::num::Precision::DoubleFloat,
            PrecisionChoice::F64 => crate::num::Precision::Double,
        }
    }
    pub(crate) fn name(self) -> &'static str {
        crate::trace::wgsl::type_name(self.precision())
    }
}

/// The form of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FormName {
    /// Every operation is a piece of text
    Unrolled,
    /// A loop interprets a table of instructions
    Interpreted,
}

impl FormName {
    pub(crate) fn form(self) -> Form {
        match self {
            FormName::Unrolled => Form::Unrolled,
            FormName::Interpreted => Form::Interpreted,
        }
    }
}

/// The format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FormatChoice {
    Parquet,
    Csv,
}

impl FormatChoice {
    pub(crate) fn format(self) -> Format {
        match self {
            FormatChoice::Parquet => Format::Parquet,
            FormatChoice::Csv => Format::Csv,
        }
    }
}

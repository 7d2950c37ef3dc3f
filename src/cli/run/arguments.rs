//! The arguments of `gyrosweep run`.

use crate::cli::Failure;
use crate::cli::arguments::{PrintArguments, ScenarioArguments, extended, part};
use crate::cli::choices;
use crate::cli::console::Console;
use clap::Args;
use gyrosweep::backends::{BackendChoice, BackendOptions, PrecisionRequest};
use gyrosweep::ensemble::cpu::Arithmetic;
use gyrosweep::gpu::Form;
use gyrosweep::io::names::ColumnNames;
use gyrosweep::io::table::Format;
use gyrosweep::studies::run::{Request, Shard, Share, Target, fraction};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

const SHARDS: &str =
    "A plan on several machines: each computes a shard, and `gyrosweep merge` makes of their folders the tables \
that one run would have written, bit for bit. As an array of Slurm:

  #!/bin/sh
  #SBATCH --array=1-8
  gyrosweep run sweep.toml --shard $SLURM_ARRAY_TASK_ID/8 --resume

and when all have ended: gyrosweep merge results/sweep_shard_*_of_8";

#[derive(Debug, Args)]
#[command(after_long_help = SHARDS)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(super) scenario: ScenarioArguments,
    /// Where the results go [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What computes: auto is the CPU, or a real GPU where the sweep is large and the GPU faster; all is the CPU and
    /// every real GPU together; cpu,gpu the CPU and one GPU
    #[arg(long, value_parser = choices::backend(BACKENDS), default_value = "auto", value_delimiter = ',', num_args = 1)]
    backend: Vec<BackendChoice>,
    /// The GPU: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision [default: f64]
    #[arg(long, value_parser = choices::precision_request())]
    precision: Option<PrecisionRequest>,
    /// Whether the CPU rounds products that are added once, together with the sum (fused), or as every device in f64 does
    /// (exact) [default: fused where the CPU computes alone and has instructions for it]
    #[arg(long, value_parser = choices::arithmetic())]
    arithmetic: Option<Arithmetic>,
    /// How a GPU's kernel is written [default: unrolled, unless it is too long for compilers]
    #[arg(long, value_parser = choices::form())]
    kernel: Option<Form>,
    /// Format of the tables
    #[arg(long, value_parser = choices::format(), default_value = "parquet")]
    format: Format,
    /// Names of columns; the manifest says which output or parameter each is
    #[arg(long, value_parser = choices::names(), default_value = "usual")]
    names: ColumnNames,
    /// Run one member of the plan alone, with samples (200 where the scenario asks for none), and print its outputs: the
    /// bits that it has in the whole run
    #[arg(long, value_name = "K", conflicts_with_all = ["shard", "statistics", "verify", "replay"])]
    member: Option<u64>,
    /// Samples of that member beside the one at the start [default: those of the scenario, or 200]
    #[arg(long, value_name = "N", requires = "member", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,
    /// Run the K-th of N parts of the plan, to be merged with the others by `gyrosweep merge`; by default into the
    /// folder of the scenario with _shard_K_of_N
    #[arg(long, value_name = "K/N", conflicts_with_all = ["verify", "replay"])]
    shard: Option<Shard>,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Members computed and written at a time; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    chunk: Option<u32>,
    /// How long a dispatch on a GPU is to take, ms [default: 50]; the shorter, the smoother a desktop
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    dispatch_ms: Option<u32>,
    /// Replace the results that the manifest in the folder names
    #[arg(long)]
    pub(super) force: bool,
    /// Go on where a run that was stopped or killed has come to; without results, begin
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// Go on, as --resume does, with more members than the results there are of: those keep their rows, and the tables become those of a run of
    /// all. Not of latin_hypercube, whose members change with their number, nor of plans that list their members
    #[arg(long, conflicts_with_all = ["force", "resume", "shard", "member", "replay"])]
    extend: bool,
    /// Write statistics and histograms of the outputs instead of a row per member: memory, disk and what a GPU
    /// sends back do not grow with the members
    #[arg(long)]
    statistics: bool,
    /// Run this share of the members again with half the step, or a tenth of the tolerance, and twice the elements of beams, and
    /// report by how much every output differs, and which members end otherwise [default: 1 %, at least 16 and at most 1000 members]
    #[arg(long, value_name = "FRACTION", num_args = 0..=1, value_parser = fraction)]
    verify: Option<Option<f64>>,
    /// Run one member of an implicit method alone, by the scalar code with pivoting, and print what solving its steps took:
    /// residuals of Newton's iterations, smallest pivots, lengths of steps; nothing is written
    #[arg(long, value_name = "MEMBER", conflicts_with_all = ["resume", "statistics", "verify", "force", "out"])]
    pub(super) replay: Option<u64>,
    #[command(flatten)]
    print: PrintArguments,
    /// Bounds of the histogram of an output component, in its unit [default: from the first 1024 members]
    #[arg(long, value_name = "OUTPUT=MIN:MAX", requires = "statistics")]
    histogram: Vec<String>,
}

impl RunArguments {
    /// Reads the scenario and asks for its run.
    pub(super) fn request(&self, console: &Console) -> Result<Request, Failure> {
        let scenario = self.scenario.read()?;
        Ok(Request {
            options: self.options(scenario.replaced.options()),
            target: self.out.clone().map_or(Target::Usual, Target::Folder),
            existing: extended(self.extend, self.resume, self.force),
            format: self.format,
            names: self.names,
            backends: self.backends()?,
            part: part(self.shard, self.member),
            samples: self.samples,
            statistics: self.statistics.then(|| self.histogram.clone()),
            verify: self.verify.map(|share| share.map_or(Share::Usual, Share::Given)),
            selection: self.print.selection(console),
            ..Request::of(scenario)
        })
    }

    /// Adds the options that decide the results, with their values.
    fn options(&self, mut options: BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut add = |name: &str, value: Option<String>| options.extend(value.map(|value| (name.to_string(), value)));
        let backends: Vec<&str> = self.backend.iter().map(|backend| backend.name()).collect();
        add("backend", Some(backends.join(",")));
        add("adapter", self.adapter.clone());
        add("precision", self.precision.map(|request| request.name().into()));
        add("arithmetic", self.arithmetic.map(|arithmetic| arithmetic.name().into()));
        add("kernel", self.kernel.map(|form| form.name().into()));
        add("format", Some(self.format.extension().into()));
        add("names", Some(self.names.name().into()));
        add("statistics", self.statistics.then(|| "true".into()));
        add("histogram", Some(self.histogram.join(" ")).filter(|ranges| !ranges.is_empty()));
        add("member", self.member.map(|member| member.to_string()));
        add("samples", self.samples.map(|samples| samples.to_string()));
        add("shard", self.shard.map(|shard| shard.to_string()));
        options
    }

    /// Returns what the arguments ask of the backends.
    fn backends(&self) -> Result<BackendOptions, Failure> {
        let backend = match self.backend[..] {
            [one] => one,
            _ if self.backend.iter().all(|b| matches!(b, BackendChoice::Cpu | BackendChoice::Gpu)) => {
                BackendChoice::CpuAndGpu
            }
            _ => return Err(Failure::input("--backend: auto and all stand alone; a list is made of cpu and gpu")),
        };
        let options = BackendOptions {
            backend,
            adapter: self.adapter.clone(),
            precision: self.precision,
            arithmetic: self.arithmetic,
            form: self.kernel,
            threads: self.threads.map(|n| n as usize),
            chunk: self.chunk.map(|n| n as usize),
            dispatch: self.dispatch_ms.map(|ms| Duration::from_millis(ms.into())),
        };
        options.limit_threads();
        Ok(options)
    }
}

const BACKENDS: [(BackendChoice, &str); 4] =
    [(BackendChoice::Auto, ""), (BackendChoice::Cpu, ""), (BackendChoice::Gpu, ""), (BackendChoice::All, "")];

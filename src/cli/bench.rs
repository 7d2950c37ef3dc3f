//! `gyrosweep bench`: what this machine reaches, each figure with a limit measured in the same run.

use super::Failure;
use super::console::Console;
use crate::ensemble::cpu::{CpuBackend, LaneWidth, peak};
use crate::ensemble::{Backend, Members, run as run_study};
use crate::gpu::{GpuBackend, GpuError, Kernel};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::write_json;
use crate::io::results::ResultTables;
use crate::io::scenario::{Overrides, Scenario};
use crate::io::table::Format;
use crate::num::Precision;
use crate::report::{Report, rate, table};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    /// Also write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Repetitions of every measurement; medians are printed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Also measure a software device, if there is one
    #[arg(long)]
    software: bool,
}

/// The scenarios that are measured.
const SCENARIOS: [(&str, &str); 3] = [
    ("heavy_top_sweep", include_str!("../../scenarios/heavy_top_sweep.toml")),
    ("free_body", include_str!("../../scenarios/free_body.toml")),
    ("rotor", include_str!("../../scenarios/rotor.toml")),
];

/// Members of the measured ensembles. Scenarios that vary nothing repeat their one member.
const MEMBERS: u64 = 8192;

/// Members of the whole command that the table quotes.
const WHOLE_MEMBERS: u64 = 32_768;

fn scenario(name: &str, text: &str, members: Option<u64>) -> Result<Scenario, Failure> {
    let overrides = Overrides { members, seed: None };
    Scenario::parse(Path::new(&format!("{name}.toml")), text, overrides).map_err(Failure::other)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The median over some repetitions, after one that does not count.
fn repeated(repeat: u32, mut measure: impl FnMut() -> Result<f64, Failure>) -> Result<f64, Failure> {
    measure()?;
    (0..repeat).map(|_| measure()).collect::<Result<Vec<_>, _>>().map(median)
}

struct Row {
    what: String,
    value: f64,
    unit: &'static str,
    note: String,
}

pub(crate) fn bench(console: &Console, arguments: &BenchArguments) -> Result<u8, Failure> {
    let repeat = arguments.repeat;
    let mut rows = Vec::new();
    let one_core = CpuBackend::new(Some(1), LaneWidth::best()).map_err(Failure::other)?;
    let two_cores = CpuBackend::new(Some(2), LaneWidth::best()).map_err(Failure::other)?;
    console.heading("CPU");
    console.line(&one_core.description());

    let peak = repeated(repeat, || Ok(peak::operations_per_second()))?;
    rows.push(Row {
        what: "limit: multiply and add, one core".into(),
        value: peak,
        unit: "operations/s",
        note: "independent f64 products and sums in registers, not fused".into(),
    });
    let mut heavy_top = 0.0;
    for (name, text) in SCENARIOS {
        let s = scenario(name, text, (name == "heavy_top_sweep").then_some(MEMBERS))?;
        let kernel = Kernel::new(&s.study, Precision::Double).map_err(Failure::other)?;
        let value = repeated(repeat, || Ok(throughput(&one_core, &s)?.0))?;
        let outputs = if s.study.reduces_over_time() { kernel.output_operations } else { 0 };
        let operations = kernel.step_operations + outputs;
        let share = value * operations as f64 / peak;
        let note = format!("{operations} operations per step when traced: {:.0} % of the limit", 100.0 * share);
        rows.push(Row { what: format!("{name}, one core"), value, unit: "body-steps/s", note });
        if name == "heavy_top_sweep" {
            heavy_top = value;
            let narrow = CpuBackend::new(Some(1), LaneWidth::Sixteen).map_err(Failure::other)?;
            let value = repeated(repeat, || Ok(throughput(&narrow, &s)?.0))?;
            let note = "as on a processor with AVX2 only".to_string();
            rows.push(Row { what: format!("{name}, one core, AVX2"), value, unit: "body-steps/s", note });
            let two = repeated(repeat, || Ok(throughput(&two_cores, &s)?.0))?;
            let note = format!("{:.2} times one core", two / heavy_top);
            rows.push(Row { what: format!("{name}, two cores"), value: two, unit: "body-steps/s", note });
        }
    }
    let whole = repeated(repeat, whole_command)?;
    rows.push(Row {
        what: format!("whole run of {WHOLE_MEMBERS} members, one core"),
        value: whole,
        unit: "body-steps/s",
        note: format!(
            "reading, planning, integrating, writing: {:.0} % of the integration alone",
            100.0 * whole / heavy_top
        ),
    });
    let tracing = repeated(repeat, || {
        let s = scenario(SCENARIOS[0].0, SCENARIOS[0].1, None)?;
        let start = Instant::now();
        Kernel::new(&s.study, Precision::Single).map_err(Failure::other)?;
        Ok(start.elapsed().as_secs_f64())
    })?;
    rows.push(Row { what: "tracing the heavy top".into(), value: tracing, unit: "s", note: String::new() });
    for precision in [Precision::Single, Precision::Double] {
        gpu_rows(console, precision, arguments, &mut rows)?;
    }

    let cells = rows.iter().map(|r| vec![r.what.clone(), rate(r.value), r.unit.to_string(), r.note.clone()]);
    console.line("");
    console.print(&table(&cells.collect::<Vec<_>>(), 4));
    if let Some(path) = &arguments.json {
        let figures: Vec<Value> =
            rows.iter().map(|r| json!({ "what": r.what, "value": r.value, "unit": r.unit, "note": r.note })).collect();
        let all = json!({ "version": env!("CARGO_PKG_VERSION"), "cpu": one_core.description(), "figures": figures });
        write_json(path, &all).map_err(Failure::other)?;
    }
    Ok(0)
}

/// Body-steps per second and in all of one chunk; the members of a plan with one member are repeated.
fn throughput(backend: &dyn Backend, scenario: &Scenario) -> Result<(f64, f64), Failure> {
    let study = &scenario.study;
    let members = Members::draw_repeated(study, MEMBERS as usize);
    let start = Instant::now();
    let chunk = backend.run(study, members).map_err(Failure::other)?;
    let elapsed = start.elapsed().as_secs_f64();
    let steps: f64 = chunk.steps.iter().map(|s| f64::from(*s)).sum();
    let body_steps = steps * study.mechanism.bodies.len() as f64;
    Ok((body_steps / elapsed, body_steps))
}

/// Body-steps per second of the sweep from its text to its files.
fn whole_command() -> Result<f64, Failure> {
    let folder = std::env::temp_dir().join(format!("gyrosweep-bench-{}", std::process::id()));
    let start = Instant::now();
    let s = scenario(SCENARIOS[0].0, SCENARIOS[0].1, Some(WHOLE_MEMBERS))?;
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).map_err(Failure::other)?;
    let results = ResultsFolder::create(&folder, true).map_err(Failure::other)?;
    let mut tables = ResultTables::create(&results, &s.study, Format::Parquet).map_err(Failure::other)?;
    let mut report = Report::new(&s.study);
    let progress = run_study(&s.study, &backend, backend.chunk_size(), |chunk, _| {
        report.add(&chunk);
        tables.write(&chunk)
    })
    .map_err(Failure::other)?;
    tables.finish().map_err(Failure::other)?;
    let rate = report.body_steps(&progress) as f64 / start.elapsed().as_secs_f64();
    let _ = std::fs::remove_dir_all(&folder);
    Ok(rate)
}

fn gpu_rows(
    console: &Console,
    precision: Precision,
    arguments: &BenchArguments,
    rows: &mut Vec<Row>,
) -> Result<(), Failure> {
    let s = scenario(SCENARIOS[0].0, SCENARIOS[0].1, Some(1 << 20))?;
    let backend = match GpuBackend::new(&s.study, precision, arguments.software) {
        Ok(backend) => backend,
        Err(error @ (GpuError::NoAdapter | GpuError::NoPrecision { .. })) => {
            console.line(&format!("not measured: {error}"));
            return Ok(());
        }
        Err(error) => return Err(Failure::other(error)),
    };
    console.heading(&backend.description());
    let name = crate::trace::wgsl::type_name(precision);
    rows.push(Row {
        what: format!("GPU {name}: tracing and pipeline"),
        value: backend.setup_time().as_secs_f64(),
        unit: "s",
        note: String::new(),
    });
    let sizes: &[u32] = if backend.adapter().software { &[13] } else { &[10, 12, 14, 16, 18, 20] };
    for exponent in sizes {
        let count = (1usize << exponent).min(backend.chunk_limit());
        let value = repeated(arguments.repeat, || {
            let members = Members::draw(&s.study, 0, count);
            let start = Instant::now();
            let chunk = backend.run(&s.study, members).map_err(Failure::other)?;
            let steps: f64 = chunk.steps.iter().map(|n| f64::from(*n)).sum();
            Ok(steps / start.elapsed().as_secs_f64())
        })?;
        let note = format!("upload, {} steps and read-back", 1000);
        rows.push(Row { what: format!("GPU {name}: {count} heavy tops"), value, unit: "body-steps/s", note });
    }
    Ok(())
}

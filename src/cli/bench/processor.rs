//! What one core of the processor reaches, each figure with a limit measured in the same run.

use super::measure::{Scratch, repeated};
use super::workloads::{chain, parse};
use crate::cli::Failure;
use crate::ensemble::cpu::{CpuBackend, InstructionSet, LaneWidth, peak};
use crate::ensemble::{Backend, Members, Starter, run as run_study};
use crate::gpu::Kernel;
use crate::io::results::ResultTables;
use crate::io::scenario::{Overrides, Scenario};
use crate::io::table::Format;
use crate::num::Precision;
use crate::report::{Report, rate};
use std::path::Path;
use std::time::Instant;

/// The scenarios that are measured.
const SCENARIOS: [(&str, &str); 4] = [
    ("heavy_top_sweep", include_str!("../../../scenarios/heavy_top_sweep.toml")),
    ("free_body", include_str!("../../../scenarios/free_body.toml")),
    ("rotor", include_str!("../../../scenarios/rotor.toml")),
    ("puma560_control", include_str!("../../../scenarios/puma560_control.toml")),
];

/// A grid whose steps are adaptive, so that an initial state has a guess of the first.
const PENDULUM: (&str, &str) = ("gyroscopic_pendulum", include_str!("../../../scenarios/gyroscopic_pendulum.toml"));

/// Members of the measured ensembles. Scenarios that vary nothing repeat their one member.
const MEMBERS: u64 = 8192;

/// Members of the arm, whose run takes ten times as many steps.
const PUMA_MEMBERS: usize = 256;

/// Members of the whole command that the table quotes.
const WHOLE_MEMBERS: u64 = 32_768;

/// A figure.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) what: String,
    pub(super) value: f64,
    pub(super) unit: &'static str,
    pub(super) note: String,
}

fn scenario(name: &str, text: &str, members: Option<u64>) -> Result<Scenario, Failure> {
    let overrides = Overrides { members, seed: None };
    Scenario::parse(Path::new(&format!("{name}.toml")), text, overrides).map_err(Failure::other)
}

/// The rows of the processor.
pub(super) fn rows(one_core: &CpuBackend, repeat: u32) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    let two_cores = CpuBackend::new(Some(2), LaneWidth::best()).map_err(Failure::other)?;
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
        let members = if name == "puma560_control" { PUMA_MEMBERS } else { MEMBERS as usize };
        let value = repeated(repeat, || throughput(one_core, &s, members))?;
        let outputs = if s.study.reduces_over_time() { kernel.output_operations } else { 0 };
        let operations = kernel.step_operations + outputs;
        let bodies = s.study.mechanism.bodies.len();
        let share = value / bodies as f64 * operations as f64 / peak;
        let mut note = format!("{operations} operations per step when traced: {:.0} % of the limit", 100.0 * share);
        if bodies > 1 {
            note = format!("{} steps/s of {bodies} bodies; {note}", rate(value / bodies as f64));
        }
        rows.push(Row { what: format!("{name}, one core"), value, unit: "body-steps/s", note });
        if name == "heavy_top_sweep" {
            heavy_top = value;
            let narrow = CpuBackend::with(Some(1), LaneWidth::best(), InstructionSet::Avx2).map_err(Failure::other)?;
            let value = repeated(repeat, || throughput(&narrow, &s, MEMBERS as usize))?;
            let note = "as on a processor with AVX2 only".to_string();
            rows.push(Row { what: format!("{name}, one core, AVX2"), value, unit: "body-steps/s", note });
            let two = repeated(repeat, || throughput(&two_cores, &s, MEMBERS as usize))?;
            let note = format!("{:.2} times one core", two / heavy_top);
            rows.push(Row { what: format!("{name}, two cores"), value: two, unit: "body-steps/s", note });
        }
    }
    for (name, text) in [SCENARIOS[0], PENDULUM] {
        rows.extend(member_rows(name, &scenario(name, text, None)?, repeat)?);
    }
    for bodies in [4, 8, 16, 32] {
        rows.push(chain_row(one_core, bodies, repeat)?);
    }
    for method in ACCURATE {
        rows.push(accuracy_row(one_core, method, repeat)?);
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
    Ok(rows)
}

/// How many members of a plan the host draws, and how many initial states it computes, on one core.
fn member_rows(name: &str, scenario: &Scenario, repeat: u32) -> Result<[Row; 2], Failure> {
    let study = &scenario.study;
    let count = study.plan().members().min(MEMBERS) as usize;
    let members = Members::draw(study, 0, count);
    let per_second = |work: &dyn Fn()| {
        repeated(repeat, || {
            let start = Instant::now();
            work();
            Ok(count as f64 / start.elapsed().as_secs_f64())
        })
    };
    let drawn = per_second(&|| {
        std::hint::black_box(Members::draw(study, 0, count));
    })?;
    let tape = study.tapes().start();
    let states = per_second(&|| {
        let mut starter = Starter::recorded(study, tape);
        (0..count).for_each(|i| drop(std::hint::black_box(starter.start(&members, i))));
    })?;
    let row = |what: &str, value| Row {
        what: format!("{name}, {what}, one core"),
        value,
        unit: "members/s",
        note: String::new(),
    };
    Ok([row("members drawn", drawn), row("initial states", states)])
}

/// Body-steps per second of one chunk; the members of a plan with one member are repeated.
fn throughput(backend: &dyn Backend, scenario: &Scenario, members: usize) -> Result<f64, Failure> {
    let study = &scenario.study;
    // recording and the first pages of memory do not count
    study.tapes();
    let members = Members::draw_repeated(study, members);
    let start = Instant::now();
    let chunk = backend.run(study, members).map_err(Failure::other)?;
    let elapsed = start.elapsed().as_secs_f64();
    let steps: f64 = chunk.steps.iter().map(|s| f64::from(*s)).sum();
    Ok(steps * study.mechanism.bodies.len() as f64 / elapsed)
}

fn chain_row(backend: &dyn Backend, bodies: usize, repeat: u32) -> Result<Row, Failure> {
    let s = parse("chain", &chain(bodies, 0.05))?;
    let value = repeated(repeat, || throughput(backend, &s, 8192 / bodies))?;
    let note = format!("{:.1} ns per body and step of rkmk4, spherical joints", 1e9 / value);
    Ok(Row { what: format!("chain of {bodies} bodies, one core"), value, unit: "body-steps/s", note })
}

/// The centre of mass of the heavy top at 0.1 s, m (tests/golden/p02_heavytop.json).
const TOP_AT_END: [f64; 3] = [0.421296658925402, 0.894571974345593, -0.14916470056189962];

/// Methods with the longest step, or the largest tolerance, at which the heavy top is right to 1.3e-9 m at 0.1 s;
/// `gyrosweep converge scenarios/heavy_top.toml --error 1.3e-9` finds them.
const ACCURATE: [(&str, &str); 4] =
    [("rkmk4", "step = 1e-4"), ("rk67", "step = 6.5e-4"), ("dop853", "step = 3e-3"), ("dop853", "tolerance = 1.2e-8")];

/// The plan of the sweep, which the member with the default values does without.
const SWEEP: &str = "kind = \"sobol\"\nmembers = 16384\nseed = 7\n[plan.vary]\nmass = { uniform = [14.0, 16.0] }\narm = { \
                     uniform = [0.98, 1.02] }\nspin = { normal = [150.0, 2.0] }";

fn accuracy_row(backend: &dyn Backend, (method, steps): (&str, &str), repeat: u32) -> Result<Row, Failure> {
    let text =
        SCENARIOS[0].1.replace("integrator = \"rkmk4\"\nstep = 1e-4", &format!("integrator = \"{method}\"\n{steps}"));
    let s = scenario("heavy_top_sweep", &text, Some(MEMBERS))?;
    s.study.tapes();
    let members = Members::draw(&s.study, 0, MEMBERS as usize);
    let value = repeated(repeat, || {
        let start = Instant::now();
        backend.run(&s.study, members.clone()).map_err(Failure::other)?;
        Ok(MEMBERS as f64 / start.elapsed().as_secs_f64())
    })?;
    // the member with the default values, whose solution is known to 16 digits
    let one = scenario("heavy_top_sweep", &text.replace(SWEEP, "kind = \"one\""), None)?;
    let chunk = backend.run(&one.study, Members::draw(&one.study, 0, 1)).map_err(Failure::other)?;
    let error = chunk.outputs.iter().zip(TOP_AT_END).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    Ok(Row {
        what: format!("heavy tops of 0.1 s, {method}, {steps}"),
        value,
        unit: "members/s",
        note: format!("error {error:.1e} m"),
    })
}

/// Body-steps per second of the sweep from its text to its files.
fn whole_command() -> Result<f64, Failure> {
    let start = Instant::now();
    let s = scenario(SCENARIOS[0].0, SCENARIOS[0].1, Some(WHOLE_MEMBERS))?;
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).map_err(Failure::other)?;
    let folder = Scratch::new()?;
    let mut tables = ResultTables::create(&folder.0, &s.study, Format::Parquet).map_err(Failure::other)?;
    let mut report = Report::new(&s.study);
    let progress = run_study(&s.study, &backend, backend.chunk_size(), |chunk, _| {
        report.add(&chunk);
        tables.write(&chunk)
    })
    .map_err(Failure::other)?;
    tables.finish().map_err(Failure::other)?;
    Ok(report.body_steps(&progress) as f64 / start.elapsed().as_secs_f64())
}

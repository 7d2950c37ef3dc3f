//! What one core of the processor reaches, each figure with a limit measured in the same run.

use super::measure::{Scratch, cpu, repeated};
use super::workloads::{HEAVY_TOP, read, with_plan, with_step, with_tolerance};
use crate::cli::Failure;
use gyrosweep::ensemble::OutputSummaries;
use gyrosweep::ensemble::cpu::{CpuBackend, InstructionSet, peak};
use gyrosweep::ensemble::{Backend, InitialStates, Members, Study, initial_state_tape, run as run_study};
use gyrosweep::gpu::Kernel;
use gyrosweep::io::manifest::ProcessorFigure;
use gyrosweep::io::results::ResultTables;
use gyrosweep::io::table::Format;
use gyrosweep::num::Precision;
use gyrosweep::report::rate;
use gyrosweep::sampling::plan::Plan;
use std::time::Instant;

/// The scenarios that are measured.
const SCENARIOS: [(&str, &str); 4] = [
    ("heavy_top_sweep", HEAVY_TOP),
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

/// Measures the scenarios of one core, whose limit is `peak` operations per second, the heavy top on two cores as well, and
/// returns the rows with the figure of the heavy top.
fn scenario_rows(one_core: &CpuBackend, peak: f64, repeat: u32) -> Result<(Vec<ProcessorFigure>, f64), Failure> {
    let mut rows = Vec::new();
    let two_cores = cpu(Some(2), InstructionSet::detect())?;
    let mut heavy_top = 0.0;
    for (name, text) in SCENARIOS {
        let study = read(name, text, (name == "heavy_top_sweep").then_some(MEMBERS))?;
        let kernel = Kernel::new(&study, Precision::Double).map_err(Failure::other)?;
        let members = if name == "puma560_control" { PUMA_MEMBERS } else { MEMBERS as usize };
        let value = repeated(repeat, || throughput(one_core, &study, members))?;
        let operations = kernel.step_operations + kernel.monitored_operations;
        let bodies = study.mechanism.bodies.len();
        let share = value / bodies as f64 * operations as f64 / peak;
        let mut note = format!("{operations} operations per step when traced: {:.0} % of the limit", 100.0 * share);
        if bodies > 1 {
            note = format!("{} steps/s of {bodies} bodies; {note}", rate(value / bodies as f64));
        }
        rows.push(ProcessorFigure { what: format!("{name}, one core"), value, unit: "body-steps/s".into(), note });
        if name == "heavy_top_sweep" {
            heavy_top = value;
            if InstructionSet::Avx2.is_available() {
                let narrow = cpu(Some(1), InstructionSet::Avx2)?;
                let value = repeated(repeat, || throughput(&narrow, &study, MEMBERS as usize))?;
                let note = "as on a processor with AVX2 only".to_string();
                rows.push(ProcessorFigure {
                    what: format!("{name}, one core, AVX2"),
                    value,
                    unit: "body-steps/s".into(),
                    note,
                });
            }
            let two = repeated(repeat, || throughput(&two_cores, &study, MEMBERS as usize))?;
            let note = format!("{:.2} times one core", two / heavy_top);
            rows.push(ProcessorFigure {
                what: format!("{name}, two cores"),
                value: two,
                unit: "body-steps/s".into(),
                note,
            });
        }
    }
    Ok((rows, heavy_top))
}

/// Measures the rows of the processor.
pub(super) fn rows(one_core: &CpuBackend, repeat: u32) -> Result<Vec<ProcessorFigure>, Failure> {
    let mut rows = Vec::new();
    let peak = repeated(repeat, || Ok(peak::operations_per_second()))?;
    rows.push(ProcessorFigure {
        what: "limit: multiply and add, one core".into(),
        value: peak,
        unit: "operations/s".into(),
        note: "independent f64 products and sums in registers, not fused".into(),
    });
    let (scenarios, heavy_top) = scenario_rows(one_core, peak, repeat)?;
    rows.extend(scenarios);
    for (name, text) in [SCENARIOS[0], PENDULUM] {
        rows.extend(member_rows(name, &read(name, text, None)?, repeat)?);
    }
    for (chains, lengths) in CHAINS {
        for bodies in lengths {
            rows.push(chain_row(one_core, (chains, *bodies), repeat)?);
        }
    }
    for (joints, axes) in SET_UPS {
        for bodies in [128, 256] {
            rows.push(set_up_row((joints, axes), bodies, repeat)?);
        }
    }
    for method in ACCURATE {
        rows.push(accuracy_row(one_core, method, repeat)?);
    }
    let whole = repeated(repeat, whole_command)?;
    rows.push(ProcessorFigure {
        what: format!("whole run of {WHOLE_MEMBERS} members, one core"),
        value: whole,
        unit: "body-steps/s".into(),
        note: format!(
            "reading, planning, integrating, writing: {:.0} % of the integration alone",
            100.0 * whole / heavy_top
        ),
    });
    let tracing = repeated(repeat, || {
        let study = read("heavy_top_sweep", HEAVY_TOP, None)?;
        let start = Instant::now();
        Kernel::new(&study, Precision::Single).map_err(Failure::other)?;
        Ok(start.elapsed().as_secs_f64())
    })?;
    rows.push(ProcessorFigure {
        what: "tracing the heavy top".into(),
        value: tracing,
        unit: "s".into(),
        note: String::new(),
    });
    Ok(rows)
}

/// Measures how many members of a plan the host draws, and how many initial states it computes, on one core.
fn member_rows(name: &str, study: &Study, repeat: u32) -> Result<[ProcessorFigure; 2], Failure> {
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
    let tape = initial_state_tape(study);
    let states = per_second(&|| {
        let mut initial_states = InitialStates::recorded(study, tape.as_ref());
        (0..count).for_each(|i| drop(std::hint::black_box(initial_states.of(&members, i..count))));
    })?;
    let row = |what: &str, value| ProcessorFigure {
        what: format!("{name}, {what}, one core"),
        value,
        unit: "members/s".into(),
        note: String::new(),
    };
    Ok([row("members drawn", drawn), row("initial states", states)])
}

/// Measures the body-steps per second of one chunk; the members of a plan with one member are repeated.
fn throughput(backend: &dyn Backend, study: &Study, members: usize) -> Result<f64, Failure> {
    // recording and the first pages of memory do not count
    backend.prepare(study);
    let members = Members::draw_repeated(study, members);
    let start = Instant::now();
    let chunk = backend.run(study, members).map_err(Failure::other)?;
    let elapsed = start.elapsed().as_secs_f64();
    let steps: f64 = chunk.steps.iter().map(|s| f64::from(*s)).sum();
    Ok(steps * study.mechanism.bodies.len() as f64 / elapsed)
}

/// A method for chains.
#[derive(Clone, Copy)]
struct Chains {
    name: &'static str,
    /// What `[method]` says.
    method: &'static str,
    /// Members of a chain of one body; longer ones have as many fewer.
    members: usize,
}

/// How chains are integrated, and how many bodies they have. Steps of implicit methods are many, since a start costs as much
/// as some hundreds of them.
const CHAINS: [(Chains, &[usize]); 2] = [
    (
        Chains { name: "rkmk4", method: "integrator = \"rkmk4\"\nstep = 1e-4\nduration = 0.05\n", members: 8192 },
        &[4, 8, 16, 32, 64],
    ),
    (
        Chains {
            name: "generalized_alpha in absolute coordinates",
            method: "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 1.0\n",
            members: 4096,
        },
        &[4, 8, 16, 32, 64],
    ),
];

fn chain_row(
    backend: &dyn Backend,
    (chains, bodies): (Chains, usize),
    repeat: u32,
) -> Result<ProcessorFigure, Failure> {
    let study = read("chain", &chain(bodies, &[], chains.method), None)?;
    let value = repeated(repeat, || throughput(backend, &study, chains.members / bodies))?;
    let note = format!("{:.1} ns per body and step of {}, spherical joints", 1e9 / value, chains.name);
    Ok(ProcessorFigure {
        what: format!("chain of {bodies} bodies, one core"),
        value,
        unit: "body-steps/s".into(),
        note,
    })
}

/// The joints of chains that are read and recorded, and the axes that they have in turn.
const SET_UPS: [(&str, &[&str]); 3] = [
    ("revolute joints about parallel axes", &["[0, 1, 0]"]),
    ("revolute joints about alternating axes", &["[0, 1, 0]", "[0, 0, 1]"]),
    ("spherical joints", &[]),
];

/// Measures how long a chain in absolute coordinates takes until its first step: reading, constraints, start,
/// recording, machine code.
fn set_up_row((joints, axes): (&str, &[&str]), bodies: usize, repeat: u32) -> Result<ProcessorFigure, Failure> {
    let text = chain(bodies, axes, CHAINS[1].0.method);
    let value = repeated(repeat, || {
        let start = Instant::now();
        let study = read("chain", &text, None)?;
        cpu(Some(1), InstructionSet::detect())?.prepare(&study);
        Ok(start.elapsed().as_secs_f64())
    })?;
    let what = format!("set-up of a chain of {bodies} bodies");
    let note = format!("absolute coordinates, {joints}, until the first step");
    Ok(ProcessorFigure { what, value, unit: "s".into(), note })
}

/// Writes the scenario of a chain of bodies on revolute joints about these axes in turn, at rest, or without axes on
/// spherical joints.
fn chain(bodies: usize, axes: &[&str], method: &str) -> String {
    let mut text = "[gravity]\nacceleration = [0, 0, -9.81]\n".to_string();
    for i in 0..bodies {
        let parent = if i == 0 { "ground".to_string() } else { format!("link{i}") };
        let (x, y) = (i as f64 + 0.5, if i % 2 == 0 { 0.1 } else { -0.1 });
        let (moving, kind) = match axes {
            [] => (format!(", angular_velocity = [0.1, 0.2, {y:?}]"), "\"spherical\"".to_string()),
            axes => (String::new(), format!("\"revolute\"\naxis = {}", axes[i % axes.len()])),
        };
        text += &format!(
            "[[body]]\nname = \"link{}\"\nmass = 1.0\ninertia = [0.02, 0.1, 0.11]\ninitial = {{ position = [{x:?}, \
             {y:?}, 0]{moving} }}\n[[joint]]\nname = \"joint{}\"\nkind = {kind}\nbetween = [\"{parent}\", \
             \"link{}\"]\nat = [{i}, 0, 0]\n",
            i + 1,
            i + 1,
            i + 1
        );
    }
    text + "[method]\n" + method + "[[output]]\nname = \"tip\"\nquantity = \"position\"\nbody = \"link1\"\n"
}

/// The centre of mass of the heavy top at 0.1 s, m (tests/golden/p02_heavytop.json).
const TOP_AT_END: [f64; 3] = [0.421296658925402, 0.894571974345593, -0.14916470056189962];

/// What a row of accuracy chooses its steps by.
enum Steps {
    /// The length of the steps, s.
    Length(f64),
    Tolerance(f64),
}

/// Methods with the longest step, or the largest tolerance, at which the heavy top is right to 1.3e-9 m at 0.1 s;
/// `gyrosweep converge scenarios/heavy_top.toml --error 1.3e-9` finds them.
const ACCURATE: [(&str, Steps); 4] = [
    ("rkmk4", Steps::Length(1e-4)),
    ("rk67", Steps::Length(6.5e-4)),
    ("dop853", Steps::Length(3e-3)),
    ("dop853", Steps::Tolerance(1.2e-8)),
];

fn accuracy_row(
    backend: &dyn Backend,
    (method, steps): (&str, Steps),
    repeat: u32,
) -> Result<ProcessorFigure, Failure> {
    let sweep = read("heavy_top_sweep", HEAVY_TOP, Some(MEMBERS))?;
    let (study, steps) = match steps {
        Steps::Length(step) => (with_step(&sweep, method, step)?, format!("step = {step:e}")),
        Steps::Tolerance(tolerance) => {
            (with_tolerance(&sweep, method, tolerance)?, format!("tolerance = {tolerance:e}"))
        }
    };
    backend.prepare(&study);
    let members = Members::draw(&study, 0, MEMBERS as usize);
    let value = repeated(repeat, || {
        let start = Instant::now();
        backend.run(&study, members.clone()).map_err(Failure::other)?;
        Ok(MEMBERS as f64 / start.elapsed().as_secs_f64())
    })?;
    // the member with the default values, whose solution is known to 16 digits
    let one = with_plan(&study, Plan::one())?;
    let chunk = backend.run(&one, Members::draw(&one, 0, 1)).map_err(Failure::other)?;
    let error = chunk.outputs.row(0).into_iter().zip(TOP_AT_END).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    Ok(ProcessorFigure {
        what: format!("heavy tops of 0.1 s, {method}, {steps}"),
        value,
        unit: "members/s".into(),
        note: format!("error {error:.1e} m"),
    })
}

/// Measures the body-steps per second of the sweep from its text to its files.
fn whole_command() -> Result<f64, Failure> {
    let start = Instant::now();
    let study = read("heavy_top_sweep", HEAVY_TOP, Some(WHOLE_MEMBERS))?;
    let backend = cpu(Some(1), InstructionSet::detect())?;
    let folder = Scratch::new()?;
    let mut tables = ResultTables::create(&folder.0, &study, Format::Parquet).map_err(Failure::other)?;
    let mut outputs = OutputSummaries::new(&study);
    let progress = run_study(&study, &backend, backend.chunk_size(), |chunk, _| {
        outputs.add(&chunk);
        tables.write(&chunk)
    })
    .map_err(Failure::other)?;
    tables.finish().map_err(Failure::other)?;
    Ok(progress.body_steps(&study) as f64 / start.elapsed().as_secs_f64())
}

//! Same scenario, same seed, same bits: whatever the chunk size, the threads, the lanes.

use crate::common::*;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Chunk, EventRecord, Members, Method, Outcome, Sampling, StepSequence, Study, run};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::Expr;
use gyrosweep::num::Precision;
use gyrosweep::sampling::distribution::Distribution;
use gyrosweep::sampling::plan::{ALL, Plan};
use std::path::Path;

/// Everything that a run puts into its tables, as bits.
fn bits(study: &Study, backend: &dyn Backend, chunk_size: usize) -> Vec<u64> {
    let mut all: [Vec<u64>; 4] = Default::default();
    run::<std::io::Error>(study, backend, chunk_size, |chunk, _| {
        all.iter_mut().zip(bits_of(&chunk)).for_each(|(all, of_chunk)| all.extend(of_chunk));
        Ok(())
    })
    .unwrap_or_else(|e| panic!("{e}"));
    all.concat()
}

/// The members of a chunk, the times of their samples, these, and their events, as bits.
fn bits_of(chunk: &Chunk) -> [Vec<u64>; 4] {
    let mut all = Vec::new();
    for i in 0..chunk.outcomes.len() {
        all.extend(chunk.members.row(i).iter().map(|v| v.to_bits()));
        all.extend([u64::from(chunk.outcomes[i].code()), chunk.times[i].to_bits(), u64::from(chunk.steps[i])]);
        all.extend(chunk.outputs_of(i).unwrap_or_default().iter().map(|v| v.to_bits()));
    }
    let times = chunk.samples.rows.iter().map(|(_, t)| t.to_bits()).collect();
    let samples = chunk.samples.values.each_row().flatten().map(f64::to_bits).collect();
    let event =
        |(_, event): &(usize, EventRecord)| [event.time].into_iter().chain(event.values.clone()).collect::<Vec<f64>>();
    let events = chunk.events.iter().flat_map(event).map(f64::to_bits).collect();
    [all, times, samples, events]
}

/// A sweep with every kind of output and reduction, sampled, of a number of members that fills no lanes.
fn sweep() -> Scenario {
    scenario(
        "heavy_top_sweep",
        &[
            ("members = 16384", "members = 333"),
            ("kind = \"sobol\"", "kind = \"random\""),
            ("duration = 0.1", "duration = 0.0203"),
            (
                "[[output]]",
                r#"
[sampling]
every = 0.005
[[output]]
name = "w"
quantity = "angular_acceleration"
body = "top"
frame = "world"
over = "max"
[[output]]
name = "e"
quantity = "energy"
over = "drift"
[[output]]
name = "mean"
quantity = "rotation_vector"
body = "top"
over = "mean"
[[output]]"#,
            ),
        ],
    )
}

#[test]
fn chunks_threads_and_lanes_do_not_change_a_bit() {
    let s = sweep();
    let backend = |threads, width| CpuBackend::new(Some(threads), width).unwrap();
    let expected = bits(&s.study, &backend(1, LaneWidth::One), 1000);
    for (threads, code, chunk) in [
        (1, Code::Tape, 1000),
        (2, Code::Machine, 1000),
        (1, Code::Machine, 33),
        (2, Code::Machine, 65),
        (2, Code::Tape, 50),
        (2, Code::Tape, 7),
        (1, Code::Machine, 1),
    ] {
        assert!(
            bits(&s.study, &backend(threads, LaneWidth::SixtyFour).with_code(code), chunk) == expected,
            "{threads} threads, {code:?}, chunks of {chunk}"
        );
    }
}

#[test]
fn chunks_do_not_change_a_bit_on_the_gpu() {
    let s = sweep();
    for precision in [Precision::Single, Precision::Double] {
        let Some(backend) = gpu_backend(&s, precision) else { continue };
        let expected = bits(&s.study, backend.as_ref(), 1000);
        assert!(bits(&s.study, backend.as_ref(), 100) == expected, "{precision:?}");
    }
}

#[test]
fn a_member_alone_is_the_member_of_the_ensemble() {
    let s = sweep();
    let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap();
    let all = run_on(&backend, &s);
    for k in [0, 17, 332] {
        let alone = backend.run(&s.study, gyrosweep::ensemble::Members::draw(&s.study, k, 1)).unwrap();
        let at = k as usize;
        assert_eq!(alone.members.row(0), all.members.row(at));
        assert_eq!(alone.outputs_of(0), all.outputs_of(at));
    }
}

#[test]
fn gpu_and_cpu_agree_on_every_output() {
    let s = sweep();
    let cpu = run_on(cpu_backends()[2].1.as_ref(), &s);
    // double precision: the driver may fuse products and sums; single: 24 bits, relative to the largest value
    // that the output passes through (the energy is a difference of terms of 7,000 J, its drift that of rounding)
    let scale = |name: &str| match name {
        n if n.starts_with("com") => 1.0,
        n if n.starts_with('w') => 1e3,
        "e" => 7e3,
        _ => 1.0,
    };
    for (precision, limit) in [(Precision::Double, 1e-12), (Precision::Single, 5e-6)] {
        let Some(backend) = gpu_backend(&s, precision) else { continue };
        let gpu = run_on(backend.as_ref(), &s);
        assert_eq!(gpu.outcomes, cpu.outcomes);
        assert_eq!(gpu.steps, cpu.steps);
        assert_eq!(gpu.times, cpu.times);
        assert_eq!(gpu.samples.rows, cpu.samples.rows);
        for (c, (name, _)) in s.study.mechanism.columns().iter().enumerate() {
            let errors = (0..333).map(|i| (gpu.outputs_of(i).unwrap()[c] - cpu.outputs_of(i).unwrap()[c]).abs());
            let worst = errors.fold(0.0, f64::max) / scale(name);
            eprintln!("{precision:?} {name}: {worst:.1e}");
            assert!(worst < limit, "{precision:?} {name}: {worst:e}");
        }
        let samples = gpu.samples.values.columns().zip(cpu.samples.values.columns());
        for ((gpu, cpu), c) in samples.zip(s.study.sampled_channels()) {
            let name = &s.study.mechanism.columns()[c].0;
            for (i, (a, b)) in gpu.iter().zip(cpu).enumerate() {
                assert!((a - b).abs() < limit * scale(name), "{precision:?} sample {i} of {name}: {a} {b}");
            }
        }
    }
}

#[test]
fn every_member_may_have_its_own_step_and_duration() {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_sweep.toml")).unwrap();
    let (head, _) = text.split_once("[plan]").unwrap();
    let text = head
        .replace("[gravity]", "h = { default = 1e-4 }\nend = { default = 0.1 }\n[gravity]")
        .replace("step = 1e-4", "step = \"h\"")
        .replace("duration = 0.1", "duration = \"end\"")
        + "[plan]\nkind = \"grid\"\n[plan.vary]\nh = [4e-4, 2e-4, 1e-4, 0.5]\nend = [0.1, 0.05]\n"
        + "[[output]]\nname = \"com\"\nquantity = \"position\"\nbody = \"top\"\n";
    let s = parse(&text);
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        assert_eq!(chunk.steps[..6], [250, 125, 500, 250, 1000, 500], "{name}");
        // a step longer than the duration makes no method
        assert_eq!(chunk.outcomes[6..], [Outcome::Invalid; 2], "{name}");
        assert_eq!(chunk.times[..6], [0.1, 0.05, 0.1, 0.05, 0.1, 0.05], "{name}");
        let error = distance(&vector(&s, &chunk, 0, "com"), &vector(&s, &chunk, 4, "com"));
        assert!(error > 1e-9 && error < 1e-6, "{name}: {error}");
    }
}

#[test]
fn only_what_is_not_reduced_over_time_is_sampled() {
    let s = sweep();
    let names: Vec<String> = s.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
    let sampled: Vec<&str> = s.study.sampled_channels().into_iter().map(|c| names[c].as_str()).collect();
    assert_eq!(sampled, ["com.x", "com.y", "com.z"]);
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top.toml")).unwrap();
    let text = text.replace("quantity = \"position\"", "quantity = \"position\"\nover = \"max\"");
    let text = text.replace("quantity = \"angular_velocity\"", "quantity = \"angular_velocity\"\nover = \"max\"");
    let error = Scenario::parse(std::path::Path::new("top.toml"), &text, Default::default()).unwrap_err();
    assert!(
        error.to_string().ends_with(
            "sampling: nothing to sample: every output is reduced over time; add an [[output]] without `over`"
        )
    );
}

/// Runs a script of this folder with the program. Without Python the test says that it is left out; where
/// `GYROSWEEP_REQUIRE_PYTHON` is set, it fails.
fn script(arguments: &[&str]) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let said = std::process::Command::new("python3").args(arguments).current_dir(folder).output();
    let said = match said {
        Ok(said) => said,
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_PYTHON").is_none(), "Python is required: {error}");
            return eprintln!("no Python 3, left out: {error}");
        }
    };
    let [out, err] = [said.stdout, said.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    println!("{out}");
    assert!(said.status.success(), "{arguments:?}: {out}{err}");
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_gyrosweep");

#[test]
fn random_scenarios_of_every_family_are_accepted() {
    for family in ["any", "free", "edges", "loops", "beams"] {
        let folder = std::env::temp_dir().join(format!("gyrosweep_random_{family}_{}", std::process::id()));
        let to = folder.to_str().expect("a folder");
        script(&["random_scenarios.py", to, "--count", "25", "--family", family, "--check", PROGRAM]);
        let _ = std::fs::remove_dir_all(&folder);
    }
}

/// The machine code in one chunk, and what must give its bits: chunks and threads, and tapes where the system can refuse
/// executable pages, which Linux can from 6.3 on.
#[test]
fn random_scenarios_of_every_family_have_the_same_bits_by_all_ways() {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut version = kernel.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let refuses_pages = (version.next(), version.next()) >= (Some(6), Some(3));
    let ways = if refuses_pages { "chunks,tapes,exact" } else { "chunks" };
    script(&[
        "compare_tables.py",
        "--same",
        PROGRAM,
        "--no-project",
        "--random",
        "5",
        "--members",
        "70",
        "--backends",
        ways,
    ]);
}

/// Members of the plans below, and how many steps each makes.
const MEMBERS: u64 = 84;
const STEPS: f64 = 12.0;

/// Reads a scenario of the project anew, as a process of its own would, and shortens it. Where it has no plan its parameters
/// vary, or gravity; none where it has neither, so that there is no part of it.
fn cut(path: &Path) -> Option<Study> {
    let mut text = std::fs::read_to_string(path).expect("a scenario");
    if !text.contains("[parameters]") {
        text = text.replace("[gravity]", "[parameters]\ng = 9.81\n[gravity]").replace("-9.81", "\"-g\"");
    }
    let sampled = ALL.iter().any(|kind| kind.is_sampled() && text.contains(&format!("kind = \"{}\"", kind.name)));
    let overrides = Overrides { members: sampled.then_some(MEMBERS), ..Overrides::default() };
    let study = Scenario::parse(path, &text, overrides).unwrap_or_else(|e| panic!("{e}")).study;
    let (mechanism, method) = (study.mechanism.clone(), study.method.clone());
    let plan = if study.plan().members() > 1 {
        study.plan().clone()
    } else {
        let around = |x: f64| {
            let bounds = [x - 0.02 * x.abs(), x + 0.02 * x.abs()];
            Distribution::from_arguments("uniform", &bounds).expect("bounds in order")
        };
        let varied = mechanism.parameters.iter().filter(|p| p.default != 0.0);
        let columns: Vec<_> = varied.map(|p| (p.name.clone(), around(p.default))).collect();
        let kind = ALL.iter().find(|kind| kind.is_sampled())?;
        Plan::sampled(kind, columns, MEMBERS, 3).ok()?
    };
    let duration = match study.step_sequence(&mechanism.defaults()).expect("steps") {
        StepSequence::Fixed(equal) => STEPS * equal.length(0),
        adaptive @ StepSequence::Adaptive(_) => 0.01 * adaptive.duration(),
    };
    let method = Method { duration: Expr::Constant(duration), ..method };
    let fits = |s: &Sampling| s.check(duration).is_ok() && s.every().is_none_or(|every| duration / every >= 1.0);
    let sampling = study.sampling.clone().filter(fits);
    Some(Study::new(mechanism, method, sampling, plan).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// Whatever is chosen by a look at members (which constraints are independent, in which order equations are solved, how
/// starts are found) is chosen for the whole plan.
#[test]
fn the_seventh_part_of_any_scenario_and_any_member_alone_have_the_bits_of_the_whole() {
    let backend = CpuBackend::new(Some(2), LaneWidth::best()).unwrap();
    let folder = std::fs::read_dir(root().join("scenarios")).expect("the scenarios");
    let mut files: Vec<_> = folder.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    let (mut whole_alone, mut differ) = (Vec::new(), Vec::new());
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(study) = cut(path) else {
            whole_alone.push(name);
            continue;
        };
        // of long plans some members from all over it
        let all = study.plan().members();
        let parts = (0..7).map(|k| all * k / 7..all * (k + 1) / 7).filter(|part| !part.is_empty());
        let members = [all / 2, all - 1].map(|k| k..k + 1);
        for part in parts.chain(members) {
            let count = (part.end - part.start).min(3) as usize;
            let alone = cut(path).expect("the study").of_part(part.clone());
            let chunk = |study: &Study, first| backend.run(study, Members::draw(study, first, count)).expect("a run");
            if bits_of(&chunk(&alone, 0)) != bits_of(&chunk(&study, part.start)) {
                differ.push(format!("{name}: {part:?}"));
            }
        }
    }
    assert!(whole_alone.len() < 6, "of {} only one member is compared", whole_alone.join(", "));
    assert!(differ.is_empty(), "{}", differ.join(", "));
}

/// So many members of a sequence that goes on are the first of more, to the bit; fewer than are looked at too.
#[test]
fn fewer_members_of_a_sequence_are_the_first_of_more() {
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let study = |members| {
        let path = root().join("scenarios/four_bar_study.toml");
        let text = std::fs::read_to_string(&path).expect("a scenario").replace("duration = 1.0", "duration = 0.02");
        let overrides = Overrides { members: Some(members), ..Overrides::default() };
        Scenario::parse(&path, &text, overrides).unwrap_or_else(|e| panic!("{e}")).study
    };
    let members =
        |study: &Study| bits_of(&backend.run(study, Members::draw(study, 0, study.plan().members() as usize)).unwrap());
    let [all, ..] = members(&study(16));
    for few in [1, 3, 7] {
        let [found, ..] = members(&study(few));
        assert!(!found.is_empty() && all[..found.len()] == found, "{few} members");
    }
}

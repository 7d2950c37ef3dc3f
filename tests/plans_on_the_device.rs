//! Plans that a device carries out itself give the CPU's parameters and beginnings, bit for bit.

mod common;

use common::*;
use gyrosweep::ensemble::statistics::{BLOCK, summarize};
use gyrosweep::ensemble::{Crew, Outcome};
use gyrosweep::gpu::{Arithmetic, GpuBackend, GpuOptions, PlanNumbers, PlannedMembers};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;

const MEMBERS: usize = 1024;

/// A body whose place is varied by every distribution; `plan` says how.
fn cloud(plan: &str, vary: &str) -> Scenario {
    parse(&format!(
        r#"
[parameters]
a = {{ default = 0.5 }}
b = {{ default = 0.5 }}
c = {{ default = 0.5 }}
d = {{ default = 0.5 }}
g = {{ default = 0.5 }}
f = {{ default = 0.5 }}
[[body]]
name = "body"
mass = 1.0
inertia = [1, 1.2, 1.4]
initial = {{ position = ["a", "b", "c"], rotation_vector = ["0.1*d", "sin(g)", "f"] }}
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.01
[[output]]
name = "p"
quantity = "position"
body = "body"
[plan]
{plan}
[plan.vary]
{vary}
"#
    ))
}

const DISTRIBUTIONS: &str = "a = { uniform = [-1.5, 3.25] }
b = { normal = [10.0, 0.3] }
c = { truncated_normal = [0.0, 1.0, 2.0, 5.0] }
d = { lognormal = [0.3, 0.7] }
g = { triangular = [-1.0, 0.25, 2.0] }
f = { choice = [0.1, 0.2, 0.5, 1.5, 7.25] }
";

/// Holds what the device made of members against what the host uploads: every number that it begins with, by its bits.
fn compare(name: &str, gpu: &GpuBackend, first: u64, [found, expected]: [&PlannedMembers; 2]) {
    let stride = found.stride;
    let size = if gpu.kernel().precision == Precision::Single { 4 } else { 8 };
    let (mut well, mut others) = (0, 0);
    for i in 0..MEMBERS {
        let name = format!("{name}, member {}", first + i as u64);
        let status = |of: &PlannedMembers| of.status[8 * i..][..8].to_vec();
        assert_eq!(status(found)[0], status(expected)[0], "{name}");
        // what its beginning is made of is not looked at where it has none
        let begins = status(expected)[0] == Outcome::Completed.code();
        (well, others) = if begins { (well + 1, others) } else { (well, others + 1) };
        if !begins {
            continue;
        }
        assert_eq!(status(found), status(expected), "{name}");
        let quantities = [
            ("parameters", &found.parameters, &expected.parameters),
            ("state", &found.state, &expected.state),
            ("rests", &found.rests, &expected.rests),
        ];
        for (what, found, expected) in quantities {
            assert_eq!(found.len(), expected.len());
            for c in 0..found.len() / (size * stride) {
                let at = (c * stride + i) * size..(c * stride + i + 1) * size;
                let (found, expected) = (&found[at.clone()], &expected[at]);
                assert!(found == expected, "{name}, {what} {c}: {found:x?} on the device, {expected:x?} on the host");
            }
        }
    }
    eprintln!("{name}: {well} members begin, {others} do not");
}

/// The backend of a precision that draws members in these numbers; none where there is no device for them.
fn backend(s: &Scenario, precision: Precision, plan: PlanNumbers) -> Option<GpuBackend> {
    match GpuBackend::new(&s.study, &GpuOptions { plan: Some(plan), ..GpuOptions::new(precision).or_software() }) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped on the GPU, {precision:?}: {error}");
            None
        }
    }
}

/// The device's own double precision and that of whole numbers, in some precisions of the kernel.
fn check_in(name: &str, s: &Scenario, firsts: &[u64], precisions: &[Precision]) {
    for precision in precisions {
        for plan in [PlanNumbers::Native, PlanNumbers::Soft] {
            let Some(gpu) = backend(s, *precision, plan) else { continue };
            if plan == PlanNumbers::Native && gpu.adapter().arithmetic != Arithmetic::Exact {
                eprintln!("skipped: {} has no exact arithmetic", gpu.adapter().name);
                continue;
            }
            for first in firsts {
                let name = format!("{name}, {precision:?}, {plan:?}");
                let found = gpu.planned(&s.study, *first, MEMBERS).unwrap();
                let found = found.unwrap_or_else(|| panic!("{name} is not planned"));
                let expected = gpu.begun_by_the_host(&s.study, *first, MEMBERS).unwrap();
                compare(&name, &gpu, *first, [&found, &expected]);
            }
        }
    }
}

fn check(name: &str, s: &Scenario, firsts: &[u64]) {
    check_in(name, s, firsts, &[Precision::Double]);
}

const ALL: [Precision; 3] = [Precision::Single, Precision::DoubleFloat, Precision::Double];

#[test]
fn every_sampler_and_distribution() {
    for kind in ["random", "latin_hypercube", "halton", "sobol"] {
        // sobol has at most 2^32 members
        let (members, far) = match kind {
            "sobol" => (1u64 << 32, (1u64 << 32) - MEMBERS as u64),
            _ => (9_000_000_000_000, 8_123_456_789_012),
        };
        let s = cloud(&format!("kind = \"{kind}\"\nmembers = {members}\nseed = 8198552921648689"), DISTRIBUTIONS);
        // how numbers are rounded does not depend on the kind
        check_in(kind, &s, &[0, far], if kind == "random" { &ALL } else { &ALL[2..] });
    }
}

#[test]
fn grids_and_single_members() {
    let s =
        cloud("kind = \"grid\"", "a = [0.5, 1.5, -2.25]\nb = { min = 0.1, max = 0.7, count = 70001 }\nc = [1, 2]\n");
    check("grid", &s, &[0, 417_000]);
    let text = std::fs::read_to_string(root().join("scenarios/rotor.toml")).expect("scenario");
    let one = parse(&(text + "\n[plan]\nkind = \"one\"\n"));
    check_in("one", &one, &[0], &ALL);
}

/// The scenarios with a plan, or with one put in the place of none: what is begun there is what begins here.
#[test]
fn beginnings_of_scenarios() {
    let plan = |text: &str, vary: &str| {
        parse(&(text.to_string() + "\n[plan]\nkind = \"sobol\"\nmembers = 4096\nseed = 3\n[plan.vary]\n" + vary))
    };
    let read = |name: &str| std::fs::read_to_string(root().join("scenarios").join(name)).expect("scenario");
    let top = scenario("heavy_top_sweep", &[("uniform = [14.0, 16.0]", "uniform = [-1.0, 16.0]")]);
    check_in("heavy top", &top, &[0, 3072], &ALL);
    check(
        "rotor",
        &plan(&read("rotor.toml"), "mass = { uniform = [1.0, 1.5] }\nomega = { normal = [20944.0, 10.0] }\n"),
        &[0],
    );
    let puma = read("puma560.toml")
        .replacen("[gravity]", "[parameters]\nx = { default = 0.006 }\n[gravity]", 1)
        .replacen("-0.2275, 0.006]", "-0.2275, \"x\"]", 1);
    check("puma", &plan(&puma, "x = { triangular = [0.0, 0.006, 0.02] }\n"), &[0]);
}

/// A whole sweep in single precision: the figures do not depend on who draws the members.
#[test]
fn statistics_are_the_same_whoever_draws() {
    let s =
        scenario("heavy_top_sweep", &[("members = 16384", "members = 12000"), ("duration = 0.1", "duration = 0.0006")]);
    let figures = [PlanNumbers::Native, PlanNumbers::Soft].map(|plan| {
        let gpu = backend(&s, Precision::Single, plan)?;
        let draws = plan == PlanNumbers::Soft || gpu.adapter().arithmetic == Arithmetic::Exact;
        assert_eq!(gpu.planned(&s.study, 0, MEMBERS).unwrap().is_some(), draws, "who draws");
        let crew = Crew::new(vec![&gpu]).with_chunk(9 * BLOCK).with_blocks(BLOCK);
        Some(summarize(&s.study, &crew, &[], |_| {}).unwrap_or_else(|e| panic!("{e}")))
    });
    assert!(figures[0] == figures[1], "{figures:?}");
}

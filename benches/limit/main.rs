//! What machine code of the trace could reach: the same graph printed as C with vector types, compiled by
//! `cc -O2` for the same instructions and measured beside it, `cargo bench -p gyrosweep-benches --bench limit`. Needs a C compiler with the vector
//! extensions of GCC, `cc` or what the variable `CC` names.
//!
//! Of an explicit method a step is measured, of an implicit one an iteration of Newton's method: residual, iteration
//! matrix, elimination and solution, from the predictor. Shares of the limit count every operation of the graph as one and
//! compare with products and sums in registers, of the same core in the same moments; `cargo bench -p gyrosweep-benches --bench limit top` measures
//! the cases with this word in their names.
//!
//! The C code is compiled twice: with `-ffp-contract=off`, whose results must have the same bits, and as the compiler
//! likes it, which may fuse products and sums into one operation: the limit of machine code that does.

mod c_code;

use c_code::print;
use cpu_time::ProcessTime;
use gyrosweep::ensemble::cpu::peak;
use gyrosweep::ensemble::iteration::{CHECKED, record_iteration};
use gyrosweep::ensemble::program::{NewtonInput, Shape, StudyFunction, inputs};
use gyrosweep::ensemble::record_function;
use gyrosweep::ensemble::{InitialStates, Members};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::jit::{Attempts, MachineCode, Pages, Program, Target};
use gyrosweep::num::{LaneReal, Lanes, Precision};
use gyrosweep::trace::{Graph, Node, Schedule};
use std::process::Command;
use std::time::Instant;

/// Members of a block.
const MEMBERS: usize = 64;
/// Repetitions; the best counts, since what disturbs a measurement only slows it down.
const REPEAT: usize = 5;

/// A measured function: a step of a scenario with some method, or an iteration of one, and the values of its inputs.
struct Case {
    name: &'static str,
    graph: Graph,
    inputs: Vec<f64>,
    /// Outputs that are computed first, by which it is known whether an iteration goes on.
    first: Option<usize>,
}

fn case(name: &'static str, scenario: &str, replaced: &[(&str, &str)]) -> Case {
    let path = gyrosweep_benches::scenario(scenario);
    let mut text = std::fs::read_to_string(&path).expect("a scenario of the project");
    for (from, to) in replaced {
        assert!(text.contains(from), "{scenario} does not contain {from:?}");
        text = text.replace(from, to);
    }
    let study = Scenario::parse(&path, &text, Overrides::default()).expect("a scenario").study;
    let members = Members::draw(&study, 0, 1);
    let start = InitialStates::native(&study).of(&members, 0..1);
    // parameters, state, time, length of the step, error norms
    let mut values = members.row(0);
    values.extend(&start.state);
    values.extend([0.0, start.first_step, 1.0, 1.0]);
    if !study.is_implicit() {
        let graph = record_function(&study, StudyFunction::Step, Precision::Double);
        return Case { name, graph, inputs: values, first: None };
    }
    // the unknowns of the predictor are zero
    let shape = Shape::new(&study);
    values.resize(shape.input_count(StudyFunction::Step), 0.0);
    values[shape.newton(NewtonInput::Length)] = start.first_step;
    let graph = record_iteration(&study, Precision::Double, inputs(&study, StudyFunction::Step));
    Case { name, graph, inputs: values, first: Some(CHECKED) }
}

/// Steps per CPU second of machine code, and the results of the first member.
fn machine(case: &Case, graph: &Graph, target: Target, steps: usize) -> (f64, Vec<f64>) {
    // an iteration is made again and again, from the same inputs, as if it never solved the step
    let again = case.first.map(|first| Attempts { again: Some(first - 1), all: true, ..Attempts::default() });
    let schedule = Schedule::in_two_parts(graph, case.first.unwrap_or(graph.outputs.len()));
    let code = MachineCode::new(graph, &schedule, again.as_ref(), target);
    let program = Program::new(code, Pages::System).expect("machine code is allowed here");
    let mut slots = program.slots::<Lanes<MEMBERS>>();
    for (input, value) in program.inputs(&mut slots).iter_mut().zip(&case.inputs) {
        *input = Lanes([*value; MEMBERS]);
    }
    program.run_member(&mut slots);
    let once = |slots: &mut _| {
        let start = ProcessTime::now();
        for _ in 0..steps / MEMBERS {
            program.run(0, slots, 1);
        }
        (steps / MEMBERS * MEMBERS) as f64 / start.elapsed().as_secs_f64()
    };
    let best = (0..REPEAT).map(|_| once(&mut slots)).fold(0.0, f64::max);
    let results = (0..program.output_count(0)).map(|i| program.output(0, &slots, i).lane(0)).collect();
    (best, results)
}

/// The same of C code, whose program prints its rate and its results.
fn c(case: &Case, target: Target, steps: usize, flags: &[&str]) -> (f64, Vec<f64>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("step.c"), folder.path().join("step"));
    std::fs::write(&source, print(&case.graph, &case.inputs, steps / MEMBERS, REPEAT, target.lanes())).expect("a file");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let instructions: &[&str] = match target {
        Target::Avx2 => &["-mno-avx512f", "-mavx2", "-mfma"],
        Target::Avx512 | Target::Neon => &[],
    };
    let arguments = ["-O2", "-march=native", "-fno-math-errno", "-w"];
    let mut command = Command::new(&compiler);
    command.args(arguments).args(instructions).args(flags).arg(&source).arg("-o").arg(&program).arg("-lm");
    let status = command.status().unwrap_or_else(|e| panic!("{compiler} cannot be run: {e}"));
    assert!(status.success(), "{compiler} does not compile the graph");
    let output = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let mut words = text.split_whitespace();
    let rate = words.next().and_then(|w| w.parse().ok()).expect("a rate");
    (rate, words.map(|w| f64::from_bits(u64::from_str_radix(w, 16).expect("bits"))).collect())
}

/// What takes a processor longer than products and sums.
fn slow_operations(graph: &Graph) -> [usize; 2] {
    let varying = graph.changes_every_step();
    let schedule = Schedule::new(graph);
    let nodes = || schedule.step.iter().filter(|id| varying[**id as usize]).map(|id| &graph.nodes[*id as usize]);
    [
        nodes().filter(|node| matches!(node, Node::Div(..))).count(),
        nodes().filter(|node| matches!(node, Node::Sqrt(_))).count(),
    ]
}

/// Products and sums per CPU second of one core, whatever else the core does meanwhile.
fn peak_per_cpu_second() -> f64 {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let rate = peak::operations_per_second();
    rate * wall.elapsed().as_secs_f64() / cpu.elapsed().as_secs_f64()
}

fn main() {
    let rkmk4 = "integrator = \"rkmk4\"\nstep = 1e-4";
    let implicit = "integrator = \"generalized_alpha\"\nstep = 1e-4";
    let cases = [
        case("heavy top, rkmk4", "heavy_top_sweep", &[]),
        case("heavy top, dop853", "heavy_top_sweep", &[(rkmk4, "integrator = \"dop853\"\nstep = 3e-3")]),
        case("rotor", "rotor", &[]),
        case("Puma 560, rkmk4", "puma560_control", &[]),
        case("heavy top, iteration of generalized-alpha", "heavy_top_sweep", &[(rkmk4, implicit)]),
        case("heavy top with constraints, iteration", "heavy_top_constrained", &[]),
        case("slider-crank, iteration", "slider_crank", &[]),
        case("Andrews' mechanism, iteration", "andrews", &[]),
    ];
    // cargo hands `--bench` over as well
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("steps or iterations per CPU second of one core; C: cc -O2 -march=native, one register of lanes");
    for case in cases.iter().filter(|case| words.iter().all(|word| case.name.contains(word.as_str()))) {
        let operations = case.graph.operation_counts().0;
        let [divisions, roots] = slow_operations(&case.graph);
        let contracted = case.graph.clone().contracted();
        let fused = contracted.operation_counts().0;
        println!("{}, {operations} operations, {fused} fused, {divisions} divisions and {roots} roots:", case.name);
        let steps = 2_000_000_000 / operations;
        // in the same moments as what is compared with it
        let limit = (0..REPEAT).map(|_| peak_per_cpu_second()).fold(0.0, f64::max) / operations as f64;
        for target in Target::ALL.into_iter().filter(|t| t.is_available()) {
            let (exact, expected) = c(case, target, steps, &["-ffp-contract=off"]);
            let (rate, results) = machine(case, &case.graph, target, steps);
            let same = results.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same && results.len() == expected.len(), "{}: {results:?} and {expected:?}", case.name);
            println!("  {}: {rate:.3e}, C {exact:.3e}: {:.2}", target.name(), rate / exact);
            let (of_c, _) = c(case, target, steps, &[]);
            let (rate, _) = machine(case, &contracted, target, steps);
            println!("  {}, fused: {rate:.3e}, C {of_c:.3e}: {:.2}", target.name(), rate / of_c);
        }
        println!("  products and sums in registers, best instructions: {limit:.3e}");
    }
}

//! The order of a graph's operations and their text as a kernel.

use super::leaves::leaves;
use super::recorded;
use gyrosweep::gpu::prelude;
use gyrosweep::num::{Precision, Real};
use gyrosweep::trace::{Graph, Schedule, Traced, record, wgsl};
use std::ops::Range;

#[test]
fn the_schedule_computes_operands_before_use() {
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        let schedule = Schedule::new(&graph);
        let (per_step, per_member) = graph.operation_counts();
        assert_eq!((schedule.step.len(), schedule.member.len()), (per_step, per_member), "{}", leaf.name);
        let mut done = vec![false; graph.nodes.len()];
        for &id in schedule.member.iter().chain(&schedule.step) {
            for operand in graph.nodes[id as usize].operands() {
                let ready = done[operand as usize] || !graph.nodes[operand as usize].is_operation();
                assert!(ready, "{}: node {id} reads {operand} before it is computed", leaf.name);
            }
            assert!(!done[id as usize], "{}: node {id} is computed twice", leaf.name);
            done[id as usize] = true;
        }
        for output in &graph.outputs {
            assert!(done[*output as usize] || !graph.nodes[*output as usize].is_operation(), "{}", leaf.name);
        }
        let varying = graph.changes_every_step();
        assert!(schedule.member.iter().all(|id| !varying[*id as usize]), "{}", leaf.name);
        assert!(schedule.peak_live <= per_step && (schedule.peak_live > 0) == (per_step > 0), "{}", leaf.name);
    }
}

#[test]
fn the_first_part_of_a_schedule_is_what_the_first_outputs_need() {
    let mut split = 0;
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        for outputs in 0..=graph.outputs.len() {
            let schedule = Schedule::in_two_parts(&graph, outputs);
            let mut alone = graph.clone();
            alone.outputs.truncate(outputs);
            assert_eq!(schedule.first.outputs, outputs, "{}", leaf.name);
            assert_eq!(schedule.first.operations, alone.operation_counts().0, "{}", leaf.name);
            let live = alone.is_live();
            let (first, rest) = schedule.step.split_at(schedule.first.operations);
            assert!(first.iter().all(|id| live[*id as usize]), "{}", leaf.name);
            let all = Schedule::new(&graph).step;
            assert!(
                schedule.step.len() == all.len() && all.iter().all(|id| schedule.step.contains(id)),
                "{}",
                leaf.name
            );
            let mut done = live;
            schedule.member.iter().for_each(|id| done[*id as usize] = true);
            for id in rest {
                let mut operands = graph.nodes[*id as usize].operands();
                assert!(operands.all(|o| done[o as usize] || !graph.nodes[o as usize].is_operation()), "{}", leaf.name);
                done[*id as usize] = true;
            }
            split += usize::from(!first.is_empty() && !rest.is_empty());
        }
    }
    assert!(split > 20, "{split} schedules in two parts");
}

/// What the names of values begin with, once per member and every step.
const NAMES: [&str; 2] = ["m", "x"];

/// A kernel around the printed statements: inputs from one buffer, outputs to another, but for the first ones only where
/// a condition holds.
fn kernel(graph: &Graph, first: usize) -> Result<String, wgsl::PrintError> {
    let printed = wgsl::print(graph, &Schedule::in_two_parts(graph, first), NAMES)?;
    let (number, prelude) = match graph.precision {
        Precision::DoubleFloat => ("real", prelude(graph.precision.into())),
        precision => (precision.name(), String::new()),
    };
    let inputs: String =
        graph.inputs.iter().enumerate().map(|(i, input)| format!("let {} = inputs[{i}];\n", input.name)).collect();
    let outputs = |range: Range<usize>| -> String {
        range.map(|i| format!("outputs[{i}] = {};\n", printed.outputs[i])).collect()
    };
    let (first, rest) = (outputs(0..first), outputs(first..printed.outputs.len()));
    Ok(format!(
        "{prelude}struct Control {{ zero: u32 }}\n@group(0) @binding(2) var<uniform> control: Control;\n\
         @group(0) @binding(0) var<storage, read> inputs: array<{number}>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<{number}>;\n\
         @compute @workgroup_size(1)\nfn main() {{\n{inputs}{}{}{first}\
         if control.zero == 0u {{\n{}{rest}}}\n}}\n",
        printed.member, printed.step, printed.rest
    ))
}

#[test]
fn every_leaf_prints_as_a_valid_kernel() {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    for leaf in leaves() {
        for precision in [Precision::Double, Precision::DoubleFloat, Precision::Single] {
            let graph = recorded(&leaf, precision);
            let outputs = graph.outputs.len();
            let firsts = if precision == Precision::Double { vec![outputs, outputs / 2] } else { vec![outputs] };
            for first in firsts {
                let text = kernel(&graph, first).unwrap_or_else(|e| panic!("{}: {e}", leaf.name));
                let module = naga::front::wgsl::parse_str(&text)
                    .unwrap_or_else(|e| panic!("{}: {}\n{text}", leaf.name, e.emit_to_string(&text)));
                let capabilities = match precision {
                    Precision::Double => Capabilities::FLOAT64,
                    // a double would need the capability and fail
                    Precision::Single | Precision::DoubleFloat => Capabilities::empty(),
                };
                let valid = Validator::new(ValidationFlags::all(), capabilities).validate(&module);
                assert!(valid.is_ok(), "{}, {precision:?}: {:?}\n{text}", leaf.name, valid.err());
            }
        }
    }
}

/// A name is given to what is used more than once and to nothing twice.
#[test]
fn printed_names_are_defined_once_and_before_use() {
    for leaf in leaves() {
        let graph = recorded(&leaf, Precision::Double);
        let printed = wgsl::print(&graph, &Schedule::new(&graph), NAMES).expect("every constant is a double");
        let mut defined: Vec<&str> = Vec::new();
        for line in printed.member.lines().chain(printed.step.lines()).filter(|l| !l.starts_with("//")) {
            let (name, value) = line.strip_prefix("let ").and_then(|l| l.split_once(" = ")).expect("a definition");
            let words = value.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
            let is_name =
                |w: &&str| w.len() > 1 && matches!(w.as_bytes()[0], b'm' | b'x') && w[1..].parse::<u32>().is_ok();
            for used in words.filter(is_name) {
                assert!(defined.contains(&used), "{}: {used} is used before {line}", leaf.name);
            }
            assert!(!defined.contains(&name), "{}: {name} is defined twice", leaf.name);
            defined.push(name);
        }
    }
}

#[test]
fn constants_that_do_not_fit_are_refused() {
    let graph = |precision| record(precision, vec![], |_| vec![Traced::constant(1e300)]);
    let print = |graph: &Graph| wgsl::print(graph, &Schedule::new(graph), NAMES).map(|p| p.outputs);
    assert_eq!(print(&graph(Precision::Double)), Ok(vec!["1e300lf".to_string()]));
    assert!(matches!(print(&graph(Precision::Single)), Err(wgsl::PrintError::Constant { .. })));
    let double_float = record(Precision::DoubleFloat, vec![], |_| vec![Traced::constant(-0.1)]);
    assert_eq!(print(&double_float), Ok(vec!["vec2<f32>(-0.1f, 1.4901161e-9f)".to_string()]));
    assert!(print(&graph(Precision::DoubleFloat)).is_err());
    let infinite = record(Precision::Double, vec![], |_| vec![Traced::constant(f64::INFINITY)]);
    assert_eq!(print(&infinite), Ok(vec!["f64(bitcast<f32>(0x7f800000u | control.zero))".to_string()]));
}

//! The examples of all catalogs, each by itself. What is in a catalog is tested here by its example alone; together
//! they are in tests/backends/kernels.rs, forces and joints among others of their kind in tests/mechanics/forces and
//! tests/mechanics/joints.

use crate::common::place::gyrosweep;
use crate::common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::io::scenario::example::{BASE, assemble, examples};
use std::process::Output;

/// Numbers by their bits, except that what is not a number equals itself.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect()
}

#[test]
fn every_example_completes_with_the_same_bits_in_lanes_and_in_machine_code() {
    let tapes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    let mut backends = cpu_backends();
    backends.push(("tapes", Box::new(tapes)));
    for example in examples() {
        let name = format!("{} {}", example.catalog, example.name);
        // its own name, as a value, as a key or as a table
        let names = [format!("\"{}\"", example.name), format!("{} = ", example.name), format!("[[{}]]", example.name)];
        assert!(names.iter().any(|n| example.tables.contains(n)), "{name}: its example is of something else");
        let s = parse(&example.scenario());
        let expected = run_on(backends[0].1.as_ref(), &s);
        assert!(expected.outcomes.iter().all(|o| *o == Outcome::Completed), "{name}: {:?}", expected.outcomes);
        assert!(expected.outputs.as_slice().iter().all(|x| x.is_finite()), "{name}: {:?}", expected.outputs);
        let mut expected = expected;
        for (i, (backend, computer)) in backends.iter().enumerate().skip(1) {
            let found = run_on(computer.as_ref(), &s);
            if i == 1 && s.study.is_implicit() {
                // the scalar reference solves with pivoting; iterations end at 1e-8 of what they begin with
                for (found, expected) in found.outputs.as_slice().iter().zip(expected.outputs.as_slice()) {
                    assert!((found - expected).abs() < 1e-8 * (1.0 + expected.abs()), "{name}: {found:e} {expected:e}");
                }
                assert_eq!((&found.outcomes, &found.steps), (&expected.outcomes, &expected.steps), "{name}");
                expected = found;
                continue;
            }
            assert_eq!((&found.outcomes, &found.steps), (&expected.outcomes, &expected.steps), "{name}, {backend}");
            assert_eq!(bits(found.outputs.as_slice()), bits(expected.outputs.as_slice()), "{name}, {backend}");
        }
    }
}

/// Every key of every example, one letter too long: a key that is unknown, or one that is missing.
#[test]
fn a_misspelt_key_of_an_example_is_named() {
    for example in examples() {
        for (at, line) in example.tables.lines().enumerate() {
            let Some((key, rest)) = line.split_once(" = ") else { continue };
            let wrong = |i: usize, l: &str| if i == at { format!("{key}x = {rest}\n") } else { format!("{l}\n") };
            let tables: String = example.tables.lines().enumerate().map(|(i, l)| wrong(i, l)).collect();
            let message = refusal(&assemble(example.base, [tables.as_str()]));
            assert!(message.contains(key), "{} {}, {key}x: {message}", example.catalog, example.name);
        }
    }
}

#[test]
fn a_table_of_which_there_is_one_replaces_that_of_the_base() {
    assert_eq!(assemble("a = 1\n[x]\nb = 2\n[[y]]\nc = 3\n", []), "a = 1\n[x]\nb = 2\n[[y]]\nc = 3\n");
    let both = assemble("a = 1\n[x]\nb = 2\n[[y]]\nc = 3\n", ["[[y]]\nc = 4\n", "[x]\nb = 5\n[x.z]\nd = 6\n"]);
    assert_eq!(both, "a = 1\n[[y]]\nc = 3\n[[y]]\nc = 4\n[x]\nb = 5\n[x.z]\nd = 6\n");
}

fn list(arguments: &[&str]) -> Output {
    gyrosweep(&root(), &[&["list"], arguments].concat())
}

#[test]
fn examples_are_listed_and_make_scenarios() {
    let all = String::from_utf8(list(&["--examples"]).stdout).expect("text");
    assert!(all.starts_with(BASE), "{all}");
    for example in examples() {
        assert!(all.contains(&format!("# {} {}\n{}", example.catalog, example.name, example.tables)), "{example:?}");
    }
    // two catalogs have an entry of this name
    let both = String::from_utf8(list(&["--examples", "expression"]).stdout).expect("text");
    assert!(both.contains("quantity = \"expression\"") && both.contains("{ kind = \"expression\""), "{both}");
    parse(&both);
    let unknown = list(&["--examples", "bushng"]);
    let message = "error: --examples: nothing is called \"bushng\"; did you mean \"bushing\"? accepted: the names in \
                   `gyrosweep list`\n";
    assert_eq!((unknown.status.code(), String::from_utf8_lossy(&unknown.stderr).as_ref()), (Some(2), message));
}

/// After a change of a catalog: `cargo run -- list --markdown > docs/scenario.md`.
#[test]
fn the_reference_page_is_that_of_the_catalogs() {
    let page = std::fs::read_to_string(root().join("docs/scenario.md")).expect("the page");
    let printed = String::from_utf8(list(&["--markdown"]).stdout).expect("text");
    assert!(page == printed, "docs/scenario.md is not what `gyrosweep list --markdown` prints");
    for example in examples().iter().filter(|e| !["integrator", "formulation"].contains(&e.catalog)) {
        assert!(example.catalog == "output of constraints" || page.contains(example.tables.trim_end()), "{example:?}");
    }
}

//! Charts of stability whose cells are divided where the boundary passes.

use super::*;
use gyrosweep::io::run::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// x'' + (1 - 2 mu cos 2rt) x = 0, its motion at rest over a grid.
fn mathieu(plan: &str) -> Scenario {
    parse(&format!(
        "[parameters]\nr = 1.0\nmu = 0.15\n\
         [[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"v\"\n\
         [[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"-(1 - 2*mu*cos(2*r*t))*x\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [method]\nintegrator = \"dop853\"\ntolerance = 1e-13\nduration = 1.0\n\
         [periodic]\nperiod = \"pi/r\"\ncheck = false\n[plan]\nkind = \"grid\"\n{plan}"
    ))
}

/// The boundaries of three tongues, by Hill's determinant and bisection to 1e-12.
#[test]
fn boundaries_of_tongues_are_found_by_division() {
    let expected = [
        0.33043328824436274,
        0.33186881058343715,
        0.49063694709996925,
        0.5018548698024521,
        0.923779552247745,
        1.0734994529697328,
    ];
    let axis = "[plan.vary]\nr = [0.33, 0.331, 0.333, 0.45, 0.496, 0.55, 0.85, 1.0, 1.2]\n";
    let [_, mut members, _] = found(mathieu(&format!("refine = 28\n{axis}")));
    assert_eq!(members.len(), 9 + 6 * 28);
    assert_eq!(members.iter().filter(|row| number(row, "level") == 28.0).count(), 6);
    members.sort_by(|a, b| number(a, "r").total_cmp(&number(b, "r")));
    let grows = |row: &Row| number(row, "max_multiplier") > 1.000001;
    let middle = |pair: &[Row]| 0.5 * (number(&pair[0], "r") + number(&pair[1], "r"));
    let passed = members.windows(2).filter(|pair| grows(&pair[0]) != grows(&pair[1])).map(middle);
    let passed: Vec<f64> = passed.collect();
    assert_eq!(passed.len(), expected.len());
    for (own, expected) in passed.iter().zip(expected) {
        assert!((own - expected).abs() < 1e-9, "{own} {expected}");
    }
}

/// Stops before a round.
struct Stops {
    rounds: AtomicU32,
    before: u32,
}

impl studies::Listener for Stops {
    fn interrupt(&self) -> Arc<Interrupt> {
        let interrupt = Arc::<Interrupt>::default();
        if self.rounds.fetch_add(1, Ordering::SeqCst) == self.before {
            interrupt.ask();
        }
        interrupt
    }
}

/// What was stopped in any round goes on to the same table.
#[test]
fn a_refined_grid_goes_on_where_it_was_stopped() {
    let scenario = || {
        let axes = "[plan.vary]\nr = { min = 0.8, max = 1.2, count = 3 }\nmu = { min = 0.1, max = 0.3, count = 2 }\n";
        mathieu(&format!("refine = {{ levels = 3, of = \"growth\", at = 1e-6 }}\n{axes}"))
    };
    let folder = tempfile::tempdir().expect("a folder");
    let request = |name: &str, existing| Request {
        target: Target::Folder(folder.path().join(name)),
        existing,
        format: gyrosweep::io::table::Format::Csv,
        ..Request::of(scenario())
    };
    let bytes = |name: &str| std::fs::read(folder.path().join(name).join("members.csv")).expect("a table");
    studies::run(request("whole", Existing::Refuse), &Silent).expect("a run");
    let whole = bytes("whole");
    assert!(whole.iter().filter(|byte| **byte == b'\n').count() > 20);
    for before in 0..4 {
        let name = format!("stopped{before}");
        let stops = Stops { rounds: AtomicU32::new(0), before };
        let results = studies::run(request(&name, Existing::Refuse), &stops).expect("a part of a run");
        assert!(results.found.stopped, "{before}");
        studies::run(request(&name, Existing::Resume), &Silent).expect("the rest");
        assert!(bytes(&name) == whole, "{before}");
    }
}

#[test]
fn what_no_round_can_follow_from_is_refused() {
    let axis = "[plan.vary]\nr = [0.9, 1.0]\n";
    let message = refused(mathieu(&format!("refine = {{ levels = 1, of = \"grwth\", at = 0.0 }}\n{axis}")));
    assert!(message.contains("there is no output \"grwth\"; did you mean \"growth\"?"), "{message}");
    let request = Request { statistics: Some(Vec::new()), ..Request::of(mathieu(&format!("refine = 1\n{axis}"))) };
    match studies::run(request, &Silent) {
        Err(Failure::Input(message)) => assert!(message.starts_with("--statistics: refine adds members"), "{message}"),
        other => panic!("{:?}", other.map(|_| "found")),
    }
}

//! Runs whose members are rotations, which have means of their own.

#![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]

use super::tests::kill_everywhere;
use crate::io::scenario::{Overrides, Scenario};
use crate::io::table::Format;
use std::path::Path;

/// Members that are rotations.
fn turning() -> Scenario {
    let text = r#"
        [parameters]
        spin = { default = 1.0 }
        [[body]]
        name = "plate"
        mass = 1.0
        inertia = [1.0, 2.0, 2.5]
        initial = { angular_velocity = ["spin", 0.1, 0.5] }
        [[joint]]
        name = "float"
        kind = "free"
        between = ["ground", "plate"]
        [method]
        integrator = "rkmk4"
        step = 0.25
        duration = 1
        [plan]
        kind = "random"
        members = 1100
        [plan.vary]
        spin = { uniform = [0.0, 2.0] }
        [[output]]
        name = "q"
        quantity = "quaternion"
        body = "plate"
    "#;
    Scenario::parse(Path::new("turning.toml"), text, Overrides::default()).unwrap()
}

/// The mean of rotations is part of what goes on.
#[test]
fn rotations_of_a_killed_run_have_the_same_mean() {
    kill_everywhere(&turning(), Format::Parquet, true);
    kill_everywhere(&turning(), Format::Csv, false);
}

//! What is said of forces, formulas and events that cannot be.

use super::formulas::{EVENTS, FORMULAS};
use super::{FORCES, body};
use crate::common::{parse, root};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::trajectory;

/// What is said of a scenario text.
fn error(text: &str) -> String {
    let path = root().join("top.toml");
    let error = Scenario::parse(&path, text, Overrides::default()).map(|_| ()).unwrap_err().to_string();
    error.replace(&format!("{}", path.display()), "top.toml")
}

/// The message about a scenario of formulas and events, one part of which is replaced, without its place.
fn mistake(from: &str, to: &str) -> String {
    let text = body(&format!("{FORCES}{FORMULAS}{EVENTS}"));
    assert!(text.contains(from), "{from}");
    let message = error(&text.replacen(from, to, 1));
    message.splitn(3, ':').nth(2).unwrap_or(&message).trim().to_string()
}

#[test]
fn mistakes_are_named_with_their_key() {
    let trajectories = trajectory::ALL.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
    for (from, to, expected) in [
        (
            "direction = \"falling\"\n",
            "",
            "event[0].direction: this key is needed and missing: it says which passages of the expression through zero \
             count; accepted: rising, falling, both",
        ),
        (
            "direction = \"falling\"",
            "direction = \"down\"",
            "event[0].direction: found \"down\"; accepted: rising, falling, both",
        ),
        ("terminal = true", "terminal = 1", "event[0].terminal: found the number 1; accepted: true or false"),
        (
            "p.z - k/10",
            "p.w - k/10",
            "event[0].expression: \"p.w - k/10\": unknown name \"p.w\"; did you mean \"p.x\"? parameters: k; variables: \
             t, sum, p.x, p.y, p.z, energy, twice",
        ),
        (
            "p.z - k/10",
            "1/(p.x - 0.1)",
            "event[0].expression: the expression is inf at the start; accepted: a finite value there: where something is \
             divided by the time, where(t, .., 0) takes 0 at t = 0",
        ),
        (
            "event = \"low\"",
            "event = \"lo\"",
            "output[6].event: unknown event \"lo\"; did you mean \"low\"? events: low, late",
        ),
        (
            "event = \"low\"",
            "event = \"low\"\nover = \"max\"",
            "output[6].over: \"time_of\" has no value at an instant and cannot be reduced over time",
        ),
        (
            "expression = \"k*p.z + 100*t + 0*energy\"",
            "expression = \"twice\"",
            "output[0].expression: \"twice\": unknown name \"twice\"; parameters: k; variables: t, p.x, p.y, p.z, energy, when, last, often \
             (the output \"twice\" stands after this one; move it before this one)",
        ),
        (
            "expression = \"2*sum\"",
            "expression = \"2*twice\"",
            "output[3].expression: \"2*twice\": unknown name \"twice\"; parameters: k; variables: t, sum, p.x, p.y, p.z, energy, \
             when, last, often (\"twice\" is this output itself)",
        ),
        (
            "expression = \"2*sum\"",
            "expression = \"ln(p.x - 1)\"",
            "output[3].expression: the expression is NaN at the start; accepted: a finite value there: where something is \
             divided by the time, where(t, .., 0) takes 0 at t = 0",
        ),
        (
            "expression = \"2*sum\"",
            "expression = \"1/t\"\nover = \"min\"",
            "output[3].expression: the expression is inf at the start; accepted: a finite value there: where something is \
             divided by the time, where(t, .., 0) takes 0 at t = 0",
        ),
        ("name = \"energy\"", "name = \"t\"", "output[2].name: \"t\" is the time in expressions; choose another name"),
        ("\"k*sin(4*t)\"", "\"k/t\"", "force[2].name: the force is inf at the start; accepted: finite values there"),
        (
            "joint = \"a\"\ncomponent = 1",
            "joint = \"a\"",
            "force[5].component: the joint \"a\" has several scalar coordinates; say which: 1 (m), 2 (m), 3 (m)",
        ),
        (
            "times = [0, 0.2, 0.4]",
            "times = [0, 0.2, 0.1]",
            "force[8].trajectory.times: 0.1 s follows 0.2 s; accepted: increasing times",
        ),
        (
            "accelerations = [3, \"-k\"]",
            "accelerations = [3]",
            "force[8].trajectory.accelerations: found 1 accelerations for 3 times; accepted: at least two times, and one \
             acceleration between each two",
        ),
        (
            "kind = \"accelerations\"",
            "kind = \"acceleration\"",
            &format!(
                "force[8].trajectory.kind: unknown trajectory \"acceleration\"; did you mean \"accelerations\"? accepted: \
                 {trajectories}"
            ),
        ),
        (
            "hold = true",
            "hold = true, holt = 1",
            "force[8].trajectory.holt: unknown key; did you mean \"hold\"? accepted: kind, times, accelerations, position, \
             velocity, hold",
        ),
        ("limit = 30", "limit = -1", "force[8].limit: found -1.0; accepted: zero or a positive number"),
    ] {
        assert_eq!(mistake(from, to), expected, "{to}");
    }
}

#[test]
fn a_variable_that_is_also_a_parameter_is_named() {
    let text = body(FORCES).replace("[parameters]", "[parameters]\nvx = { default = 1 }");
    assert!(
        error(&text).contains(
            "force[2].force: \"-0.2*vx*sqrt(vx^2 + vy^2 + vz^2)\": \"vx\" is both a parameter and a variable that this \
             expression has (t, x, y, z, vx, vy, vz); rename the parameter"
        ),
        "{}",
        error(&text)
    );
}

#[test]
fn a_trajectory_must_last_as_long_as_the_run() {
    let text = body(&format!("{FORCES}[[output]]\nname = \"e\"\nquantity = \"energy\"\n"));
    let held = parse(&text);
    assert_eq!(held.study.mechanism.check_duration(&[3.0], 0.5), Ok(()));
    let message = error(&text.replace("hold = true", "hold = false"));
    assert!(
        message.contains("force[8].trajectory: the trajectory ends at 0.4 s and the duration is 0.5 s"),
        "{message}"
    );
    let free = parse(&text.replace("hold = true", "hold = false").replace("duration = 0.5", "duration = 0.4"));
    let mechanism = &free.study.mechanism;
    assert_eq!(mechanism.check_duration(&[3.0], 0.4), Ok(()));
    let wrong = mechanism.check_duration(&[3.0], 0.5).unwrap_err();
    assert_eq!(wrong.part, ("force", 8, "trajectory"));
    assert_eq!(
        wrong.message,
        "the trajectory ends at 0.4 s and the duration is 0.5 s; accepted: a trajectory as long as the run, or hold = \
         true, with which it stays at its last position"
    );
}

#[test]
fn a_joint_force_that_nothing_exerts_is_told_of() {
    let joint = "[[joint]]\nname = \"rail\"\nkind = \"free\"\nbetween = [\"ground\", \"b\"]\n";
    let output = "[[output]]\nname = \"load\"\nquantity = \"joint_force\"\njoint = \"rail\"\n";
    let advice = |spring: &str| parse(&body(&format!("{joint}{spring}{output}"))).advice().join("\n");
    assert!(
        advice("").contains("no force acts in the joint \"rail\": the joint force \"load\" is zero"),
        "{}",
        advice("")
    );
    let spring = "[[force]]\nname = \"spring\"\nkind = \"joint_spring_damper\"\njoint = \"rail\"\ncomponent = 2\nstiffness = \"k\"\n";
    assert!(!advice(spring).contains("\"rail\""), "{}", advice(spring));
}

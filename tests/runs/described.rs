//! Scenarios made in Rust are those of files, with their checks and messages, and results have names.

use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members};
use gyrosweep::prelude::*;
use serde::Serialize;
use std::path::Path;

fn hinge() -> Part {
    Part::joint("hinge", "revolute").set("between", ["ground", "rod"]).set("at", [0, 0, 0]).set("axis", [0, 1, 0])
}

fn with_hinge(hinge: Part) -> Description {
    Description::new("A pendulum")
        .parameter("angle", 0.1, "rad")
        .with(Part::one("gravity").set("acceleration", (0, 0, -9.81)))
        .with(Part::body("rod").set("mass", 1.0).set("inertia", [0.1; 3]).set("initial.position", (0, 0, "-1/2")))
        .with(hinge)
        .with(Part::output("tip", "position").set("body", "rod").set("point", (0, 0, -0.5)))
        .with(Part::one("method").set("integrator", "rkmk4").set("step", 0.01).set("duration", 0.1))
}

fn pendulum() -> Description {
    with_hinge(hinge().set("initial.coordinate", "angle"))
        .with(Part::one("plan").set("kind", "grid").set("vary.angle", [0.2, 0.1]))
}

fn message(description: &Description) -> String {
    description.read().expect_err("something is wrong with it").to_string()
}

#[test]
fn its_text_is_a_scenario_file_that_gives_the_same_results() {
    let text = pendulum().to_toml().expect("a text");
    let read = Scenario::parse(Path::new("pendulum.toml"), &text, Overrides::default()).expect("a scenario");
    let made = pendulum().read().expect("a scenario");
    assert_eq!((&made.title, &made.hash), (&read.title, &read.hash));
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads");
    let run = |s: &Scenario| cpu.run(&s.study, Members::draw(&s.study, 0, 2)).expect("a result");
    let (made_chunk, read_chunk) = (run(&made), run(&read));
    assert!(made_chunk.outputs.as_slice().iter().all(|x| x.is_finite()));
    assert_eq!(made_chunk.outputs, read_chunk.outputs);
    assert_eq!(made_chunk.column(&made.study, "angle").expect("a parameter"), [0.2, 0.1]);
    let heights = made_chunk.column(&made.study, "tip.z").expect("an output");
    assert_eq!(heights, [0, 1].map(|member| made_chunk.outputs.value(member, 2)));
    assert!(heights[0] > heights[1] && heights[1] > -1.0, "{heights:?}");
    let units: Vec<String> = made.study.columns().into_iter().map(|c| c.unit).collect();
    assert_eq!(units, ["rad", "m", "m", "m"]);
    let unknown = made_chunk.column(&made.study, "tip_z").expect_err("no such column").to_string();
    assert_eq!(unknown, "no column \"tip_z\": did you mean \"tip.z\"?; accepted: angle, tip.x, tip.y, tip.z");
}

#[test]
fn tables_with_methods_for_keys_are_those_with_keys() {
    let hinge = Joint::revolute("hinge").between("ground", "rod").at([0, 0, 0]).axis([0, 1, 0]).coordinate("angle");
    let made = Description::new("A pendulum")
        .parameter("angle", 0.1, "rad")
        .gravity((0, 0, -9.81))
        .with(Body::new("rod").mass(1.0).inertia([0.1; 3]).position((0, 0, "-1/2")))
        .with(hinge)
        .with(Output::new("tip", "position").body("rod").point((0, 0, -0.5)))
        .with(Method::new("rkmk4").step(0.01).duration(0.1));
    let grid = made.clone().with(Plan::grid("angle", 0.1..=0.2, 2)).study().expect("a study").run().expect("results");
    let loose = pendulum().study().expect("a study").run().expect("results");
    assert_eq!((grid.failed(), grid.outcomes().len()), (0, 2));
    let [mut a, b] = [&grid, &loose].map(|run| run.column("tip.z").expect("an output"));
    a.reverse();
    assert_eq!(a, b);
    let sampled = made.with(Plan::sobol(8).seed(3_u32).uniform("angle", 0.1..=0.2).set("vary.other.uniform", [1, 2]));
    assert!(message(&sampled).contains("other"), "{}", message(&sampled));
    let wrong = grid.column("tip_z").expect_err("no such column").to_string();
    assert!(wrong.contains("did you mean \"tip.z\"?"), "{wrong}");
}

#[test]
fn whatever_serialises_is_a_scenario() {
    let text = pendulum().to_toml().expect("a text");
    let json: serde_json::Value = toml_edit::de::from_str(&text).expect("TOML");
    let made = Description::of(&json).expect("a description").read().expect("a scenario");
    assert_eq!(made.study.mechanism.bodies.len(), 1);
    assert_eq!(made.study.columns(), pendulum().read().expect("a scenario").study.columns());
}

#[test]
fn messages_are_those_of_files_with_the_part_in_the_place_of_the_line() {
    let placed = |hinge: Part| message(&with_hinge(hinge));
    assert_eq!(
        placed(hinge().set("initial.coordinate", "angel")).split_once(": ").expect("a place").0,
        "joint \"hinge\".initial.coordinate"
    );
    let kind = Part::joint("hinge", "revolut").set("between", ["ground", "rod"]);
    let said = placed(kind);
    assert!(said.starts_with("joint \"hinge\".kind: ") && said.contains("\"revolute\""), "{said}");
    let said = placed(hinge().set("axes", [0, 1, 0]));
    assert!(said.starts_with("joint \"hinge\".axes: unknown key"), "{said}");
    let heavy = pendulum().with(Part::body("weight").set("mass", f64::NAN).set("inertia", [1, 1, 1]));
    let said = message(&heavy);
    assert!(said.starts_with("body \"weight\".mass: ") && said.ends_with("accepted: a finite number"), "{said}");
    let said = message(&pendulum().with(Part::body("weight").set("mass", -1.0).set("inertia", [1, 1, 1])));
    assert!(said.starts_with("body \"weight\".mass: "), "{said}");
}

#[test]
fn what_no_file_could_say_is_named() {
    #[derive(Serialize)]
    struct Odd {
        mass: Option<f64>,
    }
    let twice = pendulum().parameter("angle", 0.2, "rad");
    assert_eq!(message(&twice), "parameters.angle: the key comes twice");
    let twice = pendulum().with(Part::body("a").set("initial", 1).set("initial.position", [0, 0, 0]));
    assert_eq!(message(&twice), "body \"a\".initial.position: the key comes twice");
    let both = pendulum().with(Part::one("body").set("mass", 1));
    assert_eq!(message(&both), "body: found the keys of one, where several stand already; accepted: either, not both");
    let unwritable = message(&pendulum().with(Part::body("a").set("mass", None::<f64>)));
    assert!(unwritable.starts_with("body \"a\".mass: cannot be written as TOML: "), "{unwritable}");
    let empty = Description::of(&Odd { mass: None }).expect("a structure without values").read();
    assert!(empty.is_err());
    let number = Description::of(&1.0).expect_err("a number is no table").to_string();
    assert!(number.starts_with("scenario: cannot be written as TOML: "), "{number}");
}

#[test]
fn samples_and_events_have_columns_by_name() {
    let text = pendulum().to_toml().expect("a text").replace("duration = 0.1", "duration = 1.0")
        + "[[event]]\nname = \"low\"\nexpression = \"tip.x\"\ndirection = \"both\"\n[[output]]\nname = \"speed\"\n\
           quantity = \"kinetic_energy\"\nover = \"max\"\n[sampling]\nevery = 0.25\n";
    let made =
        Scenario::parse(Path::new("pendulum.toml"), &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}"));
    let study = &made.study;
    let columns: Vec<String> = study.sampled_columns().iter().map(|c| format!("{} {}", c.name, c.unit)).collect();
    assert_eq!(columns, ["member ", "time s", "tip.x m", "tip.y m", "tip.z m"]);
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads");
    let chunk = cpu.run(study, Members::draw(study, 0, 2)).expect("a result");
    let sample = |name: &str| chunk.sample_column(study, name).expect("a column");
    assert_eq!(sample("time"), [0.0, 0.25, 0.5, 0.75, 1.0, 0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(sample("member"), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    // the rod is 1 m long, from the hinge
    for (row, (x, z)) in sample("tip.x").into_iter().zip(sample("tip.z")).enumerate() {
        assert!((x.hypot(z) - 1.0).abs() < 1e-9, "{row}");
    }
    assert!((sample("tip.z")[0] + 0.2f64.cos()).abs() < 1e-12 && (sample("tip.z")[5] + 0.1f64.cos()).abs() < 1e-12);
    assert_eq!(sample("tip.z")[9], chunk.column(study, "tip.z").expect("an output")[1]);
    let event = |name: &str| chunk.event_column(study, name).expect("a column");
    assert!(event("tip.x").iter().all(|x| x.abs() < 1e-9) && event("tip.z").iter().all(|z| (z + 1.0).abs() < 1e-9));
    assert_eq!(chunk.event_names(study), vec!["low"; event("time").len()]);
    assert!(event("member").contains(&0.0) && event("member").contains(&1.0), "{:?}", event("member"));
    // the members of a part are numbered as in the whole plan
    let part = made.study.clone().of_part(1..2);
    let chunk = cpu.run(&part, Members::draw(&part, 0, 1)).expect("a result");
    assert_eq!(chunk.sample_column(&part, "member").expect("a column"), [1.0; 5]);
    let unknown = chunk.sample_column(&part, "speed").expect_err("it has one value per run").to_string();
    assert_eq!(unknown, "no column \"speed\"; accepted: member, time, tip.x, tip.y, tip.z");
}

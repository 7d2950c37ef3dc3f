//! RATTLE on the group: orders against references, constraints of positions and velocities, reactions, and what a symplectic
//! method keeps over long times.

use super::refined::{Expected, Refined, TIGHT, vector};
use crate::common::{
    self, column, cpu_backends, distance, golden, numbers, parse, replaced, root, run_on, scenario, slope, system,
};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Chunk, Outcome};
use gyrosweep::io::scenario::Scenario;

const METHOD: (&str, &str) = ("integrator = \"generalized_alpha\"", "integrator = \"rattle\"");

fn number(value: &serde_json::Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key}"))
}

#[test]
fn the_constrained_top_has_order_two() {
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][0];
    for formulation in ["absolute", "absolute_matrix", "absolute_rotation_vector"] {
        let replaced = [METHOD, ("formulation = \"absolute\"", &format!("formulation = \"{formulation}\""))];
        let refined = Refined::new("heavy_top_constrained", &replaced, TIGHT, ("1e-3", &[1.0, 2.0, 4.0, 8.0]));
        for (name, key, limit) in [("com", "x", 1e-8), ("velocity", "xdot", 1e-6), ("omega", "Omega_body", 1e-6)] {
            refined.check(&format!("{formulation}: {name}"), 0.1, &vector(name, &result[key]), limit);
        }
        assert!(refined.chunk.newton.iter().all(|work| work.pivoted == 0), "{:?}", refined.chunk.newton);
    }
}

#[test]
fn the_top_that_turns_about_a_point_has_order_two() {
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][0];
    let replaced = ("integrator = \"rkmk4\"", METHOD.1);
    let refined = Refined::new("heavy_top", &[replaced], TIGHT, ("1e-3", &[1.0, 2.0, 4.0, 8.0]));
    for (name, key) in [("com", "x"), ("omega", "Omega_body")] {
        refined.check(name, 0.1, &vector(name, &result[key]), 1e-6);
    }
}

#[test]
fn a_slider_crank_meets_its_reference() {
    let data = golden("p05_slidercrank.json");
    let replaced = [METHOD, ("duration = 5.0", "duration = 1.0")];
    let refined = Refined::new("slider_crank", &replaced, TIGHT, ("2e-4", &[1.0, 2.0, 4.0]));
    let results = data["cases"][0]["results"].as_array().expect("results");
    for result in results.iter().filter(|result| number(result, "t") <= 1.0) {
        let value = |name: &str, key: &str| (name.to_string(), number(result, key));
        let expected = vec![value("slider.x", "s"), value("angle", "theta"), value("slider_velocity.x", "sdot")];
        refined.check("slider-crank", number(result, "t"), &expected, 1e-6);
    }
}

/// Redundant constraints, a damper, whose force depends on velocities, and an integral.
#[test]
fn a_four_bar_with_a_damper_meets_its_reference() {
    let data = golden("p12_fourbar.json");
    let case = &data["cases"][1];
    let refined = Refined::new("four_bar_spring", &[METHOD], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    let start = number(&case["parameters"], "th0");
    for result in case["results"].as_array().expect("results") {
        let values = [("angle", number(result, "crank_angle") - start), ("rate", number(result, "crank_rate"))];
        let mut expected: Expected = values.map(|(name, value)| (name.to_string(), value)).into();
        expected.extend(vector("coupler", &result["coupler_com"]));
        refined.check("four-bar", number(result, "t"), &expected, 1e-6);
    }
    let last = case["results"].as_array().and_then(|results| results.last()).expect("a result");
    refined.check("work", number(last, "t"), &vec![("damper_work".into(), number(last, "damper_work"))], 1e-8);
}

#[test]
fn a_body_with_a_follower_force_and_torque_meets_its_reference() {
    let data = golden("p06b_follower.json");
    let result = &data["cases"][0]["results"][1];
    let method = ("integrator = \"rkmk4\"", "formulation = \"absolute\"\nintegrator = \"rattle\"");
    let refined = Refined::new("follower", &[method], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    for (name, key) in [("com", "x"), ("velocity", "xdot"), ("omega", "omega_body")] {
        refined.check(name, 1.0, &vector(name, &result[key]), 1e-8);
    }
}

/// The spinning top of the support tests: how it begins, what its method is, and further outputs.
fn top(initial: &str, method: &str, further: &str) -> Scenario {
    let at = "between = [\"ground\", \"top\"]";
    let top = replaced(
        &system("heavy_top"),
        &[
            ("position = [0, 1, 0], angular_velocity = [0, \"spin\", 0]", initial),
            (at, &format!("{at}\nat_bodies = [[0, 0, 0], [0, -1, 0]]")),
        ],
    );
    parse(&format!("{top}[method]\nformulation = \"absolute\"\n{method}\n{further}"))
}

const LYING: &str = "position = [0, 1, 0], velocity = [4.61538, 0, 0], angular_velocity = [0, 150, -4.61538]";

fn on_lanes(s: &Scenario) -> Chunk {
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread"), s);
    assert_eq!(chunk.outcomes, [Outcome::Completed], "{:?}", chunk.times);
    chunk
}

#[test]
fn positions_and_velocities_hold_constraints_at_every_step() {
    let residual = |level: &str| {
        format!("[[output]]\nname = \"{level}\"\nquantity = \"constraint_residual\"\nlevel = \"{level}\"\n")
    };
    let both = residual("position") + &residual("velocity") + "[sampling]\nevery = 1e-3\n";
    for newton in ["", TIGHT] {
        let method = format!("integrator = \"rattle\"\nstep = 1e-3\nduration = 1.0\n{newton}");
        let s = top(LYING, &method, &both);
        for (name, backend) in cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            assert_eq!(chunk.samples.rows.len(), 1001, "{name}: {:?}", chunk.outcomes);
            let most = |level: usize| chunk.samples.values.column(level).iter().copied().fold(0.0, f64::max);
            let [position, velocity] = [0, 1].map(most);
            println!("{name} {newton}: {position:.1e} m, {velocity:.1e} m/s");
            // of 1 m and 5 m/s
            assert!(position < 1e-14 && velocity < 1e-13, "{name}: {position:e} {velocity:e}");
        }
    }
}

/// How far the energy strays from that of the start in the first and in the last tenth of a run.
fn strays(s: &Scenario, name: &str) -> [f64; 2] {
    let chunk = on_lanes(s);
    let channels = s.study.sampled_channels();
    let place = channels.iter().position(|c| *c == column(s, name)).expect("a sampled column");
    let values = chunk.samples.values.column(place);
    let tenth = values.len() / 10;
    let most = |values_of: &[f64]| values_of.iter().map(|x| (x - values[0]).abs()).fold(0.0, f64::max);
    [most(&values[..tenth]), most(&values[values.len() - tenth..])]
}

const SAMPLED: &str = "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n[[output]]\nname = \"momentum\"\nquantity = \
     \"angular_momentum\"\n[sampling]\nevery = ";

#[test]
fn the_energy_of_a_top_does_not_drift_and_its_vertical_momentum_stays() {
    // a top that spins so slowly that it falls far and rises again, once in about a second
    let falling = "position = [0, 1, 0], angular_velocity = [0, 10, 0]";
    let run = |method: &str| {
        let method =
            format!("{method}\nstep = 2e-2\nduration = 2000.0\nnewton = {{ relative = 1e-15, absolute = 1e-13 }}");
        top(falling, &method, &format!("{SAMPLED}2.0"))
    };
    let s = run("integrator = \"rattle\"");
    let [early, late] = strays(&s, "energy");
    let [_, momentum] = strays(&s, "momentum.z");
    let damped = strays(&run("integrator = \"generalized_alpha\"\nrho_inf = 0.9"), "energy");
    println!("energy: {early:.3e} J, then {late:.3e} J; momentum {momentum:.1e}; generalized-alpha {damped:?}");
    // the last tenth is as the first
    assert!(late < 1.01 * early, "{early:e} {late:e}");
    assert!(damped[1] > 1.5 * damped[0] && damped[1] > 3.0 * late, "{damped:?}");
    // of 5 kg m^2/s, over 1e5 steps
    assert!(momentum < 1e-11, "{momentum:e}");
}

#[test]
fn the_energy_of_a_double_pendulum_does_not_drift() {
    let [early, late] = strays(&scenario("double_pendulum", &[]), "energy");
    let damped = strays(&scenario("double_pendulum", &[(METHOD.1, METHOD.0)]), "energy");
    println!("energy: {early:.3e} J, then {late:.3e} J; generalized-alpha {damped:?}");
    assert!(late < 1.05 * early, "{early:e} {late:e}");
    assert!(damped[1] > 1.5 * damped[0] && damped[1] > 3.0 * late, "{damped:?}");
}

#[test]
fn a_motion_backwards_takes_back_a_motion() {
    let method = format!("integrator = \"rattle\"\nstep = 1e-3\nduration = 0.2\n{TIGHT}");
    let outputs: String = ["position", "quaternion", "velocity", "angular_velocity"]
        .map(|q| format!("[[output]]\nname = \"{q}\"\nquantity = \"{q}\"\nbody = \"top\"\n"))
        .concat();
    let there = on_lanes(&top(LYING, &method, &outputs)).outputs_of(0).expect("completed");
    let (pose, velocities) = there.split_at(7);
    let back: Vec<f64> = velocities.iter().map(|v| -v).collect();
    let initial = format!(
        "position = {:?}, quaternion = {:?}, velocity = {:?}, angular_velocity = {:?}",
        &pose[..3],
        &pose[3..],
        &back[..3],
        &back[3..]
    );
    let again = on_lanes(&top(&initial, &method, &outputs)).outputs_of(0).expect("completed");
    let start = [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, -4.61538, 0.0, 0.0, 0.0, -150.0, 4.61538];
    let apart = distance(&again, &start);
    println!("apart by {apart:.1e} after 200 steps there and back");
    // errors of the two ways are of order 2 otherwise: 1e-3
    assert!(apart < 1e-12, "{apart:e}: {again:?}");
}

#[test]
fn reactions_and_accelerations_are_of_order_2_from_the_first_step_on() {
    let run = |initial: &str, method: &str, quantities: &[&str]| {
        let of = |q: &&str| format!("[[output]]\nname = \"{}\"\nquantity = {q}\n", q.split('"').nth(1).unwrap());
        let outputs: String = quantities.iter().map(of).collect();
        let samples = on_lanes(&top(initial, method, &format!("{outputs}[sampling]\nevery = 2e-3"))).samples;
        samples.values.each_row().flatten().collect::<Vec<f64>>()
    };
    let acceleration = "\"acceleration\"\nbody = \"top\"";
    let both = [acceleration, "\"reaction_force\"\njoint = \"pivot\""];
    let fine = run(LYING, &format!("integrator = \"rattle\"\nstep = 2e-5\nduration = 0.1\n{TIGHT}"), &[acceleration]);
    let exact: Vec<f64> =
        fine.chunks(3).flat_map(|a| [a[0], a[1], a[2], 15.0 * a[0], 15.0 * a[1], 15.0 * (a[2] + 9.81)]).collect();
    for places in [0..3, 3..6] {
        // with samples on the ends of steps, and between them
        let points: Vec<(f64, f64)> = [8e-4, 4e-4, 2e-4]
            .map(|h| {
                let found = run(LYING, &format!("integrator = \"rattle\"\nstep = {h:e}\nduration = 0.1"), &both);
                assert_eq!(found.len(), exact.len());
                let rows = found.chunks(6).zip(exact.chunks(6));
                (h, rows.map(|(a, b)| distance(&a[places.clone()], &b[places.clone()])).fold(0.0, f64::max))
            })
            .into();
        let slope = slope(&points);
        println!("{places:?}: {slope:.3} {points:?}");
        assert!((slope - 2.0).abs() < 0.2, "{places:?}: {slope} {points:?}");
    }
    // (109) at the end
    let data = golden("p02_heavytop.json");
    let result = &data["cases"][1]["results"][0];
    let force: Vec<f64> = numbers(&result["xddot"]).iter().zip([0.0, 0.0, 9.81]).map(|(a, g)| 15.0 * (a + g)).collect();
    let error = distance(&exact[exact.len() - 3..], &force);
    println!("force of the fine step: apart by {error:.1e} N");
    assert!(error < 1e-2, "{error:e}");
}

#[test]
fn ways_to_compute_agree() {
    let tight = format!("step = 1e-3\n{TIGHT}");
    for (name, replaced) in [
        (
            "heavy_top_constrained",
            [
                METHOD,
                ("step = 1e-3", &tight),
                ("duration = 0.1", "duration = 0.03"),
                ("every = 0.05", "every = 0.0033"),
            ],
        ),
        (
            "four_bar_spring",
            [METHOD, ("step = 1e-3", &tight), ("duration = 2.0", "duration = 0.03"), ("every = 0.5", "every = 0.0033")],
        ),
    ] {
        let s = scenario(name, &replaced);
        let bits = |chunk: &Chunk| {
            let values = chunk.outputs.as_slice().iter().chain(chunk.samples.values.as_slice()).map(|x| x.to_bits());
            (values.collect::<Vec<u64>>(), chunk.newton.clone())
        };
        let expected = on_lanes(&s);
        let tapes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
        let tapes = run_on(&tapes.with_code(gyrosweep::ensemble::cpu::Code::Tape), &s);
        assert!(bits(&tapes) == bits(&expected), "{name}: tapes");
        let native = run_on(&CpuBackend::new(Some(1), LaneWidth::One).expect("a thread"), &s);
        let pairs = expected.outputs.as_slice().iter().chain(expected.samples.values.as_slice());
        let apart = pairs
            .zip(native.outputs.as_slice().iter().chain(native.samples.values.as_slice()))
            .map(|(a, b)| (a - b).abs());
        let apart = apart.fold(0.0, f64::max);
        println!("{name}: native code is apart by {apart:.1e}, {:?} and {:?}", native.newton, expected.newton);
        assert!(apart < 1e-10, "{name}: {apart:e}");
    }
}

#[test]
fn what_it_cannot_do_is_refused_in_words() {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_constrained.toml")).expect("scenario");
    let text = text.replace(METHOD.0, METHOD.1);
    for (from, to, words) in [
        ("step = 1e-3", "tolerance = 1e-6", "no estimate of its error; give a step"),
        ("step = 1e-3", "step = 1e-3\nrho_inf = 0.5", "\"rattle\" has no coefficients"),
        ("step = 1e-3", "step = 1e-3\nindex = 2", "\"rattle\" has no coefficients"),
        ("\"absolute\"", "\"absolute_euler_parameters\"", "rattle turns bodies on the group"),
    ] {
        assert!(text.contains(from));
        let message = common::refusal(&text.replace(from, to));
        assert!(message.contains(words), "{to}: {message}");
    }
    // joint coordinates of a chain, and rotors, have mass matrices that are not constant
    let text = std::fs::read_to_string(root().join("scenarios/double_pendulum.toml")).expect("scenario");
    let (text, _) = text.split_once("[[output]]\nname = \"constraints\"").expect("the last output");
    for (from, to) in [("\"absolute\"", "\"joint\""), ("at = [1, 0, 0]", "at = [1, 0, 0]\nrotor_inertia = 0.1")] {
        let message = common::refusal(&text.replace(from, to));
        assert!(message.contains("rattle needs a constant mass matrix"), "{to}: {message}");
    }
    // a rotor that the default has not
    let text = text.replace("at = [1, 0, 0]", "at = [1, 0, 0]\nrotor_inertia = \"rotor\"").replace("2000.0", "0.2")
        + "[parameters]\nrotor = { default = 0.0 }\n[plan]\nkind = \"grid\"\n[plan.vary]\nrotor = [0.0, 0.1]\n";
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread"), &parse(&text));
    assert_eq!(chunk.outcomes, [Outcome::Completed, Outcome::Invalid]);
}

#[test]
fn every_setting_of_newtons_method_converges_with_order_two() {
    let data = golden("p02_heavytop.json");
    let expected = numbers(&data["cases"][1]["results"][0]["x"]);
    for newton in [
        "tangent = \"neglected\"",
        "stiffness = \"applied\"",
        "kind = \"modified\"",
        "kind = \"quasi\"",
        "criterion = \"increment\"",
    ] {
        let mut points = Vec::new();
        for h in [1e-3, 5e-4, 2.5e-4] {
            let lines = format!("step = {h:e}\nnewton = {{ {newton} }}");
            let s = scenario("heavy_top_constrained", &[METHOD, ("step = 1e-3", &lines)]);
            let mut ends = Vec::new();
            for (name, backend) in cpu_backends() {
                let chunk = run_on(backend.as_ref(), &s);
                let found = chunk.outputs_of(0).unwrap_or_else(|| panic!("{name} {newton}: {:?}", chunk.outcomes));
                assert_eq!(chunk.newton[0].pivoted, 0, "{name} {newton}");
                ends.push((found[..3].to_vec(), chunk.newton[0]));
            }
            assert_eq!(ends[1], ends[2], "{newton}");
            println!("{newton}: {:?}, scalar {:?}", ends[2].1, ends[0].1);
            points.push((h, distance(&ends[2].0, &expected)));
        }
        let slope = slope(&points);
        println!("{newton}: {slope:.3} {points:?}");
        assert!((slope - 2.0).abs() < 0.2, "{newton}: {slope} {points:?}");
    }
}

/// A driven shoulder, and a lower body with products of inertia that turns about a point of the upper one: where
/// generalized-alpha extrapolates to, too.
#[test]
fn a_driven_spatial_pendulum_moves_as_by_generalized_alpha() {
    let drive = "[[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"shoulder\"\nposition = \"sin(3*t)\"\n\
                 [[output]]\nname = \"tip\"\nquantity = \"position\"\nbody = \"lower\"\n[[output]]\nname = \"turning\"\n\
                 quantity = \"angular_velocity\"\nbody = \"lower\"\n\n[method]";
    let spherical = "kind = \"spherical\"\nbetween = [\"upper\", \"lower\"]\nat = [1, 0, 0]\n";
    let replaced = [
        (
            "inertia = [0.01, 0.04, 0.04]\ninitial = { ",
            "inertia = [0.03, 0.04, 0.05, 0.01, -0.008, 0.005]\ninitial = { angular_velocity = [2, 0.5, 1], ",
        ),
        ("kind = \"revolute\"\nbetween = [\"upper\", \"lower\"]\nat = [1, 0, 0]\naxis = [0, 1, 0]\n", spherical),
        ("joint = \"elbow\"", "joint = \"shoulder\""),
        ("duration = 2000.0", "duration = 1.0"),
        ("every = 0.2", "every = 0.5"),
        ("[method]", drive),
    ];
    let by = |method: &'static str, refinements: &[f64]| {
        Refined::new("double_pendulum", &[&replaced[..], &[(METHOD.1, method)]].concat(), TIGHT, ("1e-3", refinements))
    };
    let other = by(METHOD.0, &[4.0, 8.0]);
    let columns = ["tip.x", "tip.y", "tip.z", "turning.x", "turning.y", "turning.z"];
    let expected: Expected = columns
        .map(|name| {
            let [coarse, fine] = [0, 1].map(|member| other.value(member, 1.0, name));
            (name.to_string(), fine + (fine - coarse) / 3.0)
        })
        .into();
    by(METHOD.1, &[1.0, 2.0, 4.0]).check("driven pendulum", 1.0, &expected, 1e-8);
}

#[test]
fn what_is_seen_within_steps_has_order_two() {
    let outputs = ["position", "velocity", "angular_velocity"]
        .map(|q| format!("[[output]]\nname = \"{q}\"\nquantity = \"{q}\"\nbody = \"top\"\n"))
        .concat();
    // between the ends of all steps but the finest
    let samples = |h: f64| {
        let method = format!("integrator = \"rattle\"\nstep = {h:e}\nduration = 0.1\n{TIGHT}");
        let samples = on_lanes(&top(LYING, &method, &format!("{outputs}[sampling]\nevery = 0.0103\n"))).samples;
        samples.values.each_row().flatten().collect::<Vec<f64>>()
    };
    let exact = samples(2e-5);
    for places in [0..3, 3..6, 6..9] {
        let points: Vec<(f64, f64)> = [8e-4, 4e-4, 2e-4]
            .map(|h| {
                let found = samples(h);
                assert_eq!(found.len(), exact.len());
                let rows = found.chunks(9).zip(exact.chunks(9));
                (h, rows.map(|(a, b)| distance(&a[places.clone()], &b[places.clone()])).fold(0.0, f64::max))
            })
            .into();
        let slope = slope(&points);
        println!("{places:?}: {slope:.3} {points:?}");
        // of fast angular velocities the error of the interpolation, of order 4, is larger than that of the steps
        assert!(slope > 1.8, "{places:?}: {slope} {points:?}");
    }
}

//! Motions beside two independent discretisations (`beam_dynamics.json`), in the limit of steps.

use super::*;

fn case(name: &str) -> Value {
    let golden = golden("beam_dynamics.json");
    let cases = golden["cases"].as_array().expect("cases");
    cases.iter().find(|case| case["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
}

fn number(case: &Value, key: &str) -> f64 {
    case["parameters"][key].as_f64().unwrap_or_else(|| panic!("{key}"))
}

fn section(case: &Value) -> String {
    let [stiffness, mass] = ["stiffness", "mass"].map(|key| text_of(&case["parameters"][key]));
    format!("section = {{ stiffness = {stiffness}, mass = {mass} }}\n")
}

const ENDS: &str = "[[output]]\nname = \"start\"\nquantity = \"position\"\nbody = \"b.0\"\n[[output]]\nname = \"end\"\nquantity = \"position\"\nbody = \
                    \"b.1\"\n";

/// The method with these steps, sampled at equal times up to the last.
fn method(step: f64, every: f64, duration: f64) -> String {
    format!(
        "[sampling]\nevery = {every:?}\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nrho_inf = 0.8\nstep = {step:?}\nduration = \
         {duration:?}\n"
    )
}

/// The samples of all columns, by time.
fn samples(text: &str) -> Vec<(f64, Vec<f64>)> {
    let scenario = parse(text);
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
    assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
    let samples = &chunk.samples;
    samples.rows.iter().zip(samples.values.each_row()).map(|((_, t), row)| (*t, row)).collect()
}

/// Compares start and end of a beam at the times of a reference, in the limit of three steps that are halved, with an error for positions.
fn compare(case: &Value, every: f64, step: f64, tolerance: f64, text: impl Fn(&str) -> String) {
    let values = case["values"].as_array().expect("values");
    let last = values.iter().map(|v| v["t"].as_f64().expect("a time")).fold(0.0, f64::max);
    let runs = [step, 0.5 * step, 0.25 * step].map(|step| samples(&text(&method(step, every, last))));
    let (mut worst, mut compared) = (0.0f64, 0);
    for value in values {
        let t = value["t"].as_f64().expect("a time");
        let rows =
            runs.each_ref().map(|run| &run.iter().find(|(time, _)| (time - t).abs() < 1e-9).expect("a sample").1);
        for (first, key) in [(0, "start_position"), (3, "end_position")] {
            let Some(expected) = value.get(key) else { continue };
            let limit = |i: usize| {
                let [a, b, c] = rows.map(|row| row[first + i]);
                let [low, high] = [(4.0 * b - a) / 3.0, (4.0 * c - b) / 3.0];
                (16.0 * high - low) / 15.0
            };
            let found = [0, 1, 2].map(limit);
            let error = apart(&found, &numbers(expected));
            worst = worst.max(error);
            compared += 1;
        }
    }
    println!("{}: {worst:e}", case["name"]);
    assert!(compared >= values.len(), "{compared}");
    assert!(worst < tolerance, "{}: {worst:e}", case["name"]);
}

fn flying_rod(case: &Value, keys: &str) -> String {
    let vector = |key: &str| numbers(&case["parameters"][key]);
    let (from, to, end) = (vector("x_start"), vector("x_end"), number(case, "load_end_time"));
    let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
    let shape = match case["load_shape"].as_str() {
        Some("triangle") => format!("min(2*t/{end:?}, 2 - 2*t/{end:?})"),
        _ => format!("sin(pi*t/{end:?})^6"),
    };
    let time = format!("where({end:?} - t, {shape}, 0)");
    let load = |key: &str| vector(key).iter().map(|x| format!("\"{x:?}*{time}\"")).collect::<Vec<_>>().join(", ");
    let keys = format!(
        "position = {from:?}\nrotation_vector = [0, 0, {angle:?}]\nlength = {:?}\n{}{keys}",
        number(case, "length"),
        section(case)
    );
    let loads = format!(
        "[[force]]\nname = \"f\"\nkind = \"expression_force\"\nbody = \"b.0\"\nforce = [{}]\n[[force]]\nname = \"m\"\nkind = \
         \"expression_torque\"\nbody = \"b.0\"\nframe = \"space\"\ntorque = [{}]\n",
        load("force"),
        load("moment")
    );
    beam(&keys) + ENDS + &loads
}

#[test]
fn rods_fly_as_in_the_plane_and_in_space() {
    for (name, every) in [("flying_rod_plane_smooth", 1.25), ("flying_rod_space_smooth", 1.0)] {
        let case = case(name);
        // 1e-6 of the length
        compare(&case, every, every / 100.0, 1e-5, |method| flying_rod(&case, "elements = 2\norder = 8") + method);
    }
}

/// Loads with corners excite all frequencies: the file says to compare within three times the error that it states.
#[test]
fn a_rod_is_thrown_by_a_load_with_corners() {
    let case = case("flying_rod_space_triangle");
    let run = samples(&(flying_rod(&case, "elements = 4\norder = 8") + &method(1e-3, 0.5, 3.5)));
    let pairs = case["values"].as_array().into_iter().flatten().zip(case["error_estimate"].as_array().expect("errors"));
    let mut compared = 0;
    for (value, stated) in pairs {
        let t = value["t"].as_f64().expect("a time");
        let row = &run.iter().find(|(time, _)| (time - t).abs() < 1e-9).expect("a sample").1;
        for (first, key) in [(0, "start_position"), (3, "end_position")] {
            let error = apart(&[row[first], row[first + 1], row[first + 2]], &numbers(&value[key]));
            let stated = stated[key].as_f64().expect("an error");
            println!("{key} at {t}: {error:e}, {stated:e} stated");
            assert!(error < 3.0 * stated, "{key} at {t}: {error:e}, {stated:e} stated");
            compared += 1;
        }
    }
    assert_eq!(compared, 6);
}

#[test]
fn a_composite_beam_is_loaded() {
    let case = case("composite_ramp");
    let ramp = number(&case, "ramp");
    let u = format!("min(t/{ramp:?}, 1)");
    let load = format!("150*({u})^5*(126 - 420*({u}) + 540*({u})^2 - 315*({u})^3 + 70*({u})^4)");
    let keys = format!("length = {:?}\nelements = 2\norder = 7\n{}", number(&case, "length"), section(&case));
    let force = format!(
        "[[force]]\nname = \"f\"\nkind = \"expression_force\"\nbody = \"b.1\"\nforce = [\"0\", \"0\", \"{load}\"]\n"
    );
    let text = beam(&keys) + CLAMP + ENDS + &force;
    compare(&case, 0.1, 1e-3, 1e-5, |method| format!("{text}{method}"));
}

#[test]
fn an_elastic_slider_crank_runs() {
    let case = case("slider_crank");
    let [length, crank, omega, ramp, mass] =
        ["length", "crank", "omega", "ramp", "slider_mass"].map(|key| number(&case, key));
    // the integral of u^5 (126 - 420 u + 540 u^2 - 315 u^3 + 70 u^4), and u - 1/2 behind it
    let u = format!("(t/{ramp:?})");
    let inside = format!("{u}^6*(21 - 60*{u} + 67.5*{u}^2 - 35*{u}^3 + 7*{u}^4)");
    let angle = format!("{:?}*where({ramp:?} - t, {inside}, {u} - 0.5)", omega * ramp);
    let keys =
        format!("position = [{crank:?}, 0, 0]\nlength = {length:?}\nelements = 2\norder = 5\n{}", section(&case));
    let text = format!(
        "[[body]]\nname = \"crank\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = {{ position = [0, 0, 0] }}\n{}[[joint]]\nname = \"drive\"\nkind = \"revolute\"\nbetween = [\"ground\", \
         \"crank\"]\naxis = [0, 0, 1]\nat = [0, 0, 0]\n[[constraint]]\nname = \"led\"\nkind = \"motion\"\njoint = \"drive\"\ntrajectory = {{ kind = \"expression\", \
         position = \"{angle}\" }}\n[[joint]]\nname = \"pin\"\nkind = \"revolute\"\nbetween = [\"crank\", \"b.0\"]\naxis = [0, 0, 1]\nat = [{crank:?}, 0, \
         0]\n[[body]]\nname = \"slider\"\nmass = {mass:?}\ninertia = [1e-6, 1e-6, 1e-6]\ninitial = {{ position = [{1:?}, 0, 0] }}\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = \
         [\"ground\", \"slider\"]\naxis = [1, 0, 0]\n[[joint]]\nname = \"end\"\nkind = \"revolute\"\nbetween = [\"slider\", \"b.1\"]\naxis = [0, 0, 1]\nat = [{1:?}, 0, 0]\n{ENDS}",
        beam(&keys),
        crank + length
    );
    // redundant constraints of the plane are found
    compare(&case, 0.01, 1e-4, 1e-6, |method| format!("{text}{method}"));
}

#[test]
fn ten_turns_meet_no_parameterisation() {
    // a blade on a hub that turns steadily: seen from the hub nothing changes
    let keys = "length = 2\nelements = 2\norder = 3\nsection = { stiffness = [1e5, 1e5, 1e5, 50, 50, 50], mass = [1, 1, 1, 0.02, 0.01, 0.01] }\ninitial = { \
                angular_velocity = [0, 0, 10] }";
    let hub = "[base]\nrotation = { axis = [0, 0, 1], angle = \"10*t\" }\n";
    let text = format!("{hub}{}{CLAMP}{ENDS}{}", beam(keys), method(2e-3, std::f64::consts::TAU / 10.0, 6.3));
    let all = samples(&text);
    assert!(all.len() > 10);
    for (t, row) in &all {
        let far = (row[3].powi(2) + row[4].powi(2) + row[5].powi(2)).sqrt();
        assert!((far - 2.0).abs() < 1e-2 && row[5].abs() < 1e-9, "{t}: {row:?}");
    }
}

#[test]
fn a_stiff_beam_moves_as_a_rigid_body() {
    // a pendulum: the error falls with the stiffness
    let text = |scale: f64| {
        let stiffness: Vec<f64> = [1e3, 1e3, 1e3, 10.0, 10.0, 10.0].map(|x| x * scale).to_vec();
        let keys = format!(
            "length = 1\nelements = 1\norder = 2\nsection = {{ stiffness = {stiffness:?}, mass = [1.5, 1.5, 1.5, 0.002, 0.001, 0.001] }}"
        );
        let hinge = "[[joint]]\nname = \"pivot\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.0\"]\naxis = [0, 1, 0]\nat = [0, 0, 0]\n";
        format!("[gravity]\nacceleration = [0, 0, -9.81]\n{}{hinge}{ENDS}{}", beam(&keys), method(1e-3, 0.5, 1.0))
    };
    let rigid = "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"rod\"\nmass = 1.5\ninertia = [0.002, 0.126, 0.126]\ninitial = { position = [0.5, 0, 0] }\n[[joint]]\nname = \
                 \"pivot\"\nkind = \"revolute\"\nbetween = [\"ground\", \"rod\"]\naxis = [0, 1, 0]\nat = [0, 0, 0]\n[[output]]\nname = \"start\"\nquantity = \"position\"\nbody = \"rod\"\npoint = [-0.5, 0, \
                 0]\n[[output]]\nname = \"end\"\nquantity = \"position\"\nbody = \"rod\"\npoint = [0.5, 0, 0]\n";
    let rigid = samples(&format!("{rigid}{}", method(1e-3, 0.5, 1.0)));
    let error = |scale: f64| {
        let soft = samples(&text(scale));
        soft.iter().zip(&rigid).map(|((_, a), (_, b))| apart(a, b)).fold(0.0, f64::max)
    };
    let errors = [1e2, 1e4, 1e8].map(error);
    println!("{errors:?}");
    // one over the stiffness, until steps and rounding are what is left
    assert!(errors[0] / errors[1] > 50.0 && errors[2] < 5e-6, "{errors:?}");
}

#[test]
fn members_have_the_bits_of_their_runs_alone() {
    let keys = "length = 1\nelements = 2\norder = 2\nsection = { kind = \"rectangle\", width = \"w\", height = 0.01, youngs_modulus = 7e10, density = 2700 }";
    let text = |plan: &str| {
        format!(
            "[parameters]\nw = {{ default = 0.05 }}\n[gravity]\nacceleration = [0, 0, -9.81]\n{}{CLAMP}{TIP}[method]\nformulation = \"absolute\"\nintegrator = \
             \"generalized_alpha\"\nstep = 1e-3\nduration = 0.02\n{plan}",
            beam(keys)
        )
    };
    let plan = "[plan]\nkind = \"random\"\nmembers = 70\n[plan.vary]\nw = { uniform = [0.02, 0.08] }\n";
    let scenario = parse(&text(plan));
    let all: Vec<_> =
        cpu_backends().into_iter().skip(1).map(|(name, backend)| (name, run_on(backend.as_ref(), &scenario))).collect();
    for (name, chunk) in &all {
        assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed), "{name}");
        assert_eq!(chunk.outputs, all[0].1.outputs, "{name}");
    }
    for member in [0, 17, 69] {
        let w = all[0].1.members.row(member)[0];
        let alone = parse(&replaced(&text(""), &[("default = 0.05", &format!("default = {w:?}"))]));
        // a default is folded as a constant, which may round otherwise: to the last digits
        let chunk = run_on(cpu_backends()[2].1.as_ref(), &alone);
        assert!(apart(&chunk.outputs.row(0), &all[0].1.outputs.row(member)) < 1e-9);
    }
    // a chunk of one member
    let backend = &cpu_backends()[2].1;
    for member in [0, 17, 69] {
        let part = backend.integrate(&scenario.study, all[1].1.members.part(member..member + 1)).expect("a member");
        assert_eq!(part.outputs, all[0].1.outputs.part(member..member + 1), "{member}");
    }
    if let Some(gpu) = gpu_backend(&scenario, gyrosweep::num::Precision::Double) {
        let found = run_on(gpu.as_ref(), &scenario);
        assert_eq!(found.outputs, all[0].1.outputs, "GPU");
    }
}

/// The beam on a hinge of Han (2019), 5.5.2: its length, load and elements, with a section of ours, as that of the thesis is in no public text.
/// Fields are compared with those of steps that are 8 times shorter than the last.
#[test]
fn a_hinged_beam_converges_with_order_two_in_all_fields() {
    let force = "1000*(1 + cos(2*pi*t/0.022 - pi))";
    let of = |name: &str, quantity: &str, of: &str| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{of}\n")
    };
    let outputs = [
        of("x", "position", "body = \"b.1\""),
        of("q", "quaternion", "body = \"b.1\""),
        of("v", "velocity", "body = \"b.1\""),
        of("w", "angular_velocity", "body = \"b.1\""),
        of("m", "section_moment", "beam = \"b\"\nat = 0.3"),
        of("f", "section_force", "beam = \"b\"\nat = 0.3"),
        of("r", "reaction_force", "joint = \"hinge\""),
    ]
    .concat();
    let keys = "length = 2.4\nrotation_vector = [0, 0, 1.5707963267948966]\nelements = 12\norder = 1\nsection = { stiffness = [4e5, 1.5e5, 1.5e5, 1e3, \
                1.2e3, 3e3], mass = [4.9, 4.9, 4.9, 1.8e-2, 4e-3, 1.4e-2] }";
    let text = format!(
        "{}[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.0\"]\naxis = [0, 0, 1]\nat = [0, 0, 0]\n[[force]]\nname = \
         \"load\"\nkind = \"expression_force\"\nbody = \"b.1\"\nforce = [\"-{force}\", \"0\", \"{force}\"]\n{outputs}",
        beam(keys)
    );
    for rho in ["0", "0.5"] {
        let at = |steps: u32| {
            let method = format!(
                "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nrho_inf = {rho}\nstep = {:?}\nduration = 0.022\n",
                0.022 / f64::from(steps)
            );
            let scenario = parse(&format!("{text}{method}"));
            let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
            assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
            let names = scenario.study.mechanism.columns().into_iter().map(|(name, _)| name);
            names.zip(chunk.outputs.row(0)).collect::<HashMap<String, f64>>()
        };
        let (exact, runs) = (at(14_080), [440, 880, 1760].map(at));
        for field in ["x", "q", "v", "w", "m", "f", "r"] {
            let columns: Vec<&String> = exact.keys().filter(|name| name.starts_with(&format!("{field}."))).collect();
            assert!(columns.len() >= 3);
            let errors = runs
                .each_ref()
                .map(|run| columns.iter().map(|column| (run[*column] - exact[*column]).powi(2)).sum::<f64>().sqrt());
            let orders = slopes(&errors);
            println!("rho {rho} {field}: {errors:?} {orders:?}");
            // angular velocities fall faster as the fastest motions of sections are resolved
            assert!(orders[0] > 1.65 && orders[1] > 1.9, "rho {rho} {field}: {errors:?} {orders:?}");
        }
    }
}

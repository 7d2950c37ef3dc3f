//! What holds of every beam: objectivity, other reference lines, paths of loads, momenta and energy.

use super::*;
use nalgebra::{Matrix3, Matrix6, Rotation3, Vector3};

const FULL: [[f64; 6]; 6] = [
    [1368.17, 0.0, 0.0, 20.0, 0.0, -30.0],
    [0.0, 88.56, 3.0, 0.0, 0.0, 0.0],
    [0.0, 3.0, 38.78, 0.0, 0.0, 0.0],
    [20.0, 0.0, 0.0, 16.96, 17.61, -0.351],
    [0.0, 0.0, 0.0, 17.61, 59.12, -0.37],
    [-30.0, 0.0, 0.0, -0.351, -0.37, 141.47],
];

fn section(stiffness: &[[f64; 6]; 6], mass: &str) -> String {
    format!("section = {{ stiffness = {stiffness:?}, mass = {mass} }}")
}

const MASS: &str = "[0.085, 0.085, 0.085, 0.014, 0.004, 0.010]";

/// A curved and twisted blade, turned and shifted as a whole, under loads that turn with it.
fn turned(turn: &Rotation3<f64>, shift: Vector3<f64>) -> [f64; 4] {
    let vector = |v: Vector3<f64>| format!("[{:?}, {:?}, {:?}]", v.x, v.y, v.z);
    let keys = format!(
        "position = {}\nrotation_vector = {}\nlength = 3\ncurvature = [0.3, 0.2, -0.4]\nelements = 3\norder = 3\n{}",
        vector(shift),
        vector(turn.scaled_axis()),
        section(&FULL, MASS)
    );
    let torque = "[[force]]\nname = \"m\"\nkind = \"torque\"\nbody = \"b.1\"\ntorque = ".to_string()
        + &vector(turn * Vector3::new(3.0, -2.0, 4.0))
        + "\n";
    let clamp = format!("{CLAMP}at = {}\n", vector(shift));
    let force = tip_force(&vector(turn * Vector3::new(0.5, 2.0, -1.0)));
    let found = equilibrium(&(beam(&keys) + &clamp + TIP + &force + &torque + "[statics]\nload_steps = 5\n"));
    let back = turn.inverse() * (Vector3::from(xyz(&found, "tip")) - shift);
    [back.x, back.y, back.z, found["energy"]]
}

#[test]
fn a_loaded_beam_that_is_turned_and_shifted_is_the_same() {
    let rest = turned(&Rotation3::identity(), Vector3::zeros());
    for (axis, shift) in [([0.3, -1.1, 0.8], [1.0, -2.0, 0.5]), ([2.0, 1.0, -1.5], [-3.0, 0.0, 7.0])] {
        let moved = turned(&Rotation3::new(Vector3::from(axis)), Vector3::from(shift));
        assert!(apart(&rest, &moved) < 1e-11, "{axis:?}: {rest:?} {moved:?}");
    }
}

#[test]
fn equilibria_do_not_depend_on_the_way_of_loads() {
    let keys = format!("length = 3\ncurvature = [0.3, 0.2, -0.4]\nelements = 3\norder = 3\n{}", section(&FULL, MASS));
    let text = beam(&keys) + CLAMP + TIP + &tip_force("[0.5, 2, -1]");
    let of = |steps: usize| xyz(&equilibrium(&format!("{text}[statics]\nload_steps = {steps}\n")), "tip");
    assert!(apart(&of(2), &of(17)) < 1e-11, "{:?} {:?}", of(2), of(17));
}

#[test]
fn a_section_seen_from_another_line_is_the_same_beam() {
    // a line that is -c beside the old one has the tangent t' = t + kappa x (-c): gamma = gamma' - c x kappa
    let c = Vector3::new(0.0, 0.07, -0.04);
    let skew = c.cross_matrix();
    let mut to_old = Matrix6::identity();
    to_old.fixed_view_mut::<3, 3>(0, 3).copy_from(&(-skew));
    let old = Matrix6::from_fn(|i, j| FULL[i][j]);
    let new = to_old.transpose() * old * to_old;
    let rows: [[f64; 6]; 6] = std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (new[(i, j)] + new[(j, i)])));
    let text = |stiffness: &[[f64; 6]; 6], position: Vector3<f64>, arm: Vector3<f64>| {
        let keys = format!(
            "position = [{:?}, {:?}, {:?}]\nlength = 3\nelements = 5\norder = 5\n{}",
            position.x,
            position.y,
            position.z,
            section(stiffness, MASS)
        );
        let clamp = format!("{CLAMP}at = [{:?}, {:?}, {:?}]\n", position.x, position.y, position.z);
        let point = format!("[{:?}, {:?}, {:?}]", arm.x, arm.y, arm.z);
        let load = format!(
            "[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.1\"\nforce = [0.5, 2, -1]\npoint = {point}\n[[output]]\nname = \"place\"\nquantity = \
             \"position\"\nbody = \"b.1\"\npoint = {point}\n"
        );
        beam(&keys) + &clamp + TIP + &load + "[statics]\nload_steps = 4\n"
    };
    let about_old = xyz(&equilibrium(&text(&FULL, Vector3::zeros(), Vector3::zeros())), "place");
    // the new line is at -c seen from the old one, the old one at c seen from it
    let about_new = xyz(&equilibrium(&text(&rows, -c, c)), "place");
    assert!(apart(&about_old, &about_new) < 1e-8, "{about_old:?} {about_new:?}");
}

#[test]
fn a_section_that_is_turned_carries_its_stiffness_with_it() {
    // a section with axes 2 and 3 turned by an angle, and the beam turned back
    let turn = Rotation3::from_axis_angle(&Vector3::x_axis(), 0.6);
    let mut both = Matrix6::zeros();
    let r: Matrix3<f64> = turn.into_inner();
    both.fixed_view_mut::<3, 3>(0, 0).copy_from(&r);
    both.fixed_view_mut::<3, 3>(3, 3).copy_from(&r);
    let new = both.transpose() * Matrix6::from_fn(|i, j| FULL[i][j]) * both;
    let rows: [[f64; 6]; 6] = std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (new[(i, j)] + new[(j, i)])));
    let text = |stiffness: &[[f64; 6]; 6], angle: f64| {
        let keys = format!(
            "rotation_vector = [{angle:?}, 0, 0]\nlength = 3\nelements = 2\norder = 4\n{}",
            section(stiffness, MASS)
        );
        beam(&keys) + CLAMP + TIP + &tip_force("[0.5, 2, -1]") + "[statics]\nload_steps = 4\n"
    };
    let [plain, turned] = [text(&FULL, 0.0), text(&rows, 0.6)].map(|text| xyz(&equilibrium(&text), "tip"));
    assert!(apart(&plain, &turned) < 1e-10, "{plain:?} {turned:?}");
}

/// A curved rod that flies freely.
fn rod(inertia: &str, method: &str) -> String {
    let keys = format!(
        "length = 2\ncurvature = [0.1, 0.2, 0]\nelements = 2\norder = 2\ninertia = \"{inertia}\"\nsection = {{ stiffness = [1e4, 1e4, 1e4, 50, 50, 50], mass = [1, 1, 1, 0.02, 0.01, \
         0.01] }}\ninitial = {{ velocity = [1, 0, 0.3], angular_velocity = [0.5, 3, 1] }}"
    );
    let output = |name: &str| format!("[[output]]\nname = \"{name}\"\nquantity = \"{name}\"\nover = \"drift\"\n");
    let outputs = ["linear_momentum", "angular_momentum", "energy"].map(output).concat();
    format!("{}{outputs}[method]\nformulation = \"absolute\"\n{method}", beam(&keys))
}

fn run(text: &str) -> HashMap<String, f64> {
    let scenario = parse(text);
    let chunk = run_on(cpu_backends()[2].1.as_ref(), &scenario);
    assert_eq!(chunk.outcomes, [Outcome::Completed], "{text}");
    let names = scenario.study.mechanism.columns().into_iter().map(|(name, _)| name);
    names.zip(chunk.outputs.row(0)).collect()
}

#[test]
fn a_free_rod_keeps_its_momenta_and_its_energy() {
    let drifts = |inertia: &str, method: &str| {
        let found = run(&rod(inertia, method));
        let most = |name: &str| xyz(&found, name).into_iter().fold(0.0, f64::max);
        let all = [most("linear_momentum"), most("angular_momentum"), found["energy"]];
        println!("{inertia}: {all:?}");
        all
    };
    // nodes are rigid bodies: an explicit method of order 8 integrates their equations to rounding
    let [p, l, energy] = drifts("lumped", "integrator = \"dop853\"\ntolerance = 1e-12\nduration = 2\n");
    assert!(p < 1e-12 && l < 1e-11 && energy < 1e-9, "{p:e} {l:e} {energy:e}");
    // RATTLE keeps the linear momentum, the angular one to the fourth order of the step, and the energy within bounds, whatever the time: 12 J,
    // the stiffest motion takes eight steps a period
    let method = |step: f64, duration: f64| {
        format!(
            "integrator = \"rattle\"\nnewton = {{ absolute = 1e-13, relative = 1e-13 }}\nstep = {step:?}\nduration = {duration:?}\n"
        )
    };
    let [p, coarse, short] = drifts("lumped", &method(4e-4, 0.4));
    let [_, fine, _] = drifts("lumped", &method(2e-4, 0.4));
    assert!(p < 1e-12 && coarse < 3e-9 && (coarse / fine).log2() > 3.5, "{p:e} {coarse:e} {fine:e}");
    let [p, l, long] = drifts("lumped", &method(4e-4, 12.0));
    assert!(p < 1e-12 && l < 2.0 * coarse && long < 3.0 * short && long < 1e-4, "{p:e} {l:e} {short:e} {long:e}");
    // with mass between nodes the sums of momenta of nodes are kept by the equations, and by the order of the method
    let of = |step: f64| {
        drifts(
            "consistent",
            &format!("integrator = \"generalized_alpha\"\nrho_inf = 0.9\nstep = {step:?}\nduration = 0.5\n"),
        )
    };
    let [coarse, fine] = [of(2e-3), of(1e-3)];
    for (a, b) in coarse.iter().zip(fine) {
        assert!((a / b).log2() > 1.7 || *a < 1e-10, "{coarse:?} {fine:?}");
    }
}

#[test]
fn damping_takes_what_energy_loses() {
    let keys = "length = 2\nelements = 2\norder = 3\ndamping = [1e-3, 2e-3, 1e-3, 3e-3, 4e-3, 2e-3]\nsection = { stiffness = [1e4, 1e4, 1e4, 50, 60, 40], mass = [1, 1, 1, 0.02, \
                0.01, 0.01] }";
    let outputs = "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n[[output]]\nname = \"lost\"\nquantity = \"power\"\nover = \"integral\"\n";
    let method = |step: f64| {
        format!(
            "[gravity]\nacceleration = [0, -3, -9.81]\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nrho_inf = 1.0\nstep = {step:?}\nduration = 0.4\n"
        )
    };
    let errors: Vec<f64> = [4e-3, 2e-3, 1e-3]
        .into_iter()
        .map(|step| {
            let found = run(&(beam(keys) + CLAMP + outputs + &method(step)));
            assert!(found["lost"] < -0.05, "{found:?}");
            // all energies are zero at the start
            (found["energy"] - found["lost"]).abs()
        })
        .collect();
    assert!(slopes(&errors).iter().all(|slope| *slope > 1.7) && errors[2] < 1e-3, "{errors:?}");
}

#[test]
fn forces_of_sections_balance_what_lies_behind_them() {
    let keys = "length = 2\nelements = 2\norder = 5\nsection = { stiffness = [1e6, 1e6, 1e6, 500, 600, 400], mass = [1, 1, 1, 1, 1, 1] }";
    let outputs = "[[output]]\nname = \"force\"\nquantity = \"section_force\"\nbeam = \"b\"\nat = 0.25\nframe = \"space\"\n[[output]]\nname = \"moment\"\nquantity = \
                   \"section_moment\"\nbeam = \"b\"\nat = 0.25\nframe = \"space\"\n[[output]]\nname = \"there\"\nquantity = \"position\"\nbody = \"b.0\"\n";
    let loads = "[[force]]\nname = \"lift\"\nkind = \"distributed\"\nbeam = \"b\"\nforce = [\"0\", \"3*s\", \"5\"]\nmoment = [\"0.4\", \"0\", \"0\"]\n";
    let found = equilibrium(
        &(beam(keys) + CLAMP + TIP + outputs + loads + &tip_force("[0, 0, 2]") + "[statics]\nload_steps = 3\n"),
    );
    // behind a quarter of 2 m: 5 N/m over 1.5 m and the tip's 2 N; the integral of 3 s from 0.5 to 2
    let force = xyz(&found, "force");
    assert!(apart(&force, &[0.0, 1.5 * (4.0 - 0.25), 7.5 + 2.0]) < 1e-3, "{force:?}");
    let [twist, ..] = xyz(&found, "moment");
    // the twist of the distributed moment, but for what bending adds
    assert!((twist - 0.6).abs() < 0.1, "{found:?}");
}

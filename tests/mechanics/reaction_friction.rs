//! Dry friction whose magnitude is that of the joint's reaction: a block on a slope, a pendulum in a journal bearing.

use crate::common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

const G: f64 = 9.81;

/// Outputs of the first member, the same in lanes and on tapes, and near in the scalar code.
fn outputs(text: &str) -> (Scenario, Vec<f64>) {
    let scenario = parse(text);
    let of = |width: LaneWidth, code: Code| {
        let chunk = run_on(&CpuBackend::new(Some(1), width).expect("a thread").with_code(code), &scenario);
        assert_eq!(chunk.outcomes[0], Outcome::Completed, "{text}");
        chunk.outputs_of(0).expect("outputs")
    };
    let [machine, tapes] = [Code::Machine, Code::Tape].map(|code| of(LaneWidth::SixtyFour, code));
    assert_eq!(machine, tapes);
    for (a, b) in machine.iter().zip(of(LaneWidth::One, Code::Machine)) {
        // the scalar reference solves with pivoting; iterations end at 1e-8 of what they begin with
        assert!((a - b).abs() <= 1e-8 * (1.0 + b.abs()), "{a} {b}");
    }
    (scenario, machine)
}

/// A block on a slope whose guide has friction, with this velocity down the slope.
fn block(mu: f64, velocity: f64, index: u32, step: f64) -> String {
    let (sin, cos) = 0.5f64.sin_cos();
    format!(
        "[parameters]\nmu = {{ default = {mu:?} }}\nangle = {{ default = 0.5 }}\n[gravity]\nacceleration = [0, 0, -{G}]\n[[body]]\nname = \
         \"block\"\nmass = 3\ninertia = [0.1, 0.2, 0.3]\n[[joint]]\nname = \"slope\"\nkind = \"prismatic\"\nbetween = [\"ground\", \
         \"block\"]\naxis = [{cos}, 0, -{sin}]\ninitial = {{ velocity = {velocity:?} }}\nfriction = {{ coulomb = \"mu*reaction\", velocity \
         = 0.001 }}\n[[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"slope\"\n[[output]]\nname = \"v\"\nquantity = \
         \"joint_velocity\"\njoint = \"slope\"\n[[output]]\nname = \"friction\"\nquantity = \"joint_force\"\njoint = \"slope\"\n\
         [[output]]\nname = \"power\"\nquantity = \"power\"\n[method]\nformulation = \"absolute\"\nintegrator = \
         \"generalized_alpha\"\nindex = {index}\nstep = {step:?}\nduration = 0.5\n"
    )
}

#[test]
fn a_block_slides_down_a_slope_or_creeps_on_it() {
    let (sin, cos) = 0.5f64.sin_cos();
    for index in [2, 3] {
        let a = G * (sin - 0.3 * cos);
        let (_, found) = outputs(&block(0.3, 1.0, index, 1e-2));
        let (x, v) = (0.5 + a / 8.0, 1.0 + a / 2.0);
        let friction = -0.3 * 3.0 * G * cos;
        for (found, expected) in found.iter().zip([x, v, friction, friction * v]) {
            assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "index {index}: {found} {expected}");
        }
        // tan(0.5) < 0.7: it comes to rest but for u artanh(tan/mu)
        let (_, found) = outputs(&block(0.7, 0.0, index, 1e-3));
        let creeping = 0.001 * (sin / cos / 0.7).atanh();
        assert!((found[1] - creeping).abs() < 1e-9, "index {index}: {} {creeping}", found[1]);
        assert!((found[2] + 3.0 * G * sin).abs() < 1e-6, "index {index}: {}", found[2]);
    }
}

/// A pendulum of 2 kg at 0.5 m in a bearing of the radius 0.05 m.
fn journal(mu: f64, method: &str) -> String {
    format!(
        "[parameters]\nmu = {{ default = {mu:?} }}\nr = {{ default = 0.05 }}\nm = {{ default = 2.0 }}\n[gravity]\nacceleration = [0, \
         0, -{G}]\n[[body]]\nname = \"rod\"\nmass = \"m\"\ninertia = [0.05, 0.06, 0.07]\ninitial = {{ position = [0.5, 0, 0] }}\n\
         [[joint]]\nname = \"bearing\"\nkind = \"revolute\"\nbetween = [\"ground\", \"rod\"]\nat = [0, 0, 0]\naxis = [0, -1, 0]\ninitial \
         = {{ velocity = 3.0 }}\n[[force]]\nname = \"friction\"\nkind = \"joint_friction\"\njoint = \"bearing\"\ncoulomb = \
         \"mu*r*reaction\"\nvelocity = 0.5\n[[output]]\nname = \"angle\"\nquantity = \"joint_position\"\njoint = \"bearing\"\n\
         [[output]]\nname = \"rate\"\nquantity = \"joint_velocity\"\njoint = \"bearing\"\n[[output]]\nname = \"acceleration\"\n\
         quantity = \"joint_acceleration\"\njoint = \"bearing\"\n[[output]]\nname = \"load\"\nquantity = \"reaction_force\"\njoint = \
         \"bearing\"\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\n{method}"
    )
}

/// The acceleration of the pendulum at an angle above the horizontal and its rate, with the load of the bearing: the equation is
/// one in the acceleration, since the load depends on it.
fn of_pendulum(mu: f64, [angle, rate]: [f64; 2]) -> [f64; 3] {
    let (m, l, r, u, inertia) = (2.0, 0.5, 0.05, 0.5, 0.06);
    let (sin, cos) = angle.sin_cos();
    let load = |a: f64| [m * l * (-a * sin - rate * rate * cos), m * (l * (a * cos - rate * rate * sin) + G)];
    let mut a = 0.0;
    for _ in 0..60 {
        let [x, z] = load(a);
        a = (-m * G * l * cos - mu * r * x.hypot(z) * (rate / u).tanh()) / (inertia + m * l * l);
    }
    let [x, z] = load(a);
    [a, x, z]
}

/// The pendulum after a time by the classical method of Runge and Kutta: angle, rate, acceleration, load.
fn pendulum(mu: f64, time: f64) -> Vec<f64> {
    let count = 20_000;
    let h = time / f64::from(count);
    let mut x = [0.0, 3.0];
    for _ in 0..count {
        let f = |x: [f64; 2]| [x[1], of_pendulum(mu, x)[0]];
        let by = |k: [f64; 2], h: f64| [x[0] + h * k[0], x[1] + h * k[1]];
        let k1 = f(x);
        let k2 = f(by(k1, h / 2.0));
        let k3 = f(by(k2, h / 2.0));
        let k4 = f(by(k3, h));
        x = [0, 1].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    let [a, force_x, force_z] = of_pendulum(mu, x);
    vec![x[0], x[1], a, force_x, 0.0, force_z]
}

#[test]
fn a_pendulum_in_a_journal_bearing_is_that_of_its_implicit_equation() {
    for (mu, index) in [(0.2, 3), (0.2, 2), (1.5, 3), (1.5, 2)] {
        let expected = pendulum(mu, 1.2);
        let [coarse, fine] =
            [2e-3, 1e-3].map(|h| outputs(&journal(mu, &format!("index = {index}\nstep = {h:?}\nduration = 1.2\n"))).1);
        let error = |x: &[f64]| x.iter().zip(&expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let order = (error(&coarse) / error(&fine)).log2();
        println!("mu {mu}, index {index}: order {order:.3}, errors {:.2e}, {:.2e}", error(&coarse), error(&fine));
        assert!((order - 2.0).abs() < 0.1, "mu {mu}, index {index}: order {order}");
        for (i, expected) in expected.iter().enumerate() {
            let found = fine[i] + (fine[i] - coarse[i]) / 3.0;
            let tolerance = if i < 2 { 1e-8 } else { 1e-6 };
            assert!((found - expected).abs() < tolerance * (1.0 + expected.abs()), "{i}: {found} {expected}");
        }
    }
}

#[test]
fn derivatives_go_through_the_reaction() {
    let method = "step = 5e-3\nduration = 0.6\n";
    let values = |mu: f64| outputs(&journal(mu, method)).1;
    let h = 1e-3;
    let v = [-2.0, -1.0, 1.0, 2.0].map(|k| values(0.8 + k * h));
    for adjoint in ["", "method = \"adjoint\"\n"] {
        let (scenario, found) =
            outputs(&journal(0.8, &format!("{method}[sensitivity]\nparameters = [\"mu\"]\n{adjoint}")));
        for name in ["angle", "rate", "acceleration", "load.x", "load.z"] {
            let i = column(&scenario, name);
            let difference = (8.0 * (v[2][i] - v[1][i]) - (v[3][i] - v[0][i])) / (12.0 * h);
            let slope = found[column(&scenario, &format!("d({name})/d(mu)"))];
            // differences of accelerations and loads keep what iterations leave of them
            let tolerance = if ["angle", "rate"].contains(&name) { 1e-7 } else { 2e-6 };
            assert!((slope - difference).abs() < tolerance * (1.0 + slope.abs()), "{name}: {slope} {difference}");
        }
    }
}

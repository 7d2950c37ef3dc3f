//! Impulses of what is led by a motion whose speed jumps, M (v - v0) = -B^T lambda: as outputs, and in integrals of forces and powers.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

const METHODS: [&str; 3] = ["generalized_alpha", "radau2a_3", "rattle"];

const RAIL: &str =
    "[[joint]]\nname = \"joint\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"body\"]\naxis = [1, 0, 0]\n";
const AXLE: &str = "[[joint]]\nname = \"joint\"\nkind = \"revolute\"\nbetween = [\"ground\", \"body\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n";

/// Returns a body of mass m, which a drive in `joint` leads from rest to v0 at the time 0.5 s, with more tables.
fn led(method: &str, joint: &str, more: &str) -> String {
    format!(
        "[parameters]\nm = 2.0\nv0 = 1.5\n\
         [[body]]\nname = \"body\"\nmass = \"m\"\ninertia = [0.1, 0.2, 0.3]\ninitial = {{ position = [0, -0.7, 0] }}\n{joint}\
         [[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"joint\"\nposition = \"v0*max(0, t - 0.5)\"\n{more}\
         [[output]]\nname = \"work\"\nquantity = \"power\"\nover = \"integral\"\n\
         [[output]]\nname = \"pushed\"\nquantity = \"constraint_force\"\nconstraint = \"drive\"\nover = \"integral\"\n\
         [[output]]\nname = \"kick\"\nquantity = \"impulse\"\nconstraint = \"drive\"\n\
         [[output]]\nname = \"energy\"\nquantity = \"energy\"\n\
         [method]\nformulation = \"absolute\"\nintegrator = \"{method}\"\nstep = 0.01\nduration = 1\n[plan]\nkind = \"one\"\n"
    )
}

/// Runs a scenario, and returns its outputs by their names.
fn outputs(text: String) -> impl Fn(&str) -> f64 {
    let scenario: Scenario = parse(&text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &scenario);
    assert_eq!(chunk.outcomes[0].name(), "completed");
    move |name| chunk.outputs.value(0, column(&scenario, name))
}

fn check(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found} instead of {expected}");
}

#[test]
fn a_cart_that_is_led_with_a_jump_takes_its_momentum_and_its_energy() {
    let (m, v) = (2.0, 1.5);
    for method in METHODS {
        for derivatives in ["direct", "adjoint"] {
            let more = format!("[sensitivity]\nparameters = [\"m\", \"v0\"]\nmethod = \"{derivatives}\"\n");
            let of = outputs(led(method, RAIL, &more));
            for (name, value, by_m, by_v) in
                [("work", m * v * v / 2.0, v * v / 2.0, m * v), ("pushed", m * v, v, m), ("kick", m * v, v, m)]
            {
                let what = format!("{method}, {derivatives}, {name}");
                check(&what, of(name), value, 1e-9);
                // by differences of five points
                check(&what, of(&format!("d({name})/d(m)")), by_m, 1e-7);
                check(&what, of(&format!("d({name})/d(v0)")), by_v, 1e-7);
            }
        }
    }
}

/// The work of the drive is the change of the energy, and its torque what changes the angular momentum.
#[test]
fn a_pendulum_that_is_led_with_a_jump_keeps_its_balance_of_energy_and_momentum() {
    let (m, v, l, g) = (2.0, 1.5f64, 0.7, 9.81);
    let (inertia, end) = (0.3 + m * l * l, 0.5 * v);
    for method in METHODS {
        // integrals of finite forces are sums of trapezoids: h^2/12 of the change of their rates
        let tolerance = 1e-4;
        let of = outputs(led(method, AXLE, "[gravity]\nacceleration = [0, -9.81, 0]\n"));
        let risen = m * g * l * (1.0 - end.cos());
        check(method, of("kick"), inertia * v, 1e-9);
        check(method, of("work"), inertia * v * v / 2.0 + risen, tolerance);
        check(method, of("work"), of("energy") + m * g * l, tolerance);
        check(method, of("pushed"), inertia * v + risen / v, tolerance);
    }
}

/// What hangs from the led cart takes a part of the impulse: its mass counts as m I/(I + m l^2).
#[test]
fn an_impulse_moves_what_hangs_freely_as_well() {
    let (m, v, hanging, l, inertia) = (2.0, 1.5, 0.8, 0.4, 0.05);
    let more = "[[body]]\nname = \"bob\"\nmass = 0.8\ninertia = [0.05, 0.05, 0.05]\ninitial = { position = [0, -1.1, 0] }\n\
                [[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"body\", \"bob\"]\nat = [0, -0.7, 0]\naxis = [0, 0, 1]\n\
                [[output]]\nname = \"hinge_force\"\nquantity = \"reaction_force\"\njoint = \"hinge\"\nover = \"integral\"\n\
                [[output]]\nname = \"momentum\"\nquantity = \"linear_momentum\"\n";
    for method in METHODS {
        let tolerance = 2e-4;
        let of = outputs(led(method, RAIL, more));
        let seen = m + hanging * inertia / (inertia + hanging * l * l);
        check(method, of("kick"), seen * v, 1e-9);
        check(method, of("work"), of("energy"), tolerance);
        check(method, of("pushed"), of("momentum.x"), tolerance);
        // all that moves the bob is the hinge
        check(method, of("hinge_force.x"), of("momentum.x") - m * v, tolerance);
    }
}

/// An impulse has a part in the integral of what is proportional to a force, none in that of what is bounded.
#[test]
fn integrals_of_expressions_over_forces_contain_what_grows_with_them() {
    let more = "[[output]]\nname = \"force\"\nquantity = \"constraint_force\"\nconstraint = \"drive\"\n\
                [[output]]\nname = \"twice\"\nquantity = \"expression\"\nexpression = \"abs(-2*force) + 3\"\nover = \"integral\"\n\
                [[output]]\nname = \"bounded\"\nquantity = \"expression\"\nexpression = \"clamp(force, -1, 5) + 3\"\nover = \"integral\"\n";
    for method in METHODS {
        let of = outputs(led(method, RAIL, more));
        check(method, of("twice"), 2.0 * 2.0 * 1.5 + 3.0, 1e-9);
        check(method, of("bounded"), 3.0, 1e-9);
    }
}

/// A cart that a drive leads from t1 on, and a pendulum below it: the derivative by t1 is that of differences, and of the momentum.
#[test]
fn when_a_speed_jumps_may_depend_on_a_parameter() {
    let text = |method: &str, (position, t1): (&str, f64), more: &str| {
        format!(
            "[parameters]\nt1 = {t1:?}\n[[signal]]\nname = \"ramp\"\ninterpolation = \"linear\"\nsamples = [[-1, 0], [0, 0], [2, 2]]\n[gravity]\nacceleration = [0, 0, -9.81]\n\
             [[body]]\nname = \"cart\"\nmass = 2.0\ninertia = [0.1, 0.1, 0.1]\n\
             [[body]]\nname = \"bob\"\nmass = 1.0\ninertia = [0.01, 0.01, 0.01]\ninitial = {{ position = [0.2, 0, -0.9] }}\n\
             [[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"cart\"]\nat = [0, 0, 0]\naxis = [1, 0, 0]\n\
             [[joint]]\nname = \"pin\"\nkind = \"revolute\"\nbetween = [\"cart\", \"bob\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
             [[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"rail\"\nposition = \"0.7*{position}\"\n\
             [[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \"bob\"\n\
             [[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \"bob\"\n\
             [[output]]\nname = \"pushed\"\nquantity = \"constraint_force\"\nconstraint = \"drive\"\nover = \"integral\"\n\
             [[output]]\nname = \"kick\"\nquantity = \"impulse\"\nconstraint = \"drive\"\n\
             [[output]]\nname = \"work\"\nquantity = \"power\"\nover = \"integral\"\n\
             [[output]]\nname = \"energy\"\nquantity = \"energy\"\n\
             [method]\nformulation = \"absolute\"\n{method}\nduration = 1\n[plan]\nkind = \"one\"\n{more}"
        )
    };
    let fine = |t1: f64| outputs(text("integrator = \"radau2a_3\"\nstep = 1e-3", ("max(0, t - t1)", t1), ""));
    let near: [_; 4] = [-2.0, -1.0, 1.0, 2.0].map(|k| fine(0.4 + 1e-3 * k));
    let right = |name: &str| {
        let [a, b, c, d] = near.each_ref().map(|of| of(name));
        (a - 8.0 * b + 8.0 * c - d) / 12e-3
    };
    for (method, position, tolerance) in [
        ("radau2a_3\"\nstep = 0.005", "max(0, t - t1)", 1e-6),
        ("radau2a_3\"\nstep = 0.005", "ramp(t - t1)", 1e-6),
        ("radau2a_3\"\ntolerance = 1e-8", "max(0, t - t1)", 1e-5),
        ("generalized_alpha\"\nstep = 2e-3", "ramp(t - t1)", 2e-5),
    ] {
        let of = ["direct", "adjoint"].map(|by| {
            let more = format!("[sensitivity]\nparameters = \"all\"\nmethod = {by:?}\n");
            outputs(text(&format!("integrator = \"{method}"), (position, 0.4), &more))
        });
        for name in ["p.x", "p.z", "v.x", "kick", "energy"] {
            let [direct, adjoint] = of.each_ref().map(|of| of(&format!("d({name})/d(t1)")));
            check(&format!("{method}, {name}"), direct, right(name), tolerance);
            check(&format!("{method}, adjoint, {name}"), adjoint, direct, 1e-9);
        }
        // forces of constraints are of lower order
        let slope = |name: &str| of[0](&format!("d({name})/d(t1)"));
        check(&format!("{method}, pushed"), slope("pushed"), slope("v.x"), 1e-4);
        check(&format!("{method}, work"), slope("work"), slope("energy"), 1e-4);
    }
}

//! Motions by trigonometric interpolation.

use super::*;

/// With a key of `[periodic]`, the scenario of this name.
fn by_fourier(name: &str, changed: &[(&str, &str)]) -> Scenario {
    let section = "[periodic]\n";
    let with = format!("{section}method = \"fourier\"\n");
    scenario(name, &[&[(section, &with[..])], changed].concat())
}

/// A pendulum on a spherical joint with a spring, driven about three axes, in a formulation.
fn ball(formulation: &str, integrator: &str, method: &str) -> Scenario {
    parse(&format!(
        "[gravity]\nacceleration = [0, 0, -9.81]\n\
         [[body]]\nname = \"bob\"\nmass = 1.0\ninertia = [0.05, 0.07, 0.03]\n\
         initial = {{ position = [0, 0, -1], angular_velocity = [0.3, 1.0, 0.2] }}\n\
         [[joint]]\nname = \"ball\"\nkind = \"spherical\"\nbetween = [\"ground\", \"bob\"]\nat = [0, 0, 0]\n\
         [[force]]\nname = \"drive\"\nkind = \"expression_torque\"\nbody = \"bob\"\n\
         torque = [\"1.2*cos(2.9*t)\", \"0.8*sin(2.9*t) + 0.4\", \"0.3*cos(5.8*t)\"]\n\
         [[force]]\nname = \"damper\"\nkind = \"expression_torque\"\nbody = \"bob\"\ntorque = [\"-wx\", \"-wy\", \"-wz\"]\nframe = \"body\"\n\
         [[force]]\nname = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"bob\"]\n\
         points = [[0.5, 0, -1], [0.3, 0, 0]]\nstiffness = 5.0\ndamping = 0.0\nlength = 0.05\n\
         [method]\nformulation = \"{formulation}\"\nintegrator = \"{integrator}\"\nstep = 0.01\nduration = 10.0\n\
         [[output]]\nname = \"w\"\nquantity = \"angular_velocity\"\nbody = \"bob\"\n\
         [periodic]\nperiod = \"2*pi/2.9\"\nstart = \"settle\"\n{method}\n"
    ))
}

#[test]
fn trigonometric_interpolation_finds_the_same_motions() {
    let settled = |further: &str| format!("start = \"settle\"\nmethod = \"fourier\"{further}");
    compare("Duffing", duffing(&[("start = \"settle\"", &settled(""))]), "duffing", &OSCILLATOR);
    compare("van der Pol", by_fourier("van_der_pol", &[]), "van_der_pol", &OSCILLATOR);
    let planar = [("b = { default = 0.5", "b = { default = 0.0"), ("rate = { default = 1.0", "rate = { default = 0.0")];
    compare("planar", by_fourier("universal_pendulum", &planar), "spherical_pendulum_planar", &UNIVERSAL);
    compare("universal", by_fourier("universal_pendulum", &[]), "spherical_pendulum_second", &UNIVERSAL);
    // the crank turns on: its quaternion comes back with the other sign
    compare("four-bar", by_fourier("driven_four_bar", &[]), "four_bar", &["phi", "rate"]);
    // rotations in every form, beside shooting
    let expected = number(&found(ball("joint", "dop853", ""))[0][0], "w.x");
    for (formulation, integrator) in [
        ("joint", "dop853"),
        ("euler_angles", "dop853"),
        ("euler_angles_2", "dop853"),
        ("absolute", "radau2a"),
        ("absolute_euler_angles", "radau2a"),
        ("absolute_euler_parameters", "radau2a"),
    ] {
        let row = found(ball(formulation, integrator, "method = \"fourier\""))[0].remove(0);
        assert!((number(&row, "w.x") - expected).abs() < 1e-11, "{formulation}: {row:?}");
    }
    // errors fall faster than any power of the number of times, and the residual tells of them
    let expected = numbers(&reference("duffing")["initial"]);
    let found = [9, 17, 33].map(|count| {
        let row = found(duffing(&[("start = \"settle\"", &settled(&format!("\nnodes = {count}")))]))[0].remove(0);
        [(number(&row, "x") - expected[0]).abs(), number(&row, "residual")]
    });
    assert!(found[0][0] > 1e-5 && found[1][0] < 1e-8 && found[2][0] < 2e-12, "{found:?}");
    assert!(found.iter().all(|[error, residual]| error < residual), "{found:?}");
}

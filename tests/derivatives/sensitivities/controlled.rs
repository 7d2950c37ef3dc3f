//! Derivatives whose errors decide adaptive steps, too.

use super::*;
use gyrosweep::num::Precision;

/// x'' = -(1 - 2 mu cos 2t) x from x = a, x' = b, both zero: what rests, for all times, and moves with what it begins with. Beside it a
/// mass at rest on a rail of the same stiffness.
fn resting(method: &str, control: &str) -> Scenario {
    parse(&format!(
        "[parameters]\na = 0.0\nb = 0.0\nmu = 0.15\n\
         [[variable]]\nname = \"x\"\ninitial = \"a\"\nrate = \"v\"\n\
         [[variable]]\nname = \"v\"\ninitial = \"b\"\nrate = \"-(1 - 2*mu*cos(2*t))*x\"\n\
         [[body]]\nname = \"m\"\nmass = 1.0\ninertia = [1, 1, 1]\n\
         [[joint]]\nname = \"j\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"m\"]\naxis = [1, 0, 0]\n\
         initial = {{ coordinate = \"a\", velocity = \"b\" }}\n\
         [[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"-(1 - 2*mu*cos(2*t))*q\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [[output]]\nname = \"q\"\nquantity = \"joint_position\"\njoint = \"j\"\n\
         [method]\n{method}\nduration = \"10*pi\"\n\
         [sensitivity]\nparameters = [\"a\", \"b\"]\n{control}"
    ))
}

/// x(10 pi) of two motions that begin with (1, 0) and (0, 1), by the classical Runge-Kutta method with 200,000 steps.
fn expected() -> [f64; 2] {
    [[1.0, 0.0], [0.0, 1.0]].map(|mut y| {
        let h = 10.0 * std::f64::consts::PI / 200_000.0;
        let f = |t: f64, y: [f64; 2]| [y[1], -(1.0 - 0.3 * (2.0 * t).cos()) * y[0]];
        for i in 0..200_000 {
            let t = h * f64::from(i);
            let moved = |k: [f64; 2], by: f64| [y[0] + by * k[0], y[1] + by * k[1]];
            let k1 = f(t, y);
            let k2 = f(t + 0.5 * h, moved(k1, 0.5 * h));
            let k3 = f(t + 0.5 * h, moved(k2, 0.5 * h));
            let k4 = f(t + h, moved(k3, h));
            y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y[0]
    })
}

const CONTROL: &str = "control = true\n";

#[test]
fn derivatives_of_what_rests_are_kept_below_the_tolerance() {
    let expected = expected();
    for (method, near) in [
        ("dop853", 1e-8),
        ("dopri5", 1e-7),
        ("tsit5", 1e-7),
        ("verner65", 1e-7),
        ("ode23", 1e-5),
        ("radau2a", 1e-3),
        ("generalized_alpha", 3e-3),
    ] {
        let tolerance = if near < 1e-4 { 1e-10 } else { 1e-7 };
        let formulation = if near < 1e-4 { "" } else { "formulation = \"absolute\"\n" };
        let method = format!("{formulation}integrator = \"{method}\"\ntolerance = {tolerance}");
        let s = resting(&method, CONTROL);
        for (name, backend) in cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            for (by, expected) in ["a", "b"].iter().zip(expected) {
                for of in ["x", "q"] {
                    let found = value(&s, &chunk, &format!("d({of})/d({by})"));
                    assert!((found - expected).abs() < near, "{method} {name}: d({of})/d({by}) {found} {expected}");
                }
            }
        }
    }
    // without, the state alone decides, and the steps are as long as it lets them be
    let s = resting("integrator = \"dop853\"\ntolerance = 1e-10\nlargest_step = 1e3", "");
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
    assert!((value(&s, &chunk, "d(x)/d(a)") - expected[0]).abs() > 0.1);
}

#[test]
fn lanes_tapes_and_kernels_take_the_same_controlled_steps() {
    let text = top("joint", "integrator = \"dopri5\"\ntolerance = 1e-9", "");
    let s = parse(&(text + "[sensitivity]\nparameters = [\"m\", \"Xy\", \"spin\"]\ncontrol = true\n"));
    let chunks: Vec<Chunk> = cpu_backends().into_iter().map(|(_, backend)| run_on(backend.as_ref(), &s)).collect();
    let [_, eight, sixty_four] = &chunks[..] else { panic!("three backends") };
    assert_eq!((completed(eight), &eight.steps), (completed(sixty_four), &sixty_four.steps));
    if let Some(gpu) = gpu_backend(&s, Precision::Double) {
        assert_eq!(completed(&run_on(gpu.as_ref(), &s)), completed(sixty_four));
    }
}

#[test]
fn control_is_of_adaptive_steps_and_the_direct_method() {
    let said = |method: &str, further: &str| {
        refusal(&(top("joint", method, "") + "[sensitivity]\nparameters = \"all\"\ncontrol = true\n" + further))
    };
    let found = said("integrator = \"rkmk4\"\nstep = 1e-3", "");
    assert!(found.contains("sensitivity.control: found with equal steps") && found.contains("tolerance"), "{found}");
    let found = said("integrator = \"dopri5\"\ntolerance = 1e-8", "method = \"adjoint\"\n");
    assert!(found.contains("sensitivity.control: found with method = \"adjoint\""), "{found}");
}

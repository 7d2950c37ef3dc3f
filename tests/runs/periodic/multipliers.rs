//! Multipliers of motions that rest, and of those with contacts, events and sampled numbers.

use super::*;

/// The matrix over a period of x'' + 2 d x' + k(t) x = 0, by the classical Runge-Kutta method with many steps; `corner` is where k jumps.
fn monodromy(k: impl Fn(f64) -> f64, damping: f64, times: &[f64]) -> [[f64; 2]; 2] {
    [[1.0, 0.0], [0.0, 1.0]].map(|mut y| {
        for pair in times.windows(2) {
            let (count, inside) = (4000, 1e-13 * (pair[1] - pair[0]));
            let h = (pair[1] - pair[0]) / f64::from(count);
            let f = |t: f64, y: [f64; 2]| {
                let t = t.clamp(pair[0] + inside, pair[1] - inside);
                [y[1], -k(t) * y[0] - 2.0 * damping * y[1]]
            };
            for i in 0..count {
                let t = pair[0] + h * f64::from(i);
                let moved = |k: [f64; 2], by: f64| [y[0] + by * k[0], y[1] + by * k[1]];
                let k1 = f(t, y);
                let k2 = f(t + 0.5 * h, moved(k1, 0.5 * h));
                let k3 = f(t + 0.5 * h, moved(k2, 0.5 * h));
                let k4 = f(t + h, moved(k3, h));
                y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            }
        }
        y
    })
}

/// The largest magnitude of both eigenvalues, of columns of a matrix.
fn largest([[a, c], [b, d]]: [[f64; 2]; 2]) -> f64 {
    let (half, det) = (0.5 * (a + d), a * d - b * c);
    let root = half * half - det;
    if root > 0.0 { half.abs() + root.sqrt() } else { det.sqrt() }
}

/// A body at rest on a rail with a spring of changing stiffness, or a variable: nothing moves, and what is beside it may grow.
#[test]
fn multipliers_of_what_rests_are_those_of_its_linear_equations() {
    let pi = std::f64::consts::PI;
    let method = "[method]\nintegrator = \"dop853\"\ntolerance = 1e-11\nduration = 1.0\n";
    let variables = |rate: &str| {
        format!(
            "[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"v\"\n[[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"{rate}\"\n\
             [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n{method}"
        )
    };
    let body = |torque: &str, method: &str| {
        format!(
            "[[body]]\nname = \"m\"\nmass = 1.0\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"prismatic\"\n\
             between = [\"ground\", \"m\"]\naxis = [1, 0, 0]\n\
             [[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"{torque}\"\n\
             [[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"j\"\n{method}"
        )
    };
    for (r, mu, damping) in
        [(1.0, 0.15, 0.0), (0.98, 0.3, 0.0), (0.5, 0.3, 0.0), (0.4, 0.2, 0.0), (1.0, 0.2, 0.05), (0.7, 0.1, 0.2)]
    {
        let period = pi / r;
        let k = |t: f64| 1.0 - 2.0 * mu * (2.0 * r * t).cos();
        let expected = largest(monodromy(k, damping, &[0.0, period]));
        let rate = format!("-(1 - {}*cos({}*t))*", 2.0 * mu, 2.0 * r);
        for text in [
            variables(&format!("{rate}x - {}*v", 2.0 * damping)),
            body(&format!("{rate}q - {}*v", 2.0 * damping), method),
            body(&format!("{rate}q - {}*v", 2.0 * damping), &method.replace("dop853", "dopri5")),
        ] {
            let [rows, ..] = found(parse(&format!("{text}[periodic]\nperiod = {period:?}\n")));
            let own = number(&rows[0], "max_multiplier");
            assert!(rows[0]["outcome"] == "periodic" && (own - expected).abs() < 1e-8, "{r} {mu}: {own} {expected}");
        }
    }
    // Meissner's equation: the stiffness jumps, so that steps end there
    let (stiff, soft, damping) = (1.6, 0.4, 0.02);
    let text = variables(&format!("-({soft} + {}*step(sin(t)))*x - {}*v", stiff - soft, 2.0 * damping));
    let [rows, ..] = found(parse(&format!("{text}[periodic]\nperiod = \"2*pi\"\n")));
    let expected = largest(monodromy(|t| if t < pi { stiff } else { soft }, damping, &[0.0, pi, 2.0 * pi]));
    let own = number(&rows[0], "max_multiplier");
    assert!((own - expected).abs() < 1e-6, "Meissner: {own} {expected}");
}

/// A driven oscillator, with what is told of it.
fn driven(further: &str) -> String {
    format!(
        "[parameters]\nom = 0.8\n\
         [[variable]]\nname = \"x\"\ninitial = 2.0\nrate = \"v\"\n\
         [[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"2*cos(om*t) - x - 0.3*v\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [[output]]\nname = \"v\"\nquantity = \"variable\"\nvariable = \"v\"\n\
         [[output]]\nname = \"widest\"\nquantity = \"variable\"\nvariable = \"x\"\nover = \"max\"\n\
         {further}[periodic]\nperiod = \"2*pi/om\"\n[method]\nintegrator = \"dop853\"\nstep = 0.02\nduration = 20\n"
    )
}

#[test]
fn events_change_no_motion_and_outputs_over_the_period_are_columns() {
    let event = |further: &str| {
        format!(
            "[[event]]\nname = \"e\"\nexpression = \"v\"\ndirection = \"both\"\n{further}\n[[output]]\nname = \"count\"\nquantity = \"count_of\"\nevent = \"e\"\n"
        )
    };
    let [plain, ..] = found(parse(&driven("")));
    // of a linear oscillator the amplitude is that of the load over the dynamic stiffness
    let amplitude = 2.0 / ((1.0f64 - 0.64).powi(2) + (0.3f64 * 0.8).powi(2)).sqrt();
    assert!((number(&plain[0], "widest") - amplitude).abs() < 1e-9, "{plain:?}");
    for further in ["ends_step = false", "ends_step = true", "terminal = true", "terminal = true\nends_step = true"] {
        let [rows, members, _] = found(parse(&driven(&event(further))));
        assert_eq!(rows[0]["outcome"], "periodic", "{further}: {rows:?}");
        for name in ["x", "v", "widest", "max_multiplier"] {
            assert!((number(&rows[0], name) - number(&plain[0], name)).abs() < 1e-9, "{further} {name}: {rows:?}");
        }
        assert_eq!([number(&members[0], "count"), number(&rows[0], "count")], [2.0; 2], "{further}");
    }
}

/// A mass on a spring with a load, and a further table.
fn falling(initial: [f64; 2], further: &str, method: &str) -> String {
    let [z, v] = initial;
    format!(
        "[parameters]\nz0 = {z:?}\nv0 = {v:?}\n[[body]]\nname = \"m\"\nmass = 1.0\ninertia = [1, 1, 1]\n\
         [[joint]]\nname = \"r\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"m\"]\naxis = [0, 0, 1]\n\
         initial = {{ coordinate = \"z0\", velocity = \"v0\" }}\n\
         [[force]]\nname = \"drive\"\nkind = \"joint_torque\"\njoint = \"r\"\ntorque = \"cos(0.8*t) - 0.5*q - 0.05*v\"\n\
         [[output]]\nname = \"z\"\nquantity = \"joint_position\"\njoint = \"r\"\n\
         [[output]]\nname = \"v\"\nquantity = \"joint_velocity\"\njoint = \"r\"\n{further}{method}"
    )
}

const ADAPTIVE: &str = "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-12\nduration = \"2*pi/0.8\"\n";

/// Compares the multipliers of a motion with those of differences of runs over its period: the sum and the product of both.
fn compare_with_differences(what: &str, further: &str, periodic: &str, own: impl Fn(&Row) -> String) {
    let text = falling([0.5, 0.5], further, ADAPTIVE) + "[periodic]\nperiod = \"2*pi/0.8\"\n" + periodic;
    let [rows, ..] = found(parse(&text));
    let row = &rows[0];
    assert_eq!(row["outcome"], "periodic", "{what}: {row:?}");
    let begin = ["z", "v"].map(|name| number(row, name));
    let end = |by: [f64; 2]| {
        let text = falling([begin[0] + by[0], begin[1] + by[1]], &own(row), ADAPTIVE);
        let chunk = in_memory(&parse(&text));
        [chunk[0], chunk[1]]
    };
    let back = end([0.0; 2]);
    assert!((back[0] - begin[0]).abs() < 1e-7 && (back[1] - begin[1]).abs() < 1e-7, "{what}: {begin:?} {back:?}");
    let h = 1e-4;
    let columns = [[h, 0.0], [0.0, h]].map(|by| {
        let (more, less) = (end(by), end(by.map(|x| -x)));
        [0, 1].map(|i| (more[i] - less[i]) / (2.0 * h))
    });
    let [[a, c], [b, d]] = columns;
    let all: Vec<[f64; 2]> = (0..8)
        .map_while(|k| {
            row.get(&format!("multiplier_{k}.re"))
                .map(|_| ["re", "im"].map(|part| number(row, &format!("multiplier_{k}.{part}"))))
        })
        .collect();
    let sum: f64 = all.iter().map(|m| m[0]).sum();
    assert!((sum - (a + d)).abs() < 1e-4 * (1.0 + sum.abs()), "{what}: {all:?}, sum {}", a + d);
    if all.len() == 2 {
        let product = all[0][0] * all[1][0] - all[0][1] * all[1][1];
        assert!((product - (a * d - b * c)).abs() < 1e-4, "{what}: {all:?}, product {}", a * d - b * c);
    }
}

fn in_memory(scenario: &Scenario) -> Vec<f64> {
    use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
    use gyrosweep::ensemble::{Backend, Members, Outcome};
    let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap();
    let chunk = cpu.run(&scenario.study, Members::draw(&scenario.study, 0, 1)).unwrap();
    assert_eq!(chunk.outcomes[0], Outcome::Completed);
    chunk.outputs_of(0).expect("outputs")
}

#[test]
fn multipliers_across_contacts_and_samples_are_those_of_differences_of_runs() {
    let contact = |law: &str| {
        format!("[[contact]]\nname = \"c\"\nbetween = [\"m\", \"ground\"]\nplane = {{}}\nstiffness = 60\n{law}\n")
    };
    for law in [
        "normal_law = \"kelvin_voigt\"\ndamping = 3",
        "normal_law = \"kelvin_voigt\"\ndamping = 12",
        "normal_law = \"hunt_crossley\"\ndamping = 0.4",
    ] {
        let contact = contact(law);
        for periodic in ["start = \"settle\"\n", "start = \"settle\"\nsegments = 3\n"] {
            compare_with_differences(law, &contact, periodic, |_| contact.clone());
        }
    }
    // a number that is sampled at the start takes its value there
    let sampled = "[[sampled]]\nname = \"u\"\nevery = \"2*pi/0.8/10\"\nvalue = \"z\"\n[[force]]\nname = \"ctl\"\nkind = \"joint_torque\"\njoint = \"r\"\ntorque = \"-0.1*u\"\n";
    compare_with_differences("sampled", sampled, "start = \"settle\"\n", |_| sampled.into());
    let apart = replaced(sampled, &[("2*pi/0.8/10", "0.8")]);
    let text = falling([0.5, 0.5], &apart, ADAPTIVE) + "[periodic]\nperiod = \"2*pi/0.8\"\n";
    let message = refused(parse(&text));
    assert!(message.contains("no multiple of 0.8 s") && message.contains("\"u\""), "{message}");
}

/// x'' + x = 2 cos(0.8 t) - 0.3 sign(x'): between turns linear and without loss, so that both multipliers have the ratio of the accelerations
/// on either side of a turn for their magnitude.
#[test]
fn multipliers_of_dry_friction_and_contacts_are_those_of_implicit_methods_too() {
    let (friction, omega) = (0.3, 0.8f64);
    let amplitude = 2.0 / (1.0 - omega * omega);
    let sine = -friction * (0.5 * std::f64::consts::PI / omega).tan() / (omega * amplitude);
    let turn = (2.0 - amplitude) * (1.0 - sine * sine).sqrt();
    let expected = (turn + friction) / (turn - friction);
    let contact = "[[contact]]\nname = \"c\"\nbetween = [\"m\", \"ground\"]\nplane = {}\nstiffness = 60\nnormal_law = \"kelvin_voigt\"\ndamping = 3\n";
    let at_contact = |method: &str| {
        let text = falling([0.5, 0.5], contact, &format!("[method]\n{method}\nduration = \"2*pi/0.8\"\n"));
        let [rows, ..] = found(parse(&(text + "[periodic]\nperiod = \"2*pi/0.8\"\nstart = \"settle\"\n")));
        number(&rows[0], "max_multiplier")
    };
    // that of an explicit method is compared with differences of runs
    let of_contact = at_contact("integrator = \"dopri5\"\ntolerance = 1e-12");
    // methods of order 2 take few steps while the body touches the ground
    for (method, most, most_at_contact) in [
        ("integrator = \"dop853\"\ntolerance = 1e-10", 1e-8, 1e-7),
        ("integrator = \"radau2a\"\nstages = 3\nstep = 0.02", 1e-7, 1e-6),
        ("integrator = \"radau2a\"\nstages = 3\ntolerance = 1e-8", 1e-6, 1e-5),
        ("integrator = \"cg\"\nstep = 0.02", 1e-4, 1e-2),
        ("integrator = \"generalized_alpha\"\nformulation = \"absolute\"\nstep = 0.01", 1e-4, 1e-2),
    ] {
        let text = format!(
            "[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"v\"\n[[variable]]\nname = \"v\"\ninitial = 1.5\nrate = \"2*cos(0.8*t) - x - \
             0.3*sign(v)\"\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n[method]\n{method}\nduration = 20\n[periodic]\nperiod = \
             \"2*pi/0.8\"\n"
        );
        let [rows, ..] = found(parse(&text));
        let own = number(&rows[0], "max_multiplier");
        assert!((own - expected).abs() < most, "{method}: {own} beside {expected}");
        let own = at_contact(method);
        assert!((own - of_contact).abs() < most_at_contact, "{method}, contact: {own} beside {of_contact}");
    }
}

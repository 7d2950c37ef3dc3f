//! Derivatives of a few outputs by many parameters, taken back from the end of a run, against the direct method and
//! against central differences of whole runs.

use crate::common::*;
use gyrosweep::ensemble::adjoint::{Adjoint, MEMORY};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members, Study};
use gyrosweep::sampling::plan::{Axis, Plan};

fn outputs(study: &Study) -> Vec<Vec<f64>> {
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).expect("a backend");
    let count = study.plan().members() as usize;
    let chunk = backend.run(study, Members::draw(study, 0, count)).expect("a run");
    (0..count).map(|i| chunk.outputs_of(i).unwrap_or_else(|| panic!("{:?}", chunk.outcomes))).collect()
}

/// The derivatives of all outputs of the only member, output by output, by the direct method.
fn directly(study: &Study, parameters: &[&str]) -> Vec<Vec<f64>> {
    let all = &study.mechanism.parameters;
    let place = |name: &&str| all.iter().position(|p| p.name == *name).expect("a parameter");
    let places: Vec<usize> = parameters.iter().map(place).collect();
    let mechanism = study.mechanism.clone().differentiated_by(&places);
    let direct = Study::new(mechanism, study.method.clone(), None, study.plan().clone()).expect("a study");
    let found = outputs(&direct).remove(0);
    let mut rows = vec![vec![f64::NAN; parameters.len()]; study.channel_count()];
    for (place, of) in direct.mechanism.derivative_columns() {
        rows[of.column][of.by] = found[place];
    }
    rows
}

/// The derivatives of all outputs by a parameter by five points of differences, with that relative change of the parameter.
fn by_differences(study: &Study, parameter: &str, change: f64) -> Vec<f64> {
    let default = study.mechanism.parameters.iter().find(|p| p.name == parameter).expect("a parameter").default;
    let change = change * default.abs();
    let values = [-2.0, -1.0, 1.0, 2.0].map(|k| default + k * change).to_vec();
    let plan = Plan::grid(vec![Axis { name: parameter.into(), values }]).expect("a plan");
    let all = outputs(&Study::new(study.mechanism.clone(), study.method.clone(), None, plan).expect("a study"));
    let slope = |c: usize| (all[0][c] - all[3][c] + 8.0 * (all[2][c] - all[1][c])) / (12.0 * change);
    (0..all[0].len()).map(slope).collect()
}

/// Compares the derivatives of all outputs by all parameters: with those of the direct method to 1e-11, of the derivative itself or of
/// a hundredth of the largest one by that parameter, whose rounding all share (4e-16 of it, after 100 steps), and with differences to 1e-6, likewise of a tenth: what rounding makes
/// of a run is divided by the change of the parameter.
fn check(name: &str, text: &str, change: f64) {
    check_within(name, text, change, [1e-11, 1e-6]);
}

/// Compares them likewise, to these limits.
fn check_within(name: &str, text: &str, change: f64, limits: [f64; 2]) {
    let study = parse(text).study;
    let parameters: Vec<String> = study.mechanism.parameters.iter().map(|p| p.name.clone()).collect();
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    let columns: Vec<usize> = (0..study.channel_count()).collect();
    let adjoint = Adjoint::new(&study, &columns, &parameters).unwrap_or_else(|e| panic!("{e}"));
    let found = adjoint.of(0..1, MEMORY).remove(0);
    let direct = directly(&study, &parameters);
    for (i, parameter) in parameters.iter().enumerate() {
        let differences = by_differences(&study, parameter, change);
        let expected: Vec<f64> = direct.iter().map(|row| row[i]).collect();
        let largest = expected.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let mut worst = [0.0f64; 2];
        for (c, row) in found.derivatives.iter().enumerate() {
            let size = |x: f64, part: f64| x.abs().max(part * largest).max(1e-9);
            worst[0] = worst[0].max((row[i] - expected[c]).abs() / size(expected[c], 1e-2));
            worst[1] = worst[1].max((row[i] - differences[c]).abs() / size(differences[c], 0.1));
        }
        println!("{name}, by {parameter}: {:.1e} from the direct method, {:.1e} from differences", worst[0], worst[1]);
        assert!(
            worst[0] < limits[0] && worst[1] < limits[1],
            "{name}, {parameter}: {worst:?}\n{expected:?}\n{differences:?}"
        );
    }
}

/// Three bodies on revolute and spherical joints that hang below each other, with these lines as the method's.
fn chain(method: &str) -> String {
    let body = |i: usize| {
        let (z, x) = (-0.35 * i as f64, 0.5 + 0.2 * i as f64);
        format!(
            "[[body]]\nname = \"b{i}\"\nmass = \"m{i}\"\ninertia = [\"inertia\", 0.06, 0.055]\ninitial = {{ position = [{x}, 0, {z}] \
             }}\n[[joint]]\nname = \"j{i}\"\nkind = {}\nbetween = [{}, \"b{i}\"]\nat = [{}, 0, \"{z} + offset\"]\n{}\n",
            if i == 1 { "\"spherical\"" } else { "\"revolute\"" },
            if i == 0 { "\"ground\"".to_string() } else { format!("\"b{}\"", i - 1) },
            x - 0.2,
            if i == 1 { "" } else { "axis = [0, 1, \"tilt\"]" }
        )
    };
    format!(
        "[parameters]\nm0 = {{ default = 1.0 }}\nm1 = {{ default = 0.7 }}\nm2 = {{ default = 0.4 }}\ninertia = {{ default = 0.05 \
         }}\noffset = {{ default = 0.05 }}\ntilt = {{ default = 0.1 }}\ng = {{ default = 9.81 }}\n[gravity]\nacceleration = \
         [0, 0.5, \"-g\"]\n{}{}{}[[output]]\nname = \"end\"\nquantity = \"position\"\nbody = \"b2\"\n[[output]]\nname = \
         \"velocity\"\nquantity = \"velocity\"\nbody = \"b2\"\n[[output]]\nname = \"energy\"\nquantity = \
         \"energy\"\n[method]\n{method}\n",
        body(0),
        body(1),
        body(2)
    )
}

#[test]
fn a_chain_of_pendulums() {
    check("chain, rkmk4", &chain("formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 2e-3\nduration = 0.2"), 1e-2);
    let timed =
        chain("formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = \"0.3*lapse\"\nduration = \"lapse + 0.03\"");
    check("chain, times", &timed.replace("[gravity]", "lapse = { default = 0.02 }\n[gravity]"), 1e-2);
    let implicit =
        "formulation = \"absolute\"\nnewton = { relative = 1e-13, absolute = 1e-13 }\nstep = 4e-3\nduration = 0.08\n";
    for integrator in ["generalized_alpha", "rattle", "dg", "radau2a", "radau2a_3"] {
        let method = format!("{implicit}integrator = \"{integrator}\"");
        check(&format!("chain, {integrator}"), &chain(&method), 1e-2);
    }
}

/// A pendulum on a rod that hangs from a driven cart, whose rail a gear couples to a wheel: what drive, rod and gear exert and the
/// power of the drive, with these lines as the method's.
fn driven(method: &str) -> String {
    let output = |name: &str, quantity: &str, keys: &str| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\nconstraint = {keys}\n")
    };
    format!(
        "[parameters]\nmass = {{ default = 1.2 }}\nbob = {{ default = 0.7 }}\nlength = {{ default = 0.9 }}\nratio = {{ default = 0.2 \
         }}\nstroke = {{ default = 0.3 }}\n[gravity]\nacceleration = [0, 0.3, -9.81]\n[[body]]\nname = \"cart\"\nmass = \
         \"mass\"\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \
         \"cart\"]\naxis = [1, 0, 0]\ninitial = {{ velocity = \"3*stroke\" }}\n[[body]]\nname = \"wheel\"\nmass = \
         0.5\ninertia = [0.02, 0.02, 0.03]\n[[joint]]\nname = \"axle\"\nkind = \"revolute\"\nbetween = [\"ground\", \
         \"wheel\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\ninitial = {{ velocity = \"-3*stroke/ratio\" }}\n[[body]]\nname = \
         \"bob\"\nmass = \"bob\"\ninertia = [0.01, 0.02, 0.03]\ninitial = {{ position = [\"0.6*length\", 0, \
         \"-0.8*length\"], velocity = [\"3*stroke\", 0.5, 0] }}\n[[constraint]]\nname = \"drive\"\nkind = \
         \"motion\"\njoint = \"rail\"\nposition = \"stroke*sin(3*t)\"\n[[constraint]]\nname = \"rod\"\nkind = \
         \"distance\"\nbetween = [\"cart\", \"bob\"]\npoints = [[0, 0, 0], [0, 0, 0]]\nlength = \
         \"length\"\n[[constraint]]\nname = \"gear\"\nkind = \"coupling\"\njoints = [\"rail\", \"axle\"]\nfactors = [1, \
         \"ratio\"]\n{}{}{}{}[method]\n{method}\n",
        output("force", "constraint_force", "\"drive\""),
        output("power", "power", "\"drive\""),
        output("tension", "constraint_force", "\"rod\""),
        output("mesh", "constraint_force", "\"gear\""),
    )
}

#[test]
fn what_drives_rods_and_gears_exert() {
    for integrator in ["generalized_alpha", "rattle"] {
        let method = format!(
            "formulation = \"absolute\"\nintegrator = \"{integrator}\"\n{NEWTON}step = 4e-3\nduration = 0.08\n"
        );
        // multipliers, of up to 6 N, have the rounding of positions over the square of the step, which one step hands to the next
        check_within(&format!("driven, {integrator}"), &driven(&method), 1e-2, [1e-7, 5e-6]);
    }
}

const NEWTON: &str = "newton = { relative = 1e-13, absolute = 1e-13 }\n";

/// A scenario of the project with parts of its text replaced.
fn text(name: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string(root().join("scenarios").join(format!("{name}.toml"))).expect("a scenario");
    for (from, to) in replacements {
        assert!(text.contains(from), "{name} does not contain {from:?}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn a_slider_crank_that_is_assembled() {
    // accelerations are what rounding makes of positions over h^2: 1e-11 is not left of them
    let acceleration =
        "[[output]]\nname = \"acceleration\"\nquantity = \"joint_acceleration\"\njoint = \"crank_bearing\"\n\n";
    let method = format!("{NEWTON}step = 1e-2\nduration = 0.1");
    let replacements = [
        (
            "centre = { default = 0.0, unit = \"m\" }",
            "centre = { default = 0.02 }\nheight = { default = 0.12 }\nmass = { default = 2 }\nrod = { default = 0.5 }",
        ),
        ("mass = 2\n", "mass = \"mass\"\n"),
        ("mass = 0.5\n", "mass = \"rod\"\n"),
        (acceleration, ""),
        ("at = [0, 0.1, 0.12]", "at = [0, 0.1, \"height\"]"),
        ("step = 2e-4\nduration = 5.0", &method),
        (", velocity = [0, \"-6*centre\", 0]", ""),
        (", velocity = [0.12, -0.24, 0], angular_velocity = [1.28, \"-2.4/sqrt(5)\", \"0.64*sqrt(5)\"]", ""),
        (", velocity = [0.24, 0, 0]", ""),
        ("[sampling]\nevery = 0.02", ""),
    ];
    check("slider-crank", &text("slider_crank", &replacements), 1e-3);
}

#[test]
fn a_four_bar_whose_bodies_are_moved_together() {
    let method = format!("{NEWTON}step = 2e-3\nduration = 0.04");
    let replacements = [
        (
            "[gravity]",
            "[parameters]\nbase = { default = 1.02 }\nmass = { default = 1.8 }\nspeed = { default = 16 }\n[gravity]",
        ),
        ("at = [1, 0, 0]", "at = [\"base\", 0, 0]"),
        ("mass = 1.8\n", "mass = \"mass\"\n"),
        ("angular_velocity = [0, 16, 0]", "angular_velocity = [0, \"speed\", 0]"),
        ("velocity = [-1.1506212926500872, 0, -2.1061981485368944], ", ""),
        (
            ", velocity = [-0.6642122927734654, 0, -2.1261448426293557], angular_velocity = [0, -5.893002047761519, 0]",
            "",
        ),
        (
            ", velocity = [0.4864089998766218, 0, -0.019946694092461196], angular_velocity = [0, -1.3909080451015128, 0]",
            "",
        ),
        ("step = 1e-3\nduration = 2.0", &method),
        ("[sampling]\nevery = 0.5", ""),
    ];
    check("four-bar", &text("four_bar", &replacements), 1e-3);
}

#[test]
fn what_a_choice_leaves_out_leaves_other_derivatives_as_they_are() {
    let of = |output: &str, event: &str, end: &str| {
        format!(
            "[parameters]\np = {{ default = 0.9 }}\n[[variable]]\nname = \"u\"\ninitial = 0\nrate = \"1 + 0.3*p*u\"\n[[output]]\nname = \
             \"u\"\nquantity = \"variable\"\nvariable = \"u\"\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \
             \"{output}\"\n[[event]]\nname = \"e\"\nexpression = \"{event}\"\ndirection = \"rising\"\n{end}[[output]]\nname = \
             \"when\"\nquantity = \"time_of\"\nevent = \"e\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.125\nduration = 1\n"
        )
    };
    // a power has no value where its base is negative, a quotient none where the event happens
    let quotient = "where(abs(t - 0.5), p*(1/(t - 0.5)), 0)";
    for (output, event, end) in [
        ("(1 + u)^(p + u)", "u - 0.3", ""),
        ("1.5^u", "u - 0.3", "terminal = true\n"),
        ("(1 + u)^(p + u)", "u - 0.3", "terminal = true\n"),
        (quotient, "t - 0.5", ""),
    ] {
        check(output, &of(output, event, end), 1e-4);
    }
}

#[test]
fn a_scenario_chooses_the_method() {
    let method = "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 2e-3\nduration = 0.05";
    let largest = "[[output]]\nname = \"highest\"\nquantity = \"expression\"\nexpression = \"end.z\"\nover = \"max\"\n";
    let of = |method_of_derivatives: &str, further: &str| {
        let text = chain(method).replace("[method]", &format!("{further}[method]"));
        let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nm1 = [0.5, 0.7, 1.5]\ntilt = [0.0, 0.1]\n";
        text + &format!(
            "[sensitivity]\nparameters = [\"m0\", \"tilt\", \"g\"]\nmethod = \"{method_of_derivatives}\"\n{plan}"
        )
    };
    let [direct, adjoint] = ["direct", "adjoint"].map(|method| parse(&of(method, "")).study);
    let names = |study: &Study| study.mechanism.columns();
    assert_eq!(names(&direct), names(&adjoint));
    assert_eq!(names(&adjoint)[8].0, "d(end.x)/d(tilt)");
    assert_eq!((direct.sampled_channels().len(), adjoint.sampled_channels().len()), (28, 7));
    for (a, b) in outputs(&direct).iter().zip(outputs(&adjoint)) {
        let largest = a.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let difference = a.iter().zip(&b).fold(0.0, |all: f64, (a, b)| all.max((a - b).abs()));
        assert!(difference < 1e-11 * largest, "{a:?} {b:?}");
    }
    // both of the largest value alone
    assert!(parse(&of("adjoint", largest)).study.mechanism.columns().iter().any(|(name, _)| name == "d(highest)/d(g)"));
    let of_final = "[[output]]\nname = \"of\"\nquantity = \"expression\"\nexpression = \"g*highest^2 + t\"\n";
    let [direct, adjoint] =
        ["direct", "adjoint"].map(|m| outputs(&parse(&of(m, &format!("{largest}{of_final}"))).study));
    for (a, b) in direct.iter().zip(&adjoint) {
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8 * (1.0 + a.abs())), "{a:?} {b:?}");
    }
    let event = "[[event]]\nname = \"low\"\nexpression = \"end.z + 1\"\ndirection = \"falling\"\nterminal = true\n";
    let said = refusal(&of("adjoint", &format!("{largest}{of_final}{event}")));
    assert!(said.contains("sensitivity.method") && said.contains("an expression over final values"), "{said}");
    let said = refusal(&of("backwards", ""));
    assert!(said.contains("sensitivity.method") && said.contains("backwards") && said.contains("adjoint"), "{said}");
}

/// Three pendulums with so many parameters besides those of [`chain`]: constant forces on the last body.
fn chain_with_parameters(method: &str, further: usize) -> String {
    let names: String = (0..further).map(|i| format!("f{i} = {{ default = {} }}\n", 0.01 * i as f64)).collect();
    let forces: String = (0..further)
        .map(|i| {
            format!(
                "[[force]]\nname = \"force{i}\"\nkind = \"force\"\nbody = \"b{}\"\nforce = [\"f{i}\", 0, 0]\n",
                i % 3
            )
        })
        .collect();
    chain(method).replace("[gravity]", &format!("{names}[gravity]")).replacen(
        "[[output]]",
        &format!("{forces}[[output]]"),
        1,
    )
}

/// Prints what the derivatives of one output cost in units of a nominal run, by the number of parameters; one thread.
#[test]
#[ignore = "a measurement: cargo test --release --test suite derivatives::adjoint::cost -- --ignored --nocapture"]
fn cost_in_nominal_runs() {
    let members = 256;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(32 << 20).build().expect("a thread");
    let time = |function: &mut dyn FnMut()| {
        function();
        let best = (0..3).map(|_| {
            let begin = std::time::Instant::now();
            function();
            begin.elapsed().as_secs_f64()
        });
        best.fold(f64::INFINITY, f64::min)
    };
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).expect("a backend");
    for method in [
        "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 1.0",
        "formulation = \"joint\"\nintegrator = \"dopri5\"\ntolerance = 1e-9\nduration = 1.0",
        "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 1.0",
    ] {
        for further in [0, 23, 93] {
            let study = parse(&chain_with_parameters(method, further)).study;
            let values = (0..members).map(|i| 0.5 + i as f64 / members as f64).collect();
            let plan = Plan::grid(vec![Axis { name: "m1".into(), values }]).expect("a plan");
            let study = Study::new(study.mechanism, study.method, None, plan).expect("a study");
            let drawn = Members::draw(&study, 0, members);
            let nominal = time(&mut || {
                backend.run(&study, drawn.clone()).expect("a run");
            });
            let names: Vec<String> = study.mechanism.parameters.iter().map(|p| p.name.clone()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let adjoint = Adjoint::new(&study, &[0], &names).expect("an adjoint");
            let costs = [1 << 30, 16 << 20, 2 << 20].map(|memory| {
                let seconds = time(&mut || {
                    pool.install(|| adjoint.of(0..members as u64, memory));
                });
                format!("{:.1} in {} MiB", seconds / nominal, memory >> 20)
            });
            let integrator = method.lines().nth(1).expect("a line");
            println!("{integrator}, {} parameters: {}", names.len(), costs.join(", "));
        }
    }
}

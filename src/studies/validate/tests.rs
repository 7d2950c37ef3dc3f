//! Right derivatives are not called wrong, and wrong ones are: on studies whose derivatives dual numbers give.

use super::complex_step::Recorded;
use super::*;
use crate::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use crate::ensemble::{BackendPool, StepSequence};

use crate::io::scenario::{Overrides, Scenario};
use crate::num::{Dual, Precision};
use crate::sampling::hash;
use std::path::Path;

fn scenario(text: &str) -> Scenario {
    Scenario::parse(Path::new("test.toml"), text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The derivatives of all outputs at the end by all parameters.
fn exact(study: &DifferenceStudy) -> Derivatives {
    let study_of_members = &study.study;
    let row = &study.perturbations.rows()[..study_of_members.varied().len()];
    let mut all = Vec::new();
    study_of_members.parameters(row, &mut all);
    let Ok(StepSequence::Fixed(steps)) = study_of_members.member_step_sequence(&all) else { panic!("equal steps") };
    let mut derivatives = Derivatives::none(row.len(), study_of_members.channel_count());
    let recorded = Recorded::new(study_of_members);
    for p in 0..row.len() {
        let varied: Vec<Dual<f64, 1>> = row
            .iter()
            .enumerate()
            .map(|(i, x)| if i == p { Dual::variable(*x, 0) } else { Dual::resting(*x) })
            .collect();
        for (c, y) in recorded.run(&varied, &steps).iter().enumerate() {
            derivatives.set(p, c, y.eps[0]);
        }
    }
    derivatives
}

fn judged(text: &str, complex_step: bool, change: impl Fn(usize, usize, f64) -> f64) -> Judgement {
    let scenario = scenario(text);
    let count = scenario.study.mechanism.parameters.len();
    let all: Vec<usize> = (0..count).collect();
    let study = DifferenceStudy::new(&scenario.study, &all, None, (Precision::Double, false)).expect("a study");
    let mut derivatives = exact(&study);
    for p in 0..count {
        for c in 0..study.study.channel_count() {
            let value = derivatives.get(p, c).expect("a derivative");
            derivatives.set(p, c, change(p, c, value));
        }
    }
    let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    let runs = study.run(&BackendPool::new(vec![&backend])).expect("runs");
    let supplied = Supplied { derivatives: &derivatives, newton: None, whole: true };
    study.judge(&runs, &supplied, complex_step)
}

/// A double pendulum in space with a spring, or a system of variables, with random numbers and methods.
fn random(k: u64) -> String {
    let uniform = |i: u64, from: f64, to: f64| from + (to - from) * hash::uniform(11, k, i);
    let method = ["rkmk4", "euler", "midpoint", "cf4", "rk33", "dopri5"][(k % 6) as usize];
    let steps = 3 + k % 17;
    let end = format!("[method]\nintegrator = \"{method}\"\nstep = 1e-2\nduration = {}\n", 1e-2 * steps as f64);
    if k.is_multiple_of(3) {
        let [a, b, c, d] =
            [uniform(1, 1.0, 12.0), uniform(2, 5.0, 28.0), uniform(3, 0.5, 3.0), 10f64.powf(uniform(4, -30.0, 6.0))];
        return format!(
            "[parameters]\na = {{ default = {a} }}\nb = {{ default = {b} }}\nc = {{ default = {c} }}\nsize = {{ default = {d:e} }}\n\
             offset = {{ default = 0.0 }}\nidle = {{ default = 2.0 }}\n\
             [[variable]]\nname = \"x\"\ninitial = \"1 + offset\"\nrate = \"a*(y - x)\"\n\
             [[variable]]\nname = \"y\"\ninitial = 0.5\nrate = \"b*x - y - x*z\"\n\
             [[variable]]\nname = \"z\"\ninitial = 0.0\nrate = \"x*y - c*z\"\n\
             [[variable]]\nname = \"tiny\"\ninitial = 0.0\nrate = \"size*exp(-a*t)*x + 1e-3*size*sin(b*t)\"\n\
             {end}[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
             [[output]]\nname = \"product\"\nquantity = \"expression\"\nexpression = \"x*y*z\"\n\
             [[output]]\nname = \"y\"\nquantity = \"variable\"\nvariable = \"y\"\n\
             [[output]]\nname = \"z\"\nquantity = \"variable\"\nvariable = \"z\"\n\
             [[output]]\nname = \"tiny\"\nquantity = \"variable\"\nvariable = \"tiny\"\n"
        );
    }
    let [mass, arm, spin, tilt, stiffness] = [
        uniform(1, 0.5, 20.0),
        uniform(2, 0.2, 1.5),
        uniform(3, -60.0, 60.0),
        uniform(4, -1.0, 1.0),
        uniform(5, 0.0, 300.0),
    ];
    format!(
        "[parameters]\nmass = {{ default = {mass} }}\narm = {{ default = {arm} }}\nspin = {{ default = {spin} }}\n\
         tilt = {{ default = {tilt} }}\nstiffness = {{ default = {stiffness} }}\nside = {{ default = 0.0 }}\n\
         [gravity]\nacceleration = [0, 0, -9.81]\n\
         [[body]]\nname = \"top\"\nmass = \"mass\"\ninertia = [0.2, 0.4, 0.3]\n\
         initial = {{ position = [\"side\", \"arm\", 0], rotation_vector = [\"tilt\", 0.1, \"0.2*tilt\"], \
         angular_velocity = [0.3, \"spin\", -1] }}\n\
         [[body]]\nname = \"bob\"\nmass = 1.5\ninertia = [0.02, 0.03, 0.025]\n\
         initial = {{ position = [0, \"arm + 0.5\", 0.1] }}\n\
         [[joint]]\nname = \"pivot\"\nkind = \"spherical\"\nbetween = [\"ground\", \"top\"]\nat = [0, 0, 0]\n\
         [[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"top\", \"bob\"]\nat = [0, \"arm\", 0]\naxis = [1, 0, 0.3]\n\
         [[force]]\nname = \"spring\"\nkind = \"joint_spring_damper\"\njoint = \"hinge\"\nstiffness = \"stiffness\"\ndamping = 0.1\n\
         {end}[[output]]\nname = \"com\"\nquantity = \"position\"\nbody = \"bob\"\n\
         [[output]]\nname = \"omega\"\nquantity = \"angular_velocity\"\nbody = \"top\"\n\
         [[output]]\nname = \"energy\"\nquantity = \"energy\"\n\
         [[output]]\nname = \"angle\"\nquantity = \"joint_position\"\njoint = \"hinge\"\n\
         [[output]]\nname = \"work\"\nquantity = \"kinetic_energy\"\nover = \"integral\"\n"
    )
}

#[test]
fn no_right_derivative_is_called_wrong() {
    let (mut count, mut right) = (0, 0);
    for k in 0..28 {
        let text = random(k);
        let judgement = judged(&text, k % 4 == 0, |_, _, value| value);
        for judged in &judgement.derivatives {
            let names = (&judgement.parameters[judged.parameter].name, &judgement.components[judged.component].name);
            assert_ne!(judged.verdict, Verdict::Wrong, "{k} {names:?}: {judged:?}\n{text}");
            count += 1;
            right += usize::from(judged.verdict == Verdict::Right);
        }
    }
    assert!(count >= 1000, "{count}");
    assert!(right * 100 >= count * 98, "{right} of {count}");
}

/// Derivatives that are off by a part in 10^6, but are not zero, are found.
#[test]
fn wrong_derivatives_are_called_wrong() {
    for k in [0, 1, 4] {
        for (what, change) in [
            ("sign", (|x| -x) as fn(f64) -> f64),
            ("part", |x| x * (1.0 + 1e-6)),
            ("zero", |_| 0.0),
            ("none", |_| f64::NAN),
        ] {
            let judgement = judged(&random(k), false, |_, _, value| change(value));
            for judged in &judgement.derivatives {
                let known = judged.best().expect("finite differences");
                let (_, error, ..) = judged.differences.expect("finite differences");
                // what is not far above the error of finite differences cannot be told
                let off = if what == "none" { f64::INFINITY } else { (change(known) - known).abs() };
                if known != 0.0 && off > 100.0 * error {
                    assert_eq!(judged.verdict, Verdict::Wrong, "{k} {what}: {judged:?}");
                }
            }
            assert!(judgement.count(Verdict::Wrong) * 2 > judgement.derivatives.len(), "{k} {what}");
        }
    }
}

/// Systems with events of the state, and a method for each.
const WITH_EVENTS: [(&str, &str, &str); 8] = [
    ("-k*x - 0.3*v - 1.2*sign(v)", "", "integrator = \"rkmk4\"\nstep = 0.02"),
    ("-k*x - 0.3*v - 900*max(0, x - a)", "", "integrator = \"tsit5\"\nstep = 0.01"),
    ("where(x - a, -2, 3) - k*x", "", "integrator = \"dop853\"\nstep = 0.05"),
    ("-k*x - 0.3*v - 600*max(0, x - a)", "", "integrator = \"rk33\"\nstep = 0.002"),
    ("-k*x - 1.2*sign(v - a*cos(3*t))", "", "integrator = \"tsit5\"\ntolerance = 1e-7"),
    ("clamp(-8*v, -a, 1) - k*x", "", "integrator = \"dop853\"\ntolerance = 1e-8"),
    (
        "-k*x - 0.3*v - 300*max(0, x - a)",
        "formulation = \"absolute\"",
        "integrator = \"generalized_alpha\"\nstep = 0.001",
    ),
    ("-k*x - 0.3*v - abs(x - a)", "formulation = \"absolute\"", "integrator = \"radau2a\"\nstep = 0.01"),
];

/// Judges the program's own derivatives times a factor.
fn judged_with_events((law, formulation, method): (&str, &str, &str), factor: f64) -> Judgement {
    let text = format!(
        "[parameters]\nk = 21.0\na = 0.13\nx0 = 0.31\n[[variable]]\nname = \"x\"\ninitial = \"x0\"\nrate = \"v\"\n\
         [[variable]]\nname = \"v\"\ninitial = 0.2\nrate = \"{law}\"\n\
         [[output]]\nname = \"x_\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [[output]]\nname = \"v_\"\nquantity = \"variable\"\nvariable = \"v\"\n\
         [method]\nduration = 1.1\n{formulation}\n{method}\n[plan]\nkind = \"one\"\n"
    );
    let of = scenario(&text).study;
    let study = DifferenceStudy::new(&of, &[0, 1, 2], None, (Precision::Double, of.is_implicit())).expect("a study");
    let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    let pool = BackendPool::new(vec![&backend]);
    let derivatives_of = |of: &crate::ensemble::Study, tight: bool| {
        let differentiated = study.differentiated(of, tight).expect("a study");
        study.derivatives(&differentiated, &pool).expect("derivatives")
    };
    let own = derivatives_of(&of, false);
    let finer = derivatives_of(&of.refined().expect("finer steps"), false).derivatives;
    let newton = of.is_implicit().then(|| [own.clone(), derivatives_of(&of, true)]);
    let mut derivatives = own.derivatives.clone();
    for (p, c) in (0..3).flat_map(|p| [(p, 0), (p, 1)]) {
        derivatives.set(p, c, factor * own.derivatives.get(p, c).expect("a derivative"));
    }
    let runs = study.run(&pool).expect("runs");
    let supplied = Supplied { derivatives: &derivatives, newton: newton.as_ref(), whole: true };
    let mut judgement = study.judge(&runs, &supplied, false);
    judgement.add_finer_changes(&own.derivatives, &finer);
    let others = study.with_other_steps(&judgement).expect("studies").into_iter();
    let others: Vec<_> = others.map(|other| (other.run(&pool).expect("runs"), other)).map(|(a, b)| (b, a)).collect();
    study.judge_again(&mut judgement, &others);
    judgement
}

#[test]
fn derivatives_through_events_are_right_to_the_error_of_the_method() {
    let mut counts = [0; 2];
    for of in WITH_EVENTS {
        let judgement = judged_with_events(of, 1.0);
        assert_eq!(judgement.count(Verdict::Wrong), 0, "{of:?} {:?}", judgement.derivatives);
        counts[0] += judgement.count(Verdict::Right);
        let perturbed = judged_with_events(of, 1.001);
        counts[1] += perturbed.count(Verdict::Wrong);
        // what steps leave less exact than that cannot be told
        for judged in perturbed.derivatives.iter().filter(|judged| judged.verdict != Verdict::Wrong) {
            let size = judged.derivative.expect("a derivative").abs();
            assert!(size == 0.0 || judged.evidence.by_steps > 4e-4 * size, "{of:?} {judged:?}");
        }
    }
    assert!(counts[0] >= 46 && counts[1] >= 40, "{counts:?}");
}

/// Tables in which `p` says where something switches that no run meets, and the value of `p`.
const NEVER_MET: [(f64, &str); 9] = [
    (9.0, "[[force]]\nname = \"s\"\nkind = \"joint_limit\"\njoint = \"j\"\nupper = \"p\"\nstiffness = 300\n"),
    (
        0.1,
        "[[contact]]\nname = \"c\"\nbetween = [\"b\", \"ground\"]\nradius = \"p\"\nplane = { normal = [-1, 0, 0], at = [9, 0, 0] }\n\
         stiffness = 1000\n",
    ),
    (
        9.0,
        "[[force]]\nname = \"r\"\nkind = \"rope\"\nbodies = [\"ground\", \"b\"]\npoints = [[-1, 0, 0], [0, 0, 0]]\nstiffness = 100\n\
         length = \"p\"\n",
    ),
    (
        900.0,
        "[[force]]\nname = \"c\"\nkind = \"joint_control\"\njoint = \"j\"\ntrajectory = { kind = \"accelerations\", times = [0, 0.3], \
         accelerations = [1], velocity = 0.4, hold = true }\nproportional = 10\nderivative = 1\nlimit = \"p\"\n",
    ),
    (
        9.0,
        "[[event]]\nname = \"e\"\nexpression = \"x - p\"\ndirection = \"rising\"\n[[output]]\nname = \"when\"\nquantity = \
         \"time_of\"\nevent = \"e\"\n",
    ),
    (
        9.0,
        "[[sampled]]\nname = \"u\"\nevery = 0.05\nvalue = \"where(x - p, 1, 0)\"\n[[force]]\nname = \"f\"\nkind = \"joint_torque\"\n\
         joint = \"j\"\ntorque = \"u\"\n",
    ),
    (9.0, "[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"where(x - p, 1, 0)\"\n"),
    (1.0, "[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"where(p - 3, 1, 0)\"\n"),
    (
        9.0,
        "[[variable]]\nname = \"y\"\ninitial = 0\nrate = \"p\"\n[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\n\
         torque = \"where(y - 100, 1, 0)\"\n",
    ),
];

/// Returns whether an output depends on `p`, and what switches where it says.
fn met(value: f64, table: &str, method: &str) -> (bool, Option<String>) {
    let text = format!(
        "[parameters]\np = {value}\n[[body]]\nname = \"b\"\nmass = 1.5\ninertia = [0.1, 0.2, 0.3]\n[[joint]]\nname = \"j\"\nkind = \
         \"prismatic\"\nbetween = [\"ground\", \"b\"]\naxis = [1, 0, 0]\ninitial = {{ velocity = 0.5 }}\n{table}[[output]]\nname = \"x\"\n\
         quantity = \"joint_position\"\njoint = \"j\"\n[method]\n{method}\nstep = 0.02\nduration = 0.1\n[plan]\nkind = \"one\"\n"
    );
    let study = DifferenceStudy::new(&scenario(&text).study, &[0], None, (Precision::Double, false)).expect("a study");
    let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread").with_code(Code::Tape);
    let runs = study.run(&BackendPool::new(vec![&backend])).expect("runs");
    let derivatives = Derivatives::none(1, study.study.channel_count());
    let supplied = Supplied { derivatives: &derivatives, newton: None, whole: false };
    let ParameterResult { matters, switches, .. } = study.judge(&runs, &supplied, false).parameters.remove(0);
    (matters, switches)
}

#[test]
fn parameters_of_what_no_run_meets_are_told_from_those_of_nothing() {
    for method in ["integrator = \"rkmk4\"", "formulation = \"absolute\"\nintegrator = \"generalized_alpha\""] {
        for (value, table) in NEVER_MET {
            let (matters, switches) = met(value, table, method);
            assert!(!matters && switches.is_some(), "{table}{method}: {matters} {switches:?}");
        }
        let beside = "[[variable]]\nname = \"y\"\ninitial = 0\nrate = \"p\"\n";
        let stop = NEVER_MET[0].1.replace("\"p\"", "9");
        assert_eq!(met(1.0, &format!("{beside}{stop}"), method), (false, None), "{method}");
    }
}

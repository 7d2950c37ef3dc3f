//! What is led along tables of poses: bodies by constraints, the ground of joints by the base.

use crate::common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::interpolation::{
    BASES, Basis, BasisKind, Curve, CurveMetric, Interpolant, METRICS, Metric, Outside, PoseCurve, Smoother, Smoothing,
};
use gyrosweep::io::pose_table::PoseTable;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::lie::{LieGroup, Motion, Rotation, UnitQuaternion};
use gyrosweep::model::base::{Base, BaseMotion};
use gyrosweep::num::Vec3;
use std::sync::Arc;

fn table() -> PoseTable {
    PoseTable::read(&root().join("scenarios/examples/poses.csv")).expect("a table")
}

fn curve(metric: CurveMetric) -> PoseCurve {
    let table = table();
    PoseCurve::new(&table.times, &table.motions, metric, Outside::Hold).expect("a curve")
}

fn distance_of(a: &Motion<f64>, position: &[f64], quaternion: &[f64]) -> f64 {
    let q = a.rotation();
    let sign = (q.w * quaternion[0] + q.v.dot(Vec3::from_slice(&quaternion[1..]))).signum();
    let off = [q.w, q.v.x, q.v.y, q.v.z].iter().zip(quaternion).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
    distance(&a.position().to_array(), position).max(off)
}

/// The curve is that of the basis and the metric, by whose weights the whole sum goes.
#[test]
fn curves_are_those_of_the_basis_and_the_metric() {
    let table = table();
    let basis = Basis::b_spline_not_a_knot(table.times.clone()).expect("a basis");
    for (kind, metric) in [(CurveMetric::Matrix, Metric::Matrix), (CurveMetric::Quaternion, Metric::Quaternion)] {
        for t in [0.0, 0.0213, 0.1, 0.1377, 0.2] {
            let found = curve(kind).at(t);
            let expected = Curve::at(&basis, metric, &table.motions, t).motion;
            let q = expected.rotation();
            let off = distance_of(&found, &expected.position().to_array(), &[q.w, q.v.x, q.v.y, q.v.z]);
            assert!(off < 1e-13, "{metric:?} at {t}: {off:e}");
        }
    }
}

/// A smooth motion with the period 2 s, and times of which bases have their nodes at.
fn smooth(kind: BasisKind) -> (Vec<f64>, Vec<Motion<f64>>) {
    let motion = |t: f64| {
        let a = std::f64::consts::PI * t;
        let turn = Vec3::new(0.4 * a.sin(), 0.3 * a.cos() - 0.2 * (2.0 * a).sin(), 0.5 * (2.0 * a).cos());
        let position = Vec3::new(2.0 + 0.3 * a.cos(), -0.5 * (2.0 * a).sin(), 0.1 * a.sin());
        Motion::new(position, UnitQuaternion::exp(turn))
    };
    let count = 13;
    let nodes = match kind {
        BasisKind::GaussLobattoLegendre => Basis::gauss_lobatto_legendre(count).expect("a basis").nodes().to_vec(),
        BasisKind::ChebyshevGaussLobatto => Basis::chebyshev_gauss_lobatto(count).expect("a basis").nodes().to_vec(),
        _ => (0..count).map(|k| -1.0 + 2.0 * k as f64 / (count - 1) as f64).collect(),
    };
    let times: Vec<f64> = nodes.iter().map(|eta| 0.5 + (eta + 1.0)).collect();
    let motions = times.iter().map(|t| motion(*t)).collect();
    (times, motions)
}

/// Pieces of polynomials are the curve of every basis and metric, with velocities and accelerations.
#[test]
fn curves_that_are_looked_up_are_those_of_all_bases_and_metrics() {
    for basis in BASES {
        for metric in METRICS {
            for degree in if basis.is.is_spline() { vec![3, 4, 5, 7] } else { vec![3] } {
                let what = format!("{}, {}, degree {degree}", basis.name, metric.name);
                let motion = Interpolant::new(smooth(basis.is), basis.is, degree, metric.is, None).expect("a motion");
                let outside = if basis.is.is_periodic() { Outside::Periodic } else { Outside::Hold };
                let curve = PoseCurve::through(&motion, metric.is, outside).expect("a curve");
                let base = BaseMotion { poses: Some(Arc::new(curve)), ..BaseMotion::default() };
                for i in 0..60 {
                    let t = 0.5 + 2.0 * (f64::from(i) + 0.37) / 60.0;
                    let (found, expected) = (base.at(t, &[]), motion.at(metric.is, t).curve);
                    let (x, q) = (expected.motion.position(), expected.motion.rotation());
                    let of_pose = (found.position - x).norm() + found.orientation.inverse().compose(q).log().norm();
                    // 1e-14 of 3.5 m, and roundings of what weights and times make of it
                    assert!(of_pose < 3e-13, "{what} at {t}: {of_pose:e}");
                    let (w, v) = (expected.curvature.rotation, expected.curvature.translation);
                    let velocity = (found.rotation.apply_transposed(found.velocity) - v).norm();
                    let rates = velocity + (found.angular_velocity - w).norm();
                    let acceleration = found.rotation.apply_transposed(found.acceleration) - w.cross(v);
                    let second = (acceleration - expected.derivative.translation).norm()
                        + (found.angular_acceleration - expected.derivative.rotation).norm();
                    // what pieces of 0.05 s miss by 2e-14 of 3.5 m their derivatives miss by 2 n^2/L = 3e3 and (2 n^2/L)^2/3 times as
                    // much at most
                    let size = 1.0 + expected.derivative.translation.norm() / 100.0;
                    assert!(rates < 2e-10 * size && second < 2e-7 * size, "{what} at {t}: {rates:e} {second:e} {size}");
                }
            }
        }
    }
}

#[test]
fn a_body_is_led_by_a_basis_with_nodes_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let (times, motions) = smooth(BasisKind::ChebyshevGaussLobatto);
    let mut csv = String::from("time,x,y,z,qw,qx,qy,qz\n");
    for (t, motion) in times.iter().zip(&motions) {
        let (x, q) = (motion.position(), motion.rotation());
        let numbers = [t - 0.5, x.x, x.y, x.z, q.w, q.v.x, q.v.y, q.v.z].map(|x| format!("{x:?}"));
        csv += &format!("{}\n", numbers.join(","));
    }
    std::fs::write(folder.path().join("own.csv"), csv).expect("written");
    let at = |file: &str, keys: &str| {
        let text = format!(
            "{}{}[method]\nformulation = \"absolute\"\nintegrator = \"rattle\"\nstep = 1e-3\nduration = 0.75\n",
            BODY.replace("file = \"poses.csv\"", &format!("file = \"{file}\"\n{keys}")),
            outputs()
        );
        Scenario::parse(&folder.path().join("led.toml"), &text, Overrides::default())
    };
    for metric in METRICS {
        let keys = format!("basis = \"chebyshev_gauss_lobatto\"\nmetric = \"{}\"\n", metric.name);
        let s = at("own.csv", &keys).expect("a scenario");
        let found = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s).outputs.row(0);
        let motion =
            Interpolant::new((times.clone(), motions.clone()), BasisKind::ChebyshevGaussLobatto, 3, metric.is, None);
        let end = motion.expect("a motion").at(metric.is, 1.25).curve.motion;
        let off = distance_of(&end, &found[4..7], &found[..4]);
        assert!(off < 1e-9, "{}: {off:e}", metric.name);
    }
    for (keys, words) in [
        ("basis = \"gauss_lobatto_legendre\"\n", "where the basis has its node"),
        ("basis = \"lagrange\"\ndegree = 3\n", "only splines have one"),
        ("degree = 2\n", "found 2.0; accepted: a whole number from 3"),
        ("period = 2\n", "does not repeat itself"),
        ("led = [\"x\", \"rx\", \"x\"]\n", "found \"x\", twice; accepted: some of x, y, z, rx, ry, rz"),
        ("led = []\n", "found none"),
        ("smoothing = \"much\"\n", "found \"much\"; accepted: \"gcv\", \"deviations\", or a factor from 0 on"),
        ("smoothing = \"deviations\"\n", "standard deviations are not known; accepted: deviations = [0.5e-3, 2e-3]"),
        ("smoothing = -1\n", "accepted: \"gcv\", \"deviations\", or a factor from 0 on"),
        ("smoothing = 1\ndeviations = [0, 1]\n", "accepted: two positive numbers, m and rad"),
        ("led = [\"x\", \"rx\", \"ry\"]\n", "found some of rx, ry, rz; accepted: all three"),
        ("on = \"table\"\n", "a body cannot be led relative to itself"),
        ("basis = \"spline\"\n", "accepted: bspline, bspline_periodic, lagrange"),
    ] {
        let Err(error) = at("own.csv", keys) else { panic!("{keys} is accepted") };
        let message = error.to_string();
        assert!(message.contains(words), "{keys}: {message}");
    }
}

const BODY: &str = "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"table\"\nmass = 2\ninertia = [0.1, 0.15, 0.2]\n\
                    initial = { position = [0.3, 0, 0.1] }\n[[constraint]]\nname = \"shaker\"\nkind = \"pose\"\nbody = \"table\"\n\
                    file = \"poses.csv\"\npoint = [0, 0.02, -0.1]\n";

fn outputs() -> String {
    let force = |axis: &str| {
        format!("[[output]]\nname = \"f{axis}\"\nquantity = \"constraint_force\"\nconstraint = \"shaker.{axis}\"\n")
    };
    let forces: String = ["x", "y", "z", "rx", "ry", "rz"].map(force).concat();
    let point = "[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"table\"\npoint = [0, 0.02, -0.1]\n";
    format!("[[output]]\nname = \"q\"\nquantity = \"quaternion\"\nbody = \"table\"\n{point}{forces}")
}

/// What a body that moves along the curve needs: the force at its point along the world's axes, the torque about it about its own.
fn needed(at: &Base<f64>) -> [f64; 6] {
    let (mass, inertia, point) = (2.0, Vec3::new(0.1, 0.15, 0.2), Vec3::new(0.0, 0.02, -0.1));
    let (omega, alpha) = (at.angular_velocity, at.angular_acceleration);
    let arm = -point;
    let of_centre = at.acceleration + at.rotation.apply(alpha.cross(arm) + omega.cross(omega.cross(arm)));
    let force = (of_centre + Vec3::new(0.0, 0.0, 9.81)) * mass;
    let spin = |v: Vec3<f64>| Vec3::new(inertia.x * v.x, inertia.y * v.y, inertia.z * v.z);
    let about_centre = spin(alpha) + omega.cross(spin(omega));
    let torque = about_centre - point.cross(at.rotation.apply_transposed(force));
    [force.x, force.y, force.z, torque.x, torque.y, torque.z]
}

#[test]
fn a_body_follows_its_poses_and_reactions_are_those_of_newton_and_euler() {
    let motion = BaseMotion { poses: Some(Arc::new(curve(CurveMetric::Matrix))), ..BaseMotion::default() };
    let exact = needed(&motion.at(0.125, &[]));
    let end = curve(CurveMetric::Matrix).at(0.125);
    // damping ends what the first steps of generalized-alpha set off in the multipliers
    for method in ["integrator = \"generalized_alpha\"\nrho_inf = 0.6", "integrator = \"rattle\""] {
        let mut errors = Vec::new();
        for steps in [500.0, 1000.0, 2000.0] {
            let s = parse(&format!(
                "{BODY}{}[method]\nformulation = \"absolute\"\n{method}\nstep = {}\nduration = 0.125\n",
                outputs(),
                0.125 / steps
            ));
            let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
            let found = chunk.outputs.row(0);
            let off = distance_of(&end, &found[4..7], &found[..4]);
            assert!(off < 1e-9, "{method}: {off:e}");
            errors.push((steps, found[7..13].iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)));
        }
        // prescribed motions are all that moves here, and rattle takes reactions from the equations at the end of a step
        if method.contains("rattle") {
            assert!(errors.iter().all(|(_, error)| *error < 1e-8), "{method}: {errors:?}");
            continue;
        }
        let order = -slope(&errors);
        assert!(errors[2].1 < 1e-3 && order > 1.8, "{method}: {errors:?}, order {order}");
    }
}

/// A pendulum on a base that poses lead: in a tree beside absolute coordinates.
#[test]
fn a_base_that_poses_lead_moves_what_hangs_from_it() {
    let pendulum = |support: &str, method: &str| {
        format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"bob\"\nmass = 0.5\ninertia = [0.01, 0.01, 0.002]\n\
             initial = {{ position = [0, 0, -0.4] }}\n{}\n[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"bob\"\n\
             [method]\n{method}\nduration = 0.15\n",
            support
        )
    };
    let support = "[base]\nposes = { file = \"poses.csv\" }\n[[joint]]\nname = \"pivot\"\nkind = \"spherical\"\nbetween = [\"ground\", \"bob\"]\nat = [0, 0, 0]\n";
    let run = |text: String| {
        run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &parse(&text)).outputs.row(0)
    };
    let of_tree = run(pendulum(support, "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-4"));
    assert!(of_tree.iter().all(|x| x.is_finite()));
    let absolute = |step: f64| {
        run(pendulum(
            support,
            &format!("formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = {step:?}"),
        ))
    };
    let errors = [1e-3, 5e-4].map(|step| distance(&absolute(step), &of_tree));
    assert!(errors[1] < 2e-6 && errors[0] / errors[1] > 3.5, "{errors:?}");
}

/// A body on a spring on a base that a signal or an expression leads.
fn on_a_base(base: &str, signal: &str, method: &str) -> String {
    format!(
        "[[signal]]\nname = \"road\"\nsamples = [[0, 0], [0.3, 0.1], [0.6, 0.05], [1, 0]]\n{signal}\n[base]\n{base}\n[[body]]\nname = \
         \"b\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"b\"]\naxis = [1, 0, \
         0]\nstiffness = 30\ndamping = 0.5\n[[output]]\nname = \"x\"\nquantity = \"position\"\nbody = \"b\"\n[method]\n{method}\nduration = 0.9\n"
    )
}

/// Accelerations of joint coordinates have no impulses: a base whose velocity jumps would move nothing.
#[test]
fn a_base_whose_velocity_jumps_is_refused() {
    let method = "integrator = \"rk67\"\nstep = 0.01";
    let (along, linear) = ("position = [\"road(t - 0.1234)\", 0, 0]", "interpolation = \"linear\"");
    let turning = |angle: &str| format!("rotation = {{ axis = [0, 0, 1], angle = \"{angle}\" }}");
    for (base, signal, words) in [
        (along, linear, "base.position: the velocity of the base jumps by 3.333e-1 m/s at 0.123400 s"),
        (along, "interpolation = \"previous\"", "base.position: the base jumps by 1.000e-1 m at 0.423400 s"),
        // it begins with a slope
        (along, "interpolation = \"pchip\"", "m/s at 0.123400 s"),
        (along, "interpolation = \"cubic\"", "m/s at 0.123400 s"),
        ("position = [\"road(0.6*sin(2*t))\", 0, 0]", linear, "m/s at 0.261799 s"),
        ("position = [0, \"0.2*road(2*t)^2\", 0]", linear, "m/s at 0.150000 s"),
        ("position = [0, \"0.2*step(t - 0.25)\", 0]", linear, "the base jumps by 2.000e-1 m at 0.250000 s"),
        ("position = [0, \"abs(t - 0.31)\", 0]", linear, "jumps by 2.000e0 m/s at 0.310000 s"),
        ("position = [0, \"max(0, t - 0.31)\", 0]", linear, "jumps by 1.000e0 m/s at 0.310000 s"),
        (&turning("road(t)"), linear, "base.rotation: the velocity of the base jumps by 5.000e-1 rad/s at 0.300000 s"),
        (&turning("where(t - 0.5, 3*t, 1.5)"), linear, "jumps by 3.000e0 rad/s at 0.500000 s"),
    ] {
        let found = refusal(&on_a_base(base, signal, method));
        assert!(found.contains(words) && found.contains("accepted: "), "{base}, {signal}: {found}");
    }
    for (base, signal) in [
        ("position = [\"road(t)\", 0, 0]", "interpolation = \"cubic\""),
        ("position = [\"road(t)\", 0, 0]", "interpolation = \"pchip\""),
        ("position = [\"road(t)^2*max(0, t - 0.2)^2\", 0, 0]", "interpolation = \"cubic\""),
        ("position = [\"0.1*smoothstep(2*t)\", 0, 0]", linear),
        ("position = [\"t + 0.1*sin(300*t)\", 0, 0]", linear),
        (&turning("2*t"), linear),
    ] {
        parse(&on_a_base(base, signal, method));
    }
}

/// In absolute coordinates the base moves a constraint, whose impulse acts.
#[test]
fn a_base_whose_velocity_jumps_moves_bodies_in_absolute_coordinates() {
    let (base, linear) = ("position = [\"road(t - 0.12)\", 0, 0]", "interpolation = \"linear\"");
    let method = "formulation = \"absolute\"\nintegrator = \"radau2a\"\nstages = 3\nstep = 0.01";
    let text = on_a_base(base, linear, method).replace("duration = 0.9", "duration = 0.37");
    let out = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &parse(&text)).outputs.row(0);
    // y'' + c y' + k y = 0 of what the body lags by, which begins with -1/3 m/s
    let (k, c, t, v) = (30.0f64, 0.5f64, 0.25f64, 1.0f64 / 3.0);
    let w = (k - c * c / 4.0).sqrt();
    let expected = v * t - v * (-c * t / 2.0).exp() * (w * t).sin() / w;
    eprintln!("{} {expected}", out[0]);
    assert!((out[0] - expected).abs() < 1e-4, "{} {expected}", out[0]);
}

/// A Stewart platform with six legs: a table of 200 poses leads it, as measured, and what it is held by.
struct Hexapod {
    text: String,
    curve: PoseCurve,
    folder: tempfile::TempDir,
}

/// Joints of the legs with the base, or with the platform where it is assembled, m: six on a circle, at these angles.
fn anchors(radius: f64, height: f64, angles: [f64; 6]) -> [Vec3<f64>; 6] {
    angles.map(|degrees: f64| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        Vec3::new(radius * cosine, radius * sine, height)
    })
}

impl Hexapod {
    const HEIGHT: f64 = 0.8;

    fn legs() -> impl Iterator<Item = [Vec3<f64>; 2]> {
        let base = anchors(0.6, 0.0, [-10.0, 10.0, 110.0, 130.0, 230.0, 250.0]);
        let platform = anchors(0.4, Self::HEIGHT, [-50.0, 50.0, 70.0, 170.0, 190.0, 290.0]);
        base.into_iter().zip(platform).map(|(base, platform)| [base, platform])
    }

    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // digits beyond those that a cubic spline makes steps of the acceleration of at every row: these would set off vibrations of the
        // multipliers, which a few steps from row to row do not damp
        let mut poses = String::from("time,x (mm),y (mm),z (mm),rx,ry,rz\n");
        for k in 0..200 {
            let t = 0.005 * f64::from(k);
            let wave = |size: f64, frequency: f64| size * (frequency * t).sin();
            let sizes = [wave(40.0, 3.0), wave(30.0, 5.0), 800.0 + wave(50.0, 4.0)];
            let angles = [wave(0.1, 4.0), wave(0.15, 3.0), wave(0.2, 2.0)];
            let row: Vec<String> = sizes.iter().chain(&angles).map(|x| format!("{x:.10}")).collect();
            poses += &format!("{t:.3},{}\n", row.join(","));
        }
        let file = folder.path().join("measured.csv");
        std::fs::write(&file, poses).expect("a file");
        let table = PoseTable::read(&file).expect("a table");
        let curve = PoseCurve::new(&table.times, &table.motions, CurveMetric::Matrix, Outside::Hold).expect("a curve");
        let mut text = format!(
            "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"platform\"\nmass = 20\ninertia = [0.9, 0.8, 1.6]\n\
             initial = {{ position = [0, 0, {}] }}\n",
            Self::HEIGHT
        );
        for (k, [from, to]) in Self::legs().enumerate() {
            let along = (to - from) * (to - from).norm().recip();
            // in the horizontal plane, and perpendicular to both
            let first = Vec3::new(-along.y, along.x, 0.0) * along.x.hypot(along.y).recip();
            let second = along.cross(first);
            let [from_shown, to_shown, along_shown, first, second] =
                [from, to, along, first, second].map(|v| format!("{:?}", v.to_array()));
            for (name, mass, at) in [("cylinder", 2.0, from + along * 0.2), ("piston", 1.0, to - along * 0.2)] {
                text += &format!(
                    "[[body]]\nname = \"{name}{k}\"\nmass = {mass}\ninertia = [0.03, 0.03, 0.03]\ninitial = {{ position = {:?} }}\n",
                    at.to_array()
                );
            }
            text += &format!(
                "[[joint]]\nname = \"foot{k}\"\nkind = \"universal\"\nbetween = [\"ground\", \"cylinder{k}\"]\nat = {from_shown}\naxes = [{first}, {second}]\n\
                 [[joint]]\nname = \"leg{k}\"\nkind = \"prismatic\"\nbetween = [\"cylinder{k}\", \"piston{k}\"]\naxis = {along_shown}\n\
                 [[joint]]\nname = \"head{k}\"\nkind = \"spherical\"\nbetween = [\"piston{k}\", \"platform\"]\nat = {to_shown}\n\
                 [[output]]\nname = \"length{k}\"\nquantity = \"joint_position\"\njoint = \"leg{k}\"\n"
            );
        }
        text += "[[constraint]]\nname = \"robot\"\nkind = \"pose\"\nbody = \"platform\"\nfile = \"measured.csv\"\n\
                 [[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"platform\"\n\
                 [[output]]\nname = \"q\"\nquantity = \"quaternion\"\nbody = \"platform\"\n";
        for axis in ["x", "y", "z", "rx", "ry", "rz"] {
            text += &format!(
                "[[output]]\nname = \"f{axis}\"\nquantity = \"constraint_force\"\nconstraint = \"robot.{axis}\"\n"
            );
        }
        Self { text, curve, folder }
    }

    /// Returns the lengths of the legs beyond those of the assembly, the pose of the platform, and what leads it.
    fn run(&self, method: &str, step: f64, duration: f64) -> Vec<f64> {
        let text = format!(
            "{}[method]\nformulation = \"absolute\"\n{method}\nstep = {step:?}\nduration = {duration:?}\n[start]\nproject_velocities = true\n",
            self.text
        );
        let path = self.folder.path().join("hexapod.toml");
        let s = Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}"));
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
        assert_eq!(chunk.outcomes[0], Outcome::Completed);
        chunk.outputs.row(0)
    }
}

#[test]
fn a_stewart_platform_follows_measured_poses_and_reactions_converge() {
    // damping has ended by then what the first steps set off in the multipliers
    const DURATION: f64 = 0.08;
    let hexapod = Hexapod::new();
    let end = hexapod.curve.at(DURATION);
    let place = |point: Vec3<f64>| end.position() + end.rotation().rotate(point - Vec3::new(0.0, 0.0, Hexapod::HEIGHT));
    let lengths: Vec<f64> = Hexapod::legs().map(|[from, to]| (place(to) - from).norm() - (to - from).norm()).collect();
    for method in ["integrator = \"generalized_alpha\"\nrho_inf = 0.6", "integrator = \"rattle\""] {
        // rows of the table are at ends of steps
        let runs = [1e-3, 5e-4, 2.5e-4].map(|step| (step, hexapod.run(method, step, DURATION)));
        let finest = hexapod.run(method, 6.25e-5, DURATION);
        for (step, found) in &runs {
            let off = distance(&found[..6], &lengths).max(distance_of(&end, &found[6..9], &found[9..13]));
            assert!(off < 1e-9, "{method}, step {step}: {off:e}");
        }
        let errors = runs.map(|(step, found)| (step, distance(&found[13..], &finest[13..])));
        // the legs prescribe the motion, and rattle takes reactions from the equations at the end of a step
        if method.contains("rattle") {
            assert!(errors.iter().all(|(_, error)| *error < 1e-8), "{method}: {errors:?}");
            continue;
        }
        let order = slope(&errors);
        assert!((order - 2.0).abs() < 0.2, "{method}: {errors:?}, order {order}");
    }
}

/// A body on another that moves: what leads it relative to that one, and what it takes beside a spherical joint.
const PAIR: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "carrier"
mass = 3
inertia = [0.3, 0.25, 0.2]
initial = { velocity = [0.2, -0.1, 1.5], angular_velocity = [0.4, -0.3, 0.6] }
[[body]]
name = "table"
mass = 2
inertia = [0.1, 0.15, 0.2]
initial = { position = [0.3, 0, 0.1] }
LED
[[output]]
name = "xa"
quantity = "position"
body = "carrier"
[[output]]
name = "xb"
quantity = "position"
body = "table"
[[output]]
name = "ra"
quantity = "quaternion"
body = "carrier"
[[output]]
name = "rb"
quantity = "quaternion"
body = "table"
[[output]]
name = "p"
quantity = "linear_momentum"
[[output]]
name = "l"
quantity = "angular_momentum"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "work"
quantity = "power"
over = "integral"
[method]
formulation = "absolute"
integrator = "rattle"
step = STEP
duration = DURATION
"#;

#[test]
fn a_body_is_led_relative_to_another() {
    let whole =
        "[[constraint]]\nname = \"arm\"\nkind = \"pose\"\nbody = \"table\"\non = \"carrier\"\nfile = \"poses.csv\"\n";
    let turned = "[[joint]]\nname = \"ball\"\nkind = \"spherical\"\nbetween = [\"carrier\", \"table\"]\nat = [0.1, 0, 0]\n\
                  [[constraint]]\nname = \"arm\"\nkind = \"pose\"\nbody = \"table\"\non = \"carrier\"\nled = [\"rx\", \"ry\", \"rz\"]\n\
                  file = \"poses.csv\"\n";
    let end = curve(CurveMetric::Matrix).at(0.12);
    for (led, places_too) in [(whole, true), (turned, false)] {
        let found = |step: f64, duration: f64| {
            let text = PAIR.replace("LED", led).replace("STEP", &format!("{step:?}"));
            let s = parse(&text.replace("DURATION", &format!("{duration:?}")));
            let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
            chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0]))
        };
        let out = found(1e-3, 0.12);
        let quaternion = |at: usize| UnitQuaternion { w: out[at], v: Vec3::from_slice(&out[at + 1..]) };
        let (a, b) = (quaternion(6), quaternion(10));
        let seen = a.inverse().multiply(b);
        let place = a.inverse().matrix().apply(Vec3::from_slice(&out[3..]) - Vec3::from_slice(&out[0..]));
        let position = if places_too { place.to_array() } else { end.position().to_array() };
        let off = distance_of(&end, &position, &[seen.w, seen.v.x, seen.v.y, seen.v.z]);
        assert!(off < 1e-9, "{led}: {off:e}");
        // what leads is between the bodies: but for the weight it changes no momentum, and none about the vertical
        let start = found(1e-6, 1e-6);
        let kept = [14, 15, 19].map(|at| (out[at] - start[at]).abs());
        let falls = out[16] - start[16] + 5.0 * 9.81 * (0.12 - 1e-6);
        assert!(kept.iter().all(|off| *off < 1e-9) && falls.abs() < 1e-9, "{led}: {kept:?} {falls:e}");
        // energy comes from what leads alone, by the order of the method
        let drift = |out: &[f64]| (out[20] - out[21]) - (start[20] - start[21]);
        let [coarse, fine] = [2.5e-4, 1.25e-4].map(|step| drift(&found(step, 0.12)));
        assert!((coarse / fine - 4.0).abs() < 0.4 && fine.abs() < 1e-5, "{led}: {coarse:e} {fine:e}");
    }
}

/// A body follows smoothed poses as `gyrosweep interpolate` has them.
#[test]
fn a_body_follows_smoothed_poses() {
    let table = table();
    for (keys, how, metric) in [
        ("smoothing = 1e-7", Smoothing::Factor(1e-7), Metric::Matrix),
        ("smoothing = \"gcv\"\nmetric = \"geodesic\"", Smoothing::CrossValidation, Metric::Geodesic),
    ] {
        let smoother = Smoother { order: 2, how, deviations: None, period: None };
        let rows = smoother.smooth(&table.times, &table.motions).expect("rows").motions;
        let motion =
            Interpolant::new((table.times.clone(), rows), BasisKind::BSpline, 3, metric, None).expect("a motion");
        let end = motion.at(metric, 0.1).curve.motion;
        let s = parse(&format!(
            "{}{}[method]\nformulation = \"absolute\"\nintegrator = \"rattle\"\nstep = 1e-3\nduration = 0.1\n[start]\nproject_velocities = true\n",
            BODY.replace("file = \"poses.csv\"", &format!("file = \"poses.csv\"\n{keys}")),
            outputs()
        ));
        let found = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s).outputs.row(0);
        let off = distance_of(&end, &found[4..7], &found[..4]);
        assert!(off < 1e-9, "{keys}: {off:e}");
        assert!(
            s.notes.iter().any(|note| note.contains("rows are smoothed, positions by the factor")),
            "{:?}",
            s.notes
        );
    }
}

/// Poses that end with their table: a member that would go beyond it is not begun, whatever others do.
#[test]
fn members_beyond_a_table_of_poses_are_out_of_its_range() {
    for (led, base) in [("led", false), ("base", true)] {
        let keys = "file = \"poses.csv\"\noutside = \"error\"\n";
        let body = BODY.replace("file = \"poses.csv\"\n", &format!("{keys}time = \"t + delay\"\n"));
        let text = if base {
            "[base]\nposes = { file = \"poses.csv\", outside = \"error\" }\n[[body]]\nname = \"table\"\nmass = \"2 + delay\"\ninertia = [1, 1, \
             1]\n[[joint]]\nname = \"pivot\"\nkind = \"spherical\"\nbetween = [\"ground\", \"table\"]\nat = [0, 0, 0]\n"
                .to_string()
        } else {
            body
        };
        // the table is 0.2 s long
        let duration = if base { 0.3 } else { 0.1 };
        let text = format!(
            "[parameters]\ndelay = 0.0\n{text}[[output]]\nname = \"x\"\nquantity = \"position\"\nbody = \"table\"\n[method]\nformulation = \
             \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 0.01\nduration = {duration}\n[start]\nproject_velocities = \
             true\n[plan]\nkind = \"grid\"\n[plan.vary]\ndelay = {{ min = 0.0, max = 0.15, count = 2 }}\n"
        );
        let scenario = Scenario::parse(&root().join("scenarios/examples/led.toml"), &text, Overrides::default())
            .unwrap_or_else(|e| panic!("{led}: {e}"));
        let outcomes = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &scenario).outcomes;
        let expected = if base { [Outcome::SignalRange; 2] } else { [Outcome::Completed, Outcome::SignalRange] };
        assert_eq!(outcomes, expected, "{led}");
        let noted = scenario.notes.iter().any(|note| note.contains("and their table is from 0.0 s to 0.2 s"));
        assert_eq!(noted, base, "{led}: {:?}", scenario.notes);
        // a start that no pose gives
        let early = text.replace("delay = 0.0\n", "delay = -0.05\n");
        let path = root().join("scenarios/examples/led.toml");
        let refused =
            Scenario::parse(&path, &early, Overrides::default()).map(|_| ()).map_err(|error| error.to_string());
        let message = refused.err().unwrap_or_default();
        assert_eq!(message.contains("there is none at -0.05 s"), !base, "{led}: {message}");
    }
}

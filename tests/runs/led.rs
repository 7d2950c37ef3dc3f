//! What is led along tables of poses: bodies by constraints, the ground of joints by the base.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::interpolation::{Basis, Curve, CurveMetric, Metric, Outside, PoseCurve};
use gyrosweep::io::pose_table::PoseTable;
use gyrosweep::lie::Motion;
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
            let found = &chunk.outputs;
            let off = distance_of(&end, &found[4..7], &found[..4]);
            assert!(off < 1e-9, "{method}: {off:e}");
            errors.push((steps, found[7..13].iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)));
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
        run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &parse(&text)).outputs
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

//! Two shafts in bearings, bent, with a joint of constant velocity between them, or a universal joint.

use super::close;
use crate::common::{parse, refusal, run_on};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

const CV_JOINT: &str = "[[joint]]\nname = \"ball\"\nkind = \"spherical\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\n[[constraint]]\n\
                        name = \"cv\"\nkind = \"homokinetic\"\nbetween = [\"a\", \"b\"]\naxes = [[1, 0, 0], [2, 0, 0]]\n";

/// Shafts along x and at an angle of bend to it about z, 5 rad/s at the start and a torque on the first, with this between
/// them. Rows of samples: q and v of the first, v of the second, then what follows.
fn shafts(bend: f64, between: &str, outputs: &str) -> Vec<Vec<f64>> {
    let (sin, cos) = bend.sin_cos();
    let text = format!(
        "[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.01, 0.02, 0.03]\ninitial = {{ position = [-0.5, 0, 0] }}\n[[body]]\n\
         name = \"b\"\nmass = 1\ninertia = [0.02, 0.03, 0.04]\ninitial = {{ position = [{}, {}, 0], rotation_vector = [0, 0, \
         {bend}] }}\n[[joint]]\nname = \"first\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [-0.5, 0, 0]\naxis = \
         [1, 0, 0]\ninitial = {{ velocity = 5 }}\n[[joint]]\nname = \"second\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b\"]\n\
         at = [0, 0, 0]\naxis = [{cos}, {sin}, 0]\n{between}[[force]]\nname = \"motor\"\nkind = \"joint_torque\"\njoint = \
         \"first\"\ntorque = \"0.4*cos(3*t)\"\n[[output]]\nname = \"q\"\nquantity = \"joint_position\"\njoint = \"first\"\n\
         [[output]]\nname = \"v\"\nquantity = \"joint_velocity\"\njoint = \"first\"\n[[output]]\nname = \"w\"\nquantity = \
         \"joint_velocity\"\njoint = \"second\"\n{outputs}[sampling]\nevery = 0.05\n[method]\nformulation = \"absolute\"\n\
         integrator = \"generalized_alpha\"\nindex = 2\nstep = 2e-3\nduration = 2\n",
        0.5 * cos,
        0.5 * sin
    );
    let scenario = parse(&text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).expect("a thread"), &scenario);
    let samples = chunk.samples.values.each_row().collect::<Vec<_>>();
    assert_eq!(samples.len(), 41, "{:?}", chunk.outcomes[0]);
    samples
}

#[test]
fn a_joint_of_constant_velocity_transmits_equal_speeds() {
    for degrees in [0.0f64, 10.0, 35.0, 60.0] {
        let outputs = "[[output]]\nname = \"torque\"\nquantity = \"constraint_force\"\nconstraint = \"cv\"\n[[output]]\nname = \
                       \"a\"\nquantity = \"joint_acceleration\"\njoint = \"first\"\n";
        let bend = degrees.to_radians();
        for (i, sample) in shafts(bend, CV_JOINT, outputs).iter().enumerate() {
            let [_, v, w, torque, a] = sample[..] else { panic!("{sample:?}") };
            assert!((v - w).abs() < 1e-11, "{degrees}: {v} {w}");
            // the motor turns 0.03 kg m^2, and the joint 0.02 kg m^2 of them, about the second shaft
            let expected = 0.4 * (3.0 * 0.05 * i as f64).cos() / 0.03;
            close(&format!("{degrees}"), &[a, torque], &[expected, 0.02 * expected], 1e-9);
        }
    }
}

#[test]
fn a_universal_joint_does_not() {
    let universal = "[[joint]]\nname = \"cross\"\nkind = \"universal\"\nbetween = [\"a\", \"b\"]\nat = [0, 0, 0]\naxes = [[0, 1, \
                     0], [0, 0, 1]]\n";
    for degrees in [0.0f64, 10.0, 35.0, 60.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let mut most = 1.0f64;
        for sample in shafts(degrees.to_radians(), universal, "") {
            let ratio = cos / (1.0 - (sin * sample[0].cos()).powi(2));
            close(&format!("{degrees} at {}", sample[0]), &[sample[2]], &[ratio * sample[1]], 1e-11);
            most = most.max(ratio);
        }
        assert!(degrees == 0.0 || most > 1.0 + 0.8 * (1.0 / cos - 1.0), "{degrees}: {most}");
    }
}

#[test]
fn half_a_turn_between_the_bodies_is_as_good() {
    // at the jump of the twist's value, on either side of it
    let axis = |by: f64| {
        let text = format!(
            "[[body]]\nname = \"a\"\nmass = 1\ninertia = [0.01, 0.02, 0.03]\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [0.02, \
             0.03, 0.04]\ninitial = {{ rotation_vector = [0, 0, {by}], angular_velocity = [0.3, 0.1, 4] }}\n[[joint]]\nname = \
             \"first\"\nkind = \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n{}[[output]]\n\
             name = \"w\"\nquantity = \"angular_velocity\"\nbody = \"a\"\n[[output]]\nname = \"R\"\nquantity = \
             \"rotation_matrix\"\nbody = \"b\"\n[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = \
             1e-3\nduration = 0.1\n",
            CV_JOINT.replace("axes = [[1, 0, 0], [2, 0, 0]]", "axes = [[0, 0, 1], [0, 0, 1]]")
        );
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).expect("a thread"), &parse(&text));
        chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0]))
    };
    let half = axis(std::f64::consts::PI);
    assert!(half[2].abs() > 1.0, "{half:?}");
    for past in [1e-9, -1e-9] {
        close("beside half a turn", &axis(std::f64::consts::PI + past), &half, 1e-7);
    }
}

#[test]
fn a_shaft_has_a_direction() {
    let text = format!(
        "[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, 1]\n{}\
         [[output]]\nname = \"e\"\nquantity = \"energy\"\n{}",
        CV_JOINT.replace("[2, 0, 0]", "[0, 0, 0]"),
        crate::mechanics::METHOD
    );
    let found = refusal(&text);
    assert!(found.contains("constraint[0].axes: the axis with number 2 has no direction"), "{found}");
}

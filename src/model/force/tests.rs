//! Forces in motions that are built by hand: values, potentials, power.

use super::*;
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::expression::{Scope, Sides};
use crate::model::frame::FrameRef;
use crate::model::names::{ForceShape, JointShape, Names};
use crate::model::state::{FrameState, JointState};
use crate::model::unit::Factor;
use crate::num::Vec3;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A section of keys with their texts: lists are separated by `;`, lists of lists by `|`.
#[derive(Clone)]
struct Table(BTreeMap<String, String>);

impl Table {
    fn new(keys: &[(&str, &str)]) -> Self {
        Self(keys.iter().map(|(key, text)| (key.to_string(), text.to_string())).collect())
    }
    fn parse(&self, key: &str, text: &str, variables: &[String]) -> Result<Expr, Invalid> {
        let scope = Scope::new(&["k".to_string()], variables);
        Expr::parse(text, &scope).map_err(|e| self.invalid(key, e.to_string()))
    }
}

impl Section for Table {
    fn invalid(&self, key: &str, message: String) -> Invalid {
        Invalid { place: key.to_string(), message }
    }
    fn has(&mut self, key: &str) -> bool {
        self.0.contains_key(key) || self.0.keys().any(|k| k.starts_with(&format!("{key}.")))
    }
    fn text(&mut self, key: &str) -> Result<String, Invalid> {
        self.0.get(key).cloned().ok_or_else(|| self.invalid(key, "missing".into()))
    }
    fn texts(&mut self, key: &str) -> Result<Vec<String>, Invalid> {
        Ok(self.text(key)?.split(';').map(String::from).collect())
    }
    fn is_number(&mut self, key: &str) -> bool {
        self.text(key).is_ok_and(|text| text.parse::<f64>().is_ok())
    }
    fn number(&mut self, key: &str) -> Result<Expr, Invalid> {
        self.expression(key, &[])
    }
    fn numbers(&mut self, key: &str, _: &[usize]) -> Result<Vec<Expr>, Invalid> {
        self.list(key)
    }
    fn list(&mut self, key: &str) -> Result<Vec<Expr>, Invalid> {
        self.expressions(key, 0, &[])
    }
    fn lists(&mut self, key: &str) -> Result<Vec<Vec<Expr>>, Invalid> {
        let row = |row: &str| row.split(';').map(|text| self.parse(key, text, &[])).collect();
        self.clone().text(key)?.split('|').map(row).collect()
    }
    fn expressions(&mut self, key: &str, _: usize, variables: &[String]) -> Result<Vec<Expr>, Invalid> {
        self.text(key)?.split(';').map(|text| self.parse(key, text, variables)).collect()
    }
    fn expression(&mut self, key: &str, variables: &[String]) -> Result<Expr, Invalid> {
        let text = self.text(key)?;
        self.parse(key, &text, variables)
    }
    fn expression_in_units(&mut self, key: &str, variables: &[String], _: &[Factor]) -> Result<Expr, Invalid> {
        self.expression(key, variables)
    }
    fn parsed_expression(&self, text: &str, variables: &[String]) -> Result<Expr, Invalid> {
        self.parse("", text, variables)
    }
    fn flag(&mut self, key: &str) -> Result<bool, Invalid> {
        Ok(self.has(key) && self.text(key)? == "true")
    }
    fn inner(&mut self, key: &str) -> Result<Box<dyn Section + '_>, Invalid> {
        let prefix = format!("{key}.");
        let inner = self.0.iter().filter_map(|(k, text)| Some((k.strip_prefix(&prefix)?.to_string(), text.clone())));
        Ok(Box::new(Table(inner.collect())))
    }
    fn finish(&self) -> Result<(), Invalid> {
        Ok(())
    }
    fn names(&self) -> Rc<Names> {
        let joint = |name: &str, scalars: &[&'static str], rotation: bool| JointShape {
            name: name.to_string(),
            scalars: scalars.to_vec(),
            rotation,
        };
        Rc::new(Names {
            bodies: ["a", "b"].map(String::from).to_vec(),
            masses: [2.0, 1.5].map(Expr::Constant).to_vec(),
            beams: Vec::new(),
            joints: vec![
                joint("ball", &[], true),
                joint("hinge", &["rad"], false),
                joint("sleeve", &["m", "rad"], false),
            ],
            constraints: Vec::new(),
            forces: vec![ForceShape {
                name: "motor".into(),
                controls: None,
                has_line: false,
                is_contact: false,
                axis: None,
            }],
            variables: Vec::new(),
            events: Vec::new(),
            outputs: Vec::new(),
        })
    }
    fn between(&mut self, key: &str) -> Result<[FrameRef; 2], Invalid> {
        let text = self.text(key)?;
        let names: Vec<&str> = text.split(';').collect();
        Ok([self.frame_named(key, names[0])?, self.frame_named(key, names[1])?])
    }
}

/// A motion of two bodies and of the joints of [`Table`]: the state at the time `dt` of one with constant velocities.
struct Moving {
    bodies: Vec<FrameState<f64>>,
    joints: Vec<JointState<f64>>,
    time: f64,
}

impl Moving {
    fn after(dt: f64) -> Self {
        let body = |x: [f64; 3], v: [f64; 3], psi: [f64; 3], w: [f64; 3]| {
            let (v, w) = (Vec3::constant(v), Vec3::constant(w));
            let turned = UnitQuaternion::exp(Vec3::constant(psi)).compose(UnitQuaternion::exp(w * dt));
            FrameState::new(Vec3::constant(x) + v * dt, v, turned, w)
        };
        let joint = |start: &[f64], v: &[f64]| JointState {
            coordinates: start.iter().zip(v).map(|(q, v)| q + dt * v).collect(),
            velocities: v.to_vec(),
            rotation: None,
        };
        let ball = (UnitQuaternion::identity(), Vec3::constant([0.3, -0.4, 0.5]));
        Self {
            bodies: vec![
                body([0.1, 0.2, -0.3], [1.0, -2.0, 0.5], [0.3, -0.2, 0.9], [0.4, 1.1, -0.6]),
                body([1.1, -0.2, 0.4], [-0.5, 0.3, 0.8], [-0.7, 0.4, 0.2], [-1.2, 0.5, 0.3]),
            ],
            joints: vec![
                JointState { rotation: Some(ball), ..joint(&[], &[]) },
                joint(&[0.8], &[-1.3]),
                joint(&[-0.6, 2.5], &[0.7, 2.1]),
            ],
            time: 0.25 + dt,
        }
    }
    fn motion(&self) -> Motion<'_, f64> {
        Motion {
            time: self.time,
            bodies: &self.bodies,
            joints: &self.joints,
            variables: &[],
            sides: Sides::none(),
            curves: &[],
            reactions: &[],
        }
    }
}

fn force(keys: &[(&str, &str)]) -> Force<f64> {
    let (_, force) = Force::read(&mut Table::new(keys).named_force()).unwrap_or_else(|e| panic!("{e}"));
    force.evaluate(&[3.0])
}

impl Table {
    fn named_force(mut self) -> Self {
        self.0.insert("name".into(), "f".into());
        self
    }
}

fn error(keys: &[(&str, &str)]) -> String {
    Force::read(&mut Table::new(keys).named_force()).map(|_| ()).unwrap_err().to_string()
}

fn loads(force: &Force<f64>, moving: &Moving) -> Loads<f64> {
    let mut loads = Loads::none(&moving.motion());
    force.apply(&moving.motion(), &mut loads);
    loads
}

#[test]
fn forces_between_bodies_have_reactions() {
    let now = Moving::after(0.0);
    let points = ("points", "0.1;0.2;0.3;-0.3;0;0.1");
    let spring = [("kind", "spring_damper"), ("stiffness", "k"), ("damping", "0.7"), ("length", "0.4"), points];
    let twist =
        [("kind", "rotational_spring_damper"), ("stiffness", "k"), ("damping", "0.7"), ("rest", "0.3;-0.2;0.1")];
    let pair = [("between", "a;b"), ("bodies", "a;b")];
    let tether = [("kind", "two_point"), ("force", "k*l - v + t"), points];
    let mount = [("kind", "bushing"), ("stiffness", "k;1;2"), ("damping", "0.7;0;1"), ("offset", "0.2;0;0.1"), points];
    let torsion = [("kind", "bushing"), points, ("rotational_stiffness", "k;1;2"), ("rotational_damping", "0.7;0;1")];
    let rope = [("kind", "rope"), ("stiffness", "k"), ("length", "0.4"), ("points", "0.1;0.2;0.3|-0.3;0;0.1")];
    let rubber = [("kind", "bushing"), points, ("stiffness", MATRIX), ("damping", "0.7;0;1"), ("rest", "0.3;-0.2;0.1")];
    let plane =
        [("kind", "contact"), ("radius", "5"), ("plane.normal", "0;1;1"), ("stiffness", "0.3"), ("friction", "0.3")];
    let sphere =
        [("kind", "contact"), ("radius", "2"), ("sphere.radius", "1"), ("stiffness", "0.3"), ("friction", "0.3")];
    let tube =
        [("kind", "contact"), ("cylinder.radius", "k"), ("stiffness", "0.3"), ("damping", "0.1"), ("friction", "k")];
    for keys in [&spring[..], &twist, &tether, &mount, &torsion, &rope, &plane, &sphere, &tube, &rubber] {
        let both = force(&[keys, &pair].concat());
        let wrenches = loads(&both, &now).wrenches;
        let mut force = Vec3::zero();
        let mut moment = Vec3::zero();
        for (wrench, state) in wrenches.iter().zip(&now.bodies) {
            force = force + wrench.force;
            moment = moment + state.position.cross(wrench.force) + state.rotation.apply(wrench.torque);
        }
        assert!(wrenches[0].torque.norm() > 0.1, "{both:?} does nothing here");
        // sums of a few numbers of the size of the force
        let rounding = 1e-14 * wrenches[0].force.norm().max(1.0);
        assert!(force.norm() < rounding && moment.norm() < rounding, "{both:?} {moment:?}");
    }
}

/// A symmetric matrix that couples every motion with another one.
const MATRIX: &str = "60;5;0;0;2;1; 5;50;0;-2;0;0; 0;0;40;0;0;k/6; 0;-2;0;3;0.2;0; 2;0;0;0.2;5;0; 1;0;0.5;0;0;4";

#[test]
fn matrices_of_bushings_are_those_of_a_potential() {
    let points = ("points", "0.1;0.2;0.3;-0.3;0;0.1");
    let keys = [("kind", "bushing"), points, ("between", "a;b"), ("stiffness", MATRIX), ("rest", "0.3;-0.2;0.1")];
    let rubber = force(&keys);
    let energy = |dt: f64| rubber.potential_energy(&Moving::after(dt).motion());
    let now = Moving::after(0.0);
    // x . K x / 2 of the offset and the rotation vector along the axes of a, written out
    let [a, b] = [now.bodies[0], now.bodies[1]];
    let offset = a.rotation.apply_transposed(b.point(Vec3::constant([-0.3, 0.0, 0.1])).1 - a.position);
    let turned = a.orientation.inverse().compose(b.orientation);
    let psi = turned.compose(UnitQuaternion::exp(Vec3::constant([-0.3, 0.2, -0.1]))).log();
    let x = [(offset - Vec3::constant([0.1, 0.2, 0.3])).to_array(), psi.to_array()].concat();
    let entries: Vec<f64> = MATRIX.replace("k/6", "0.5").split(';').map(|e| e.trim().parse().unwrap()).collect();
    let expected = (0..36).map(|at| entries[at] * x[at / 6] * x[at % 6] / 2.0).sum::<f64>();
    assert!((energy(0.0) - expected).abs() < 1e-13 * expected, "{} {expected}", energy(0.0));
    // the power of the springs is what their energy loses, in a motion that turns and moves both bodies
    let h = 1e-3;
    let rate = (8.0 * (energy(h) - energy(-h)) - (energy(2.0 * h) - energy(-2.0 * h))) / (12.0 * h);
    let power = loads(&rubber, &now).power(&now.motion());
    assert!(power.abs() > 1.0 && (power + rate).abs() < 1e-8 * power.abs(), "{power} {rate}");
    assert_eq!(rubber.power(&now.motion()), 0.0);
    let skew = MATRIX.replace("0;0;40;0;0;k/6", "0;0;40;0;0;k").replace("0.2;5;0", "0.2;5;1e-3");
    let (_, wrong) =
        Force::read(&mut Table::new(&[&keys[..3], &[("stiffness", skew.as_str())]].concat()).named_force()).unwrap();
    assert_eq!(
        wrong.check(&[3.0]).unwrap_err(),
        (
            "stiffness",
            "row 3 column 6 is 3.0 and row 6 column 3 is 0.5, which differ most, by 2.5; accepted: a symmetric matrix, as one \
             of a potential is"
                .to_string()
        )
    );
    assert!(wrong.check_depends_on(&|at| at == 0) && !wrong.check_depends_on(&|_| false));
    assert_eq!(
        error(&[&keys[..], &[("rotational_damping", "1;1;1")]].concat()),
        "rotational_damping: the matrix of 6 x 6 holds what is about the axes as well; accepted: either this key or the matrix"
    );
    assert_eq!(
        error(&[&keys[..], &[("axes", "world")]].concat()),
        "axes: the matrix of 6 x 6 is along the axes of the first body; accepted: \"body\""
    );
}

#[test]
fn joint_forces_act_on_their_coordinate() {
    let now = Moving::after(0.0);
    let joint = |keys: &[(&str, &str)]| loads(&force(keys), &now).joints;
    let spring = [("kind", "joint_spring_damper"), ("stiffness", "2"), ("damping", "0.5"), ("rest", "0.3")];
    let on = |joint: &'static str, component: &'static str| {
        let mut keys = spring.to_vec();
        keys.extend([("joint", joint), ("component", component)]);
        keys
    };
    let hinge = -(2.0 * (0.8 - 0.3) + 0.5 * -1.3);
    assert_eq!(joint(&on("hinge", "1")), [vec![0.0; 3], vec![hinge], vec![0.0; 2]]);
    assert_eq!(joint(&on("sleeve", "2"))[2], [0.0, -(2.0 * (2.5 - 0.3) + 0.5 * 2.1)]);
    let motor = joint(&[("kind", "joint_torque"), ("joint", "hinge"), ("torque", "100*t + 10*q + v + k")]);
    assert_eq!(motor[1], [25.0 + 8.0 - 1.3 + 3.0]);
    let control = [
        ("kind", "joint_control"),
        ("joint", "hinge"),
        ("proportional", "10"),
        ("derivative", "2"),
        ("trajectory.kind", "polynomial"),
        ("trajectory.breaks", "0;1"),
        ("trajectory.coefficients", "1;4"),
    ];
    assert_eq!(joint(&control)[1], [10.0 * (2.0 - 0.8) + 2.0 * (4.0 + 1.3)]);
    let mut limited = control.to_vec();
    limited.push(("limit", "k"));
    assert_eq!(joint(&limited)[1], [3.0]);
}

#[test]
fn limits_push_but_never_pull() {
    let keys = |lower: &'static str, damping: &'static str| {
        [
            ("kind", "joint_limit"),
            ("joint", "hinge"),
            ("lower", lower),
            ("stiffness", "10"),
            ("damping", damping),
            ("depth", "0.1"),
        ]
    };
    // the hinge is at 0.8 with the velocity -1.3
    let now = Moving::after(0.0);
    let push = |lower, damping| loads(&force(&keys(lower, damping)), &now).joints[1][0];
    assert_eq!(push("0.7", "1"), 0.0);
    assert_eq!(push("0.8", "1"), 0.0);
    assert!((push("1.0", "0") - 2.0).abs() < 1e-14);
    assert!((push("1.0", "1") - (2.0 + 1.3)).abs() < 1e-14);
    // half of the depth: half of the damping
    assert!((push("0.85", "1") - (0.5 + 0.65)).abs() < 1e-14);
    let leaving = force(&[
        ("kind", "joint_limit"),
        ("joint", "hinge"),
        ("upper", "0.6"),
        ("stiffness", "1"),
        ("damping", "10"),
        ("depth", "0.1"),
    ]);
    assert_eq!(loads(&leaving, &now).joints[1], [0.0]);
    let (_, wrong) = Force::read(&mut Table::new(&keys("k", "0")).named_force()).unwrap();
    assert_eq!(wrong.check(&[1.0]), Ok(()));
    assert!(!wrong.check_depends_on(&|_| false) && wrong.check_depends_on(&|at| at == 0));
}

#[test]
fn mistakes_are_named() {
    let spring = |joint: &'static str, component: Option<&'static str>| {
        let mut keys = vec![("kind", "joint_spring_damper"), ("joint", joint)];
        keys.extend(component.map(|c| ("component", c)));
        error(&keys)
    };
    assert_eq!(
        spring("ball", None),
        "joint: the joint \"ball\" has no scalar coordinate; accepted: joints that have one, such as a revolute or a \
         prismatic joint (a rotational_spring_damper acts between bodies that turn freely, and a joint_torque of three \
         expressions on a rotation)"
    );
    assert_eq!(
        spring("sleeve", None),
        "component: the joint \"sleeve\" has several scalar coordinates; say which: 1 (m), 2 (rad)"
    );
    assert_eq!(
        spring("hinge", Some("2")),
        "component: the joint \"hinge\" has no scalar coordinate of this number; accepted: 1 (rad)"
    );
    assert_eq!(
        spring("hing", None),
        "joint: unknown joint \"hing\"; did you mean \"hinge\"? joints: ball, hinge, sleeve"
    );
    assert_eq!(
        error(&[("kind", "joint_limit"), ("joint", "hinge"), ("stiffness", "1")]),
        "lower: neither lower nor upper is given; a limit needs one or both"
    );
    assert_eq!(
        error(&[("kind", "expression_torque"), ("body", "a"), ("torque", "vx;0;0")]),
        "torque: \"vx\": unknown name \"vx\"; did you mean \"wx\"? parameters: k; variables: t, wx, wy, wz"
    );
    let limit = |keys: &[(&str, &str)]| {
        let mut all = vec![("kind", "joint_limit"), ("joint", "hinge"), ("stiffness", "1")];
        all.extend(keys);
        Force::read(&mut Table::new(&all).named_force()).unwrap().1.check(&[3.0]).unwrap_err()
    };
    assert_eq!(limit(&[("lower", "k"), ("upper", "2")]).1, "found 2.0 with lower = 3.0; accepted: above lower");
    assert_eq!(limit(&[("lower", "k"), ("depth", "0")]).0, "depth");
}

#[test]
fn a_trajectory_says_until_when_it_is_defined() {
    let control = |hold: &'static str| {
        let keys = [
            ("kind", "joint_control"),
            ("joint", "hinge"),
            ("proportional", "10"),
            ("derivative", "2"),
            ("trajectory.kind", "accelerations"),
            ("trajectory.times", "0;0.5*k;0.8"),
            ("trajectory.accelerations", "1;-1"),
            ("trajectory.hold", hold),
        ];
        Force::read(&mut Table::new(&keys).named_force()).unwrap().1
    };
    assert_eq!(control("false").end_of_definition(&[1.0]), Some(0.8));
    assert_eq!(control("true").end_of_definition(&[1.0]), None);
    assert_eq!(control("true").check(&[1.0]), Ok(()));
    let (key, message) = control("true").check(&[2.0]).unwrap_err();
    assert_eq!((key, message.as_str()), ("trajectory.times", "0.8 s follows 1.0 s; accepted: increasing times"));
    assert!(control("true").check_depends_on(&|at| at == 0));
}

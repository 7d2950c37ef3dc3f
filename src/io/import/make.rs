//! The scenario of a robot.

use super::bodies::Bodies;
use super::error::ImportError;
use super::forces::{decay_rate, of_joint};
use super::inertia::{Inertia, Noise};
use super::names::NameMaker;
use super::options::{Base, ImportOptions, Mimics};
use super::pose::{Pose, without_rounding};
use super::scenario::{
    Body, Comments, Coupling, Gravity, InitialJoint, InitialPose, Joint, Method, Output, Sampling, Scenario,
};
use super::tree::Tree;
use super::urdf::{self, Kind, Robot};
use super::visual::{Shape, Visual};
use crate::lie::{LieGroup, Rotation};
use crate::num::Vec3;

/// Holds what a scenario is made from.
pub(super) struct Maker<'a> {
    pub(super) robot: &'a Robot,
    tree: &'a Tree,
    pub(super) bodies: &'a Bodies,
    pub(super) options: ImportOptions,
    /// How the root is held.
    pub(super) base: Base,
    /// The joints that move, parents first.
    pub(super) moving: Vec<usize>,
    /// The name of every body.
    pub(super) body_names: Vec<String>,
    /// The name of every joint that moves, by its number.
    joint_names: Vec<String>,
    /// What became of names that had to change.
    pub(super) changed_names: Vec<String>,
    /// How far from the origin joints are, m.
    reach: f64,
}

/// Faster decay of a velocity than this asks for an implicit method, 1/s.
const STIFF: f64 = 200.0;

impl<'a> Maker<'a> {
    pub(super) fn new(robot: &'a Robot, tree: &'a Tree, bodies: &'a Bodies, options: ImportOptions) -> Self {
        let moving: Vec<usize> = tree.order.iter().copied().filter(|j| bodies.locked[*j].is_none()).collect();
        let held = if moving.is_empty() { Base::Floating } else { Base::Fixed };
        let base = options.base.unwrap_or(held);
        let mut links = NameMaker::new("link", &["ground"]);
        let body_names = bodies.bodies.iter().enumerate().map(|(b, body)| match (b, base) {
            (0, Base::Fixed) => "ground".into(),
            _ => links.make(&robot.links[body.links[0]].name),
        });
        let body_names = body_names.collect();
        let mut joints = NameMaker::new("joint", if base == Base::Floating { &["base"] } else { &[] });
        let mut joint_names = vec![String::new(); robot.joints.len()];
        moving.iter().for_each(|j| joint_names[*j] = joints.make(&robot.joints[*j].name));
        let changed_names = [links.changed, joints.changed].concat();
        let reach = bodies.poses.iter().map(|pose| pose.position.norm()).fold(0.0, f64::max);
        Self { robot, tree, bodies, options, base, moving, body_names, joint_names, changed_names, reach }
    }

    /// Returns the scenario.
    pub(super) fn make(&self, file: &str) -> Result<Scenario, ImportError> {
        let first = usize::from(self.base == Base::Fixed);
        if self.robot.links.iter().all(|link| link.inertia.is_nothing()) {
            let message = "no link has mass, so nothing can be accelerated; accepted: links with <inertial>";
            return Err(ImportError::Invalid { place: file.into(), message: message.into() });
        }
        if self.bodies.bodies.len() == first {
            let message = "no joint moves, and the base is fixed; accepted: --base floating, or a robot with joints";
            return Err(ImportError::Invalid { place: file.into(), message: message.into() });
        }
        let body: Vec<Body> = (first..self.bodies.bodies.len()).map(|b| self.body(b)).collect();
        let mut joint: Vec<Joint> = self.moving.iter().map(|j| self.joint(*j)).collect();
        let mut joint_comments: Vec<Vec<String>> = self.moving.iter().map(|j| self.about_joint(*j)).collect();
        if self.base == Base::Floating {
            joint.insert(0, self.free_base());
            joint_comments.insert(0, Vec::new());
        }
        let constraint: Vec<Coupling> = self.moving.iter().filter_map(|j| self.coupling(*j)).collect();
        let moved = self.moved_inertias();
        let forces = |j: &usize| {
            let inertia = self.options.stops.then_some(moved[*j]);
            of_joint(&self.robot.joints[*j], &self.joint_names[*j], inertia)
        };
        let force = self.moving.iter().flat_map(forces).collect::<Vec<_>>();
        let rate = |j: &usize| decay_rate(&self.robot.joints[*j], moved[*j]);
        let is_stiff = self.moving.iter().any(|j| rate(j) > STIFF);
        let method = method(!constraint.is_empty(), is_stiff);
        let header = [
            format!("{}: made by `gyrosweep import` {} from {file}", self.robot.name, env!("CARGO_PKG_VERSION")),
            "SI units. `initial` of a body is where it is while all coordinates of joints are zero; a body's frame is that"
                .into(),
            "of its link. `initial` of a joint is where the run starts.".into(),
        ];
        let comments = Comments {
            header: header.into(),
            bodies: (first..self.bodies.bodies.len()).map(|b| self.about_body(b)).collect(),
            joints: joint_comments,
            method: method.1.into_iter().map(String::from).collect(),
        };
        let output = self.outputs(first, force.is_empty());
        Ok(Scenario {
            title: self.robot.name.clone(),
            gravity: Gravity { acceleration: [0.0, 0.0, -9.81] },
            body,
            joint,
            constraint,
            force,
            method: method.0,
            sampling: Sampling { every: 0.01 },
            output,
            comments,
        })
    }

    /// Returns the pose of a body's frame where all coordinates are zero.
    fn pose(&self, body: usize) -> Pose {
        self.bodies.poses[self.bodies.bodies[body].links[0]]
    }

    fn in_world(&self, point: Vec3<f64>) -> [f64; 3] {
        without_rounding(point, self.reach).to_array()
    }

    fn body(&self, b: usize) -> Body {
        let body = &self.bodies.bodies[b];
        let pose = self.pose(b);
        let [xx, yy, zz, xy, xz, yz] = body.inertia.entries();
        let is_diagonal = [xy, xz, yz].iter().all(|product| *product == 0.0);
        let q = pose.rotation.short();
        let v = without_rounding(q.v, 1.0);
        let [w, ..] = without_rounding(Vec3::new(q.w, 0.0, 0.0), 1.0).to_array();
        Body {
            name: self.body_names[b].clone(),
            mass: body.inertia.mass,
            inertia: if is_diagonal { vec![xx, yy, zz] } else { vec![xx, yy, zz, xy, xz, yz] },
            inertia_kind: matches!(body.noise, Noise::Impossible(_)).then_some("identified"),
            shape: self.shape(b),
            initial: InitialPose {
                position: self.in_world(pose.point(body.inertia.centre)),
                quaternion: (v != Vec3::zero()).then_some([w, v.x, v.y, v.z]),
            },
        }
    }

    /// Returns what a body looks like: the largest box, cylinder or sphere of its links.
    fn shape(&self, b: usize) -> Option<Shape> {
        let (body, frame) = (&self.bodies.bodies[b], self.pose(b));
        let in_body = |link: usize| {
            let pose = self.bodies.poses[link];
            let position = frame.rotation.rotate_back(pose.position - frame.position);
            let pose = Pose { rotation: frame.rotation.inverse().multiply(pose.rotation), position };
            self.robot.links[link].visuals.iter().map(move |visual| (pose, visual))
        };
        Visual::shape(body.links.iter().flat_map(|link| in_body(*link)), body.inertia.centre)
    }

    fn about_body(&self, b: usize) -> Vec<String> {
        let body = &self.bodies.bodies[b];
        let names: Vec<&str> = body.links[1..].iter().map(|link| self.robot.links[*link].name.as_str()).collect();
        if names.is_empty() { Vec::new() } else { vec![format!("with {}", names.join(", "))] }
    }

    fn free_base(&self) -> Joint {
        let between = ["ground".into(), self.body_names[0].clone()];
        Joint { name: "base".into(), kind: "free", between, at: None, axis: None, initial: None }
    }

    /// Returns the place and the axis of a joint in the world.
    fn place(&self, j: usize) -> (Vec3<f64>, Vec3<f64>) {
        let joint = &self.robot.joints[j];
        let pose = self.bodies.poses[joint.child];
        (pose.position, without_rounding(pose.direction(joint.axis), 1.0))
    }

    fn joint(&self, j: usize) -> Joint {
        let joint = &self.robot.joints[j];
        let (place, axis) = self.place(j);
        let kind = match joint.kind {
            Kind::Revolute => "revolute",
            Kind::Prismatic => "prismatic",
            Kind::Planar => "planar",
            Kind::Floating => "free",
            Kind::Fixed => "fixed",
        };
        let name = |link: usize| self.body_names[self.bodies.of_link[link]].clone();
        let needs_place = matches!(joint.kind, Kind::Revolute | Kind::Planar);
        Joint {
            name: self.joint_names[j].clone(),
            kind,
            between: [name(joint.parent), name(joint.child)],
            at: needs_place.then(|| self.in_world(place)),
            axis: (joint.kind != Kind::Floating).then(|| axis.to_array()),
            initial: joint.is_scalar().then(|| InitialJoint { coordinate: self.start(j), velocity: 0.0 }),
        }
    }

    /// Returns how a joint follows another, if it does.
    fn mimic(&self, j: usize) -> Option<urdf::Mimic> {
        self.robot.joints[j].mimic.filter(|_| self.options.mimics == Mimics::Coupled)
    }

    /// Returns where a joint starts: at zero, or where the joint that it follows puts it, or at the stop that is
    /// nearest.
    fn start(&self, j: usize) -> f64 {
        let mut coordinate = 0.0;
        // mimics of mimics: a circle of them ends
        let (mut at, mut factor) = (j, 1.0);
        for _ in 0..self.robot.joints.len() {
            let Some(mimic) = self.mimic(at) else { break };
            coordinate += factor * mimic.offset;
            (at, factor) = (mimic.joint, factor * mimic.multiplier);
        }
        match self.robot.joints[at].limits {
            Some([lower, upper]) if self.options.stops && lower < upper => {
                coordinate + factor * 0.0_f64.clamp(lower, upper)
            }
            _ => coordinate,
        }
    }

    fn coupling(&self, j: usize) -> Option<Coupling> {
        let mimic = self.mimic(j)?;
        let name = |j: usize| self.joint_names[j].clone();
        Some(Coupling {
            name: format!("mimic_{}", name(j)),
            kind: "coupling",
            joints: [name(j), name(mimic.joint)],
            factors: [1.0, -mimic.multiplier],
            value: mimic.offset,
        })
    }

    fn about_joint(&self, j: usize) -> Vec<String> {
        let joint = &self.robot.joints[j];
        let (force, unit) = (if joint.kind == Kind::Prismatic { "N" } else { "N m" }, joint.unit());
        let limits = joint.limits.map(|[lower, upper]| format!("{lower:?} to {upper:?} {unit}"));
        let [effort, velocity] = joint.effort_and_velocity;
        let effort = effort.map(|effort| format!("at most {effort:?} {force}"));
        let velocity = velocity.map(|velocity| format!("at most {velocity:?} {unit}/s"));
        let all: Vec<String> = limits.into_iter().chain(effort).chain(velocity).collect();
        if all.is_empty() { Vec::new() } else { vec![format!("limits: {}", all.join(", "))] }
    }

    /// Returns what opposes to every joint that moves while all others stand still at zero, kg or kg m^2.
    fn moved_inertias(&self) -> Vec<f64> {
        let mut moved: Vec<Vec<Inertia>> = self.bodies.bodies.iter().map(|_| Vec::new()).collect();
        let mut of_joints = vec![f64::INFINITY; self.robot.joints.len()];
        for &j in self.moving.iter().rev() {
            let joint = &self.robot.joints[j];
            let (parent, child) = (self.bodies.of_link[joint.parent], self.bodies.of_link[joint.child]);
            let own = self.bodies.bodies[child].inertia.seen_from(self.pose(child));
            moved[child].push(own);
            let all = Inertia::sum(&moved[child]);
            moved[parent].push(all);
            let (place, axis) = self.place(j);
            of_joints[j] = match joint.kind {
                Kind::Prismatic => all.mass,
                _ => axis.dot(all.about(place).apply(axis)),
            };
        }
        of_joints
    }

    /// Returns as outputs the coordinates of all joints, where the outermost bodies are, and the energy.
    fn outputs(&self, first: usize, keeps_energy: bool) -> Vec<Output> {
        let output =
            |name: String, quantity| Output { name, quantity, joint: None, body: None, point: None, over: None };
        let base = (self.base == Base::Floating).then(|| "base".to_string());
        let joints = base.into_iter().chain(self.moving.iter().map(|j| self.joint_names[*j].clone()));
        let mut outputs: Vec<Output> = joints
            .map(|joint| Output { joint: Some(joint.clone()), ..output(format!("q_{joint}"), "joint_position") })
            .collect();
        for b in first..self.bodies.bodies.len() {
            if self.moving.iter().any(|j| self.bodies.of_link[self.robot.joints[*j].parent] == b) {
                continue;
            }
            let (body, frame) = (&self.bodies.bodies[b], self.pose(b));
            let seen = |link: &usize| frame.rotation.rotate_back(self.bodies.poses[*link].position - frame.position);
            let tip = body.links.iter().map(seen).max_by(|a, b| a.norm().total_cmp(&b.norm()));
            let point = tip.unwrap_or_else(Vec3::zero) - body.inertia.centre;
            let name = format!("at_{}", self.body_names[b]);
            let body = Some(self.body_names[b].clone());
            outputs.push(Output { body, point: Some(self.in_world(point)), ..output(name, "position") });
        }
        let over = keeps_energy.then_some("drift");
        let name = if keeps_energy { "energy_drift" } else { "energy" };
        outputs.push(Output { over, ..output(name.into(), "energy") });
        outputs
    }

    /// Returns the root link's name, its body's links, and their mass, kg.
    pub(super) fn root(&self) -> (&str, f64) {
        (&self.robot.links[self.tree.root].name, self.bodies.bodies[0].inertia.mass)
    }
}

fn method(is_constrained: bool, is_stiff: bool) -> (Method, Option<&'static str>) {
    let explicit = Method { formulation: None, integrator: "dopri5", stages: None, tolerance: 1e-8, duration: 1.0 };
    let implicit = Method { integrator: "radau2a", stages: Some(3), ..explicit };
    match (is_constrained, is_stiff) {
        (true, _) => {
            let why = "absolute coordinates with an implicit method, since joints mimic others";
            (Method { formulation: Some("absolute"), ..implicit }, Some(why))
        }
        (false, true) => (implicit, Some("implicit, since damping or friction stops light parts quickly")),
        (false, false) => (explicit, None),
    }
}

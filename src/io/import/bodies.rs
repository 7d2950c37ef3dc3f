//! Bodies: the links that move as one, because fixed joints connect them or nothing opposes to what moves between them.

use super::inertia::{Inertia, Noise};
use super::pose::Pose;
use super::tree::Tree;
use super::urdf::{Joint, Kind, Robot};
use crate::num::Vec3;

/// Holds the bodies of a robot.
#[derive(Debug)]
pub(super) struct Bodies {
    /// For every joint, where it stays, if it does: its coordinate, m or rad.
    pub(super) locked: Vec<Option<f64>>,
    /// The joints that stay for want of inertia, by number.
    pub(super) without_inertia: Vec<usize>,
    /// The bodies, the root first, each after the one that carries it.
    pub(super) bodies: Vec<Body>,
    /// For every link the number of its body.
    pub(super) of_link: Vec<usize>,
    /// For every link its pose in the world where all coordinates are zero.
    pub(super) poses: Vec<Pose>,
}

/// Holds one body.
#[derive(Debug)]
pub(super) struct Body {
    /// The links of the body, the one whose frame is the body's first.
    pub(super) links: Vec<usize>,
    /// The inertia of the body in the body's frame.
    pub(super) inertia: Inertia,
    /// What was found of the inertia.
    pub(super) noise: Noise,
}

/// What opposes to a motion with this part of a body's own size, or less, is rounding.
const NOTHING: f64 = 1e-13;

impl Bodies {
    /// Returns the bodies of a robot; `follow` says whether joints follow those that they mimic.
    pub(super) fn new(robot: &Robot, tree: &Tree, follow: bool) -> Self {
        let mut locked: Vec<Option<f64>> =
            robot.joints.iter().map(|j| (j.kind == Kind::Fixed).then_some(0.0)).collect();
        let mut without_inertia = Vec::new();
        loop {
            if follow {
                lock_followers(robot, &mut locked);
            }
            let this = Self::grouped(robot, tree, &locked);
            let found = this.nothing_to_move(robot, tree, follow);
            if found.is_empty() {
                return Self { without_inertia, ..this };
            }
            found.iter().for_each(|j| locked[*j] = Some(0.0));
            without_inertia.extend(found);
        }
    }

    fn grouped(robot: &Robot, tree: &Tree, locked: &[Option<f64>]) -> Self {
        let count = robot.links.len();
        let (mut of_link, mut poses) = (vec![0; count], vec![Pose::identity(); count]);
        let mut in_body = vec![Pose::identity(); count];
        let mut links = vec![vec![tree.root]];
        for &j in &tree.order {
            let Joint { parent, child, .. } = robot.joints[j];
            let pose = robot.joints[j].origin.compose(robot.joints[j].displacement(locked[j].unwrap_or(0.0)));
            poses[child] = poses[parent].compose(pose);
            if locked[j].is_some() {
                of_link[child] = of_link[parent];
                in_body[child] = in_body[parent].compose(pose);
                links[of_link[child]].push(child);
            } else {
                of_link[child] = links.len();
                links.push(vec![child]);
            }
        }
        let body = |links: Vec<usize>| {
            let part = |link: &usize| robot.links[*link].inertia.seen_from(in_body[*link]);
            let mut inertia = Inertia::sum(&links.iter().map(part).collect::<Vec<_>>());
            let noise = inertia.clean();
            Body { links, inertia, noise }
        };
        let bodies = links.into_iter().map(body).collect();
        Self { locked: locked.to_vec(), without_inertia: Vec::new(), bodies, of_link, poses }
    }

    /// Returns the joints that move a body alone, which carries no other, and that nothing of it opposes to.
    fn nothing_to_move(&self, robot: &Robot, tree: &Tree, follow: bool) -> Vec<usize> {
        let movable = |j: &&usize| self.locked[**j].is_none();
        let carries =
            |body: usize| tree.order.iter().filter(movable).any(|j| self.of_link[robot.joints[*j].parent] == body);
        let follows = |other: usize, j: usize| robot.joints[other].mimic.is_some_and(|mimic| mimic.joint == j);
        let followed = |j: usize| follow && tree.order.iter().filter(movable).any(|other| follows(*other, j));
        let nothing = |j: &&usize| {
            let joint = &robot.joints[**j];
            let body = self.of_link[joint.child];
            !carries(body) && !followed(**j) && joint.is_unopposed(&self.bodies[body].inertia)
        };
        tree.order.iter().filter(movable).filter(nothing).copied().collect()
    }
}

/// Locks the joints that follow one that is locked.
fn lock_followers(robot: &Robot, locked: &mut [Option<f64>]) {
    for _ in 0..robot.joints.len() {
        let follows = |j: usize| {
            let mimic = robot.joints[j].mimic.filter(|_| locked[j].is_none())?;
            Some((j, mimic.multiplier * locked[mimic.joint]? + mimic.offset))
        };
        let Some((j, coordinate)) = (0..robot.joints.len()).find_map(follows) else { return };
        locked[j] = Some(coordinate);
    }
}

impl Joint {
    /// Returns the pose of the joint's child in the frame of the joint, at a coordinate.
    fn displacement(&self, coordinate: f64) -> Pose {
        match self.kind {
            Kind::Prismatic => Pose { position: self.axis * coordinate, ..Pose::identity() },
            Kind::Revolute => Pose::about(self.axis, coordinate),
            _ => Pose::identity(),
        }
    }

    /// Tells whether a body, whose frame is that of the joint, opposes with nothing to a motion that is free.
    fn is_unopposed(&self, body: &Inertia) -> bool {
        let about = body.about(Vec3::zero());
        let [xx, _, _, _, yy, _, _, _, zz] = about.to_array();
        let is_nothing = |moment: f64| moment.abs() <= NOTHING * (xx + yy + zz).abs();
        let moment = is_nothing(self.axis.dot(about.apply(self.axis)));
        match self.kind {
            Kind::Revolute => moment,
            Kind::Prismatic => body.mass == 0.0,
            Kind::Planar => body.mass == 0.0 || is_nothing(self.axis.dot(body.about_centre.apply(self.axis))),
            Kind::Floating => body.is_nothing(),
            Kind::Fixed => false,
        }
    }
}

//! Which body hangs on which.

use crate::model::frame::FrameRef;
use crate::model::joint::{ElementaryJoint, Joint, Parts, free_joints};
use crate::model::{Inconsistent, Mechanism};

/// A joint of a tree: of its two bodies, the one nearer to the ground carries the other.
#[derive(Clone, Debug)]
pub(super) struct TreeJoint {
    /// The joint, as the scenario has it.
    pub joint: Joint,
    /// The body, or the ground, that the joint moves relative to.
    pub parent: FrameRef,
    /// The body that the joint moves.
    pub child: usize,
    /// The index of the joint's first coordinate.
    pub coordinate: usize,
    /// The index of the joint's first velocity.
    pub velocity: usize,
    /// The index of the joint's first degree of freedom.
    pub degree: usize,
}

impl TreeJoint {
    /// Says whether the joint's body cannot turn in every way relative to the parent.
    pub(super) fn restricts_turning(&self) -> bool {
        !self.joint.kind.elements.contains(&ElementaryJoint::Spherical)
    }
}

/// Gives every joint its parent and its child, and every body of [`Mechanism::free_bodies`] a free joint, appended to
/// the list. Returns the joints, and their numbers with parents before children; indices of coordinates are left at
/// zero.
///
/// # Errors
/// Where a joint closes a loop or is to be assembled, or there are further constraints.
pub(super) fn grow(mechanism: &Mechanism) -> Result<(Vec<TreeJoint>, Vec<usize>), Inconsistent> {
    let ground = mechanism.bodies.len();
    let node = |body: FrameRef| match body {
        FrameRef::Ground => ground,
        FrameRef::Body(i) => i,
    };
    refuse_constraints(mechanism)?;
    find_loop(mechanism)?;
    let body_of = |joint: &Joint| joint.between.map(node);
    let free = free_joints(&mechanism.bodies, &mechanism.joints);
    let joints: Vec<Joint> = mechanism.joints.iter().cloned().chain(free).collect();
    let mut hung: Vec<Option<(usize, usize)>> = vec![None; joints.len()];
    let mut joints_of = vec![Vec::new(); ground + 1];
    for (j, joint) in joints.iter().enumerate() {
        for end in body_of(joint) {
            joints_of[end].push(j);
        }
    }
    // outwards from the ground
    let mut order = Vec::new();
    let mut reached = vec![ground];
    let mut at = 0;
    while at < reached.len() {
        let from = reached[at];
        at += 1;
        for &j in &joints_of[from] {
            if hung[j].is_none() {
                let [a, b] = body_of(&joints[j]);
                let to = if a == from { b } else { a };
                hung[j] = Some((from, to));
                order.push(j);
                reached.push(to);
            }
        }
    }
    let hang = |(joint, hung): (Joint, Option<(usize, usize)>)| {
        let (from, child) = hung?;
        let parent = if from == ground { FrameRef::Ground } else { FrameRef::Body(from) };
        Some(TreeJoint { joint, parent, child, coordinate: 0, velocity: 0, degree: 0 })
    };
    Ok((joints.into_iter().zip(hung).filter_map(hang).collect(), order))
}

/// Fails at the first constraint, output of constraints, friction by reactions or joint that is to be assembled.
fn refuse_constraints(mechanism: &Mechanism) -> Result<(), Inconsistent> {
    if let Some(beam) = mechanism.beams.first() {
        let message = format!("{:?}: the nodes of a beam move in absolute coordinates alone", beam.name);
        return Err(Inconsistent { part: ("beam", 0, "name"), message });
    }
    if let Some(constraint) = mechanism.constraints.first() {
        let message = format!(
            "the constraint {:?} is an equation between coordinates; joint coordinates are independent",
            constraint.name
        );
        return Err(Inconsistent { part: ("constraint", 0, "kind"), message });
    }
    if let Some(o) = mechanism.outputs.iter().position(|output| output.quantity.needs_constraints()) {
        let message =
            format!("the output {:?} tells of constraints, and joint coordinates have none", mechanism.outputs[o].name);
        return Err(Inconsistent { part: ("output", o, "quantity"), message });
    }
    if let Some(f) = mechanism.forces.iter().position(|force| force.sees_reaction()) {
        let message = "friction by reactions needs these, and joint coordinates have none";
        return Err(mechanism.wrong_force(f, "coulomb", message.into()));
    }
    if let Some(j) = mechanism.joints.iter().position(|joint| joint.at_bodies.is_some()) {
        let message = format!(
            "the joint {:?} gives its place in each body, which are to be assembled; joint coordinates need its place \
             in the world, at",
            mechanism.joints[j].name
        );
        return Err(Inconsistent { part: ("joint", j, "at_bodies"), message });
    }
    Ok(())
}

/// Fails at the first joint between two that joints before it connect already.
fn find_loop(mechanism: &Mechanism) -> Result<(), Inconsistent> {
    let name = |body: FrameRef| match body {
        FrameRef::Ground => "ground",
        FrameRef::Body(i) => &mechanism.bodies[i].name,
    };
    let mut parts = Parts::new(mechanism.bodies.len());
    for (j, joint) in mechanism.joints.iter().enumerate() {
        let [a, b] = joint.between;
        if parts.join(a, b) {
            continue;
        }
        let mut before = mechanism.joints[..j].iter();
        let beside = before.find(|other| other.between == [a, b] || other.between == [b, a]);
        let beside = beside.map_or(String::new(), |other| format!(" with {:?}", other.name));
        let message = format!(
            "the joint {:?} between {:?} and {:?} closes a loop{beside}; joint coordinates need a tree",
            joint.name,
            name(a),
            name(b)
        );
        return Err(Inconsistent { part: ("joint", j, "between"), message });
    }
    Ok(())
}

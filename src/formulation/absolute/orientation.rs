//! Which of the two bodies of a joint moves relative to which.

use crate::model::Mechanism;
use crate::model::frame::FrameRef;
use crate::model::joint::{Joint, Parts, free_joints};

/// Returns the joints of the scenario, then a free one for every body of [`Mechanism::free_bodies`], each with the body
/// that it moves from and the one that it moves. Of a joint that is in no loop the body nearer to the ground carries the
/// other one, as in joint coordinates; in a loop the second of `between` moves relative to the first.
pub(super) fn oriented(mechanism: &Mechanism) -> Vec<(Joint, [FrameRef; 2])> {
    let body_count = mechanism.bodies.len();
    let free = mechanism.free_bodies();
    let mut all = Vec::new();
    for (number, joint) in mechanism.joints.iter().enumerate() {
        let [a, b] = joint.between;
        let mut parts = Parts::new(body_count);
        free.iter().for_each(|body| _ = parts.join(FrameRef::Ground, FrameRef::Body(*body)));
        for (_, other) in mechanism.joints.iter().enumerate().filter(|(i, _)| *i != number) {
            parts.join(other.between[0], other.between[1]);
        }
        // without this joint, one of its bodies is no longer connected to the ground, or both still are
        let reversed = parts.clone().join(a, b) && !parts.join(FrameRef::Ground, b);
        all.push((joint.clone(), if reversed { [b, a] } else { [a, b] }));
    }
    let free = free_joints(&mechanism.bodies, &mechanism.joints);
    all.extend(free.into_iter().map(|joint| (joint.clone(), joint.between)));
    all
}

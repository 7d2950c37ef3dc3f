//! Which body hangs on which.

use crate::model::joint::Joint;
use crate::model::section::BodyRef;

/// A joint that does not fit a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree {
    /// The number of the joint.
    pub joint: usize,
    /// What is wrong.
    pub message: String,
}

/// Gives every joint its parent, the one of its two that is nearer to the ground, and its child; gives every body
/// that nothing connects to the ground a free joint, appended to the list. Returns the numbers of the joints,
/// parents before children.
///
/// `between` holds the two of each joint, `names` the names of the bodies.
///
/// # Errors
/// Where two joints connect the same two, or a joint closes a loop.
pub fn grow(names: &[String], joints: &mut Vec<Joint>, between: &[[BodyRef; 2]]) -> Result<Vec<usize>, NoTree> {
    let ground = names.len();
    let node = |body: BodyRef| match body {
        BodyRef::Ground => ground,
        BodyRef::Body(i) => i,
    };
    let edges: Vec<[usize; 2]> = between.iter().map(|pair| pair.map(node)).collect();
    let name = |i: usize| if i == ground { "ground" } else { names[i].as_str() };

    // connected parts, joined joint by joint: a joint within a part closes a loop
    let mut part: Vec<usize> = (0..=ground).collect();
    for (j, [a, b]) in edges.iter().copied().enumerate() {
        let same = |other: &[usize; 2]| *other == [a, b] || *other == [b, a];
        if let Some(first) = edges[..j].iter().position(same) {
            let message = format!(
                "{:?} and {:?} have a joint already, {:?}; two bodies have one joint",
                name(a),
                name(b),
                joints[first].name
            );
            return Err(NoTree { joint: j, message });
        }
        if part[a] == part[b] {
            let message = format!(
                "the joint {:?} between {:?} and {:?} closes a loop; joint coordinates need a tree: remove a joint, or \
                 use the absolute formulation once it is available",
                joints[j].name,
                name(a),
                name(b)
            );
            return Err(NoTree { joint: j, message });
        }
        let (from, to) = (part[a], part[b]);
        part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
    }

    // the first body of a part that the ground is not in moves freely
    let mut grounded = vec![part[ground]];
    for body in 0..ground {
        if !grounded.contains(&part[body]) {
            grounded.push(part[body]);
            joints.push(Joint::none(body, &names[body]));
        }
    }

    // outwards from the ground
    let mut order = Vec::new();
    let mut reached = vec![ground];
    let mut at = 0;
    while at < reached.len() {
        let from = reached[at];
        at += 1;
        for (j, joint) in joints.iter_mut().enumerate().filter(|(j, _)| !order.contains(j)).collect::<Vec<_>>() {
            let [a, b] = edges.get(j).copied().unwrap_or([ground, joint.child]);
            let to = match (a == from, b == from) {
                (true, _) => b,
                (_, true) => a,
                _ => continue,
            };
            joint.parent = if from == ground { BodyRef::Ground } else { BodyRef::Body(from) };
            joint.child = to;
            order.push(j);
            reached.push(to);
        }
    }
    Ok(order)
}

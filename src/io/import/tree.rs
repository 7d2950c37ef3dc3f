//! The tree that the links of a robot must be.

use super::error::ImportError;
use super::urdf::Robot;

/// Holds the order of a robot's joints.
#[derive(Debug)]
pub(super) struct Tree {
    /// The number of the link that no joint moves.
    pub(super) root: usize,
    /// The numbers of the joints, each after the one that moves its parent.
    pub(super) order: Vec<usize>,
}

impl Tree {
    /// Returns the tree of a robot.
    ///
    /// # Errors
    /// Where its links are no tree.
    pub(super) fn new(file: &str, robot: &Robot) -> Result<Self, ImportError> {
        let link = |i: usize| &robot.links[i].name;
        let mut moved_by: Vec<Option<usize>> = vec![None; robot.links.len()];
        for (j, joint) in robot.joints.iter().enumerate() {
            if let Some(other) = moved_by[joint.child].replace(j) {
                let message = format!(
                    "the joint moves the link {:?}, which {:?} moves already ({}); accepted: a tree, in which one joint \
                     moves each link (URDF cannot describe closed loops)",
                    link(joint.child),
                    robot.joints[other].name,
                    robot.joints[other].place
                );
                return Err(ImportError::Invalid { place: joint.place.clone(), message });
            }
        }
        let roots: Vec<usize> = (0..robot.links.len()).filter(|i| moved_by[*i].is_none()).collect();
        if let [_, second, ..] = roots[..] {
            let names: Vec<String> = roots.iter().map(|i| format!("{:?}", link(*i))).collect();
            let message = format!(
                "found {} links that no joint moves: {}; accepted: one tree with one such root (a fixed joint connects \
                 two)",
                roots.len(),
                names.join(", ")
            );
            return Err(ImportError::Invalid { place: robot.links[second].place.clone(), message });
        }
        let mut order = Vec::new();
        let mut links: Vec<usize> = roots.clone();
        while let Some(at) = links.pop() {
            order.extend(moved_by[at]);
            let children = robot.joints.iter().filter(|joint| joint.parent == at).map(|joint| joint.child);
            let first = links.len();
            links.extend(children);
            links[first..].reverse();
        }
        if order.len() < robot.joints.len() {
            let unreached = (0..robot.joints.len()).find(|j| !order.contains(j)).unwrap_or_default();
            let joint = &robot.joints[unreached];
            let message = format!(
                "the links from {:?} to {:?} and on form a loop, which no root carries; accepted: a tree",
                link(joint.parent),
                link(joint.child)
            );
            return Err(ImportError::Invalid { place: joint.place.clone(), message });
        }
        match roots[..] {
            [root] => Ok(Self { root, order }),
            _ => {
                Err(ImportError::Invalid { place: file.into(), message: "found no root link; accepted: a tree".into() })
            }
        }
    }
}

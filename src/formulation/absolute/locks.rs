//! What a kind of joint locks: whatever its elementary joints do not leave free.

use crate::formulation::frames::across;
use crate::model::joint::{ElementaryJoint, JointKind};

/// One or more constraints of a joint between a and b, by axes x, y or z (0, 1, 2) of its frame in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// No displacement: p_b - p_a = 0, three rows along the axes of the world.
    Point,
    /// No displacement along an axis of a: axis(a) . (p_b - p_a) = 0.
    Translation(usize),
    /// An axis of a and one of b keep their angle: axis(a) . axis(b) = constant.
    Rotation(usize, usize),
}

impl Lock {
    /// Counts the rows of the lock.
    pub(super) fn row_count(self) -> usize {
        if self == Lock::Point { 3 } else { 1 }
    }
    /// Says what each of the lock's rows locks.
    pub(super) fn row_names(self) -> Vec<String> {
        const AXES: [&str; 3] = ["x", "y", "z"];
        match self {
            Lock::Point => AXES.map(|axis| format!("translation {axis}")).to_vec(),
            Lock::Translation(k) => vec![format!("translation {}", AXES[k])],
            // about what is across both
            Lock::Rotation(i, j) => vec![format!("rotation {}", AXES[3 - i - j])],
        }
    }
}

/// Returns the axes along which a kind of joint slides.
pub(super) fn slides(kind: &JointKind) -> Vec<usize> {
    let slide = |e: &ElementaryJoint| if let ElementaryJoint::Prismatic(k) = e { Some(*k) } else { None };
    kind.elements.iter().filter_map(slide).collect()
}

/// Returns the axes that a kind of joint turns about.
pub(super) fn turns(kind: &JointKind) -> Vec<usize> {
    let turn = |e: &ElementaryJoint| if let ElementaryJoint::Revolute(k) = e { Some(*k) } else { None };
    kind.elements.iter().filter_map(turn).collect()
}

/// Returns what a kind of joint locks: translations, then rotations.
pub(super) fn locks(kind: &JointKind) -> Vec<Lock> {
    let slides = slides(kind);
    let mut locks: Vec<Lock> = match slides[..] {
        [] => vec![Lock::Point],
        _ => (0..3).filter(|k| !slides.contains(k)).map(Lock::Translation).collect(),
    };
    if kind.elements.contains(&ElementaryJoint::Spherical) {
        return locks;
    }
    match turns(kind)[..] {
        [] => locks.extend([2, 0, 1].map(|k| Lock::Rotation(across(k).0, across(k).1))),
        [k] => locks.extend([Lock::Rotation(across(k).0, k), Lock::Rotation(across(k).1, k)]),
        [i, j] => locks.push(Lock::Rotation(i, j)),
        _ => {}
    }
    locks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::joint::KINDS;

    #[test]
    fn every_kind_locks_what_it_does_not_free() {
        for kind in KINDS {
            let rows: usize = locks(kind).into_iter().map(Lock::row_count).sum();
            assert_eq!(rows + kind.degrees(), 6, "{}", kind.kind.name);
            // displacements are measured along axes of a, so what slides comes before what turns
            let first_turn = kind.elements.iter().position(|e| !matches!(e, ElementaryJoint::Prismatic(_)));
            let slides = slides(kind).len();
            assert!(first_turn.is_none_or(|at| at == slides), "{}", kind.kind.name);
            let names: Vec<String> = locks(kind).into_iter().flat_map(Lock::row_names).collect();
            assert!((1..names.len()).all(|i| !names[i..].contains(&names[i - 1])), "{names:?}");
        }
    }
}

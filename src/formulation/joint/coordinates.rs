//! Where the coordinates of every joint lie.

use super::topology::{TreeJoint, grow};
use crate::formulation::coordinates::with_variables;
use crate::lie::RotationParameterisation;
use crate::model::joint::{ElementaryJoint, JointKind};
use crate::model::{Inconsistent, Mechanism};
use crate::problem::{Factor, Layout};

/// A mechanism as a tree with the coordinates of its joints, joint after joint.
#[derive(Clone, Debug)]
pub struct JointCoordinates {
    /// How rotations are stored.
    pub(super) parameterisation: RotationParameterisation,
    /// The joints of the scenario, then a free one for every body of [`Mechanism::free_bodies`].
    pub(super) joints: Vec<TreeJoint>,
    /// The numbers of the joints, parents before children.
    pub(super) order: Vec<usize>,
    pub(super) layout: Layout,
}

impl JointCoordinates {
    /// Chooses the coordinates.
    ///
    /// # Errors
    /// The joint that closes a loop.
    pub fn new(mechanism: &Mechanism, parameterisation: RotationParameterisation) -> Result<Self, Inconsistent> {
        let (mut joints, order) = grow(mechanism)?;
        let (mut all, mut frames) = (Vec::new(), Vec::new());
        let (mut coordinate, mut velocity) = (0, 0);
        for tree_joint in &mut joints {
            (tree_joint.coordinate, tree_joint.velocity) = (coordinate, velocity);
            let factors = factors(tree_joint.joint.kind, parameterisation);
            coordinate += factors.iter().map(|f| f.coordinate_count()).sum::<usize>();
            velocity += factors.iter().map(|f| f.velocity_count()).sum::<usize>();
            if matches!(factors[..], [Factor::Vector(3), Factor::Rotation(_)]) && tree_joint.joint.kind.is_free() {
                frames.push(all.len());
            }
            all.extend(factors);
        }
        let mut degree = 0;
        for &number in &order {
            joints[number].degree = degree;
            degree += joints[number].joint.kind.degrees();
        }
        Ok(Self { parameterisation, joints, order, layout: with_variables(all, frames, mechanism) })
    }
}

/// Returns the factors of the group that a joint moves its body on.
fn factors(kind: &JointKind, parameterisation: RotationParameterisation) -> Vec<Factor> {
    let mut factors = Vec::new();
    for element in kind.elements {
        match (element, factors.last_mut()) {
            (ElementaryJoint::Spherical, _) => factors.push(Factor::Rotation(parameterisation)),
            (_, Some(Factor::Vector(n))) => *n += 1,
            _ => factors.push(Factor::Vector(1)),
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::joint::KINDS;

    #[test]
    fn a_joint_has_a_velocity_for_every_degree_of_freedom() {
        for kind in KINDS {
            let factors = factors(kind, RotationParameterisation::Quaternion);
            let velocities: usize = factors.iter().map(|f| f.velocity_count()).sum();
            assert_eq!(velocities, kind.degrees(), "{}", kind.kind.name);
        }
    }
}

//! Moves what a joint cannot tell from its two sides to the side nearer to the ground: the base parameters of
//! Khalil and Kleinfinger (1987), IEEE Journal of Robotics and Automation 3. The equations of motion stay the same
//! and lose terms.
//!
//! | elementary joint | moves alike on both sides |
//! |---|---|
//! | spherical | a point mass in its centre |
//! | revolute | a thin rod on its axis: mass, first moment along it, equal moments of inertia across it |
//! | prismatic | a pure moment of inertia |

use super::inertia::RigidInertia;
use super::link::Link;
use crate::formulation::frames::{across, along};
use crate::model::joint::ElementaryJoint;
use crate::num::{Mat3, Real, Vec3};

/// Regroups all links, the outermost first. What reaches the ground vanishes.
pub(super) fn regroup<R: Real>(links: &mut [Link<R>]) {
    let zero = R::zero();
    for s in (0..links.len()).rev() {
        let link = &mut links[s];
        let own = &mut link.inertia;
        let mut moved = RigidInertia::zero();
        match link.joint {
            ElementaryJoint::Spherical => moved.mass = std::mem::replace(&mut own.mass, zero),
            ElementaryJoint::Prismatic(_) => std::mem::swap(&mut moved.inertia, &mut own.inertia),
            ElementaryJoint::Revolute(k) => {
                let (i, j) = across(k);
                let mut inertia = own.inertia.rows.map(Vec3::to_array);
                let across_axis = inertia[i][i];
                inertia[j][j] = inertia[j][j] - across_axis;
                inertia[i][i] = zero;
                let [a, b, c] = inertia.map(|row| Vec3::from_slice(&row));
                own.inertia = Mat3::from_rows(a, b, c);
                let mut moment = own.moment.to_array();
                moved.moment = along(k, std::mem::replace(&mut moment[k], zero));
                own.moment = Vec3::from_slice(&moment);
                moved.mass = std::mem::replace(&mut own.mass, zero);
                let diagonal = |row: usize| along(row, if row == k { zero } else { across_axis });
                moved.inertia = Mat3::from_rows(diagonal(0), diagonal(1), diagonal(2));
            }
        }
        let (parent, rotation, offset) = (link.parent, link.rotation, link.offset);
        if let Some(parent) = parent {
            let arrived = moved.rotated(&rotation).shifted(offset);
            links[parent].inertia = links[parent].inertia.plus(&arrived);
        }
    }
}

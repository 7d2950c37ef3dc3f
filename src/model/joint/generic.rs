//! A joint that locks any of the six motions of a frame. Coordinates: displacements along the free ones of x, y and z, then
//! the rotation.
//!
//! Of body b relative to a, which is nearer to the ground, x, y and z lock displacements along axes of a. What locked
//! rotations mean holds for any angles of the free ones, with the axes e_k of the frame in a and f_k of that in b:
//!
//! | locked | equations |
//! |---|---|
//! | one, free are i before j | e_i . f_j = 0: as in a universal joint b turns about e_i, and then about f_j |
//! | two, k is free | e_i . f_k = e_j . f_k = 0: the axes k stay parallel, and b turns about them |
//! | three | e_z . f_x = e_x . f_y = e_y . f_z = 0: b keeps its orientation in a |

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;
use crate::model::section::{Invalid, Section};

/// The motions that may be locked.
const MOTIONS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

/// How many sets of motions there are.
const SETS: usize = 1 << MOTIONS.len();

/// What each set leaves free, with how many elementary joints these are. Motion number k is in a set with the bit k.
static FREE: [([ElementaryJoint; 5], usize); SETS] = {
    let mut all = [([ElementaryJoint::Spherical; 5], 0); SETS];
    let mut locked = 0;
    while locked < SETS {
        let (elements, count) = &mut all[locked];
        let turns_freely = locked >> 3 == 0;
        let mut motion = 0;
        while motion < if turns_freely { 3 } else { 6 } {
            if locked >> motion & 1 == 0 {
                let (slides, axis) = (motion < 3, motion % 3);
                elements[*count] =
                    if slides { ElementaryJoint::Prismatic(axis) } else { ElementaryJoint::Revolute(axis) };
                *count += 1;
            }
            motion += 1;
        }
        // one more is the rotation, which every place holds at first
        *count += turns_freely as usize;
        locked += 1;
    }
    all
};

/// The joint that locks each set.
static LOCKING: [JointKind; SETS] = {
    let mut all = [JOINT; SETS];
    let mut locked = 0;
    while locked < SETS {
        all[locked] = locking(locked);
        locked += 1;
    }
    all
};

const fn locking(locked: usize) -> JointKind {
    let (elements, count) = &FREE[locked];
    let turns_freely = locked >> 3 == 0;
    JointKind {
        kind: KIND,
        elements: elements.split_at(*count).0,
        axes: Axes::Any,
        needs_place: locked & 7 != 0 && locked >> 3 != 7,
        takes_rotor: !turns_freely && *count > 0,
    }
}

/// Returns the joint that locks these motions.
///
/// # Errors
/// What is accepted instead.
pub(super) fn of(locked: &[String]) -> Result<&'static JointKind, String> {
    let mut set = 0;
    for motion in locked {
        let Some(number) = MOTIONS.iter().position(|known| known == motion) else {
            return Err(format!("unknown motion {motion:?}; motions: {}", MOTIONS.join(", ")));
        };
        if set >> number & 1 == 1 {
            return Err(format!("found {motion:?} twice; accepted: each motion once"));
        }
        set |= 1 << number;
    }
    match set {
        0 => Err("nothing is locked; accepted: one to five motions, or kind = \"free\"".into()),
        _ if set == SETS - 1 => {
            Err("all motions are locked; accepted: one to five motions, or kind = \"fixed\"".into())
        }
        _ => Ok(&LOCKING[set]),
    }
}

/// Reads what one `[[joint]]` of the kind locks.
pub(super) fn read(section: &mut dyn Section) -> Result<&'static JointKind, Invalid> {
    let locked = section.texts("locked")?;
    of(&locked).map_err(|message| section.invalid("locked", message))
}

const KIND: Kind = Kind {
    name: "generic",
    summary: "locks any of the displacements and rotations of a frame: 1 to 5 degrees of freedom. locked = [\"y\", \"z\"] is a \
              point on a line (in-line), [\"z\"] a point on a plane (in-plane), [\"rx\", \"ry\"] parallel axes, [\"rz\"] \
              perpendicular axes, [\"rx\", \"ry\", \"rz\"] a fixed orientation",
    keys: "locked = [..] of \"x\", \"y\", \"z\" (displacements along axes of the body nearer to the ground) and \"rx\", \
           \"ry\", \"rz\" (rotations, for any angles of the others: with one locked the body turns as in a universal joint, about the \
           first free axis, fixed in the body nearer to the ground, then about the second, fixed in the other one; with two the \
           third axes of both bodies stay parallel; with three it keeps its orientation), \
           axis = [..] (the frame's z, whose x is the direction across it nearest to the world's x, or to its y where z is \
           nearer to x) or axes = [[..], [..]] (its x and y; default those of the world; world frame, assembled \
           configuration), at = [x, y, z] (m, the point; needed where displacements are locked and rotations \
           are not; default the centre of mass of the moved body), rotor_inertia = [..] (of all coordinates; not where all rotations \
           are free), initial = { coordinates = [the free displacements, then the free angles, or a rotation vector where no \
           rotation is locked], velocities = [..] } (coordinate, velocity where there is but one)",
    example: r#"[[body]]
name = "follower"
mass = 0.7 # kg
inertia = [0.004, 0.005, 0.006] # kg m^2
initial = { position = [0.3, 0.1, 0.2] }
[[joint]]
name = "pin_in_slot"
kind = "generic"
between = ["ground", "follower"]
locked = ["y", "z", "rx", "ry"] # slides along x, turns about z
at = [0.25, 0, 0.2] # m
axes = [[1, 0.1, 0], [-0.1, 1, 0]]
initial = { coordinates = [0.05, 0.2], velocities = [0.3, -1.5] } # m and rad, m/s and rad/s
"#,
};

/// The joint that locks nothing, which stands for the others in the catalog.
pub(super) const JOINT: JointKind = locking(0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_locked_is_free() {
        let named = |set: usize| MOTIONS.iter().enumerate().filter(move |(k, _)| set >> k & 1 == 1);
        for set in 1..SETS - 1 {
            let locked: Vec<String> = named(set).map(|(_, motion)| motion.to_string()).collect();
            let kind = of(&locked).expect("a joint");
            assert_eq!(kind.degrees(), MOTIONS.len() - locked.len(), "{locked:?}");
            for element in kind.elements {
                let motion = match element {
                    ElementaryJoint::Prismatic(k) => *k,
                    ElementaryJoint::Revolute(k) => 3 + k,
                    ElementaryJoint::Spherical => continue,
                };
                assert!(!locked.contains(&MOTIONS[motion].to_string()), "{locked:?}");
            }
        }
    }
}

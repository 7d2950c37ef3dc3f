//! Bodies and joints as a tree: kinematics and dynamics in joint coordinates, in time proportional to the size of
//! the tree.
//!
//! | file | is |
//! |---|---|
//! | `topology` | which body hangs on which |
//! | `segment` | one freedom and what is attached behind it |
//! | `assembly` | from bodies and joints to segments |
//! | `regroup` | what moves alike on both sides of a joint goes to one |
//! | `kinematics` | positions, velocities and accelerations outwards from the ground |
//! | `newton_euler` | the forces that a motion needs, inwards |
//! | `composite` | the mass matrix and its factors |
//! | `articulated` | accelerations without a mass matrix |
//!
//! Linear accelerations are those of points (not spatial ones), so that linear velocities do not occur in the
//! dynamics; a frame in free fall carries the weight. Degrees of freedom are counted with three per ball, whatever
//! parameterisation stores its rotation.
//!
//! The algorithms are those of Featherstone (2008), Rigid Body Dynamics Algorithms, Springer: Newton-Euler Table
//! 5.1, composite bodies Table 6.2, L^T D L Tables 6.3 and 6.4, articulated bodies Table 7.1.

mod articulated;
mod assembly;
mod composite;
mod inertia;
mod kinematics;
mod newton_euler;
mod regroup;
mod segment;
mod topology;

pub use inertia::RigidInertia;
pub use kinematics::Instant;
pub use segment::Segment;
pub use topology::{NoTree, grow};

use super::joint::Freedom;
use super::state::Wrench;
use crate::lie::RotationParameterisation;
use crate::lie::UnitQuaternion;
use crate::num::{Known, Mat3, Real, Vec3};

/// Where a body is attached.
#[derive(Clone, Copy, Debug)]
pub struct Carrier<R> {
    /// The segment that carries it; none where it is fixed to the ground.
    pub segment: Option<usize>,
    /// `segment_from_body`.
    pub rotation: Mat3<R>,
    /// The same as a quaternion.
    pub quaternion: UnitQuaternion<R>,
    /// Its centre of mass, segment's frame, m.
    pub centre: Vec3<R>,
}

/// The numbers of a mechanism's bodies and joints.
#[derive(Clone, Debug)]
pub struct Tree<R> {
    /// How rotations are stored.
    pub parameterisation: RotationParameterisation,
    /// The segments, parents before children.
    pub segments: Vec<Segment<R>>,
    /// Where each body is attached.
    pub carriers: Vec<Carrier<R>>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: Vec3<R>,
    /// The world axis that gravity is along in every member, if it is.
    pub gravity_axis: Option<usize>,
    /// Number of degrees of freedom.
    pub degrees: usize,
    /// Which segments never turn.
    steady: Vec<bool>,
    /// Which balls turn apart from everything else, about principal axes: see [`Tree::principal_inertia`].
    principal: Vec<bool>,
}

/// What acts on a mechanism besides gravity.
#[derive(Clone, Debug)]
pub struct Applied<R> {
    /// On each body, if there is anything, with the body's rotation `world_from_body`.
    pub wrenches: Vec<Option<(Wrench<R>, Mat3<R>)>>,
    /// On each degree of freedom, N and N m.
    pub joint: Vec<R>,
}

/// Which algorithm computes accelerations: the same result up to rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The mass matrix and its factors: cheaper where few freedoms follow one another.
    Composite,
    /// Articulated bodies: work in proportion to the number of bodies.
    Articulated,
}

/// Which balls have a kinetic energy W^T J W/2 of their own, J constant and diagonal: they hang from what does not
/// turn, carry nothing that moves, and turn about their centre of mass or a point of the ground.
fn principal<R: Real>(segments: &[Segment<Known<R>>], steady: &[bool]) -> Vec<bool> {
    let zero = |list: &[Known<R>]| list.iter().all(|x| x.value() == Some(0.0));
    let alone = |(s, segment): (usize, &Segment<Known<R>>)| {
        let own = &segment.inertia;
        let [a, b, _] = own.inertia.rows;
        segment.freedom == Freedom::Ball
            && segments.iter().all(|other| other.parent != Some(s))
            && zero(&[a.y, a.z, b.z])
            && segment.parent.is_none_or(|p| steady[p] && zero(&own.moment.to_array()))
    };
    segments.iter().enumerate().map(alone).collect()
}

/// Which segments never turn: no rotation in them nor before them.
fn steady<R>(segments: &[Segment<R>]) -> Vec<bool> {
    let mut steady: Vec<bool> = Vec::new();
    for s in segments {
        steady.push(matches!(s.freedom, Freedom::Slide(_)) && s.parent.is_none_or(|p| steady[p]));
    }
    steady
}

impl<R: Real> Applied<R> {
    /// Nothing.
    pub fn nothing(tree: &Tree<R>) -> Self {
        Self { wrenches: vec![None; tree.carriers.len()], joint: vec![R::zero(); tree.degrees] }
    }
}

impl<R: Real> Tree<R> {
    /// The algorithm that takes fewer operations, by counts of arms and chains: composite bodies where every freedom
    /// has at most eight on its way to the ground and balls neither carry nor are carried by what turns, articulated
    /// bodies elsewhere.
    pub fn cheaper(&self) -> Algorithm {
        const LONGEST: usize = 8;
        let mut on_the_way: Vec<usize> = Vec::new();
        for s in &self.segments {
            on_the_way.push(s.parent.map_or(0, |p| on_the_way[p]) + 1);
        }
        let short = on_the_way.iter().all(|count| *count <= LONGEST);
        let alone = |(i, s): (usize, &Segment<R>)| {
            s.freedom != Freedom::Ball
                || (s.parent.is_none_or(|p| self.steady[p])
                    && self.segments.iter().all(|other| other.parent != Some(i)))
        };
        if short && self.segments.iter().enumerate().all(alone) { Algorithm::Composite } else { Algorithm::Articulated }
    }

    /// The principal inertia (kg m^2, own frame) of the ball whose velocities begin at number `velocity`, where its
    /// kinetic energy depends on nothing but its angular velocity.
    pub fn principal_inertia(&self, velocity: usize) -> Option<Vec3<R>> {
        let balls = self.segments.iter().zip(&self.principal);
        let (segment, _) = balls.into_iter().find(|(s, principal)| **principal && s.velocity == velocity)?;
        let [a, b, c] = segment.inertia.inertia.rows;
        Some(Vec3::new(a.x, b.y, c.z))
    }

    /// The kinetic energy of the rotors for the velocities of the mechanism, J.
    pub fn rotor_energy(&self, v: &[R]) -> R {
        let rotors = self.segments.iter().filter_map(|s| s.rotor.map(|rotor| rotor * v[s.velocity].square()));
        rotors.fold(R::zero(), |sum, twice| sum + twice.scale(0.5))
    }

    /// The accelerations of all degrees of freedom, m/s^2 and rad/s^2 (of a ball: angular, own frame).
    pub fn accelerations(&self, algorithm: Algorithm, at: &Instant<R>, applied: &Applied<R>) -> Vec<R> {
        match algorithm {
            Algorithm::Composite => self.composite_accelerations(at, applied),
            Algorithm::Articulated => self.articulated_accelerations(at, applied),
        }
    }
}

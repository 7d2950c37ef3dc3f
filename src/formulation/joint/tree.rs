//! The links of a mechanism, and which algorithm suits them.

use super::link::Link;
use crate::lie::{RotationParameterisation, UnitQuaternion};
use crate::model::joint::ElementaryJoint;
use crate::model::state::Wrench;
use crate::num::{Mat3, MaybeConstant, Real, Vec3};

/// The attachment of a body to a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attachment<R> {
    /// The link that carries the body; none where it is fixed to the ground.
    pub link: Option<usize>,
    /// `link_from_body`.
    pub rotation: Mat3<R>,
    /// `link_from_body` as a quaternion.
    pub quaternion: UnitQuaternion<R>,
    /// The body's centre of mass, link's frame, m.
    pub centre: Vec3<R>,
}

/// The numbers of a mechanism's bodies and joints.
#[derive(Clone, Debug)]
pub(super) struct Tree<R> {
    /// How rotations are stored.
    pub parameterisation: RotationParameterisation,
    /// The links, parents before children.
    pub links: Vec<Link<R>>,
    /// Where each body is attached.
    pub attachments: Vec<Attachment<R>>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: Vec3<R>,
    /// The world axis that gravity is along in every member, if it is.
    pub gravity_axis: Option<usize>,
    /// Number of degrees of freedom.
    pub degrees: usize,
    /// Which links never turn.
    pub(super) steady: Vec<bool>,
    /// Which spherical joints turn apart from everything else, about principal axes: see [`Tree::principal_inertia`].
    pub(super) principal: Vec<bool>,
}

/// The loads on a mechanism besides gravity.
#[derive(Clone, Debug)]
pub(super) struct Applied<R> {
    /// The wrench on each body, if there is any, with the body's rotation `world_from_body`.
    pub wrenches: Vec<Option<(Wrench<R>, Mat3<R>)>>,
    /// The force on each degree of freedom, N and N m.
    pub joint: Vec<R>,
}

/// The algorithm that computes accelerations: all have the same result up to rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Composite bodies: the mass matrix and its factors, cheaper where few elementary joints follow one another.
    Composite,
    /// Articulated bodies: work in proportion to the number of bodies.
    Articulated,
}

/// Returns which spherical joints have a kinetic energy W^T J W/2 of their own, J constant and diagonal: they hang from
/// what does not turn, carry nothing that moves, and turn about their centre of mass or a point of the ground.
pub(super) fn principal<R: Real>(links: &[Link<MaybeConstant<R>>], steady: &[bool]) -> Vec<bool> {
    let zero = |list: &[MaybeConstant<R>]| list.iter().all(|x| x.value() == Some(0.0));
    let carries = carries(links);
    let alone = |(s, link): (usize, &Link<MaybeConstant<R>>)| {
        let own = &link.inertia;
        let [a, b, _] = own.inertia.rows;
        link.joint == ElementaryJoint::Spherical
            && !carries[s]
            && zero(&[a.y, a.z, b.z])
            && link.parent.is_none_or(|p| steady[p] && zero(&own.moment.to_array()))
    };
    links.iter().enumerate().map(alone).collect()
}

/// Returns which links carry others.
fn carries<R>(links: &[Link<R>]) -> Vec<bool> {
    let mut carries = vec![false; links.len()];
    for parent in links.iter().filter_map(|link| link.parent) {
        carries[parent] = true;
    }
    carries
}

/// Returns which links never turn: no rotation in them nor before them.
pub(super) fn steady<R>(links: &[Link<R>]) -> Vec<bool> {
    let mut steady: Vec<bool> = Vec::new();
    for s in links {
        steady.push(matches!(s.joint, ElementaryJoint::Prismatic(_)) && s.parent.is_none_or(|p| steady[p]));
    }
    steady
}

impl<R: Real> Applied<R> {
    /// Returns the loads where nothing acts.
    pub(super) fn nothing(tree: &Tree<R>) -> Self {
        Self { wrenches: vec![None; tree.attachments.len()], joint: vec![R::zero(); tree.degrees] }
    }
}

impl<R: Real> Tree<R> {
    /// Returns the algorithm that takes fewer operations, by counts of arms and chains: composite bodies where every
    /// elementary joint has at most eight on its way to the ground and spherical joints neither carry nor are carried
    /// by what turns, articulated bodies elsewhere.
    pub(super) fn cheaper(&self) -> Algorithm {
        const LONGEST: usize = 8;
        let mut on_the_way: Vec<usize> = Vec::new();
        for s in &self.links {
            on_the_way.push(s.parent.map_or(0, |p| on_the_way[p]) + 1);
        }
        let short = on_the_way.iter().all(|count| *count <= LONGEST);
        let carries = carries(&self.links);
        let alone = |(i, s): (usize, &Link<R>)| {
            s.joint != ElementaryJoint::Spherical || (s.parent.is_none_or(|p| self.steady[p]) && !carries[i])
        };
        if short && self.links.iter().enumerate().all(alone) { Algorithm::Composite } else { Algorithm::Articulated }
    }

    /// Returns the principal inertia (kg m^2, own frame) of the spherical joint whose velocities begin at number
    /// `velocity`, where its kinetic energy depends on nothing but its angular velocity.
    pub(super) fn principal_inertia(&self, velocity: usize) -> Option<Vec3<R>> {
        let links = self.links.iter().zip(&self.principal);
        let (link, _) = links.into_iter().find(|(s, principal)| **principal && s.velocity == velocity)?;
        let [a, b, c] = link.inertia.inertia.rows;
        Some(Vec3::new(a.x, b.y, c.z))
    }

    /// Returns the kinetic energy of the rotors for the velocities of the mechanism, J.
    pub(super) fn rotor_energy(&self, v: &[R]) -> R {
        let rotors = self.links.iter().filter_map(|s| s.rotor.map(|rotor| rotor * v[s.velocity].square()));
        rotors.fold(R::zero(), |sum, twice| sum + twice.scale(0.5))
    }
}

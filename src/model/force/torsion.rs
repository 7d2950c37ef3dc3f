//! A spring and damper about each of three axes of a body against the rotation of another relative to it.

use super::axes::{Axes, add_torque};
use crate::lie::so3::{AngleFunctions, tangent_inverse_with};
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::expression::{Expr, Expr3};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

/// Holds a spring and damper against rotation of b relative to a. With psi the rotation vector of R_a^T R_b exp(rest)^-1,
/// |psi| <= pi, and w the angular velocity of b relative to a, both along the axes of a, the spring has the potential
/// psi . K psi / 2. Since psi' = T^-T(psi) w for an angular velocity in the frame that psi is seen from, with the tangent
/// operator T (A2), its torque on b is -T^-1(psi) K psi; that of the damper is -D w, and a bears the reaction.
#[derive(Clone, Debug)]
pub(super) struct Torsion<N> {
    between: [FrameRef; 2],
    stiffness: Triple<N>,
    damping: Triple<N>,
    rest: Option<Triple<N>>,
}

impl Torsion<Expr> {
    /// Reads the keys of rotational springs and dampers; nothing where neither is given, unless it is `needed`.
    pub(super) fn read(
        section: &mut dyn Section,
        between: [FrameRef; 2],
        needed: bool,
    ) -> Result<Option<Self>, Invalid> {
        section.expect_units(&[("rotational_stiffness", "N m/rad"), ("rotational_damping", "N m s/rad")])?;
        section.expect_units(&[("rest", "rad")])?;
        let rest = if section.has("rest") { Some(section.vector("rest")?) } else { None };
        if needed || section.has("rotational_stiffness") || section.has("rotational_damping") {
            let stiffness = section.vector_or_zero("rotational_stiffness")?;
            return Ok(Some(Self { between, stiffness, damping: section.vector_or_zero("rotational_damping")?, rest }));
        }
        if rest.is_some() {
            let message = "there is no rotational spring that could rest; accepted: beside rotational_stiffness";
            return Err(section.invalid("rest", message.into()));
        }
        Ok(None)
    }
    /// Returns the stiffness and damping about the axes, with their keys.
    pub(super) fn coefficients(&self) -> impl Iterator<Item = (&'static str, &Expr)> {
        let stiffness = self.stiffness.iter().map(|k| ("rotational_stiffness", k));
        stiffness.chain(self.damping.iter().map(|d| ("rotational_damping", d)))
    }
    /// Returns the rotation vector at which it is relaxed, rad, if one is given.
    pub(super) fn rotation_at_rest(&self) -> Option<&Expr3> {
        self.rest.as_ref()
    }
    /// Returns the spring and damper for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Torsion<R> {
        Torsion {
            between: self.between,
            stiffness: numbers(&self.stiffness, p),
            damping: numbers(&self.damping, p),
            rest: self.rest.as_ref().map(|rest| numbers(rest, p)),
        }
    }
}

/// Multiplies vectors component by component.
fn scaled<R: Real>(by: &Triple<R>, v: Vec3<R>) -> Vec3<R> {
    Vec3::new(by[0] * v.x, by[1] * v.y, by[2] * v.z)
}

impl<R: Real> Torsion<R> {
    /// Returns psi, along the axes of a.
    pub(super) fn rotation_vector(&self, motion: &Motion<'_, R>) -> Vec3<R> {
        let [a, b] = self.between.map(|body| motion.frame(body));
        let relative = a.orientation.inverse().compose(b.orientation);
        self.rest.map_or(relative, |rest| relative.compose(UnitQuaternion::exp(-vec3(&rest)))).log()
    }
    /// Returns the relative angular velocity, along the axes of a, rad/s.
    pub(super) fn angular_velocity(&self, motion: &Motion<'_, R>) -> Vec3<R> {
        let [a, b] = self.between.map(|body| motion.frame(body));
        a.rotation.apply_transposed(b.rotation.apply(b.angular_velocity)) - a.angular_velocity
    }
    /// Adds the torques on both bodies.
    pub(super) fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("torsion: torque -(T^-1(psi) K psi + D w)");
        let moments = [(&self.stiffness, self.rotation_vector(motion)), (&self.damping, self.angular_velocity(motion))];
        self.exert(moments.map(|(by, of)| scaled(by, of)), motion, loads);
    }
    /// Adds the torques of springs with that derivative of their potential by psi, and of dampers with that resistance, N m.
    pub(super) fn exert(&self, [by_psi, damper]: [Vec3<R>; 2], motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        let half = self.rotation_vector(motion) * R::constant(0.5);
        let functions = AngleFunctions::within_half_turn(half);
        let torque = -(tangent_inverse_with(&functions, half, by_psi) + damper);
        let [a, b] = self.between;
        loads.add_torque(a, -torque);
        add_torque(Axes::Space, (b, motion), motion.frame(a).rotation.apply(torque), loads);
    }
    /// Returns the potential psi . K psi / 2, J.
    pub(super) fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let psi = self.rotation_vector(motion);
        psi.dot(scaled(&self.stiffness, psi)).scale(0.5)
    }
    /// Returns the power of the damper, W.
    pub(super) fn power(&self, motion: &Motion<'_, R>) -> R {
        let w = self.angular_velocity(motion);
        -w.dot(scaled(&self.damping, w))
    }
}

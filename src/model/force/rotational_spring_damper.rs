//! A spring and damper on the relative rotation of two bodies.

use super::axes::{Axes, add_torque};
use super::kind::{Description, Exerts};
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::Kind;
use crate::model::expression::{Expr, Expr3, evaluate3};
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "rotational_spring_damper",
    summary: "torsional spring on the rotation vector of the relative rotation of two bodies, and damper on their \
              relative angular velocity. Where the relative rotation (from `rest` on) passes half a turn, the rotation \
              vector changes its sign and the torque jumps: equal steps of any method are of order 1 there",
    keys: "between = [a, b], stiffness (N m/rad), damping (N m s/rad), rest = [..] (rad, rotation vector from the frame \
           of a to that of b where the spring is relaxed; default zero): psi = log(exp(rest)^-1 R_a^T R_b)",
    example: r#"[[force]]
name = "coupling"
kind = "rotational_spring_damper"
between = ["top", "plate"]
stiffness = "stiffness/100" # N m/rad
damping = 0.1 # N m s/rad
rest = [0.1, 0.2, 0] # rad
"#,
};

/// A spring and damper against rotation of b relative to a: with psi the rotation vector of exp(rest)^-1 R_a^T R_b,
/// |psi| <= pi, and w the angular velocity of b relative to a, in the frame of b, the torque on b is -(k psi + d w) and
/// a bears the reaction. Since psi . T^-1(psi) w = psi . w, the spring has the potential k |psi|^2 / 2. At |psi| = pi
/// the torque of the spring changes its sign.
#[derive(Clone, Debug)]
pub struct RotationalSpringDamper<N> {
    between: [FrameRef; 2],
    stiffness: N,
    damping: N,
    rest: Triple<N>,
}

impl Description for RotationalSpringDamper<Expr> {
    type At<R: Real> = RotationalSpringDamper<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("stiffness", "N m/rad"), ("damping", "N m s/rad"), ("rest", "rad")])?;
        Ok(Self {
            between: section.between("between")?,
            stiffness: section.number_or("stiffness", 0.0)?,
            damping: section.number_or("damping", 0.0)?,
            rest: section.vector_or_zero("rest")?,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        vec![("stiffness", &self.stiffness), ("damping", &self.damping)]
    }
    fn rotation_at_rest(&self) -> Option<&Expr3> {
        Some(&self.rest)
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> RotationalSpringDamper<R> {
        RotationalSpringDamper {
            between: self.between,
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            rest: evaluate3(&self.rest, p).to_array(),
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&self.between)
    }
}

impl<R: Real> RotationalSpringDamper<R> {
    /// Returns psi and the relative angular velocity, both in the frame of b.
    fn twist(&self, motion: &Motion<'_, R>) -> (Vec3<R>, Vec3<R>) {
        let [a, b] = self.between.map(|body| motion.frame(body));
        let rest = UnitQuaternion::exp(vec3(&self.rest));
        let relative = rest.inverse().compose(a.orientation.inverse()).compose(b.orientation);
        let w_a = b.rotation.apply_transposed(a.rotation.apply(a.angular_velocity));
        (relative.log(), b.angular_velocity - w_a)
    }
}

impl<R: Real> Exerts<R> for RotationalSpringDamper<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("rotational spring-damper: torque -(k psi + d w)");
        let (psi, w) = self.twist(motion);
        let torque = -(psi * self.stiffness + w * self.damping);
        let [a, b] = self.between;
        loads.add_torque(b, torque);
        add_torque(Axes::Space, (a, motion), motion.frame(b).rotation.apply(-torque), loads);
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        (self.stiffness * self.twist(motion).0.norm_squared()).scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        -(self.damping * self.twist(motion).1.norm_squared())
    }
}

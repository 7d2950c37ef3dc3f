//! A spring and damper per world axis between a body point and a fixed point.

use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "bushing",
    summary: "linear spring and damper along each world axis, from a body point to a fixed point",
    keys: "body, point = [..] (m, body frame from the centre of mass), at = [..] (m, world frame), stiffness = [..] \
           (N/m), damping = [..] (N s/m)",
    example: r#"[[force]]
name = "support"
kind = "bushing"
body = "plate"
point = [0.1, 0.2, 0] # m
at = [0.6, 0.7, 0.45] # m
stiffness = ["stiffness", 0, 100] # N/m
damping = [1, 0, 2] # N s/m
"#,
};

/// The force -(k_i (p_i - at_i) + d_i p_i') on the point p along each world axis i: the supports of the
/// rotor of Holzinger et al. (2024), Section 4.2.
#[derive(Clone, Debug)]
pub struct Bushing<N> {
    body: usize,
    point: Triple<N>,
    at: Triple<N>,
    stiffness: Triple<N>,
    damping: Triple<N>,
    /// Which axes have a spring or a damper.
    active: [bool; 3],
}

impl Description for Bushing<Expr> {
    type At<R: Real> = Bushing<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let (stiffness, damping) = (section.vector_or_zero("stiffness")?, section.vector_or_zero("damping")?);
        Ok(Self {
            body: section.body("body")?,
            point: section.vector_or_zero("point")?,
            at: section.vector("at")?,
            active: std::array::from_fn(|i| !(stiffness[i].is_zero() && damping[i].is_zero())),
            stiffness,
            damping,
        })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Bushing<R> {
        Bushing {
            body: self.body,
            point: numbers(&self.point, p),
            at: numbers(&self.at, p),
            stiffness: numbers(&self.stiffness, p),
            damping: numbers(&self.damping, p),
            active: self.active,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        vec![self.body]
    }
}

impl<R: Real> Bushing<R> {
    /// Returns the offset of the point from its support and its velocity, world frame.
    fn offset(&self, motion: &Motion<'_, R>) -> (Triple<R>, Triple<R>) {
        let (_, position, velocity) = motion.bodies[self.body].point(vec3(&self.point));
        ((position - vec3(&self.at)).to_array(), velocity.to_array())
    }
}

impl<R: Real> Exerts<R> for Bushing<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("bushing: force -(k (p - at) + d p') per world axis");
        let (offset, velocity) = self.offset(motion);
        let mut force = [R::zero(); 3];
        for i in 0..3 {
            if self.active[i] {
                force[i] = -(self.stiffness[i] * offset[i] + self.damping[i] * velocity[i]);
            }
        }
        loads.wrenches[self.body].add_force_at(&motion.bodies[self.body], vec3(&force), vec3(&self.point));
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let (offset, _) = self.offset(motion);
        let mut twice = R::zero();
        for (stiffness, offset) in self.stiffness.iter().zip(&offset) {
            twice = twice + *stiffness * offset.square();
        }
        twice.scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let (_, velocity) = self.offset(motion);
        let mut dissipated = R::zero();
        for (damping, velocity) in self.damping.iter().zip(&velocity) {
            dissipated = dissipated + *damping * velocity.square();
        }
        -dissipated
    }
}

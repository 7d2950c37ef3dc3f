//! A spring and damper per world axis between a body point and a fixed point.

use super::*;

pub(super) const KIND: Kind = Kind {
    name: "bushing",
    summary: "linear spring and damper along each world axis, from a body point to a fixed point",
    keys: "body, point = [..] (m, body frame from the centre of mass), at = [..] (m, world frame), stiffness = [..] \
           (N/m), damping = [..] (N s/m)",
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

impl Bushing<Expr> {
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
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
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Bushing<R> {
        Bushing {
            body: self.body,
            point: numbers(&self.point, p),
            at: numbers(&self.at, p),
            stiffness: numbers(&self.stiffness, p),
            damping: numbers(&self.damping, p),
            active: self.active,
        }
    }
    pub(super) fn bodies(&self) -> Vec<usize> {
        vec![self.body]
    }
}

impl<R: Real> Bushing<R> {
    #[inline(always)]
    pub(super) fn apply(&self, states: &[BodyState<R>], wrenches: &mut [Wrench<R>]) {
        R::note("bushing: force -(k (p - at) + d p') per world axis");
        let state = &states[self.body];
        let point = vec3(&self.point);
        let (_, position, velocity) = state.point(point);
        let offset = (position - vec3(&self.at)).to_array();
        let velocity = velocity.to_array();
        let mut force = [R::zero(); 3];
        for i in 0..3 {
            if self.active[i] {
                force[i] = -(self.stiffness[i] * offset[i] + self.damping[i] * velocity[i]);
            }
        }
        wrenches[self.body].add_force_at(state, vec3(&force), point);
    }
    #[inline(always)]
    pub(super) fn potential_energy(&self, states: &[BodyState<R>]) -> R {
        let (_, position, _) = states[self.body].point(vec3(&self.point));
        let offset = (position - vec3(&self.at)).to_array();
        let mut twice = R::zero();
        for (stiffness, offset) in self.stiffness.iter().zip(&offset) {
            twice = twice + *stiffness * offset.square();
        }
        twice.scale(0.5)
    }
}

//! Linear and angular momentum.

use super::*;
use crate::num::Vec3;
use std::marker::PhantomData;

const KEYS: &str = "body (optional)";

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "linear_momentum", summary: "momentum of a body, or of all, world frame, kg m/s", keys: KEYS },
    Kind {
        name: "angular_momentum",
        summary: "angular momentum about the world origin of a body, or of all, world frame, kg m^2/s",
        keys: KEYS,
    },
];

/// See [`KINDS`].
#[derive(Clone, Debug)]
pub struct Momentum<N> {
    angular: bool,
    body: Option<usize>,
    numbers: PhantomData<N>,
}

impl Momentum<Expr> {
    pub(super) fn read(kind: usize, section: &mut dyn Section) -> Result<Self, Invalid> {
        let body = if section.has("body") { Some(section.body("body")?) } else { None };
        Ok(Self { angular: kind == 1, body, numbers: PhantomData })
    }
    pub(super) fn evaluate<R: Real>(&self, _: &[R]) -> Momentum<R> {
        Momentum { angular: self.angular, body: self.body, numbers: PhantomData }
    }
}

impl<N> Momentum<N> {
    pub(super) fn components(&self) -> &'static [Component] {
        const COMPONENTS: [[Component; 3]; 2] = [xyz("kg m/s"), xyz("kg m^2/s")];
        &COMPONENTS[usize::from(self.angular)]
    }
    pub(super) fn needs_rates(&self) -> bool {
        false
    }
}

impl<R: Real> Momentum<R> {
    #[inline(always)]
    pub(super) fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: momentum");
        let bodies = match self.body {
            Some(body) => body..body + 1,
            None => 0..at.states.len(),
        };
        let mut sum = Vec3::zero();
        for i in bodies {
            let (state, mass) = (&at.states[i], &at.masses[i]);
            let linear = state.velocity * mass.mass;
            sum = sum
                + if self.angular {
                    state.position.cross(linear) + state.rotation.apply(mass.inertia.apply(state.angular_velocity))
                } else {
                    linear
                };
        }
        out.extend(sum.to_array());
    }
}

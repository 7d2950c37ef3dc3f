//! How large dry friction is, in joints and contacts: smoothed over a velocity, greater near rest where that is said.

use super::kind::{not_negative, positive};
use crate::model::expression::{Expr, Unary};
use crate::model::section::{Invalid, Section};
use crate::num::Real;

/// Holds dry friction F(v) tanh(v/u), F(v) = F_c + (F_s - F_c) exp(-(v/v_s)^2), of a force or of a coefficient.
#[derive(Clone, Copy, Debug)]
pub(super) struct DryFriction<N> {
    coulomb: N,
    /// F_s and v_s, where friction at rest is greater.
    at_rest: Option<(N, Option<N>)>,
    velocity: N,
}

impl DryFriction<Expr> {
    /// Reads the key of F_c and `static`, `stribeck`, `velocity`; the former two may be over these variables, too.
    pub(super) fn read(section: &mut dyn Section, key: &str, variables: &[String]) -> Result<Self, Invalid> {
        let coulomb = section.expression(key, variables)?;
        let velocity = section.number_or("velocity", 0.01)?;
        let stribeck = if section.has("stribeck") { Some(section.number("stribeck")?) } else { None };
        let at_rest = if section.has("static") {
            Some((section.expression("static", variables)?, stribeck))
        } else if stribeck.is_some() {
            let message = "there is no static friction that could fall; accepted: beside the key \"static\"";
            return Err(section.invalid("stribeck", message.into()));
        } else {
            None
        };
        Ok(Self { coulomb, at_rest, velocity })
    }
    /// Returns the friction for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> DryFriction<R> {
        self.map(|e| e.evaluate(p))
    }
}

impl DryFriction<f64> {
    /// Fails with the key whose value makes no friction, and why; `key` is that of F_c.
    pub(super) fn check(&self, key: &'static str) -> Result<(), (&'static str, String)> {
        let positive = |key, x: f64| positive(key, &Expr::Constant(x), &[]);
        not_negative(key, &Expr::Constant(self.coulomb), &[])?;
        positive("velocity", self.velocity)?;
        let (Some((at_rest, stribeck)), coulomb) = (self.at_rest, self.coulomb) else { return Ok(()) };
        if at_rest < coulomb {
            return Err(("static", format!("found {at_rest:?} with {key} = {coulomb:?}; accepted: at least {key}")));
        }
        stribeck.map_or(Ok(()), |v| positive("stribeck", v))
    }
}

impl<N> DryFriction<N> {
    /// Returns the friction of other numbers.
    pub(super) fn map<M>(&self, f: impl Fn(&N) -> M) -> DryFriction<M> {
        DryFriction {
            coulomb: f(&self.coulomb),
            at_rest: self.at_rest.as_ref().map(|(at_rest, v)| (f(at_rest), v.as_ref().map(&f))),
            velocity: f(&self.velocity),
        }
    }
    /// Returns all its numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &N> {
        let at_rest = self.at_rest.iter().flat_map(|(f, v)| [f].into_iter().chain(v));
        [&self.coulomb, &self.velocity].into_iter().chain(at_rest)
    }
}

impl<R: Real> DryFriction<R> {
    /// Returns the friction at a velocity, with its sign.
    pub(super) fn at(&self, v: R) -> R {
        let magnitude = self.at_rest.map_or(self.coulomb, |(at_rest, stribeck)| {
            let fall = v / stribeck.unwrap_or_else(|| self.velocity.scale(10.0));
            self.coulomb + (at_rest - self.coulomb) * (-fall.square()).exp()
        });
        magnitude * Unary::Tanh.apply(v / self.velocity)
    }
    /// Returns the friction over the velocity where that is zero.
    pub(super) fn slope_at_rest(&self) -> R {
        self.at_rest.map_or(self.coulomb, |(at_rest, _)| at_rest) / self.velocity
    }
}

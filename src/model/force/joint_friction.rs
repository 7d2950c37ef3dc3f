//! Dry friction in a joint.

use super::kind::{Description, Exerts, not_negative, positive};
use crate::model::Kind;
use crate::model::expression::{Expr, Unary};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_friction",
    summary: "dry friction of constant magnitude F on a scalar joint coordinate, smoothed over a velocity u so that steps \
              of any method pass its reversals: -F tanh(v/u) - viscous v, with F = coulomb + (static - coulomb) \
              exp(-(v/stribeck)^2). It holds nothing: under a load f < F the joint \
              creeps at u artanh(f/F), and what slides (of inertia m) goes pi^2 m u^2/(12 F) too far; near rest, steps of \
              explicit methods are some m u/F long",
    keys: concat!(
        axis_keys!(),
        ", coulomb (N or N m: the magnitude F while it slides), velocity (u, m/s or rad/s, default 0.01), static (N or \
         N m: F near rest, at least coulomb; default coulomb), stribeck (m/s or rad/s, default 10 velocity), viscous (N s/m or N m s/rad, default 0)"
    ),
    example: r#"[[force]]
name = "dry_friction"
kind = "joint_friction"
joint = "rail"
coulomb = "0.1*10*mass" # N
static = "1.3*mass" # N
stribeck = 0.8 # m/s
viscous = 0.2 # N s/m
velocity = 0.2 # m/s
"#,
};

/// The generalised force -(F_c + (F_s - F_c) exp(-(v/v_s)^2)) tanh(v/u) - d v.
#[derive(Clone, Debug)]
pub struct JointFriction<N> {
    axis: JointAxis,
    coulomb: N,
    /// F_s and v_s, where friction at rest is greater.
    at_rest: Option<(N, Option<N>)>,
    viscous: N,
    velocity: N,
}

impl Description for JointFriction<Expr> {
    type At<R: Real> = JointFriction<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let axis = JointAxis::read(section)?;
        let units = axis.units();
        section.expect_units(&[("coulomb", units.force), ("static", units.force), ("viscous", units.damping)])?;
        section.expect_units(&[("velocity", units.velocity), ("stribeck", units.velocity)])?;
        let coulomb = section.number("coulomb")?;
        let velocity = section.number_or("velocity", 0.01)?;
        let stribeck = if section.has("stribeck") { Some(section.number("stribeck")?) } else { None };
        let at_rest = if section.has("static") {
            Some((section.number("static")?, stribeck))
        } else if stribeck.is_some() {
            let message = "there is no static friction that could fall; accepted: beside the key \"static\"";
            return Err(section.invalid("stribeck", message.into()));
        } else {
            None
        };
        Ok(Self { axis, coulomb, at_rest, viscous: section.number_or("viscous", 0.0)?, velocity })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointFriction<R> {
        JointFriction {
            axis: self.axis,
            coulomb: self.coulomb.evaluate(p),
            at_rest: self.at_rest.as_ref().map(|(f, v)| (f.evaluate(p), v.as_ref().map(|v| v.evaluate(p)))),
            viscous: self.viscous.evaluate(p),
            velocity: self.velocity.evaluate(p),
        }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
    fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        not_negative("coulomb", &self.coulomb, p)?;
        not_negative("viscous", &self.viscous, p)?;
        positive("velocity", &self.velocity, p)?;
        let Some((at_rest, stribeck)) = &self.at_rest else { return Ok(()) };
        let (at_rest, coulomb): (f64, f64) = (at_rest.evaluate(p), self.coulomb.evaluate(p));
        if at_rest < coulomb {
            return Err((
                "static",
                format!("found {at_rest:?} with coulomb = {coulomb:?}; accepted: at least coulomb"),
            ));
        }
        stribeck.iter().try_for_each(|v| positive("stribeck", v, p))
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        let at_rest = self.at_rest.iter().flat_map(|(f, v)| [f].into_iter().chain(v));
        [&self.coulomb, &self.viscous, &self.velocity].into_iter().chain(at_rest).any(|e| e.depends_on(&varied))
    }
}

impl<R: Real> Exerts<R> for JointFriction<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("dry friction in a joint: -F(v) tanh(v/u) - d v");
        let (_, v) = self.axis.motion(motion);
        let magnitude = self.at_rest.map_or(self.coulomb, |(at_rest, stribeck)| {
            let fall = v / stribeck.unwrap_or_else(|| self.velocity.scale(10.0));
            self.coulomb + (at_rest - self.coulomb) * (-fall.square()).exp()
        });
        let force = magnitude * Unary::Tanh.apply(v / self.velocity) + self.viscous * v;
        self.axis.add_force(loads, -force);
    }
}

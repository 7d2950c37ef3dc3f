//! Dry friction in a joint.

use super::dry_friction::DryFriction;
use super::kind::{Description, Exerts, not_negative};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
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
              explicit methods are some m u/F long. With \"mu*reaction\" for the magnitude it is that of the load: `reaction` is the \
              magnitude of the force that the joint's constraints exert (N, that of the output reaction_force at this instant); \
              formulation = \"absolute\" with generalized_alpha alone, and refused where constraints follow from others so that the \
              motion does not determine this force",
    keys: concat!(
        axis_keys!(),
        ", coulomb (N or N m: the magnitude F while it slides, over the parameters and reaction, as \"mu*reaction\", of a bearing with the \
           radius r \"mu*r*reaction\"), velocity (u, m/s or rad/s, default 0.01), static (N or \
         N m: F near rest, likewise, at least coulomb; default coulomb), stribeck (m/s or rad/s, default 10 velocity), viscous (N s/m or N m s/rad, default 0)"
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

/// What F may depend on: the magnitude of the force of the joint's constraints, N.
const REACTION: &str = "reaction";

/// The generalised force -(F_c + (F_s - F_c) exp(-(v/v_s)^2)) tanh(v/u) - d v.
#[derive(Clone, Debug)]
pub struct JointFriction<N> {
    axis: JointAxis,
    /// Its numbers, over the reaction.
    dry: DryFriction<Formula<N>>,
    sees_reaction: bool,
    viscous: N,
}

impl Description for JointFriction<Expr> {
    type At<R: Real> = JointFriction<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let axis = JointAxis::read(section)?;
        let units = axis.units();
        section.expect_units(&[("coulomb", units.force), ("static", units.force), ("viscous", units.damping)])?;
        section.expect_units(&[("velocity", units.velocity), ("stribeck", units.velocity)])?;
        let variables = [REACTION.to_string()];
        let dry = DryFriction::read(section, "coulomb", &variables)?;
        // the variable follows the parameters
        let own = section.parsed_expression(REACTION, &variables)?;
        let sees_reaction = dry.numbers().any(|e| e.depends_on(&|at| own == Expr::Parameter(at)));
        let dry = dry.map(|e| Formula::new(e.clone()));
        Ok(Self { axis, dry, sees_reaction, viscous: section.number_or("viscous", 0.0)? })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointFriction<R> {
        JointFriction {
            axis: self.axis,
            dry: self.dry.map(|formula| formula.evaluate(p)),
            sees_reaction: self.sees_reaction,
            viscous: self.viscous.evaluate(p),
        }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
    fn sees_reaction(&self) -> bool {
        self.sees_reaction
    }
    fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        not_negative("viscous", &self.viscous, p)?;
        // at 1 N
        self.dry.map(|formula| formula.evaluate::<f64>(p).value(&[1.0])).check("coulomb")
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.dry.numbers().any(|formula| formula.depends_on(0, varied)) || self.viscous.depends_on(&varied)
    }
}

impl<R: Real> Exerts<R> for JointFriction<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("dry friction in a joint: -F(v) tanh(v/u) - d v");
        let (_, v) = self.axis.motion(motion);
        let reaction = motion.reactions.get(self.axis.joint).copied().unwrap_or_else(R::zero);
        let force = self.dry.map(|formula| formula.value(&[reaction])).at(v) + self.viscous * v;
        self.axis.add_force(loads, -force);
    }
}

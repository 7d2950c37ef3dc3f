//! Stops of a joint.

use super::kind::{Description, Exerts, not_negative, positive};
use super::one_sided::OneSided;
use crate::model::Kind;
use crate::model::expression::{Expr, Steepness, between, smoothstep};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_limit",
    summary: "stops of a scalar joint coordinate: a spring and a damper that act beyond them only and never pull",
    keys: concat!(
        axis_keys!(),
        ", lower and/or upper (m or rad), stiffness (N/m or N m/rad), damping (N s/m or N m s/rad, default 0), depth (m \
         or rad: the penetration from which the damper acts fully, default 1e-3)"
    ),
    example: r#"[[force]]
name = "stops"
kind = "joint_limit"
joint = "rail"
lower = -0.02 # m
upper = 0.015 # m
stiffness = "stiffness" # N/m
damping = 5 # N s/m
depth = 0.01 # m
"#,
};

/// A stop of a joint: at the penetration p > 0 with rate p', the force is max(0, k p + d s(p/depth) p') away from the
/// stop, with s(x) = x^2 (3 - 2 x) between 0 and 1. It is continuous: the damper comes in with the penetration. The
/// spring has the potential k p^2 / 2.
#[derive(Clone, Debug)]
pub struct JointLimit<N> {
    axis: JointAxis,
    lower: Option<N>,
    upper: Option<N>,
    stiffness: N,
    damping: N,
    depth: N,
    /// The sides of each stop: whether it acts, and whether its damper acts fully.
    sides: [[Option<usize>; 2]; 2],
}

impl Description for JointLimit<Expr> {
    type At<R: Real> = JointLimit<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let axis = JointAxis::read(section)?;
        let units = axis.units();
        section.expect_units(&[("lower", units.position), ("upper", units.position), ("depth", units.position)])?;
        section.expect_units(&[("stiffness", units.stiffness), ("damping", units.damping)])?;
        let mut stop = |key| if section.has(key) { section.number(key).map(Some) } else { Ok(None) };
        let (lower, upper) = (stop("lower")?, stop("upper")?);
        if lower.is_none() && upper.is_none() {
            return Err(section.invalid("lower", "neither lower nor upper is given; a limit needs one or both".into()));
        }
        let mut sides = [[None; 2]; 2];
        for (of_stop, is_there) in sides.iter_mut().zip([lower.is_some(), upper.is_some()]) {
            if is_there {
                *of_stop = [1, 2].map(|grade| section.side("name", grade, Steepness::Bounded));
            }
        }
        Ok(Self {
            axis,
            lower,
            upper,
            sides,
            stiffness: section.number("stiffness")?,
            damping: section.number_or("damping", 0.0)?,
            depth: section.number_or("depth", 1e-3)?,
        })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointLimit<R> {
        JointLimit {
            axis: self.axis,
            lower: self.lower.as_ref().map(|e| e.evaluate(p)),
            upper: self.upper.as_ref().map(|e| e.evaluate(p)),
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            depth: self.depth.evaluate(p),
            sides: self.sides,
        }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
    fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        let at = |e: &Option<Expr>, absent: f64| e.as_ref().map_or(absent, |e| e.evaluate(p));
        let (lower, upper) = (at(&self.lower, f64::NEG_INFINITY), at(&self.upper, f64::INFINITY));
        if lower >= upper {
            return Err(("upper", format!("found {upper:?} with lower = {lower:?}; accepted: above lower")));
        }
        not_negative("stiffness", &self.stiffness, p)?;
        not_negative("damping", &self.damping, p)?;
        positive("depth", &self.depth, p)
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        let all = [&self.stiffness, &self.damping, &self.depth].into_iter().chain(&self.lower).chain(&self.upper);
        all.into_iter().any(|e| e.depends_on(&varied))
    }
}

impl<R: Real> JointLimit<R> {
    /// Returns the penetration of each stop (negative where there is none), its rate, the sign of the force, and its sides.
    fn penetrations(&self, motion: &Motion<'_, R>) -> Vec<(R, R, f64, [Option<usize>; 2])> {
        let (q, v) = self.axis.motion(motion);
        let [of_lower, of_upper] = self.sides;
        let lower = self.lower.map(|lower| (lower - q, -v, 1.0, of_lower));
        let upper = self.upper.map(|upper| (q - upper, v, -1.0, of_upper));
        lower.into_iter().chain(upper).collect()
    }
    /// Returns the force of a stop away from it.
    fn push(&self, depth: R, rate: R, [acts, is_full]: [Option<usize>; 2], motion: &Motion<'_, R>) -> R {
        let part = depth / self.depth;
        let growing = between(part);
        let held = |side: R| R::select(R::zero().less(side), R::one(), growing);
        let part = motion.sides.at(is_full, || part - R::one()).map_or_else(|| smoothstep(part), held);
        OneSided { stiffness: self.stiffness, damping: self.damping * part, depth, rate }.force(acts, motion)
    }
}

impl<R: Real> Exerts<R> for JointLimit<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("joint limit: max(0, k p + d s(p) p')");
        for (depth, rate, sign, sides) in self.penetrations(motion) {
            let force = self.push(depth, rate, sides, motion);
            self.axis.add_force(loads, force.scale(sign));
        }
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        let springs = self.penetrations(motion).into_iter();
        springs.fold(R::zero(), |sum, (p, ..)| sum + (self.stiffness * p.max(R::zero()).square()).scale(0.5))
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        self.penetrations(motion).into_iter().fold(R::zero(), |sum, (depth, rate, _, sides)| {
            let spring = self.stiffness * depth.max(R::zero());
            sum - (self.push(depth, rate, sides, motion) - spring) * rate
        })
    }
}

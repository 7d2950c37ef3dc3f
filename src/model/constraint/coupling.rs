//! Gears, racks and screws: coordinates of joints in a fixed ratio.

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::joint_axis::JointAxis;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;
use crate::plot::counted;

pub(super) const KIND: Kind = Kind {
    name: "coupling",
    summary: "a sum of factors times scalar joint coordinates is constant: gears, racks, screws; what it exerts on each of \
              them is `constraint_force`",
    keys: "joints = [a, b, ..], components = [..] (the numbers of their coordinates, from 1; needed where a joint has \
           several), factors = [..], value (m or rad; default that of the initial state)",
    example: r#"[[body]]
name = "wheel"
mass = 0.4 # kg
inertia = [0.003, 0.003, 0.005] # kg m^2
[[joint]]
name = "axle"
kind = "revolute"
between = ["ground", "wheel"]
at = [0, 0, 0] # m
axis = [0, 0, 1]
initial = { velocity = -6.0 } # rad/s
[[body]]
name = "bar"
mass = 0.6 # kg
inertia = [0.001, 0.004, 0.004] # kg m^2
[[joint]]
name = "guide"
kind = "prismatic"
between = ["ground", "bar"]
axis = [1, 0, 0]
initial = { velocity = 0.3 } # m/s
[[constraint]]
name = "rack"
kind = "coupling"
joints = ["guide", "axle"]
factors = [1, 0.05] # 1, m
"#,
};

/// A constraint of the kind `coupling`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Coupling<N> {
    terms: Vec<(JointAxis, N)>,
}

impl Description for Coupling<Expr> {
    type At<R: Real> = Coupling<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        let joints = section.texts("joints")?;
        let factors = section.list("factors")?;
        let components = if section.has("components") { Some(section.list("components")?) } else { None };
        let count = joints.len();
        for (key, found) in [("factors", factors.len()), ("components", components.as_ref().map_or(count, Vec::len))] {
            if found != count {
                return Err(section.invalid(
                    key,
                    format!("found {}; accepted: {count}, one per joint", counted(found as u64, "value")),
                ));
            }
        }
        let mut terms = Vec::new();
        for (i, (joint, factor)) in joints.iter().zip(factors).enumerate() {
            let component = components.as_ref().map(|all| all[i].clone());
            terms.push((JointAxis::named(section, ("joints", joint), ("components", component))?, factor));
        }
        let value = if section.has("value") { Some(section.number("value")?) } else { None };
        Ok((Self { terms }, value))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Coupling<R> {
        Coupling { terms: self.terms.iter().map(|(axis, factor)| (*axis, factor.evaluate(p))).collect() }
    }
    fn axes(&self) -> Vec<JointAxis> {
        self.terms.iter().map(|(axis, _)| *axis).collect()
    }
}

impl<R: Real> Coupling<R> {
    /// Returns the coupling in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Coupling<S> {
        Coupling { terms: self.terms.iter().map(|(axis, factor)| (*axis, f(*factor))).collect() }
    }
}

impl<R: Real> Constrains<R> for Coupling<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        let terms = self.terms.iter().map(|(axis, factor)| axis.motion(motion).0 * *factor);
        terms.fold(R::zero(), |sum, term| sum + term)
    }
    fn is_angle(&self) -> bool {
        self.terms.first().is_some_and(|(axis, _)| axis.unit == "rad")
    }
    fn act(&self, _: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        self.terms.iter().for_each(|(axis, factor)| axis.add_force(loads, *factor * multiplier));
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        self.terms.iter().map(|(_, factor)| -(*factor * multiplier)).collect()
    }
}

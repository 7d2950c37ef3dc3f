//! What a user may take for something else.

use super::Mechanism;
use super::expression::Expr;
use super::names::ConstraintShape;
use super::output::Output;

impl Mechanism {
    /// Returns what the mechanism's outputs do not tell although their names may suggest it: a sentence each.
    pub fn advice(&self) -> Vec<String> {
        let mut advice = self.other_reactions();
        advice.extend(self.forces_of_nothing());
        advice
    }

    /// Returns messages about reactions of joints that constraints act along, too.
    fn other_reactions(&self) -> Vec<String> {
        let shapes: Vec<ConstraintShape> = self.constraints.iter().map(|c| c.shape()).collect();
        let of = |output: &Output<Expr>| {
            let (joint, is_torque) = output.quantity.reaction()?;
            let unit = if is_torque { "N m" } else { "N" };
            let acts = |shape: &&ConstraintShape| {
                shape.axes.iter().zip(&shape.units).any(|(axis, its)| axis.0 == joint && *its == unit)
            };
            let ConstraintShape { name, .. } = shapes.iter().find(acts)?;
            Some(format!(
                "the reaction {:?} does not hold what the constraint {name:?} exerts in the joint {:?}: an output of \
                 quantity = \"constraint_force\" tells that",
                output.name,
                self.joints.get(joint)?.name
            ))
        };
        self.outputs.iter().filter_map(of).collect()
    }

    /// Returns messages about forces in joints where none acts.
    fn forces_of_nothing(&self) -> Vec<String> {
        let of = |output: &Output<Expr>| {
            let (joint, coordinates) = output.quantity.joint_force()?;
            let acts = |place: &usize| {
                self.forces
                    .iter()
                    .filter_map(|force| force.axis())
                    .any(|axis| (axis.joint, axis.component) == (joint, *place))
            };
            let name = &self.joints.get(joint)?.name;
            let is_zero = !coordinates.iter().any(acts);
            is_zero.then(|| format!("no force acts in the joint {name:?}: the joint force {:?} is zero", output.name))
        };
        self.outputs.iter().filter_map(of).collect()
    }
}

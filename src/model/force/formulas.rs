//! Formulas of forces: they depend on the time, on the motion and on the variables of the scenario. Those of motors may use
//! the coordinates of all joints.

use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::model::state::Motion;
use crate::model::triple::Triple;
use crate::num::Real;

/// Reads three formulas of some variables, which those of the scenario follow; whether their sides are held is given.
pub(super) fn read_formulas(
    section: &mut dyn Section,
    key: &str,
    variables: &[&str],
    is_held: bool,
) -> Result<Triple<Formula<Expr>>, Invalid> {
    let names = with_variables(section, variables);
    let expressions = section.expressions(key, 3, &names)?;
    let held = expressions.into_iter().map(|e| if is_held { section.hold(key, e, &names) } else { e });
    held.map(Formula::new)
        .collect::<Vec<Formula<Expr>>>()
        .try_into()
        .map_err(|_| section.invalid(key, "expected 3 expressions".into()))
}

/// Reads a formula of some variables, which those of the scenario follow.
pub(super) fn read_formula(section: &mut dyn Section, key: &str, variables: &[&str]) -> Result<Formula<Expr>, Invalid> {
    let names = with_variables(section, variables);
    let expression = section.expression(key, &names)?;
    Ok(Formula::new(section.hold(key, expression, &names)))
}

/// Returns the given names, then those of the variables of the scenario.
fn with_variables(section: &dyn Section, names: &[&str]) -> Vec<String> {
    let all = section.names();
    let variables = all.variables.iter().map(|v| v.name.clone());
    names.iter().map(|n| n.to_string()).chain(variables).collect()
}

/// Says what a formula of a motor may use besides the variables of its kind.
macro_rules! of_all_joints {
    () => {
        "variables of the scenario, and the coordinates and velocities of all joints, as elbow.q and elbow.v, of several \
         sleeve.q.1, as outputs have them"
    };
}
pub(super) use of_all_joints;

/// Holds a formula of some variables, those of the scenario, and the coordinates and velocities of all joints.
#[derive(Clone, Debug)]
pub(super) struct MotorFormula<N> {
    formula: Formula<N>,
    /// How many variables come before the coordinates of joints.
    others: usize,
    /// The degrees of freedom of every joint.
    degrees: Vec<usize>,
    /// Which joints the formula uses, where parameters have their values.
    uses: Vec<bool>,
}

impl MotorFormula<Expr> {
    /// Makes a formula that is zero.
    pub(super) fn zero() -> Self {
        let formula = Formula::new(Expr::Constant(0.0));
        Self { formula, others: 0, degrees: Vec::new(), uses: Vec::new() }
    }
    /// Reads as many formulas of these variables; one is not in brackets.
    pub(super) fn read(
        section: &mut dyn Section,
        key: &str,
        variables: &[&str],
        count: usize,
    ) -> Result<Vec<Self>, Invalid> {
        let mut names = with_variables(section, variables);
        let (others, all) = (names.len(), section.names());
        let degrees: Vec<usize> = all.joints.iter().map(|joint| joint.units().len()).collect();
        for (joint, degrees) in all.joints.iter().zip(&degrees) {
            for kind in ["q", "v"] {
                let name = |i: usize| if *degrees == 1 { String::new() } else { format!(".{}", i + 1) };
                names.extend((0..*degrees).map(|i| format!("{}.{kind}{}", joint.name, name(i))));
            }
        }
        let expressions = match count {
            1 => vec![section.expression(key, &names)?],
            _ => section.expressions(key, count, &names)?,
        };
        let of = |expression| {
            let formula = Formula::new(section.hold(key, expression, &names));
            Self { formula, others, degrees: degrees.clone(), uses: Vec::new() }
        };
        Ok(expressions.into_iter().map(of).collect())
    }
    /// Says whether the formula depends on its own variable of this number; it is over that many parameters.
    pub(super) fn uses_own(&self, parameters: usize, own: usize) -> bool {
        self.formula.depends_on(parameters, |at| at == own)
    }
    /// Gives the parameters their values.
    pub(super) fn evaluate<R: Real>(&self, parameters: &[R]) -> MotorFormula<R> {
        let mut first = self.others;
        let uses = self.degrees.iter().map(|degrees| {
            let places = first..first + 2 * degrees;
            first = places.end;
            self.formula.depends_on(parameters.len(), |at| places.contains(&at))
        });
        MotorFormula {
            uses: uses.collect(),
            formula: self.formula.evaluate(parameters),
            others: self.others,
            degrees: self.degrees.clone(),
        }
    }
}

impl<R: Real> MotorFormula<R> {
    /// Returns the value of the formula for values of its own variables.
    pub(super) fn value(&self, own: &[R], motion: &Motion<'_, R>) -> R {
        let mut values = formula_values(own, motion);
        if self.uses.contains(&true) {
            for ((joint, uses), degrees) in motion.joints.iter().zip(&self.uses).zip(&self.degrees) {
                if *uses {
                    values.extend(joint.all_coordinates());
                    values.extend(joint.all_velocities());
                } else {
                    values.extend(vec![R::zero(); 2 * degrees]);
                }
            }
        }
        self.formula.value_on(&values, motion.sides)
    }
}

/// Returns the values of what a formula depends on: those of the force itself, then the variables of the scenario.
pub(super) fn formula_values<R: Real>(own: &[R], motion: &Motion<'_, R>) -> Vec<R> {
    own.iter().chain(motion.variables).copied().collect()
}

//! Derivatives that there are none of, since a parameter is at a kink of an expression.

use super::Study;
use crate::model::Mechanism;
use crate::model::expression::Kink;

/// A kink that a parameter may be at, with the output component that it is of; of what the motion depends on it is of all that do.
type KinkOf = (Option<usize>, Kink);

/// The kinks that parameters of derivatives may be at.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinks {
    all: Vec<KinkOf>,
    /// The output components that are formulas of parameters alone, whatever the motion.
    still: Vec<usize>,
}

/// Returns the kinks of a mechanism that parameters of derivatives decide, also of formulas over outputs that have some.
pub(super) fn of(mechanism: &Mechanism) -> Kinks {
    let (count, by) = (mechanism.parameters.len(), mechanism.differentiated_by_parameters());
    if by.is_empty() {
        return Kinks::default();
    }
    let mut all: Vec<KinkOf> = mechanism.kinks.iter().map(|kink| (None, kink.clone())).collect();
    let (mut column, mut still) = (0, Vec::new());
    for output in &mechanism.outputs {
        if let Some(formula) = output.quantity.formula() {
            // the first variable of a formula is the time
            let reads = |other: usize| formula.depends_on(count, |variable| variable == other + 1);
            let of_others = |(of, kink): &KinkOf| of.filter(|of| reads(*of)).map(|_| (Some(column), kink.clone()));
            let inherited: Vec<KinkOf> = all.iter().filter_map(of_others).collect();
            all.extend(inherited);
            still.extend((!formula.depends_on(count, |_| true)).then_some(column));
            all.extend(formula.kinks(count).into_iter().map(|kink| (Some(column), kink)));
        }
        column += output.quantity.components().len();
    }
    all.retain(|(_, kink)| kink.depends_on(&|at| by.contains(&at)));
    Kinks { all, still }
}

impl Study {
    /// Says whether there may be no derivative by a parameter for some values of it: see [`Study::empty_at_kinks`].
    pub fn has_kinks(&self) -> bool {
        !self.kinks.all.is_empty()
    }

    /// Takes away the derivatives by parameters that are at a kink, for values of all parameters.
    pub(in crate::ensemble) fn empty_at_kinks(&self, parameters: &[f64], outputs: &mut [f64]) {
        let near: Vec<&KinkOf> = self.kinks.all.iter().filter(|(_, kink)| kink.is_near(parameters)).collect();
        if near.is_empty() {
            return;
        }
        let by = self.mechanism.differentiated_by_parameters();
        let is_met = |column: usize, k: usize| {
            let own = |of: &Option<usize>| of.map_or(!self.kinks.still.contains(&column), |of| of == column);
            near.iter().any(|(of, kink)| own(of) && kink.is_met(parameters, by[k]))
        };
        let first = self.derivatives.iter().filter(|(_, of)| is_met(of.column, of.by));
        let second = self.second_derivatives.iter().filter(|(_, of)| of.by.iter().any(|k| is_met(of.column, *k)));
        let places: Vec<usize> = first.map(|(place, _)| *place).chain(second.map(|(place, _)| *place)).collect();
        places.iter().for_each(|place| outputs[*place] = f64::NAN);
        if !places.is_empty() {
            self.angular_sensitivities.iter().for_each(|of| of.write(outputs));
        }
    }
}

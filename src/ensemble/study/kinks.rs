//! Derivatives that there are none of, since a parameter is at a kink of an expression.

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

impl Kinks {
    /// Says whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns what tells of an output component and a parameter whether there is no derivative, for values of all parameters; nothing
    /// where there are all.
    pub(super) fn met<'a>(&'a self, parameters: &'a [f64]) -> Option<impl Fn(usize, usize) -> bool + 'a> {
        let near: Vec<&KinkOf> = self.all.iter().filter(|(_, kink)| kink.is_near(parameters)).collect();
        if near.is_empty() {
            return None;
        }
        Some(move |column: usize, by: usize| {
            let own = |of: &Option<usize>| of.map_or(!self.still.contains(&column), |of| of == column);
            near.iter().any(|(of, kink)| own(of) && kink.is_met(parameters, by))
        })
    }
}

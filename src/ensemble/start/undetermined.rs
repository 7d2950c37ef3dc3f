//! Which outputs the equations of motion do not determine, where some constraints follow from others: parts of
//! reactions, and what is made of them.

use crate::formulation::Formulated;
use crate::linalg::{DVector, IndependentRows};
use crate::model::{Inconsistent, Mechanism};
use crate::problem::{Constrained, Unknowns};

/// What changes by more with multipliers of unit length that exert nothing, N or N m and relative, is not determined. The
/// multipliers are known to what rounding makes of the zeros that they were found by.
const TOLERANCE: f64 = 1e-7;

/// What depends on multipliers: the outputs, the events and the equations of motion.
type Seen = [Vec<f64>; 3];

/// Returns the output components that the motion does not determine, by their numbers, from positions that hold all
/// constraints: those that multipliers change although they exert no force, at any of the positions.
///
/// # Errors
/// An output of which no component is determined, an event, a rate of a variable or friction by reactions that is not.
pub(in crate::ensemble) fn undetermined_columns(
    unreduced: &Formulated,
    mechanism: &Mechanism,
    (positions, rows): (&[Vec<f64>], &IndependentRows),
) -> Result<Vec<usize>, Inconsistent> {
    if rows.redundant.is_empty() {
        return Ok(Vec::new());
    }
    let defaults = mechanism.defaults();
    let mut system = unreduced.clone().with_rows(&rows.kept).system(mechanism, &defaults);
    let (_, mut v) = unreduced.initial(mechanism, &defaults);
    // a motion without zeros, that nothing is hidden by a factor
    v.iter_mut().enumerate().for_each(|(i, v)| *v += 0.1 * (1.0 + i as f64).sin());
    let (n, m) = (unreduced.layout().quadratures().start, unreduced.constraint_count());
    let rate: Vec<f64> = (0..n).map(|i| (0.3 + i as f64).cos()).collect();
    let some = DVector::from_fn(m, |i, _| (0.7 + 1.3 * i as f64).cos());
    let mut changed: [Vec<bool>; 3] = Default::default();
    let regular = positions.iter().enumerate().filter(|(i, _)| !rows.singular.contains(i));
    for ((_, q), free) in regular.zip(&rows.dependences) {
        let mut seen = |multipliers: &DVector<f64>| -> Seen {
            let known = Unknowns { rate: &rate, multipliers: multipliers.as_slice() };
            let mut all = Seen::default();
            system.outputs(0.0, (q, &v), Some(known), &mut all[0]);
            system.events(0.0, (q, &v), Some(known), &mut all[1]);
            system.residual(0.0, q, &v, 1.0, known, &mut all[2]);
            all
        };
        let before = seen(&some);
        for z in free.column_iter() {
            for ((changed, a), b) in changed.iter_mut().zip(&before).zip(seen(&(&some + z))) {
                changed.resize(a.len(), false);
                let moves = a.iter().zip(&b).map(|(a, b)| (a - b).abs() > TOLERANCE * (1.0 + a.abs()));
                changed.iter_mut().zip(moves).for_each(|(changed, moves)| *changed |= moves);
            }
        }
    }
    refuse(mechanism, &changed, n)?;
    Ok((0..changed[0].len()).filter(|c| changed[0][*c]).collect())
}

/// Refuses what has no value at all, or decides the motion or its events without having one.
fn refuse(mechanism: &Mechanism, changed: &[Vec<bool>; 3], velocities: usize) -> Result<(), Inconsistent> {
    let [columns, events, equations] = changed;
    let cause = "some constraints follow from others, so that many reactions have the same forces on the bodies";
    let mut first = 0;
    for (i, output) in mechanism.outputs.iter().enumerate() {
        let own = first..first + output.quantity.components().len();
        first = own.end;
        if !own.is_empty() && columns[own].iter().all(|changed| *changed) {
            let key = if output.quantity.is_formula() { "expression" } else { "quantity" };
            let message = format!(
                "no component of {:?} is determined by the motion: {cause}; accepted: reactions of which the motion \
                 determines a component, those of least norm (undetermined = \"minimum_norm\"), or joints that lock no more than they need (`gyrosweep check` names the \
                 constraints that are left out)",
                output.name
            );
            return Err(Inconsistent { part: ("output", i, key), message });
        }
    }
    let undetermined = |what: &str, name: &str| {
        format!(
            "the {what} of {name:?} is made of reactions that the motion does not determine: {cause}; accepted: outputs \
             that are determined, or reactions of least norm (undetermined = \"minimum_norm\")"
        )
    };
    if let Some(i) = events.iter().position(|changed| *changed) {
        let message = undetermined("expression", &mechanism.events[i].name);
        return Err(Inconsistent { part: ("event", i, "expression"), message });
    }
    let own = velocities - mechanism.variables.len()..velocities;
    if let Some(friction) = mechanism.forces.iter().position(|force| force.sees_reaction())
        && equations[..own.start].iter().any(|changed| *changed)
    {
        let message = format!(
            "the magnitude of the joint's reaction is not determined by the motion: {cause}; accepted: joints that lock no more than \
             they need (`gyrosweep check` names the constraints that are left out), or friction of a given size"
        );
        return Err(mechanism.wrong_force(friction, "coulomb", message));
    }
    if let Some(i) = equations[own].iter().position(|changed| *changed) {
        let message = undetermined("rate", &mechanism.variables[i].name);
        return Err(Inconsistent { part: ("variable", i, "rate"), message });
    }
    Ok(())
}

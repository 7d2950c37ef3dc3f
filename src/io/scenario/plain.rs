//! Functions of parameters alone: scenarios in which nothing moves, whose outputs are expressions.

use super::keys::Keys;
use super::method;
use crate::ensemble::{Method, Steps};
use crate::formulation;
use crate::integrator;
use crate::model::output::Output;
use crate::model::{Expr, Invalid, Mechanism, Section, TimeReduction};

/// What a scenario may say of functions, for `gyrosweep list`.
pub(super) const PLAIN: &str = "a scenario of [parameters] and outputs of the quantity \"expression\" alone, without a body, beam or \
     variable, is a function of parameters: it needs no [method], and members take one evaluation each";

/// Tables of what moves, or of how it does: a function has none.
const OF_MOTION: [&str; 16] = [
    "gravity",
    "body",
    "beam",
    "joint",
    "constraint",
    "force",
    "variable",
    "sampled",
    "event",
    "signal",
    "base",
    "method",
    "start",
    "sampling",
    "periodic",
    "statics",
];

/// Returns a table of what moves, if a scenario has one.
fn of_motion(root: &Keys<'_>) -> Option<&'static str> {
    OF_MOTION.into_iter().find(|table| root.get(table).is_some())
}

/// Tells whether a scenario is a function of parameters.
pub(super) fn is_plain(root: &Keys<'_>) -> bool {
    root.get("output").is_some() && of_motion(root).is_none()
}

/// Says that nothing is there that may move.
pub(super) fn nothing_moves(root: &Keys<'_>) -> Invalid {
    let function = of_motion(root).map(|table| {
        format!("; a function of parameters, whose outputs are expressions, needs none of them, and has no {table:?}")
    });
    let message = "a mechanism needs at least one [[body]], [[beam]] or [[variable]]";
    root.missing("body", &format!("{message}{}", function.unwrap_or_default()))
}

/// Reads how members of a mechanism run, as [`method::read`] does; members of a function take one evaluation.
pub(super) fn read_method(
    root: &mut Keys<'_>,
    mechanism: &Mechanism,
    (is_run, has_method): (bool, bool),
) -> Result<(Method, Vec<usize>), Invalid> {
    let is_function = is_run && is_plain(root);
    let (method, errors) = method::read(root, mechanism, has_method)?;
    if !is_function {
        return Ok((method, errors));
    }
    check(root, &mechanism.outputs, mechanism.parameters.len())?;
    Ok((one_evaluation(method), errors))
}

/// Fails where an output of a function is no expression, or depends on the time, of which it knows nothing.
fn check(root: &Keys<'_>, outputs: &[Output<Expr>], parameters: usize) -> Result<(), Invalid> {
    for (at, output) in outputs.iter().enumerate() {
        let wrong = |key: &str, message: String| Err(root.invalid(&format!("output[{at}].{key}"), message));
        let of_functions = "in a function of parameters, in which nothing moves; accepted:";
        let Some(formula) = output.quantity.formula() else {
            return wrong("quantity", format!("found what is no expression {of_functions} \"expression\""));
        };
        if output.reduction != TimeReduction::End {
            return wrong("over", format!("found {:?} {of_functions} no over", output.reduction.name()));
        }
        if formula.depends_on(parameters, |at| at == 0) {
            let message = "found the time t, which a function of parameters knows nothing of; accepted: parameters, and columns of \
                           outputs before it";
            return wrong("expression", message.into());
        }
    }
    Ok(())
}

/// Returns the method of a function: one step, in which nothing moves.
fn one_evaluation(method: Method) -> Method {
    let (formulation, integrator) = (formulation::find("joint"), integrator::find("euler"));
    Method {
        formulation: formulation.unwrap_or(method.formulation),
        integrator: integrator.unwrap_or(method.integrator),
        steps: Steps::Fixed(Expr::Constant(1.0)),
        ..method
    }
}

//! The parameters by which outputs are differentiated.

use super::keys::Keys;
use crate::ensemble::{Method, Steps};
use crate::integrator::{Form, Simplification};
use crate::io::pattern::{fits, is_pattern};
use crate::model::expression::Steepness;
use crate::model::output::Output;
use crate::model::{Expr, Invalid, Mechanism, Section};

/// What a scenario may say of derivatives by parameters, for `gyrosweep list`.
pub(super) const SENSITIVITY: &str = "parameters = [\"mass\", ..] (names or patterns, as \"k_*\") | \"all\": the derivative of every output component by each of \
                               these parameters, as a column like d(com.x)/d(mass) in all results, and of every quaternion q the rotation vector \
                               W(q)/d(mass) in axes of the body, rad: dR = R W~; second = [\"energy\", ..] | \"all\": for these outputs of one component \
                               the second derivatives by each pair of the parameters, too, as columns like d2(energy)/d(mass)d(arm), where no \
                               parameter moves a time; method = direct | adjoint (at the end of \
                               runs without [sampling], on the CPU, for many parameters and few outputs); an extreme that comes back has a derivative where those \
                               of all its places agree; \
                               one at a kink, as the least abs(x - 1), has that of the value where both sides meet, and one at the \
                               end of a run moves with this; where it comes back otherwise, at its end or within, and of outputs by \
                               a parameter that is at a kink or a jump of an expression, as abs(p) at p = 0, there is none: it is \
                               left empty, and the run says so; lengths of adaptive steps count as given, also \
                               of the first one, which depends on parameters where first_step does not set it; control = true has the errors of \
                               first derivatives count as well (with a tolerance and method = direct): each is kept below the tolerance as the state is, \
                               an absolute one taken over the default value of the parameter, which costs steps where derivatives change \
                               faster than the motion (default true where a power between 1 and 2 may begin, as that of Hertz in a contact; else false: \
                               the error of the state alone decides, and derivatives of what rests or hardly moves may be wrong); simplified, of generalized_alpha, leaves out what Table 4 of Bruels and Eberhard \
                               (2008) does = reference_free (that increments are from rotations which depend on parameters; form = linear \
                               or residual) | without_k_g (the derivative of T^T; likewise) | symmetric_stiffness";

/// Reads `[sensitivity]`: returns the mechanism with the derivatives of its outputs, and sets what derivatives of steps of a
/// method leave out.
pub(super) fn read(root: &mut Keys<'_>, mechanism: Mechanism, method: &mut Method) -> Result<Mechanism, Invalid> {
    const KEY: &str = "parameters";
    if !root.has("sensitivity") {
        return Ok(mechanism);
    }
    let sampled = root.has("sampling");
    let mut section = root.table("sensitivity")?;
    let names: Vec<&str> = mechanism.parameters.iter().map(|p| p.name.as_str()).collect();
    if names.is_empty() {
        return Err(section.invalid(KEY, "the scenario has no [parameters] to differentiate by".into()));
    }
    let places = chosen(&mut section, KEY, "parameter", &names)?;
    if section.has("simplified") {
        method.implicit.simplification = Some(simplification(&mut section, method)?);
    }
    const METHODS: [&str; 2] = ["direct", "adjoint"];
    let by_adjoint = section.has("method") && section.choice("method", &METHODS)? == METHODS[1];
    if by_adjoint && method.implicit.simplification.is_some() {
        let message = "found with method = \"adjoint\", whose derivatives are complete; accepted: method = \"direct\"";
        return Err(section.invalid("simplified", message.into()));
    }
    if by_adjoint && sampled {
        let message = "found \"adjoint\" with [sampling], whose samples would have no derivatives; accepted: method = \
                       \"direct\", or no [sampling]";
        return Err(section.invalid("method", message.into()));
    }
    if section.has(CONTROL) {
        if section.flag(CONTROL)? {
            control(&section, by_adjoint, method)?;
        }
    } else if let (Steps::Adaptive(adaptive), false) = (&mut method.steps, by_adjoint) {
        // derivatives change faster than the motion where a power begins
        adaptive.derivatives = mechanism.steepness == Steepness::Bends;
    }
    let twice = if section.has(SECOND) { second(&mut section, &mechanism, by_adjoint, method)? } else { Vec::new() };
    section.finish()?;
    let differentiated = mechanism.differentiated_by(&places).with_second_derivatives(&twice);
    Ok(if by_adjoint { differentiated.with_adjoint() } else { differentiated })
}

/// Returns the places of what a key names, or of all.
pub(super) fn chosen(section: &mut Keys<'_>, key: &str, what: &str, names: &[&str]) -> Result<Vec<usize>, Invalid> {
    /// Stands for all names.
    const ALL: &str = "all";
    if let Ok(word) = section.text(key) {
        let message = format!("found {word:?}; accepted: {ALL:?}, or names in brackets, as in [{:?}]", names[0]);
        return if word == ALL { Ok((0..names.len()).collect()) } else { Err(section.invalid(key, message)) };
    }
    let mut places = Vec::new();
    for name in section.texts(key)? {
        if is_pattern(&name) && !names.contains(&name.as_str()) {
            let fitting: Vec<usize> = (0..names.len()).filter(|at| fits(&name, names[*at])).collect();
            if fitting.is_empty() {
                section.place_of(key, &name, what, names)?;
            }
            places.extend(fitting.into_iter().filter(|at| !places.contains(at)).collect::<Vec<_>>());
            continue;
        }
        let place = section.place_of(key, &name, what, names)?;
        if places.contains(&place) {
            return Err(section.invalid(key, format!("{name:?} comes twice")));
        }
        places.push(place);
    }
    if places.is_empty() {
        let message = format!("found no names; accepted: {ALL:?}, or some of {}", names.join(", "));
        return Err(section.invalid(key, message));
    }
    Ok(places)
}

/// Names outputs that are differentiated twice.
const SECOND: &str = "second";

/// Returns the places of the outputs that are differentiated twice.
fn second(
    section: &mut Keys<'_>,
    mechanism: &Mechanism,
    by_adjoint: bool,
    method: &Method,
) -> Result<Vec<usize>, Invalid> {
    if by_adjoint {
        let message = "found with method = \"adjoint\", which has first derivatives; accepted: method = \"direct\"";
        return Err(section.invalid(SECOND, message.into()));
    }
    if method.implicit.simplification.is_some() {
        let message = "found with simplified derivatives of steps; accepted: without the key \"simplified\"";
        return Err(section.invalid(SECOND, message.into()));
    }
    let has_second = Output::<Expr>::has_second_derivatives;
    let all: Vec<usize> = (0..mechanism.outputs.len()).filter(|at| has_second(&mechanism.outputs[*at])).collect();
    let names: Vec<&str> = all.iter().map(|at| mechanism.outputs[*at].name.as_str()).collect();
    if names.is_empty() {
        let message =
            "found no output of one component; accepted: with such an [[output]], as of quantity = \"energy\"";
        return Err(section.invalid(SECOND, message.into()));
    }
    for name in section.texts(SECOND).unwrap_or_default() {
        if let Some(output) = mechanism.outputs.iter().find(|o| o.name == name && !has_second(o)) {
            let what = match output.columns().len() {
                1 => "is known after a run only".to_string(),
                count => format!("has {count} components"),
            };
            return Err(section.invalid(SECOND, format!("{name:?} {what}; accepted: some of {}", names.join(", "))));
        }
    }
    Ok(chosen(section, SECOND, "scalar output", &names)?.into_iter().map(|place| all[place]).collect())
}

/// Has the errors of derivatives count in the control of steps.
const CONTROL: &str = "control";

/// Has the errors of derivatives decide the steps of a method, too.
fn control(section: &Keys<'_>, by_adjoint: bool, method: &mut Method) -> Result<(), Invalid> {
    if by_adjoint {
        let message =
            "found with method = \"adjoint\", which goes back over steps that are made; accepted: method = \"direct\"";
        return Err(section.invalid(CONTROL, message.into()));
    }
    let Steps::Adaptive(adaptive) = &mut method.steps else {
        let message =
            "found with equal steps, which no error decides; accepted: a tolerance in place of the step in [method]";
        return Err(section.invalid(CONTROL, message.into()));
    };
    adaptive.derivatives = true;
    Ok(())
}

fn simplification(section: &mut Keys<'_>, method: &Method) -> Result<Simplification, Invalid> {
    const KEY: &str = "simplified";
    let words: Vec<&str> = Simplification::ALL.iter().map(|(word, _)| *word).collect();
    let word = section.choice(KEY, &words)?;
    let found = Simplification::ALL.iter().find(|(w, _)| *w == word).map(|(_, found)| *found);
    let found = found.ok_or_else(|| section.invalid(KEY, format!("unknown simplification {word:?}")))?;
    if !method.integrator.implicit().is_some_and(|scheme| scheme.has_settings) {
        let message =
            format!("{:?} has none; this belongs to integrator = \"generalized_alpha\"", method.integrator.name);
        return Err(section.invalid(KEY, message));
    }
    if method.implicit.form == Form::Geometric && found != Simplification::SymmetricStiffness {
        let message =
            format!("{word:?} belongs to form = \"linear\" or \"residual\"; accepted: \"symmetric_stiffness\"");
        return Err(section.invalid(KEY, message));
    }
    Ok(found)
}

//! How a scenario sets an implicit integrator.

use super::keys::Keys;
use crate::integrator::newton::{Criterion, Newton, Refresh, Stiffness, TangentOperator};
use crate::integrator::{
    self, Coefficients, Form, Group, Implicit, Index, Integrator, Start, implicit_names, names_with_stages,
};
use crate::lie::RotationChart;
use crate::model::{Invalid, Section};
use crate::plot::counted;

/// What a scenario may say of an implicit integrator, for `gyrosweep list`.
pub(super) const IMPLICIT: &str = "of generalized_alpha: rho_inf (spectral radius at infinity, 0 to 1; default 0.9), or hht_alpha (-1/3 to 0), or newmark \
     = [beta, gamma]; index = 3 (positions hold the constraints; default, with equal steps only: where their length changes multipliers are wrong; with very short ones they are rounding over h^2) | 2 \
     (velocities, too: the stabilised formulation of Gear, Gupta, Leimkuhler; default with a tolerance); start = optimal (multipliers of order 2, for which velocities at the start of a mechanism with constraints are moved by the order of step^2: \
     samples and events at t = 0 see that; default but with beams that are damped) | plain (a = v', as in the papers; velocities stay as given); form = geometric (default) | linear \
     (the rates of coordinates of the increments of rotations) | residual (forces at both ends of a step weighted: of order 1 with large rotations), of \
     Bruels and Eberhard (2008), the last two with equal steps, start = plain, and increment = conformal_rotation_vector (default) | \
     rotation_vector; of radau2a: stages = 2 (order 3; default) | 3 (order 5); of radau2a, dg and cg: group = se3 (default: position and \
     rotation of a free body are one element and move along screws, so that the choice of its reference point changes nothing; \
     joint coordinates move as they do) | r3so3 (positions and rotations each for themselves: less arithmetic and with radau2a often \
     smaller errors, but dg then has order 1 of velocities, accelerations and reactions wherever constraints act); a body that spins \
     freely by 0.35 rad a step loses 0.5 % of its linear momentum and 1.3 % of its angular one in a turn on se3 with dg or \
     two stages, 0.003 % with three; r3so3 keeps the linear one; of all: newton = { \
     criterion = balance (default: what is left of the equations of motion as a part, relative, of the sizes of the terms in them, and of the \
     constraints as a part of the coordinates, or within absolute, N and N m, m and rad; default 1e-13, 0; the iteration begins with the \
     last accelerations and multipliers) | residual (that of the papers: a part of the residual at the predictor, where accelerations and \
     multipliers are zero, or absolute, N, N m, m, rad in one norm; default 1e-8, 1e-10, which leaves errors that do not fall with the step \
     where steps are short) | increment (of the unknowns; default 1e-6, 1e-9), relative, absolute; whatever is asked for, a step is solved \
     where a solution moves the coordinates by their rounding alone, iterations (at most; default 25, or 100 where the matrix is not exact), tangent \
     = exact | neglected, stiffness = complete | applied, kind = full | modified | quasi }";

/// Reads the keys of an implicit integrator, whose steps may be adaptive.
pub(super) fn read(section: &mut Keys<'_>, integrator: &Integrator, is_adaptive: bool) -> Result<Implicit, Invalid> {
    let mut implicit = Implicit::default();
    let given: Vec<&str> =
        ["rho_inf", "hht_alpha", "newmark", "newton", "start", "index", "form", "increment", "group"]
            .into_iter()
            .filter(|key| section.has(key))
            .collect();
    if let (Some(key), false) = (given.first(), integrator.is_implicit()) {
        let message = format!("{:?} is explicit; this belongs to integrator = {}", integrator.name, implicit_names());
        return Err(section.invalid(key, message));
    }
    let is_set = integrator.implicit().is_some_and(|scheme| scheme.has_settings);
    let has_stages = integrator.has_stages();
    if section.has("group") && !has_stages {
        let message = format!(
            "{:?} has no choice of groups; this belongs to integrator = {}",
            integrator.name,
            names_with_stages()
        );
        return Err(section.invalid("group", message));
    }
    if let (Some(key), false) = (given.iter().find(|key| !["newton", "group"].contains(key)), is_set) {
        let message = format!(
            "{:?} has no coefficients, forms or index; this belongs to integrator = \"generalized_alpha\"; accepted: newton{}",
            integrator.name,
            if has_stages { ", group" } else { "" },
        );
        return Err(section.invalid(key, message));
    }
    if let [first, second, ..] = given[..]
        && !["newton", "start", "index", "form", "increment"].contains(&second)
    {
        return Err(section.invalid(second, format!("{first} gives the coefficients already; give one of them")));
    }
    read_coefficients(section, &mut implicit.coefficients)?;
    if section.has("group") {
        let words: Vec<&str> = Group::ALL.iter().map(|(word, _)| *word).collect();
        let word = section.choice("group", &words)?;
        implicit.group = Group::ALL.iter().find(|(w, _)| *w == word).map_or(Group::default(), |(_, group)| *group);
    }
    if section.has("newton") {
        let mut inner = section.table("newton")?;
        implicit.newton = read_newton(&mut inner)?;
        let Newton { operator, stiffness, .. } = implicit.newton;
        let inexact =
            [("tangent", operator != TangentOperator::Exact), ("stiffness", stiffness != Stiffness::Complete)];
        if let (Some((key, _)), true) = (inexact.iter().find(|(_, is_inexact)| *is_inexact), has_stages) {
            let message = format!("{:?} has the exact matrix alone; accepted: no {key}", integrator.name);
            return Err(inner.invalid(key, message));
        }
        inner.finish()?;
    }
    // where the length of steps changes, velocities that miss the constraints by what is of the order of the error of one step
    // make those of the next one miss by more, and the multipliers swing
    implicit.index = if is_set && is_adaptive { Index::Two } else { Index::Three };
    if section.has("index") {
        implicit.index = read_index(section, is_adaptive)?;
    }
    implicit.form = read_form(section, is_adaptive)?;
    if implicit.form != Form::Geometric {
        implicit.start = Start::Plain;
    }
    if section.has("start") {
        if section.choice("start", &["optimal", "plain"])? == "plain" {
            implicit.start = Start::Plain;
        } else if implicit.form != Form::Geometric {
            return Err(
                section.invalid("start", "\"optimal\" belongs to form = \"geometric\"; accepted: \"plain\"".into())
            );
        }
    }
    Ok(implicit)
}

/// Reads how many stages an integrator has, which is one of its own for each number.
pub(super) fn read_stages(
    section: &mut Keys<'_>,
    integrator: &'static Integrator,
) -> Result<&'static Integrator, Invalid> {
    const KEY: &str = "stages";
    if !section.has(KEY) {
        return Ok(integrator);
    }
    let name = integrator.name;
    match (name, section.whole(KEY)?) {
        ("radau2a", 2) | ("radau2a_3", 3) => Ok(integrator),
        ("radau2a", 3) => Ok(integrator::find("radau2a_3").unwrap_or(integrator)),
        ("radau2a", stages) => Err(section.invalid(KEY, format!("found {stages}; accepted: 2 (order 3), 3 (order 5)"))),
        _ => Err(section
            .invalid(KEY, format!("the stages of {name:?} are its own; this belongs to integrator = \"radau2a\""))),
    }
}

/// Reads the coefficients of the generalized-alpha method.
fn read_coefficients(section: &mut Keys<'_>, coefficients: &mut Coefficients) -> Result<(), Invalid> {
    if section.has("rho_inf") {
        let rho_inf = within(section, "rho_inf", [0.0, 1.0], "0 to 1")?;
        *coefficients = Coefficients::chung_hulbert(rho_inf);
    }
    if section.has("hht_alpha") {
        *coefficients = Coefficients::hht(within(section, "hht_alpha", [-1.0 / 3.0, 0.0], "-1/3 to 0")?);
    }
    if section.has("newmark") {
        let numbers = section.constants("newmark")?;
        let [beta, gamma] = numbers[..] else {
            let message = format!("found {}; accepted: [beta, gamma]", counted(numbers.len() as u64, "number"));
            return Err(section.invalid("newmark", message));
        };
        // unconditionally stable, Newmark (1959)
        if !(gamma >= 0.5 && beta >= 0.25 * (gamma + 0.5).powi(2) && gamma <= 1.0 && beta <= 1.0) {
            let message = format!(
                "found [{beta:?}, {gamma:?}]; accepted: gamma from 0.5 to 1, beta from (gamma + 1/2)^2 / 4 to 1, where the \
                 method is stable"
            );
            return Err(section.invalid("newmark", message));
        }
        *coefficients = Coefficients::newmark(beta, gamma);
    }
    Ok(())
}

/// Reads the index of the equations that are solved.
fn read_index(section: &mut Keys<'_>, is_adaptive: bool) -> Result<Index, Invalid> {
    match section.whole("index")? {
        3 if is_adaptive => {
            let message = "found 3 with adaptive steps, which leave multipliers and accelerations wrong; accepted: 2 (stabilised), \
                           or equal steps";
            Err(section.invalid("index", message.into()))
        }
        3 => Ok(Index::Three),
        2 => Ok(Index::Two),
        index => Err(section.invalid("index", format!("found {index}; accepted: 3, or 2 (stabilised)"))),
    }
}

fn read_form(section: &mut Keys<'_>, is_adaptive: bool) -> Result<Form, Invalid> {
    let form = section.choice("form", &["geometric", "linear", "residual"])?;
    if form == "geometric" {
        if section.has("increment") {
            let message =
                "form = \"geometric\" has the exponential map; this belongs to form = \"linear\" or \"residual\"";
            return Err(section.invalid("increment", message.into()));
        }
        return Ok(Form::Geometric);
    }
    if is_adaptive {
        let message =
            format!("{form:?} has no estimate of its error; accepted: \"geometric\", or a step in place of tolerances");
        return Err(section.invalid("form", message));
    }
    let words: Vec<&str> = RotationChart::ALL.iter().map(|(word, _)| *word).collect();
    let word = section.choice("increment", &words)?;
    let chart =
        RotationChart::ALL.iter().find(|(w, _)| *w == word).map_or(RotationChart::default(), |(_, chart)| *chart);
    Ok(if form == "linear" { Form::Linear(chart) } else { Form::Residual(chart) })
}

fn within(section: &mut Keys<'_>, key: &str, [low, high]: [f64; 2], accepted: &str) -> Result<f64, Invalid> {
    let value = section.constant(key)?;
    if value >= low && value <= high {
        return Ok(value);
    }
    Err(section.invalid(key, format!("found {value:?}; accepted: {accepted}")))
}

fn read_newton(section: &mut Keys<'_>) -> Result<Newton, Invalid> {
    let mut newton = Newton::default();
    match section.choice("criterion", &["balance", "residual", "increment"])? {
        "residual" => newton = Newton { criterion: Criterion::Residual, relative: 1e-8, absolute: 1e-10, ..newton },
        "increment" => newton = Newton { criterion: Criterion::Increment, relative: 1e-6, absolute: 1e-9, ..newton },
        _ => {}
    }
    for (key, value) in [("relative", &mut newton.relative), ("absolute", &mut newton.absolute)] {
        if section.has(key) {
            *value = section.constant(key)?;
            if !(*value >= 0.0 && *value < 1.0) {
                return Err(section.invalid(key, format!("found {value:?}; accepted: from 0, below 1")));
            }
        }
    }
    if newton.relative == 0.0 && newton.absolute == 0.0 {
        return Err(section.invalid("relative", "no residual is zero: relative or absolute must be positive".into()));
    }
    let has_iterations = section.has("iterations");
    if has_iterations {
        let found = section.whole("iterations")?;
        newton.most = u32::try_from(found)
            .ok()
            .filter(|most| (1..=1000).contains(most))
            .ok_or_else(|| section.invalid("iterations", format!("found {found}; accepted: 1 to 1000")))?;
    }
    if section.choice("tangent", &["exact", "neglected"])? == "neglected" {
        newton.operator = TangentOperator::Neglected;
    }
    if section.choice("stiffness", &["complete", "applied"])? == "applied" {
        newton.stiffness = Stiffness::Applied;
    }
    let words: Vec<&str> = Refresh::ALL.iter().map(|(word, _)| *word).collect();
    let word = section.choice("kind", &words)?;
    newton.refresh = Refresh::ALL.iter().find(|(w, _)| *w == word).map_or(Refresh::Always, |(_, refresh)| *refresh);
    if !has_iterations && !newton.is_exact() {
        newton.most = Newton::MOST_OF_LINEAR;
    }
    Ok(newton)
}

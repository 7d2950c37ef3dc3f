//! Formulation, integrator and steps of a scenario.

use super::keys::Keys;
use super::sensitivity::chosen;
use super::{implicit, start};
use crate::ensemble::{Adaptive, Extrapolation, Method, Steps};
use crate::formulation::{self, Formulation};
use crate::integrator::control::{Controller, ControllerKind};
use crate::integrator::{self, Implicit, Integrator, Start, implicit_names};
use crate::model::beam::Beam;
use crate::model::{Expr, Invalid, Mechanism, Section, find_kind, nearest};

/// What a scenario may say of the steps, for `gyrosweep list`.
pub(super) const STEPS: &str = "step (s): equal steps, the last one shorter where they do not meet the end (of implicit methods all are equal parts of the \
     duration, at most so long; of these order = 4 runs every member with steps h and h/2 and combines what both tell, (4 y(h/2) - y(h))/3, \
     rotations on the group, reactions and derivatives, too, and errors = \"all\" | [columns] adds columns as error(x): what the combination changes of y(h/2), \
     an estimate of the error of that run; default order = 2, the method's own); or, for integrators that estimate their error, tolerance (or \
                         absolute_tolerance and relative_tolerance) with first_step, smallest_step, largest_step (s; by default a \
                         fiftieth of the run where an expression or a table depends on the time), \
                         step_limit (attempts after which a member is given up; default 1e6), control = pi | i | pid, safety, shrink, growth; event_limit (events, of all kinds, after which a member is given up; default 100000; each takes 8 bytes of memory per output component and some 100 more until the members that are computed at once, 64 or more, have ended), events = all | none (none: no step ends where a function of an expression, a contact or a stop switches, and derivatives through a jump are refused; default all). \
                         gyrosweep modes and statics need neither [method] nor an [[output]]";

/// Reads `[method]`, and the columns whose errors by the steps are asked for. Where there is none, `has_method` says so: then
/// equations are those that implicit steps solve, and no step is made.
pub(super) fn read(
    root: &mut Keys<'_>,
    mechanism: &Mechanism,
    has_method: bool,
) -> Result<(Method, Vec<usize>), Invalid> {
    let mut section = if has_method { root.table("method")? } else { root.optional_table("method")? };
    let formulation = read_formulation(&mut section, has_method)?;
    let integrator = read_integrator(&mut section, has_method)?;
    let integrator = implicit::read_stages(&mut section, integrator)?;
    let times = ["duration", "step", "first_step", "smallest_step", "largest_step"];
    times.iter().try_for_each(|key| section.expect_unit(key, "s"))?;
    let (steps, duration) = match has_method {
        true => (read_steps(&mut section, integrator)?, section.number("duration")?),
        false => (Steps::Adaptive(Box::new(Adaptive::new(1e-6, 1e-6, 2))), Expr::Constant(1.0)),
    };
    let mut implicit = implicit::read(&mut section, integrator, matches!(steps, Steps::Adaptive(_)))?;
    // how fast accelerations change at a start is that of damping, which may be over long before the end of the first step
    if !section.has("start") && mechanism.beams.iter().any(Beam::is_damped) {
        implicit.start = Start::Plain;
    }
    let event_limit = read_event_limit(&mut section)?;
    let ends_at_switches = !section.has("events") || section.choice("events", &["all", "none"])? == "all";
    let extrapolation = read_order(&mut section, integrator, &implicit)?;
    let errors = read_errors(&mut section, mechanism, extrapolation)?;
    section.finish()?;
    let conditions = start::read(root, integrator)?;
    let method = Method {
        formulation,
        integrator,
        steps,
        duration,
        implicit,
        conditions,
        extrapolation,
        event_limit,
        ends_at_switches,
        makes_steps: true,
    };
    Ok((method, errors))
}

/// Reads in which coordinates equations are.
fn read_formulation(section: &mut Keys<'_>, has_method: bool) -> Result<&'static Formulation, Invalid> {
    let usual = if has_method { "joint" } else { "absolute" };
    let formulation = if section.has("formulation") { section.text("formulation")? } else { usual.into() };
    let kind = find_kind("formulation", &formulation, &formulation::kinds())
        .map_err(|m| section.invalid("formulation", m))?
        .name;
    formulation::find(kind).ok_or_else(|| section.invalid("formulation", format!("unknown formulation {kind:?}")))
}

/// Reads which method integrates.
fn read_integrator(section: &mut Keys<'_>, has_method: bool) -> Result<&'static Integrator, Invalid> {
    let name = if has_method { section.text("integrator")? } else { "generalized_alpha".into() };
    integrator::find(&name).ok_or_else(|| {
        let names: Vec<&str> = integrator::ALL.iter().map(|t| t.name).collect();
        let hint = nearest(&name, names.iter().copied()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
        let message = format!("unknown integrator {name:?};{hint} accepted: {}", names.join(", "));
        section.invalid("integrator", message)
    })
}

/// Reads whether members run with steps of two lengths, for order 4.
fn read_order(section: &mut Keys<'_>, integrator: &Integrator, implicit: &Implicit) -> Result<Extrapolation, Invalid> {
    const KEY: &str = "order";
    if !section.has(KEY) {
        return Ok(Extrapolation::None);
    }
    let own = format!("the order of {:?} is its own", integrator.name);
    let message = match section.whole(KEY)? {
        _ if !integrator.is_implicit() => format!("{own}; this belongs to integrator = {}", implicit_names()),
        2 => return Ok(Extrapolation::None),
        4 if integrator.order != 2 => {
            format!("{own}, {}; steps of two lengths give order 4 where it is 2", integrator.order)
        }
        4 if implicit.form.weighs_forces() => "form = \"residual\" has order 1; accepted: another form".into(),
        4 => return Ok(Extrapolation::Richardson),
        order => format!("found {order}; accepted: 2 (as the method is; default), 4 (runs with h and h/2, combined)"),
    };
    Err(section.invalid(KEY, message))
}

/// Reads the columns whose errors are estimated.
fn read_errors(
    section: &mut Keys<'_>,
    mechanism: &Mechanism,
    extrapolation: Extrapolation,
) -> Result<Vec<usize>, Invalid> {
    const KEY: &str = "errors";
    if !section.has(KEY) {
        return Ok(Vec::new());
    }
    if extrapolation == Extrapolation::None {
        return Err(
            section.invalid(KEY, "errors are the difference of runs with h and h/2; accepted: beside order = 4".into())
        );
    }
    let columns = mechanism.columns();
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    chosen(section, KEY, "column", &names)
}

/// Reads how many events a member may meet.
fn read_event_limit(section: &mut Keys<'_>) -> Result<usize, Invalid> {
    if !section.has("event_limit") {
        return Ok(Method::EVENT_LIMIT);
    }
    let limit = section.whole("event_limit")?;
    let most = Method::MOST_EVENTS;
    let fits = usize::try_from(limit).ok().filter(|limit| (1..=most).contains(limit));
    fits.ok_or_else(|| section.invalid("event_limit", format!("found {limit}; accepted: 1 to {most}")))
}

/// Keys of adaptive steps.
const TOLERANCES: [&str; 3] = ["tolerance", "absolute_tolerance", "relative_tolerance"];

fn read_steps(section: &mut Keys<'_>, integrator: &Integrator) -> Result<Steps, Invalid> {
    let given = TOLERANCES.into_iter().find(|key| section.has(key));
    let Some(given) = given else {
        if !section.has("step") {
            let adaptive = match integrator.error_order() {
                Some(_) => ", or tolerance = ... for adaptive steps",
                None => "",
            };
            return Err(section.missing("step", &format!("a step in s is needed{adaptive}")));
        }
        return Ok(Steps::Fixed(section.number("step")?));
    };
    if section.has("step") {
        let message = format!("give either step (equal steps) or {given} (adaptive steps), not both");
        return Err(section.invalid("step", message));
    }
    let Some(order) = integrator.error_order() else {
        let able: Vec<&str> = integrator::ALL.iter().filter(|i| i.error_order().is_some()).map(|i| i.name).collect();
        let message = format!(
            "{:?} has no estimate of its error; give a step, or choose one of {}",
            integrator.name,
            able.join(", ")
        );
        return Err(section.invalid(given, message));
    };
    let both = if section.has("tolerance") { Some(section.number("tolerance")?) } else { None };
    let mut tolerance = |key: &str| -> Result<Expr, Invalid> {
        match (&both, section.has(key)) {
            (Some(_), true) => {
                Err(section.invalid(key, "tolerance stands for both; give it, or the two others".into()))
            }
            (Some(both), false) => Ok(both.clone()),
            (None, true) => section.number(key),
            (None, false) => Err(section.missing(key, "both absolute_tolerance and relative_tolerance are needed")),
        }
    };
    let (absolute, relative) = (tolerance("absolute_tolerance")?, tolerance("relative_tolerance")?);
    let mut optional = |key: &str| if section.has(key) { section.number(key).map(Some) } else { Ok(None) };
    let (first, smallest) = (optional("first_step")?, optional("smallest_step")?);
    let largest = optional("largest_step")?;
    let limit = if section.has("step_limit") { section.whole("step_limit")? } else { u64::from(Adaptive::STEP_LIMIT) };
    if limit == 0 || limit > u64::from(u32::MAX) {
        return Err(section.invalid("step_limit", format!("found {limit}; accepted: 1 to {}", u32::MAX)));
    }
    let controller = read_controller(section, order)?;
    Ok(Steps::Adaptive(Box::new(Adaptive {
        absolute,
        relative,
        first,
        smallest,
        largest,
        limit: limit as u32,
        controller,
        derivatives: false,
    })))
}

fn read_controller(section: &mut Keys<'_>, order: usize) -> Result<Controller, Invalid> {
    let words: Vec<&'static str> = ControllerKind::ALL.iter().map(|(word, _)| *word).collect();
    let word = section.choice("control", &words)?;
    let kind = ControllerKind::ALL.iter().find(|(w, _)| *w == word).map_or(ControllerKind::Pi, |(_, kind)| *kind);
    let mut controller = Controller::new(kind, order);
    let mut within = |key: &str, value: &mut f64, low: f64, high: f64| {
        if section.has(key) {
            *value = section.constant(key)?;
            if !(*value > low && *value <= high) {
                let message = format!("found {value:?}; accepted: above {low:?}, at most {high:?}");
                return Err(section.invalid(key, message));
            }
        }
        Ok(())
    };
    within("safety", &mut controller.safety, 0.3, 1.0)?;
    within("shrink", &mut controller.shrink, 0.05, 0.9)?;
    within("growth", &mut controller.growth, 1.1, 16.0)?;
    Ok(controller)
}

//! Formulation, integrator and steps of a scenario.

use super::keys::Keys;
use super::{implicit, start};
use crate::ensemble::{Adaptive, Method, Steps};
use crate::formulation;
use crate::integrator::control::{Controller, ControllerKind};
use crate::integrator::{self, Integrator};
use crate::model::{Expr, Invalid, Section, find_kind, nearest};

/// What a scenario may say of the steps, for `gyrosweep list`.
pub(super) const STEPS: &str = "step (s): equal steps, the last one shorter where they do not meet the end (of implicit methods all are equal parts of the \
     duration, at most so long); or, for integrators that estimate their error, tolerance (or \
                         absolute_tolerance and relative_tolerance) with first_step, smallest_step, largest_step (s), \
                         step_limit (attempts after which a member is given up; default 1e6), control = pi | i | pid, safety, shrink, growth; event_limit (events, of all kinds, after which a member is given up; default 100000; each takes 8 bytes of memory per output component and some 100 more until the members that are computed at once, 64 or more, have ended)";

/// Reads `[method]`.
pub(super) fn read(root: &mut Keys<'_>) -> Result<Method, Invalid> {
    let mut section = root.table("method")?;
    let formulation = if section.has("formulation") { section.text("formulation")? } else { "joint".into() };
    let kind = find_kind("formulation", &formulation, &formulation::kinds())
        .map_err(|m| section.invalid("formulation", m))?
        .name;
    let formulation = formulation::find(kind)
        .ok_or_else(|| section.invalid("formulation", format!("unknown formulation {kind:?}")))?;
    let name = section.text("integrator")?;
    let integrator = integrator::find(&name).ok_or_else(|| {
        let names: Vec<&str> = integrator::ALL.iter().map(|t| t.name).collect();
        let hint = nearest(&name, names.iter().copied()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
        let message = format!("unknown integrator {name:?};{hint} accepted: {}", names.join(", "));
        section.invalid("integrator", message)
    })?;
    let times = ["duration", "step", "first_step", "smallest_step", "largest_step"];
    times.iter().try_for_each(|key| section.expect_unit(key, "s"))?;
    let steps = read_steps(&mut section, integrator)?;
    let duration = section.number("duration")?;
    let implicit = implicit::read(&mut section, integrator, matches!(steps, Steps::Adaptive(_)))?;
    let event_limit = read_event_limit(&mut section)?;
    section.finish()?;
    let conditions = start::read(root, integrator)?;
    Ok(Method { formulation, integrator, steps, duration, implicit, conditions, event_limit })
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

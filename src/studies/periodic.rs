//! `gyrosweep periodic`: periodic motions of members, their multipliers, and their branches.

use super::member_analysis::{self, AllMembers, MemberAnalysis, Prepared};
use super::request::Verb;
use super::{Failure, Listener, Silence, Work};
use crate::analyses::name_taken;
use crate::analyses::periodic::{
    BranchPoint, Loads, MotionsOfMembers, OrbitKind, Period, Periodic as Asked, PeriodicMotions, PeriodicOutcome,
    PeriodicResult, Phase, Stability, findings, study_of_motions,
};
use crate::ensemble::{Outcome, PerMember, Study};
use crate::io::scenario::Scenario;
use crate::report::{Page, Table, count, counted};

/// Asks for the periodic motions of all members of a scenario; what it asks stands in its `[periodic]`.
pub type Request = member_analysis::Request<Periodic>;

/// Periodic motions of members.
#[derive(Debug)]
pub struct Periodic;

impl MemberAnalysis for Periodic {
    const VERB: Verb = Verb {
        name: "periodic",
        summary: "Find the periodic motions of every member, their stability, and their branches as a parameter changes",
    };

    fn prepare(scenario: &Scenario, listener: &dyn Listener) -> Result<Prepared, Failure> {
        let (asked, mut study, loads) = study_of(scenario)?;
        let motions = motions_of(&study, &asked)?;
        listener.begin(Work::new(|Silence { seconds, .. }| {
            format!("looking for the periodic motion at the default values, for {seconds} s now")
        }));
        let of_defaults = motions.of(&[study.mechanism.defaults()], &|| false).and_then(|mut all| all.pop());
        listener.rest();
        let Some(of_defaults) = of_defaults else { return Err(Failure::other("no thread can be started")) };
        let mut page = page(&of_defaults, (&study, &asked));
        let mechanism = &scenario.study.mechanism;
        if !(mechanism.sensitivities.is_empty() && mechanism.by_adjoint.is_empty()) {
            page.warning("[sensitivity] is of runs, and left out: periodic motions have no derivatives by parameters");
        }
        let motions = MotionsOfMembers::new((&mut study, &asked), motions, loads.clone());
        let last = Box::new(move |found: &AllMembers<'_>| objections_page(&loads, found));
        Ok(Prepared { study, backend: Box::new(PerMember::new(motions)), page, files: Vec::new(), last })
    }
}

/// Returns the study of the periodic motions of a scenario, what finds them, and the loads that decide their period.
///
/// # Errors
/// Why it has none.
pub(super) fn motions_of_scenario(scenario: &Scenario) -> Result<(Study, MotionsOfMembers, Loads), Failure> {
    let (asked, mut study, loads) = study_of(scenario)?;
    let motions = motions_of(&study, &asked)?;
    let motions = MotionsOfMembers::new((&mut study, &asked), motions, loads.clone());
    Ok((study, motions, loads))
}

/// Returns what finds the periodic motions of a study.
fn motions_of(study: &Study, asked: &Asked) -> Result<PeriodicMotions, Failure> {
    let wrong = |e: String| Failure::input(format!("periodic: {e}"));
    let motions = PeriodicMotions::new(study, asked).map_err(|e| wrong(e.to_string()))?;
    if let (false, Period::Unknown(_, Phase::Turns(column) | Phase::Value(column, _))) =
        (motions.phase_moves(&study.mechanism.defaults()), &asked.period)
    {
        let (name, _) = &study.mechanism.columns()[*column];
        let message =
            format!("the phase {name:?} does not move with the state; accepted: an output that the motion changes");
        return Err(wrong(message));
    }
    Ok(motions)
}

/// Says how many of all members are invalid, if loads let some have no motion of the period that is asked for, and why the first has none.
pub(super) fn objections_page(loads: &Loads, found: &AllMembers<'_>) -> Option<Page> {
    /// Members that loads are asked of, at most: each takes 20 evaluations of the equations.
    const MOST: u64 = 100_000;
    let (study, members) = (found.study, found.progress.members);
    let without = found.progress.outcomes[Outcome::Invalid.code() as usize];
    if without == 0 {
        return None;
    }
    let plan = study.plan();
    let (number, objection) = (0..members.min(MOST)).find_map(|member| {
        let (mut values, mut parameters) = (vec![0.0; plan.columns().len()], Vec::new());
        plan.fill(member, &mut values);
        study.parameters(&values, &mut parameters);
        Some((plan.first() + member, loads.objection(&parameters)?))
    })?;
    let are = if without == 1 { "is" } else { "are" };
    Some(Page::of_warning(format!(
        "{} of {} {are} invalid, for example member {number}: {objection}",
        count(without),
        counted(members, "member")
    )))
}

/// Returns what a scenario asks of periodic motions, the study of these, and the loads that decide their period.
fn study_of(scenario: &Scenario) -> Result<(Asked, Study, Loads), Failure> {
    let wrong = |e: String| Failure::input(format!("periodic: {e}"));
    let Some(keys) = &scenario.periodic else {
        return Err(wrong(
            "the scenario has no [periodic]; accepted: period = .. (s) of the loads, or period_guess with phase".into(),
        ));
    };
    let asked = keys.asked.clone();
    if let Some(name) = name_taken(&scenario.study, &findings(&asked)) {
        return Err(wrong(format!(
            "{name:?} is a column of the results; choose another name of the parameter or output"
        )));
    }
    if scenario.study.is_switched() {
        let message =
            "joints or constraints act for a part of the time (since, until, from, to); accepted: such that act always";
        return Err(wrong(message.into()));
    }
    let study = study_of_motions(&scenario.study, &asked, keys.integrator).map_err(|e| wrong(e.to_string()))?;
    let guess = if matches!(asked.period, Period::Known(_)) { "" } else { "_guess" };
    let at_key = |e: String| wrong(format!("{}{guess}: {e}", keys.place));
    let loads = Loads::new(&study, &asked, &scenario.force_names).map_err(|e| at_key(e.to_string()))?;
    if matches!(asked.period, Period::Known(_)) && !loads.are_driven() {
        let message =
            "nothing depends on the time, so that no load decides the period; accepted: period_guess with phase";
        return Err(at_key(message.into()));
    }
    match loads.objection(&study.mechanism.defaults()) {
        Some(objection) => Err(at_key(objection)),
        None => Ok((asked, study, loads)),
    }
}

/// Says why there is no motion.
fn failure(result: &PeriodicResult, asked: &Asked, page: &mut Page) {
    match result.outcome {
        PeriodicOutcome::Periodic | PeriodicOutcome::Invalid => {}
        PeriodicOutcome::Trivial => {
            page.warning(
                "what is found is an equilibrium; accepted: a start nearer to the motion, or start = \"settle\"",
            );
        }
        PeriodicOutcome::LeftRange(outcome) => {
            page.warning(format!(
                "a motion on the way failed ({}): {}",
                outcome.name(),
                outcome.cure().unwrap_or_default()
            ));
        }
        PeriodicOutcome::NewtonDiverged | PeriodicOutcome::Singular => {
            let fold = if asked.continuation.is_none() {
                "; near a fold of the branch there is none, or two: `continue` follows it around"
            } else {
                ""
            };
            let help = if asked.fourier.is_some() {
                "a nearer start may help, and method = \"shooting\" where loads or forces are not smooth"
            } else {
                "more segments or a nearer start may help"
            };
            page.warning(format!(
                "Newton's method finds no periodic motion from the start; start = \"settle\", {help}{fold}"
            ));
        }
    }
}

/// Says how far multipliers can be trusted, where that is not to their last digits.
fn trust(points: &[BranchPoint], page: &mut Page) {
    /// The parts by which exact laws may be missed without a word.
    const MISSED: f64 = 1e-9;
    if let Some([growth, again]) = points.iter().find_map(|point| point.stability.unconfirmed) {
        page.warning(format!(
            "beside the motion something grows by {growth:.3e} 1/s with these steps and by {again:.3e} 1/s with half of them: no growth that the \
             check confirms, and none that growth and max_multiplier have; smaller steps or tolerances decide"
        ));
    }
    let most = |error: fn(&Stability) -> f64| points.iter().map(|point| error(&point.stability)).fold(0.0, f64::max);
    for (law, most) in [
        (
            "the determinant of the matrix of the period differs from what the trace of the linear equations makes of it",
            most(|found| found.liouville_error),
        ),
        ("the matrix of the period changes the rate of the motion itself", most(|found| found.trivial_error)),
    ] {
        if most > MISSED {
            page.text(format!(
                "{law} by {most:.1e} of it: multipliers have as many digits; smaller steps or tolerances give more"
            ));
        }
    }
}

/// Shows the motions at the default values.
fn page(result: &PeriodicResult, (study, asked): (&Study, &Asked)) -> Page {
    let mut page = Page::default();
    page.text("at the default values of the parameters:");
    failure(result, asked, &mut page);
    if let Some(point) = result.points.first().filter(|point| point.residual > asked.tolerance) {
        page.warning(format!(
            "the highest harmonics of velocities are up to {:.1e}, above the tolerance of {:.1e}: more nodes, or none given, for a motion to that tolerance",
            point.residual, asked.tolerance
        ));
    }
    if let (Period::Unknown(_, Phase::Turns(_) | Phase::Value(..)), Some(point)) =
        (&asked.period, result.points.first())
    {
        page.text(format!("period {:.12} s", point.period));
    }
    let name = asked.continuation.as_ref().map(|c| study.mechanism.parameters[c.parameter].name.clone());
    let head: Vec<String> =
        ["point", "kind", name.as_deref().unwrap_or("period"), "residual", "largest multiplier", "growth 1/s"]
            .iter()
            .map(|word| (*word).to_string())
            .collect();
    let shown = |(k, point): (usize, &BranchPoint)| {
        let other = |at: usize| result.points.get(at).is_none_or(|other| other.periods != point.periods);
        let is_shown = k == 0 || other(k - 1) || other(k + 1) || point.kind != OrbitKind::Regular;
        let number = if name.is_some() { point.parameter } else { point.period };
        is_shown.then(|| {
            vec![
                k.to_string(),
                if point.periods == 1 {
                    point.kind.name().to_string()
                } else {
                    format!("{}, {} periods", point.kind.name(), point.periods)
                },
                format!("{number:.12}"),
                format!("{:.1e}", point.residual),
                format!("{:.9}", point.stability.largest),
                format!("{:.6e}", point.stability.growth),
            ]
        })
    };
    let rows: Vec<Vec<String>> = result.points.iter().enumerate().filter_map(shown).collect();
    if !rows.is_empty() {
        page.table(Table::new(std::iter::once(head).chain(rows).collect(), 2));
    }
    trust(&result.points, &mut page);
    // near a fold two motions come together: what is left of the period falls with the square of what the state misses
    let nearest = result.points.first().filter(|_| asked.continuation.is_none()).and_then(|point| {
        let distances = point.multipliers.iter().map(|m| (m - 1.0).norm());
        matches!(asked.period, Period::Known(_)).then(|| distances.fold(f64::INFINITY, f64::min))
    });
    if let Some(distance) = nearest.filter(|distance| *distance < 1e-4) {
        page.warning(format!(
            "a multiplier is within {distance:.1e} of 1: near a fold the state has fewer digits than the residual; `continue` follows the \
             branch around it"
        ));
    }
    let is_of_family = result.points.first().is_some_and(|point| point.family > 0);
    if is_of_family {
        let along =
            if asked.continuation.is_some() { ", so that `continue` has no one direction to go in" } else { "" };
        page.warning(format!(
            "the motion is one of a family, at other energies as a rule, of which none is singled out{along}: the nearest to the start was taken; \
             damping and what drives against it, or one more load, would leave single ones"
        ));
    }
    if result.is_cut && !is_of_family {
        page.warning("the branch ends before its range does: at an equilibrium, or where Newton's method fails; max_points of continue, or a smaller step, may help");
    }
    page
}

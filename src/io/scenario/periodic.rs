//! What a scenario asks of periodic motions.

use super::keys::Keys;
use crate::analyses::periodic::{Advance, Continuation, Detects, FieldCorrection, Period, Periodic, Phase};
use crate::ensemble::{Method, Steps};
use crate::integrator::{self, Integrator};
use crate::model::{Expr, Invalid, Mechanism, Section};

/// What a scenario may say of periodic motions, for `gyrosweep list`.
pub(super) const PERIODIC: &str = "what gyrosweep periodic finds: motions of every member that come back to where they began, by Newton's method from the given start, with the \
     multipliers of what is beside them: period (s, over parameters: that of the loads, or a multiple of it), or period_guess where nothing depends on the time, with phase = \
     { output = \"x\", derivative_zero = true | value = 0.0 } (what fixes the time of the beginning; the period that is found is the shortest, whatever multiple of it the guess is near, and between a quarter of the guess and four times it before; where Newton's method fails from the start, or comes to an equilibrium, it is tried from where the motion from there comes back, and over more segments; of motions that form a family, as at all energies of what loses none, the nearest is taken, which a note says); advance = { joint = \"crank\", turns = 1 } or several in brackets (joints whose \
     coordinate grows by full turns in a period; with formulation = \"absolute\" full turns need no word); method = shooting (with the integrator, steps and coordinates of \
     [method]; default) | dg | cg (elements in time, as many as nodes) | fourier (trigonometric interpolation: the equations hold at so many equally spaced times, \
     an odd number; default the fewest of 33, 65, .., 513 whose last quarter of harmonics of velocities is below tolerance: for smooth loads; residual is the amplitude \
     of these; multipliers are those of the integrator); with adaptive steps the errors of what multipliers are made of count as those of the motion do; check = true (multipliers are checked by half the step, adaptive ones by tolerances that halve it, and by Liouville's formula: the time of about two iterations more of Newton's method; default) | false; nodes (equal steps of the period; default those that [method] makes of it, \
     32 of dg and cg); correction = none (samples within elements of dg and cg are what elements say, with jumps between them) | reinterpolation (their velocities are interpolated again, \
     linearly between nodes) | radau (of dg: Radau polynomials take the jumps of velocities away, and those of coordinates that add up) (default: samples are interpolated by values and rates at nodes); segments (equal parts of the period whose states are looked for at once, for motions that leave their \
     neighbourhood fast; default 1); start = given (default) | settle (settle_periods of motion before, default 100); tolerance (what may be left of the difference between the ends, of states of size 1; \
     default 1e-10), iterations (default 30); continue = { parameter = \"a\", from, to, step (by how much the parameter changes first), max_points (default 200), switch = true (motions of twice the period, too, from the first point on where \
     there are some) } follows the motions along their branch, also where it turns back, by steps that are halved where it bends too much for their length, until it comes to the end of the range or back to itself; detect = [\"fold\", \"period_doubling\", \"neimark_sacker\"] (default all) locates these within detect_tolerance (default 1e-10) \
     of a step. Columns of members behind the outputs (at the end of the period, or over it) are period (s), max_multiplier (the largest magnitude of a multiplier whose growth the check confirms, of an unknown period without the one nearest to 1), growth (its logarithm over the period, 1/s), \
     growth_error (by how much the exponent, its frequency with it, changes with half the step; none where the multiplier is rounding beside others; a growth is confirmed where its change is at most half of it, or multiplies by no more than 1 + 1e-6 in a period; what fast modes make of few steps per period of theirs is none; what grows with the step and with half of it is not called stable), \
     liouville_error (the part by which the determinant of the matrix of the period differs from the exponential of the integral of the trace; none with constraints, and where events or sides let it jump), of an unknown period trivial_error (the part by which that matrix changes \
     the rate of the motion, which has the multiplier 1); \
     the table periodic has a row for every motion: member, point, parameters, periods (how many a motion takes), period, residual, iterations, outcome (periodic, newton_diverged, trivial: an equilibrium, left_range: a motion on the \
     way failed, invalid: the values of the parameters make no mechanism, or the loads of the member do not come back after period, or depend on the time with period_guess), kind (regular, fold, period_doubling, neimark_sacker), outputs at the beginning of the period, or over it as over = max says, multiplier_0.re, multiplier_0.im, .. by falling magnitude, exponent_0.growth (1/s), exponent_0.frequency (rad/s, but for multiples of 2*pi/period), .., max_multiplier and what else is known of multipliers; samples has the outputs over the period";

/// Elements of a period where nobody says how many.
const NODES: usize = 32;
/// Times of the period at which equations hold at least and at most, of trigonometric interpolation, where nobody says how many.
const TIMES: [usize; 2] = [33, 513];
/// The most points, steps and segments that are accepted.
const MOST: u64 = 1_000_000;

/// What a scenario asks of periodic motions, and the integrator if it is not that of `[method]`.
#[derive(Clone, Debug)]
pub struct PeriodicKeys {
    /// What is asked.
    pub asked: Periodic,
    /// The integrator of elements in time.
    pub integrator: Option<&'static Integrator>,
    /// Where the section stands.
    pub place: String,
}

/// Reads `[periodic]`, if there is one.
pub(super) fn read(
    root: &mut Keys<'_>,
    mechanism: &Mechanism,
    method: &Method,
) -> Result<Option<PeriodicKeys>, Invalid> {
    if !root.has("periodic") {
        return Ok(None);
    }
    let mut section = root.table("periodic")?;
    let place = section.path("period");
    section.expect_units(&[("period", "s"), ("period_guess", "s")])?;
    let period = read_period(&mut section, mechanism)?;
    let kind = section.choice("method", &["shooting", "dg", "cg", "fourier"])?;
    let integrator = if ["shooting", "fourier"].contains(&kind) { None } else { integrator::find(kind) };
    let default = match (&integrator, &method.steps) {
        (Some(_), _) | (None, Steps::Adaptive(_)) => NODES,
        (None, Steps::Fixed(step)) => {
            let (Period::Known(whole) | Period::Unknown(whole, _)) = &period;
            let defaults = mechanism.defaults();
            let count = (whole.evaluate(&defaults) / step.evaluate(&defaults) - 1e-9).ceil();
            if count >= 1.0 && count <= MOST as f64 { count as usize } else { NODES }
        }
    };
    let adaptive = integrator.is_none() && matches!(method.steps, Steps::Adaptive(_));
    if adaptive && section.has("nodes") && kind != "fourier" {
        let message =
            "steps of [method] are adaptive; accepted: nodes beside equal steps, or method = \"dg\" or \"cg\"";
        return Err(section.invalid("nodes", message.into()));
    }
    let is_fourier = kind == "fourier";
    let fourier = if is_fourier { Some(harmonic_times(&mut section)?) } else { None };
    let nodes = if is_fourier { default } else { counted(&mut section, "nodes", (2, default))? };
    if let (Some(key), true) = (["segments", "continue"].into_iter().find(|key| section.has(key)), is_fourier) {
        let message = "the whole period is one system of equations; accepted: beside method = \"shooting\"";
        return Err(section.invalid(key, message.into()));
    }
    let correction = read_correction(&mut section, (kind, mechanism))?;
    let segments = counted(&mut section, "segments", (1, 1))?;
    if !adaptive && segments > nodes {
        let message = format!("found {segments}; accepted: at most as many as there are nodes, {nodes}");
        return Err(section.invalid("segments", message));
    }
    // every segment has as many steps
    let nodes = nodes.div_ceil(segments) * segments;
    let settles = section.choice("start", &["given", "settle"])? == "settle";
    if section.has("settle_periods") && !settles {
        let message = "nothing settles from the given start; accepted: beside start = \"settle\"";
        return Err(section.invalid("settle_periods", message.into()));
    }
    let settle = if settles { counted(&mut section, "settle_periods", (1, 100))? } else { 0 };
    let tolerance = positive(&mut section, "tolerance", 1e-10)?;
    let iterations = counted(&mut section, "iterations", (1, 30))? as u32;
    let advance = read_advance(&mut section, mechanism)?;
    let is_checked = !section.has("check") || section.flag("check")?;
    let continuation = read_continuation(&mut section, mechanism)?;
    section.finish()?;
    let asked = Periodic {
        period,
        advance,
        segments,
        nodes,
        fourier,
        correction,
        settle,
        tolerance,
        iterations,
        is_checked,
        continuation,
    };
    Ok(Some(PeriodicKeys { asked, integrator, place }))
}

/// Reads what samples within elements in time are.
fn read_correction(
    section: &mut Keys<'_>,
    (kind, mechanism): (&str, &Mechanism),
) -> Result<Option<FieldCorrection>, Invalid> {
    if !section.has("correction") {
        return Ok(None);
    }
    let of = [FieldCorrection::None, FieldCorrection::Reinterpolation, FieldCorrection::Radau];
    let names = ["none", "reinterpolation", "radau"];
    let found = section.choice("correction", &names)?;
    if !["dg", "cg"].contains(&kind) {
        let message = format!("method = {kind:?} has no elements in time; accepted: beside method = \"dg\" or \"cg\"");
        return Err(section.invalid("correction", message));
    }
    if (kind, found) == ("cg", "radau") {
        let message = "velocities of cg are constant within elements, without jumps to take away; accepted: none, reinterpolation";
        return Err(section.invalid("correction", message.into()));
    }
    if let Some(output) = mechanism.outputs.iter().find(|output| output.quantity.needs_constraints()) {
        let message = format!(
            "the output {:?} is made of reactions, which elements have at Gauss points alone; accepted: outputs of motions, or no correction",
            output.name
        );
        return Err(section.invalid("correction", message));
    }
    Ok(names.iter().position(|name| *name == found).map(|at| of[at]))
}

/// Reads at how many times of the period the equations hold, an odd number.
fn harmonic_times(section: &mut Keys<'_>) -> Result<[usize; 2], Invalid> {
    if !section.has("nodes") {
        return Ok(TIMES);
    }
    let count = counted(section, "nodes", (3, 0))?;
    if count % 2 == 1 {
        return Ok([count; 2]);
    }
    let message =
        format!("found {count}; accepted: an odd number, of one mean and pairs of harmonics, as {}", count + 1);
    Err(section.invalid("nodes", message))
}

fn counted(section: &mut Keys<'_>, key: &str, (least, default): (u64, usize)) -> Result<usize, Invalid> {
    if !section.has(key) {
        return Ok(default);
    }
    match section.whole(key)? {
        count if (least..=MOST).contains(&count) => Ok(count as usize),
        count => Err(section.invalid(key, format!("found {count}; accepted: {least} to {MOST}"))),
    }
}

fn positive(section: &mut Keys<'_>, key: &str, default: f64) -> Result<f64, Invalid> {
    if !section.has(key) {
        return Ok(default);
    }
    match section.constant(key)? {
        value if value > 0.0 && value < 1.0 => Ok(value),
        value => Err(section.invalid(key, format!("found {value:?}; accepted: above 0, below 1"))),
    }
}

fn read_period(section: &mut Keys<'_>, mechanism: &Mechanism) -> Result<Period, Invalid> {
    let (known, guessed) = (section.has("period"), section.has("period_guess"));
    let key = match (known, guessed) {
        (true, true) => {
            let message = "found with period; accepted: period where loads decide it, period_guess where it is unknown";
            return Err(section.invalid("period_guess", message.into()));
        }
        (false, false) => {
            let message = "period (s) of the loads, or period_guess with phase where nothing depends on the time";
            return Err(section.missing("period", message));
        }
        (true, false) => "period",
        (false, true) => "period_guess",
    };
    let period: Expr = section.number(key)?;
    let value = period.evaluate(&mechanism.defaults());
    if !(value > 0.0 && value.is_finite()) {
        return Err(section.invalid(key, format!("found {value:?} s at the default values; accepted: a positive time")));
    }
    if known {
        if section.has("phase") {
            let message = "the loads decide the time where the period is known; accepted: beside period_guess";
            return Err(section.invalid("phase", message.into()));
        }
        return Ok(Period::Known(period));
    }
    if !section.has("phase") {
        let message = "a motion of unknown period may begin at any of its times; accepted: phase = { output = \"x\", derivative_zero = true } or { output = \"x\", value = 0.0 }";
        return Err(section.missing("phase", message));
    }
    let mut phase = section.table("phase")?;
    let name = phase.text("output")?;
    let columns = mechanism.columns();
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let output = phase.place_of("output", &name, "output component", &names)?;
    let found = match (phase.flag("derivative_zero")?, phase.has("value")) {
        (true, false) => Phase::Turns(output),
        (false, true) => Phase::Value(output, phase.constant("value")?),
        _ => {
            let message = format!("what of {name:?} fixes the time? accepted: derivative_zero = true, or value = 0.0");
            return Err(phase.invalid("output", message));
        }
    };
    phase.finish()?;
    Ok(Period::Unknown(period, found))
}

fn read_advance(section: &mut Keys<'_>, mechanism: &Mechanism) -> Result<Vec<Advance>, Invalid> {
    if !section.has("advance") {
        return Ok(Vec::new());
    }
    let entries =
        if section.is_array("advance") { section.tables("advance")? } else { vec![section.table("advance")?] };
    let names: Vec<&str> = mechanism.joints.iter().map(|joint| joint.name.as_str()).collect();
    let of = |mut entry: Keys<'_>| {
        let name = entry.text("joint")?;
        let joint = entry.place_of("joint", &name, "joint", &names)?;
        if !entry.has("turns") {
            return Err(entry.missing("turns", "how many full turns the joint makes in a period"));
        }
        let turns = entry.constant("turns")?;
        if turns == 0.0 || turns.fract() != 0.0 {
            return Err(
                entry.invalid("turns", format!("found {turns:?}; accepted: a whole number, negative of turns back"))
            );
        }
        entry.finish()?;
        Ok(Advance { joint, turns })
    };
    entries.into_iter().map(of).collect()
}

fn read_continuation(section: &mut Keys<'_>, mechanism: &Mechanism) -> Result<Option<Continuation>, Invalid> {
    const KINDS: [&str; 3] = ["fold", "period_doubling", "neimark_sacker"];
    if !section.has("continue") {
        if let Some(key) = ["detect", "detect_tolerance"].into_iter().find(|key| section.has(key)) {
            return Err(section.invalid(key, "nothing changes along a single motion; accepted: beside continue".into()));
        }
        return Ok(None);
    }
    let mut detects = Detects { fold: true, period_doubling: true, neimark_sacker: true };
    if section.has("detect") {
        let wanted = section.texts("detect")?;
        for word in &wanted {
            section.place_of("detect", word, "change of kind", &KINDS)?;
        }
        let has = |word: &str| wanted.iter().any(|wanted| wanted == word);
        detects = Detects { fold: has(KINDS[0]), period_doubling: has(KINDS[1]), neimark_sacker: has(KINDS[2]) };
    }
    let tolerance = positive(section, "detect_tolerance", 1e-10)?;
    let mut inner = section.table("continue")?;
    let name = inner.text("parameter")?;
    let names: Vec<&str> = mechanism.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let parameter = inner.place_of("parameter", &name, "parameter", &names)?;
    let [from, to, step] = ["from", "to", "step"].map(|key| inner.constant(key));
    let (from, to, step) = (from?, to?, step?);
    if from == to {
        return Err(inner.invalid("to", format!("found {to:?}, as from; accepted: another value")));
    }
    if !(step.abs() > 0.0 && step.abs() <= (to - from).abs()) {
        let message = format!("found {step:?}; accepted: above 0, at most the range, {:?}", (to - from).abs());
        return Err(inner.invalid("step", message));
    }
    let most_points = counted(&mut inner, "max_points", (2, 200))?;
    let switch = inner.flag("switch")?;
    if switch && !detects.period_doubling {
        let message = "period doublings are not looked for; accepted: beside \"period_doubling\" in detect";
        return Err(inner.invalid("switch", message.into()));
    }
    inner.finish()?;
    Ok(Some(Continuation { parameter, range: [from, to], step, most_points, switch, detects, tolerance }))
}

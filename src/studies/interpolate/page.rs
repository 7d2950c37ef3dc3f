//! What is said of an interpolation.

use super::record::{ErrorRecord, InterpolationFile, SmoothingRecord};
use crate::interpolation::{Outcome, Smoother, Wobble};
use crate::report::{Page, count, counted, number, share, short};

/// Sums of absolute weights from which on a note says so: digits of the table are lost.
const LARGE: f64 = 1e3;
/// The turn from a row to the next one, rad, and the error of a steady spin by as much, from which on a note says so.
const LARGE_TURN: f64 = 1.0;
const LARGE_ERROR: f64 = 1e-3;

/// Returns how the page begins: what is interpolated by what, and what became of the times.
pub(super) fn page(
    record: &InterpolationFile,
    times: [f64; 2],
    failed: &[(f64, Outcome)],
    answers: &[(&str, u64)],
    turn: Option<Wobble>,
) -> Page {
    let mut page = Page::of(&format!("Interpolation of {}", record.poses));
    let degree = record.degree.map_or_else(String::new, |degree| format!(" of degree {degree}"));
    let period = record.period.map_or_else(String::new, |period| format!(" of the period {} s", short(period, 7)));
    let rows: u64 = record.outcomes.values().sum();
    page.text(format!(
        "{} poses{period}, basis {}{degree}, metric {}; {} from {} to {} s",
        count(record.nodes as u64),
        record.basis,
        record.metric,
        counted(rows, "time"),
        short(times[0], 7),
        short(times[1], 7)
    ));
    smoothing(&mut page, record);
    if record.antiperiodic {
        let how = match (record.metric.as_str(), record.basis.as_str()) {
            ("quaternion", "fourier") => "; harmonics are halves of odd numbers",
            _ => "",
        };
        page.text(format!(
            "the body makes an odd number of turns in a period, over which quaternions change their sign{how}"
        ));
    }
    if record.largest_sum_of_weights > LARGE {
        page.warning(format!(
            "weights of poses have absolute values that add up to as much as {}: errors and rounding of the table may be \
             multiplied by that; rows that lie closer at the ends (chebyshev_gauss_lobatto), or bspline, avoid it",
            short(record.largest_sum_of_weights, 2)
        ));
    }
    wobble(&mut page, record, turn);
    failures(&mut page, (record, rows), failed, answers);
    if let Some(against) = &record.against {
        errors(&mut page, against);
    }
    page
}

/// Says how poses were smoothed, if they were.
fn smoothing(page: &mut Page, record: &InterpolationFile) {
    if let Some([position, rotation]) = &record.smoothing {
        let of = |name: &str, unit: &str, figures: &SmoothingRecord| {
            let power = 2 * Smoother::order_of(record.degree.unwrap_or(3)) - 1;
            let factor = figures
                .factor
                .map_or_else(|| "without an end".into(), |factor| format!("{} s^{power}", short(factor, 3)));
            format!(
                "{name} by the factor {factor}, which leaves {} of {} degrees of freedom and moves rows by {} {unit}",
                short(figures.freedom, 3),
                count(record.nodes as u64),
                short(figures.moved, 3)
            )
        };
        let (positions, rotations) = (of("positions", "m", position), of("rotations", "rad", rotation));
        page.text(format!("poses are smoothed: {positions}; {rotations} (root mean squares)"));
    }
}

/// Warns of a metric that makes a steady spin unsteady, where rows are so far apart.
fn wobble(page: &mut Page, record: &InterpolationFile, turn: Option<Wobble>) {
    if let Some(Wobble { row, angle, error }) =
        turn.filter(|of| of.angle > LARGE_TURN && (of.error.is_nan() || of.error > LARGE_ERROR))
    {
        let off = if error.is_nan() {
            "a steady spin by as much has no answer".to_string()
        } else {
            format!(
                "the angular velocity of a steady spin by as much would be off by up to {} %",
                short(100.0 * error, 2)
            )
        };
        page.warning(format!(
            "the body turns by {} rad from row {} to the next one, and with rows so far apart the metric {} wobbles: {off}; rows that \
             are nearer to each other avoid it, or --metric geodesic, which keeps a steady spin steady",
            short(angle, 3),
            row + 1,
            record.metric
        ));
    }
}

/// Warns of times without an answer.
fn failures(
    page: &mut Page,
    (record, rows): (&InterpolationFile, u64),
    failed: &[(f64, Outcome)],
    answers: &[(&str, u64)],
) {
    if let (Some((first, _)), Some((last, _))) = (failed.first(), failed.last()) {
        let found = |outcome: &Outcome| failed.iter().filter(|(_, other)| other == outcome).count() as u64;
        let kinds = Outcome::ALL.iter().filter(|outcome| found(outcome) > 0);
        let kinds: Vec<String> = kinds.map(|outcome| format!("{} {}", count(found(outcome)), outcome.name())).collect();
        let all = failed.len() as u64;
        let best: Vec<String> = (answers.iter().filter(|(_, n)| *n > 0))
            .map(|(name, n)| format!("--metric {name} at {} of them", if *n == all { "all".into() } else { count(*n) }))
            .collect();
        let best = if best.is_empty() {
            "no other metric has one".into()
        } else {
            format!("there is one with {}", best.join(", "))
        };
        page.warning(format!(
            "at {} times the metric {} has no answer ({}), the first at {} s, the last at {} s; {best}",
            share(all, rows),
            record.metric,
            kinds.join(", "),
            short(*first, 7),
            short(*last, 7)
        ));
    }
}

fn errors(page: &mut Page, against: &ErrorRecord) {
    if against.outside > 0 {
        page.warning(format!(
            "{} of {} lie outside of the table and are left out",
            counted(against.outside as u64, "row"),
            against.file
        ));
    }
    if against.failed > 0 {
        let rows = counted(against.failed as u64, "row");
        page.warning(format!("at {rows} of {} the metric has no answer; they are left out", against.file));
    }
    let largest = |error: Option<f64>, time: Option<f64>, unit: &str| {
        let text = error.zip(time).map(|(error, time)| format!("{} {unit} at {} s", number(error), short(time, 7)));
        text.unwrap_or_else(|| "not known".into())
    };
    page.text(format!(
        "largest errors against {} of {}: position {}, angle {}",
        counted(against.rows as u64, "row"),
        against.file,
        largest(against.position, against.position_time, "m"),
        largest(against.angle, against.angle_time, "rad")
    ));
}

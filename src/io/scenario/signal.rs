//! Signals: functions of one number that are measured or random, which expressions call by their names.

use super::document::Document;
use super::keys::Keys;
use super::plan::Planned;
use super::signal_choice::Choice;
use super::signal_notes::{of_density, of_samples};
use super::unstated::{in_braces, realisation};
use crate::interpolation::{Between, Outside, SampledFamily, SampledFunction, SamplesError};
use crate::io::table::GivenTable;
use crate::model::expression::{Harmonics, Signal, Spectrum, is_reserved};
use crate::model::unit::Unit;
use crate::model::{Expr, Invalid, Section, SignalCall};
use crate::plot::counted;
use std::path::Path;

/// What a scenario may say of signals, for `gyrosweep list`.
pub(super) const SIGNAL: &str = "name, called in every expression, as in road(t - delay), its derivatives as road'(t); a table: file = \"road.csv\" (also .parquet, beside \
                          the scenario; two columns, or those that time = \"t\" and value = \"z\" name; heads may state units, as \
                          z (mm), of values in unit = \"m\"), or samples = [[0, 1], [0.5, 2]]; interpolation = \"cubic\" (default: the \
                          spline with ends = \"not_a_knot\", \"natural\" or \"periodic\"), \"b_spline\" (of degree 5: four continuous derivatives), \"pchip\" (cubic without overshoot), \
                          \"linear\" or \"previous\"; outside = \"hold\" (default: the nearest sample), \"zero\", \"periodic\" or \
                          \"error\" (the member ends as signal_range); scale = \"..\" (default 1, an expression over the parameters); a name in braces in file, time \
                          or value is what each member has of its own, as in file = \"gust_{member}.csv\" or value = \"{track}\": the number of the \
                          member, a parameter with whole numbers, or a column of texts of the plan's table";

/// What a scenario may say of random signals.
pub(super) const SPECTRUM: &str = "kind = \"spectrum\" is a stationary Gaussian process: density = \"..\" (one-sided power spectral density per Hz, over \
                            the parameters and f, Hz) from one frequency to another (Hz) by so many harmonics (default 200) with \
                            phases of the member's own, which its number in the column <name>_realisation says: it repeats itself \
                            after harmonics/(to - from); scale as above";

const BETWEEN: [&str; 5] = ["cubic", "b_spline", "pchip", "linear", "previous"];
const ENDS: [(&str, Between); 3] =
    [("not_a_knot", Between::CubicNotAKnot), ("natural", Between::CubicNatural), ("periodic", Between::CubicPeriodic)];
const OUTSIDE: [(&str, Outside); 4] =
    [("hold", Outside::Hold), ("zero", Outside::Zero), ("periodic", Outside::Periodic), ("error", Outside::Nothing)];

/// Harmonics of a spectrum where the scenario does not say how many.
const HARMONICS: usize = 200;
const MOST_HARMONICS: usize = 2000;

/// Reads the signals, and lets expressions call them.
pub(super) fn read(document: &Document<'_>, root: &mut Keys<'_>, planned: &Planned) -> Result<(), Invalid> {
    for mut section in root.tables("signal")? {
        let name = section.text("name")?;
        check_name(document, &section, &name)?;
        let signal = match section.has("kind").then(|| section.text("kind")).transpose()?.as_deref() {
            None | Some("table") => match Choice::read(&mut section, &name, planned)? {
                Some(choice) => family(&mut section, &name, &choice)?,
                None => samples(&mut section)?,
            },
            Some("spectrum") => spectrum(document, &mut section, &name)?,
            Some(other) => {
                return Err(section.invalid("kind", format!("unknown signal {other:?}; accepted: table, spectrum")));
            }
        };
        let scale = section.number_or("scale", 1.0)?;
        section.finish()?;
        document.define_signal(&name, signal, scale);
    }
    Ok(())
}

/// Says what of the signals is likely not meant, also in a run of that duration, s.
pub(super) fn notes(document: &Document<'_>, calls: &[SignalCall], duration: Option<f64>) -> Vec<String> {
    let mut notes = Vec::new();
    let defaults = document.defaults.borrow();
    for (name, signal) in document.signals() {
        let Signal::Spectrum(spectrum) = signal.as_ref() else { continue };
        let harmonics = &spectrum.harmonics;
        if let Some(duration) = duration.filter(|duration| harmonics.period() < *duration) {
            notes.push(format!(
                "the signal {name:?} repeats itself after {:.4} s, and a run lasts {duration} s: take harmonics = {} or more in [[signal]]",
                harmonics.period(),
                (duration * (harmonics.to - harmonics.from)).ceil()
            ));
        }
        notes.extend(of_density(&name, spectrum, &defaults));
    }
    let elsewhere = |call: &SignalCall| Some(format!("{}: {}", call.place, call.elsewhere(&defaults, duration?)?));
    notes.extend(calls.iter().filter_map(elsewhere));
    notes
}

fn check_name(document: &Document<'_>, section: &Keys<'_>, name: &str) -> Result<(), Invalid> {
    let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !word || !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let message = format!("found {name:?}; accepted: letters, digits and _, beginning with a letter");
        return Err(section.invalid("name", message));
    }
    let taken = if is_reserved(name) {
        "a function or constant of expressions"
    } else if document.has_parameter(name) || document.is_derived(name) {
        "a parameter"
    } else if document.has_signal(name) {
        "another signal"
    } else {
        return Ok(());
    };
    Err(section.invalid("name", format!("{name:?} is the name of {taken} already; choose another name")))
}

/// Reads how values are between samples, and what they are outside of them.
fn between(section: &mut Keys<'_>) -> Result<(Between, Outside), Invalid> {
    let between = match section.choice("interpolation", &BETWEEN)? {
        "pchip" => Between::Pchip,
        "b_spline" => Between::Quintic,
        "linear" => Between::Linear,
        "previous" => Between::Previous,
        _ => {
            let names = ENDS.map(|(name, _)| name);
            let ends = section.choice("ends", &names)?;
            ENDS.iter().find(|(name, _)| *name == ends).map_or(Between::CubicNotAKnot, |(_, between)| *between)
        }
    };
    let names = OUTSIDE.map(|(name, _)| name);
    let outside = section.choice("outside", &names)?;
    let outside = OUTSIDE.iter().find(|(name, _)| *name == outside).map_or(Outside::Hold, |(_, outside)| *outside);
    Ok((between, outside))
}

/// Reads what was measured.
fn samples(section: &mut Keys<'_>) -> Result<Signal, Invalid> {
    let kind = between(section)?;
    if section.has("samples") == section.has("file") {
        return Err(section.missing("file", "accepted: either file = \"road.csv\" or samples = [[0, 1], [0.5, 2]]"));
    }
    if section.has("samples") {
        let rows = section.lists("samples")?;
        let row = |row: &Vec<Expr>| match row.as_slice() {
            [Expr::Constant(place), Expr::Constant(value)] => Some((*place, *value)),
            _ => None,
        };
        let Some((places, values)) = rows.iter().map(row).collect::<Option<(Vec<f64>, Vec<f64>)>>() else {
            return Err(section.invalid("samples", "accepted: pairs of numbers, as in [[0, 1], [0.5, 2]]".into()));
        };
        let function = SampledFunction::new(&places, &values, kind.0, kind.1);
        return match function {
            Ok(function) => {
                let place = section.invalid("samples", String::new()).place;
                let note = of_samples(&places, &values, kind.0, &function);
                section.document.notes.borrow_mut().extend(note.map(|(_, note)| format!("{place}: {note}")));
                Ok(Signal::Samples(function))
            }
            Err(error) => Err(section.invalid("samples", error.to_string())),
        };
    }
    let file = section.text("file")?;
    let file = section.beside(&file);
    let [time, value] = [given(section, "time")?, given(section, "value")?];
    let (table, places, values) = columns(section, &file, time, &[value])?;
    let (function, note) = function(section, &table, [&places, &values[0]], kind)?;
    section.document.notes.borrow_mut().extend(note);
    section.take_file("file", &file)?;
    Ok(Signal::Samples(function))
}

/// Reads what was measured over the time, without a name, and returns it with its scale as an expression of the time t.
pub(super) fn over_time(section: &mut Keys<'_>) -> Result<Expr, Invalid> {
    if let Some((key, name)) = in_braces(section)? {
        let message =
            format!("found {{{name}}}; accepted in the file of a [[signal]], which position = \"..\" may call");
        return Err(section.invalid(key, message));
    }
    let signal = samples(section)?;
    let scale = section.number_or("scale", 1.0)?;
    let time = ["t".to_string()];
    let mut scope = section.document.scope(&time, &[]);
    scope.define_signal(OVER_TIME, signal, scale);
    let called = Expr::parse(&format!("{OVER_TIME}(t)"), &scope);
    let called = called.map_err(|error| section.invalid("file", error.to_string()))?;
    let place = || section.invalid("outside", String::new()).place;
    // velocities and accelerations are used as well
    let parameters = scope.parameters().len();
    let calls = SignalCall::of((&called, 2), (parameters, Some(parameters)), place);
    section.document.calls.borrow_mut().extend(calls);
    section.document.depends_on_time.set(true);
    Ok(called)
}

/// The name of what was measured over the time, among those of signals.
const OVER_TIME: &str = "trajectory";

/// Reads what was measured for each member, in files or columns of their own.
fn family(section: &mut Keys<'_>, name: &str, choice: &Choice) -> Result<Signal, Invalid> {
    let kind = between(section)?;
    let pattern = section.text("file")?;
    let [time, value] = [given(section, "time")?, given(section, "value")?];
    let of = |text: &Option<String>, with: &str| text.as_ref().map(|text| choice.filled(text, with));
    let is_in = |text: &Option<String>| text.as_ref().is_some_and(|text| choice.is_in(text));
    let has_files = choice.is_in(&pattern);
    let (mut files, mut bytes, mut together, mut notes) = (Vec::new(), 0, None, Vec::new());
    if has_files {
        choice.check_names(section)?;
    } else if !is_in(&time) {
        // one file is read once
        let names: Vec<Option<String>> = choice.each.iter().map(|(_, with)| of(&value, with)).collect();
        together = Some(columns(section, &section.beside(&pattern), time.clone(), &names)?);
    }
    let functions = choice.each.iter().enumerate().map(|(at, (number, with))| {
        let file = section.beside(&choice.filled(&pattern, with));
        let own;
        let (table, samples) = match &together {
            Some((table, places, values)) => (table, [places, &values[at]]),
            None => {
                own = columns(section, &file, of(&time, with), &[of(&value, with)])?;
                (&own.0, [&own.1, &own.2[0]])
            }
        };
        let (function, note) = function(section, table, samples, kind)?;
        notes.extend(note);
        bytes += function.bytes();
        if bytes / size_of::<f64>() > i32::MAX as usize {
            let message =
                format!("the samples of all {} are more than 2^31 numbers; accepted: fewer", choice.pattern());
            return Err(section.invalid("file", message));
        }
        files.push((with.clone(), file));
        Ok((*number, function))
    });
    let default: Vec<u64> = choice.default.into_iter().collect();
    let family = SampledFamily::new(functions, &default)?;
    if notes.len() > 1 {
        let others = counted(notes.len() as u64 - 1, "other function");
        notes[0] += &format!("; so it is with {others} of this signal");
    }
    section.document.notes.borrow_mut().extend(notes.into_iter().take(1).chain(choice.note(name, bytes)));
    if has_files {
        section.take_files("file", &choice.pattern(), files)?;
    } else {
        let file = section.beside(&pattern);
        section.take_file("file", &file)?;
    }
    Ok(Signal::Family(family, choice.parameter))
}

/// Reads a text that need not be there.
fn given(section: &mut Keys<'_>, key: &str) -> Result<Option<String>, Invalid> {
    if section.has(key) { section.text(key).map(Some) } else { Ok(None) }
}

/// Makes the function between the samples of a file, and says what is likely not meant.
fn function(
    section: &Keys<'_>,
    table: &GivenTable,
    [places, values]: [&Vec<f64>; 2],
    (between, outside): (Between, Outside),
) -> Result<(SampledFunction, Option<String>), Invalid> {
    let function = SampledFunction::new(places, values, between, outside).map_err(|error| {
        let (place, message) = match error {
            SamplesError::NotIncreasing { at, found, before } => {
                (table.place(at), format!("{found:?} follows {before:?}; accepted: increasing places"))
            }
            error => (table.name().to_string(), error.to_string()),
        };
        section.invalid("file", format!("{place}: {message}"))
    })?;
    let note = of_samples(places, values, between, &function);
    Ok((function, note.map(|(at, note)| format!("{}: {note}", table.place(at)))))
}

/// A table with the places and columns of values that are read of it.
type Samples = (GivenTable, Vec<f64>, Vec<Vec<f64>>);

/// Reads the places and columns of values of a file, in units of the SI, by their names where these are given.
fn columns(
    section: &mut Keys<'_>,
    file: &Path,
    time: Option<String>,
    values: &[Option<String>],
) -> Result<Samples, Invalid> {
    let unit = if section.has("unit") { Some(section.unit("unit")?) } else { None };
    let given: Vec<&String> = time.iter().chain(values.iter().flatten()).collect();
    let wrong = |error: Invalid| section.invalid("file", error.to_string());
    // what stands in brackets at the end of a head is a unit, unless the scenario names the column so; numbers are no names
    let is_given = |name: &str| given.iter().any(|given| *given == name);
    let is_name = |name: &str| !name.ends_with([')', ']']) && name.parse::<f64>().is_err();
    let mut table = GivenTable::open(file, |name| is_given(name) || is_name(name)).map_err(wrong)?;
    let heads: Vec<String> = table.names().map(String::from).collect();
    let names: Vec<String> = match (&time, values) {
        (None, [None]) if heads.len() == 2 => heads.clone(),
        (Some(_), values) if values.iter().all(Option::is_some) => given.into_iter().cloned().collect(),
        _ => {
            let message = format!(
                "found the columns {}; accepted: two columns{}, or time = \"..\" and value = \"..\" that name two",
                heads.join(", "),
                if heads.iter().any(|head| head.contains([';', '\t'])) { ", separated by commas" } else { "" }
            );
            return Err(wrong(table.of_heads(message)));
        }
    };
    let mut asked = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let column = table.column(name, unit.as_ref().filter(|_| at > 0)).map_err(wrong)?;
        asked.push(column.ok_or_else(|| {
            let key = if at == 0 { "time" } else { "value" };
            section.invalid(key, table.missing(name, &heads.join(",")).to_string())
        })?);
    }
    let mut read = table.numbers(&asked, false).map_err(wrong)?.into_iter();
    let places = read.next().unwrap_or_default();
    let mut values: Vec<Vec<f64>> = read.collect();
    if let Some(Unit { factor, .. }) = unit {
        values.iter_mut().flatten().for_each(|x| *x = factor.to_si(*x));
    }
    Ok((table, places, values))
}

/// Reads a random process.
fn spectrum(document: &Document<'_>, section: &mut Keys<'_>, name: &str) -> Result<Signal, Invalid> {
    let density = section.expression("density", &["f".to_string()])?;
    let (from, to) = (section.constant("from")?, section.constant("to")?);
    if !(from >= 0.0 && from.is_finite()) {
        return Err(section.invalid("from", format!("found {from:?} Hz; accepted: a frequency from 0 on")));
    }
    if !(to > from && to.is_finite()) {
        return Err(section.invalid("to", format!("found {to:?} Hz; accepted: a frequency above from, {from:?} Hz")));
    }
    let count = if section.has("harmonics") { section.whole("harmonics")? as usize } else { HARMONICS };
    if count == 0 || count > MOST_HARMONICS {
        return Err(section.invalid("harmonics", format!("found {count}; accepted: 1 to {MOST_HARMONICS}")));
    }
    let defaults = document.defaults.borrow().clone();
    let number = document.parameter(&realisation(name)).expect("the parameters of realisations are there");
    let spectrum = Spectrum::new(Harmonics { from, to, count }, density, defaults.len(), number);
    let found = spectrum.densities(&defaults);
    let wrong = found.iter().zip(spectrum.harmonics.frequencies()).find(|(s, _)| !(**s >= 0.0 && s.is_finite()));
    if let Some((found, frequency)) = wrong {
        let message = format!("found {found:?} at f = {frequency:?} Hz; accepted: a density that is nowhere negative");
        return Err(section.invalid("density", message));
    }
    Ok(Signal::Spectrum(spectrum))
}

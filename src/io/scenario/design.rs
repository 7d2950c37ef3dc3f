//! What a design study looks for.

use super::keys::Keys;
use crate::design::{Design, Goal, Measurements};
use crate::ensemble::Study;
use crate::io::table::{ReadError, csv_names, read_in_units};
use crate::model::unit::Unit;
use crate::model::{Invalid, Section};
use std::path::{Path, PathBuf};

/// What a scenario may say of it, for `gyrosweep list`.
pub(super) const DESIGN: &str = "minimise = \"output component\", or fit = \"measured.csv\" (columns time and output components, each in the unit \
                          of its output where its head does not state another, as in \"travel (mm)\"; \
                          columns = [..] takes some of them, deviations = [..] are their standard deviations): the parameters of \
                          [plan.vary] within their bounds, from every member of the plan as a start, by `gyrosweep optimise`; needs \
                          [sensitivity] by these parameters; iterations = 200";

/// Iterations of an optimiser where the scenario says nothing.
const ITERATIONS: u64 = 200;

/// How far a time may be from that of a sample, in parts of the time between samples.
const SAME_TIME: f64 = 1e-6;

/// The keys of `[design]`, read before there is a study.
pub(super) struct DesignKeys<'a> {
    keys: Keys<'a>,
    minimise: Option<String>,
    fit: Option<PathBuf>,
    columns: Option<Vec<String>>,
    deviations: Option<Vec<f64>>,
    iterations: u64,
}

impl<'a> DesignKeys<'a> {
    /// Reads the section, if there is one; files are beside the scenario.
    pub(super) fn read(root: &mut Keys<'a>, path: &Path) -> Result<Option<Self>, Invalid> {
        if !root.has("design") {
            return Ok(None);
        }
        let mut keys = root.table("design")?;
        let minimise = if keys.has("minimise") { Some(keys.text("minimise")?) } else { None };
        let fit = if keys.has("fit") { Some(keys.text("fit")?) } else { None };
        if minimise.is_some() == fit.is_some() {
            let message = "accepted: either minimise = \"output component\" or fit = \"measured.csv\"";
            return Err(keys.missing("minimise", message));
        }
        let columns = if keys.has("columns") { Some(keys.strings("columns")?) } else { None };
        let deviations = if keys.has("deviations") { Some(keys.constants("deviations")?) } else { None };
        let iterations = if keys.has("iterations") { keys.whole("iterations")? } else { ITERATIONS };
        if iterations == 0 {
            return Err(keys.invalid("iterations", "found 0; accepted: a positive number".into()));
        }
        if let (None, Some(key)) = (&fit, ["columns", "deviations"].into_iter().find(|key| keys.has(key))) {
            return Err(keys.invalid(key, "this key belongs to fit".into()));
        }
        keys.finish()?;
        let fit = fit.map(|file| path.parent().unwrap_or(Path::new("")).join(file));
        Ok(Some(Self { keys, minimise, fit, columns, deviations, iterations }))
    }

    /// The file of the measurements.
    pub(super) fn file(&self) -> Option<PathBuf> {
        self.fit.clone()
    }

    /// Makes the design of a study.
    pub(super) fn design(&self, study: &Study) -> Result<Design, Invalid> {
        let (bounds, by) = self.parameters(study)?;
        let goal = match (&self.minimise, &self.fit) {
            (Some(name), _) => Goal::Minimise(self.differentiated(study, "minimise", name)?),
            (_, Some(file)) => Goal::Fit(self.measurements(study, file)?),
            // one of them is there
            _ => return Err(self.keys.invalid("minimise", "this key is needed and missing".into())),
        };
        Ok(Design { goal, iterations: self.iterations, bounds, by })
    }

    /// The bounds of the parameters, and their places among those that derivatives are by.
    fn parameters(&self, study: &Study) -> Result<(Vec<[f64; 2]>, Vec<usize>), Invalid> {
        let key = if self.fit.is_some() { "fit" } else { "minimise" };
        let wrong = |message: String| Err(self.keys.invalid(key, message));
        let Some(distributions) = study.plan().distributions() else {
            return wrong(
                "starts and bounds come from a plan that draws members from distributions; accepted: [plan] kind = \
                 \"latin_hypercube\", \"sobol\", \"halton\" or \"random\""
                    .into(),
            );
        };
        let (mut bounds, mut by) = (Vec::new(), Vec::new());
        for ((name, at), distribution) in study.plan().columns().iter().zip(study.varied()).zip(distributions) {
            let Some(found) = distribution.bounds() else {
                return wrong(format!(
                    "[plan.vary] gives {name:?} no bounds; accepted: uniform, triangular or truncated_normal between two \
                     different finite bounds"
                ));
            };
            let Some(place) = study.mechanism.differentiated_by_parameters().iter().position(|p| p == at) else {
                return wrong(format!(
                    "no derivatives by {name:?}, which the plan varies; accepted: [sensitivity] parameters = {:?}",
                    study.plan().columns()
                ));
            };
            bounds.push(found);
            by.push(place);
        }
        Ok((bounds, by))
    }

    /// The column of a component that has derivatives.
    fn differentiated(&self, study: &Study, key: &str, name: &str) -> Result<usize, Invalid> {
        let columns = study.mechanism.columns();
        let derivatives = study.mechanism.derivative_columns();
        let have: Vec<usize> =
            (0..columns.len()).filter(|c| derivatives.iter().any(|(_, of)| of.column == *c)).collect();
        let names: Vec<&str> = have.iter().map(|c| columns[*c].0.as_str()).collect();
        let place = self.keys.place_of(key, name, "output component with derivatives", &names)?;
        Ok(have[place])
    }

    fn measurements(&self, study: &Study, file: &Path) -> Result<Measurements, Invalid> {
        let wrong = |key: &str, message: String| Err(self.keys.invalid(key, message));
        let unreadable = |error: ReadError| self.keys.invalid("fit", error.to_string());
        let Some(every) = study.sampling else {
            return wrong("fit", "measurements are held against samples; accepted: with [sampling] every = ..".into());
        };
        let all = study.mechanism.columns();
        let is_known = |name: &str| name == "time" || all.iter().any(|(column, _)| column == name);
        let found = csv_names(file, is_known).map_err(unreadable)?;
        let names = match &self.columns {
            Some(names) => names.clone(),
            None => found.into_iter().filter(|name| name != "time").collect(),
        };
        let key = if self.columns.is_some() { "columns" } else { "fit" };
        if names.is_empty() {
            return wrong(key, "found no columns to fit; accepted: names of output components".into());
        }
        let sampled = study.sampled_channels();
        let mut columns = Vec::new();
        for name in &names {
            let column = self.differentiated(study, key, name)?;
            if !sampled.contains(&column) {
                return wrong(key, format!("{name:?} has one value per run and no samples"));
            }
            columns.push(column);
        }
        let deviations = self.deviations.clone().unwrap_or_else(|| vec![1.0; names.len()]);
        if deviations.len() != names.len() || deviations.iter().any(|d| !d.is_finite() || *d <= 0.0) {
            let accepted =
                format!("found {deviations:?}; accepted: {} positive numbers, as many as columns", names.len());
            return wrong("deviations", accepted);
        }
        let mut asked = vec![("time", Unit::parse("s").ok())];
        asked.extend(names.iter().zip(&columns).map(|(name, c)| (name.as_str(), Unit::parse(&all[*c].1).ok())));
        let read = read_in_units(file, &asked).map_err(unreadable)?;
        let duration = study.method.duration.evaluate::<f64>(&study.mechanism.defaults());
        let mut samples = Vec::new();
        for (row, time) in read[0].values.iter().enumerate() {
            let number = (time / every).round();
            let fits = (number * every - time).abs() <= SAME_TIME * every && *time <= duration * (1.0 + SAME_TIME);
            if !fits || number < 0.0 {
                return wrong(
                    "fit",
                    format!(
                        "{}: row {} has the time {time:?} s; accepted: times of samples, multiples of {every:?} s up to \
                         {duration:?} s",
                        file.display(),
                        row + 1
                    ),
                );
            }
            samples.push(number as usize);
        }
        let values = (0..samples.len()).flat_map(|row| read[1..].iter().map(move |c| c.values[row])).collect();
        let measured = Measurements { samples, columns, values, deviations };
        let (count, parameters) = (measured.count(), study.plan().columns().len());
        if count < parameters {
            let shown = file.display();
            return wrong("fit", format!("{shown} holds {count} values, fewer than the {parameters} parameters"));
        }
        Ok(measured)
    }
}

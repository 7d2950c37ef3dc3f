//! What a design study looks for.

use super::keys::Keys;
use super::measurements::measurements;
use super::objective::Reader;
use super::plan;
use crate::design::{Design, Goal, Measurements, Objective, RandomMembers};
use crate::ensemble::Study;
use crate::io::table::GivenTable;
use crate::model::unit::Unit;
use crate::model::{Invalid, Section};
use crate::plot::counted;
use std::path::{Path, PathBuf};

/// What a scenario may say of a design study, for `gyrosweep list`.
pub(super) const DESIGN: [&str; 5] = [
    "minimise = \"output component\" or an expression over output components at the end of a run and parameters, or fit = \
     \"measured.csv\": the parameters of [plan.vary] within their bounds, from every member of the plan as a start, by `gyrosweep \
     optimise`; needs [sensitivity] by these parameters; iterations = 200 (of each start)",
    "fit: a table (CSV, Parquet) with a column time, at any times of the run and in any order (a time within a step is seen by a shorter step of \
     the same method, or its interpolation), and columns of output components, each in the unit \
     of its output where its head does not state another, as in \"travel (mm)\"; columns = [..] takes some of them. deviations = [..], a \
     standard deviation for each column, in the unit of its output whatever the head of the column states: then the sum of squares \
     is chi^2, standard errors follow from the deviations, and the probability of so large a chi^2 says whether model and deviations agree. Without deviations differences count as they are, standard \
     errors are scaled by those that are left, s^2 = sum/(values - parameters), and nothing tells whether the model fits. A parameter \
     at a bound has no standard error, and those of the others hold with it there",
    "subject_to = [\"travel < 0.06\", ..] (with minimise): comparisons of expressions; exact derivatives, by an augmented Lagrangian. An \
     end is within a constraint to 1e-6 of its size at the start",
    "[design.random] vary = { mass = { normal = [320, 10] }, .. } (with minimise): parameters that are random at every point, apart from \
     those that are sought; members = 128, seed = 0, kind = sobol | latin_hypercube | halton | random. All points have the same random \
     members. minimise and subject_to then name outputs within mean(x), std(x), quantile(x, 0.95) and probability(x > 0.06), where x is \
     an expression over output components and parameters. For the optimiser a quantile is a mean of neighbouring members, and a \
     probability counts members by a normal curve of the standard deviation of x times n^(-1/3); figures without that, and of as many \
     other members, are shown for the best end. A member that fails makes its point fail",
    "Ends: converged (the gradient is as good as zero: 1e-6 of what the objective fell by, over a whole interval), not determined (it \
     is, but the measurements do not determine all parameters), at a bound (but for bounds that are reached), at a kink (the objective \
     rises on both sides of a kink, as of max(..), abs(..) and largest values; its \
     gradient is not zero), evaluation limit (iterations, or 150 evaluations and 50 per parameter beside kinks, thrice), constraint not \
     met, no descent (the gradient is not zero, but nothing less lies along it), failed (a member has no outputs). The program ends with \
     0 where all starts ended as one of the first four, else with 3",
];

/// Iterations of an optimiser where the scenario says nothing.
const ITERATIONS: u64 = 200;

/// The keys of `[design]`, read before there is a study.
pub(super) struct DesignKeys<'a> {
    keys: Keys<'a>,
    minimise: Option<String>,
    subject_to: Vec<String>,
    random: Option<Keys<'a>>,
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
        let subject_to = if keys.has("subject_to") { keys.strings("subject_to")? } else { Vec::new() };
        let random = if keys.has("random") { Some(keys.table("random")?) } else { None };
        let columns = if keys.has("columns") { Some(keys.strings("columns")?) } else { None };
        let deviations = if keys.has("deviations") { Some(keys.constants("deviations")?) } else { None };
        let iterations = if keys.has("iterations") { keys.whole("iterations")? } else { ITERATIONS };
        if iterations == 0 {
            return Err(keys.invalid("iterations", "found 0; accepted: a positive number".into()));
        }
        if let (None, Some(key)) = (&fit, ["columns", "deviations"].into_iter().find(|key| keys.has(key))) {
            return Err(keys.invalid(key, "this key belongs to fit".into()));
        }
        if let (Some(_), Some(key)) = (&fit, ["subject_to", "random"].into_iter().find(|key| keys.has(key))) {
            return Err(keys.invalid(key, "this key belongs to minimise".into()));
        }
        keys.finish()?;
        let fit = fit.map(|file| path.parent().unwrap_or(Path::new("")).join(file));
        Ok(Some(Self { keys, minimise, subject_to, random, fit, columns, deviations, iterations }))
    }

    /// Returns the file of the measurements.
    pub(super) fn file(&self) -> Option<PathBuf> {
        self.fit.clone()
    }

    /// Makes the design of a study.
    pub(super) fn design(mut self, study: &Study) -> Result<Design, Invalid> {
        if let Some(name) = &self.minimise {
            self.check_name(study, name)?;
        }
        let (bounds, by) = self.parameters(study)?;
        let random = self.random.take();
        let key = if random.is_some() { "random" } else { "minimise" };
        let goal = match (&self.minimise, &self.fit) {
            (Some(text), _) => Goal::Minimise(self.objective(study, text, random)?),
            (_, Some(file)) => Goal::Fit(self.measurements(study, file)?),
            // one of them is there
            _ => return Err(self.keys.invalid("minimise", "this key is needed and missing".into())),
        };
        let design = Design { goal, iterations: self.iterations, bounds, by };
        design.study(study).map_err(|e| self.keys.invalid(key, e.to_string()))?;
        Ok(design)
    }

    /// Fails where a name alone is to be least that is no output: whatever else may be wrong, that is.
    fn check_name(&self, study: &Study, name: &str) -> Result<(), Invalid> {
        let columns = study.mechanism.columns();
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).filter(|n| !n.contains('(')).collect();
        let is_name = name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
        let is_parameter = study.mechanism.parameters.iter().any(|parameter| parameter.name == name);
        if is_name && !is_parameter && name.starts_with(char::is_alphabetic) {
            self.keys.place_of("minimise", name, "output component", &names)?;
        }
        Ok(())
    }

    /// Reads what is to be least, within which constraints, over which random members.
    fn objective(&self, study: &Study, text: &str, random: Option<Keys<'_>>) -> Result<Objective, Invalid> {
        let random = random.map(|keys| random_members(keys, study)).transpose()?;
        let places = random.as_ref().map(|random| {
            let all = study.mechanism.parameters.iter().enumerate();
            all.filter(|(_, p)| random.names.contains(&p.name)).map(|(at, _)| at).collect::<Vec<usize>>()
        });
        let reader = |key: &'static str| Reader { keys: &self.keys, key, study, random: places.clone() };
        let minimise = reader("minimise").quantity(text)?;
        let constraints =
            self.subject_to.iter().map(|text| reader("subject_to").constraint(text)).collect::<Result<_, _>>()?;
        Ok(Objective { minimise, constraints, random })
    }

    /// Returns the bounds of the parameters, and their places among those that derivatives are by.
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

    /// Returns the column of a component that has derivatives.
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
        let unreadable = |error: Invalid| self.keys.invalid("fit", error.to_string());
        let all = study.mechanism.columns();
        let is_known = |name: &str| name == "time" || all.iter().any(|(column, _)| column == name);
        let mut table = GivenTable::open(file, is_known).map_err(unreadable)?;
        let names: Vec<String> = match &self.columns {
            Some(names) => names.clone(),
            None => table.names().filter(|name| *name != "time").map(String::from).collect(),
        };
        let needed = |name: &str, unit: &str| {
            let column = table.column(name, Unit::parse(unit).ok().as_ref()).map_err(unreadable)?;
            let accepted = self.columns.as_ref().map_or("output components".into(), |names| names.join(","));
            column.ok_or_else(|| unreadable(table.missing(name, &format!("time and {accepted}"))))
        };
        let mut asked = vec![needed("time", "s")?];
        let key = if self.columns.is_some() { "columns" } else { "fit" };
        if names.is_empty() {
            return wrong(key, "found no columns to fit; accepted: names of output components".into());
        }
        if !study.mechanism.by_adjoint.is_empty() {
            return wrong(
                "fit",
                "found with [sensitivity] method = \"adjoint\", whose derivatives are those at the end of a \
                                run; accepted: method = \"direct\""
                    .into(),
            );
        }
        let sampled = study.sampled_channels();
        let mut columns = Vec::new();
        for name in &names {
            let mut column = self.differentiated(study, key, name);
            if let (Err(error), None) = (&mut column, &self.columns) {
                error.message = format!(
                    "{}: {}; columns = [..] in [design] names the columns of the file that are measurements, if not all are",
                    file.display(),
                    error.message
                );
            }
            let column = column?;
            if !sampled.contains(&column) {
                return wrong(key, format!("{name:?} has one value per run and no samples"));
            }
            columns.push(column);
        }
        if let Some(deviations) = &self.deviations
            && (deviations.len() != names.len() || deviations.iter().any(|d| !d.is_finite() || *d <= 0.0))
        {
            let accepted =
                format!("found {deviations:?}; accepted: {} positive numbers, as many as columns", names.len());
            return wrong("deviations", accepted);
        }
        for (name, column) in names.iter().zip(&columns) {
            asked.push(needed(name, &all[*column].1)?);
        }
        let read = table.numbers(&asked, true).map_err(unreadable)?;
        let duration = study.method.duration.evaluate::<f64>(&study.mechanism.defaults());
        let measured = measurements(&table, &read, columns, self.deviations.clone(), duration);
        let measured = measured.map_err(unreadable)?;
        let (count, parameters) = (measured.count(), study.plan().columns().len());
        if count < parameters {
            let shown = file.display();
            return wrong(
                "fit",
                format!("{shown} holds {}, fewer than the {parameters} parameters", counted(count as u64, "value")),
            );
        }
        Ok(measured)
    }
}

/// Random members of every point where the scenario does not say how many.
const RANDOM_MEMBERS: u64 = 128;

/// Reads the parameters that are random at every point.
fn random_members(mut keys: Keys<'_>, study: &Study) -> Result<RandomMembers, Invalid> {
    keys.know(&["kind", "members", "seed", "vary"])?;
    let (info, default) = plan::random_kind(&mut keys)?;
    let count = if keys.has("members") { keys.whole("members")? } else { RANDOM_MEMBERS };
    if count < 2 {
        return Err(keys.invalid("members", format!("found {count}; accepted: at least 2")));
    }
    let seed = if keys.has("seed") { keys.whole("seed")? } else { default };
    let mut drawn = |seed: u64| {
        let overrides = plan::Overrides { members: Some(count), seed: Some(seed), ..plan::Overrides::default() };
        plan::sampled(&mut keys, info, (&study.mechanism.parameters, None), &overrides).map(|(plan, _)| plan)
    };
    let (plan, other) = (drawn(seed)?, drawn(seed.wrapping_add(1))?);
    keys.finish()?;
    if let Some(name) = plan.columns().iter().find(|name| study.plan().columns().contains(name)) {
        let message = format!(
            "{name:?} is sought, by [plan.vary]; accepted: random parameters of their own, such as a deviation that is added to it"
        );
        return Err(keys.invalid("vary", message));
    }
    let values = |plan: &crate::sampling::plan::Plan| {
        let mut row = vec![0.0; plan.columns().len()];
        let mut all = Vec::new();
        for member in 0..plan.members() {
            plan.fill(member, &mut row);
            all.extend(&row);
        }
        all
    };
    Ok(RandomMembers { names: plan.columns().to_vec(), values: values(&plan), others: values(&other) })
}

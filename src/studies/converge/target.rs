//! What is compared: outputs of one member, at the end of its run or at its samples.

use super::Solution;
use crate::ensemble::{Backend, BackendError, Members, Method, Outcome, Steps, Study, StudyError};
use crate::model::output::Output;
use crate::model::{Expr, Mechanism, TimeReduction, nearest};

/// When the error is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The error at the end of the run.
    End,
    /// The largest error over the samples of the run.
    Max,
}

/// The outputs of one member of a study that make the error.
#[derive(Debug)]
pub struct Target {
    /// The study, in which other outputs are not reduced over time, so that they cost nothing.
    base: Study,
    member: Option<u64>,
    /// The member's values of the varied parameters.
    row: Vec<f64>,
    /// All parameters of the member.
    parameters: Vec<f64>,
    at: At,
    /// The names that were asked for.
    names: Vec<String>,
    /// The components with their units.
    columns: Vec<(String, String)>,
    /// The places of the components among the outputs of a run, or among its sampled ones.
    places: Vec<usize>,
}

/// The reason why there is no such target.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TargetError {
    /// No output has that name.
    #[error("no output {name:?};{hint} accepted: {}", accepted.join(", "))]
    UnknownOutput {
        /// The name asked for.
        name: String,
        /// What the name may mean.
        hint: String,
        /// The names of outputs and their components.
        accepted: Vec<String>,
    },
    /// The scenario has no output whose value at an instant is known.
    #[error("the scenario has no output without `over`; add an [[output]], or name one of: {}", .0.join(", "))]
    NoOutput(Vec<String>),
    /// Nothing moves, so that there are no steps.
    #[error(
        "nothing moves in the scenario, whose outputs are functions of parameters: they have no errors by steps; accepted: a \
         scenario with a [[body]], [[beam]] or [[variable]]"
    )]
    Function,
    /// The motion does not determine any of the components.
    #[error(
        "no component of {0:?} is determined by the motion: some constraints follow from others; accepted: other outputs, or \
         reactions with undetermined = \"minimum_norm\""
    )]
    Undetermined(String),
    /// The error is to be taken at samples, and there are none.
    #[error("the error is to be the largest over the samples, but the scenario has no [sampling]")]
    NoSampling,
    /// The error is to be taken at samples, and the output has no value at an instant.
    #[error(
        "the output {0:?} is reduced over time or has one value per run, so it has no samples; take its error at the end"
    )]
    Final(String),
    /// The plan has no such member.
    #[error("there is no member {member}; accepted: 0 to {last}")]
    NoMember {
        /// The member asked for.
        member: u64,
        /// The last member of the plan.
        last: u64,
    },
    /// The study cannot be made.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// How a member's run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The outcome of the run.
    pub outcome: Outcome,
    /// When the run ended, s.
    pub time: f64,
    /// Steps made.
    pub steps: u32,
    /// Attempts of a step that were rejected.
    pub rejected: u32,
    /// What the run found, where it has outputs.
    pub solution: Option<Solution>,
}

impl Target {
    /// Makes the target of a study: `outputs` are names of outputs or of their components, or the first scalar or
    /// vector that is not reduced over time, or what the study itself has, where there are none; the member is that of the
    /// plan, or that of the default parameters.
    ///
    /// # Errors
    /// Where there is no such output or member, or samples are wanted and there are none.
    pub fn new(study: &Study, member: Option<u64>, outputs: &[String], at: At) -> Result<Self, TargetError> {
        if study.mechanism.is_function() {
            return Err(TargetError::Function);
        }
        let row = varied_parameters(study, member)?;
        let mut parameters = Vec::new();
        study.parameters(&row, &mut parameters);
        let chosen = if outputs.is_empty() { vec![default_output(&study.mechanism)?] } else { outputs.to_vec() };
        let mut kept = Vec::new();
        let mut columns = Vec::new();
        let all = study.mechanism.columns().into_iter().enumerate();
        let undetermined: Vec<String> =
            all.filter(|(c, _)| study.is_undetermined(*c)).map(|(_, (name, _))| name).collect();
        for name in &chosen {
            let (output, of_it) = find(&study.mechanism, name)?;
            if at == At::Max && study.mechanism.outputs[output].is_final() {
                return Err(TargetError::Final(name.clone()));
            }
            kept.push(output);
            let determined = of_it.iter().filter(|(name, _)| !undetermined.contains(name));
            let determined: Vec<_> = determined.filter(|c| !columns.contains(*c)).cloned().collect();
            columns.extend(determined);
        }
        if columns.is_empty() {
            return Err(TargetError::Undetermined(chosen.join(", ")));
        }
        let sampling = match (at, &study.sampling) {
            (At::End, _) => None,
            (At::Max, None) => return Err(TargetError::NoSampling),
            (At::Max, sampling) => sampling.clone(),
        };
        // formulas and events may need the other outputs, but not at every step; expressions over final values do
        let mut mechanism = study.mechanism.clone();
        // derivatives cost most of all, and stand behind the outputs
        let own = mechanism.clone().without_derivatives();
        if kept.iter().all(|place| *place < own.outputs.len()) {
            mechanism = own;
        }
        for (i, output) in mechanism.outputs.iter_mut().enumerate() {
            if !kept.contains(&i) && !study.has_final_expressions() {
                output.reduction = TimeReduction::End;
            }
        }
        let base = Study::new(mechanism, study.method.clone(), sampling, study.plan().clone())?;
        let places = places(&base, &columns, at);
        Ok(Self { base, member, row, parameters, at, names: chosen, columns, places })
    }

    /// Returns the study, in which other outputs are not reduced over time.
    pub fn study(&self) -> &Study {
        &self.base
    }

    /// Returns the member of the plan; `None` for the default parameters.
    pub fn member(&self) -> Option<u64> {
        self.member
    }

    /// Says when the error is taken.
    pub fn at(&self) -> At {
        self.at
    }

    /// Returns the names of the outputs or components that make the error.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the components that make the error, with their units.
    pub fn columns(&self) -> &[(String, String)] {
        &self.columns
    }

    /// Returns the unit of the error; `mixed units` where the components have several.
    pub fn unit(&self) -> &str {
        let first = self.columns.first().map_or("1", |(_, unit)| unit.as_str());
        if self.columns.iter().all(|(_, unit)| unit == first) { first } else { "mixed units" }
    }

    /// Returns the duration of the member's run, s.
    pub fn duration(&self) -> f64 {
        self.base.method.duration.evaluate(&self.parameters)
    }

    /// Returns the step of the scenario's own method, s, where it is fixed.
    pub fn own_step(&self) -> Option<f64> {
        match &self.base.method.steps {
            Steps::Fixed(step) => Some(step.evaluate(&self.parameters)),
            Steps::Adaptive(_) => None,
        }
    }

    /// Returns the absolute and the relative tolerance of the scenario's own method, where its steps are adaptive.
    pub fn own_tolerances(&self) -> Option<(f64, f64)> {
        match &self.base.method.steps {
            Steps::Fixed(_) => None,
            Steps::Adaptive(own) => {
                Some((own.absolute.evaluate(&self.parameters), own.relative.evaluate(&self.parameters)))
            }
        }
    }

    /// Makes the study with another method.
    ///
    /// # Errors
    /// Where the method does not fit the mechanism.
    pub fn with_method(&self, method: Method) -> Result<Study, StudyError> {
        self.base.with_method(method)
    }

    /// Returns the member, `count` times.
    pub fn members(&self, count: usize) -> Members {
        Members::of_rows(self.member.unwrap_or(0), 1, &self.row).at(&vec![0; count])
    }

    /// Runs the member `count` times and returns what became of the first; all are the same.
    ///
    /// # Errors
    /// Where the backend fails.
    pub fn run(&self, study: &Study, backend: &dyn Backend, count: usize) -> Result<Run, BackendError> {
        let chunk = backend.run(study, self.members(count))?;
        let pick = |all: &[f64]| self.places.iter().map(|c| all[*c]).collect::<Vec<f64>>();
        let solution = chunk.outputs_of(0).and_then(|outputs| match self.at {
            At::End => Some(Solution { times: vec![chunk.times[0]], values: pick(&outputs) }),
            At::Max => {
                let rows = chunk.samples.rows.iter().zip(chunk.samples.values.each_row());
                let mut solution = Solution::default();
                for ((_, time), values) in rows.filter(|((place, _), _)| *place == 0) {
                    solution.times.push(*time);
                    solution.values.extend(pick(&values));
                }
                (!solution.times.is_empty()).then_some(solution)
            }
        });
        Ok(Run {
            outcome: chunk.outcomes[0],
            time: chunk.times[0],
            steps: chunk.steps[0],
            rejected: chunk.rejected[0],
            solution,
        })
    }

    /// Returns the error of a solution against another; `None` where they have no time in common, or a component has no
    /// value.
    pub fn error(&self, solution: &Solution, reference: &Solution) -> Option<f64> {
        let error = match self.at {
            At::End => solution.distance_at_end(reference),
            At::Max => solution.largest_distance(reference, self.time_tolerance())?.0,
        };
        error.is_finite().then_some(error)
    }

    /// Returns the difference below which times are the same, s.
    pub fn time_tolerance(&self) -> f64 {
        1e-9 * self.duration()
    }
}

/// Returns the values of the varied parameters of a member of the plan, or their defaults.
fn varied_parameters(study: &Study, member: Option<u64>) -> Result<Vec<f64>, TargetError> {
    let Some(member) = member else {
        return Ok(study.varied().iter().map(|at| study.mechanism.parameters[*at].default).collect());
    };
    if member >= study.plan().members() {
        return Err(TargetError::NoMember { member, last: study.plan().members() - 1 });
    }
    let mut row = vec![0.0; study.varied().len()];
    study.plan().fill(member, &mut row);
    Ok(row)
}

/// Returns the first scalar or vector that is not reduced over time, or else the first output that is not, or that the study itself
/// has, as a frequency.
fn default_output(mechanism: &Mechanism) -> Result<String, TargetError> {
    let instant: Vec<_> = mechanism.outputs.iter().filter(|o| !o.is_final()).collect();
    let simple = instant.iter().find(|o| matches!(o.columns().len(), 1 | 3));
    let of_study = mechanism.outputs.iter().find(|o| o.is_finding());
    let found = simple.or(instant.first()).copied().or(of_study);
    let names = || mechanism.outputs.iter().map(|o| o.name.clone()).collect();
    found.map(|output| output.name.clone()).ok_or_else(|| TargetError::NoOutput(names()))
}

/// Components with their units.
type Columns = Vec<(String, String)>;

/// Finds the number of the output of a name and its components, or of the output with a component of that name.
fn find(mechanism: &Mechanism, name: &str) -> Result<(usize, Columns), TargetError> {
    // a condition has no error
    let is_compared = |output: &&Output<Expr>| output.quantity.condition().is_none();
    for (i, output) in mechanism.outputs.iter().enumerate().filter(|(_, output)| is_compared(output)) {
        let columns = output.columns();
        if output.name == name {
            return Ok((i, columns));
        }
        if let Some(one) = columns.iter().find(|(column, _)| column == name) {
            return Ok((i, vec![one.clone()]));
        }
    }
    let mut accepted: Vec<String> = mechanism.outputs.iter().filter(is_compared).map(|o| o.name.clone()).collect();
    accepted.extend(mechanism.columns().into_iter().map(|(column, _)| column).filter(|c| c.contains('.')));
    let hint = nearest(name, accepted.iter().map(String::as_str));
    let hint = hint.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
    Err(TargetError::UnknownOutput { name: name.into(), hint, accepted })
}

/// Returns the places of components among the outputs of a run, or among those that are sampled.
fn places(study: &Study, columns: &[(String, String)], at: At) -> Vec<usize> {
    let all = study.mechanism.columns();
    let names: Vec<&String> = match at {
        At::End => all.iter().map(|(name, _)| name).collect(),
        At::Max => study.sampled_channels().into_iter().map(|c| &all[c].0).collect(),
    };
    columns.iter().filter_map(|(column, _)| names.iter().position(|name| *name == column)).collect()
}

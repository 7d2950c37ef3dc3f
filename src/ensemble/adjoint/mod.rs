//! Derivatives of a few outputs by many parameters: the adjoint of the discrete steps.
//!
//! A member is run once, forwards, as any other is, but with all parameters that derivatives are wanted by as inputs. Then
//! the derivatives of an output by the state are taken back from the end to the start, step by step: with the state x_k and
//! the parameters p, x_(k+1) = f_k(x_k, p) makes w_k = (df_k/dx)^T w_(k+1) of the derivatives w_(k+1) by x_(k+1), and adds
//! (df_k/dp)^T w_(k+1) to those by parameters. One step back costs a few steps, whatever the number of parameters. It is the
//! derivative of what is computed, not of what that approximates; steps that are adaptive keep their lengths.
//!
//! The step of an implicit method, whose unknowns y solve r(y, x_k, p) = 0, has an end s(y, x_k, p). With z from
//! (dr/dy)^T z = (ds/dy)^T w, the derivatives of w^T s - z^T r by x_k and p at fixed y are those of w^T s.
//!
//! States are kept as long as they fit the memory; where they do not, steps are made again, to the same bits
//! (`checkpoints.rs`).

mod anew;
mod checkpoints;
mod function;
mod lanes;
mod pullback;
mod start;
mod sweep;
#[cfg(test)]
mod tests;
mod ties;
mod within;

use super::cpu::{Arithmetic, Programs, Tapes};
use super::program::StudyFunction;
use super::time_loop::failure::finite_or_none;
use super::{Chunk, Members, Outcome, Study, StudyError, initial_state_tape};
use crate::jit::{Pages, Target};
use crate::model::Source;
use crate::model::output::{Differentiated, final_slopes};
use crate::num::Dual;
use crate::trace::Tape;
use function::Code;
use pullback::{StepPullback, record_weighted};
use rayon::prelude::*;
use start::StartPullback;
use std::ops::Range;

/// The reason why there are no derivatives.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AdjointError {
    /// A name is that of no parameter.
    #[error("derivatives are asked for by {name:?}, which is not a parameter; accepted: {accepted}")]
    UnknownParameter {
        /// The name.
        name: String,
        /// The names of all parameters.
        accepted: String,
    },
    /// The parameters make no study.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// An output cannot be differentiated.
    #[error("the adjoint method has no derivatives of {output:?}: {reason}")]
    Output {
        /// The column.
        output: String,
        /// The reason, and what would be accepted.
        reason: &'static str,
    },
}

/// The derivatives of a member's outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// How the member ended; one without outputs has no derivatives.
    pub outcome: Outcome,
    /// The output components that were asked for.
    pub outputs: Vec<f64>,
    /// For each of them, its derivatives by the parameters, in the order that these were asked for.
    pub derivatives: Vec<Vec<f64>>,
    /// Accepted steps.
    pub steps: usize,
    /// How many steps were solved or made once more in the reverse sweep; together with others, in lanes beside it.
    pub steps_again: u64,
}

/// The bytes that kept states may take where nothing else is said.
pub const MEMORY: usize = 256 << 20;

/// The recorded reverse sweep of a study's members.
#[derive(Debug)]
pub struct Adjoint {
    /// The study, with all parameters that derivatives are wanted by among the varied ones.
    study: Study,
    /// The values of the parameters that the plan does not vary.
    fixed: Vec<f64>,
    /// The indices of the parameters of derivatives among the varied ones.
    by: Vec<usize>,
    /// The components of the outputs that derivatives are wanted of.
    columns: Vec<usize>,
    /// The indices of derivatives among the outputs of the study that the sweep was made for.
    places: Vec<(usize, Differentiated)>,
    forwards: Forwards,
    pullback: StepPullback,
    back: Code,
    outputs: Code,
    /// The code of what has zeros, if there is any: the values of events, the rates of outputs whose extremes matter.
    monitored: Option<Code>,
    start: StartPullback,
    initial: Option<Tape>,
}

/// The code of the forward sweep.
#[derive(Debug)]
enum Forwards {
    Machine(Box<Programs>),
    Tapes(Box<Tapes>),
}

impl Adjoint {
    /// Records the reverse sweep for the derivatives that a study has by it: see
    /// [`crate::model::Mechanism::with_adjoint`].
    ///
    /// # Errors
    /// Where there are no such derivatives.
    pub fn of_study(study: &Study) -> Result<Self, AdjointError> {
        let name = |at: &usize| study.mechanism.parameters[*at].name.as_str();
        let parameters: Vec<&str> = study.mechanism.by_adjoint.iter().map(name).collect();
        Self::new(study, &differentiated(study), &parameters)
    }

    /// Records the reverse sweep, for derivatives of some output components by some parameters.
    ///
    /// # Errors
    /// Where there are no such derivatives.
    pub fn new(study: &Study, columns: &[usize], parameters: &[&str]) -> Result<Self, AdjointError> {
        let target = Target::detect().filter(|_| Pages::System.check().is_ok());
        Self::with_target(study, columns, parameters, target)
    }

    /// Records the reverse sweep for machine code of a target, or for tapes.
    fn with_target(
        study: &Study,
        columns: &[usize],
        parameters: &[&str],
        target: Option<Target>,
    ) -> Result<Self, AdjointError> {
        let all = &study.mechanism.parameters;
        let mut plan_columns = study.plan().columns().to_vec();
        let mut further = Vec::new();
        for name in parameters {
            let Some(parameter) = all.iter().find(|p| p.name == *name) else {
                let accepted = all.iter().map(|p| format!("{:?}", p.name)).collect::<Vec<String>>().join(", ");
                return Err(AdjointError::UnknownParameter { name: name.to_string(), accepted });
            };
            if !plan_columns.contains(&parameter.name) {
                plan_columns.push(parameter.name.clone());
                further.push((parameter.name.clone(), parameter.default));
            }
        }
        let fixed = further.iter().map(|(_, value): &(String, f64)| *value).collect();
        let plan = study.plan().holding(further);
        let places = study.mechanism.derivative_columns();
        let mechanism = study.mechanism.clone().differentiated_by(&[]);
        let numbers: Vec<usize> =
            parameters.iter().filter_map(|name| all.iter().position(|p| p.name == *name)).collect();
        let study = Study::new(mechanism, study.method.clone(), None, plan)?.for_derivatives_by(&numbers)?;
        let place = |name: &&str| plan_columns.iter().position(|column| column == name).expect("a column");
        let by: Vec<usize> = parameters.iter().map(place).collect();
        let of_final = of_final_values(&study);
        if let Some(column) = columns.iter().find(|column| of_final[**column]) {
            let reason = "it is an expression over final values; accepted: these values themselves";
            return Err(AdjointError::Output { output: study.mechanism.columns()[*column].0.clone(), reason });
        }
        let programs = target.and_then(|target| Programs::new(&study, target, Arithmetic::Exact, Pages::System).ok());
        let target = target.filter(|_| programs.is_some());
        let forwards = match programs {
            Some(programs) => Forwards::Machine(Box::new(programs)),
            None => Forwards::Tapes(Box::new(Tapes::new(&study, Arithmetic::Exact))),
        };
        let pullback = StepPullback::new(&study);
        let zeros = study.mechanism.events.len() + study.mechanism.columns_from(Source::Values).len();
        // pages have been asked for before, with success
        let code = |graph| Code::new(graph, target).expect("machine code is allowed");
        Ok(Self {
            fixed,
            by,
            columns: columns.to_vec(),
            places,
            back: code(pullback.graph.clone()),
            outputs: code(record_weighted(&study, StudyFunction::Outputs, study.channel_count())),
            monitored: (zeros > 0).then(|| code(record_weighted(&study, StudyFunction::Monitored, zeros))),
            start: StartPullback::new(&study),
            initial: initial_state_tape(&study),
            forwards,
            pullback,
            study,
        })
    }

    /// Returns the derivatives of some members, on all threads of the current pool; kept states take so many bytes at most.
    pub fn of(&self, members: Range<u64>, memory: usize) -> Vec<Gradient> {
        let count = (members.end - members.start) as usize;
        self.of_members(&Members::draw(&self.study, members.start, count), memory)
    }

    /// Puts the derivatives of the members of a chunk among their outputs; the study is the one that this was made for.
    pub(super) fn complete(&self, study: &Study, chunk: &mut Chunk, memory: usize) {
        let members = &chunk.members;
        let mut all = members.clone();
        self.fixed.iter().for_each(|value| all.values.push_constant(*value));
        let all = self.of_members(&all, memory);
        let [mut parameters, mut outputs] = [const { Vec::new() }; 2];
        for (i, gradient) in all.iter().enumerate().filter(|(_, gradient)| gradient.outcome.has_outputs()) {
            study.parameters(&members.row(i), &mut parameters);
            chunk.outputs.copy_row(i, &mut outputs);
            for (k, by) in study.mechanism.by_adjoint.iter().enumerate() {
                let mut slopes = vec![0.0; outputs.len()];
                let columns = self.columns.iter().zip(&gradient.derivatives);
                columns.for_each(|(column, derivatives)| slopes[*column] = derivatives[k]);
                let end = Dual { re: chunk.times[i], eps: [study.duration_slope(&parameters, *by)] };
                final_slopes(&study.mechanism.outputs, (&parameters, *by), end, &outputs, &mut slopes, finite_or_none);
                let places = self.places.iter().filter(|(_, of)| of.by == k);
                places.for_each(|(place, of)| outputs[*place] = finite_or_none(slopes[of.column]));
            }
            study.angular_sensitivities().iter().for_each(|of| of.write(&mut outputs));
            study.empty_at_kinks(&parameters, &mut outputs);
            chunk.outputs.set_row(i, outputs.iter().copied());
        }
    }

    fn of_members(&self, all: &Members, memory: usize) -> Vec<Gradient> {
        let count = all.count();
        let threads = rayon::current_num_threads();
        let lanes = match &self.forwards {
            Forwards::Machine(_) => 64,
            Forwards::Tapes(_) => 8,
        };
        let size = count.div_ceil(threads).clamp(1, lanes);
        let firsts: Vec<usize> = (0..count).step_by(size).collect();
        let room = memory / size_of::<f64>() / threads.min(firsts.len()).max(1);
        let of_block = |first: usize| {
            let places: Vec<usize> = (first..(first + size).min(count)).collect();
            self.of_block(&all.at(&places), room)
        };
        firsts.into_par_iter().flat_map_iter(of_block).collect()
    }
}

/// Tells of every output component whether it is an expression over final values.
fn of_final_values(study: &Study) -> Vec<bool> {
    let outputs = study.mechanism.outputs.iter();
    outputs.flat_map(|o| vec![o.of_final_values; o.quantity.components().len()]).collect()
}

/// Checks that a study can have the derivatives that are asked for by the adjoint.
///
/// # Errors
/// Why it cannot.
pub fn check(study: &Study) -> Result<(), AdjointError> {
    let mechanism = &study.mechanism;
    let has_derivative = |c: usize| mechanism.derivative_columns().iter().any(|(_, of)| of.column == c);
    let final_columns = of_final_values(study).into_iter().enumerate().filter(|(_, of_final)| *of_final);
    let final_column = final_columns.map(|(c, _)| c).find(|c| has_derivative(*c));
    match final_column.filter(|_| !mechanism.by_adjoint.is_empty()) {
        Some(column) if mechanism.events.iter().any(|event| event.terminal) => {
            let reason = "it is an expression over final values, and an event may decide when a run ends; accepted: runs \
                          that end at a given time, or the direct method";
            Err(AdjointError::Output { output: mechanism.columns()[column].0.clone(), reason })
        }
        _ => Ok(()),
    }
}

/// Returns the columns that the reverse sweep has derivatives of, each once.
fn differentiated(study: &Study) -> Vec<usize> {
    let of_final = of_final_values(study);
    let mut columns: Vec<usize> = study.mechanism.derivative_columns().iter().map(|(_, of)| of.column).collect();
    columns.dedup();
    columns.retain(|column| !of_final[*column]);
    columns
}

//! What switches with a parameter: events and functions whose switching functions it reaches, through outputs and the state, too.

use super::Study;
use super::program::{Shape, StudyFunction, inputs, reads};
use super::recording::{record_function, residual_graph};
use crate::model::event::Event;
use crate::model::variable::seen;
use crate::num::Precision;
use crate::trace::record;

/// Says which inputs of recorded functions, and which output components, depend on a varied parameter.
struct Reached {
    inputs: Vec<bool>,
    columns: Vec<bool>,
}

/// What a result reads of the inputs of a step, and the inputs that depend on it.
type Row = (Vec<bool>, Vec<usize>);

/// What the functions of a study read: for every result whether it reads each input.
struct Reads {
    /// For every input of a step whether it depends on each varied parameter.
    depends: Vec<Vec<bool>>,
    outputs: Vec<Vec<bool>>,
    monitored: Vec<Vec<bool>>,
}

impl Reads {
    fn of(study: &Study) -> Self {
        let of = |function| reads(&record_function(study, function, Precision::Double));
        let [outputs, monitored] = [StudyFunction::Outputs, StudyFunction::Monitored].map(of);
        Self { depends: Self::depends(study, of(StudyFunction::Step)), outputs, monitored }
    }

    /// Follows parameters from step to step, which reads this, until nothing new is reached.
    fn depends(study: &Study, step: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
        let shape = Shape::new(study);
        let start = record(Precision::Double, inputs(study, StudyFunction::InitialState), |varied| {
            let (q, v) = study.formulated().initial(&study.mechanism, &study.all_parameters(varied));
            q.into_iter().chain(v).collect()
        });
        let state = |rows: Vec<Vec<bool>>| {
            let rows = rows.into_iter().take(shape.motion()).enumerate();
            rows.map(|(number, reads)| (reads, vec![shape.parameters + number])).collect::<Vec<Row>>()
        };
        let mut rows = [state(reads(&start)), state(step)].concat();
        let all = inputs(study, StudyFunction::Step);
        if study.is_implicit() {
            // equations couple the unknowns that they read
            let first = all.iter().position(|input| input.name == "unknown0").unwrap_or(all.len());
            let unknowns = |reads: &Vec<bool>| (first..first + shape.unknowns).filter(|at| reads[*at]).collect();
            let residual = reads(&residual_graph(study)).into_iter();
            rows.extend(residual.map(|reads| (reads.clone(), unknowns(&reads))));
        }
        let own = |input: usize| (0..shape.parameters).map(|by| by == input).collect();
        let mut depends: Vec<Vec<bool>> = (0..all.len()).map(own).collect();
        loop {
            let before = depends.clone();
            for (reads, to) in &rows {
                for by in 0..shape.parameters {
                    if reads.iter().zip(&depends).any(|(reads, depends)| *reads && depends[by]) {
                        to.iter().for_each(|input| depends[*input][by] = true);
                    }
                }
            }
            if depends == before {
                return depends;
            }
        }
    }

    fn reached(&self, by: usize) -> Reached {
        let inputs: Vec<bool> = self.depends.iter().map(|depends| depends[by]).collect();
        let columns = self.outputs.iter().map(|reads| meet(reads, &inputs)).collect();
        Reached { inputs, columns }
    }
}

/// Tells whether something reads one of the inputs that are reached.
fn meet(reads: &[bool], reached: &[bool]) -> bool {
    reads.iter().zip(reached).any(|(reads, reached)| *reads && *reached)
}

impl Study {
    /// Returns for some varied parameters, by their columns in the plan, the place of something that switches where the state says, if each
    /// reaches what decides that; see [`crate::model::Mechanism::switched_by`] for what parameters alone decide.
    pub fn switches_reached_by(&self, columns: &[usize]) -> Vec<Option<String>> {
        if columns.is_empty() || !self.method.makes_steps {
            return vec![None; columns.len()];
        }
        let reads = Reads::of(self);
        columns.iter().map(|by| self.reached_by(&reads, *by)).collect()
    }

    /// Returns the place of an event, or of a function in an output or a sampled variable, whose switching function a varied parameter reaches.
    fn reached_by(&self, reads: &Reads, by: usize) -> Option<String> {
        let (mechanism, reached) = (&self.mechanism, reads.reached(by));
        let (parameters, number) = (mechanism.parameters.len(), self.varied()[by]);
        let named = |event: &Event<_>| match event.is_hidden() {
            true => event.name.clone(),
            false => format!("event {}", event.name),
        };
        let mut events = mechanism.events.iter().zip(&reads.monitored);
        if let Some((event, _)) = events.find(|(_, reads)| meet(reads, &reached.inputs)) {
            return Some(named(event));
        }
        // columns stand behind so many others
        let reads_it = |first: usize| {
            let columns = &reached.columns;
            move |at: usize| {
                at == number || at.checked_sub(parameters + first).and_then(|c| columns.get(c)).is_some_and(|is| *is)
            }
        };
        let output = mechanism
            .outputs
            .iter()
            .find(|output| output.quantity.formula().is_some_and(|formula| formula.switches_with(&reads_it(1))));
        let sampled = mechanism.variables.iter().find(|variable| {
            let seen = seen(&mechanism.variables);
            variable
                .update
                .as_ref()
                .is_some_and(|update| update.value.switches_with(&reads_it(1 + seen + update.before.len())))
        });
        let output = output.map(|output| format!("output {}", output.name));
        output.or_else(|| sampled.map(|variable| format!("sampled {}", variable.name)))
    }
}

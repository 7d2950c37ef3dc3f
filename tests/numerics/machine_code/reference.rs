//! What a program does, member by member, by the interpreter.

use super::{Block, MEMBERS, same};
use gyrosweep::jit::{Attempts, Program, Slots, Target};
use gyrosweep::num::LaneReal;
use gyrosweep::trace::{Graph, Node, Schedule, interpret};

/// A function of a program and how it is evaluated.
pub(crate) struct Function {
    pub(crate) graph: Graph,
    pub(crate) schedule: Schedule,
    pub(crate) attempts: Attempts,
}

impl Function {
    /// The first outputs tell whether to go on.
    pub(crate) fn new(graph: Graph, first_outputs: usize, attempts: Attempts) -> Self {
        let schedule = Schedule::in_two_parts(&graph, first_outputs);
        Self { graph, schedule, attempts }
    }

    /// The function for machine code.
    pub(crate) fn of_program(&self, name: &'static str) -> gyrosweep::jit::CodeUnit<'_> {
        gyrosweep::jit::CodeUnit { name, graph: &self.graph, schedule: &self.schedule, attempts: &self.attempts }
    }

    /// The outputs that end attempts: one that says whether to go on, and one that stops; none where one is known.
    fn ends(&self) -> Option<(usize, Option<usize>)> {
        let known = |output: usize| matches!(self.graph.nodes[self.graph.outputs[output] as usize], Node::Constant(_));
        let Attempts { again, stop, .. } = self.attempts;
        again.filter(|again| !known(*again) && !stop.is_some_and(known)).map(|again| (again, stop))
    }
}

/// The members of a block: their inputs, and what the outputs of functions hold where they have been computed.
pub(crate) struct Members {
    target: Target,
    pub(crate) inputs: Vec<Vec<f64>>,
    outputs: Vec<Vec<Vec<Option<f64>>>>,
    /// How often a group went on, and how often it did not.
    pub(crate) went_on: [usize; 2],
}

impl Members {
    pub(crate) fn new(target: Target, inputs: Vec<Vec<f64>>, functions: &[Function]) -> Self {
        let outputs = functions.iter().map(|f| vec![vec![None; f.graph.outputs.len()]; MEMBERS]).collect();
        Self { target, inputs, outputs, went_on: [0; 2] }
    }

    /// Evaluates a function.
    pub(crate) fn run(&mut self, number: usize, function: &Function, most: u32) {
        let Attempts { feedback, busy, all, .. } = &function.attempts;
        let lanes = |group: usize| group * self.target.lanes()..(group + 1) * self.target.lanes();
        let mut running: Vec<usize> = (0..MEMBERS / self.target.lanes()).collect();
        running.retain(|g| busy.is_none_or(|busy| self.inputs[lanes(*g)].iter().any(|m| m[busy].to_bits() != 0)));
        let few = if *all { 0 } else { running.len() / 2 };
        for _ in 0..most {
            running.retain(|group| {
                let values: Vec<_> = lanes(*group).map(|m| interpret(&function.graph, &self.inputs[m])).collect();
                let goes_on = function.ends().is_some_and(|(again, stop)| {
                    values.iter().any(|v| v[again] != 0.0)
                        && stop.is_none_or(|stop| values.iter().all(|v| v[stop] == 0.0))
                });
                self.went_on[usize::from(!goes_on)] += 1;
                let whole = goes_on || function.ends().is_none();
                let stored = if whole { function.graph.outputs.len() } else { function.schedule.first.outputs };
                for (member, values) in lanes(*group).zip(&values) {
                    for (output, value) in self.outputs[number][member].iter_mut().zip(&values[..stored]) {
                        *output = Some(*value);
                    }
                    for (output, input) in feedback.iter().filter(|(output, _)| *output < stored) {
                        self.inputs[member][*input] = values[*output];
                    }
                }
                goes_on
            });
            if function.ends().is_none() || running.len() <= few {
                break;
            }
        }
    }

    /// Sets the inputs of a program.
    pub(crate) fn set(&self, program: &Program, slots: &mut Slots<Block>) {
        for (i, input) in program.inputs(slots).iter_mut().enumerate() {
            *input = Block::from_lanes(|lane| self.inputs[lane][i]);
        }
    }

    /// Makes sure that a program that has run has the same inputs and outputs.
    pub(crate) fn compare(&self, program: &Program, slots: &mut Slots<Block>, functions: &[Function], of: &str) {
        let target = self.target;
        for lane in 0..MEMBERS {
            for (i, expected) in self.inputs[lane].iter().enumerate() {
                let found = program.inputs(slots)[i].lane(lane);
                assert!(same(found, *expected), "{target:?}, {of}, member {lane}, input {i}: {found:?}, {expected:?}");
            }
            for (number, function) in functions.iter().enumerate() {
                let is_fed = |output: usize| function.attempts.feedback.iter().any(|(fed, _)| *fed == output);
                let outputs = self.outputs[number][lane].iter().enumerate().filter(|(i, _)| !is_fed(*i));
                for (i, expected) in outputs.filter_map(|(i, value)| value.map(|value| (i, value))) {
                    let found = program.output(number, slots, i).lane(lane);
                    let place = format!("{target:?}, {of}, member {lane}, function {number}, result {i}");
                    assert!(same(found, expected), "{place}: {found:?} instead of {expected:?}");
                }
            }
        }
    }
}

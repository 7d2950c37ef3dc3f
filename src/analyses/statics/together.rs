//! Equilibria of many members in lockstep: whenever all that go on have asked, machine code answers them at once. Bits are those of a
//! member alone, whose equations a tape evaluates.

use crate::ensemble::lockstep::Asker;
use crate::jit::{Attempts, CodeUnit, MachineCode, Pages, Program, Slots, Target};
use crate::num::{LaneReal, Lanes};
use crate::trace::{Graph, NodeId, Schedule};

/// The members that are answered together.
pub(super) const TOGETHER: usize = 64;

/// What a member asks for at a state.
#[derive(Debug)]
pub(super) struct Question {
    /// The inputs of the recorded equations.
    pub inputs: Vec<f64>,
    /// What for.
    pub wanted: Wanted,
}

/// What a member asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The residual alone.
    Residual,
    /// The residual, the increments, and the relative pivot.
    Increments,
    /// The entries of the derivatives.
    Matrix,
}

/// Asks for a member.
pub(super) type Member = Asker<Question, Vec<f64>>;

/// The recorded equations as machine code: a function for everything that is wanted.
#[derive(Debug)]
pub(super) struct LaneEquations {
    program: Program,
}

impl LaneEquations {
    /// Compiles equations with these results, whose last input says whether a lane has a question; none where the processor has no
    /// target, or the system allows no machine code.
    pub(super) fn new(graph: &Graph, residual: usize, matrix: &[NodeId]) -> Option<Self> {
        let target = Target::detect()?;
        let with = |outputs: &[NodeId]| {
            let mut graph = graph.clone();
            graph.outputs = outputs.to_vec();
            graph
        };
        let graphs = [with(&graph.outputs[..residual]), graph.clone(), with(matrix)];
        let schedules = graphs.each_ref().map(Schedule::new);
        let attempts = Attempts { busy: Some(graph.inputs.len() - 1), ..Attempts::default() };
        let names = ["residual", "increments", "derivatives"];
        let unit =
            |i: usize| CodeUnit { name: names[i], graph: &graphs[i], schedule: &schedules[i], attempts: &attempts };
        let units = [0, 1, 2].map(unit);
        let program = Program::new(MachineCode::with_functions(&units, target), Pages::System).ok()?;
        Some(Self { program })
    }

    /// Makes the slots to answer in.
    pub(super) fn slots(&self) -> Slots<Lanes<TOGETHER>> {
        self.program.slots()
    }

    /// Answers questions, of which there are no more than [`TOGETHER`].
    pub(super) fn answers(&self, slots: &mut Slots<Lanes<TOGETHER>>, questions: &[Question]) -> Vec<Vec<f64>> {
        let mut answers = vec![Vec::new(); questions.len()];
        for (function, wanted) in [Wanted::Residual, Wanted::Increments, Wanted::Matrix].into_iter().enumerate() {
            let is_asked = |k: usize| questions[k].wanted == wanted;
            let asked: Vec<usize> = (0..questions.len()).filter(|k| is_asked(*k)).collect();
            if asked.is_empty() {
                continue;
            }
            let inputs = self.program.inputs(slots);
            let last = inputs.len() - 1;
            for (i, input) in inputs.iter_mut().enumerate() {
                // those who ask are beside each other, so that few groups of lanes have work
                let value = |lane: usize| asked.get(lane).map(|k| questions[*k].inputs[i]);
                *input = Lanes::from_lanes(|lane| value(lane).unwrap_or(if i == last { 0.0 } else { 1.0 }));
            }
            self.program.run_member(slots);
            self.program.run(function, slots, 1);
            let outputs: Vec<&Lanes<TOGETHER>> =
                (0..self.program.output_count(function)).map(|i| self.program.output(function, slots, i)).collect();
            for (lane, k) in asked.into_iter().enumerate() {
                answers[k] = outputs.iter().map(|output| output.lane(lane)).collect();
            }
        }
        answers
    }
}

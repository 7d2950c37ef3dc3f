//! The functions of a study, and the indices of their inputs and results.

use crate::ensemble::{Direction, Study};
use std::ops::Range;

/// A function of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyFunction {
    /// One step. Further inputs: its length, and the error norms of the two steps before. Results: the
    /// increments of the state, then those of [`StepResult`].
    Step,
    /// The output components. Further inputs, where something may happen at a time that depends on parameters: the
    /// derivatives of the time that the output is taken at.
    Outputs,
    /// What is looked for within steps: the values whose zeros are sought, then what belongs to each, then derivatives; see
    /// [`super::Monitored`].
    Monitored,
    /// The state at the start and, for adaptive steps, a guess of the first.
    InitialState,
}

impl StudyFunction {
    /// All functions.
    pub const ALL: [StudyFunction; 4] =
        [StudyFunction::Step, StudyFunction::Outputs, StudyFunction::Monitored, StudyFunction::InitialState];

    /// The functions of a member between its start and its end.
    pub const ON_THE_WAY: [StudyFunction; 3] = [StudyFunction::Step, StudyFunction::Outputs, StudyFunction::Monitored];
}

/// What a step returns after the increments, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// How far bodies turn in the first stage, |psi|^2/4.
    FirstTurn,
    /// How far bodies turn in any stage, |psi|^2/4.
    LargestTurn,
    /// The distance from a singularity of the parameterisation.
    Margin,
    /// The amount by which redundant constraints are violated, where there are any:
    /// [`crate::ensemble::time_loop::failure::drift`].
    Drift,
    /// The norm of the error, (B18); adaptive steps only.
    Error,
    /// The factor by which the next step may be longer; adaptive steps only.
    Factor,
}

/// What a step of an implicit method reads after the unknowns, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewtonInput {
    /// What the residual is judged by: see [`crate::integrator::newton::Progress`].
    Compared,
    /// The residual that rounding leaves: see [`crate::integrator::newton::Progress`].
    Rounding,
    /// The residual of the equations of motion before the last solution: see [`crate::integrator::newton::Progress`].
    Before,
    /// Solutions of the linearised equations so far.
    Solves,
    /// What has become of the equations: [`crate::integrator::newton::Solution`].
    Status,
    /// The length of the step that is solved, s; that of the attempt may be shorter, to see the state within it.
    Length,
}

/// The number of inputs of Newton's method.
pub const NEWTON_INPUTS: usize = 6;

/// The indices of inputs and results.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Varied parameters.
    pub parameters: usize,
    /// Coordinates.
    pub coordinates: usize,
    /// Velocities.
    pub velocities: usize,
    /// Numbers that the method remembers.
    pub history: usize,
    /// Integrals over the time, the last of the velocities.
    pub quadratures: usize,
    /// The number of unknowns that Newton's method solves for in a step; none of an explicit method.
    pub unknowns: usize,
    /// Whether there are redundant constraints.
    pub redundant: bool,
    /// Directions in which the state is differentiated: see [`Study::directions`].
    pub directions: usize,
    /// Whether the last of them is the time.
    pub by_time: bool,
    /// Whether the state is differentiated twice in the others, which are parameters then.
    pub twice: bool,
}

impl Shape {
    /// Makes the shape of a study's functions.
    pub fn new(study: &Study) -> Self {
        let layout = study.layout();
        Self {
            parameters: study.plan().columns().len(),
            coordinates: layout.coordinate_count(),
            velocities: layout.velocity_count(),
            history: if study.is_implicit() { study.implicit_layout().history_count() } else { 0 },
            quadratures: layout.quadratures().len(),
            unknowns: if study.is_implicit() { study.implicit_layout().unknown_count() } else { 0 },
            redundant: study.constraints().is_some_and(|constraints| !constraints.redundant.is_empty()),
            directions: study.directions().len(),
            by_time: study.directions().last() == Some(&Direction::Time),
            twice: !study.second_derivatives().is_empty(),
        }
    }
    /// Returns the number of directions whose derivatives a step carries on from the start: all but the time.
    pub fn carried(&self) -> usize {
        self.directions - usize::from(self.by_time)
    }
    /// Returns the coordinates, velocities and history among the inputs of a function, and what follows the state.
    pub fn parts<'a, R>(&self, inputs: &'a [R]) -> (&'a [R], &'a [R], &'a [R], &'a [R]) {
        let (q, rest) = inputs[self.parameters..].split_at(self.coordinates);
        let (v, rest) = rest.split_at(self.velocities);
        (q, v, &rest[..self.history], &inputs[self.time()..])
    }
    /// Returns how many coordinates, velocities and numbers of history there are: the state but for its derivatives.
    pub fn motion(&self) -> usize {
        self.coordinates + self.velocities + self.history
    }
    /// Returns the pairs of parameters by which the state is differentiated twice, each once.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let count = if self.twice { self.carried() } else { 0 };
        (0..count).flat_map(|i| (i..count).map(move |j| [i, j])).collect()
    }
    /// Returns how many numbers the state has: coordinates, velocities and history, then their derivatives in one of
    /// [`Study::directions`] after another, then the second ones by one of [`Shape::pairs`] after another.
    pub fn state(&self) -> usize {
        let pairs = if self.twice { self.carried() * (self.carried() + 1) / 2 } else { 0 };
        self.motion() * (1 + self.directions + pairs)
    }
    /// Returns the indices in the state of the derivatives in direction number `k`.
    pub fn derivatives(&self, k: usize) -> Range<usize> {
        self.motion() * (1 + k)..self.motion() * (2 + k)
    }
    /// Returns the indices in the state of the second derivatives by two parameters, in either order.
    pub fn second_derivatives(&self, a: usize, b: usize) -> Range<usize> {
        let (i, j) = (a.min(b), a.max(b));
        // before it are those of i rows, which become shorter by one
        let before = i * self.carried() - i * i.saturating_sub(1) / 2 + j - i;
        self.derivatives(self.directions + before)
    }
    /// Returns the indices in the state that decide whether an attempt is in range: derivatives do not, but that the
    /// first one of an implicit step tells where elimination has lost digits.
    pub fn decisive(&self) -> impl Iterator<Item = usize> + use<> {
        let tells = self.unknowns > 0 && self.carried() > 0;
        0..self.motion() + usize::from(tells)
    }
    /// Returns the indices of the integrals over the time in the state.
    pub fn integrals(&self) -> Range<usize> {
        let end = self.coordinates + self.velocities;
        end - self.quadratures..end
    }
    /// Returns where the sides are among the numbers of the state: the last velocities but integrals.
    pub fn sides(&self, study: &Study) -> Range<usize> {
        let end = self.coordinates + self.velocities - self.quadratures;
        end - study.held_sides()..end
    }
    /// Returns the indices in the state of variables that are sampled at instants, and of their derivatives.
    pub fn sampled(&self, study: &Study) -> Vec<usize> {
        let variables = &study.mechanism.variables;
        let first = self.coordinates + self.velocities - self.quadratures - variables.len();
        let is_sampled = |i: usize| i >= first && variables.get(i - first).is_some_and(|v| v.update.is_some());
        (0..self.state()).filter(|i| is_sampled(i % self.motion())).collect()
    }
    /// Returns the index of the time among the inputs.
    pub fn time(&self) -> usize {
        self.parameters + self.state()
    }
    /// Returns the index of the length of a step among the inputs.
    pub fn length(&self) -> usize {
        self.time() + 1
    }
    /// Returns the index of the last error norm among the inputs; that of the one before follows.
    pub fn errors(&self) -> usize {
        self.time() + 2
    }
    /// Returns the indices of the unknowns of an implicit method among the inputs.
    pub fn unknowns(&self) -> Range<usize> {
        let first = self.time() + 4;
        first..first + self.unknowns
    }
    /// Returns the index among the inputs of a number that a step of an implicit method reads after the unknowns.
    pub fn newton(&self, input: NewtonInput) -> usize {
        self.unknowns().end + input as usize
    }
    /// Returns the indices of the inputs that Newton's method changes: the status, the unknowns, what these are judged
    /// by, the number of solutions.
    pub fn iterated(&self) -> Vec<usize> {
        let [status, kept @ ..] = self.kept_of_newton();
        [status].into_iter().chain(self.unknowns()).chain(kept).collect()
    }
    /// Returns the indices of the status and of what Newton's method keeps of a step besides the unknowns.
    pub fn kept_of_newton(&self) -> [usize; 5] {
        use NewtonInput::{Before, Compared, Rounding, Solves, Status};
        [Status, Compared, Rounding, Before, Solves].map(|input| self.newton(input))
    }
    /// Returns the index of a step's result among those that follow the increments.
    pub fn step_result(&self, result: StepResult) -> usize {
        let place = result as usize;
        if place > StepResult::Drift as usize && !self.redundant { place - 1 } else { place }
    }
    /// Returns the index of a step's result among all results.
    pub fn result(&self, result: StepResult) -> usize {
        self.state() + self.step_result(result)
    }
    /// Returns how many inputs a function has.
    pub fn input_count(&self, function: StudyFunction) -> usize {
        match function {
            StudyFunction::Step if self.unknowns > 0 => self.unknowns().end + NEWTON_INPUTS,
            StudyFunction::Step => self.time() + 4,
            StudyFunction::Outputs => self.time() + 1 + if self.by_time { self.carried() } else { 0 },
            StudyFunction::Monitored => self.time() + 1,
            StudyFunction::InitialState => self.parameters,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_method_remembers_is_part_of_the_state() {
        let shape = Shape {
            parameters: 2,
            coordinates: 4,
            velocities: 3,
            history: 5,
            quadratures: 1,
            unknowns: 0,
            redundant: false,
            directions: 0,
            by_time: false,
            twice: false,
        };
        assert_eq!((shape.state(), shape.time(), shape.length(), shape.errors()), (12, 14, 15, 16));
        let with_derivatives = Shape { directions: 2, ..shape };
        assert_eq!((with_derivatives.state(), with_derivatives.derivatives(1)), (36, 24..36));
        let with_events = Shape { directions: 3, by_time: true, ..shape };
        assert_eq!((with_events.state(), with_events.input_count(StudyFunction::Outputs)), (48, 53));
        let twice = Shape { directions: 3, twice: true, ..shape };
        let places: Vec<usize> = twice.pairs().iter().map(|[i, j]| twice.second_derivatives(*j, *i).start).collect();
        assert_eq!((places, twice.state()), (vec![48, 60, 72, 84, 96, 108], 120));
        assert_eq!((shape.result(StepResult::Margin), shape.input_count(StudyFunction::Outputs)), (14, 15));
        assert_eq!(shape.integrals(), 6..7);
    }
}

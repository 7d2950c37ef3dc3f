//! Derivatives of the functions of a study by parameters: the derivatives of what is computed, not of what it approximates.
//!
//! The state carries its derivatives with it. Those of a step, an output or a start are derivatives of the recorded graph
//! along them ([`derivatives_along`]). Lengths of adaptive steps count as given;
//! equal steps may depend on parameters. The unknowns of an implicit step follow from its residuals, differentiated where
//! these vanish: dr/dx x' = -(dr/ds s' + dr/dp), whose matrix is factorised once for all parameters.
//!
//! Where times depend on parameters (those of events, the end) the state is differentiated by the length of the last
//! attempt, too: the zero of an event's value g lies where g' + dg/dt t' = 0, an extreme where that holds for the rate.

use super::roots::kept_change;
use super::slope_solver::{GivenSlopes, SlopeSolver};
use super::{Equations, Monitored, NewtonInput, StudyFunction};
use crate::ensemble::{Direction, Outcome};
use crate::integrator::newton::{Solution, Stiffness, TangentOperator};
use crate::linalg::{Elimination, smallest_relative_pivot};
use crate::model::Source;
use crate::num::{Dual, Real};
use crate::trace::{Traced, TracedMask, derivatives_along};
use std::rc::Rc;

/// The first derivative of a state where elimination has lost half of the digits: beyond the limit of a state.
pub(super) const LOST: f64 = 2.0 * Outcome::STATE_LIMIT;

/// Numbers, each with its derivatives in every direction.
pub(super) type Seeds = Vec<(Traced, Vec<Traced>)>;

/// Returns the derivatives of results, one direction after another. Numbers that are kept constant change as seeds say,
/// or not at all, whatever they are made of.
pub(super) fn along(seeds: Seeds, detached: &[Traced], results: &[Traced], directions: usize) -> Vec<Vec<Traced>> {
    let mut distinct: Seeds = Vec::new();
    for (number, slopes) in seeds {
        // what is the same number has the same derivatives
        let is_seed = !number.is_constant() && !slopes.iter().all(|slope| slope.is_zero());
        if is_seed && !distinct.iter().any(|(other, _)| other.is_same(number)) {
            distinct.push((number, slopes));
        }
    }
    if distinct.is_empty() {
        return vec![vec![Traced::zero(); results.len()]; directions];
    }
    for number in detached {
        if !number.is_constant() && !distinct.iter().any(|(other, _)| other.is_same(*number)) {
            distinct.push((*number, vec![Traced::zero(); directions]));
        }
    }
    derivatives_along(results, &distinct)
}

/// Returns numbers with the derivatives that each has in every direction.
pub(super) fn seeded(numbers: &[Traced], slope: impl Fn(usize, usize) -> Traced, directions: usize) -> Seeds {
    let slopes = |i: usize| (0..directions).map(|k| slope(k, i)).collect();
    numbers.iter().enumerate().map(|(i, x)| (*x, slopes(i))).collect()
}

/// The derivatives of the unknowns of a step that is solved, with what gives further ones.
pub(super) struct UnknownSlopes<'a> {
    /// The unknowns, kept constant where others change: by the equations alone do they follow these, not by what
    /// Newton's method begins with, which is a function of the state.
    pub(super) unknowns: Vec<Traced>,
    pub(super) residual: Vec<Traced>,
    /// One direction after another.
    pub(super) slopes: Vec<Vec<Traced>>,
    /// Whether elimination has left them digits.
    usable: TracedMask,
    solver: Solver<'a>,
}

/// A [`SlopeSolver`] with the factors of the matrix, where these are needed.
enum Solver<'a> {
    Eliminating(&'a Elimination, Vec<Traced>),
    Given(Rc<GivenSlopes>),
}

impl UnknownSlopes<'_> {
    /// Solves the linearised equations for the derivatives of the unknowns whose part of the residual's is not there yet.
    pub(super) fn solve(&self, load: &[Traced]) -> Vec<Traced> {
        let right: Vec<Traced> = load.iter().map(|r| -*r).collect();
        match &self.solver {
            Solver::Eliminating(elimination, factors) => elimination.solve(factors, &right),
            Solver::Given(given) => given.next(right),
        }
    }

    /// Returns the unknowns with their first derivatives in as many directions.
    pub(super) fn seeds(&self, directions: usize) -> Seeds {
        seeded(&self.unknowns, |k, i| self.slopes[k][i], directions)
    }
}

pub(super) fn unit<R: Real>(is_one: bool) -> R {
    if is_one { R::one() } else { R::zero() }
}

impl<R: Real> Equations<'_, R> {
    /// Returns the derivative of the time in every direction but itself, in units of the time: where equal steps depend on
    /// a parameter.
    fn time_rates(&self) -> Vec<R> {
        let Some(step) = self.study.length_of_steps() else { return vec![R::zero(); self.shape.carried()] };
        let rate = |direction: &Direction| {
            let by = direction.parameter().filter(|by| step.depends_on(&|at| at == *by));
            by.map_or_else(R::zero, |by| {
                let step = step.evaluate(&Dual::by_one(&self.parameters, Some(by)));
                step.eps[0] / step.re
            })
        };
        self.study.directions()[..self.shape.carried()].iter().map(rate).collect()
    }

    /// Returns the derivative of a time in a direction: of a step its beginning (`function` is [`StudyFunction::Step`]), or
    /// that of an output.
    pub(super) fn time_slope(&self, function: StudyFunction, t: R, direction: usize) -> R {
        if direction < self.shape.carried() {
            return t * self.time_rates()[direction];
        }
        unit(function != StudyFunction::Step)
    }

    /// Returns the derivative of the length of an attempt, or of the step that is solved, in a direction. An attempt
    /// that is shorter than the step shows a state within it.
    pub(super) fn length_slope(&self, inputs: &[R], direction: usize, is_solved: bool) -> R {
        let [attempt, step] = [self.shape.length(), if is_solved { self.shape.newton(NewtonInput::Length) } else { 0 }];
        let length = inputs[if is_solved { step } else { attempt }];
        if direction < self.shape.carried() {
            return length * self.time_rates()[direction];
        }
        if is_solved { R::select(inputs[attempt].less(length), R::zero(), R::one()) } else { R::one() }
    }

    /// Returns the indices of the lengths of the attempt and of the step that is solved.
    pub(super) fn lengths(&self) -> Vec<(usize, bool)> {
        let newton = (self.shape.unknowns > 0).then(|| (self.shape.newton(NewtonInput::Length), true));
        std::iter::once((self.shape.length(), false)).chain(newton).collect()
    }

    /// Puts derivatives of columns into theirs: `slopes` are those of all columns in every direction, `state` is the state.
    pub(super) fn write_columns(&self, inputs: &[R], slopes: &[Vec<R>], out: &mut [R]) {
        let (shape, mechanism) = (self.shape, &self.study.mechanism);
        let state = &inputs[shape.parameters..shape.time()];
        let (reductions, integrated) = (mechanism.reductions(), mechanism.columns_from(Source::Integral));
        for (place, of) in self.study.derivatives().iter().copied() {
            // at a time that depends on the parameter by itself
            let moved = if shape.by_time { inputs[shape.time() + 1 + of.by] } else { R::zero() };
            let total = |k: R, by_time: R| if shape.by_time { k + by_time * moved } else { k };
            let by_time = |i: usize| slopes.get(shape.carried()).map_or_else(R::zero, |slopes| slopes[i]);
            let reduction = reductions[of.column];
            match reduction.source() {
                Source::End | Source::Values => out[place] = total(slopes[of.by][of.column], by_time(of.column)),
                Source::Integral => {
                    let number = integrated.iter().position(|c| *c == of.column);
                    out[place] = number.map_or_else(R::zero, |i| {
                        let i = shape.integrals().start + i;
                        let along_time =
                            if shape.by_time { state[shape.derivatives(shape.carried())][i] } else { R::zero() };
                        let integral =
                            Dual { re: state[i], eps: [total(state[shape.derivatives(of.by)][i], along_time)] };
                        let t = inputs[shape.time()];
                        let t_slope = total(self.time_slope(StudyFunction::Outputs, t, of.by), R::one());
                        reduction.finish(integral, Dual { re: t, eps: [t_slope] }).eps[0]
                    });
                }
            }
        }
        self.study.angular_sensitivities().iter().for_each(|of| of.write(out));
    }

    /// Returns the values whose derivatives follow what is monitored: those of events, then of every output whose
    /// extremes matter, each with its rate.
    pub(super) fn monitored_values(&mut self, inputs: &[R]) -> Vec<R> {
        let (q, v, history, _) = self.shape.parts(inputs);
        let [events, outputs] = self.with_rates(inputs[self.shape.time()], (q, v, history));
        let extremes = Monitored::new(self.study).extremes.into_iter();
        let of_extremes = extremes.flat_map(|(c, _)| [outputs[c].re, outputs[c].eps[0]]);
        events.iter().map(|g| g.re).chain(of_extremes).collect()
    }
}

impl<'a> Equations<'a, Traced> {
    /// Records a function with derivatives: see [`Equations::evaluate`].
    pub(in crate::ensemble) fn record(&mut self, function: StudyFunction, inputs: &[Traced], out: &mut Vec<Traced>) {
        self.evaluate(function, inputs, out);
        let (shape, count) = (self.shape, self.shape.directions);
        if shape.carried() == 0 {
            return;
        }
        Traced::note("derivatives by parameters");
        match function {
            StudyFunction::InitialState => {
                let mut slopes = along(self.parameter_seeds(), &[], &out[..shape.motion()], count);
                let (q, v) = out.split_at(shape.coordinates);
                for (slopes, direction) in slopes.iter_mut().zip(self.study.directions()) {
                    if let Some(moved) = direction.of_start(self.study.layout(), q, &v[..shape.velocities]) {
                        slopes[..moved.len()].copy_from_slice(&moved);
                    }
                }
                let second = self.second_derivatives(function, inputs, (&slopes, None));
                out.splice(shape.motion()..shape.motion(), [slopes, second].concat().concat());
            }
            StudyFunction::Step => {
                let mut seeds = self.seeds(function, inputs);
                let unknowns = (shape.unknowns > 0).then(|| self.slopes_of_unknowns(inputs, &seeds));
                let mut detached = &[][..];
                if let Some(unknowns) = &unknowns {
                    seeds.extend(unknowns.seeds(count));
                    detached = &unknowns.unknowns;
                }
                let results = [&out[..shape.motion()], &self.counted_errors()].concat();
                let mut slopes = along(seeds, detached, &results, count);
                let errors: Vec<Vec<Traced>> = slopes.iter_mut().map(|own| own.split_off(shape.motion())).collect();
                self.count_errors(inputs, (&slopes, &errors), out);
                let second = self.second_derivatives(function, inputs, (&slopes, unknowns.as_ref()));
                if shape.by_time {
                    // what was there is not added to
                    let before = &inputs[shape.parameters..][shape.derivatives(shape.carried())];
                    slopes[shape.carried()].iter_mut().zip(before).for_each(|(slope, x)| *slope = *slope - *x);
                }
                if self.looks_for_roots() {
                    let state = &inputs[shape.parameters..];
                    for (k, slopes) in slopes[..shape.carried()].iter_mut().enumerate() {
                        let before = &state[shape.derivatives(k)];
                        let numbers =
                            slopes.iter_mut().zip(before).enumerate().filter(|(_, (slope, _))| !slope.is_zero());
                        let number = |i: usize| k * shape.motion() + i;
                        numbers.for_each(|(i, (slope, before))| *slope = kept_change(*before, *slope, number(i)));
                    }
                }
                if let Some(UnknownSlopes { usable, .. }) = unknowns {
                    slopes[0][0] = Traced::select(usable, slopes[0][0], Traced::constant(LOST));
                }
                out.splice(shape.motion()..shape.motion(), [slopes, second].concat().concat());
            }
            StudyFunction::Outputs => {
                let slopes = along(self.seeds(function, inputs), &[], out, count);
                self.write_columns(inputs, &slopes, out);
                self.write_second_columns(inputs, &slopes, out);
            }
            StudyFunction::Monitored => {
                if !out.is_empty() {
                    let values = self.monitored_values(inputs);
                    let slopes = along(self.seeds(function, inputs), &[], &values, count);
                    out.extend((0..values.len()).flat_map(|i| slopes.iter().map(move |slopes| slopes[i])));
                }
            }
        }
    }

    /// Returns the parameters, each with its derivative by itself.
    pub(super) fn parameter_seeds(&self) -> Seeds {
        let parameters = self.study.directions().iter().enumerate();
        let of = |(k, direction): (usize, &Direction)| Some((k, self.parameters[direction.parameter()?]));
        let (places, numbers): (Vec<usize>, Vec<Traced>) = parameters.filter_map(of).unzip();
        seeded(&numbers, |k, i| unit(k == places[i]), self.shape.directions)
    }

    /// Returns the parameters, the state, the time and the lengths of the step, with their derivatives.
    pub(super) fn seeds(&self, function: StudyFunction, inputs: &[Traced]) -> Seeds {
        let (shape, count) = (self.shape, self.shape.directions);
        let (motion, state) = (shape.motion(), &inputs[shape.parameters..shape.time()]);
        // of a step the derivatives by the time are those by its own length
        let carried = |k: usize| k < shape.carried() || function != StudyFunction::Step;
        let moves = |k: usize, i| carried(k) && (k >= shape.carried() || self.may_move(i, k));
        let along_state = |k, i| if moves(k, i) { state[shape.derivatives(k)][i] } else { Traced::zero() };
        let mut seeds = self.parameter_seeds();
        seeds.extend(seeded(&state[..motion], along_state, count));
        let t = inputs[shape.time()];
        seeds.extend(seeded(&[t], |k, _| self.time_slope(function, t, k), count));
        if function == StudyFunction::Step {
            for (place, is_solved) in self.lengths() {
                let slope = |k, _| self.length_slope(inputs, k, is_solved);
                seeds.extend(seeded(&[inputs[place]], slope, count));
            }
        }
        seeds
    }

    /// Returns the derivatives of the unknowns of a step that is solved.
    fn slopes_of_unknowns(&mut self, inputs: &[Traced], seeds: &Seeds) -> UnknownSlopes<'a> {
        let at = self.at_iterate(inputs);
        let loads = along(seeds.clone(), &at.unknowns, &at.residual, self.shape.directions);
        let solver = self.slope_solver.clone().expect("a solver is given with derivatives of implicit steps");
        let (solver, usable) = match solver {
            SlopeSolver::Eliminating(elimination) => {
                let matrix = self.derivatives(&at, TangentOperator::Exact, Stiffness::Complete);
                Traced::note("derivatives of the unknowns of the step");
                let factors = elimination.factorise(&matrix);
                let least = Traced::constant(smallest_relative_pivot(Traced::precision()));
                (Solver::Eliminating(elimination, factors.numbers), least.less(factors.relative_pivot))
            }
            SlopeSolver::Given(given) => (Solver::Given(given), Traced::zero().less(Traced::one())),
        };
        let (unknowns, residual) = (at.unknowns, at.residual);
        let mut unknowns = UnknownSlopes { unknowns, residual, slopes: Vec::new(), usable, solver };
        unknowns.slopes = loads.iter().map(|load| unknowns.solve(load)).collect();
        if self.shape.twice {
            // numbers of their own, which can be kept constant while others change: the recording has equal operations
            // once
            let always = Solution::Sought.is_at_least(inputs[self.shape.newton(NewtonInput::Status)]);
            let own = |x: &mut Traced| *x = Traced::select(usable & always, *x, Traced::constant(LOST));
            unknowns.slopes.iter_mut().flatten().filter(|x| !x.is_zero()).for_each(own);
        }
        unknowns
    }
}

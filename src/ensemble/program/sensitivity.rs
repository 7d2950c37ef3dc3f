//! Derivatives of the functions of a study by parameters: the derivatives of what is computed, not of what it approximates.
//!
//! The state carries its derivatives with it. Those of a step, an output or a start are derivatives of the recorded graph
//! along them ([`derivatives_along`]); the scalar code has dual numbers instead. Lengths of adaptive steps count as given; equal
//! steps are as long as the duration, which may depend on parameters, makes them. The unknowns of an implicit step follow
//! from its residuals, differentiated where these vanish: dr/dx x' = -(dr/ds s' + dr/dp), whose matrix is factorised once
//! for all parameters.

use super::{Equations, Function, NewtonInput, Shape};
use crate::ensemble::Steps;
use crate::integrator::newton::{Stiffness, TangentOperator};
use crate::linalg::{DMatrix, DVector};
use crate::model::Source;
use crate::num::{Dual, Real};
use crate::trace::{Traced, derivatives_along};

/// Numbers, each with its derivatives by every parameter.
type Seeds = Vec<(Traced, Vec<Traced>)>;

/// Returns the derivatives of results, one parameter after another.
fn along(seeds: Seeds, results: &[Traced], parameters: usize) -> Vec<Vec<Traced>> {
    let mut distinct: Seeds = Vec::new();
    for (number, slopes) in seeds {
        // what is the same number has the same derivatives
        let is_seed = !number.is_constant() && !slopes.iter().all(|slope| slope.is_zero());
        if is_seed && !distinct.iter().any(|(other, _)| other.is_same(number)) {
            distinct.push((number, slopes));
        }
    }
    if distinct.is_empty() {
        return vec![vec![Traced::zero(); results.len()]; parameters];
    }
    derivatives_along(results, &distinct)
}

/// Returns numbers with the derivatives that each has by every parameter.
fn seeded(numbers: &[Traced], slope: impl Fn(usize, usize) -> Traced, parameters: usize) -> Seeds {
    let slopes = |i: usize| (0..parameters).map(|k| slope(k, i)).collect();
    numbers.iter().enumerate().map(|(i, x)| (*x, slopes(i))).collect()
}

impl<R: Real> Equations<'_, R> {
    /// The derivative of the time by every parameter, in units of the time: where equal steps fill a duration.
    fn time_rates(&self) -> Vec<R> {
        let Steps::Fixed(_) = &self.study.method.steps else { return vec![R::zero(); self.shape.sensitivities] };
        let rate = |by: &usize| {
            let value = |(at, p): (usize, &R)| Dual { re: *p, eps: [R::constant(f64::from(u8::from(at == *by)))] };
            let parameters: Vec<Dual<R, 1>> = self.parameters.iter().enumerate().map(value).collect();
            let duration = self.study.method.duration.evaluate(&parameters);
            duration.eps[0] / duration.re
        };
        let depends = |by: &usize| self.study.method.duration.depends_on(&|at| at == *by);
        let sensitivities = self.study.mechanism.sensitivities.iter();
        sensitivities.map(|by| if depends(by) { rate(by) } else { R::zero() }).collect()
    }

    /// Puts derivatives of columns into theirs: `slopes` are those of all columns by parameter number `k`, `integrals` of
    /// the integrals over the time.
    fn write_columns(&self, (k, time): (usize, Dual<R, 1>), slopes: &[R], integrals: &[Dual<R, 1>], out: &mut [R]) {
        let mechanism = &self.study.mechanism;
        let (reductions, integrated) = (mechanism.reductions(), mechanism.columns_from(Source::Integral));
        for (place, of) in mechanism.derivative_columns() {
            if of.by != k {
                continue;
            }
            let reduction = reductions[of.column];
            match reduction.source() {
                Source::End => out[place] = slopes[of.column],
                Source::Integral => {
                    let number = integrated.iter().position(|c| *c == of.column);
                    out[place] = number.map_or_else(R::zero, |i| reduction.finish(integrals[i], time).eps[0]);
                }
                Source::Values => {}
            }
        }
    }
}

impl Equations<'_, Traced> {
    /// Records a function with derivatives: see [`Equations::evaluate`].
    pub(in crate::ensemble) fn record(&mut self, function: Function, inputs: &[Traced], out: &mut Vec<Traced>) {
        self.evaluate(function, inputs, out);
        let (shape, count) = (self.shape, self.shape.sensitivities);
        if count == 0 {
            return;
        }
        Traced::note("derivatives by parameters");
        match function {
            Function::InitialState => {
                let slopes = along(self.parameter_seeds(), &out[..shape.motion()], count);
                out.splice(shape.motion()..shape.motion(), slopes.concat());
            }
            Function::Step => {
                let mut seeds = self.seeds(inputs);
                if shape.unknowns > 0 {
                    let unknowns = self.slopes_of_unknowns(inputs, &seeds);
                    seeds.extend(seeded(&inputs[shape.unknowns()], |k, i| unknowns[k][i], count));
                }
                let slopes = along(seeds, &out[..shape.motion()], count);
                out.splice(shape.motion()..shape.motion(), slopes.concat());
            }
            Function::Outputs => {
                let slopes = along(self.seeds(inputs), out, count);
                let (rates, time) = (self.time_rates(), inputs[shape.time()]);
                let state = &inputs[shape.parameters..shape.time()];
                for (k, slopes) in slopes.into_iter().enumerate() {
                    let time = Dual { re: time, eps: [time * rates[k]] };
                    let integral = |i: usize| Dual { re: state[i], eps: [state[shape.derivatives(k)][i]] };
                    let integrals: Vec<Dual<Traced, 1>> = shape.integrals().map(integral).collect();
                    self.write_columns((k, time), &slopes, &integrals, out);
                }
            }
            Function::Watched => {}
        }
    }

    /// The parameters, each with its derivative by itself.
    fn parameter_seeds(&self) -> Seeds {
        let by = &self.study.mechanism.sensitivities;
        let numbers: Vec<Traced> = by.iter().map(|at| self.parameters[*at]).collect();
        let unit = |k, i| if k == i { Traced::one() } else { Traced::zero() };
        seeded(&numbers, unit, by.len())
    }

    /// The parameters, the state, the time and the length of the step, with their derivatives.
    fn seeds(&self, inputs: &[Traced]) -> Seeds {
        let (shape, count, rates) = (self.shape, self.shape.sensitivities, self.time_rates());
        let (motion, state) = (shape.motion(), &inputs[shape.parameters..shape.time()]);
        let mut seeds = self.parameter_seeds();
        seeds.extend(seeded(&state[..motion], |k, i| state[shape.derivatives(k)][i], count));
        let times: Vec<Traced> = self.times().into_iter().filter_map(|place| inputs.get(place)).copied().collect();
        seeds.extend(seeded(&times, |k, i| times[i] * rates[k], count));
        seeds
    }

    /// The derivatives of the unknowns of a step that is solved, one parameter after another.
    fn slopes_of_unknowns(&mut self, inputs: &[Traced], seeds: &Seeds) -> Vec<Vec<Traced>> {
        let at = self.at_iterate(inputs);
        let loads = along(seeds.clone(), &at.residual, self.shape.sensitivities);
        let matrix = self.derivatives(&at, TangentOperator::Exact, Stiffness::Complete);
        Traced::note("derivatives of the unknowns of the step");
        let elimination =
            self.elimination.expect("an order of elimination is given with derivatives of implicit steps");
        let factors = elimination.factorise(&matrix);
        let solve = |load: &Vec<Traced>| {
            let right: Vec<Traced> = load.iter().map(|r| -*r).collect();
            elimination.solve(&factors.numbers, &right)
        };
        loads.iter().map(solve).collect()
    }
}

impl<T: Real + Into<f64>> Equations<'_, T> {
    /// Evaluates a function with derivatives, by dual numbers: see [`Equations::evaluate`].
    pub fn evaluate_with_derivatives(&mut self, function: Function, inputs: &[T], out: &mut Vec<T>) {
        self.evaluate(function, inputs, out);
        let shape = self.shape;
        if shape.sensitivities == 0 || function == Function::Watched {
            return;
        }
        let rates = self.time_rates();
        let matrix = (shape.unknowns > 0 && function == Function::Step).then(|| {
            let at = self.at_iterate(inputs);
            let rows = self.iteration_matrix(&at, TangentOperator::Exact, Stiffness::Complete);
            DMatrix::from_fn(rows.len(), rows.len(), |i, j| rows[i][j].into()).lu()
        });
        let mut all = Vec::new();
        for k in 0..shape.sensitivities {
            let by = self.study.mechanism.sensitivities[k];
            let unit = |at: usize| [T::constant(f64::from(u8::from(at == by)))];
            let parameters = self.parameters.iter().enumerate().map(|(at, p)| Dual { re: *p, eps: unit(at) }).collect();
            let mut equations = Equations::with_parameters(self.study, parameters);
            let mut moving: Vec<Dual<T, 1>> = inputs.iter().map(|x| Dual::resting(*x)).collect();
            for (at, place) in self.study.varied().iter().enumerate() {
                moving[at].eps = unit(*place);
            }
            if function == Function::InitialState {
                let mut slopes = Vec::new();
                equations.evaluate(function, &moving, &mut slopes);
                all.extend(slopes[..shape.motion()].iter().map(|x| x.eps[0]));
                continue;
            }
            for i in 0..shape.motion() {
                moving[shape.parameters + i].eps[0] = inputs[shape.parameters + shape.derivatives(k).start + i];
            }
            for place in self.times().into_iter().filter(|place| *place < inputs.len()) {
                moving[place].eps[0] = inputs[place] * rates[k];
            }
            if let Some(matrix) = &matrix {
                let at = equations.at_iterate(&moving);
                let right = DVector::from_fn(at.residual.len(), |i, _| -at.residual[i].eps[0].into());
                if let Some(slopes) = matrix.solve(&right) {
                    for (x, slope) in moving[shape.unknowns()].iter_mut().zip(slopes.iter()) {
                        x.eps[0] = T::constant(*slope);
                    }
                }
            }
            let mut slopes = Vec::new();
            equations.evaluate(function, &moving, &mut slopes);
            let eps: Vec<T> = slopes.iter().map(|x| x.eps[0]).collect();
            if function == Function::Step {
                all.extend(&eps[..shape.motion()]);
            } else {
                let integrals: Vec<Dual<T, 1>> = shape.integrals().map(|i| moving[shape.parameters + i]).collect();
                self.write_columns((k, moving[shape.time()]), &eps, &integrals, out);
            }
        }
        if function != Function::Outputs {
            out.splice(shape.motion()..shape.motion(), all);
        }
    }
}

impl<R> Equations<'_, R> {
    /// The places of the time and of what is as long as a step.
    fn times(&self) -> Vec<usize> {
        let Shape { unknowns, .. } = self.shape;
        let newton = (unknowns > 0).then(|| self.shape.newton(NewtonInput::Length));
        [self.shape.time(), self.shape.length()].into_iter().chain(newton).collect()
    }
}

//! What balances at an equilibrium, recorded with its derivatives.

use super::together::{LaneEquations, Member, Question, Wanted};
use crate::ensemble::recorded_matrix::sampled;
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::linalg::{DMatrix, DVector, Elimination, Factorised, Row, Svd, smallest_relative_pivot};
use crate::num::{Precision, Real, Vec3};
use crate::problem::{Constrained, Factor, Layout, Place, Unknowns, slopes_along_group};
use crate::trace::{Graph, Input, NodeId, Rate, Schedule, Slots, Tape, Traced, derivatives, record};
use std::sync::OnceLock;

/// Singular values up to so much of the largest count as zero.
const FREE: f64 = 1e-12;

/// An equilibrium, or what is near one.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The coordinates.
    pub q: Vec<f64>,
    /// The multipliers of constraints in use.
    pub multipliers: Vec<f64>,
    /// What loads are multiplied by.
    pub load: f64,
}

/// What Newton's method needs at a state.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    /// What is left unbalanced: forces on velocities, N and N m, and residuals of constraints, m and rad.
    pub residual: Vec<f64>,
    /// The increments of coordinates and multipliers that balance it.
    pub to_balance: Vec<f64>,
    /// What they change by with the load factor.
    pub by_load: Vec<f64>,
}

/// The recorded equations of a study. All functions have the parameters, the load factor, the coordinates and the multipliers as inputs.
#[derive(Debug)]
pub(super) struct StaticEquations {
    /// The residual; behind it the increments that balance it, those by the load factor, and the relative pivot; none where the starts of
    /// all members are singular.
    newton: Option<Tape>,
    /// What that tape is of, and its machine code, compiled when it is first asked for.
    recorded: Graph,
    entries: Vec<NodeId>,
    lanes: OnceLock<Option<LaneEquations>>,
    /// The entries of the derivative by increments and multipliers, then the derivative of the residual by the load factor.
    matrix: Tape,
    columns: Vec<Vec<usize>>,
    pub(super) rates: usize,
    pub(super) multipliers: usize,
    /// Which velocities move a coordinate.
    pub(super) moves: Vec<bool>,
}

/// Says what evaluates the equations of a member.
#[derive(Debug)]
pub(super) enum Work {
    /// The tape, if there is one.
    Alone(Option<Slots<f64>>),
    /// Machine code for many members.
    Together(Member),
}

/// The residual, its derivatives by increments of the coordinates and by multipliers, and by the load factor.
struct Linearised {
    residual: Vec<Traced>,
    rows: Vec<Row<Traced>>,
    by_load: Vec<Traced>,
}

/// Returns the velocities and their rates of what turns with a constant angular velocity about the origin, rad/s, and rests where there
/// is none; values of first order stay what they are in `start`.
pub(super) fn turning_with<R: Real>(layout: &Layout, turning: Option<Vec3<R>>, q: &[R], start: &[R]) -> [Vec<R>; 2] {
    let moves = layout.moves();
    let mut v: Vec<R> = start.iter().zip(&moves).map(|(v, moves)| if *moves { R::zero() } else { *v }).collect();
    let mut rate = vec![R::zero(); layout.quadratures().start];
    if let Some(turning) = turning {
        for Place { factor, q: at, v: of, .. } in layout.places() {
            if factor == Factor::Vector(3) {
                let velocity = turning.cross(Vec3::from_slice(&q[at..]));
                velocity.write(&mut v[of..]);
                turning.cross(velocity).write(&mut rate[of..]);
            } else if let Some(parameterisation) = factor.group_rotation() {
                parameterisation.rotation(&q[at..]).apply_transposed(turning).write(&mut v[of..]);
            }
        }
    }
    [v, rate]
}

/// Returns what is left unbalanced of a mechanism at rest, or that turns steadily, for values of all parameters, a load factor,
/// coordinates and multipliers.
pub(super) fn unbalanced<R: Real>(
    starts: &Starts<'_>,
    parameters: &[R],
    load: R,
    (q, multipliers): (&[R], &[R]),
) -> Vec<R> {
    let Starts { mechanism, formulated, .. } = *starts;
    let layout = formulated.layout();
    let (rates, moves) = (layout.quadratures().start, layout.moves());
    let mut system: System<R> = formulated.system(mechanism, parameters).with_load_factor(load);
    let (_, start) = formulated.initial(mechanism, parameters);
    let [v, rate] = turning_with(layout, mechanism.base_rotation(parameters), q, &start);
    let mut residual = Vec::new();
    let at = Unknowns { rate: &rate, multipliers };
    system.residual(R::zero(), q, &v, R::one(), at, &mut residual);
    residual[..rates].iter_mut().zip(&moves).filter(|(_, moves)| !**moves).for_each(|(x, _)| *x = R::zero());
    residual
}

/// Records the equations of a mechanism at rest, or that turns steadily.
fn linearised(starts: &Starts<'_>, inputs: &[Traced]) -> Linearised {
    let layout = starts.formulated.layout();
    let (parameters, rest) = inputs.split_at(starts.mechanism.parameters.len());
    let (load, (q, multipliers)) = (rest[0], rest[1..].split_at(layout.coordinate_count()));
    let (rates, moves) = (layout.quadratures().start, layout.moves());
    let residual = unbalanced(starts, parameters, load, (q, multipliers));
    let mut seeds: Vec<(Traced, Row<Traced>)> = q.iter().copied().zip(slopes_along_group(layout, q)).collect();
    seeds.extend(multipliers.iter().enumerate().map(|(k, x)| (*x, vec![(rates + k, Traced::one())])));
    seeds.push((load, vec![(rates + multipliers.len(), Traced::one())]));
    let mut rows = derivatives(&residual, &seeds);
    let last = rates + multipliers.len();
    let mut by_load = Vec::new();
    for (i, row) in rows.iter_mut().enumerate() {
        let place = row.iter().position(|(column, _)| *column == last);
        by_load.push(place.map_or_else(Traced::zero, |place| row.remove(place).1));
        if moves.get(i).is_some_and(|moves| !moves) && i < rates {
            *row = vec![(i, Traced::one())];
        }
    }
    Linearised { residual, rows, by_load }
}

impl StaticEquations {
    /// Records the equations, with an order of elimination that suits the starts of members with these parameters.
    pub(super) fn new(starts: &Starts<'_>, members: &[Vec<f64>]) -> Self {
        let layout = starts.formulated.layout();
        let count = starts.mechanism.parameters.len() + 1 + layout.coordinate_count();
        let multipliers = starts.formulated.constraint_count();
        let name = |i: usize| Input { name: format!("x{i}"), rate: Rate::Step };
        let inputs: Vec<Input> = (0..count + multipliers + 1).map(name).collect();
        let mut samples = Vec::new();
        for parameters in members {
            let Ok((q, _)) = starts.positions_and_velocities(parameters) else { continue };
            let state = State { q, multipliers: vec![0.0; multipliers], load: 0.0 };
            samples.extend([0.0, 1.0].map(|load| inputs_of(parameters, &State { load, ..state.clone() })));
        }
        let (mut columns, mut of_newton) = (Vec::new(), None);
        let mut graph = record(Precision::Double, inputs, |inputs| {
            let Linearised { residual, rows, by_load } = linearised(starts, &inputs[..count + multipliers]);
            columns = rows.iter().map(|row| row.iter().map(|(column, _)| *column).collect()).collect();
            let entries = rows.iter().flatten().map(|(_, entry)| *entry).chain(by_load.iter().copied());
            let regular = sampled(&rows, &samples).into_iter();
            let regular: Vec<_> =
                regular.filter(|sample| Elimination::choose(std::slice::from_ref(sample)).is_ok()).collect();
            let chosen = if regular.is_empty() { None } else { Elimination::choose(&regular).ok() };
            let Some(elimination) = chosen else { return entries.collect() };
            let factors = elimination.factorise(&rows);
            let solved = |right: &[Traced]| {
                let right: Vec<Traced> = right.iter().map(|x| -*x).collect();
                elimination.solve(&factors.numbers, &right)
            };
            let mut all = residual.clone();
            all.extend(solved(&residual));
            all.extend(solved(&by_load));
            all.push(factors.relative_pivot);
            of_newton = Some(all.len());
            all.into_iter().chain(entries).collect()
        });
        let unknowns = layout.quadratures().start + multipliers;
        // two tapes of one graph
        let entries = graph.outputs.split_off(of_newton.unwrap_or(0));
        let newton = of_newton.map(|_| Tape::new(&graph, &Schedule::in_two_parts(&graph, unknowns)));
        let recorded = graph.clone();
        graph.outputs.clone_from(&entries);
        Self {
            newton,
            recorded,
            entries,
            lanes: OnceLock::new(),
            matrix: Tape::new(&graph, &Schedule::new(&graph)),
            columns,
            rates: layout.quadratures().start,
            multipliers,
            moves: layout.moves()[..layout.quadratures().start].to_vec(),
        }
    }

    /// Returns what evaluates the equations of one member.
    pub(super) fn alone(&self) -> Work {
        Work::Alone(self.newton.as_ref().map(Tape::slots))
    }

    /// Returns the machine code of the equations, if there is any.
    pub(super) fn lanes(&self) -> Option<&LaneEquations> {
        self.newton.as_ref()?;
        self.lanes.get_or_init(|| LaneEquations::new(&self.recorded, self.unknowns(), &self.entries)).as_ref()
    }

    /// Returns what answers the questions of members at once, no more than [`super::TOGETHER`], where there is machine code.
    pub(super) fn answering(&self) -> Option<impl FnMut(&[Question]) -> Vec<Vec<f64>> + '_> {
        let lanes = self.lanes()?;
        let mut slots = lanes.slots();
        Some(move |questions: &[Question]| lanes.answers(&mut slots, questions))
    }

    fn unknowns(&self) -> usize {
        self.rates + self.multipliers
    }

    /// Returns what is left unbalanced at a state.
    pub(super) fn residual(&self, work: &mut Work, parameters: &[f64], state: &State) -> Option<Vec<f64>> {
        let all = self.evaluated(work, parameters, state, Wanted::Residual)?;
        all.iter().all(|x| x.is_finite()).then_some(all)
    }

    /// Returns what is wanted; without increments where the residual is not finite.
    fn evaluated(&self, work: &mut Work, parameters: &[f64], state: &State, wanted: Wanted) -> Option<Vec<f64>> {
        let inputs = inputs_of(parameters, state);
        let slots = match work {
            Work::Alone(_) if wanted == Wanted::Matrix => return Some(self.matrix.evaluate(&[&inputs[..]])),
            Work::Alone(slots) => slots.as_mut()?,
            Work::Together(member) => return member.ask(Question { inputs, wanted }),
        };
        let newton = self.newton.as_ref()?;
        slots.inputs(newton).copy_from_slice(&inputs);
        newton.run_member(slots);
        newton.run_first(slots);
        let mut all: Vec<f64> = (0..self.unknowns()).map(|i| newton.output(slots, i)).collect();
        if wanted == Wanted::Increments && all.iter().all(|x| x.is_finite()) {
            newton.run_rest(slots);
            all.extend((self.unknowns()..newton.output_count()).map(|i| newton.output(slots, i)));
        }
        Some(all)
    }

    /// Returns what Newton's method needs at a state, by the recorded order of elimination, or with pivoting where that loses digits;
    /// none where the equations are singular.
    pub(super) fn correction(&self, work: &mut Work, parameters: &[f64], state: &State) -> Option<Correction> {
        let all = self.evaluated(work, parameters, state, Wanted::Increments)?;
        let count = self.unknowns();
        let [residual, to_balance, by_load] =
            [0, 1, 2].map(|k| all.get(k * count..(k + 1) * count).map(<[f64]>::to_vec));
        let residual = residual.filter(|residual| residual.iter().all(|x| x.is_finite()))?;
        let (to_balance, by_load, pivot) = (to_balance?, by_load?, *all.get(3 * count)?);
        let finite = to_balance.iter().chain(&by_load).all(|x| x.is_finite());
        if finite && pivot > smallest_relative_pivot(Precision::Double) {
            return Some(Correction { residual, to_balance, by_load });
        }
        let (matrix, load) = self.matrix(work, parameters, state)?;
        let factors = Factorised::new(matrix);
        let solved = |right: &[f64]| factors.solve(&-DVector::from_column_slice(right));
        let [to_balance, by_load] = [solved(&residual)?, solved(&load)?].map(|x| x.data.into());
        Some(Correction { residual, to_balance, by_load })
    }

    /// Returns what Newton's method needs at a state where some motions, a column each, stay where they are; `weights` say what a velocity
    /// counts.
    pub(super) fn correction_of(
        &self,
        work: &mut Work,
        (parameters, weights): (&[f64], &[f64]),
        (state, held): (&State, Option<&DMatrix<f64>>),
    ) -> Option<Correction> {
        let Some(held) = held else { return self.correction(work, parameters, state) };
        let residual = self.residual(work, parameters, state)?;
        let (matrix, load) = self.matrix(work, parameters, state)?;
        let (size, count) = (matrix.nrows(), held.ncols());
        let scale = matrix.amax();
        let mut all = matrix.resize(size + count, size + count, 0.0);
        for (k, motion) in held.column_iter().enumerate() {
            for (i, (x, w)) in motion.iter().zip(weights).enumerate() {
                (all[(i, size + k)], all[(size + k, i)]) = (w * w * x * scale, w * w * x * scale);
            }
        }
        let factors = Factorised::new(all);
        let solved = |right: &[f64]| {
            let right = DVector::from_fn(size + count, |i, _| right.get(i).map_or(0.0, |x| -x));
            let found = factors.solve(&right)?;
            Some(found.rows(0, size).iter().copied().collect::<Vec<f64>>())
        };
        let [to_balance, by_load] = [solved(&residual)?, solved(&load)?];
        Some(Correction { residual, to_balance, by_load })
    }

    /// Returns the motions that nothing holds at a state, a column each, of velocities.
    pub(super) fn free_motions(&self, parameters: &[f64], state: &State) -> Option<DMatrix<f64>> {
        let (mut matrix, _) = self.matrix(&mut self.alone(), parameters, state)?;
        let scale = matrix.view((0, 0), (self.rates, self.rates)).iter().fold(0.0f64, |most, x| most.max(x.abs()));
        if scale > 0.0 {
            matrix.view_mut((0, 0), (self.rates, self.rates)).unscale_mut(scale);
        }
        let free = Svd::new(&matrix, FREE).null_space();
        Some(free.rows(0, self.rates).into_owned())
    }

    /// Tells whether some member's equations are regular at its start.
    pub(super) fn is_regular(&self) -> bool {
        self.newton.is_some()
    }

    /// Returns the derivative of the residual by increments and multipliers, and by the load factor; none where it is not finite.
    pub(super) fn matrix(
        &self,
        work: &mut Work,
        parameters: &[f64],
        state: &State,
    ) -> Option<(DMatrix<f64>, Vec<f64>)> {
        let all = self.evaluated(work, parameters, state, Wanted::Matrix)?;
        if all.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let mut matrix = DMatrix::zeros(self.unknowns(), self.unknowns());
        let mut entries = all.iter();
        for (i, row) in self.columns.iter().enumerate() {
            row.iter().zip(&mut entries).for_each(|(j, x)| matrix[(i, *j)] += x);
        }
        Some((matrix, entries.copied().collect()))
    }
}

/// Returns the inputs of the equations: behind the last multiplier what says that there is a state.
fn inputs_of(parameters: &[f64], state: &State) -> Vec<f64> {
    [parameters, &[state.load], &state.q, &state.multipliers, &[1.0]].concat()
}

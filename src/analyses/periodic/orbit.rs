//! One periodic motion: the equations of the states at the ends of all legs of a period.

use super::Period;
use super::cyclic::{Link, Reduced, log_determinant, monodromy};
use super::legs::{LegAsker, LegKind, Legs};
use super::map::{Node, PeriodMap, State};
use super::motion::{Along, Guess, NoOrbit, Orbit, Tangent};
use super::phase::PhaseAt;
use crate::ensemble::cpu::{Arrival, Leg};
use crate::ensemble::{Outcome, Study};
use crate::linalg::{Complex, DMatrix, DVector, Eigenvalues, most_shortened};

/// A motion whose rates move its state by no more than so much of its size within the period is an equilibrium.
const STILL: f64 = 1e-9;
/// How far from one multipliers of a family of motions may be.
const NEAR_ONE: f64 = 1e-2;

/// Looks for the motions of one member.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub map: &'a PeriodMap,
    pub study: &'a Study,
    pub asker: &'a LegAsker,
    pub parameters: Vec<f64>,
    /// How many periods, of loads or of the first branch, a motion takes.
    pub periods: usize,
}

/// All legs of a guess, and what is left of their equations.
pub(super) struct Course {
    nodes: Vec<Node>,
    arrivals: Vec<Arrival>,
    /// The states that legs arrive at.
    ends: Vec<State>,
    /// The increments from every next node to where its leg arrives.
    missed: Vec<DVector<f64>>,
    residual: f64,
}

impl Course {
    /// Returns the increments of the state at the beginning of a leg that hold the constraints, one column each.
    pub(super) fn basis(&self, leg: usize) -> &DMatrix<f64> {
        &self.nodes[leg].basis
    }

    /// Returns the state at the beginning of a leg.
    pub(super) fn state(&self, leg: usize) -> &State {
        &self.nodes[leg].state
    }

    /// Returns what increments of the state at the beginning of a leg are judged by.
    pub(super) fn size(&self, leg: usize) -> f64 {
        let State { q, v } = self.state(leg);
        1.0 + q.iter().chain(v).fold(0.0f64, |most, x| most.max(x.abs()))
    }

    /// Returns the largest difference between the ends of legs, of states of size one.
    pub(super) fn residual(&self) -> f64 {
        self.residual
    }

    /// Returns the increments from the next node to where a leg arrives, in what constraints leave free at that node of another guess.
    pub(super) fn missed_in(&self, other: &Self, leg: usize) -> DVector<f64> {
        other.nodes[(leg + 1) % other.nodes.len()].basis.tr_mul(&self.missed[leg])
    }
}

impl Search<'_> {
    /// Returns the parameters of a guess.
    pub(super) fn at(&self, guess: &Guess) -> Vec<f64> {
        let mut all = self.parameters.clone();
        if let Some(at) = self.map.continued() {
            all[at] = guess.parameter;
        }
        all
    }

    /// Returns the period of a guess, s, and its derivatives by itself, where it is looked for, and by the parameter.
    pub(super) fn period(&self, guess: &Guess) -> [f64; 3] {
        match &self.map.asked.period {
            Period::Unknown(..) => [guess.period, 1.0, 0.0],
            Period::Known(_) => {
                let [period, slope] = self.map.period(&self.at(guess));
                [period * self.periods as f64, 0.0, slope * self.periods as f64]
            }
        }
    }

    /// Integrates from a state over some periods.
    pub(super) fn settled(&self, state: State, periods: usize) -> Result<State, NoOrbit> {
        if periods == 0 {
            return Ok(state);
        }
        let [period, _] = self.map.period(&self.parameters);
        let leg = self.map.plain_leg(&self.parameters, &state, (periods, period));
        let leg = leg.ok_or(NoOrbit::Left(Outcome::NotAssembled))?;
        let State { q, v } = self.arrived(vec![leg])?.remove(0);
        // what has turned on begins again
        Ok(State { q: self.map.advanced_back(&q, periods), v })
    }

    /// Returns the states that legs without derivatives arrive at.
    pub(super) fn arrived(&self, legs: Vec<Leg>) -> Result<Vec<State>, NoOrbit> {
        let arrivals = self.asker.ask(Legs::plain(legs)).ok_or(NoOrbit::Stopped)?;
        let state = |arrival: Arrival| match arrival.outcome {
            Outcome::Completed => Ok(State { q: arrival.coordinates, v: arrival.velocities }),
            outcome => Err(NoOrbit::Left(outcome)),
        };
        arrivals.into_iter().map(state).collect()
    }

    /// Returns the states at the beginnings of all legs on the way from a state.
    pub(super) fn guess(&self, first: State, parameter: f64, (period, count): (f64, usize)) -> Result<Guess, NoOrbit> {
        let parameters = self.at(&Guess { states: Vec::new(), period, parameter });
        let mut states = vec![first];
        for k in 0..count - 1 {
            let times = [k, k + 1].map(|k| period * k as f64 / count as f64);
            let single = period / self.periods as f64;
            let (_, leg) = self.map.leg(&parameters, (&states[k], times, single)).map_err(NoOrbit::Left)?;
            let arrival = self
                .asker
                .ask(Legs { kind: LegKind::Differentiated, all: vec![leg] })
                .and_then(|mut all| all.pop())
                .ok_or(NoOrbit::Stopped)?;
            if arrival.outcome != Outcome::Completed {
                return Err(NoOrbit::Left(arrival.outcome));
            }
            states.push(State { q: arrival.coordinates, v: arrival.velocities });
        }
        Ok(Guess { states, period, parameter })
    }

    /// Returns all legs of a guess.
    pub(super) fn legs(&self, guess: &Guess) -> Result<Course, NoOrbit> {
        self.course(guess, false)
    }

    /// Returns all legs of a guess, with half the step where finer ones are wanted.
    pub(super) fn course(&self, guess: &Guess, is_finer: bool) -> Result<Course, NoOrbit> {
        let (parameters, [period, ..]) = (self.at(guess), self.period(guess));
        if !(period > 0.0 && period.is_finite()) {
            return Err(NoOrbit::Diverged);
        }
        let count = guess.states.len();
        // a period of half the length has as many steps
        let single = period / self.periods as f64 * if is_finer { 0.5 } else { 1.0 };
        let (mut nodes, mut legs) = (Vec::new(), Vec::new());
        for (k, state) in guess.states.iter().enumerate() {
            let times = [k, k + 1].map(|k| period * k as f64 / count as f64);
            let (node, leg) = self.map.leg(&parameters, (state, times, single)).map_err(NoOrbit::Left)?;
            nodes.push(node);
            legs.push(leg);
        }
        let kind = if is_finer { LegKind::Finer } else { LegKind::Differentiated };
        let arrivals = self.asker.ask(Legs { kind, all: legs }).ok_or(NoOrbit::Stopped)?;
        if let Some(failed) = arrivals.iter().find(|arrival| arrival.outcome != Outcome::Completed) {
            return Err(NoOrbit::Left(failed.outcome));
        }
        let (mut missed, mut residual) = (Vec::new(), 0.0f64);
        let mut ends = Vec::new();
        for (k, arrival) in arrivals.iter().enumerate() {
            let raw = State { q: arrival.coordinates.clone(), v: arrival.velocities.clone() };
            let time = period * (k + 1) as f64 / count as f64;
            // methods miss constraints of velocities by their error, which is none of the period
            let end = self.map.projected(&parameters, raw, time).ok_or(NoOrbit::Left(Outcome::NotAssembled))?;
            let next = match nodes.get(k + 1) {
                Some(next) => next.state.clone(),
                None => self.map.advanced(&nodes[0].state, self.periods),
            };
            let by = self.map.between(&next, &end);
            let size = 1.0 + next.q.iter().chain(&next.v).fold(0.0f64, |most, x| most.max(x.abs()));
            residual = residual.max(by.amax() / size);
            missed.push(by);
            ends.push(end);
        }
        if residual.is_finite() {
            Ok(Course { nodes, arrivals, ends, missed, residual })
        } else {
            Err(NoOrbit::Diverged)
        }
    }

    /// Returns the linear equations of all legs.
    pub(super) fn links(&self, guess: &Guess, legs: &Course) -> Option<Vec<Link>> {
        let (parameters, [period, by_itself, by_parameter]) = (self.at(guess), self.period(guess));
        let count = legs.nodes.len();
        let by = self.map.flow.study.differentiated_parameters().count();
        let link = |k: usize| {
            let (node, arrival) = (&legs.nodes[k], &legs.arrivals[k]);
            let next = &legs.nodes[(k + 1) % count].basis;
            let end = &legs.ends[k];
            let [begin_time, end_time] = [k, k + 1].map(|k| period * k as f64 / count as f64);
            let [begin_share, end_share] = [k, k + 1].map(|k| k as f64 / count as f64);
            let all = self.map.projected_along(&parameters, (end, end_time), &arrival.matrix)?;
            let begun = all.columns(by, all.ncols() - by);
            // a later time of both ends of the leg, by as many parts of a longer period
            let at_end = || self.map.rates(&parameters, end, end_time);
            let longer = if by_itself == 0.0 && by_parameter == 0.0 {
                DVector::zeros(all.nrows())
            } else if self.map.is_driven() {
                let at_begin = self.map.rates(&parameters, &node.state, begin_time)?;
                at_end()? * end_share - begun * node.basis.tr_mul(&(at_begin * begin_share))
            } else {
                at_end()? * (end_share - begin_share)
            };
            let mut c = DMatrix::zeros(longer.len(), 2);
            c.set_column(0, &(&longer * by_itself));
            if by > 0 {
                c.set_column(1, &(all.column(0) + longer * by_parameter));
            }
            Some(Link { g: next.tr_mul(&begun), c: next.tr_mul(&c), r: legs.missed_in(legs, k) })
        };
        (0..count).map(link).collect()
    }

    /// Returns the equations of the first state, the period and the parameter, as far as these are looked for.
    pub(super) fn bordered(&self, guess: &Guess, legs: &Course, reduced: &Reduced, along: Along<'_>) -> Option<System> {
        let free = reduced.b.len();
        let mut columns = Vec::new();
        if matches!(self.map.asked.period, Period::Unknown(..)) {
            columns.push(0);
        }
        if along.is_some() {
            columns.push(1);
        }
        let size = free + columns.len();
        let mut matrix = DMatrix::zeros(size, size);
        let mut right = DVector::zeros(size);
        matrix.view_mut((0, 0), (free, free)).copy_from(&reduced.matrix);
        right.rows_mut(0, free).copy_from(&reduced.b);
        for (k, column) in columns.iter().enumerate() {
            matrix.view_mut((0, free + k), (free, 1)).copy_from(&reduced.c.column(*column));
        }
        let mut row = free;
        let left = self.further(guess, legs, along)?;
        right.rows_mut(free, left.len()).copy_from_slice(&left);
        if let Some(at) = self.phase() {
            let (_, slopes) = at.row(&self.at(guess), &legs.nodes[0])?;
            matrix.view_mut((row, 0), (1, free)).copy_from(&slopes.transpose());
            if columns.contains(&1) {
                let moved = |by: f64| {
                    let mut other = guess.clone();
                    other.parameter += by;
                    Some(at.value(&self.at(&other), &legs.nodes[0].state)?[0])
                };
                let by = 1e-6 * guess.parameter.abs().max(1e-3);
                matrix[(row, size - 1)] = (moved(by)? - moved(-by)?) / (2.0 * by);
            }
            row += 1;
        }
        if let Some((_, tangent, _)) = along {
            let basis = &legs.nodes[0].basis;
            let of_state = basis.tr_mul(&tangent.of_state);
            matrix.view_mut((row, 0), (1, free)).copy_from(&of_state.transpose());
            for (k, column) in columns.iter().enumerate() {
                matrix[(row, free + k)] = if *column == 0 { tangent.period } else { tangent.parameter };
            }
        }
        Some(System { matrix, right, columns })
    }

    /// Returns what evaluates the phase where that fixes the time.
    pub(super) fn phase(&self) -> Option<PhaseAt<'_>> {
        let Period::Unknown(_, phase) = &self.map.asked.period else { return None };
        Some(PhaseAt { map: self.map, study: self.study, phase: *phase })
    }

    /// Returns what is left of the phase and of the distance along a branch, as far as these are looked for.
    pub(super) fn further(&self, guess: &Guess, legs: &Course, along: Along<'_>) -> Option<Vec<f64>> {
        let mut all = Vec::new();
        let first = &legs.nodes[0].state;
        if let Some(at) = self.phase() {
            all.push(-at.value(&self.at(guess), first)?[0]);
        }
        if let Some((from, tangent, length)) = along {
            let gone = self.map.between(&from.states[0], first);
            let gone = gone.dot(&tangent.of_state)
                + (guess.period - from.period) * tangent.period
                + (guess.parameter - from.parameter) * tangent.parameter;
            all.push(length - gone);
        }
        Some(all)
    }

    /// Returns the direction of the branch: what the equations but the last leave free.
    pub(super) fn tangent(&self, reduced: &Reduced, matrix: &DMatrix<f64>, columns: &[usize]) -> Option<Tangent> {
        self.map.continued()?;
        let free = reduced.b.len();
        let is_unknown = matches!(self.map.asked.period, Period::Unknown(..));
        let rows = free + usize::from(is_unknown);
        let mut all = DMatrix::zeros(rows, rows + 1);
        all.view_mut((0, 0), (free, free)).copy_from(&reduced.matrix);
        if is_unknown {
            all.view_mut((0, free), (free, 1)).copy_from(&reduced.c.column(0));
            all.view_mut((free, 0), (1, free)).copy_from(&matrix.view((free, 0), (1, free)));
            if columns.contains(&1) {
                all[(free, rows)] = matrix[(free, matrix.ncols() - 1)];
            }
        }
        all.view_mut((0, rows), (free, 1)).copy_from(&reduced.c.column(1));
        // the last right singular vector
        let padded = DMatrix::from_fn(rows + 1, rows + 1, |i, j| if i < rows { all[(i, j)] } else { 0.0 });
        let v = most_shortened(padded)?;
        let period = if is_unknown { v[free] } else { 0.0 };
        Some(Tangent { of_state: v.rows(0, free).into_owned(), of_later: Vec::new(), period, parameter: v[rows] })
    }

    pub(super) fn orbit(
        &self,
        guess: Guess,
        legs: &Course,
        (links, tangent): (&[Link], Option<Tangent>),
        (iterations, family): (u32, usize),
    ) -> Orbit {
        let monodromy = monodromy(links);
        let unknown = || vec![Complex::new(f64::NAN, 0.0); monodromy.nrows()];
        let mut multipliers = Eigenvalues::of(&monodromy).map_or_else(unknown, |found| found.with_conjugates());
        // that of the motion itself is one anyhow, and one more for every direction of a family
        let family = family.min(ones(&multipliers).saturating_sub(1));
        if family > 0 {
            join_ones(&mut multipliers, family + 1);
        }
        multipliers.sort_by(|a, b| b.norm().total_cmp(&a.norm()).then(b.im.total_cmp(&a.im)));
        let states = legs.nodes.iter().map(|node| node.state.clone()).collect();
        let [period, ..] = self.period(&guess);
        let at = Guess { states, period, parameter: guess.parameter };
        let is_still = !self.map.is_driven() && self.rests(&self.at(&at), &at.states[0], period);
        let tangent = tangent.map(|tangent| {
            let p = DVector::from_row_slice(&[tangent.period, tangent.parameter]);
            let mut own = tangent.of_state.clone();
            let mut of_later = Vec::new();
            for (link, node) in links.iter().zip(&legs.nodes[1..]) {
                own = &link.g * own + &link.c * &p;
                of_later.push(&node.basis * &own);
            }
            Tangent { of_state: &legs.nodes[0].basis * tangent.of_state, of_later, ..tangent }
        });
        let (residual, family) = (legs.residual, if is_still { 0 } else { family });
        let (log_determinant, basis) = (log_determinant(links), legs.nodes[0].basis.clone());
        Orbit { at, residual, iterations, multipliers, monodromy, log_determinant, basis, tangent, is_still, family }
    }

    /// Tells whether a state hardly moves within a period, s, where nothing depends on the time.
    pub(super) fn rests(&self, parameters: &[f64], state: &State, period: f64) -> bool {
        let way = self.map.way(parameters, state, period);
        way.is_some_and(|way| way <= STILL * self.map.size(state))
    }
}

/// Counts the multipliers that are one, but for what errors of legs make of a multiple eigenvalue.
fn ones(multipliers: &[Complex<f64>]) -> usize {
    multipliers.iter().filter(|m| (*m - 1.0).norm() < NEAR_ONE).count()
}

/// Gives so many multipliers that are one, and whose sum alone is known to the error of legs, their mean: a small error parts a multiple
/// eigenvalue by its root.
fn join_ones(multipliers: &mut [Complex<f64>], count: usize) {
    multipliers.sort_by(|a, b| (a - 1.0).norm().total_cmp(&(b - 1.0).norm()));
    let mean = multipliers[..count].iter().map(|m| m.re).sum::<f64>() / count as f64;
    multipliers[..count].fill(Complex::new(mean, 0.0));
}

/// Linear equations of what is looked for at the beginning of the period.
pub(super) struct System {
    pub matrix: DMatrix<f64>,
    pub right: DVector<f64>,
    /// Which of period and parameter are looked for.
    pub columns: Vec<usize>,
}

//! One periodic motion: Newton's method on the states at the ends of all legs of a period.

use super::Period;
use super::cyclic::{Link, Reduced, monodromy};
use super::map::{LegAsker, Legs, Node, PeriodMap, State};
use super::motion::{Guess, NoOrbit, Orbit, Tangent};
use super::phase::PhaseAt;
use crate::ensemble::cpu::Arrival;
use crate::ensemble::{Outcome, Study};
use crate::linalg::{Complex, DMatrix, DVector};

/// How often a step of Newton's method is halved.
const HALVINGS: u32 = 8;
/// A motion whose state changes by so much per unit of time and size is an equilibrium.
const STILL: f64 = 1e-9;

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
    /// The increments from every next node to where its leg arrives, in what constraints leave free.
    missed: Vec<DVector<f64>>,
    residual: f64,
}

impl Course {
    /// Returns the increments of the first state that hold the constraints, one column each.
    pub(super) fn basis(&self) -> &DMatrix<f64> {
        &self.nodes[0].basis
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
        let arrival = self.asker.ask(Legs::Plain(leg)).and_then(|mut all| all.pop()).ok_or(NoOrbit::Stopped)?;
        if arrival.outcome != Outcome::Completed {
            return Err(NoOrbit::Left(arrival.outcome));
        }
        // what has turned on begins again
        Ok(State { q: self.map.advanced_back(&arrival.coordinates, periods), v: arrival.velocities })
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
                .ask(Legs::Differentiated(vec![leg]))
                .and_then(|mut all| all.pop())
                .ok_or(NoOrbit::Stopped)?;
            if arrival.outcome != Outcome::Completed {
                return Err(NoOrbit::Left(arrival.outcome));
            }
            states.push(State { q: arrival.coordinates, v: arrival.velocities });
        }
        Ok(Guess { states, period, parameter })
    }

    pub(super) fn legs(&self, guess: &Guess) -> Result<Course, NoOrbit> {
        let (parameters, [period, ..]) = (self.at(guess), self.period(guess));
        if !(period > 0.0 && period.is_finite()) {
            return Err(NoOrbit::Diverged);
        }
        let count = guess.states.len();
        let single = period / self.periods as f64;
        let (mut nodes, mut legs) = (Vec::new(), Vec::new());
        for (k, state) in guess.states.iter().enumerate() {
            let times = [k, k + 1].map(|k| period * k as f64 / count as f64);
            let (node, leg) = self.map.leg(&parameters, (state, times, single)).map_err(NoOrbit::Left)?;
            nodes.push(node);
            legs.push(leg);
        }
        let arrivals = self.asker.ask(Legs::Differentiated(legs)).ok_or(NoOrbit::Stopped)?;
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
            missed.push(nodes[(k + 1) % nodes.len()].basis.tr_mul(&by));
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
            } else if self.map.is_driven {
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
            Some(Link { g: next.tr_mul(&begun), c: next.tr_mul(&c), r: legs.missed[k].clone() })
        };
        (0..count).map(link).collect()
    }

    /// Solves for a motion from a guess; on a branch on the plane perpendicular to a tangent at a distance from a point of the branch.
    pub(super) fn solve(&self, mut guess: Guess, along: Option<(&Guess, &Tangent, f64)>) -> Result<Orbit, NoOrbit> {
        let asked = &self.map.asked;
        let mut legs = self.legs(&guess)?;
        let (mut iterations, mut was_solved) = (0, false);
        loop {
            let links = self.links(&guess, &legs).ok_or(NoOrbit::Diverged)?;
            let reduced = Reduced::new(&links);
            let System { matrix, right, columns } =
                self.bordered(&guess, &legs, &reduced, along).ok_or(NoOrbit::Diverged)?;
            let left = right.rows(reduced.b.len(), right.len() - reduced.b.len()).amax();
            let is_solved = legs.residual <= asked.tolerance && left <= asked.tolerance.sqrt().min(1e-6);
            // one step more where what is left may be more than rounding
            if is_solved && (was_solved || legs.residual <= 1e-3 * asked.tolerance) {
                let tangent = self.tangent(&reduced, &matrix, &columns);
                return Ok(self.orbit(guess, &legs, (&links, tangent), iterations));
            }
            was_solved = is_solved;
            if iterations >= asked.iterations {
                return Err(NoOrbit::Diverged);
            }
            let step =
                matrix.lu().solve(&right).filter(|x| x.iter().all(|x| x.is_finite())).ok_or(NoOrbit::Singular)?;
            iterations += 1;
            let mut factor = 1.0;
            let mut tried = 0;
            loop {
                let next = self.stepped(&guess, &legs, &reduced, (&step, &columns, factor)).ok_or(NoOrbit::Singular)?;
                match self.legs(&next) {
                    Ok(there) if there.residual < legs.residual.max(asked.tolerance) || tried >= HALVINGS => {
                        (guess, legs) = (next, there);
                        break;
                    }
                    Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
                    Err(error) if tried >= HALVINGS => return Err(error),
                    _ => {}
                }
                factor *= 0.5;
                tried += 1;
            }
        }
    }

    /// Returns the equations of the first state, the period and the parameter, as far as these are looked for.
    fn bordered(
        &self,
        guess: &Guess,
        legs: &Course,
        reduced: &Reduced,
        along: Option<(&Guess, &Tangent, f64)>,
    ) -> Option<System> {
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
        if let Period::Unknown(_, phase) = &self.map.asked.period {
            let at = PhaseAt { map: self.map, study: self.study, phase: *phase };
            let (value, slopes) = at.row(&self.at(guess), &legs.nodes[0])?;
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
            right[row] = -value;
            row += 1;
        }
        if let Some((from, tangent, length)) = along {
            let basis = &legs.nodes[0].basis;
            let of_state = basis.tr_mul(&tangent.of_state);
            matrix.view_mut((row, 0), (1, free)).copy_from(&of_state.transpose());
            for (k, column) in columns.iter().enumerate() {
                matrix[(row, free + k)] = if *column == 0 { tangent.period } else { tangent.parameter };
            }
            let gone = self.map.between(&from.states[0], &legs.nodes[0].state);
            let gone = gone.dot(&tangent.of_state)
                + (guess.period - from.period) * tangent.period
                + (guess.parameter - from.parameter) * tangent.parameter;
            right[row] = length - gone;
        }
        Some(System { matrix, right, columns })
    }

    /// Returns the direction of the branch: what the equations but the last leave free.
    fn tangent(&self, reduced: &Reduced, matrix: &DMatrix<f64>, columns: &[usize]) -> Option<Tangent> {
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
        let svd = padded.svd(false, true);
        let v = svd.v_t?.row(svd.singular_values.imin()).transpose();
        let period = if is_unknown { v[free] } else { 0.0 };
        Some(Tangent { of_state: v.rows(0, free).into_owned(), of_later: Vec::new(), period, parameter: v[rows] })
    }

    /// Returns the guess after a part of a step of Newton's method.
    fn stepped(
        &self,
        guess: &Guess,
        legs: &Course,
        reduced: &Reduced,
        (step, columns, factor): (&DVector<f64>, &[usize], f64),
    ) -> Option<Guess> {
        let free = reduced.b.len();
        let mut p = DVector::zeros(2);
        columns.iter().enumerate().for_each(|(k, column)| p[*column] = step[free + k]);
        let all = reduced.all(&step.rows(0, free).into_owned(), &p)?;
        let mut next = Guess {
            states: Vec::new(),
            period: guess.period + factor * p[0],
            parameter: guess.parameter + factor * p[1],
        };
        let (parameters, [period, ..]) = (self.at(&next), self.period(&next));
        for (k, (node, by)) in legs.nodes.iter().zip(&all).enumerate() {
            let time = period * k as f64 / legs.nodes.len() as f64;
            let by = &node.basis * by * factor;
            next.states.push(self.map.moved(&node.state, &by, (&parameters, time)));
        }
        Some(next)
    }

    pub(super) fn orbit(
        &self,
        guess: Guess,
        legs: &Course,
        (links, tangent): (&[Link], Option<Tangent>),
        iterations: u32,
    ) -> Orbit {
        let mut multipliers: Vec<Complex<f64>> = monodromy(links).complex_eigenvalues().iter().copied().collect();
        multipliers.sort_by(|a, b| b.norm().total_cmp(&a.norm()).then(b.im.total_cmp(&a.im)));
        let states = legs.nodes.iter().map(|node| node.state.clone()).collect();
        let [period, ..] = self.period(&guess);
        let at = Guess { states, period, parameter: guess.parameter };
        let size = at.states[0].size();
        let rests = || {
            let rates = self.map.rates(&self.at(&at), &at.states[0], 0.0);
            rates.is_some_and(|rates| rates.amax() * period <= STILL * size)
        };
        let is_still = !self.map.is_driven && rests();
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
        let residual = legs.residual;
        Orbit { at, residual, iterations, multipliers, tangent, is_still }
    }
}

/// Linear equations of what is looked for at the beginning of the period.
struct System {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
    /// Which of period and parameter are looked for.
    columns: Vec<usize>,
}

//! One step of an explicit Runge-Kutta method on a product of groups.
//!
//! A stage moves a rotation by a product of exponentials exp(h sum_j a1_ij K_j) exp(h sum_j a2_ij K_j) ... from the
//! beginning of the step. Runge-Kutta-Munthe-Kaas methods have one exponential and slopes K = T^-1(psi) W: Algorithm 3
//! of Holzinger, Arnold, Gerstmayr (2024), with the local-global transition map (24) and the kinematic equation (25).
//! Commutator-free and Crouch-Grossman methods have several and slopes K = W. Increments act on the right
//! (R' = R W~), so the exponential that acts first stands on the left. The velocities are a vector; their exponentials
//! add up.

use super::step::{self, Monitor, Workspace, product_minus_one};
use super::{InverseTangent, Tableau};
use crate::lie::UnitQuaternion;
use crate::lie::so3::{AngleFunctions, exponential, increment};
use crate::num::{Real, Vec3};
use crate::problem::{Factor, Field};

/// The coefficients of a commutator-free method.
#[derive(Debug)]
pub struct Exponentials {
    /// For the stages 2, 3, ...: the weights of the slopes in every exponential, the one that acts first leading.
    pub stages: &'static [&'static [&'static [f64]]],
    /// The same for the end of the step.
    pub end: &'static [&'static [f64]],
    /// The abscissae.
    pub c: &'static [f64],
}

impl Exponentials {
    /// Number of stages, that is of evaluations of the dynamics per step.
    pub const fn stage_count(&self) -> usize {
        self.c.len()
    }
}

/// Stages of equal weight in a row of the tableau.
#[derive(Debug)]
struct Group {
    weight: f64,
    first: usize,
    more: Vec<usize>,
}

/// A weighted sum over the stages, without the weights that are zero.
#[derive(Debug)]
struct Weights(Vec<Group>);

impl Weights {
    fn new(row: &[f64]) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for (stage, &weight) in row.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            match groups.iter_mut().find(|g| g.weight == weight) {
                Some(group) => group.more.push(stage),
                None => groups.push(Group { weight, first: stage, more: Vec::new() }),
            }
        }
        Self(groups)
    }

    /// h times the weighted sum of one component of the slopes, which lie `n` apart. Stages of equal weight are summed
    /// before they are multiplied.
    fn sum<R: Real>(&self, h: R, slopes: &[R], n: usize, at: usize) -> R {
        let term = |group: &Group| {
            let slope = |stage: usize| slopes[stage * n + at];
            let slopes = group.more.iter().fold(slope(group.first), |sum, stage| sum + slope(*stage));
            slopes * h.scale(group.weight)
        };
        self.0.iter().map(term).reduce(|sum, term| sum + term).unwrap_or_else(R::zero)
    }

    /// The same for three components.
    fn sum3<R: Real>(&self, h: R, slopes: &[R], n: usize, at: usize) -> Vec3<R> {
        let [x, y, z] = [at, at + 1, at + 2].map(|at| self.sum(h, slopes, n, at));
        Vec3::new(x, y, z)
    }
}

/// The weights of one stage or of the end of the step.
#[derive(Debug)]
struct Row {
    /// One sum per exponential.
    exponentials: Vec<Weights>,
    /// The sum for everything that is integrated like a vector.
    total: Weights,
}

impl Row {
    fn new(exponentials: &[&[f64]]) -> Self {
        let count = exponentials.iter().map(|row| row.len()).max().unwrap_or(0);
        let total: Vec<f64> = (0..count).map(|j| exponentials.iter().filter_map(|row| row.get(j)).sum()).collect();
        Self { exponentials: exponentials.iter().map(|row| Weights::new(row)).collect(), total: Weights::new(&total) }
    }

    /// A row of a tableau as exponentials of one slope each.
    fn one_slope_each(row: &[f64]) -> Self {
        let single = |j: usize| [vec![0.0; j], vec![row[j]]].concat();
        let exponentials: Vec<Vec<f64>> = (0..row.len()).filter(|j| row[*j] != 0.0).map(single).collect();
        Self::new(&exponentials.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }
}

/// A method, sorted for evaluation.
#[derive(Debug)]
pub(super) struct Plan {
    /// The stages 2, 3, ...
    rows: Vec<Row>,
    end: Row,
    c: &'static [f64],
    inverse: InverseTangent,
    /// The weights of the error estimate, and those of the second estimate.
    errors: Vec<Weights>,
}

impl Plan {
    pub(super) fn rkmk(tableau: &Tableau, inverse: InverseTangent, estimate: bool) -> Self {
        let difference = |weights: &[f64]| -> Weights {
            Weights::new(&tableau.b.iter().zip(weights).map(|(b, other)| b - other).collect::<Vec<_>>())
        };
        let embedded = tableau.embedded.filter(|_| estimate);
        let weights = embedded.iter().flat_map(|e| [Some(e.weights), e.third.map(|(_, weights)| weights)]);
        let errors: Vec<Weights> = weights.flatten().map(difference).collect();
        let needed = |stage: usize| {
            estimate || tableau.b[stage] != 0.0 || tableau.a.iter().any(|row| row.get(stage).is_some_and(|a| *a != 0.0))
        };
        let mut stages = tableau.stage_count();
        while !needed(stages - 1) {
            stages -= 1;
        }
        Self {
            rows: tableau.a[..stages - 1].iter().map(|row| Row::new(&[row])).collect(),
            end: Row::new(&[tableau.b]),
            c: &tableau.c[..stages],
            inverse,
            errors,
        }
    }

    pub(super) fn commutator_free(method: &Exponentials) -> Self {
        let rows = method.stages.iter().map(|stage| Row::new(stage)).collect();
        Self { rows, end: Row::new(method.end), c: method.c, inverse: InverseTangent::Identity, errors: Vec::new() }
    }

    pub(super) fn crouch_grossman(tableau: &Tableau) -> Self {
        let rows = tableau.a.iter().map(|row| Row::one_slope_each(row)).collect();
        let end = Row::one_slope_each(tableau.b);
        Self { rows, end, c: tableau.c, inverse: InverseTangent::Identity, errors: Vec::new() }
    }

    /// True where there is an error estimate.
    pub(super) fn estimates(&self) -> bool {
        !self.errors.is_empty()
    }
}

/// One step; see [`super::attempt`].
pub(super) fn attempt<R: Real, F: Field<R>>(
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Monitor<R> {
    let Workspace {
        plan: step::Plan::Explicit(plan),
        slopes_q,
        slopes_v,
        q_stage,
        v_stage,
        delta_q,
        delta_v,
        error,
        ..
    } = work
    else {
        unreachable!("the workspace was made for this method");
    };
    let (nv, local) = (field.layout().velocity_count(), field.layout().local_count());
    let half_h = h.scale(0.5);
    let mut monitor = Monitor::none();
    for stage in 0..plan.c.len() {
        let (slopes, slope) = slopes_q.split_at_mut(stage * local);
        if stage == 0 {
            q_stage.copy_from_slice(q);
            v_stage.copy_from_slice(v);
        }
        for place in field.layout().places() {
            let (iq, iv, il) = (place.q, place.v, place.local);
            if stage > 0 {
                R::note("stage: local coordinates h sum(a K) and velocities v + h sum(a k)");
                for i in iv..iv + place.factor.velocity_count() {
                    v_stage[i] = v[i] + plan.rows[stage - 1].total.sum(h, slopes_v, nv, i); // line 8
                }
            }
            match place.factor {
                Factor::Rotation(parameterisation) if parameterisation.is_group() => {
                    let w = Vec3::from_slice(&v_stage[iv..]);
                    let mut k = w; // line 2
                    if stage > 0 {
                        let mut end: Option<UnitQuaternion<R>> = None;
                        for weights in &plan.rows[stage - 1].exponentials {
                            let half_psi = weights.sum3(half_h, slopes, local, il); // line 6
                            let f = AngleFunctions::within_half_turn(half_psi);
                            let e = exponential(&f, half_psi);
                            end = Some(end.map_or(e, |first| first.multiply(e)));
                            k = plan.inverse.apply(&f, half_psi, w); // (25)
                            monitor.turned(f.s);
                        }
                        R::note("q = q0 exp(psi)  (24), (30)");
                        if let Some(e) = end {
                            parameterisation.compose(&q[iq..], e, &mut q_stage[iq..]);
                        }
                    }
                    k.write(&mut slope[il..]);
                }
                factor => {
                    if stage > 0 {
                        for i in 0..factor.coordinate_count() {
                            let dq = plan.rows[stage - 1].total.sum(h, slopes, local, il + i); // line 6
                            q_stage[iq + i] = q[iq + i] + dq; // (29)
                        }
                    }
                    match factor {
                        Factor::Rotation(parameterisation) => {
                            parameterisation.slope(&q_stage[iq..], &v_stage[iv..], &mut slope[il..])
                        }
                        Factor::Vector(n) => slope[il..il + n].copy_from_slice(&v_stage[iv..iv + n]), // (A1)
                        Factor::FirstOrder(_) => {}
                    }
                }
            }
        }
        if stage == 1 {
            monitor.first_turn = monitor.largest_turn;
        }
        monitor.passed(field.layout(), q_stage);
        // lines 3 and 11: slopes of the velocities
        let time = t + h.scale(plan.c[stage]);
        field.acceleration(time, q_stage, v_stage, &mut slopes_v[stage * nv..(stage + 1) * nv]);
    }
    // lines 13-15
    for place in field.layout().places() {
        let (iq, il) = (place.q, place.local);
        R::note("end of step: h sum(b K), h sum(b k)");
        for (i, delta) in delta_v.iter_mut().enumerate().skip(place.v).take(place.factor.velocity_count()) {
            *delta = plan.end.total.sum(h, slopes_v, nv, i);
        }
        match place.factor {
            Factor::Rotation(parameterisation) if parameterisation.is_group() => {
                let mut end: Option<UnitQuaternion<R>> = None;
                for weights in &plan.end.exponentials {
                    let half_psi = weights.sum3(half_h, slopes_q, local, il);
                    let f = AngleFunctions::within_half_turn(half_psi);
                    let e = increment(&f, half_psi);
                    end = Some(end.map_or(e, |first| product_minus_one(first, e)));
                    monitor.turned(f.s);
                }
                R::note("increment q0 (exp(psi) - 1)  (24), (30)");
                if let Some(e) = end {
                    parameterisation.increment(&q[iq..], e, &mut delta_q[iq..]);
                }
            }
            factor => {
                for i in 0..factor.coordinate_count() {
                    delta_q[iq + i] = plan.end.total.sum(h, slopes_q, local, il + i);
                }
            }
        }
    }
    if plan.c.len() == 1 {
        monitor.first_turn = monitor.largest_turn;
    }
    R::note("error estimate h sum((b - b^) K), h sum((b - b^) k)  (B16)");
    let at = |weights: &Weights, i: usize| {
        if i < local { weights.sum(h, slopes_q, local, i) } else { weights.sum(h, slopes_v, nv, i - local) }
    };
    for (i, error) in error.iter_mut().enumerate() {
        *error = match &plan.errors[..] {
            [one] => at(one, i),
            [one, other, ..] => combined(at(one, i), at(other, i)),
            [] => R::zero(),
        };
    }
    monitor
}

/// e |e| / sqrt(e^2 + 0.01 e'^2): of higher order than both, as in the code DOP853 of Hairer, Norsett, Wanner (1993),
/// here component by component.
fn combined<R: Real>(e: R, other: R) -> R {
    let length = (e.square() + other.square().scale(0.01)).sqrt();
    e * e.abs() / R::select(R::zero().less(length), length, R::one())
}

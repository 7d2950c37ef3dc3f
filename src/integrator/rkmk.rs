//! One step of an explicit Runge-Kutta-Munthe-Kaas method: Algorithm 3 of Holzinger, Arnold,
//! Gerstmayr (2024), with the local-global transition map (24), the kinematic equation (25) and the
//! inverse tangent operator (A3).

use super::Tableau;
use crate::lie::UnitQuaternion;
use crate::lie::so3::{AngleFunctions, exponential, increment, tangent_inverse_with};
use crate::num::{Real, Vec3};
use crate::problem::{Factor, Field, Layout};

/// How far bodies turn within a step, as |psi|^2/4. Beyond [`crate::num::series::HALF_TURN`], half a
/// revolution, the increments mean nothing.
#[derive(Clone, Copy, Debug)]
pub struct Turn<R> {
    /// The largest in the first stage, which only the state at the beginning of the step decides.
    pub first: R,
    /// The largest in any stage.
    pub largest: R,
}

impl<R: Real> Turn<R> {
    /// No turn.
    pub fn none() -> Self {
        Self { first: R::zero(), largest: R::zero() }
    }
}

/// The memory of one step, and its result.
#[derive(Debug)]
pub struct Workspace<R> {
    /// The slopes K_i of the local coordinates, stage after stage.
    slopes_q: Vec<R>,
    /// The slopes k_i of the velocities, stage after stage.
    slopes_v: Vec<R>,
    /// The weights of the stages, and of the end of the step.
    rows: Vec<Vec<Group>>,
    q_stage: Vec<R>,
    v_stage: Vec<R>,
    /// What to add to q; the addition is left to the caller, who may compensate it.
    pub delta_q: Vec<R>,
    /// What to add to v.
    pub delta_v: Vec<R>,
}

impl<R: Real> Workspace<R> {
    /// Memory for a method on a layout.
    pub fn new(tableau: &Tableau, layout: &Layout) -> Self {
        let (nq, nv) = (layout.coordinate_count(), layout.velocity_count());
        let zeros = |n| vec![R::zero(); n];
        Self {
            slopes_q: zeros(nv * tableau.stage_count()),
            slopes_v: zeros(nv * tableau.stage_count()),
            rows: tableau.a.iter().map(|row| groups(row)).chain([groups(tableau.b)]).collect(),
            q_stage: zeros(nq),
            v_stage: zeros(nv),
            delta_q: zeros(nq),
            delta_v: zeros(nv),
        }
    }
}

/// One step of length `h` (s) from the time `t` (s), the coordinates `q` and the velocities `v`.
///
/// Leaves the increments of q and v in the workspace and returns how far bodies turn.
#[inline(always)]
pub fn step<R: Real, F: Field<R>>(
    tableau: &Tableau,
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Turn<R> {
    let nv = v.len();
    let mut largest = R::zero();
    let mut first = R::zero();
    let half_h = h.scale(0.5);
    for stage in 0..tableau.stage_count() {
        if stage == 0 {
            // line 2
            work.slopes_q[..nv].copy_from_slice(v);
        } else {
            let row = &work.rows[stage - 1];
            let (slopes_q, slope) = work.slopes_q.split_at_mut(stage * nv);
            let (mut iq, mut iv) = (0, 0);
            for factor in field.layout().factors() {
                R::note("stage: local coordinates h sum(a K) and velocities v + h sum(a k)");
                match *factor {
                    Factor::Vector(n) => {
                        for i in 0..n {
                            let dx = sum(h, row, slopes_q, nv, iv + i); // line 6
                            let dv = sum(h, row, &work.slopes_v, nv, iv + i); // line 8
                            work.q_stage[iq + i] = q[iq + i] + dx; // (29)
                            work.v_stage[iv + i] = v[iv + i] + dv;
                            slope[iv + i] = work.v_stage[iv + i]; // (A1)
                        }
                    }
                    Factor::Rotation => {
                        let half_psi = sum3(half_h, row, slopes_q, nv, iv); // line 6
                        let w = Vec3::from_slice(&v[iv..]) + sum3(h, row, &work.slopes_v, nv, iv); // line 8
                        let f = AngleFunctions::within_half_turn(half_psi);
                        let e = exponential(&f, half_psi);
                        R::note("q = q0 exp(psi)  (24), (30)");
                        UnitQuaternion::from_slice(&q[iq..]).multiply(e).write(&mut work.q_stage[iq..]);
                        w.write(&mut work.v_stage[iv..]);
                        tangent_inverse_with(&f, half_psi, w).write(&mut slope[iv..]); // (25)
                        largest = largest.max(f.s);
                    }
                }
                iq += factor.coordinate_count();
                iv += factor.velocity_count();
            }
        }
        if stage == 1 {
            first = largest;
        }
        // lines 3 and 11: slopes of the velocities
        let time = t + h.scale(tableau.c[stage]);
        let (q_stage, v_stage) = if stage == 0 { (q, v) } else { (&work.q_stage[..], &work.v_stage[..]) };
        field.acceleration(time, q_stage, v_stage, &mut work.slopes_v[stage * nv..(stage + 1) * nv]);
    }
    // lines 13-15
    let row = &work.rows[tableau.stage_count() - 1];
    let (mut iq, mut iv) = (0, 0);
    for factor in field.layout().factors() {
        R::note("end of step: h sum(b K), h sum(b k)");
        match *factor {
            Factor::Vector(n) => {
                for i in 0..n {
                    work.delta_q[iq + i] = sum(h, row, &work.slopes_q, nv, iv + i);
                    work.delta_v[iv + i] = sum(h, row, &work.slopes_v, nv, iv + i);
                }
            }
            Factor::Rotation => {
                let half_psi = sum3(half_h, row, &work.slopes_q, nv, iv);
                sum3(h, row, &work.slopes_v, nv, iv).write(&mut work.delta_v[iv..]);
                let f = AngleFunctions::within_half_turn(half_psi);
                let e = increment(&f, half_psi);
                R::note("increment q0 (exp(psi) - 1)  (24), (30)");
                UnitQuaternion::from_slice(&q[iq..]).multiply(e).write(&mut work.delta_q[iq..]);
                largest = largest.max(f.s);
            }
        }
        iq += factor.coordinate_count();
        iv += factor.velocity_count();
    }
    Turn { first, largest }
}

/// Stages of equal weight in a row of the tableau.
#[derive(Debug)]
struct Group {
    weight: f64,
    first: usize,
    more: Vec<usize>,
}

/// The nonzero weights of a row of the tableau.
fn groups(row: &[f64]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (stage, &weight) in row.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
        match groups.iter_mut().find(|g| g.weight == weight) {
            Some(group) => group.more.push(stage),
            None => groups.push(Group { weight, first: stage, more: Vec::new() }),
        }
    }
    groups
}

/// h times the weighted sum over the stages of one component of the slopes, which lie `n` apart. Stages of
/// equal weight are summed before they are multiplied.
#[inline(always)]
fn sum<R: Real>(h: R, row: &[Group], slopes: &[R], n: usize, at: usize) -> R {
    let mut total = None;
    for group in row {
        let mut slope = slopes[group.first * n + at];
        for stage in &group.more {
            slope = slope + slopes[stage * n + at];
        }
        let term = slope * h.scale(group.weight);
        total = match total {
            None => Some(term),
            Some(sum) => Some(sum + term),
        };
    }
    match total {
        None => R::zero(),
        Some(sum) => sum,
    }
}

/// The same for three components.
#[inline(always)]
fn sum3<R: Real>(h: R, row: &[Group], slopes: &[R], n: usize, at: usize) -> Vec3<R> {
    Vec3::new(sum(h, row, slopes, n, at), sum(h, row, slopes, n, at + 1), sum(h, row, slopes, n, at + 2))
}

//! One step of an explicit Runge-Kutta-Munthe-Kaas method: Algorithm 3 of Holzinger, Arnold,
//! Gerstmayr (2024), with the local-global transition map (24), the kinematic equation (25) and the
//! inverse tangent operator (A3).

use super::Tableau;
use crate::lie::UnitQuaternion;
use crate::lie::so3::{AngleFunctions, increment, tangent_inverse_with};
use crate::num::{Real, Vec3};
use crate::problem::{Factor, Field, Layout};

/// The memory of one step, and its result.
#[derive(Debug)]
pub struct Workspace<R> {
    /// The slopes K_i of the local coordinates, stage after stage.
    slopes_q: Vec<R>,
    /// The slopes k_i of the velocities, stage after stage.
    slopes_v: Vec<R>,
    /// The nonzero weights of a stage, times the step, with the stages that they weigh.
    weights: Vec<(usize, R)>,
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
            weights: Vec::with_capacity(tableau.stage_count()),
            q_stage: zeros(nq),
            v_stage: zeros(nv),
            delta_q: zeros(nq),
            delta_v: zeros(nv),
        }
    }
}

/// One step of length `h` (s) from the time `t` (s), the coordinates `q` and the velocities `v`.
///
/// Leaves the increments of q and v in the workspace. Returns the largest |psi|^2/4 among the
/// rotation increments of the stages: where it exceeds [`crate::num::series::HALF_TURN`], a body
/// turns by more than half a revolution in a step and the increments mean nothing.
#[inline(always)]
pub fn step<R: Real, F: Field<R>>(
    tableau: &Tableau,
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> R {
    let nv = v.len();
    let mut largest = R::zero();
    for stage in 0..tableau.stage_count() {
        if stage == 0 {
            // line 2
            work.slopes_q[..nv].copy_from_slice(v);
            work.v_stage.copy_from_slice(v);
            work.q_stage.copy_from_slice(q);
        } else {
            scaled_row(h, tableau.a[stage - 1], &mut work.weights);
            let (slopes_q, slope) = work.slopes_q.split_at_mut(stage * nv);
            let (mut iq, mut iv) = (0, 0);
            for factor in field.layout().factors() {
                R::note("stage: local coordinates h sum(a K) and velocities v + h sum(a k)");
                match *factor {
                    Factor::Vector(n) => {
                        for i in 0..n {
                            let dx = sum(&work.weights, slopes_q, nv, iv + i); // line 6
                            let dv = sum(&work.weights, &work.slopes_v, nv, iv + i); // line 8
                            work.q_stage[iq + i] = q[iq + i] + dx; // (29)
                            work.v_stage[iv + i] = v[iv + i] + dv;
                            slope[iv + i] = work.v_stage[iv + i]; // (A1)
                        }
                    }
                    Factor::Rotation => {
                        let psi = sum3(&work.weights, slopes_q, nv, iv); // line 6
                        let w = Vec3::from_slice(&v[iv..]) + sum3(&work.weights, &work.slopes_v, nv, iv); // line 8
                        let f = AngleFunctions::within_half_turn(psi);
                        let e = increment(&f, psi);
                        R::note("q = q0 exp(psi)  (24), (30)");
                        let q0 = UnitQuaternion::from_slice(&q[iq..]);
                        let dq = q0.multiply(e);
                        UnitQuaternion { w: q0.w + dq.w, v: q0.v + dq.v }.write(&mut work.q_stage[iq..]);
                        w.write(&mut work.v_stage[iv..]);
                        tangent_inverse_with(&f, psi, w).write(&mut slope[iv..]); // (25)
                        largest = largest.max(f.s);
                    }
                }
                iq += factor.coordinate_count();
                iv += factor.velocity_count();
            }
        }
        // lines 3 and 11: slopes of the velocities
        let time = t + h.scale(tableau.c[stage]);
        field.acceleration(time, &work.q_stage, &work.v_stage, &mut work.slopes_v[stage * nv..(stage + 1) * nv]);
    }
    // lines 13-15
    scaled_row(h, tableau.b, &mut work.weights);
    let (mut iq, mut iv) = (0, 0);
    for factor in field.layout().factors() {
        R::note("end of step: h sum(b K), h sum(b k)");
        match *factor {
            Factor::Vector(n) => {
                for i in 0..n {
                    work.delta_q[iq + i] = sum(&work.weights, &work.slopes_q, nv, iv + i);
                    work.delta_v[iv + i] = sum(&work.weights, &work.slopes_v, nv, iv + i);
                }
            }
            Factor::Rotation => {
                let psi = sum3(&work.weights, &work.slopes_q, nv, iv);
                sum3(&work.weights, &work.slopes_v, nv, iv).write(&mut work.delta_v[iv..]);
                let f = AngleFunctions::within_half_turn(psi);
                let e = increment(&f, psi);
                R::note("increment q0 (exp(psi) - 1)  (24), (30)");
                UnitQuaternion::from_slice(&q[iq..]).multiply(e).write(&mut work.delta_q[iq..]);
                largest = largest.max(f.s);
            }
        }
        iq += factor.coordinate_count();
        iv += factor.velocity_count();
    }
    largest
}

/// The nonzero weights of a row of the tableau, times h, with the numbers of their stages.
#[inline(always)]
fn scaled_row<R: Real>(h: R, row: &[f64], weights: &mut Vec<(usize, R)>) {
    weights.clear();
    for (j, &weight) in row.iter().enumerate() {
        if weight != 0.0 {
            weights.push((j, h.scale(weight)));
        }
    }
}

/// The weighted sum over the stages of one component of the slopes, which lie `n` apart.
#[inline(always)]
fn sum<R: Real>(weights: &[(usize, R)], slopes: &[R], n: usize, at: usize) -> R {
    let Some(((j, weight), rest)) = weights.split_first() else {
        return R::zero();
    };
    let mut sum = *weight * slopes[j * n + at];
    for (j, weight) in rest {
        sum = sum + *weight * slopes[j * n + at];
    }
    sum
}

/// The same for three components.
#[inline(always)]
fn sum3<R: Real>(weights: &[(usize, R)], slopes: &[R], n: usize, at: usize) -> Vec3<R> {
    let Some(((j, weight), rest)) = weights.split_first() else {
        return Vec3::zero();
    };
    let mut sum = Vec3::from_slice(&slopes[j * n + at..]) * *weight;
    for (j, weight) in rest {
        sum = sum + Vec3::from_slice(&slopes[j * n + at..]) * *weight;
    }
    sum
}

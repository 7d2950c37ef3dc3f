//! One step of a splitting method: exact flows of parts of the energy, one after another.
//!
//! The energy of a mechanism whose factors move in R^3 or turn with a constant diagonal inertia is the sum of a
//! potential, of the kinetic energies of the translations, and of L_i^2 / (2 J_i) of every principal axis. The flow of
//! the potential is a kick of the velocities; that of one axis turns the body about it at constant rate and the angular
//! momentum in the body frame back: McLachlan (1993), Reich (1994), Touma, Wisdom (1994). All flows are symplectic,
//! and so is the method.

use super::composition::Splitting;
use super::monitor::Monitor;
use super::product::product_minus_one;
use super::workspace::Workspace;
use crate::lie::UnitQuaternion;
use crate::lie::so3::{AngleFunctions, increment};
use crate::num::{Real, Vec3};
use crate::problem::{Field, Place};

/// How far a rotation has come within the step.
struct Turning<R> {
    place: Place,
    inertia: [R; 3],
    /// exp(..) exp(..) ... - 1 from the beginning of the step.
    increment: UnitQuaternion<R>,
}

impl<R: Real> Turning<R> {
    /// Applies the exact flow of the kinetic energy of principal axis `i` for the time `tau` (s) to the velocities `v`
    /// = `v0` + `dv` of the factor.
    fn about(&mut self, i: usize, tau: R, (v0, v, dv): (&[R], &mut [R], &mut [R]), monitor: &mut Monitor<R>) {
        R::note("splitting: exact turn about a principal axis at constant rate");
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let half_angle = (v[i] * tau).scale(0.5);
        let zero = R::zero();
        let at = |axis: usize| if axis == i { half_angle } else { zero };
        let half_psi = Vec3::new(at(0), at(1), at(2));
        let f = AngleFunctions::within_half_turn(half_psi);
        monitor.turned(f.s);
        self.increment = product_minus_one(self.increment, increment(&f, half_psi));
        // L' = L x W about one axis: L_j + i L_k turns back by the angle 2 y
        let sin_half = half_angle * f.sinc();
        let sin = (sin_half * f.cos()).scale(2.0);
        let one_minus_cos = (sin_half * sin_half).scale(2.0);
        let (vj, vk) = (v[j], v[k]);
        let (jj, jk) = (self.inertia[j], self.inertia[k]);
        dv[j] = dv[j] + (sin * (jk / jj) * vk - one_minus_cos * vj);
        dv[k] = dv[k] - (sin * (jj / jk) * vj + one_minus_cos * vk);
        v[j] = v0[j] + dv[j];
        v[k] = v0[k] + dv[k];
    }
}

/// Makes one step, see [`super::attempt`].
pub(super) fn attempt<R: Real, F: Field<R>>(
    splitting: &Splitting,
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Monitor<R> {
    let Workspace { slopes_v, q_stage, v_stage, delta_q, delta_v, .. } = work;
    let (rate, rest) = (&mut slopes_v[..v.len()], vec![R::zero(); v.len()]);
    let mut monitor = Monitor::<R>::none();
    let mut turnings = Vec::new();
    for (i, place) in field.layout().places().enumerate() {
        if place.factor.rotation().is_some() {
            let inertia = field.principal_inertia(i).expect("a study is made where the method supports the mechanism");
            // what the state at the beginning decides: the turn of a step at the given angular velocity
            let half_turn = Vec3::from_slice(&v[place.v..]) * h.scale(0.5);
            monitor.first_turn = monitor.first_turn.max(half_turn.norm_squared());
            let increment = UnitQuaternion { w: R::zero(), v: Vec3::zero() };
            turnings.push(Turning { place, inertia: inertia.to_array(), increment });
        }
    }
    monitor.largest_turn = monitor.first_turn;
    q_stage.copy_from_slice(q);
    v_stage.copy_from_slice(v);
    delta_q.fill(R::zero());
    delta_v.fill(R::zero());
    let mut elapsed = 0.0;
    for kick in 0..splitting.kick_count() {
        let before = if kick == 0 { 0.0 } else { splitting.alphas[2 * kick - 1] };
        let after = splitting.alphas.get(2 * kick).copied().unwrap_or(0.0);
        R::note("splitting: kick of the velocities by the forces");
        field.acceleration(t + h.scale(elapsed), q_stage, &rest, rate);
        let length = h.scale(before + after);
        for i in 0..v.len() {
            delta_v[i] = delta_v[i] + rate[i] * length;
            v_stage[i] = v[i] + delta_v[i];
        }
        let Some(&back) = splitting.alphas.get(2 * kick + 1) else { break };
        elapsed += after + back;
        R::note("splitting: drift of translations");
        for place in field.layout().places() {
            for i in 0..place.factor.vector_count() {
                let dq = delta_q[place.q + i] + v_stage[place.v + i] * h.scale(after + back);
                delta_q[place.q + i] = dq;
                q_stage[place.q + i] = q[place.q + i] + dq;
            }
        }
        for turning in &mut turnings {
            let iv = turning.place.v;
            for (axis, part) in [(0, after), (1, after), (2, after + back), (1, back), (0, back)] {
                let velocities = (&v[iv..iv + 3], &mut v_stage[iv..iv + 3], &mut delta_v[iv..iv + 3]);
                turning.about(axis, h.scale(part), velocities, &mut monitor);
            }
            if let Some(parameterisation) = turning.place.factor.rotation() {
                let iq = turning.place.q;
                let UnitQuaternion { w, v } = turning.increment;
                parameterisation.compose(&q[iq..], UnitQuaternion { w: w + R::one(), v }, &mut q_stage[iq..]);
            }
        }
    }
    for turning in &turnings {
        if let Some(parameterisation) = turning.place.factor.rotation() {
            parameterisation.increment(&q[turning.place.q..], turning.increment, &mut delta_q[turning.place.q..]);
        }
    }
    monitor
}

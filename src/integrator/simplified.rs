//! Derivatives of implicit steps by parameters, simplified as in Section 6 of Bruels, Eberhard (2008).
//!
//! A simplification changes no value. What it drops from derivatives is [kept constant](Real::detached): terms that vanish,
//! and whose derivatives do not.

use super::step::{End, Step};
use crate::lie::{LieGroup, RotationChart, UnitQuaternion};
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Constrained, Unknowns, along};

/// Returns the rotation vector from the rotation that is kept constant to the rotation: zero, with its derivative.
fn from_detached<R: Real>(there: UnitQuaternion<R>) -> Vec3<R> {
    let Vec3 { x, y, z } = there.v;
    let detached = UnitQuaternion { w: there.w.detached(), v: Vec3::new(x.detached(), y.detached(), z.detached()) };
    detached.inverse().multiply(there).v * R::constant(2.0)
}

/// What a step of coordinates of increments begins with: the coordinates themselves, their rates, second derivatives, and what
/// else is remembered, one number per velocity.
#[derive(Debug)]
pub(super) struct Beginning<R> {
    /// The coordinates q that increments are from.
    pub(super) reference: Vec<R>,
    pub(super) phi: Vec<R>,
    pub(super) rate: Vec<R>,
    pub(super) second: Vec<R>,
    pub(super) further: Vec<R>,
}

impl<R: Real> Step<'_, R> {
    /// Returns what the step begins with where rotations are kept constant and coordinates of increments are not,
    /// (97)-(99); the numbers that are remembered last are forces if it says so, else rates.
    pub(super) fn beginning_from_detached(&self, chart: RotationChart, are_forces: bool) -> Beginning<R> {
        let n = self.sizes.rates;
        let (rate, (second, further)) = (self.v.to_vec(), self.history[..2 * n].split_at(n));
        let (second, further, phi) = (second.to_vec(), further.to_vec(), vec![R::zero(); n]);
        let mut begin = Beginning { reference: self.q.to_vec(), phi, rate, second, further };
        for (place, parameterisation) in self.rotations() {
            let at = |values: &[R]| Vec3::from_slice(&values[place.v..]);
            let coordinates = place.q..place.q + parameterisation.coordinate_count();
            begin.reference[coordinates].iter_mut().for_each(|q| *q = q.detached());
            let phi = from_detached(parameterisation.orientation(&self.q[place.q..]));
            let rate = chart.tangent_inverse(phi, at(&begin.rate));
            let second = at(&begin.second) - chart.tangent_derivative(phi, rate, rate);
            let further = at(&begin.further);
            let further = if are_forces { chart.tangent(-phi, further) } else { chart.tangent_inverse(phi, further) };
            phi.write(&mut begin.phi[place.v..]);
            rate.write(&mut begin.rate[place.v..]);
            chart.tangent_inverse(phi, second).write(&mut begin.second[place.v..]);
            further.write(&mut begin.further[place.v..]);
        }
        begin
    }

    /// Returns what vanishes and has the derivatives k_G phi', (63), of the residuals of motion, f_a + f_c at the end of a step
    /// of the residual form, scaled, in the numbers of `end`: `lift` makes constants of them. `inertia` is that of the form.
    pub(super) fn k_g<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        inertia: f64,
    ) -> Vec<S> {
        let scale = lift(self.scale);
        let mut rates: Vec<S> = end.scaled_rate.iter().map(|rate| rate.scale(1.0 / inertia)).collect();
        for (place, _) in self.rotations() {
            let [phi, w, rate] = [&end.increment, &end.v, &end.scaled_rate].map(|x| Vec3::from_slice(&x[place.v..]));
            let velocity = self.chart.tangent_inverse(phi, w);
            let bias = self.chart.tangent_derivative(phi, velocity, velocity) * scale;
            ((rate - bias) * S::constant(1.0 / inertia) + bias).write(&mut rates[place.v..]);
        }
        let at = Unknowns { rate: &rates, multipliers: &end.scaled_multipliers };
        let mut residual = Vec::new();
        system.residual(lift(self.t + self.h), &end.q, &end.v, scale, at, &mut residual);
        let mut out = vec![S::zero(); rates.len()];
        for (place, _) in self.rotations() {
            let detached = |x: &[S]| Vec3::from_slice(&[0, 1, 2].map(|i| x[place.v + i].detached()));
            let (phi, force) = (Vec3::from_slice(&end.increment[place.v..]), detached(&residual));
            let term = self.chart.tangent(-phi, force) - self.chart.tangent(-detached(&end.increment), force);
            term.write(&mut out[place.v..]);
        }
        out
    }

    /// Adds what makes the derivatives of residuals of motion by positions symmetric, from the system with rates, in the
    /// numbers of `end`: `lift` makes constants of them.
    pub fn symmetrise<S: Real, C: Constrained<Dual<S, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        end: &End<S>,
        out: &mut [S],
    ) {
        let (n, count) = (self.sizes.rates, end.v.len());
        let mut displacement = vec![S::zero(); n];
        for (i, k) in self.vectors() {
            displacement[k] = end.q[i] - end.q[i].detached();
        }
        for (place, parameterisation) in self.rotations() {
            from_detached(parameterisation.orientation(&end.q[place.q..])).write(&mut displacement[place.v..]);
        }
        let still = vec![S::zero(); count];
        let resting = |values: &[S]| values.iter().map(|x| Dual::resting(*x)).collect::<Vec<Dual<S, 1>>>();
        let (v, rate, multipliers) = (resting(&end.v), resting(&end.scaled_rate), resting(&end.scaled_multipliers));
        let time = Dual::resting(lift(self.t + self.h));
        let columns: Vec<Vec<S>> = (0..n)
            .map(|j| {
                let mut unit = still.clone();
                unit[j] = S::one();
                let (q, _) = along(self.layout, &end.q, &unit, &still);
                let at = Unknowns { rate: &rate, multipliers: &multipliers };
                let mut residual = Vec::new();
                moving.residual(time, &q, &v, Dual::resting(lift(self.scale)), at, &mut residual);
                residual[..n].iter().map(|r| r.eps[0]).collect()
            })
            .collect();
        for i in 0..n {
            let terms = (0..n).map(|j| (columns[i][j] - columns[j][i]) * displacement[j]);
            out[i] = out[i] + terms.fold(S::zero(), |sum, term| sum + term).scale(0.5);
        }
    }
}

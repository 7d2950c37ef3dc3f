//! What impulses of constraints add to integrals over the time, where velocities jump.

use super::member::Member;
use super::scalar::Starts;
use crate::model::Source;
use crate::problem::Unknowns;
use crate::problem::consistent::{Equations, impulse};

/// The rates that stand for those within an instant, 1/s: a power of two, so that proportions are exact.
const RATE: f64 = 1_099_511_627_776.0;
/// The relative difference up to which what twice the impulse adds is twice as much.
const PROPORTIONAL: f64 = 1e-6;
/// The part of the largest velocity that a jump changes velocities by at least; what is less may be an error of the method.
const JUMP: f64 = 1e-3;

impl Starts<'_> {
    /// Adds to integrals behind velocities `v` what the impulse of the constraints adds that has changed the velocities from those
    /// `before`: the integral of an output over an instant within which accelerations and multipliers are beyond all bounds. Of a power it is
    /// the work of the impulse, lambda^T B (v0 + v)/2, since outputs count half with the velocities before and half with those behind.
    pub(super) fn add_impulse(&self, parameters: &[f64], (q, before): (&[f64], &[f64]), v: &mut [f64]) {
        let columns = self.mechanism.columns_from(Source::Integral);
        let first = self.formulated.layout().quadratures().start;
        let change: Vec<f64> = v[..first].iter().zip(before).map(|(behind, before)| behind - before).collect();
        if columns.is_empty() || change.iter().all(|x| *x == 0.0) {
            return;
        }
        let member = Member::new((self.formulated, &self.residuals[0]), self.mechanism, parameters);
        let multipliers = impulse(&mut Equations::new(member), (self.time, q), &change);
        let system = self.formulated.system(self.mechanism, parameters);
        let written = |v: &[f64], size: f64| {
            let [rate, multipliers] = [&change, &multipliers].map(|x| x.iter().map(|x| x * size).collect::<Vec<f64>>());
            let mut out = Vec::new();
            system.impulse_outputs(self.time, (q, v), Unknowns { rate: &rate, multipliers: &multipliers }, &mut out);
            out
        };
        let largest = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let is_jump = largest(&change) > JUMP * largest(&v[..first]).max(largest(&before[..first]));
        let halves = [before, &*v].map(|v| [0.0, RATE, 2.0 * RATE].map(|size| written(v, size)));
        for (i, column) in columns.into_iter().enumerate() {
            let added = |half: &[Vec<f64>; 3]| added([0, 1, 2].map(|k| half[k][column]), is_jump);
            v[first + i] += 0.5 * (added(&halves[0]) + added(&halves[1]));
        }
    }
}

/// Returns what an impulse adds to the integral of an output, from the values of the output without it, at the large rate and at twice
/// that: what the output grows by in proportion to the rate. What grows by less adds nothing, what grows by more adds infinitely much.
fn added([none, once, twice]: [f64; 3], is_jump: bool) -> f64 {
    let [once, all] = [(once - none) / RATE, (twice - none) / (2.0 * RATE)];
    let is_noticed = (twice - none).abs() > PROPORTIONAL * none.abs();
    let is_proportional = (all - once).abs() <= PROPORTIONAL * all.abs().max(once.abs());
    match (is_proportional || !is_noticed, all.abs() > once.abs()) {
        (true, _) => all,
        (false, false) => 0.0,
        (false, true) if is_jump => f64::INFINITY.copysign(all),
        (false, true) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{RATE, added};

    #[test]
    fn integrals_grow_with_what_is_proportional_to_an_impulse() {
        let of = |f: &dyn Fn(f64) -> f64| added([0.0, RATE, 2.0 * RATE].map(|size| f(-3.0 * size)), true);
        assert_eq!(of(&|x| 2.0 * x + 7.0), -6.0);
        assert_eq!(of(&|x| x.abs() - 1e3), 3.0);
        assert_eq!(of(&|x| x.clamp(-10.0, 10.0)), 0.0);
        assert_eq!(of(&|x| x.abs().sqrt()), 0.0);
        assert_eq!(of(&|_| 5.0), 0.0);
        assert_eq!(of(&|x| x * x), f64::INFINITY);
    }
}

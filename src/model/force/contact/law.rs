//! How a contact pushes, and by which damping bodies part with a given coefficient of restitution.
//!
//! Two bodies of the reduced mass m = m1 m2/(m1 + m2) meet along the line of their centres with the velocity v0 and part with
//! e v0, where nothing else acts. With p = delta', m p dp/d delta = -N for the depth delta.
//!
//! **`hunt_crossley`** (Hunt and Crossley 1975): N = k delta^n (1 + d delta'). The variables separate,
//! p dp/(1 + d p) = -(k/m) delta^n d delta, and the integrals from the meeting to the greatest depth and from there to the
//! parting are equal: with a = d v0,
//!
//! a - ln(1 + a) = -e a - ln(1 - e a), or a (1 + e) = ln((1 + a)/(1 - e a)),
//!
//! whatever k, n and m are. With s = a (1 + e) this is 1 + a = s/(1 - exp(-s)), 1 - e a = s/(exp(s) - 1), and hence
//! (1 - e)/(1 + e) = L(s/2) with Langevin's function L(x) = coth x - 1/x: d = 2 x/((1 + e) v0), L(x) = (1 - e)/(1 + e).
//!
//! **`kelvin_voigt`**: N = max(0, k delta^n + c delta^((n-1)/2) delta'), for n = 1 a spring and a damper, for n = 3/2 the law
//! of Tsuji, Tanaka and Ishida (1992). In y = delta^((n+1)/2) it is m p dp/dy = -2/(n + 1) (k y + c p), a damped linear
//! oscillator whatever n is, of the damping ratio zeta = c/sqrt(2 (n + 1) k m) = cos phi. The bodies part where N falls to zero
//! (Schwager and Poeschel 2007 for n = 1), at the phase 2 phi, with
//!
//! e = exp(-2 phi cot phi), of zeta > 1 = cosh psi e = exp(-2 psi coth psi),
//!
//! whatever v0 is.

use crate::model::expression::{Expr, Steepness};
use crate::model::force::kind::{not_negative, positive};
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use crate::num::elementary::pow;
use std::f64::consts::FRAC_2_PI;

/// Says what is lost.
#[derive(Clone, Debug)]
enum Damping<N> {
    /// d of `hunt_crossley` (s/m) or c of `kelvin_voigt` (N s/m of n = 1).
    Given(N),
    /// The coefficient of restitution.
    Restitution(N),
}

/// Holds the exponent n, apart those that are without logarithms.
#[derive(Clone, Debug)]
enum Exponent<N> {
    One,
    /// 3/2, of spheres by Hertz.
    Hertz,
    Other(N),
}

/// Holds a law of the normal force.
#[derive(Clone, Debug)]
pub(super) struct Law<N> {
    is_hunt_crossley: bool,
    stiffness: N,
    exponent: Exponent<N>,
    damping: Damping<N>,
    /// v0, m/s.
    impact_velocity: N,
    /// The masses of the bodies, kg; or the reduced one alone.
    masses: Vec<N>,
}

impl Law<Expr> {
    /// Reads the keys of the law between bodies of these masses.
    pub(super) fn read(section: &mut dyn Section, masses: Vec<Expr>) -> Result<Self, Invalid> {
        let is_hunt_crossley = section.choice("normal_law", &["hunt_crossley", "kelvin_voigt"])? == "hunt_crossley";
        let exponent = match section.number_or("exponent", if is_hunt_crossley { 1.5 } else { 1.0 })? {
            Expr::Constant(1.0) => Exponent::One,
            Expr::Constant(1.5) => Exponent::Hertz,
            other => Exponent::Other(other),
        };
        section.expect_units(&[("impact_velocity", "m/s"), ("mass", "kg"), ("restitution", "1")])?;
        if matches!(exponent, Exponent::One) {
            section.expect_units(&[("stiffness", "N/m")])?;
        }
        section.expect_units(&[("damping", if is_hunt_crossley { "s/m" } else { "N s/m" })])?;
        let damping = match (section.has("damping"), section.has("restitution")) {
            (true, true) => {
                return Err(section.invalid("restitution", "give either damping or restitution, not both".into()));
            }
            (false, true) => Damping::Restitution(section.number("restitution")?),
            _ => Damping::Given(section.number_or("damping", 0.0)?),
        };
        if is_hunt_crossley && matches!(damping, Damping::Restitution(_)) && !section.has("impact_velocity") {
            let message = "the restitution of hunt_crossley falls with the velocity of an impact; accepted: beside the key \
                           \"impact_velocity\" at which it is this one, or with normal_law = \"kelvin_voigt\", of which it is this one \
                           at any velocity";
            return Err(section.invalid("restitution", message.into()));
        }
        Ok(Self {
            is_hunt_crossley,
            stiffness: section.number("stiffness")?,
            exponent,
            damping,
            impact_velocity: section.number_or("impact_velocity", 1.0)?,
            masses: if section.has("mass") { vec![section.number("mass")?] } else { masses },
        })
    }
    /// Returns the law for values of the parameters, with the damping that the restitution makes.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Law<R> {
        let at = |e: &Expr| e.evaluate(p);
        let exponent = match &self.exponent {
            Exponent::One => Exponent::One,
            Exponent::Hertz => Exponent::Hertz,
            Exponent::Other(n) => Exponent::Other(at(n)),
        };
        let mut law = Law {
            is_hunt_crossley: self.is_hunt_crossley,
            stiffness: at(&self.stiffness),
            exponent,
            damping: Damping::Given(R::zero()),
            impact_velocity: at(&self.impact_velocity),
            masses: self.masses.iter().map(at).collect(),
        };
        law.damping = Damping::Given(match &self.damping {
            Damping::Given(damping) => at(damping),
            Damping::Restitution(e) => law.damping_of(at(e)),
        });
        law
    }
    /// Fails with the key whose value makes no law, and why.
    pub(super) fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        positive("stiffness", &self.stiffness, p)?;
        positive("impact_velocity", &self.impact_velocity, p)?;
        if let Exponent::Other(n) = &self.exponent
            && n.evaluate::<f64>(p) < 1.0
        {
            return Err(("exponent", format!("found {:?}; accepted: 1 or more", n.evaluate::<f64>(p))));
        }
        if let [mass] = &self.masses[..] {
            positive("mass", mass, p)?;
        }
        match &self.damping {
            Damping::Given(damping) => not_negative("damping", damping, p),
            Damping::Restitution(e) => match e.evaluate::<f64>(p) {
                e if e > 0.0 && e <= 1.0 => Ok(()),
                e => Err(("restitution", format!("found {e:?}; accepted: above 0, at most 1"))),
            },
        }
    }
    /// Tells whether the force jumps where bodies meet: that of a damper does.
    pub(super) fn jumps(&self) -> bool {
        !self.is_hunt_crossley && matches!(self.exponent, Exponent::One) && self.has_damper()
    }
    fn has_damper(&self) -> bool {
        !matches!(&self.damping, Damping::Given(damping) if damping.is_zero())
    }
    /// Returns how steep the force becomes where bodies meet.
    pub(super) fn steepness(&self) -> Steepness {
        let damps = !self.is_hunt_crossley && self.has_damper();
        match &self.exponent {
            Exponent::Other(Expr::Constant(n)) if damps => {
                Steepness::of_power(0.5 * (n - 1.0)).max(Steepness::of_power(*n))
            }
            Exponent::One => Steepness::Bounded,
            // that of the damper is (n - 1)/2
            _ if damps => Steepness::Root,
            Exponent::Other(Expr::Constant(n)) => Steepness::of_power(*n),
            Exponent::Hertz | Exponent::Other(_) => Steepness::Bends,
        }
    }
    /// Returns the numbers that a check looks at.
    pub(super) fn checked(&self) -> impl Iterator<Item = &Expr> {
        let (Damping::Given(damping) | Damping::Restitution(damping)) = &self.damping;
        let exponent = if let Exponent::Other(n) = &self.exponent { Some(n) } else { None };
        [&self.stiffness, &self.impact_velocity, damping].into_iter().chain(exponent).chain(&self.masses)
    }
}

impl Law<f64> {
    /// Returns the velocity (m/s) of an impact, and how long it lasts without damping, s: twice the time to the greatest depth
    /// D, D^(n+1) = (n + 1) m v^2/(2 k), which is D/v times the integral of 1/sqrt(1 - u^(n+1)) over u from 0 to 1.
    pub(super) fn impact(&self) -> (f64, f64) {
        let (v, n) = (self.impact_velocity, self.exponent());
        let depth = ((n + 1.0) * self.reduced_mass() * v * v / (2.0 * self.stiffness)).powf(1.0 / (n + 1.0));
        // u = 1 - s^2, by the midpoints of 100 parts
        let term = |i: i32| {
            let s = (f64::from(i) + 0.5) / 100.0;
            2.0 * s / (1.0 - (1.0 - s * s).powf(n + 1.0)).sqrt()
        };
        (v, 2.0 * depth / v * (0..100).map(term).sum::<f64>() / 100.0)
    }
}

impl<R: Real> Law<R> {
    fn exponent(&self) -> R {
        match &self.exponent {
            Exponent::One => R::one(),
            Exponent::Hertz => R::constant(1.5),
            Exponent::Other(n) => *n,
        }
    }
    fn reduced_mass(&self) -> R {
        let inverse = self.masses.iter().map(|mass| R::one() / *mass).reduce(|sum, other| sum + other);
        R::one() / inverse.unwrap_or_else(R::one)
    }
    /// Returns the damping of a coefficient of restitution.
    fn damping_of(&self, e: R) -> R {
        if self.is_hunt_crossley {
            let one = R::one();
            let x = inverse_langevin((one - e) / (one + e));
            (x + x) / ((one + e) * self.impact_velocity)
        } else {
            let n = self.exponent();
            let twice = (n + R::one()) * self.stiffness * self.reduced_mass();
            damping_ratio(-e.ln().scale(0.5)) * (twice + twice).sqrt()
        }
    }
    /// Returns what passes through zero where the normal force begins and ends: the depth while bodies approach, and with it what is
    /// left of the force over the stiffness while they part.
    pub(super) fn pushing(&self, depth: R, rate: R) -> R {
        let touches = R::zero().less(depth);
        let parting = rate.min(R::zero());
        let (Damping::Given(damping) | Damping::Restitution(damping)) = self.damping;
        if self.is_hunt_crossley {
            let left = R::one() + R::select(touches, damping * parting, R::zero());
            return depth * left;
        }
        let deep = R::select(touches, depth, R::one());
        let power = match &self.exponent {
            Exponent::One => deep,
            Exponent::Hertz => deep * deep.sqrt().sqrt(),
            Exponent::Other(n) => pow(deep, (*n + R::one()).scale(0.5)),
        };
        R::select(touches, power, depth) + damping / self.stiffness * parting
    }
    /// Returns the normal force (N), its part k delta^n, and the potential of that, J, at a depth (m) that grows at a rate, m/s, where
    /// the bodies push; no force elsewhere. Where that is held over a step, the force goes on smoothly beyond where it ends.
    ///
    /// Bodies part where the force falls to zero, before the spring is at rest again. Until they are apart it keeps its potential, which
    /// falls with the depth, and the power of the damper is what the spring gives.
    pub(super) fn push(&self, (depth, rate): (R, R), (pushes, is_held): (R::Mask, bool)) -> [R; 3] {
        let touches = if is_held { R::zero().less(depth) } else { pushes };
        // what is not taken has finite derivatives
        let deep = R::select(touches, depth, R::one());
        let or_zero = |x: R| if is_held { R::select(touches, x, R::zero()) } else { x };
        let (power, half_power) = match &self.exponent {
            Exponent::One => (if is_held { depth } else { deep }, R::one()),
            Exponent::Hertz => (or_zero(deep * deep.sqrt()), or_zero(deep.sqrt().sqrt())),
            Exponent::Other(n) => (or_zero(pow(deep, *n)), or_zero(pow(deep, (*n - R::one()).scale(0.5)))),
        };
        let elastic = self.stiffness * power;
        let (Damping::Given(damping) | Damping::Restitution(damping)) = self.damping;
        let force = if self.is_hunt_crossley {
            elastic * (R::one() + damping * rate)
        } else {
            elastic + damping * half_power * rate
        };
        let potential = elastic * if is_held { depth } else { deep } / (self.exponent() + R::one());
        let force = if is_held { force } else { force.max(R::zero()) };
        let overlaps = pushes | R::zero().less(depth);
        let [elastic, potential] = [elastic, potential].map(|x| R::select(overlaps, x, R::zero()));
        [R::select(pushes, force, R::zero()), elastic, potential]
    }
}

/// Returns x >= 0 with L(x) = coth x - 1/x = r, 0 <= r < 1, to the precision of the numbers: from Cohen's estimate
/// r (3 - r^2)/(1 - r^2) (Rheologica Acta 30, 1991) by Newton's method.
fn inverse_langevin<R: Real>(r: R) -> R {
    let one = R::one();
    let squared = r.square();
    let mut x = r * (R::constant(3.0) - squared) / (one - squared);
    for _ in 0..4 {
        // L/x, by its series where it would be a difference of large numbers
        let small = x.less(R::constant(0.1));
        let z = R::select(small, x.square(), R::zero());
        let series = [2.0 / 93555.0, -1.0 / 4725.0, 2.0 / 945.0, -1.0 / 45.0, 1.0 / 3.0];
        let near = series.iter().fold(R::zero(), |sum, c| sum * z + R::constant(*c));
        let far = R::select(small, one, x);
        let fall = (-(far + far)).exp();
        let far = ((one + fall) / (one - fall) - one / far) / far;
        let by_x = R::select(small, near, far);
        // L' = 1 - L^2 - 2 L/x
        let slope = one - x.square() * by_x.square() - by_x.scale(2.0);
        x = x - (x * by_x - r) / slope;
    }
    x
}

/// Returns zeta >= 0 with zeta A(zeta) = lambda, A(cos phi) = phi/sin phi and A(cosh psi) = psi/sinh psi, for lambda >= 0, to
/// the precision of the numbers, by Newton's method.
fn damping_ratio<R: Real>(lambda: R) -> R {
    let one = R::one();
    let below = lambda.less(one);
    // exact at 0 and 1, and where lambda is large
    let (low, high) = (R::select(below, lambda, one), R::select(below, one, lambda));
    let start = low.scale(FRAC_2_PI) + low.square().scale(1.0 - FRAC_2_PI);
    let mut zeta = R::select(below, start, high.exp().scale(0.5));
    for _ in 0..5 {
        let t = one - zeta;
        let near = t.abs().less(R::constant(0.05));
        // A = sum of n!/(2 n + 1)!! t^n
        let (z, mut term, mut sum, mut slope) = (R::select(near, t, R::zero()), one, one, R::zero());
        for n in 1..10 {
            let n = f64::from(n);
            term = term.scale(n / (2.0 * n + 1.0));
            slope = slope - term.scale(n);
            term = term * z;
            sum = sum + term;
        }
        let under = R::select(near, R::zero(), R::select(zeta.less(one), zeta, R::zero()));
        let over = R::select(near, R::constant(2.0), R::select(zeta.less(one), R::constant(2.0), zeta));
        let (sin, sinh) = ((one - under.square()).sqrt(), (over.square() - one).sqrt());
        let far = R::select(zeta.less(one), sin.atan2(under) / sin, (over + sinh).ln() / sinh);
        let a = R::select(near, sum, far);
        // (1 - zeta^2) A' = zeta A - 1
        let rest = R::select(near, one, one - zeta.square());
        let slope = R::select(near, slope, (zeta * a - one) / rest);
        zeta = zeta - (zeta * a - lambda) / (a + zeta * slope);
    }
    zeta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dampings_have_the_restitution_that_they_are_made_of() {
        for e in [1e-3, 0.05, 0.1353, 0.2, 0.5, 0.9, 0.999, 1.0] {
            let e: f64 = e;
            let r = (1.0 - e) / (1.0 + e);
            let x = inverse_langevin(r);
            let (s, a) = (2.0 * x, 2.0 * x / (1.0 + e));
            // what the impact map says; where 1 - e a is a small difference, what Langevin's function is
            let (found, expected) =
                if e < 0.2 { (1.0 / x.tanh() - 1.0 / x, r) } else { ((1.0 + a).ln() - (1.0 - e * a).ln(), s) };
            assert!((found - expected).abs() < 1e-13 * expected.max(1.0), "{e}: {found} {expected}");
            let zeta = damping_ratio(-e.ln() / 2.0);
            let half_logarithm = match zeta {
                z if (z - 1.0).abs() < 1e-3 => 1.0 + (z - 1.0) * 2.0 / 3.0,
                z if z < 1.0 => z * z.acos() / (1.0 - z * z).sqrt(),
                z => z * z.acosh() / (z * z - 1.0).sqrt(),
            };
            let found = (-2.0 * half_logarithm).exp();
            // near zeta = 1 what is compared with has two terms of its series
            assert!((found - e).abs() < if (zeta - 1.0).abs() < 1e-3 { 1e-7 } else { 1e-14 }, "{e}: {found} {zeta}");
        }
    }
}

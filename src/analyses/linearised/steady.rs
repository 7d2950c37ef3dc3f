//! Linear equations of the motion near a steady state and of its constraints, in all coordinates and multipliers, as a parameter moves them.

use crate::ensemble::start::{At, RecordedStarts, Starts};
use crate::linalg::{Complex, DMatrix};
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Factor, Layout, Unknowns, along};

type Number = Dual<f64, 1>;

/// A steady state as a parameter moves it.
#[derive(Clone, Debug)]
pub(in crate::analyses) struct Moving {
    /// The values of all parameters.
    pub parameters: Vec<Number>,
    /// The coordinates.
    pub q: Vec<Number>,
    /// The velocities.
    pub v: Vec<Number>,
}

/// A steady state with what the equations give there, and the frame that it is seen from.
pub(super) struct Steady<'a> {
    starts: &'a Starts<'a>,
    parameters: Vec<Number>,
    q: Vec<Number>,
    v: Vec<Number>,
    pub(super) rate: Vec<Number>,
    pub(super) multipliers: Vec<Number>,
    turning: Vec3<Number>,
}

/// Increments of coordinates, velocities and rates of velocities, own axes, and of multipliers.
struct Increments {
    parts: [Vec<Number>; 3],
    multipliers: Vec<Number>,
}

/// The equations S(s) x = 0 of motions x exp(s t) as a polynomial of s: the equations of motion with the forces of multipliers, then constraints.
pub(super) struct Polynomial(pub(super) [DMatrix<f64>; 3]);

impl<'a> Steady<'a> {
    pub(super) fn new(starts: &'a Starts<'a>, recorded: &RecordedStarts, moving: Moving) -> Option<Self> {
        let Moving { parameters, q, v } = moving;
        let at = recorded.at(starts, &parameters, [&q, &v], false)?;
        let turning = starts.mechanism.base_rotation(&parameters).unwrap_or_else(Vec3::zero);
        Some(Self { starts, parameters, q, v, rate: at.rate, multipliers: at.multipliers, turning })
    }

    fn layout(&self) -> &Layout {
        self.starts.formulated.layout()
    }

    /// Returns the number of equations of motion, and that of multipliers.
    fn sizes(&self) -> [usize; 2] {
        [self.rate.len(), self.multipliers.len()]
    }

    /// Returns the increments of a motion x exp(s t) by powers of s: of s^k in `x` the coefficient with the number k.
    fn increments(&self, x: [&[Number]; 3]) -> Increments {
        // a sum x0 + s x1 + s^2 x2 stands for itself: position, rate and second rate of what is seen turning
        let [n, _] = self.sizes();
        let mut parts = [(); 3].map(|()| vec![Number::zero(); self.layout().velocity_count()]);
        for place in self.layout().places().filter(|place| place.v < n) {
            let rotation = place.factor.group_rotation().map(|p| p.rotation(&self.q[place.q..]));
            if place.factor == Factor::Vector(3) || rotation.is_some() {
                let [x0, x1, x2] = x.map(|all| Vec3::from_slice(&all[place.v..]));
                let turned = |x: Vec3<Number>| self.turning.cross(x);
                let first = x1 + turned(x0);
                let second = x2 + turned(x1) + turned(x1) + turned(turned(x0));
                let own = match rotation {
                    None => [x0, first, second],
                    Some(rotation) => {
                        let [x0, first, second] = [x0, first, second].map(|x| rotation.apply_transposed(x));
                        [x0, first, second - Vec3::from_slice(&self.v[place.v..]).cross(first)]
                    }
                };
                parts.iter_mut().zip(own).for_each(|(part, own)| own.write(&mut part[place.v..]));
                continue;
            }
            // values of first order are velocities without coordinates
            let first = usize::from(place.factor.coordinate_count() == 0);
            for (part, x) in parts[first..].iter_mut().zip(x) {
                let own = place.v..place.v + place.factor.velocity_count();
                part[own.clone()].copy_from_slice(&x[own]);
            }
        }
        Increments { parts, multipliers: x[0][n..].to_vec() }
    }

    /// Returns what increments leave unbalanced: the equations of motion, then the constraints.
    fn unbalanced(&self, increments: &Increments) -> Vec<Number> {
        let Starts { mechanism, formulated, residuals, .. } = *self.starts;
        let resting = |all: &[Number]| -> Vec<Dual<Number, 1>> { all.iter().map(|x| Dual::resting(*x)).collect() };
        let moving = |all: &[Number], by: &[Number]| -> Vec<Dual<Number, 1>> {
            all.iter().zip(by).map(|(x, slope)| Dual { re: *x, eps: [*slope] }).collect()
        };
        let [position, velocity, rate] = &increments.parts;
        let (q, _) = along(self.layout(), &self.q, position, &[]);
        let [v, rate, multipliers] =
            [moving(&self.v, velocity), moving(&self.rate, rate), moving(&self.multipliers, &increments.multipliers)];
        let parameters = resting(&self.parameters);
        let at = At {
            parameters: &parameters,
            t: Dual::zero(),
            scale: Dual::one(),
            q: &q,
            v: &v,
            unknowns: Unknowns { rate: &rate, multipliers: &multipliers },
        };
        let recorded = residuals[0].of(formulated, mechanism);
        let [first, motion] = recorded.at(at, true);
        motion.iter().chain(recorded.constraints(&first)).map(|x| x.eps[0]).collect()
    }

    /// Returns S at the state, without its derivatives.
    pub(super) fn polynomial(&self) -> Polynomial {
        let [n, m] = self.sizes();
        let zeros = vec![Number::zero(); n + m];
        let mut all = [(); 3].map(|()| DMatrix::zeros(n + m, n + m));
        for j in 0..n + m {
            let mut unit = zeros.clone();
            unit[j] = Number::one();
            for (power, matrix) in all.iter_mut().enumerate() {
                if j >= n && power > 0 {
                    continue;
                }
                let mut x = [&zeros[..]; 3];
                x[power] = &unit;
                let column = self.unbalanced(&self.increments(x));
                matrix.column_mut(j).iter_mut().zip(column).for_each(|(to, x)| *to = x.re);
            }
        }
        Polynomial(all)
    }

    /// Returns what the parameter makes of S(s) x.
    pub(super) fn changed(&self, s: Complex<f64>, x: &[Complex<f64>]) -> Vec<Complex<f64>> {
        let part = |of: &dyn Fn(Complex<f64>) -> f64| {
            let all = [x.to_vec(), x.iter().map(|x| s * x).collect(), x.iter().map(|x| s * s * x).collect()];
            let [x0, x1, x2] = all.map(|all| all.into_iter().map(|x| Number::constant(of(x))).collect::<Vec<_>>());
            self.unbalanced(&self.increments([&x0, &x1, &x2]))
        };
        let [real, imaginary] = [part(&|x| x.re), part(&|x| x.im)];
        real.iter().zip(&imaginary).map(|(re, im)| Complex::new(re.eps[0], im.eps[0])).collect()
    }
}

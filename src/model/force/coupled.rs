//! Springs and dampers between all six motions of a frame relative to another, by matrices of 6 x 6.

use super::torsion::Torsion;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::state::Motion;
use crate::num::{Real, Vec3};

/// Holds the keys that may be matrices, with the units of their first three entries where they are not.
const KEYS: [(&str, &str); 2] = [("stiffness", "N/m"), ("damping", "N s/m")];

/// What two entries across the diagonal may differ by relative to the largest one: rounding.
const SYMMETRIC: f64 = 1e-12;

/// Holds the matrices K and D of a bushing, row by row. With x = (d, psi), d the offset from where springs are relaxed and
/// psi the rotation vector of the [`Torsion`], both along the axes of a, and y = (d', w) their rates as an observer on a sees
/// them, springs have the potential x . K x / 2. So on b they exert the force -(K x)_d and, since psi' = T^-T(psi) w, the
/// torque -T^-1(psi) (K x)_psi; dampers exert -D y.
#[derive(Clone, Debug)]
pub(super) struct Coupled<N> {
    stiffness: Vec<N>,
    damping: Vec<N>,
}

/// What is read: stiffness and damping along the axes, and the matrices.
type Read = ([Vec<Expr>; 2], Option<Coupled<Expr>>);

/// Reads stiffness and damping: three numbers of each, and the matrices where one of them is given as one.
pub(super) fn read(section: &mut dyn Section) -> Result<Read, Invalid> {
    let zeros = |count: usize| vec![Expr::Constant(0.0); count];
    let mut given = Vec::new();
    for (key, unit) in KEYS {
        let of_key = if section.has(key) { section.numbers(key, &[3, 36])? } else { zeros(3) };
        if of_key.len() == 3 {
            section.expect_units(&[(key, unit)])?;
        }
        given.push(of_key);
    }
    let [stiffness, damping] = [0, 1].map(|i| std::mem::take(&mut given[i]));
    if stiffness.len() + damping.len() == 6 {
        return Ok(([stiffness, damping], None));
    }
    for key in ["rotational_stiffness", "rotational_damping"] {
        if section.has(key) {
            let message =
                "the matrix of 6 x 6 holds what is about the axes as well; accepted: either this key or the matrix";
            return Err(section.invalid(key, message.into()));
        }
    }
    let matrix = |three: Vec<Expr>| {
        if three.len() == 36 {
            return three;
        }
        let mut all = zeros(36);
        three.into_iter().enumerate().for_each(|(i, entry)| all[7 * i] = entry);
        all
    };
    let coupled = Coupled { stiffness: matrix(stiffness), damping: matrix(damping) };
    Ok(([zeros(3), zeros(3)], Some(coupled)))
}

impl Coupled<Expr> {
    /// Returns the matrices with their keys.
    fn matrices(&self) -> [(&'static str, &Vec<Expr>); 2] {
        [(KEYS[0].0, &self.stiffness), (KEYS[1].0, &self.damping)]
    }
    /// Returns the entries on the diagonals, with their keys.
    pub(super) fn coefficients(&self) -> impl Iterator<Item = (&'static str, &Expr)> {
        self.matrices().into_iter().flat_map(|(key, entries)| entries.iter().step_by(7).map(move |entry| (key, entry)))
    }
    /// Fails with the key of a matrix that is not symmetric.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        for (key, entries) in self.matrices() {
            let entries: Vec<f64> = entries.iter().map(|e| e.evaluate(parameters)).collect();
            let scale = entries.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
            let pairs = (0..6).flat_map(|i| (0..i).map(move |j| (j, i)));
            let off = |(i, j): (usize, usize)| (entries[6 * i + j] - entries[6 * j + i]).abs();
            let Some((i, j)) = pairs.max_by(|a, b| off(*a).total_cmp(&off(*b))) else { continue };
            if off((i, j)) > SYMMETRIC * scale {
                let (upper, lower) = (entries[6 * i + j], entries[6 * j + i]);
                let message = format!(
                    "row {} column {} is {upper:?} and row {} column {} is {lower:?}, which differ most, by {:?}; accepted: a \
                     symmetric matrix, as one of a potential is",
                    i + 1,
                    j + 1,
                    j + 1,
                    i + 1,
                    off((i, j))
                );
                return Err((key, message));
            }
        }
        Ok(())
    }
    /// Tells whether the matrices depend on one of the varied parameters.
    pub(super) fn depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.stiffness.iter().chain(&self.damping).any(|e| e.depends_on(&varied))
    }
    /// Returns the matrices for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> Coupled<R> {
        let numbers = |entries: &[Expr]| entries.iter().map(|e| e.evaluate(p)).collect();
        Coupled { stiffness: numbers(&self.stiffness), damping: numbers(&self.damping) }
    }
}

/// Returns the product of a matrix with six numbers, as its halves.
fn product<R: Real>(matrix: &[R], x: [Vec3<R>; 2]) -> [Vec3<R>; 2] {
    let [a, b] = x.map(Vec3::to_array);
    let of_row = |row: &[R]| row.iter().zip(a.iter().chain(&b)).fold(R::zero(), |sum, (k, x)| sum + *k * *x);
    let all: Vec<R> = matrix.chunks(6).map(of_row).collect();
    [Vec3::from_slice(&all), Vec3::from_slice(&all[3..])]
}

/// Returns x . y of six numbers each.
fn dot<R: Real>([a, b]: [Vec3<R>; 2], [c, d]: [Vec3<R>; 2]) -> R {
    a.dot(c) + b.dot(d)
}

impl<R: Real> Coupled<R> {
    /// Returns K x and D y: of springs the derivatives of their potential by d and psi, of dampers what opposes the motion.
    pub(super) fn products(
        &self,
        [offset, rate]: [Vec3<R>; 2],
        (torsion, motion): (&Torsion<R>, &Motion<'_, R>),
    ) -> [[Vec3<R>; 2]; 2] {
        let springs = product(&self.stiffness, [offset, torsion.rotation_vector(motion)]);
        [springs, product(&self.damping, [rate, torsion.angular_velocity(motion)])]
    }
    /// Returns the potential x . K x / 2, J, and the power of the dampers, W.
    pub(super) fn energy_and_power(
        &self,
        [offset, rate]: [Vec3<R>; 2],
        (torsion, motion): (&Torsion<R>, &Motion<'_, R>),
    ) -> [R; 2] {
        let [springs, dampers] = self.products([offset, rate], (torsion, motion));
        let x = [offset, torsion.rotation_vector(motion)];
        let y = [rate, torsion.angular_velocity(motion)];
        [dot(x, springs).scale(0.5), -dot(y, dampers)]
    }
}

//! Stiffness and mass of a cross-section per length, by its shape or as matrices.

use super::checks::check_matrices;
use super::rule::DualVector;
use crate::lie::{dual_vector, parts};
use crate::linalg::{Row, dense, eigenvalues_of_symmetric};
use crate::model::expression::Expr;
use crate::num::{Real, Vec3};
use std::f64::consts::PI;
use std::sync::Arc;

/// A symmetric matrix of six rows, forces before moments, axis 1 along the beam: its entries that are not zero whatever the parameters.
#[derive(Clone, Debug)]
pub(super) struct Matrix6<R> {
    entries: Vec<(usize, usize, R)>,
}

/// The shape of a section: with its width along axis 2 and its height along axis 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Rectangle,
    Circle,
    Tube,
}

/// A section as a scenario gives it.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// Two sizes (m; of a circle one counts), Young's modulus (Pa), Poisson's ratio, density (kg/m^3).
    Shape(Shape, Box<[Expr; 5]>),
    /// Stiffness and mass.
    Matrices(Matrix6<Expr>, Matrix6<Expr>),
    /// Those along the beam.
    Table(Arc<SectionTable>),
}

/// Sections along a beam, linear between rows.
#[derive(Clone, Debug)]
pub(super) struct SectionTable {
    /// The places from 0 to 1, rising.
    pub(super) places: Vec<f64>,
    /// The length from the first row to the last, m.
    pub(super) span: f64,
    /// Stiffness and mass there, row by row.
    pub(super) matrices: Vec<[[f64; 36]; 2]>,
}

/// A section.
#[derive(Clone, Debug)]
pub(super) struct Section(pub(super) Given);

impl Matrix6<Expr> {
    /// Makes the matrix of its diagonal, or of all entries row by row.
    pub(super) fn new(numbers: Vec<Expr>) -> Self {
        let place = |i: usize| if numbers.len() == 6 { (i, i) } else { (i / 6, i % 6) };
        let entries = numbers.iter().enumerate().filter(|(_, e)| !e.is_zero());
        Self { entries: entries.map(|(i, e)| (place(i).0, place(i).1, e.clone())).collect() }
    }

    fn evaluate<R: Real>(&self, parameters: &[R]) -> Matrix6<R> {
        Matrix6 { entries: self.entries.iter().map(|(i, j, e)| (*i, *j, e.evaluate(parameters))).collect() }
    }

    /// Tells whether nothing couples forces with moments, whatever the parameters.
    fn is_of_centre(&self) -> bool {
        self.entries.iter().all(|(i, j, _)| (*i < 3) == (*j < 3))
    }
}

/// Tells whether nothing in a mass matrix couples forces with moments.
fn is_of_centre(mass: &[f64; 36]) -> bool {
    (0..36).all(|k| (k / 6 < 3) == (k % 6 < 3) || mass[k] == 0.0)
}

impl SectionTable {
    /// What rounded numbers leave between the ends of a table and those of a beam, as a part of its length.
    pub(super) const ROUNDED: f64 = 1e-3;

    /// Tells whether a table of that length covers a beam, m, but for what rounded numbers leave.
    pub(super) fn covers(span: f64, length: f64) -> bool {
        (span - length).abs() <= Self::ROUNDED * length
    }

    /// Returns stiffness and mass at a place from 0 to 1.
    fn at(&self, place: f64) -> [[f64; 36]; 2] {
        let above = self.places.partition_point(|x| *x < place).clamp(1, self.places.len() - 1);
        let [low, high] = [self.places[above - 1], self.places[above]];
        let share = ((place - low) / (high - low)).clamp(0.0, 1.0);
        let [a, b] = [&self.matrices[above - 1], &self.matrices[above]];
        [0, 1].map(|of| std::array::from_fn(|k| (1.0 - share) * a[of][k] + share * b[of][k]))
    }
}

impl<R: Real> Matrix6<R> {
    /// Makes the matrix of constants, row by row.
    fn of_numbers(numbers: &[f64; 36]) -> Self {
        let entries = numbers.iter().enumerate().filter(|(_, x)| **x != 0.0);
        Self { entries: entries.map(|(k, x)| (k / 6, k % 6, R::constant(*x))).collect() }
    }

    fn diagonal(numbers: [R; 6]) -> Self {
        Self { entries: numbers.into_iter().enumerate().map(|(i, x)| (i, i, x)).collect() }
    }

    /// Multiplies strains, rotation first, by the matrix: forces first.
    pub(super) fn apply(&self, strain: DualVector<R>) -> DualVector<R> {
        let [angular, linear] = parts(strain);
        let of = [linear.to_array(), angular.to_array()].concat();
        let mut sums: [Option<R>; 6] = [None; 6];
        for (i, j, entry) in &self.entries {
            let term = *entry * of[*j];
            sums[*i] = Some(sums[*i].map_or(term, |sum| sum + term));
        }
        let sums = sums.map(|sum| sum.unwrap_or_else(R::zero));
        dual_vector(Vec3::from_slice(&sums), Vec3::from_slice(&sums[3..]))
    }

    /// Returns a^T K b of strains.
    pub(super) fn product(&self, a: DualVector<R>, b: DualVector<R>) -> R {
        let ([angular, linear], [force, moment]) = (parts(a), parts(self.apply(b)));
        linear.dot(force) + angular.dot(moment)
    }

    pub(super) fn quadratic(&self, strain: DualVector<R>) -> R {
        self.product(strain, strain)
    }

    /// Returns the entries.
    pub(super) fn entries(&self) -> &[(usize, usize, R)] {
        &self.entries
    }

    /// Makes a matrix of entries.
    pub(super) fn of_entries(entries: Vec<(usize, usize, R)>) -> Self {
        Self { entries }
    }

    fn at(&self, i: usize, j: usize) -> R {
        self.entries.iter().find(|(a, b, _)| (*a, *b) == (i, j)).map_or_else(R::zero, |(.., x)| *x)
    }

    /// Returns mass per length and its first moment, of a mass matrix [m, m c~^T; m c~, J] (4.8).
    pub(super) fn mass_and_moment(&self) -> (R, Vec3<R>) {
        (self.at(0, 0), Vec3::new(self.at(5, 1), self.at(3, 2), self.at(4, 0)))
    }

    /// Returns the inertia per length: xx, yy, zz, xy, xz, yz.
    pub(super) fn inertia(&self) -> [R; 6] {
        [(3, 3), (4, 4), (5, 5), (3, 4), (3, 5), (4, 5)].map(|(i, j)| self.at(i, j))
    }
}

impl Matrix6<f64> {
    /// Checks that the matrix is positive definite, whatever units its rows have.
    ///
    /// # Errors
    /// The smallest eigenvalue, where it is not.
    pub(super) fn is_positive_definite(&self) -> Result<(), f64> {
        let least = |scale: &dyn Fn(usize) -> f64| {
            let row = |i: usize| (0..6).map(|j| (j, self.at(i, j) / (scale(i) * scale(j)))).collect();
            let matrix = dense(&(0..6).map(row).collect::<Vec<Row<f64>>>(), 6);
            let finite = matrix.iter().all(|x| x.is_finite());
            if finite { eigenvalues_of_symmetric(&matrix).into_iter().fold(f64::INFINITY, f64::min) } else { f64::NAN }
        };
        let has_diagonal = (0..6).all(|i| self.at(i, i) > 0.0);
        if has_diagonal && least(&|i| self.at(i, i).sqrt()) > 1e-13 { Ok(()) } else { Err(least(&|_| 1.0)) }
    }

    /// Returns all entries.
    pub(super) fn to_dense(&self) -> Vec<Vec<f64>> {
        (0..6).map(|i| (0..6).map(|j| self.at(i, j)).collect()).collect()
    }
}

impl Section {
    pub(super) fn is_of_centre(&self) -> bool {
        match &self.0 {
            Given::Shape(..) => true,
            Given::Matrices(_, mass) => mass.is_of_centre(),
            Given::Table(table) => table.matrices.iter().all(|[_, mass]| is_of_centre(mass)),
        }
    }

    pub(super) fn has_products_of_inertia(&self) -> bool {
        match &self.0 {
            Given::Shape(..) => false,
            Given::Matrices(_, mass) => mass.entries.iter().any(|(i, j, _)| i != j && *i > 2 && *j > 2),
            Given::Table(_) => true,
        }
    }

    /// Tells whether it is the same all along a beam.
    pub(super) fn is_uniform(&self) -> bool {
        !matches!(self.0, Given::Table(_))
    }

    /// Returns stiffness and mass at a place from 0 to 1 along the beam, for values of the parameters.
    pub(super) fn evaluate<R: Real>(&self, place: f64, parameters: &[R]) -> (Matrix6<R>, Matrix6<R>) {
        match &self.0 {
            Given::Table(table) => {
                let [stiffness, mass] = table.at(place).map(|matrix| Matrix6::of_numbers(&matrix));
                (stiffness, mass)
            }
            Given::Matrices(stiffness, mass) => (stiffness.evaluate(parameters), mass.evaluate(parameters)),
            Given::Shape(shape, numbers) => {
                let [a, b, youngs, poisson, density] = (**numbers).each_ref().map(|e| e.evaluate(parameters));
                let Properties { area, about, torsion, shear } = shape.properties(a, b, poisson);
                let modulus = youngs / (R::one() + poisson).scale(2.0);
                let sheared = modulus * shear * area;
                let [i2, i3] = about;
                let stiffness = [youngs * area, sheared, sheared, modulus * torsion, youngs * i2, youngs * i3];
                let line = density * area;
                let mass = [line, line, line, density * (i2 + i3), density * i2, density * i3];
                (Matrix6::diagonal(stiffness), Matrix6::diagonal(mass))
            }
        }
    }

    /// Returns the length that a table of sections covers, m.
    pub(super) fn span(&self) -> Option<f64> {
        if let Given::Table(table) = &self.0 { Some(table.span) } else { None }
    }

    /// Returns about how large the section is, m: its sides, or its radius of gyration.
    pub(super) fn size(&self, parameters: &[f64]) -> f64 {
        match &self.0 {
            Given::Shape(Shape::Rectangle, numbers) => {
                numbers[0].evaluate::<f64>(parameters).min(numbers[1].evaluate(parameters))
            }
            Given::Shape(_, numbers) => 2.0 * numbers[0].evaluate::<f64>(parameters),
            Given::Matrices(..) | Given::Table(_) => {
                let (_, mass) = self.evaluate::<f64>(0.5, parameters);
                (mass.at(3, 3).max(0.0) / mass.at(0, 0)).sqrt()
            }
        }
    }

    /// Checks what its shape or its matrices are made of.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let wrong = |message: String| Err(("section", message));
        match &self.0 {
            Given::Shape(shape, numbers) => {
                let values = (**numbers).each_ref().map(|e| e.evaluate::<f64>(parameters));
                let names = shape.keys().into_iter().chain(["youngs_modulus", "", "density"]);
                for (name, value) in names.zip(values).filter(|(name, _)| !name.is_empty()) {
                    if value.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
                        return wrong(format!("found {name} = {value:?}; accepted: a positive number"));
                    }
                }
                if !(-1.0..=0.5).contains(&values[3]) || values[3] == -1.0 {
                    return wrong(format!(
                        "found poisson = {:?}; accepted: a number above -1 and at most 0.5",
                        values[3]
                    ));
                }
                if *shape == Shape::Tube && values[1] > values[0] {
                    return wrong(format!(
                        "found a thickness of {:?} m and a radius of {:?} m; accepted: a thickness \
                                          of at most the radius",
                        values[1], values[0]
                    ));
                }
            }
            Given::Matrices(stiffness, mass) => {
                let [stiffness, mass] = [stiffness, mass].map(|matrix| matrix.evaluate::<f64>(parameters).to_dense());
                check_matrices(&stiffness, &mass)?;
            }
            Given::Table(table) => {
                for (place, [stiffness, mass]) in table.places.iter().zip(&table.matrices) {
                    let dense = |matrix: &[f64; 36]| matrix.chunks(6).map(<[f64]>::to_vec).collect::<Vec<_>>();
                    check_matrices(&dense(stiffness), &dense(mass))
                        .map_err(|(key, message)| (key, format!("at {place:?} of the length: {message}")))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        match &self.0 {
            Given::Table(_) => false,
            Given::Shape(_, numbers) => numbers.iter().any(|e| e.depends_on(varied)),
            Given::Matrices(a, b) => a.entries.iter().chain(&b.entries).any(|(.., e)| e.depends_on(varied)),
        }
    }
}

/// What a shape makes of stiffness and mass.
struct Properties<R> {
    area: R,
    /// Second moments of area about axes 2 and 3.
    about: [R; 2],
    /// Torsion constant of Saint-Venant.
    torsion: R,
    /// Shear coefficient of Cowper (1966), Journal of Applied Mechanics 33.
    shear: R,
}

impl Shape {
    /// Names the keys of the two sizes.
    pub(super) fn keys(self) -> [&'static str; 2] {
        match self {
            Shape::Rectangle => ["width", "height"],
            Shape::Circle => ["radius", ""],
            Shape::Tube => ["radius", "thickness"],
        }
    }

    fn properties<R: Real>(self, a: R, b: R, poisson: R) -> Properties<R> {
        let number = R::constant;
        match self {
            Shape::Rectangle => {
                let area = a * b;
                let about = [area * b.square(), area * a.square()].map(|x| x.scale(1.0 / 12.0));
                let shear = (poisson + R::one()).scale(10.0) / (poisson.scale(11.0) + number(12.0));
                Properties { area, about, torsion: torsion_of_rectangle(a, b), shear }
            }
            Shape::Circle | Shape::Tube => {
                let inner = if self == Shape::Circle { R::zero() } else { a - b };
                let (square, within) = (a.square(), inner.square());
                let area = (square - within).scale(PI);
                let second = (square.square() - within.square()).scale(PI / 4.0);
                // (1 + m^2)^2 with the ratio m of the radii
                let ratio = within / square;
                let above = (R::one() + ratio).square();
                let shear = (poisson + R::one()).scale(6.0) * above
                    / ((poisson.scale(6.0) + number(7.0)) * above + (poisson.scale(12.0) + number(20.0)) * ratio);
                Properties { area, about: [second; 2], torsion: second + second, shear }
            }
        }
    }
}

/// Returns the torsion constant of a rectangle: w h^3 (1/3 - 64 h/(pi^5 w) sum of tanh(n pi w/2h)/n^5 over odd n) with w >= h,
/// Timoshenko and Goodier, Theory of Elasticity, article 109; the sum without the tanh is 31/32 zeta(5).
fn torsion_of_rectangle<R: Real>(a: R, b: R) -> R {
    const SUM: f64 = 31.0 / 32.0 * 1.036_927_755_143_37;
    let (w, h) = (a.max(b), a.min(b));
    let mut rest = R::constant(SUM);
    for n in [1.0, 3.0, 5.0, 7.0, 9.0, 11.0_f64] {
        // 1 - tanh(x/2) = 2/(exp(x) + 1)
        let x = (w / h).scale(n * PI);
        // beyond 40 it is below rounding, and exp would overflow
        let x = x.min(R::constant(40.0));
        rest = rest - R::constant(2.0 / n.powi(5)) / (x.exp() + R::one());
    }
    let third = R::constant(1.0 / 3.0) - h / w * rest.scale(64.0 / PI.powi(5));
    w * h * h.square() * third
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_the_constants_of_handbooks() {
        // Timoshenko and Goodier, article 109: k of J = k w h^3
        for (ratio, k) in [(1.0, 0.1406), (1.5, 0.196), (2.0, 0.229), (3.0, 0.263), (10.0, 0.312)] {
            let found = torsion_of_rectangle(0.3 * ratio, 0.3_f64) / (0.3f64.powi(4) * ratio);
            assert!((found - k).abs() < 6e-4, "{ratio}: {found}");
            assert_eq!(
                torsion_of_rectangle(0.3, 0.3 * ratio).to_bits(),
                torsion_of_rectangle(0.3 * ratio, 0.3_f64).to_bits()
            );
        }
        // the square to 12 digits, summed to n = 1999 with tanh
        let direct = |w: f64, h: f64| {
            let sum: f64 =
                (0..1000).map(|i| 2.0 * f64::from(i) + 1.0).map(|n| (n * PI * w / (2.0 * h)).tanh() / n.powi(5)).sum();
            w * h.powi(3) * (1.0 / 3.0 - 64.0 / PI.powi(5) * h / w * sum)
        };
        assert!((torsion_of_rectangle(0.2, 0.2) / direct(0.2, 0.2) - 1.0).abs() < 1e-9);
        assert!((torsion_of_rectangle(0.5, 0.2) / direct(0.5, 0.2) - 1.0).abs() < 1e-9);
        let circle = Shape::Circle.properties(0.1_f64, 0.0, 0.3);
        let thick = Shape::Tube.properties(0.1_f64, 0.1, 0.3);
        assert!((circle.shear - 6.0 * 1.3 / (7.0 + 1.8)).abs() < 1e-15);
        assert_eq!(circle.area.to_bits(), thick.area.to_bits());
        assert_eq!(circle.shear.to_bits(), thick.shear.to_bits());
        let thin = Shape::Tube.properties(0.1_f64, 1e-6, 0.3);
        assert!((thin.shear - 2.0 * 1.3 / (4.0 + 0.9)).abs() < 1e-4, "{}", thin.shear);
        assert!((thin.torsion / (2.0 * PI * 1e-3 * 1e-6) - 1.0).abs() < 1e-4);
    }
}

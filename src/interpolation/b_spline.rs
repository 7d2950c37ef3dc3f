//! B-splines through sites: their cardinal functions (B.41), (B.42).

use super::collocation::Collocation;
use crate::num::Real;
use std::f64::consts::TAU;

/// Holds B-splines with what makes cardinal functions of them.
#[derive(Clone, Debug)]
pub(super) struct BSpline {
    degree: usize,
    knots: Vec<f64>,
    inverse: Inverse,
}

/// The inverse of the matrix of splines at sites: a row for each spline.
#[derive(Clone, Debug)]
enum Inverse {
    Open(Collocation),
    /// Of so many nodes of a period, all rows are alike: entries from so many nodes before that in the middle of the spline.
    Periodic(usize, usize, Vec<f64>),
}

/// Nodes on either side of one beyond which cardinal functions of equal knots are negligible, up to the degree that follows.
const REACH: usize = 128;
/// The highest degree of periodic splines.
pub(super) const HIGHEST: usize = 9;

impl BSpline {
    /// Makes the splines of a degree over knots with multiple ends that pass through sites; none where these do not fit.
    pub(super) fn open(degree: usize, knots: Vec<f64>, sites: &[f64]) -> Option<Self> {
        if knots.len() != sites.len() + degree + 1 || sites.len() <= degree {
            return None;
        }
        let inverse = Inverse::Open(collocation(degree, &knots, sites)?);
        Some(Self { degree, knots, inverse })
    }

    /// Makes the periodic splines of a degree over as many equal parts of a period as there are nodes.
    pub(super) fn periodic(degree: usize, count: usize) -> Option<Self> {
        // of an even degree splines have their middle between knots
        let shift = if degree.is_multiple_of(2) { 0.5 } else { 0.0 };
        let at = |k: usize| TAU * (k as f64 - degree as f64 - shift) / count as f64;
        let knots: Vec<f64> = (0..count + 2 * degree + 2).map(at).collect();
        // the splines at the first node; what is far away from it has no part in its cardinal function, and the sum of those
        // that are periods apart is the periodic one
        let values = splines(&knots, degree, degree, 0.0);
        let row = |i: usize| {
            let beyond = (degree / 2).saturating_sub(i);
            let first = (i + beyond) - degree / 2;
            (first, values.iter().skip(beyond).take(2 * REACH + 1 - first).copied().collect())
        };
        let rows: Vec<(usize, Vec<f64>)> = (0..=2 * REACH).map(row).collect();
        let (first, entries) = Collocation::new(degree, &rows)?.inverse_row(REACH);
        Some(Self { degree, knots, inverse: Inverse::Periodic(count, REACH - first, entries) })
    }

    /// Returns the knots, ascending.
    pub(super) fn knots(&self) -> &[f64] {
        &self.knots
    }

    /// Returns the first and the last part between knots that have splines.
    fn ends(&self) -> [usize; 2] {
        match self.inverse {
            Inverse::Open(_) => [self.degree, self.knots.len() - self.degree - 2],
            Inverse::Periodic(count, ..) => [self.degree, self.degree + count],
        }
    }

    /// Returns the cardinal functions at a parameter; beyond the knots those of the last part.
    pub(super) fn weights<R: Real>(&self, eta: R) -> Vec<R> {
        let [first, last] = self.ends();
        let is_open = matches!(self.inverse, Inverse::Open(_));
        let mut all = vec![R::zero(); last + 1];
        for span in (first..=last).filter(|k| self.knots[*k] < self.knots[k + 1]) {
            for (k, value) in splines(&self.knots, self.degree, span, eta).into_iter().enumerate() {
                // the first part goes down and the last one up without an end
                let up = is_open && span == last;
                let value =
                    if up { value } else { R::select(eta.less(R::constant(self.knots[span + 1])), value, R::zero()) };
                let down = is_open && span == first;
                let value =
                    if down { value } else { R::select(eta.less(R::constant(self.knots[span])), R::zero(), value) };
                all[span - self.degree + k] = all[span - self.degree + k] + value;
            }
        }
        let count = if let Inverse::Periodic(count, ..) = self.inverse { count } else { all.len() };
        let (first, cardinal) = self.cardinal(0, &all);
        let mut weights = vec![R::zero(); count];
        for (k, weight) in cardinal.into_iter().enumerate() {
            let node = (first + k as isize).rem_euclid(count as isize) as usize;
            weights[node] = weights[node] + weight;
        }
        weights
    }

    /// Returns the cardinal functions that are not negligible, as [`super::Basis::weights_near`] has them.
    pub(super) fn weights_near<R: Real>(&self, near: f64, eta: R) -> (isize, Vec<R>) {
        let turns = if let Inverse::Periodic(..) = self.inverse { (near / TAU).floor() * TAU } else { 0.0 };
        let (near, eta) = (near - turns, eta - R::constant(turns));
        let span = span(&self.knots, self.degree, self.ends()[1], near);
        self.cardinal(span - self.degree, &splines(&self.knots, self.degree, span, eta))
    }

    /// Returns the sums of rows of the inverse, of splines from a first one on, times these: the first node and its weights.
    fn cardinal<R: Real>(&self, first: usize, splines: &[R]) -> (isize, Vec<R>) {
        let row = |spline: usize| match &self.inverse {
            Inverse::Open(matrix) => {
                let (first, entries) = matrix.inverse_row(spline);
                (first as isize, entries)
            }
            Inverse::Periodic(_, before, entries) => {
                (spline as isize - (self.degree / 2 + before) as isize, entries.clone())
            }
        };
        let rows: Vec<(isize, Vec<f64>)> = (0..splines.len()).map(|k| row(first + k)).collect();
        let from = rows.iter().map(|(node, _)| *node).min().unwrap_or(0);
        let to = rows.iter().map(|(node, entries)| node + entries.len() as isize).max().unwrap_or(0);
        let mut weights = vec![R::zero(); (to - from) as usize];
        for ((node, entries), spline) in rows.iter().zip(splines) {
            let weights = &mut weights[(node - from) as usize..];
            weights.iter_mut().zip(entries).for_each(|(weight, entry)| *weight = *weight + spline.scale(*entry));
        }
        (from, weights)
    }
}

/// Returns the knots of the spline of a degree through rising sites, more than the degree: sites where the degree is odd and their
/// middles where it is even, less those next to the ends that make too many.
pub(super) fn knots_of_sites(degree: usize, sites: &[f64]) -> Vec<f64> {
    let knot = |k: usize| {
        let behind = k + 1 + degree / 2;
        if degree.is_multiple_of(2) { 0.5 * (sites[behind - 1] + sites[behind]) } else { sites[behind] }
    };
    let ends = |site: f64| std::iter::repeat_n(site, degree + 1);
    let inner = (0..sites.len() - degree - 1).map(knot);
    ends(sites[0]).chain(inner).chain(ends(sites[sites.len() - 1])).collect()
}

/// Returns the matrix of splines at sites; none where it is singular.
fn collocation(degree: usize, knots: &[f64], sites: &[f64]) -> Option<Collocation> {
    let row = |site: &f64| {
        let span = span(knots, degree, sites.len() - 1, *site);
        (span - degree, splines(knots, degree, span, *site))
    };
    Collocation::new(degree, &sites.iter().map(row).collect::<Vec<_>>())
}

/// Returns for each site but the last the coefficients of the powers of the distance from there, of the spline of a degree through
/// values, whose knots are those of [`knots_of_sites`]; none where there are not more sites than the degree.
pub(super) fn not_a_knot(degree: usize, sites: &[f64], values: &[f64]) -> Option<Vec<Vec<f64>>> {
    let count = sites.len();
    if count <= degree {
        return None;
    }
    let knots = knots_of_sites(degree, sites);
    let matrix = collocation(degree, &knots, sites)?;
    // the factors of derivatives over derivatives' orders, in splines of lower degrees over the same knots
    let mut factors = vec![matrix.solve(values)];
    for order in 1..=degree {
        let (before, degree) = (&factors[order - 1], degree + 1 - order);
        let factor = |j: usize| match j.checked_sub(order) {
            Some(_) if knots[j + degree] > knots[j] => {
                let rise = (before[j] - before[j - 1]) * degree as f64;
                rise / (knots[j + degree] - knots[j]) / order as f64
            }
            _ => 0.0,
        };
        factors.push((0..count).map(factor).collect());
    }
    let piece = |site: &f64| {
        let span = span(&knots, degree, count - 1, *site);
        let coefficient = |(order, factors): (usize, &Vec<f64>)| {
            let degree = degree - order;
            let splines = splines(&knots, degree, span, *site);
            splines.iter().zip(&factors[span - degree..]).map(|(s, c)| s * c).sum()
        };
        factors.iter().enumerate().map(coefficient).collect()
    };
    Some(sites[..count - 1].iter().map(piece).collect())
}

/// Returns the part between knots that a parameter lies in, from that of the degree to a last one.
fn span(knots: &[f64], degree: usize, last: usize, eta: f64) -> usize {
    knots.partition_point(|knot| *knot <= eta).saturating_sub(1).clamp(degree, last)
}

/// Returns the splines that are not zero in a part between knots, whose polynomials they are, by the recursion of Cox and de Boor
/// (B.40).
fn splines<R: Real>(knots: &[f64], degree: usize, span: usize, eta: R) -> Vec<R> {
    let mut values = vec![R::one()];
    for p in 1..=degree {
        let mut next = vec![R::zero(); p + 1];
        for (m, value) in values.into_iter().enumerate() {
            let [from, to] = [knots[span + 1 + m - p], knots[span + 1 + m]];
            let share = value.scale(1.0 / (to - from));
            next[m + 1] = next[m + 1] + share * (eta - R::constant(from));
            next[m] = next[m] + share * (R::constant(to) - eta);
        }
        values = next;
    }
    values
}

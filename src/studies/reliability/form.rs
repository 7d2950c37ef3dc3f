//! The search for a design point from a start, by the improved method of Hasofer, Lind, Rackwitz and Fiessler.
//!
//! Y. Zhang, A. Der Kiureghian, "Two improved algorithms for reliability analysis", Reliability and Optimization of Structural
//! Systems (1995) 297-304: the step of the method is a descent direction of |u|^2/2 + c |G|, along which it is shortened. It
//! is the step of sequential quadratic programming that knows nothing of how the limit state bends; here it learns that from the
//! gradients of its points (BFGS; J. Nocedal, S. Wright, Numerical Optimization, 2006, chapter 18), so that where the method
//! alone halves or swings it converges as well.

use super::evaluate::{Margin, Question};
use crate::ensemble::Outcome;
use crate::ensemble::lockstep::Asker;
use crate::sampling::distribution::normal_score;
use crate::sampling::hash;

/// What a search asks for the evaluation of points with.
pub(super) type PointAsker = Asker<Question, Result<Margin, Outcome>>;

/// Steps that a search may take.
pub(super) const ITERATIONS: u64 = 100;
/// How often a step is halved.
const HALVINGS: i32 = 14;
/// A point is as good as reached to this part of its distance, or of 1 where it is nearer.
const REACHED: f64 = 1e-10;
/// Rounding may stop a search this far from its end.
const STALLED: f64 = 1e-5;
/// Beyond this distance probabilities are below those of doubles.
const FARTHEST: f64 = 37.0;
/// The part of the descent that a step has to keep.
const ARMIJO: f64 = 0.1;
/// The distance of starts from the origin.
const RADIUS: f64 = 3.0;

/// Says where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At a design point.
    Converged,
    /// Before it came to a design point: it has taken as many iterations as it may, or nothing nearer lies along its steps.
    IterationLimit,
    /// Where nothing leads to a failure.
    NoFailureFound,
    /// At a member without a value.
    MemberFailed,
}

impl End {
    /// All of them, with their names.
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("converged", Self::Converged),
        ("iteration_limit", Self::IterationLimit),
        ("no_failure_found", Self::NoFailureFound),
        ("member_failed", Self::MemberFailed),
    ];

    /// Returns the name.
    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, end)| *end == self).map_or("", |(name, _)| name)
    }
}

/// What became of a start.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Search {
    pub(super) limit: usize,
    pub(super) end: End,
    pub(super) u: Vec<f64>,
    /// The margin at the end, where there is one.
    pub(super) margin: Option<Margin>,
    pub(super) iterations: u64,
    pub(super) evaluations: u64,
    /// What became of the member that ended it.
    pub(super) failed: Option<Outcome>,
}

/// Returns the starts: the origin, both directions of every axis where there are as many, and quasi-random directions.
pub(super) fn starts(dimension: usize, count: u64, seed: u64) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; dimension]];
    if 2 * (dimension as u64) < count {
        for (k, sign) in (0..dimension).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
            all.push((0..dimension).map(|i| if i == k { sign * RADIUS } else { 0.0 }).collect());
        }
    }
    let mut number = 0;
    while (all.len() as u64) < count {
        // a Kronecker sequence, moved by the seed
        let unit = |k: usize| {
            let shift = hash::uniform(seed, k as u64, 0);
            hash::clamp_open((shift + (number + 1) as f64 * step(dimension, k)).fract())
        };
        let direction: Vec<f64> = (0..dimension).map(|k| normal_score(unit(k))).collect();
        let length = norm(&direction);
        if length > 1e-3 {
            all.push(direction.iter().map(|x| RADIUS * x / length).collect());
        }
        number += 1;
    }
    all.truncate(count as usize);
    all
}

/// Returns the step of a component of a Kronecker sequence: powers of the inverse of the root of x^(d + 1) = x + 1.
fn step(dimension: usize, k: usize) -> f64 {
    let mut root = 1.5_f64;
    for _ in 0..64 {
        root = (1.0 + root).powf(1.0 / (dimension as f64 + 1.0));
    }
    root.powi(-(k as i32 + 1)).fract()
}

pub(super) fn norm(u: &[f64]) -> f64 {
    dot(u, u).sqrt()
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A search that goes on.
struct Walk<'a> {
    limit: usize,
    asker: &'a PointAsker,
    evaluations: u64,
    failed: Option<Outcome>,
}

impl Walk<'_> {
    fn at(&mut self, u: &[f64]) -> Option<Margin> {
        self.evaluations += 1;
        match self.asker.ask((self.limit, u.to_vec()))? {
            Ok(margin) => Some(margin),
            Err(outcome) => {
                self.failed = Some(outcome);
                None
            }
        }
    }

    /// Returns the next point along a step, shortened until it leads down, with its margin.
    fn next(&mut self, (u, margin): (&[f64], &Margin), (step, factor): (&[f64], f64)) -> Option<(Vec<f64>, Margin)> {
        let moved = |part: f64| u.iter().zip(step).map(|(u, d)| u + part * d).collect::<Vec<f64>>();
        // a penalty that makes the step a descent direction; a larger one would have it creep along limit states that bend
        let penalty = 2.0 * factor.abs();
        let merit = |u: &[f64], value: f64| 0.5 * dot(u, u) + penalty * value.abs();
        let signed = penalty * margin.value.signum();
        let descent: f64 = (0..u.len()).map(|k| (u[k] + signed * margin.gradient[k]) * step[k]).sum();
        let here = merit(u, margin.value);
        self.failed = None;
        for halving in 0..=HALVINGS {
            let part = 0.5_f64.powi(halving);
            let point = moved(part);
            let Some(found) = self.at(&point) else { continue };
            let bound = here + ARMIJO * part * descent.min(0.0) + 4.0 * f64::EPSILON * here;
            if merit(&point, found.value) <= bound {
                self.failed = None;
                return Some((point, found));
            }
        }
        None
    }
}

/// The inverse of how the Lagrangian |u|^2/2 + factor G bends, as far as the search knows it.
struct Bending(Vec<Vec<f64>>);

impl Bending {
    /// Makes that of a plane.
    fn plane(dimension: usize) -> Self {
        Self((0..dimension).map(|i| (0..dimension).map(|j| f64::from(u8::from(i == j))).collect()).collect())
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| dot(row, x)).collect()
    }

    /// Returns the step to the point of the tangent plane where the Lagrangian is least, and its factor.
    fn step(&self, u: &[f64], margin: &Margin) -> (Vec<f64>, f64) {
        let (of_u, of_gradient) = (self.times(u), self.times(&margin.gradient));
        let factor = (margin.value - dot(&margin.gradient, &of_u)) / dot(&margin.gradient, &of_gradient);
        (of_u.iter().zip(&of_gradient).map(|(a, b)| -a - factor * b).collect(), factor)
    }

    /// Learns from a step by which the gradient of the Lagrangian has changed, if that rose along it.
    fn learn(&mut self, step: &[f64], change: &[f64]) {
        let product = dot(step, change);
        if product < 0.1 * dot(step, step) || product.is_nan() {
            return;
        }
        let moved = self.times(change);
        let scale = (1.0 + dot(change, &moved) / product) / product;
        for (i, row) in self.0.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += scale * step[i] * step[j] - (moved[i] * step[j] + step[i] * moved[j]) / product;
            }
        }
    }
}

/// Returns how far a point is from being a design point: off its limit state, and beside the nearest point of that.
fn distances(u: &[f64], margin: &Margin) -> [f64; 2] {
    let slope = norm(&margin.gradient);
    let along = dot(u, &margin.gradient) / (slope * slope);
    let beside: Vec<f64> = u.iter().zip(&margin.gradient).map(|(u, g)| u - along * g).collect();
    [margin.value.abs() / slope, norm(&beside)]
}

/// Searches from a start; `number` decides where a start without a slope is left to.
pub(super) fn search(limit: usize, (number, start): (usize, &[f64]), asker: &PointAsker) -> Search {
    let mut walk = Walk { limit, asker, evaluations: 0, failed: None };
    let (mut u, mut margin, mut iterations) = (start.to_vec(), walk.at(start), 0);
    let (mut bending, mut is_plane) = (Bending::plane(u.len()), true);
    while let Some(here) = &margin {
        if iterations >= ITERATIONS || norm(&u) > FARTHEST {
            break;
        }
        iterations += 1;
        if norm(&here.gradient) <= f64::MIN_POSITIVE {
            // where nothing changes, elsewhere something may
            for (k, x) in u.iter_mut().enumerate() {
                *x += normal_score(hash::uniform(number as u64, k as u64, iterations));
            }
            margin = walk.at(&u);
            continue;
        }
        let size = norm(&u).max(1.0);
        if distances(&u, here).iter().all(|distance| *distance <= REACHED * size) {
            break;
        }
        let (mut step, factor) = bending.step(&u, here);
        let (length, longest) = (norm(&step), 2.0 * RADIUS + norm(&u));
        if length > longest {
            step.iter_mut().for_each(|d| *d *= longest / length);
        }
        match walk.next((&u, here), (&step, factor)) {
            Some((point, found)) => {
                let moved: Vec<f64> = point.iter().zip(&u).map(|(a, b)| a - b).collect();
                let change: Vec<f64> =
                    (0..u.len()).map(|k| moved[k] + factor * (found.gradient[k] - here.gradient[k])).collect();
                bending.learn(&moved, &change);
                (u, margin, is_plane) = (point, Some(found), false);
            }
            // a kink makes what was learnt wrong
            None if !is_plane => (bending, is_plane) = (Bending::plane(u.len()), true),
            None => break,
        }
    }
    let end = end(&u, margin.as_ref(), walk.failed);
    let failed = walk.failed.filter(|_| end == End::MemberFailed);
    Search { limit, end, u, margin, iterations, evaluations: walk.evaluations, failed }
}

/// Says how a search ended that ended there.
fn end(u: &[f64], margin: Option<&Margin>, failed: Option<Outcome>) -> End {
    let Some(margin) = margin else { return End::MemberFailed };
    let size = norm(u).max(1.0);
    let [off, beside] = distances(u, margin);
    if off.max(beside) <= STALLED * size {
        End::Converged
    } else if failed.is_some() {
        End::MemberFailed
    } else if off <= 1e-3 * size && norm(u) <= FARTHEST {
        End::IterationLimit
    } else {
        End::NoFailureFound
    }
}

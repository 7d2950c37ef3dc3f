//! Systems of limit states: a union of cut sets, in each of which all half spaces have to be passed.
//!
//! O. Ditlevsen, "Narrow reliability bounds for structural systems", Journal of Structural Mechanics 7 (1979) 453-472.

use super::form::dot;
use super::normal::all_below;
use crate::design::System;
use crate::sampling::distribution::normal_score;

/// The most cut sets whose pairs are looked at.
const MOST_SETS: usize = 256;

/// What stands for a limit state.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// It is passed in any of these half spaces.
    Any(Vec<usize>),
    /// It is passed where all of these half spaces are.
    All(Vec<usize>),
}

/// A half space in the standard space: the points u with alpha.u >= beta.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HalfSpace {
    pub(super) alpha: Vec<f64>,
    pub(super) beta: f64,
}

/// The probability of a system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SystemProbability {
    /// The sum over cut sets.
    pub(super) sum: f64,
    /// Ditlevsen's bounds.
    pub(super) bounds: [f64; 2],
}

impl SystemProbability {
    /// Returns the middle of the bounds.
    pub(super) fn value(&self) -> f64 {
        0.5 * (self.bounds[0] + self.bounds[1])
    }
}

/// Returns the cut sets of a system; nothing where there are too many.
pub(super) fn cut_sets(system: &System, events: &[Event]) -> Option<Vec<Vec<usize>>> {
    let mut sets = match system {
        System::Limit(k) => match &events[*k] {
            Event::Any(halves) => halves.iter().map(|half| vec![*half]).collect(),
            Event::All(halves) => vec![halves.clone()],
        },
        System::Any(parts) => parts.iter().map(|part| cut_sets(part, events)).collect::<Option<Vec<_>>>()?.concat(),
        System::All(parts) => {
            let mut all: Vec<Vec<usize>> = vec![Vec::new()];
            for part in parts {
                let own = cut_sets(part, events)?;
                if all.len() * own.len() > MOST_SETS {
                    return None;
                }
                all = all.iter().flat_map(|set| own.iter().map(move |other| joined(set, other))).collect();
            }
            all
        }
    };
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort();
    sets.dedup();
    // what is within another set adds nothing
    let is_less = |set: &Vec<usize>, other: &Vec<usize>| other != set && other.iter().all(|half| set.contains(half));
    let kept: Vec<Vec<usize>> =
        sets.iter().filter(|set| !sets.iter().any(|other| is_less(set, other))).cloned().collect();
    (kept.len() <= MOST_SETS).then_some(kept)
}

fn joined(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|half| !a.contains(half)));
    all
}

/// Returns the probability of the union of cut sets.
pub(super) fn probability(sets: &[Vec<usize>], halves: &[HalfSpace]) -> SystemProbability {
    let of = |set: &[usize]| {
        let bounds: Vec<f64> = set.iter().map(|half| -halves[*half].beta).collect();
        all_below(&bounds, &|i, j| dot(&halves[set[i]].alpha, &halves[set[j]].alpha))
    };
    let mut single: Vec<(f64, &Vec<usize>)> = sets.iter().map(|set| (of(set), set)).collect();
    single.sort_by(|a, b| b.0.total_cmp(&a.0));
    let sum: f64 = single.iter().map(|(p, _)| p).sum();
    let mut bounds = [0.0, 0.0];
    for (i, (p, set)) in single.iter().enumerate() {
        let both: Vec<f64> = single[..i].iter().map(|(_, other)| of(&joined(set, other))).collect();
        // what is in common and not known is nothing at least, and all of it at most
        bounds[0] += (p - both.iter().map(|both| if both.is_nan() { *p } else { both.min(*p) }).sum::<f64>()).max(0.0);
        bounds[1] += p - both.iter().copied().fold(0.0, f64::max).min(*p);
    }
    SystemProbability { sum, bounds: bounds.map(|p: f64| p.min(1.0)) }
}

/// Returns the index of reliability that belongs to a probability of failure.
pub(super) fn index(probability: f64) -> f64 {
    match probability {
        p if p <= 0.0 => f64::INFINITY,
        p if p >= 1.0 => f64::NEG_INFINITY,
        p => -normal_score(p),
    }
}

/// Returns the point of a cut set that is nearest to the origin, in which all half spaces are passed: of |u|^2 the least
/// value within linear bounds, by Hildreth's method.
pub(super) fn nearest(set: &[usize], halves: &[HalfSpace]) -> Vec<f64> {
    const ROUNDS: usize = 200;
    let dimension = set.first().map_or(0, |half| halves[*half].alpha.len());
    let (mut u, mut factors) = (vec![0.0; dimension], vec![0.0; set.len()]);
    for _ in 0..ROUNDS {
        for (factor, half) in factors.iter_mut().zip(set) {
            let HalfSpace { alpha, beta } = &halves[*half];
            let next = f64::max(0.0, *factor + beta - dot(alpha, &u));
            u.iter_mut().zip(alpha).for_each(|(u, a)| *u += (next - *factor) * a);
            *factor = next;
        }
    }
    u
}

//! Which mode of a member is which of another one.
//!
//! A pair of exponents may become two that are real, as where damping grows or a column buckles, and two that are real a pair. So what is
//! followed is a pair or a real exponent, and a pair has two places: where it is two real exponents, these are in both.
//!
//! Seen from a base that turns faster than a shaft whirls forward, the whirl goes backward: the exponent that had the shape has passed
//! zero, and of the pair the other one has it now.

use super::of_member::{Mode, ModesOfMember};
use crate::linalg::{Complex, DMatrix, Orthogonal};

/// Real exponents whose shapes are one by more are roots of one pair: they cannot pass by each other.
const ALIKE: f64 = 0.5;

/// A motion whose sense is reversed is the one before it less surely, by this factor, than one that has kept its sense.
const REVERSED: f64 = 0.75;
/// Motions that are one by amounts that differ by less are so alike: rounding does not choose between them.
const SAME: f64 = 1e-9;

/// An exponent that is moved: of which mode there, to which exponent here, from which.
type Moved = (usize, usize, usize);

/// Returns a motion as increments of coordinates with their rates over the frequency, of the length 1.
fn state(mode: &Mode) -> Vec<Complex<f64>> {
    let turned = if mode.frequency() > 0.0 { mode.exponent / mode.frequency() } else { Complex::from(0.0) };
    let all = mode.shape.iter().copied().chain(mode.shape.iter().map(|x| x * turned));
    let length = mode.shape.norm() * (1.0 + turned.norm_sqr()).sqrt();
    all.map(|x| if length > 0.0 { x / length } else { x }).collect()
}

/// Returns how much two shapes are one, from 0 to 1.
fn alike(a: &Mode, b: &Mode) -> f64 {
    let lengths = a.shape.norm_squared() * b.shape.norm_squared();
    if lengths > 0.0 { a.shape.dotc(&b.shape).norm_sqr() / lengths } else { 0.0 }
}

/// Returns how much a shape is the conjugate of another one, from 0 to 1: the same path in the opposite sense.
fn opposite(a: &Mode, b: &Mode) -> f64 {
    let lengths = a.shape.norm_squared() * b.shape.norm_squared();
    if lengths > 0.0 { a.shape.dot(&b.shape).norm_sqr() / lengths } else { 0.0 }
}

/// Returns the exponent of a motion, of a pair the one whose shape is more that of another motion.
fn exponent_as(other: &Mode, mode: &Mode) -> Complex<f64> {
    let both = other.is_pair() && mode.is_pair();
    if both && REVERSED * opposite(other, mode) > alike(other, mode) { mode.exponent.conj() } else { mode.exponent }
}

/// Returns how much of the motion of a real exponent, from 0 to 1, is one that a pair has at some time.
fn within(real: &Mode, pair: &Mode) -> f64 {
    let [own, its] = [real, pair].map(state);
    let column = |part: fn(&Complex<f64>) -> f64| its.iter().map(part).collect::<Vec<f64>>();
    let plane = [column(|x| x.re), column(|x| x.im)].concat();
    let plane = Orthogonal::new(DMatrix::from_vec(its.len(), 2, plane)).basis();
    // real but for a factor
    let largest = own.iter().copied().max_by(|a, b| a.norm().total_cmp(&b.norm())).unwrap_or_default();
    let turn = if largest.norm() > 0.0 { largest.conj() / largest.norm() } else { largest };
    let along = |column: usize| own.iter().zip(&plane.column(column)).map(|(x, by)| (x * turn).re * by).sum::<f64>();
    (0..plane.ncols()).map(|column| along(column).powi(2)).sum()
}

/// Returns how much two motions are one, from 0 to 1: their shapes with the velocities in them, which tell apart what swings, what dies away
/// and what grows in one shape, and what does so fast or slowly.
fn assurance(a: &Mode, b: &Mode) -> f64 {
    match (a.is_pair(), b.is_pair()) {
        (true, false) => within(b, a),
        (false, true) => within(a, b),
        (is_pair, _) => {
            let [own, its] = [a, b].map(|mode| mode.exponent / mode.frequency());
            let turned = (Complex::from(1.0) + own.conj() * its).norm_sqr() / 4.0;
            // of pairs the frequency may change
            let times = a.frequency() / b.frequency();
            let fast = if is_pair { 1.0 } else { 4.0 / (2.0 + times + 1.0 / times) };
            let shapes = if is_pair { alike(a, b).max(REVERSED * opposite(a, b)) } else { alike(a, b) };
            shapes * turned * fast
        }
    }
}

/// Which modes of a member are those of another one.
struct Matching<'a> {
    /// How much each mode of the other member, by number, is each of the member, row by row.
    assurance: DMatrix<f64>,
    others: &'a [Mode],
    modes: &'a [Mode],
    /// The modes of the member, by number, that each of the other one is.
    own: Vec<Vec<usize>>,
    /// How many exponents of each mode of the member are left.
    left: Vec<usize>,
}

impl<'a> Matching<'a> {
    fn new(others: &'a [Mode], modes: &'a [Mode]) -> Self {
        let assurance = DMatrix::from_fn(others.len(), modes.len(), |k, i| assurance(&others[k], &modes[i]));
        let left = modes.iter().map(|mode| 1 + usize::from(mode.is_pair())).collect();
        let mut matching = Self { assurance, others, modes, own: vec![Vec::new(); others.len()], left };
        matching.choose();
        while matching.whole() {
            matching.choose();
        }
        matching
    }

    /// Chooses among what is left, the surest first, of those that are as sure the one whose exponent is nearest.
    fn choose(&mut self) {
        let mut candidates: Vec<(f64, f64, usize, usize)> = Vec::with_capacity(self.assurance.len());
        for (k, other) in self.others.iter().enumerate() {
            candidates.extend(self.modes.iter().enumerate().map(|(i, mode)| {
                let distance = (exponent_as(other, mode) - other.exponent).norm();
                ((self.assurance[(k, i)] / SAME).round(), distance, k, i)
            }));
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        for (_, _, k, i) in candidates {
            let (is_pair, becomes_pair, own) = (self.others[k].is_pair(), self.modes[i].is_pair(), &self.own[k]);
            let is_free = match (is_pair, becomes_pair) {
                (true, true) => own.is_empty() && self.left[i] == 2,
                (true, false) => self.left[i] == 1 && own.len() < 2 && own.iter().all(|i| !self.modes[*i].is_pair()),
                (false, _) => own.is_empty() && self.left[i] > 0,
            };
            if is_free {
                self.left[i] -= if is_pair && becomes_pair { 2 } else { 1 };
                self.own[k].push(i);
            }
        }
    }

    /// Puts two exponents together where each was called a half of another pair, and tells whether that was so: both exponents of a pair
    /// become one of a pair, or two that are real.
    fn whole(&mut self) -> bool {
        // real exponents that are half of a pair here, and those that are half of one there
        let here = |k: &usize| !self.others[*k].is_pair() && self.own[*k].first().is_some_and(|i| self.left[*i] == 1);
        let here: Vec<usize> = (0..self.others.len()).filter(here).collect();
        let there = |k: &usize| self.others[*k].is_pair() && self.own[*k].len() == 1 && !self.is_pair(*k);
        let there: Vec<usize> = (0..self.others.len()).filter(there).collect();
        let mut best: Option<(f64, [Moved; 2])> = None;
        let gain = |(k, i, from): Moved, by: usize| self.assurance[(by, i)] - self.assurance[(k, from)];
        let mut consider = |moved: [Moved; 2], by: [usize; 2]| {
            let sum = gain(moved[0], by[0]) + gain(moved[1], by[1]);
            if best.as_ref().is_none_or(|best| sum > best.0) {
                best = Some((sum, moved));
            }
        };
        // an exponent is moved: of which mode there, to which here, from which
        for (at, a) in here.iter().enumerate() {
            for b in here.iter().skip(at + 1) {
                let [i, j] = [a, b].map(|k| self.own[*k][0]);
                consider([(*a, i, i), (*b, i, j)], [*a, *b]);
                consider([(*a, j, i), (*b, j, j)], [*a, *b]);
            }
            for b in &there {
                let [i, j] = [a, b].map(|k| self.own[*k][0]);
                consider([(*a, j, i), (*b, i, j)], [*a, *b]);
            }
        }
        for (at, a) in there.iter().enumerate() {
            for b in there.iter().skip(at + 1) {
                let [i, j] = [a, b].map(|k| self.own[*k][0]);
                consider([(*a, i, i), (*b, j, j)], [*a, *a]);
                consider([(*b, j, j), (*a, i, i)], [*b, *b]);
            }
        }
        let Some((_, moved)) = best else { return false };
        self.put_together(moved);
        true
    }

    /// Moves exponents: two halves of pairs there are both of the mode of the first, others are where they are to be.
    fn put_together(&mut self, moved: [(usize, usize, usize); 2]) {
        let [(a, to_a, from_a), (b, to_b, from_b)] = moved;
        let together = self.others[a].is_pair() && self.others[b].is_pair();
        for (k, from) in [(a, from_a), (b, from_b)] {
            self.own[k].clear();
            self.left[from] += 1;
        }
        let of = if together { [(a, to_a), (a, to_b)] } else { [(a, to_a), (b, to_b)] };
        for (k, to) in of {
            self.own[k].push(to);
            self.left[to] -= if self.others[k].is_pair() && self.modes[to].is_pair() { 2 } else { 1 };
        }
    }

    fn is_pair(&self, k: usize) -> bool {
        self.own[k].iter().any(|i| self.modes[*i].is_pair())
    }
}

/// Swaps the choices of two of some modes where they are in the wrong order, as often as the last may have to become the first.
fn swap_where(numbers: &[usize], choices: &mut [Vec<usize>], is_wrong: impl Fn([usize; 2], &[Vec<usize>]) -> bool) {
    for _ in numbers {
        for (at, a) in numbers.iter().enumerate() {
            for b in &numbers[at + 1..] {
                if is_wrong([*a, *b], choices) {
                    choices.swap(*a, *b);
                }
            }
        }
    }
}

impl ModesOfMember {
    /// Returns the modes that are so many of those of another member, in their order, then for each of these that is a pair the second of
    /// two real exponents, where it has become these, of which the first grows most or dies away slowest. The surest are chosen first.
    /// What nothing brings back here, and something there, has an exponent of zero.
    pub(super) fn followed_from(&self, other: &Self, count: usize) -> Vec<Option<&Mode>> {
        let others = &other.modes;
        let mut choices = Matching::new(others, &self.modes).own;
        self.put_in_order(others, &mut choices);
        let mut still = self.zeros.saturating_sub(other.zeros);
        self.put_whirls_in_order(others, still > 0, &mut choices);
        let (mut first, mut second) = (Vec::with_capacity(count), Vec::new());
        for (mode, choice) in others.iter().zip(&choices).take(count) {
            let mut own: Vec<&Mode> = choice.iter().map(|i| &self.modes[*i]).collect();
            let is_whole = own.iter().any(|mode| mode.is_pair());
            let lacking = if is_whole { 0 } else { 1 + usize::from(mode.is_pair()) - own.len() };
            if (1..=still).contains(&lacking) {
                still -= lacking;
                own.extend(std::iter::repeat_n(&self.still, lacking));
                own.sort_by(|a, b| b.exponent.re.total_cmp(&a.exponent.re));
            }
            first.push(own.first().copied());
            if mode.is_pair() {
                second.push(own.get(1).copied());
            }
        }
        first.extend(second);
        first
    }

    /// Puts real exponents of one shape into the order in which those of the other member are.
    fn put_in_order(&self, others: &[Mode], choices: &mut [Vec<usize>]) {
        let grows = |i: usize| self.modes[i].exponent.re;
        for choice in choices.iter_mut() {
            choice.sort_by(|a, b| grows(*b).total_cmp(&grows(*a)));
        }
        let is_real = |k: usize, choices: &[Vec<usize>]| {
            !others[k].is_pair() && choices[k].first().is_some_and(|i| !self.modes[*i].is_pair())
        };
        let real: Vec<usize> = (0..others.len()).filter(|k| is_real(*k, choices)).collect();
        swap_where(&real, choices, |[a, b], choices| {
            let [i, j] = [a, b].map(|k| choices[k][0]);
            let before = others[a].exponent.re > others[b].exponent.re;
            before != (grows(i) > grows(j)) && alike(&others[a], &others[b]) > ALIKE
        });
    }

    /// Puts whirls of one shape, in one sense or in opposite ones, into the order in which those of the other member are, by frequencies in
    /// one sense, where one has passed zero or rests there: they cannot pass by each other.
    fn put_whirls_in_order(&self, others: &[Mode], some_rest: bool, choices: &mut [Vec<usize>]) {
        let frequency = |k: usize, choices: &[Vec<usize>]| match choices[k].first().map(|i| &self.modes[*i]) {
            Some(mode) if mode.is_pair() => Some(exponent_as(&others[k], mode).im),
            // what grows without swinging is passing zero
            Some(mode) => (mode.exponent.re > 0.0).then_some(0.0),
            None => some_rest.then_some(0.0),
        };
        let pairs: Vec<usize> = (0..others.len()).filter(|k| others[*k].is_pair()).collect();
        swap_where(&pairs, choices, |[a, b], choices| {
            let by_sense = alike(&others[a], &others[b]) - opposite(&others[a], &others[b]);
            let (Some(own), Some(its)) = (frequency(a, choices), frequency(b, choices)) else { return false };
            let before = others[a].exponent.im - by_sense.signum() * others[b].exponent.im;
            by_sense.abs() > ALIKE && own.min(its) <= 0.0 && before * (own - by_sense.signum() * its) < 0.0
        });
    }
}

//! Where on the way of a member an output has been as large as its extreme.

use crate::ensemble::Outcome;
use crate::ensemble::time_loop::sensitivity::is_same_extreme;

/// The number of ties that are kept; of more, some that are drawn evenly.
const KEPT: usize = 16;

/// How many times as fast as elsewhere in the step the rate has to change between two values around an extreme for both to be
/// compared: at a kink it jumps, over a distance that is found to rounding.
const KINK: f64 = 16.0;

/// Where on the way of a member an output attains a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ensemble) struct Attained {
    /// The step that the value is in.
    pub(in crate::ensemble) step: usize,
    /// The offset of the value from the beginning of the step, s.
    pub(in crate::ensemble) offset: f64,
    /// Whether an extreme was looked for there, where the rate is zero, and is not what the end of a part of a step has.
    pub(in crate::ensemble) is_located: bool,
    /// At a kink, the offsets of both sides, s, with the part that each has in a derivative.
    pub(in crate::ensemble) kink: Option<[(f64, f64); 2]>,
}

/// A time within a step at which an output is as large as its extreme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ensemble) struct Tie {
    /// Where the output attains the value.
    pub(in crate::ensemble) at: Attained,
    /// The sign of the change since the start, of a result that is the size of one.
    pub(in crate::ensemble) sign: f64,
    /// Between which times after the beginning of the step the output was seen to be as large, s.
    span: [f64; 2],
}

impl Tie {
    /// Tells whether the tie is the extreme itself, found at that offset of a step.
    pub(in crate::ensemble) fn is_at(&self, step: usize, offset: f64) -> bool {
        self.at.step == step && self.span[0] <= offset && offset <= self.span[1]
    }
}

/// What an output was at a time within a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// How long after the beginning of the step, s.
    pub(super) offset: f64,
    /// The result that the value alone has.
    pub(super) alone: f64,
    /// The sign of the change since the start.
    pub(super) sign: f64,
    /// The rate of the output, 1/s; not a number where it is not known.
    pub(super) rate: f64,
    /// Whether an extreme was looked for there.
    pub(super) is_located: bool,
}

/// Tells whether there is a kink between two values, by the first and the last one of the step.
fn is_kink([before, after]: [&Seen; 2], [first, last]: [&Seen; 2]) -> bool {
    let (distance, jump) = (after.offset - before.offset, (before.rate - after.rate).abs());
    let is_faster =
        |from: &Seen, to: &Seen| KINK * distance * (from.rate.abs() + to.rate.abs()) < (to.offset - from.offset) * jump;
    before.rate * after.rate <= 0.0 && (is_faster(before, last) || is_faster(first, after))
}

/// How far a value may be from the kink whose extreme it is, as a part of the step: both are found to rounding.
const BESIDE: f64 = 1e-9;

/// Returns the sides of a kink beside an offset, s, from the values seen in a step, in the order of the time: their offsets, s, with the
/// part that each has in a derivative. The time of the kink moves so that both sides stay equal, which takes away what the value
/// changes with it.
pub(super) fn kink_at(seen: &[Seen], offset: f64) -> Option<[(f64, f64); 2]> {
    // at the point of a cusp there is no rate, or one that only rounding limits
    let seen: Vec<&Seen> = seen.iter().filter(|at| at.rate.abs() < Outcome::STATE_LIMIT).collect();
    let ends = [*seen.first()?, *seen.last()?];
    let near = BESIDE * ends[1].offset;
    let is_beside = |pair: &[&Seen]| pair[0].offset - near <= offset && offset <= pair[1].offset + near;
    let pair = seen.windows(2).find(|&pair| is_beside(pair) && is_kink([pair[0], pair[1]], ends))?;
    let part = pair[1].rate / (pair[1].rate - pair[0].rate);
    Some([(pair[0].offset, part), (pair[1].offset, 1.0 - part)])
}

/// The times at which an output has been as large as its extreme so far.
#[derive(Clone, Debug, Default)]
pub(in crate::ensemble) struct Ties {
    pub(in crate::ensemble) places: Vec<Tie>,
    /// The result so far, if there is one.
    result: Option<f64>,
    /// The number of ties so far.
    count: u64,
}

impl Ties {
    /// Looks at what an output was within a step, in the order of the time; the result was `result` after that.
    pub(super) fn take(&mut self, step: usize, seen: &[Seen], result: f64) {
        if !self.result.is_some_and(|before| is_same_extreme(result, before)) {
            self.places.clear();
            self.count = 0;
        }
        self.result = Some(result);
        // values that are as large one after the other are of one extreme
        let is_one = |a: &Seen, b: &Seen| is_same_extreme(a.alone, result) && is_same_extreme(b.alone, result);
        for own in seen.chunk_by(is_one) {
            if !is_same_extreme(own[0].alone, result) {
                continue;
            }
            let is_nearer = |a: &Seen, b: &Seen| (a.alone - result).abs() <= (b.alone - result).abs();
            let best = own.iter().fold(own[0], |best, x| if is_nearer(x, &best) { *x } else { best });
            let span = [own[0].offset, own[own.len() - 1].offset];
            let Seen { offset, is_located, sign, .. } = best;
            self.keep(Tie { at: Attained { step, offset, is_located, kink: kink_at(seen, offset) }, sign, span });
        }
    }

    /// Keeps a tie; where there are too many, each is kept with the same probability.
    fn keep(&mut self, tie: Tie) {
        self.count += 1;
        if self.places.len() < KEPT {
            return self.places.push(tie);
        }
        // the numbers of a Weyl sequence are spread evenly, and alike in all runs
        let drawn = (self.count as f64 * 0.618_033_988_749_894_9).fract() * self.count as f64;
        if (drawn as usize) < KEPT {
            self.places[drawn as usize] = tie;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(values: &[(f64, f64)]) -> Vec<Seen> {
        values
            .iter()
            .map(|(offset, alone)| Seen { offset: *offset, alone: *alone, sign: 1.0, rate: f64::NAN, is_located: true })
            .collect()
    }

    #[test]
    fn values_one_after_the_other_are_of_one_extreme() {
        let mut ties = Ties::default();
        ties.take(0, &seen(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0)]), 3.0);
        ties.take(1, &seen(&[(1.0, 2.5), (1.4, 3.0 - 1e-10), (1.5, 3.0), (1.6, 3.0 - 1e-10), (2.0, 1.0)]), 3.0);
        let places: Vec<(usize, f64)> = ties.places.iter().map(|tie| (tie.at.step, tie.at.offset)).collect();
        assert_eq!(places, [(0, 1.0), (1, 1.5)]);
        assert!(ties.places[1].is_at(1, 1.4) && !ties.places[1].is_at(1, 1.7) && !ties.places[1].is_at(0, 1.5));
        ties.take(2, &seen(&[(1.0, 4.0), (2.0, 3.0)]), 4.0);
        assert_eq!(ties.places.len(), 1);
    }

    #[test]
    fn a_kink_has_two_sides() {
        // a peak at 1 of 1.001, looked for by halves: of two lines, of a cusp, and of a parabola
        let at = |x: f64, value: f64, rate: f64| Seen { offset: x, alone: value, sign: 1.0, rate, is_located: true };
        let lines = |x: f64| at(x, 1.0 - (x - 1.0).abs(), if x < 1.0 { 1.0 } else { -1.0 });
        let cusp = |x: f64| at(x, 1.0 - (x - 1.0).abs().sqrt(), 0.5 * (x - 1.0).abs().powf(-1.5) * (1.0 - x));
        let parabola = |x: f64| at(x, 1.0 - (x - 1.0).powi(2), -2.0 * (x - 1.0));
        let offsets = [0.5, 1.0 - 1e-6, 1.0 - 1e-12, 1.0 + 1e-12, 1.0 + 1e-6, 1.5, 2.0];
        let places_of = |f: &dyn Fn(f64) -> Seen, offsets: &[f64]| {
            let mut ties = Ties::default();
            ties.take(0, &offsets.iter().map(|x| f(*x)).collect::<Vec<Seen>>(), 1.0);
            ties.places.iter().map(|tie| (tie.span, tie.at.kink)).collect::<Vec<_>>()
        };
        let sides = [(1.0 - 1e-12, 0.5), (1.0 + 1e-12, 0.5)];
        let places = |f: &dyn Fn(f64) -> Seen| places_of(f, &offsets);
        assert_eq!(places(&lines), [([1.0 - 1e-12, 1.0 + 1e-12], Some(sides))]);
        assert_eq!(places(&parabola), [([1.0 - 1e-6, 1.0 + 1e-6], None)]);
        let near = (2.0 * f64::EPSILON, 1e-7);
        let [(_, Some([(before, part), (behind, other)]))] =
            places_of(&cusp, &[0.5, 1.0 - near.0, 1.0, 1.0 + near.0, 1.5])[..]
        else {
            panic!("a cusp has two sides");
        };
        assert!(before < 1.0 && 1.0 < behind && (part - 0.5).abs() < near.1 && (other - 0.5).abs() < near.1);
    }

    #[test]
    fn of_many_places_some_from_all_along_the_way_are_kept() {
        let mut ties = Ties::default();
        (0..10_000).for_each(|step| ties.take(step, &seen(&[(1.0, 5.0)]), 5.0));
        assert_eq!(ties.places.len(), KEPT);
        let late = ties.places.iter().filter(|tie| tie.at.step >= 5000).count();
        let odd = ties.places.iter().filter(|tie| tie.at.step % 2 == 1).count();
        assert!((3..=13).contains(&late) && (3..=13).contains(&odd), "{:?}", ties.places);
    }
}

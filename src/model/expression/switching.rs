//! Sides of functions that switch: which piece of a function holds may be a number of the state, which changes where a step ends.

use super::functions::{Binary, Ternary, Unary, between, chosen, clamp};
use crate::num::{Precision, Real};
use std::cell::RefCell;

/// Says at which values of a function another one switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switching {
    /// Where it is zero.
    AtZero,
    /// Where it is a whole number.
    AtWhole,
}

impl Switching {
    /// Returns the place of a relation beside that at which it rests, if it does on this side.
    fn beside_rest<R: Real>(self, place: R, held: R) -> R {
        let by = at_rest(held);
        let moved = place - by;
        match self {
            Switching::AtZero => moved,
            // where that is comes from a product with the way to the next whole number
            Switching::AtWhole => {
                let whole = whole_of(held);
                R::select((moved - whole).abs().less(by.abs().scale(ROUNDED)), whole, moved)
            }
        }
    }
}

/// What is less than this part of how far something rests from a whole number is rounding of that.
const ROUNDED: f64 = 1e-3;

/// No relation is farther from where it switches, so that all precisions can write its place and products with it.
const FAR: f64 = 1e12;

/// What is less than that of either sign is the side of what rests at zero.
const AT_REST: f64 = 0.5;

/// No side of what rests at a whole number is farther from that.
const AT_WHOLE: f64 = 0.25;

/// Returns how many times as large as what rests its side is, so that the side keeps all its digits where it is come to from -1 or 1: a power of two.
fn side_per_rest(precision: Precision) -> f64 {
    2f64.powi((-0.5 * precision.epsilon().log2()) as i32)
}

/// Returns the whole number of a side: zero, or one that is rested at, but for rounding, or that below the switching function.
pub fn whole_of<R: Real>(side: R) -> R {
    (side + R::constant(0.5)).floor()
}

/// Returns how far from where it switches, but for rounding, a switching function with this side rests; zero where it does not rest there.
pub fn at_rest<R: Real>(side: R) -> R {
    (side - whole_of(side)).scale(1.0 / side_per_rest(R::precision()))
}

/// Returns the side of a switching function that rests at zero, where it has this value by rounding.
pub fn side_at_rest<R: Real>(place: R) -> R {
    place.scale(side_per_rest(R::precision()))
}

/// Returns the side of a switching function that rests at a whole number, from which it is so far by rounding, and where it can be told from others.
pub fn side_at_whole<R: Real>(whole: R, beyond: R) -> (R, R::Mask) {
    let by = side_at_rest(beyond);
    (whole + by, by.abs().less(R::constant(AT_WHOLE)))
}

/// Tells whether a side is that of what rests at zero.
pub fn is_at_rest<R: Real>(side: R) -> R::Mask {
    side.abs().less(R::constant(AT_REST))
}

/// Says how a relation is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeldRelation {
    /// When its switching function switches.
    pub(super) switching: Switching,
    /// The number of its side.
    pub(super) side: usize,
    /// Whether the switching function may be no number, or an infinite one.
    pub(super) may_be_undefined: bool,
}

/// Gives the sides that relations are held at, and takes what decides them.
///
/// The side of a relation is the sign of its switching function, -1 or 1, or the whole number below it; where the switching function rests at zero, or
/// at a whole number, with how far it is from that, by rounding. Where none are given, functions decide for themselves.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a, R> {
    held: &'a [R],
    told: Option<&'a RefCell<Vec<Told<R>>>>,
    /// Whether functions are continued beyond where they end, as roots are.
    continues: bool,
}

/// Says where a relation is.
#[derive(Clone, Copy, Debug)]
pub struct Told<R> {
    /// The switching function.
    pub place: R,
    /// What passes through zero where the side changes, with another sign behind it.
    pub passing: R,
    /// When the side changes.
    pub switching: Switching,
}

impl<R: Real> Told<R> {
    /// Says that a side never changes.
    pub fn nothing() -> Self {
        Self { place: R::one(), passing: R::one(), switching: Switching::AtZero }
    }

    /// Says it in other numbers.
    pub fn map<S>(self, f: impl Fn(R) -> S) -> Told<S> {
        Told { place: f(self.place), passing: f(self.passing), switching: self.switching }
    }

    /// Returns the place beside that at which the relation rests, if it does on this side.
    pub fn beside(self, held: R) -> Self {
        Self { place: self.switching.beside_rest(self.place, held), ..self }
    }

    /// Returns where the switching function goes that has come from a place. What has not moved rests: that it has left and come back is seen
    /// where it goes on.
    pub fn goes(&self, from: R) -> R {
        self.place - from
    }

    /// Returns how far the switching function is beyond where it switches: zero, or the nearest whole number.
    pub fn beyond(&self) -> R {
        match self.switching {
            Switching::AtZero => self.place,
            Switching::AtWhole => self.place - (self.place + R::constant(0.5)).floor(),
        }
    }

    /// Returns the side that holds from now on; where the switching function is where it switches, the one that it goes to; where it rests the
    /// one that is held, or at a whole number that.
    pub fn side(&self, held: R, goes: R) -> R {
        let (zero, one, place) = (R::zero(), R::one(), self.place);
        match self.switching {
            Switching::AtZero => {
                let there = R::select(zero.less(goes), one, R::select(goes.less(zero), -one, held));
                let beside = R::select(zero.less(place), one, there);
                R::select(place.less(zero), -one, beside)
            }
            Switching::AtWhole => {
                let whole = place.floor();
                let side = R::select(whole.less(place), whole, R::select(goes.less(zero), whole - one, whole));
                // what rests has its place beside that until it leaves
                let stays = (side - whole_of(held)).abs().less(R::constant(AT_WHOLE));
                R::select(stays, held, side)
            }
        }
    }
}

impl<'a, R: Real> Sides<'a, R> {
    /// Holds none.
    pub fn none() -> Self {
        Self { held: &[], told: None, continues: false }
    }

    /// Holds these, by the number of the side.
    pub fn held(held: &'a [R]) -> Self {
        Self { held, told: None, continues: false }
    }

    /// Takes what decides them, by the number of the side.
    pub fn told(self, told: &'a RefCell<Vec<Told<R>>>) -> Self {
        Self { told: Some(told), ..self }
    }

    /// Continues functions beyond where they end, with the values that they have there: a root with zero. What decides sides is told without that.
    pub(super) fn continued(self) -> Self {
        Self { continues: true, told: None, ..self }
    }

    /// Tells whether functions are continued beyond where they end.
    pub(super) fn continues(&self) -> bool {
        self.continues
    }

    /// Tells whether some are held.
    pub fn are_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// Returns a side, if it is held; its switching function is asked for where somebody wants to know it.
    pub fn at(&self, side: Option<usize>, passing: impl FnOnce() -> R) -> Option<R> {
        self.tell_of(side?, Switching::AtZero, passing);
        self.get(side?)
    }

    /// Returns the side of a number, if it is held.
    pub(super) fn get(&self, side: usize) -> Option<R> {
        self.held.get(side).copied()
    }

    /// Returns a number, but not below and not above two limits, with the sides of both.
    pub fn clamp(&self, sides: [Option<usize>; 2], [x, low, high]: [R; 3]) -> R {
        match (self.at(sides[0], || x - low), self.at(sides[1], || x - high)) {
            (Some(first), Some(second)) => clamped([first, second], [x, low, high]),
            _ => clamp(x, [low, high]),
        }
    }

    /// Says where a relation is, if somebody asks.
    pub(super) fn tell(&self, relation: HeldRelation, place: impl FnOnce() -> R) {
        let HeldRelation { switching, side, .. } = relation;
        self.tell_of(side, switching, || {
            let place = if relation.may_be_undefined { self.known(relation, place()) } else { place() };
            self.get(side).map_or(place, |held| switching.beside_rest(place, held))
        });
    }

    /// Returns where a relation is; where it is nowhere, as in a branch that is not taken, it stays on its side.
    fn known(&self, relation: HeldRelation, place: R) -> R {
        let held = self.get(relation.side).unwrap_or_else(|| -R::one());
        let stays = match relation.switching {
            Switching::AtZero => R::select(R::zero().less(held), R::one(), -R::one()),
            Switching::AtWhole => whole_of(held) + R::constant(0.5),
        };
        let far = R::constant(FAR);
        let within = R::select(far.less(place), far, R::select(place.less(-far), -far, place));
        R::select(place.less_equal(place), within, stays)
    }

    fn tell_of(&self, side: usize, switching: Switching, place: impl FnOnce() -> R) {
        let Some(told) = self.told else { return };
        let place = place();
        let passing = match switching {
            Switching::AtZero => place,
            Switching::AtWhole => {
                // smooth over whole numbers, with the sign of sin(pi x)
                let whole = self.get(side).map_or_else(|| place.floor(), whole_of);
                parity(whole) * (place - whole) * (whole + R::one() - place)
            }
        };
        if let Some(of_side) = told.borrow_mut().get_mut(side) {
            *of_side = Told { place, passing, switching };
        }
    }
}

/// Returns 1 for an even number and -1 for an odd one: the sign of sin(pi x) from a whole number to the next.
pub fn parity<R: Real>(whole: R) -> R {
    let half = whole.scale(0.5);
    R::one() - (half - half.floor()).scale(4.0)
}

/// Returns a number between two limits, above the lower and above the upper one of which it is or not.
fn clamped<R: Real>([first, second]: [R; 2], [x, low, high]: [R; 3]) -> R {
    let zero = R::zero();
    R::select(zero.less(second), high, R::select(zero.less(first), x, low))
}

impl Unary {
    /// Evaluates the function at `a` on sides of its relations.
    pub(super) fn apply_on<R: Real>(self, a: R, [first, second]: [R; 2]) -> R {
        let (zero, one) = (R::zero(), R::one());
        match self {
            Unary::Sign => R::select(is_at_rest(first), zero, first),
            Unary::Floor => whole_of(first),
            Unary::Step => R::select(first.less(R::constant(-AT_REST)), zero, one),
            Unary::Abs => R::select(first.less(zero), -a, a),
            Unary::Smoothstep => R::select(zero.less(first), R::select(zero.less(second), one, between(a)), zero),
            other => other.apply(a),
        }
    }
}

impl Binary {
    /// Evaluates the function at `a` and `b` on a side of its relation.
    pub(super) fn apply_on<R: Real>(self, [a, b]: [R; 2], side: R) -> R {
        let is_above = R::zero().less(side);
        match self {
            Binary::Mod => a - b * whole_of(side),
            Binary::Min => R::select(is_above, b, a),
            Binary::Max => R::select(is_above, a, b),
            other => other.apply(a, b),
        }
    }
}

impl Ternary {
    /// Evaluates the function of three expressions on sides of its relations, with what evaluates them.
    pub(super) fn apply_on<R: Real, E>(self, [a, b, c]: [E; 3], sides: [R; 2], value: &mut dyn FnMut(E) -> R) -> R {
        match self {
            Ternary::Where => chosen(R::constant(AT_REST).less(sides[0]), [b, c], value),
            Ternary::Clamp => clamped(sides, [a, b, c].map(value)),
        }
    }
}

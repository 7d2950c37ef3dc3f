//! SIMD lanes: several ensemble members in one number.
//!
//! A lane number is a plain array. Whether its loops become vector instructions is decided where
//! the time loop is compiled: the CPU backend compiles it once per instruction set and chooses at
//! run time. Every operation is the IEEE one of the scalar, lane by lane, and a product is fused with a sum only by
//! [`Real::mul_add`], so lanes and scalar agree bit for bit on every instruction set.

use super::{Precision, Real, Table};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// `N` members' values of one quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes<const N: usize>(pub [f64; N]);

/// One truth value per lane: all bits of its word or none, so that vector instructions select by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct LaneMask<const N: usize>(pub [u64; N]);

#[inline(always)]
fn word(truth: bool) -> u64 {
    if truth { u64::MAX } else { 0 }
}

/// A number that holds one or several members' values: `f64` or [`Lanes`].
pub trait LaneReal: Real {
    /// Members per number.
    const COUNT: usize;
    /// Returns the number whose lane `i` is `value(i)`.
    fn from_lanes(value: impl FnMut(usize) -> f64) -> Self;
    /// Returns the values of all lanes, as many as there are lanes.
    fn lanes(&self) -> &[f64];
    /// Returns the numbers of the lanes, to be changed.
    fn lanes_mut(&mut self) -> &mut [f64];
    /// Returns the value of lane `i < COUNT`.
    #[inline(always)]
    fn lane(&self, i: usize) -> f64 {
        self.lanes()[i]
    }
}

impl LaneReal for f64 {
    const COUNT: usize = 1;
    #[inline(always)]
    fn from_lanes(mut value: impl FnMut(usize) -> f64) -> Self {
        value(0)
    }
    #[inline(always)]
    fn lanes(&self) -> &[f64] {
        std::slice::from_ref(self)
    }
    #[inline(always)]
    fn lanes_mut(&mut self) -> &mut [f64] {
        std::slice::from_mut(self)
    }
}

impl<const N: usize> LaneReal for Lanes<N> {
    const COUNT: usize = N;
    #[inline(always)]
    fn from_lanes(value: impl FnMut(usize) -> f64) -> Self {
        Self(std::array::from_fn(value))
    }
    #[inline(always)]
    fn lanes(&self) -> &[f64] {
        &self.0
    }
    #[inline(always)]
    fn lanes_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }
}

macro_rules! lanewise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut out = self;
                for i in 0..N {
                    out.0[i] = self.0[i] $op other.0[i];
                }
                out
            }
        }
    };
}
lanewise!(Add, add, +);
lanewise!(Sub, sub, -);
lanewise!(Mul, mul, *);
lanewise!(Div, div, /);

macro_rules! maskwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for LaneMask<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let mut out = self;
                for i in 0..N {
                    out.0[i] = self.0[i] $op other.0[i];
                }
                out
            }
        }
    };
}
maskwise!(BitAnd, bitand, &);
maskwise!(BitOr, bitor, |);

impl<const N: usize> Not for LaneMask<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let mut out = self;
        for word in &mut out.0 {
            *word = !*word;
        }
        out
    }
}

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i]);
        }
        out
    }
}

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|x| -x)
    }
}

impl<const N: usize> Real for Lanes<N> {
    type Mask = LaneMask<N>;

    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn precision() -> Precision {
        Precision::Double
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(f64::abs)
    }
    #[inline(always)]
    fn floor(self) -> Self {
        self.map(f64::floor)
    }
    #[inline(always)]
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        self.map(|row| table.entry(column, row))
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = self.0[i].mul_add(factor.0[i], term.0[i]);
        }
        out
    }
    #[inline(always)]
    fn less(self, other: Self) -> LaneMask<N> {
        let mut out = LaneMask([0; N]);
        for i in 0..N {
            out.0[i] = word(self.0[i] < other.0[i]);
        }
        out
    }
    #[inline(always)]
    fn less_equal(self, other: Self) -> LaneMask<N> {
        let mut out = LaneMask([0; N]);
        for i in 0..N {
            out.0[i] = word(self.0[i] <= other.0[i]);
        }
        out
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = if self.0[i] < other.0[i] { other.0[i] } else { self.0[i] };
        }
        out
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = if other.0[i] < self.0[i] { other.0[i] } else { self.0[i] };
        }
        out
    }
    #[inline(always)]
    fn select(mask: LaneMask<N>, yes: Self, no: Self) -> Self {
        let mut out = no;
        for i in 0..N {
            let (word, yes, no) = (mask.0[i], yes.0[i].to_bits(), no.0[i].to_bits());
            out.0[i] = f64::from_bits(yes & word | no & !word);
        }
        out
    }
    crate::num::elementary::elementary_functions!();
}

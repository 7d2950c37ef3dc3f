//! SIMD lanes in the registers of x86-64: AVX-512 and AVX2.
//!
//! The portable [`super::Lanes`] are arrays, whose loops the compiler may or may not turn into vector
//! instructions; where a value is the result of a branch (on what kind of joint there is, say) it
//! falls back to shuffling scalars, measured at a quarter of the speed. Here a number *is* one or
//! several vector registers, so nothing is left to chance.
//!
//! # Safety
//!
//! Every `unsafe` of this file is a call of an intrinsic, or a view of registers as the numbers in them.
//! Intrinsics compute on values alone; their only requirement is that the processor has the instruction
//! set. The numbers are therefore used only below a function that was entered after detecting it: see
//! [`crate::ensemble::cpu`]. All operations are the IEEE ones, nothing is fused.
#![allow(unsafe_code)]

use super::{LaneReal, Precision, Real};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

macro_rules! register_lanes {
    (
        $(#[$doc:meta])* $name:ident, $mask:ident, $register:ty, $mask_register:ty, $per:literal,
        set: $set:ident, add: $add:ident, sub: $sub:ident, mul: $mul:ident, div: $div:ident, sqrt: $sqrt:ident,
        max: $max:ident, min: $min:ident,
        neg: |$n:ident| $neg:expr, abs: |$a:ident| $abs:expr, floor: |$f:ident| $floor:expr,
        less: |$l1:ident, $l2:ident| $less:expr, less_equal: |$e1:ident, $e2:ident| $less_equal:expr,
        select: |$m:ident, $yes:ident, $no:ident| $select:expr, no_lane: $no_lane:expr,
        and: |$a1:ident, $a2:ident| $and:expr, or: |$o1:ident, $o2:ident| $or:expr, not: |$n1:ident| $not:expr,
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $name<const K: usize>([$register; K]);

        /// One truth value per lane.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask<const K: usize>([$mask_register; K]);

        impl<const K: usize> LaneReal for $name<K> {
            const COUNT: usize = $per * K;
            #[inline(always)]
            fn from_lanes(mut value: impl FnMut(usize) -> f64) -> Self {
                let mut out = Self::constant(0.0);
                for k in 0..K {
                    let lanes: [f64; $per] = std::array::from_fn(|i| value(k * $per + i));
                    // SAFETY: both are $per binary64 numbers without padding
                    out.0[k] = unsafe { std::mem::transmute::<[f64; $per], $register>(lanes) };
                }
                out
            }
            #[inline(always)]
            fn lanes(&self) -> &[f64] {
                // SAFETY: K registers are $per K binary64 numbers without padding
                unsafe { std::slice::from_raw_parts(std::ptr::from_ref(self).cast(), Self::COUNT) }
            }
            #[inline(always)]
            fn lanes_mut(&mut self) -> &mut [f64] {
                // SAFETY: as above
                unsafe { std::slice::from_raw_parts_mut(std::ptr::from_mut(self).cast(), Self::COUNT) }
            }
        }

        impl<const K: usize> Add for $name<K> {
            type Output = Self;
            #[inline(always)]
            fn add(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $add(self.0[k], other.0[k]) };
                }
                self
            }
        }
        impl<const K: usize> Sub for $name<K> {
            type Output = Self;
            #[inline(always)]
            fn sub(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $sub(self.0[k], other.0[k]) };
                }
                self
            }
        }
        impl<const K: usize> Mul for $name<K> {
            type Output = Self;
            #[inline(always)]
            fn mul(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $mul(self.0[k], other.0[k]) };
                }
                self
            }
        }
        impl<const K: usize> Div for $name<K> {
            type Output = Self;
            #[inline(always)]
            fn div(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $div(self.0[k], other.0[k]) };
                }
                self
            }
        }
        impl<const K: usize> Neg for $name<K> {
            type Output = Self;
            #[inline(always)]
            fn neg(mut self) -> Self {
                for $n in &mut self.0 {
                    // SAFETY: see the head of the file
                    *$n = unsafe { $neg };
                }
                self
            }
        }
        impl<const K: usize> BitAnd for $mask<K> {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                let mut out = self;
                for k in 0..K {
                    let ($a1, $a2) = (self.0[k], other.0[k]);
                    out.0[k] = $and;
                }
                out
            }
        }
        impl<const K: usize> BitOr for $mask<K> {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                let mut out = self;
                for k in 0..K {
                    let ($o1, $o2) = (self.0[k], other.0[k]);
                    out.0[k] = $or;
                }
                out
            }
        }
        impl<const K: usize> Not for $mask<K> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                let mut out = self;
                for k in 0..K {
                    let $n1 = self.0[k];
                    out.0[k] = $not;
                }
                out
            }
        }

        impl<const K: usize> Real for $name<K> {
            type Mask = $mask<K>;

            #[inline(always)]
            fn constant(value: f64) -> Self {
                // SAFETY: see the head of the file
                Self([unsafe { $set(value) }; K])
            }
            #[inline(always)]
            fn precision() -> Precision {
                Precision::Double
            }
            #[inline(always)]
            fn sqrt(mut self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $sqrt(self.0[k]) };
                }
                self
            }
            #[inline(always)]
            fn abs(mut self) -> Self {
                for $a in &mut self.0 {
                    // SAFETY: see the head of the file
                    *$a = unsafe { $abs };
                }
                self
            }
            #[inline(always)]
            fn floor(mut self) -> Self {
                for $f in &mut self.0 {
                    // SAFETY: see the head of the file
                    *$f = unsafe { $floor };
                }
                self
            }
            #[inline(always)]
            fn less(self, other: Self) -> $mask<K> {
                let mut out = $mask([$no_lane; K]);
                for k in 0..K {
                    let ($l1, $l2) = (self.0[k], other.0[k]);
                    // SAFETY: see the head of the file
                    out.0[k] = unsafe { $less };
                }
                out
            }
            #[inline(always)]
            fn less_equal(self, other: Self) -> $mask<K> {
                let mut out = $mask([$no_lane; K]);
                for k in 0..K {
                    let ($e1, $e2) = (self.0[k], other.0[k]);
                    // SAFETY: see the head of the file
                    out.0[k] = unsafe { $less_equal };
                }
                out
            }
            #[inline(always)]
            fn select(mask: $mask<K>, yes: Self, no: Self) -> Self {
                let mut out = no;
                for k in 0..K {
                    let ($m, $yes, $no) = (mask.0[k], yes.0[k], no.0[k]);
                    // SAFETY: see the head of the file
                    out.0[k] = unsafe { $select };
                }
                out
            }
            // the instructions return their second operand where one is not a number
            #[inline(always)]
            fn max(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $max(other.0[k], self.0[k]) };
                }
                self
            }
            #[inline(always)]
            fn min(mut self, other: Self) -> Self {
                for k in 0..K {
                    // SAFETY: see the head of the file
                    self.0[k] = unsafe { $min(other.0[k], self.0[k]) };
                }
                self
            }
            crate::num::elementary::elementary_functions!();
        }
    };
}

register_lanes! {
    /// `8 K` members in `K` AVX-512 registers. Needs AVX-512 F and DQ.
    Avx512, Mask512, __m512d, __mmask8, 8,
    set: _mm512_set1_pd, add: _mm512_add_pd, sub: _mm512_sub_pd, mul: _mm512_mul_pd, div: _mm512_div_pd,
    sqrt: _mm512_sqrt_pd, max: _mm512_max_pd, min: _mm512_min_pd,
    neg: |x| _mm512_xor_pd(*x, _mm512_set1_pd(-0.0)),
    abs: |x| _mm512_abs_pd(*x),
    floor: |x| _mm512_roundscale_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(*x),
    less: |a, b| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b),
    less_equal: |a, b| _mm512_cmp_pd_mask::<_CMP_LE_OQ>(a, b),
    select: |m, yes, no| _mm512_mask_blend_pd(m, no, yes), no_lane: 0,
    and: |a, b| a & b, or: |a, b| a | b, not: |a| !a,
}

register_lanes! {
    /// `4 K` members in `K` AVX registers. Needs AVX2.
    Avx2, Mask256, __m256d, __m256d, 4,
    set: _mm256_set1_pd, add: _mm256_add_pd, sub: _mm256_sub_pd, mul: _mm256_mul_pd, div: _mm256_div_pd,
    sqrt: _mm256_sqrt_pd, max: _mm256_max_pd, min: _mm256_min_pd,
    neg: |x| _mm256_xor_pd(*x, _mm256_set1_pd(-0.0)),
    abs: |x| _mm256_andnot_pd(_mm256_set1_pd(-0.0), *x),
    floor: |x| _mm256_floor_pd(*x),
    less: |a, b| _mm256_cmp_pd::<_CMP_LT_OQ>(a, b),
    less_equal: |a, b| _mm256_cmp_pd::<_CMP_LE_OQ>(a, b),
    select: |m, yes, no| _mm256_blendv_pd(no, yes, m),
    // SAFETY: see the head of the file
    no_lane: unsafe { _mm256_setzero_pd() },
    // SAFETY: see the head of the file
    and: |a, b| unsafe { _mm256_and_pd(a, b) },
    or: |a, b| unsafe { _mm256_or_pd(a, b) },
    not: |a| unsafe { _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))) },
}

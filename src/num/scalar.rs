//! The plain numbers: `f64` is the reference, `f32` tests the single-precision series.

use super::{Precision, Real, Table};
use std::sync::Arc;

macro_rules! scalar {
    ($type:ty, $precision:expr) => {
        impl Real for $type {
            type Mask = bool;

            #[inline(always)]
            fn constant(value: f64) -> Self {
                value as $type
            }
            #[inline(always)]
            fn precision() -> Precision {
                $precision
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$type>::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$type>::abs(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                <$type>::floor(self)
            }
            #[inline(always)]
            fn entry(self, table: &Arc<Table>, column: usize) -> Self {
                table.entry(column, self as f64) as $type
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                <$type>::mul_add(self, factor, term)
            }
            #[inline(always)]
            fn less(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn less_equal(self, other: Self) -> bool {
                self <= other
            }
            #[inline(always)]
            fn select(mask: bool, yes: Self, no: Self) -> Self {
                if mask { yes } else { no }
            }
            crate::num::elementary::elementary_functions!();
        }
    };
}

/// Returns the number, or the one NaN that results have: which of the many an operation gives, and its sign, is up to a
/// processor.
pub fn with_one_nan(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { x }
}

scalar!(f64, Precision::Double);
scalar!(f32, Precision::Single);

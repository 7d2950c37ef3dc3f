//! Products of rotations near the identity.

use crate::lie::UnitQuaternion;
use crate::num::Real;

/// Returns e1 e2 - 1 from e1 - 1 and e2 - 1, without loss of digits where both are small.
pub(super) fn product_minus_one<R: Real>(first: UnitQuaternion<R>, second: UnitQuaternion<R>) -> UnitQuaternion<R> {
    let both = first.multiply(second);
    UnitQuaternion { w: first.w + second.w + both.w, v: first.v + second.v + both.v }
}

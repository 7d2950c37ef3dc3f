//! R^3 x SO(3), (15)-(17) of \[1\]: position in the world frame and orientation, composed separately.

use super::{Product, Translation, UnitQuaternion};

/// Position of the centre of mass in the world frame (m) and orientation `world_from_body`. Its
/// tangent vectors are (velocity in the world frame, angular velocity in the body frame).
pub type Pose<R, Q = UnitQuaternion<R>> = Product<Translation<R>, Q>;

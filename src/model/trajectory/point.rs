//! Where a trajectory is.

/// Says where a trajectory is at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryPoint<R> {
    /// m or rad.
    pub position: R,
    /// m/s or rad/s.
    pub velocity: R,
    /// m/s^2 or rad/s^2.
    pub acceleration: R,
}

//! What forces, joints, constraints and outputs act on and look at.

/// Names a frame that a joint, a force, a constraint or an output refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameRef {
    /// The world, which always exists and does not move.
    Ground,
    /// The frame of the body of that number, in its centre of mass.
    Body(usize),
}

impl FrameRef {
    /// Returns the number of the body that the frame belongs to, if it is one.
    pub fn body(self) -> Option<usize> {
        if let Self::Body(body) = self { Some(body) } else { None }
    }
}

/// Returns the numbers of the bodies that some frames belong to.
pub(super) fn bodies(frames: &[FrameRef]) -> Vec<usize> {
    frames.iter().filter_map(|frame| frame.body()).collect()
}

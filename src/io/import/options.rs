//! What an import is asked for.

/// Says how the root of a robot is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The root is part of the ground.
    Fixed,
    /// The root moves freely.
    Floating,
}

/// Says what becomes of joints that mimic others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mimics {
    /// Constraints make the joints follow.
    Coupled,
    /// The joints move freely.
    Free,
}

/// Holds what an import is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions {
    /// How the root is held; if not given, fixed, or floating where no joint moves.
    pub base: Option<Base>,
    /// What becomes of joints that mimic others.
    pub mimics: Mimics,
    /// Whether limits become stops of joints.
    pub stops: bool,
}

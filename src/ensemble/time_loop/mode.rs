//! What an attempt of a step is for.

/// What the next attempt of a member is for. The indices are the codes of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// An attempt to look at the initial state: a step of no length.
    Start,
    /// An attempt to make a step.
    Step,
    /// An attempt to see the end of a part of an accepted step.
    Part,
    /// The mode to go on within a part of which both ends are known; on the way to another mode, no attempt itself.
    Search,
    /// The mode to go on within an accepted step all of whose parts are done; on the way to another mode, no attempt
    /// itself.
    Inside,
    /// An attempt to find a zero of an event, or of the rate of an output, within a part.
    Locate,
    /// An attempt to see the state at the zero of an event.
    Found,
    /// An attempt to see the state at a time of sampling within an accepted step.
    Sample,
    /// An attempt to make an accepted step after something happened within it.
    Commit,
    /// No member.
    Idle,
}

impl Mode {
    /// All modes with their names in kernels, in the order of their codes.
    pub const ALL: &'static [(&'static str, Mode)] = &[
        ("START", Mode::Start),
        ("STEP", Mode::Step),
        ("PART", Mode::Part),
        ("SEARCH", Mode::Search),
        ("INSIDE", Mode::Inside),
        ("LOCATE", Mode::Locate),
        ("FOUND", Mode::Found),
        ("SAMPLE", Mode::Sample),
        ("COMMIT", Mode::Commit),
        ("IDLE", Mode::Idle),
    ];
}

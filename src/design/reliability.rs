//! What a reliability study asks: when a member fails, and by which methods the probability of that is found.

use crate::model::Expr;

/// Says what the probability is of, and how it is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Reliability {
    /// The condition, as the scenario says it.
    pub text: String,
    /// How limit states make a failure.
    pub failure: System,
    /// The comparisons of the condition.
    pub limit_states: Vec<LimitState>,
    /// The methods, in the order of [`ReliabilityMethod::ALL`].
    pub methods: Vec<ReliabilityMethod>,
    /// Starts of the search for design points, for each limit state.
    pub starts: u64,
    /// Members of importance sampling.
    pub importance: u64,
    /// Members that are drawn from the distributions themselves.
    pub random: u64,
    /// Settings of subset simulation.
    pub subset: SubsetSettings,
    /// What members count as that fail to have a value.
    pub failed: FailedMembers,
    /// The seed of random numbers.
    pub seed: u64,
}

impl Reliability {
    /// Tells whether a method is asked for.
    pub fn asks(&self, method: ReliabilityMethod) -> bool {
        self.methods.contains(&method)
    }
}

/// A comparison: what is on its two sides, and when it is met.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitState {
    /// The comparison as text.
    pub text: String,
    /// What is positive where members are safe, over all parameters, the time and all output components: one side less the other.
    pub margin: Expr,
    /// Whether members fail at zero, too.
    pub at_zero: bool,
}

/// A condition made of limit states.
#[derive(Clone, Debug, PartialEq)]
pub enum System {
    /// The limit state of that number.
    Limit(usize),
    /// A parallel system, which fails where all parts do.
    All(Vec<System>),
    /// A series system, which fails where a part does.
    Any(Vec<System>),
}

impl System {
    /// Returns a figure of the system: that of a limit state, the least one of a series system, the largest one of a
    /// parallel one.
    pub fn combine(&self, of: &impl Fn(usize) -> f64) -> f64 {
        match self {
            System::Limit(k) => of(*k),
            System::All(parts) => parts.iter().map(|part| part.combine(of)).fold(f64::NEG_INFINITY, f64::max),
            System::Any(parts) => parts.iter().map(|part| part.combine(of)).fold(f64::INFINITY, f64::min),
        }
    }

    /// Tells whether a member fails, by which limit states are passed; nothing where one without a value decides.
    pub fn fails(&self, of: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        let joined = |parts: &[System], decides: bool| {
            let found: Vec<Option<bool>> = parts.iter().map(|part| part.fails(of)).collect();
            if found.contains(&Some(decides)) {
                Some(decides)
            } else if found.contains(&None) {
                None
            } else {
                Some(!decides)
            }
        };
        match self {
            System::Limit(k) => of(*k),
            System::All(parts) => joined(parts, false),
            System::Any(parts) => joined(parts, true),
        }
    }
}

/// Names a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReliabilityMethod {
    /// The first-order method: half spaces at design points.
    Form,
    /// The second-order method: the curvatures of limit states at design points as well.
    Sorm,
    /// Importance sampling around design points.
    Importance,
    /// Subset simulation.
    Subset,
    /// Members that are drawn from the distributions themselves.
    Random,
}

impl ReliabilityMethod {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("form", Self::Form),
        ("sorm", Self::Sorm),
        ("importance", Self::Importance),
        ("subset", Self::Subset),
        ("random", Self::Random),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }

    /// Tells whether the method needs design points.
    pub fn needs_points(self) -> bool {
        matches!(self, Self::Form | Self::Sorm | Self::Importance)
    }
}

/// Says how subset simulation goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubsetSettings {
    /// Members of each level of a repeat.
    pub members: u64,
    /// The share of the members of a level that the next one begins with.
    pub level: f64,
    /// Independent repeats.
    pub repeats: u64,
}

/// Says what a member counts as that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedMembers {
    /// The study is refused.
    Refuse,
    /// A failure.
    Failure,
    /// A safe member.
    Safe,
}

impl FailedMembers {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("refuse", Self::Refuse), ("failure", Self::Failure), ("safe", Self::Safe)];
}

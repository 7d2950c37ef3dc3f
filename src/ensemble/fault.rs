//! What can go wrong with a device in the middle of a run, and what was done about it.

use serde::{Deserialize, Serialize};

/// What went wrong with a backend. A member's failure is no fault, see [`super::Outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The device is gone: reset, unplugged, or its driver has given up.
    DeviceLost,
    /// The memory of the device does not suffice.
    OutOfMemory,
    /// The device did not finish within the time limit.
    Hung,
    /// The driver refuses a call.
    Validation,
    /// The driver left members that were well before their end.
    StepsDropped,
    /// Many members are not finite, and the CPU says otherwise of those that it computed again.
    #[serde(rename = "non_finite_storm")]
    SuspiciousFailures,
    /// Any other failure.
    Failed,
    /// What was asked for cannot be: the same on every try, so there is none.
    Refused,
    /// Nobody wants the rest of the members any more.
    Stopped,
}

impl Fault {
    /// Says whether another try is of no use.
    pub fn is_final(self) -> bool {
        matches!(self, Fault::Refused | Fault::Stopped)
    }

    /// Says whether the device has to be opened again before it can compute.
    pub fn ends_device(self) -> bool {
        matches!(self, Fault::DeviceLost | Fault::Hung)
    }
}

/// What was done about a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The chunk was computed again on the same device, and that was well.
    Retried,
    /// The chunk was cut into halves, and so are later ones.
    Halved,
    /// The second try failed as well: the chunk was computed by the fallback.
    Moved,
}

/// A fault of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The first and the last member that it concerns.
    pub members: [u64; 2],
    /// The description of the backend.
    pub device: String,
    /// What went wrong.
    pub fault: Fault,
    /// A message on what went wrong.
    pub what: String,
    /// What was done about the fault.
    pub action: Action,
    /// True where the device got no further chunks.
    #[serde(rename = "device_retired")]
    pub retired: bool,
}

impl std::fmt::Display for FaultRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { members: [first, last], what, .. } = self;
        write!(f, "members {first} to {last}: {what}; ")?;
        f.write_str(match self.action {
            Action::Retried => "they were computed again on the same device",
            Action::Halved => "fewer members are computed at a time",
            Action::Moved => "they were computed on the CPU",
        })?;
        f.write_str(if self.retired { "; the device gets no more" } else { "" })
    }
}

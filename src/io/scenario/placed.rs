//! Where in a scenario lies what makes no study.

use super::keys::Keys;
use super::mechanism;
use crate::ensemble::{SamplingError, StartError, StepSequenceError, StudyError};
use crate::model::{Inconsistent, Invalid, Section};

/// Says where in a scenario lies what makes no study.
pub(super) fn placed(root: &Keys<'_>, e: StudyError) -> Invalid {
    let message = e.to_string();
    match e {
        StudyError::NothingSampled => root.invalid("sampling", message),
        StudyError::Sampling(SamplingError::AfterEnd { .. }) => root.invalid("sampling.at", message),
        StudyError::Sampling(SamplingError::TooMany { .. }) => root.invalid("sampling.every", message),
        StudyError::Steps(StepSequenceError::Duration(_)) => root.invalid("method.duration", message),
        StudyError::Steps(StepSequenceError::Tolerance { which, .. }) => {
            let key = format!("method.{which}_tolerance");
            root.invalid(if root.has_path(&key) { &key } else { "method.tolerance" }, message)
        }
        StudyError::Steps(StepSequenceError::Limit { which, .. }) => {
            root.invalid(&format!("method.{which}_step"), message)
        }
        StudyError::MovingTimes(_) | StudyError::TwiceAtSide(..) => root.invalid("sensitivity.second", message),
        StudyError::Extrapolation(_) => root.invalid("method.order", message),
        StudyError::MovingJump { .. } | StudyError::JumpingSide(_) | StudyError::MovingInstants { .. } => {
            root.invalid("sensitivity.parameters", message)
        }
        StudyError::Switched { part: (table, at), .. } => {
            mechanism::placed(root, Inconsistent { part: (table, at, "name"), message })
        }
        StudyError::Unset { event, .. } => {
            mechanism::placed(root, Inconsistent { part: ("event", event, "set"), message })
        }
        StudyError::TooManyEvents(_) => root.invalid("event", message),
        StudyError::Unsupported(_) => root.invalid("method.integrator", message),
        StudyError::Undetermined(inconsistent) | StudyError::Jump(inconsistent) => {
            mechanism::placed(root, inconsistent)
        }
        StudyError::Start(StartError { part: Some(part), .. }) => {
            mechanism::placed(root, Inconsistent { part, message })
        }
        StudyError::Start(_) => root.invalid("method.formulation", message),
        _ => root.invalid("method.step", message),
    }
}

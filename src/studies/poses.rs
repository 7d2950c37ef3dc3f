//! How the bodies of one member move: the member is computed again.

use super::common::SAMPLES;
use crate::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth};
use crate::ensemble::{Backend as _, BackendError, Members, Outcome, Sampling, StepSequenceError, Study, StudyError};

/// Numbers of a pose: the position of the centre of mass, m, and the unit quaternion world from body, scalar first.
pub const NUMBERS: usize = 7;

/// Holds how the bodies of one member move.
#[derive(Clone, Debug)]
pub struct Poses {
    /// How the member ended; the poses are those until then.
    pub outcome: Outcome,
    /// The times, s, in order.
    pub times: Vec<f64>,
    /// Time by time, body by body, the [`NUMBERS`] of each pose, world frame.
    pub numbers: Vec<f64>,
}

/// Says why there are no poses.
#[derive(Debug, thiserror::Error)]
pub enum PosesError {
    /// The plan has no such member.
    #[error("found member {member}; accepted: 0 to {}", members - 1)]
    NoMember {
        /// What was asked for.
        member: u64,
        /// How many there are.
        members: u64,
    },
    /// The steps of the member do not fit its duration.
    #[error(transparent)]
    Steps(#[from] StepSequenceError),
    /// The member cannot be looked at.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The member cannot be computed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// Computes a member of a study again, and returns the poses of its bodies: at so many times beside the start, equally far apart,
/// or as the study is sampled.
///
/// # Errors
/// Where there is no such member, or it cannot be computed; that it fails is its outcome.
pub fn poses(study: &Study, member: u64, samples: Option<u32>) -> Result<Poses, PosesError> {
    let members = study.plan().members();
    if member >= members {
        return Err(PosesError::NoMember { member, members });
    }
    let mechanism = study.mechanism.clone().with_poses();
    let count = NUMBERS * mechanism.bodies.len();
    let observed = Study::new(mechanism, study.method.clone(), None, study.plan().clone())?;
    let drawn = Members::draw(&observed, member, 1);
    let mut parameters = Vec::new();
    observed.parameters(&drawn.row(0), &mut parameters);
    let sampling = match (samples, &study.sampling) {
        (None, Some(sampling)) => sampling.clone(),
        _ => Sampling::Every(
            observed.step_sequence(&parameters)?.duration() / f64::from(samples.unwrap_or(SAMPLES).max(1)),
        ),
    };
    let observed = observed.sampled(Some(sampling));
    // computed as a run computes it
    let backend = CpuBackend::new(Some(1), LaneWidth::for_study(&observed))?.with_arithmetic(Arithmetic::fastest());
    let chunk = backend.run(&observed, drawn)?;
    let first = observed.sampled_channels().len() - count;
    let numbers = chunk.samples.values.each_row().flat_map(|row| row[first..].to_vec()).collect();
    Ok(Poses { outcome: chunk.outcomes[0], times: chunk.samples.rows.iter().map(|(_, time)| *time).collect(), numbers })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};
    use std::path::Path;

    fn scenario(name: &str) -> Scenario {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name);
        Scenario::read(&path, Overrides::default()).unwrap()
    }

    #[test]
    fn the_last_pose_is_the_end_of_a_run() {
        // the centre of mass is an output of both; the second is in absolute coordinates
        for (name, output) in [("heavy_top_sweep.toml", "com.x"), ("heavy_top_constrained.toml", "com.x")] {
            let study = scenario(name).study;
            let Ok(found) = poses(&study, 0, Some(50)) else { panic!("{name}") };
            let bodies = study.mechanism.bodies.len();
            assert_eq!((found.times.len(), found.numbers.len()), (51, 51 * NUMBERS * bodies), "{name}");
            let backend = CpuBackend::new(Some(1), LaneWidth::for_study(&study)).unwrap();
            let run = backend.with_arithmetic(Arithmetic::fastest()).run(&study, Members::draw(&study, 0, 1)).unwrap();
            let column = study.mechanism.columns().iter().position(|(name, _)| name == output).unwrap();
            let last = &found.numbers[50 * NUMBERS * bodies..];
            let end = run.outputs.value(0, column);
            assert!((last[0] - end).abs() < 1e-14, "{name}: {} {end}", last[0]);
            for pose in found.numbers.chunks_exact(NUMBERS) {
                let length: f64 = pose[3..].iter().map(|x| x * x).sum();
                assert!((length - 1.0).abs() < 1e-12 && pose[3] >= 0.0, "{name}: {pose:?}");
            }
        }
    }

    #[test]
    fn a_member_that_is_not_there_is_refused() {
        let study = scenario("heavy_top_sweep.toml").study;
        let error = poses(&study, 16384, None).unwrap_err();
        assert_eq!(error.to_string(), "found member 16384; accepted: 0 to 16383");
    }
}

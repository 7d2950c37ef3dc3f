//! Outputs that no method can get wrong.

use super::reference::base_formulation;
use super::{Candidate, Reference, Resolution, Series, Target};
use crate::ensemble::{Backend, BackendError};
use crate::integrator::{self, Integrator};

/// Errors below this part of the outputs are rounding.
const ROUNDING: f64 = 1e-11;

/// Outputs (SI) that are as good as zero.
const ZERO: f64 = 1e-12;

/// Steps of a run from which the coarsest one is sought that completes.
const STEPS: [u32; 3] = [8, 64, 512];

/// Tells whether constraints or a symmetry of the mechanism fix the outputs: no point has an error, nor has the method
/// of the lowest order at long steps.
///
/// # Errors
/// Where the backend fails.
pub fn is_fixed(
    target: &Target,
    backend: &dyn Backend,
    reference: &Reference,
    series: &[Series],
) -> Result<bool, BackendError> {
    let size = reference.solution.size();
    let rounding = if size <= ZERO { ZERO } else { ROUNDING * size };
    let mut errors = series.iter().flat_map(|s| &s.points).filter_map(|p| p.error).peekable();
    if errors.peek().is_none() || errors.any(|error| error > rounding) || reference.error > rounding {
        return Ok(false);
    }
    let mut ranked: Vec<&'static Integrator> = integrator::ALL.to_vec();
    ranked.sort_by_key(|i| i.order);
    for integrator in ranked {
        let formulation = base_formulation(target);
        let candidate = Candidate { integrator, formulation, resolutions: Vec::new(), thrifty: false };
        for steps in STEPS {
            let Ok(study) = candidate.study(target, Resolution::Step(target.duration() / f64::from(steps))) else {
                break;
            };
            let run = target.run(&study, backend, 1)?;
            if let Some(error) = run.solution.and_then(|found| target.error(&found, &reference.solution)) {
                return Ok(error <= rounding);
            }
        }
    }
    Ok(false)
}

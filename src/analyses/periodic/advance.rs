//! What coordinates grow by in a period where joints turn on.

use super::Advance;
use crate::ensemble::{Study, StudyError};
use std::f64::consts::TAU;

/// Returns what coordinates grow by where joints turn on.
pub(super) fn advances(study: &Study, advance: &[Advance]) -> Result<Vec<f64>, StudyError> {
    let layout = study.layout();
    let mut all = vec![0.0; layout.coordinate_count()];
    if advance.is_empty() {
        return Ok(all);
    }
    let parameters = study.mechanism.defaults();
    let (q, v) = study.formulated().initial(&study.mechanism, &parameters);
    let system = study.formulated().system(&study.mechanism, &parameters);
    let angle = |q: &[f64], joint: usize| system.joints(0.0, q, &v)[joint].coordinates.first().copied();
    for Advance { joint, turns } in advance {
        let Some(before) = angle(&q, *joint) else {
            let name = &study.mechanism.joints[*joint].name;
            return Err(StudyError::Analysis(format!("the joint {name:?} has no angle that turns")));
        };
        // a coordinate that is the angle, or what it is nearest to where it follows from the positions of bodies
        let vectors = layout.places().flat_map(|place| place.q..place.q + place.factor.vector_count());
        for i in vectors.chain(layout.angles()) {
            let mut moved = q.clone();
            moved[i] += TAU;
            if angle(&moved, *joint).is_some_and(|after| (after - before - TAU).abs() < 1e-9) {
                all[i] = turns * TAU;
            }
        }
    }
    Ok(all)
}

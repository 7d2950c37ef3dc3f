//! What a study says of how its runs begin: bodies that overlap, mechanisms without freedom, a base that jumps.

use super::{Study, StudyError};
use crate::formulation::Formulated;
use crate::model::Inconsistent;

/// Bodies overlap that do so by more than this, m.
const OVERLAP: f64 = 1e-9;

impl Study {
    /// Checks that a base that tells joint coordinates its accelerations alone has no others in a run of that duration, s, at the
    /// default values.
    ///
    /// # Errors
    /// When it jumps, or its velocity does.
    pub(super) fn check_base(&self, duration: f64) -> Result<(), StudyError> {
        let base = self.mechanism.base.as_ref().filter(|_| matches!(self.constraints.formulated, Formulated::Joint(_)));
        let jump = base.and_then(|base| base.jump(&self.mechanism.defaults(), duration).map(|jump| (base, jump)));
        jump.map_or(Ok(()), |(base, jump)| {
            let key = if base.poses.is_some() { "poses" } else { jump.key() };
            Err(StudyError::Jump(Inconsistent { part: ("base", 0, key), message: jump.to_string() }))
        })
    }

    /// Names contacts whose bodies overlap at the start, at the default values.
    pub(super) fn advice_on_overlaps(&self) -> Vec<String> {
        if !self.mechanism.forces.iter().any(|force| force.is_contact()) {
            return Vec::new();
        }
        let parameters = self.mechanism.defaults();
        let (mut q, mut v) = self.constraints.formulated.initial(&self.mechanism, &parameters);
        if self.is_implicit()
            && let Ok(found) = self.starts().positions_and_velocities(&parameters)
        {
            (q, v) = found;
        }
        let system = self.constraints.formulated.system(&self.mechanism, &parameters);
        let overlaps = system.overlaps(0.0, (&q, &v)).into_iter().filter(|(_, depth)| *depth > OVERLAP);
        let names = self.mechanism.events.iter().filter_map(|event| Some((event.contact?, &event.name)));
        let names: Vec<(usize, &String)> = names.collect();
        let note = |(force, depth): (usize, f64)| {
            let name = names.iter().find(|(of, _)| *of == force)?.1;
            Some(format!(
                "the bodies of the contact {name:?} overlap by {depth:.3e} m at the start, where the contact pushes them apart from the first \
                 step on: bodies that begin as they touch have a depth of zero, and those that rest on each other the depth that carries them"
            ))
        };
        overlaps.filter_map(note).collect()
    }

    /// Says that nothing moves.
    pub(super) fn advice_on_freedom(&self) -> Option<String> {
        self.constraints.report.as_ref().filter(|report| report.rests).map(|_| {
            "the constraints leave no degree of freedom: nothing moves, and reactions are those that hold the mechanism at rest".into()
        })
    }
}

//! Modes as a backend: in place of integrating members.

use super::of_member::{Mode, ModesOfMember, NoModes};
use crate::ensemble::{Backend, MemberWatch, Modes, Outcome, Study};
use crate::studies::per_member::{Numbered, PerMember};

/// Returns the backend that finds the modes of members, which are followed from those at the default values of the parameters.
pub(super) fn backend(modes: Modes, reference: &ModesOfMember) -> impl Backend + use<> {
    let reference: Vec<Mode> = reference.modes.iter().take(modes.count).cloned().collect();
    let find = move |study: &Study, members: &[Numbered], _: &MemberWatch| {
        let of = |(_, parameters): &Numbered| match ModesOfMember::new(study, &modes, parameters) {
            Ok(found) => (Outcome::Completed, columns(&found, &reference)),
            Err(NoModes::NoStart(_)) => (Outcome::NotAssembled, vec![f64::NAN; study.channel_count()]),
            Err(NoModes::NotFound) => (Outcome::NonFinite, vec![f64::NAN; study.channel_count()]),
        };
        Some(members.iter().map(of).collect())
    };
    PerMember::new("CPU, eigenvalues of the linearised equations", 1, find)
}

/// Returns frequency and damping of every mode; missing where there are fewer.
fn columns(found: &ModesOfMember, reference: &[Mode]) -> Vec<f64> {
    let of = |mode: Option<&Mode>| mode.map_or([f64::NAN; 2], |mode| [mode.frequency(), mode.damping()]);
    found.followed_from(reference).into_iter().flat_map(of).chain([found.unbalanced, found.unsteady]).collect()
}

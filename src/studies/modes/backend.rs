//! Modes as a backend: in place of integrating members.

use super::of_member::{Mode, ModesOfMember, NoModes};
use crate::ensemble::{Backend, MemberWatch, Modes, Outcome, Study};
use crate::linalg::Complex;
use crate::studies::per_member::{Numbered, PerMember, chunk_of};

/// Returns the backend that finds the modes of members by the equations of motion of the study `near`, which are followed from those at the
/// default values of the parameters.
pub(in crate::studies) fn backend(near: Study, modes: Modes, reference: &ModesOfMember) -> impl Backend + use<> {
    let reference = reference.clone();
    let find = move |study: &Study, members: &[Numbered], _: &MemberWatch| {
        let of = |(_, parameters): &Numbered| match columns((&near, study), &modes, parameters, &reference) {
            Ok(columns) => (Outcome::Completed, columns),
            Err(NoModes::NoStart(_)) => (Outcome::NotAssembled, vec![f64::NAN; study.channel_count()]),
            Err(NoModes::NotFound) => (Outcome::NonFinite, vec![f64::NAN; study.channel_count()]),
        };
        Some(chunk_of(study, members.iter().map(of).collect()))
    };
    PerMember::new("CPU, eigenvalues of the linearised equations", 1, find)
}

/// Returns frequency and damping of every mode, missing where there are fewer, and what tells of the state, then derivatives.
fn columns(
    (near, study): (&Study, &Study),
    modes: &Modes,
    parameters: &[f64],
    reference: &ModesOfMember,
) -> Result<Vec<f64>, NoModes> {
    let linear = near.linearised(modes, parameters).map_err(NoModes::NoStart)?;
    let found = ModesOfMember::of(&linear, modes.count)?;
    let growth = found.growth.unwrap_or(f64::NAN);
    let of_state = [found.unbalanced, found.unsteady, growth, found.rigid_motions as f64];
    let followed = found.followed_from(reference, modes.count);
    let of = |mode: &Option<&Mode>| mode.map_or([f64::NAN; 2], |mode| [mode.frequency(), mode.damping()]);
    let mut columns: Vec<f64> = followed.iter().flat_map(of).chain(of_state).collect();
    let derivatives = study.derivatives();
    if derivatives.is_empty() {
        return Ok(columns);
    }
    columns.resize(study.channel_count(), f64::NAN);
    let exponents_of = |modes: &[&Mode]| modes.iter().map(|mode| mode.exponent).collect::<Vec<Complex<f64>>>();
    let has_slopes = |mode: &&Mode| mode.frequency() > 0.0;
    let there: Vec<&Mode> = followed.iter().copied().flatten().filter(has_slopes).collect();
    let all = exponents_of(&found.modes.iter().collect::<Vec<_>>());
    let by = study.mechanism.differentiated_by_parameters();
    let slopes = near.exponent_slopes(modes, (parameters, &linear, by), (&exponents_of(&there), &all));
    for (column, of) in derivatives {
        let (mode, which) = (of.column / 2, of.column % 2);
        if let Some(mode) = followed[mode].filter(has_slopes) {
            let k = there.iter().position(|other| std::ptr::eq(*other, mode)).expect("a mode that is followed");
            let slope = mode.slopes(slopes[of.by][k])[which];
            columns[*column] = if slope.is_finite() { slope } else { f64::NAN };
        }
    }
    Ok(columns)
}

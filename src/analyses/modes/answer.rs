//! Modes as an analysis of members.

use super::near::NearStarts;
use super::of_member::{Mode, ModesOfMember, NoModes};
use crate::ensemble::{Analysis, Chunk, MemberWatch, Numbered, Outcome, Study, chunk_of};
use crate::linalg::Complex;

/// Finds the modes of members, which are followed from those of another one.
#[derive(Debug)]
pub struct FollowedModes {
    /// The equations of motion near starts.
    pub near: NearStarts,
    /// The modes that are followed, of the default values of the parameters.
    pub reference: ModesOfMember,
}

impl Analysis for FollowedModes {
    fn description(&self) -> &'static str {
        "CPU, eigenvalues of the linearised equations"
    }

    fn batch(&self) -> usize {
        1
    }

    fn answer(&self, study: &Study, members: &[Numbered], _: &MemberWatch) -> Option<Chunk> {
        let of = |(_, parameters): &Numbered| match columns((&self.near, study), parameters, &self.reference) {
            Ok(columns) => (Outcome::Completed, columns),
            Err(NoModes::NoStart(_)) => (Outcome::NotAssembled, vec![f64::NAN; study.channel_count()]),
            Err(NoModes::NotFound) => (Outcome::NonFinite, vec![f64::NAN; study.channel_count()]),
        };
        Some(chunk_of(study, members.iter().map(of).collect()))
    }
}

/// Returns frequency and damping of every mode, missing where there are fewer, and what tells of the state, then derivatives.
fn columns(
    (near, study): (&NearStarts, &Study),
    parameters: &[f64],
    reference: &ModesOfMember,
) -> Result<Vec<f64>, NoModes> {
    let linear = near.linearised(parameters).map_err(NoModes::NoStart)?;
    let found = ModesOfMember::of(&linear, near.asked.count)?;
    let growth = found.growth.unwrap_or(f64::NAN);
    let of_state = [found.unbalanced, found.unsteady, growth, found.rigid_motions as f64];
    let followed = found.followed_from(reference, near.asked.count);
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
    let slopes = near.exponent_slopes((parameters, &linear, by), (&exponents_of(&there), &all));
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

//! Modes as a backend: in place of integrating members.

use super::of_member::{Mode, ModesOfMember, NoModes};
use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, Modes, Outcome, Study};
use std::thread;

/// Finds the modes of members, chunk by chunk on all cores.
#[derive(Debug)]
pub(super) struct ModesBackend {
    modes: Modes,
    /// The modes at the default values of the parameters, which those of members are followed from.
    reference: Vec<Mode>,
    watch: MemberWatch,
}

impl ModesBackend {
    pub(super) fn new(modes: Modes, reference: &ModesOfMember) -> Self {
        let reference = reference.modes.iter().take(modes.count).cloned().collect();
        Self { modes, reference, watch: MemberWatch::default() }
    }

    /// Returns the outcome of a member, and its columns.
    fn member(&self, study: &Study, varied: &[f64]) -> (Outcome, Vec<f64>) {
        let failed = |outcome| (outcome, vec![f64::NAN; study.channel_count()]);
        let mut parameters = Vec::new();
        study.parameters(varied, &mut parameters);
        if let Err(outcome) = study.member_step_sequence(&parameters) {
            return failed(outcome);
        }
        match ModesOfMember::new(study, &self.modes, &parameters) {
            Ok(found) => (Outcome::Completed, self.columns(&found)),
            Err(NoModes::NoStart(_)) => failed(Outcome::NotAssembled),
            Err(NoModes::NotFound) => failed(Outcome::NonFinite),
        }
    }

    /// Returns frequency and damping of every mode; missing where there are fewer.
    fn columns(&self, found: &ModesOfMember) -> Vec<f64> {
        let mut columns: Vec<f64> = (found.followed_from(&self.reference).into_iter())
            .flat_map(|mode| mode.map_or([f64::NAN; 2], |mode| [mode.frequency(), mode.damping()]))
            .collect();
        columns.resize(2 * self.modes.count, f64::NAN);
        columns.push(found.unbalanced);
        columns
    }
}

impl Backend for ModesBackend {
    fn description(&self) -> String {
        "CPU, eigenvalues of the linearised equations".into()
    }
    fn chunk_size(&self) -> usize {
        64
    }
    fn in_flight(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut all = Vec::with_capacity(members.count);
        for place in 0..members.count {
            if self.watch.is_stopped() {
                return Err(BackendError::stopped());
            }
            self.watch.begun();
            all.push(self.member(study, members.row(place)));
            self.watch.ended();
        }
        let mut chunk = Chunk::new(members, study.channel_count());
        for (place, (outcome, columns)) in all.into_iter().enumerate() {
            chunk.outcomes[place] = outcome;
            let first = place * columns.len();
            chunk.outputs[first..first + columns.len()].copy_from_slice(&columns);
        }
        Ok(chunk)
    }
}

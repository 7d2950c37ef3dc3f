//! Paths of equilibria as a backend: in place of integrating members.

use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, Outcome, StaticPath, Statics, Study};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;

/// The paths that have been found, by the numbers of their members.
pub(super) type Paths = Arc<Mutex<BTreeMap<u64, StaticPath>>>;

/// Follows the equilibria of members, chunk by chunk on all cores.
#[derive(Debug)]
pub(super) struct StaticsBackend {
    statics: Statics,
    paths: Paths,
    watch: MemberWatch,
}

impl StaticsBackend {
    pub(super) fn new(statics: Statics, paths: Paths) -> Self {
        Self { statics, paths, watch: MemberWatch::default() }
    }

    /// Returns the outcome of a member, and its columns.
    fn member(&self, study: &Study, number: u64, varied: &[f64]) -> (Outcome, Vec<f64>) {
        let mut parameters = Vec::new();
        study.parameters(varied, &mut parameters);
        if let Err(outcome) = study.member_step_sequence(&parameters) {
            return (outcome, vec![f64::NAN; study.channel_count()]);
        }
        let path = study.static_path(&self.statics, &parameters);
        let columns = match path.outcome {
            Outcome::Completed => study.static_columns(&path, &parameters),
            _ => vec![f64::NAN; study.channel_count()],
        };
        let outcome = path.outcome;
        self.paths.lock().expect("no other thread panicked").insert(number, path);
        (outcome, columns)
    }
}

impl Backend for StaticsBackend {
    fn description(&self) -> String {
        "CPU, equilibria along the path of loads".into()
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
            all.push(self.member(study, members.first + place as u64, members.row(place)));
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

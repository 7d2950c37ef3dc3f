//! Periodic motions as a backend: in place of integrating members.

use crate::ensemble::{Backend, BackendError, Chunk, MemberWatch, Members, PeriodicMotions, PeriodicResult, Study};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;

/// The members of a chunk.
const CHUNK: usize = 64;

/// The motions that have been found, by the numbers of their members.
pub(super) type Found = Arc<Mutex<BTreeMap<u64, (Vec<f64>, PeriodicResult)>>>;

/// Finds the periodic motions of members, chunk by chunk on all cores, and keeps them.
#[derive(Debug)]
pub(super) struct PeriodicBackend {
    pub motions: PeriodicMotions,
    pub found: Found,
    pub watch: MemberWatch,
}

impl Backend for PeriodicBackend {
    fn description(&self) -> String {
        "CPU, Newton's method on periods".into()
    }
    fn chunk_size(&self) -> usize {
        CHUNK
    }
    fn in_flight(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut chunk = Chunk::new(members, study.channel_count());
        for first in (0..chunk.members.count).step_by(CHUNK) {
            let places: Vec<usize> = (first..(first + CHUNK).min(chunk.members.count)).collect();
            let of = |place: &usize| {
                let mut parameters = Vec::new();
                study.parameters(chunk.members.row(*place), &mut parameters);
                parameters
            };
            let parameters: Vec<Vec<f64>> = places.iter().map(of).collect();
            places.iter().for_each(|_| self.watch.begun());
            let found = self.motions.of(&parameters, &|| self.watch.is_stopped()).ok_or_else(BackendError::stopped)?;
            let part = self.motions.over_period(&parameters, &found);
            chunk.replace(&places, part);
            let mut all = self.found.lock().expect("no other thread panicked");
            for ((place, parameters), result) in places.iter().zip(parameters).zip(found) {
                all.insert(chunk.members.first + *place as u64, (parameters, result));
            }
            places.iter().for_each(|_| self.watch.ended());
        }
        Ok(chunk)
    }
}

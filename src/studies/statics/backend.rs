//! Paths of equilibria as a backend: in place of integrating members.

use crate::ensemble::{Backend, MemberWatch, StaticPath, Statics, Study};
use crate::studies::per_member::{CHUNK, Numbered, PerMember, chunk_of};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The paths that have been found, by the numbers of their members.
pub(in crate::studies) type Paths = Arc<Mutex<BTreeMap<u64, StaticPath>>>;

/// Returns the backend that follows the equilibria of members, and keeps their paths.
pub(in crate::studies) fn backend(statics: Statics, paths: Paths) -> impl Backend {
    let find = move |study: &Study, members: &[Numbered], watch: &MemberWatch| {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let found = study.static_paths(&statics, &parameters, &|| watch.is_stopped())?;
        let mut paths = paths.lock().expect("no other thread panicked");
        let of = |(path, (number, parameters)): (StaticPath, &Numbered)| {
            let outcome = path.outcome;
            let columns = match outcome {
                outcome if outcome.has_outputs() => study.static_columns(&path, parameters),
                _ => vec![f64::NAN; study.channel_count()],
            };
            paths.insert(*number, path);
            (outcome, columns)
        };
        Some(chunk_of(study, found.into_iter().zip(members).map(of).collect()))
    };
    PerMember::new("CPU, equilibria along the path of loads", CHUNK, find)
}

//! Paths of equilibria as a backend: in place of integrating members.

use crate::ensemble::{Backend, Outcome, StaticPath, Statics, Study};
use crate::studies::per_member::PerMember;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The paths that have been found, by the numbers of their members.
pub(super) type Paths = Arc<Mutex<BTreeMap<u64, StaticPath>>>;

/// Returns the backend that follows the equilibria of members, and keeps their paths.
pub(super) fn backend(statics: Statics, paths: Paths) -> impl Backend {
    PerMember::new("CPU, equilibria along the path of loads", move |study: &Study, number, parameters: &[f64]| {
        let path = study.static_path(&statics, parameters);
        let columns = match path.outcome {
            Outcome::Completed => study.static_columns(&path, parameters),
            _ => vec![f64::NAN; study.channel_count()],
        };
        let outcome = path.outcome;
        paths.lock().expect("no other thread panicked").insert(number, path);
        (outcome, columns)
    })
}

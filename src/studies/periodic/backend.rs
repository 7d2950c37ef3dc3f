//! Periodic motions as a backend: in place of integrating members.

use crate::ensemble::{Backend, MemberWatch, PeriodicMotions, PeriodicResult, Study};
use crate::studies::per_member::{CHUNK, Numbered, PerMember};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The motions that have been found, by the numbers of their members, with the values of all parameters.
pub(super) type Found = Arc<Mutex<BTreeMap<u64, (Vec<f64>, PeriodicResult)>>>;

/// Returns the backend that finds the periodic motions of members, and keeps them.
pub(super) fn backend(motions: Arc<PeriodicMotions>, all: Found) -> impl Backend {
    let find = move |_: &Study, members: &[Numbered], watch: &MemberWatch| {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let found = motions.of(&parameters, &|| watch.is_stopped())?;
        let chunk = motions.over_period(&parameters, &found);
        let numbered =
            members.iter().zip(found).map(|((number, parameters), result)| (*number, (parameters.clone(), result)));
        all.lock().expect("no other thread panicked").extend(numbered);
        Some(chunk)
    };
    PerMember::new("CPU, Newton's method on periods", CHUNK, find)
}

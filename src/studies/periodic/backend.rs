//! Periodic motions as a backend: in place of integrating members.

use super::loads::Loads;
use crate::ensemble::{Backend, MemberWatch, PeriodicMotions, PeriodicOutcome, PeriodicResult, Study};
use crate::studies::per_member::{CHUNK, Numbered, PerMember};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The motions that have been found, by the numbers of their members, with the values of all parameters.
pub(super) type Found = Arc<Mutex<BTreeMap<u64, (Vec<f64>, PeriodicResult)>>>;

/// Why members have no motion of the period that is asked for, by their numbers.
pub(super) type Objections = Arc<Mutex<BTreeMap<u64, String>>>;

/// Returns the backend that finds the periodic motions of members, and keeps them, and why loads let some have none.
pub(super) fn backend(
    (motions, loads): (Arc<PeriodicMotions>, Loads),
    (all, objections): (Found, Objections),
) -> impl Backend {
    let find = move |_: &Study, members: &[Numbered], watch: &MemberWatch| {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let own: Vec<Option<String>> = parameters.iter().map(|parameters| loads.objection(parameters)).collect();
        let sound = parameters.iter().zip(&own).filter(|(_, objection)| objection.is_none());
        let sound: Vec<Vec<f64>> = sound.map(|(parameters, _)| parameters.clone()).collect();
        let mut of_sound = motions.of(&sound, &|| watch.is_stopped())?.into_iter();
        let invalid = || PeriodicResult { outcome: PeriodicOutcome::Invalid, points: Vec::new(), is_cut: false };
        let found: Vec<PeriodicResult> = own
            .iter()
            .map(|objection| objection.is_none().then(|| of_sound.next()).flatten().unwrap_or_else(invalid))
            .collect();
        let chunk = motions.over_period(&parameters, &found);
        let said = members.iter().zip(own).filter_map(|((number, _), objection)| Some((*number, objection?)));
        objections.lock().expect("no other thread panicked").extend(said);
        let numbered =
            members.iter().zip(found).map(|((number, parameters), result)| (*number, (parameters.clone(), result)));
        all.lock().expect("no other thread panicked").extend(numbered);
        Some(chunk)
    };
    PerMember::new("CPU, Newton's method on periods", CHUNK, find)
}

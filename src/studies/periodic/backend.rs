//! Periodic motions as a backend: in place of integrating members.

use super::loads::Loads;
use super::table::Motions;
use crate::ensemble::{Backend, Chunk, MemberWatch, PeriodicMotions, PeriodicOutcome, PeriodicResult, Study};
use crate::studies::per_member::{CHUNK, Numbered, PerMember, points_of};
use std::sync::Arc;

/// Returns the backend that finds the periodic motions of members, but where loads let some have none; their points are those of a table.
pub(super) fn backend(motions: Arc<PeriodicMotions>, loads: Loads, table: Motions) -> impl Backend {
    let find = move |_: &Study, members: &[Numbered], watch: &MemberWatch| {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let is_sound: Vec<bool> = parameters.iter().map(|own| loads.objection(own).is_none()).collect();
        let sound = parameters.iter().zip(&is_sound).filter(|(_, is_sound)| **is_sound);
        let sound: Vec<Vec<f64>> = sound.map(|(parameters, _)| parameters.clone()).collect();
        let mut of_sound = motions.of(&sound, &|| watch.is_stopped())?.into_iter();
        let invalid = || PeriodicResult { outcome: PeriodicOutcome::Invalid, points: Vec::new(), is_cut: false };
        let of = |is_sound: &bool| is_sound.then(|| of_sound.next()).flatten().unwrap_or_else(invalid);
        let found: Vec<PeriodicResult> = is_sound.iter().map(of).collect();
        let outputs = motions.over_period(&parameters, &found);
        let rows = parameters.iter().zip(&found).map(|(parameters, result)| table.rows(&motions, parameters, result));
        Some(Chunk { points: points_of(rows, 0), ..outputs })
    };
    PerMember::new("CPU, Newton's method on periods", CHUNK, find)
}

//! Periodic motions as an analysis of members.

use super::Periodic;
use super::loads::Loads;
use super::motions::PeriodicMotions;
use super::result::{PeriodicOutcome, PeriodicResult};
use super::table::Motions;
use crate::ensemble::{Analysis, Chunk, MemberWatch, Numbered, Study, points_of};
use std::sync::Arc;

/// Finds the periodic motions of members, but where loads let some have none.
#[derive(Debug)]
pub struct MotionsOfMembers {
    motions: PeriodicMotions,
    loads: Loads,
    table: Motions,
}

impl MotionsOfMembers {
    /// Joins what finds motions with the table of these, which it gives to their study.
    pub fn new((study, asked): (&mut Study, &Periodic), motions: PeriodicMotions, loads: Loads) -> Self {
        let table = Motions::new(study, asked, motions.multiplier_count());
        study.points = Some(Arc::new(table.table(study)));
        Self { motions, loads, table }
    }
}

impl Analysis for MotionsOfMembers {
    fn description(&self) -> &'static str {
        "CPU, Newton's method on periods"
    }

    fn answer(&self, _: &Study, members: &[Numbered], watch: &MemberWatch) -> Option<Chunk> {
        let Self { motions, loads, table } = self;
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let is_sound: Vec<bool> = parameters.iter().map(|own| loads.objection(own).is_none()).collect();
        let sound = parameters.iter().zip(&is_sound).filter(|(_, is_sound)| **is_sound);
        let sound: Vec<Vec<f64>> = sound.map(|(parameters, _)| parameters.clone()).collect();
        let mut of_sound = motions.of(&sound, &|| watch.is_stopped())?.into_iter();
        let of = |is_sound: &bool| is_sound.then(|| of_sound.next()).flatten().unwrap_or_else(invalid);
        let found: Vec<PeriodicResult> = is_sound.iter().map(of).collect();
        let outputs = motions.over_period(&parameters, &found);
        let rows = parameters.iter().zip(&found).map(|(parameters, result)| table.rows(motions, parameters, result));
        Some(Chunk { points: points_of(rows, 0), ..outputs })
    }

    fn rows_without_mechanism(&self, parameters: &[f64]) -> Vec<Vec<f64>> {
        self.table.rows(&self.motions, parameters, &invalid())
    }
}

/// Returns what is known of a member that has no motion.
fn invalid() -> PeriodicResult {
    PeriodicResult { outcome: PeriodicOutcome::Invalid, points: Vec::new(), is_cut: false }
}

//! The shortest period of a motion: one that is found with a period several times as long is looked for with that.

use super::Period;
use super::legs::Legs;
use super::map::State;
use super::motion::{NoOrbit, Orbit};
use super::orbit::Search;
use crate::ensemble::{Outcome, Steps};

/// The parts of a period that are looked at; those of several of them are found one after another.
const PARTS: [usize; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
/// What a motion may miss by, of a state of size one, that comes back after a part of its period, and how many times the tolerance and the
/// error of legs.
const CLOSE: (f64, f64) = (1e-6, 10.0);
/// Which part of the largest of all distances between these parts it may miss by.
const OF_MOTION: f64 = 1e-3;

impl Search<'_> {
    /// Returns a motion with its shortest period, where that is looked for and no joint turns on by given turns: solved for by `solve` from
    /// a state and a period, s.
    pub(super) fn shortest(
        &self,
        mut orbit: Orbit,
        solve: impl Fn(&State, f64) -> Result<Orbit, NoOrbit>,
    ) -> Result<Orbit, NoOrbit> {
        let asked = &self.map.asked;
        if orbit.is_still || !matches!(asked.period, Period::Unknown(..)) || !asked.advance.is_empty() {
            return Ok(orbit);
        }
        while let Some((part, missed)) = self.part(&orbit)? {
            let (before, period) = (&orbit.at.states[0], orbit.at.period / part as f64);
            match solve(before, period) {
                Ok(shorter) => {
                    let moved = self.map.between(before, &shorter.at.states[0]).amax();
                    let is_same = moved <= 100.0 * missed && (shorter.at.period / period - 1.0).abs() < OF_MOTION;
                    if !is_same || shorter.is_still {
                        break;
                    }
                    orbit = Orbit { iterations: orbit.iterations + shorter.iterations, ..shorter };
                }
                Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
                Err(_) => break,
            }
        }
        Ok(orbit)
    }

    /// Returns the part of the period after which a motion comes back, if there is one, and by how much it may miss there.
    fn part(&self, orbit: &Orbit) -> Result<Option<(usize, f64)>, NoOrbit> {
        let (map, state, period) = (self.map, &orbit.at.states[0], orbit.at.period);
        let parameters = self.at(&orbit.at);
        // equal steps have an error, which halves of them show
        let grids: &[f64] = if matches!(map.plain.study.method.steps, Steps::Fixed(_)) { &[1.0, 0.5] } else { &[1.0] };
        let leg =
            |part: usize, grid: f64| map.plain_leg_of(&parameters, state, ([0.0, period / part as f64], period * grid));
        let legs = PARTS.iter().flat_map(|part| grids.iter().map(|grid| leg(*part, *grid)));
        let Some(legs) = legs.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let arrivals = self.asker.ask(Legs::plain(legs)).ok_or(NoOrbit::Stopped)?;
        let arrived = |k: usize| State { q: arrivals[k].coordinates.clone(), v: arrivals[k].velocities.clone() };
        let (count, mut all) = (grids.len(), Vec::new());
        for k in 0..PARTS.len() {
            let own = k * count..(k + 1) * count;
            if own.clone().any(|k| arrivals[k].outcome != Outcome::Completed) {
                return Ok(None);
            }
            let last = arrived(own.end - 1);
            let error = if count > 1 { map.between(&arrived(own.start), &last).amax() } else { 0.0 };
            let size = map.size(state);
            let close = (CLOSE.0.max(CLOSE.1 * map.asked.tolerance) * size).max(CLOSE.1 * error);
            all.push((map.between(state, &last).amax(), close));
        }
        let widest = all.iter().map(|(gap, _)| *gap).fold(0.0f64, f64::max);
        let found = PARTS.iter().zip(&all).find(|(_, (gap, close))| *gap <= close.min(OF_MOTION * widest));
        Ok(found.map(|(part, (_, close))| (*part, *close)))
    }
}

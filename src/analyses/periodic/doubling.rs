//! Motions of twice the period, which leave a branch where a multiplier passes -1.

use super::cyclic::monodromy;
use super::motion::{Guess, NoOrbit, Orbit, Tangent};
use super::orbit::Search;
use crate::linalg::{DMatrix, DVector, most_shortened};

/// How far from the branch the first motion of twice the period is looked for, for states of size one; half of it where there is none.
const AWAY: f64 = 1e-2;
/// How often it is halved.
const HALVINGS: u32 = 6;

/// A motion beside a branch, the direction away from it, and how far away it is.
pub(super) type Beside = (Orbit, Tangent, f64);

/// Returns what looks for motions of twice the period.
pub(super) fn twice<'a>(search: &Search<'a>) -> Search<'a> {
    Search { periods: 2 * search.periods, parameters: search.parameters.clone(), ..*search }
}

/// Returns a motion of twice the period beside one of which a multiplier is -1: away from it along the eigenvector.
pub(super) fn beside(search: &Search<'_>, long: &Search<'_>, at: &Orbit) -> Result<Beside, NoOrbit> {
    let of = search.along_minus_one(&at.at)?;
    let (state, parameter) = (&at.at.states[0], at.at.parameter);
    let count = 2 * at.at.states.len();
    let period = 2.0 * at.at.period;
    let from = long.guess(state.clone(), parameter, (period, count))?;
    let tangent = Tangent { of_state: of, of_later: Vec::new(), period: 0.0, parameter: 0.0 };
    let parameters = long.at(&from);
    let mut length = AWAY * search.map.size(state);
    for _ in 0..=HALVINGS {
        let moved = search.map.moved(state, &(&tangent.of_state * length), (&parameters, 0.0));
        let guess = long.guess(moved, parameter, (period, count));
        match guess.and_then(|guess| long.solve(guess, Some((&from, &tangent, length)))) {
            Ok(orbit) => {
                let own = orbit.tangent.clone().ok_or(NoOrbit::Singular)?;
                let is_back = own.of_state.dot(&tangent.of_state) < 0.0;
                return Ok((orbit, if is_back { own.turned() } else { own }, length));
            }
            Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
            Err(_) => length *= 0.5,
        }
    }
    Err(NoOrbit::Diverged)
}

/// Tells whether the way between two motions has passed one of half the period, from where on those of the other half come again.
pub(super) fn passes_half(search: &Search<'_>, orbits: [&Orbit; 2]) -> bool {
    let [before, after] = orbits.map(|orbit| {
        let states = &orbit.at.states;
        search.map.between(&search.map.advanced(&states[0], search.periods / 2), &states[states.len() / 2])
    });
    before.dot(&after) <= 0.0
}

impl Search<'_> {
    /// Returns the increments of the first state that the period turns into their opposite, as nearly as there are some.
    fn along_minus_one(&self, at: &Guess) -> Result<DVector<f64>, NoOrbit> {
        let legs = self.legs(at)?;
        let links = self.links(at, &legs).ok_or(NoOrbit::Diverged)?;
        let monodromy = monodromy(&links);
        let size = monodromy.nrows();
        let direction = most_shortened(monodromy + DMatrix::identity(size, size)).ok_or(NoOrbit::Singular)?;
        Ok(legs.basis(0) * direction)
    }
}

//! How a state with which a member begins anew moves with the state before, with parameters and with instants.

use std::ops::Range;

/// How the state behind a corner or a change of sides moves.
#[derive(Debug)]
pub(in crate::ensemble) struct MovedAnew {
    /// The derivatives of what the method begins anew with, if it does: by every coordinate and velocity before, none by sides, and by every
    /// parameter.
    pub(super) begun: Option<[Vec<Vec<f64>>; 2]>,
    /// How the velocities move where sides change behind a corner, and where they have changed at events before.
    pub(super) behind_corner: Option<ChangedSides>,
    pub(super) at_events: Vec<Option<ChangedSides>>,
    /// The accelerations before the corner less those behind it, on the same sides.
    pub(super) by_time: Vec<f64>,
    /// How the time of the corner moves with parameters; zero where it is none.
    pub(super) corners: Vec<f64>,
    pub(super) velocities: Range<usize>,
    /// The number of the state that says by how much the instant comes before the end of the step.
    pub(super) instant: Option<usize>,
}

/// How velocities move behind an instant at which sides have changed.
#[derive(Debug)]
pub(super) struct ChangedSides {
    /// With the instant.
    pub(super) by_instant: Vec<f64>,
    /// With every coordinate and velocity before, and with every parameter, where events set variables there.
    pub(super) set: Option<[Vec<Vec<f64>>; 2]>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

impl ChangedSides {
    /// Takes derivatives by the state behind back to that before, and to parameters; returns the one by the instant.
    fn pull(&self, velocities: &Range<usize>, by_state: &mut [f64], by_parameters: &mut [f64]) -> f64 {
        let own = by_state[velocities.clone()].to_vec();
        if let Some([of_state, of_parameters]) = &self.set {
            by_state[velocities.clone()].fill(0.0);
            let numbers = by_state.iter_mut().zip(of_state).chain(by_parameters.iter_mut().zip(of_parameters));
            numbers.for_each(|(sum, slopes)| *sum += dot(slopes, &own));
        }
        dot(&self.by_instant, &own)
    }
}

impl MovedAnew {
    /// Takes derivatives by the state behind back: those by the state before, by parameters, and by the instants of the events at which sides have
    /// changed.
    pub(in crate::ensemble) fn pull(&self, weights: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let along = |all: &Vec<Vec<f64>>| all.iter().map(|slopes| dot(slopes, weights)).collect::<Vec<f64>>();
        let [mut by_state, mut by_parameters] = match &self.begun {
            Some(begun) => begun.each_ref().map(along),
            None => [weights.to_vec(), vec![0.0; self.corners.len()]],
        };
        let mut pull = |changed: &Option<ChangedSides>| {
            changed.as_ref().map_or(0.0, |changed| changed.pull(&self.velocities, &mut by_state, &mut by_parameters))
        };
        let mut by_corner = pull(&self.behind_corner);
        let mut by_events: Vec<f64> = self.at_events.iter().rev().map(pull).collect();
        by_events.reverse();
        let by_instant = -self.instant.map_or(0.0, |instant| weights[instant]);
        let first = self.at_events.iter().position(Option::is_some);
        *first.map_or(&mut by_corner, |first| &mut by_events[first]) += by_instant;
        let by_time = dot(&self.by_time, &by_state[self.velocities.clone()]);
        let of_corners = by_parameters.iter_mut().zip(&self.corners).filter(|(_, slope)| **slope != 0.0);
        of_corners.for_each(|(sum, slope)| *sum += (by_corner + by_time) * slope);
        (by_state, by_parameters, by_events)
    }
}

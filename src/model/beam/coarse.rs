//! Elements that are too long for the line of a beam at rest.

use super::Beam;
use super::mesh::most_elements;
use super::section::SectionTable;
use super::turn::Turn;
use crate::interpolation::Metric;
use crate::model::expression::evaluate3;
use std::f64::consts::{PI, TAU};

/// Says that elements of a beam are too long for its line.
#[derive(Clone, Debug)]
pub struct Coarse {
    /// What is found, in words.
    pub message: String,
    /// How many elements are enough.
    pub enough: usize,
}

impl Beam {
    /// Tells whether the result of [`Beam::coarse`] depends on one of the varied parameters.
    pub fn coarseness_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.line.poses.is_none() && self.line.depends_on(&|at| varied(at))
    }

    /// Returns how the line of an element may turn. Nodes that differ by more than half a turn look as if they were turned the other way;
    /// below, a slender cantilever of these elements that is twisted or bent at rest is within 2 % under a small force.
    fn most(&self) -> Turn {
        let (order, degree) = (self.order(), PI / 180.0);
        let twist = match order {
            1 => 60.0,
            2 | 3 => 120.0,
            _ => 180.0,
        };
        let bend = if order == 1 { 20.0 } else { 90.0 };
        // of a relative turn that metric sees its sine
        let share = match (self.rule.metric, order) {
            (Metric::Matrix, 1) => 0.25,
            (Metric::Matrix, 2) => 0.5,
            _ => 1.0,
        };
        Turn { twist: share * twist * degree, bend: share * bend * degree }
    }

    /// Says where an element is too long for the line at rest, for values of the parameters.
    pub fn coarse(&self, parameters: &[f64]) -> Option<Coarse> {
        let (turns, most) = (self.turns(parameters), self.most());
        let share = |turn: &Turn| (turn.twist / most.twist).max(turn.bend / most.bend);
        let (number, worst) = turns.iter().enumerate().max_by(|a, b| share(a.1).total_cmp(&share(b.1)))?;
        let times = share(worst);
        if times.partial_cmp(&(1.0 + 1e-9)) != Some(std::cmp::Ordering::Greater) {
            return None;
        }
        let (count, order) = (self.elements(), self.order());
        let found = match worst.twist / most.twist >= times {
            true => format!("twists by {}", turned(worst.twist)),
            false => format!("bends by {}", turned(worst.bend)),
        };
        let element = match (count, self.has_equal_elements && self.line.poses.is_none()) {
            (1, _) => "its element".into(),
            (_, true) => format!("each of its {count} elements"),
            _ => format!("element {} of its {count}", number + 1),
        };
        let enough = (count as f64 * times * (1.0 - 1e-9)).ceil();
        let advice = match most_elements(order) {
            allowed if enough <= allowed as f64 => format!("as with elements = {enough}"),
            _ => "as several beams do that are joined".into(),
        };
        let message = format!(
            "the line of the beam {:?} {found} within {element}, and results may be wrong by any factor: an element of order {order} \
             follows at most {} of twist and {} of bend, {advice}",
            self.name,
            turned(most.twist),
            turned(most.bend)
        );
        Some(Coarse { message, enough: enough as usize })
    }

    /// Says that a table of sections is stretched, where the length depends on parameters; `varied` are those whose values change.
    pub fn stretched(&self, parameters: &[f64], varied: &dyn Fn(usize) -> bool) -> Option<String> {
        let span = self.section.span().filter(|_| self.line.length.depends_on(&|_| true))?;
        let length: f64 = self.line.length.evaluate(parameters);
        let found = if self.line.length.depends_on(&|at| varied(at)) {
            "has other lengths in other members".to_string()
        } else if !SectionTable::covers(span, length) {
            format!("is {length:?} m long")
        } else {
            return None;
        };
        Some(format!(
            "the beam {:?} {found}, and the table of its sections covers {span:?} m: sections are stretched with the length",
            self.name
        ))
    }

    /// Returns how the line turns within each element.
    fn turns(&self, parameters: &[f64]) -> Vec<Turn> {
        if let Some(turns) = &self.line.turns {
            return turns.to_vec();
        }
        let (curvature, length) = (evaluate3(&self.line.curvature, parameters), self.line.length.evaluate(parameters));
        let of = |pair: &[f64]| {
            let along: f64 = length * (pair[1] - pair[0]);
            Turn::along(std::iter::once(curvature * along))
        };
        self.ends.windows(2).map(of).collect()
    }
}

/// Returns an angle in words.
fn turned(angle: f64) -> String {
    if angle < TAU { format!("{:.0} degrees", angle.to_degrees()) } else { format!("{:.1} turns", angle / TAU) }
}

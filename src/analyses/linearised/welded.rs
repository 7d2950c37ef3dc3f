//! Bodies that fixed joints weld to each other: they move as one body, which is seen by one translation and one rotation.

use crate::ensemble::start::Starts;
use crate::linalg::DMatrix;
use crate::model::Mechanism;
use crate::model::switch::SwitchedPart;

/// Returns the bodies that joints without freedom weld to each other for good, as lists of more than one.
fn groups(mechanism: &Mechanism) -> Vec<Vec<usize>> {
    let mut of_body: Vec<usize> = (0..mechanism.bodies.len()).collect();
    for (number, joint) in mechanism.joints.iter().enumerate() {
        let is_switched = mechanism.switched.iter().any(|switched| switched.part == SwitchedPart::Joint(number));
        let [Some(a), Some(b)] = joint.between.map(|frame| frame.body()) else { continue };
        if joint.kind.elements.is_empty() && !is_switched {
            let [a, b] = [of_body[a], of_body[b]];
            of_body.iter_mut().filter(|group| **group == b).for_each(|group| *group = a);
        }
    }
    let group = |k: usize| (0..of_body.len()).filter(|body| of_body[*body] == k).collect::<Vec<usize>>();
    (0..of_body.len()).map(group).filter(|group| group.len() > 1).collect()
}

impl Starts<'_> {
    /// Returns what makes of numbers for every velocity but those of integrals the numbers in which welded bodies are one: the translation of
    /// their common centre of mass, and the rotation of the first; none where nothing is welded.
    pub(super) fn as_one(&self, parameters: &[f64]) -> Option<DMatrix<f64>> {
        let (mechanism, n) = (self.mechanism, self.formulated.layout().quadratures().start);
        let groups = groups(mechanism);
        if groups.is_empty() {
            return None;
        }
        let of = |velocity: usize| self.formulated.velocity(velocity);
        let group_of = |body: usize| groups.iter().find(|group| group.contains(&body));
        let mass = |body: usize| mechanism.bodies[body].mass.evaluate(parameters);
        let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
        for velocity in 0..n {
            let (Some(own), Some(group)) = (of(velocity), of(velocity).and_then(|own| group_of(own.body))) else {
                rows.push(vec![(velocity, 1.0)]);
                continue;
            };
            if own.body != group[0] {
                continue;
            }
            if own.turns {
                rows.push(vec![(velocity, 1.0)]);
                continue;
            }
            let whole: f64 = group.iter().map(|body| mass(*body)).sum();
            let part = |body: usize| if whole > 0.0 { mass(body) / whole } else { 1.0 / group.len() as f64 };
            let alike = |other: &usize| {
                of(*other).is_some_and(|of| !of.turns && of.axis == own.axis && group.contains(&of.body))
            };
            let weighted = |velocity: usize| (velocity, of(velocity).map_or(0.0, |of| part(of.body)));
            rows.push((0..n).filter(alike).map(weighted).collect());
        }
        let mut all = DMatrix::zeros(rows.len(), n);
        for (i, row) in rows.into_iter().enumerate() {
            row.into_iter().for_each(|(j, x)| all[(i, j)] = x);
        }
        Some(all)
    }
}

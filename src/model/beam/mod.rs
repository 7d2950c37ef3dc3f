//! Geometrically exact beams by spectral elements: Chapter 4 of \[3\] of [`crate::lie`].
//!
//! A beam is a line of nodes, each of which is a body of the mechanism without mass of its own, so that joints, forces and
//! outputs see it as any other. What lies between them, strains and inertia, is here.
//!
//! | file | is |
//! |---|---|
//! | `line` | where nodes are at the start |
//! | `numbers` | a beam in numbers, for values of the parameters |
//! | `section`, `checks` | stiffness and mass of a cross-section, by its shape, as matrices or a table; matrices that no section has |
//! | `state` | strains, forces and moments of a section |
//! | `rule` | nodes, points of quadrature and weights of an element |
//! | `element` | strains of an element, and the forces on its nodes |
//! | `extremes` | extremes of strains, forces and moments along a beam |
//! | `mass`, `inertia` | momenta of the nodes of an element and of a beam, and their rates |
//! | `calls` | forces and inertia of an element as functions that are called |
//! | `mesh` | where elements end |
//! | `read`, `read_section`, `curve` | keys of a scenario, tables of sections and of poses along the line |
//! | `coarse`, `turn` | elements that are too long for the line; how a line turns |
//! | `told` | what is told of a section |

mod calls;
mod checks;
mod coarse;
mod curve;
mod element;
mod extremes;
mod inertia;
mod line;
mod mass;
mod mesh;
mod numbers;
mod read;
mod read_section;
mod rule;
mod section;
mod state;
mod told;
mod turn;

pub use coarse::Coarse;
pub use extremes::Extreme;
pub use line::{BeamLine, BeamNode};
pub use numbers::BeamAt;
pub use read::KEYS;
pub use rule::{Form, Quadrature};
pub use state::SectionState;
pub use told::SectionFigures;

use super::expression::Expr;
use super::frame::FrameRef;
use super::names::BeamShape;
use super::state::{FrameRates, FrameState, Loads, Motion, Wrench};
use crate::interpolation::rotation_at;
use crate::lie::Rotation;
use crate::num::{Mat3, Real, Sparse3, Vec3};
use rule::{Rule, one_of};
use section::{Matrix6, Section};
use std::ops::Range;
use std::sync::Arc;

/// Holds a beam as a scenario describes it.
#[derive(Clone, Debug)]
pub struct Beam {
    /// The name of the beam.
    pub name: String,
    /// The bodies that are its nodes, from the root to the tip.
    pub nodes: Range<usize>,
    /// Where it lies at the start.
    pub line: Arc<BeamLine>,
    rule: Arc<Rule>,
    /// Where elements end, from 0 to 1.
    ends: Arc<[f64]>,
    has_equal_elements: bool,
    /// Where the nodes are that names count, of a beam that is refined.
    counted: Option<Arc<[f64]>>,
    section: Section,
    /// The times that strain rates are multiplied by, s.
    damping: [Expr; 6],
    /// True where the mass is at the nodes alone.
    is_lumped: bool,
}

impl Beam {
    /// Describes the beam as other parts see it.
    pub fn shape(&self) -> BeamShape {
        BeamShape {
            name: self.name.clone(),
            nodes: self.nodes.clone(),
            places: self.rule.places(&self.ends),
            counted: self.counted.clone(),
            shares: self.rule.shares(&self.ends),
            length: self.line.length.clone(),
        }
    }

    /// Counts the elements.
    pub fn elements(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns the order of the elements: the number of nodes of one, less one.
    pub fn order(&self) -> usize {
        self.rule.order()
    }

    /// Tells whether strain rates are damped.
    pub fn is_damped(&self) -> bool {
        !self.damping.iter().all(Expr::is_zero)
    }

    /// Returns mass (kg) and length (m) at values of the parameters.
    pub fn mass_and_length(&self, parameters: &[f64]) -> [f64; 2] {
        let length: f64 = self.line.length.evaluate(parameters);
        let of_node = |(place, share): (f64, f64)| {
            let (_, mass) = self.section.evaluate::<f64>(place, parameters);
            mass.mass_and_moment().0 * length * share
        };
        let (places, shares) = (self.rule.places(&self.ends), self.rule.shares(&self.ends));
        [places.into_iter().zip(shares).map(of_node).sum(), length]
    }

    /// Tells whether each node has the mass and inertia of a rigid body, about its own centre of mass.
    pub fn has_rigid_nodes(&self) -> bool {
        self.is_lumped && self.section.is_of_centre()
    }

    /// Tells whether axes 2 and 3 of the section may not be principal axes of its inertia.
    pub(crate) fn has_products_of_inertia(&self) -> bool {
        self.section.has_products_of_inertia()
    }

    /// Returns the beam in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> BeamAt<R> {
        R::note("beam: curvatures at rest, stiffness and mass of the section");
        let length = self.line.length.evaluate(parameters);
        let halves: Vec<R> = match self.has_equal_elements {
            true => vec![length.scale(0.5 / self.elements() as f64)],
            false => self.ends.windows(2).map(|pair| length.scale(0.5 * (pair[1] - pair[0]))).collect(),
        };
        let all = |places: Vec<f64>| -> Vec<(Matrix6<R>, Matrix6<R>)> {
            let count = if self.section.is_uniform() { 1 } else { places.len() };
            places[..count].iter().map(|place| self.section.evaluate(*place, parameters)).collect()
        };
        let damping: Vec<R> = self.damping.iter().map(|e| e.evaluate(parameters)).collect();
        BeamAt {
            nodes: self.nodes.clone(),
            ends: Arc::clone(&self.ends),
            at_rest: self.line.curvatures(&self.rule, &halves, parameters),
            rule: Arc::clone(&self.rule),
            halves,
            shares: self.rule.shares(&self.ends).into_iter().map(|share| length.scale(share)).collect(),
            damping: self.is_damped().then(|| std::array::from_fn(|i| damping[i].sqrt())),
            stiffness: all(self.rule.places_of_points(&self.ends))
                .into_iter()
                .map(|(stiffness, _)| stiffness)
                .collect(),
            mass: all(self.rule.places_of_mass(&self.ends)).into_iter().map(|(_, mass)| mass).collect(),
            mass_of_nodes: all(self.rule.places(&self.ends)).into_iter().map(|(_, mass)| mass).collect(),
            section: self.section.clone(),
            is_lumped: self.is_lumped,
            has_rigid_nodes: self.has_rigid_nodes(),
        }
    }

    /// Checks the beam for values of the parameters.
    ///
    /// # Errors
    /// The key whose value makes no beam, and why.
    pub fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let length: f64 = self.line.length.evaluate(parameters);
        if length.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            return Err(("length", format!("found {length:?} m; accepted: a positive number")));
        }
        for damping in &self.damping {
            let value: f64 = damping.evaluate(parameters);
            if value < 0.0 {
                return Err(("damping", format!("found {value:?} s; accepted: zero or a positive number")));
            }
        }
        self.section.check(parameters)?;
        let places = if self.section.is_uniform() { vec![0.0] } else { self.rule.places(&self.ends) };
        let all = places.into_iter().flat_map(|place| {
            let (stiffness, mass) = self.section.evaluate::<f64>(place, parameters);
            [("stiffness", stiffness), ("mass", mass)]
        });
        for (what, matrix) in all {
            matrix.is_positive_definite().map_err(|least| {
                let message = format!(
                    "the {what} of the section of {:?} is not positive definite: found the smallest eigenvalue {least:e}; \
                     accepted: a positive one",
                    self.name
                );
                ("section", message)
            })?;
        }
        self.line.check(self.section.size(parameters), parameters)
    }

    /// Tells whether the result of [`Beam::check`] depends on one of the varied parameters.
    pub fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        let varied = &|at: usize| varied(at);
        self.line.depends_on(varied)
            || self.section.depends_on(varied)
            || self.damping.iter().any(|e| e.depends_on(varied))
    }
}

impl<R: Real> BeamAt<R> {
    /// Adds the forces of strains, and the weight, to the wrenches on the nodes.
    pub fn apply(&self, motion: &Motion<'_, R>, gravity: &Sparse3<R>, loads: &mut Loads<R>) {
        let nodes = &motion.bodies[self.nodes.clone()];
        for (number, (element, own)) in self.elements(nodes).enumerate() {
            let sums = &mut loads.wrenches[self.nodes.clone()][self.nodes_of(number)];
            for (sum, Wrench { force, torque }) in sums.iter_mut().zip(calls::forces(&element, own)) {
                (sum.force, sum.torque) = (sum.force - force, sum.torque - torque);
            }
        }
        if !self.has_rigid_nodes && !gravity.is_zero() {
            let gravity = gravity.add_to(Vec3::zero());
            for (i, node) in nodes.iter().enumerate() {
                let (weight, moment) = self.weight(i);
                let torque = moment.cross(node.rotation.apply_transposed(gravity));
                loads.add(FrameRef::Body(self.nodes.start + i), gravity * weight, torque);
            }
        }
    }

    /// Returns the mass at a node (kg) and its first moment in the frame of the node, kg m.
    fn weight(&self, node: usize) -> (R, Vec3<R>) {
        let (mass, moment) = one_of(&self.mass_of_nodes, node).mass_and_moment();
        (mass * self.shares[node], moment * self.shares[node])
    }

    /// Returns mass (kg) and inertia (kg m^2: xx, yy, zz, xy, xz, yz) of a node that has those of a rigid body.
    pub fn rigid_node(&self, node: usize) -> Option<(R, [R; 6])> {
        let inertia = one_of(&self.mass_of_nodes, node).inertia().map(|x| x * self.shares[node]);
        self.has_rigid_nodes.then(|| (self.weight(node).0, inertia))
    }

    /// Returns the bodies that are nodes.
    pub fn nodes(&self) -> Range<usize> {
        self.nodes.clone()
    }

    /// Returns the energy of strains and of weight, J.
    pub fn potential_energy(&self, motion: &Motion<'_, R>, gravity: &Sparse3<R>) -> R {
        let nodes = &motion.bodies[self.nodes.clone()];
        let strain_energies = self.elements(nodes).map(|(element, own)| element.strain_energy(own));
        let mut energy = strain_energies.fold(R::zero(), |sum, energy| sum + energy);
        if !self.has_rigid_nodes && !gravity.is_zero() {
            for (i, node) in nodes.iter().enumerate() {
                let (weight, moment) = self.weight(i);
                energy = energy - gravity.dot(node.position * weight + node.rotation.apply(moment));
            }
        }
        energy
    }

    /// Returns the momenta of the nodes, each in its own frame: linear (kg m/s) and angular about the node, kg m^2/s; nothing of nodes
    /// that have them as rigid bodies.
    pub fn momenta(&self, bodies: &[FrameState<R>]) -> Option<Vec<[Vec3<R>; 2]>> {
        if self.has_rigid_nodes {
            return None;
        }
        let twists: Vec<[Vec3<R>; 2]> = bodies[self.nodes.clone()].iter().map(mass::twist).collect();
        Some(self.momenta_of(&twists))
    }

    /// Returns the kinetic energy that nodes do not have as rigid bodies, J.
    pub fn kinetic_energy(&self, bodies: &[FrameState<R>]) -> R {
        let momenta = self.momenta(bodies).unwrap_or_default();
        let of_node = |(node, [p, l]): (&FrameState<R>, [Vec3<R>; 2])| {
            let [u, w] = mass::twist(node);
            (u.dot(p) + w.dot(l)).scale(0.5)
        };
        let energies = bodies[self.nodes.clone()].iter().zip(momenta).map(of_node);
        energies.fold(R::zero(), |sum, energy| sum + energy)
    }

    /// Returns the power of damping, W: not positive.
    pub fn power(&self, motion: &Motion<'_, R>) -> R {
        let elements = self.elements(&motion.bodies[self.nodes.clone()]).filter(|_| self.damping.is_some());
        elements.fold(R::zero(), |sum, (element, own)| sum + element.damping_power(own))
    }

    /// Returns what the inertia of the beam opposes to accelerations times a scale, on each node: nothing where nodes have it as rigid
    /// bodies. What velocities make is multiplied by the scale, too.
    pub fn inertia(
        &self,
        bodies: &[FrameState<R>],
        rates: impl Fn(usize) -> FrameRates<R>,
        scale: R,
    ) -> Option<Vec<Wrench<R>>> {
        if self.has_rigid_nodes {
            return None;
        }
        let rates: Vec<FrameRates<R>> = self.nodes.clone().map(rates).collect();
        Some(self.inertia_of(&bodies[self.nodes.clone()], &rates, scale))
    }

    /// Returns the element of a place from 0 to 1 along the beam, and where in it the place is, from -1 to 1.
    fn within(&self, place: f64) -> (usize, f64) {
        let element = self.ends.partition_point(|end| *end <= place).clamp(1, self.element_count()) - 1;
        let [low, high] = [self.ends[element], self.ends[element + 1]];
        let eta = 2.0 * (place - low) / (high - low) - 1.0;
        (element, eta)
    }

    /// Returns the rotation of the section at a place from 0 to 1 along the beam, `world_from_section`.
    pub fn rotation_at(&self, bodies: &[FrameState<R>], place: f64) -> Mat3<R> {
        let (element, eta) = self.within(place);
        let nodes = &bodies[self.nodes.clone()][self.nodes_of(element)];
        let weights = self.rule.nodes_at(eta);
        if let Some(node) = weights.iter().position(|weight| (weight - 1.0).abs() < 1e-12) {
            return nodes[node].rotation;
        }
        let weights: Vec<R> = weights.into_iter().map(R::constant).collect();
        let rotations: Vec<_> = nodes.iter().map(|node| node.orientation).collect();
        rotation_at(self.rule.metric, &weights, &rotations).rotation.matrix()
    }

    /// Returns strains, forces and moments of the section at a place from 0 to 1 along the beam.
    pub fn section_at(&self, bodies: &[FrameState<R>], place: f64) -> SectionState<R> {
        let (element, eta) = self.within(place);
        let stiffness = match self.section.is_uniform() {
            true => self.stiffness[0].clone(),
            // a table is the same for all parameters
            false => self.section.evaluate(place, &[]).0,
        };
        let own = &bodies[self.nodes.clone()][self.nodes_of(element)];
        SectionState::of(self.element(element).strain_and_force(own, eta, &stiffness))
    }
}

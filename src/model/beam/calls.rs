//! Forces and inertia of an element as functions of numbers, which recordings hold once for all elements that are alike.

use super::element::Element;
use super::mass::ElementMass;
use super::rule::{DualVector, Rule};
use super::section::Matrix6;
use crate::lie::{UnitQuaternion, dual_vector, parts};
use crate::model::state::{FrameRates, FrameState, Wrench};
use crate::num::{Function, Real, Vec3};
use std::sync::Arc;

/// Rows and columns of the entries of matrices, one after another.
type Patterns = Arc<[Vec<(usize, usize)>]>;

fn patterns<R>(matrices: &[Matrix6<R>]) -> Patterns
where
    R: Real,
{
    matrices.iter().map(|matrix| matrix.entries().iter().map(|(i, j, _)| (*i, *j)).collect()).collect()
}

/// Gathers numbers.
struct Numbers<R>(Vec<R>);

impl<R: Real> Numbers<R> {
    fn vector(&mut self, v: Vec3<R>) {
        self.0.extend(v.to_array());
    }

    fn rotation(&mut self, q: UnitQuaternion<R>) {
        self.0.push(q.w);
        self.vector(q.v);
    }

    fn matrices(&mut self, matrices: &[Matrix6<R>]) {
        self.0.extend(matrices.iter().flat_map(|matrix| matrix.entries().iter().map(|(.., x)| *x)));
    }
}

/// Takes numbers in the order in which they were gathered.
struct Taken<'a, R>(&'a [R]);

impl<R: Real> Taken<'_, R> {
    fn number(&mut self) -> R {
        let (first, rest) = self.0.split_first().expect("as many as were gathered");
        self.0 = rest;
        *first
    }

    fn vector(&mut self) -> Vec3<R> {
        Vec3::new(self.number(), self.number(), self.number())
    }

    fn rotation(&mut self) -> UnitQuaternion<R> {
        UnitQuaternion { w: self.number(), v: self.vector() }
    }

    fn matrices(&mut self, patterns: &Patterns) -> Vec<Matrix6<R>> {
        let matrix = |pattern: &Vec<(usize, usize)>| {
            Matrix6::of_entries(pattern.iter().map(|(i, j)| (*i, *j, self.number())).collect())
        };
        patterns.iter().map(matrix).collect()
    }
}

/// Puts wrenches beside each other.
fn gathered<R: Real>(wrenches: Vec<Wrench<R>>) -> Vec<R> {
    let mut all = Numbers(Vec::new());
    for Wrench { force, torque } in wrenches {
        all.vector(force);
        all.vector(torque);
    }
    all.0
}

/// Returns wrenches that lie beside each other.
fn wrenches<R: Real>(numbers: &[R]) -> Vec<Wrench<R>> {
    let mut left = Taken(numbers);
    (0..numbers.len() / 6).map(|_| Wrench { force: left.vector(), torque: left.vector() }).collect()
}

/// The forces that strains of an element oppose with.
#[derive(Clone)]
struct Forces {
    rule: Arc<Rule>,
    stiffness: Patterns,
    is_damped: bool,
}

impl Function for Forces {
    fn name(&self) -> &'static str {
        "forces of an element of a beam"
    }

    fn key(&self) -> String {
        format!("{} {:?} {}", self.rule.key, self.stiffness, self.is_damped)
    }

    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R> {
        R::note("beam: an element");
        let (nodes, mut left) = (self.rule.order() + 1, Taken(arguments));
        let half = left.number();
        let at_rest = (0..nodes)
            .map(|_| {
                let rotation = left.vector();
                dual_vector(rotation, left.vector())
            })
            .collect::<Vec<DualVector<R>>>();
        let stiffness = left.matrices(&self.stiffness);
        let damping = self.is_damped.then(|| std::array::from_fn(|_| left.number()));
        let frames: Vec<FrameState<R>> = (0..nodes)
            .map(|_| {
                let (position, orientation) = (left.vector(), left.rotation());
                let [velocity, turning] =
                    if self.is_damped { [left.vector(), left.vector()] } else { [Vec3::zero(); 2] };
                FrameState::new(position, velocity, orientation, turning)
            })
            .collect();
        let element = Element { rule: Arc::clone(&self.rule), half, at_rest, stiffness, damping };
        let of_node = |(force, frame): (DualVector<R>, &FrameState<R>)| {
            let [force, torque] = parts(force);
            Wrench { force: frame.rotation.apply(force), torque }
        };
        gathered(element.internal(&frames).into_iter().zip(&frames).map(of_node).collect())
    }
}

/// Returns what strains and their rates oppose with on every node: forces in the world frame, torques in that of the node.
pub(super) fn forces<R: Real>(element: &Element<R>, nodes: &[FrameState<R>]) -> Vec<Wrench<R>> {
    let is_damped = element.damping.is_some();
    let function = Forces { rule: Arc::clone(&element.rule), stiffness: patterns(&element.stiffness), is_damped };
    let mut all = Numbers(vec![element.half]);
    for curvature in &element.at_rest {
        parts(*curvature).into_iter().for_each(|part| all.vector(part));
    }
    all.matrices(&element.stiffness);
    all.0.extend(element.damping.iter().flatten());
    for node in nodes {
        all.vector(node.position);
        all.rotation(node.orientation);
        if is_damped {
            all.vector(node.velocity);
            all.vector(node.angular_velocity);
        }
    }
    wrenches(&R::call(&function, &all.0))
}

/// The inertia of an element.
#[derive(Clone)]
struct Inertia {
    rule: Arc<Rule>,
    mass: Patterns,
}

impl Function for Inertia {
    fn name(&self) -> &'static str {
        "inertia of an element of a beam"
    }

    fn key(&self) -> String {
        format!("{} {:?}", self.rule.key, self.mass)
    }

    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R> {
        let (count, mut left) = (self.rule.order() + 1, Taken(arguments));
        let [half, scale] = [left.number(), left.number()];
        let mass = left.matrices(&self.mass);
        let (mut nodes, mut rates) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let orientation = left.rotation();
            let [velocity, turning] = [left.vector(), left.vector()];
            nodes.push(FrameState::new(Vec3::zero(), velocity, orientation, turning));
            rates.push(FrameRates { acceleration: left.vector(), angular_acceleration: left.vector() });
        }
        gathered(ElementMass { rule: Arc::clone(&self.rule), half, mass }.inertia(&nodes, &rates, scale))
    }
}

/// Returns what an element opposes to accelerations times a scale: see [`ElementMass::inertia`].
pub(super) fn inertia<R: Real>(
    element: &ElementMass<R>,
    nodes: &[FrameState<R>],
    rates: &[FrameRates<R>],
    scale: R,
) -> Vec<Wrench<R>> {
    let function = Inertia { rule: Arc::clone(&element.rule), mass: patterns(&element.mass) };
    let mut all = Numbers(vec![element.half, scale]);
    all.matrices(&element.mass);
    for (node, rate) in nodes.iter().zip(rates) {
        all.rotation(node.orientation);
        for v in [node.velocity, node.angular_velocity, rate.acceleration, rate.angular_acceleration] {
            all.vector(v);
        }
    }
    wrenches(&R::call(&function, &all.0))
}

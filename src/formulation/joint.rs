//! Joint coordinates: each joint moves its body on a group of its own, so the equations of motion are
//! ordinary differential equations on the product of these groups.

use crate::model::Mechanism;
use crate::model::body::MassProperties;
use crate::model::force::Force;
use crate::model::joint::Joint;
use crate::model::output::{Output, Snapshot};
use crate::model::state::{BodyRates, BodyState, Wrench};
use crate::num::{Real, Sparse3};
use crate::problem::{Field, Layout};

/// A mechanism's numbers for given values of its parameters: a field on a product of groups, and the
/// outputs.
#[derive(Clone, Debug)]
pub struct JointSystem<R> {
    layout: Layout,
    /// Every joint with the places of its coordinates and velocities.
    joints: Vec<(Joint<R>, usize, usize)>,
    masses: Vec<MassProperties<R>>,
    gravity: Sparse3<R>,
    forces: Vec<Force<R>>,
    /// Which bodies a force acts on.
    loaded: Vec<bool>,
    outputs: Vec<Output<R>>,
    needs_rates: bool,
    // scratch
    states: Vec<BodyState<R>>,
    rates: Vec<BodyRates<R>>,
    wrenches: Vec<Wrench<R>>,
    acceleration: Vec<R>,
}

impl<R: Real> JointSystem<R> {
    /// The system for values of the parameters, one per parameter of the mechanism.
    pub fn new(mechanism: &Mechanism, parameters: &[R]) -> Self {
        R::note("numbers of the mechanism from its parameters");
        let layout = mechanism.layout();
        let masses: Vec<_> = mechanism.bodies.iter().map(|b| b.mass_properties(parameters)).collect();
        let gravity = mechanism.gravity_at(parameters);
        let (mut iq, mut iv) = (0, 0);
        let mut joints = Vec::new();
        for ((joint, body), mass) in mechanism.joints.iter().zip(&mechanism.bodies).zip(&masses) {
            joints.push((joint.evaluate(body, mass, &gravity, parameters), iq, iv));
            iq += joint.factors().iter().map(|f| f.coordinate_count()).sum::<usize>();
            iv += joint.factors().iter().map(|f| f.velocity_count()).sum::<usize>();
        }
        let mut loaded = vec![false; masses.len()];
        for body in mechanism.forces.iter().flat_map(Force::bodies) {
            loaded[body] = true;
        }
        let body_count = masses.len();
        Self {
            joints,
            masses,
            gravity,
            forces: mechanism.forces.iter().map(|f| f.evaluate(parameters)).collect(),
            loaded,
            outputs: mechanism.outputs.iter().map(|o| o.evaluate(parameters)).collect(),
            needs_rates: mechanism.outputs.iter().any(|o| o.quantity.needs_rates()),
            states: vec![BodyState::ground(); body_count],
            rates: Vec::new(),
            wrenches: vec![Wrench::zero(); body_count],
            acceleration: vec![R::zero(); layout.velocity_count()],
            layout,
        }
    }

    /// Writes the components of all outputs at the time `t` (s), in the order of
    /// [`Mechanism::columns`], replacing what `out` holds.
    #[inline(always)]
    pub fn outputs(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
        out.clear();
        self.rates.clear();
        if self.needs_rates {
            let mut acceleration = std::mem::take(&mut self.acceleration);
            self.acceleration(t, q, v, &mut acceleration);
            self.acceleration = acceleration;
        }
        for (i, (joint, iq, iv)) in self.joints.iter().enumerate() {
            self.states[i] = joint.state(&q[*iq..], &v[*iv..]);
            if self.needs_rates {
                self.rates.push(joint.rates(&self.states[i], &self.acceleration[*iv..]));
            }
        }
        let snapshot = Snapshot {
            states: &self.states,
            rates: &self.rates,
            masses: &self.masses,
            gravity: &self.gravity,
            forces: &self.forces,
        };
        for output in &self.outputs {
            output.quantity.write(&snapshot, out);
        }
    }
}

impl<R: Real> Field<R> for JointSystem<R> {
    #[inline(always)]
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline(always)]
    fn acceleration(&mut self, _t: R, q: &[R], v: &[R], rate: &mut [R]) {
        if !self.forces.is_empty() {
            for (i, (joint, iq, iv)) in self.joints.iter().enumerate() {
                if self.loaded[i] {
                    self.states[i] = joint.state(&q[*iq..], &v[*iv..]);
                    self.wrenches[i] = Wrench::zero();
                }
            }
            for force in &self.forces {
                force.apply(&self.states, &mut self.wrenches);
            }
        }
        for (i, (joint, iq, iv)) in self.joints.iter().enumerate() {
            let wrench = if self.loaded[i] { Some(&self.wrenches[i]) } else { None };
            joint.acceleration(&self.gravity, wrench, &q[*iq..], &v[*iv..], &mut rate[*iv..]);
        }
    }
}

//! A mechanism at rest: without what is of a run alone.

use crate::ensemble::{Adaptive, Extrapolation, Method, Steps, Study};
use crate::formulation;
use crate::integrator;
use crate::model::base::BaseMotion;
use crate::model::expression::Expr3;
use crate::model::{Expr, Mechanism};

/// Returns mechanism and method in absolute coordinates without what is of a run alone, on a base that turns with this constant
/// angular velocity about its origin, rad/s, if there is one.
pub(super) fn without_run(study: &Study, base_rotation: Option<&Expr3>) -> (Mechanism, Method) {
    let mut mechanism = study.mechanism.clone().differentiated_by(&[]);
    mechanism.events.clear();
    mechanism.release_sides();
    if let Some(spin) = base_rotation {
        mechanism.base = Some(BaseMotion { spin: Some(spin.clone()), ..BaseMotion::default() });
    }
    let mut method = study.method.clone();
    if !(method.integrator.is_implicit() && method.formulation.has_constraints) {
        method.formulation = formulation::find("absolute").unwrap_or(method.formulation);
        method.integrator = integrator::find("generalized_alpha").unwrap_or(method.integrator);
    }
    // steps of any length, none of which is made
    (method.steps, method.duration) = (Steps::Adaptive(Box::new(Adaptive::new(1e-6, 1e-6, 2))), Expr::Constant(1.0));
    method.extrapolation = Extrapolation::None;
    method.makes_steps = false;
    (mechanism, method)
}

//! What a device has to compute of a study to begin its members itself, where that can be recorded.

use super::plan::Recipe;
use super::program::{Shape, parameter_names};
use super::{Outcome, Pace, Steps, Study};
use crate::model::Expr;
use crate::model::body::Body;
use crate::num::{Precision, Real};
use crate::trace::{Graph, Input, Rate, record};

/// A principal moment up to so much more than the sum of the others is accepted for certain; the check itself accepts
/// 1e-12, of moments that it has rounded.
const TRIANGLE: f64 = 5e-13;

/// Moments that are positive for certain, relative to the largest.
const POSITIVE: f64 = 1e-12;

/// What is to be said of a member before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may begin.
    Well,
    /// It ends as [`Outcome::NonFinite`].
    NonFinite,
    /// It ends as [`Outcome::Invalid`].
    Invalid,
    /// The recorded checks cannot tell: [`Study::member_pace`] has to.
    Doubtful,
}

impl Verdict {
    /// The outcome of a member that does not begin.
    pub fn outcome(self) -> Outcome {
        match self {
            Verdict::Well | Verdict::Doubtful => Outcome::Completed,
            Verdict::NonFinite => Outcome::NonFinite,
            Verdict::Invalid => Outcome::Invalid,
        }
    }
}

/// How members of a study begin on a device.
#[derive(Clone, Debug)]
pub struct Beginning<'a> {
    /// Where their parameters come from.
    pub recipe: Recipe<'a>,
    /// The steps of all of them.
    pub pace: Pace,
    /// From the varied parameters to the code of the [`Verdict`].
    pub verdict: Graph,
}

impl Study {
    /// How members begin where a device can do it. It cannot where the plan is a table, where the duration or what
    /// steps are bounded by differs between members, or where a check depends on varied parameters in another way than
    /// through masses and diagonal inertias.
    pub fn beginning(&self) -> Option<Beginning<'_>> {
        let recipe = self.plan().recipe()?;
        let varied = |p: usize| self.varied().contains(&p);
        if self.pace_depends_on(&varied)
            || self.mechanism.check_of_geometry_depends_on(&varied)
            || self.formulated().check_looks_at_motion(&self.mechanism)
        {
            return None;
        }
        let defaults = self.mechanism.defaults();
        let pace = self.pace(&defaults).ok()?;
        for body in &self.mechanism.bodies {
            let skew = body.inertia[3..].iter().any(|e| !e.is_zero());
            let varies = body.inertia_depends_on(&varied);
            let degenerate = self.check_members() && body.mass_properties(&defaults).degenerate().is_some();
            if varies && skew || !varies && degenerate {
                return None;
            }
        }
        let inputs = parameter_names(self).into_iter().map(|name| Input { name, rate: Rate::Step }).collect();
        let verdict = record(Precision::Double, inputs, |p| vec![self.verdict(p)]);
        Some(Beginning { recipe, pace, verdict })
    }

    fn pace_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let depends = |e: &Expr| e.depends_on(varied);
        depends(&self.method.duration)
            || match &self.method.steps {
                Steps::Fixed(step) => depends(step),
                Steps::Adaptive(a) => {
                    depends(&a.absolute)
                        || depends(&a.relative)
                        || [&a.first, &a.smallest, &a.largest].into_iter().flatten().any(depends)
                }
            }
    }

    /// The code of the verdict on a member with these values of the varied parameters.
    fn verdict<R: Real>(&self, varied: &[R]) -> R {
        let shape = Shape::new(self);
        let code = |verdict: Verdict| R::constant(f64::from(verdict as u8));
        let holds = R::zero().less_equal(R::zero());
        let finite = |x: R| x.abs().less_equal(R::constant(f64::MAX));
        let mut all: Vec<R> = self.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        let mut is_finite = holds;
        for (value, at) in varied[..shape.parameters].iter().zip(self.varied()) {
            all[*at] = *value;
            is_finite = is_finite & finite(*value);
        }
        let (mut possible, mut sure) = (holds, holds);
        if self.check_members() {
            let is_varied = |p: usize| self.varied().contains(&p);
            for body in self.mechanism.bodies.iter().filter(|body| body.masses_depend_on(&is_varied)) {
                let [entries_finite, mass_possible, body_sure] = checks(body, &all, &is_varied);
                is_finite = is_finite & entries_finite;
                possible = possible & mass_possible;
                sure = sure & body_sure;
            }
        }
        let verdict = R::select(sure, code(Verdict::Well), code(Verdict::Doubtful));
        let verdict = R::select(possible, verdict, code(Verdict::Invalid));
        R::select(is_finite, verdict, code(Verdict::NonFinite))
    }
}

/// Whether mass and inertia of a body are finite, whether its mass is not negative, and whether they pass
/// [`crate::model::MassProperties::check`] for certain and leave no freedom without inertia.
fn checks<R: Real>(body: &Body, parameters: &[R], varied: &impl Fn(usize) -> bool) -> [R::Mask; 3] {
    let finite = |x: R| x.abs().less_equal(R::constant(f64::MAX));
    let mass = body.mass.evaluate(parameters);
    let moments: Vec<R> = body.inertia[..3].iter().map(|e| e.evaluate(parameters)).collect();
    let is_finite = moments.iter().fold(finite(mass), |all, x| all & finite(*x));
    let mut sure = R::zero().less(mass);
    // what does not vary was checked with the scenario; a zero moment is for the pivots to judge
    let largest = moments.iter().fold(R::zero(), |largest, x| largest.max(*x));
    for (i, moment) in moments.iter().enumerate() {
        sure = sure & largest.scale(POSITIVE).less(*moment);
        if body.inertia_depends_on(varied) && !body.identified {
            let others = moments[(i + 1) % 3] + moments[(i + 2) % 3];
            sure = sure & moment.less_equal(others.scale(1.0 + TRIANGLE));
        }
    }
    [is_finite, R::zero().less_equal(mass), sure]
}

//! Constraints beside those of joints: one equation each.
//!
//! A new constraint is a file here and a line in the catalog below: its type `C<N>` holds expressions (`N = Expr`) or
//! numbers (`N: Real`).

mod coupling;
mod distance;
mod homokinetic;
mod kind;
mod motion;
mod point_on_curve;
mod pose;
mod rolling;
mod velocity;

use super::Kind;
use super::expression::Expr;
use super::joint_axis::JointAxis;
use super::names::ConstraintShape;
use super::section::{Invalid, Section};
use super::state::{Loads, Motion};
use crate::num::Real;
use kind::{Constrains, Description};

macro_rules! constraints {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// Lists the kinds of constraints.
        pub const ALL: &[Kind] = &[$($module::KIND),*];

        /// Holds what a constraint keeps constant: expressions (`Quantity<Expr>`) or numbers.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its file
        pub enum Quantity<N> {
            $($variant($module::$type<N>)),*
        }

        impl Quantity<Expr> {
            fn read(kind: &'static str, section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
                $(if kind == $module::KIND.name {
                    let (quantity, value) = Description::read(section)?;
                    return Ok((Quantity::$variant(quantity), value));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            /// Returns the name of the constraint's kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Quantity::$variant(_) => $module::KIND.name),*
                }
            }
            fn evaluate<R: Real>(&self, parameters: &[R]) -> Quantity<R> {
                match self {
                    $(Quantity::$variant(c) => Quantity::$variant(c.evaluate(parameters))),*
                }
            }
            fn axes(&self) -> Vec<JointAxis> {
                match self {
                    $(Quantity::$variant(c) => c.axes()),*
                }
            }
            fn unit(&self) -> &'static str {
                match self {
                    $(Quantity::$variant(c) => c.unit()),*
                }
            }
            fn is_drive(&self) -> bool {
                match self {
                    $(Quantity::$variant(c) => c.is_drive()),*
                }
            }
        }

        impl<R: Real> Quantity<R> {
            fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Quantity<S> {
                match self {
                    $(Quantity::$variant(c) => Quantity::$variant(c.map(f))),*
                }
            }
            fn constrains(&self) -> &dyn Constrains<R> {
                match self {
                    $(Quantity::$variant(c) => c),*
                }
            }
        }
    };
}

constraints! {
    Distance = distance::Distance,
    Coupling = coupling::Coupling,
    Motion = motion::PrescribedMotion,
    Pose = pose::Pose,
    Homokinetic = homokinetic::Homokinetic,
    Velocity = velocity::Velocity,
    Rolling = rolling::Rolling,
    PointOnCurve = point_on_curve::PointOnCurve,
}

/// Returns the names of the equations of a kind that is several.
fn components_of(kind: &str) -> Option<&'static [&'static str]> {
    match kind {
        _ if kind == pose::KIND.name => Some(&pose::COMPONENTS),
        _ if kind == rolling::KIND.name => Some(&rolling::COMPONENTS),
        _ if kind == point_on_curve::KIND.name => Some(&point_on_curve::COMPONENTS),
        _ => None,
    }
}

/// Returns how many equations a `[[constraint]]` of a kind is.
pub fn equations_of(section: &mut dyn Section, kind: &str) -> usize {
    let all = components_of(kind).map_or(1, <[&str]>::len);
    if kind != pose::KIND.name || !section.has("led") {
        return all;
    }
    section.texts("led").map_or(all, |led| led.len())
}

/// Holds an equation of a `[[constraint]]` of a scenario: expressions (`Constraint<Expr>`) or numbers.
#[derive(Clone, Debug)]
pub struct Constraint<N> {
    /// The name of the constraint.
    pub name: String,
    /// The quantity that the constraint keeps constant.
    pub quantity: Quantity<N>,
    /// The constant; that of the initial poses where there is nothing.
    pub value: Option<N>,
}

impl Constraint<Expr> {
    /// Reads one `[[constraint]]`: its equations, of most kinds one; those that were read `before` have curves, too.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, before: &[Self]) -> Result<Vec<Self>, Invalid> {
        let name = section.text("name")?;
        let kind = section.text("kind")?;
        let kind = super::find_kind("constraint", &kind, ALL).map_err(|m| section.invalid("kind", m))?;
        let (quantity, value) = Quantity::read(kind.name, section)?;
        let curves = before.iter().filter(|constraint| constraint.curve_start().is_some()).count();
        let Some(components) = components_of(kind.name) else { return Ok(vec![Self { name, quantity, value }]) };
        let equation = |(component, of): (usize, &&str)| Self {
            name: format!("{name}.{of}"),
            quantity: match &quantity {
                Quantity::Pose(pose) => Quantity::Pose(pose.of_component(component)),
                Quantity::Rolling(rolling) => Quantity::Rolling(rolling.of_component(component)),
                Quantity::PointOnCurve(on) => Quantity::PointOnCurve(on.of_component(component, curves)),
                one => one.clone(),
            },
            value: value.clone(),
        };
        let is_one = |(component, _): &(usize, &&str)| match &quantity {
            Quantity::Pose(pose) => pose.leads(*component),
            _ => true,
        };
        Ok(components.iter().enumerate().filter(is_one).map(equation).collect())
    }
    /// Returns what outputs see of the constraint.
    pub fn shape(&self) -> ConstraintShape {
        let axes = self.quantity.axes();
        let units = axes.iter().map(|axis| if axis.unit == "m" { "N" } else { "N m" });
        ConstraintShape {
            name: self.name.clone(),
            units: if axes.is_empty() { vec![self.quantity.unit()] } else { units.collect() },
            axes: axes.iter().map(|axis| (axis.joint, axis.component)).collect(),
            is_drive: self.quantity.is_drive(),
        }
    }
    /// Returns the constraint in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Constraint<R> {
        Constraint {
            name: self.name.clone(),
            quantity: self.quantity.evaluate(parameters),
            value: self.value.as_ref().map(|value| value.evaluate(parameters)),
        }
    }
    /// Checks the constraint for values of the parameters.
    ///
    /// # Errors
    /// The key whose value makes no constraint, and why.
    pub fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        match (&self.quantity, &self.value) {
            (Quantity::Distance(_), Some(length)) => distance::check(length.evaluate(parameters)),
            (Quantity::Homokinetic(shafts), _) => shafts.check(parameters),
            (Quantity::Rolling(rolling), _) => rolling.check(parameters),
            (Quantity::PointOnCurve(on), _) => on.check(parameters),
            _ => Ok(()),
        }
    }
    /// Tells whether [`Constraint::check`] depends on one of the varied parameters.
    pub fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        match &self.quantity {
            Quantity::Distance(_) => self.value.as_ref().is_some_and(|e| e.depends_on(varied)),
            Quantity::Homokinetic(shafts) => shafts.check_depends_on(varied),
            Quantity::Rolling(rolling) => rolling.check_depends_on(varied),
            Quantity::PointOnCurve(on) => on.check_depends_on(varied),
            _ => false,
        }
    }
}

impl<N> Constraint<N> {
    /// Returns the parameter of the curve at the start, where the equation is the first of a point on a curve: each has one, in
    /// the order of the constraints.
    pub fn curve_start(&self) -> Option<&N> {
        if let Quantity::PointOnCurve(on) = &self.quantity { on.start() } else { None }
    }
    /// Tells whether the constraint is one of a point on a curve.
    pub fn is_on_curve(&self) -> bool {
        matches!(self.quantity, Quantity::PointOnCurve(_))
    }
    /// Tells whether the constraint binds velocities and no positions.
    pub fn is_of_velocities(&self) -> bool {
        match &self.quantity {
            Quantity::Velocity(_) => true,
            Quantity::Rolling(rolling) => rolling.is_of_velocities(),
            _ => false,
        }
    }
}

impl<R: Real> Constraint<R> {
    /// Returns the constraint in other numbers.
    pub fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Constraint<S> {
        Constraint { name: self.name.clone(), value: self.value.map(&f), quantity: self.quantity.map(f) }
    }
    /// Returns the quantity that the constraint keeps constant, m or rad; of velocities alone its integral along the motion, see
    /// [`Real::integral`].
    pub fn quantity(&self, motion: &Motion<'_, R>) -> R {
        self.quantity.constrains().value(motion)
    }
    /// Returns the parameter of the place on the curve that is nearest to the point, from that in `motion`, where
    /// [`Constraint::curve_start`] is one.
    pub fn nearest_on_curve(&self, motion: &Motion<'_, R>) -> Option<R> {
        match &self.quantity {
            Quantity::PointOnCurve(on) if on.start().is_some() => Some(on.nearest(motion)),
            _ => None,
        }
    }
    /// Tells whether the quantity is an angle, so that the multiplier is a torque; of several coordinates the first one
    /// decides.
    pub fn is_angle(&self) -> bool {
        self.quantity.constrains().is_angle()
    }
    /// Returns Phi, m or rad.
    pub fn residual(&self, motion: &Motion<'_, R>) -> R {
        let value = self.quantity(motion);
        self.value.map_or(value, |constant| self.quantity.constrains().miss(value, constant))
    }
    /// Adds B^T mu to the loads: what has the power mu Phi' in every motion at a fixed time.
    pub fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        self.quantity.constrains().act(motion, multiplier, loads);
    }
    /// Returns what the constraint exerts for its multiplier, N or N m, in the order of [`ConstraintShape::units`]:
    /// positive along each of the joint coordinates that it acts on; of a rod the tension.
    pub fn exerted(&self, multiplier: R) -> Vec<R> {
        self.quantity.constrains().exerted(multiplier)
    }
    /// Returns the power of what the constraint exerts for its multiplier, W.
    pub fn power(&self, motion: &Motion<'_, R>, multiplier: R) -> R {
        let mut loads = Loads::none(motion);
        // M v' + B^T lambda = g: a constraint exerts -B^T lambda
        self.act(motion, -multiplier, &mut loads);
        loads.power(motion)
    }
}

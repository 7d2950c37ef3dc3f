//! What a run tells: quantities of bodies, of joints and of the mechanism, and formulas over them.
//!
//! A new quantity is a file here and a line in the catalog below.

mod beam;
mod constraint_force;
mod contact;
mod control;
mod derivative;
mod differentiated;
mod energy;
mod event;
mod event_quantity;
mod expression;
mod final_value;
mod joint;
mod kind;
mod line;
mod momentum;
mod orientation;
mod point;
mod pose;
mod pose_columns;
mod power;
mod reaction;
mod report;
mod reported;
mod rotation_rate;
mod snapshot;
mod table;
mod variable;

pub use differentiated::{AngularSensitivity, Differentiated, DifferentiatedTwice};
pub use event_quantity::{EventQuantity, EventValue};
pub use final_value::{final_slopes, read_instantaneous, write_final};
pub use kind::Component;
pub use pose_columns::{PoseColumns, PoseForm};
pub use report::{Condition, Report};
pub use snapshot::{Reaction, Snapshot};
pub use table::{KEYS, read_all, start_is_finite, units_of_variables, variables, write_all};

use super::Kind;
use super::expression::{Expr, Formula};
use super::frame::FrameRef;
use super::section::{Invalid, Section};
use super::time_reduction::TimeReduction;
use super::unit::{Factor, Unit, ValueUnit};
use crate::num::Real;
use kind::{Columns, Description, Measures};
use reported::Reported;
use std::sync::Arc;

/// Lists the kinds of quantities that constraints give, file by file: absolute coordinates alone have them.
pub const OF_CONSTRAINTS: &[&[Kind]] = &[reaction::KINDS, constraint_force::KINDS];

/// Lists the kinds of quantities of beams, file by file.
pub const OF_BEAMS: &[&[Kind]] = &[beam::KINDS];

/// Holds an `[[output]]` of a scenario.
#[derive(Clone, Debug)]
pub struct Output<N> {
    /// The name of the output: the first part of its columns.
    pub name: String,
    /// What is made of the output over time.
    pub reduction: TimeReduction,
    /// True where the output is an expression over final values, so that it is one itself.
    pub of_final_values: bool,
    /// The unit of the output's columns, of all alike, where it is not that of its components.
    pub unit: Option<Unit>,
    /// The quantity of the output.
    pub quantity: Quantity<N>,
}

impl Output<Expr> {
    /// Returns the output that an analysis finds of a member, and whether that has derivatives.
    pub fn finding(name: impl Into<String>, unit: &str, has_derivative: bool) -> Self {
        Self::reported(name.into(), Reported::new(Report::Finding { has_derivative }, unit, true))
    }

    /// Returns the output that reports something.
    fn reported(name: String, reported: Reported<Expr>) -> Self {
        let is_condition = matches!(reported.report, Report::Condition(_));
        Self {
            name,
            reduction: TimeReduction::End,
            of_final_values: is_condition,
            unit: None,
            quantity: Quantity::Reported(reported),
        }
    }

    /// Returns the position of the centre of mass and the quaternion of each of so many bodies.
    pub(super) fn poses(bodies: usize) -> impl Iterator<Item = Self> {
        let output = |body: usize, name: &str, quantity: Quantity<Expr>| Self {
            name: format!("{name} of body {body}"),
            reduction: TimeReduction::End,
            of_final_values: false,
            unit: None,
            quantity,
        };
        (0..bodies).flat_map(move |body| {
            let frame = FrameRef::Body(body);
            [
                output(body, "position", Quantity::Point(point::Point::position_of(frame))),
                output(body, "quaternion", Quantity::Orientation(orientation::Orientation::quaternion_of(frame))),
            ]
        })
    }
}

macro_rules! quantities {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// Lists the kinds of quantities, file by file.
        pub const FAMILIES: &[&[Kind]] = &[$($module::KINDS),*];

        /// Holds a quantity: expressions (`Quantity<Expr>`) or numbers.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its file
        pub enum Quantity<N> {
            $($variant($module::$type<N>)),*
        }

        impl Quantity<Expr> {
            fn read(kind: &'static str, section: &mut dyn Section, names: &[String]) -> Result<Self, Invalid> {
                $(if let Some(at) = $module::KINDS.iter().position(|k| k.name == kind) {
                    return Ok(Quantity::$variant(Description::read(at, section, names)?));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            /// Returns the quantity in numbers for values of the parameters.
            pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Quantity<R> {
                match self {
                    $(Quantity::$variant(q) => Quantity::$variant(q.evaluate(parameters))),*
                }
            }
            pub(crate) fn formula(&self) -> Option<&Formula<Expr>> {
                match self {
                    $(Quantity::$variant(q) => q.formula()),*
                }
            }
        }

        impl<N> Quantity<N> {
            fn description(&self) -> &dyn Columns
            where
                N: 'static,
            {
                match self {
                    $(Quantity::$variant(q) => q),*
                }
            }
        }

        impl<R: Real> Quantity<R> {
            fn measures(&self) -> &dyn Measures<R> {
                match self {
                    $(Quantity::$variant(q) => q),*
                }
            }
        }
    };
}

quantities! {
    Point = point::Point,
    Orientation = orientation::Orientation,
    PoseOf = pose::BodyPose,
    RotationRate = rotation_rate::RotationRate,
    Energy = energy::Energy,
    Power = power::Power,
    Momentum = momentum::Momentum,
    Joint = joint::JointQuantity,
    Reactive = reaction::Reactive,
    ConstraintForce = constraint_force::ConstraintForce,
    Control = control::Control,
    Line = line::LineQuantity,
    Contact = contact::ContactQuantity,
    Expression = expression::Expression,
    Reported = reported::Reported,
    Variable = variable::VariableValue,
    OfSection = beam::OfSection,
}

impl<N: 'static> Quantity<N> {
    /// Returns the components of the quantity.
    pub fn components(&self) -> Vec<Component> {
        self.description().components()
    }
    /// Tells whether the quantity is made of accelerations.
    pub fn needs_rates(&self) -> bool {
        self.description().needs_rates()
    }
    /// Tells whether the quantity is made of the forces in joints.
    pub fn needs_joint_forces(&self) -> bool {
        self.description().needs_joint_forces()
    }
    /// Tells whether the quantity is made of constraints or their multipliers.
    pub fn needs_constraints(&self) -> bool {
        self.description().needs_constraints()
    }
    /// Tells whether the quantity is made of multipliers of least norm.
    pub fn needs_least_reactions(&self) -> bool {
        self.description().needs_least_reactions()
    }
    /// Tells whether the quantity is the norm of the residuals of constraints.
    pub fn is_residual(&self) -> bool {
        self.description().is_residual()
    }
    /// Returns the joint that the quantity is a reaction of, and whether it is a torque.
    pub fn reaction(&self) -> Option<(usize, bool)> {
        match self {
            Quantity::Reactive(reaction::Reactive::Reaction { joint, torque, .. }) => Some((*joint, *torque)),
            _ => None,
        }
    }
    /// Returns the joint and the coordinates whose force it is; nothing of what is no force in a joint.
    pub fn joint_force(&self) -> Option<(usize, Vec<usize>)> {
        match self {
            Quantity::Joint(quantity) => quantity.force(),
            _ => None,
        }
    }
    /// Tells whether the quantity is an expression over the columns of other outputs.
    pub fn is_formula(&self) -> bool {
        self.description().is_formula()
    }
    /// Returns the number of the variable that it is, for one that is a variable.
    pub fn of_variable(&self) -> Option<usize> {
        self.description().of_variable()
    }
    /// Returns what is reported, where no state tells the quantity: what is written is zero, and whoever finds the value puts it in its
    /// place.
    pub fn report(&self) -> Option<&Report> {
        self.description().report()
    }
    /// Returns the event that is reported, and what of it.
    pub fn of_event(&self) -> Option<EventQuantity> {
        if let Some(Report::Event(of)) = self.report() { Some(*of) } else { None }
    }
    /// Returns the column whose error by its steps is reported.
    pub fn step_error(&self) -> Option<usize> {
        if let Some(Report::StepError(column)) = self.report() { Some(*column) } else { None }
    }
    /// Returns the condition that is reported, as a scenario gives it.
    pub fn condition(&self) -> Option<&str> {
        if let Some(Report::Condition(condition)) = self.report() { Some(&condition.text) } else { None }
    }
    /// Returns what the quantity is the derivative of.
    pub fn derivative(&self) -> Option<Differentiated> {
        if let Some(Report::Derivative(of)) = self.report() { Some(*of) } else { None }
    }
    /// Returns what the quantity is the second derivative of.
    pub fn second_derivative(&self) -> Option<DifferentiatedTwice> {
        if let Some(Report::SecondDerivative(of)) = self.report() { Some(*of) } else { None }
    }
    /// Returns the columns of an angular sensitivity and of what it is made of, if the quantity is one.
    pub fn angular_sensitivity(&self) -> Option<AngularSensitivity> {
        if let Some(Report::AngularSensitivity(of)) = self.report() { Some(*of) } else { None }
    }
}

/// Returns all kinds of quantities.
pub fn all() -> Vec<Kind> {
    FAMILIES.iter().flat_map(|family| family.iter().copied()).collect()
}

impl Output<Expr> {
    /// Returns the output in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Output<R> {
        let quantity = self.quantity.evaluate(parameters);
        let (name, unit) = (self.name.clone(), self.unit.clone());
        Output { name, reduction: self.reduction, of_final_values: self.of_final_values, unit, quantity }
    }
    /// Tells whether the output has a final value, one per run, which is known at the end: where it is reduced over
    /// time, tells of an event, or is an expression over final values.
    pub fn is_final(&self) -> bool {
        self.of_final_values || self.reduction != TimeReduction::End || self.quantity.description().is_final()
    }
    /// Returns the output that is 1 where a condition over the columns of the outputs before it holds at the end of a run,
    /// 0 where it does not, and missing where what is missing decides.
    pub fn of_condition(name: String, text: String, condition: Expr) -> Self {
        let condition = Report::Condition(Arc::new(Condition::new(text, condition)));
        Self::reported(name, Reported::new(condition, "1", true))
    }
    /// Returns the output that estimates the error of one of its columns, of that name and unit, by the steps.
    pub fn step_error(&self, column: usize, (name, unit): (&str, &str)) -> Self {
        let error = Reported::new(Report::StepError(column), unit, self.is_final());
        Self::reported(format!("error({name})"), error)
    }
    /// Tells whether the output has derivatives: counts, conditions, residuals, errors and some findings have none.
    pub fn has_derivative(&self) -> bool {
        match self.quantity.report() {
            Some(Report::Event(of)) => of.value != EventValue::Count,
            Some(Report::Finding { has_derivative }) => *has_derivative,
            Some(Report::Condition(_) | Report::StepError(_)) => false,
            _ => !self.quantity.is_residual(),
        }
    }
    /// Tells whether the output has second derivatives: it has one component, which is known while members run.
    pub fn has_second_derivatives(&self) -> bool {
        self.columns().len() == 1 && self.quantity.of_event().is_none() && !self.of_final_values
    }
    /// Returns the output that is the derivative of one of its columns, of that name and unit, by a parameter.
    pub fn derivative(&self, of: Differentiated, (name, unit): (&str, &str), (by, its_unit): (&str, &str)) -> Self {
        Self::reported(format!("d({name})/d({by})"), Reported::derivative(of, [unit, its_unit], self.is_final()))
    }
    /// Returns the output that is the second derivative of one of its columns, of that name and unit, by two parameters.
    pub fn second_derivative(
        &self,
        of: DifferentiatedTwice,
        (name, unit): (&str, &str),
        [(a, unit_a), (b, unit_b)]: [(&str, &str); 2],
    ) -> Self {
        let derivative = Reported::second_derivative(of, unit, [unit_a, unit_b], self.is_final());
        Self::reported(format!("d2({name})/d({a})d({b})"), derivative)
    }
    /// Returns the output that is the angular sensitivity of its body by a parameter.
    pub fn angular_sensitivity(&self, of: AngularSensitivity, (by, unit): (&str, &str)) -> Self {
        Self::reported(format!("W({})/d({by})", self.name), Reported::angular_sensitivity(of, unit))
    }
    /// Tells whether the output is the quaternion of a body at every instant.
    pub fn is_quaternion(&self) -> bool {
        self.reduction == TimeReduction::End && self.quantity.description().is_quaternion()
    }
    /// Returns how the columns hold one rotation or pose, at every instant, if they do.
    pub(in crate::model) fn pose(&self) -> Option<PoseForm> {
        self.quantity.description().pose().filter(|_| self.reduction == TimeReduction::End)
    }
    /// Returns the output with one value per run, if it is a derivative.
    pub(in crate::model) fn into_final_derivative(self) -> Self {
        match self.quantity {
            Quantity::Reported(reported) if reported.report.is_derivative() => {
                Output { quantity: Quantity::Reported(reported.at_end()), ..self }
            }
            _ => self,
        }
    }
    /// Tells whether an analysis finds the output.
    pub fn is_finding(&self) -> bool {
        matches!(self.quantity.report(), Some(Report::Finding { .. }))
    }
    /// Tells whether the output is a derivative of another one.
    pub fn is_derivative(&self) -> bool {
        matches!(&self.quantity, Quantity::Reported(reported) if reported.report.is_derivative())
    }
}

impl<N: 'static> Output<N> {
    /// Returns the names of the output's columns, with units.
    pub fn columns(&self) -> Vec<(String, String)> {
        let unit = |of_component: String| match &self.unit {
            None => self.reduction.unit(of_component),
            // an integral may be given its own unit
            Some(unit) if self.is_of_reduced(unit) => unit.text.clone(),
            Some(unit) => self.reduction.unit(unit.text.clone()),
        };
        let components = self.quantity.components().into_iter();
        components.map(|c| (format!("{}{}", self.name, c.suffix), unit(c.unit))).collect()
    }

    /// Returns the units that the values of its columns are in. What has no unit of its own, as an expression, and none that is
    /// stated, has none after a reduction over time.
    pub fn value_units(&self) -> Vec<ValueUnit> {
        let is_known = |of: &str| self.unit.is_some() || ValueUnit::si(of) != ValueUnit::UNKNOWN;
        let components = self.quantity.components().into_iter().zip(self.columns());
        let unit = |(own, unit): (String, String)| match is_known(&own) {
            true => ValueUnit::new(self.size(), &unit),
            false => ValueUnit { size: self.size(), dimension: None },
        };
        components.map(|(component, (_, text))| unit((component.unit, text))).collect()
    }

    /// Returns the size of the unit of its columns.
    pub fn size(&self) -> Factor {
        self.unit.as_ref().map_or(Factor::ONE, |unit| unit.factor)
    }

    /// Tells whether a unit is one of what the reduction over time makes, and not of what it is made of.
    fn is_of_reduced(&self, unit: &Unit) -> bool {
        let is_of = |text: String| Unit::parse(&text).is_ok_and(|of| of.dimension == unit.dimension);
        let components = self.quantity.components();
        let mut units = components.into_iter().map(|c| c.unit);
        !self.quantity.is_formula() && units.all(|of| !is_of(of.clone()) && is_of(self.reduction.unit(of)))
    }
}

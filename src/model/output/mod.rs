//! What a run tells: quantities of bodies, of joints and of the mechanism, and formulas over them.
//!
//! A new quantity is a file here and a line in the catalog below.

mod beam;
mod condition;
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
mod of_study;
mod orientation;
mod point;
mod pose;
mod pose_columns;
mod power;
mod reaction;
mod rotation_rate;
mod snapshot;
mod step_error;
mod table;
mod variable;

pub use differentiated::{AngularSensitivity, Differentiated, DifferentiatedTwice};
pub use event_quantity::{EventQuantity, EventValue};
pub use final_value::{final_slopes, read_instantaneous, write_final};
pub use kind::Component;
pub use of_study::OF_PERIODS;
pub use pose_columns::{PoseColumns, PoseForm};
pub use snapshot::{Reaction, Snapshot};
pub use table::{KEYS, read_all, start_is_finite, units_of_variables, variables, write_all};

use super::Kind;
use super::expression::{Expr, Formula};
use super::frame::FrameRef;
use super::section::{Invalid, Section};
use super::time_reduction::TimeReduction;
use super::unit::{Factor, Unit};
use crate::num::Real;
use kind::{Columns, Description, Measures};

/// Lists the kinds of quantities that constraints give, file by file: absolute coordinates alone have them.
pub const OF_CONSTRAINTS: &[&[Kind]] = &[reaction::KINDS, constraint_force::KINDS];

/// Lists the kinds of quantities of beams, file by file.
pub const OF_BEAMS: &[&[Kind]] = &[beam::KINDS];

/// Names what is told of paths of equilibria.
pub const OF_PATHS: [&str; 3] = ["load_factor", "limit_load", "buckling_load"];

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
    /// Returns the outputs that tell of so many modes: frequency and damping of each, then what tells of the state that they are about.
    pub fn modes(count: usize) -> Vec<Self> {
        let of_mode = |k: usize| {
            [("frequency", "rad/s"), ("damping", "1")]
                .map(|(name, unit)| Self::of_study(&format!("{name}_{k}"), unit, true))
        };
        let of_state = [("unbalanced", "m/s^2"), ("unsteady", "1"), ("growth", "1/s"), ("rigid_motions", "1")];
        let of_state = of_state.map(|(name, unit)| Self::of_study(name, unit, false));
        (1..=count).flat_map(of_mode).chain(of_state).collect()
    }

    /// Returns the outputs that tell of a path of equilibria: the load factor at its end, at the first limit point and at the first
    /// bifurcation.
    pub fn statics() -> Vec<Self> {
        OF_PATHS.map(|name| Self::of_study(name, "1", true)).to_vec()
    }

    /// Returns the outputs that tell of a periodic motion: its period, and the largest magnitude of a multiplier.
    pub fn periodic() -> Vec<Self> {
        OF_PERIODS.map(|(name, unit)| Self::of_study(name, unit, false)).to_vec()
    }

    fn of_study(name: &str, unit: &'static str, has_derivative: bool) -> Self {
        Self {
            name: name.into(),
            reduction: TimeReduction::End,
            of_final_values: false,
            unit: None,
            quantity: Quantity::OfStudy(of_study::OfStudy::new(unit, has_derivative)),
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
    Event = event::OfEvent,
    Variable = variable::VariableValue,
    Derivative = derivative::Derivative,
    Condition = condition::Condition,
    StepError = step_error::StepError,
    OfStudy = of_study::OfStudy,
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
    /// Returns the event that the quantity tells of, and what it tells. Such a quantity has no value at an instant:
    /// what is written is zero, and the run that finds the event puts the value in its place.
    pub fn of_event(&self) -> Option<EventQuantity> {
        self.description().of_event()
    }
    /// Returns the column whose error by its steps the quantity estimates. What is written is zero, and the run puts the value in
    /// its place.
    pub fn step_error(&self) -> Option<usize> {
        self.description().step_error()
    }
    /// Returns the condition that the quantity is, as a scenario gives it.
    pub fn condition(&self) -> Option<&str> {
        self.description().condition()
    }
    /// Returns what the quantity is the derivative of.
    pub fn derivative(&self) -> Option<Differentiated> {
        self.description().derivative()
    }
    /// Returns what the quantity is the second derivative of.
    pub fn second_derivative(&self) -> Option<DifferentiatedTwice> {
        self.description().second_derivative()
    }
    /// Returns the columns of an angular sensitivity and of what it is made of, if the quantity is one.
    pub fn angular_sensitivity(&self) -> Option<AngularSensitivity> {
        self.description().angular_sensitivity()
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
        let quantity = Quantity::Condition(condition::Condition::new(text, condition));
        Output { name, reduction: TimeReduction::End, of_final_values: true, unit: None, quantity }
    }
    /// Returns the output that estimates the error of one of its columns, of that name and unit, by the steps.
    pub fn step_error(&self, column: usize, (name, unit): (&str, &str)) -> Self {
        let quantity = Quantity::StepError(step_error::StepError::new(column, unit, self.is_final()));
        let name = format!("error({name})");
        Output { name, reduction: TimeReduction::End, of_final_values: false, unit: None, quantity }
    }
    /// Tells whether the output has derivatives: counts, conditions, residuals and what tells how steady a state is have none.
    pub fn has_derivative(&self) -> bool {
        let is_count = self.quantity.of_event().is_some_and(|of| of.value == EventValue::Count);
        !is_count
            && !self.quantity.is_residual()
            && !self.tells_of_state()
            && self.quantity.condition().is_none()
            && self.quantity.step_error().is_none()
    }
    /// Tells whether the output says how steady a state is.
    pub fn tells_of_state(&self) -> bool {
        matches!(&self.quantity, Quantity::OfStudy(of) if !of.has_derivative)
    }
    /// Returns the output that is the derivative of one of its columns, of that name and unit, by a parameter.
    pub fn derivative(&self, of: Differentiated, (name, unit): (&str, &str), (by, its_unit): (&str, &str)) -> Self {
        Output {
            name: format!("d({name})/d({by})"),
            reduction: TimeReduction::End,
            of_final_values: false,
            unit: None,
            quantity: Quantity::Derivative(derivative::Derivative::new(of, [unit, its_unit], self.is_final())),
        }
    }
    /// Returns the output that is the second derivative of one of its columns, of that name and unit, by two parameters.
    pub fn second_derivative(
        &self,
        of: DifferentiatedTwice,
        (name, unit): (&str, &str),
        [(a, unit_a), (b, unit_b)]: [(&str, &str); 2],
    ) -> Self {
        let derivative = derivative::Derivative::twice(of, unit, [unit_a, unit_b], self.is_final());
        Output {
            name: format!("d2({name})/d({a})d({b})"),
            reduction: TimeReduction::End,
            of_final_values: false,
            unit: None,
            quantity: Quantity::Derivative(derivative),
        }
    }
    /// Returns the output that is the angular sensitivity of its body by a parameter.
    pub fn angular_sensitivity(&self, of: AngularSensitivity, (by, unit): (&str, &str)) -> Self {
        Output {
            name: format!("W({})/d({by})", self.name),
            reduction: TimeReduction::End,
            of_final_values: false,
            unit: None,
            quantity: Quantity::Derivative(derivative::Derivative::of_rotation(of, unit)),
        }
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
            Quantity::Derivative(derivative) => Output { quantity: Quantity::Derivative(derivative.at_end()), ..self },
            _ => self,
        }
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

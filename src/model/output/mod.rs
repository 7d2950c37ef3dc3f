//! What a run tells: quantities of bodies, of joints and of the mechanism, and formulas over them.
//!
//! A new quantity is a file here and a line in the catalog below.

mod control;
mod energy;
mod event;
mod expression;
mod joint;
mod momentum;
mod orientation;
mod point;
mod power;
mod rotation_rate;
mod table;
mod variable;

pub use event::{EventQuantity, EventValue};
pub use table::{read_all, start_is_finite, variables, write_all};

use super::Kind;
use super::body::MassProperties;
use super::expression::Expr;
use super::force::Force;
use super::section::{Invalid, Section};
use super::state::{BodyRates, Motion};
use super::time_reduction::TimeReduction;
use crate::num::{Real, Sparse3};

/// One number of an output: what is added to its name (empty for a scalar), and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// `.x`, `.w`, `.xy`, `.1` or nothing.
    pub suffix: String,
    /// SI unit; `1` for a pure number.
    pub unit: String,
}

fn component(suffix: &str, unit: &str) -> Component {
    Component { suffix: suffix.to_string(), unit: unit.to_string() }
}

fn xyz(unit: &str) -> Vec<Component> {
    [".x", ".y", ".z"].map(|suffix| component(suffix, unit)).to_vec()
}

/// The mechanism at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a, R> {
    /// Time, motion of the bodies and of the joints.
    pub motion: Motion<'a, R>,
    /// Accelerations of every body; empty where no output needs rates.
    pub rates: &'a [BodyRates<R>],
    /// Accelerations of every joint, m/s^2 and rad/s^2: of its scalar coordinates, then the three of a rotation in the
    /// moved body's frame; empty where no output needs rates.
    pub joint_accelerations: &'a [Vec<R>],
    /// Generalised forces that the forces exert in every joint, conjugate to these; empty where no output needs joint
    /// forces.
    pub joint_forces: &'a [Vec<R>],
    /// Mass and inertia of every body.
    pub masses: &'a [MassProperties<R>],
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: &'a Sparse3<R>,
    /// Kinetic energy of the rotors in joints, J.
    pub rotor_energy: R,
    /// The forces.
    pub forces: &'a [Force<R>],
}

/// An `[[output]]` of a scenario.
#[derive(Clone, Debug)]
pub struct Output<N> {
    /// Its name: the first part of its columns.
    pub name: String,
    /// What is made of it over time.
    pub reduction: TimeReduction,
    /// What it is.
    pub quantity: Quantity<N>,
}

/// A quantity as a scenario describes it.
trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>;

    /// Reads the keys of the kind of that number in its file; `variables` are the names that an expression may
    /// use besides the parameters.
    fn read(kind: usize, section: &mut dyn Section, variables: &[String]) -> Result<Self, Invalid>;
    /// Its numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
}

/// What a quantity consists of and is made of.
trait Columns {
    /// Its components.
    fn components(&self) -> Vec<Component>;
    /// True where it is made of accelerations.
    fn needs_rates(&self) -> bool {
        false
    }
    /// True where it is made of the forces in joints.
    fn needs_joint_forces(&self) -> bool {
        false
    }
    /// True where it is made of the columns of other outputs.
    fn is_formula(&self) -> bool {
        false
    }
    /// The variable that it is.
    fn of_variable(&self) -> Option<usize> {
        None
    }
    /// What it tells of an event; such a quantity has no value at an instant.
    fn of_event(&self) -> Option<EventQuantity> {
        None
    }
}

/// A quantity with its numbers.
trait Measures<R: Real> {
    /// Appends its components at an instant. A formula and what is told of an event append zeros.
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>);
    /// The value of a formula for its variables, see [`variables`].
    fn formula(&self, _variables: &[R]) -> Option<R> {
        None
    }
}

macro_rules! quantities {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// The kinds of quantities, file by file.
        pub const FAMILIES: &[&[Kind]] = &[$($module::KINDS),*];

        /// A quantity: expressions (`Quantity<Expr>`) or numbers.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // each variant is its file
        pub enum Quantity<N> {
            $($variant($module::$type<N>)),*
        }

        impl Quantity<Expr> {
            fn read(kind: &'static str, section: &mut dyn Section, variables: &[String]) -> Result<Self, Invalid> {
                $(if let Some(at) = $module::KINDS.iter().position(|k| k.name == kind) {
                    return Ok(Quantity::$variant(Description::read(at, section, variables)?));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            /// Its numbers for values of the parameters.
            pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Quantity<R> {
                match self {
                    $(Quantity::$variant(q) => Quantity::$variant(q.evaluate(parameters))),*
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
    RotationRate = rotation_rate::RotationRate,
    Energy = energy::Energy,
    Power = power::Power,
    Momentum = momentum::Momentum,
    Joint = joint::JointQuantity,
    Control = control::Control,
    Expression = expression::Expression,
    Event = event::OfEvent,
    Variable = variable::VariableValue,
}

impl<N: 'static> Quantity<N> {
    /// Its components.
    pub fn components(&self) -> Vec<Component> {
        self.description().components()
    }
    /// True where it is made of accelerations.
    pub fn needs_rates(&self) -> bool {
        self.description().needs_rates()
    }
    /// True where it is made of the forces in joints.
    pub fn needs_joint_forces(&self) -> bool {
        self.description().needs_joint_forces()
    }
    /// True where it is an expression over the columns of other outputs.
    pub fn is_formula(&self) -> bool {
        self.description().is_formula()
    }
    /// The number of the variable that it is, for one that is a variable.
    pub fn of_variable(&self) -> Option<usize> {
        self.description().of_variable()
    }
    /// What it tells of which event. Such a quantity has no value at an instant: what is written is zero, and the
    /// run that finds the event puts the value in its place.
    pub fn of_event(&self) -> Option<EventQuantity> {
        self.description().of_event()
    }
}

/// All kinds of quantities.
pub fn all() -> Vec<Kind> {
    FAMILIES.iter().flat_map(|family| family.iter().copied()).collect()
}

impl Output<Expr> {
    /// Its numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Output<R> {
        Output { name: self.name.clone(), reduction: self.reduction, quantity: self.quantity.evaluate(parameters) }
    }
    /// The names of its columns, with units.
    pub fn columns(&self) -> Vec<(String, String)> {
        let components = self.quantity.components().into_iter();
        components.map(|c| (format!("{}{}", self.name, c.suffix), self.reduction.unit(c.unit))).collect()
    }
}

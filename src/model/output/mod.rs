//! What a run tells: quantities of bodies and of the mechanism.
//!
//! A new quantity is a file here and a line in the catalog below.

mod energy;
mod momentum;
mod orientation;
mod point;
mod rotation_rate;

use super::Kind;
use super::body::MassProperties;
use super::expression::Expr;
use super::force::Force;
use super::section::{Invalid, Section};
use super::state::{BodyRates, BodyState};
use crate::num::{Real, Sparse3};

/// One number of an output: what is added to its name (empty for a scalar), and its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// `.x`, `.w`, `.xy`, or nothing.
    pub suffix: &'static str,
    /// SI unit; `1` for a pure number.
    pub unit: &'static str,
}

const fn component(suffix: &'static str, unit: &'static str) -> Component {
    Component { suffix, unit }
}

const fn xyz(unit: &'static str) -> [Component; 3] {
    [component(".x", unit), component(".y", unit), component(".z", unit)]
}

/// What is made of an output over the time of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Its value at the end.
    End,
    /// The largest value at the ends of all steps and at the start.
    Max,
    /// The smallest.
    Min,
    /// The time average, by the trapezoidal rule over the steps.
    Mean,
    /// The largest distance from its value at the start.
    Drift,
}

impl Over {
    /// All of them, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, Over)] =
        &[("end", Over::End), ("max", Over::Max), ("min", Over::Min), ("mean", Over::Mean), ("drift", Over::Drift)];
}

/// The mechanism at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a, R> {
    /// Motion of every body.
    pub states: &'a [BodyState<R>],
    /// Accelerations of every body; empty where no output needs them.
    pub rates: &'a [BodyRates<R>],
    /// Mass and inertia of every body.
    pub masses: &'a [MassProperties<R>],
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: &'a Sparse3<R>,
    /// The forces.
    pub forces: &'a [Force<R>],
}

/// An `[[output]]` of a scenario.
#[derive(Clone, Debug)]
pub struct Output<N> {
    /// Its name: the first part of its columns.
    pub name: String,
    /// What is made of it over time.
    pub over: Over,
    /// What it is.
    pub quantity: Quantity<N>,
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
            fn read(kind: &'static str, section: &mut dyn Section) -> Result<Self, Invalid> {
                $(if let Some(at) = $module::KINDS.iter().position(|k| k.name == kind) {
                    return Ok(Quantity::$variant($module::$type::read(at, section)?));
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
            /// Its components.
            pub fn components(&self) -> &'static [Component] {
                match self {
                    $(Quantity::$variant(q) => q.components()),*
                }
            }
            /// True where it is made of accelerations.
            pub fn needs_rates(&self) -> bool {
                match self {
                    $(Quantity::$variant(q) => q.needs_rates()),*
                }
            }
        }

        impl<R: Real> Quantity<R> {
            /// Appends its components at an instant.
            #[inline(always)]
            pub fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
                match self {
                    $(Quantity::$variant(q) => q.write(at, out)),*
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
    Momentum = momentum::Momentum,
}

/// All kinds of quantities.
pub fn all() -> Vec<Kind> {
    FAMILIES.iter().flat_map(|family| family.iter().copied()).collect()
}

impl Output<Expr> {
    /// Reads one `[[output]]`.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let name = section.text("name")?;
        let kind = section.text("quantity")?;
        let all = all();
        let kind = super::find_kind("quantity", &kind, &all).map_err(|m| section.invalid("quantity", m))?.name;
        let words: Vec<&'static str> = Over::ALL.iter().map(|(word, _)| *word).collect();
        let word = section.choice("over", &words)?;
        let over = Over::ALL.iter().find(|(w, _)| *w == word).map_or(Over::End, |(_, over)| *over);
        Ok(Self { name, over, quantity: Quantity::read(kind, section)? })
    }
    /// Its numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Output<R> {
        Output { name: self.name.clone(), over: self.over, quantity: self.quantity.evaluate(parameters) }
    }
    /// The names of its columns, with units.
    pub fn columns(&self) -> Vec<(String, &'static str)> {
        self.quantity.components().iter().map(|c| (format!("{}{}", self.name, c.suffix), c.unit)).collect()
    }
}

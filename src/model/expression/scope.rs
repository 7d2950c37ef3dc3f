//! The names that an expression may use.

use super::tree::{Expr, Signal};
use crate::model::unit::Factor;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Lists parameters, followed by the variables that the expression may use such as `t` or `x`. An expression over a
/// scope is evaluated with one value per name, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    parameters: Arc<[String]>,
    /// The index of every parameter.
    places: Arc<HashMap<String, usize>>,
    variables: Arc<Variables>,
    /// The units of those parameters whose values are not in units of the SI, by their indices: expressions see the SI.
    units: Arc<HashMap<usize, Factor>>,
    /// What names stand for besides.
    meanings: Arc<Meanings>,
}

/// Holds what names stand for.
#[derive(Clone, Debug, Default, PartialEq)]
struct Meanings {
    /// Expressions over the parameters.
    definitions: HashMap<String, Expr>,
    /// Functions that are called.
    signals: BTreeMap<String, Called>,
}

/// A signal and what its values are multiplied by.
#[derive(Clone, Debug)]
pub(super) struct Called {
    pub(super) signal: Arc<Signal>,
    pub(super) scale: Expr,
}

impl PartialEq for Called {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.signal, &other.signal) && self.scale == other.scale
    }
}

/// Holds the variables that an expression may use.
#[derive(Clone, Debug, Default, PartialEq)]
struct Variables {
    names: Vec<String>,
    /// The units that their values are in, in their order; of those beyond the SI's.
    units: Vec<Factor>,
}

impl Variables {
    fn new(names: &[String], units: &[Factor]) -> Arc<Self> {
        Arc::new(Self { names: names.to_vec(), units: units.to_vec() })
    }
}

impl Scope {
    /// Makes a scope of parameters and variables. An empty name keeps its index and cannot be used.
    pub fn new(parameters: &[String], variables: &[String]) -> Self {
        let places = parameters.iter().cloned().enumerate().map(|(at, name)| (name, at)).collect();
        Self {
            parameters: parameters.into(),
            places: Arc::new(places),
            variables: Variables::new(variables, &[]),
            units: Arc::default(),
            meanings: Arc::default(),
        }
    }

    /// Returns the scope with these variables instead, of the same parameters; their values are in units of these sizes, beyond them
    /// in those of the SI.
    pub fn with_variables_in_units(&self, variables: &[String], units: &[Factor]) -> Self {
        let is_there = self.variables.names == variables && self.variables.units == units;
        let variables = if is_there { Arc::clone(&self.variables) } else { Variables::new(variables, units) };
        Self { variables, ..self.clone() }
    }

    /// Returns the scope whose parameters have values in units of these sizes.
    pub fn with_units(self, units: &[Factor]) -> Self {
        let others = units.iter().copied().enumerate().filter(|(_, unit)| !unit.is_one());
        Self { units: Arc::new(others.collect()), ..self }
    }

    /// Returns the parameter or variable of an index, in units of the SI.
    pub(super) fn leaf(&self, place: usize) -> Expr {
        let unit = match place.checked_sub(self.parameters.len()) {
            None => self.units.get(&place),
            Some(variable) => self.variables.units.get(variable),
        };
        Expr::Parameter(place).in_unit(unit.copied().unwrap_or(Factor::ONE))
    }

    /// Lets a name stand for an expression over the parameters.
    pub fn define(&mut self, name: &str, expression: Expr) {
        Arc::make_mut(&mut self.meanings).definitions.insert(name.to_string(), expression.named(name));
    }

    /// Lets a name be called, as in `road(t)`: values of the signal are multiplied by an expression over the parameters.
    pub fn define_signal(&mut self, name: &str, signal: Signal, scale: Expr) {
        let called = Called { signal: Arc::new(signal), scale };
        Arc::make_mut(&mut self.meanings).signals.insert(name.to_string(), called);
    }

    /// Returns the signal of a name.
    pub(super) fn called(&self, name: &str) -> Option<&Called> {
        self.meanings.signals.get(name)
    }

    /// Tells whether a name is that of a signal.
    pub fn has_signal(&self, name: &str) -> bool {
        self.meanings.signals.contains_key(name)
    }

    /// Tells whether values at the instant before can be used.
    pub(super) fn has_previous(&self) -> bool {
        self.variables().any(|name| name.starts_with("previous."))
    }

    /// Returns the signals by their names.
    pub fn called_signals(&self) -> impl Iterator<Item = (&String, &Arc<Signal>)> {
        self.meanings.signals.iter().map(|(name, called)| (name, &called.signal))
    }

    /// Returns the names of the signals.
    pub(super) fn signals(&self) -> impl Iterator<Item = &String> {
        self.meanings.signals.keys()
    }

    /// Returns what a name stands for.
    pub fn definition(&self, name: &str) -> Option<&Expr> {
        self.meanings.definitions.get(name)
    }

    /// Makes a scope of parameters only.
    pub fn of_parameters(parameters: &[String]) -> Self {
        Self::new(parameters, &[])
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Tells whether a name is that of a parameter.
    pub fn has_parameter(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns the variables that can be used.
    pub fn variables(&self) -> impl Iterator<Item = &String> {
        self.variables.names.iter().filter(|v| !v.is_empty())
    }

    /// Returns the indices of a name: none where it is unknown, two where a variable has the name of a parameter.
    pub(super) fn places(&self, name: &str) -> Vec<usize> {
        let variables = self.variables.names.iter().enumerate();
        let variables = variables.filter(|(_, n)| *n == name && !name.is_empty());
        let variables = variables.map(|(at, _)| self.parameters.len() + at);
        self.places.get(name).copied().into_iter().chain(variables).collect()
    }

    /// Returns all names that can be used.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.parameters.iter().chain(self.meanings.definitions.keys()).chain(self.variables())
    }
}

//! What all tables of a scenario share: its text, the names that its parts may use.

use super::read_file::ReadFile;
use crate::model::expression::{Kink, KnownValues, Relation, Scope, Signal, Steepness};
use crate::model::names::{BeamShape, ConstraintShape, ForceShape, JointShape, Names, VariableShape};
use crate::model::output::{self, Output};
use crate::model::text::shortened;
use crate::model::unit::{Factor, Unit, ValueUnit};
use crate::model::{Elements, Expr, Parameter, SideList, SignalCall, TimeRelation};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// What a scenario may consist of.
pub(super) const TABLES: [&str; 28] = [
    "title",
    "parameters",
    "signal",
    "gravity",
    "base",
    "body",
    "beam",
    "joint",
    "constraint",
    "variable",
    "sampled",
    "force",
    "contact",
    "event",
    "output",
    "probability",
    "method",
    "start",
    "sensitivity",
    "sampling",
    "plan",
    "until",
    "retry",
    "design",
    "reliability",
    "modes",
    "statics",
    "periodic",
];

/// The tables that the motion of a run does not depend on, or by what others name of them.
const BESIDE_MOTION: [&str; 11] = [
    "parameters",
    "output",
    "probability",
    "sensitivity",
    "sampling",
    "plan",
    "design",
    "reliability",
    "modes",
    "statics",
    "periodic",
];

/// The columns of the tables that are not outputs.
pub(super) const OTHER_COLUMNS: [&str; 13] = [
    "member",
    "replicate",
    "row",
    "block",
    "outcome",
    "outcome_time",
    "attempt",
    "steps",
    "time",
    "rejected",
    "newton_iterations",
    "factorisations",
    "pivoted_steps",
];

/// Returns the line of a place in a text, from 1.
pub(super) fn line(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|b| *b == b'\n').count() + 1
}

/// What all tables of a file share.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    /// The names of the parameters, with the variables of the expression that was read last.
    scope: RefCell<Scope>,
    pub(super) defaults: RefCell<Vec<f64>>,
    /// The values of derived names at the defaults, as far as they have been evaluated.
    pub(super) values: RefCell<KnownValues>,
    /// For every parameter, whether an expression names it.
    pub(super) used: RefCell<Vec<bool>>,
    names: RefCell<Rc<Names>>,
    /// The units of parameters and of what is derived from them, where these are stated.
    units: RefCell<HashMap<String, Unit>>,
    /// The files that keys name, besides those of plans and measurements.
    pub(super) files: RefCell<Vec<ReadFile>>,
    /// What is likely not meant, though nothing is wrong.
    pub(super) notes: RefCell<Vec<String>>,
    /// Where signals are called that have no value outside of their samples.
    pub(super) calls: RefCell<Vec<SignalCall>>,
    /// Whether an expression depends on the time, or something is led along a table.
    pub(super) depends_on_time: Cell<bool>,
    /// Whether there may be a root in what is integrated.
    pub(super) steepness: Cell<Steepness>,
    pub(super) smoothed_jumps: RefCell<Vec<String>>,
    /// Relations that the time decides.
    pub(super) relations: RefCell<Vec<TimeRelation>>,
    /// What switches with the state in forces and rates.
    pub(super) sides: RefCell<SideList>,
    /// The kinks of expressions that the motion depends on, as far as parameters alone decide them.
    pub(super) kinks: RefCell<Vec<Kink>>,
    pub(super) derived: RefCell<Vec<Derived>>,
    /// The elements of beams in place of those that the file gives, with the names of frames in it.
    pub(super) refined: Option<(Elements, Vec<String>)>,
}

/// Holds a name that a scenario lets stand for an expression over its parameters.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The name in expressions.
    pub name: String,
    /// What the name stands for, in units of the SI.
    pub value: Expr,
    /// The expression that the name stands for, as the scenario gives it.
    pub text: String,
    /// The unit that the value is shown in, if the scenario states one.
    pub unit: Option<Unit>,
}

impl Derived {
    /// Returns the value of the name for values of the parameters, in its unit; `known` holds what has been evaluated
    /// for them.
    pub fn shown(&self, parameters: &[f64], known: &mut KnownValues) -> f64 {
        let value = self.value.evaluate_among(parameters, known);
        self.unit.as_ref().map_or(value, |unit| unit.factor.from_si(value))
    }
}

impl<'a> Document<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            scope: RefCell::default(),
            defaults: RefCell::default(),
            values: RefCell::default(),
            used: RefCell::default(),
            names: RefCell::default(),
            units: RefCell::default(),
            calls: RefCell::default(),
            depends_on_time: Cell::default(),
            relations: RefCell::default(),
            steepness: Cell::default(),
            smoothed_jumps: RefCell::default(),
            sides: RefCell::default(),
            kinks: RefCell::default(),
            files: RefCell::default(),
            notes: RefCell::default(),
            derived: RefCell::default(),
            refined: None,
        }
    }
    /// Takes the parameters, whose values are in units of these sizes.
    pub(super) fn set_parameters(&self, parameters: &[Parameter], units: &[Factor]) {
        let names: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
        *self.scope.borrow_mut() = Scope::of_parameters(&names).with_units(units);
        *self.defaults.borrow_mut() = parameters.iter().map(|p| p.default).collect();
        *self.used.borrow_mut() = vec![false; parameters.len()];
    }
    /// Keeps the kinks of an expression over so many parameters in a table, if the motion depends on it.
    pub(super) fn keep_kinks(&self, table: &str, expression: &Expr, parameters: usize) {
        if is_of_motion(table) {
            self.kinks.borrow_mut().extend(Kink::of(expression, parameters));
        }
    }
    /// Keeps what depends on the time in an expression of a table over so many parameters and these variables, whose derivatives up to an
    /// order are used, and returns the expression as it is behind the start of a run; `place` says where it stands.
    pub(super) fn with_time(
        &self,
        table: &str,
        (expression, used): (Expr, usize),
        (parameters, variables): (usize, &[String]),
        place: impl Fn() -> String,
    ) -> Expr {
        let time = time_among(variables, parameters);
        self.calls.borrow_mut().extend(SignalCall::of((&expression, used), (parameters, time), &place));
        let Some(time) = time.filter(|time| expression.depends_on(&|at| at == *time)) else { return expression };
        self.depends_on_time.set(true);
        let found = TimeRelation::of((&expression, used), (parameters, time), is_of_motion(table), place);
        self.relations.borrow_mut().extend(found);
        TimeRelation::seen_behind_start(&expression, parameters, time)
    }
    /// Returns an expression over the parameters and these variables with those relations held that a run alone decides; its owner and
    /// its place are given.
    pub(super) fn hold(&self, of: (&str, &str), expression: &Expr, variables: &[String]) -> Expr {
        self.hold_where((of, true), expression, variables, |_| true)
    }
    /// Does the same with those relations alone at which the value may jump, of an expression that nothing is integrated with.
    pub(super) fn hold_jumps(&self, of: (&str, &str), expression: &Expr, variables: &[String]) -> Expr {
        self.hold_where((of, false), expression, variables, |relation| relation.grade == 0)
    }
    /// Returns the sign of an expression, held over steps, with the number of its side; its owner and its place are given.
    pub(super) fn hold_sign(&self, of: (&str, &str), expression: &Expr) -> (Expr, usize) {
        self.sides.borrow_mut().hold_sign(of, expression)
    }
    /// Takes notice of how steep something that is integrated may become.
    pub(super) fn steepen(&self, steepness: Steepness) {
        self.steepness.set(self.steepness.get().max(steepness));
    }
    fn hold_where(
        &self,
        of: ((&str, &str), bool),
        expression: &Expr,
        variables: &[String],
        matters: impl Fn(&Relation) -> bool,
    ) -> Expr {
        let parameters = self.defaults.borrow().len();
        let time = time_among(variables, parameters);
        if of.1 {
            self.steepen(expression.steepness(parameters));
        }
        if of.1 && expression.smooths_jumps(parameters) {
            self.smoothed_jumps.borrow_mut().push(of.0.1.to_string());
        }
        let is_held = |relation: &Relation| {
            matters(relation)
                && relation.passing.depends_on(&|at| at >= parameters)
                && !time.is_some_and(|time| TimeRelation::is_known(relation, parameters, time))
                && !SignalCall::is_known(&relation.passing, parameters, time)
        };
        let mut names = [self.scope.borrow().parameters(), variables].concat();
        for name in names.iter_mut() {
            if let Some(of) = name.strip_prefix("previous.") {
                *name = format!("previous({of})");
            }
        }
        let is_constant = |relation: &Relation| !relation.passing.depends_on(&|_| true);
        for relation in Relation::within(expression).into_iter().filter(is_constant) {
            let function = relation.function.written(&names);
            let note = format!(
                "{}: {} never switches, since it compares numbers: one side of it holds always",
                of.0.1,
                shortened(&function)
            );
            let mut notes = self.notes.borrow_mut();
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        self.sides.borrow_mut().hold(of, expression, &names, &is_held)
    }
    /// Lets a name stand for an expression over the parameters.
    pub(super) fn define(&self, derived: Derived) {
        self.scope.borrow_mut().define(&derived.name, derived.value.clone());
        self.derived.borrow_mut().push(derived);
    }
    /// Lets expressions call a signal.
    pub(super) fn define_signal(&self, name: &str, signal: Signal, scale: Expr) {
        self.scope.borrow_mut().define_signal(name, signal, scale);
    }
    /// Returns the signals by their names.
    pub(super) fn signals(&self) -> Vec<(String, Arc<Signal>)> {
        let scope = self.scope.borrow();
        scope.called_signals().map(|(name, signal)| (name.clone(), Arc::clone(signal))).collect()
    }
    /// Tells whether a name is that of a signal.
    pub(super) fn has_signal(&self, name: &str) -> bool {
        self.scope.borrow().has_signal(name)
    }
    /// Returns the number of a parameter, which is used from now on.
    pub(super) fn parameter(&self, name: &str) -> Option<usize> {
        let at = self.scope.borrow().parameters().iter().position(|parameter| parameter == name)?;
        self.used.borrow_mut()[at] = true;
        Some(at)
    }
    /// Notes the unit of a parameter, or of what is derived from some.
    pub(super) fn set_unit(&self, name: &str, unit: Unit) {
        self.units.borrow_mut().insert(name.to_string(), unit);
    }
    /// Returns the unit of a parameter, or of what is derived from some, where it is stated.
    pub(super) fn unit(&self, name: &str) -> Option<Unit> {
        self.units.borrow().get(name).cloned()
    }
    /// Returns the unit of the parameter whose default, or what varies it, is at a path.
    pub(super) fn unit_at(&self, path: &str) -> Option<Unit> {
        let name = ["parameters.", "plan.vary."].iter().find_map(|tables| path.strip_prefix(tables))?;
        self.unit(name.split('.').next()?)
    }
    /// Tells whether a name stands for an expression.
    pub(super) fn is_derived(&self, name: &str) -> bool {
        self.scope.borrow().definition(name).is_some()
    }
    /// Returns the names of those of all parameters that no expression names.
    pub(super) fn unused(&self, parameters: &[Parameter]) -> Vec<String> {
        let used = self.used.borrow();
        parameters.iter().zip(&*used).filter(|(_, is_used)| !**is_used).map(|(p, _)| p.name.clone()).collect()
    }
    pub(super) fn set_bodies(&self, names: &[String], masses: Vec<Expr>) {
        let mut all = self.names.borrow_mut();
        let all = Rc::make_mut(&mut all);
        (all.bodies, all.masses) = (names.to_vec(), masses);
    }
    pub(super) fn set_beams(&self, beams: Vec<BeamShape>) {
        Rc::make_mut(&mut self.names.borrow_mut()).beams = beams;
    }
    pub(super) fn set_joints(&self, joints: Vec<JointShape>) {
        Rc::make_mut(&mut self.names.borrow_mut()).joints = joints;
    }
    pub(super) fn set_constraints(&self, constraints: Vec<ConstraintShape>) {
        Rc::make_mut(&mut self.names.borrow_mut()).constraints = constraints;
    }
    pub(super) fn set_forces(&self, forces: Vec<ForceShape>) {
        Rc::make_mut(&mut self.names.borrow_mut()).forces = forces;
    }
    pub(super) fn set_variables(&self, variables: Vec<VariableShape>) {
        Rc::make_mut(&mut self.names.borrow_mut()).variables = variables;
    }
    pub(super) fn set_events(&self, names: &[String]) {
        Rc::make_mut(&mut self.names.borrow_mut()).events = names.to_vec();
    }
    pub(super) fn set_outputs(&self, names: Vec<String>) {
        Rc::make_mut(&mut self.names.borrow_mut()).outputs = names;
    }
    pub(super) fn names(&self) -> Rc<Names> {
        Rc::clone(&self.names.borrow())
    }
    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.scope.borrow().has_parameter(name)
    }
    /// Returns the names of the parameters, the time and the columns of outputs, with the units that their values are in.
    pub(super) fn names_with_units(&self, outputs: &[Output<Expr>]) -> (Vec<String>, Vec<ValueUnit>) {
        let parameters = self.scope.borrow().parameters().to_vec();
        let of =
            |name: &String| self.unit(name).map_or(ValueUnit::UNKNOWN, |unit| ValueUnit::new(unit.factor, &unit.text));
        let mut units: Vec<ValueUnit> = parameters.iter().map(of).collect();
        units.push(ValueUnit::si("s"));
        units.extend(outputs.iter().flat_map(Output::value_units));
        ([parameters, output::variables(outputs)].concat(), units)
    }
    /// Returns the scope of the parameters, and of these variables after them, whose values are in units of these
    /// sizes.
    pub(super) fn scope(&self, variables: &[String], units: &[Factor]) -> Scope {
        let mut last = self.scope.borrow_mut();
        *last = last.with_variables_in_units(variables, units);
        last.clone()
    }
}

/// Names that come once each.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    pub(super) in_order: Vec<String>,
    known: HashSet<String>,
}

impl Distinct {
    /// Adds a name; false where it is there already.
    pub(super) fn insert(&mut self, name: &str) -> bool {
        let new = !self.known.contains(name);
        if new {
            self.known.insert(name.to_string());
            self.in_order.push(name.to_string());
        }
        new
    }
    pub(super) fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }
}

/// Returns the number of the time among so many parameters and these variables behind them, if it is one.
fn time_among(variables: &[String], parameters: usize) -> Option<usize> {
    variables.iter().position(|name| name == "t").map(|at| parameters + at)
}

/// Says whether the motion depends on what a table says.
fn is_of_motion(table: &str) -> bool {
    let table = table.split(['[', '.']).next().unwrap_or_default();
    !table.is_empty() && !BESIDE_MOTION.contains(&table)
}

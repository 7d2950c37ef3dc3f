//! A scenario as a function of some parameters, compiled once.

use crate::errors::{RunError, of_input};
use crate::scenario::Scenario;
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Chunk, Members, Outcome, Study};
use gyrosweep::model::nearest;
use gyrosweep::sampling::plan::{Plan, Table};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use std::sync::OnceLock;

/// A scenario as a function from rows of parameters to rows of outputs.
#[pyclass(frozen, module = "gyrosweep._gyrosweep")]
pub(crate) struct Function {
    inputs: Vec<String>,
    value: Kept,
    /// With derivatives by the inputs, and with second ones, made when they are first asked for.
    slopes: OnceLock<Result<Kept, String>>,
    curvatures: OnceLock<Result<Kept, String>>,
}

/// A study with what has compiled it.
struct Kept {
    study: Study,
    backend: CpuBackend,
    /// The columns of the outputs.
    columns: Vec<usize>,
}

impl Kept {
    fn new(study: Study, threads: Option<usize>, columns: Vec<usize>) -> Result<Self, String> {
        let backend = CpuBackend::new(threads, LaneWidth::for_study(&study)).map_err(|e| e.to_string())?;
        Ok(Self { study, backend: backend.with_arithmetic(Arithmetic::fastest()), columns })
    }

    /// Computes rows; those with a value that is not finite make no mechanism.
    fn compute(&self, values: Vec<f64>, width: usize) -> Result<Chunk, String> {
        let is_wrong: Vec<bool> = values.chunks(width).map(|row| row.iter().any(|x| !x.is_finite())).collect();
        let members = Members { first: 0, count: is_wrong.len(), values };
        let mut chunk = self.backend.run(&self.study, members).map_err(|e| e.to_string())?;
        for (outcome, _) in chunk.outcomes.iter_mut().zip(is_wrong).filter(|(_, is_wrong)| *is_wrong) {
            *outcome = Outcome::Invalid;
        }
        Ok(chunk)
    }
}

/// Returns the place of a name, or says which there are.
fn place(what: &str, name: &str, known: &[String]) -> Result<usize, String> {
    known.iter().position(|other| other == name).ok_or_else(|| {
        let hint =
            nearest(name, known.iter().map(String::as_str)).map_or(String::new(), |n| format!("; did you mean {n:?}?"));
        format!("{what}: found {name:?}{hint}; accepted: {}", known.join(", "))
    })
}

impl Function {
    /// Returns the study with the columns of the outputs, then of their derivatives by all inputs, output by output.
    fn slopes(&self) -> Result<&Kept, String> {
        let make = || {
            let study = self.differentiated(&[])?;
            let columns = [&self.value.columns[..], &self.slope_columns(&study)?].concat();
            Kept::new(study, Some(self.value.backend.threads()), columns)
        };
        self.slopes.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Returns the study with the columns of the outputs, then of their second derivatives, output by output, row by row.
    fn curvatures(&self) -> Result<&Kept, String> {
        let make = || {
            let mechanism = &self.value.study.mechanism;
            let mut first = 0;
            let mut twice = Vec::new();
            for (at, output) in mechanism.outputs.iter().enumerate() {
                let own = first..first + output.columns().len();
                first = own.end;
                if !self.value.columns.iter().any(|column| own.contains(column)) {
                    continue;
                }
                let why = match own.len() {
                    1 if output.quantity.of_event().is_some() || output.of_final_values => {
                        "is known after a run only".to_string()
                    }
                    1 => String::new(),
                    components => format!("has {components} components"),
                };
                if !why.is_empty() {
                    let name = &output.name;
                    return Err(format!(
                        "{name:?} has no second derivatives, since it {why}; accepted: outputs of one component that have \
                         values over time"
                    ));
                }
                twice.push(at);
            }
            let study = self.differentiated(&twice)?;
            let (all, count) = (study.mechanism.second_derivative_columns(), self.inputs.len());
            let of = |column: usize, i: usize, j: usize| {
                let by = [i.min(j), i.max(j)];
                let found = all.iter().find(|(_, of)| of.column == column && of.by == by).map(|(place, _)| *place);
                found.ok_or_else(|| "an output has no second derivative".to_string())
            };
            let mut columns = self.value.columns.clone();
            for column in &self.value.columns {
                for pair in 0..count * count {
                    columns.push(of(*column, pair / count, pair % count)?);
                }
            }
            Kept::new(study, Some(self.value.backend.threads()), columns)
        };
        self.curvatures.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Returns the study with derivatives by the inputs, of these outputs second ones.
    fn differentiated(&self, twice: &[usize]) -> Result<Study, String> {
        let study = &self.value.study;
        let mechanism = study.mechanism.clone().differentiated_by(study.varied()).with_second_derivatives(twice);
        Study::new(mechanism, study.method.clone(), None, study.plan().clone()).map_err(|e| e.to_string())
    }

    /// Returns the columns of the derivatives of the outputs by the inputs.
    fn slope_columns(&self, study: &Study) -> Result<Vec<usize>, String> {
        let (all, names) = (study.mechanism.derivative_columns(), study.mechanism.columns());
        let of = |(column, by): (usize, usize)| {
            let found = all.iter().find(|(_, of)| of.column == column && of.by == by).map(|(place, _)| *place);
            found.ok_or_else(|| format!("{} has no derivative by {}", names[column].0, self.inputs[by]))
        };
        let pairs = self.value.columns.iter().flat_map(|column| (0..self.inputs.len()).map(move |by| (*column, by)));
        pairs.map(of).collect()
    }

    /// Returns what computes derivatives up to an order.
    fn kept(&self, order: u8) -> Result<&Kept, String> {
        match order {
            0 => Ok(&self.value),
            1 => self.slopes(),
            _ => self.curvatures(),
        }
    }
}

/// Values of the columns of every row, row by row, and what became of each.
type Found<'py> = (Bound<'py, PyArray2<f64>>, Vec<&'static str>, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl Function {
    #[new]
    fn new(
        py: Python<'_>,
        scenario: &Scenario,
        inputs: Vec<String>,
        outputs: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let read = scenario.read(py, None, None)?;
        let wrong = |message: String| of_input(py, &message);
        let mechanism = read.study.mechanism.clone().without_derivatives();
        let parameters: Vec<String> = mechanism.parameters.iter().map(|p| p.name.clone()).collect();
        let mut defaults = Vec::new();
        for input in &inputs {
            defaults.push(mechanism.parameters[place("inputs", input, &parameters).map_err(wrong)?].default);
        }
        let repeated = inputs.iter().enumerate().find(|(i, name)| inputs[..*i].contains(name));
        if let Some((_, name)) = repeated {
            return Err(wrong(format!("inputs: {name:?} comes twice")));
        }
        if inputs.is_empty() {
            return Err(wrong(format!("inputs: found none; accepted: some of {}", parameters.join(", "))));
        }
        let plan = Plan::table(Table::of_rows(inputs.clone(), defaults));
        let study = Study::new(mechanism, read.study.method.clone(), None, plan).map_err(|e| wrong(e.to_string()))?;
        let names: Vec<String> = study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
        let columns = outputs.iter().map(|name| place("outputs", name, &names)).collect::<Result<Vec<_>, _>>();
        let columns = columns.map_err(wrong)?;
        if columns.is_empty() {
            return Err(wrong(format!("outputs: found none; accepted: some of {}", names.join(", "))));
        }
        let value = Kept::new(study, threads, columns).map_err(wrong)?;
        Ok(Self { inputs, value, slopes: OnceLock::new(), curvatures: OnceLock::new() })
    }

    /// Computes the outputs of rows of inputs, then of the order 1 their derivatives by all inputs, output by output, of the
    /// order 2 their second derivatives.
    fn evaluate<'py>(&self, py: Python<'py>, rows: PyReadonlyArray2<'py, f64>, order: u8) -> PyResult<Found<'py>> {
        let rows = rows.as_array();
        let values: Vec<f64> = rows.iter().copied().collect();
        let width = self.inputs.len();
        let found = py.detach(|| {
            let kept = self.kept(order)?;
            let chunk = kept.compute(values, width)?;
            let mut all = vec![f64::NAN; chunk.outcomes.len() * kept.columns.len()];
            for (place, row) in all.chunks_mut(kept.columns.len()).enumerate() {
                let Some(outputs) = chunk.outputs_of(place) else { continue };
                row.iter_mut().zip(&kept.columns).for_each(|(to, column)| *to = outputs[*column]);
            }
            Ok((all, kept.columns.len(), chunk))
        });
        let (all, columns, chunk) = found.map_err(|message: String| RunError::new_err(message))?;
        let outcomes: Vec<&'static str> = chunk.outcomes.iter().map(|outcome| outcome.name()).collect();
        let values = PyArray1::from_vec(py, all).reshape([outcomes.len(), columns])?;
        Ok((values, outcomes, PyArray1::from_vec(py, chunk.times)))
    }

    /// Checks that there are derivatives of an order.
    fn check(&self, py: Python<'_>, order: u8) -> PyResult<()> {
        py.detach(|| self.kept(order).map(drop)).map_err(|message| of_input(py, &message))
    }
}

//! A scenario as a function of some parameters, compiled once.

use crate::errors::{RunError, of_failure, of_input};
use crate::scenario::Scenario;
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, BackendError, Chunk, Members, Outcome, Study};
use gyrosweep::io::scenario::{Purpose, Scenario as Inner};
use gyrosweep::model::nearest;
use gyrosweep::report::invalid_value;
use gyrosweep::sampling::plan::{Plan, Table};
use gyrosweep::studies::{Analysed, AnalysisKind, Failure};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A scenario as a function from rows of parameters to rows of outputs.
#[pyclass(frozen, module = "gyrosweep._gyrosweep")]
pub(crate) struct Function {
    inputs: Vec<String>,
    /// The columns of the outputs.
    #[pyo3(get)]
    outputs: Vec<String>,
    analysis: AnalysisKind,
    /// The scenario, whose plan is a table of the inputs, without derivatives.
    scenario: Inner,
    threads: usize,
    value: Kept,
    /// With derivatives by the inputs, and with second ones, made when they are first asked for.
    slopes: OnceLock<Result<Kept, String>>,
    curvatures: OnceLock<Result<Kept, String>>,
}

/// A study with what has compiled it.
struct Kept {
    study: Study,
    backend: Box<dyn Backend>,
    /// Threads that the backend computes in at once: those of runs begin theirs themselves.
    threads: usize,
    /// The columns of the outputs.
    columns: Vec<usize>,
}

/// What became of rows.
struct Ended {
    outcomes: Vec<Outcome>,
    times: Vec<f64>,
    /// Values of the columns of every row, row by row; not a number where a row has none.
    values: Vec<f64>,
}

/// Rows that are found at a time by verbs beside runs.
const AT_ONCE: usize = 64;

impl Kept {
    fn new(Analysed { study, backend, .. }: Analysed, threads: usize, columns: Vec<usize>) -> Result<Self, String> {
        Ok(match backend {
            Some(backend) => Self { study, backend, threads, columns },
            None => {
                let cpu = CpuBackend::new(Some(threads), LaneWidth::for_study(&study)).map_err(|e| e.to_string())?;
                let backend = Box::new(cpu.with_arithmetic(Arithmetic::fastest()));
                Self { study, backend, threads: 1, columns }
            }
        })
    }

    /// Computes rows; those with a value that is not finite make no mechanism.
    fn compute(&self, values: &[f64], width: usize) -> Result<Ended, String> {
        let is_wrong: Vec<bool> = values.chunks(width).map(|row| row.iter().any(|x| !x.is_finite())).collect();
        let mut ended = Ended { outcomes: Vec::new(), times: Vec::new(), values: Vec::new() };
        for chunk in self.chunks(values, width).map_err(|e| e.to_string())? {
            for place in 0..chunk.outcomes.len() {
                let outputs = chunk.outputs_of(place).filter(|_| !is_wrong[ended.outcomes.len()]);
                let outcome = if is_wrong[ended.outcomes.len()] { Outcome::Invalid } else { chunk.outcomes[place] };
                ended.outcomes.push(outcome);
                ended.times.push(chunk.times[place]);
                ended
                    .values
                    .extend(self.columns.iter().map(|column| outputs.as_ref().map_or(f64::NAN, |all| all[*column])));
            }
        }
        Ok(ended)
    }

    /// Computes rows, in parts that follow each other.
    fn chunks(&self, values: &[f64], width: usize) -> Result<Vec<Chunk>, BackendError> {
        let rows = values.len() / width;
        let part = if self.threads == 1 { rows } else { AT_ONCE };
        let compute = |first: usize| {
            let rows = &values[first * width..values.len().min((first + part) * width)];
            self.backend.run(&self.study, Members::of_rows(first as u64, rows.len() / width, rows))
        };
        let firsts: Vec<usize> = (0..rows).step_by(part).collect();
        if firsts.len() == 1 {
            return Ok(vec![compute(0)?]);
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut own = Vec::new();
            while let Some(first) = firsts.get(next.fetch_add(1, Ordering::Relaxed)) {
                own.push((*first, compute(*first)));
            }
            own
        };
        let mut found: Vec<(usize, Result<Chunk, BackendError>)> = thread::scope(|scope| {
            let begun: Vec<_> = (0..self.threads.min(firsts.len())).map(|_| scope.spawn(work)).collect();
            begun.into_iter().flat_map(|thread| thread.join().expect("a thread that computes does not panic")).collect()
        });
        found.sort_by_key(|(first, _)| *first);
        found.into_iter().map(|(_, chunk)| chunk).collect()
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
            let analysed = self.differentiated(&[])?;
            let columns = [&self.value.columns[..], &self.slope_columns(&analysed.study)?].concat();
            Kept::new(analysed, self.threads, columns)
        };
        self.slopes.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Returns the study with the columns of the outputs, then of their second derivatives, output by output, row by row.
    fn curvatures(&self) -> Result<&Kept, String> {
        let make = || {
            if self.analysis != AnalysisKind::Run {
                return Err(format!("second derivatives are of runs; found verb = {:?}", self.analysis.name()));
            }
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
            let analysed = self.differentiated(&twice)?;
            let (all, count) = (analysed.study.mechanism.second_derivative_columns(), self.inputs.len());
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
            Kept::new(analysed, self.threads, columns)
        };
        self.curvatures.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Returns the study with derivatives by the inputs, of these outputs second ones.
    fn differentiated(&self, twice: &[usize]) -> Result<Analysed, String> {
        let study = &self.scenario.study;
        let mechanism = study.mechanism.clone().differentiated_by(study.varied()).with_second_derivatives(twice);
        let study = Study::new(mechanism, study.method.clone(), None, study.plan().clone());
        let study = study.map_err(|e| e.to_string())?;
        let mut scenario = self.scenario.clone();
        scenario.study = study;
        self.analysis.of(&scenario).map_err(|failure| failure.to_string())
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
        outputs: Option<Vec<String>>,
        threads: Option<usize>,
        verb: &str,
    ) -> PyResult<Self> {
        let wrong = |message: String| of_input(py, &message);
        let Some((_, analysis)) = AnalysisKind::ALL.into_iter().find(|(name, _)| *name == verb) else {
            let names = AnalysisKind::ALL.map(|(name, _)| format!("{name:?}")).join(", ");
            return Err(wrong(format!("verb: found {verb:?}; accepted: {names}")));
        };
        let mut read = scenario.read_for(py, Purpose::of_verb(analysis.name()), (None, None))?;
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
        read.study = Study::new(mechanism, read.study.method.clone(), None, plan).map_err(|e| wrong(e.to_string()))?;
        let found: Result<Analysed, Failure> = py.detach(|| analysis.of(&read));
        let analysed = found.map_err(|failure| of_failure(py, &failure))?;
        let names: Vec<String> = analysed.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
        let outputs = outputs.unwrap_or_else(|| names.clone());
        let columns = outputs.iter().map(|name| place("outputs", name, &names)).collect::<Result<Vec<_>, _>>();
        let columns = columns.map_err(wrong)?;
        if columns.is_empty() {
            return Err(wrong(format!("outputs: found none; accepted: some of {}", names.join(", "))));
        }
        let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1);
        let value = Kept::new(analysed, threads, columns).map_err(wrong)?;
        let (slopes, curvatures) = (OnceLock::new(), OnceLock::new());
        Ok(Self { inputs, outputs, analysis, scenario: read, threads, value, slopes, curvatures })
    }

    /// Computes the outputs of rows of inputs, then of the order 1 their derivatives by all inputs, output by output, of the
    /// order 2 their second derivatives.
    fn evaluate<'py>(&self, py: Python<'py>, rows: PyReadonlyArray2<'py, f64>, order: u8) -> PyResult<Found<'py>> {
        let rows = rows.as_array();
        let values: Vec<f64> = rows.iter().copied().collect();
        let width = self.inputs.len();
        let found = py.detach(|| {
            let kept = self.kept(order)?;
            Ok((kept.compute(&values, width)?, kept.columns.len()))
        });
        let (ended, columns) = found.map_err(|message: String| RunError::new_err(message))?;
        let outcomes: Vec<&'static str> = ended.outcomes.iter().map(|outcome| outcome.name()).collect();
        let values = PyArray1::from_vec(py, ended.values).reshape([outcomes.len(), columns])?;
        Ok((values, outcomes, PyArray1::from_vec(py, ended.times)))
    }

    /// Returns the reason why a row ended so, or what helps.
    fn reason(&self, row: Vec<f64>, outcome: &str) -> Option<String> {
        let mut parameters = Vec::new();
        self.scenario.study.parameters(&row, &mut parameters);
        let outcome = *Outcome::ALL.iter().find(|known| known.name() == outcome)?;
        let cure = || outcome.cure().map(String::from);
        invalid_value(&self.scenario, &parameters).or_else(cure)
    }

    /// Checks that there are derivatives of an order.
    fn check(&self, py: Python<'_>, order: u8) -> PyResult<()> {
        py.detach(|| self.kept(order).map(drop)).map_err(|message| of_input(py, &message))
    }
}

//! One scenario with several steps in one run, and the errors of order 2 that follow from it.

use crate::common::{self, column, root, run_on};
use gyrosweep::ensemble::Chunk;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::{Overrides, Scenario};

/// Solves steps to rounding where forces are not stiff.
pub(crate) const TIGHT: &str = "newton = { relative = 1e-13 }";

/// A scenario whose step is divided by several numbers, a member each, from the coarsest.
pub(crate) struct Refined {
    pub(crate) scenario: Scenario,
    pub(crate) chunk: Chunk,
    refinements: Vec<f64>,
}

/// The columns whose values are expected, with the values.
pub(crate) type Expected = Vec<(String, f64)>;

/// The columns of a vector with the values of a reference.
pub(crate) fn vector(name: &str, values: &serde_json::Value) -> Expected {
    let values = common::numbers(values).into_iter();
    ["x", "y", "z"].iter().map(|axis| format!("{name}.{axis}")).zip(values).collect()
}

impl Refined {
    /// Runs a scenario of the project with parts of its text replaced and a line more for its method.
    pub(crate) fn new(
        name: &str,
        replaced: &[(&str, &str)],
        newton: &str,
        (step, refinements): (&str, &[f64]),
    ) -> Self {
        let path = root().join("scenarios").join(format!("{name}.toml"));
        let mut text = std::fs::read_to_string(&path).expect("scenario");
        for (from, to) in replaced {
            assert!(text.contains(from), "{name} does not contain {from:?}");
            text = text.replace(from, to);
        }
        Self::of(&text, newton, (step, refinements))
    }

    /// Runs a scenario from its text.
    pub(crate) fn of(text: &str, newton: &str, (step, refinements): (&str, &[f64])) -> Self {
        let lines = text.lines().map(|line| match line.strip_prefix("step = ") {
            Some(_) => format!("step = \"{step}/refinement\"\n{newton}\n"),
            None => format!("{line}\n"),
        });
        let text = lines.collect::<String>()
            + "\n[parameters.refinement]\ndefault = 1\n[plan]\nkind = \"grid\"\n[plan.vary]\nrefinement = "
            + &format!("{refinements:?}\n");
        let path = root().join("scenarios/test.toml");
        let scenario = Scenario::parse(&path, &text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let backend = CpuBackend::new(Some(2), LaneWidth::best()).expect("threads");
        let chunk = run_on(&backend, &scenario);
        Self { scenario, chunk, refinements: refinements.to_vec() }
    }

    /// The value of a column in the sample of a member at a time (s), or at the end where it is not sampled.
    pub(crate) fn value(&self, member: usize, time: f64, name: &str) -> f64 {
        let place = column(&self.scenario, name);
        let channels = self.scenario.study.sampled_channels();
        let sampled = channels.iter().position(|channel| *channel == place);
        let Some(sampled) = sampled.filter(|_| !self.chunk.samples.rows.is_empty()) else {
            return self.chunk.outputs_of(member).unwrap_or_else(|| panic!("{:?}", self.chunk.outcomes[member]))[place];
        };
        let is_at = |row: &&(usize, f64)| row.0 == member && (row.1 - time).abs() < 1e-9;
        let rows = &self.chunk.samples.rows;
        let row = rows.iter().position(|row| is_at(&row)).unwrap_or_else(|| {
            panic!("no sample of member {member} at {time} s: {:?} {:?}", self.chunk.outcomes, self.chunk.times)
        });
        self.chunk.samples.values.value(row, sampled)
    }

    /// The largest error of a member in some columns.
    pub(crate) fn error(&self, member: usize, time: f64, expected: &Expected) -> f64 {
        largest(expected.iter().map(|(name, value)| self.value(member, time, name) - value))
    }

    /// The largest error in some columns of what the two finest steps extrapolate to, whose errors are of order 2.
    pub(crate) fn extrapolated_error(&self, time: f64, expected: &Expected) -> f64 {
        let [.., coarse, fine] = self.refinements[..] else { panic!("two steps") };
        let (last, gain) = (self.refinements.len() - 1, (fine / coarse).powi(2) - 1.0);
        largest(expected.iter().map(|(name, value)| {
            let [coarse, fine] = [last - 1, last].map(|member| self.value(member, time, name));
            fine + (fine - coarse) / gain - value
        }))
    }

    /// Checks that the energy, extrapolated, is that of the start at some times but for a limit, J.
    pub(crate) fn check_energy(&self, times: &[f64], limit: f64) {
        let expected = vec![("energy".to_string(), self.value(0, 0.0, "energy"))];
        let change = largest(times.iter().map(|time| self.extrapolated_error(*time, &expected)));
        println!("energy: changes by {change:.2e} J");
        assert!(change < limit, "{change:e}");
    }

    /// Checks that errors are of order 2 and, extrapolated, below a limit; returns those of the finest step and of the
    /// extrapolation.
    pub(crate) fn check(&self, what: &str, time: f64, expected: &Expected, limit: f64) -> [f64; 2] {
        let members = 0..self.refinements.len();
        let points: Vec<(f64, f64)> = self
            .refinements
            .iter()
            .zip(members)
            .map(|(refinement, member)| (1.0 / refinement, self.error(member, time, expected)))
            .collect();
        let (order, extrapolated) = (common::slope(&points), self.extrapolated_error(time, expected));
        let finest = points.last().expect("steps").1;
        println!("{what}, t = {time} s: finest {finest:.2e}, extrapolated {extrapolated:.2e}, order {order:.3}");
        assert!((order - 2.0).abs() < 0.2, "{what}, t = {time} s: order {order} of {points:?}");
        assert!(extrapolated < limit, "{what}, t = {time} s: {extrapolated:e} is not below {limit:e}");
        [finest, extrapolated]
    }
}

/// The largest magnitude; not a number where one is none.
fn largest(errors: impl Iterator<Item = f64>) -> f64 {
    errors.fold(0.0, |most, error| if error.abs() <= most { most } else { error.abs() })
}

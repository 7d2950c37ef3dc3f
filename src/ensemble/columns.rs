//! Results by the names of their columns.

use super::{Chunk, Study};
use crate::model::nearest;

/// Says what a column of results holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, that of a parameter or of a component of an output, as in `tip.x`.
    pub name: String,
    /// Its unit; empty where none is stated.
    pub unit: String,
}

/// Says that there is no column of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column {name:?}{hint}; accepted: {}", accepted.join(", "))]
pub struct UnknownColumn {
    /// The name.
    pub name: String,
    /// The columns that there are.
    pub accepted: Vec<String>,
    hint: String,
}

impl Study {
    /// Returns the columns of its results: the parameters that the plan varies, then the components of outputs.
    ///
    /// ```
    /// use gyrosweep::io::scenario::{Overrides, Scenario};
    /// let path = std::path::Path::new("scenarios/heavy_top_sweep.toml");
    /// let study = Scenario::read(path, Overrides::default())?.study;
    /// let columns: Vec<String> = study.columns().iter().map(|c| format!("{}, {}", c.name, c.unit)).collect();
    /// assert_eq!(columns, ["mass, kg", "arm, m", "spin, rad/s", "com.x, m", "com.y, m", "com.z, m"]);
    /// # Ok::<(), gyrosweep::io::scenario::ScenarioError>(())
    /// ```
    pub fn columns(&self) -> Vec<Column> {
        let parameters = self.varied().iter().map(|at| &self.mechanism.parameters[*at]);
        let parameters = parameters.map(|p| (p.name.clone(), p.unit.clone().unwrap_or_default()));
        let columns = parameters.chain(self.mechanism.columns());
        columns.map(|(name, unit)| Column { name, unit }).collect()
    }
}

impl Chunk {
    /// Returns the values of a column of [`Study::columns`], one per member; an output of a member that did not
    /// complete is not a number.
    ///
    /// ```
    /// use gyrosweep::ensemble::{Backend, Members, cpu::{CpuBackend, LaneWidth}};
    /// use gyrosweep::io::scenario::{Overrides, Scenario};
    /// let study = Scenario::read("scenarios/heavy_top_sweep.toml".as_ref(), Overrides::default())?.study;
    /// let cpu = CpuBackend::new(Some(1), LaneWidth::Eight)?;
    /// let chunk = cpu.run(&study, Members::draw(&study, 0, 4))?;
    /// assert!(chunk.column(&study, "com.z")?.iter().all(|height| (-0.2..-0.1).contains(height)));
    /// assert!(chunk.column(&study, "com_z").unwrap_err().to_string().contains("did you mean \"com.z\"?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the study has no such column.
    pub fn column(&self, study: &Study, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        let columns = study.columns();
        let Some(at) = columns.iter().position(|c| c.name == name) else {
            let accepted: Vec<String> = columns.into_iter().map(|c| c.name).collect();
            let near = nearest(name, accepted.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!(": did you mean {near:?}?"));
            return Err(UnknownColumn { name: name.into(), accepted, hint });
        };
        let varied = study.varied().len();
        let output = |i: usize| self.outputs_of(i).map_or(f64::NAN, |outputs| outputs[at - varied]);
        let value = |i| if at < varied { self.members.row(i)[at] } else { output(i) };
        Ok((0..self.outcomes.len()).map(value).collect())
    }
}

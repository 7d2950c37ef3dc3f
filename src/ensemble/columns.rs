//! Results by the names of their columns.

use super::{Chunk, Study};
use crate::model::nearest;

/// Says what a column of results holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column: that of a parameter or of a component of an output, as in `tip.x`, or `member`, `time`.
    pub name: String,
    /// The unit of the column; empty where none is stated.
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
    /// Returns the columns of the study's results: the parameters that the plan varies, then the components of outputs.
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

    /// Returns the columns of the study's samples and events: the number of the member, the time, and the components of
    /// outputs that have a value at every instant.
    pub fn sampled_columns(&self) -> Vec<Column> {
        let columns = self.mechanism.columns();
        let outputs = self.sampled_channels().into_iter().map(|c| columns[c].clone());
        let first = [("member".to_string(), String::new()), ("time".to_string(), "s".to_string())];
        first.into_iter().chain(outputs).map(|(name, unit)| Column { name, unit }).collect()
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
    /// let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour)?;
    /// let chunk = cpu.run(&study, Members::draw(&study, 0, 4))?;
    /// assert!(chunk.column(&study, "com.z")?.iter().all(|height| (-0.2..-0.1).contains(height)));
    /// assert!(chunk.column(&study, "com_z").unwrap_err().to_string().contains("did you mean \"com.z\"?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the study has no such column.
    pub fn column(&self, study: &Study, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        let at = place(study.columns(), name)?;
        let varied = study.varied().len();
        if let Some(column) = self.members.columns().nth(at) {
            return Ok(column.to_vec());
        }
        Ok(self.output(at - varied, 0..self.outcomes.len()).map(|value| value.unwrap_or(f64::NAN)).collect())
    }

    /// Returns the values of a column of [`Study::sampled_columns`], one per sample: member by member, in the order of time.
    ///
    /// ```
    /// # use gyrosweep::ensemble::{Backend, Members, cpu::{CpuBackend, LaneWidth}};
    /// # use gyrosweep::io::scenario::{Overrides, Scenario};
    /// let study = Scenario::read("scenarios/heavy_top.toml".as_ref(), Overrides::default())?.study;
    /// let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour)?;
    /// let chunk = cpu.run(&study, Members::draw(&study, 0, 1))?;
    /// let (times, heights) = (chunk.sample_column(&study, "time")?, chunk.sample_column(&study, "com.z")?);
    /// assert_eq!((times[0], times.len()), (0.0, heights.len()));
    /// assert!(heights.iter().all(|height| *height <= 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where samples have no such column.
    pub fn sample_column(&self, study: &Study, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        let at = place(study.sampled_columns(), name)?;
        let rows = self.samples.rows.iter();
        Ok(match at {
            MEMBER => rows.map(|(i, _)| self.number(study, *i)).collect(),
            TIME => rows.map(|(_, time)| *time).collect(),
            _ => self.samples.values.column(at - OUTPUTS).to_vec(),
        })
    }

    /// Returns the values of a column of [`Study::sampled_columns`] at events, one per event: by member and time. Which events
    /// these are says [`Chunk::event_names`].
    ///
    /// # Errors
    /// Where events have no such column.
    pub fn event_column(&self, study: &Study, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        let (at, channels) = (place(study.sampled_columns(), name)?, study.sampled_channels());
        let events = self.events.iter();
        Ok(match at {
            MEMBER => events.map(|(i, _)| self.number(study, *i)).collect(),
            TIME => events.map(|(_, event)| event.time).collect(),
            _ => events.map(|(_, event)| event.values[channels[at - OUTPUTS]]).collect(),
        })
    }

    /// Returns the names of the events, in the order of [`Chunk::event_column`].
    pub fn event_names<'a>(&self, study: &'a Study) -> Vec<&'a str> {
        self.events.iter().map(|(_, event)| study.mechanism.events[event.event].name.as_str()).collect()
    }

    /// Returns the number in the plan of the member at an index of the chunk.
    fn number(&self, study: &Study, place: usize) -> f64 {
        (study.plan().first() + self.members.first + place as u64) as f64
    }
}

/// Indices of the columns of samples and events: outputs follow the others.
const MEMBER: usize = 0;
const TIME: usize = 1;
const OUTPUTS: usize = 2;

/// Returns the index of the column of a name.
fn place(columns: Vec<Column>, name: &str) -> Result<usize, UnknownColumn> {
    columns.iter().position(|c| c.name == name).ok_or_else(|| {
        let accepted: Vec<String> = columns.into_iter().map(|c| c.name).collect();
        let near = nearest(name, accepted.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |near| format!(": did you mean {near:?}?"));
        UnknownColumn { name: name.into(), accepted, hint }
    })
}

//! Summaries of all outputs of a study.

use super::column_parts::FEWEST_SHARED;
use super::{Chunk, Study, origins};
use crate::model::output::PoseColumns;
use crate::statistics::{PoseSummary, Summary};
use rayon::prelude::*;
use std::collections::VecDeque;

/// Collects the outputs of all members that have any.
#[derive(Debug)]
pub struct OutputSummaries {
    columns: Vec<(String, String)>,
    summaries: Vec<Summary>,
    poses: Vec<Poses>,
}

/// An output that is a rotation or a pose.
#[derive(Debug)]
struct Poses {
    columns: PoseColumns,
    summary: PoseSummary,
    /// What has come of each column without what belongs to it of the others.
    waiting: Vec<VecDeque<f64>>,
}

impl Poses {
    fn new(columns: PoseColumns) -> Self {
        let waiting = vec![VecDeque::new(); columns.columns.len()];
        Self { summary: PoseSummary::new(columns.has_position()), columns, waiting }
    }

    /// Takes in the value of a column of one member.
    fn push(&mut self, column: usize, value: f64) {
        self.waiting[column].push_back(value);
        while self.waiting.iter().all(|values| !values.is_empty()) {
            let own: Vec<f64> = self.waiting.iter_mut().filter_map(VecDeque::pop_front).collect();
            self.columns.of_own(&own).into_iter().for_each(|pose| self.summary.push(pose));
        }
    }
}

impl OutputSummaries {
    /// Makes summaries of the outputs of a study that have seen nothing yet.
    pub fn new(study: &Study) -> Self {
        let columns = study.mechanism.columns();
        let summaries = columns.iter().map(|_| Summary::new()).collect();
        let poses = study.mechanism.poses().into_iter().map(Poses::new).collect();
        Self { columns, summaries, poses }
    }

    /// Takes in the outputs of a chunk.
    pub fn add(&mut self, chunk: &Chunk) {
        let all = 0..chunk.outcomes.len();
        let of_component = |(c, summary): (usize, &mut Summary)| {
            // the time of an event that did not happen is missing
            chunk.output(c, all.clone()).for_each(|value| summary.push(value.filter(|y| !y.is_nan())));
        };
        let of_pose = |Poses { columns, summary, .. }: &mut Poses| {
            origins::poses(chunk, columns, all.clone()).for_each(|pose| summary.push(pose));
        };
        if all.len() < FEWEST_SHARED {
            self.summaries.iter_mut().enumerate().for_each(of_component);
            return self.poses.iter_mut().for_each(of_pose);
        }
        self.summaries.par_iter_mut().enumerate().for_each(of_component);
        self.poses.par_iter_mut().for_each(of_pose);
    }

    /// Takes in the output component of one member; none where it has no such value. Every component takes in all members, in
    /// their order.
    pub fn push(&mut self, component: usize, value: Option<f64>) {
        self.summaries[component].push(value);
        for poses in self.poses.iter_mut().filter(|poses| poses.columns.columns.contains(&component)) {
            poses.push(component - poses.columns.columns.start, value.unwrap_or(f64::NAN));
        }
    }

    /// Returns the outputs that are rotations or poses, with their summaries.
    pub fn poses(&self) -> impl Iterator<Item = (&PoseColumns, &PoseSummary)> {
        self.poses.iter().map(|poses| (&poses.columns, &poses.summary))
    }

    /// Returns the names and units of the output components, and their summaries.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Summary)> {
        self.columns.iter().zip(&self.summaries).map(|((name, unit), s)| (name.as_str(), unit.as_str(), s))
    }
}

//! Summaries of all outputs of a study.

use super::column_parts::FEWEST_SHARED;
use super::{Chunk, Study, origins};
use crate::model::output::PoseColumns;
use crate::sampling::plan::Arrangement;
use crate::statistics::{PoseSummary, Replicates, Summary};
use rayon::prelude::*;
use std::collections::VecDeque;

/// Collects the outputs of all members that have any.
#[derive(Debug)]
pub struct OutputSummaries {
    columns: Vec<(String, String)>,
    summaries: Vec<Summary>,
    /// Of every component a summary of each replicate of the plan, where it has some.
    replicates: Vec<Vec<Summary>>,
    /// How members belong together, the number of the first one, and how many values of each component were pushed.
    arrangement: Option<Arrangement>,
    first: u64,
    pushed: Vec<u64>,
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
        let arrangement = study.plan().arrangement().filter(|arrangement| arrangement.replicates > 1).cloned();
        let count = arrangement.as_ref().map_or(0, |arrangement| arrangement.replicates as usize);
        let replicates = vec![vec![Summary::new(); count]; columns.len()];
        let (first, pushed) = (study.plan().first(), vec![0; columns.len()]);
        let poses = study.mechanism.poses().into_iter().map(Poses::new).collect();
        Self { columns, summaries, replicates, arrangement, first, pushed, poses }
    }

    /// Takes in the outputs of a chunk.
    pub fn add(&mut self, chunk: &Chunk) {
        let all = 0..chunk.outcomes.len();
        let (arrangement, first) = (self.arrangement.as_ref(), self.first + chunk.members.first);
        let of_component = |(c, (summary, replicates)): (usize, (&mut Summary, &mut Vec<Summary>))| {
            for (member, value) in (first..).zip(chunk.output(c, all.clone())) {
                // the time of an event that did not happen is missing
                let value = value.filter(|y| !y.is_nan());
                summary.push(value);
                if let Some(arrangement) = arrangement {
                    replicates[arrangement.position(member).replicate as usize].push(value);
                }
            }
        };
        let of_pose = |Poses { columns, summary, .. }: &mut Poses| {
            origins::poses(chunk, columns, all.clone()).for_each(|pose| summary.push(pose));
        };
        if all.len() < FEWEST_SHARED {
            self.summaries.iter_mut().zip(&mut self.replicates).enumerate().for_each(of_component);
            return self.poses.iter_mut().for_each(of_pose);
        }
        self.summaries.par_iter_mut().zip(&mut self.replicates).enumerate().for_each(of_component);
        self.poses.par_iter_mut().for_each(of_pose);
    }

    /// Takes in the output component of one member; none where it has no such value. Every component takes in all members, in
    /// their order.
    pub fn push(&mut self, component: usize, value: Option<f64>) {
        self.summaries[component].push(value);
        if let Some(arrangement) = &self.arrangement {
            let member = self.first + self.pushed[component];
            self.replicates[component][arrangement.position(member).replicate as usize].push(value);
            self.pushed[component] += 1;
        }
        for poses in self.poses.iter_mut().filter(|poses| poses.columns.columns.contains(&component)) {
            poses.push(component - poses.columns.columns.start, value.unwrap_or(f64::NAN));
        }
    }

    /// Returns the summaries of an output component of each replicate of the plan, if it has some.
    pub fn replicates(&self, component: usize) -> Replicates<'_> {
        let row = self.arrangement.as_ref().map_or(1, |arrangement| arrangement.blocks);
        Replicates { summaries: &self.replicates[component], row }
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

//! What a chunk adds to the tables of a run.

use crate::ensemble::{Chunk, NewtonWork, PointCell, Study};
use crate::io::table::Column;
use crate::sampling::plan::{Arrangement, Position};

/// Makes rows of chunks.
#[derive(Debug)]
pub(super) struct Rows {
    /// The number in the plan of the first member.
    first: u64,
    /// How members of the plan belong together.
    arrangement: Option<Arrangement>,
    /// The names of the events.
    events: Vec<String>,
    /// True where members that fail are run again, and the try is a column.
    retried: bool,
    /// True where the number of rejected attempts is a column.
    adaptive: bool,
    /// True where the work of Newton's method has columns.
    implicit: bool,
    /// The number of output components, and which of them are sampled.
    outputs: usize,
    sampled: Vec<usize>,
    /// What the numbers of points stand for.
    points: Vec<PointCell>,
}

impl Rows {
    pub(super) fn new(study: &Study) -> Self {
        Self {
            first: study.plan().first(),
            arrangement: study.plan().arrangement().cloned(),
            events: study.mechanism.events.iter().map(|e| e.name.clone()).collect(),
            retried: !study.retries().is_empty(),
            adaptive: study.is_adaptive(),
            implicit: study.is_implicit(),
            outputs: study.channel_count(),
            sampled: study.sampled_channels(),
            points: study.points.iter().flat_map(|table| table.columns.iter().map(|column| column.kind)).collect(),
        }
    }

    /// Returns the rows of members, of samples, of events and of points.
    pub(super) fn of(&self, chunk: &Chunk) -> [Vec<Column>; 4] {
        [self.members(chunk), self.samples(chunk), self.events(chunk), self.points(chunk)]
    }

    fn member(&self, chunk: &Chunk, place: usize) -> u64 {
        self.first + chunk.members.first + place as u64
    }

    /// Returns the columns that say whose rows some are, and what became of it.
    fn heads(&self, chunk: &Chunk, places: impl Iterator<Item = usize> + Clone) -> Vec<Column> {
        vec![
            Column::Integer(places.clone().map(|place| self.member(chunk, place)).collect()),
            Column::Text(places.map(|place| chunk.outcomes[place].name().into()).collect()),
        ]
    }

    fn samples(&self, chunk: &Chunk) -> Vec<Column> {
        let mut columns = self.heads(chunk, chunk.samples.rows.iter().map(|(place, _)| *place));
        columns.push(Column::Real(chunk.samples.rows.iter().map(|(_, time)| *time).collect()));
        columns.extend((0..self.sampled.len()).map(|c| Column::Real(chunk.samples.values.column(c).to_vec())));
        columns
    }

    fn points(&self, chunk: &Chunk) -> Vec<Column> {
        let (rows, values) = (&chunk.points.rows, &chunk.points.values);
        let mut columns = vec![
            Column::Integer(rows.iter().map(|(place, _)| self.member(chunk, *place)).collect()),
            Column::Integer(rows.iter().map(|(_, number)| *number as u64).collect()),
        ];
        columns.extend(self.points.iter().enumerate().map(|(c, kind)| {
            let numbers = if rows.is_empty() { &[][..] } else { values.column(c) };
            match kind {
                PointCell::Real => Column::Real(numbers.to_vec()),
                PointCell::Whole => Column::Integer(numbers.iter().map(|x| *x as u64).collect()),
                PointCell::Word(words) => Column::Text(numbers.iter().map(|x| words[*x as usize].into()).collect()),
            }
        }));
        columns
    }

    fn events(&self, chunk: &Chunk) -> Vec<Column> {
        let records = || chunk.events.iter().map(|(_, record)| record);
        let mut columns = self.heads(chunk, chunk.events.iter().map(|(place, _)| *place));
        columns.push(Column::Text(records().map(|r| self.events[r.event].clone().into()).collect()));
        columns.push(Column::Real(records().map(|r| r.time).collect()));
        columns.extend(self.sampled.iter().map(|c| Column::Real(records().map(|r| r.values[*c]).collect())));
        columns
    }

    fn members(&self, chunk: &Chunk) -> Vec<Column> {
        let count = chunk.outcomes.len();
        let mut columns = vec![Column::Integer((self.member(chunk, 0)..).take(count).collect())];
        if let Some(arrangement) = &self.arrangement {
            let first = self.member(chunk, 0);
            let of = |cell: fn(Position) -> u64| (first..).take(count).map(|k| cell(arrangement.position(k))).collect();
            columns.extend(arrangement.columns().into_iter().map(|(_, cell)| Column::Integer(of(cell))));
        }
        columns.extend(chunk.members.columns().map(|column| Column::Real(column.to_vec())));
        columns.push(Column::Text(chunk.outcomes.iter().map(|o| o.name().into()).collect()));
        columns.push(Column::Real(chunk.times.clone()));
        if self.retried {
            columns.push(Column::Integer(chunk.tries.iter().map(|own| u64::from(*own)).collect()));
        }
        columns.push(Column::Integer(chunk.steps.iter().map(|s| u64::from(*s)).collect()));
        if self.adaptive {
            columns.push(Column::Integer(chunk.rejected.iter().map(|s| u64::from(*s)).collect()));
        }
        if self.implicit {
            let of = |i: usize| chunk.newton.iter().map(|work| u64::from(work.counts()[i])).collect();
            columns.extend((0..NewtonWork::NAMES.len()).map(|i| Column::Integer(of(i))));
        }
        columns.extend((0..self.outputs).map(|c| Column::Real(chunk.outputs.column(c).to_vec())));
        columns
    }
}

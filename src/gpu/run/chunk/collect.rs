//! What comes back of a chunk, made of what the device holds at its end by all cores.

use super::{ChunkRun, Taken};
use crate::ensemble::{Chunk, EventRecord, Members, Outcome, Samples, StepSequence, ValueColumns, in_parts};
use crate::gpu::error::GpuError;
use rayon::prelude::*;

/// Members that one task looks at.
const TASK: usize = 1024;

impl ChunkRun<'_> {
    /// Returns the time at which a member ended, in double precision where it is known.
    fn end_time(&self, i: usize, times: &[f64]) -> f64 {
        let status = &self.status[i];
        match (self.sequence(i), Outcome::from_code(status.outcome)) {
            (sequence, Some(Outcome::Completed)) => sequence.duration(),
            (_, Some(Outcome::Event)) => times[i],
            (StepSequence::Fixed(equal), _) if !self.study.takes_parts_of_steps() => equal.time(status.steps),
            _ => times[i],
        }
    }

    pub(super) fn collect(mut self, taken: &[Taken], times: &[f64]) -> Result<Chunk, GpuError> {
        let (channels, precision) = (self.session.kernel.columns.channels, self.session.kernel.precision);
        let stride = self.buffers.stride;
        let count = self.members.count();
        let ends: Vec<f64> = (0..count).map(|i| self.end_time(i, times)).collect();
        let places: Vec<usize> = self.order.places(count).collect();
        let came = Members { first: self.members.first, values: std::mem::take(&mut self.members.values) };
        let mut chunk = Chunk::new(came, channels);
        let mut met: Vec<Vec<EventRecord>> = match self.events.len() {
            0 => Vec::new(),
            _ => places.iter().map(|i| std::mem::take(&mut self.events[*i])).collect(),
        };
        let Chunk { members, outcomes, outputs, .. } = &mut chunk;
        let ended = |place: usize, events: &mut Vec<EventRecord>, outputs: &mut [f64]| {
            let i = places[place];
            let mut outcome = Outcome::from_code(self.status[i].outcome).unwrap_or(Outcome::Invalid);
            // on the device the end itself is rounded
            let end = ends[i].max(precision.round(ends[i]));
            events.retain(|record| record.time <= end);
            events.sort_by(|a, b| a.time.total_cmp(&b.time));
            if events.len() > self.study.method.event_limit {
                outcome = Outcome::EventLimit;
                events.truncate(self.study.method.event_limit);
            }
            self.study.complete((outcome, ends[i]), || members.row(place), events, outputs)
        };
        self.buffers.with_channels(&self.session, channels, |values| {
            let columns = in_parts(outputs.as_mut_slice(), count, TASK).into_par_iter();
            // of a member without events nothing is looked at
            let events: Vec<&mut [Vec<EventRecord>]> = match met.len() {
                0 => (0..count.div_ceil(TASK)).map(|_| &mut [][..]).collect(),
                _ => met.chunks_mut(TASK).collect(),
            };
            let tasks = outcomes.par_chunks_mut(TASK).zip(columns).zip(events).enumerate();
            tasks.for_each_init(Vec::new, |row, (task, ((outcomes, mut columns), events))| {
                let first = task * TASK;
                for (c, column) in columns.iter_mut().enumerate() {
                    column.iter_mut().zip(&places[first..]).for_each(|(y, i)| *y = values.at(c * stride + i));
                }
                for (k, outcome) in outcomes.iter_mut().enumerate() {
                    row.clear();
                    row.extend(columns.iter().map(|column| column[k]));
                    *outcome = ended(first + k, events.get_mut(k).unwrap_or(&mut Vec::new()), row);
                    columns.iter_mut().zip(&*row).for_each(|(column, y)| column[k] = *y);
                }
            });
        })?;
        for (place, i) in places.iter().copied().enumerate() {
            let status = &self.status[i];
            chunk.steps[place] = status.steps;
            chunk.rejected[place] = status.rejected;
            chunk.times[place] = ends[i];
        }
        chunk.samples = self.samples(taken, &places, &chunk.outcomes);
        for (place, events) in met.into_iter().enumerate() {
            chunk.events.extend(events.into_iter().map(|record| (place, record)));
        }
        Ok(chunk)
    }

    /// Returns the samples of members that ended so, member by member, from the places that these have on the device.
    fn samples(&self, taken: &[Taken], places: &[usize], outcomes: &[Outcome]) -> Samples {
        let (stride, sampled) = (self.buffers.stride, self.study.sampled_channels());
        let (mut rows, mut sources) = (Vec::new(), Vec::new());
        for (place, i) in places.iter().copied().enumerate() {
            let status = &self.status[i];
            // a member that fails at its start has no sample there
            if !outcomes[place].has_outputs() && status.steps == 0 && status.rejected == 0 {
                continue;
            }
            for sample in taken.iter().filter(|sample| !sample.times[i].is_nan()) {
                rows.push((place, sample.times[i]));
                sources.push((sample, i));
            }
        }
        let mut values = ValueColumns::filled(rows.len(), sampled.len(), f64::NAN);
        let columns = values.as_mut_slice().par_chunks_mut(rows.len().max(1)).zip(sampled);
        columns.filter(|(_, c)| !self.study.is_undetermined(*c)).for_each(|(column, c)| {
            column.iter_mut().zip(&sources).for_each(|(y, (sample, i))| *y = sample.values[c * stride + i]);
        });
        Samples { rows, values }
    }
}

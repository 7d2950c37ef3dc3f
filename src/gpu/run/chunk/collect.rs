//! What comes back of a chunk, made of what the device holds at its end by all cores.

use super::{ChunkRun, Taken};
use crate::ensemble::{Chunk, EventRecord, Members, Outcome, StepSequence};
use crate::gpu::device::numbers::Numbers;
use crate::gpu::error::GpuError;
use rayon::prelude::*;

/// The fewest members that a core looks at.
const FEWEST: usize = 1024;

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

    pub(super) fn collect(mut self, taken: &Taken, times: &[f64]) -> Result<Chunk, GpuError> {
        let channels = self.session.kernel.columns.channels;
        let stride = self.buffers.stride;
        let (precision, sampled) = (self.session.kernel.precision, self.study.sampled_channels());
        let ends: Vec<f64> = (0..self.members.count).map(|i| self.end_time(i, times)).collect();
        let places: Vec<usize> = self.order.places(self.members.count).collect();
        let came = std::mem::replace(&mut self.members, Members { first: 0, count: 0, values: Vec::new() });
        let mut chunk = Chunk::new(came, channels);
        let mut met: Vec<Vec<EventRecord>> = if self.events.is_empty() {
            Vec::new()
        } else {
            places.iter().map(|i| std::mem::take(&mut self.events[*i])).collect()
        };
        let Chunk { members, outcomes, outputs, .. } = &mut chunk;
        // of a member without events, or without outputs, nothing is looked at
        let mut rows: Vec<&mut [f64]> = match channels {
            0 => outcomes.iter().map(|_| &mut [][..]).collect(),
            _ => outputs.chunks_exact_mut(channels).collect(),
        };
        let ended = |place: usize, values: Numbers<'_>, events: &mut Vec<EventRecord>, outputs: &mut [f64]| {
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
            outputs.iter_mut().enumerate().for_each(|(c, output)| *output = values.at(c * stride + i));
            self.study.complete((outcome, ends[i]), || members.row(place), events, outputs)
        };
        self.buffers.with_channels(&self.session, channels, |values| {
            let together = outcomes.par_iter_mut().zip(rows.par_iter_mut()).enumerate().with_min_len(FEWEST);
            if met.is_empty() {
                together.for_each(|(place, (outcome, row))| *outcome = ended(place, values, &mut Vec::new(), row));
            } else {
                let together = together.zip(met.par_iter_mut());
                together.for_each(|((place, (outcome, row)), events)| *outcome = ended(place, values, events, row));
            }
        })?;
        for (place, i) in places.iter().copied().enumerate() {
            let (status, outcome) = (&self.status[i], chunk.outcomes[place]);
            chunk.steps[place] = status.steps;
            chunk.rejected[place] = status.rejected;
            chunk.times[place] = ends[i];
            // a member that fails at its start has no sample there
            let never_began = !outcome.has_outputs() && status.steps == 0 && status.rejected == 0;
            if !never_began {
                self.put_samples((taken, &sampled), (place, i), &mut chunk);
            }
        }
        for (place, events) in met.into_iter().enumerate() {
            chunk.events.extend(events.into_iter().map(|record| (place, record)));
        }
        Ok(chunk)
    }

    /// Adds the samples of the member at a place of the chunk and of the device.
    fn put_samples(&self, (taken, sampled): (&Taken, &[usize]), (place, i): (usize, usize), chunk: &mut Chunk) {
        let stride = self.buffers.stride;
        for (sample, time) in taken.rows.get(i).into_iter().flatten() {
            chunk.samples.rows.push((place, *time));
            let value = |c: &usize| {
                if self.study.is_undetermined(*c) { f64::NAN } else { taken.values[*sample][c * stride + i] }
            };
            chunk.samples.values.extend(sampled.iter().map(value));
        }
    }
}

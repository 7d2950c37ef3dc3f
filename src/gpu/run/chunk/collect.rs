//! What comes back of a chunk, made of what the device holds at its end by all cores.

use super::{ChunkRun, Taken};
use crate::ensemble::{Chunk, EventRecord, Outcome, StepSequence};
use rayon::prelude::*;

/// The fewest members that a core looks at.
const FEWEST: usize = 1024;

impl ChunkRun<'_> {
    /// Returns the time at which a member ended, in double precision where it is known.
    fn end_time(&self, i: usize, times: &[f64]) -> f64 {
        let status = &self.status[i];
        match (&self.sequences[i], Outcome::from_code(status.outcome)) {
            (sequence, Some(Outcome::Completed)) => sequence.duration(),
            (_, Some(Outcome::Event)) => times[i],
            (StepSequence::Fixed(equal), _) if !self.study.takes_parts_of_steps() => equal.time(status.steps),
            _ => times[i],
        }
    }

    pub(super) fn collect(mut self, values: &[f64], taken: &Taken, times: &[f64]) -> Chunk {
        let channels = self.session.kernel.columns.channels;
        let stride = self.buffers.stride;
        let sampled = self.study.sampled_channels();
        let precision = self.session.kernel.precision;
        let ends: Vec<f64> = (0..self.members.count).map(|i| self.end_time(i, times)).collect();
        let mut chunk = Chunk::new(self.members, channels);
        let places: Vec<usize> = self.order.places(chunk.outcomes.len()).collect();
        let mut events: Vec<Vec<EventRecord>> = places.iter().map(|i| std::mem::take(&mut self.events[*i])).collect();
        let ended = |(place, (events, outputs)): (usize, (&mut Vec<EventRecord>, &mut Vec<f64>))| {
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
            outputs.extend((0..channels).map(|c| values[c * stride + i]));
            self.study.complete((outcome, ends[i]), chunk.members.row(place), events, outputs)
        };
        let mut outputs = vec![Vec::new(); places.len()];
        let together = events.par_iter_mut().zip(outputs.par_iter_mut());
        chunk.outcomes = together.enumerate().with_min_len(FEWEST).map(ended).collect();
        chunk.outputs = outputs.concat();
        for (place, (i, events)) in places.iter().copied().zip(events).enumerate() {
            let (status, outcome) = (&self.status[i], chunk.outcomes[place]);
            chunk.steps[place] = status.steps;
            chunk.rejected[place] = status.rejected;
            chunk.times[place] = ends[i];
            chunk.events.extend(events.into_iter().map(|record| (place, record)));
            // a member that fails at its start has no sample there
            let never_began = !outcome.has_outputs() && status.steps == 0 && status.rejected == 0;
            for (sample, time) in taken.rows.get(i).into_iter().flatten().filter(|_| !never_began) {
                chunk.samples.rows.push((place, *time));
                let value = |c: &usize| {
                    if self.study.is_undetermined(*c) { f64::NAN } else { taken.values[*sample][c * stride + i] }
                };
                chunk.samples.values.extend(sampled.iter().map(value));
            }
        }
        chunk
    }
}

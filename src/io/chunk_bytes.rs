//! Chunks as bytes: what waits for the tables, and what another process has computed.

use crate::ensemble::{Chunk, EventRecord, Members, NewtonWork, Outcome, Samples};

/// What the bytes of a chunk begin with: those of another layout are refused.
const LAYOUT: [u8; 8] = *b"columns0";

/// Returns the numbers of a chunk.
pub fn encode(chunk: &Chunk) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(chunk, &mut bytes);
    bytes
}

/// Appends a count of numbers and their bits.
fn reals(bytes: &mut Vec<u8>, values: &[f64]) {
    bytes.extend((values.len() as u64).to_le_bytes());
    let first = bytes.len();
    bytes.resize(first + 8 * values.len(), 0);
    bytes[first..].chunks_exact_mut(8).zip(values).for_each(|(to, x)| to.copy_from_slice(&x.to_le_bytes()));
}

/// Appends the numbers of a chunk, in little endian.
pub(super) fn append(chunk: &Chunk, bytes: &mut Vec<u8>) {
    bytes.extend(LAYOUT);
    bytes.extend(chunk.members.first.to_le_bytes());
    bytes.extend((chunk.members.count as u64).to_le_bytes());
    reals(bytes, &chunk.members.values);
    bytes.extend(chunk.outcomes.iter().map(|outcome| outcome.code() as u8));
    reals(bytes, &chunk.times);
    chunk.steps.iter().chain(&chunk.rejected).for_each(|n| bytes.extend(n.to_le_bytes()));
    chunk.newton.iter().flat_map(|work| work.counts()).for_each(|n| bytes.extend(n.to_le_bytes()));
    reals(bytes, &chunk.outputs);
    bytes.extend((chunk.samples.rows.len() as u64).to_le_bytes());
    for (place, time) in &chunk.samples.rows {
        bytes.extend((*place as u64).to_le_bytes());
        bytes.extend(time.to_le_bytes());
    }
    reals(bytes, &chunk.samples.values);
    bytes.extend((chunk.events.len() as u64).to_le_bytes());
    for (place, record) in &chunk.events {
        bytes.extend((*place as u64).to_le_bytes());
        bytes.extend((record.event as u64).to_le_bytes());
        bytes.extend(record.time.to_le_bytes());
        reals(bytes, &record.values);
    }
}

/// What is left of a record.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }
    fn word(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }
    fn whole(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }
    fn real(&mut self) -> Option<f64> {
        self.bytes().map(f64::from_le_bytes)
    }
    fn count(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }
    fn reals(&mut self) -> Option<Vec<f64>> {
        (0..self.whole()?).map(|_| self.real()).collect()
    }
}

/// Returns the chunk whose numbers [`encode`] has put down; none where they are not all there, or in another layout.
pub fn decode(bytes: &[u8]) -> Option<Chunk> {
    let mut rest = Rest(bytes.strip_prefix(&LAYOUT)?);
    let (first, count) = (rest.word()?, rest.whole()?);
    let members = Members { first, count, values: rest.reals()? };
    let outcome = |rest: &mut Rest<'_>| rest.bytes::<1>().and_then(|[code]| Outcome::from_code(code.into()));
    let outcomes = (0..count).map(|_| outcome(&mut rest)).collect::<Option<Vec<_>>>()?;
    let times = rest.reals()?;
    let steps = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let rejected = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let mut newton = |_| Some(NewtonWork::of_counts([rest.count()?, rest.count()?, rest.count()?]));
    let newton = (0..count).map(&mut newton).collect::<Option<Vec<_>>>()?;
    let outputs = rest.reals()?;
    let rows = (0..rest.whole()?).map(|_| Some((rest.whole()?, rest.real()?))).collect::<Option<Vec<_>>>()?;
    let samples = Samples { rows, values: rest.reals()? };
    let event = |rest: &mut Rest<'_>| {
        let (place, event) = (rest.whole()?, rest.whole()?);
        Some((place, EventRecord { event, time: rest.real()?, values: rest.reals()?, slopes: Vec::new() }))
    };
    let events = (0..rest.whole()?).map(|_| event(&mut rest)).collect::<Option<Vec<_>>>()?;
    Some(Chunk { members, outcomes, times, steps, rejected, newton, outputs, samples, events })
}

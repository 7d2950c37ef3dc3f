//! Chunks as bytes: what waits for the tables, and what another process has computed.

use crate::ensemble::{Chunk, EventRecord, Members, NewtonWork, Outcome, Samples, ValueColumns};

/// What the bytes of a chunk begin with: those of another layout are refused.
const LAYOUT: [u8; 8] = *b"columns3";

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
    bytes.extend((chunk.members.count() as u64).to_le_bytes());
    reals(bytes, chunk.members.values.as_slice());
    bytes.extend(chunk.outcomes.iter().map(|outcome| outcome.code() as u8));
    bytes.extend(&chunk.tries);
    reals(bytes, &chunk.times);
    chunk.steps.iter().chain(&chunk.rejected).for_each(|n| bytes.extend(n.to_le_bytes()));
    chunk.newton.iter().flat_map(|work| work.counts()).for_each(|n| bytes.extend(n.to_le_bytes()));
    reals(bytes, chunk.outputs.as_slice());
    for Samples { rows, values } in [&chunk.samples, &chunk.points] {
        bytes.extend((rows.len() as u64).to_le_bytes());
        for (place, time) in rows {
            bytes.extend((*place as u64).to_le_bytes());
            bytes.extend(time.to_le_bytes());
        }
        reals(bytes, values.as_slice());
    }
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
    fn columns(&mut self, rows: usize) -> Option<ValueColumns> {
        ValueColumns::new(rows, self.reals()?)
    }
    fn samples(&mut self) -> Option<Samples> {
        let rows = (0..self.whole()?).map(|_| Some((self.whole()?, self.real()?))).collect::<Option<Vec<_>>>()?;
        Some(Samples { values: self.columns(rows.len())?, rows })
    }
}

/// Returns the chunk whose numbers [`encode`] has put down; none where they are not all there, or in another layout.
pub fn decode(bytes: &[u8]) -> Option<Chunk> {
    let mut rest = Rest(bytes.strip_prefix(&LAYOUT)?);
    let (first, count) = (rest.word()?, rest.whole()?);
    let members = Members { first, values: rest.columns(count)? };
    let outcome = |rest: &mut Rest<'_>| rest.bytes::<1>().and_then(|[code]| Outcome::from_code(code.into()));
    let outcomes = (0..count).map(|_| outcome(&mut rest)).collect::<Option<Vec<_>>>()?;
    let tries = (0..count).map(|_| rest.bytes::<1>().map(|[own]| own)).collect::<Option<Vec<_>>>()?;
    let times = rest.reals()?;
    let steps = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let rejected = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let mut newton = |_| Some(NewtonWork::of_counts([rest.count()?, rest.count()?, rest.count()?]));
    let newton = (0..count).map(&mut newton).collect::<Option<Vec<_>>>()?;
    let outputs = rest.columns(count)?;
    let (samples, points) = (rest.samples()?, rest.samples()?);
    let event = |rest: &mut Rest<'_>| {
        let (place, event) = (rest.whole()?, rest.whole()?);
        Some((place, EventRecord { event, time: rest.real()?, values: rest.reals()?, slopes: Vec::new() }))
    };
    let events = (0..rest.whole()?).map(|_| event(&mut rest)).collect::<Option<Vec<_>>>()?;
    Some(Chunk { members, outcomes, tries, times, steps, rejected, newton, outputs, samples, points, events })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_another_layout_are_refused() {
        let mut chunk = Chunk::new(Members::of_rows(7, 2, &[1.0, 2.0, 3.0, 4.0]), 0);
        chunk.outputs = ValueColumns::of_rows(2, &[5.0, 6.0, 7.0, 8.0, 9.0, 10.0]);
        chunk.samples.rows = vec![(0, 0.0), (1, 0.0), (1, 0.5)];
        chunk.samples.values = ValueColumns::of_rows(3, &[11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);
        chunk.points.rows = vec![(1, 1.0)];
        chunk.points.values = ValueColumns::of_rows(1, &[17.0, 18.0]);
        let bytes = encode(&chunk);
        let again = decode(&bytes).expect("all is there");
        assert_eq!((&again.members, &again.outputs), (&chunk.members, &chunk.outputs));
        assert_eq!((&again.samples.rows, &again.samples.values), (&chunk.samples.rows, &chunk.samples.values));
        assert_eq!((&again.points.rows, &again.points.values), (&chunk.points.rows, &chunk.points.values));
        // before values were columns, nothing stood at the beginning
        assert!(decode(&bytes[LAYOUT.len()..]).is_none());
        assert!(decode(&bytes[..bytes.len() - 1]).is_none());
    }
}

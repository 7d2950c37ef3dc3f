//! Members whose joints and constraints act for a part of a run alone: part by part, each the study of what acts in it.

use super::block::{FinalState, Part};
use crate::ensemble::start::Starts;
use crate::ensemble::time_loop::event::{self, SIDE};
use crate::ensemble::{Chunk, InitialState, Members, Outcome, Resumed, Study};
use crate::model::acting::Acting;
use crate::model::event::{Action, Direction};
use std::collections::BTreeMap;
use std::mem::take;
use std::ops::Range;
use std::rc::Rc;

/// A member that is to be integrated: its place, and with what it goes on if it has begun.
struct Waiting {
    place: usize,
    start: Option<InitialState>,
}

/// Integrates the members at some places of a chunk by a function that integrates those of a study without switches.
pub(super) fn run(
    study: &Study,
    (members, places): (&Members, Range<usize>),
    integrate: impl Fn(&Study, Part<'_>) -> (Chunk, Vec<Option<FinalState>>),
) -> Chunk {
    let own = members.at(&places.clone().collect::<Vec<usize>>());
    let mut all = Chunk::new(members.part(places), study.channel_count());
    let parameters = |place: usize| {
        let mut all = Vec::new();
        study.parameters(&own.row(place), &mut all);
        all
    };
    let mut phases: BTreeMap<Acting, Option<Rc<Study>>> = BTreeMap::new();
    let mut phase_of =
        |acting: Acting| phases.entry(acting).or_insert_with(|| study.phase(acting).ok().map(Rc::new)).clone();
    // members in which the same act go together; what becomes of each does not depend on the others
    let mut waiting: BTreeMap<Acting, Vec<Waiting>> = BTreeMap::new();
    for place in 0..own.count() {
        let acting = Acting::at_start(&study.mechanism, &parameters(place));
        waiting.entry(acting).or_default().push(Waiting { place, start: None });
    }
    while let Some((acting, mut group)) = waiting.pop_first() {
        group.sort_by_key(|waiting| waiting.place);
        // those that begin have their starts computed together
        let begins = group.iter().any(|waiting| waiting.start.is_none());
        let (now, later): (Vec<Waiting>, Vec<Waiting>) =
            group.into_iter().partition(|waiting| waiting.start.is_none() == begins);
        if !later.is_empty() {
            waiting.entry(acting).or_default().extend(later);
        }
        let places: Vec<usize> = now.iter().map(|waiting| waiting.place).collect();
        let Some(phase) = phase_of(acting) else {
            places.iter().for_each(|place| all.outcomes[*place] = Outcome::NotAssembled);
            continue;
        };
        let starts: Vec<InitialState> = now.into_iter().filter_map(|waiting| waiting.start).collect();
        let chosen = own.at(&places);
        let part = Part {
            members: &chosen,
            places: 0..chosen.count(),
            starts: (!begins).then_some(&starts[..]),
            keeps_ends: true,
        };
        let (mut chunk, ends) = integrate(&phase, part);
        add_work(&mut chunk, &all, &places);
        let samples = take(&mut all.samples).with(&places, take(&mut chunk.samples));
        all.replace(&places, chunk);
        all.samples = samples;
        for (i, (end, place)) in ends.into_iter().zip(places).enumerate() {
            let Some(FinalState { state, rest: Some(mut resumed), .. }) = end else { continue };
            let Some((event, _)) = resumed.passed.first().copied() else { continue };
            let parameters = parameters(place);
            let next = study.acting_after(acting, event, (&parameters, resumed.time));
            let Some(phase) = phase_of(next) else {
                all.fail(place, Outcome::NotAssembled);
                continue;
            };
            let before = starts.get(i).and_then(|start| start.resumed.as_deref());
            remember(study, (acting, next), &mut resumed, before);
            if resumed.standing > event::MOST_STANDING {
                all.fail(place, Outcome::EventLimit);
                continue;
            }
            let start = resume(&phase, &parameters, &state, resumed);
            match start.outcome {
                // the end of the run is there
                Outcome::Completed if start.resumed.is_none() => {
                    if all.outcomes[place] == Outcome::Event {
                        all.outcomes[place] = Outcome::Completed;
                    }
                }
                Outcome::Completed => {
                    waiting.entry(next).or_default().push(Waiting { place, start: Some(start) });
                }
                failure => all.fail(place, failure),
            }
        }
    }
    all
}

/// Adds to the work of members what their parts before have taken, which stands at these places of all results.
fn add_work(chunk: &mut Chunk, all: &Chunk, places: &[usize]) {
    for (i, place) in places.iter().enumerate() {
        chunk.steps[i] = chunk.steps[i].saturating_add(all.steps[*place]);
        chunk.rejected[i] = chunk.rejected[i].saturating_add(all.rejected[*place]);
        chunk.newton[i] = chunk.newton[i].plus(all.newton[*place]);
    }
}

/// Adds to what a member goes on with which events are not to happen again where they are zero: those of the part before that began at
/// the same time, and those that began what ends to act now, which has held them there.
fn remember(study: &Study, (acting, next): (Acting, Acting), resumed: &mut Resumed, before: Option<&Resumed>) {
    let begun = before.map_or(0.0, |before| before.time);
    resumed.standing = event::standing_after(resumed.standing, begun, resumed.time);
    let stands = resumed.standing > 0.0;
    let mut known: Vec<usize> = resumed.passed.iter().map(|(event, _)| *event).collect();
    for passed in before.filter(|_| stands).iter().flat_map(|before| &before.passed) {
        if !known.contains(&passed.0) {
            known.push(passed.0);
            resumed.passed.push(*passed);
        }
    }
    for (at, event) in study.mechanism.events.iter().enumerate() {
        let has_ended =
            |(number, action): &(usize, Action)| *action == Action::Begin && acting.has(*number) && !next.has(*number);
        let side = match event.direction {
            Direction::Rising => SIDE,
            Direction::Falling => -SIDE,
            Direction::Both => continue,
        };
        if !known.contains(&at) && event.switches.iter().any(has_ended) {
            resumed.passed.push((at, side));
        }
    }
}

/// Returns the state with which a member goes on in a part of a run, from the state before it.
fn resume(phase: &Study, parameters: &[f64], before: &[f64], resumed: Resumed) -> InitialState {
    let Some(sequence) = resumed.whole.from(resumed.time) else {
        return InitialState::idle(phase, Outcome::Completed);
    };
    let layout = phase.layout();
    let (q, rest) = before.split_at(layout.coordinate_count());
    let v = &rest[..layout.velocity_count()];
    let starts = Starts { time: resumed.time, ..phase.starts() };
    match starts.resumed(parameters, (q, v), phase.first_step(parameters, &sequence)) {
        Err(_) => InitialState::idle(phase, Outcome::NotAssembled),
        Ok((state, first_step)) => {
            let finite = state.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
            let outcome = if finite { Outcome::Completed } else { Outcome::NonFinite };
            InitialState { sequence, first_step, outcome, state, resumed: Some(Box::new(resumed)) }
        }
    }
}

//! Runs that have as many members as figures need to be known closely enough.

use super::place::TablePlace;
use super::quiet::Quiet;
use crate::io::folder::Existing;
use crate::io::manifest::{RunManifest, UntilRecord, write_json};
use crate::io::scenario::{Overrides, Scenario};
use crate::report::{Page, Table, count, number};
use crate::statistics::{Interval, Known, Replicates, Statistic, Summary, Wanted, Width, looks};
use crate::studies::request::Results;
use crate::studies::run::{Found, Target};
use crate::studies::{Failure, Listener};
use std::sync::atomic::{AtomicBool, Ordering};

/// A run whose members are looked at while they become more.
pub(super) struct Until<'a> {
    scenario: &'a Scenario,
    /// The numbers of members after which it is looked.
    looks: Vec<u64>,
}

impl<'a> Until<'a> {
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        Self { scenario, looks: looks(scenario.study.plan().members()) }
    }

    /// Makes all rounds, until one is stopped, figures are known closely enough, or there are the most members.
    pub(super) fn run(
        self,
        (place, mut existing): (&TablePlace, Existing),
        listener: &dyn Listener,
        mut once: impl FnMut((Scenario, Target, Existing), &dyn Listener) -> Result<Results<Found>, Failure>,
    ) -> Result<Results<Found>, Failure> {
        let most = self.scenario.study.plan().members();
        let quiet = Quiet { of: listener, has_notes: AtomicBool::new(true) };
        let begun = if existing.goes_on() { members_in(place) } else { 0 };
        let mut rounds = self.looks.clone();
        if rounds.last() != Some(&most) {
            rounds.push(most);
        }
        // what an earlier run had come to was not enough before
        let last = rounds.len() - 1;
        let mut round = rounds.iter().position(|members| *members >= begun).unwrap_or(last);
        loop {
            let members = rounds[round];
            let mut results = once((self.round(members)?, place.target(), existing), &quiet)?;
            quiet.has_notes.store(false, Ordering::Relaxed);
            if results.found.stopped {
                return Ok(results);
            }
            let known = self.look(place)?;
            let is_enough = known.iter().all(|(_, known)| known.is_met) && self.looks.contains(&members);
            if is_enough || round == last {
                self.keep(place, &mut results.found, &known)?;
                let mut page = std::mem::take(&mut results.page);
                page.append(told(&known, (members, is_enough)));
                listener.show(&page);
                return Ok(Results { page, ..results });
            }
            let far = known.iter().find(|(_, known)| !known.is_met).map_or(String::new(), |(wanted, known)| {
                format!("the {} is known to {}", wanted.words(), half(known.interval))
            });
            let mut page = Page::default();
            page.text(format!("after {} members {far}; {} more", count(members), count(rounds[round + 1] - members)));
            listener.show(&page);
            (existing, round) = (Existing::Extend, round + 1);
        }
    }

    /// Returns the scenario with so many members.
    fn round(&self, members: u64) -> Result<Scenario, Failure> {
        let Scenario { path, source, replaced, .. } = self.scenario;
        let overrides = Overrides { members: Some(members), ..replaced.clone() };
        Scenario::parse(path, source, overrides).map_err(|e| Failure::input(e.to_string()))
    }

    /// Returns how closely each figure is known from the members that are there.
    fn look(&self, place: &TablePlace) -> Result<Vec<(&'a Wanted, Known)>, Failure> {
        let names: Vec<&str> = self.scenario.until.iter().map(|wanted| wanted.of.as_str()).collect();
        let columns = place.numbers(&names)?.unwrap_or_default();
        let replicates = self.scenario.study.plan().arrangement().map_or(0, |of| of.replicates as usize);
        let mechanism = &self.scenario.study.mechanism;
        let all = mechanism.columns();
        let is_condition = |name: &str| mechanism.conditions().any(|(at, _)| all[at].0 == name);
        let known = |(wanted, values): (&'a Wanted, &Vec<f64>)| {
            let (mut all, mut each) = (Summary::new(), vec![Summary::new(); replicates]);
            for (member, value) in values.iter().enumerate() {
                let value = (!value.is_nan()).then_some(*value);
                all.push(value);
                if let Some(of) = member.checked_rem(replicates) {
                    each[of].push(value);
                }
            }
            let replicates = Replicates { summaries: &each, row: 1 };
            // the mean of a condition is its probability
            let of_condition = wanted.statistic == Statistic::Mean && is_condition(&wanted.of);
            let statistic = if of_condition { Statistic::Probability } else { wanted.statistic };
            let figure = Wanted { statistic, ..wanted.clone() };
            (wanted, figure.known(&all, replicates, self.looks.len() as u32))
        };
        Ok(self.scenario.until.iter().zip(&columns).map(known).collect())
    }

    /// Adds to the manifest what was wanted, and how closely it is known.
    fn keep(&self, place: &TablePlace, found: &mut Found, known: &[(&Wanted, Known)]) -> Result<(), Failure> {
        let until = known.iter().map(|(wanted, known)| UntilRecord::new(wanted, known)).collect();
        found.manifest = RunManifest { until, ..found.manifest.clone() }.with_checksum();
        match place {
            TablePlace::Folder(folder) => {
                write_json(&folder.join("manifest.json"), &found.manifest).map_err(Failure::other)
            }
            TablePlace::Memory(results) => {
                results.lock().manifest = Some(found.manifest.clone());
                Ok(())
            }
        }
    }
}

/// Returns how many members the results of an earlier run are of.
fn members_in(place: &TablePlace) -> u64 {
    let TablePlace::Folder(folder) = place else { return 0 };
    RunManifest::read(&folder.join("manifest.json")).map_or(0, |manifest| manifest.members)
}

/// Returns half of an interval in words.
fn half(interval: Option<Interval>) -> String {
    interval.map_or("no interval".into(), |Interval { bounds: [lower, upper], .. }| {
        format!("+- {}", number(0.5 * (upper - lower)))
    })
}

/// Tells what was wanted, and how closely it is known.
fn told(known: &[(&Wanted, Known)], (members, is_enough): (u64, bool)) -> Page {
    let mut page = Page::default();
    let count = count(members);
    page.text(match is_enough {
        true => format!("\n{count} members are enough:"),
        false => format!("\n{count} members, the most that there can be, are not enough:"),
    });
    let head = ["figure", "estimate", "known to", "wanted"].map(String::from).to_vec();
    let row = |(wanted, known): &(&Wanted, Known)| {
        let width = match wanted.width {
            Width::Half(half) => number(half),
            Width::Relative(part) => format!("{} % of it", number(100.0 * part)),
        };
        vec![wanted.words(), known.estimate.map_or("-".into(), number), half(known.interval), width]
    };
    page.table(Table::new([head].into_iter().chain(known.iter().map(row)).collect(), 1));
    if !is_enough {
        page.text("more members in [plan], or wider intervals in [[until]], end it");
    }
    page
}

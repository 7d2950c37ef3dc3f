//! Whether methods agree on a probability, which are apart, and what that means.

use super::first_order::FirstOrder;
use super::importance::ImportanceFound;
use super::subset::SubsetFound;
use crate::report::number;
use crate::statistics::{Interval, Proportion};

/// Estimates without an interval agree with others to this factor.
const NEAR: f64 = 1.25;

/// What the methods found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Estimates {
    pub(super) first_order: Option<FirstOrder>,
    /// Whether probabilities by curvatures were asked for, and those by planes.
    pub(super) asks_form: bool,
    pub(super) asks_sorm: bool,
    pub(super) importance: Option<ImportanceFound>,
    pub(super) subset: Option<SubsetFound>,
    pub(super) random: Option<Proportion>,
    /// Members without a value that count as failures.
    pub(super) without_value: u64,
}

/// An estimate of the probability.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) method: &'static str,
    pub(super) value: f64,
    pub(super) interval: Option<Interval>,
    pub(super) is_trusted: bool,
}

impl Estimate {
    /// Returns the range in which another estimate agrees.
    fn range(&self) -> [f64; 2] {
        let safe = 1.0 - self.value;
        // of the rarer one of failure and its opposite
        let near = match self.value <= 0.5 {
            true => [self.value / NEAR, self.value * NEAR],
            false => [1.0 - safe * NEAR, 1.0 - safe / NEAR],
        };
        self.interval.map_or(near, |interval| interval.bounds)
    }

    fn agrees(&self, other: &Self) -> bool {
        let ([a, b], [c, d]) = (self.range(), other.range());
        a <= d && c <= b
    }
}

/// The last line of a study.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    /// Whether the methods agree.
    pub(super) agree: bool,
    pub(super) words: String,
    /// The methods that are apart from the best one.
    pub(super) apart: Vec<&'static str>,
    /// The estimate to be taken.
    pub(super) best: Option<Estimate>,
}

impl Estimates {
    /// Lists the estimates.
    pub(super) fn all(&self) -> Vec<Estimate> {
        let mut all = Vec::new();
        let mut plain = |method, value: Option<f64>| {
            all.extend(value.map(|value| Estimate { method, value, interval: None, is_trusted: false }));
        };
        if let Some(first_order) = &self.first_order {
            if self.asks_form {
                plain("form", first_order.form.map(|found| found.value()));
            }
            if self.asks_sorm {
                for (name, found) in super::sorm::FORMULAS.iter().zip(first_order.sorm) {
                    plain(name, found.map(|found| found.value()));
                }
            }
        }
        let sampled = |method, value, interval, is_trusted| Estimate { method, value, interval, is_trusted };
        all.extend(
            self.importance.iter().map(|of| {
                sampled("importance", of.probability, of.interval, of.is_trusted() && self.unseen().is_none())
            }),
        );
        all.extend(
            self.subset
                .iter()
                .map(|of| sampled("subset", of.probability, of.interval, of.stuck == 0 && self.without_value == 0)),
        );
        let share = |of: &Proportion| Some(sampled("random", of.share()?, of.interval(), true));
        all.extend(self.random.iter().filter_map(share));
        all
    }

    /// Says what design points do not see, if anything: limit states that no search passed where others were, and failures without a value.
    fn unseen(&self) -> Option<&'static str> {
        let first_order = self.first_order.as_ref()?;
        let passed = |limit: usize| {
            let own =
                |search: &&super::form::Search| search.limit == limit && search.end == super::form::End::Converged;
            first_order.searches.iter().any(|search| own(&search))
        };
        let count = (0..first_order.limits.len()).filter(|limit| passed(*limit)).count();
        match () {
            () if self.without_value > 0 => Some(
                "members without a value count as failures, and neither design points nor levels know where these begin: there may be more",
            ),
            () if count > 0 && count < first_order.limits.len() => Some(
                "no search passed one of the limit states, which a jump or a kink may hide, and importance sampling does not look there",
            ),
            () => None,
        }
    }

    /// Says whether the methods agree.
    pub(super) fn verdict(&self) -> Verdict {
        let all = self.all();
        let trusted: Vec<&Estimate> = all.iter().filter(|estimate| estimate.is_trusted).collect();
        // a region that one method of sampling misses, another one sees: the larger one of two that are apart. Of those that agree not the one with the
        // narrowest interval, which is too narrow more often than others
        let rank =
            |estimate: &Estimate| ["random", "subset", "importance"].iter().position(|name| *name == estimate.method);
        let by_trust = |a: &&&Estimate, b: &&&Estimate| match a.agrees(b) {
            true => rank(a).cmp(&rank(b)),
            false => a.value.total_cmp(&b.value),
        };
        let best = trusted.iter().max_by(by_trust).copied().or_else(|| {
            // levels that came no closer to failure tell of none
            let tells = |estimate: &&Estimate| estimate.value > 0.0;
            let by = |name: &str| all.iter().find(|estimate| estimate.method == name);
            let names = ["subset", "importance", "hohenbichler_rackwitz", "form"];
            let all_of = || names.iter().filter_map(|name| by(name));
            all_of().find(tells).or_else(|| all_of().next())
        });
        let Some(best) = best else {
            let words = "no method found a probability".to_string();
            return Verdict { agree: false, words, apart: Vec::new(), best: None };
        };
        let doubtful = self.importance.iter().any(|of| !of.is_trusted() && of.failures > 0 && of.probability <= 0.5);
        let is_apart = |other: &&Estimate| !other.agrees(best) || (doubtful && other.method == "importance");
        let apart: Vec<&Estimate> = all.iter().filter(is_apart).collect();
        let unseen = self.unseen();
        // zero, or one, where nothing was passed at all, is an answer
        let is_doubtful = self.is_sampled() && !best.is_trusted && best.value > 0.0 && best.value < 1.0;
        let agree = apart.is_empty() && unseen.is_none() && !is_doubtful;
        let names = |of: &[&Estimate]| {
            of.iter().map(|e| format!("{} ({})", e.method, number(e.value))).collect::<Vec<_>>().join(", ")
        };
        let mut words = match (agree, all.len()) {
            (true, 1) => format!("P = {} by {} alone: nothing to compare it with", number(best.value), best.method),
            (true, _) => format!("the methods agree: P = {} by {}", number(best.value), best.method),
            (false, _) if apart.is_empty() => {
                format!("no method can be trusted: P = {} by {}", number(best.value), best.method)
            }
            (false, _) => format!(
                "the methods are apart: P = {} by {}, and not {}",
                number(best.value),
                best.method,
                names(&apart)
            ),
        };
        words += &self.meaning((&all, &apart), best, doubtful);
        Verdict { agree, words, apart: apart.iter().map(|e| e.method).collect(), best: Some(best.clone()) }
    }

    /// Says what it means that estimates are apart from the best one, and what is to be minded of them.
    fn meaning(&self, (all, apart): (&[Estimate], &[&Estimate]), best: &Estimate, doubtful: bool) -> String {
        let mut words = String::new();
        let has = |name: &str| apart.iter().any(|estimate| estimate.method == name);
        let asked = |name: &str| all.iter().any(|estimate| estimate.method == name);
        let curved = has("form") && super::sorm::FORMULAS.iter().any(|name| asked(name) && !has(name));
        if has("subset") || has("random") {
            words += "; subset simulation or random members miss a region of failure, or have too few members: give them more";
        } else if has("importance") && !doubtful {
            words +=
                "; importance sampling knows no region of failure without a design point: more starts may find one";
        } else if curved {
            words += "; limit states bend, so that planes at design points do not do";
        } else if has("form") && !self.asks_sorm {
            words += "; limit states bend, so that planes at design points do not do, or there are further regions of failure: sorm tells them apart";
        } else if has("form") || has("breitung") {
            words += "; limit states are neither planes nor paraboloids around their design points, or there are further regions of failure: ";
            words += if self.is_sampled() { "take what is sampled" } else { "subset and importance tell by members" };
        } else if !self.is_sampled() && best.value == 0.0 {
            words += "; no search passed a limit state, which a kink or a jump may hide: subset tells by members";
        }
        if let Some(of) = self.subset.as_ref().filter(|of| of.stuck > 0 && best.value > 0.0) {
            words += &format!(
                "; {} of {} repeats of subset simulation came no closer to failure",
                of.stuck,
                of.repeats.len()
            );
        }
        if let Some(unseen) = self.unseen() {
            words += &format!("; {unseen}");
        }
        if doubtful {
            words += "; importance sampling is not trusted: few of its members carry the estimate (effective number, largest weight), as happens \
                      in many dimensions and where limit states bend";
        }
        words
    }

    fn is_sampled(&self) -> bool {
        self.importance.is_some() || self.subset.is_some() || self.random.is_some()
    }
}

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
        self.interval.map_or([self.value / NEAR, self.value * NEAR], |interval| interval.bounds)
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
            self.importance.iter().map(|of| sampled("importance", of.probability, of.interval, of.is_trusted())),
        );
        all.extend(self.subset.iter().map(|of| sampled("subset", of.probability, of.interval, of.stuck == 0)));
        let share = |of: &Proportion| Some(sampled("random", of.share()?, of.interval(), true));
        all.extend(self.random.iter().filter_map(share));
        all
    }

    /// Says whether the methods agree.
    pub(super) fn verdict(&self) -> Verdict {
        let all = self.all();
        let trusted: Vec<&Estimate> = all.iter().filter(|estimate| estimate.is_trusted).collect();
        let width = |estimate: &Estimate| estimate.interval.map_or(f64::INFINITY, |i| i.bounds[1] - i.bounds[0]);
        // a region that one method of sampling misses, another one sees: the larger one of two that are apart
        let by_trust = |a: &&&Estimate, b: &&&Estimate| match a.agrees(b) {
            true => width(b).total_cmp(&width(a)),
            false => a.value.total_cmp(&b.value),
        };
        let best = trusted.iter().max_by(by_trust).copied().or_else(|| {
            let by = |name: &str| all.iter().find(|estimate| estimate.method == name);
            by("subset").or_else(|| by("hohenbichler_rackwitz")).or_else(|| by("form")).or_else(|| by("importance"))
        });
        let Some(best) = best else {
            let words = "no method found a probability".to_string();
            return Verdict { agree: false, words, apart: Vec::new(), best: None };
        };
        let doubtful = self.importance.iter().any(|of| !of.is_trusted() && of.failures > 0);
        let is_apart = |other: &&Estimate| !other.agrees(best) || (doubtful && other.method == "importance");
        let apart: Vec<&Estimate> = all.iter().filter(is_apart).collect();
        let agree = apart.is_empty();
        let names = |of: &[&Estimate]| {
            of.iter().map(|e| format!("{} ({})", e.method, number(e.value))).collect::<Vec<_>>().join(", ")
        };
        let mut words = match (agree, all.len()) {
            (true, 1) => format!("P = {} by {} alone: nothing to compare it with", number(best.value), best.method),
            (true, _) => format!("the methods agree: P = {} by {}", number(best.value), best.method),
            (false, _) => format!(
                "the methods are apart: P = {} by {}, and not {}",
                number(best.value),
                best.method,
                names(&apart)
            ),
        };
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
            words += "; limit states are neither planes nor paraboloids around their design points, or there are further regions of failure: \
                      take what is sampled";
        }
        if doubtful {
            words += "; importance sampling is not trusted: few of its members carry the estimate (effective number, largest weight), as happens \
                      in many dimensions and where limit states bend";
        }
        Verdict { agree, words, apart: apart.iter().map(|e| e.method).collect(), best: Some(best.clone()) }
    }
}

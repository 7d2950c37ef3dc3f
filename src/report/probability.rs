//! What is known of the probabilities that a scenario asks for, as a table.

use super::format::{number, share, table};
use crate::io::manifest::{IntervalRecord, ProbabilityRecord};
use crate::plot::count;
use crate::sampling::plan::SampleKind;

/// Returns a table of the probabilities, with what of them is no estimate in words below; nothing where there are none.
pub fn probability_table(records: &[ProbabilityRecord], sample: SampleKind) -> Option<String> {
    if records.is_empty() {
        return None;
    }
    let (random, some_missing) = (sample == SampleKind::Random, records.iter().any(|r| r.missing.is_some()));
    let estimate = if sample == SampleKind::Listed { "share" } else { "estimate" };
    let mut head = vec!["probability", "of", estimate];
    head.extend(random.then_some("95 % interval (Wilson)"));
    head.push("holds for");
    if some_missing {
        head.extend(["without a value", "these as no to as yes"]);
        head.extend(random.then_some("95 % interval of both"));
    }
    let none = || "-".to_string();
    let bounds = |i: &Option<IntervalRecord>| i.as_ref().map_or_else(none, |i| between(i.lower, i.upper));
    let mut rows = vec![head.into_iter().map(String::from).collect()];
    for record in records {
        let mut row = vec![record.name.clone(), record.of.clone(), record.estimate.map_or_else(none, number)];
        row.extend(random.then(|| bounds(&record.interval)));
        row.push(share(record.holds, record.members));
        if some_missing {
            row.push(count(record.without_value));
            row.push(record.missing.as_ref().map_or_else(none, |m| between(m.as_no, m.as_yes)));
            row.extend(random.then(|| record.missing.as_ref().map_or_else(none, |m| bounds(&m.interval))));
        }
        rows.push(row);
    }
    Some(table(&rows, 2) + note(sample))
}

fn between(lower: f64, upper: f64) -> String {
    format!("{} to {}", number(lower), number(upper))
}

/// Says what the members of such a plan do not tell.
fn note(sample: SampleKind) -> &'static str {
    match sample {
        SampleKind::Random => "",
        SampleKind::EvenlySpread => {
            "no intervals: the members of this plan are spread more evenly than random ones, so that the estimates are usually \
             closer\nthan Wilson's interval says, but members of one plan do not tell by how much; the plan \"random\" has \
             intervals\n"
        }
        SampleKind::Listed => {
            "shares of the members that the plan lists, which are no random sample: they have no intervals\n"
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]
    use super::*;
    use crate::io::manifest::MissingRecord;

    fn record(missing: Option<MissingRecord>) -> ProbabilityRecord {
        ProbabilityRecord {
            name: "late".into(),
            of: "t > 2".into(),
            members: 8,
            holds: 2,
            without_value: 2,
            estimate: Some(0.25),
            interval: None,
            missing,
        }
    }

    #[test]
    fn what_is_no_random_sample_has_no_interval() {
        assert_eq!(probability_table(&[], SampleKind::Random), None);
        let missing = || Some(MissingRecord { as_no: 0.2, as_yes: 0.4, interval: None });
        let of_grid = probability_table(&[record(missing())], SampleKind::Listed).unwrap();
        let expected = "probability  of         share  holds for  without a value   these as no to as yes\n\
                        late         t > 2  0.2500000     2 of 8                2  0.2000000 to 0.4000000\n\
                        shares of the members that the plan lists, which are no random sample: they have no intervals\n";
        assert_eq!(of_grid, expected);
        let of_sobol = probability_table(&[record(None)], SampleKind::EvenlySpread).unwrap();
        assert!(of_sobol.starts_with("probability  of      estimate  holds for\n"), "{of_sobol}");
        assert!(of_sobol.contains("no intervals: the members of this plan are spread more evenly"), "{of_sobol}");
    }
}

//! What is known of the probabilities that a scenario asks for, as a table.

use super::intervals::bounds;
use crate::io::manifest::{IntervalRecord, ProbabilityRecord};
use crate::report::{Page, Table, count, number, share};
use crate::sampling::plan::SampleKind;

/// Returns a table of the probabilities, with what of them is no estimate in words below; nothing where there are none.
pub fn probability_table(records: &[ProbabilityRecord], sample: SampleKind) -> Option<Page> {
    if records.is_empty() {
        return None;
    }
    let (random, some_missing) = (sample == SampleKind::Random, records.iter().any(|r| r.missing.is_some()));
    let kinds = IntervalRecord::words_of_all(records.iter().filter_map(|record| record.interval.as_ref()));
    let estimate = if sample == SampleKind::Listed { "share" } else { "estimate" };
    let mut head = vec!["probability", "of", estimate];
    let interval = format!("95 % interval ({kinds})");
    head.extend((!kinds.is_empty()).then_some(&*interval));
    head.push("holds for");
    if some_missing {
        head.extend(["without a value", "these as no to as yes"]);
        head.extend(random.then_some("95 % interval of both"));
    }
    let none = || "-".to_string();
    let mut rows = vec![head.into_iter().map(String::from).collect()];
    for record in records {
        let mut row = vec![record.name.clone(), record.of.clone(), record.estimate.map_or_else(none, number)];
        row.extend((!kinds.is_empty()).then(|| bounds(record.interval.as_ref())));
        row.push(share(record.holds, record.members));
        if some_missing {
            row.push(count(record.without_value));
            row.push(record.missing.as_ref().map_or_else(none, |m| between(m.as_no, m.as_yes)));
            row.extend(random.then(|| record.missing.as_ref().map_or_else(none, |m| bounds(m.interval.as_ref()))));
        }
        rows.push(row);
    }
    let mut page = Page::default();
    page.table(Table::new(rows, 2));
    note(sample).into_iter().filter(|_| kinds.is_empty()).for_each(|note| page.text(note));
    Some(page)
}

fn between(lower: f64, upper: f64) -> String {
    format!("{} to {}", number(lower), number(upper))
}

/// Says what the members of such a plan do not tell.
fn note(sample: SampleKind) -> Option<&'static str> {
    match sample {
        SampleKind::Random => None,
        SampleKind::EvenlySpread => Some(
            "no intervals: the members of this plan are spread more evenly than random ones, so that the estimates are usually \
             closer\nthan Wilson's interval says, but members of one plan do not tell by how much; with replicates = 16 in [plan] there \
             are intervals, as\nof the plan \"random\"",
        ),
        SampleKind::Listed => {
            Some("shares of the members that the plan lists, which are no random sample: they have no intervals")
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]
    use super::*;
    use crate::io::manifest::MissingRecord;
    use crate::report::Block;

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

    fn text(page: &Page) -> String {
        let block = |block: &Block| match block {
            Block::Table(table) => table.text(),
            Block::Text(text) => format!("{text}\n"),
            other => panic!("{other:?}"),
        };
        page.blocks().iter().map(block).collect()
    }

    #[test]
    fn what_is_no_random_sample_has_no_interval() {
        assert_eq!(probability_table(&[], SampleKind::Random), None);
        let missing = || Some(MissingRecord { as_no: 0.2, as_yes: 0.4, interval: None });
        let of_grid = probability_table(&[record(missing())], SampleKind::Listed).unwrap();
        let expected = "probability  of         share  holds for  without a value   these as no to as yes\n\
                        late         t > 2  0.2500000     2 of 8                2  0.2000000 to 0.4000000\n\
                        shares of the members that the plan lists, which are no random sample: they have no intervals\n";
        assert_eq!(text(&of_grid), expected);
        let of_sobol = probability_table(&[record(None)], SampleKind::EvenlySpread).unwrap();
        let of_sobol = text(&of_sobol);
        assert!(of_sobol.starts_with("probability  of      estimate  holds for\n"), "{of_sobol}");
        assert!(of_sobol.contains("no intervals: the members of this plan are spread more evenly"), "{of_sobol}");
    }
}

//! Tests of the plans as a whole.

#![allow(
    clippy::float_cmp,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests compare exact values and stop at the first failure"
)]

use super::*;

fn distribution(name: &str, numbers: [f64; 2]) -> Distribution {
    Distribution::from_arguments(name, &numbers).unwrap()
}

/// Returns a plan of two uniform columns and a normal one.
pub(super) fn plan(kind: &PlanInfo, members: u64, seed: u64) -> Plan {
    let columns = [
        ("a", distribution("uniform", [0.0, 1.0])),
        ("b", distribution("uniform", [2.0, 3.0])),
        ("c", distribution("normal", [5.0, 1.0])),
    ];
    let columns = columns.map(|(name, distribution)| (name.to_owned(), distribution));
    Plan::sampled(kind, columns.to_vec(), members, seed).unwrap()
}

/// Returns the sampled kinds of the catalog.
fn sampled() -> impl Iterator<Item = &'static PlanInfo> {
    ALL.iter().filter(|kind| kind.is_sampled())
}

/// Returns why a plan of so many uniform columns is refused.
pub(super) fn refusal(kind: &PlanInfo, columns: usize, members: u64) -> String {
    let column = |k| (format!("p{k}"), distribution("uniform", [0.0, 1.0]));
    Plan::sampled(kind, (0..columns).map(column).collect(), members, 0).unwrap_err().to_string()
}

pub(super) fn row(plan: &Plan, member: u64) -> [f64; 3] {
    let mut values = [f64::NAN; 3];
    plan.fill(member, &mut values);
    values
}

#[test]
fn one_has_a_member_without_columns() {
    let plan = Plan::one();
    assert_eq!(plan.members(), 1);
    assert!(plan.columns().is_empty());
    plan.fill(0, &mut []);
    assert_eq!(plan.advice(), None);
}

/// Values are those of single members, however many are drawn at once and wherever they begin.
#[test]
fn columns_have_the_values_of_members() {
    let further = |plan: Plan| {
        let plan = plan.holding([("held".to_owned(), 2.5)]).numbering(&["number".to_owned()], 300, 5);
        plan.counting(&["count".to_owned()])
    };
    let grid = Plan::grid(vec![Axis { name: "x".into(), values: (0..200).map(f64::from).collect() }]).unwrap();
    for plan in sampled().map(|kind| plan(kind, 300, 7)).chain([grid, Plan::alike(300), Plan::one()]).map(further) {
        for (first, count) in [(0, 1), (0, 64), (63, 66), (130, 70), (5, 0)] {
            let mut values = vec![f64::NAN; plan.columns().len() * count];
            let mut columns: Vec<&mut [f64]> = values.chunks_mut(count.max(1)).collect();
            plan.fill_columns(first, &mut columns);
            for i in 0..count {
                let mut row = vec![f64::NAN; plan.columns().len()];
                plan.fill(first + i as u64, &mut row);
                let found: Vec<u64> = values.chunks(count).map(|column| column[i].to_bits()).collect();
                let alone: Vec<u64> = row.iter().map(|x| x.to_bits()).collect();
                assert_eq!(found, alone, "{plan:?}, member {}", first + i as u64);
            }
        }
    }
}

/// The points of a part are those of the whole, of which some sequences need the number of members.
#[test]
fn parts_have_the_members_of_the_whole() {
    for kind in sampled() {
        let whole = plan(kind, 20, 3);
        let part = whole.part(5..17).part(2..6);
        assert_eq!((part.first(), part.members()), (7, 4), "{}", kind.name);
        for member in 0..4 {
            assert_eq!(row(&part, member), row(&whole, 7 + member), "{}", kind.name);
        }
    }
}

/// Of a plan and of all its parts the same members stand for all; where the number of members decides nothing, also of longer
/// and shorter ones.
#[test]
fn the_same_members_stand_for_every_part() {
    for kind in sampled() {
        let rows = |plan: &Plan| (0..plan.members()).map(|k| row(plan, k)).collect::<Vec<_>>();
        let whole = plan(kind, 20, 3);
        let expected = rows(&whole.representatives(4));
        assert_eq!(expected, (0..4).map(|k| row(&whole, k)).collect::<Vec<_>>(), "{}", kind.name);
        for part in [0..1, 5..17, 19..20] {
            let part = whole.part(part);
            assert_eq!(rows(&part.representatives(4)), expected, "{}", kind.name);
            assert_eq!((part.whole().first(), part.whole().members()), (0, 20));
        }
        let short = rows(&plan(kind, 2, 3).representatives(4));
        if kind.name == "latin_hypercube" {
            assert_eq!(short.len(), 2);
        } else {
            assert_eq!(short, expected, "{}", kind.name);
        }
    }
}

#[test]
fn plans_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Plan>();
}

#[test]
fn values_depend_on_seed_and_member_alone() {
    for kind in sampled() {
        let (first, again) = (plan(kind, 64, 11), plan(kind, 64, 11));
        let forward: Vec<_> = (0..64).map(|k| row(&first, k)).collect();
        let mut backward: Vec<_> = (0..64).rev().map(|k| row(&again, k)).collect();
        backward.reverse();
        assert_eq!(forward, backward, "{}", kind.name);
        let other = plan(kind, 64, 12);
        assert!((0..64).all(|k| row(&other, k) != forward[usize::try_from(k).unwrap()]));
    }
}

/// Error of the mean of n members: about 0.3 / sqrt(n) for random numbers, far less for the
/// even plans.
#[test]
fn means_converge() {
    let n = 4096_u32;
    for kind in sampled() {
        let tolerance = if kind.name == "random" { 0.05 } else { 0.005 };
        for seed in 0..4 {
            let plan = plan(kind, u64::from(n), seed);
            let mut mean = [0.0; 3];
            for member in 0..n {
                for (sum, value) in mean.iter_mut().zip(row(&plan, u64::from(member))) {
                    *sum += value / f64::from(n);
                }
            }
            for (mean, expected) in mean.into_iter().zip([0.5, 2.5, 5.0]) {
                assert!((mean - expected).abs() < tolerance, "{}: {mean}", kind.name);
            }
        }
    }
}

/// The mean of a product tests how the columns are paired: E[(a - 1/2)(b - 5/2)] = 0.
#[test]
fn columns_are_uncorrelated() {
    let n = 4096_u32;
    for kind in sampled() {
        let plan = plan(kind, u64::from(n), 1);
        let sum: f64 = (0..n).map(|k| row(&plan, u64::from(k))).map(|[a, b, _]| (a - 0.5) * (b - 2.5)).sum();
        let correlation = 12.0 * sum / f64::from(n);
        assert!(correlation.abs() < 0.05, "{}: {correlation}", kind.name);
    }
}

#[test]
fn messages_say_what_is_wrong() {
    let random = sampled().next().unwrap();
    assert_eq!(refusal(random, 1, 0), "members = 0: a plan needs at least one member");
    assert_eq!(refusal(random, 0, 1), "plan `random` varies no parameter: it needs at least one");
    let unit = distribution("uniform", [0.0, 1.0]);
    let twice = vec![("m".to_owned(), unit.clone()), ("m".to_owned(), unit)];
    let error = Plan::sampled(random, twice, 1, 0).unwrap_err();
    assert_eq!(error.to_string(), "parameter `m` is varied twice");
}

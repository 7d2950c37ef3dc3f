//! How sure indices and measures are where members are not independent, failed, or too few.

use super::indices::with;
use crate::common::place::Place;
use gyrosweep::studies::sensitivity::SensitivityFile;

/// An output that depends on c in its spread alone has no rank correlation with it, and a wider interval than one that does not depend on it.
#[test]
fn intervals_of_rank_correlations_hold_whatever_the_dependence() {
    let place = Place::new(&with(
        "[parameters]\na = 0.5\nc = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a*c^9\"\n\
         [plan.vary]\na = { uniform = [-1, 1] }\nc = { uniform = [-1, 1] }\n",
        "kind = \"random\"\nmembers = 400",
    ));
    let held = |seed: usize| {
        let record = place.indices(&["--seed", &seed.to_string()]);
        let of_c = record.indices.iter().find(|index| index.index == "rank_correlation" && index.of[0] == "c").unwrap();
        let interval = of_c.interval.as_ref().unwrap();
        (interval.lower..=interval.upper).contains(&0.0)
    };
    let holds = (0..60).filter(|seed| held(*seed)).count();
    // of 60 intervals of 95 %, fewer than 53 hold with a probability of 1 %; with the error of independence 51 would
    assert!(holds >= 53, "{holds}");
}

/// The deviation of the effects of a^2 in [0, 1], which are 4/3 times a rise of 2/3 from 0 or 1/3: 2/3 and 4/3.
#[test]
fn deviations_of_few_effects_have_wide_intervals_or_none() {
    let place = |plan: &str| {
        Place::new(&with(
            "[parameters]\na = 0.5\nb = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a^2 + b\"\n\
             [plan.vary]\na = { uniform = [0, 1] }\nb = { uniform = [0, 1] }\n",
            plan,
        ))
    };
    let sigma = |place: &Place, seed: usize, of: &str| {
        let record = place.indices(&["--seed", &seed.to_string()]);
        record.indices.into_iter().find(|index| index.index == "sigma" && index.of[0] == of).unwrap()
    };
    let few = place("kind = \"morris\"\ntrajectories = 2");
    assert_eq!(sigma(&few, 1, "a").interval, None);
    // effects of what is linear differ by rounding
    assert_eq!((sigma(&few, 1, "b").value, sigma(&few, 1, "b").interval), (0.0, None));
    let more = place("kind = \"morris\"\ntrajectories = 8\nlevels = 64");
    // a rise of 32/63 from a level of 0 to 31 of 63
    let exact = (2.0 / 63.0) * ((32.0f64.powi(2) - 1.0) / 12.0).sqrt();
    let held = |seed: usize| {
        let interval = sigma(&more, seed, "a").interval.unwrap();
        (interval.lower..=interval.upper).contains(&exact)
    };
    let holds = (0..40).filter(|seed| held(*seed)).count();
    assert!(holds >= 34, "{holds}");
}

/// What is linear is told to be, with rows whose members share most of their parameters.
#[test]
fn linear_propagation_is_judged_by_independent_members() {
    let place = Place::new(&with(
        "[parameters]\np = 0.0\nq = 0.0\nr = 0.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"p + q + r\"\n\
         [sensitivity]\nparameters = \"all\"\n[plan.vary]\np = { normal = [0, 1] }\nq = { normal = [0, 1] }\nr = { normal = [0, 1] }\n",
        "kind = \"shapley\"\nrows = 128",
    ));
    let agrees = |seed: usize| {
        place.ran("found", &["--seed", &seed.to_string()]);
        let output = place.output(&["sensitivity", "found", "--json", "found.json", "--force"]);
        assert!(output.status.success());
        let text = std::fs::read_to_string(place.path().join("found.json")).unwrap();
        let file: SensitivityFile = serde_json::from_str(&text).unwrap();
        file.outputs[0].propagation.as_ref().unwrap().agrees
    };
    let agreed = (0..20).filter(|seed| agrees(*seed)).count();
    assert!(agreed >= 17, "{agreed}");
}

/// Members without a value are counted, and too many of them are refused, of independent members, too.
#[test]
fn rank_correlations_of_members_that_failed_are_refused() {
    let place = Place::new(&with(
        "[parameters]\na = 0.5\nb = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"sqrt(a - 0.3) + b\"\n\
         [plan.vary]\na = { uniform = [0, 1] }\nb = { uniform = [0, 1] }\n",
        "kind = \"random\"\nmembers = 256",
    ));
    let record = place.indices(&[]);
    assert!(
        record.indices.is_empty() && record.without[0].why.contains("no sample of the distributions"),
        "{record:?}"
    );
    let output = place.output(&["sensitivity", "found", "--json", "found.json", "--force", "--accept-failed", "0.5"]);
    assert!(output.status.success());
    let text = std::fs::read_to_string(place.path().join("found.json")).unwrap();
    let record = serde_json::from_str::<SensitivityFile>(&text).unwrap().indices.unwrap();
    assert!(
        !record.indices.is_empty() && record.indices.iter().all(|index| index.counted + index.left_out == 256),
        "{record:?}"
    );
}

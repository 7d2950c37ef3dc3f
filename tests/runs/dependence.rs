//! Parameters that depend on each other.

use crate::common::{golden, parse, place::Place, refusal};
use gyrosweep::sampling::dependence::{Dependence, Measure};
use gyrosweep::sampling::distribution::Distribution;
use gyrosweep::sampling::plan::{ALL, Plan};
use serde_json::Value;

/// The distribution that a reference names, as "lognormal sigma 0.5".
fn named(name: &Value) -> Distribution {
    let words: Vec<&str> = name.as_str().unwrap().split(' ').collect();
    let (family, numbers) = match words[..] {
        ["normal"] => ("normal", vec![2.0, 3.0]),
        ["uniform"] => ("uniform", vec![-1.0, 3.0]),
        ["gumbel"] => ("gumbel", vec![10.0, 0.7]),
        ["lognormal", "sigma", sigma] => ("lognormal", vec![0.3, sigma.parse().unwrap()]),
        _ => panic!("{name}"),
    };
    Distribution::from_arguments(family, &numbers).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn correlations_of_scores_are_the_reference_ones_by_every_measure() {
    let golden = golden("p20_studies.json");
    for case in golden["nataf"].as_array().unwrap() {
        let (first, second) = (named(&case["first"]), named(&case["second"]));
        let (pair, scores) = ([&first, &second], number(&case["normal_scores"]));
        let found = Measure::Values.of_scores(number(&case["pearson"]), pair).unwrap();
        assert!((found - scores).abs() < 1e-10, "{pair:?}: {found} {scores}");
        let error = Measure::Values.of_scores(0.999_999_9, pair);
        assert!(error.is_ok() == (number(&case["attainable"][1]) > 0.999_999_9), "{pair:?}: {error:?}");
    }
    for case in golden["pairs"].as_array().unwrap() {
        let scores = number(&case["normal_scores"]);
        for pearson in case["pearson"].as_array().unwrap() {
            let (first, second) = (named(&pearson["first"]), named(&pearson["second"]));
            let (pair, values) = ([&first, &second], number(&pearson["value"]));
            let [found, back] =
                [Measure::Values.of_values(scores, pair), Measure::Values.of_scores(values, pair).unwrap()];
            assert!((found - values).abs() < 1e-10 && (back - scores).abs() < 1e-10, "{pair:?}: {found} {back}");
            let by_ranks = Measure::Ranks.of_scores(number(&case["spearman"]), pair).unwrap();
            assert!((by_ranks - scores).abs() < 1e-14, "{by_ranks} {scores}");
        }
    }
}

/// Returns Pearson's correlation.
fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let [a, b] = [x, y].map(|all| all.iter().sum::<f64>() / n);
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(x, y)| f(x - a, y - b)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// Returns the ranks of values.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    order.iter().enumerate().for_each(|(rank, at)| ranks[*at] = rank as f64);
    ranks
}

/// A plan of five columns, of which the second and the fourth are independent of all others.
fn plan(kind: &str, members: u64) -> Plan {
    let columns: Vec<(String, Distribution)> = [
        ("normal", vec![2.0, 3.0]),
        ("gamma", vec![3.0, 0.5]),
        ("lognormal", vec![0.3, 0.5]),
        ("uniform", vec![-1.0, 3.0]),
        ("gumbel", vec![10.0, 0.7]),
    ]
    .into_iter()
    .map(|(name, numbers)| (name.to_string(), Distribution::from_arguments(name, &numbers).unwrap()))
    .collect();
    let dependence = Dependence::new(&[([0, 2], 0.6), ([4, 2], -0.4)]).unwrap();
    let kind = ALL.iter().find(|info| info.name == kind).unwrap();
    Plan::dependent(kind, columns, Some(dependence), members, 5).unwrap()
}

fn columns(plan: &Plan) -> Vec<Vec<f64>> {
    let mut columns = vec![vec![0.0; plan.members() as usize]; plan.columns().len()];
    let mut slices: Vec<&mut [f64]> = columns.iter_mut().map(|column| &mut column[..]).collect();
    plan.fill_columns(0, &mut slices);
    columns
}

/// Of independent members: the standard error of a correlation is at most 1/sqrt(n).
#[test]
fn members_have_the_correlations() {
    let members = 1u64 << 18;
    let plan = plan("random", members);
    let columns = columns(&plan);
    let distributions = plan.distributions().unwrap();
    let limit = 3.5 / (members as f64).sqrt();
    let all: Vec<Vec<f64>> = columns.iter().map(|column| ranks(column)).collect();
    for (a, b) in (0..5).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let scores = plan.dependence().unwrap().of_scores(a, b);
        let pair = [&distributions[a], &distributions[b]];
        let [values, by_rank] = [Measure::Values, Measure::Ranks].map(|measure| measure.of_values(scores, pair));
        let found = [pearson(&columns[a], &columns[b]), pearson(&all[a], &all[b])];
        assert!((found[0] - values).abs() < limit && (found[1] - by_rank).abs() < limit, "{a} {b}: {found:?} {values}");
    }
    for (column, distribution) in columns.iter().zip(distributions) {
        let (mean, deviation) = distribution.mean_and_deviation();
        let found = column.iter().sum::<f64>() / members as f64;
        assert!((found - mean).abs() < 4.0 * deviation / (members as f64).sqrt(), "{distribution:?}: {found} {mean}");
    }
}

/// A member has its values whether it is drawn alone or with others, by any sampled plan; independent columns are those of
/// a plan without dependence.
#[test]
fn members_are_functions_of_their_numbers() {
    for kind in ALL.iter().filter(|info| info.is_sampled()) {
        let plan = plan(kind.name, 700);
        let all = columns(&plan);
        let mut row = [0.0; 5];
        for member in 0..700 {
            plan.fill(member as u64, &mut row);
            let bits = |x: &f64| x.to_bits();
            assert!(row.iter().map(bits).eq(all.iter().map(|column| column[member].to_bits())), "{}", kind.name);
        }
        let part = columns(&plan.part(100..400));
        assert!(part.iter().zip(&all).all(|(part, all)| part[..] == all[100..400]), "{}", kind.name);
        let named = plan.columns().iter().cloned().zip(plan.distributions().unwrap().iter().cloned()).collect();
        let independent = columns(&Plan::sampled(kind, named, 700, 5).unwrap());
        assert!(independent[1] == all[1] && independent[3] == all[3] && independent[2] != all[2], "{}", kind.name);
    }
}

/// A sum of dependent normal inputs has the variance that covariances say, and `sensitivity` says it, without bounds of
/// dependent inputs.
#[test]
fn linear_propagation_has_covariances() {
    for case in golden("p20_studies.json")["linear"].as_array().unwrap() {
        let names: Vec<&str> = case["order"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let vary = names.iter().zip(case["deviations"].as_array().unwrap());
        let vary: String = vary.map(|(name, s)| format!("{name} = {{ normal = [0.0, {:?}] }}\n", number(s))).collect();
        let entry = |a: usize, b: usize| number(&case["correlation"][a][b]);
        let pairs: Vec<String> = (0..names.len())
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|(a, b)| entry(*a, *b) != 0.0)
            .map(|(a, b)| format!("[\"{}\", \"{}\", {:?}]", names[a], names[b], entry(a, b)))
            .collect();
        let parameters: String = names.iter().map(|name| format!("{name} = 0.0\n")).collect();
        let text = format!(
            "[parameters]\n{parameters}[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = {}\n[sensitivity]\n\
             parameters = {names:?}\n[plan]\nkind = \"sobol\"\nmembers = 4096\n[plan.vary]\n{vary}[plan.dependence]\nvalues = [{}]\n",
            case["expression"],
            pairs.join(", ")
        );
        let place = Place::new(&text);
        for arguments in [
            &["run", "top.toml", "--out", "found"][..],
            &["sensitivity", "top.toml", "--results", "found", "--json", "found.json"],
        ] {
            let output = place.output(arguments);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let file = std::fs::read_to_string(place.path().join("found.json")).unwrap();
        let file: Value = serde_json::from_str(&file).unwrap();
        let output = &file["outputs"][0];
        let [found, variance] = [number(&output["propagation"]["linear_std"]).powi(2), number(&case["variance"])];
        assert!((found - variance).abs() < 1e-9 * variance, "{found} {variance}");
        let ensemble = number(&output["propagation"]["std"]).powi(2);
        assert!((ensemble - variance).abs() < 0.01 * variance, "{ensemble} {variance}");
        for parameter in output["parameters"].as_array().unwrap() {
            let at =
                names.iter().position(|name| parameter["parameter"] == *name || parameter["name"] == *name).unwrap();
            let is_dependent = (0..names.len()).any(|other| other != at && entry(at, other) != 0.0);
            assert_eq!(parameter["no_bound"].is_null(), !is_dependent, "{parameter}");
        }
    }
}

/// What the command line replaces leaves a dependence that the plan does not have.
#[test]
fn another_kind_of_plan_has_no_dependence() {
    let text = "[parameters]\na = 1.0\nb = 1.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a*b\"\n[plan]\n\
                kind = \"halton\"\nmembers = 8\n[plan.vary]\na = { exponential = [2.0] }\nb = { weibull = [2.0, 1.0] }\n\
                [plan.dependence]\nranks = [[\"a\", \"b\", 0.3]]\n";
    let scenario = parse(text);
    let scores = scenario.study.plan().dependence().unwrap().of_scores(0, 1);
    assert!((scores - 2.0 * (std::f64::consts::PI / 6.0 * 0.3).sin()).abs() < 1e-15);
    let place = Place::new(text);
    let output = place.output(&["check", "top.toml", "--set", "plan.kind=\"one\""]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A function of three parameters, with these lines for the plan.
fn of_three(plan: &str) -> String {
    let output = "[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a*b*c\"\n";
    format!("[parameters]\na = 1.0\nb = 1.0\nc = 1.0\n{output}[plan]\n{plan}\n")
}

#[test]
fn correlations_that_no_members_have_are_refused_with_a_cure() {
    let sobol = |dependence: &str| {
        let vary = "a = { lognormal = [0.0, 0.5] }\nb = { lognormal = [0.0, 1.0] }\nc = { choice = [1, 2] }";
        of_three(&format!("kind = \"sobol\"\nmembers = 4\n[plan.vary]\n{vary}\n[plan.dependence]\n{dependence}"))
    };
    let together = "normal_scores = [[\"a\", \"b\", 0.9], [\"b\", \"c\", 0.9], [\"a\", \"c\", -0.9]]";
    let found = refusal(&sobol(together));
    assert!(found.contains("their matrix has the eigenvalue -0.8000; the nearest that some have are 0.98"), "{found}");
    let (_, cure) = found.split_once("normal_scores = ").expect("a cure");
    parse(&sobol(&format!("normal_scores = {cure}")));
    for (dependence, message) in [
        ("values = [[\"a\", \"b\", 0.95]]", "found 0.95; accepted: between -0.563229 and 0.928608, which values"),
        ("ranks = [[\"a\", \"c\", 0.5]]", "one of the two has single values, whose ranks do not determine"),
        ("values = [[\"a\", \"c\", 0.5]]", "one of the two has single values, whose values do not determine"),
    ] {
        let found = refusal(&sobol(dependence));
        assert!(found.contains(message), "{found}");
    }
    parse(&sobol("normal_scores = [[\"a\", \"c\", 0.5]]"));
    let grid = "kind = \"grid\"\n[plan.vary]\na = [1, 2]\n[plan.dependence]\nranks = [[\"a\", \"b\", 0.5]]";
    let found = refusal(&of_three(grid));
    assert!(found.contains("plan.dependence: the members of the plan \"grid\" are listed, not drawn"), "{found}");
    let vary = "kind = \"sobol\"\nmembers = 4\n[plan.vary]\na = { uniform = [0, 1] }\n[plan.dependence]\nranks = [[\"a\", \"b\", 0.5]]";
    let found = refusal(&of_three(vary));
    assert!(found.contains("the plan does not vary \"b\"; accepted: a"), "{found}");
}

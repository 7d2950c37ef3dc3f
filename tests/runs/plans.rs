//! Plans whose members belong together: replicates, rows of Saltelli and Shapley, trajectories of Morris.

use crate::common::{golden, numbers, parse, place::Place, refusal};
use gyrosweep::sampling::dependence::Dependence;
use gyrosweep::sampling::distribution::Distribution;
use gyrosweep::sampling::plan::{ALL, Design, Plan, Rows};

/// Columns with distributions that are bounded, unbounded and of single values.
fn drawn() -> Vec<(String, Distribution)> {
    let all = [("a", "uniform", vec![2.0, 3.0]), ("b", "normal", vec![1.0, 2.0]), ("c", "gumbel", vec![10.0, 0.7])];
    let named = |(name, family, numbers): (&str, &str, Vec<f64>)| {
        (name.to_string(), Distribution::from_arguments(family, &numbers).unwrap())
    };
    all.map(named).to_vec()
}

fn rows(rows: u64, replicates: u64) -> Rows {
    Rows { columns: drawn(), groups: Vec::new(), rows, replicates, seed: 5 }
}

fn dependence() -> Dependence {
    Dependence::new(&[([0, 2], 0.6), ([1, 2], -0.3)]).unwrap()
}

/// Plans of about so many rows, each by its name.
fn plans(count: u64) -> Vec<(String, Plan)> {
    let grouped = Rows { groups: vec![("both".into(), vec!["a".into(), "c".into()])], ..rows(count, 4) };
    let seven = |k: usize| (format!("p{k}"), Distribution::from_arguments("normal", &[0.0, 1.0]).unwrap());
    let many = Rows { columns: (0..7).map(seven).collect(), ..rows(count, 4) };
    let pairs: Vec<([usize; 2], f64)> = (1..6).map(|k| ([k - 1, k], 0.4)).collect();
    let mut all = vec![
        ("saltelli".to_string(), Plan::saltelli(&rows(count, 4), false).unwrap()),
        ("saltelli second".into(), Plan::saltelli(&rows(count, 1), true).unwrap()),
        ("saltelli groups".into(), Plan::saltelli(&grouped, true).unwrap()),
        ("morris".into(), Plan::morris(&rows(count, 1), 8).unwrap()),
        ("shapley".into(), Plan::shapley(&rows(count, 4), None).unwrap()),
        ("shapley dependent".into(), Plan::shapley(&rows(count, 4), Some(dependence())).unwrap()),
        ("shapley groups".into(), Plan::shapley(&grouped, Some(dependence())).unwrap()),
        ("shapley orders".into(), Plan::shapley(&many, Some(Dependence::new(&pairs).unwrap())).unwrap()),
    ];
    for kind in ALL.iter().filter(|kind| kind.is_sampled() && kind.has_replicates()) {
        let plan = Plan::replicated(kind, drawn(), Some(dependence()), (8 * count, 8), 5).unwrap();
        all.push((kind.name.into(), plan));
    }
    all
}

/// The values of all members, member by member.
fn members(plan: &Plan) -> Vec<Vec<f64>> {
    let row = |member| {
        let mut row = vec![f64::NAN; plan.columns().len()];
        plan.fill(member, &mut row);
        row
    };
    (0..plan.members()).map(row).collect()
}

#[test]
fn members_are_functions_of_their_numbers_and_more_continue_fewer() {
    for ((name, plan), (_, longer)) in plans(40).into_iter().zip(plans(64)) {
        let all = members(&plan);
        for (first, count) in [(0, all.len()), (7, 300.min(all.len() - 7)), (11, 1)] {
            let mut columns = vec![vec![f64::NAN; count]; plan.columns().len()];
            let mut slices: Vec<&mut [f64]> = columns.iter_mut().map(|column| &mut column[..]).collect();
            plan.fill_columns(first as u64, &mut slices);
            for (i, row) in all[first..first + count].iter().enumerate() {
                let bits = |x: &f64| x.to_bits();
                let found = columns.iter().map(|column| column[i].to_bits());
                assert!(row.iter().map(bits).eq(found), "{name}: member {}", first + i);
            }
        }
        assert_eq!(members(&plan.part(5..9)), all[5..9], "{name}");
        assert!(all.iter().flatten().all(|x| x.is_finite()), "{name}");
        // slices of a Latin hypercube are as many as its members
        if name != "latin_hypercube" {
            assert!(members(&longer).starts_with(&all), "{name}");
        }
    }
}

/// Each replicate is a plan of its own, with a seed of its own.
#[test]
fn replicates_are_plans_of_their_own() {
    for kind in ALL.iter().filter(|kind| kind.is_sampled() && kind.has_replicates()) {
        let plan = Plan::replicated(kind, drawn(), None, (256, 4), 5).unwrap();
        let arrangement = plan.arrangement().unwrap();
        let mut cells = vec![[0; 64]; 4];
        for (k, row) in members(&plan).into_iter().enumerate() {
            let position = arrangement.position(k as u64);
            assert_eq!((position.replicate, position.row, position.block), (k as u64 % 4, k as u64, 0));
            cells[k % 4][((row[0] - 2.0) * 64.0) as usize] += 1;
        }
        // one member in each slice of the first column, whose numbers are in base two
        assert!(cells.iter().flatten().all(|count| *count == 1), "{}", kind.name);
        let firsts: Vec<Vec<f64>> =
            (0..4).map(|r| members(&plan).into_iter().skip(r).step_by(4).map(|row| row[1]).collect()).collect();
        assert!((1..4).all(|r| firsts[r] != firsts[0]), "{}", kind.name);
    }
}

#[test]
fn rows_of_saltelli_are_two_points_and_their_mixtures() {
    let groups = vec![("both".into(), vec!["a".into(), "c".into()])];
    for (groups, factors) in [(Vec::new(), vec![vec![0], vec![1], vec![2]]), (groups, vec![vec![0, 2], vec![1]])] {
        let plan = Plan::saltelli(&Rows { groups, ..rows(64, 8) }, true).unwrap();
        let count = factors.len();
        let blocks = 2 + 2 * count;
        assert_eq!(plan.members(), 64 * blocks as u64);
        for row in members(&plan).chunks(blocks) {
            let (a, b) = (&row[0], &row[1]);
            assert!(a.iter().zip(b).all(|(a, b)| a != b));
            for (factor, of) in factors.iter().enumerate() {
                for column in 0..3 {
                    let [from, other] = if of.contains(&column) { [b, a] } else { [a, b] };
                    assert_eq!(row[2 + factor][column], from[column]);
                    assert_eq!(row[2 + count + factor][column], other[column]);
                }
            }
        }
    }
}

/// Every parameter jumps once, by half of the levels, and from each of the lower levels as often.
#[test]
fn trajectories_jump_once_by_each_parameter() {
    let (trajectories, levels) = (4000, 4);
    let plan = Plan::morris(&rows(trajectories, 1), levels).unwrap();
    let Some(Design::Morris(design)) = plan.arrangement().map(|a| a.design.clone()) else { panic!("trajectories") };
    assert!((design.jump() - 2.0 / 3.0).abs() < 1e-15);
    let distributions = plan.distributions().unwrap();
    let value = |column: usize, level: usize| match (column, level) {
        // a uniform distribution has its bounds as the first and the last level
        (0, _) => 2.0 + level as f64 / 3.0,
        _ => distributions[column].quantile(0.005 + 0.99 * level as f64 / 3.0),
    };
    let (mut from, mut firsts) = ([[0; 4]; 3], [0; 3]);
    for (row, members) in members(&plan).chunks(4).enumerate() {
        let level = |member: usize, column: usize| {
            let close = |level: &usize| (value(column, *level) - members[member][column]).abs() < 1e-12;
            (0..4).find(close).expect("a level")
        };
        for column in 0..3 {
            let jumps: Vec<usize> = (0..3).filter(|k| level(*k, column) != level(k + 1, column)).collect();
            let [jump] = jumps[..] else { panic!("{jumps:?}") };
            assert_eq!(design.before(row as u64, column), jump as u64);
            let [before, after] = [level(jump, column), level(jump + 1, column)];
            assert_eq!(before.abs_diff(after), 2);
            assert_eq!(design.is_upwards(row as u64, column), after > before);
            from[column][before] += 1;
            firsts[column] += usize::from(jump == 0);
        }
    }
    // 1000 of 4000 with a standard deviation of 27, 1333 with one of 30
    assert!(from.iter().flatten().all(|count| (880..1120).contains(count)), "{from:?}");
    assert!(firsts.iter().all(|count| (1210..1460).contains(count)), "{firsts:?}");
}

/// Of sums of dependent normal parameters the products of a row's point and its members have the mean that closed forms say,
/// the variance that the held parameters explain.
#[test]
fn what_is_drawn_again_has_the_distribution_given_what_is_held() {
    for case in golden("p20_studies.json")["linear"].as_array().unwrap() {
        let (factors, deviations) = (numbers(&case["factors"]), numbers(&case["deviations"]));
        let names: Vec<&str> = case["order"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let count = names.len();
        let normal = |k: usize| Distribution::from_arguments("normal", &[0.0, deviations[k]]).unwrap();
        let columns = (0..count).map(|k| (names[k].to_string(), normal(k))).collect();
        let pairs: Vec<([usize; 2], f64)> = (0..count)
            .flat_map(|b| (0..b).map(move |a| [a, b]))
            .map(|[a, b]| ([a, b], case["correlation"][a][b].as_f64().unwrap()))
            .filter(|(_, correlation)| *correlation != 0.0)
            .collect();
        let rows = Rows { columns, groups: Vec::new(), rows: 1 << 12, replicates: 16, seed: 2 };
        let plan = Plan::shapley(&rows, Some(Dependence::new(&pairs).unwrap())).unwrap();
        let sum = |row: &Vec<f64>| row.iter().zip(&factors).map(|(x, factor)| x * factor).sum::<f64>();
        let values: Vec<f64> = members(&plan).iter().map(sum).collect();
        let variance = case["variance"].as_f64().unwrap();
        for block in 0..1 << count {
            let held: Vec<&str> = (0..count).filter(|k| block >> k & 1 == 1).map(|k| names[k]).collect();
            let exact = match held.len() {
                0 => 0.0,
                n if n == count => 1.0,
                _ => case["closed"][held.join(",")].as_f64().unwrap(),
            };
            let products = values.chunks(1 << count).map(|row| row[(1 << count) - 1] * row[block]);
            let found = products.sum::<f64>() / f64::from(1 << 12) / variance;
            assert!((found - exact).abs() < 0.02, "{held:?}: {found} {exact}");
        }
        let mut squares = values.iter().map(|y| y * y / variance);
        let mean = squares.by_ref().sum::<f64>() / values.len() as f64;
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
    }
}

/// Beyond six parameters, members along an order have the joint distribution too, whatever is held.
#[test]
fn members_along_an_order_have_the_joint_distribution() {
    let (_, plan) = plans(1 << 12).into_iter().find(|(name, _)| name == "shapley orders").unwrap();
    assert_eq!(plan.members(), 8 << 12);
    let all = members(&plan);
    for block in 0..8 {
        let rows: Vec<&Vec<f64>> = all.iter().skip(block).step_by(8).collect();
        let mean = |f: &dyn Fn(&Vec<f64>) -> f64| rows.iter().map(|row| f(row)).sum::<f64>() / rows.len() as f64;
        for (a, b) in (0..7).flat_map(|b| (0..=b).map(move |a| (a, b))) {
            let exact = match b - a {
                0 => 1.0,
                1 if b < 6 => 0.4,
                _ => 0.0,
            };
            let found = mean(&|row| row[a] * row[b]);
            assert!((found - exact).abs() < 0.06, "block {block}, {a} {b}: {found}");
        }
    }
    // what is held is that of the last member of the row
    for row in all.chunks(8) {
        let held: Vec<usize> = row.iter().map(|member| (0..7).filter(|k| member[*k] == row[7][*k]).count()).collect();
        assert_eq!(held, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

/// The function of three parameters with these lines for the plan.
fn of_three(plan: &str) -> String {
    let output = "[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a*b + c\"\n";
    let vary = "[plan.vary]\na = { uniform = [0, 1] }\nb = { normal = [0, 1] }\nc = { exponential = [2] }\n";
    format!("[parameters]\na = 1.0\nb = 1.0\nc = 1.0\n{output}[plan]\n{plan}\n{vary}")
}

#[test]
fn one_parameter_at_a_time_leaves_the_medians() {
    let scenario = parse(&of_three("kind = \"one_at_a_time\"\nat = [0.1, 0.8]"));
    let median = -2.0 * 0.5f64.ln();
    let expected = [
        [0.5, 0.0, median],
        [0.1, 0.0, median],
        [0.8, 0.0, median],
        [0.5, -1.281_551_565_544_600_4, median],
        [0.5, 0.841_621_233_572_914_3, median],
        [0.5, 0.0, -2.0 * 0.9f64.ln()],
        [0.5, 0.0, -2.0 * 0.2f64.ln()],
    ];
    let found = members(scenario.study.plan());
    assert_eq!(found.len(), 7);
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!((found - expected).abs() < 1e-13, "{found} {expected}");
    }
}

/// Tables say where members stand, and have the same bytes for all threads, chunks and shards.
#[test]
fn tables_say_where_members_stand() {
    for (plan, columns, blocks, replicates) in [
        ("kind = \"saltelli\"\nrows = 32\nreplicates = 4", "member,replicate,row,block,a,", 5, 4),
        ("kind = \"shapley\"\nrows = 32\nreplicates = 8", "member,replicate,row,block,a,", 8, 8),
        ("kind = \"morris\"\ntrajectories = 30", "member,row,block,a,", 4, 1),
        ("kind = \"halton\"\nmembers = 200\nreplicates = 5", "member,replicate,a,", 1, 5),
        ("kind = \"one_at_a_time\"", "member,a,", 1, 1),
    ] {
        let place = Place::new(&of_three(plan));
        let run = |arguments: &[&str]| {
            let all = [&["run", "top.toml", "--format", "csv", "--backend", "cpu"], arguments].concat();
            let output = place.output(&all);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        let table = |folder: &str| std::fs::read_to_string(place.path().join(folder).join("members.csv")).unwrap();
        run(&["--out", "one", "--threads", "1", "--chunk", "7"]);
        run(&["--out", "other", "--threads", "2", "--chunk", "64"]);
        let found = table("one");
        assert_eq!(found, table("other"), "{plan}");
        if blocks > 1 || replicates > 1 {
            run(&["--out", "first", "--shard", "1/2"]);
            run(&["--out", "second", "--shard", "2/2"]);
            let merged = place.output(&["merge", "first", "second", "--out", "merged"]);
            assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
            assert_eq!(found, table("merged"), "{plan}");
        }
        assert!(found.starts_with(columns), "{plan}: {found}");
        for (k, line) in found.lines().skip(1).enumerate() {
            let cells: Vec<&str> = line.split(',').collect();
            let (row, block) = (k / blocks, k % blocks);
            let mut expected = vec![k];
            expected.extend((replicates > 1).then_some(row % replicates));
            expected.extend((blocks > 1).then_some([row, block]).into_iter().flatten());
            assert!(
                expected.iter().zip(&cells).all(|(expected, cell)| cell.parse() == Ok(*expected)),
                "{plan}: {line}"
            );
        }
        // the members of a run are a table for a plan
        std::fs::write(
            place.path().join("again.toml"),
            of_three("kind = \"table\"\nfile = \"one/members.csv\"").replace(
                "[plan.vary]\na = { uniform = [0, 1] }\nb = { normal = [0, 1] }\nc = { exponential = [2] }\n",
                "",
            ),
        )
        .unwrap();
        let output = place.output(&["run", "again.toml", "--format", "csv", "--backend", "cpu", "--out", "again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn plans_that_cannot_be_are_refused_with_a_cure() {
    for (plan, message) in [
        ("kind = \"saltelli\"", "plan.rows: this key is needed and missing"),
        ("kind = \"saltelli\"\nrows = 0", "plan.rows: found 0; accepted: at least 1"),
        (
            "kind = \"saltelli\"\nrows = 40",
            "plan.replicates: found 16, which does not divide rows = 40; accepted: a divisor, or rows = 32 or 48",
        ),
        (
            "kind = \"saltelli\"\nrows = 64\nreplicates = 1",
            "plan.replicates: found 1; accepted: at least 2, whose spread gives intervals",
        ),
        (
            "kind = \"saltelli\"\nrows = 64\ngroups = { m = [\"a\", \"b\"], n = [\"b\"] }",
            "plan.groups: \"b\" is in the groups m and n; accepted: every parameter in one group",
        ),
        (
            "kind = \"saltelli\"\nrows = 64\ngroups = { m = [\"a\", \"z\"] }",
            "plan.groups: the plan does not vary \"z\" of the group \"m\"; accepted: a, b, c",
        ),
        (
            "kind = \"saltelli\"\nrows = 64\ngroups = { m = [] }",
            "plan.groups: the group \"m\" has no parameters; accepted: some that the plan varies",
        ),
        (
            "kind = \"saltelli\"\nrows = 64\ngroups = { \"m,n\" = [\"a\"] }",
            "plan.groups: the group \"m,n\" has no name that a list of names can hold; accepted: a name without commas",
        ),
        ("kind = \"saltelli\"\nrows = 64\ngroups = { c = [\"a\"] }", "plan.groups: parameter `c` is varied twice"),
        ("kind = \"saltelli\"\nrows = 64\nmembers = 3", "plan.members: unknown key"),
        (
            "kind = \"saltelli\"\nrows = 64\n[plan.dependence]\nranks = [[\"a\", \"b\", 0.5]]",
            "plan.dependence: the plan \"saltelli\" changes parameters one by one, as only independent ones can be; accepted: kind = \"shapley\"",
        ),
        (
            "kind = \"morris\"\ntrajectories = 8\n[plan.dependence]\nranks = [[\"a\", \"b\", 0.5]]",
            "accepted: kind = \"shapley\"",
        ),
        ("kind = \"one_at_a_time\"\n[plan.dependence]\nranks = [[\"a\", \"b\", 0.5]]", "accepted: kind = \"shapley\""),
        ("kind = \"morris\"\ntrajectories = 8\nlevels = 5", "plan.levels: found 5; accepted: an even number from 2 to"),
        ("kind = \"morris\"\ntrajectories = 1", "plan.trajectories: found 1; accepted: at least 2"),
        ("kind = \"sobol\"\nmembers = 64\nreplicates = 1", "plan.replicates: found 1; accepted: at least 2"),
        (
            "kind = \"sobol\"\nmembers = 64\nreplicates = 5",
            "plan.replicates: found 5, which does not divide members = 64; accepted: a divisor, or members = 60 or 65",
        ),
        (
            "kind = \"random\"\nmembers = 64\nreplicates = 4",
            "plan.replicates: the members of this plan are independent of each other",
        ),
        (
            "kind = \"one_at_a_time\"\nat = [0.9, 0.1]",
            "plan.at: found [0.9, 0.1]; accepted: two rising quantiles between 0 and 1",
        ),
        ("kind = \"shapley\"\nrows = 64\nsecond = true", "plan.second: unknown key"),
    ] {
        let found = refusal(&of_three(plan));
        assert!(found.contains(message), "{plan}\n{found}");
    }
    let advice = parse(&of_three("kind = \"saltelli\"\nrows = 48")).advice().join("\n");
    assert!(
        advice.contains("in each of 16 replicates, rows = 3 is not a power of two: sobol is balanced at 2 or 4"),
        "{advice}"
    );
    assert_eq!(parse(&of_three("kind = \"saltelli\"\nrows = 64")).advice(), Vec::<String>::new());
    let place = Place::new(&of_three("kind = \"saltelli\"\nrows = 64"));
    let output = place.output(&["run", "top.toml", "--members", "100"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("whose rows say how many members it has (--set plan.rows=N)"), "{error}");
    for arguments in
        [&["--set", "plan.rows=128", "--seed", "3"][..], &["--set", "plan.kind=\"sobol\"", "--members", "8"]]
    {
        let output = place.output(&[&["check", "top.toml"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

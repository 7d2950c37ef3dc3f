//! Signals that members have files or columns of their own for: each member is that of a scenario with its one file.

use crate::common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Members};
use gyrosweep::interpolation::{Between, Outside, SampledFamily, SampledFunction, SamplesError};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;
use std::path::Path;

/// A table of a gust: at equal distances, at others, or at those of another gust.
#[derive(Clone, Copy)]
enum Times {
    Equal,
    Own,
    Growing,
}

/// The samples of a member, which begin and end with the same value.
fn samples(times: Times, member: usize) -> Vec<[f64; 2]> {
    let count = if matches!(times, Times::Equal) { 40 } else { 30 + 7 * member };
    let last = (count - 1) as f64;
    let place = |k: f64| match times {
        Times::Equal => 0.05 * k - 0.2,
        Times::Own => (0.04 + 0.003 * member as f64) * k - 0.1 * member as f64,
        Times::Growing => 2.0 * (k / last).powi(1 + (member % 2) as i32) + 0.01 * (0.3 * k).sin() - 0.1,
    };
    let value = |k: f64| ((1.3 + 0.2 * member as f64) * 0.3 * k).sin() * (last - k) * k / (last * last);
    (0..count).map(|k| k as f64).map(|k| [place(k), value(k)]).collect()
}

fn csv(samples: &[[f64; 2]]) -> String {
    std::iter::once("t,v\n".to_string()).chain(samples.iter().map(|[t, v]| format!("{t:?},{v:?}\n"))).collect()
}

/// A scenario with that signal, other parameters and that plan.
fn text(signal: &str, parameters: &str, plan: &str) -> String {
    let delay = if parameters.contains("delay") { "" } else { "delay = 0.02\n" };
    format!(
        "[parameters]\n{delay}{parameters}[[signal]]\nname = \"gust\"\n{signal}\n\
         [[variable]]\nname = \"x\"\ninitial = 0.1\nrate = \"gust(t - delay) - 0.5*x + 0.1*gust'(t + 0.3*x)\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [[output]]\nname = \"most\"\nquantity = \"variable\"\nvariable = \"x\"\nover = \"max\"\n\
         [method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 1.5\n[plan]\n{plan}\n"
    )
}

fn read(folder: &Path, text: &str) -> Scenario {
    Scenario::parse(&folder.join("members.toml"), text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Compares the members of a scenario with runs of others alone, bit for bit, on all backends of the CPU.
fn compare(what: &str, all: &Scenario, alone: impl Fn(usize) -> Scenario) {
    for (name, backend) in cpu_backends() {
        let found = run_on(backend.as_ref(), all);
        for (member, row) in found.outputs.each_row().enumerate() {
            let expected = run_on(backend.as_ref(), &alone(member)).outputs.row(0);
            let bits = |row: &[f64]| row.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&row), bits(&expected), "{what}, {name}, member {member}: {row:?} beside {expected:?}");
            assert!(row.iter().all(|x| x.is_finite()), "{what}, {name}, member {member}: {row:?}");
        }
    }
}

#[test]
fn members_with_files_of_their_own_are_those_of_scenarios_with_one() {
    const MEMBERS: usize = 4;
    let delay = [0.02, 0.01, 0.0, 0.03];
    let grid = format!("kind = \"grid\"\nvary = {{ delay = {delay:?} }}");
    let mixed = |member: usize| if member == 1 { Times::Growing } else { Times::Own };
    let sets: [(&str, &dyn Fn(usize) -> Times); 4] = [
        ("equal times", &|_| Times::Equal),
        ("times of their own", &|_| Times::Own),
        ("any times", &|_| Times::Growing),
        ("both", &mixed),
    ];
    for (what, times) in sets {
        let folder = tempfile::tempdir().expect("a folder");
        for member in 0..MEMBERS {
            let file = folder.path().join(format!("gust_{member}.csv"));
            std::fs::write(file, csv(&samples(times(member), member))).expect("a file");
        }
        for how in [
            "interpolation = \"cubic\"",
            "interpolation = \"cubic\"\noutside = \"periodic\"",
            "interpolation = \"pchip\"\noutside = \"zero\"",
            "interpolation = \"linear\"",
            "interpolation = \"previous\"\noutside = \"periodic\"",
            "interpolation = \"b_spline\"",
        ] {
            let of = |file: &str, parameters: &str, plan: &str| {
                read(folder.path(), &text(&format!("file = \"gust_{file}.csv\"\n{how}"), parameters, plan))
            };
            let all = of("{member}", "", &grid);
            compare(&format!("{what}, {how}"), &all, |member| {
                of(&member.to_string(), &format!("delay = {:?}\n", delay[member]), "kind = \"one\"")
            });
        }
    }
}

#[test]
fn a_column_of_the_table_of_members_names_that_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let each: Vec<Vec<[f64; 2]>> = (0..3).map(|k| samples(Times::Equal, k)).collect();
    let rows: String = (0..40)
        .map(|row| format!("{:?},{:?},{:?},{:?}\n", each[0][row][0], each[0][row][1], each[1][row][1], each[2][row][1]))
        .collect();
    std::fs::write(folder.path().join("roads.csv"), format!("t,smooth,rough,gravel\n{rows}")).expect("a file");
    let members = "delay,road\n0.02,rough\n0.02,smooth\n0.02,gravel\n0.02,rough\n";
    std::fs::write(folder.path().join("members.csv"), members).expect("a file");
    let signal = |value: &str| format!("file = \"roads.csv\"\ntime = \"t\"\nvalue = \"{value}\"");
    let all = read(folder.path(), &text(&signal("{road}"), "", "kind = \"table\"\nfile = \"members.csv\""));
    let of = ["rough", "smooth", "gravel", "rough"];
    compare("columns", &all, |member| read(folder.path(), &text(&signal(of[member]), "", "kind = \"one\"")));
    // texts are counted in the order in which they come
    let mut row = [0.0; 2];
    let plan = all.study.plan();
    let at = plan.columns().iter().position(|name| name == "road").expect("a column");
    let numbers: Vec<f64> = (0..4)
        .map(|member| {
            plan.fill(member, &mut row);
            row[at]
        })
        .collect();
    assert_eq!(numbers, [0.0, 1.0, 2.0, 0.0]);
    // whole numbers are parameters like any other, which choose files as well
    for (k, samples) in each.iter().enumerate() {
        std::fs::write(folder.path().join(format!("road_{}.csv", k + 5)), csv(samples)).expect("a file");
    }
    let signal = |file: &str| format!("file = \"road_{file}.csv\"");
    let grid = "kind = \"grid\"\nvary = { road = [7, 5, 6] }";
    let all = read(folder.path(), &text(&signal("{road}"), "road = 5\n", grid));
    compare("numbers", &all, |member| {
        read(folder.path(), &text(&signal(["7", "5", "6"][member]), "", "kind = \"one\""))
    });
    // a member alone, and a default that no member has
    let alone = read(folder.path(), &text(&signal("{road}"), "road = 6\n", "kind = \"one\""));
    compare("alone", &alone, |_| read(folder.path(), &text(&signal("6"), "", "kind = \"one\"")));
    let without = read(folder.path(), &text(&signal("{road}"), "road = 0\n", grid));
    compare("another default", &without, |member| {
        read(folder.path(), &text(&signal(["7", "5", "6"][member]), "", "kind = \"one\""))
    });
}

#[test]
fn members_have_their_files_in_any_chunk_and_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for member in 0..70 {
        let file = folder.path().join(format!("gust_{member}.csv"));
        std::fs::write(file, csv(&samples(Times::Own, member))).expect("a file");
    }
    let signal = "file = \"gust_{member}.csv\"";
    let s = read(folder.path(), &text(signal, "", "kind = \"random\"\nmembers = 70"));
    let lanes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let whole = run_on(&lanes, &s);
    for members in [0..1, 3..64, 69..70] {
        let part = lanes.run(&s.study, Members::draw(&s.study, members.start, (members.end - members.start) as usize));
        let same = whole.outputs.part(members.start as usize..members.end as usize);
        assert_eq!(part.expect("a chunk").outputs, same);
    }
    let alone = read(folder.path(), &text(signal, "gust_member = 17\n", "kind = \"one\""));
    assert_eq!(run_on(&lanes, &alone).outputs, whole.outputs.part(17..18));
    if let Some(gpu) = gpu_backend(&s, Precision::Double) {
        assert_eq!(run_on(gpu.as_ref(), &s).outputs, whole.outputs);
    }
}

#[test]
fn members_that_leave_their_own_samples_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    for (member, end) in [(0, 2.0), (1, 1.0), (2, 3.0)] {
        let table = format!("t,v\n-1,0\n{end:?},1\n");
        std::fs::write(folder.path().join(format!("gust_{member}.csv")), table).expect("a file");
    }
    let signal = "file = \"gust_{member}.csv\"\ninterpolation = \"linear\"\noutside = \"error\"";
    let text = text(signal, "", "kind = \"random\"\nmembers = 3").replace("gust'(t + 0.3*x)", "gust(t)");
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &read(folder.path(), &text));
    assert_eq!(chunk.outcomes, [Outcome::Completed, Outcome::SignalRange, Outcome::Completed]);
}

#[test]
fn a_number_without_a_function_has_no_value() {
    let function = |end: f64, between| SampledFunction::new(&[0.0, 0.5, end], &[1.0, 2.0, end], between, Outside::Hold);
    let family = |between| {
        SampledFamily::new([(3, 1.0), (7, 4.0)].map(|(number, end)| Ok((number, function(end, between)?))), &[5])
            .unwrap_or_else(|error: SamplesError| panic!("{error}"))
    };
    let lines = family(Between::Linear);
    let expected = |number: f64, end: f64| {
        for place in [-1.0, 0.0, 0.3, 0.5, 0.9, 3.0, 5.0] {
            let alone = function(end, Between::Linear).expect("a function").at(place, 0);
            assert_eq!(lines.at(number, place, 0), alone, "{number} at {place}");
        }
    };
    expected(3.0, 1.0);
    expected(7.0, 4.0);
    // a default that no member has is the first
    expected(5.0, 1.0);
    expected(6.6, 4.0);
    for number in [-1.0, 0.0, 4.0, 6.0, 8.0, 1e9, f64::NAN] {
        assert!(lines.at(number, 0.3, 0).is_nan(), "{number}");
    }
    assert_eq!((lines.range(7.0), lines.range(4.0)), (Some([0.0, 4.0]), None));
    for between in [Between::Linear, Between::CubicNotAKnot, Between::Previous] {
        let (of_members, alone) = (family(between), function(4.0, between).expect("a function"));
        for place in [-1.0, 0.0, 0.3, 0.5, 2.0, 4.0, 5.0] {
            assert_eq!(of_members.to_next_corner(7.0, place), alone.to_next_corner(place), "{between:?}, {place}");
            assert_eq!(of_members.to_last_corner(7.0, place), alone.to_last_corner(place), "{between:?}, {place}");
        }
    }
}

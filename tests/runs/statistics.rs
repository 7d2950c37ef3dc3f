//! Statistics of a sweep without a member table: on the device they are those of the members, whatever the chunks.

use crate::common::place::gyrosweep;
use crate::common::*;
use gyrosweep::ensemble::{
    Backend, BackendError, BackendPool, BlockPartial, Chunk, Members, Outcome, Statistics, Study, summarize,
};
use gyrosweep::gpu::Arithmetic;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::statistics::BLOCK;
use std::sync::atomic::{AtomicUsize, Ordering};

fn statistics(s: &Scenario, backend: &dyn Backend, chunk: usize) -> Statistics {
    let pool = BackendPool::new(vec![backend]).with_chunk(chunk).with_blocks(BLOCK);
    summarize(&s.study, &pool, &[], |_| {}).unwrap_or_else(|e| panic!("{e}"))
}

/// Few steps of many tops, some of which fail: whose mass is not positive, or whose spin turns too far in a step.
fn sweep(members: usize) -> Scenario {
    scenario(
        "heavy_top_sweep",
        &[
            ("members = 16384", &format!("members = {members}")),
            ("kind = \"sobol\"", "kind = \"random\""),
            ("step = 1e-4", "step = 1e-3"),
            ("duration = 0.1", "duration = 0.0045"),
            ("uniform = [14.0, 16.0]", "uniform = [-0.5, 16.0]"),
            ("normal = [150.0, 2.0]", "normal = [150.0, 1200.0]"),
        ],
    )
}

/// Fails where two statistics differ by more than `limit` times the spread and `rounding` of the value.
fn compare(name: &str, found: &Statistics, expected: &Statistics, [limit, rounding]: [f64; 2]) {
    assert_eq!(found.progress, expected.progress, "{name}");
    for (c, (a, b)) in found.components.iter().zip(&expected.components).enumerate() {
        let spread = b.std().unwrap();
        for (what, a, b) in [
            ("mean", a.mean(), b.mean()),
            ("std", a.std(), b.std()),
            ("min", a.min(), b.min()),
            ("max", a.max(), b.max()),
        ] {
            let (a, b) = (a.unwrap(), b.unwrap());
            let error = (a - b).abs();
            let accepted = limit * spread + rounding * b.abs();
            assert!(error <= accepted, "{name}, component {c}: {what} is {a:e} and should be {b:e}, spread {spread:e}");
        }
    }
}

#[test]
fn the_device_reduces_as_the_host_does() {
    let s = sweep(65_536);
    let cpu = cpu_backends().remove(2).1;
    let expected = statistics(&s, cpu.as_ref(), 8192);
    for outcome in [Outcome::Completed, Outcome::Invalid, Outcome::IncrementTooLarge] {
        assert!(expected.progress.outcomes[outcome.code() as usize] > 100, "{outcome:?}");
    }
    let Some(gpu) = gpu_with_arithmetic(&s, Precision::Double, Arithmetic::Exact) else { return };
    let found = statistics(&s, &gpu, 1 << 20);
    if gpu.arithmetic() == Arithmetic::Exact {
        // the same operations in the same order
        assert!(found == expected, "not the same bits");
    }
    compare("f64", &found, &expected, [1e-12, 0.0]);
    let before = gpu.work().received;
    assert!(statistics(&s, &gpu, 5 * BLOCK) == found, "chunks of five blocks");
    // but for the first block and what is left of each, two bits per member and dispatch
    let (received, members) = (gpu.work().received - before, s.study.plan().members());
    assert!(received < 3 * members, "{received} bytes of {members} members");
}

/// Where an output has a kink it has no derivative: statistics of this one leave the member out, and no others do.
#[test]
fn members_without_a_derivative_have_all_else() {
    let further = "[[output]]\nname = \"com\"\nquantity = \"position\"\nbody = \"top\"\n[[output]]\nname = \"edge\"\nquantity = \"expression\"\nexpression = \"sqrt(abs(idle -                    2))\"\n[sensitivity]\nparameters = [\"mass\", \"idle\"]\n[plan]\nkind = \"grid\"\n[plan.vary]\nidle = [2.0,                    1.0, 3.0]\nmass = { min = 14.0, max = 16.0, count = 500 }\n";
    let path = root().join("scenarios/heavy_top_sweep.toml");
    let text = std::fs::read_to_string(path).expect("scenario").replace("duration = 0.1", "duration = 0.0006");
    let (before, _) = text.split_once("[plan]").expect("a plan");
    let s = parse(&(before.replace("[parameters]", "[parameters]\nidle = { default = 1.0 }") + further));
    let cpu = cpu_backends().remove(2).1;
    let expected = statistics(&s, cpu.as_ref(), 8192);
    let of = |s: &Scenario, name: &str| s.study.mechanism.columns().iter().position(|(n, _)| n == name).expect(name);
    let (kink, slope) = (of(&s, "d(edge)/d(idle)"), of(&s, "d(edge)/d(mass)"));
    assert_eq!((expected.progress.failures(), expected.components[kink].count()), (0, 1000));
    assert_eq!(expected.components[slope].count(), 1500);
    for precision in [Precision::Double, Precision::DoubleFloat, Precision::Single] {
        let Some(gpu) = gpu_with_arithmetic(&s, precision, Arithmetic::Exact) else { continue };
        let found = statistics(&s, &gpu, 1 << 20);
        let counts = |s: &Statistics| s.components.iter().map(|c| c.count()).collect::<Vec<u64>>();
        assert_eq!((found.progress.failures(), counts(&found)), (0, counts(&expected)), "{precision:?}");
        if precision == Precision::Double && gpu.arithmetic() == Arithmetic::Exact {
            assert!(found == expected, "not the same bits");
        }
        let [mean, exact] = [&found, &expected].map(|s| s.components[kink].mean().expect("a mean"));
        assert!((mean - exact).abs() < 1e-6, "{precision:?}: {mean} {exact}");
    }
}

/// In the lower precisions the statistics are those of their members, to rounding in 48 bits, also where these are
/// close together; and so are reductions over time.
#[test]
fn every_precision_is_reduced_without_loss() {
    let over = |word: &str| {
        format!("[[output]]\nname = \"{word}\"\nquantity = \"velocity\"\nbody = \"top\"\nover = \"{word}\"\n")
    };
    let plan = over("mean") + "[plan]";
    let s = scenario(
        "heavy_top_sweep",
        &[
            ("members = 16384", "members = 1500"),
            ("integrator = \"rkmk4\"", "integrator = \"euler\""),
            ("duration = 0.1", "duration = 0.0006"),
            ("uniform = [14.0, 16.0]", "uniform = [14.9999, 15.0001]"),
            ("[plan]", &plan),
        ],
    );
    // in single precision a mean over time is over a duration that is rounded
    let single = 1.2e-7;
    let cases = [
        (Precision::Single, Arithmetic::Exact, [1e-11, single]),
        (Precision::DoubleFloat, Arithmetic::Exact, [1e-11, 0.0]),
        (Precision::DoubleFloat, Arithmetic::Driver, [1e-11, 0.0]),
        (Precision::Double, Arithmetic::Exact, [0.0; 2]),
    ];
    for (precision, arithmetic, limit) in cases {
        let Some(gpu) = gpu_with_arithmetic(&s, precision, arithmetic) else { continue };
        let name = format!("{precision:?}, {arithmetic}");
        let chunk = gpu.run(&s.study, gpu.draw(&s.study, 0, 1500)).unwrap();
        let found = statistics(&s, &gpu, 1 << 20);
        let origins = found.origins();
        let mut expected = Statistics::new(&origins);
        BlockPartial::of_chunk(&chunk, &origins).iter().for_each(|block| expected.add(block));
        compare(&name, &found, &expected, limit);
        for (a, b) in found.components.iter().zip(&expected.components).filter(|_| limit[1] < single) {
            assert_eq!(a.counts(), b.counts(), "{name}");
        }
    }
}

/// The largest change of x = a sin t + b t^2/2 with b = 0 is attained twice: it has no derivative by b, but members do not fail.
#[test]
fn a_derivative_that_there_is_none_of_is_missing() {
    let s = parse(
        "[parameters]\na = { default = 2.0 }\nb = { default = 0.0 }\n[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \
         \"a*cos(t) + b*t\"\n[method]\nintegrator = \"rk67\"\nstep = 0.02\nduration = 7.0\n[[output]]\nname = \
         \"drift\"\nquantity = \"variable\"\nvariable = \"x\"\nover = \"drift\"\n[plan]\nkind = \"random\"\nmembers \
         = 70\n[plan.vary]\na = { uniform = [1.0, 3.0] }\n[sensitivity]\nparameters = \"all\"\n",
    );
    let expected = statistics(&s, cpu_backends().remove(2).1.as_ref(), 8192);
    let count = |name: &str| expected.components[column(&s, name)].count();
    let counts = ["drift", "d(drift)/d(a)", "d(drift)/d(b)"].map(count);
    assert_eq!(counts, [70, 70, 0]);
    let Some(gpu) = gpu_with_arithmetic(&s, Precision::Double, Arithmetic::Exact) else { return };
    assert!(statistics(&s, &gpu, 1 << 20) == expected, "not the same bits");
}

/// The program writes figures and histograms instead of members, and refuses what it cannot mean.
#[test]
fn the_program_writes_figures_instead_of_members() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = root().join("scenarios/heavy_top_sweep.toml");
    let run = |further: &[&str]| {
        let scenario = scenario.to_str().expect("UTF-8");
        let run = ["run", scenario, "--members", "64", "--backend", "cpu", "--statistics", "--format", "csv"];
        gyrosweep(folder.path(), &[&run[..], &["--out", "out"], further].concat())
    };
    let output = run(&["--histogram", "com.x=0.4:0.5"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path().join("out")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["histogram.csv", "manifest.json", "scenario.toml", "statistics.csv"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let histogram = read("histogram.csv");
    let rows: Vec<&str> = histogram.lines().filter(|line| line.starts_with("com.x,")).collect();
    assert_eq!((rows.len(), rows[0]), (66, "com.x,,0.4,0"));
    let counts = rows.iter().map(|row| row.rsplit(',').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 64);
    let manifest: serde_json::Value = serde_json::from_str(&read("manifest.json")).unwrap();
    assert_eq!((&manifest["complete"], &manifest["members_written"]), (&true.into(), &64.into()));
    assert_eq!(manifest["outputs"][0]["count"], 64);
    assert!(read("statistics.csv").starts_with("output,unit,count,mean,standard_error,std,variance,min,quantile_05"));

    for (argument, message) in [
        ("com.x", "expected OUTPUT=MIN:MAX, for example com.x=-1.5:2"),
        ("com.x=2:1", "the lower bound 2 must be below the upper bound 1"),
        ("mass=1:2", "no output component \"mass\"; there are com.x, com.y, com.z"),
        ("com.x=0:inf", "\"inf\" is not a finite number"),
    ] {
        let output = run(&["--force", "--histogram", argument]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("--histogram {argument}: {message}")), "{error}");
    }
}

/// Counts the members that another backend integrates.
struct Counting<'a>(&'a dyn Backend, AtomicUsize);

impl Backend for Counting<'_> {
    fn description(&self) -> String {
        self.0.description()
    }
    fn chunk_size(&self) -> usize {
        self.0.chunk_size()
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.1.fetch_add(members.count(), Ordering::Relaxed);
        self.0.run(study, members)
    }
}

#[test]
fn every_member_is_integrated_once() {
    let backends = cpu_backends();
    for members in [5, BLOCK, BLOCK + 1, 5000] {
        let s = sweep(members);
        let counting = Counting(backends[2].1.as_ref(), AtomicUsize::new(0));
        let found = statistics(&s, &counting, 2 * BLOCK);
        assert_eq!(found.progress.members, members as u64);
        assert_eq!(counting.1.into_inner(), members);
    }
}

#[test]
fn what_is_observed_includes_the_members_that_ranges_come_from() {
    let s = sweep(BLOCK);
    let backend = &cpu_backends()[2].1;
    let mut seen = Vec::new();
    let pool = BackendPool::new(vec![backend.as_ref()]).with_blocks(BLOCK);
    summarize(&s.study, &pool, &[], |progress| seen.push(progress.members)).unwrap();
    assert_eq!(seen, [BLOCK as u64]);
}

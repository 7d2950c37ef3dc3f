//! Signals: a quarter of a car on a measured road, random processes by their spectra, signals that end.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, Chunk, Members, Outcome};
use gyrosweep::io::scenario::Scenario;
use std::ops::Range;

const WHEEL_AND_BODY: [&str; 2] = ["height", "travel"];

fn lanes() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

/// The quarter car without its plan, at these values of roughness and delay.
fn quarter_car(roughness: f64, delay: f64, method: &str, duration: f64) -> Scenario {
    // the damper's force jumps where the road begins, of which implicit methods have no derivative
    let by = if method.contains("alpha") {
        "parameters = [\"roughness\"]"
    } else {
        "parameters = [\"roughness\", \"delay\"]"
    };
    let plan = "kind = \"sobol\"\nmembers = 256\nvary = { roughness = { uniform = [0.5, 2] }, delay = { uniform = [0, 300] } }";
    scenario(
        "quarter_car",
        &[
            ("roughness = 1.0", &format!("roughness = {roughness:?}")),
            ("delay = { default = 100,", &format!("delay = {{ default = {:?},", 1000.0 * delay)),
            ("integrator = \"rkmk4\"\nstep = 0.001\nduration = 5", &format!("{method}\nduration = {duration:?}")),
            (plan, "kind = \"one\""),
            ("parameters = [\"roughness\", \"delay\"]", by),
        ],
    )
}

#[test]
fn a_quarter_car_on_a_measured_road_moves_as_scipy_says() {
    for case in golden("quarter_car.json")["cases"].as_array().expect("cases") {
        let [roughness, delay] = ["roughness", "delay"].map(|key| case[key].as_f64().expect("a number"));
        let states = case["height_travel"].as_array().expect("states").iter().map(numbers);
        for (time, expected) in numbers(&case["times"]).into_iter().zip(states) {
            for method in [
                "integrator = \"rkmk4\"\nstep = 0.0005",
                "integrator = \"dopri5\"\ntolerance = 1e-12",
                "integrator = \"generalized_alpha\"\nrho_inf = 0.9\nstep = 0.0001",
            ] {
                if method.contains("alpha") && (time > 1.0 || delay != 0.1) {
                    continue;
                }
                let s = quarter_car(roughness, delay, method, time);
                let chunk = run_on(&lanes(), &s);
                for (name, expected) in WHEEL_AND_BODY.iter().zip(&expected) {
                    let found = chunk.outputs.value(0, column(&s, name));
                    // of second order; the road begins with a corner, which steps of given length straddle where they do not meet it
                    let limit = if method.contains("alpha") { 2e-7 } else { 1e-9 };
                    assert!(
                        (found - expected).abs() < limit,
                        "{method}: {name} at {time} s: {found} beside {expected}"
                    );
                }
                if let (Some(by_delay), true) = (case.get("by_delay"), time == 5.0 && !method.contains("alpha")) {
                    for (name, expected) in WHEEL_AND_BODY.iter().zip(numbers(by_delay)) {
                        let found = 1000.0 * chunk.outputs.value(0, column(&s, &format!("d({name})/d(delay)")));
                        assert!((found - expected).abs() < 1e-7, "{method}: {name}: {found} beside {expected}");
                    }
                }
            }
        }
    }
}

/// What is the same for any chunk, and for a member that is run alone with its number.
#[test]
fn members_have_phases_of_their_own() {
    let s = scenario("gust", &[("members = 4096", "members = 80"), ("duration = 5", "duration = 0.3")]);
    let whole = run_on(&lanes(), &s);
    for members in [0..1, 3..64, 79..80] {
        let part = lanes_on(&s, members.clone());
        let same = whole.outputs.part(members.start as usize..members.end as usize);
        assert_eq!(part.outputs, same);
    }
    let number = |member: u64| {
        let mut row = [0.0];
        s.study.plan().fill(member, &mut row);
        row[0]
    };
    let own = number(17);
    let alone = scenario(
        "gust",
        &[
            ("[parameters]", &format!("[parameters]\ngust_realisation = {own:?}")),
            ("kind = \"random\"\nmembers = 4096", "kind = \"one\""),
            ("duration = 5", "duration = 0.3"),
        ],
    );
    assert_eq!(run_on(&lanes(), &alone).outputs, whole.outputs.part(17..18));
    let mut all: Vec<f64> = (0..80).map(number).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    assert_eq!(all.len(), 80);
}

fn lanes_on(s: &Scenario, members: Range<u64>) -> Chunk {
    lanes()
        .run(&s.study, Members::draw(&s.study, members.start, (members.end - members.start) as usize))
        .expect("a chunk")
}

#[test]
fn gusts_have_the_variance_and_the_correlation_of_their_spectrum() {
    const LAGS: [f64; 5] = [0.02, 0.05, 0.1, 0.2, 0.4];
    let lagged: String = LAGS
        .iter()
        .enumerate()
        .map(|(k, lag)| {
            format!(
                "[[output]]\nname = \"lag{k}\"\nquantity = \"expression\"\nexpression = \"gust(t)*gust(t + {lag})\"\n"
            )
        })
        .collect();
    let further = "[[output]]\nname = \"square\"\nquantity = \"expression\"\nexpression = \"gust(t)^2\"\n[[output]]\nname = \"fourth\"\nquantity = \"expression\"\nexpression = \"gust(t)^4\"\n[[output]]\nname = \"rate_square\"\nquantity = \"expression\"\nexpression = \"gust'(t)^2\"\n";
    let s = scenario(
        "gust",
        &[
            ("members = 4096", "members = 10000"),
            ("duration = 5", "duration = 0.1"),
            ("[plan]", &format!("{further}{lagged}[plan]")),
        ],
    );
    let chunk = run_on(&lanes(), &s);
    let mean = |name: &str| chunk.outputs.column(column(&s, name)).iter().sum::<f64>() / 10_000.0;
    // of the sums themselves: the mean over all phases, without the error of a sample
    let (from, to, count, corner, scale) = (0.05, 10.0, 100, 2.0, 40.0);
    let width = (to - from) / f64::from(count);
    let density = |f: f64| scale * scale / (1.0 + (f / corner).powi(2));
    let over =
        |of: &dyn Fn(f64) -> f64| (0..count).map(|k| of(from + (f64::from(k) + 0.5) * width) * width).sum::<f64>();
    let variance = over(&density);
    let exact = scale * scale * corner * ((to / corner).atan() - (from / corner).atan());
    assert!((variance / exact - 1.0).abs() < 1e-3, "{variance} beside {exact}");
    // standard errors of 10,000 members: 1.4 % of the variance, 1 % of it of a correlation, 5 % of the fourth moment
    assert!((mean("square") / variance - 1.0).abs() < 0.04, "{} beside {variance}", mean("square"));
    assert!((mean("fourth") / (3.0 * variance * variance) - 1.0).abs() < 0.13);
    let rate = over(&|f| density(f) * (std::f64::consts::TAU * f).powi(2));
    assert!((mean("rate_square") / rate - 1.0).abs() < 0.04);
    for (k, lag) in LAGS.iter().enumerate() {
        let expected = over(&|f| density(f) * (std::f64::consts::TAU * f * lag).cos());
        let found = mean(&format!("lag{k}"));
        assert!((found - expected).abs() < 0.04 * variance, "{lag}: {found} beside {expected}");
    }
}

#[test]
fn members_that_leave_a_signal_say_so() {
    let text = |delay: &str| {
        format!(
            "[parameters]\ndelay = {delay}\n[[signal]]\nname = \"road\"\nsamples = [[-1, 0], [0, 1], [1, 2], [2, 0]]\noutside = \"error\"\n\
             [[variable]]\nname = \"x\"\ninitial = 0\nrate = \"road(t - delay)\"\n[[output]]\nname = \"x\"\nquantity = \"variable\"\n\
             variable = \"x\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.1\nduration = 2\n[plan]\nkind = \"grid\"\n\
             vary = {{ delay = [-0.5, 0, 0.5, 1, 1.5] }}\n"
        )
    };
    let s = parse(&text("0.5"));
    let chunk = run_on(&lanes(), &s);
    let (left, completed) = (Outcome::SignalRange, Outcome::Completed);
    assert_eq!(chunk.outcomes, [left, completed, completed, completed, left]);
    let message = refusal(&text("-0.5"));
    assert!(
        message.contains("its samples are from -1.0 to 2.0: it has no value at 2.5; accepted: a shorter run"),
        "{message}"
    );
    // where it is not known what the start is
    let message = refusal(&text("1.5"));
    assert!(message.contains("it has no value at -1.5; accepted: a shorter run"), "{message}");
}

#[test]
fn one_signal_may_be_called_in_another_and_by_anything() {
    let s = parse(
        "[[signal]]\nname = \"a\"\nsamples = [[0, 0], [1, 2], [2, 1]]\ninterpolation = \"linear\"\n\
         [[signal]]\nname = \"b\"\nsamples = [[0, 0], [2, 4]]\ninterpolation = \"linear\"\nscale = \"a(0.5)\"\n\
         [[variable]]\nname = \"x\"\ninitial = 0.25\nrate = \"a'(b(x))\"\n[[output]]\nname = \"x\"\nquantity = \"variable\"\n\
         variable = \"x\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 0.1\n",
    );
    // b(x) = 2 x a(0.5), and a(0.5) = 1: below x = 0.5 the rate is 2
    assert!((run_on(&lanes(), &s).outputs.value(0, 0) - 0.45).abs() < 1e-14);
}

/// A trajectory by a table is one by an expression that calls a signal with the same keys, bit for bit.
#[test]
fn a_trajectory_by_a_table_is_one_by_a_signal() {
    let cases = [
        ("file = \"poses.csv\", time = \"time\", value = \"x\"", ""),
        (
            "samples = [[0, 0], [0.05, 0.1], [0.1, -0.05], [0.2, 0.02]]",
            ", scale = \"2*size\", interpolation = \"pchip\"",
        ),
        ("samples = [[0, 0], [0.05, 0.1], [0.1, 0.0]]", ", outside = \"periodic\", interpolation = \"linear\""),
    ];
    let body = "[parameters]\nsize = 0.7\n[gravity]\nacceleration = [0.3, 0, -9.81]\n[[body]]\nname = \"cart\"\nmass = 2\n\
                inertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"cart\"]\naxis = [1, 0, 0]\n\
                [[output]]\nname = \"x\"\nquantity = \"joint_position\"\njoint = \"rail\"\n";
    let control = "[[force]]\nname = \"servo\"\nkind = \"joint_control\"\njoint = \"rail\"\nproportional = 300\nderivative = 20\nfeed_forward = \"2*ad\"\n";
    let drive = "[[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"rail\"\n";
    let force = "[[output]]\nname = \"f\"\nquantity = \"constraint_force\"\nconstraint = \"drive\"\n";
    let explicit = "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.15\n";
    let implicit =
        "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 0.15\n";
    for (samples, how) in cases {
        let (lines, trajectory) = (
            format!("{samples}{how}").replace(", time", "\ntime").replace(", value", "\nvalue"),
            format!("trajectory = {{ kind = \"table\", {samples}{how} }}\n"),
        );
        let lines = lines
            .replace(", scale", "\nscale")
            .replace(", interpolation", "\ninterpolation")
            .replace(", outside", "\noutside");
        let signal = format!("[[signal]]\nname = \"angle\"\n{lines}\n");
        let called = "trajectory = { kind = \"expression\", position = \"angle(t)\" }\n";
        let run = |text: String| run_on(&lanes(), &parse(&text)).outputs.row(0);
        let by_table = run(format!("{body}{control}{trajectory}{explicit}"));
        assert_eq!(by_table, run(format!("{body}{signal}{control}{called}{explicit}")), "{trajectory}");
        assert!(by_table[0].abs() > 1e-3 && by_table[0].is_finite(), "{by_table:?}");
        if how.contains("linear") {
            continue;
        }
        let by_table = run(format!("{body}{drive}{trajectory}{force}{implicit}"));
        assert_eq!(
            by_table,
            run(format!("{body}{signal}{drive}position = \"angle(t)\"\n{force}{implicit}")),
            "{trajectory}"
        );
        assert!(by_table.iter().all(|x| x.is_finite()), "{by_table:?}");
    }
    let refused = refusal(&format!(
        "{body}{drive}trajectory = {{ kind = \"polynomial\", breaks = [0, 1], coefficients = [[0, 1]] }}\n{implicit}"
    ));
    assert!(refused.contains("accepted: table, expression"), "{refused}");
}

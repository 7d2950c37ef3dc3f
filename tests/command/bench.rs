//! `gyrosweep bench` on a scenario: what it prints, and that its file holds what the help says.

use crate::common::place::gyrosweep;
use serde_json::Value;
use std::path::Path;
use std::process::Output;

fn bench(folder: &Path, arguments: &[&str]) -> Output {
    gyrosweep(folder, &[&["bench"], arguments].concat())
}

/// A sweep that is over at once, so that the test is about the figures and not about speed.
const SWEEP: &str = r#"
[parameters]
k = { default = 2.0 }
[[variable]]
name = "x"
initial = 1.0
rate = "-k*x"
[method]
integrator = "dopri5"
tolerance = 1e-4
duration = 1.0
[plan]
kind = "sobol"
members = 4
[plan.vary]
k = { uniform = [1.0, 3.0] }
[[output]]
name = "end"
quantity = "variable"
variable = "x"
"#;

#[test]
fn a_scenario_is_measured_on_the_processor_and_on_the_device() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("sweep.toml"), SWEEP).expect("a file");
    let gpu = gyrosweep::gpu::adapters().iter().any(|a| !a.precisions.is_empty());
    let mut arguments = vec!["--scenario", "sweep.toml", "--repeat", "1", "--software", "--json", "figures.json"];
    if gpu {
        arguments.extend(["--precision", "f32", "--plot", "roof.svg"]);
    } else {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required");
        eprintln!("no GPU: the processor alone is measured");
    }
    let output = bench(folder.path(), &arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for heading in ["Throughput", "By members", "Parts of a run"] {
        assert!(text.contains(heading), "{heading}: {text}");
    }

    let file = std::fs::read_to_string(folder.path().join("figures.json")).expect("figures");
    let figures: Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(figures["figures"].as_array().map(Vec::len), Some(0), "rows of the processor were not asked for");
    let series = figures["series"].as_array().expect("series");
    let targets: Vec<&str> = series.iter().map(|s| s["target"].as_str().expect("target")).collect();
    assert_eq!(targets, if gpu { vec!["cpu", "f32"] } else { vec!["cpu"] });
    let positive = |value: &Value, what: &str| assert!(value.as_f64().is_some_and(|x| x > 0.0), "{what}: {value}");
    for series in series {
        assert_eq!((series["workload"].as_str(), series["steps"].as_str()), (Some("sweep"), Some("adaptive")));
        assert_eq!(series["units"].as_f64(), Some(1.0));
        positive(&series["operations"], "operations");
        positive(&series["setup"]["tracing"], "tracing");
        let sizes = series["sizes"].as_array().expect("sizes");
        assert_eq!(sizes[0]["members"].as_u64(), Some(256));
        for size in sizes {
            for key in ["steps", "attempts", "run", "end_to_end", "kernel_rate", "operation_rate"] {
                positive(&size[key], key);
            }
            assert!(size["attempts"].as_f64() >= size["steps"].as_f64());
            let on_device = series["target"] != "cpu";
            for key in ["kernel", "peak_share", "memory_share"] {
                assert_eq!(size[key].is_number(), on_device, "{key}");
            }
            if on_device {
                // a part of the run, and of what the device can do
                assert!(size["kernel"].as_f64() <= size["run"].as_f64());
                assert!(size["peak_share"].as_f64() < Some(1.5), "{size}");
            }
        }
    }
    if gpu {
        positive(&figures["device"]["memory"], "memory");
        positive(&figures["device"]["multiply_add"]["f32"], "multiply_add");
        assert!(series[1]["crossover"].is_object() && series[0]["crossover"].is_null());
        let picture = std::fs::read_to_string(folder.path().join("roof.svg")).expect("a picture");
        assert!(picture.contains("products and sums/s") && picture.contains("sweep") && picture.contains("adaptive"));
        // it is not replaced unasked, and that is said before anything is measured
        let again = bench(folder.path(), &["--scenario", "sweep.toml", "--software", "--plot", "roof.svg"]);
        assert_eq!(again.status.code(), Some(2));
    }
}

#[test]
fn what_cannot_be_measured_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: [(&[&str], &str); 6] = [
        (
            &["--only", "heavy_topp"],
            "error: --only: unknown workload \"heavy_topp\"; did you mean \"heavy_top\"? accepted: heavy_top, rotor, \
             chain, puma, lorenz, cpu, host\n",
        ),
        (&["--only", "lorenz", "--adapter", "no such device"], "no such device"),
        (&["--scenario", "none.toml"], "cannot read the scenario none.toml"),
        (
            &["--plot", "roof.gif"],
            "--plot names the file roof.gif with the ending `.gif`; pictures are written as .svg",
        ),
        (&["--repeat", "0"], "0 is not in 1..=100"),
        (&["--only", "cpu", "--plot", "roof.svg"], "--plot roof.svg: the rows of the processor are not drawn"),
    ];
    for (arguments, message) in cases {
        let output = bench(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let help = bench(folder.path(), &["--help"]);
    let text = String::from_utf8_lossy(&help.stdout);
    assert!(text.contains("lorenz") && text.contains("The file of --json holds"), "{text}");
}

//! `gyrosweep report`: one file that holds all that it shows.

use crate::common::place::Place;
use base64::Engine as _;
use flate2::read::ZlibDecoder;
use serde_json::Value;
use std::io::Read as _;

const TITLE: &str = "</script> & \\\"größe\\\"";

fn scenario() -> String {
    format!(
        "title = \"{TITLE}\"\n{}",
        r#"
[parameters]
a = { default = 1.0 }
rate = { default = 0.5, unit = "1/s" }
unused = { default = 2.0, unit = "kg" }
[[variable]]
name = "x"
initial = "a"
rate = "rate*x*x"
[[output]]
name = "x_end"
quantity = "variable"
variable = "x"
[[probability]]
name = "large"
of = "x_end > 1"
[method]
integrator = "rkmk4"
step = 0.01
duration = 1.0
[plan]
kind = "random"
members = 40
seed = 1
[plan.vary]
a = { uniform = [0.5, 4.0] }
rate = { uniform = [0.1, 0.5] }
"#
    )
}

fn said(place: &Place, arguments: &[&str]) -> String {
    let output = place.output(arguments);
    assert!(output.status.success() || output.status.code() == Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(place: &Place, arguments: &[&str]) -> String {
    let output = place.output(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The data of the charts.
fn explorer(text: &str) -> Value {
    let (_, data) = text.split_once("id=\"explorer-data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    serde_json::from_str(data).expect("JSON")
}

/// Numbers of so many bytes.
fn decoded<const N: usize>(value: &Value) -> Vec<[u8; N]> {
    let deflated =
        base64::engine::general_purpose::STANDARD.decode(value["bytes"].as_str().expect("text")).expect("base 64");
    let mut bytes = Vec::new();
    ZlibDecoder::new(&deflated[..]).read_to_end(&mut bytes).expect("deflated");
    let count = bytes.len() / N;
    (0..count).map(|at| std::array::from_fn(|k| bytes[k * count + at])).collect()
}

#[test]
fn a_report_holds_what_it_shows_and_asks_for_nothing() {
    let place = Place::new(&scenario());
    said(&place, &["run", "top.toml", "--out", "out"]);
    assert!(said(&place, &["report", "out"]).contains("report.html"));
    let text = std::fs::read_to_string(place.path().join("out/report.html")).expect("a report");
    let (html, _) = text.split_once("<script>").expect("a script");
    assert!(html.contains("<h1>&lt;/script&gt; &amp; &quot;größe&quot;</h1>"), "names are shown as they are");
    for title in ["Outcomes", "Outputs", "Explorer", "What matters", "Worst members"] {
        assert!(html.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    let members = place.manifest("out").members_written;
    let place_of = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}"));
    let opening = place_of(&format!("{members} members over a, rate, runs by rkmk4"));
    assert!(opening < place_of("<svg") && opening < place_of("<h2>Explorer</h2>"), "a sentence comes first");
    let made = ["arithmetic", "SHA-256 of the scenario", "<h2>Sources</h2>"].map(place_of);
    assert!(place_of("<h2>Worst members</h2>") < made[0] && made.is_sorted(), "what computed it comes last");
    for part in ["default-src 'none'", "non_finite", "large", "--member NUMBER"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!html.contains("src=") && !html.contains("@import"), "nothing is asked for");
    let data = explorer(&text);
    assert_eq!((data["members_total"].as_u64(), data["members_drawn"].as_u64()), (Some(members), Some(members)));
    let names: Vec<&str> =
        data["columns"].as_array().expect("columns").iter().filter_map(|c| c["name"].as_str()).collect();
    assert_eq!(names, ["a", "rate", "outcome_time", "steps", "x_end", "large"]);
    let values: Vec<f32> = decoded(&data["columns"][4]).into_iter().map(f32::from_le_bytes).collect();
    let failed = values.iter().filter(|x| x.is_nan()).count() as u64;
    assert!(failed > 0 && Some(failed) == data["failed_total"].as_u64());
    let numbers: Vec<f64> = decoded(&data["member"]).into_iter().map(f64::from_le_bytes).collect();
    assert_eq!(numbers, (0..members).map(|k| k as f64).collect::<Vec<_>>());
    assert!(data["constant"].as_array().expect("constants").iter().any(|c| c["name"] == "unused" && c["unit"] == "kg"));
}

#[test]
fn some_columns_another_title_and_nothing_is_lost() {
    let place = Place::new(&scenario());
    said(&place, &["run", "top.toml", "--out", "out"]);
    said(&place, &["report", "out", "--out", "a.html", "--columns", "a,x_*", "--title", "Tops"]);
    let text = std::fs::read_to_string(place.path().join("a.html")).expect("a report");
    assert!(text.contains("<title>Tops</title>"));
    assert_eq!(explorer(&text)["columns"].as_array().map(Vec::len), Some(2));
    assert!(
        refused(&place, &["report", "out", "--out", "a.html"]).contains("a.html exists already; --force replaces it")
    );
    said(&place, &["report", "out", "--out", "a.html", "--force"]);
    assert!(refused(&place, &["report", "out", "--columns", "x_ende"]).contains("did you mean \"x_end\""));
    assert!(refused(&place, &["report", "nowhere"]).contains("nowhere/manifest.json"));
}

#[test]
fn a_report_of_results_that_are_replaced_goes_with_them() {
    let place = Place::new(&scenario());
    said(&place, &["run", "top.toml", "--out", "out"]);
    said(&place, &["report", "out"]);
    said(&place, &["run", "top.toml", "--out", "out", "--force"]);
    let report = place.path().join("out/report.html");
    assert!(!report.exists());
    // a file of somebody else stays
    std::fs::write(&report, "<html>mine</html>").expect("a file");
    said(&place, &["run", "top.toml", "--out", "out", "--force"]);
    assert!(report.exists());
}

#[test]
fn statistics_alone_one_member_and_all_failed_are_said_in_words() {
    let place = Place::new(&scenario());
    said(&place, &["run", "top.toml", "--out", "statistics", "--statistics"]);
    said(&place, &["report", "statistics"]);
    let read = |folder: &str| std::fs::read_to_string(place.path().join(folder).join("report.html")).expect("a report");
    assert!(read("statistics").contains("Members were not kept"));
    said(&place, &["run", "top.toml", "--out", "one", "--members", "1"]);
    said(&place, &["report", "one"]);
    assert_eq!(explorer(&read("one"))["members_drawn"].as_u64(), Some(1));
    let failing = ["--set", "plan.vary.a.uniform=[30,40]"];
    said(&place, &[&["run", "top.toml", "--out", "failed"], &failing[..]].concat());
    said(&place, &["report", "failed"]);
    assert!(read("failed").contains("40 of 40 members have no outputs."));
}

#[test]
fn of_many_members_those_that_failed_and_the_extremes_are_drawn() {
    let place = Place::new(&scenario());
    said(&place, &["run", "top.toml", "--out", "out", "--members", "30000"]);
    said(&place, &["report", "out"]);
    let text = std::fs::read_to_string(place.path().join("out/report.html")).expect("a report");
    assert!(text.len() < 5_000_000);
    let data = explorer(&text);
    let drawn: Vec<f64> = decoded(&data["member"]).into_iter().map(f64::from_le_bytes).collect();
    assert_eq!(drawn.len(), 16_384);
    assert!(drawn.is_sorted() && data["failed_drawn"] == data["failed_total"]);
    let least = place.manifest("out").outputs[0].min.expect("a least value") as f32;
    assert!(decoded(&data["columns"][4]).into_iter().map(f32::from_le_bytes).any(|x| x == least));
}

/// A pendulum with samples and derivatives, of which one body has a shape.
const PENDULUM: &str = r##"
title = "pendulum"
[parameters]
length = { default = 1.0, unit = "m" }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "rod"
mass = 2.0
inertia = [0.06, 0.06, 0.0]
initial = { position = [0, 0, "-0.5*length"] }
[[body]]
name = "bob"
mass = 1.0
inertia = [0.01, 0.01, 0.01]
initial = { position = [0, 0, "-length"] }
shape = { kind = "cylinder", size = [0.1, "0.2*length"], offset = [0, 0.5, 0], colour = "#aa5500" }
[[joint]]
name = "pivot"
kind = "revolute"
between = ["ground", "rod"]
at = [0, 0, 0]
axis = [1, 0, 0]
initial = { coordinate = 1.0 }
[[joint]]
name = "weld"
kind = "fixed"
between = ["rod", "bob"]
at = [0, 0, "-length"]
[[output]]
name = "bob"
quantity = "position"
body = "bob"
[method]
integrator = "rkmk4"
step = 0.01
duration = 1.0
[sampling]
every = 0.1
[sensitivity]
parameters = ["length"]
[plan]
kind = "random"
members = 64
seed = 2
[plan.vary]
length = { uniform = [0.8, 1.2] }
"##;

fn read(place: &Place, file: &str) -> String {
    std::fs::read_to_string(place.path().join(file)).expect("a report")
}

/// The data of the animation.
fn animation(text: &str) -> Value {
    let (_, data) = text.split_once("id=\"animation-data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn members_are_computed_again_for_the_animation() {
    let place = Place::new(PENDULUM);
    said(&place, &["run", "top.toml", "--out", "out"]);
    said(&place, &["report", "out"]);
    let text = read(&place, "out/report.html");
    for title in ["What matters", "Convergence", "Over time", "Animation"] {
        assert!(text.contains(&format!("<h2>{title}</h2>")), "{title}");
    }
    // swings, means over members, samples over time, measures of derivatives
    for part in ["swings of bob.y", "mean of bob.y", "64 members with outputs", "<h3>Indices and derivatives</h3>"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("mean of d(bob"), "derivatives are no outputs of their own");
    let data = animation(&text);
    assert_eq!(data["gravity"], serde_json::json!([0.0, 0.0, -9.81]));
    let shape = |body: usize| &data["bodies"][body]["shapes"][0];
    // of a thin rod of 2 kg and 0.06 kg m^2: (12 0.06/2)^0.5 m long
    let edges: Vec<f64> = serde_json::from_value(shape(0)["size"].clone()).expect("edges");
    assert!(edges.iter().any(|edge| (edge - 0.6).abs() < 1e-12), "{edges:?}");
    assert_eq!((&shape(1)["kind"], &shape(1)["colour"]), (&"cylinder".into(), &"#aa5500".into()));
    let members = data["members"].as_array().expect("members");
    assert_eq!(members.len(), 2, "both ends of the first output");
    let (frames, bodies) = (members[0]["count"].as_u64().expect("a count") as usize, 2);
    let times: Vec<f64> = decoded(&members[0]["times"]).into_iter().map(f64::from_le_bytes).collect();
    let poses: Vec<f32> = decoded(&members[0]["poses"]).into_iter().map(f32::from_le_bytes).collect();
    assert_eq!((times.len(), poses.len()), (frames, 7 * bodies * frames));
    assert!(times[0] == 0.0 && (times[frames - 1] - 1.0).abs() < 1e-12);
    // the length of the shape is that of the member, as its pose says
    let at = |frame: usize| &poses[(frame * bodies + 1) * 7..][..3];
    let length: f32 = at(0).iter().map(|x| x * x).sum::<f32>().sqrt();
    let shown = shape(1)["size"][1].as_f64().expect("a length") as f32;
    assert!((0.2 * length - shown).abs() < 1e-6, "{length} {shown}");
}

#[test]
fn which_members_are_animated_is_asked_for_and_checked() {
    let place = Place::new(PENDULUM);
    said(&place, &["run", "top.toml", "--out", "out"]);
    let label = |animate: &str| {
        said(&place, &["report", "out", "--force", "--animate", animate]);
        let text = read(&place, "out/report.html");
        let members = animation(&text)["members"].clone();
        let labels = members.as_array().expect("members").iter();
        labels.filter_map(|member| member["label"].as_str()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(label("17"), "member 17");
    assert!(label("bob.z:max,3").ends_with("; member 3"));
    said(&place, &["report", "out", "--force", "--animate", "none"]);
    assert!(!read(&place, "out/report.html").contains("id=\"animation-data\""));
    for (animate, message) in [
        ("64", "found member 64; accepted: 0 to 63"),
        ("bob:max", "no column \"bob\"; did you mean \"bob.x\"?"),
        ("first", "accepted: the number of a member, COLUMN:max, COLUMN:min"),
        ("1,2,3", "accepted: one, or two of which the second is a shadow"),
    ] {
        let error = refused(&place, &["report", "out", "--force", "--animate", animate]);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn shapes_are_checked_and_change_no_result() {
    let with = |shape: &str| {
        Place::new(
            &PENDULUM.replace("inertia = [0.06, 0.06, 0.0]", &format!("inertia = [0.06, 0.06, 0.0]\nshape = {shape}")),
        )
    };
    for (shape, message) in [
        ("{ kind = \"cone\", size = [1] }", "found \"cone\"; accepted: \"box\", \"cylinder\" or \"sphere\""),
        ("{ kind = \"box\", size = [1, 2] }", "size"),
        ("{ kind = \"sphere\", size = [0] }", "found a number that is not positive"),
        ("{ kind = \"sphere\", size = [1], colour = \"red\" }", "found \"red\"; accepted: \"#rrggbb\""),
        ("{ kind = \"sphere\", size = [1], color = \"#ff0000\" }", "color"),
    ] {
        let error = refused(&with(shape), &["check", "top.toml"]);
        assert!(error.contains(message), "{error}");
    }
    let (plain, shaped) = (Place::new(PENDULUM), with("{ kind = \"box\", size = [0.1, 0.1, \"length\"] }"));
    let table = |place: &Place| {
        said(place, &["run", "top.toml", "--out", "out", "--format", "csv"]);
        read(place, "out/members.csv")
    };
    assert_eq!(table(&plain), table(&shaped));
}

/// A report that was not asked for a member does without one that cannot be computed again.
#[test]
fn members_that_nobody_asked_for_stop_no_report() {
    let place = Place::new(
        &PENDULUM
            .replace("duration = 1.0", "duration = \"end\"")
            .replace("length = { default = 1.0, unit = \"m\" }", "length = 1.0\nend = 1.0")
            .replace("kind = \"random\"\nmembers = 64\nseed = 2", "kind = \"grid\"")
            .replace("length = { uniform = [0.8, 1.2] }", "end = [-1.0]")
            .replace("[sampling]\nevery = 0.1\n", "")
            .replace("[sensitivity]\nparameters = [\"length\"]\n", ""),
    );
    said(&place, &["run", "top.toml", "--out", "out"]);
    said(&place, &["report", "out"]);
    let text = read(&place, "out/report.html");
    assert!(text.contains("<p>Members cannot be computed again: ") && !text.contains("id=\"animation-data\""));
    assert!(refused(&place, &["report", "out", "--force", "--animate", "0"]).contains("--animate: "));
}

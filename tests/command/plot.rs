//! `gyrosweep plot` from scenario to picture.

use crate::common::place::gyrosweep;
use crate::common::{replaced, root};
use std::path::Path;

const SWEEP: [(&str, &str); 2] = [("members = 16384", "members = 64"), ("duration = 0.1", "duration = 0.01")];

/// Runs a small sweep of the heavy top into `results` and checks its exit code.
fn sweep(folder: &Path, replacements: &[(&str, &str)], format: &str, code: i32) {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_sweep.toml")).expect("scenario");
    let text = replaced(&replaced(&text, &SWEEP), replacements);
    std::fs::write(folder.join("sweep.toml"), text).expect("scenario");
    let run = ["run", "sweep.toml", "--out", "results", "--backend", "cpu", "--format", format];
    let output = gyrosweep(folder, &run);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
}

/// The arguments of a picture of the sweep, and further ones.
fn plot<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["plot", "results", "--x", "com.x", "--y", "com.z"], more].concat()
}

/// Number of dots, the strokes of no length.
fn dots(svg: &str) -> usize {
    svg.matches("h0").count()
}

#[test]
fn a_sweep_becomes_a_picture() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], "parquet", 0);
    let output = gyrosweep(folder.path(), &plot(&["--colour", "spin", "--out", "cloud.svg"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("64 members drawn in cloud.svg"), "{said}");
    let svg = std::fs::read_to_string(folder.path().join("cloud.svg")).expect("picture");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert_eq!(svg.matches("<text ").count(), svg.matches("</text>").count());
    assert_eq!(dots(&svg), 64);
    for label in [
        ">Heavy top, Monte Carlo over mass, arm and spin<",
        "64 members, one dot each",
        ">com.x (m)<",
        ">spin (rad/s)<",
        "linearGradient",
    ] {
        assert!(svg.contains(label), "{label}");
    }
    // the same results give the same picture
    assert_eq!(gyrosweep(folder.path(), &plot(&["--color", "spin"])).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("results/plot.svg")).expect("picture"), svg);
}

#[test]
fn failed_members_are_counted_and_not_drawn() {
    let folder = tempfile::tempdir().expect("folder");
    let negative = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-16.0, 16.0] }")];
    sweep(folder.path(), &negative, "csv", 3);
    let output = gyrosweep(folder.path(), &plot(&[]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = std::fs::read_to_string(folder.path().join("results/plot.svg")).expect("picture");
    let failed = 64 - dots(&svg);
    assert!((1..64).contains(&failed));
    assert!(svg.contains(&format!("Not drawn: {failed} that did not complete")));
    assert!(svg.contains("com.x"));
    // CSV states no units; those of outputs are in the manifest
    assert!(svg.contains("m)<"));
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("folder");
    let refused = |arguments: &[&str], reason: &str| {
        let output = gyrosweep(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    refused(&plot(&[]), "there are no results in results: neither members.parquet nor members.csv");
    sweep(folder.path(), &[], "parquet", 0);
    refused(&plot(&["--colour", "spinn"]), "no column `spinn`; did you mean `spin`?");
    refused(&plot(&["--colour", "spinn"]), "it has member, mass, arm, spin, outcome");
    refused(&plot(&["--colour", "outcome"]), "holds no numbers");
    assert!(!folder.path().join("results/plot.svg").exists());

    let kept = folder.path().join("kept.svg");
    std::fs::write(&kept, "mine").expect("file");
    refused(&plot(&["--out", "kept.svg"]), "kept.svg exists already; --force replaces it");
    assert_eq!(std::fs::read_to_string(&kept).expect("file"), "mine");
    let forced = gyrosweep(folder.path(), &plot(&["--out", "kept.svg", "--force"]));
    assert_eq!(forced.status.code(), Some(0), "{forced:?}");
    assert_eq!(dots(&std::fs::read_to_string(&kept).expect("file")), 64);
    let nowhere = gyrosweep(folder.path(), &plot(&["--out", "absent/plot.svg"]));
    assert_eq!(nowhere.status.code(), Some(1), "{nowhere:?}");
}

#[test]
fn a_damaged_manifest_is_named_and_a_missing_one_is_noted() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], "csv", 0);
    let path = folder.path().join("results/manifest.json");
    let whole = std::fs::read_to_string(&path).expect("manifest");
    for (text, reason) in [
        (
            whole.replace("\"members\": 64,", "\"members\": \"many\","),
            "members: invalid type: string \"many\", expected u64",
        ),
        (
            whole.replace("\"unit\": \"m\"", "\"unit\": 1"),
            "columns[2].unit: invalid type: integer `1`, expected a string",
        ),
        ("{}".into(), "results/manifest.json is not the manifest of a run: missing field `"),
        (
            "{ \"verb\": \"converge\" }".into(),
            "manifest.json is that of results of `gyrosweep converge`, which have no table",
        ),
        (whole.replace("\"members_written\": 64", "\"members_written\": 63"), "its content has another checksum"),
        (whole[..whole.len() / 2].into(), "results/manifest.json is not JSON: EOF while parsing"),
    ] {
        assert_ne!(text, whole);
        std::fs::write(&path, text).expect("manifest");
        let output = gyrosweep(folder.path(), &plot(&["--out", "x.svg"]));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(reason), "{reason}: {said}");
    }
    std::fs::remove_file(&path).expect("manifest");
    let output = gyrosweep(folder.path(), &plot(&["--out", "x.svg"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = std::fs::read_to_string(folder.path().join("x.svg")).expect("picture");
    assert!(svg.contains("The run left no complete manifest"), "{svg}");
}

/// A table that is not the one that the run wrote is no picture.
#[test]
fn a_damaged_table_is_refused() {
    for format in ["csv", "parquet"] {
        let folder = tempfile::tempdir().expect("folder");
        let sampled = [("[[output]]", "[sampling]\nevery = 1e-3\n\n[[output]]")];
        sweep(folder.path(), &sampled, format, 0);
        let lines = ["plot", "results", "--samples", "--y", "com.z", "--out", "x.svg"];
        for (table, arguments) in [("members", &plot(&["--out", "x.svg"])[..]), ("samples", &lines[..])] {
            let path = folder.path().join(format!("results/{table}.{format}"));
            let whole = std::fs::read(&path).expect("table");
            for place in [whole.len() / 3, whole.len() / 2, whole.len() - 20] {
                let mut spoilt = whole.clone();
                // a digit becomes another, a bit of a page flips
                spoilt[place] ^= 1;
                std::fs::write(&path, &spoilt).expect("table");
                let output = gyrosweep(folder.path(), arguments);
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(said.contains("is not as the run wrote it: its SHA-256 is"), "{said}");
            }
            std::fs::write(&path, &whole).expect("table");
        }
        assert!(!folder.path().join("x.svg").exists());
    }
}

#[test]
fn results_without_a_completed_member_are_no_picture() {
    let folder = tempfile::tempdir().expect("folder");
    let negative = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-16.0, -14.0] }")];
    sweep(folder.path(), &negative, "parquet", 3);
    let output = gyrosweep(folder.path(), &plot(&[]));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to draw"));
}

/// The header of a PNG file: width and height.
fn png_size(path: &Path) -> [u32; 2] {
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path).expect("picture")));
    let mut reader = decoder.read_info().expect("a PNG image");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let colours: std::collections::BTreeSet<&[u8]> = pixels.chunks(4).collect();
    assert!(colours.len() > 100, "a picture of {} colours", colours.len());
    [info.width, info.height]
}

/// Width and height of an SVG document.
fn svg_size(svg: &str) -> [u32; 2] {
    ["width", "height"].map(|name| {
        let value = svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        value.and_then(|v| v.parse().ok()).expect("a length")
    })
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], "csv", 0);
    for out in ["cloud.svg", "cloud.PNG"] {
        let output = gyrosweep(folder.path(), &plot(&["--colour", "spin", "--out", out]));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let svg = std::fs::read_to_string(folder.path().join("cloud.svg")).expect("picture");
    assert_eq!(png_size(&folder.path().join("cloud.PNG")), svg_size(&svg).map(|length| 2 * length));
    for (out, found) in [("cloud.jpg", "with the ending `.jpg`"), ("cloud", "without an ending")] {
        let output = gyrosweep(folder.path(), &plot(&["--out", out]));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(found) && said.contains(".svg, .png or .pdf") && said.contains("--out"), "{said}");
    }
}

#[test]
fn samples_become_a_line_for_each_member() {
    let folder = tempfile::tempdir().expect("folder");
    let sampled = [("[[output]]", "[sampling]\nevery = 1e-3\n\n[[output]]")];
    sweep(folder.path(), &sampled, "parquet", 0);
    let lines = ["plot", "results", "--samples", "--y", "com.z"];
    let output = gyrosweep(folder.path(), &[&lines[..], &["--lines", "5", "--out", "few.svg"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("5 of 64 members drawn in few.svg"), "{said}");
    let svg = std::fs::read_to_string(folder.path().join("few.svg")).expect("picture");
    for label in ["5 of 64 members, evenly chosen, one line each", ">time (s)<", ">member 0<", ">member 63<"] {
        assert!(svg.contains(label), "{label}");
    }
    let coloured = gyrosweep(folder.path(), &[&lines[..], &["--colour", "mass", "--out", "all.svg"]].concat());
    assert_eq!(coloured.status.code(), Some(0), "{coloured:?}");
    let svg = std::fs::read_to_string(folder.path().join("all.svg")).expect("picture");
    assert!(svg.contains("linearGradient") && svg.contains(">mass (kg)<") && !svg.contains(">member 0<"));

    let refused = |arguments: &[&str], reason: &str| {
        let output = gyrosweep(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    let fan = gyrosweep(folder.path(), &[&lines[..], &["--fan", "--out", "fan.svg"]].concat());
    assert_eq!(fan.status.code(), Some(0), "{fan:?}");
    let svg = std::fs::read_to_string(folder.path().join("fan.svg")).expect("picture");
    assert!(svg.contains("median, middle 50 % and 90 % of them, extremes (dashed)") && svg.contains(">time (s)<"));
    refused(&[&lines[..], &["--fan", "--colour", "mass"]].concat(), "--fan");
    refused(&["plot", "results", "--samples", "--y", "com.w"], "no column `com.w`");
    refused(&[&lines[..], &["--colour", "masss"]].concat(), "did you mean `mass`?");
    refused(&[&lines[..], &["--map", "--colour", "mass"]].concat(), "--map");
    std::fs::remove_file(folder.path().join("results/samples.parquet")).expect("samples");
    refused(&lines, "--samples finds none in results: neither samples.parquet nor samples.csv");
}

/// The plan of the sweep as a grid of masses from -1 to 14 and of spins.
const GRID: [(&str, &str); 4] = [
    ("kind = \"sobol\"\nmembers = 64\nseed = 7", "kind = \"grid\""),
    ("mass = { uniform = [14.0, 16.0] }", "mass = { min = -1.0, max = 14.0, count = 4 }"),
    ("arm = { uniform = [0.98, 1.02] }\n", ""),
    ("spin = { normal = [150.0, 2.0] }", "spin = { min = 100.0, max = 150.0, count = 6 }"),
];

#[test]
fn a_grid_becomes_a_map_with_grey_cells_where_members_failed() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &GRID, "parquet", 3);
    let map = ["plot", "results", "--x", "spin", "--y", "mass", "--colour", "com.z", "--map"];
    let output = gyrosweep(folder.path(), &[&map[..], &["--out", "map.png"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("18 of 24 cells drawn in map.png"), "{output:?}");
    let output = gyrosweep(folder.path(), &map);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = std::fs::read_to_string(folder.path().join("results/plot.svg")).expect("picture");
    assert!(svg.contains("Grid of 6 × 4 members") && svg.contains("Grey: 6 cells without a value"));
    assert_eq!(png_size(&folder.path().join("map.png")), svg_size(&svg).map(|length| 2 * length));

    let logarithmic = [&map[..], &["--log", "x,y", "--out", "log.svg"]].concat();
    assert_eq!(gyrosweep(folder.path(), &logarithmic).status.code(), Some(0));
    let svg = std::fs::read_to_string(folder.path().join("log.svg")).expect("picture");
    assert!(svg.contains("Not drawn: 6 members without a place on the axes"));

    let output = gyrosweep(folder.path(), &["plot", "results", "--x", "spin", "--y", "mass", "--map"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--colour"), "{output:?}");
    let output = gyrosweep(folder.path(), &plot(&["--log", "colour", "--out", "c.svg"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no --colour names its column"), "{output:?}");
    let output = gyrosweep(folder.path(), &plot(&["--log", "z", "--out", "z.svg"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("[possible values: x, y, colour]"), "{output:?}");
}

/// The words along the horizontal axis and the vertical one of a picture.
fn ticks(svg: &str) -> [Vec<&str>; 2] {
    ["middle", "end"].map(|anchor| {
        let of = |element: &'_ &str| {
            element.contains(&format!("text-anchor=\"{anchor}\"")) && element.contains("font-size=\"12.5\"")
        };
        let texts = svg.lines().filter(|l| l.starts_with("<text")).filter(of);
        texts.filter_map(|l| l.split('>').nth(1)?.split('<').next()).collect()
    })
}

#[test]
fn conditions_and_counts_have_ticks_at_their_values() {
    let folder = tempfile::tempdir().expect("folder");
    let more = "[[probability]]\nname = \"heavy\"\nof = \"mass > 15\"\n[[probability]]\nname = \"light\"\nof = \"mass < 1\"\n\
                [[event]]\nname = \"falls\"\nexpression = \"com.z\"\ndirection = \"both\"\n[[output]]\nname = \"revs\"\n\
                quantity = \"count_of\"\nevent = \"falls\"\n[[output]]";
    sweep(folder.path(), &[("[[output]]", more)], "csv", 0);
    let drawn = |arguments: &[&str]| {
        let output = gyrosweep(folder.path(), &[&["plot", "results", "--out", "p.svg", "--force"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        std::fs::read_to_string(folder.path().join("p.svg")).expect("picture")
    };
    for (arguments, caption) in [
        (["--histogram", "heavy"], "Yes: 32 of 64 members"),
        (["--histogram", "light"], "Yes: 0 of 64 members"),
        (["--cumulative", "heavy"], "The share of the values"),
        (["--cumulative", "light"], "The share of the values"),
    ] {
        let svg = drawn(&arguments);
        assert_eq!(ticks(&svg)[0], ["no", "yes"], "{arguments:?}");
        assert!(svg.contains(caption), "{arguments:?}: {svg}");
    }
    let svg = drawn(&["--histogram", "revs"]);
    assert_eq!(ticks(&svg)[0], ["−1", "0", "1"], "{svg}");

    // a single member is one whole one
    std::fs::remove_dir_all(folder.path().join("results")).expect("results");
    sweep(folder.path(), &[("members = 64", "members = 1")], "csv", 0);
    let svg = drawn(&["--histogram", "mass"]);
    assert_eq!(ticks(&svg)[1], ["0", "1"], "{svg}");
}

//! Pictures of `gyrosweep plot` beside the numbers that they show.

use crate::common::place::gyrosweep;
use crate::common::{replaced, root};
use gyrosweep::io::manifest::RunManifest;
use std::path::Path;

/// Runs a short sweep of 64 heavy tops into `results`, with replacements in the scenario and further options.
fn sweep(folder: &Path, replacements: &[(&str, &str)], options: &[&str]) {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_sweep.toml")).expect("scenario");
    let short = [("members = 16384", "members = 64"), ("duration = 0.1", "duration = 0.01")];
    let text = replaced(&replaced(&text, &short), replacements);
    std::fs::write(folder.join("sweep.toml"), text).expect("scenario");
    let run = ["run", "sweep.toml", "--out", "results", "--backend", "cpu", "--format", "csv", "--force"];
    let output = gyrosweep(folder, &[&run[..], options].concat());
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
}

/// A picture as SVG, and what was printed.
pub(super) fn drawn(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = gyrosweep(folder, &[&["plot", "results", "--out", "p.svg", "--force"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = std::fs::read_to_string(folder.join("p.svg")).expect("picture");
    (svg, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks that a picture is refused with a reason.
pub(super) fn refused(folder: &Path, arguments: &[&str], reason: &str) {
    let output = gyrosweep(folder, &[&["plot", "results", "--out", "refused.svg"], arguments].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(reason), "{reason:?} is not in {said}");
    assert!(!folder.join("refused.svg").exists());
}

/// A column of the members, in order; rows without a number are left out.
fn column(folder: &Path, name: &str) -> Vec<f64> {
    let text = std::fs::read_to_string(folder.join("results/members.csv")).expect("members");
    let mut lines = text.lines();
    let place = lines.next().expect("a header").split(',').position(|n| n == name).expect("the column");
    lines.filter_map(|line| line.split(',').nth(place)?.parse().ok()).collect()
}

/// The attribute of an element of SVG.
fn attribute(element: &str, name: &str) -> f64 {
    let value = element.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{name} of {element}"))
}

/// Left edge, width and height of the bars of a colour, from the left.
fn bars(svg: &str, fill: &str) -> Vec<[f64; 3]> {
    let of = |element: &str| ["x", "width", "height"].map(|name| attribute(element, name));
    svg.lines().filter(|l| l.starts_with("<rect") && l.contains(fill)).map(of).collect()
}

const PLAIN: &str = "#4f1a92";
const GREY: &str = "#d9dde3";

#[test]
fn bars_are_as_high_as_their_counts() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-4.0, 16.0] }")], &[]);
    let (svg, said) = drawn(folder.path(), &["--histogram", "com.z", "--bins", "9"]);
    let values = column(folder.path(), "com.z");
    assert!((32..64).contains(&values.len()));
    assert!(said.starts_with(&format!("{} values drawn in p.svg", values.len())), "{said}");
    assert!(svg.contains(&format!("Left out: {} members without a finite value", 64 - values.len())));
    assert!(svg.contains(">com.z (") && svg.contains(">members<") && svg.contains("9 classes, each "));
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
    let mut counts = [0.0f64; 9];
    values.iter().for_each(|v| counts[(((v - low) / (high - low) * 9.0) as usize).min(8)] += 1.0);
    let expected: Vec<f64> = counts.into_iter().filter(|n| *n > 0.0).collect();
    let found = bars(&svg, PLAIN);
    assert_eq!(found.len(), expected.len());
    // heights are written in tenths of a pixel
    let unit = found.iter().map(|b| b[2]).sum::<f64>() / values.len() as f64;
    for ([_, _, height], count) in found.iter().zip(&expected) {
        assert!((height / unit - count).abs() < 0.1, "{height} for {count}");
    }

    // parameters of members that failed are drawn, and said to be
    let (svg, _) = drawn(folder.path(), &["--histogram", "mass"]);
    assert!(svg.contains(&format!("Drawn with the others: {} members that failed", 64 - values.len())), "{svg}");
    let (svg, _) = drawn(folder.path(), &["--cumulative", "com.x", "--cumulative", "com.z"]);
    assert!(svg.contains(">value (") && svg.contains(">com.x<") && svg.contains(">share of members<"));
}

#[test]
fn statistics_are_drawn_with_the_edges_that_were_kept() {
    let folder = tempfile::tempdir().expect("folder");
    let normal = [
        ("spin = { normal = [150.0, 2.0] }", "spin = { normal = [150.0, 40.0] }"),
        ("members = 64", "members = 4096"),
        ("kind = \"sobol\"", "kind = \"random\""),
    ];
    sweep(folder.path(), &normal, &["--statistics"]);
    let manifest = RunManifest::read(&folder.path().join("results/manifest.json")).expect("manifest");
    let output = manifest.outputs.iter().find(|output| output.name == "com.z").expect("com.z");
    let kept = &output.histogram.as_ref().expect("a histogram").histogram;
    let (svg, said) = drawn(folder.path(), &["--histogram", "com.z"]);
    assert!(svg.contains("64 classes, each "), "{svg}");
    let inner = &kept.counts[1..65];
    let filled: Vec<usize> = (0..64).filter(|i| inner[*i] > 0).collect();
    let found = bars(&svg, PLAIN);
    assert_eq!(found.len(), filled.len());
    assert!(said.contains(&inner.iter().sum::<u64>().to_string()[1..]), "{said}");
    // edges and heights are linear in those that were kept
    let (first, last) = (filled[0], filled[filled.len() - 1]);
    let pixels = (found[found.len() - 1][0] - found[0][0]) / (kept.edges[last] - kept.edges[first]);
    let unit = found.iter().map(|b| b[2]).sum::<f64>() / inner.iter().sum::<u64>() as f64;
    for (i, [x, _, height]) in filled.iter().zip(&found) {
        let expected = found[0][0] + pixels * (kept.edges[*i] - kept.edges[first]);
        assert!((x - expected).abs() < 0.11, "edge {i} at {x}, not {expected}");
        assert!((height - unit * inner[*i] as f64).abs() < 0.15, "class {i}: {height}");
    }
    let beyond = [kept.counts[0], kept.counts[65]];
    assert_eq!(bars(&svg, GREY).len(), beyond.iter().filter(|n| **n > 0).count());

    let (svg, _) = drawn(folder.path(), &["--cumulative", "com.z"]);
    assert!(svg.contains("known at the edges of 64 classes"));
    refused(folder.path(), &["--histogram", "com.z", "--bins", "8"], "--bins does not apply: the run kept the classes");
    refused(folder.path(), &["--histogram", "com.z", "--log", "x"], "--log x does not apply");
    refused(folder.path(), &["--cumulative", "com.zz"], "--cumulative names `com.zz`");
    refused(folder.path(), &["--cumulative", "com.zz"], "did you mean `com.z`?; it kept those of com.x, com.y, com.z");
    refused(folder.path(), &["--x", "mass", "--y", "com.z"], "kept statistics of the outputs alone, which --histogram");
}

#[test]
fn columns_that_cannot_be_drawn_are_refused_in_words() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], &[]);
    let refused = |arguments: &[&str], reason: &str| refused(folder.path(), arguments, reason);
    refused(&["--histogram", "com.w"], "has no column `com.w`; did you mean");
    refused(&["--histogram", "outcome"], "the column `outcome`");
    refused(&["--histogram", "mass", "--histogram", "spin"], "`mass` has kg, `spin` has rad/s");
    refused(
        &["--histogram", "com.z", "--log", "x"],
        "no member in results has a positive value of com.z, as --log x needs",
    );
    refused(&["--histogram", "com.z", "--x", "mass"], "'--histogram <COLUMN>' cannot be used with '--x <COLUMN>'");
    refused(&["--cumulative", "com.z", "--bins", "3"], "--bins is the number of classes of --histogram");
    refused(&["--cumulative", "com.z", "--log", "y"], "--log y does not apply to --cumulative");

    // a constant has one class, in the middle
    let constant = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [15.0, 15.0000000001] }")];
    sweep(folder.path(), &constant, &[]);
    let (svg, _) = drawn(folder.path(), &["--cumulative", "mass"]);
    assert!(!svg.contains("NaN"));
    let (svg, _) = drawn(folder.path(), &["--histogram", "outcome_time"]);
    let found = bars(&svg, PLAIN);
    assert!(found.len() == 1 && svg.contains("All values are 0.01"), "{svg}");

    let failing = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-16.0, -14.0] }")];
    sweep(folder.path(), &failing, &[]);
    for option in ["--histogram", "--cumulative"] {
        refused(&[option, "com.z"], "nothing to draw: no member in results has a finite value of com.z");
    }
}

/// Colours and points of the lines of series, those thicker than axes.
fn lines(svg: &str) -> Vec<(String, usize)> {
    let of = |element: &str| {
        let text = |name: &str| element.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        let path = element.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path");
        (text("stroke").expect("a colour").to_string(), path.matches(['M', 'L', 'H', 'V']).count())
    };
    let thick = |element: &&str| element.contains("fill=\"none\"") && attribute(element, "stroke-width") > 1.0;
    svg.lines().filter(|l| l.starts_with("<path")).filter(thick).map(of).collect()
}

#[test]
fn groups_become_lines_with_names_or_colours() {
    let folder = tempfile::tempdir().expect("folder");
    let grid = |masses: &'static str| {
        [
            ("kind = \"sobol\"\nmembers = 64\nseed = 7", "kind = \"grid\""),
            ("mass = { uniform = [14.0, 16.0] }", masses),
            ("arm = { uniform = [0.98, 1.02] }\n", ""),
            ("spin = { normal = [150.0, 2.0] }", "spin = { min = 100.0, max = 150.0, count = 6 }"),
        ]
    };
    sweep(folder.path(), &grid("mass = { min = -1.0, max = 14.0, count = 4 }"), &[]);
    let options = ["--x", "spin", "--y", "com.z", "--group", "mass"];
    let (svg, said) = drawn(folder.path(), &options);
    assert!(said.starts_with("3 lines drawn"), "{said}");
    assert!(svg.contains("18 members in 3 lines, one for each value of mass"));
    assert!(svg.contains("Not drawn: 6 that did not complete"), "{svg}");
    for label in [">4<", ">9<", ">14<", ">mass (kg)<", ">spin (rad/s)<"] {
        assert!(svg.contains(label), "{label}");
    }
    // a line and a sample beside its name, of three colours
    let found = lines(&svg);
    let colours: std::collections::BTreeSet<&String> = found.iter().map(|(colour, _)| colour).collect();
    assert_eq!((found.len(), colours.len()), (6, 3), "{found:?}");
    sweep(folder.path(), &grid("mass = { min = 1.0, max = 14.0, count = 20 }"), &[]);
    let (svg, said) = drawn(folder.path(), &options);
    assert!(said.starts_with("20 lines drawn") && svg.contains("linearGradient"), "{said}");
    assert_eq!(lines(&svg).len(), 20);
    sweep(folder.path(), &[], &[]);
    refused(folder.path(), &options, "no two members have the same value of mass");
    refused(folder.path(), &[&options[..], &["--map", "--colour", "mass"]].concat(), "cannot be used with");
    refused(folder.path(), &["--x", "spin", "--y", "com.z", "--group", "masss"], "did you mean `mass`?");
}

#[test]
fn conditions_have_two_colours_and_their_thresholds_are_lines() {
    let folder = tempfile::tempdir().expect("folder");
    let condition = "[[probability]]\nname = \"heavy\"\nof = \"2*mass > 30 and com.z < 9\"\n[[output]]";
    sweep(folder.path(), &[("[[output]]", condition)], &[]);
    let drawn = |arguments: &[&str]| drawn(folder.path(), arguments).0;
    let svg = drawn(&["--x", "mass", "--y", "spin", "--colour", "heavy"]);
    assert!(svg.contains(">yes<") && svg.contains(">no<") && stops(&svg).is_empty(), "{svg}");
    assert!(svg.contains("histograms of both"), "{svg}");
    let (yes, no) = ("#f7a103", "#4f1a92");
    let heavy = column(folder.path(), "heavy");
    assert!((10.0..54.0).contains(&heavy.iter().sum::<f64>()));
    assert!(svg.contains(yes) && svg.contains(no), "{svg}");
    // a map of cells with several members each shows shares
    let svg = drawn(&["--x", "arm", "--y", "spin", "--map", "--colour", "heavy"]);
    assert!(!svg.contains(">yes<") && !stops(&svg).is_empty(), "{svg}");
    let svg = drawn(&["--histogram", "mass"]);
    assert!(svg.contains("2*mass &gt; 30 at 15") && svg.contains("stroke-dasharray"), "{svg}");
    let svg = drawn(&["--histogram", "com.z"]);
    assert!(svg.contains("Beyond the axis: com.z &lt; 9 at 9") && !svg.contains("stroke-dasharray"), "{svg}");
    assert!(!drawn(&["--histogram", "com.x"]).contains("Dashed"));
}

/// Colours of the stops of the colour scale, from its low end.
fn stops(svg: &str) -> Vec<&str> {
    svg.split("stop-color=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn labels_limits_and_colours_are_those_asked_for() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], &[]);
    let cloud = ["--x", "mass", "--y", "spin", "--colour", "com.z"];
    let drawn = |more: &[&str]| drawn(folder.path(), &[&cloud[..], more].concat()).0;
    let svg = drawn(&["--title", "A top", "--xlabel", "mass m (kg)", "--ylabel", "spin", "--xlim", "14.5,15.5"]);
    let inside = column(folder.path(), "mass").iter().filter(|m| (14.5..=15.5).contains(*m)).count();
    assert!((20..50).contains(&inside));
    assert_eq!(svg.matches("h0").count(), inside);
    assert!(svg.contains(&format!("Not drawn: {} outside the limits", 64 - inside)), "{svg}");
    for label in [">A top<", ">mass m (kg)<", ">spin<"] {
        assert!(svg.contains(label), "{label}");
    }
    assert!(!svg.contains("Monte Carlo"));

    // values beyond the range have the colour of its end, and the arrows are explained
    let values = column(folder.path(), "com.z");
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    let clim = format!("{},{}", sorted[10], sorted[59]);
    let svg = drawn(&["--clim", &clim, "--clabel", "height"]);
    assert!(svg.contains(">height (10"), "{svg}");
    assert!(svg.contains("Arrows of the colour bar: 10 members below, 4 members above its range"), "{svg}");

    let diverging = drawn(&["--colours", "diverging"]);
    let colours = stops(&diverging);
    let grey = colours[colours.len() / 2];
    let [r, g, b] = [1, 3, 5].map(|i| u8::from_str_radix(&grey[i..i + 2], 16).expect("a colour"));
    assert!(r.abs_diff(g) < 3 && g.abs_diff(b) < 3 && r > 210, "{grey}");
    // zero is in the middle, and all values are below it
    assert!(values.iter().all(|v| *v < 0.0) && diverging.contains(">0<") && diverging.contains(">1<"));
    let cyclic = drawn(&["--colours", "cyclic", "--clim", "-0.002,0.002"]);
    assert_eq!(stops(&cyclic).first(), stops(&cyclic).last());
    assert!(!cyclic.contains("Arrow"));

    let refused = |more: &[&str], reason: &str| refused(folder.path(), &[&cloud[..], more].concat(), reason);
    refused(
        &["--colours", "cyclic"],
        "--colours cyclic shows angles in rad or deg, but com.z has the unit m; --clim A,B",
    );
    refused(&["--colours", "rainbow"], "[possible values: sequential, diverging, cyclic]");
    refused(&["--xlim", "3,1"], "invalid value '3,1' for '--xlim <A,B>': the first is to be the lesser one: 1,3");
    refused(&["--ylim", "1,nan"], "'--ylim <A,B>': limits are two finite numbers");
    refused(&["--log", "x", "--xlim", "-1,3"], "--xlim begins at -1, but --log x shows positive values alone");
    refused(
        &["--xlim", "1,2"],
        "nothing to draw: no member of results/members.csv completed with finite values of mass",
    );
    let plain = |more: &[&str], reason: &str| {
        self::refused(folder.path(), &[&["--x", "mass", "--y", "spin"], more].concat(), reason);
    };
    plain(&["--clim", "0,1"], "--clim gives the range of the colours, but no --colour names its column");
    plain(&["--clabel", "height"], "--clabel names the colour bar, but no --colour names its column");
    plain(&["--colours", "diverging"], "--colours chooses a colour map, but no --colour names its column");
    self::refused(folder.path(), &["--histogram", "mass", "--xlim", "1,2"], "has a finite value of mass within --xlim");
}

/// The text from one mark in a PDF document to the next, of which there is one.
fn between<'a>(pdf: &'a str, from: &str, to: &str) -> &'a str {
    let start = pdf.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    &pdf[start..start + pdf[start..].find(to).unwrap_or_else(|| panic!("no {to}"))]
}

/// Checks the table of places of a document, and returns what is drawn.
fn content(pdf: &[u8]) -> String {
    // bytes as letters, so that places are those of bytes
    let text: String = pdf.iter().map(|byte| char::from(byte & 0x7f)).collect();
    assert!(pdf.starts_with(b"%PDF-1.5\n") && text.ends_with("%%EOF\n"));
    let table: usize = between(&text, "startxref\n", "\n").parse().expect("a place");
    let lines: Vec<&str> = text[table..].lines().collect();
    let size: usize = lines[1].strip_prefix("0 ").and_then(|n| n.parse().ok()).expect("a size");
    assert!(lines[0] == "xref" && lines[2] == "0000000000 65535 f " && lines[2 + size] == "trailer");
    for (number, line) in lines[3..2 + size].iter().enumerate() {
        assert!(line.len() == 19 && line.ends_with(" 00000 n "), "{line:?}");
        let place: usize = line[..10].parse().expect("a place");
        assert!(text[place..].starts_with(&format!("{} 0 obj\n", number + 1)), "{line}");
    }
    assert!(lines[3 + size].contains(&format!("/Size {size} /Root 1 0 R")), "{}", lines[3 + size]);
    let length: usize = between(&text, "/Length ", " ").parse().expect("a length");
    let start = text.find("stream\n").expect("a stream") + 7;
    assert!(text[start + length..].starts_with("\nendstream\n"));
    let mut drawn = String::new();
    let mut decoder = flate2::read::ZlibDecoder::new(&pdf[start..start + length]);
    std::io::Read::read_to_string(&mut decoder, &mut drawn).expect("a compressed stream");
    drawn
}

#[test]
fn a_picture_for_a_journal_is_as_wide_as_its_column() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], &[]);
    let cloud = ["plot", "results", "--x", "mass", "--y", "spin", "--colour", "com.z", "--force"];
    let draw = |more: &[&str]| {
        let output = gyrosweep(folder.path(), &[&cloud[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = draw(&["--style", "paper", "--out", "p.pdf"]);
    assert!(
        said.contains("64 members, one dot each\n64 of 64 members have outputs\n64 members drawn in p.pdf"),
        "{said}"
    );
    let pdf = std::fs::read(folder.path().join("p.pdf")).expect("picture");
    let drawn = content(&pdf);
    let text = String::from_utf8_lossy(&pdf);
    let width: f64 = between(&text, "/MediaBox [0 0 ", " ").parse().expect("a width");
    assert!((width / 72.0 * 25.4 - 86.0).abs() < 0.5, "{width}");
    let dots = drawn.lines().filter(|l| l.contains(" RG ") && l.ends_with(" l S")).map(|l| l.matches(" m ").count());
    assert_eq!(dots.sum::<usize>(), 64);
    assert!(drawn.contains("/S0 sh") && text.contains("/ShadingType 2"));
    // the page is white, and all letters are black
    assert!(drawn.contains("1.000 1.000 1.000 rg 0 0 406 "), "{}", &drawn[..200]);
    let letters = drawn.lines().filter(|l| l.contains(" rg ") && l.contains(" c ") && l.ends_with("f"));
    assert!(letters.clone().count() > 10 && letters.clone().all(|l| l.starts_with("0.000 0.000 0.000 rg ")));

    // as a card the title and the caption are on the page
    assert!(draw(&["--out", "p.pdf"]).starts_with("64 members drawn in p.pdf"));
    let card = std::fs::read(folder.path().join("p.pdf")).expect("picture");
    assert!(content(&card).lines().count() > drawn.lines().count());
    draw(&["--style", "paper", "--title", "Tops", "--out", "p.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("p.svg")).expect("picture");
    assert!(svg.contains("width=\"243.6pt\"") && svg.contains(">Tops</text>") && !svg.contains("one dot each</text>"));
    draw(&["--style", "paper", "--out", "p.png"]);
    let image = std::fs::File::open(folder.path().join("p.png")).expect("picture");
    let reader = png::Decoder::new(std::io::BufReader::new(image)).read_info().expect("an image");
    assert_eq!(reader.info().width, 5 * 406);
}

//! `gyrosweep interpolate`: values of the reference through the program, and what it refuses.

use crate::common::golden;
use crate::common::place::Place;
use serde_json::Value;
use std::fmt::Write as _;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// A table of poses at times, with quaternions; every other one with its other sign.
fn table(times: &[f64], poses: &[(Vec<f64>, Vec<f64>)]) -> String {
    let mut text = "time,x,y,z,qw,qx,qy,qz\n".to_string();
    for (k, (time, (position, quaternion))) in times.iter().zip(poses).enumerate() {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        let row = [*time].into_iter().chain(position.iter().copied()).chain(quaternion.iter().map(|q| q * sign));
        let row: Vec<String> = row.map(|x| format!("{x:?}")).collect();
        writeln!(text, "{}", row.join(",")).expect("text");
    }
    text
}

fn poses(case: &Value) -> Vec<(Vec<f64>, Vec<f64>)> {
    let pose = |pose: &Value| (numbers(&pose["position"]), numbers(&pose["quaternion"]));
    case["poses"].as_array().expect("poses").iter().map(pose).collect()
}

/// Runs the program, and returns its exit code with what it wrote to standard output and to standard error.
fn said(place: &Place, arguments: &[&str]) -> (i32, String, String) {
    let output = place.output(&[&["interpolate"], arguments].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

/// The rows of a table, with the names of its columns.
fn rows(place: &Place, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = std::fs::read_to_string(place.path().join(name)).expect("a table");
    let mut lines = text.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
    (lines.next().expect("a head"), lines.collect())
}

#[test]
fn the_reference_through_the_program() {
    let golden = golden("p15_motion.json");
    let place = Place::new("");
    let mut compared = 0;
    for case in golden["interpolation"]["cases"].as_array().expect("cases") {
        let (basis, period) = match case["basis"].as_str().expect("a basis") {
            "lagrange_equispaced" => ("lagrange", None),
            "bspline_clamped" => continue,
            basis @ ("fourier" | "bspline_periodic") => (basis, Some("2")),
            basis => (basis, None),
        };
        // over two seconds from the third on: the time of a parameter, and the rate of parameters
        let rate = if period.is_some() { std::f64::consts::PI } else { 1.0 };
        let time = |eta: f64| if period.is_some() { 3.0 + eta / rate } else { 4.0 + eta };
        let times: Vec<f64> = numbers(&case["nodes"]).into_iter().map(time).collect();
        std::fs::write(place.path().join("poses.csv"), table(&times, &poses(case))).expect("a table");
        for (metric, name) in [
            ("matrix", "matrix"),
            ("quaternion", "quaternion"),
            ("geodesic", "geodesic"),
            ("wiener_milenkovic", "implicit_wiener_milenkovic"),
        ] {
            let points = case["points"].as_array().expect("points");
            if points[0]["metrics"].get(name).is_none() {
                continue;
            }
            let at: Vec<String> = points.iter().map(|point| format!("{:?}", time(number(&point["eta"])))).collect();
            let at = at.join(",");
            let mut arguments = vec!["poses.csv", "--out", "out.csv", "--force", "--derivatives", "2", "--at", &at];
            arguments.extend(["--basis", basis, "--metric", metric]);
            arguments.extend(period.iter().flat_map(|period| ["--period", *period]));
            let (code, out, error) = said(&place, &arguments);
            assert_eq!(code, 0, "{basis} {metric}: {out}{error}");
            for (row, point) in rows(&place, "out.csv").1.iter().zip(points) {
                let found: Vec<f64> = row[1..20].iter().map(|x| x.parse().expect("a number")).collect();
                let expected = &point["metrics"][name];
                let close = |found: &[f64], key: &Value, factor: f64, tolerance: f64| {
                    let expected: Vec<f64> = numbers(key).iter().map(|x| x * factor).collect();
                    let off = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                    assert!(off < tolerance, "{basis} {metric} {}: {off:e}", row[0]);
                };
                // rounding of times, and of velocities the slope of weights, are in the errors
                close(&found[..3], &expected["pose"]["position"], 1.0, 1e-13);
                let quaternion = numbers(&expected["pose"]["quaternion"]);
                let sign = quaternion.iter().zip(&found[3..7]).map(|(a, b)| a * b);
                close(&found[3..7], &expected["pose"]["quaternion"], sign.sum::<f64>().signum(), 1e-13);
                close(&found[7..13], &expected["curvature"], rate, 1e-11);
                // a derivative of 2e4 has a slope of 2e6, by which a rounded time of 4.85 s changes it by 1e-9
                let size = numbers(&expected["curvature_derivative"]).into_iter().fold(0.0, |a: f64, b| a.max(b.abs()));
                close(&found[13..19], &expected["curvature_derivative"], rate * rate, 1e-9f64.max(1e-13 * size));
                assert_eq!(row[20], "found");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 135, "poses of five bases by four metrics, and of three by one");
}

/// A body that turns once about an axis that nods, while it moves along a circle.
fn turning(times: impl Iterator<Item = f64>) -> String {
    let mut text = "time [ms],x [mm],y [mm],z [mm],qw,qx,qy,qz\n".to_string();
    for t in times {
        let (a, b) = (std::f64::consts::PI * t, 0.15 * (4.0 * std::f64::consts::PI * t).sin());
        let q = [a.cos() * b.cos(), a.cos() * b.sin(), a.sin() * b.sin(), a.sin() * b.cos()];
        let sign = if q[0] < 0.0 { -1.0 } else { 1.0 };
        let [w, x, y, z] = q.map(|x| x * sign);
        let (along, across) = (1000.0 * (2.0 * a).cos(), 1000.0 * (2.0 * a).sin());
        writeln!(text, "{:?},{along:?},{across:?},5,{w:?},{x:?},{y:?},{z:?}", 1000.0 * t).expect("text");
    }
    text
}

#[test]
fn a_whole_turn_in_a_period_against_a_finer_table() {
    let place = Place::new("");
    let write = |name: &str, text: String| std::fs::write(place.path().join(name), text).expect("a table");
    write("poses.csv", turning((0..=32).map(|k| f64::from(k) / 32.0)));
    write("finer.csv", turning((0..=200).map(|k| f64::from(k) / 200.0)));
    let record = |arguments: &[&str]| -> (i32, String, Value) {
        let common = ["poses.csv", "--out", "o.parquet", "--against", "finer.csv", "--json", "o.json", "--force"];
        let (code, out, error) = said(&place, &[&common[..], arguments].concat());
        let text = std::fs::read_to_string(place.path().join("o.json"));
        (code, out, serde_json::from_str(&text.unwrap_or_else(|_| panic!("{error}"))).expect("JSON"))
    };
    for (basis, metric, largest) in [
        ("fourier", "quaternion", 1e-12),
        ("fourier", "matrix", 1e-7),
        ("bspline", "quaternion", 1e-2),
        ("bspline_periodic", "quaternion", 3e-4),
        ("bspline_periodic", "matrix", 3e-3),
    ] {
        let (code, out, found) = record(&["--basis", basis, "--metric", metric, "--plot", "errors.png"]);
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("largest errors against 201 rows of finer.csv: position "), "{out}");
        assert_eq!(out.contains("odd number of turns"), basis != "bspline", "{out}");
        assert_eq!(out.contains("halves of odd numbers"), basis == "fourier" && metric == "quaternion", "{out}");
        let [off, angle] = ["position", "angle"].map(|key| number(&found["against"][key]));
        assert!(off < largest && angle < largest, "{basis} {metric}: {off:e} m, {angle:e} rad");
        assert_eq!((found["sign_flips"].as_u64(), found["outcomes"]["found"].as_u64()), (Some(1), Some(201)));
    }
    let picture = std::fs::read(place.path().join("errors.png")).expect("a picture");
    assert_eq!(&picture[1..4], b"PNG");
    // all poses have weight, half of them beyond half a turn
    let (code, out, found) = record(&["--basis", "fourier", "--metric", "geodesic", "--points", "11"]);
    assert_eq!(code, 3, "{out}");
    assert!(number(&found["outcomes"]["antipodal"]) > 5.0, "{found}");
}

/// Rows of a steady spin that turn by 1.1 rad each: velocities at rows by angles that go on from row to row, and a warning where the
/// metric makes another spin of them.
#[test]
fn a_spin_by_more_than_a_radian_from_row_to_row() {
    let place = Place::new("");
    let mut text = "time,x,y,z,qw,qx,qy,qz\n".to_string();
    for k in 0..4 {
        let half: f64 = 0.55 * f64::from(k);
        writeln!(text, "{:?},0,0,0,{:?},0,0,{:?}", 0.1 * f64::from(k), half.cos(), half.sin()).expect("text");
    }
    std::fs::write(place.path().join("poses.csv"), text).expect("a table");
    // the slopes of the polynomial through four rows at the first one, times 4 tan(phi/4) of the others
    let parameter = |k: f64| 4.0 * (0.275 * k).tan();
    let by_parameters = (3.0 * parameter(1.0) - 1.5 * parameter(2.0) + parameter(3.0) / 3.0) / 0.1;
    for (metric, expected, warns) in [("geodesic", 11.0, false), ("wiener_milenkovic", by_parameters, true)] {
        let at = ["poses.csv", "--out", "out.csv", "--metric", metric, "--at", "0,0.3", "--force"];
        let (code, out, error) = said(&place, &at);
        assert_eq!(code, 0, "{out}{error}");
        for row in rows(&place, "out.csv").1 {
            let velocity: f64 = row[13].parse().expect("a number");
            assert!((velocity - expected).abs() < 1e-10, "{metric} at {}: {velocity}", row[0]);
        }
        let warning = "the body turns by 1.1 rad from row 1 to the next one";
        assert_eq!(error.contains(warning), warns, "{metric}: {error}");
        assert_eq!(
            error.contains("metric wiener_milenkovic wobbles: the angular velocity of a steady spin"),
            warns,
            "{error}"
        );
    }
    let vectors = "time,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0,0,0,10,0,0\n2,0,0,0,20,0,0\n3,0,0,0,30,0,0\n";
    std::fs::write(place.path().join("vectors.csv"), vectors).expect("a table");
    let (.., error) = said(&place, &["vectors.csv", "--out", "vectors_out.csv"]);
    assert!(
        error.contains("vectors.csv:3: the rotation vector is 10 rad long, the first of 3 such rows, and"),
        "{error}"
    );
}

/// Measured poses: rows are moved, what was chosen is said and kept, and deviations come from the call or from the table.
#[test]
fn measured_poses_are_smoothed() {
    let place = Place::new("");
    let table = |deviations: &str, head: &str| {
        let mut text = format!("time,x,y,z,rx,ry,rz{head}\n");
        let mut state: u64 = 1;
        // errors of 1 mm and 1 mrad
        let mut off = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            3.4e-3 * ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        };
        for k in 0..30 {
            let t = 0.1 * f64::from(k);
            let row = [t.sin(), t, 0.0, 0.0, 0.0, 0.5 * t].map(|exact| format!("{:?}", exact + off()));
            writeln!(text, "{t:?},{}{deviations}", row.join(",")).expect("text");
        }
        text
    };
    std::fs::write(place.path().join("poses.csv"), table("", "")).expect("a table");
    std::fs::write(place.path().join("known.csv"), table(",1,1", ",deviation_position [mm],deviation_rotation [mrad]"))
        .expect("a table");
    std::fs::write(place.path().join("half.csv"), table(",1", ",deviation_position [mm]")).expect("a table");
    for arguments in [
        &["poses.csv", "--smoothing", "gcv"][..],
        &["poses.csv", "--deviations", "1e-3,1e-3"][..],
        &["known.csv", "--smoothing", "deviations"][..],
        &["known.csv", "--smoothing", "gcv", "--degree", "5"][..],
    ] {
        let (code, out, error) =
            said(&place, &[arguments, &["--out", "out.csv", "--json", "out.json", "--force", "--at", "1.5"]].concat());
        assert_eq!(code, 0, "{out}{error}");
        assert!(out.contains("poses are smoothed: positions by the factor "), "{out}");
        let text = std::fs::read_to_string(place.path().join("out.json")).expect("a record");
        let record: Value = serde_json::from_str(&text).expect("JSON");
        for figures in record["smoothing"].as_array().expect("figures of positions and rotations") {
            let [moved, freedom] = ["moved", "freedom"].map(|key| number(&figures[key]));
            assert!((8e-4..1.8e-3).contains(&moved) && (1.9..20.0).contains(&freedom), "{arguments:?}: {figures}");
        }
        let row = &rows(&place, "out.csv").1[0];
        let spin: f64 = row[13].parse().expect("a number");
        assert!((spin - 0.5).abs() < 4e-3, "{arguments:?}: {spin}");
    }
    for (arguments, message) in [
        (&["poses.csv", "--smoothing", "deviations"][..], "--smoothing deviations: standard deviations are not known"),
        (&["poses.csv", "--smoothing=-1"][..], "accepted: gcv, deviations, or a number from 0 on"),
        (&["poses.csv", "--deviations", "1"][..], "--deviations: accepted: two numbers"),
        (&["half.csv", "--smoothing", "gcv"][..], "found the column `deviation_position` alone"),
    ] {
        let (code, _, error) = said(&place, &[arguments, &["--out", "out.csv", "--force"]].concat());
        assert!(code == 2 && error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn times_without_an_answer_have_an_empty_row() {
    let place = Place::new("");
    let half_a_turn = "time,x,y,z,rx,ry,rz [rev]\n0,0,0,0,0,0,0\n1,1,0,0,0,0,0.5\n";
    std::fs::write(place.path().join("poses.csv"), half_a_turn).expect("a table");
    let arguments = ["poses.csv", "--out", "out.csv", "--basis", "lagrange", "--at", "0.25,0.5"];
    let (code, _, error) = said(&place, &arguments);
    assert_eq!(code, 3);
    assert!(error.contains("at 1 of 2 times the metric matrix has no answer (1 no_minimum)"), "{error}");
    assert!(error.contains("--metric quaternion at all of them, --metric geodesic at all of them"), "{error}");
    let (names, rows) = rows(&place, "out.csv");
    assert_eq!(names.join(","), "time,x,y,z,qw,qx,qy,qz,u.x,u.y,u.z,k.x,k.y,k.z,outcome");
    assert_eq!((rows[0][14].as_str(), rows[1].join(",").as_str()), ("found", "0.5,,,,,,,,,,,,,,no_minimum"));
}

#[test]
fn many_rows_and_weights_that_oscillate() {
    let place = Place::new("");
    std::fs::write(place.path().join("many.csv"), turning((0..5000).map(|k| f64::from(k) / 2500.0))).expect("a table");
    let at = ["many.csv", "--out", "out.csv", "--at", "1.00013"];
    let (code, out, error) = said(&place, &at);
    assert_eq!(code, 0, "{out}{error}");
    let (.., error) = said(&place, &[&at[..], &["--basis", "lagrange", "--force"]].concat());
    assert!(
        error.contains("--basis lagrange: found 5000 rows; accepted: at most 2000, any number with bspline"),
        "{error}"
    );
    std::fs::write(place.path().join("few.csv"), turning((0..41).map(|k| f64::from(k) / 40.0))).expect("a table");
    let (.., error) = said(&place, &["few.csv", "--out", "few_out.csv", "--basis", "lagrange"]);
    assert!(error.contains("add up to as much as"), "{error}");
}

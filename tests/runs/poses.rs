//! Means of rotations and poses over members: as the members say, whatever is kept of them, and never number by number.

use crate::common::place::Place;
use crate::common::*;
use gyrosweep::ensemble::{BackendPool, Statistics, summarize};
use gyrosweep::gpu::Arithmetic;
use gyrosweep::io::manifest::{PoseFigures, RunManifest};
use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::Precision;
use gyrosweep::statistics::BLOCK;

const OUTPUTS: &str = "[[output]]\nname = \"q\"\nquantity = \"quaternion\"\nbody = \"top\"\n[[output]]\nname = \
                       \"psi\"\nquantity = \"rotation_vector\"\nbody = \"top\"\nunit = \"deg\"\n[[output]]\nname = \
                       \"axes\"\nquantity = \"rotation_matrix\"\nbody = \"top\"\n[[output]]\nname = \"pose\"\nquantity = \
                       \"pose\"\nbody = \"top\"\npoint = [0, 0.1, 0]\n";

/// Tops that turn differently far, some of which fail.
fn text(members: usize) -> String {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_sweep.toml")).expect("scenario");
    let replaced = text
        .replace("members = 16384", &format!("members = {members}"))
        .replace("step = 1e-4", "step = 1e-3")
        .replace("duration = 0.1", "duration = 0.006")
        .replace("normal = [150.0, 2.0]", "normal = [150.0, 60.0]")
        .replace("uniform = [14.0, 16.0]", "uniform = [-0.1, 16.0]");
    let (before, after) = replaced.split_once("[plan]").expect("a plan");
    format!("{before}{OUTPUTS}[plan]{after}")
}

fn rotation(pose: &PoseFigures) -> UnitQuaternion<f64> {
    UnitQuaternion::from_slice(&pose.quaternion.expect("a mean"))
}

fn angle(a: &PoseFigures, b: &PoseFigures) -> f64 {
    rotation(a).inverse().compose(rotation(b)).log().norm()
}

/// Fails where the covariances of two figures differ.
fn compare_covariances(a: &PoseFigures, b: &PoseFigures, accepted: f64) {
    let [a, b] = [a, b].map(|pose| pose.covariance.clone().expect("a covariance"));
    for i in 0..a.len() {
        for j in 0..a.len() {
            let scale = (b[i][i] * b[j][j]).sqrt();
            assert!((a[i][j] - b[i][j]).abs() <= accepted * scale, "{i} {j}: {:e} {:e}", a[i][j], b[i][j]);
        }
    }
}

#[test]
fn a_run_has_the_means_of_its_rotations() {
    let place = Place::new(&text(3000));
    let run = |further: &[&str]| {
        let output = place.output(&[&["run", "top.toml", "--backend", "cpu", "--format", "csv"], further].concat());
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let page = run(&["--out", "members"]);
    run(&["--out", "sums", "--statistics"]);
    let [members, sums] = ["members", "sums"].map(|folder| place.manifest(folder));
    let names = |manifest: &RunManifest| manifest.poses.iter().map(|pose| pose.name.clone()).collect::<Vec<_>>();
    assert_eq!(
        (names(&members), names(&sums)),
        (vec!["q", "psi", "axes", "pose"].into_iter().map(String::from).collect(), names(&members))
    );
    assert!(page.contains("Fréchet mean of") && !page.contains("q.w") && page.contains("pose.x"), "{page}");
    let kept = &members.poses;
    for (kept, summed) in kept.iter().zip(&sums.poses) {
        assert_eq!((kept.count, summed.count), (members.members_with_outputs, members.members_with_outputs));
        assert!(kept.count < 3000 && kept.error.unwrap() < 1e-12 && summed.error.unwrap() < 1e-6);
        assert!(angle(kept, summed) <= summed.error.unwrap(), "{}: {:e}", kept.name, angle(kept, summed));
        assert!(angle(kept, summed) < 1e-9, "{}: {:e}", kept.name, angle(kept, summed));
        compare_covariances(kept, summed, 1e-3);
        // all four outputs are of one body
        assert!(angle(kept, &members.poses[0]) < 1e-13, "{}", kept.name);
    }
    compare_covariances(&kept[1], &kept[0], 1e-10);
    compare_covariances(&kept[2], &kept[0], 1e-10);
    assert_eq!(kept[3].covariance.as_ref().unwrap().len(), 6);
    // no number of a rotation has a mean: in the manifests, and in the table
    for output in members.outputs.iter().chain(&sums.outputs) {
        let is_number = ["q.", "psi.", "axes.", "pose.q"].iter().any(|start| output.name.starts_with(start));
        let means = [output.mean, output.std, output.quantile_05, output.quantile_50, output.quantile_95];
        assert_eq!(means.iter().all(Option::is_none), is_number, "{}", output.name);
        assert!(output.min.is_some() && output.max.is_some());
    }
    let read = |file: &str| std::fs::read_to_string(place.path().join(file)).unwrap();
    let statistics = read("sums/statistics.csv");
    let row = statistics.lines().find(|line| line.starts_with("q.w,")).unwrap();
    assert!(row.contains(",,,,"), "{row}");
    let table = read("sums/poses.csv");
    assert!(table.starts_with("output,count,x,y,z,qw,qx,qy,qz,error,largest_angle"), "{table}");
    assert_eq!(table.lines().count(), 5);

    run(&["--out", "a", "--statistics", "--shard", "1/2"]);
    run(&["--out", "b", "--statistics", "--shard", "2/2"]);
    let merged = place.output(&["merge", "a", "b", "--out", "merged"]);
    // some members have no outputs
    assert_eq!(merged.status.code(), Some(3), "{}", String::from_utf8_lossy(&merged.stderr));
    assert_eq!(read("merged/poses.csv"), table);
    assert_eq!(place.manifest("merged").poses, sums.poses);
}

#[test]
fn chunks_and_devices_do_not_change_the_means() {
    let s = parse(&text(5 * BLOCK));
    let of = |backend: &dyn gyrosweep::ensemble::Backend, chunk: usize| -> Statistics {
        let pool = BackendPool::new(vec![backend]).with_chunk(chunk).with_blocks(BLOCK);
        summarize(&s.study, &pool, &[], |_| {}).unwrap_or_else(|e| panic!("{e}"))
    };
    let backends = cpu_backends();
    let expected = of(backends[2].1.as_ref(), BLOCK);
    for (name, backend) in &backends[1..] {
        assert!(of(backend.as_ref(), 2 * BLOCK) == expected, "{name}");
    }
    let Some(gpu) = gpu_with_arithmetic(&s, Precision::Double, Arithmetic::Exact) else { return };
    if gpu.arithmetic() == Arithmetic::Exact {
        assert!(of(&gpu, 1 << 20) == expected, "not the same bits");
    }
}

/// Members of a grid come in its order: the first ones are far from the mean of all, so others are looked at.
#[test]
fn a_grid_has_its_mean_within_a_small_error() {
    let (before, _) = text(1).split_once("[plan]").map(|(a, b)| (a.to_string(), b.to_string())).expect("a plan");
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 10.0, max = 250.0, count = 4 }\nmass = { min = 10.0, max = 16.0, count = 1024 }\n";
    let place = Place::new(&(before + plan));
    for (folder, further) in [("members", None), ("sums", Some("--statistics"))] {
        let run = ["run", "top.toml", "--backend", "cpu", "--out", folder].into_iter().chain(further);
        let output = place.output(&run.collect::<Vec<_>>());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let [members, sums] = ["members", "sums"].map(|folder| place.manifest(folder).poses[0].clone());
    let error = angle(&members, &sums);
    assert!(members.largest_angle.unwrap() > 0.5, "{:?}", members.largest_angle);
    assert!(error <= sums.error.unwrap() && sums.error.unwrap() < 1e-6, "{error:e} {:?}", sums.error);
}

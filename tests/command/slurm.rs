//! `examples/slurm/array.sh`: the parts of a plan as tasks of an array.

use crate::common::place::Place;
use std::path::Path;
use std::process::Command;

const SWEEP: &str = include_str!("../../scenarios/heavy_top_sweep.toml");

/// Runs the script as Slurm does.
fn script(place: &Place, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/slurm/array.sh"));
    command.args(arguments).env("GYROSWEEP", env!("CARGO_BIN_EXE_gyrosweep")).current_dir(place.path());
    let output = command.envs(variables.iter().copied()).output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    error
}

#[test]
fn an_array_of_tasks_gives_the_table_of_one_run() {
    let place = Place::new(&SWEEP.replace("16384", "300"));
    let run = place.output(&["run", "top.toml", "--out", "whole"]);
    assert!(run.status.success());
    let task = |id: &str| {
        let variables = [("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_COUNT", "3")];
        script(&place, &["top.toml", "results/top"], &variables)
    };
    // in any order, and one of them twice
    for id in ["7", "5", "6", "5"] {
        task(id);
    }
    script(&place, &["top.toml", "results/top", "merge", "3"], &[]);
    let table = |folder: &str| std::fs::read(place.path().join(folder).join("members.parquet")).expect("a table");
    assert_eq!(table("whole"), table("results/top"));
}

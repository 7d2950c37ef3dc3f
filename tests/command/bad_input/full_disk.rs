//! A disk that is full or becomes so, and a run that goes on when there is room again.

use super::{Answer, Place, TOP};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::process::Command;

/// Runs the program with results on a disk of a few KiB, which holds what is in `before`, and copies what is there afterwards to
/// `copy`; `None` where no such disk can be made.
fn on_a_small_disk(place: &Place, kib: u32, arguments: &[&str]) -> Option<Answer> {
    const SMALL_DISK: &str = "mkdir full && mount -t tmpfs -o size=\"$1\" tmpfs full || exit 99; shift; \
                              if [ -d before ]; then cp before/* full || exit 98; fi; \
                              \"$@\"; code=$?; cp -r full copy; exit $code";
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc/self/status");
    let capabilities = status.lines().find_map(|line| line.strip_prefix("CapEff:")).expect("capabilities");
    let capabilities = u64::from_str_radix(capabilities.trim(), 16).expect("a hexadecimal number");
    let may_mount = capabilities >> 21 & 1 == 1;
    // a mount of its own that ends with the process; without the right, in a user namespace of its own
    let namespaces: &[&str] = if may_mount { &["--mount"] } else { &["--mount", "--user", "--map-root-user"] };
    let mut command = Command::new("unshare");
    command.args(namespaces).args(["sh", "-c", SMALL_DISK, "sh"]).arg(format!("{kib}k"));
    command.arg(env!("CARGO_BIN_EXE_gyrosweep")).args(arguments).current_dir(place.path());
    let output = command.output().expect("unshare starts");
    let error = String::from_utf8(output.stderr).expect("text");
    let code = output.status.code().expect("an exit code");
    if place.path().join("copy").exists() {
        return Some(Answer { code, error });
    }
    assert!(!may_mount, "a disk can be mounted, but was not: {error}");
    eprintln!("skipped: no small disk can be mounted without the right to: {error}");
    None
}

#[test]
fn a_disk_that_becomes_full() {
    for (format, kib) in [("csv", 320), ("parquet", 160)] {
        let place = Place::new(TOP);
        let run = ["run", "top.toml", "--backend", "cpu", "--members", "4000", "--chunk", "500", "--out", "full/out"];
        let Some(answer) = on_a_small_disk(&place, kib, &[&run[..], &["--format", format]].concat()) else { return };
        let table = place.path().join("copy/out").join(format!("members.{format}"));
        let rows = match format {
            "csv" => place.read("copy/out/members.csv").lines().count() as i64 - 1,
            _ => {
                let reader = SerializedFileReader::new(std::fs::File::open(table).expect("a table")).expect("readable");
                let count =
                    reader.get_row_iter(None).expect("rows").fold(0, |n, row| row.map(|_| n + 1).expect("a row"));
                assert_eq!(count, reader.metadata().file_metadata().num_rows());
                count
            }
        };
        assert!(rows > 0 && rows < 4000 && rows % 500 == 0, "{rows} rows");
        let message = format!(
            "cannot write to the table full/out/members.{format}: the disk is full (No space left on device (os error \
             28)); the {rows} rows written before are kept and readable; free space there, or choose a folder on \
             another disk with --out"
        );
        assert_eq!(answer, Answer { code: 1, error: format!("error: {message}\n") });
        let manifest: serde_json::Value = serde_json::from_str(&place.read("copy/out/manifest.json")).expect("JSON");
        assert_eq!(manifest["complete"], false);
        assert_eq!(manifest["error"], message);
        assert_eq!(manifest["members"], 4000);
        assert_eq!((&manifest["members_written"], &manifest["state"]), (&rows.into(), &"stopped".into()));
        // elsewhere there is room
        let run = ["run", "top.toml", "--backend", "cpu", "--members", "4000", "--format", format];
        let on = place.run(&[&run[..], &["--out", "copy/out", "--resume"]].concat());
        assert_eq!(on, Answer { code: 0, error: String::new() });
        assert_eq!(place.run(&[&run[..], &["--out", "whole"]].concat()).code, 0);
        let table =
            |folder: &str| std::fs::read(place.path().join(folder).join(format!("members.{format}"))).expect("a table");
        assert!(table("copy/out") == table("whole"), "the bits of a run on a larger disk");
    }
}

#[test]
fn a_disk_that_is_full_from_the_start() {
    let rest = "the disk is full (No space left on device (os error 28)); free space there, or choose a folder on another \
                disk with --out";
    // the disk holds one page, which the next state of a table takes; the manifest, which says that the run has begun, has no room
    let place = Place::new(TOP);
    let Some(answer) = on_a_small_disk(&place, 1, &["run", "top.toml", "--out", "full/out"]) else { return };
    assert_eq!(answer, Answer { code: 1, error: format!("error: cannot write full/out/manifest.json: {rest}\n") });
}

/// What `--force` would replace stays whole where there is no room for what comes in its place, and nothing half is left.
#[test]
fn a_former_file_stays_whole_on_a_full_disk() {
    let place = Place::new(TOP);
    place.write("poses.csv", "time,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,1,0,0,0,0,0.1\n2,0,0,0,0,0,0\n3,1,0,0,0,0,0\n");
    assert_eq!(place.run(&["run", "top.toml", "--out", "r", "--format", "csv"]).code, 0);
    std::fs::create_dir(place.path().join("before")).expect("a folder");
    // the disk holds one page, which the former file takes
    let interpolate = ["interpolate", "poses.csv", "--out", "full/o.csv", "--points", "20000", "--force"];
    for (file, arguments) in [
        ("o.csv", &interpolate[..]),
        ("o.html", &["report", "r", "--out", "full/o.html", "--force"]),
        ("o.svg", &["plot", "r", "--x", "mass", "--y", "com.x", "--out", "full/o.svg", "--force"]),
        ("o.png", &["plot", "r", "--x", "mass", "--y", "com.x", "--out", "full/o.png", "--force"]),
    ] {
        place.write(&format!("before/{file}"), "former");
        let Some(answer) = on_a_small_disk(&place, 4, arguments) else { return };
        assert!(answer.code == 1 && answer.error.contains("the disk is full"), "{arguments:?}: {answer:?}");
        let there = place.files("copy");
        assert_eq!(there, [(file.to_string(), b"former".to_vec())], "{arguments:?}");
        for folder in ["copy", "full"] {
            std::fs::remove_dir_all(place.path().join(folder)).expect("a folder");
        }
        std::fs::remove_file(place.path().join("before").join(file)).expect("a file");
    }
}

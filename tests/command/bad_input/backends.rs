//! Backends, adapters and precisions that are asked for and are not there.

use super::{Answer, Place, TOP, has_gpu};
use gyrosweep::backends::BackendsError;
use gyrosweep::gpu::{AdapterReport, Arithmetic, GpuBackend, GpuError, GpuOptions, choose};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;
use std::path::Path;

#[cfg(target_os = "linux")]
#[test]
fn no_gpu() {
    let place = Place::new(TOP);
    let without_drivers = |arguments: &[&str], message: &str| {
        let mut command = place.command(&[&["run", "top.toml"], arguments].concat());
        command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent");
        assert_eq!(place.answer(&mut command), Answer { code: 2, error: format!("error: {message}\n") });
        assert!(!place.path().join("results").exists());
    };
    let none = "no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one";
    without_drivers(&["--backend", "gpu"], none);
    without_drivers(&["--backend", "gpu", "--precision", "f32"], none);
    without_drivers(
        &["--precision", "f32"],
        "--precision f32: no GPU was found, and the CPU backend computes in f64; choose --precision f64, or --backend gpu \
         for a software device that stands in for a GPU",
    );
}

/// Mesa's look for a display says nothing that looks as if it were ours.
#[cfg(target_os = "linux")]
#[test]
fn no_runtime_folder() {
    let place = Place::new(TOP);
    for folder in [None, Some("relative")] {
        let mut command = place.command(&["run", "top.toml", "--backend", "gpu", "--adapter", "no such adapter"]);
        match folder {
            Some(folder) => command.env("XDG_RUNTIME_DIR", folder),
            None => command.env_remove("XDG_RUNTIME_DIR"),
        };
        let answer = place.answer(&mut command);
        assert!(answer.code == 2 && answer.error.lines().count() == 1, "{answer:?}");
    }
}

/// What a device does wrong is no mistake of the input: exit code 1.
#[test]
fn devices_that_fail() {
    let adapter = || "Pipe".to_string();
    let lost = GpuError::Lost { adapter: adapter(), reason: "gone".into() };
    let not_opened = GpuError::Device { adapter: adapter(), reason: "Not enough memory left.".into() };
    let full = GpuError::OutOfMemory { adapter: adapter(), what: "allocating buffers" };
    for error in [lost.clone(), not_opened, full, GpuError::Hung { adapter: adapter(), what: "a dispatch" }] {
        assert!(!BackendsError::from(error.clone()).is_input(), "{error}");
    }
    assert!(!BackendsError::GpuPrecision { precision: Precision::Single, error: lost }.is_input());
    assert!(BackendsError::from(GpuError::NoAdapter).is_input());
    assert!(BackendsError::from(GpuError::NotShared { adapter: adapter(), why: "fuses".into() }).is_input());
}

/// What belongs to the kernels of a GPU, and to those of one precision.
#[test]
fn options_of_kernels() {
    let place = Place::new(TOP);
    let no_errors = "--fma: f32 has no errors of products; add --precision df64, or leave it out";
    place.refuses(&["kernel", "top.toml", "--fma"], no_errors);
    place.refuses(&["kernel", "top.toml", "--fma", "--precision", "f64"], &no_errors.replace("f32", "f64"));
    for option in [&["--fma"][..], &["--blocks"], &["--form", "unrolled"]] {
        let message = format!("{}: belongs to the kernels of a GPU; leave it out, or add --target gpu", option[0]);
        place.refuses(&[&["kernel", "top.toml", "--target", "cpu"], option].concat(), &message);
    }
    for options in [&["--fma", "--precision", "df64"][..], &["--blocks"]] {
        let answer = place.run(&[&["kernel", "top.toml"], options].concat());
        assert_eq!(answer, Answer { code: 0, error: String::new() }, "{options:?}");
    }
}

fn adapter(name: &str, software: bool, precisions: &[Precision]) -> AdapterReport {
    AdapterReport {
        name: name.into(),
        vendor: 0,
        driver: "made up".into(),
        kind: if software { "software" } else { "discrete GPU" },
        interface: "Vulkan".into(),
        software,
        precisions: precisions.to_vec(),
        arithmetic: Arithmetic::Exact,
        preserved_widths: Vec::new(),
        buffer_limit: 1 << 27,
        workgroup_limit: 65_535,
        thread_limit: 1024,
        binding_limit: 8,
    }
}

#[test]
fn the_choice_of_an_adapter() {
    use Precision::{Double, Single};
    let lacks = adapter("Radius 7", false, &[Single]);
    let slow = adapter("Pipe", true, &[Single, Double]);
    let full = adapter("Tesseract", false, &[Single, Double]);
    let place = |reports: &[AdapterReport], precision, software| {
        let options = GpuOptions { software, ..GpuOptions::new(precision) };
        choose(reports, &options).map(|choice| (choice.place, choice.remark))
    };

    assert_eq!(place(&[], Double, true), Err(GpuError::NoAdapter));
    assert_eq!(place(std::slice::from_ref(&slow), Single, false), Err(GpuError::NoAdapter));
    assert_eq!(place(std::slice::from_ref(&slow), Double, true), Ok((0, None)));
    assert_eq!(place(&[lacks.clone(), full.clone(), slow.clone()], Single, false), Ok((0, None)));
    assert_eq!(place(&[lacks.clone(), full.clone(), slow.clone()], Double, false), Ok((1, None)));
    assert_eq!(place(&[lacks.clone(), slow.clone()], Double, true), Ok((1, None)));

    let error = place(&[lacks.clone(), adapter("Radius 8", false, &[Single]), slow], Double, false).unwrap_err();
    assert_eq!(error, GpuError::NoPrecision { precision: "f64", adapters: "Radius 7, Radius 8".into() });
    assert_eq!(
        error.to_string(),
        "no adapter offers f64 (found: Radius 7, Radius 8); choose another --precision, or `--backend cpu`"
    );
    assert_eq!(
        place(&[], Double, true).unwrap_err().to_string(),
        "no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one"
    );
}

#[test]
fn the_choice_of_an_adapter_by_name() {
    use Precision::{Double, Single};
    let reports = [
        adapter("Radius 7", false, &[Single]),
        adapter("Radius 8", false, &[Single, Double]),
        adapter("Tesseract", false, &[Single, Double]),
        adapter("Pipe", true, &[Single, Double]),
    ];
    let place = |name: &str, precision| {
        let options = GpuOptions { adapter: Some(name.into()), ..GpuOptions::new(precision) };
        choose(&reports, &options).map(|choice| (choice.place, choice.remark))
    };
    // a part of the name, in any case; its number; the first of several, which is said
    assert_eq!(place("tess", Double), Ok((2, None)));
    assert_eq!(place("radius 8", Double), Ok((1, None)));
    assert_eq!(place("3", Single), Ok((2, None)));
    let remark =
        |wanted: &str, taken| format!("--adapter {wanted} means any of 1 Radius 7, 2 Radius 8; taken: {taken}");
    assert_eq!(place("RADIUS", Single), Ok((0, Some(remark("RADIUS", "1 Radius 7")))));
    assert_eq!(place("Radius", Double), Ok((1, Some(remark("Radius", "2 Radius 8")))));
    // a software device that is named is meant
    assert_eq!(place("pipe", Double), Ok((3, None)));
    // beyond the numbers, digits are a part of a name
    assert_eq!(place("7", Single), Ok((0, None)));
    let lacks = GpuError::NoPrecision { precision: "f64", adapters: "Radius 7".into() };
    assert_eq!(place("Radius 7", Double), Err(lacks));
    for wanted in ["Voodoo", "9", "0", "-1", ""] {
        assert_eq!(
            place(wanted, Single).unwrap_err().to_string(),
            format!(
                "--adapter {wanted}: there is no such adapter; accepted: a number or a part of a name of 1 Radius 7, 2 \
                 Radius 8, 3 Tesseract, 4 Pipe"
            )
        );
    }
}

#[test]
fn more_members_than_a_buffer_holds() {
    if !has_gpu(Precision::Double) {
        return;
    }
    let place = Place::new(TOP);
    let scenario = Scenario::parse(Path::new("top.toml"), TOP, Overrides::default()).expect("a scenario");
    let backend =
        GpuBackend::new(&scenario.study, &GpuOptions::new(Precision::Double).or_software()).expect("a backend");
    let (adapter, most) = (backend.adapter(), backend.chunk_limit());
    let members = most + 1;
    // the largest buffer holds the state, a quaternion and an angular velocity
    let bytes = members as u64 * 7 * 8;
    let (needed, limit) = if bytes > adapter.buffer_limit {
        (format!("a buffer of {bytes} bytes"), adapter.buffer_limit)
    } else {
        (format!("{} workgroups", members.div_ceil(64)), u64::from(adapter.workgroup_limit))
    };
    let members = members.to_string();
    place.refuses(
        &["run", "top.toml", "--backend", "gpu", "--members", &members, "--chunk", &members],
        &format!(
            "{members} members at a time need {needed}; {} allows {limit}, that is at most {most} members at a time: \
             choose --chunk {most} or less",
            adapter.name
        ),
    );
    // fewer members than the chunk could hold
    let fits = place.run(&["run", "top.toml", "--backend", "gpu", "--chunk", &members]);
    assert_eq!(fits, Answer { code: 0, error: String::new() });
}

//! `kernel --statistics`: what compilers of GPUs make of kernels. Mesa's driver for AMD compiles for cards that are not there.

use crate::common::place::gyrosweep;
use crate::common::root;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ICDS: &str = "/usr/share/vulkan/icd.d";

/// The description of a driver of Mesa, which begins with this word.
fn driver(name: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(ICDS).ok()?.map(|entry| entry.expect("an entry").path());
    files.into_iter().find(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(name)))
}

/// The drivers of Mesa for AMD and for the CPU. Where they are not installed, the test says so and is left out; where
/// `GYROSWEEP_REQUIRE_GPU` is set, it fails.
fn drivers() -> Option<[PathBuf; 2]> {
    let found = driver("radeon_icd").zip(driver("lvp_icd")).map(|(amd, cpu)| [amd, cpu]);
    if found.is_none() {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "Mesa's drivers are required in {ICDS}");
        eprintln!("skipped: {ICDS} lacks radeon_icd or lvp_icd (Debian: mesa-vulkan-drivers)");
    }
    found
}

/// `kernel FILE --statistics` with these drivers, for a Navi 21 that is not there.
fn command(drivers: &[&Path], file: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyrosweep"));
    let files: Vec<_> = drivers.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    command.arg("kernel").arg(root().join(file)).arg("--statistics").args(arguments);
    command.env("RADV_FORCE_FAMILY", "navi21").env("XDG_RUNTIME_DIR", "/tmp");
    command.env("VK_ICD_FILENAMES", files.join(":")).env("VK_DRIVER_FILES", files.join(":"));
    command
}

fn text(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The figures of a row, of `advance` and of `observe`.
fn figures(said: &str, name: &str) -> [f64; 2] {
    let row = said.lines().find_map(|line| line.strip_prefix(&format!("{name}  "))).unwrap_or_else(|| panic!("{said}"));
    let mut cells = row.split_whitespace().map(|cell| cell.replace(',', "").parse().expect("a number"));
    [cells.next().expect("advance"), cells.next().expect("observe")]
}

/// Upper bounds of the spilled vector registers of `advance`, per precision. Mesa 22.3.6 compiled the figures that are given
/// beside them; another version may spill some more, so bounds of figures above zero are 5 % higher.
fn spills(file: &str, bounds: &[(&str, f64)]) {
    let Some([amd, _]) = drivers() else { return };
    for (precision, most) in bounds {
        let said =
            text(&command(&[&amd], file, &["--precision", precision, "--form", "unrolled"]).output().expect(file));
        assert!(said.contains("RADV NAVI21") && said.contains(&format!("{precision}, unrolled, ")), "{said}");
        let [spilled, _] = figures(&said, "Spilled VGPRs");
        println!("{file}, {precision}: {spilled}");
        assert!(spilled <= *most, "{spilled} of at most {most} in\n{said}");
    }
}

#[test]
fn registers_of_the_rotor_suffice() {
    // 0, 0, 0
    spills("scenarios/rotor.toml", &[("f32", 0.0), ("f64", 0.0), ("df64", 0.0)]);
}

#[test]
fn registers_of_the_heavy_top_suffice() {
    // 0, 0, 0
    spills("scenarios/heavy_top.toml", &[("f32", 0.0), ("f64", 0.0), ("df64", 0.0)]);
}

#[test]
fn spills_of_the_puma() {
    // 0, 41, 301
    spills("benches/scenarios/puma.toml", &[("f32", 0.0), ("f64", 43.0), ("df64", 316.0)]);
}

#[test]
fn spills_of_a_chain_of_eight_bodies() {
    // 606
    spills("benches/scenarios/chain.toml", &[("f32", 636.0)]);
}

#[test]
fn a_driver_for_a_card_that_is_not_there_has_figures() {
    let Some([amd, _]) = drivers() else { return };
    let run =
        |arguments: &[&str]| text(&command(&[&amd], "scenarios/heavy_top.toml", arguments).output().expect("it runs"));
    let said = run(&[]);
    for part in ["Heavy top\n", "RADV NAVI21", "Mesa", "f32, unrolled, arithmetic exact", "step 454, "] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    assert!(!said.to_lowercase().contains("hash"), "{said}");
    for name in ["time to compile", "SPIR-V", "VGPRs", "Code size", "Instructions", "Subgroups per SIMD"] {
        let [advance, observe] = figures(&said, name);
        assert!(advance > 0.0 && observe > 0.0, "{name} in {said}");
    }
    let [advance, observe] = figures(&said, "Instructions");
    assert!(advance > 5.0 * observe, "steps are more than outputs: {said}");
    // the arithmetic is that of a run, of which nothing may be left out: exact double-float numbers are long
    let [double_float, _] = figures(&run(&["--precision", "df64"]), "Instructions");
    assert!(double_float > 5.0 * advance, "{double_float} instructions, {advance} in single precision");
    // members of equal steps begin on the device
    let head = |said: &str| said.lines().any(|line| line.split_whitespace().eq(["advance", "observe", "begin"]));
    assert!(head(&said), "{said}");
    // the same kernel once more is compiled once more
    let [again, _] = figures(&run(&["--precision", "df64"]), "time to compile");
    assert!(again > 0.05, "{again} s");
    let interpreted = run(&["--form", "interpreted", "--device", "navi"]);
    assert!(interpreted.contains("f32, interpreted, "), "{interpreted}");
    assert!(figures(&interpreted, "Instructions")[0] > 0.0);
    // tables, and Newton's method
    for file in ["scenarios/quarter_car.toml", "scenarios/slider_crank.toml"] {
        let said = text(&command(&[&amd], file, &[]).output().expect("it runs"));
        assert!(figures(&said, "Instructions")[0] > 0.0, "{said}");
    }
}

#[test]
fn a_driver_without_figures_has_the_time() {
    let Some([_, cpu]) = drivers() else { return };
    let said =
        text(&command(&[&cpu], "scenarios/heavy_top.toml", &["--adapter", "llvmpipe"]).output().expect("it runs"));
    for part in ["llvmpipe", "step 454, ", "at most 28 values", "reports no figures"] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    for name in ["time to compile", "SPIR-V"] {
        assert!(figures(&said, name).iter().all(|figure| *figure > 0.0), "{name} in {said}");
    }
    assert!(!said.contains("VGPRs"), "{said}");
}

#[test]
fn devices_that_are_not_meant() {
    let Some([amd, cpu]) = drivers() else { return };
    let refused = |drivers: &[&Path], arguments: &[&str]| {
        let output = command(drivers, "scenarios/heavy_top.toml", arguments).output().expect("it runs");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let both: [&Path; 2] = [&amd, &cpu];
    let error = refused(&both, &["--device", "voodoo"]);
    let beginning = "error: --device voodoo: there is no such device; accepted: a number or a part of a name of 1 ";
    assert!(error.starts_with(beginning) && error.contains("NAVI21") && error.contains("2 llvmpipe"), "{error}");
    let error = refused(&both, &["--device", "l"]);
    let beginning = "error: --device l: several devices have this in their names: 1 ";
    assert!(error.starts_with(beginning) && error.contains("NAVI21") && error.contains("2 llvmpipe"), "{error}");
    assert!(
        text(&command(&both, "scenarios/heavy_top.toml", &["--device", "1"]).output().expect("it runs"))
            .contains("NAVI21")
    );
    let error = refused(&[Path::new("/nonexistent")], &[]);
    let beginning = "error: --statistics: no device was found. The Vulkan loader and a driver are needed: ";
    assert!(error.starts_with(beginning) && error.contains("libvulkan1"), "{error}");
}

#[test]
fn options_of_other_kernels() {
    let folder = root();
    let refused = |arguments: &[&str], message: &str| {
        let all = [&["kernel", "scenarios/heavy_top.toml"], arguments].concat();
        let output = gyrosweep(&folder, &all);
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    };
    let cpu = "--statistics: belongs to the kernels of a GPU; leave it out, or add --target gpu";
    refused(&["--statistics", "--target", "cpu"], cpu);
    for option in [["--arithmetic", "exact"], ["--instructions", "avx2"]] {
        let message = format!("{}: belongs to machine code, and --statistics compiles for a GPU", option[0]);
        refused(&[&["--statistics"], &option[..]].concat(), &message);
    }
    refused(&["--device", "1"], "--statistics");
}

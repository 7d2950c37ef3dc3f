//! Kernels that are made wrong on purpose: the self-test sees each, and says what differs by how much.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use super::expressions::unit;
use super::*;
use crate::gpu::options::GpuOptions;

/// Returns a device of that precision, real or software. Where there is none the test says so and is skipped; where
/// `GYROSWEEP_REQUIRE_GPU` is set, it fails.
fn device(precision: Precision) -> Option<Device> {
    match Device::open(&GpuOptions::new(precision).or_software()) {
        Ok(device) => Some(device),
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped, {precision:?}: {error}");
            None
        }
    }
}

fn variant(precision: Precision, arithmetic: Arithmetic) -> Variant {
    Variant { arithmetic, ..precision.into() }
}

fn text(precision: Precision, arithmetic: Arithmetic) -> String {
    arithmetic::text(variant(precision, arithmetic)).unwrap()
}

/// Returns the result of the self-test on the kernel of a precision after a part of its text has been replaced.
fn result_on(precision: Precision, route: Arithmetic, from: &str, to: &str) -> Option<TestResult> {
    let device = device(precision)?;
    let text = text(precision, route);
    assert!(text.contains(from), "{from:?} in {text}");
    Some(arithmetic::judge(&device, variant(precision, route), &text.replace(from, to)).unwrap())
}

fn refuses(precision: Precision, route: Arithmetic, [from, to]: [&str; 2], words: &[&str]) {
    let Some(result) = result_on(precision, route, from, to) else { return };
    assert!(!result.passed, "{result:?}");
    for word in words {
        assert!(result.words.contains(word), "{word:?} in {:?}", result.words);
    }
}

const BOTH: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Driver];

#[test]
fn the_software_device_passes_by_both_routes() {
    for (precision, _) in crate::gpu::device::adapter::PRECISIONS {
        for route in BOTH {
            let Some(result) = result_on(precision, route, "results", "results") else { return };
            assert!(result.passed, "{precision:?}, {route}: {}", result.words);
            eprintln!("{precision:?}, {route}: {}", result.words);
        }
    }
}

#[test]
fn a_sum_that_loses_its_error_term_is_refused() {
    let lost = ["let error = (sum - opaque(total - share)) + (y - share);", "let error = 0.0f;"];
    let words = ["sums of 4096 terms", "plain ones by", "accepted: 1/256 of that"];
    let plain = lost[0].replace("opaque(", "(");
    refuses(Precision::Single, Arithmetic::Driver, lost, &words);
    refuses(Precision::Single, Arithmetic::Exact, [&plain, lost[1]], &words);
}

/// Without the barrier a driver that simplifies real arithmetic finds that the error term is zero.
#[test]
fn a_driver_that_simplifies_is_refused() {
    let bare = ["^ control.zero)", "^ 0u)"];
    let Some(device) = device(Precision::Single) else { return };
    for precision in [Precision::Single, Precision::DoubleFloat] {
        let result = result_on(precision, Arithmetic::Driver, bare[0], bare[1]).unwrap();
        // whether a driver does is its affair; the software device of Mesa does
        if device.report.name.contains("llvmpipe") {
            assert!(!result.passed, "{}", result.words);
        }
        eprintln!("{precision:?} without a barrier: {}", result.words);
    }
}

#[test]
fn a_root_in_single_precision_is_no_root_in_double() {
    let Some(device) = device(Precision::Double) else { return };
    let text = text(Precision::Double, Arithmetic::Exact);
    let coarse = "fn coarse(x: f64) -> f64 { return f64(sqrt(f32(x))); }";
    let text = format!("{coarse}\n{}", text.replace("sqrt(", "coarse("));
    for route in BOTH {
        let result = arithmetic::judge(&device, variant(Precision::Double, route), &text).unwrap();
        assert!(!result.passed, "{result:?}");
        for word in ["sqrt x is ", "off by ", "accepted: 6.7e-16 (the units that Vulkan allows a root", "at x = "] {
            assert!(result.words.contains(word), "{word:?} in {:?}", result.words);
        }
    }
}

/// The remainder of a fused product is not that of a rounded one.
#[test]
fn products_that_are_not_rounded_are_refused() {
    let Some(device) = device(Precision::Double) else { return };
    let text = text(Precision::Double, Arithmetic::Exact);
    let name = text.lines().find_map(|line| line.trim().strip_prefix("results[at(6u, k)] = ")).unwrap();
    let value = name.trim_end_matches(';');
    let fused = text.replace(&format!("results[at(6u, k)] = {value};"), "results[at(6u, k)] = 0.0lf;");
    let result = arithmetic::judge(&device, Precision::Double.into(), &fused).unwrap();
    assert!(!result.passed && result.words.contains("the error term of x * y"), "{result:?}");
    assert!(result.words.contains("accepted: no difference (exact by Knuth"), "{result:?}");
    // what the driver compiles promises no error term
    let result = arithmetic::judge(&device, variant(Precision::Double, Arithmetic::Driver), &fused).unwrap();
    assert!(result.passed, "{result:?}");
}

/// Errors of products by fma, where that is rounded once, and where it is rounded twice, as Vulkan allows.
#[test]
fn errors_of_products_by_fma_are_compared_bit_by_bit() {
    let Some(device) = device(Precision::DoubleFloat) else { return };
    let barrier = include_str!("../../../shaders/barrier.wgsl");
    let in_two = "fn in_two(a: f32, b: f32, c: f32) -> f32 { return opaque(a * b) + c; }";
    let once = "fn once(a: f32, b: f32, c: f32) -> f32 {
        let a_high = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
        let b_high = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
        let a_low = opaque(a - a_high);
        let b_low = opaque(b - b_high);
        return opaque(opaque(opaque(a_high * b_high + c) + a_high * b_low) + a_low * b_high) + a_low * b_low; }";
    let mut as_it_is = Vec::new();
    for arithmetic in BOTH {
        let by_fma = Variant { product_error: ProductError::Fused, ..variant(Precision::DoubleFloat, arithmetic) };
        let text = arithmetic::text(by_fma).unwrap();
        let with = |fma: &str| {
            let text = format!("{}\n{barrier}\n{in_two}\n{once}", text.replace("fma(", &format!("{fma}(")));
            arithmetic::judge(&device, by_fma, &text).unwrap()
        };
        let refused = with("in_two");
        assert!(!refused.passed, "{refused:?}");
        for word in ["the product of ", " by fma is off by ", "accepted: no difference"] {
            assert!(refused.words.contains(word), "{word:?} in {refused:?}");
        }
        let passes = with("once");
        assert!(passes.passed, "{arithmetic}: {passes:?}");
        let found = arithmetic::judge(&device, by_fma, &text).unwrap();
        eprintln!("{}, {arithmetic}, by fma: {}", device.report.name, found.words);
        as_it_is.push(found.passed);
    }
    // and kernels are of the variant that passes
    let support = support(&device, Precision::DoubleFloat, Arithmetic::Exact, Source::Measurement).unwrap();
    let place = usize::from(support.arithmetic.unwrap() == Arithmetic::Driver);
    assert_eq!(support.product_error == ProductError::Fused, as_it_is[place], "{support:?}");
    assert!(support.words.contains(&support.product_error.to_string()), "{support:?}");
    let by_fma_fails = support.words.contains("errors of products by fma fails: the product of");
    assert_eq!(by_fma_fails, support.product_error == ProductError::Split, "{support:?}");
}

#[test]
fn a_series_that_is_cut_short_is_refused() {
    refuses(
        Precision::Double,
        Arithmetic::Exact,
        ["2.7298671957896056e-15lf", "0.0lf"],
        &["the series of 1 - sin(y)/y"],
    );
}

#[test]
fn members_that_fail_must_be_seen() {
    for (precision, _) in crate::gpu::device::adapter::PRECISIONS {
        let blind = ["magnitude(state) >= 0x7149f2cau", "magnitude(state) >= 0x7f800000u"];
        refuses(
            precision,
            Arithmetic::Exact,
            blind,
            &["e30| >= 1e30 or not a number is 0.0 instead of 1.0", "members that fail would not be seen"],
        );
    }
}

#[test]
fn signed_zeros_that_are_lost_are_said() {
    for precision in [Precision::Single, Precision::Double] {
        let Some(mut device) = device(precision) else { return };
        let text = text(precision, Arithmetic::Exact);
        let lost = |device: &Device, text: &str| {
            let result = arithmetic::judge(device, precision.into(), text).unwrap();
            assert!(result.passed, "{result:?}");
            result.lost
        };
        assert_eq!(lost(&device, &text), None);
        let name = text.lines().find_map(|line| line.trim().strip_prefix("results[at(22u, k)] = ")).unwrap();
        let spoilt = text.replace(&format!("results[at(22u, k)] = {name}"), "results[at(22u, k)] = abs(state);");
        assert_eq!(lost(&device, &spoilt).unwrap(), "x + 0 is inf instead of -inf at x = -inf");
        // what is not asked for is up to the driver
        device.report.preserved_widths.clear();
        eprintln!("{precision:?}, not asked for: {:?}", lost(&device, &text));
    }
}

#[test]
fn what_an_adapter_lacks_is_said() {
    let Some(mut device) = device(Precision::Single) else { return };
    device.report.precisions = vec![Precision::Single];
    let support = support(&device, Precision::Double, Arithmetic::Exact, Source::Measurement).unwrap();
    assert_eq!((support.arithmetic, support.words.as_str()), (None, "the adapter has no 64-bit numbers (SHADER_F64)"));
    assert_eq!(
        settle(&device, Precision::Double, Arithmetic::Exact).unwrap_err().to_string(),
        format!(
            "{}: f64 is refused: the adapter has no 64-bit numbers (SHADER_F64); choose another --precision, or \
             `--backend cpu`",
            device.report.name
        )
    );
}

/// What a kernel that is wrong would bring back, made from what the CPU does.
#[test]
fn a_kernel_that_moves_members_otherwise_is_refused() {
    use crate::ensemble::cpu::{CpuBackend, LaneWidth, outputs_in_single_precision};
    use crate::ensemble::{Backend, Members, Outcome};
    use crate::io::scenario::{Overrides, Scenario};
    let text = include_str!("../../../scenarios/heavy_top_sweep.toml").replace("duration = 0.1", "duration = 8e-4");
    let scenario = Scenario::parse(std::path::Path::new("top.toml"), &text, Overrides::default()).unwrap();
    let study = scenario.study;
    let members = Members::draw(&study, 0, 4);
    let cpu = CpuBackend::new(Some(1), LaneWidth::One).unwrap().run(&study, members.clone()).unwrap();
    let single = outputs_in_single_precision(&study, &members);
    let values = trajectory::values_that_change(&study, &members).unwrap();
    let judge = |gpu: &crate::ensemble::Chunk, precision| {
        trajectory::difference(&study, &cpu, gpu, (&single, &values), precision)
    };
    for (precision, _) in crate::gpu::device::adapter::PRECISIONS {
        assert_eq!(judge(&cpu, precision), None);
        // what half the digits of the precision would leave, and no number at all
        for wrong in [1.0 + unit(precision).sqrt(), f64::NAN] {
            let mut gpu = cpu.clone();
            gpu.outputs.set_value(2, 1, wrong * gpu.outputs.value(2, 1));
            let words = judge(&gpu, precision).expect("a difference");
            let (name, _) = &study.mechanism.columns()[1];
            for part in ["after 8 steps ", name.as_str(), " of member 2 is ", ", off by ", "accepted in "] {
                assert!(words.contains(part), "{part:?} in {words}");
            }
        }
    }
    // in double precision what single precision would have given
    let mut gpu = cpu.clone();
    single.iter().flatten().enumerate().for_each(|(i, outputs)| gpu.outputs.set_row(i, outputs.iter().copied()));
    assert_eq!(judge(&gpu, Precision::Single), None);
    assert!(judge(&gpu, Precision::Double).is_some() && judge(&gpu, Precision::DoubleFloat).is_some());
    let mut gpu = cpu.clone();
    gpu.outcomes[3] = Outcome::NonFinite;
    assert_eq!(
        judge(&gpu, Precision::Double).unwrap(),
        format!("member 3 ended as {} where the CPU's ended as completed", Outcome::NonFinite.name())
    );
}

/// A body that hardly turns: its rotation matrix is rounded as any other, which is far more than it changes by.
#[test]
fn changes_are_rounded_as_what_changes() {
    use crate::ensemble::cpu::{CpuBackend, LaneWidth, outputs_in_single_precision};
    use crate::ensemble::{Backend, Members};
    use crate::io::scenario::{Overrides, Scenario};
    let text = "[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 2, 3]\ninitial = { rotation_vector = [0.3, 0.5, 0.7], \
                angular_velocity = [1e-9, 0, 0] }\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 8e-3\n\
                [[output]]\nname = \"R\"\nquantity = \"rotation_matrix\"\nbody = \"b\"\nover = \"drift\"\n";
    let study = Scenario::parse(std::path::Path::new("slow.toml"), text, Overrides::default()).unwrap().study;
    let members = Members::draw(&study, 0, 1);
    let cpu = CpuBackend::new(Some(1), LaneWidth::One).unwrap().run(&study, members.clone()).unwrap();
    let single = outputs_in_single_precision(&study, &members);
    let values = trajectory::values_that_change(&study, &members).unwrap();
    assert!((0.5..1.0).contains(&values[0]), "{values:?}");
    for (precision, _) in crate::gpu::device::adapter::PRECISIONS {
        let mut gpu = cpu.clone();
        gpu.outputs.set_value(0, 0, gpu.outputs.value(0, 0) + 4.0 * unit(precision));
        assert_eq!(trajectory::difference(&study, &cpu, &gpu, (&single, &values), precision), None, "{precision:?}");
        gpu.outputs.set_value(0, 0, gpu.outputs.value(0, 0) + unit(precision).sqrt());
        assert!(trajectory::difference(&study, &cpu, &gpu, (&single, &values), precision).is_some(), "{precision:?}");
    }
}

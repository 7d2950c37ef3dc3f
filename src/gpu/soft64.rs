//! Double precision in whole numbers, `shaders/soft64.wgsl`: for devices without it, the same bits.

/// The number type and its operations.
pub(super) const TEXT: &str = include_str!("../../shaders/soft64.wgsl");

#[cfg(test)]
mod tests {
    use super::TEXT;
    use crate::ensemble::hash;
    use crate::gpu::device::{Arithmetic, Device};
    use crate::gpu::kernel::Control;
    use crate::gpu::options::GpuOptions;
    use crate::gpu::probe::Probe;
    use crate::num::Precision;

    /// Pairs of operands per run.
    const PAIRS: usize = 131_072;

    /// What the device computes of each pair, two words per result: sum, difference, product, quotient, root, floor,
    /// magnitude, and the comparisons as bits.
    const RESULTS: usize = 8;

    const PROBE: &str = "
struct Control { members: u32, stride: u32, a: u32, b: u32, c: u32, zero: u32, d: u32, e: u32, }
@group(0) @binding(0) var<uniform> control: Control;
@group(0) @binding(1) var<storage, read> given: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> results: array<vec2<u32>>;
@compute @workgroup_size(64)
fn probe(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= control.members {
        return;
    }
    let a = given[k];
    let b = given[control.stride + k];
    results[k] = plus(a, b);
    results[control.stride + k] = minus(a, b);
    results[2u * control.stride + k] = times(a, b);
    results[3u * control.stride + k] = over(a, b);
    results[4u * control.stride + k] = root(a);
    results[5u * control.stride + k] = whole(a);
    results[6u * control.stride + k] = absolute(a);
    results[7u * control.stride + k] = vec2<u32>(u32(less(a, b)), u32(at_most(a, b)));
}
";

    /// Operands of every size: random bits, numbers near one, near each other, whole numbers, and the special ones.
    fn operand(k: u64, side: u64) -> f64 {
        const SPECIAL: [f64; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            5e-324,
            -2.225_073_858_507_201e-308,
            f64::MAX,
            f64::MIN,
            0.5,
            9_007_199_254_740_993.0,
        ];
        let bits = hash::bits(11, side, k);
        let special = |bits: u64| SPECIAL[(bits % SPECIAL.len() as u64) as usize];
        match k % 8 {
            0 => f64::from_bits(bits),
            1 => f64::from_bits(1023 << 52 | bits >> 12 | (bits & 1) << 63),
            // neighbours, whose difference has few bits
            2 => f64::from_bits((hash::bits(11, 9, k) & !0xff) | (bits & 0xff)),
            // exponents near the ends: results overflow, or are below the normal numbers
            3 => f64::from_bits((bits & !(0x7ff << 52)) | (bits % 60) << 52),
            4 => f64::from_bits((bits & !(0x7ff << 52)) | (1986 + bits % 60) << 52),
            5 => (bits >> 40) as f64 / f64::from(1 << (bits % 20)) - 1000.0,
            6 if side == 0 => special(bits),
            7 => special(bits),
            _ => f64::from_bits(1000 << 52 | bits >> 12 & !(0x7ff << 52) | (bits & 63) << 52 | (bits & 1) << 63),
        }
    }

    #[test]
    #[allow(clippy::print_stderr)] // a test that is left out says so
    fn every_operation_has_the_bits_of_the_processor() {
        let device = match Device::open(&GpuOptions::new(Precision::Single).or_software()) {
            Ok(device) => device,
            Err(error) => {
                assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
                eprintln!("skipped on the GPU: {error}");
                return;
            }
        };
        let text = [include_str!("../../shaders/u64.wgsl"), TEXT, PROBE].join("\n");
        let probe = Probe::new(&device, &text, Precision::Double, Arithmetic::Driver).unwrap();
        let pairs: Vec<[f64; 2]> = (0..PAIRS as u64).map(|k| [operand(k, 0), operand(k, 1)]).collect();
        let inputs: Vec<f64> = (0..2).flat_map(|side| pairs.iter().map(move |pair| pair[side])).collect();
        let count = PAIRS as u32;
        let control = Control { members: count, stride: count, ..Control::default() };
        let found = probe.evaluate(Precision::Double, control, &inputs, RESULTS).unwrap();
        for (k, [a, b]) in pairs.into_iter().enumerate() {
            let expected = [a + b, a - b, a * b, a / b, a.sqrt(), a.floor(), a.abs()];
            for (at, (name, expected)) in ["+", "-", "*", "/", "sqrt", "floor", "abs"].iter().zip(expected).enumerate()
            {
                let found = found[at * PAIRS + k];
                // what is not a number has bits of its own on every device
                let alike = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(
                    alike,
                    "{a:e} {name} {b:e}: {found:e} ({:x}), {expected:e} ({:x})",
                    found.to_bits(),
                    expected.to_bits()
                );
            }
            let compared = u64::from(a < b) | u64::from(a <= b) << 32;
            assert_eq!(found[7 * PAIRS + k].to_bits(), compared, "{a:e} and {b:e} compared");
        }
    }
}

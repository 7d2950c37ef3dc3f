//! A kernel as SPIR-V whose arithmetic is what the text says.
//!
//! A driver may fuse a product and a sum, or reassociate sums, in every operation that is not decorated
//! `NoContraction` (SPIR-V specification 1.6, 3.2.20), and WGSL has no word for it. [`ExactModule`] translates the
//! text, checked by naga as `wgpu` would check it, and decorates every result of floating-point arithmetic. Where the
//! device can, it also asks that signed zeros, infinities and what is not a number are kept (SPV_KHR_float_controls): a
//! driver may else take `x + 0` for `x`, or `!(x < y)` for `y <= x`.
//! What is left to the device is the rounding of single operations: Vulkan asks for correct rounding of sums
//! and products in `f32`, and the devices that offer `f64` round as IEEE 754 does.

use crate::num::Precision;
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// Words before the first instruction: magic number, version, generator, bound of the ids, schema.
const HEADER: usize = 5;

/// The decoration `NoContraction`.
const NO_CONTRACTION: u32 = 42;

/// The capability and the execution mode `SignedZeroInfNanPreserve`, and the extension that has them.
const SIGNED_ZERO_INF_NAN_PRESERVE: u32 = 4466;
const PRESERVE: u32 = 4461;
const FLOAT_CONTROLS: &[u8] = b"SPV_KHR_float_controls\0\0";

/// The opcodes that this pass knows by name (SPIR-V specification 1.6, 3.3).
mod op {
    pub(crate) const EXTENSION: u32 = 10;
    pub(crate) const EXT_INST: u32 = 12;
    pub(crate) const ENTRY_POINT: u32 = 15;
    pub(crate) const EXECUTION_MODE: u32 = 16;
    pub(crate) const CAPABILITY: u32 = 17;
    pub(crate) const TYPE_FLOAT: u32 = 22;
    pub(crate) const TYPE_VECTOR: u32 = 23;
    pub(crate) const TYPE_MATRIX: u32 = 24;
    /// All that declare types. The first of them ends the decorations.
    pub(crate) const TYPES: std::ops::RangeInclusive<u32> = 19..=39;
    pub(crate) const DECORATE: u32 = 71;
    /// `OpFNegate`, `OpFAdd`, `OpFSub`, `OpFMul`, `OpFDiv`, `OpFRem`, `OpFMod`, then the products of vectors,
    /// matrices and scalars, `OpOuterProduct` and `OpDot`.
    pub(crate) const FLOAT_ARITHMETIC: [u32; 14] =
        [127, 129, 131, 133, 136, 140, 141, 142, 143, 144, 145, 146, 147, 148];
}

/// The reason why a text has no SPIR-V.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpirvError {
    /// The text is not WGSL.
    #[error("the kernel is not WGSL: {0}")]
    Parse(String),
    /// The text breaks a rule of WGSL.
    #[error("the kernel is not valid: {0}")]
    Invalid(String),
    /// The text has no such entry point, or SPIR-V cannot say it.
    #[error("the kernel has no SPIR-V: {0}")]
    Write(String),
    /// The words are not instructions; the word where that shows is given.
    #[error("the SPIR-V is broken at word {0}")]
    Broken(usize),
}

/// A kernel that naga has parsed and validated.
#[derive(Clone, Debug)]
pub struct ExactModule {
    module: naga::Module,
    info: ModuleInfo,
}

impl ExactModule {
    /// Parses and validates a WGSL text.
    ///
    /// # Errors
    /// Where the text is not valid WGSL, or uses what the precision does not.
    pub fn parse(text: &str, precision: Precision) -> Result<Self, SpirvError> {
        let module = naga::front::wgsl::parse_str(text).map_err(|e| SpirvError::Parse(e.emit_to_string(text)))?;
        let capabilities = match precision {
            Precision::Single | Precision::DoubleFloat => Capabilities::empty(),
            Precision::Double => Capabilities::FLOAT64,
        };
        let info = Validator::new(ValidationFlags::all(), capabilities)
            .validate(&module)
            .map_err(|e| SpirvError::Invalid(e.emit_to_string(text)))?;
        Ok(Self { module, info })
    }

    /// Returns the SPIR-V words of one compute entry point and what it calls, with every result of floating-point
    /// arithmetic decorated, and signed zeros, infinities and NaN kept in numbers of `preserved` widths, bits. Indices
    /// out of bounds are clamped and loops end, as in `wgpu`'s own translation.
    ///
    /// # Errors
    /// Where there is no such entry point.
    pub fn words(&self, entry_point: &str, preserved: &[u32]) -> Result<Vec<u32>, SpirvError> {
        preserving(&decorated(&self.undecorated(entry_point)?)?, preserved)
    }

    fn undecorated(&self, entry_point: &str) -> Result<Vec<u32>, SpirvError> {
        let options = spv::Options {
            // the version that every Vulkan device reads
            lang_version: (1, 0),
            flags: spv::WriterFlags::empty(),
            bounds_check_policies: BoundsCheckPolicies {
                index: BoundsCheckPolicy::Restrict,
                buffer: BoundsCheckPolicy::Restrict,
                image_load: BoundsCheckPolicy::Restrict,
                binding_array: BoundsCheckPolicy::Unchecked,
            },
            ..Default::default()
        };
        let stage = naga::ShaderStage::Compute;
        let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: entry_point.into() };
        spv::write_vec(&self.module, &self.info, &options, Some(&pipeline))
            .map_err(|e| SpirvError::Write(e.to_string()))
    }
}

/// One instruction: the index of its first word, its opcode, and its words after the first.
struct Instruction<'a> {
    at: usize,
    opcode: u32,
    operands: &'a [u32],
}

/// Parses the instructions of a module.
fn instructions(words: &[u32]) -> Result<Vec<Instruction<'_>>, SpirvError> {
    let mut out = Vec::new();
    let mut at = HEADER;
    while at < words.len() {
        let count = (words[at] >> 16) as usize;
        let operands = words.get(at + 1..at + count).filter(|_| count > 0).ok_or(SpirvError::Broken(at))?;
        out.push(Instruction { at, opcode: words[at] & 0xffff, operands });
        at += count;
    }
    if words.len() < HEADER { Err(SpirvError::Broken(words.len())) } else { Ok(out) }
}

/// Returns the ids that floating-point arithmetic defines, in the order of the module.
fn float_results(instructions: &[Instruction<'_>]) -> Vec<u32> {
    let mut float_types = Vec::new();
    let mut results = Vec::new();
    for instruction in instructions {
        match (instruction.opcode, instruction.operands) {
            (op::TYPE_FLOAT, [id, ..]) => float_types.push(*id),
            (op::TYPE_VECTOR | op::TYPE_MATRIX, [id, part, ..]) if float_types.contains(part) => float_types.push(*id),
            // square roots and other functions that return numbers
            (op::EXT_INST, [kind, id, ..]) if float_types.contains(kind) => results.push(*id),
            (opcode, [_, id, ..]) if op::FLOAT_ARITHMETIC.contains(&opcode) => results.push(*id),
            _ => {}
        }
    }
    results
}

/// Returns the module with a `NoContraction` for every result of floating-point arithmetic, at the end of its
/// decorations. Ids and everything else stay as they are.
fn decorated(words: &[u32]) -> Result<Vec<u32>, SpirvError> {
    let instructions = instructions(words)?;
    let body = instructions.iter().find(|i| op::TYPES.contains(&i.opcode)).map_or(words.len(), |i| i.at);
    let results = float_results(&instructions);
    let mut out = Vec::with_capacity(words.len() + 3 * results.len());
    out.extend(&words[..body]);
    out.extend(results.iter().flat_map(|id| [3 << 16 | op::DECORATE, *id, NO_CONTRACTION]));
    out.extend(&words[body..]);
    Ok(out)
}

/// Returns the module with the execution mode that keeps signed zeros, infinities and NaN, for those of the widths
/// (bits) that it has numbers of.
fn preserving(words: &[u32], widths: &[u32]) -> Result<Vec<u32>, SpirvError> {
    let instructions = instructions(words)?;
    let has = |width: u32| instructions.iter().any(|i| i.opcode == op::TYPE_FLOAT && i.operands.get(1) == Some(&width));
    let widths: Vec<u32> = widths.iter().copied().filter(|width| has(*width)).collect();
    let entry = instructions.iter().find(|i| i.opcode == op::ENTRY_POINT).and_then(|i| i.operands.get(1));
    let (Some(entry), false) = (entry, widths.is_empty()) else { return Ok(words.to_vec()) };
    // the index after the last instruction of a kind, by the order of a module's parts
    let after =
        |last: u32| instructions.iter().rfind(|i| i.opcode == last).map_or(HEADER, |i| i.at + 1 + i.operands.len());
    let (capabilities, modes) = (after(op::CAPABILITY), after(op::EXECUTION_MODE));
    let name: Vec<u32> = bytemuck::pod_collect_to_vec(FLOAT_CONTROLS);
    let mut out = words[..capabilities].to_vec();
    out.extend([2 << 16 | op::CAPABILITY, SIGNED_ZERO_INF_NAN_PRESERVE]);
    out.push((1 + name.len() as u32) << 16 | op::EXTENSION);
    out.extend(name);
    out.extend(&words[capabilities..modes]);
    out.extend(widths.iter().flat_map(|width| [4 << 16 | op::EXECUTION_MODE, *entry, PRESERVE, *width]));
    out.extend(&words[modes..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation of the kernels, and integers, comparisons and conversions between them.
    const TEXT: &str = "
        @group(0) @binding(0) var<storage, read_write> x: array<f64>;
        @group(0) @binding(1) var<storage, read_write> v: array<vec3<f32>>;
        fn unused(a: f64) -> f64 { return a / 3.0lf; }
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let k = id.x * 2u + 1u;
            let a = x[k];
            let b = x[k + 1u];
            x[k] = sqrt(a * b + a) / (-b - abs(floor(a)));
            x[k + 1u] = select(a, b, a < b) + f64(k);
            v[k] = dot(v[k], v[0]) * v[k] - v[0] * fma(v[k].x, v[k].y, v[k].z);
            if bitcast<u32>(v[k].x) > 3u { x[0] = max(a, b); }
        }
        @compute @workgroup_size(64)
        fn copy() { x[0] = x[1]; }";

    fn module() -> ExactModule {
        ExactModule::parse(TEXT, Precision::Double).expect("a valid kernel")
    }

    fn decorated_ids(words: &[u32]) -> Vec<u32> {
        instructions(words)
            .expect("instructions")
            .iter()
            .filter(|i| i.opcode == op::DECORATE && i.operands[1] == NO_CONTRACTION)
            .map(|i| i.operands[0])
            .collect()
    }

    #[test]
    fn every_result_of_float_arithmetic_is_decorated_once() {
        let words = module().words("main", &[]).unwrap();
        let all = instructions(&words).unwrap();
        let mut ids = decorated_ids(&words);
        let count = |opcodes: &[u32]| {
            let found = all.iter().filter(|i| opcodes.contains(&i.opcode) && ids.contains(&i.operands[1]));
            found.count()
        };
        // by the text: one sign, two sums of numbers, two differences, products a*b, dot*v and v*f, two quotients
        // (the other in the function that is not called), a dot, and the functions sqrt abs floor fma max
        let [negate, add, sub, mul, div, vector_scalar, dot] = [127, 129, 131, 133, 136, 142, 148].map(|o| count(&[o]));
        assert_eq!([negate, add, sub, mul, div, vector_scalar, dot, count(&[op::EXT_INST])], [1, 2, 2, 1, 2, 2, 1, 5]);
        assert_eq!(ids.len(), 16, "nothing else is decorated");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 16, "and nothing twice");
    }

    #[test]
    fn the_module_stays_as_it_was_but_for_the_decorations() {
        let plain = module().undecorated("main").unwrap();
        let words = module().words("main", &[]).unwrap();
        assert_eq!(words[..HEADER], plain[..HEADER]);
        assert!(decorated_ids(&words).iter().all(|id| *id < words[3]), "ids lie below the bound");
        let all = instructions(&words).unwrap();
        let is_new = |i: &&Instruction<'_>| i.opcode == op::DECORATE && i.operands[1] == NO_CONTRACTION;
        let rest: Vec<u32> = all
            .iter()
            .filter(|i| !is_new(i))
            .flat_map(|i| &words[i.at..i.at + 1 + i.operands.len()])
            .copied()
            .collect();
        assert_eq!(rest, plain[HEADER..]);
        // they follow the decorations that were there, and the first declaration follows them
        let first = all.iter().position(|i| is_new(&i)).unwrap();
        let last = all.iter().rposition(|i| is_new(&i)).unwrap();
        assert_eq!(last - first + 1, decorated_ids(&words).len());
        assert!(matches!(all[first - 1].opcode, 71 | 72), "after a decoration");
        assert!(op::TYPES.contains(&all[last + 1].opcode), "before a type");
    }

    #[test]
    fn a_kernel_without_arithmetic_is_left_alone() {
        let text = "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
            @compute @workgroup_size(64) fn main() { x[0] = x[1]; }";
        let module = ExactModule::parse(text, Precision::Single).unwrap();
        assert_eq!(module.words("main", &[64]), module.undecorated("main"));
    }

    #[test]
    fn signed_zeros_are_asked_for_in_widths_that_the_module_has() {
        let plain = module().words("main", &[]).unwrap();
        assert_eq!(module().words("main", &[16]).unwrap(), plain, "a width that is not there");
        let words = module().words("main", &[16, 32, 64]).unwrap();
        let all = instructions(&words).unwrap();
        let opcodes: Vec<u32> = all.iter().map(|i| i.opcode).collect();
        let place = |opcode: u32| opcodes.iter().rposition(|o| *o == opcode).unwrap();
        // the order of a module's parts
        let parts = [op::CAPABILITY, op::EXTENSION, op::ENTRY_POINT, op::EXECUTION_MODE, op::DECORATE].map(place);
        assert!(parts.is_sorted(), "{parts:?}");
        let entry = all[place(op::ENTRY_POINT)].operands[1];
        let modes: Vec<_> = all.iter().filter(|i| i.opcode == op::EXECUTION_MODE).map(|i| i.operands).collect();
        assert_eq!(modes[1..], [[entry, PRESERVE, 32], [entry, PRESERVE, 64]], "after the size of workgroups");
        assert_eq!(all[place(op::CAPABILITY)].operands, [SIGNED_ZERO_INF_NAN_PRESERVE]);
        let name: Vec<u32> = bytemuck::pod_collect_to_vec(FLOAT_CONTROLS);
        assert!(all.iter().any(|i| i.opcode == op::EXTENSION && i.operands == name));
        // and nothing else
        assert_eq!(words.len(), plain.len() + 2 + 1 + FLOAT_CONTROLS.len() / 4 + 2 * 4);
    }

    #[test]
    fn what_cannot_be_translated_is_said() {
        let f64_in_f32 = ExactModule::parse(TEXT, Precision::Single).unwrap_err();
        assert!(f64_in_f32.to_string().contains("not valid"), "{f64_in_f32}");
        let no_text = ExactModule::parse("fn main( {", Precision::Single).unwrap_err();
        assert!(no_text.to_string().contains("not WGSL"), "{no_text}");
        let no_entry = module().words("advance", &[]).unwrap_err();
        assert!(no_entry.to_string().contains("entry point"), "{no_entry}");
        // an instruction of no words, and one that ends beyond the module
        assert_eq!(decorated(&[0, 0, 0, 9, 0, 0]), Err(SpirvError::Broken(5)));
        assert_eq!(decorated(&[0, 0, 0, 9, 0, 3 << 16 | 71, 1]), Err(SpirvError::Broken(5)));
        assert_eq!(decorated(&[]), Err(SpirvError::Broken(0)));
    }
}

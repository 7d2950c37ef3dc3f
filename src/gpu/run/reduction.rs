//! Statistics of members on the device: only what is left of their blocks comes back.

use crate::ensemble::statistics::{BIN_COUNT, BLOCK, Bins, BlockPartial, BlockSums, ComponentPartial};
use crate::ensemble::{Outcome, Progress, Study};
use crate::gpu::device::open::{Device, READBACK, STORAGE};
use crate::gpu::device::stage::{Bound, Stage};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Kernel, StepParameter, Variant, WORKGROUP, prelude};
use crate::model::output::Over;
use crate::num::Precision;
use std::fmt::Write;

const TEMPLATE: &str = include_str!("../../../shaders/reduce.wgsl");

/// The entry points, in the order in which they run.
const ENTRY_POINTS: [&str; 3] = ["judge", "count", "reduce"];

/// Counts of a histogram.
const PLACES: usize = BIN_COUNT + 2;

/// Words per block besides the histograms: members by outcome, and two halves each of the sums of steps and of
/// rejected attempts.
const TALLIES: usize = Outcome::ALL.len() + 4;

/// Numbers per block and component.
const SUMS: usize = 5;

/// Bytes of a number of the reduction.
const NUMBER: usize = 8;

/// What the buffers hold, as a number of the reduction and as the bits of what may not be finite.
const STORED_F64: &str = "alias stored = f64;
alias pattern = vec2<u32>;

fn widened(x: stored) -> real {
    return x;
}

fn is_finite(x: pattern) -> bool {
    return (x.y & 0x7ff00000u) != 0x7ff00000u;
}
";
const STORED_DF64: &str = "alias stored = vec2<f32>;
alias pattern = vec2<u32>;

fn widened(x: stored) -> real {
    return x;
}

fn is_finite(x: pattern) -> bool {
    return (x.x & 0x7f800000u) != 0x7f800000u && (x.y & 0x7f800000u) != 0x7f800000u;
}
";
const STORED_F32: &str = "alias stored = f32;
alias pattern = u32;

fn widened(x: stored) -> real {
    return real(x, 0.0f);
}

fn is_finite(x: pattern) -> bool {
    return (x & 0x7f800000u) != 0x7f800000u;
}
";

/// Where statistics of a study can be formed on the device: not where it has events, whose records the host puts in
/// order and makes outputs of.
pub(crate) fn serves(study: &Study) -> bool {
    study.mechanism.events.is_empty()
}

/// The kernels that reduce the members of a study.
#[derive(Debug)]
pub(crate) struct Reduction {
    stage: Stage,
    precision: Precision,
    channels: usize,
    /// True where outputs are reduced over time, so that they are in the buffer of reductions.
    over_time: bool,
}

/// The buffers of a chunk that the reduction reads.
pub(crate) struct Reduced<'a> {
    pub(crate) members: usize,
    pub(crate) stride: usize,
    /// Where each member lies, if not in their own order.
    pub(crate) order: Option<Vec<u32>>,
    pub(crate) control: &'a wgpu::Buffer,
    pub(crate) parameters: &'a wgpu::Buffer,
    pub(crate) status: &'a wgpu::Buffer,
    pub(crate) channels: &'a wgpu::Buffer,
    pub(crate) reductions: &'a wgpu::Buffer,
}

impl Reduction {
    /// Compiles the kernels of a study.
    pub(crate) fn new(device: &Device, study: &Study, kernel: &Kernel) -> Result<Self, GpuError> {
        use Bound::{Control, Read, Write};
        let bound = [Control, Read, Write, Read, Read, Read, Write, Write, Read];
        let text = text(study, kernel);
        let stage = Stage::new(device, &text, (kernel.precision, kernel.arithmetic), &ENTRY_POINTS, &bound)?;
        let over_time = study.reduces_over_time();
        Ok(Self { stage, precision: kernel.precision, channels: kernel.columns.channels, over_time })
    }

    /// Reduces members that have come to their ends and whose outputs were observed.
    pub(crate) fn run(
        &self,
        device: &Device,
        chunk: &Reduced<'_>,
        bins: &[Bins],
        read: impl FnOnce(&wgpu::Buffer, usize, &mut dyn FnMut(&mut wgpu::CommandEncoder)) -> Result<Vec<u8>, GpuError>,
    ) -> Result<Vec<BlockPartial>, GpuError> {
        let blocks = chunk.members.div_ceil(BLOCK);
        let words = blocks * (TALLIES + self.channels * PLACES);
        let (tally_size, sum_size) = (words * 4, blocks * self.channels * SUMS * NUMBER);
        let (tallies, sums, readback, bindings) = device.guarded("allocating buffers of statistics", || {
            let classes = device.filled(&self.classes(bins), 0);
            let order = chunk.order.as_deref().unwrap_or(&[0]);
            let places = device.filled(bytemuck::cast_slice(order), 0);
            let ordered = u32::from(chunk.order.is_some());
            let words = [chunk.members as u32, chunk.stride as u32, ordered, 0, 0, 0, 0, 0];
            device.queue.write_buffer(chunk.control, 0, bytemuck::cast_slice(&words));
            let (tallies, sums) = (device.buffer(tally_size, STORAGE), device.buffer(sum_size, STORAGE));
            let readback = device.buffer(tally_size + sum_size, READBACK);
            let values = if self.over_time { chunk.reductions } else { chunk.channels };
            let all =
                [chunk.control, chunk.parameters, chunk.status, values, values, &classes, &tallies, &sums, &places];
            let bindings = self.stage.bind(device, &all);
            (tallies, sums, readback, bindings)
        })?;
        let mut encode = |encoder: &mut wgpu::CommandEncoder| {
            self.stage.encode(encoder, 0, &bindings, (chunk.members.div_ceil(WORKGROUP), 1));
            self.stage.encode(encoder, 1, &bindings, (blocks, 1));
            if self.channels > 0 {
                self.stage.encode(encoder, 2, &bindings, (blocks, self.channels));
            }
            encoder.copy_buffer_to_buffer(&tallies, 0, &readback, 0, tally_size as u64);
            if sum_size > 0 {
                encoder.copy_buffer_to_buffer(&sums, 0, &readback, tally_size as u64, sum_size as u64);
            }
        };
        let data = read(&readback, tally_size + sum_size, &mut encode)?;
        let tallies: Vec<u32> = bytemuck::pod_collect_to_vec(&data[..tally_size]);
        let sums = self.numbers(&data[tally_size..]);
        let block = |(b, words): (usize, &[u32])| self.partial(words, &sums[b * self.channels * SUMS..], bins);
        Ok(tallies.chunks_exact(words / blocks.max(1)).enumerate().map(block).collect())
    }

    /// A block from its words and the numbers of its components.
    fn partial(&self, words: &[u32], sums: &[f64], bins: &[Bins]) -> BlockPartial {
        let (tallies, counts) = words.split_at(TALLIES);
        let (outcomes, halves) = tallies.split_at(Outcome::ALL.len());
        let mut tally = Progress::default();
        for (sum, n) in tally.outcomes.iter_mut().zip(outcomes) {
            *sum = u64::from(*n);
        }
        tally.members = tally.outcomes.iter().sum();
        let joined = |at: usize| u64::from(halves[at]) + (u64::from(halves[at + 1]) << 16);
        (tally.steps, tally.rejected) = (joined(0), joined(2));
        let count = tally.outcomes[Outcome::Completed.code() as usize];
        let component = |(c, bins): (usize, &Bins)| {
            let [first, mean, squares, min, max] = std::array::from_fn(|i| sums[c * SUMS + i]);
            let sums = BlockSums { first, mean, squares, min, max };
            let counts = counts[c * PLACES..(c + 1) * PLACES].to_vec();
            ComponentPartial { moments: sums.moments(count, bins), counts }
        };
        BlockPartial { tally, components: bins.iter().enumerate().map(component).collect() }
    }

    fn numbers(&self, data: &[u8]) -> Vec<f64> {
        match self.precision {
            Precision::Double => bytemuck::pod_collect_to_vec(data),
            _ => {
                let pairs: Vec<[f32; 2]> = bytemuck::pod_collect_to_vec(data);
                pairs.into_iter().map(|[high, low]| f64::from(high) + f64::from(low)).collect()
            }
        }
    }

    /// Scale and edges of every component. An edge becomes the least number of the kernel that is not below it, so
    /// that comparisons decide as they do in double precision.
    fn classes(&self, bins: &[Bins]) -> Vec<u8> {
        let numbers = bins.iter().flat_map(|b| std::iter::once(b.scale()).chain(b.edges().iter().copied()));
        match self.precision {
            Precision::Double => bytemuck::cast_slice(&numbers.collect::<Vec<f64>>()).to_vec(),
            _ => bytemuck::cast_slice(&numbers.map(pair_above).collect::<Vec<[f32; 2]>>()).to_vec(),
        }
    }
}

/// The least sum of two single-precision numbers that is not below a number.
fn pair_above(x: f64) -> [f32; 2] {
    let high = x as f32;
    if !high.is_finite() {
        return [high, 0.0];
    }
    let rest = x - f64::from(high);
    let low = rest as f32;
    [high, if f64::from(low) < rest { low.next_up() } else { low }]
}

/// The text of the kernels. Single precision is reduced in double-float numbers.
fn text(study: &Study, kernel: &Kernel) -> String {
    let (columns, arithmetic) = (&kernel.columns, kernel.arithmetic);
    let (precision, stored) = match kernel.precision {
        Precision::Double => (Precision::Double, STORED_F64),
        Precision::DoubleFloat => (Precision::DoubleFloat, STORED_DF64),
        Precision::Single => (Precision::DoubleFloat, STORED_F32),
    };
    let prelude = prelude(Variant { arithmetic, ..precision.into() });
    let over = study.mechanism.over();
    let means = over.iter().enumerate().filter(|(_, over)| **over == Over::Mean);
    let is_mean: Vec<String> = means.map(|(c, _)| format!("c == {c}u")).collect();
    let is_mean = if is_mean.is_empty() { "false".to_string() } else { is_mean.join(" || ") };
    let column = if study.reduces_over_time() { "3u * c + 2u" } else { "c" };
    let mut constants = String::from(stored);
    let _ = writeln!(constants, "const CHANNELS = {}u;", columns.channels);
    let _ = writeln!(constants, "const END = {}u;", columns.parameter(StepParameter::End));
    let _ = writeln!(constants, "fn column(c: u32) -> u32 {{\n    return {column};\n}}");
    let _ = writeln!(constants, "fn is_mean(c: u32) -> bool {{\n    return {is_mean};\n}}");
    TEMPLATE.replace("//{prelude}\n", &prelude).replace("//{constants}\n", &constants)
}

//! Statistics of members on the device: only what is left of their blocks comes back.

use crate::ensemble::{BlockPartial, Outcome, Progress, Study};
use crate::gpu::device::open::{Device, READBACK, STORAGE};
use crate::gpu::device::stage::{Bound, Stage, StageText};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Variant;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::{Control, Kernel, magnitude, prelude, render};
use crate::num::Precision;
use crate::statistics::{BIN_COUNT, BLOCK, Bins, BlockSums, ComponentPartial};
use minijinja::context;

/// The entry points, in the order in which they run.
const ENTRY_POINTS: [&str; 3] = ["judge", "count", "reduce"];

/// Counts of a histogram.
const PLACES: usize = BIN_COUNT + 2;

/// Words per block besides the histograms: members by outcome, and two halves each of the sums of steps and of
/// rejected attempts.
const PROGRESS: usize = Outcome::ALL.len() + 4;

/// Numbers per block and component.
const SUMS: usize = 5;

/// Bytes of a number of the reduction.
const NUMBER: usize = 8;

/// Says whether statistics of a study can be formed on the device: not where it has events, whose records the host puts
/// in order and makes outputs of, expressions over final values and conditions, which the host evaluates in double
/// precision whatever the kernel's is, outputs without a value, or rotations, whose sums the host forms. To complete and to reduce the members of two million
/// heavy tops took the host 6 % of what their initial states, parameters and buffers took it (0.07 of 1.1 us each): a
/// kernel would save little beside the 8 bytes of a number that come back.
pub(crate) fn serves(study: &Study) -> bool {
    let apart = study.has_final_expressions()
        || study.has_kinks()
        || study.has_undetermined()
        || !study.mechanism.poses().is_empty();
    study.mechanism.events.is_empty() && !apart && !study.is_extrapolated() && !study.crosses_corners_on_host()
}

/// The kernels that reduce the members of a study.
#[derive(Debug)]
pub(crate) struct Reduction {
    stage: Stage,
    precision: Precision,
    channels: usize,
}

/// The buffers of a chunk that the reduction reads.
pub(crate) struct Reduced<'a> {
    pub(crate) members: usize,
    pub(crate) stride: usize,
    /// Where each member lies, if not in their own order.
    pub(crate) order: Option<Vec<u32>>,
    pub(crate) control: &'a wgpu::Buffer,
    pub(crate) status: &'a wgpu::Buffer,
    pub(crate) channels: &'a wgpu::Buffer,
}

impl Reduction {
    /// Compiles the kernels of a study.
    pub(crate) fn new(device: &Device, kernel: &Kernel, study: &Study) -> Result<Self, GpuError> {
        use Bound::{Control, Read, Write};
        let source = StageText {
            text: text(kernel, study).into(),
            precision: kernel.precision,
            arithmetic: kernel.arithmetic,
            entry_points: &ENTRY_POINTS,
            bound: vec![Control, Write, Read, Read, Read, Write, Write, Read],
        };
        let stage = Stage::new(device, &source)?;
        Ok(Self { stage, precision: kernel.precision, channels: kernel.columns.channels })
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
        let words = blocks * (PROGRESS + self.channels * PLACES);
        let (count_size, sum_size) = (words * 4, blocks * self.channels * SUMS * NUMBER);
        let (block_counts, sums, readback, bindings) = device.guarded("allocating buffers of statistics", || {
            let classes = device.filled(&self.classes(bins), 0);
            let order = chunk.order.as_deref().unwrap_or(&[0]);
            let places = device.filled(bytemuck::cast_slice(order), 0);
            let ordered = u32::from(chunk.order.is_some());
            let (members, stride) = (chunk.members as u32, chunk.stride as u32);
            let control = Control { members, stride, ordered, ..Control::default() };
            device.queue.write_buffer(chunk.control, 0, &control.bytes());
            let (block_counts, sums) = (device.buffer(count_size, STORAGE), device.buffer(sum_size, STORAGE));
            let readback = device.buffer(count_size + sum_size, READBACK);
            let all =
                [chunk.control, chunk.status, chunk.channels, chunk.channels, &classes, &block_counts, &sums, &places];
            let bindings = self.stage.bind(device, &all);
            (block_counts, sums, readback, bindings)
        })?;
        let mut encode = |encoder: &mut wgpu::CommandEncoder| {
            self.stage.encode(encoder, 0, &bindings, (chunk.members.div_ceil(WORKGROUP), 1));
            self.stage.encode(encoder, 1, &bindings, (blocks, 1));
            if self.channels > 0 {
                self.stage.encode(encoder, 2, &bindings, (blocks, self.channels));
            }
            encoder.copy_buffer_to_buffer(&block_counts, 0, &readback, 0, count_size as u64);
            if sum_size > 0 {
                encoder.copy_buffer_to_buffer(&sums, 0, &readback, count_size as u64, sum_size as u64);
            }
        };
        let data = read(&readback, count_size + sum_size, &mut encode)?;
        let block_counts: Vec<u32> = bytemuck::pod_collect_to_vec(&data[..count_size]);
        let sums = self.numbers(&data[count_size..]);
        let block = |(b, words): (usize, &[u32])| self.partial(words, &sums[b * self.channels * SUMS..], bins);
        Ok(block_counts.chunks_exact(words / blocks.max(1)).enumerate().map(block).collect())
    }

    /// Returns a block from its words and the sums of its components.
    fn partial(&self, words: &[u32], sums: &[f64], bins: &[Bins]) -> BlockPartial {
        let (progress_words, counts) = words.split_at(PROGRESS);
        let (outcomes, halves) = progress_words.split_at(Outcome::ALL.len());
        let mut progress = Progress::default();
        for (sum, n) in progress.outcomes.iter_mut().zip(outcomes) {
            *sum = u64::from(*n);
        }
        progress.members = progress.outcomes.iter().sum();
        let joined = |at: usize| u64::from(halves[at]) + (u64::from(halves[at + 1]) << 16);
        (progress.steps, progress.rejected) = (joined(0), joined(2));
        let component = |(c, bins): (usize, &Bins)| {
            let [first, mean, squares, min, max] = std::array::from_fn(|i| sums[c * SUMS + i]);
            let sums = BlockSums { first, mean, squares, min, max };
            let counts = counts[c * PLACES..(c + 1) * PLACES].to_vec();
            // whoever has it is in one of the classes
            let count = counts.iter().map(|n| u64::from(*n)).sum();
            ComponentPartial { moments: sums.moments(count, bins, self.exponent(bins)), counts }
        };
        BlockPartial { progress, components: bins.iter().enumerate().map(component).collect(), poses: Vec::new() }
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

    /// Returns the exponent of the scale of deviations, whose square single precision holds.
    fn exponent(&self, bins: &Bins) -> i32 {
        const OF_SINGLE: i32 = 60;
        match self.precision {
            Precision::Double => bins.exponent(),
            _ => bins.exponent().clamp(-OF_SINGLE, OF_SINGLE),
        }
    }

    /// Returns the bytes of the scale and edges of every component. An edge becomes the least number of the kernel that
    /// is not below it, so that comparisons decide as they do in double precision.
    fn classes(&self, bins: &[Bins]) -> Vec<u8> {
        let scale = |bins: &Bins| 2f64.powi(-self.exponent(bins));
        let numbers = bins.iter().flat_map(|b| std::iter::once(scale(b)).chain(b.edges().iter().copied()));
        match self.precision {
            Precision::Double => bytemuck::cast_slice(&numbers.collect::<Vec<f64>>()).to_vec(),
            _ => bytemuck::cast_slice(&numbers.map(pair_above).collect::<Vec<[f32; 2]>>()).to_vec(),
        }
    }
}

/// Returns two single-precision numbers with the least sum that is not below a number.
fn pair_above(x: f64) -> [f32; 2] {
    let high = x as f32;
    if !high.is_finite() {
        return [high, 0.0];
    }
    let rest = x - f64::from(high);
    let low = rest as f32;
    [high, if f64::from(low) < rest { low.next_up() } else { low }]
}

/// Writes the text of the kernels. Single precision is reduced in double-float numbers.
fn text(kernel: &Kernel, study: &Study) -> String {
    let precision = match kernel.precision {
        Precision::Single => Precision::DoubleFloat,
        precision => precision,
    };
    render(
        "reduce.wgsl",
        context! {
            prelude => prelude(Variant { arithmetic: kernel.arithmetic, product_error: kernel.product_error, ..precision.into() }),
            stored => kernel.precision.name(),
            channels => kernel.columns.channels,
            values => study.derivatives().first().map_or(kernel.columns.channels, |(place, _)| *place),
            block => BLOCK,
            places => PLACES,
            limit => magnitude(Outcome::STATE_LIMIT),
        },
    )
}

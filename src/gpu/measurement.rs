//! What a device reaches: products and sums per second in every precision, and bytes of memory per second.
//!
//! The chains of products and sums are printed by the printer of the kernels, from the same preludes of the variants that pass
//! the self-test, and are compiled by the same route: a product and a sum are two operations, which exact arithmetic does not
//! fuse. A kernel cannot be faster than its operations at these rates.

use crate::gpu::choice::AdapterReport;
use crate::gpu::device::cache::Cached;
use crate::gpu::device::numbers::bytes;
use crate::gpu::device::open::Device;
use crate::gpu::device::probe::{Bound, Probe};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, Control, Variant, WORKGROUP, prelude, render};
use crate::gpu::options::GpuOptions;
use crate::gpu::rates::Rates;
use crate::gpu::self_test::{self, Source};
use crate::num::{Precision, Real};
use crate::trace::wgsl::{self, PrintError};
use crate::trace::{Input, Rate, Schedule, Traced, record};
use std::time::{Duration, Instant};

impl Rates {
    /// Measures a device and keeps what was found.
    pub(crate) fn anew(device: &Device) -> Result<Self, GpuError> {
        let variants = variants(device)?;
        let rates = Self::measure(device, &variants)?;
        Self::cached(device, &variants).write(&rates);
        Ok(rates)
    }

    /// Returns the rates that were measured before, or measures them.
    pub(crate) fn known(device: &Device) -> Result<Self, GpuError> {
        match Self::cached(device, &variants(device)?).read::<Self>() {
            Some(rates) if device.report.precisions.iter().all(|p| rates.of(*p).is_some()) => Ok(rates),
            _ => Self::anew(device),
        }
    }

    fn cached(device: &Device, variants: &[Variant]) -> Cached {
        let AdapterReport { name, driver, interface, .. } = &device.report;
        Cached::new("rates", &[name, driver, interface, &format!("{variants:?}")])
    }

    /// Measures a device; takes some tenths of a second.
    fn measure(device: &Device, variants: &[Variant]) -> Result<Self, GpuError> {
        let measured = |variant: &Variant| Ok((variant.precision, multiply_add(device, *variant)?));
        let multiply_add = variants.iter().map(measured).collect::<Result<_, GpuError>>()?;
        Ok(Self { multiply_add, memory: memory(device)? })
    }
}

/// Returns the variants that kernels of the precisions of a device are of, by the self-test; those that it refuses as it takes texts.
fn variants(device: &Device) -> Result<Vec<Variant>, GpuError> {
    let variant = |precision: &Precision| {
        let support = self_test::support(device, *precision, Arithmetic::Exact, Source::Memory)?;
        let arithmetic = support.arithmetic.unwrap_or(device.report.arithmetic);
        Ok(Variant { arithmetic, product_error: support.product_error, ..(*precision).into() })
    };
    device.report.precisions.iter().map(variant).collect()
}

/// Measures the adapter that the options choose, in all precisions that it offers. Takes some tenths of a second.
///
/// # Errors
/// Where no adapter can be used, or a measurement fails.
pub fn measure_rates(options: &GpuOptions) -> Result<Rates, GpuError> {
    Rates::anew(&Device::open(options)?)
}

/// Returns the rates that were measured before on this machine with this driver and program, or measures them.
///
/// # Errors
/// Where no adapter can be used, or a measurement fails.
pub fn known_rates(options: &GpuOptions) -> Result<Rates, GpuError> {
    Rates::known(&Device::open(options)?)
}

/// Chains that do not wait for each other, and how often each is advanced in a round of the loop.
const CHAINS: usize = 8;
const LINKS: usize = 16;

/// Operations of a thread in a round.
const OPERATIONS: f64 = (2 * CHAINS * LINKS) as f64;

/// Workgroups that fill any GPU, and those that keep the few cores under a software device busy.
const WORKGROUPS: [u32; 2] = [4096, 64];

/// The most rounds: a software device still counts them, and no desktop notices a dispatch of them.
const MOST_ROUNDS: u32 = 16_384;
const MOST_TIMES: u32 = 1024;

/// A measurement takes at least this long.
const LONG_ENOUGH: Duration = Duration::from_millis(15);

/// Measurements of which the median counts.
const REPEATS: usize = 5;

/// The largest buffer that is copied, bytes, on a GPU and on a software device; far larger than any cache of a GPU.
const COPIED: [u64; 2] = [256 << 20, 64 << 20];

/// What one thread copies, bytes: four vectors of four numbers.
const PER_THREAD: u64 = 64;

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Measures the seconds that a probe takes beyond one that is told to do nothing, by the medians of several runs of
/// both; none where most of the time passes with nothing, as on a machine that is busy otherwise.
fn seconds(
    probe: &Probe<'_>,
    [work, nothing]: [&Bound; 2],
    groups: u32,
    times: u32,
    last: bool,
) -> Result<Option<f64>, GpuError> {
    let time = |bound: &Bound| {
        let start = Instant::now();
        probe.run(bound, groups, times).map(|()| start.elapsed().as_secs_f64())
    };
    if time(work)? < LONG_ENOUGH.as_secs_f64() && !last {
        return Ok(None);
    }
    let both = (0..REPEATS).map(|_| Ok((time(work)?, time(nothing)?))).collect::<Result<Vec<_>, GpuError>>()?;
    let (work, nothing): (Vec<f64>, Vec<f64>) = both.into_iter().unzip();
    let (work, nothing) = (median(work), median(nothing));
    Ok(match work - nothing {
        beyond if beyond >= 0.5 * work => Some(beyond),
        // a rate that is at least reached
        _ if last => Some(work),
        _ => None,
    })
}

/// Writes the kernel of independent chains x = x a + b.
fn chains(variant: Variant) -> Result<String, PrintError> {
    let names: Vec<String> = (0..CHAINS).map(|i| format!("x{i}")).chain(["a".into(), "b".into()]).collect();
    let inputs = || names.iter().map(|name| Input { name: name.clone(), rate: Rate::Step }).collect();
    let print = |function: fn(&[Traced]) -> Vec<Traced>, prefixes| {
        let graph = record(variant.precision, inputs(), function);
        wgsl::print(&graph, &Schedule::new(&graph), prefixes)
    };
    let advance = print(advance, ["m", "y"])?;
    let total = print(total, ["n", "z"])?;
    let context = minijinja::context! {
        prelude => prelude(variant),
        names,
        advance => advance.step,
        advanced => advance.outputs,
        sum => total.step,
        total => total.outputs[0].as_str(),
    };
    Ok(render("multiply_add.wgsl", context))
}

fn advance(inputs: &[Traced]) -> Vec<Traced> {
    let (a, b) = (inputs[CHAINS], inputs[CHAINS + 1]);
    let mut chains = inputs[..CHAINS].to_vec();
    for _ in 0..LINKS {
        chains = chains.iter().map(|x| *x * a + b).collect();
    }
    chains
}

fn total(inputs: &[Traced]) -> Vec<Traced> {
    vec![inputs[..CHAINS].iter().fold(Traced::zero(), |sum, x| sum + *x)]
}

fn multiply_add(device: &Device, variant: Variant) -> Result<f64, GpuError> {
    let Variant { precision, arithmetic, .. } = variant;
    let text = chains(variant).map_err(crate::gpu::KernelError::from)?;
    let probe = Probe::new(device, &text, precision, arithmetic)?;
    let groups = WORKGROUPS[usize::from(device.report.software)];
    let threads = groups * WORKGROUP as u32;
    // the chains stay near one
    let mut table: Vec<f64> = (0..CHAINS).map(|i| 1.0 + i as f64 / 64.0).collect();
    table.extend([0.75, 0.25]);
    let table = bytes(&table, precision);
    let size = bytes(&[0.0], precision).len() * threads as usize;
    let control = |rounds| Control { members: threads, stride: threads, budget: rounds, ..Control::default() };
    let bind = |rounds: u32| probe.bind(control(rounds), &table, [table.len(), size]);
    let nothing = bind(0)?;
    probe.run(&nothing, groups, 1)?;
    let mut rounds = 1;
    loop {
        let work = bind(rounds)?;
        if let Some(seconds) = seconds(&probe, [&work, &nothing], groups, 1, rounds >= MOST_ROUNDS)? {
            return Ok(f64::from(threads) * f64::from(rounds) * OPERATIONS / seconds);
        }
        rounds *= 4;
    }
}

fn memory(device: &Device) -> Result<f64, GpuError> {
    let probe =
        Probe::new(device, &render("copy.wgsl", minijinja::context! {}), Precision::Single, device.report.arithmetic)?;
    let most = u64::from(device.report.workgroup_limit) * WORKGROUP as u64;
    let threads = (COPIED[usize::from(device.report.software)].min(device.report.buffer_limit) / PER_THREAD).min(most);
    let groups = threads as u32 / WORKGROUP as u32;
    let members = groups * WORKGROUP as u32;
    let size = members as usize * PER_THREAD as usize;
    let work = probe.bind(Control { members, ..Control::default() }, &[], [size; 2])?;
    let nothing = probe.bind(Control::default(), &[], [PER_THREAD as usize; 2])?;
    probe.run(&work, groups, 1)?;
    let mut times = 1;
    loop {
        if let Some(seconds) = seconds(&probe, [&work, &nothing], groups, times, times >= MOST_TIMES)? {
            return Ok(2.0 * size as f64 * f64::from(times) / seconds);
        }
        times *= 4;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_chains_hold_what_is_counted() {
        for precision in [Precision::Single, Precision::DoubleFloat, Precision::Double] {
            let text = chains(precision.into()).unwrap();
            let body = text.split("for (var round").nth(1).unwrap();
            let body = body.split("}").next().unwrap();
            let [product, sum] = if precision == Precision::DoubleFloat { ["times(", "plus("] } else { [" * ", " + "] };
            assert_eq!(body.matches(product).count(), CHAINS * LINKS, "{body}");
            assert_eq!(body.matches(sum).count(), CHAINS * LINKS, "{body}");
        }
    }
}

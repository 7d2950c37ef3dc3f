//! Measuring what the forms of a kernel cost, by recorded chains of sums and products in both: printed and compiled as
//! kernels are.

use super::FormCost;
use crate::gpu::backend::{GpuError, WORKGROUP};
use crate::gpu::buffers::bytes;
use crate::gpu::device::Device;
use crate::gpu::kernel::{Control, KernelError, MOST_ROUNDS, interpret, prelude};
use crate::gpu::probe::{self, Probe};
use crate::gpu::variant::{Form, Variant};
use crate::num::{Precision, Real};
use crate::trace::wgsl::{self, PrintError, literal};
use crate::trace::{Graph, Input, Rate, Schedule, Tables, Traced, record};
use std::fmt::Write;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Values of the chain that are alive at once, as in a mechanism of a few bodies, and of those that go from round to
/// round: every one of these costs an interpreter a copy.
const ALIVE: usize = 48;
const KEPT: usize = 4;

/// Workgroups that fill any GPU, and those that keep the few cores under a software device busy.
const WORKGROUPS: [u32; 2] = [2048, 16];

/// A rate is taken from a dispatch that lasts at least this long, and from one as short as the shortest of some.
const LONG_ENOUGH: Duration = Duration::from_millis(10);
const REPEATS: usize = 3;

/// Links of a short and a long chain, of four operations each: what a pipeline costs without any operation is in both.
fn links(precision: Precision) -> [usize; 2] {
    match precision {
        Precision::Single | Precision::Double => [40, 240],
        Precision::DoubleFloat => [4, 24],
    }
}

/// A chain in one of the forms.
struct Chain {
    text: String,
    table: Option<Tables>,
    operations: usize,
}

/// Measures a device: three pipelines and the rates of two of them.
pub(super) fn measure(device: &Device, precision: Precision) -> Result<FormCost, GpuError> {
    let [short, long] = links(precision);
    // drivers keep what they have compiled: constants that never were make them compile
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.subsec_nanos());
    let salt = |n: u32| 0.75 + f64::from(now.wrapping_add(n) % 65_521) / f64::from(1 << 20);
    let chain = |form, links, n| Chain::new(Variant { form, ..variant(device, precision) }, links, salt(n));
    let few = chain(Form::Straight, short, 0).map_err(KernelError::from)?;
    let many = chain(Form::Straight, long, 1).map_err(KernelError::from)?;
    let table = chain(Form::Tables, long, 2).map_err(KernelError::from)?;
    let (brief, _) = few.compile(device, precision)?;
    let (lengthy, straight) = many.compile(device, precision)?;
    let (interpreter, tables) = table.compile(device, precision)?;
    let slope = (lengthy - brief) / (many.operations - few.operations) as f64;
    // on a machine that is busy otherwise the shorter may take longer
    let compile = if slope > 0.0 { slope } else { lengthy / many.operations as f64 };
    let instructions = table.table.as_ref().map_or(0, |tables| tables.words.len());
    let rate = |chain: &Chain, probe, count: usize, loops| {
        Ok::<f64, GpuError>(count as f64 * chain.rounds_per_second(device, probe, precision, loops)?)
    };
    Ok(FormCost {
        compile,
        interpreter,
        operations: rate(&many, &straight, many.operations, 1)?,
        instructions: rate(&table, &tables, instructions, instructions)?,
    })
}

fn variant(device: &Device, precision: Precision) -> Variant {
    Variant { arithmetic: device.report.arithmetic, ..precision.into() }
}

/// Every link multiplies and adds, which tables do in one instruction, and then adds and multiplies, which they do in two.
/// Values come near one that is neither zero nor large.
fn advance(inputs: &[Traced], links: usize, factor: f64) -> Vec<Traced> {
    let [a, tenth, half] = [factor, 0.1, 0.5].map(Traced::constant);
    // all of them different, for equal operations are recorded once
    let part = |i: usize| Traced::constant(1.0 - i as f64 / (16 * ALIVE) as f64);
    let mut values: Vec<Traced> = (0..ALIVE).map(|i| inputs[i % KEPT] * part(i)).collect();
    for link in 0..links {
        let (at, next) = (link % ALIVE, (link + 17) % ALIVE);
        let scaled = values[at] * a + values[next];
        values[at] = (scaled + tenth) * half;
    }
    let mean = |kept| values.iter().skip(kept).step_by(KEPT).fold(Traced::zero(), |sum, x| sum + *x);
    (0..KEPT).map(|kept| mean(kept) * Traced::constant(KEPT as f64 / ALIVE as f64)).collect()
}

impl Chain {
    fn new(variant: Variant, links: usize, salt: f64) -> Result<Self, PrintError> {
        let precision = variant.precision;
        let names: Vec<String> = (0..KEPT).map(|i| format!("x{i}")).collect();
        let inputs = names.iter().map(|name| Input { name: name.clone(), rate: Rate::Step }).collect();
        let graph: Graph = record(precision, inputs, |x| advance(x, links, salt));
        let schedule = Schedule::new(&graph);
        let mut table = (variant.form == Form::Tables).then(Tables::default);
        let printed = match &mut table {
            Some(tables) => tables.append(&graph, &schedule, "y")?,
            None => wgsl::print(&graph, &schedule, ["m", "y"])?,
        };
        let mut head = prelude(variant);
        for (name, value) in [("ZERO", 0.0), ("ONE", 1.0)] {
            let _ = writeln!(head, "\nconst {name} = {};", literal(value, precision)?);
        }
        if let Some(tables) = &table {
            // a probe has its constants in its inputs, after the values of a thread
            head += &interpret(tables, [KEPT, 0], "inputs[CONSTANTS + i]");
        }
        let (mut load, mut round) = (String::new(), printed.step);
        let mut store = format!("var sum = {};\n", literal(salt, precision)?);
        for (i, name) in names.iter().enumerate() {
            // results are zero, which the compiler does not know: threads may differ
            let _ = writeln!(load, "var {name} = {};", sum(precision, [&format!("inputs[{i}u]"), "results[k]"]));
            let _ = writeln!(store, "sum = {};", sum(precision, ["sum", name]));
        }
        for (name, value) in names.iter().zip(&printed.outputs) {
            let _ = writeln!(round, "{name} = {value};");
        }
        store.push_str("results[k] = sum;\n");
        let text = probe::text(&head, [&load, &round, &store]);
        Ok(Self { text, table, operations: graph.operation_counts().0 })
    }

    /// Seconds until it is a pipeline that has run, and that.
    fn compile<'a>(&self, device: &'a Device, precision: Precision) -> Result<(f64, Probe<'a>), GpuError> {
        let start = Instant::now();
        let arithmetic = device.report.arithmetic;
        let words = self.table.as_ref().map(|tables| &tables.words[..]);
        let probe = Probe::with_table(device, &self.text, (precision, arithmetic), words)?;
        // a software device compiles when it first runs, even where there is nothing to do
        let nothing = self.bind(&probe, precision, WORKGROUP as u32, 0)?;
        probe.run(&nothing, 1, 1)?;
        Ok((start.elapsed().as_secs_f64(), probe))
    }

    fn bind(
        &self,
        probe: &Probe<'_>,
        precision: Precision,
        threads: u32,
        rounds: u32,
    ) -> Result<crate::gpu::probe::Bound, GpuError> {
        let mut inputs: Vec<f64> = (0..KEPT).map(|i| (1.0 + i as f64) / 1024.0).collect();
        inputs.extend(self.table.iter().flat_map(|tables| &tables.constants));
        let inputs = bytes(&inputs, precision);
        let size = bytes(&[0.0], precision).len() * threads as usize;
        let control = Control { members: threads, stride: threads, budget: rounds, ..Control::default() };
        probe.bind(control, &inputs, [inputs.len(), size])
    }

    /// Chains per second of all threads. `loops` is how often a loop of the device goes round in a chain.
    fn rounds_per_second(
        &self,
        device: &Device,
        probe: &Probe<'_>,
        precision: Precision,
        loops: usize,
    ) -> Result<f64, GpuError> {
        let groups = WORKGROUPS[usize::from(device.report.software)];
        let threads = groups * WORKGROUP as u32;
        let most = (MOST_ROUNDS / (loops as u32 + 1)).max(1);
        let mut rounds = 1;
        loop {
            let work = self.bind(probe, precision, threads, rounds)?;
            let time = || {
                let start = Instant::now();
                probe.run(&work, groups, 1).map(|()| start.elapsed())
            };
            let mut took = time()?;
            if took >= LONG_ENOUGH || rounds >= most {
                for _ in 1..REPEATS {
                    took = took.min(time()?);
                }
                return Ok(f64::from(threads) * f64::from(rounds) / took.as_secs_f64().max(1e-6));
            }
            rounds = (4 * rounds).min(most);
        }
    }
}

/// The text of a sum.
fn sum(precision: Precision, [a, b]: [&str; 2]) -> String {
    if precision == Precision::DoubleFloat { format!("plus({a}, {b})") } else { format!("{a} + {b}") }
}

//! What has been measured, as tables, as JSON and as the content of a roofline plot.

use super::crossover::crossover;
use super::measure::{Series, Target};
use super::workloads::{Case, Stepping};
use gyrosweep::gpu::{AdapterReport, Rates};
use gyrosweep::io::manifest::{
    BenchCrossover, BenchDevice, BenchFile, BenchSeries, BenchSize, Comparison, ProcessorFigure, WholeRuns,
};
use gyrosweep::plot::{Roofline, Work};
use gyrosweep::report::{count, rate, table};

/// The JSON file, for the help.
pub(super) const SCHEMA: &str = "The file of --json holds:
  version, cpu     the program, and the processor with its instruction set
  figures          rows of the processor: what, value, unit, note
  device           null, or name, driver, kind, interface, memory (B/s) and multiply_add (1/s by precision), measured
  refused          what the device could not compute, in words
  series           for every workload, kind of steps and target:
    workload, steps (fixed, adaptive), target (cpu, f32, df64, f64), units (bodies that a step advances),
    operations (of an attempt of a step),
    setup          start_up, tracing, pipeline (s)
    phases         of one chunk: members, planning, kernel, transfer, writing (s)
    sizes          members, steps, attempts (of all members), run and kernel (s; kernel is null on the cpu), bytes;
                   end_to_end and kernel_rate (body-steps/s), operation_rate (1/s), peak_share, memory_share
                   (parts of the device's measured rates; null on the cpu; an operation of
                   double-float numbers counts as one, however cheap it is, so that df64 may exceed one)
    crossover      members from which on the device is done before the cpu: members and measured (false where the
                   time of the cpu is extrapolated), or beyond; null on the cpu
    published      where there is one: who, steps_per_second, peak, and ratio (ours by theirs, steps per product or sum
                   of either device's peak)";

/// The device and its rates.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) report: AdapterReport,
    pub(super) rates: Rates,
}

/// All that has been measured.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) cpu: String,
    pub(super) rows: Vec<ProcessorFigure>,
    pub(super) device: Option<Measured>,
    pub(super) cases: Vec<Case>,
    pub(super) series: Vec<Series>,
    pub(super) refused: Vec<String>,
}

/// Writes a part as a percentage.
fn percent(part: Option<f64>) -> String {
    part.map_or_else(
        || "-".into(),
        |p| if p < 0.0995 { format!("{:.1} %", 100.0 * p) } else { format!("{:.0} %", 100.0 * p) },
    )
}

fn milliseconds(seconds: f64) -> String {
    let ms = 1e3 * seconds;
    if ms < 9.995 { format!("{ms:.2}") } else { format!("{ms:.0}") }
}

impl Results {
    fn peak(&self, target: Target) -> Option<f64> {
        let Target::Device(precision) = target else { return None };
        self.device.as_ref()?.rates.of(precision)
    }

    /// Returns the parts of the device's multiply-add rate and of its memory rate, at one of the numbers of members.
    fn shares(&self, series: &Series, size: usize) -> [Option<f64>; 2] {
        let size = &series.sizes[size];
        let operations = series.operation_rate(size);
        let peak = self.peak(series.target).map(|peak| operations / peak);
        let memory = self.device.as_ref().filter(|_| series.target != Target::Cpu);
        [peak, memory.map(|device| operations / series.intensity(size) / device.rates.memory)]
    }

    fn crossover(&self, series: &Series) -> Option<BenchCrossover> {
        let cpu = self.series.iter().find(|s| s.case == series.case && s.target == Target::Cpu)?;
        (series.target != Target::Cpu).then(|| crossover(series, cpu))
    }

    /// Returns the steps per product or sum of a device's peak: ours by the published.
    fn against_published(&self, series: &Series) -> Option<f64> {
        let published = self.cases[series.case].published?;
        let theirs = published.steps / published.peak;
        Some(series.kernel_rate(series.largest()) / self.peak(series.target)? / theirs)
    }

    fn head(&self, series: &Series) -> Vec<String> {
        let case = &self.cases[series.case];
        vec![case.name.clone(), case.stepping.name().into(), series.target.name().into()]
    }

    /// Makes the table of the rows of the processor.
    pub(super) fn processor(&self) -> String {
        let cells = self.rows.iter().map(|r| vec![r.what.clone(), rate(r.value), r.unit.clone(), r.note.clone()]);
        table(&cells.collect::<Vec<_>>(), 4)
    }

    /// Makes the table of what every workload reaches with the most members that were measured.
    pub(super) fn throughput(&self) -> String {
        let heading =
            ["workload", "steps", "on", "operations", "members", "kernel", "end to end", "of peak", "of memory"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        for series in &self.series {
            let size = series.largest();
            let [peak, memory] = self.shares(series, series.sizes.len() - 1);
            let mut row = self.head(series);
            row.extend([count(series.operations as u64), count(size.members)]);
            row.extend([rate(series.kernel_rate(size)), rate(series.end_to_end(size)), percent(peak), percent(memory)]);
            rows.push(row);
        }
        table(&rows, 3)
    }

    /// Makes the table of how rates grow with the number of members.
    pub(super) fn by_members(&self) -> String {
        let mut sizes: Vec<u64> = self.series.iter().flat_map(|s| &s.sizes).map(|size| size.members).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let heading = ["workload", "steps", "on"].map(String::from).into_iter();
        let mut rows = vec![heading.chain(sizes.iter().map(|n| count(*n))).collect::<Vec<_>>()];
        for series in &self.series {
            let cell = |members: &u64| {
                let size = series.sizes.iter().find(|s| s.members == *members);
                size.map_or_else(String::new, |size| rate(series.end_to_end(size)))
            };
            rows.push(self.head(series).into_iter().chain(sizes.iter().map(cell)).collect());
        }
        table(&rows, 3)
    }

    /// Makes the table of where the time of a run of one chunk goes, and from how many members on the device pays.
    pub(super) fn phases(&self) -> String {
        let heading = [
            "workload",
            "steps",
            "on",
            "start-up",
            "tracing",
            "pipeline",
            "members",
            "planning",
            "kernel",
            "transfer",
            "writing",
            "crossover",
        ];
        let mut rows = vec![heading.map(String::from).to_vec()];
        for series in &self.series {
            let (setup, phases) = (&series.setup, &series.phases);
            let mut row = self.head(series);
            row.extend([setup.start_up, setup.tracing, setup.pipeline].map(milliseconds));
            row.push(count(phases.members));
            row.extend([phases.planning, phases.kernel, phases.transfer, phases.writing].map(milliseconds));
            row.push(match self.crossover(series) {
                None => "-".into(),
                Some(BenchCrossover::At { members, measured: true }) => count(members),
                Some(BenchCrossover::At { members, measured: false }) => format!("{}*", count(members)),
                Some(BenchCrossover::Beyond { beyond }) => format!("> {}", count(beyond)),
            });
            rows.push(row);
        }
        table(&rows, 3)
    }

    /// Writes comparisons with published figures, in words.
    pub(super) fn comparisons(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for series in &self.series {
            let Some(published) = self.cases[series.case].published else { continue };
            let ours = series.kernel_rate(series.largest());
            let name = &self.cases[series.case].name;
            let mut line = format!("{name}, {}: {} steps/s, kernel alone", series.target.name(), rate(ours));
            if let (Some(ratio), Some(peak)) = (self.against_published(series), self.peak(series.target)) {
                line += &format!(
                    "; {:.2e} steps per product or sum of the peak {}/s, {ratio:.3} times the published rate",
                    ours / peak,
                    rate(peak)
                );
            }
            lines.push(line);
            if self.series.iter().rfind(|s| s.case == series.case).is_some_and(|last| last.target == series.target) {
                lines.push(format!(
                    "{name}, published: {} steps/s, kernel alone; {:.2e} steps per product or sum of the peak {}/s: {}",
                    rate(published.steps),
                    published.steps / published.peak,
                    rate(published.peak),
                    published.who
                ));
            }
        }
        lines
    }

    /// Returns the plot of the device's workloads, if there is a device.
    pub(super) fn roofline(&self) -> Option<Roofline> {
        let device = self.device.as_ref()?;
        let on_device = self.series.iter().filter(|s| s.target != Target::Cpu);
        let work = on_device.map(|series| {
            let (case, size) = (&self.cases[series.case], series.largest());
            Work {
                name: case.name.replace('_', " "),
                adaptive: case.stepping == Stepping::Adaptive,
                precision: series.target.name().into(),
                intensity: series.intensity(size),
                rate: series.operation_rate(size),
            }
        });
        let AdapterReport { name, interface, .. } = &device.report;
        let ceilings = device.rates.multiply_add.iter().map(|(p, rate)| (p.name().to_string(), *rate));
        Some(Roofline {
            title: format!("What workloads reach on {name}"),
            notes: vec![
                format!(
                    "{interface}, gyrosweep {}; kernels alone, with their recorded operations",
                    env!("CARGO_PKG_VERSION")
                ),
                "Limits measured in the same run: independent products and sums, not fused; a copy in memory".into(),
            ],
            memory: device.rates.memory,
            ceilings: ceilings.collect(),
            work: work.collect(),
        })
    }

    /// Returns what has been measured, for the file of `--json`.
    pub(super) fn file(&self) -> BenchFile {
        let device = self.device.as_ref().map(|Measured { report, rates }| BenchDevice {
            name: report.name.clone(),
            driver: report.driver.clone(),
            kind: report.kind.into(),
            interface: report.interface.clone(),
            memory: rates.memory,
            multiply_add: rates.multiply_add.clone(),
        });
        BenchFile {
            version: env!("CARGO_PKG_VERSION").into(),
            cpu: self.cpu.clone(),
            figures: self.rows.clone(),
            device,
            refused: self.refused.clone(),
            series: self.series.iter().map(|series| self.series_of_file(series)).collect(),
        }
    }

    fn series_of_file(&self, series: &Series) -> BenchSeries {
        let case = &self.cases[series.case];
        let size = |(i, runs): (usize, &WholeRuns)| {
            let [peak_share, memory_share] = self.shares(series, i);
            BenchSize {
                runs: *runs,
                end_to_end: series.end_to_end(runs),
                kernel_rate: series.kernel_rate(runs),
                operation_rate: series.operation_rate(runs),
                peak_share,
                memory_share,
            }
        };
        let published = case.published.map(|published| Comparison {
            who: published.who.into(),
            steps_per_second: published.steps,
            peak: published.peak,
            ratio: self.against_published(series),
        });
        BenchSeries {
            workload: case.name.clone(),
            steps: case.stepping.name().into(),
            target: series.target.name().into(),
            units: series.units,
            operations: series.operations,
            setup: series.setup,
            phases: series.phases,
            sizes: series.sizes.iter().enumerate().map(size).collect(),
            crossover: self.crossover(series),
            published,
        }
    }
}

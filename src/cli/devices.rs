//! `gyrosweep devices`: the adapters of this machine, what they compute as they must, and what they reach.

use super::Failure;
use super::console::Console;
use clap::Args;
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth, peak};
use gyrosweep::gpu::{Inspection, inspect};
use gyrosweep::io::manifest::{DevicesFile, Processor};
use gyrosweep::io::output_file::OutputFiles;
use gyrosweep::report::{count, table};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct DevicesArguments {
    /// Only the adapters whose name contains this, or that of the number
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Also write what was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Replace that file if it is there already
    #[arg(long, requires = "json")]
    force: bool,
}

pub(crate) fn devices(console: &Console, arguments: &DevicesArguments) -> Result<u8, Failure> {
    let mut files = OutputFiles::new([], arguments.force);
    let json = arguments.json.as_ref().map(|path| files.take("--json", path)).transpose()?;
    let found = inspect(arguments.adapter.as_deref()).map_err(Failure::input)?;
    let cpu = CpuBackend::new(None, LaneWidth::best()).map_err(Failure::other)?;
    let one_core = peak::operations_per_second();
    console.heading(&cpu.description());
    console.line(&format!("   f64          {} per core", quantity(one_core, "op/s")));
    if found.is_empty() {
        console.line("");
        console.line("no GPU, and no software device that stands in for one");
    }
    for one in &found {
        console.line("");
        say(console, one);
    }
    if !found.is_empty() {
        console.line("");
        console.line("op/s: products and sums in registers, not fused; one of df64 counts as one");
    }
    if let Some(mut to) = json {
        let file =
            DevicesFile { cpu: Processor::new(&cpu, one_core), adapters: found.iter().map(Into::into).collect() };
        to.write_json(&file)?;
    }
    Ok(0)
}

fn say(console: &Console, one: &Inspection) {
    let report = &one.report;
    console.heading(&format!("{}  {}", one.number, report.name));
    let line = |name: &str, text: &str| console.line(&format!("   {name:<12} {text}"));
    line("type", &format!("{}, {}", report.kind, report.interface));
    line("driver", &report.driver);
    line("buffers", &format!("up to {} MiB, {} at a time", report.buffer_limit >> 20, report.binding_limit));
    let threads = count(u64::from(report.thread_limit));
    line("dispatch", &format!("up to {} workgroups of {threads} threads", count(u64::from(report.workgroup_limit))));
    match &one.rates {
        Ok(rates) => line("memory", &format!("{} read and written", quantity(rates.memory, "B/s"))),
        Err(error) => line("rates", &format!("not measured: {error}")),
    }
    let offers = match &one.support {
        Ok(offers) => offers,
        Err(error) => return line("precisions", &format!("not known: {error}")),
    };
    let rows = offers.iter().map(|offer| {
        let rate = one.rates.as_ref().ok().and_then(|rates| rates.of(offer.precision));
        let (verdict, arithmetic) = match offer.arithmetic {
            Some(arithmetic) => ("passes", arithmetic.to_string()),
            None => ("refused", "-".to_string()),
        };
        let rate = rate.map_or("-".to_string(), |rate| quantity(rate, "op/s"));
        vec![offer.precision.name().to_string(), verdict.to_string(), arithmetic, rate]
    });
    for (row, offer) in table(&rows.collect::<Vec<_>>(), 3).lines().zip(offers) {
        let (name, rest) = row.split_at(row.find(' ').unwrap_or(row.len()));
        line(name, rest.trim_start());
        line("", &offer.words);
    }
    if report.software {
        line("used", "with --backend gpu or by its name, never by auto: it computes on the CPU");
    }
}

/// Writes a number with its unit and the prefix of a power of a thousand.
fn quantity(value: f64, unit: &str) -> String {
    let prefixes = ["", "k", "M", "G", "T", "P"];
    let power = (0..prefixes.len() - 1).find(|p| value < 999.5 * 1000f64.powi(*p as i32)).unwrap_or(prefixes.len() - 1);
    let scaled = value / 1000f64.powi(power as i32);
    let digits = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.digits$} {}{unit}", prefixes[power])
}

#[cfg(test)]
mod tests {
    use super::quantity;

    #[test]
    fn quantities_have_three_digits_and_a_prefix() {
        for (value, text) in [
            (0.5, "0.50 B/s"),
            (999.0, "999 B/s"),
            (999.9, "1.00 kB/s"),
            (45.2e9, "45.2 GB/s"),
            (2.409e9, "2.41 GB/s"),
            (6.7e13, "67.0 TB/s"),
            (3e18, "3000 PB/s"),
        ] {
            assert_eq!(quantity(value, "B/s"), text);
        }
    }
}

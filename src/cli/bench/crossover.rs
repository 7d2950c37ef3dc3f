//! From how many members on a device is done first.

use super::measure::Series;
use gyrosweep::io::manifest::BenchCrossover;

/// Finds the smallest measured number of members at which a device, from the command to the written table, is done
/// before the processor.
pub(super) fn crossover(device: &Series, cpu: &Series) -> BenchCrossover {
    let seconds_of_cpu = |members: u64| match cpu.sizes.iter().find(|s| s.members == members) {
        Some(size) => (cpu.total(size), true),
        // beyond what was measured, in proportion to the members
        None => (cpu.setup.total() + cpu.largest().run * members as f64 / cpu.largest().members as f64, false),
    };
    let first = device.sizes.iter().find_map(|size| {
        let (seconds, measured) = seconds_of_cpu(size.members);
        (device.total(size) < seconds).then_some((size.members, measured))
    });
    match first {
        Some((members, measured)) => BenchCrossover::At { members, measured },
        None => BenchCrossover::Beyond { beyond: device.largest().members },
    }
}

//! `gyrosweep devices`: the adapters of this machine.

use super::Failure;
use super::console::Console;
use crate::ensemble::Backend;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::gpu::adapters;

pub(crate) fn devices(console: &Console) -> Result<u8, Failure> {
    let cpu = CpuBackend::new(None, LaneWidth::best()).map_err(Failure::other)?;
    console.line(&cpu.description());
    let adapters = adapters();
    if adapters.is_empty() {
        console.line("no GPU, and no software device that stands in for one");
    }
    for a in adapters {
        console.line("");
        console.heading(&a.name);
        console.line(&format!("  {}, {} ({})", a.kind, a.interface, a.driver));
        console.line(&format!("  precision    {}", a.precisions.join(", ")));
        console.line(&format!("  arithmetic   {}", a.arithmetic));
        console.line(&format!("  buffers      up to {} MiB", a.buffer_limit >> 20));
        console.line(&format!("  dispatch     up to {} workgroups", a.workgroup_limit));
        if a.software {
            console.line("  computes on the CPU; used with --backend gpu only, never by auto");
        }
    }
    Ok(0)
}

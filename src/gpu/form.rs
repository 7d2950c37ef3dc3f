//! The form of a kernel, by the number of its operations and the driver: no clock decides what a driver makes of a kernel.

use super::kernel::{Form, Kernel, KernelError, Variant};
use crate::ensemble::Study;
use crate::gpu::choice::AdapterReport;
use crate::num::Precision;

/// Returns the number of operations up to which a kernel is unrolled. Compilers need time and memory that grow with the
/// text, and from some length on faster than it; an operation on double-float numbers is up to twenty to them.
///
/// On a software device, llvmpipe on two cores, a kernel that interprets makes 2 to 75 times fewer operations per
/// second than an unrolled one (f64: heavy top 16, with dop853 75, robot arm of 4,158 operations 11, chain of 32 links
/// with 38,211 operations 23), for at most some seconds that it saves once (the chain: 3 s of 6 s). So text is written
/// as long as compilers manage it.
///
/// SwiftShader puts every function in place of its calls, of which an operation on double-float numbers has several, and its
/// memory grows with the square of that: heavy top, 405 operations, 0.8 GB; 569, 1.5 GB; interpreted, 0.2 GB.
fn longest_text(precision: Precision, device: &AdapterReport) -> usize {
    match precision {
        Precision::DoubleFloat if device.driver.starts_with("SwiftShader") => 400,
        Precision::Single | Precision::Double => 50_000,
        Precision::DoubleFloat => 10_000,
    }
}

/// The number of NVIDIA as a maker of PCI devices.
pub(super) const NVIDIA: u32 = 0x10de;

/// Makes the kernel of a study for a device, of a variant that passes the self-test, in the form that is asked for, or else in the
/// one that its length calls for.
///
/// # Errors
/// As [`Kernel::new`].
pub(super) fn kernel(
    study: &Study,
    device: &AdapterReport,
    variant: Variant,
    form: Option<Form>,
) -> Result<Kernel, KernelError> {
    // measured with the assembler of CUDA; compilers of others gain nothing, and that of LLVM needs more registers
    let is_in_blocks = device.vendor == NVIDIA;
    let new = |form| Kernel::new(study, Variant { form, is_in_blocks, ..variant });
    if let Some(form) = form {
        return new(form);
    }
    let unrolled = new(Form::Unrolled)?;
    let Kernel { step_operations, iteration_operations, output_operations, .. } = unrolled;
    let Kernel { monitored_operations, member_operations, .. } = unrolled;
    let attempt = step_operations + iteration_operations + monitored_operations;
    let operations = attempt + output_operations + member_operations;
    if operations <= longest_text(variant.precision, device) { Ok(unrolled) } else { new(Form::Interpreted) }
}

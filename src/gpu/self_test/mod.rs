//! The self-test: which precisions a device computes as it must.
//!
//! A driver may fuse and reassociate operations, round them more coarsely than IEEE 754, or drop error terms as
//! redundant. So no precision is offered on trust. [`arithmetic`] evaluates a table of operations and series, once per
//! device, driver and program; [`trajectory`] lets the kernel of a study itself make a few steps, once per backend. What
//! differs from the CPU by more than its limit is refused, with the figure and the limit. Kernels of double-float numbers whose
//! errors of products are found by fma are tried first: what the device's fma gives must be those errors, bit by bit, as Vulkan
//! and WGSL do not say how often it rounds.

mod arithmetic;
mod expressions;
mod products;
mod result;
mod trajectory;

#[cfg(test)]
mod tests;

pub(crate) use trajectory::check as check_trajectory;

use crate::gpu::choice::AdapterReport;
use crate::gpu::device::adapter::lacks;
use crate::gpu::device::cache::{Cached, digest};
use crate::gpu::device::open::Device;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, ProductError, Variant};
use crate::num::Precision;
use result::TestResult;
use std::sync::Mutex;

/// What a device offers of a precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrecisionSupport {
    /// The precision.
    pub precision: Precision,
    /// Who decides how its operations are compiled; none where it is refused.
    pub arithmetic: Option<Arithmetic>,
    /// How its kernels find the errors of products.
    pub product_error: ProductError,
    /// A message on how well the precision passes, or why it is refused.
    pub words: String,
    /// Which of signed zeros, infinities and NaN is not kept, if any.
    pub lost: Option<String>,
}

/// Where results come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The results that were found before, if there are any.
    Memory,
    /// A new measurement on the device.
    Measurement,
}

/// What was found since the program started.
static FOUND: Mutex<Vec<(Cached, TestResult)>> = Mutex::new(Vec::new());

/// Returns the result of the self-test on kernels of a variant.
fn result(device: &Device, variant: Variant, from: Source) -> Result<TestResult, GpuError> {
    let text = arithmetic::text(variant)?;
    let AdapterReport { name, driver, interface, .. } = &device.report;
    let route = variant.arithmetic.to_string();
    // the text tells how errors of products are found
    let key = [name, driver, interface, variant.precision.name(), &route, &digest(&text)];
    let cached = Cached::new("self_test", &key);
    if from == Source::Memory {
        let found = FOUND.lock().ok().and_then(|f| f.iter().find(|(c, _)| *c == cached).map(|(_, v)| v.clone()));
        if let Some(result) = found.or_else(|| cached.read()) {
            return Ok(result);
        }
    }
    let result = arithmetic::judge(device, variant, &text)?;
    cached.write(&result);
    if let Ok(mut found) = FOUND.lock() {
        found.retain(|(c, _)| *c != cached);
        found.push((cached, result.clone()));
    }
    Ok(result)
}

/// Returns the variants that kernels of a precision may be of, the best first.
fn variants(precision: Precision, routes: &[Arithmetic]) -> Vec<Variant> {
    let product_errors: &[ProductError] = match precision {
        Precision::DoubleFloat => &[ProductError::Fused, ProductError::Split],
        Precision::Single | Precision::Double => &[ProductError::Split],
    };
    let of = |arithmetic: Arithmetic| {
        product_errors.iter().map(move |by| Variant { arithmetic, product_error: *by, ..precision.into() })
    };
    routes.iter().copied().flat_map(of).collect()
}

/// Returns the support of a precision by a device: exact arithmetic where that passes, else that of the driver, and either with
/// errors of products by fma where that passes.
/// `wanted` says whether exact arithmetic is tried at all.
pub(crate) fn support(
    device: &Device,
    precision: Precision,
    wanted: Arithmetic,
    from: Source,
) -> Result<PrecisionSupport, GpuError> {
    let product_error = ProductError::Split;
    let refused = |words: String| PrecisionSupport { precision, arithmetic: None, product_error, words, lost: None };
    if let Some(reason) = lacks(&device.report, precision) {
        return Ok(refused(reason.to_string()));
    }
    let routes: &[Arithmetic] = match (wanted, device.report.arithmetic) {
        (Arithmetic::Exact, Arithmetic::Exact) => &[Arithmetic::Exact, Arithmetic::Driver],
        _ => &[Arithmetic::Driver],
    };
    let mut failures = Vec::new();
    let variants = variants(precision, routes);
    for variant in &variants {
        let result = match result(device, *variant, from) {
            Ok(result) => result,
            // a variant that does not compile is one that fails
            Err(error) if failures.len() + 1 < variants.len() => TestResult::refused(error.to_string()),
            Err(error) => return Err(error),
        };
        if result.passed {
            let before: String = failures.iter().map(|failure| format!("; {failure}")).collect();
            let lost =
                result.lost.as_ref().map(|what| format!("; signed zeros, infinities or NaN are not kept: {what}"));
            let products = of_products(*variant).map_or(String::new(), |by| format!(", {by}"));
            let words = result.words + &products + lost.as_deref().unwrap_or("") + &before;
            let Variant { arithmetic, product_error, .. } = *variant;
            return Ok(PrecisionSupport {
                precision,
                arithmetic: Some(arithmetic),
                product_error,
                words,
                lost: result.lost,
            });
        }
        let products = of_products(*variant).map_or(String::new(), |by| format!(" {by}"));
        failures.push(format!("arithmetic {}{products} fails: {}", variant.arithmetic, result.words));
    }
    Ok(refused(failures.join("; ")))
}

/// Returns a message on how errors of products are found, where there is a choice.
fn of_products(variant: Variant) -> Option<String> {
    (variant.precision == Precision::DoubleFloat).then(|| format!("with {}", variant.product_error))
}

/// Returns the variant whose kernels a device computes as it must, unrolled, and which of signed zeros, infinities and NaN it
/// does not keep.
///
/// # Errors
/// [`GpuError::Refused`] where there is none.
pub(crate) fn settle(
    device: &Device,
    precision: Precision,
    wanted: Arithmetic,
) -> Result<(Variant, Option<String>), GpuError> {
    let support = support(device, precision, wanted, Source::Memory)?;
    let arithmetic = support.arithmetic.ok_or_else(|| GpuError::Refused {
        adapter: device.report.name.clone(),
        precision: precision.name(),
        reason: support.words,
    })?;
    Ok((Variant { arithmetic, product_error: support.product_error, ..precision.into() }, support.lost))
}

//! Whether a device computes the operations of a precision as they are written.
//!
//! The text is made of the kernels' own preludes by their own printer, and takes the same way to the device, so that
//! whatever a driver does to it, it would do to a kernel.

use super::expressions::{CHECKS, Check, INPUTS, SPECIAL, Scale, evaluate, special, unit};
use super::products::{self, FACTORS};
use super::result::TestResult;
use crate::gpu::device::numbers::{bytes, numbers};
use crate::gpu::device::open::Device;
use crate::gpu::device::probe::Probe;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::{Arithmetic, Control, KernelError, ProductError, Variant, prelude, render};
use crate::num::series::HALF_TURN;
use crate::num::{DoubleFloat, Precision};
use crate::sampling::hash;
use crate::trace::wgsl::{self, literal};
use crate::trace::{Input, Rate, Schedule, record};
use minijinja::context;

/// Rows of the table of inputs.
const ROWS: usize = 256;

/// Terms of the sums whose roundings are kept.
const TERMS: u32 = 4096;

/// How many times better than plain sums they must be: each plain one is off by up to half a unit of the sum, those that
/// keep their roundings by half a unit of the term, which is 4096 times smaller; 16 are left for the last roundings.
const BETTER: f64 = 256.0;

/// Results after those of [`evaluate`].
#[derive(Clone, Copy)]
enum Further {
    /// 1 where the magnitude of x is seen to be below that of y.
    Smaller,
    /// 1 where a number is seen to be no state of a mechanism.
    NoState,
    /// A whole number as a real one.
    Whole,
    /// A sum whose roundings are kept, and what it is rounded by.
    Sum,
    Rest,
    /// The product of two numbers of single precision, exactly.
    Product,
}

/// The index of the first result of [`special`].
const SPECIAL_RESULTS: usize = CHECKS.len() + Further::Product as usize + 1;

/// The number of results.
const RESULTS: usize = SPECIAL_RESULTS + SPECIAL.len();

const fn place(further: Further) -> usize {
    CHECKS.len() + further as usize
}

/// The inputs after those of [`evaluate`]: one of [`STATES`], the first number of a sum, its terms, the factors of a product.
const FURTHER_INPUTS: [&str; 5] = ["state", "first", "term", FACTORS[0], FACTORS[1]];
const COLUMNS: usize = INPUTS.len() + FURTHER_INPUTS.len();

/// Numbers in place of a component of a state, of which the last three may be one.
const STATES: [f64; 7] = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2e30, 1e3, 0.0, -0.0];

/// A factor that makes whole numbers of 24 bits of the numbers of rows.
const SPREAD: u32 = 65_521;

/// Writes the kernel of the self-test of a variant.
pub(crate) fn text(variant: Variant) -> Result<String, KernelError> {
    let precision = variant.precision;
    let input = |name: &str| Input { name: name.into(), rate: Rate::Step };
    let print = |graph: &_, prefixes| wgsl::print(graph, &Schedule::new(graph), prefixes);
    let printed = print(&record(precision, INPUTS.map(input).to_vec(), evaluate), ["m", "v"])?;
    let special = print(&record(precision, vec![input("state"), input("first")], |x| special(x[0], x[1])), ["n", "w"])?;
    let context = context! {
        prelude => prelude(variant),
        inputs => [&INPUTS[..], &FURTHER_INPUTS].concat(),
        compensated => precision == Precision::Single,
        evaluation => printed.step + &special.step,
        values => printed.outputs,
        special => special.outputs,
        first_special => SPECIAL_RESULTS,
        smaller => place(Further::Smaller),
        no_state => place(Further::NoState),
        whole => place(Further::Whole),
        sum => place(Further::Sum),
        rest => place(Further::Rest),
        factors => if variant.product_error == ProductError::Fused { FACTORS.to_vec() } else { Vec::new() },
        product => place(Further::Product),
        zero => literal(0.0, precision)?,
        one => literal(1.0, precision)?,
        spread => SPREAD,
    };
    Ok(render("self_test.wgsl", context))
}

/// Returns the inputs row by row, as a precision has them.
fn table(precision: Precision) -> Vec<[f64; COLUMNS]> {
    let row = |k: usize| {
        let uniform = |column: u64| hash::uniform(1, column, k as u64);
        let signed = |column: u64| {
            let sign = if uniform(column + 20) < 0.5 { -1.0 } else { 1.0 };
            // twenty binades
            sign * (uniform(column) + 1.0) * 2f64.powi((20.0 * uniform(column + 40)) as i32 - 10)
        };
        let x = signed(0);
        // some equal, some of nearly the same magnitude
        let y = match k % 16 {
            0 => x,
            1 => -x * (1.0 + 1e-6),
            _ => signed(1),
        };
        let angle = if k.is_multiple_of(8) {
            (k as f64 / 8.0 - 16.0) * std::f64::consts::FRAC_PI_2
        } else {
            100.0 * uniform(3)
        };
        let exponent = 40.0 * uniform(4) - 20.0;
        let s = if k == 0 { 0.0 } else { HALF_TURN * uniform(2) };
        let [first, term] = [1.0 + uniform(5), (1.0 + uniform(6)) / f64::from(2 * TERMS)];
        let [left, right] = products::factors(k);
        [x, y, s, angle, exponent, STATES[k % STATES.len()], first, term, left, right]
    };
    let rounded = |row: [f64; COLUMNS]| {
        let rounded = numbers(&bytes(&row, precision), precision);
        std::array::from_fn(|i| rounded[i])
    };
    (0..ROWS).map(row).map(rounded).collect()
}

/// Returns the results of [`evaluate`] on the CPU, in double precision and in numbers of the precision.
fn expected(precision: Precision, inputs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let reference = evaluate::<f64>(inputs);
    let same = match precision {
        Precision::Single => {
            let inputs: Vec<f32> = inputs.iter().map(|x| *x as f32).collect();
            evaluate(&inputs).into_iter().map(f64::from).collect()
        }
        Precision::DoubleFloat => {
            let inputs: Vec<DoubleFloat> = inputs.iter().map(|x| DoubleFloat::from(*x)).collect();
            evaluate(&inputs).into_iter().map(f64::from).collect()
        }
        Precision::Double => reference.clone(),
    };
    (reference, same)
}

/// The largest error of a check, in parts of what is accepted, and where.
#[derive(Clone, Copy)]
struct Worst {
    part: f64,
    found: f64,
    expected: f64,
    row: usize,
}

/// Runs the text on a device and says whether its results are what they must be.
pub(crate) fn judge(device: &Device, variant: Variant, text: &str) -> Result<TestResult, GpuError> {
    let Variant { precision, arithmetic, product_error, .. } = variant;
    let rows = table(precision);
    let stride = ROWS as u32;
    let columns: Vec<f64> = (0..COLUMNS).flat_map(|c| rows.iter().map(move |row| row[c])).collect();
    let probe = Probe::new(device, text, precision, arithmetic)?;
    let rounds = if precision == Precision::Single { TERMS } else { 0 };
    let results = probe.evaluate(
        precision,
        Control { members: stride, stride, budget: rounds, ..Control::default() },
        &columns,
        RESULTS,
    )?;
    let found = |quantity: usize, row: usize| results[quantity * ROWS + row];
    if product_error == ProductError::Fused
        && let Some(reason) = products::refused(rows.iter().map(|row| [row[COLUMNS - 2], row[COLUMNS - 1]]), |row| {
            found(place(Further::Product), row)
        })
    {
        return Ok(TestResult::refused(reason));
    }
    let mut same_bits = true;
    let mut worst: Option<(&Check, Worst)> = None;
    for (row, inputs) in rows.iter().enumerate() {
        let (reference, same) = expected(precision, &inputs[..INPUTS.len()]);
        for (c, check) in CHECKS.iter().enumerate() {
            same_bits &= same[c].to_bits() == found(c, row).to_bits();
            // double-float numbers have no error terms of their own
            let promised = arithmetic == Arithmetic::Exact && precision != Precision::DoubleFloat;
            if check.exact_only && !promised {
                continue;
            }
            let expected = if check.exact_only { same[c] } else { reference[c] };
            let part = part(check, precision, found(c, row), expected, inputs);
            if worst.is_none_or(|(_, w)| part > w.part) {
                worst = Some((check, Worst { part, found: found(c, row), expected, row }));
            }
        }
    }
    if let Some((check, w)) = worst.filter(|(_, w)| w.part > 1.0) {
        return Ok(TestResult::refused(describe(check, precision, &w, &rows[w.row])));
    }
    if let Some(reason) = decisions(&rows, &found) {
        return Ok(TestResult::refused(reason));
    }
    if precision == Precision::Single {
        let (kept, plain) = sums(&rows, &found);
        if kept > plain / BETTER {
            return Ok(TestResult::refused(format!(
                "sums of {TERMS} terms that keep their roundings are off by {kept:.1e}, plain ones by {plain:.1e}; \
                 accepted: 1/{BETTER} of that, or the state of a member would drift"
            )));
        }
    }
    let part = worst.map_or(0.0, |(_, w)| w.part);
    let passed = TestResult::passed(match (same_bits, worst) {
        (true, _) | (_, None) => "all results have the bits of the CPU's".to_string(),
        (false, Some((_, w))) if w.part == 0.0 => "no result differs from the CPU's".to_string(),
        (false, Some((check, _))) => {
            format!("the largest error, of {}, is {:.0} % of what is accepted", check.name, 100.0 * part)
        }
    });
    Ok(TestResult { lost: lost(precision, &rows, &found), ..passed })
}

/// Returns a message on what of signed zeros, infinities and NaN is not kept, if there is any. Double-float numbers
/// have none of their own.
fn lost(precision: Precision, rows: &[[f64; COLUMNS]], found: &impl Fn(usize, usize) -> f64) -> Option<String> {
    for (row, inputs) in rows.iter().enumerate() {
        let [x, first] = [inputs[INPUTS.len()], inputs[INPUTS.len() + 1]];
        let expected = match precision {
            Precision::Single => special(x as f32, first as f32).into_iter().map(f64::from).collect(),
            Precision::DoubleFloat => return None,
            Precision::Double => special(x, first),
        };
        for (i, (what, expected)) in SPECIAL.iter().zip(expected).enumerate() {
            let found = found(SPECIAL_RESULTS + i, row);
            // a root may be off by its last bits
            let alike = found == expected && found.is_sign_negative() == expected.is_sign_negative();
            if !(alike || found.is_nan() && expected.is_nan() || expected.is_normal() && found.is_normal()) {
                return Some(format!("{what} is {found:?} instead of {expected:?} at x = {x:?}"));
            }
        }
    }
    None
}

/// Returns an error in parts of what is accepted; infinite where the result is no number.
fn part(check: &Check, precision: Precision, found: f64, expected: f64, inputs: &[f64]) -> f64 {
    let error = (found - expected).abs();
    let scale = match check.scale {
        Scale::Exact => return if error == 0.0 { 0.0 } else { f64::INFINITY },
        Scale::Value => expected.abs(),
        Scale::Terms => inputs[0].abs() + inputs[1].abs(),
        Scale::One => 1.0,
        Scale::AtLeastOne => expected.abs().max(1.0),
    };
    match error / (check.limit * unit(precision) * scale) {
        _ if error == 0.0 => 0.0,
        part if part.is_nan() => f64::INFINITY,
        part => part,
    }
}

fn describe(check: &Check, precision: Precision, w: &Worst, inputs: &[f64]) -> String {
    let Worst { part, found, expected, .. } = w;
    let at: Vec<String> = INPUTS.iter().zip(inputs).map(|(name, x)| format!("{name} = {x:?}")).collect();
    let accepted = match check.scale {
        Scale::Exact => "no difference".to_string(),
        _ => format!("{:.1e}", check.limit * unit(precision)),
    };
    let off = match check.scale {
        Scale::Exact => format!("{:.1e}", (found - expected).abs()),
        _ => format!("{:.1e}", part * check.limit * unit(precision)),
    };
    format!(
        "{} is {found:e} instead of {expected:e}, off by {off}; accepted: {accepted} ({}); at {}",
        check.name,
        check.reason,
        at.join(", ")
    )
}

/// Returns a message on what is wrong with comparisons of magnitudes and with whole numbers, if there is anything.
fn decisions(rows: &[[f64; COLUMNS]], found: &impl Fn(usize, usize) -> f64) -> Option<String> {
    for (row, inputs) in rows.iter().enumerate() {
        let [x, y, state] = [inputs[0], inputs[1], inputs[INPUTS.len()]];
        let truth = |condition: bool| if condition { 1.0 } else { 0.0 };
        // the magnitudes are compared in single precision
        let smaller = (x.abs() as f32) < (y.abs() as f32);
        let no_state = state.is_nan() || state.abs() > 1e30;
        for (what, expected, of) in [
            (Further::Smaller, truth(smaller), format!("|{x:?}| < |{y:?}|")),
            (Further::NoState, truth(no_state), format!("|{state:?}| >= 1e30 or not a number")),
            (Further::Whole, f64::from(row as u32 * SPREAD), format!("the real number of {}", row as u32 * SPREAD)),
        ] {
            let found = found(place(what), row);
            if found != expected {
                return Some(format!(
                    "{of} is {found:?} instead of {expected:?}; accepted: no difference ({DECISION})"
                ));
            }
        }
    }
    None
}

const DECISION: &str = "members that fail would not be seen";

/// Returns the largest errors of sums whose roundings are kept, and of plain ones.
fn sums(rows: &[[f64; COLUMNS]], found: &impl Fn(usize, usize) -> f64) -> (f64, f64) {
    let (mut kept, mut plain) = (0.0f64, 0.0f64);
    for (row, inputs) in rows.iter().enumerate() {
        let [first, term] = [inputs[INPUTS.len() + 1], inputs[INPUTS.len() + 2]];
        let exact = first + f64::from(TERMS) * term;
        let on_host = (0..TERMS).fold(first as f32, |sum, _| sum + term as f32);
        let error = (found(place(Further::Sum), row) + found(place(Further::Rest), row) - exact).abs();
        kept = if error.is_nan() { f64::INFINITY } else { kept.max(error) };
        plain = plain.max((f64::from(on_host) - exact).abs());
    }
    (kept, plain)
}

//! The form of a kernel: the one whose pipeline and steps together are predicted to take less time, by what a device was
//! measured to need for both.

mod measure;

use crate::ensemble::Study;
use crate::gpu::crossover::expected_steps;
use crate::gpu::device::adapter::AdapterReport;
use crate::gpu::device::cache::Cached;
use crate::gpu::device::open::Device;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::kernel::{Form, Variant};
use crate::gpu::kernel::{Kernel, KernelError};
use crate::num::Precision;
use crate::trace::wgsl::type_name;
use serde_json::{Value, json};

/// Operations of a kernel up to which it is straight text without a measurement, which would take as long as its
/// pipeline; and beyond which text is never tried: what was measured of short texts says nothing of how compilers fare
/// there, whose time and memory then grow faster than the text. An operation on double-float numbers is up to twenty to
/// a compiler.
fn bounds(precision: Precision) -> [usize; 2] {
    match precision {
        Precision::Single | Precision::Double => [2000, 50_000],
        Precision::DoubleFloat => [600, 10_000],
    }
}

/// What the two forms cost on a device in a precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormCost {
    /// Seconds that an operation of straight text adds to the making of a pipeline.
    pub compile: f64,
    /// Seconds until the interpreter is a pipeline.
    pub interpreter: f64,
    /// Operations of straight text per second, all members together, 1/s.
    pub operations: f64,
    /// Instructions of tables per second, all members together, 1/s.
    pub instructions: f64,
}

/// What a kernel has to do for a study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormWork {
    /// Operations of all that a compiler sees.
    pub text: usize,
    /// Operations of a step.
    pub operations: usize,
    /// Instructions of a step.
    pub instructions: usize,
    /// Steps that are expected, of all members together.
    pub steps: f64,
}

/// A form that was chosen by what was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormChoice {
    /// The form.
    pub form: Form,
    /// Seconds that straight text is predicted to take, with its pipeline.
    pub straight: f64,
    /// The same of tables.
    pub tables: f64,
}

impl FormCost {
    /// The form that is predicted to be done first.
    pub fn choose(&self, work: &FormWork) -> FormChoice {
        let straight = self.compile * work.text as f64 + work.steps * work.operations as f64 / self.operations;
        let tables = self.interpreter + work.steps * work.instructions as f64 / self.instructions;
        FormChoice { form: if tables < straight { Form::Tables } else { Form::Straight }, straight, tables }
    }

    /// What was found before, or what is found now; none where it cannot be measured.
    fn known(device: &Device, precision: Precision) -> Option<Self> {
        Self::remembered(&device.report, precision).or_else(|| {
            let cost = measure::measure(device, precision).ok()?;
            Self::cached(&device.report, precision).write(&cost.to_json());
            Some(cost)
        })
    }

    /// What was found before.
    fn remembered(report: &AdapterReport, precision: Precision) -> Option<Self> {
        Self::cached(report, precision).read().as_ref().and_then(Self::from_json)
    }

    fn cached(report: &AdapterReport, precision: Precision) -> Cached {
        Cached::new("forms", &[&report.name, &report.driver, &report.interface, type_name(precision)])
    }

    /// As it is kept.
    pub fn to_json(&self) -> Value {
        json!({
            "compile_seconds_per_operation": self.compile,
            "interpreter_seconds": self.interpreter,
            "operations_per_second": self.operations,
            "instructions_per_second": self.instructions,
        })
    }

    /// From what was kept, unless that is damaged.
    pub fn from_json(value: &Value) -> Option<Self> {
        let number = |name: &str| value[name].as_f64().filter(|x| *x > 0.0 && x.is_finite());
        Some(Self {
            compile: number("compile_seconds_per_operation")?,
            interpreter: number("interpreter_seconds")?,
            operations: number("operations_per_second")?,
            instructions: number("instructions_per_second")?,
        })
    }
}

impl FormChoice {
    /// The choice with its figures.
    pub fn words(&self) -> String {
        let Self { form, straight, tables } = self;
        format!("{form} kernel (predicted: straight {straight:.2} s, tables {tables:.2} s)")
    }
}

/// The kernel of a study on a device, in the form that was asked for or else in the faster one, and the figures if they
/// decided.
///
/// # Errors
/// As [`Kernel::new`].
pub(super) fn kernel(
    study: &Study,
    device: &Device,
    (precision, arithmetic): (Precision, Arithmetic),
    form: Option<Form>,
) -> Result<(Kernel, Option<FormChoice>), KernelError> {
    chosen(study, (precision, arithmetic), form, || FormCost::known(device, precision))
}

/// The same without a device, by what was found before.
///
/// # Errors
/// As [`Kernel::new`].
pub(super) fn remembered_kernel(
    study: &Study,
    report: &AdapterReport,
    precision: Precision,
    form: Option<Form>,
) -> Result<Kernel, KernelError> {
    let cost = || FormCost::remembered(report, precision);
    chosen(study, (precision, report.arithmetic), form, cost).map(|(kernel, _)| kernel)
}

fn chosen(
    study: &Study,
    (precision, arithmetic): (Precision, Arithmetic),
    form: Option<Form>,
    cost: impl FnOnce() -> Option<FormCost>,
) -> Result<(Kernel, Option<FormChoice>), KernelError> {
    let new = |form| Kernel::new(study, Variant { precision, arithmetic, form });
    if let Some(form) = form {
        return Ok((new(form)?, None));
    }
    let straight = new(Form::Straight)?;
    let text = straight.step_operations + straight.output_operations + straight.member_operations;
    let [few, most] = bounds(precision);
    if text > most {
        return Ok((new(Form::Tables)?, None));
    }
    // a driver may round the forms differently, and a clock must not decide which bits come out
    if text <= few || arithmetic == Arithmetic::Driver {
        return Ok((straight, None));
    }
    let Some(cost) = cost() else { return Ok((straight, None)) };
    let tables = new(Form::Tables)?;
    let words = tables.tables.as_ref().map_or(0, |tables| tables.words.len());
    // the table holds all functions, and outputs do not run in every step
    let instructions = (words as f64 * straight.step_operations as f64 / text as f64).ceil() as usize;
    let steps = study.plan().members() as f64 * expected_steps(study);
    let choice = cost.choose(&FormWork { text, operations: straight.step_operations, instructions, steps });
    Ok((if choice.form == Form::Tables { tables } else { straight }, Some(choice)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::gpu::GpuOptions;
    use crate::io::scenario::{Overrides, Scenario};
    use std::cell::Cell;

    /// Text of ten thousand operations takes a second, the interpreter a tenth; tables are ten times slower.
    const COST: FormCost = FormCost { compile: 1e-4, interpreter: 0.1, operations: 1e9, instructions: 1e8 };

    fn work(text: usize, steps: f64) -> FormWork {
        FormWork { text, operations: text, instructions: text, steps }
    }

    #[test]
    fn the_form_that_is_done_first_is_chosen() {
        let choose = |text, steps| COST.choose(&work(text, steps)).form;
        // where both take as long: 1 + 1e-5 n = 0.1 + 1e-4 n
        assert_eq!([9_999.0, 10_001.0].map(|n| choose(10_000, n)), [Form::Tables, Form::Straight]);
        // nothing to do: the shorter pipeline; without end: the faster kernel
        assert_eq!([choose(10_000, 0.0), choose(900, 0.0)], [Form::Tables, Form::Straight]);
        assert_eq!([choose(50_000, 1e15), choose(1, 1e15)], [Form::Straight; 2]);
        assert_eq!(choose(10_000, f64::INFINITY), Form::Straight, "no difference: the plain form");
        assert_eq!(COST.choose(&work(0, 0.0)).straight, 0.0);
        // a device whose compiler takes minutes, and one whose interpreter is as fast as text
        let slow = FormCost { compile: 1e-2, ..COST };
        assert_eq!(slow.choose(&work(10_000, 1e5)).form, Form::Tables);
        let even = FormCost { instructions: 1e9, ..COST };
        assert_eq!(even.choose(&work(10_000, 1e12)).form, Form::Tables);
        // fewer instructions than operations make up for slowness
        let fused = FormWork { instructions: 500, ..work(10_000, 1e12) };
        assert_eq!(COST.choose(&fused).form, Form::Tables);
        let words = COST.choose(&work(10_000, 1e4)).words();
        assert_eq!(words, "straight kernel (predicted: straight 1.10 s, tables 1.10 s)");
    }

    #[test]
    fn what_is_kept_comes_back_and_what_is_damaged_does_not() {
        assert_eq!(FormCost::from_json(&COST.to_json()), Some(COST));
        for (key, value) in [("interpreter_seconds", json!(-1)), ("operations_per_second", json!("1"))] {
            let mut damaged = COST.to_json();
            damaged[key] = value;
            assert_eq!(FormCost::from_json(&damaged), None, "{damaged}");
        }
    }

    /// The form of a scenario for some members and a device of that cost, and whether the cost was asked for.
    fn form_of(text: &str, members: u64, variant: (Precision, Arithmetic)) -> (Form, bool) {
        let overrides = Overrides { members: Some(members), seed: None };
        let s = Scenario::parse(std::path::Path::new("top.toml"), text, overrides).unwrap();
        let asked = Cell::new(false);
        let cost = || {
            asked.set(true);
            Some(COST)
        };
        (chosen(&s.study, variant, None, cost).unwrap().0.form(), asked.get())
    }

    #[test]
    fn a_measurement_is_made_only_where_it_decides() {
        let short = include_str!("../../scenarios/heavy_top_sweep.toml");
        let exact = (Precision::Double, Arithmetic::Exact);
        assert_eq!(form_of(short, 4, exact), (Form::Straight, false));
        let long = short.replace("rkmk4", "dop853");
        assert_eq!(form_of(&long, 4, exact), (Form::Tables, true));
        assert_eq!(form_of(&long, 1 << 20, exact), (Form::Straight, true));
        // bits may differ between forms
        assert_eq!(form_of(&long, 4, (Precision::Double, Arithmetic::Driver)), (Form::Straight, false));
    }

    #[test]
    fn a_device_is_measured() {
        let Ok(device) = Device::open(&GpuOptions::new(Precision::Single).or_software()) else {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required");
            return;
        };
        for precision in device.report.precisions.clone() {
            let cost = measure::measure(&device, precision).unwrap();
            assert_eq!(FormCost::from_json(&cost.to_json()), Some(cost), "positive and finite");
            assert!(cost.compile < 1.0 && cost.operations > 1e4 && cost.instructions > 1e3, "{cost:?}");
        }
    }
}

//! From a study to the text of its kernel: the recorded functions of the study, set into the time-stepping template
//! of `shaders/steps.wgsl`.

mod columns;
mod parts;

pub(crate) use columns::Columns;
pub(super) use columns::{Kept, StepParameter};

use crate::ensemble::Study;
use crate::ensemble::program::{Function, record_function};
use crate::num::Precision;
use crate::trace::wgsl::{self, PrintError, Printed, type_name};
use crate::trace::{Graph, Schedule};
use parts::Parts;
use std::fmt::Write;

const TEMPLATE: &str = include_str!("../../shaders/steps.wgsl");
const PRELUDE_F32: &str = include_str!("../../shaders/f32.wgsl");
const PRELUDE_F64: &str = include_str!("../../shaders/f64.wgsl");

/// A study as a compute kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The WGSL text, with the entry points `advance` and `observe`.
    pub text: String,
    /// The precision that it computes in.
    pub precision: Precision,
    /// What its buffers hold.
    pub columns: Columns,
    /// Operations per step.
    pub step_operations: usize,
    /// Operations per evaluation of the outputs.
    pub output_operations: usize,
    /// Operations once per member and dispatch.
    pub member_operations: usize,
    /// The largest number of values of a step that are alive at once.
    pub peak_live: usize,
}

/// Why a study has no kernel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KernelError {
    /// A constant does not fit the precision.
    #[error(transparent)]
    Print(#[from] PrintError),
}

/// A recorded and printed function.
struct Leaf {
    graph: Graph,
    printed: Printed,
    peak_live: usize,
}

impl Leaf {
    fn new(study: &Study, function: Function, precision: Precision, prefixes: [&str; 2]) -> Result<Self, PrintError> {
        let graph = record_function(study, function, precision);
        let schedule = Schedule::new(&graph);
        let printed = wgsl::print(&graph, &schedule, prefixes)?;
        Ok(Self { graph, printed, peak_live: schedule.peak_live })
    }
}

impl Kernel {
    /// The kernel of a study in a precision.
    ///
    /// # Errors
    /// Where a constant does not fit the precision.
    pub fn new(study: &Study, precision: Precision) -> Result<Self, KernelError> {
        let step = Leaf::new(study, Function::Step, precision, ["m", "x"])?;
        let outputs = Leaf::new(study, Function::Outputs, precision, ["o", "y"])?;
        let watched = Leaf::new(study, Function::Events, precision, ["w", "z"])?;
        let columns = Columns::new(study);
        let parts = Parts::new(study, precision, &columns, [&step.printed, &outputs.printed, &watched.printed]);
        let (step_operations, member_operations) = step.graph.operation_counts();
        let mut text = header(study, precision, (step_operations, member_operations), step.peak_live);
        text.push_str(&parts.fill(TEMPLATE, if precision == Precision::Single { PRELUDE_F32 } else { PRELUDE_F64 })?);
        Ok(Self {
            text,
            precision,
            columns,
            step_operations,
            output_operations: outputs.graph.operation_counts().0,
            member_operations,
            peak_live: step.peak_live,
        })
    }
}

fn header(study: &Study, precision: Precision, operations: (usize, usize), peak_live: usize) -> String {
    let integrator = study.method.integrator;
    let varied = study.plan().columns().join(", ");
    let bodies: Vec<&str> = study.mechanism.bodies.iter().map(|b| b.name.as_str()).collect();
    let mut out = String::new();
    let varied = if varied.is_empty() { "nothing" } else { &varied };
    let _ = writeln!(out, "// Bodies: {}. Varied: {varied}.", bodies.join(", "));
    let _ = writeln!(out, "// {}: {}.", integrator.name, integrator.citation);
    let _ = writeln!(
        out,
        "// {} operations per step, {} once per member; at most {peak_live} values alive. Precision {}.",
        operations.0,
        operations.1,
        type_name(precision)
    );
    out + "// Coordinates q and velocities v of the joints, one after another: a quaternion is scalar first, an\n\
           // angular velocity is in the body frame. Numbers (..) are equations of Holzinger, Arnold, Gerstmayr\n\
           // (2024), Multibody System Dynamics.\n\n"
}

/// Setting text into a template.
trait Fill {
    /// Replaces the lines that hold `//{name}` by the lines of `text`, indented like them.
    fn fill(&self, name: &str, text: &str) -> String;
}

impl Fill for String {
    fn fill(&self, name: &str, text: &str) -> String {
        let marker = format!("//{{{name}}}");
        let mut out = String::with_capacity(self.len() + text.len());
        for line in self.lines() {
            match line.strip_suffix(&marker) {
                Some(indent) if indent.trim().is_empty() => {
                    for inserted in text.lines() {
                        let _ =
                            writeln!(out, "{}", if inserted.is_empty() { "" } else { indent }.to_string() + inserted);
                    }
                }
                _ => {
                    let _ = writeln!(out, "{line}");
                }
            }
        }
        out
    }
}

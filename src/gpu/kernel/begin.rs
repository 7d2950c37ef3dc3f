//! The kernel that makes what members keep at the beginning of their runs: their start as a recorded function, set into
//! `shaders/begin.wgsl`.

use super::columns::{Columns, Kept};
use super::steps::magnitude;
use super::template::render;
use super::variant::{Form, Variant};
use crate::ensemble::program::{Shape, StudyFunction, parameter_names};
use crate::ensemble::{Outcome, Study, record_function};
use crate::num::Precision;
use crate::trace::wgsl::{self, PrintError, hidden_zero, literal};
use crate::trace::{Schedule, TableLayout};
use minijinja::{Value, context};

/// Words before the outcomes of members: the number of steps, of steps between samples, and the mode that all begin in.
pub(in crate::gpu) const HEAD: usize = 4;

/// A kernel with the entry point `begin`.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The WGSL text.
    pub text: String,
    /// The precision that starts are computed in, which rounds more finely than a single one.
    pub precision: Precision,
    /// Operations per member.
    pub operations: usize,
}

impl Begin {
    /// Makes the kernel for a study whose steps are computed by such a variant; none where the host begins members: where steps are
    /// solved, end at corners or are interpreted, where starts look numbers up, and where they would be rounded otherwise than the
    /// host's, as in sums of two numbers.
    pub(super) fn new(
        study: &Study,
        variant: Variant,
        columns: &Columns,
        prelude: impl Fn(Variant) -> String,
    ) -> Option<Self> {
        let precision = match variant.precision {
            Precision::Double => Precision::Double,
            Precision::Single => Precision::DoubleFloat,
            Precision::DoubleFloat => return None,
        };
        if study.is_implicit() || study.takes_parts_of_steps() || study.is_switched() || variant.form != Form::Unrolled
        {
            return None;
        }
        let mut graph = record_function(study, StudyFunction::InitialState, precision).without_calls();
        // a guess of the first step may follow
        graph.outputs.truncate(columns.state);
        let mut tables = TableLayout::default();
        let schedule = Schedule::of_few_alive(&graph, columns.state);
        let printed = wgsl::print_with_tables(&graph, &schedule, ["m", "x"], &mut tables, None).ok()?;
        if tables.count() > 0 {
            return None;
        }
        let statements = printed.member + &printed.step + &printed.rest;
        let prelude = prelude(Variant { precision, ..variant });
        let text = text(study, (variant, precision), columns, (&prelude, &statements, printed.outputs)).ok()?;
        let (steps, once) = graph.operation_counts();
        Some(Self { text, precision, operations: steps + once })
    }
}

fn text(
    study: &Study,
    (variant, precision): (Variant, Precision),
    columns: &Columns,
    (prelude, statements, state): (&str, &str, Vec<String>),
) -> Result<String, PrintError> {
    let stored = |value: f64| literal(value, variant.precision);
    let growth = study.method.steps.bounds().growth;
    let number = |(kept, value): (Kept, f64)| -> Result<Value, PrintError> {
        Ok(context! { place => columns.kept(kept), value => stored(value)? })
    };
    let numbers = [(Kept::Error, 1.0), (Kept::ErrorBefore, 1.0), (Kept::Cap, growth), (Kept::Terminal, -1.0)];
    let numbers = numbers.into_iter().map(number).collect::<Result<Vec<Value>, _>>()?;
    let kept = context! {
        first => columns.state,
        numbers,
        step => columns.kept(Kept::Step),
        length => columns.kept(Kept::Length),
    };
    let parameters = parameter_names(study);
    Ok(render(
        "begin.wgsl",
        context! {
            prelude,
            single => variant.precision == Precision::Single,
            given => columns.parameters() - parameters.len(),
            parameters,
            statements => statements.trim_end(),
            state,
            motion => Shape::new(study).motion(),
            states => columns.states(),
            observed => columns.observed(),
            state_limit => magnitude(Outcome::STATE_LIMIT),
            hidden_zero => hidden_zero(0.0, precision),
            zero => stored(0.0)?,
            zero_real => literal(0.0, precision)?,
            head => HEAD,
            kept,
        },
    ))
}

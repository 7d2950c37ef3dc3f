//! Arguments that are one of a few names, which the types have that they choose from.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gyrosweep::backends::{BackendChoice, PrecisionRequest};
use gyrosweep::ensemble::cpu::Arithmetic;
use gyrosweep::gpu::Form;
use gyrosweep::io::names::ColumnNames;
use gyrosweep::io::table::Format;
use gyrosweep::num::Precision;

/// A parser of a value.
pub(crate) trait Parser<T>: TypedValueParser<Value = T> {}
impl<T: Clone + Send + Sync + 'static, P: TypedValueParser<Value = T>> Parser<T> for P {}

/// Returns a parser of values by their names, each with its help.
pub(crate) fn one_of<T, const N: usize>(name: fn(T) -> &'static str, known: [(T, &'static str); N]) -> impl Parser<T>
where
    T: Copy + Send + Sync + 'static,
{
    let with_help = |(value, help): (T, &'static str)| match help {
        "" => PossibleValue::new(name(value)),
        help => PossibleValue::new(name(value)).help(help),
    };
    let found = move |text: String| known.into_iter().find(|(value, _)| name(*value) == text).map(|(value, _)| value);
    PossibleValuesParser::new(known.map(with_help)).try_map(move |text| found(text).ok_or("one of the names"))
}

const SINGLE: &str = "Single precision, the state compensated (GPU only)";
const DOUBLE_FLOAT: &str = "Double-float numbers, the sums of two of f32: about 48 bits (GPU only)";
const DOUBLE: &str = "Double precision";

/// Parses a precision.
pub(crate) fn precision() -> impl Parser<Precision> {
    let known = [(Precision::Single, SINGLE), (Precision::DoubleFloat, DOUBLE_FLOAT), (Precision::Double, DOUBLE)];
    one_of(Precision::name, known)
}

/// Parses the precision that is asked for.
pub(crate) fn precision_request() -> impl Parser<PrecisionRequest> {
    let given = PrecisionRequest::Given;
    let measured = "The cheapest whose rounding stays below the error of the integration, measured on some members";
    let known = [
        (given(Precision::Single), SINGLE),
        (given(Precision::DoubleFloat), DOUBLE_FLOAT),
        (given(Precision::Double), DOUBLE),
        (PrecisionRequest::Auto, measured),
    ];
    one_of(PrecisionRequest::name, known)
}

/// Parses one of some backends.
pub(crate) fn backend<const N: usize>(known: [(BackendChoice, &'static str); N]) -> impl Parser<BackendChoice> {
    one_of(BackendChoice::name, known)
}

/// Parses the arithmetic of the CPU.
pub(crate) fn arithmetic() -> impl Parser<Arithmetic> {
    let exact = "Every operation is rounded, as on every device in f64";
    let fused = "Products that are added are rounded once, together with the sum";
    one_of(Arithmetic::name, [(Arithmetic::Exact, exact), (Arithmetic::Fused, fused)])
}

/// Parses the form of a kernel.
pub(crate) fn form() -> impl Parser<Form> {
    let unrolled = "Every operation is a piece of text";
    let interpreted = "A loop interprets a table of instructions";
    one_of(Form::name, [(Form::Unrolled, unrolled), (Form::Interpreted, interpreted)])
}

/// Parses how columns of tables are named.
pub(crate) fn names() -> impl Parser<ColumnNames> {
    let usual = "As in the scenario: com.x, d(com.x)/d(mass)";
    let plain = "As pandas and SQL take them without quotes: com_x, d_com_x_d_mass";
    one_of(ColumnNames::name, [(ColumnNames::Usual, usual), (ColumnNames::Plain, plain)])
}

/// Parses the format of tables.
pub(crate) fn format() -> impl Parser<Format> {
    one_of(Format::extension, [(Format::Parquet, ""), (Format::Csv, "")])
}

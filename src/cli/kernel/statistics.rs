//! What a driver reports of a compiled kernel, as a page.

use super::Failure;
use gyrosweep::gpu::{
    Arithmetic, CompiledEntryPoint, CompiledKernel, Executable, Figure, FigureValue, GpuError, GpuOptions, ProductError,
};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::num::Precision;
use gyrosweep::report::{Page, Table, count, number};

/// Compiles the kernel of a scenario and returns what the driver reports of it.
pub(super) fn page(scenario: &Scenario, options: &GpuOptions, product_error: ProductError) -> Result<Page, Failure> {
    let compiled =
        CompiledKernel::new(&scenario.study, options, product_error).map_err(|error| refused(options, error))?;
    let CompiledKernel { device, kernel, entry_points } = &compiled;
    let mut page = Page::of(&scenario.title);
    let operations = [
        ("step", kernel.step_operations),
        ("iteration", kernel.iteration_operations),
        ("outputs", kernel.output_operations),
        ("monitored", kernel.monitored_operations),
        ("once per dispatch", kernel.member_operations),
    ];
    let operations = operations.into_iter().filter(|(_, number)| *number > 0);
    let operations: Vec<String> = operations.map(|(what, n)| format!("{what} {}", count(n as u64))).collect();
    let products = match kernel.precision {
        Precision::DoubleFloat => format!(", {}", kernel.product_error),
        _ => String::new(),
    };
    let facts = [
        ("device", device.name.clone()),
        ("driver", format!("{}, {}", device.driver, device.interface)),
        (
            "kernel",
            format!(
                "{}, {}, arithmetic {}{products}",
                kernel.precision.name(),
                kernel.form().name(),
                kernel.arithmetic
            ),
        ),
        ("operations", operations.join(", ")),
        ("alive at once", format!("at most {} values of a step", count(kernel.peak_live as u64))),
    ];
    let facts = facts.into_iter().map(|(name, fact)| vec![name.to_string(), fact]).collect();
    page.table(Table::new(facts, 2).without_head());
    page.text("");
    page.table(table(entry_points));
    if !compiled.has_figures() {
        page.text(
            "\nThis driver reports no figures: VK_KHR_pipeline_executable_properties is missing, which RADV (AMD), ANV (Intel) \
             and NVIDIA's driver have. The time is up to the end of a first dispatch without members; a kernel that the driver \
             has compiled before may come from its cache.",
        );
    }
    if kernel.arithmetic == Arithmetic::Driver {
        page.text("\nThis driver takes no SPIR-V: it compiles the text as wgpu translates it.");
    }
    Ok(page)
}

/// Says why there are no statistics.
fn refused(options: &GpuOptions, error: GpuError) -> Failure {
    let text = match &error {
        GpuError::NoAdapter => "--statistics: no device was found. The Vulkan loader and a driver are needed: the packages \
                                libvulkan1 and mesa-vulkan-drivers of Debian and Ubuntu, or the driver of the GPU; if they \
                                are installed, see what VK_DRIVER_FILES and VK_ICD_FILENAMES name"
            .to_string(),
        GpuError::NoSuchAdapter { wanted, adapters } => {
            format!("--device {wanted}: there is no such device; accepted: a number or a part of a name of {adapters}")
        }
        GpuError::SeveralAdapters { wanted, adapters } => format!(
            "--device {wanted}: several devices have this in their names: {adapters}; accepted: one of these numbers, or a \
             longer part of a name"
        ),
        GpuError::NoPrecision { precision, adapters } => {
            format!("--precision {precision}: {adapters} has no such numbers; choose another --precision or --device")
        }
        GpuError::Kernel(error) => format!("--precision {}: {error}", options.precision.name()),
        error => error.to_string(),
    };
    if error.is_input() { Failure::input(text) } else { Failure::other(text) }
}

/// A figure with its unit or meaning, as text.
struct Row {
    name: String,
    value: String,
    meaning: String,
}

impl Row {
    fn new(name: &str, value: String, meaning: &str) -> Self {
        Self { name: name.into(), value, meaning: meaning.into() }
    }
}

/// Returns a table with a column per machine code and a row per figure.
fn table(entry_points: &[CompiledEntryPoint]) -> Table {
    let columns: Vec<(String, Vec<Row>)> = entry_points.iter().flat_map(columns).collect();
    let mut names: Vec<&Row> = Vec::new();
    for row in columns.iter().flat_map(|(_, rows)| rows) {
        if names.iter().all(|other| other.name != row.name) {
            names.push(row);
        }
    }
    let head = columns.iter().map(|(name, _)| name.clone());
    let mut rows = vec![std::iter::once(String::new()).chain(head).collect::<Vec<_>>()];
    rows.extend(names.into_iter().map(|Row { name, meaning, .. }| {
        let value = |(_, rows): &(String, Vec<Row>)| {
            rows.iter().find(|row| row.name == *name).map_or_else(|| "-".into(), |row| row.value.clone())
        };
        let values = columns.iter().map(value);
        std::iter::once(name.clone()).chain(values).chain([meaning.clone()]).collect()
    }));
    Table::new(rows, 1).left_from(columns.len() + 1)
}

/// Returns the columns of an entry point: one per machine code that the driver made of it.
fn columns(of: &CompiledEntryPoint) -> Vec<(String, Vec<Row>)> {
    let ours = || {
        let mut rows = vec![Row::new("time to compile", format!("{:.3}", of.time.as_secs_f64()), "s")];
        rows.extend(of.spirv.map(|size| Row::new("SPIR-V", count(size as u64), "bytes")));
        rows
    };
    match of.executables.as_deref() {
        None | Some([]) => vec![(of.name.into(), ours())],
        Some([one]) => vec![(of.name.into(), ours().into_iter().chain(rows(one)).collect())],
        Some(several) => {
            let column = |one: &Executable| (format!("{}: {}", of.name, one.name), ours().into_iter().chain(rows(one)));
            several.iter().map(column).map(|(name, rows)| (name, rows.collect())).collect()
        }
    }
}

/// Returns the driver's figures of a machine code.
fn rows(of: &Executable) -> Vec<Row> {
    let threads = of.subgroup_size.map(|size| Row::new("Subgroup size", count(u64::from(size)), "threads"));
    // a hash names the code, and measures nothing
    let figures = of.figures.iter().filter(|figure| !figure.name.to_lowercase().contains("hash"));
    let row = |Figure { name, explanation, value }: &Figure| Row::new(name, shown(*value), explanation);
    threads.into_iter().chain(figures.map(row)).collect()
}

/// Writes a figure of a driver.
fn shown(value: FigureValue) -> String {
    match value {
        FigureValue::Truth(true) => "yes".into(),
        FigureValue::Truth(false) => "no".into(),
        FigureValue::Signed(value) if value < 0 => format!("-{}", count(value.unsigned_abs())),
        FigureValue::Signed(value) => count(value.unsigned_abs()),
        FigureValue::Unsigned(value) => count(value),
        FigureValue::Real(value) => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn several_machine_codes_of_an_entry_point_have_a_column_each() {
        let figure = |name: &str, value| Figure { name: name.into(), explanation: format!("of {name}"), value };
        let executable = |name: &str, size, figures| Executable { name: name.into(), subgroup_size: size, figures };
        let entry = |name, executables| CompiledEntryPoint {
            name,
            spirv: Some(4096),
            time: Duration::from_millis(1500),
            executables: Some(executables),
        };
        let (spills, hash) = (figure("Spills", FigureValue::Signed(-1234)), figure("Hash", FigureValue::Unsigned(7)));
        let real = figure("Cycles", FigureValue::Real(2.5));
        let advance = [
            executable("SIMD8", Some(8), vec![hash, spills, figure("Inlined", FigureValue::Truth(true))]),
            executable("SIMD16", Some(16), vec![real]),
        ];
        let observe = [executable("SIMD8", None, vec![figure("Spills", FigureValue::Unsigned(0))])];
        let text = table(&[entry("advance", advance.into()), entry("observe", observe.into())]).text();
        let expected = "                 advance: SIMD8  advance: SIMD16  observe\n\
                        time to compile           1.500            1.500    1.500  s\n\
                        SPIR-V                    4,096            4,096    4,096  bytes\n\
                        Subgroup size                 8               16        -  threads\n\
                        Spills                   -1,234                -        0  of Spills\n\
                        Inlined                     yes                -        -  of Inlined\n\
                        Cycles                        -         2.500000        -  of Cycles\n";
        assert_eq!(text, expected);
    }
}

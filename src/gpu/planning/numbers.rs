//! What a device draws and begins members in, and how recorded functions are written in it.

use crate::gpu::device::adapter::AdapterReport;
use crate::gpu::kernel::{Arithmetic, MOST_ROUNDS, interpreter, prelude};
use crate::num::Precision;
use crate::trace::wgsl::{self, PrintError};
use crate::trace::{Graph, Schedule, Tables};
use std::collections::HashMap;
use std::fmt::Write;

const NATIVE: &str = include_str!("../../../shaders/plan_f64.wgsl");
const SOFT: [&str; 2] =
    [include_str!("../../../shaders/soft64.wgsl"), include_str!("../../../shaders/plan_soft64.wgsl")];

/// Rounds of the loops of a quotient or a root in whole numbers.
const DIGITS: usize = 57;

/// Slots that a thread may have: the buffer of all of them stays below 64 MiB.
const MOST_SLOTS: usize = 1000;

/// Rounds of the loops that draw a number, with what a permutation may need.
const DRAWING: usize = 2000;

/// Members of a dispatch in whole numbers, which takes some 1e5 operations for each.
pub(super) const SOFT_MEMBERS: usize = 8192;

/// The numbers in which a device draws and begins members. The bits are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanNumbers {
    /// Double precision of the device, whose arithmetic must be exact.
    Native,
    /// Double precision made of whole numbers, on any device.
    Soft,
}

impl PlanNumbers {
    /// The numbers that an adapter draws in, unless others are asked for; none where the host is to draw.
    pub(super) fn of(report: &AdapterReport, asked: Option<Self>) -> Option<Self> {
        let exact = report.arithmetic == Arithmetic::Exact;
        let native = exact && report.precisions.contains(&Precision::Double);
        match asked {
            Some(Self::Native) | None if native => Some(Self::Native),
            None if !report.software => Some(Self::Soft),
            asked => asked.filter(|numbers| *numbers == Self::Soft),
        }
    }

    /// What the text is compiled as.
    pub(super) fn compiled(self) -> (Precision, Arithmetic) {
        match self {
            Self::Native => (Precision::Double, Arithmetic::Exact),
            // whole numbers leave nothing to the driver
            Self::Soft => (Precision::Single, Arithmetic::Driver),
        }
    }

    /// The number type with its operations, and how a number is stored in the precision of a kernel: `narrowed`, and
    /// `rest`, what that leaves, in single precision.
    pub(super) fn prelude(self, stored: Precision) -> String {
        let narrowed = match (self, stored) {
            (Self::Native, Precision::Double) => {
                "alias stored = f64;\n\nfn narrowed(x: f64) -> stored {\n    return x;\n}\n"
            }
            (Self::Native, Precision::Single) => {
                "alias stored = f32;\n\nfn narrowed(x: f64) -> stored {\n    return f32(x);\n}\n\n\
                 fn rest(x: f64) -> stored {\n    return f32(x - f64(f32(x)));\n}\n"
            }
            (Self::Native, Precision::DoubleFloat) => {
                "alias stored = vec2<f32>;\n\nfn narrowed(x: f64) -> stored {\n    let high = f32(x);\n    \
                 let low = f32(x - f64(high));\n    let sum = high + low;\n    return stored(sum, low - (sum - high));\n}\n"
            }
            (Self::Soft, Precision::Double) => {
                "alias stored = vec2<u32>;\n\nfn narrowed(x: real) -> stored {\n    return x;\n}\n"
            }
            (Self::Soft, Precision::Single) => {
                "alias stored = u32;\n\nfn narrowed(x: real) -> stored {\n    return single(x);\n}\n\n\
                 fn rest(x: real) -> stored {\n    return single(minus(x, widened(single(x))));\n}\n"
            }
            (Self::Soft, Precision::DoubleFloat) => {
                "alias stored = vec2<u32>;\n\n\
                 // sums of two parts have no more bits than a number, so that they are rounded once\n\
                 fn narrowed(x: real) -> stored {\n    let high = single(x);\n    \
                 if (high & 0x7f800000u) == 0x7f800000u {\n        return stored(high, 0u);\n    }\n    \
                 let low = widened(single(minus(x, widened(high))));\n    \
                 let sum = single(plus(widened(high), low));\n    \
                 return stored(sum, single(minus(low, minus(widened(sum), widened(high)))));\n}\n"
            }
        };
        match self {
            Self::Native => [&prelude(Precision::Double.into()), NATIVE, narrowed].join("\n"),
            Self::Soft => {
                let rest = if stored == Precision::Single {
                    "    if kind == 2u {\n        rests[place] = rest(x);\n    }\n"
                } else {
                    ""
                };
                let put = format!(
                    "// Fills a place, and tells whether it is the end of the list.\n\
                     fn put(kind: u32, place: u32, x: real) -> bool {{\n    let value = narrowed(x);\n    if kind == 0u {{\n        \
                     parameters[place] = value;\n    }} else if kind < 3u {{\n        \
                     state[place] = value;\n    }}\n{rest}    return kind == 3u;\n}}\n"
                );
                [SOFT[0], SOFT[1], narrowed, &put].join("\n")
            }
        }
    }

    /// A constant.
    pub(super) fn literal(self, value: f64) -> Result<String, PrintError> {
        let native = wgsl::literal(value, Precision::Double)?;
        let bits = value.to_bits();
        Ok(match self {
            Self::Native => native,
            Self::Soft => format!("vec2<u32>({}u, {}u)", bits as u32, bits >> 32),
        })
    }
}

/// Writes recorded functions one after another: native ones as text, where every value is a variable; in whole numbers
/// as one table, so that the text is short whatever is recorded, where every value has a slot.
pub(super) struct Writer {
    pub(super) numbers: PlanNumbers,
    /// The statements so far.
    pub(super) statements: String,
    pub(super) tables: Tables,
    slots: HashMap<String, u32>,
}

impl Writer {
    pub(super) fn new(numbers: PlanNumbers) -> Self {
        Self { numbers, statements: String::new(), tables: Tables::default(), slots: HashMap::new() }
    }

    /// A value that functions may use, from an expression.
    pub(super) fn value(&mut self, name: &str, expression: &str) {
        let _ = match self.numbers {
            PlanNumbers::Native => writeln!(self.statements, "let {name} = {expression};"),
            PlanNumbers::Soft => {
                let slot = self.tables.reserve();
                self.slots.insert(name.into(), slot);
                writeln!(self.statements, "keep({slot}u, {expression});")
            }
        };
    }

    /// Places for values that statements are to put there; returns the first.
    pub(super) fn reserve(&mut self, names: impl Iterator<Item = String>) -> u32 {
        let first = self.tables.slots as u32;
        for name in names {
            let slot = self.tables.reserve();
            self.slots.insert(name, slot);
        }
        first
    }

    /// A function whose inputs are values of their names, and whose results become values.
    pub(super) fn function(&mut self, graph: &Graph, results: &[String]) -> Result<(), PrintError> {
        match self.numbers {
            PlanNumbers::Native => {
                let prefixes = ["m", "x"].map(|p| format!("{}_{p}", results.first().map_or("", |name| name)));
                let printed = wgsl::print(graph, &Schedule::new(graph), [&prefixes[0], &prefixes[1]])?;
                self.statements += &(printed.member + &printed.step);
                for (name, expression) in results.iter().zip(&printed.outputs) {
                    let _ = writeln!(self.statements, "let {name} = {expression};");
                }
            }
            PlanNumbers::Soft => {
                let inputs: Vec<u32> = graph.inputs.iter().map(|input| self.slots[&input.name]).collect();
                let places = self.tables.append_after(graph, &inputs)?;
                self.slots.extend(results.iter().cloned().zip(places));
            }
        }
        Ok(())
    }

    /// Ends the functions: values of these names are variables from here on.
    pub(super) fn finish(&mut self, names: &[String]) {
        if self.numbers == PlanNumbers::Native {
            return;
        }
        let _ = writeln!(self.statements, "execute_all(0u, {}u);", self.tables.words.len());
        for name in names {
            let _ = writeln!(self.statements, "let {name} = slot({}u);", self.slots[name]);
        }
    }

    /// The text that runs the table, whose slots follow so many words and whose constants so many others. The slots are
    /// in a buffer: compilers need long for an array of a thread that is indexed.
    pub(super) fn interpreter(&self, words: usize, constants: usize) -> String {
        if self.numbers == PlanNumbers::Native {
            return String::new();
        }
        let memory = format!(
            "var<private> thread: u32;\n\n\
             fn place(i: u32) -> u32 {{\n    return {words}u + 2u * (i * {SOFT_MEMBERS}u + thread);\n}}\n\n\
             fn slot(i: u32) -> real {{\n    let at = place(i);\n    return real(words[at], words[at + 1u]);\n}}\n\n\
             fn keep(i: u32, x: real) {{\n    let at = place(i);\n    words[at] = x.x;\n    words[at + 1u] = x.y;\n}}\n\n\
             fn constant(i: u32) -> real {{\n    return constants[{constants}u + i];\n}}\n"
        );
        interpreter(&memory, 1)
    }

    /// Whether a thread has room for the table, and software devices run it to its end.
    pub(super) fn fits(&self, columns: usize) -> bool {
        // branches that are not taken cost a round of each loop in them
        let long = self.tables.count("DIV") + self.tables.count("SQRT");
        let rounds = 3 * self.tables.words.len() + DIGITS * long + DRAWING * columns + self.tables.slots;
        self.tables.slots <= MOST_SLOTS && rounds <= MOST_ROUNDS as usize
    }
}

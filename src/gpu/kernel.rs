//! From a study to the text of its kernel: the recorded functions of the study, set into the time-stepping template
//! of `shaders/steps.wgsl`.

mod begin;
mod codes;
mod columns;
mod control;
mod functions;
mod steps;
mod template;
mod variant;

pub use begin::Begin;
pub(super) use begin::HEAD;
pub(super) use codes::{AT_CORNER, LAST, PART_OF_STEP, reason};
pub(crate) use columns::Columns;
pub(super) use columns::{Kept, StepParameter};
pub(super) use control::Control;
pub(super) use steps::magnitude;
pub(super) use template::render;
pub(super) use variant::WORKGROUP;
pub use variant::{Arithmetic, Form, ProductError, Variant};

use crate::ensemble::Study;
use crate::ensemble::iteration::{CHECKED, record_iteration};
use crate::ensemble::program::{StudyFunction, inputs};
use crate::ensemble::record_function;
use crate::integrator::newton::Refresh;
use crate::num::Precision;
use crate::trace::wgsl::{self, PrintError, Printed};
use crate::trace::{Blocks, Graph, InterpretedFunctions, ROUND, Schedule, TableLayout};
use minijinja::{Value, context};

/// Slots of an interpreter up to this number are variables of a thread; more lie in a buffer, whose size is planned.
const MOST_PRIVATE: usize = 1024;
/// Attempts per dispatch, and rounds of all loops together; see [`Kernel::most_attempts`].
const MOST_STEPS: u32 = 16_384;
pub(super) const MOST_ROUNDS: u32 = 60_000;
/// Buffers of the members of a chunk that a kernel reads.
const MEMBER_BUFFERS: u32 = 7;

/// Functions of more operations than this are cut into blocks of so many, where blocks are asked for.
const LONG: usize = 2000;
const BLOCK: usize = 250;
/// What leaves the loops of a kernel.
const LEAVE: &[&str] = &["reason = BUDGET;", "break;"];

/// Numbers of tables up to this can be counted in any precision.
const MOST_TABLE_NUMBERS: usize = 1 << 24;
/// What the template needs of a number of the device.
const SCALAR: &str = include_str!("../../shaders/scalar.wgsl");

/// Returns the text that a kernel of a variant begins with: the number type and its operations.
///
/// Where nothing is to be hidden from the compiler, nothing is called for that: some compilers put every function in place
/// of its calls, with variables of its own, and their memory and time grow with the square of that.
pub fn prelude(variant: Variant) -> String {
    let hiding = |text: &str| match variant.arithmetic {
        Arithmetic::Exact => text.replace("opaque(", "("),
        Arithmetic::Driver => [include_str!("../../shaders/barrier.wgsl"), text].join("\n"),
    };
    match variant.precision {
        Precision::Single => [&hiding(include_str!("../../shaders/f32.wgsl")), SCALAR].join("\n"),
        Precision::DoubleFloat => {
            let is_fused = variant.product_error == ProductError::Fused;
            render("df64.wgsl", context! { is_hidden => variant.arithmetic == Arithmetic::Driver, is_fused })
        }
        Precision::Double => [include_str!("../../shaders/f64.wgsl"), SCALAR].join("\n"),
    }
}

/// A study as a compute kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The WGSL text, with the entry points `advance` and `observe`.
    pub text: String,
    /// The kernel that begins members, unless the host does.
    pub begin: Option<Begin>,
    /// The precision that the kernel computes in.
    pub precision: Precision,
    /// Who decides how its operations are compiled: it is written for that.
    pub arithmetic: Arithmetic,
    /// How it finds the errors of products.
    pub product_error: ProductError,
    /// The tables that the functions look numbers up in.
    pub tables: TableLayout,
    /// The functions that the kernel interprets, if it is written so.
    pub interpreted: Option<InterpretedFunctions>,
    /// What the kernel's buffers hold.
    pub columns: Columns,
    /// Operations per step; of an implicit method, after Newton's method has solved it.
    pub step_operations: usize,
    /// Operations per iteration of Newton's method; none of an explicit method.
    pub iteration_operations: usize,
    /// Operations per evaluation of the outputs.
    pub output_operations: usize,
    /// Operations per evaluation of what is monitored, after every step.
    pub monitored_operations: usize,
    /// Operations once per member and dispatch.
    pub member_operations: usize,
    /// The largest number of values of a step that are alive at once.
    pub peak_live: usize,
}

/// The reason why a study has no kernel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KernelError {
    /// A constant does not fit the precision.
    #[error(transparent)]
    Print(#[from] PrintError),
    /// Newton's method keeps iteration matrices from step to step.
    #[error(
        "a kernel factorises the iteration matrix in every iteration, and the method asks for {found:?}: take \
         newton = {{ kind = \"full\" }}, or the CPU"
    )]
    KeptMatrix {
        /// The word that the scenario has.
        found: &'static str,
    },
    /// Tables are too long to be looked up.
    #[error(
        "the signals of the study keep {numbers} numbers, and a kernel looks up at most {most}: use shorter tables, or the CPU"
    )]
    TablesTooLarge {
        /// Numbers in all.
        numbers: usize,
        /// The most that there can be.
        most: usize,
    },
    /// The device shows a kernel fewer buffers than it reads.
    #[error(
        "the kernel reads {needed} buffers, and this device shows it at most {most}: use a mechanism with fewer bodies, no signals by samples, or the CPU"
    )]
    TooManyBuffers {
        /// How many it reads.
        needed: u32,
        /// The most that it is shown.
        most: u32,
    },
    /// A software device would stop the loop over the instructions before the end of a step.
    #[error(
        "a step is {instructions} instructions, and this device, which is software, does at most {most} before it stops \
         silently: use fewer bodies, a method with fewer stages, a real GPU, or the CPU"
    )]
    StepTooLong {
        /// Instructions of a step.
        instructions: usize,
        /// The most that there can be.
        most: usize,
    },
}

/// A recorded and printed function.
struct Leaf {
    graph: Graph,
    printed: Printed,
    peak_live: usize,
}

impl Leaf {
    /// Prints a recording; the first outputs, so many, can be computed apart.
    fn new(
        graph: Graph,
        first: usize,
        prefixes: [&str; 2],
        interpreted: &mut Option<InterpretedFunctions>,
        tables: &mut TableLayout,
        blocks: Option<&mut Blocks>,
    ) -> Result<Self, PrintError> {
        let graph = graph.without_calls();
        let schedule = Schedule::of_few_alive(&graph, first);
        let printed = match interpreted {
            Some(functions) => functions.append(&graph, &schedule, prefixes[1], tables)?,
            None => {
                let blocks = blocks.filter(|_| schedule.step.len() > LONG);
                wgsl::print_with_tables(&graph, &schedule, prefixes, tables, blocks)?
            }
        };
        Ok(Self { graph, printed, peak_live: schedule.peak_live })
    }
}

impl Kernel {
    /// Makes the kernel of a study in a precision or another variant.
    ///
    /// # Errors
    /// Where a constant does not fit the precision.
    pub fn new(study: &Study, variant: impl Into<Variant>) -> Result<Self, KernelError> {
        let variant = variant.into();
        let Variant { precision, arithmetic, product_error, form, is_in_blocks } = variant;
        let refresh = study.method.implicit.newton.refresh;
        if study.is_implicit()
            && refresh != Refresh::Always
            && let Some((found, _)) = Refresh::ALL.iter().find(|(_, kind)| *kind == refresh)
        {
            return Err(KernelError::KeptMatrix { found });
        }
        let mut interpreted = (form == Form::Interpreted).then(InterpretedFunctions::default);
        let mut tables = TableLayout::default();
        let mut blocks = is_in_blocks.then(|| Blocks::new(BLOCK, LEAVE));
        let mut leaf = |function, prefixes| {
            let graph = record_function(study, function, precision);
            let outputs = graph.outputs.len();
            // outputs are evaluated in no loop
            let blocks = blocks.as_mut().filter(|_| function != StudyFunction::Outputs);
            Leaf::new(graph, outputs, prefixes, &mut interpreted, &mut tables, blocks)
        };
        let step = leaf(StudyFunction::Step, ["m", "x"])?;
        let outputs = leaf(StudyFunction::Outputs, ["o", "y"])?;
        let monitored = leaf(StudyFunction::Monitored, ["w", "z"])?;
        let iteration =
            study.is_implicit().then(|| record_iteration(study, precision, inputs(study, StudyFunction::Step)));
        let iteration = iteration
            .map(|graph| Leaf::new(graph, CHECKED, ["n", "d"], &mut interpreted, &mut tables, blocks.as_mut()))
            .transpose()?;
        let mut columns = Columns::new(study);
        if let Some(functions) = interpreted.as_ref().filter(|functions| functions.slots > MOST_PRIVATE) {
            columns.slots = functions.slots;
        }
        let corners = functions::corners(study, precision, &mut tables)?;
        let table_numbers = tables.count();
        if table_numbers > MOST_TABLE_NUMBERS {
            return Err(KernelError::TablesTooLarge { numbers: table_numbers, most: MOST_TABLE_NUMBERS });
        }
        let interpreter = interpreted.as_ref().map(|functions| interpreter(functions, &columns));
        let printed = [&step.printed, &outputs.printed, &monitored.printed];
        let newton = iteration.as_ref().map(|iteration| &iteration.printed);
        let steps = steps::context(study, precision, &columns, (printed, newton))?;
        let (step_operations, mut member_operations) = step.graph.operation_counts();
        let (mut iteration_operations, mut peak_live) = (0, step.peak_live);
        if let Some(iteration) = &iteration {
            let (operations, once) = iteration.graph.operation_counts();
            iteration_operations = operations;
            member_operations += once;
            peak_live = peak_live.max(iteration.peak_live);
        }
        let header = context! {
            step_operations, iteration_operations, member_operations, peak_live,
            ..header(study, precision)
        };
        // behind the buffers of steps, and the instructions of an interpreter
        let tables_at = (table_numbers > 0).then(|| context! { binding => 8 + usize::from(interpreted.is_some()) });
        let text = render(
            "steps.wgsl",
            context! { header, prelude => prelude(variant), interpreter, tables => tables_at, corners, ..steps },
        );
        Ok(Self {
            text,
            begin: Begin::new(study, variant, &columns, prelude),
            precision,
            arithmetic,
            product_error,
            tables,
            interpreted,
            columns,
            step_operations,
            iteration_operations,
            output_operations: outputs.graph.operation_counts().0,
            monitored_operations: monitored.graph.operation_counts().0,
            member_operations,
            peak_live,
        })
    }

    /// Returns the form in which the functions of the study are written.
    pub fn form(&self) -> Form {
        if self.interpreted.is_some() { Form::Interpreted } else { Form::Unrolled }
    }

    /// Returns the most attempts per dispatch, in whatever mode: a software device stops loops silently after 65,535
    /// rounds, of all loops of a thread together.
    pub fn most_attempts(&self) -> u32 {
        let rounds = 1 + self.interpreted.as_ref().map_or(0, rounds);
        (MOST_ROUNDS / rounds as u32).clamp(1, MOST_STEPS)
    }

    /// Returns the number of buffers that all members share: instructions of an interpreter, numbers of tables.
    pub(super) fn shared_buffers(&self) -> u32 {
        u32::from(self.interpreted.is_some()) + u32::from(self.tables.count() > 0)
    }

    /// Checks that a device shows the kernel as many buffers as it reads.
    ///
    /// # Errors
    /// [`KernelError::TooManyBuffers`] where it does not.
    pub fn check_buffers(&self, most: u32) -> Result<(), KernelError> {
        let needed = MEMBER_BUFFERS + self.shared_buffers();
        if needed > most { Err(KernelError::TooManyBuffers { needed, most }) } else { Ok(()) }
    }

    /// Checks that a software device comes to the end of a step; any other does.
    ///
    /// # Errors
    /// [`KernelError::StepTooLong`] where it does not.
    pub fn check_loops(&self) -> Result<(), KernelError> {
        match &self.interpreted {
            Some(functions) if rounds(functions) >= MOST_ROUNDS as usize => {
                let most = MOST_ROUNDS as usize * round(functions);
                Err(KernelError::StepTooLong { instructions: functions.instructions.len(), most })
            }
            _ => Ok(()),
        }
    }
}

/// Rounds of the interpreter's loop in an attempt of a step.
fn rounds(functions: &InterpretedFunctions) -> usize {
    functions.instructions.len() / round(functions)
}

/// Names what the template of the interpreter needs.
fn interpreter(functions: &InterpretedFunctions, columns: &Columns) -> Value {
    context! {
        operations => InterpretedFunctions::OPERATIONS.to_vec(),
        round => round(functions),
        slots => functions.slots,
        in_buffer => columns.slots > 0,
        constants => columns.parameters(),
        first_slot => columns.states(),
    }
}

/// Returns the instructions per round of the interpreter's loop: several where a device that counts rounds would
/// otherwise not come to the end of a step, and else one, which compiles sooner.
fn round(functions: &InterpretedFunctions) -> usize {
    if functions.instructions.len() > MOST_ROUNDS as usize / 8 { ROUND } else { 1 }
}

/// Returns the names that the head of the text has for what the kernel computes.
fn header(study: &Study, precision: Precision) -> Value {
    let integrator = study.method.integrator;
    let or = |names: String, nothing: &str| if names.is_empty() { nothing.to_string() } else { names };
    let bodies: Vec<&str> = study.mechanism.bodies.iter().map(|b| b.name.as_str()).collect();
    let variables: Vec<&str> = study.mechanism.variables.iter().map(|x| x.name.as_str()).collect();
    context! {
        bodies => or(bodies.join(", "), "none"),
        varied => or(study.plan().columns().join(", "), "nothing"),
        variables => variables.join(", "),
        integrator => integrator.name,
        citation => integrator.citation,
        precision => precision.name(),
    }
}

//! The text of the kernel that draws and begins the members of a study.

use super::numbers::{PlanNumbers, Writer};
use crate::ensemble::distribution::Distribution;
use crate::ensemble::plan::{Points, Recipe};
use crate::ensemble::program::{Function, parameter_names, record_function};
use crate::ensemble::{Beginning, Outcome, Pace, Study, Verdict};
use crate::gpu::kernel::{Kept, Kernel, StepParameter};
use crate::num::Precision;
use crate::trace::wgsl::PrintError;
use crate::trace::{Input, Rate, record};
use std::fmt::Write;

const TEMPLATE: &str = include_str!("../../../shaders/plan.wgsl");
const INTEGERS: &str = include_str!("../../../shaders/u64.wgsl");

/// The text of a planner and its data.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) text: String,
    pub(super) words: Vec<u32>,
    pub(super) constants: Vec<f64>,
    /// Slots of a thread, two words each, which follow the words.
    pub(super) slots: usize,
    /// Instructions of functions in whole numbers.
    pub(super) table: Vec<[u32; 4]>,
}

impl Script {
    /// Writes what a study needs. None where it is too long for whole numbers.
    pub(super) fn new(
        study: &Study,
        kernel: &Kernel,
        beginning: &Beginning<'_>,
        numbers: PlanNumbers,
    ) -> Result<Option<Self>, PrintError> {
        let mut draw = Draw { writer: Writer::new(numbers), words: Vec::new(), constants: Vec::new() };
        let written = draw.all(study, kernel, beginning).and_then(|begun| {
            let places = store(study, kernel, beginning, &mut draw, &begun)?;
            draw.put(places);
            Ok(())
        });
        if matches!(written, Err(PrintError::TooLarge { .. })) || !draw.writer.fits(study.plan().columns().len()) {
            return Ok(None);
        }
        written?;
        let Draw { writer, words, mut constants } = draw;
        let fill = |text: &str, name: &str, inserted: &str| text.replace(&format!("//{{{name}}}\n"), inserted);
        let text = fill(TEMPLATE, "prelude", &numbers.prelude(kernel.precision));
        let access = if numbers == PlanNumbers::Soft { "read_write" } else { "read" };
        let bound = format!("@group(0) @binding(1) var<storage, {access}> words: array<u32>;\n");
        let text = fill(&text, "words", &bound);
        let thread = if numbers == PlanNumbers::Soft { "    thread = id.x;\n" } else { "" };
        let text = text.replace("    //{thread}\n", thread);
        let text = fill(&text, "integers", INTEGERS);
        let text = fill(&text, "interpreter", &writer.interpreter(words.len(), constants.len()));
        let text = text.replace("    //{statements}\n", &indented(&writer.statements));
        constants.extend(&writer.tables.constants);
        Ok(Some(Self { text, words, constants, slots: writer.tables.slots, table: writer.tables.words }))
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn halves(x: u64) -> [u32; 2] {
    [x as u32, (x >> 32) as u32]
}

fn word_pair(x: u64) -> String {
    format!("u64p({}u, {}u)", x as u32, x >> 32)
}

/// The names of a function's results.
fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{prefix}{i}")).collect()
}

/// What a place of a member in the buffers is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Parameter,
    State,
    /// The state, and what it has been rounded by.
    StateAndRest,
    /// No place: the end of the list.
    End,
}

/// A place with the expression of its value.
type Place = (Target, usize, String);

/// The statements that draw members and run the recorded functions, and their data.
struct Draw {
    writer: Writer,
    words: Vec<u32>,
    constants: Vec<f64>,
}

impl Draw {
    /// Everything that is computed of a member. Returns the names of what its beginning gives.
    fn all(&mut self, study: &Study, kernel: &Kernel, beginning: &Beginning<'_>) -> Result<Vec<String>, PrintError> {
        let names = parameter_names(study);
        self.recipe(&beginning.recipe, &names)?;
        self.writer.function(&beginning.verdict, &["judged".to_string()])?;
        let start = record_function(study, Function::Start, Precision::Double);
        let begun = numbered("begun", start.outputs.len());
        self.writer.function(&start, &begun)?;
        debug_assert!(begun.len() >= kernel.columns.state);
        self.writer.finish(&[&names[..], &["judged".to_string()], &begun].concat());
        Ok(begun)
    }

    /// The varied parameters, under the names of [`parameter_names`].
    fn recipe(&mut self, recipe: &Recipe<'_>, names: &[String]) -> Result<(), PrintError> {
        match recipe {
            Recipe::Nothing => {}
            Recipe::Grid(axes) => {
                self.writer.statements += "var digits = member;\n";
                for (c, (axis, name)) in axes.iter().zip(names).enumerate().rev() {
                    let (offset, length) = (self.constants.len(), axis.values.len());
                    self.constants.extend(&axis.values);
                    let _ = writeln!(
                        self.writer.statements,
                        "let d{c} = divide64(digits, {length}u);\ndigits = d{c}.quotient;"
                    );
                    self.writer.value(name, &format!("constants[{offset}u + d{c}.rest]"));
                }
            }
            Recipe::Sampled(points, distributions) if self.writer.numbers == PlanNumbers::Soft => {
                self.columns(points, distributions, names)?;
                for (c, (distribution, name)) in distributions.iter().zip(names).enumerate() {
                    self.quantile(distribution, c, name)?;
                }
            }
            Recipe::Sampled(points, distributions) => {
                for (c, (distribution, name)) in distributions.iter().zip(names).enumerate() {
                    let unit = self.unit(points, c)?;
                    if let Distribution::Choice(values) = distribution {
                        let (offset, count) = (self.constants.len(), values.len());
                        self.constants.extend(values);
                        let number = self.writer.numbers.literal(count as f64)?;
                        let place = format!("min(whole_part(times({unit}, {number})), {}u)", count - 1);
                        self.writer.value(name, &format!("constants[{offset}u + {place}]"));
                    } else {
                        self.writer.value(&format!("u{c}"), &unit);
                        self.quantile(distribution, c, name)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The coordinates of a point, and the choices that they make, in a loop: compilers need long for the text of an
    /// operation in whole numbers.
    fn columns(&mut self, points: &Points<'_>, all: &[Distribution], names: &[String]) -> Result<(), PrintError> {
        let mut rows: Vec<[u32; 8]> = Vec::new();
        for (c, distribution) in all.iter().enumerate() {
            let mut row = [0; 8];
            if let Distribution::Choice(values) = distribution {
                let [low, high] = halves((values.len() as f64).to_bits());
                row[..4].copy_from_slice(&[self.constants.len() as u32, values.len() as u32, low, high]);
                self.constants.extend(values);
            }
            let here = self.words.len() as u32;
            match points {
                Points::Random { .. } => {}
                Points::LatinHypercube { permutations, .. } => row[4..6].copy_from_slice(&halves(permutations[c])),
                Points::Halton(columns) => {
                    let column = columns[c];
                    let (digits, scale) = (column.shifts.len() as u32, self.constants.len() as u32);
                    self.words.extend(column.shifts.iter().map(|shift| *shift as u32));
                    self.constants.push(column.scale);
                    row[4..].copy_from_slice(&[column.base as u32, here, digits, scale]);
                }
                Points::Sobol { directions, .. } => {
                    self.words.extend(directions[c]);
                    row[4] = here;
                }
            }
            rows.push(row);
        }
        let unit = match points {
            Points::Random { seed } => format!("random_unit({}, c, member)", word_pair(*seed)),
            Points::LatinHypercube { seed, members, .. } => {
                let [seed, count] = [*seed, *members].map(word_pair);
                let number = self.writer.numbers.literal(*members as f64)?;
                let permutation = "u64p(words[row + 4u], words[row + 5u])";
                format!("hypercube_unit({seed}, c, member, {count}, {permutation}, {number})")
            }
            Points::Halton(_) => "halton_unit(member, words[row + 4u], words[row + 5u], words[row + 6u], \
                                  constants[words[row + 7u]])"
                .to_string(),
            Points::Sobol { seed, .. } => format!("sobol_unit({}, c, member, words[row + 4u])", word_pair(*seed)),
        };
        let name = |c: usize| match all[c] {
            Distribution::Choice(_) => names[c].clone(),
            _ => format!("u{c}"),
        };
        let first = self.writer.reserve((0..all.len()).map(name));
        let _ = writeln!(
            self.writer.statements,
            "for (var c = 0u; c < {}u + control.zero; c++) {{\n    let row = {}u + 8u * c;\n    \
             keep({first}u + c, chosen({unit}, row));\n}}",
            all.len(),
            self.words.len()
        );
        self.words.extend(rows.as_flattened());
        Ok(())
    }

    /// The expression of a coordinate of a point.
    fn unit(&mut self, points: &Points<'_>, c: usize) -> Result<String, PrintError> {
        let literal = |x: f64| self.writer.numbers.literal(x);
        Ok(match points {
            Points::Random { seed } => format!("random_unit({}, {c}u, member)", word_pair(*seed)),
            Points::LatinHypercube { seed, members, permutations } => {
                let [seed, count, permutation] = [*seed, *members, permutations[c]].map(word_pair);
                let number = literal(*members as f64)?;
                format!("hypercube_unit({seed}, {c}u, member, {count}, {permutation}, {number})")
            }
            Points::Halton(columns) => {
                let column = columns[c];
                let (offset, digits) = (self.words.len(), column.shifts.len());
                self.words.extend(column.shifts.iter().map(|shift| *shift as u32));
                let scale = literal(column.scale)?;
                format!("halton_unit(member, {}u, {offset}u, {digits}u, {scale})", column.base)
            }
            Points::Sobol { seed, directions } => {
                let offset = self.words.len();
                self.words.extend(directions[c]);
                format!("sobol_unit({}, {c}u, member, {offset}u)", word_pair(*seed))
            }
        })
    }

    /// The value of a column of its coordinate, the value `u{c}`.
    fn quantile(&mut self, distribution: &Distribution, c: usize, name: &str) -> Result<(), PrintError> {
        if matches!(distribution, Distribution::Choice(_)) {
            return Ok(());
        }
        let input = Input { name: format!("u{c}"), rate: Rate::Step };
        let graph =
            record(Precision::Double, vec![input], |u| distribution.recordable_quantile(u[0]).into_iter().collect());
        self.writer.function(&graph, &[name.to_string()])
    }

    /// Fills places in the buffers: in whole numbers in a loop, which must come to its last round, since software
    /// devices stop loops silently.
    fn put(&mut self, mut places: Vec<Place>) {
        let statements = &mut self.writer.statements;
        if self.writer.numbers == PlanNumbers::Native {
            for (target, place, value) in places {
                let buffer = if target == Target::Parameter { "parameters" } else { "state" };
                let _ = writeln!(statements, "{buffer}[at({place}u, k)] = narrowed({value});");
                if target == Target::StateAndRest {
                    let _ = writeln!(statements, "rests[at({place}u, k)] = rest({value});");
                }
            }
            return;
        }
        places.push((Target::End, 0, "ZERO".to_string()));
        let first = self.writer.tables.slots;
        for (_, _, value) in &places {
            let _ = writeln!(statements, "keep({}u, {value});", self.writer.tables.reserve());
        }
        let _ = writeln!(
            statements,
            "var complete = false;\nfor (var i = 0u; i < {}u + control.zero; i++) {{\n    let row = words[{}u + i];\n    \
             complete = put(row >> 16u, at(row & 0xffffu, k), slot({first}u + i));\n}}\n\
             if !complete {{\n    atomicOr(&doubtful[0], 1u);\n}}",
            places.len(),
            self.words.len()
        );
        self.words.extend(places.iter().map(|(target, place, _)| (*target as u32) << 16 | *place as u32));
    }
}

/// The statements that begin a member, and its places in the buffers, as `Buffers::new` fills them.
fn store(
    study: &Study,
    kernel: &Kernel,
    beginning: &Beginning<'_>,
    draw: &mut Draw,
    begun: &[String],
) -> Result<Vec<Place>, PrintError> {
    let numbers = draw.writer.numbers;
    let out = &mut draw.writer.statements;
    let literal = |x: f64| numbers.literal(x);
    let columns = &kernel.columns;
    let mut places: Vec<Place> = Vec::new();
    for (c, name) in parameter_names(study).into_iter().enumerate() {
        places.push((Target::Parameter, c, name));
    }
    out.push_str("let verdict = whole_part(judged);\n");
    let (state, guess) = begun.split_at(columns.state);

    let pace = &beginning.pace;
    let mut set = |parameter: StepParameter, value: f64| -> Result<(), PrintError> {
        places.push((Target::Parameter, columns.parameter(parameter), literal(value)?));
        Ok(())
    };
    set(StepParameter::End, pace.duration())?;
    set(StepParameter::Every, study.sampling.unwrap_or(0.0))?;
    let duration = literal(pace.duration())?;
    let (count, per_sample, first, last) = match pace {
        Pace::Fixed(schedule) => {
            set(StepParameter::Pitch, schedule.step())?;
            set(StepParameter::Last, schedule.last())?;
            let per_sample = study.sampling.and_then(|every| schedule.steps_per_sample(every)).unwrap_or(0);
            let last = (schedule.count() <= 1).to_string();
            (schedule.count(), per_sample, literal(schedule.length(0))?, last)
        }
        Pace::Adaptive(limits) => {
            let resolved = match kernel.precision {
                Precision::Double => 0.0,
                precision => 2.0 * precision.epsilon(),
            };
            set(StepParameter::Smallest, limits.smallest.max(resolved * limits.duration))?;
            set(StepParameter::Largest, limits.largest)?;
            let (smallest, largest) = (literal(limits.smallest)?, literal(limits.largest)?);
            let wanted = match (limits.first, guess.first()) {
                (Some(first), _) => literal(first)?,
                (None, Some(guess)) => guess.clone(),
                (None, None) => largest.clone(),
            };
            let _ = writeln!(out, "let wanted = {wanted};");
            // what is not a number becomes the smallest step
            let _ = writeln!(out, "let raised = select({smallest}, wanted, less({smallest}, wanted));");
            let _ = writeln!(out, "let first = select(raised, {largest}, less({largest}, raised));");
            let last = format!("at_most({duration}, times(first, {}))", literal(1.0 + 1e-6)?);
            (0, 0, "first".to_string(), last)
        }
    };
    let _ = writeln!(out, "let length = {first};\nlet reaches_end = {last};");
    let limit = literal(Outcome::STATE_LIMIT)?;
    let _ = writeln!(out, "var outcome = {}u;", Outcome::Completed.code());
    for (c, value) in state.iter().enumerate() {
        let _ =
            writeln!(out, "if !less(absolute({value}), {limit}) {{\n    outcome = {}u;\n}}", Outcome::NonFinite.code());
        let rounded = kernel.precision == Precision::Single;
        places.push((if rounded { Target::StateAndRest } else { Target::State }, c, value.clone()));
        places.push((Target::State, columns.observed() + c, value.clone()));
    }
    for verdict in [Verdict::Invalid, Verdict::NonFinite] {
        let code = verdict as u8;
        let _ = writeln!(out, "if verdict == {code}u {{\n    outcome = {}u;\n}}", verdict.outcome().code());
    }
    let doubtful = Verdict::Doubtful as u8;
    let _ = writeln!(out, "if verdict == {doubtful}u {{\n    atomicOr(&doubtful[0], 1u);\n}}");
    let look = study.looks_at_the_start();
    let proposal = if matches!(pace, Pace::Adaptive(_)) && !look {
        format!("select(length, {duration}, reaches_end)")
    } else if look {
        literal(0.0)?
    } else {
        "length".to_string()
    };
    let kept = [
        (Kept::Step, proposal),
        (Kept::Length, "length".to_string()),
        (Kept::Error, literal(1.0)?),
        (Kept::ErrorBefore, literal(1.0)?),
        (Kept::Cap, literal(study.method.steps.bounds().growth)?),
        (Kept::Terminal, literal(-1.0)?),
    ];
    for (kept, value) in kept {
        places.push((Target::State, columns.kept(kept), value));
    }
    let first_mode = if look { "0u".to_string() } else { "select(1u, 0x8001u, reaches_end)".to_string() };
    let _ = writeln!(out, "let reason = select(3u, 1u, outcome == {}u);", Outcome::Completed.code());
    let _ = writeln!(out, "status[2u * k] = vec4<u32>(outcome, 0u, {count}u, {per_sample}u);");
    let _ = writeln!(out, "status[2u * k + 1u] = vec4<u32>({first_mode} | (reason << 16u), 0u, 1u, 0u);");
    Ok(places)
}

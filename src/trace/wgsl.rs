//! Printing a graph as WGSL. The only module that knows its syntax for arithmetic.
//!
//! Values that are used once are written where they are used, as long as the line stays readable;
//! every operation keeps its parentheses, so the order of evaluation is the recorded one. Double-float numbers have no
//! operators: their operations are calls of the functions in `shaders/df64.wgsl`.

use super::blocks::Blocks;
use super::graph::{Graph, Input, Rate};
use super::node::{Node, NodeId};
use super::schedule::Schedule;
use super::table_layout::TableLayout;
use crate::num::{DoubleFloat, Precision, with_one_nan};
use std::fmt::Write;

/// Beyond this length an expression is given a name.
const LINE: usize = 90;

/// The reason why a graph cannot be printed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PrintError {
    /// A constant does not fit the precision of the kernel.
    #[error("the constant {value:e} cannot be written in {precision}: use a higher precision or other units")]
    Constant {
        /// The constant.
        value: f64,
        /// The name of the precision.
        precision: &'static str,
    },
    /// Functions keep more numbers than encoded instructions can name.
    #[error(
        "the functions of the study keep {places} numbers per member, and a kernel has places for {most}: use fewer \
         bodies, a method with fewer stages, or the CPU"
    )]
    TooLarge {
        /// The number of values that are kept.
        places: usize,
        /// The most that there can be.
        most: usize,
    },
}

/// The printed parts of a kernel.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Statements that run once per member.
    pub member: String,
    /// Statements that run every step; where the schedule has two parts, those that the first outputs need.
    pub step: String,
    /// Statements that the other outputs need besides. They come after those of the step.
    pub rest: String,
    /// An expression for every output of the graph.
    pub outputs: Vec<String>,
}

/// Prints a constant in the syntax of a precision: of a double-float number, both parts. What is not finite, for which
/// WGSL has no word, is made of its bits and a zero that compilers do not know, `zero` of the control block.
///
/// # Errors
/// Where the constant is finite, but not in that precision.
pub fn literal(value: f64, precision: Precision) -> Result<String, PrintError> {
    if !value.is_finite() {
        let single = format!("bitcast<f32>({:#x}u | control.zero)", (with_one_nan(value) as f32).to_bits());
        return Ok(match precision {
            Precision::Single => single,
            Precision::DoubleFloat => format!("vec2<f32>({single}, 0.0f)"),
            Precision::Double => format!("f64({single})"),
        });
    }
    let fits_single = (value as f32).is_finite() && (value == 0.0 || value as f32 != 0.0);
    let text = match precision {
        Precision::Single if fits_single => format!("{:?}f", value as f32),
        Precision::DoubleFloat if fits_single => {
            let DoubleFloat { high, low } = value.into();
            return Ok(format!("vec2<f32>({high:?}f, {low:?}f)"));
        }
        Precision::Double => format!("{value:?}lf"),
        _ => return Err(PrintError::Constant { value, precision: precision.name() }),
    };
    Ok(if value.is_sign_negative() { format!("({text})") } else { text })
}

/// Returns a zero of that sign that compilers do not know: the word of the control block of kernels that is one.
pub fn hidden_zero(zero: f64, precision: Precision) -> String {
    let number = match precision {
        Precision::Double => "f64(control.zero)",
        Precision::Single => "f32(control.zero)",
        Precision::DoubleFloat => "vec2<f32>(f32(control.zero))",
    };
    if zero.is_sign_negative() { format!("(-{number})") } else { number.into() }
}

/// Prints a graph. Inputs are referred to by their names; the names of values begin with the first
/// prefix where they are computed once per member, with the second where every step.
///
/// # Errors
/// Where a constant does not fit the precision.
pub fn print(graph: &Graph, schedule: &Schedule, prefixes: [&str; 2]) -> Result<Printed, PrintError> {
    print_with_tables(graph, schedule, prefixes, &mut TableLayout::default(), None)
}

/// Prints a graph as [`print()`] does, which calls `entry` of `shaders/tables.wgsl` for numbers of tables; these are added to the layout. The
/// statements of the step are cut into blocks, if that is asked for.
///
/// # Errors
/// Where a constant does not fit the precision.
pub fn print_with_tables(
    graph: &Graph,
    schedule: &Schedule,
    prefixes: [&str; 2],
    tables: &mut TableLayout,
    blocks: Option<&mut Blocks>,
) -> Result<Printed, PrintError> {
    print_for(graph, schedule, prefixes, 2, (tables, blocks))
}

/// Prints a graph whose outputs are used so many times each: what is used once need not have a name.
fn print_for(
    graph: &Graph,
    schedule: &Schedule,
    prefixes: [&str; 2],
    output_uses: u32,
    (tables, blocks): (&mut TableLayout, Option<&mut Blocks>),
) -> Result<Printed, PrintError> {
    let mut printer = Printer::new(graph, output_uses, tables);
    let member = printer.statements(&schedule.member, prefixes[0])?;
    printer.blocks = blocks;
    let (first, rest) = schedule.step.split_at(schedule.first.operations);
    let step = printer.statements(first, prefixes[1])?;
    let rest = printer.statements(rest, prefixes[1])?;
    let outputs = graph.outputs.iter().map(|o| printer.operand(*o)).collect::<Result<_, _>>()?;
    Ok(Printed { member, step, rest, outputs })
}

/// The signature of a printed function.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a> {
    /// The name of the function.
    pub name: &'a str,
    /// Names and types of the function's parameters: `real`, `u32`, `bool`, or a structure of numbers.
    pub parameters: &'a [(&'a str, &'a str)],
    /// The type of the function's result.
    pub result: &'a str,
}

impl Signature<'_> {
    /// Returns the inputs of what is recorded for the signature; a parameter that is one of these structures is one for
    /// every field.
    pub fn inputs(&self, structures: &[(&str, &[&str])]) -> Vec<Input> {
        let names = self.parameters.iter().flat_map(|(name, kind)| match structures.iter().find(|s| s.0 == *kind) {
            Some((_, fields)) => fields.iter().map(|field| format!("{name}.{field}")).collect(),
            None if *kind == "u32" => vec![format!("number({name})")],
            None => vec![name.to_string()],
        });
        names.map(|name| Input { name, rate: Rate::Step }).collect()
    }
}

/// Prints a graph as a function. Whole numbers are computed as real ones, by `number` and `code` of the preludes.
///
/// # Errors
/// Where a constant does not fit the precision.
pub fn function(signature: &Signature<'_>, graph: &Graph, schedule: &Schedule) -> Result<String, PrintError> {
    function_with_tables(signature, graph, schedule, &mut TableLayout::default())
}

/// Prints a function as [`function`] does, which may look numbers of tables up: see [`print_with_tables`].
///
/// # Errors
/// Where a constant does not fit the precision.
pub fn function_with_tables(
    signature: &Signature<'_>,
    graph: &Graph,
    schedule: &Schedule,
    tables: &mut TableLayout,
) -> Result<String, PrintError> {
    let Signature { name, parameters, result } = signature;
    let parameters: Vec<String> = parameters.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
    let printed = print_for(graph, schedule, ["m", "x"], 1, (tables, None))?;
    let values = printed.outputs.join(", ");
    let value = match *result {
        "u32" => format!("code({values})"),
        "real" | "bool" => unparenthesised(&values).to_string(),
        structure => format!("{structure}({values})"),
    };
    let mut out = String::new();
    let _ = writeln!(out, "fn {name}({}) -> {result} {{", parameters.join(", "));
    for statement in [&printed.member, &printed.step, &printed.rest].into_iter().flat_map(|text| text.lines()) {
        let _ = writeln!(out, "    {statement}");
    }
    let _ = writeln!(out, "    return {value};");
    let _ = writeln!(out, "}}");
    Ok(out)
}

struct Printer<'a> {
    graph: &'a Graph,
    /// How often each node is used by live nodes of the same rate and by those who print outputs.
    uses: Vec<u32>,
    /// The text by which a node is referred to, once printed.
    text: Vec<Option<String>>,
    /// Where the entries of the graph lie.
    places: Vec<[usize; 3]>,
    /// What statements are cut into.
    blocks: Option<&'a mut Blocks>,
}

impl<'a> Printer<'a> {
    fn new(graph: &'a Graph, output_uses: u32, tables: &mut TableLayout) -> Self {
        let (live, varying) = (graph.is_live(), graph.changes_every_step());
        let mut uses = vec![0; graph.nodes.len()];
        for (id, node) in graph.nodes.iter().enumerate().filter(|(id, _)| live[*id]) {
            for operand in node.operands() {
                let hoisted = varying[id] && !varying[operand as usize];
                uses[operand as usize] += if hoisted { 2 } else { 1 };
            }
        }
        for output in &graph.outputs {
            uses[*output as usize] += output_uses;
        }
        let places = graph.entries.iter().map(|entry| tables.place(entry)).collect();
        Self { graph, uses, text: vec![None; graph.nodes.len()], places, blocks: None }
    }

    fn operand(&self, id: NodeId) -> Result<String, PrintError> {
        if let Some(text) = &self.text[id as usize] {
            return Ok(text.clone());
        }
        match self.graph.nodes[id as usize] {
            Node::Input(i) => Ok(self.graph.inputs[i as usize].name.clone()),
            Node::Constant(bits) => literal(f64::from_bits(bits), self.graph.precision),
            Node::Known(b) => Ok(b.to_string()),
            _ => unreachable!("an operation is printed before it is used"),
        }
    }

    /// Prints an operand of arithmetic, with zeros hidden from compilers.
    fn term(&self, id: NodeId) -> Result<String, PrintError> {
        match self.graph.constant(id) {
            Some(zero) if zero == 0.0 => Ok(hidden_zero(zero, self.graph.precision)),
            _ => self.operand(id),
        }
    }

    /// Prints what a selection takes unless it takes `other`. Mesa makes `-b2f(m)` of `m ? -1 : 0`, which is -0 instead
    /// of 0, and `b2f(m)` of `m ? 1 : -0`: such a zero is hidden from it.
    fn alternative(&self, id: NodeId, other: NodeId) -> Result<String, PrintError> {
        match (self.graph.constant(id), self.graph.constant(other)) {
            (Some(zero), Some(one)) if zero == 0.0 && one.abs() == 1.0 && zero.signum() != one.signum() => {
                self.term(id)
            }
            _ => self.operand(id),
        }
    }

    fn expression(&self, id: NodeId) -> Result<String, PrintError> {
        let text = |id| self.operand(id);
        if self.graph.precision == Precision::DoubleFloat
            && let Some((function, operands)) = double_float_call(self.graph.nodes[id as usize])
        {
            let operands: Vec<String> = operands.into_iter().map(text).collect::<Result<_, _>>()?;
            return Ok(format!("{function}({})", operands.join(", ")));
        }
        Ok(match self.graph.nodes[id as usize] {
            Node::Input(_) | Node::Constant(_) | Node::Known(_) => text(id)?,
            Node::Argument(..) | Node::Call(..) | Node::Result(..) => unreachable!("kernels have calls written out"),
            Node::Neg(a) => format!("(-{})", text(a)?),
            Node::Sqrt(a) => format!("sqrt({})", text(a)?),
            Node::Abs(a) => format!("abs({})", text(a)?),
            Node::Floor(a) => format!("floor({})", text(a)?),
            Node::Entry(entry, row) => {
                let [first, width, rows] = self.places[entry as usize];
                format!("entry({first}u, {width}u, {rows}u, {})", text(row)?)
            }
            Node::Add(a, b) => format!("({} + {})", self.term(a)?, self.term(b)?),
            // -0 is what changes no number
            Node::Sub(a, b) if a == b => {
                format!("({} - ({} + {}))", text(a)?, text(a)?, hidden_zero(-0.0, self.graph.precision))
            }
            Node::Sub(a, b) => format!("({} - {})", self.term(a)?, self.term(b)?),
            Node::Mul(a, b) => format!("({} * {})", self.term(a)?, self.term(b)?),
            Node::Div(a, b) => format!("({} / {})", self.term(a)?, self.term(b)?),
            Node::MulAdd(..) | Node::MulSub(..) | Node::SubMul(..) => {
                unreachable!("kernels compute with arithmetic that fuses nothing")
            }
            Node::Less(a, b) => format!("({} < {})", text(a)?, text(b)?),
            Node::LessEqual(a, b) => format!("({} <= {})", text(a)?, text(b)?),
            Node::And(a, b) => format!("({} && {})", text(a)?, text(b)?),
            Node::Or(a, b) => format!("({} || {})", text(a)?, text(b)?),
            Node::Not(a) => format!("(!{})", text(a)?),
            Node::Select(m, a, b) => {
                format!("select({}, {}, {})", self.alternative(b, a)?, self.alternative(a, b)?, text(m)?)
            }
        })
    }

    /// Tells of every operation whether it is a part of the line of the one that uses it: where nothing else is computed between the two,
    /// so that lines keep the order.
    fn parts_of_lines(&self, order: &[NodeId]) -> Vec<bool> {
        let mut lines = vec![order.len(); self.graph.nodes.len()];
        let mut is_part = vec![false; order.len()];
        let mut next = order.len();
        for (at, &id) in order.iter().enumerate().rev() {
            // the line of the only user, which comes behind
            is_part[at] = self.uses[id as usize] == 1 && lines[id as usize] == next;
            if !is_part[at] {
                next = at;
            }
            self.graph.nodes[id as usize].operands().for_each(|operand| lines[operand as usize] = next);
        }
        is_part
    }

    fn statements(&mut self, order: &[NodeId], prefix: &str) -> Result<String, PrintError> {
        let mut out = String::new();
        let (mut leaf, mut operations) = (0, 0);
        for (&id, is_part) in order.iter().zip(self.parts_of_lines(order)) {
            let at = id as usize;
            let text = self.expression(id)?;
            operations += 1;
            if is_part && text.len() < LINE {
                self.text[at] = Some(text);
                continue;
            }
            if let Some(way_out) =
                self.blocks.as_mut().and_then(|blocks| blocks.way_out(std::mem::take(&mut operations)))
            {
                out += &way_out;
            }
            if self.graph.leaves[at] != leaf {
                leaf = self.graph.leaves[at];
                let note = self.graph.notes[leaf as usize];
                if !note.is_empty() {
                    let _ = writeln!(out, "// {note}");
                }
            }
            let _ = writeln!(out, "let {prefix}{id} = {};", unparenthesised(&text));
            self.text[at] = Some(format!("{prefix}{id}"));
        }
        Ok(out)
    }
}

/// Returns the function of `shaders/df64.wgsl` that an operation on double-float numbers is, where the language has no
/// operator.
fn double_float_call(node: Node) -> Option<(&'static str, Vec<NodeId>)> {
    let function = match node {
        Node::Sqrt(_) => "root",
        Node::Abs(_) => "absolute",
        Node::Floor(_) => "whole",
        Node::Add(..) => "plus",
        Node::Sub(..) => "minus",
        Node::Mul(..) => "times",
        Node::Div(..) => "over",
        Node::Less(..) => "less",
        Node::LessEqual(..) => "at_most",
        _ => return None,
    };
    Some((function, node.operands().collect()))
}

/// Returns an expression without the parentheses around it.
fn unparenthesised(text: &str) -> &str {
    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| balanced(t)).unwrap_or(text)
}

/// Says whether no closing parenthesis comes before its opening one.
fn balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for c in text.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

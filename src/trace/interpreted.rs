//! Recorded functions as lists of encoded instructions, for kernels whose unrolled text would be too long.
//!
//! What is printed around such a list has the shape of a printed function ([`Printed`]), so that a template takes either.

use super::graph::Graph;
use super::node::Node;
use super::schedule::Schedule;
use super::table_layout::TableLayout;
use super::tape::{Base, EncodedInstruction, OPERATIONS, Tape};
use super::wgsl::{PrintError, Printed, literal};
use std::fmt::Write;

/// Instructions per round of the interpreter's loop: a function has a multiple of them.
pub const ROUND: usize = 4;

/// Slots and constants that an instruction can name.
const PLACES: usize = 1 << 16;

/// Copies slot 0 to itself.
const PAUSE: EncodedInstruction = [0, 0, 0, 0];

/// Holds functions of a kernel as instructions that it interprets.
#[derive(Clone, Debug, Default)]
pub struct InterpretedFunctions {
    /// The encoded instructions of all functions.
    pub instructions: Vec<[u32; 4]>,
    /// The constants of the instructions.
    pub constants: Vec<f64>,
    /// Slots per member.
    pub slots: usize,
}

impl InterpretedFunctions {
    /// The names of the operations, whose indices are their numbers.
    pub const OPERATIONS: &'static [&'static str] = &OPERATIONS;

    /// Appends a function and returns the statements that run it. The names of its results begin with the prefix; tables that it
    /// looks numbers up in are added to the layout.
    ///
    /// # Errors
    /// Where a constant does not fit the precision of the graph, or there are more slots or constants than
    /// instructions can name.
    pub fn append(
        &mut self,
        graph: &Graph,
        schedule: &Schedule,
        prefix: &str,
        tables: &mut TableLayout,
    ) -> Result<Printed, PrintError> {
        let tape = Tape::new(graph, schedule);
        let base = self.place(&tape, graph, tables)?;
        let (mut member, mut step, mut rest) = (String::new(), String::new(), String::new());
        let (live, varying) = (graph.is_live(), graph.changes_every_step());
        for (id, node) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node
                && live[id]
            {
                let place = base.slots + *i as usize;
                let statements = if varying[id] { &mut step } else { &mut member };
                let _ = writeln!(statements, "keep({place}u, {});", graph.inputs[*i as usize].name);
            }
        }
        let [encoded_first, encoded_rest] = tape.encoded_step(base);
        let parts = [(&mut member, tape.encoded_member(base)), (&mut step, encoded_first), (&mut rest, encoded_rest)];
        for (statements, encoded) in parts {
            if !encoded.is_empty() {
                let begin = self.instructions.len();
                self.instructions.extend(encoded);
                self.instructions.resize(self.instructions.len().next_multiple_of(ROUND), PAUSE);
                let _ = writeln!(statements, "execute_all({begin}u, {}u);", self.instructions.len());
            }
        }
        let mut outputs = Vec::new();
        for i in 0..tape.output_count() {
            let statements = if i < schedule.first.outputs { &mut step } else { &mut rest };
            let _ = writeln!(statements, "let {prefix}{i} = slot({}u);", base.slots + tape.output_slot(i));
            outputs.push(format!("{prefix}{i}"));
        }
        Ok(Printed { member, step, rest, outputs })
    }

    /// Finds slots for what a tape keeps.
    fn place(&mut self, tape: &Tape, graph: &Graph, tables: &mut TableLayout) -> Result<Base, PrintError> {
        for value in tape.constants() {
            literal(*value, graph.precision)?;
        }
        let constants = self.constants.len();
        let base = Base { slots: self.slots, constants, entries: constants + tape.constants().len() };
        self.slots += tape.slot_count();
        self.constants.extend(tape.constants());
        let places = tape.entries().iter().flat_map(|entry| tables.place(entry));
        self.constants.extend(places.map(|place| place as f64));
        let places = self.slots.max(self.constants.len());
        if places > PLACES { Err(PrintError::TooLarge { places, most: PLACES }) } else { Ok(base) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::num::{Precision, Real};
    use crate::trace::{Input, Rate, Traced, record};

    fn append(
        inputs: usize,
        function: impl FnOnce(&[Traced]) -> Vec<Traced>,
    ) -> Result<InterpretedFunctions, PrintError> {
        let inputs = (0..inputs).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect();
        let graph = record(Precision::Double, inputs, function);
        let mut functions = InterpretedFunctions::default();
        functions.append(&graph, &Schedule::new(&graph), "y", &mut TableLayout::default()).map(|_| functions)
    }

    #[test]
    fn what_only_later_outputs_need_is_run_apart() {
        let inputs = (0..2).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect();
        let graph = record(Precision::Double, inputs, |x| vec![x[0] + x[1], (x[0] + x[1]).sqrt() / x[0]]);
        let mut functions = InterpretedFunctions::default();
        let printed =
            functions.append(&graph, &Schedule::in_two_parts(&graph, 1), "y", &mut TableLayout::default()).unwrap();
        let (step, rest): (Vec<&str>, Vec<&str>) = (printed.step.lines().collect(), printed.rest.lines().collect());
        assert_eq!(step[..3], ["keep(0u, x0);", "keep(1u, x1);", "execute_all(0u, 4u);"]);
        assert_eq!(rest[0], "execute_all(4u, 8u);");
        assert!(step.len() == 4 && step[3].starts_with("let y0 = "), "{step:?}");
        assert!(rest.len() == 2 && rest[1].starts_with("let y1 = "), "{rest:?}");
        let whole = InterpretedFunctions::default()
            .append(&graph, &Schedule::new(&graph), "y", &mut TableLayout::default())
            .unwrap();
        assert!(whole.rest.is_empty() && whole.step.contains("let y1 = "), "{whole:?}");
    }

    #[test]
    fn more_slots_or_constants_than_instructions_can_name_are_refused() {
        let sum = |x: &[Traced]| vec![x.iter().fold(Traced::zero(), |sum, x| sum + *x)];
        let scaled = |count: usize| {
            move |x: &[Traced]| vec![(0..count).fold(x[0], |y, i| y * Traced::constant(1.5 + i as f64) + x[0])]
        };
        assert!(append(1000, sum).unwrap().slots >= 1000);
        assert!(append(1, scaled(1000)).unwrap().constants.len() >= 1000);
        for refused in [append(PLACES + 1, sum), append(1, scaled(PLACES + 1))] {
            let error = refused.unwrap_err();
            assert!(matches!(error, PrintError::TooLarge { places, most: PLACES } if places > PLACES), "{error}");
            let words = error.to_string();
            assert!(words.contains("has places for 65536: use fewer bodies, a method with fewer stages"), "{words}");
        }
    }
}

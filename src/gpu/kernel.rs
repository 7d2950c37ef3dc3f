//! From a study to the text of its kernel: two recordings, one of a step and one of the outputs, set
//! into the time-stepping template of `shaders/steps.wgsl`.

use crate::ensemble::Study;
use crate::formulation::JointSystem;
use crate::integrator::rkmk;
use crate::model::output::Over;
use crate::num::{Precision, Real, series};
use crate::trace::wgsl::{self, PrintError, Printed, literal, type_name};
use crate::trace::{Graph, Input, Rate, Schedule, Traced, record};
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
    /// Varied parameters per member.
    pub parameter_count: usize,
    /// Coordinates and velocities per member.
    pub state_count: usize,
    /// Output components per member.
    pub channel_count: usize,
    /// Numbers per member in the buffer of reductions.
    pub reduction_count: usize,
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

/// The inputs of both recordings, in this order: varied parameters, coordinates, velocities, time, step.
struct Inputs {
    parameters: Vec<String>,
    coordinate_count: usize,
    velocity_count: usize,
}

impl Inputs {
    fn new(study: &Study) -> Self {
        let layout = study.mechanism.layout();
        Self {
            parameters: study.plan().columns().iter().map(|name| format!("p_{name}")).collect(),
            coordinate_count: layout.coordinate_count(),
            velocity_count: layout.velocity_count(),
        }
    }
    fn state_names(&self) -> Vec<String> {
        let q = (0..self.coordinate_count).map(|i| format!("q{i}"));
        q.chain((0..self.velocity_count).map(|i| format!("v{i}"))).collect()
    }
    fn declare(&self) -> Vec<Input> {
        let member = self.parameters.iter().map(|name| Input { name: name.clone(), rate: Rate::Member });
        let step = self.state_names().into_iter().chain(["t".into(), "h".into()]);
        member.chain(step.map(|name| Input { name, rate: Rate::Step })).collect()
    }
    fn record(
        &self,
        study: &Study,
        precision: Precision,
        function: impl FnOnce(&mut JointSystem<Traced>, State<'_>) -> Vec<Traced>,
    ) -> Graph {
        record(precision, self.declare(), |inputs| {
            let (varied, rest) = inputs.split_at(self.parameters.len());
            let (q, rest) = rest.split_at(self.coordinate_count);
            let (v, time) = rest.split_at(self.velocity_count);
            let defaults = study.mechanism.parameters.iter().map(|p| Traced::constant(p.default));
            let mut parameters: Vec<Traced> = defaults.collect();
            for (value, at) in varied.iter().zip(study.varied()) {
                parameters[*at] = *value;
            }
            let mut system = JointSystem::new(&study.mechanism, &parameters);
            function(&mut system, State { q, v, t: time[0], h: time[1] })
        })
    }
}

struct State<'a> {
    q: &'a [Traced],
    v: &'a [Traced],
    t: Traced,
    h: Traced,
}

/// Records one step: the increments of the state, then the turns of the first stage and of all.
pub(crate) fn record_step(study: &Study, precision: Precision) -> Graph {
    Inputs::new(study).record(study, precision, |system, state| {
        let layout = study.mechanism.layout();
        let mut work = rkmk::Workspace::new(study.method.tableau, &layout);
        let turn = rkmk::step(study.method.tableau, system, (state.t, state.h), state.q, state.v, &mut work);
        work.delta_q.into_iter().chain(work.delta_v).chain([turn.first, turn.largest]).collect()
    })
}

/// Records the output components.
pub(crate) fn record_outputs(study: &Study, precision: Precision) -> Graph {
    Inputs::new(study).record(study, precision, |system, state| {
        let mut out = Vec::new();
        system.outputs(state.t, state.q, state.v, &mut out);
        out
    })
}

impl Kernel {
    /// The kernel of a study in a precision.
    ///
    /// # Errors
    /// Where a constant does not fit the precision.
    pub fn new(study: &Study, precision: Precision) -> Result<Self, KernelError> {
        let inputs = Inputs::new(study);
        let (step_graph, output_graph) = (record_step(study, precision), record_outputs(study, precision));
        let schedule = Schedule::new(&step_graph);
        let step = wgsl::print(&step_graph, &schedule, ["m", "x"])?;
        let outputs = wgsl::print(&output_graph, &Schedule::new(&output_graph), ["o", "y"])?;
        let (step_operations, member_operations) = step_graph.operation_counts();

        let names = inputs.state_names();
        let over = study.mechanism.over();
        let reduces = study.reduces_over_time();
        let columns = inputs.parameters.len();
        let parts = Parts { inputs: &inputs, names: &names, precision, over: &over, reduces, columns };
        let mut text = header(study, precision, (step_operations, member_operations), schedule.peak_live);
        let body = TEMPLATE
            .replace("//{step_column}", &format!("{columns}u"))
            .fill("prelude", if precision == Precision::Single { PRELUDE_F32 } else { PRELUDE_F64 })
            .fill("load", &parts.load())
            .fill("member", &format!("{}{}", step.member, if reduces { outputs.member.as_str() } else { "" }))
            .fill("step", &step.step)
            .fill("update", &parts.update(&step))
            .fill("check", &parts.check(&step)?)
            .fill("reduce", &if reduces { parts.reduce(&outputs)? } else { String::new() })
            .fill("store", &parts.store())
            .fill("observe", &parts.observe(&outputs)?);
        text.push_str(&body);
        Ok(Self {
            text,
            precision,
            parameter_count: columns,
            state_count: names.len(),
            channel_count: over.len(),
            reduction_count: if reduces { 3 * over.len() } else { 0 },
            step_operations,
            output_operations: output_graph.operation_counts().0,
            member_operations,
            peak_live: schedule.peak_live,
        })
    }
}

fn header(study: &Study, precision: Precision, operations: (usize, usize), peak_live: usize) -> String {
    let tableau = study.method.tableau;
    let varied = study.plan().columns().join(", ");
    let bodies: Vec<&str> = study.mechanism.bodies.iter().map(|b| b.name.as_str()).collect();
    format!(
        "// Bodies: {}. Varied: {}.\n\
         // {}: {}.\n\
         // {} operations per step, {} once per member; at most {} values alive. Precision {}.\n\
         // Coordinates q and velocities v of the joints, one after another: a quaternion is scalar first, an\n\
         // angular velocity is in the body frame. Numbers (..) are equations of Holzinger, Arnold, Gerstmayr\n\
         // (2024), Multibody System Dynamics.\n\n",
        bodies.join(", "),
        if varied.is_empty() { "nothing" } else { &varied },
        tableau.name,
        tableau.citation,
        operations.0,
        operations.1,
        peak_live,
        type_name(precision),
    )
}

/// What the hand-written parts of a kernel are made of.
struct Parts<'a> {
    inputs: &'a Inputs,
    names: &'a [String],
    precision: Precision,
    over: &'a [Over],
    reduces: bool,
    columns: usize,
}

impl Parts<'_> {
    fn compensated(&self) -> bool {
        self.precision == Precision::Single
    }

    fn parameters(&self) -> String {
        let mut out = String::new();
        for (c, name) in self.inputs.parameters.iter().enumerate() {
            let _ = writeln!(out, "let {name} = parameters[at({c}u, k)];");
        }
        out
    }

    fn load(&self) -> String {
        let mut out = self.parameters();
        let _ = writeln!(out, "let h_full = parameters[at({}u, k)];", self.columns);
        let _ = writeln!(out, "let h_last = parameters[at({}u, k)];", self.columns + 1);
        for (c, name) in self.names.iter().enumerate() {
            let _ = writeln!(out, "var {name} = state[at({c}u, k)];");
            if self.compensated() {
                let _ = writeln!(out, "var {name}_rest = rests[at({c}u, k)];");
            }
        }
        if self.reduces {
            for c in 0..self.over.len() {
                let _ = writeln!(out, "var first{c} = reductions[at({}u, k)];", 3 * c);
                let _ = writeln!(out, "var previous{c} = reductions[at({}u, k)];", 3 * c + 1);
                let _ = writeln!(out, "var reduced{c} = reductions[at({}u, k)];", 3 * c + 2);
            }
        }
        out
    }

    fn update(&self, step: &Printed) -> String {
        let mut out = String::from("// end of step: add the increments\n");
        for (name, delta) in self.names.iter().zip(&step.outputs) {
            let _ = if self.compensated() {
                writeln!(out, "let sum_{name} = add({name}, {name}_rest, {delta});")
            } else {
                writeln!(out, "let sum_{name} = {name} + {delta};")
            };
        }
        for name in self.names {
            let _ = if self.compensated() {
                writeln!(out, "{name} = sum_{name}.x;\n{name}_rest = sum_{name}.y;")
            } else {
                writeln!(out, "{name} = sum_{name};")
            };
        }
        out
    }

    fn check(&self, step: &Printed) -> Result<String, PrintError> {
        let [first, turn] = [&step.outputs[self.names.len()], &step.outputs[self.names.len() + 1]];
        let largest = self.names.iter().skip(1).fold(format!("magnitude({})", self.names[0]), |largest, name| {
            format!("max({largest}, magnitude({name}))")
        });
        let half_turn = literal(series::HALF_TURN, self.precision)?;
        Ok(format!(
            "if {turn} > {half_turn} {{ s.x = INCREMENT_TOO_LARGE; }}\n\
             if {largest} >= STATE_LIMIT {{ s.x = NON_FINITE; }}\n\
             if {first} > {half_turn} {{ s.x = INCREMENT_TOO_LARGE; }}\n"
        ))
    }

    fn reduce(&self, outputs: &Printed) -> Result<String, PrintError> {
        let half = literal(0.5, self.precision)?;
        let mut out = format!("// reductions over time\n{}", outputs.step);
        for (c, over) in self.over.iter().enumerate() {
            let _ = writeln!(out, "let now{c} = {};", outputs.outputs[c]);
            let _ = match over {
                Over::End => writeln!(out, "reduced{c} = now{c};"),
                Over::Max => writeln!(out, "reduced{c} = max(reduced{c}, now{c});"),
                Over::Min => writeln!(out, "reduced{c} = min(reduced{c}, now{c});"),
                Over::Drift => writeln!(out, "reduced{c} = max(reduced{c}, abs(now{c} - first{c}));"),
                // a mean has no use for the first value: its place holds what the sum has been rounded by
                Over::Mean if self.compensated() => writeln!(
                    out,
                    "let mean{c} = add(reduced{c}, first{c}, (h * (previous{c} + now{c})) * {half});\n\
                     reduced{c} = mean{c}.x;\nfirst{c} = mean{c}.y;"
                ),
                Over::Mean => writeln!(out, "reduced{c} = reduced{c} + (h * (previous{c} + now{c})) * {half};"),
            };
            let _ = writeln!(out, "previous{c} = now{c};");
        }
        Ok(out)
    }

    fn store(&self) -> String {
        let mut out = String::new();
        for (c, name) in self.names.iter().enumerate() {
            let _ = writeln!(out, "state[at({c}u, k)] = {name};");
            if self.compensated() {
                let _ = writeln!(out, "rests[at({c}u, k)] = {name}_rest;");
            }
        }
        if self.reduces {
            for c in 0..self.over.len() {
                let _ = writeln!(out, "reductions[at({}u, k)] = first{c};", 3 * c);
                let _ = writeln!(out, "reductions[at({}u, k)] = previous{c};", 3 * c + 1);
                let _ = writeln!(out, "reductions[at({}u, k)] = reduced{c};", 3 * c + 2);
            }
        }
        out
    }

    fn observe(&self, outputs: &Printed) -> Result<String, PrintError> {
        let mut out = self.parameters();
        for (c, name) in self.names.iter().enumerate() {
            let _ = writeln!(out, "let {name} = state[at({c}u, k)];");
        }
        out.push_str(&outputs.member);
        out.push_str(&outputs.step);
        for (c, value) in outputs.outputs.iter().enumerate() {
            let _ = writeln!(out, "channels[at({c}u, k)] = {value};");
        }
        if self.reduces {
            let zero = literal(0.0, self.precision)?;
            out.push_str("if control.start != 0u {\n");
            for (c, over) in self.over.iter().enumerate() {
                let value = &outputs.outputs[c];
                let start = if matches!(over, Over::Mean | Over::Drift) { &zero } else { value };
                let first = if *over == Over::Mean { &zero } else { value };
                let _ = writeln!(out, "    reductions[at({}u, k)] = {first};", 3 * c);
                let _ = writeln!(out, "    reductions[at({}u, k)] = {value};", 3 * c + 1);
                let _ = writeln!(out, "    reductions[at({}u, k)] = {start};", 3 * c + 2);
            }
            out.push_str("}\n");
        }
        Ok(out)
    }
}

/// Setting text into a template.
trait Fill {
    /// Replaces the line that holds `//{name}` by the lines of `text`, indented like it.
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

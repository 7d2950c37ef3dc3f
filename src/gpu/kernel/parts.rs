//! The hand-written parts of a kernel that depend on how many coordinates, outputs and events there are.

use super::columns::{Columns, Kept, StepParameter};
use super::{CONTROL_BLOCK, Fill, KernelError};
use crate::ensemble::program::{StepResult, parameter_names, state_names};
use crate::ensemble::{Outcome, StepBounds, Steps, Study};
use crate::model::event::Direction;
use crate::model::output::Over;
use crate::num::{Precision, series};
use crate::trace::wgsl::{PrintError, Printed, literal};
use std::fmt::Write;

/// What events need: whether a number is zero, and where to look for a zero next.
const ZEROS: &str = "
fn is_zero(a: real) -> bool {
    return at_most(a, ZERO) && at_most(ZERO, a);
}

// Regula falsi in the Illinois variant, and bisection after twenty tries.
fn between(a: real, g_a: real, b: real, g_b: real, tries: u32) -> real {
    let x = minus(a, times(g_a, over(minus(b, a), minus(g_b, g_a))));
    if tries < 20u && less(a, x) && less(x, b) {
        return x;
    }
    return plus(a, times(HALF, minus(b, a)));
}
";

/// What the parts are made of.
pub(super) struct Parts<'a> {
    columns: &'a Columns,
    parameters: Vec<String>,
    /// Coordinates and velocities.
    names: Vec<String>,
    precision: Precision,
    over: Vec<Over>,
    directions: Vec<Direction>,
    terminal: Vec<bool>,
    steps: &'a Steps,
    step: &'a Printed,
    outputs: &'a Printed,
    watched: &'a Printed,
}

/// Writes a line.
macro_rules! line {
    ($out:expr, $($argument:tt)*) => { let _ = writeln!($out, $($argument)*); };
}

mod ends;

impl<'a> Parts<'a> {
    pub(super) fn new(
        study: &'a Study,
        precision: Precision,
        columns: &'a Columns,
        [step, outputs, watched]: [&'a Printed; 3],
    ) -> Self {
        let events = &study.mechanism.events;
        Self {
            columns,
            parameters: parameter_names(study),
            names: state_names(study),
            precision,
            over: study.mechanism.over(),
            directions: events.iter().map(|e| e.direction).collect(),
            terminal: events.iter().map(|e| e.terminal).collect(),
            steps: &study.method.steps,
            step,
            outputs,
            watched,
        }
    }

    /// Sets all parts into the template.
    pub(super) fn fill(&self, template: &str, prelude: &str, interpreter: &str) -> Result<String, KernelError> {
        let reduces = self.columns.reductions > 0;
        let mut member = self.step.member.clone();
        if reduces || self.has_events() {
            member.push_str(&self.outputs.member);
        }
        if self.has_events() {
            member.push_str(&self.watched.member);
        }
        Ok(template
            .to_string()
            .fill("control", CONTROL_BLOCK)
            .fill("prelude", prelude)
            .fill("constants", &self.constants()?)
            .fill("interpreter", interpreter)
            .fill("load", &self.load())
            .fill("member", &member)
            .fill("step", &self.step.step)
            .fill("candidate", &self.candidate())
            .fill("watch", &self.watch())
            .fill("check", &self.check())
            .fill("judge", &self.judge())
            .fill("crossings", &self.crossings())
            .fill("begin", &self.begin())
            .fill("locate", &self.locate())
            .fill("found", &self.found())
            .fill("observed", &self.observed("c_", "sample_time"))
            .fill("end_of_step", &self.end_of_step())
            .fill("outputs", &self.outputs()?)
            .fill("commit", &self.commit())
            .fill("state", &self.observed("", "t"))
            .fill("keep", &self.keep())
            .fill("next", &self.next())
            .fill("propose", &self.propose())
            .fill("store", &self.store())
            .fill("observe", &self.observe()?))
    }

    fn compensated(&self) -> bool {
        self.precision == Precision::Single
    }
    fn has_events(&self) -> bool {
        self.columns.events > 0
    }
    fn is_adaptive(&self) -> bool {
        matches!(self.steps, Steps::Adaptive(_))
    }
    fn result(&self, result: StepResult) -> &str {
        &self.step.outputs[self.names.len() + result as usize]
    }

    fn constants(&self) -> Result<String, PrintError> {
        let mut out = String::new();
        let StepBounds { attempts, shrink, growth } = self.steps.bounds();
        // how far apart two times are the same, as a part of a step, and how far beyond its length a step may reach
        let (near, stretch) = match self.precision {
            Precision::Single => (1e-5, 1e-4),
            Precision::DoubleFloat => (1e-8, 1e-6),
            Precision::Double => (1e-9, 1e-6),
        };
        for (name, value) in [
            ("ZERO", 0.0),
            ("ONE", 1.0),
            ("HALF", 0.5),
            ("NEAR", near),
            ("STRETCH", 1.0 + stretch),
            ("RESOLUTION", 2.0 * self.precision.epsilon()),
            ("HALF_TURN", series::HALF_TURN),
            ("SINGULAR_MARGIN", Outcome::SINGULAR_MARGIN),
            ("GROWTH", growth),
            ("SHRINK", shrink),
            // later than any sample
            ("NEVER", 1e37),
        ] {
            line!(out, "const {name} = {};", literal(value, self.precision)?);
        }
        line!(out, "const ATTEMPTS = {attempts}u;");
        line!(out, "const EVENTS = {}u;", self.columns.events);
        line!(out, "const RECORDS = {}u;", self.columns.records());
        if self.has_events() {
            out.push_str(ZEROS);
        }
        Ok(out)
    }

    fn load_parameters(&self) -> String {
        let mut out = String::new();
        if self.columns.slots > 0 {
            out.push_str("member = k;\n");
        }
        for (c, name) in self.parameters.iter().enumerate() {
            line!(out, "let {name} = parameters[at({c}u, k)];");
        }
        out
    }

    fn load(&self) -> String {
        let c = self.columns;
        let mut out = self.load_parameters();
        let parameter = |p| format!("parameters[at({}u, k)]", c.parameter(p));
        let kept = |p| format!("state[at({}u, k)]", c.kept(p));
        line!(out, "let h_full = {};", parameter(StepParameter::Pitch));
        line!(out, "let h_last = {};", parameter(StepParameter::Last));
        line!(out, "let t_end = {};", parameter(StepParameter::End));
        line!(out, "let every = {};", parameter(StepParameter::Every));
        if self.is_adaptive() {
            line!(out, "let h_smallest = {};", parameter(StepParameter::Smallest));
            line!(out, "let h_largest = {};", parameter(StepParameter::Largest));
            line!(out, "var e1 = {};", kept(Kept::Error));
            line!(out, "var e2 = {};", kept(Kept::ErrorBefore));
            line!(out, "var cap = {};", kept(Kept::Cap));
        }
        for (i, name) in self.names.iter().enumerate() {
            line!(out, "var {name} = state[at({i}u, k)];");
            if self.compensated() {
                line!(out, "var {name}_rest = rests[at({i}u, k)];");
            }
        }
        line!(out, "var t = {};", kept(Kept::Time));
        line!(out, "var t_rest = {};", kept(Kept::TimeRest));
        line!(out, "var h = {};", kept(Kept::Step));
        line!(out, "var length = {};", kept(Kept::Length));
        line!(out, "var offset = {};", kept(Kept::Terminal));
        line!(out, "var terminal = at_most(ZERO, offset);");
        line!(out, "var last = (m.x & 0x8000u) != 0u;");
        line!(out, "mode = mode & 0x7fffu;");
        line!(out, "// samples lie at ends of steps where they are a whole number of steps apart");
        line!(out, "var sample_time = NEVER;");
        line!(out, "if control.sampling != 0u {{");
        line!(out, "    sample_time = smaller(times(number(control.sample), every), t_end);");
        line!(out, "    if s.w != 0u {{");
        line!(out, "        let boundary = s.w * control.sample;");
        line!(out, "        sample_time = select(t_end, times(number(boundary), h_full), boundary < s.z);");
        line!(out, "    }}");
        line!(out, "}}");
        if self.has_events() {
            let n = c.events;
            line!(out, "var before: array<real, {n}>;");
            line!(out, "var after: array<real, {n}>;");
            line!(out, "var ends: array<real, {n}>;");
            line!(out, "var is_terminal = array<bool, {n}>({});", list(&self.terminal));
            for e in 0..n {
                line!(out, "before[{e}] = state[at({}u, k)];", c.event(e));
            }
            line!(out, "var record_event = 0u;\nvar record_offset = ZERO;");
            line!(out, "var pending = 0u;");
            line!(out, "var event = 0u;");
            line!(out, "var low = ZERO;\nvar g_low = ZERO;\nvar high = ZERO;\nvar g_high = ZERO;");
            line!(out, "var end_kept = 0;\nvar tries = 0u;");
        } else {
            line!(out, "let pending = 0u;");
        }
        if c.reductions > 0 {
            for i in 0..self.over.len() {
                line!(out, "var first{i} = reductions[at({}u, k)];", 3 * i);
                line!(out, "var previous{i} = reductions[at({}u, k)];", 3 * i + 1);
                line!(out, "var reduced{i} = reductions[at({}u, k)];", 3 * i + 2);
            }
        }
        out
    }

    /// The state after the attempt.
    fn candidate(&self) -> String {
        let mut out = String::from("// the state after the attempt\n");
        for (name, delta) in self.names.iter().zip(&self.step.outputs) {
            if self.compensated() {
                line!(out, "let sum_{name} = add({name}, {name}_rest, {delta});\nlet c_{name} = sum_{name}.x;");
            } else {
                line!(out, "let c_{name} = plus({name}, {delta});");
            }
        }
        out
    }

    /// A block in which the state and the time are others.
    fn at_state(&self, time: &str, statements: &str) -> String {
        let mut out = String::from("{\n");
        for name in &self.names {
            line!(out, "    let {name} = c_{name};");
        }
        line!(out, "    let now = {time};");
        out.push_str("    {\n        let t = now;\n");
        for statement in statements.lines() {
            line!(out, "        {statement}");
        }
        out + "    }\n}\n"
    }

    fn watch(&self) -> String {
        if !self.has_events() {
            return String::new();
        }
        let mut inner = self.watched.step.clone();
        for (e, value) in self.watched.outputs.iter().enumerate() {
            line!(inner, "after[{e}] = {value};");
        }
        format!("// events after the attempt\n{}", self.at_state("plus(t, h)", &inner))
    }

    fn check(&self) -> String {
        // one statement each: nested calls as deep as a long chain would be too deep for parsers
        let events = (0..self.columns.events).map(|e| format!("after[{e}]"));
        let numbers = self.names.iter().map(|name| format!("c_{name}")).chain(events);
        let largest = numbers.fold(String::from("var largest = 0u;\n"), |mut out, number| {
            line!(out, "largest = max(largest, magnitude({number}));");
            out
        });
        format!(
            "{largest}if less(HALF_TURN, {}) {{ failure = INCREMENT_TOO_LARGE; }}\n\
             if largest >= STATE_LIMIT {{ failure = NON_FINITE; }}\n\
             if at_most({}, SINGULAR_MARGIN) {{ failure = SINGULAR; }}\n\
             if less(HALF_TURN, {}) {{ failure = INCREMENT_TOO_LARGE; }}\n",
            self.result(StepResult::LargestTurn),
            self.result(StepResult::Margin),
            self.result(StepResult::FirstTurn),
        )
    }

    fn judge(&self) -> String {
        if !self.is_adaptive() {
            return "last = s.y + 1u >= s.z;\n\
                    if failure != WELL {\n    s.x = failure;\n    s.y += 1u;\n\
                    \x20   t = select(times(number(s.y), h_full), t_end, s.y >= s.z);\n    reason = ENDED;\n    break;\n}\n"
                .to_string();
        }
        let (error, factor) = (self.result(StepResult::Error), self.result(StepResult::Factor));
        format!(
            "if failure != WELL || !at_most({error}, ONE) || magnitude({error}) >= STATE_LIMIT {{\n\
             \x20   // rejected: a shorter step, and no growth after it\n\
             \x20   m.y += 1u;\n\
             \x20   var shorter = SHRINK;\n\
             \x20   if failure == WELL && less({factor}, ONE) {{ shorter = larger({factor}, SHRINK); }}\n\
             \x20   h = times(h, shorter);\n\
             \x20   cap = ONE;\n\
             \x20   last = false;\n\
             \x20   if s.y + m.y >= ATTEMPTS {{ s.x = STEP_LIMIT; }}\n\
             \x20   else if less(h, h_smallest) {{ s.x = select(STEP_TOO_SMALL, SINGULAR, failure == SINGULAR); }}\n\
             \x20   if s.x != WELL {{ reason = ENDED; break; }}\n\
             \x20   continue;\n\
             }}\n"
        )
    }

    fn crossings(&self) -> String {
        let mut out = String::new();
        for (e, direction) in self.directions.iter().enumerate() {
            let rising = format!("(less(before[{e}], ZERO) && at_most(ZERO, after[{e}]))");
            let falling = format!("(less(ZERO, before[{e}]) && at_most(after[{e}], ZERO))");
            let crosses = match direction {
                Direction::Rising => rising,
                Direction::Falling => falling,
                Direction::Both => format!("{rising} || {falling}"),
            };
            line!(out, "if {crosses} {{ pending |= {}u; }}", 1u32 << e);
            line!(out, "ends[{e}] = after[{e}];");
        }
        out
    }

    fn begin(&self) -> String {
        if !self.has_events() {
            return String::new();
        }
        "event = firstTrailingBit(pending);\n\
         pending &= pending - 1u;\n\
         low = ZERO;\ng_low = before[event];\nhigh = length;\ng_high = ends[event];\n\
         end_kept = 0;\ntries = 0u;\nmode = LOCATE;\n\
         h = between(low, g_low, high, g_high, tries);\n"
            .to_string()
    }

    fn locate(&self) -> String {
        if !self.has_events() {
            return String::new();
        }
        "let g = after[event];\n\
         tries += 1u;\n\
         if less(g, ZERO) == less(g_low, ZERO) && !is_zero(g) {\n\
         \x20   low = h;\n    g_low = g;\n\
         \x20   if end_kept == 1 { g_high = times(g_high, HALF); }\n    end_kept = 1;\n\
         } else {\n\
         \x20   high = h;\n    g_high = g;\n\
         \x20   if end_kept == -1 { g_low = times(g_low, HALF); }\n    end_kept = -1;\n\
         }\n\
         if at_most(minus(high, low), times(RESOLUTION, plus(t, length))) || is_zero(g_high) {\n\
         \x20   h = high;\n    mode = FOUND;\n\
         } else {\n\
         \x20   h = between(low, g_low, high, g_high, tries);\n}\n"
            .to_string()
    }

    fn found(&self) -> String {
        if !self.has_events() {
            return String::new();
        }
        let mut out = String::from(
            "record = true;\nrecord_event = event;\nrecord_offset = h;\n\
             if is_terminal[event] && (!terminal || less(h, offset)) {\n    terminal = true;\n    offset = h;\n}\n\
             if pending != 0u {\n",
        );
        for statement in self.begin().lines() {
            line!(out, "    {statement}");
        }
        out + "} else {\n    if terminal { length = offset; }\n    mode = INSIDE;\n}\n"
    }

    /// Stores the state to observe.
    fn observed(&self, prefix: &str, time: &str) -> String {
        let mut out = String::new();
        let from = self.columns.observed();
        for (i, name) in self.names.iter().enumerate() {
            line!(out, "state[at({}u, k)] = {prefix}{name};", from + i);
        }
        line!(out, "state[at({}u, k)] = {time};", from + self.names.len());
        out
    }

    fn end_of_step(&self) -> String {
        let time = match (self.is_adaptive(), self.compensated()) {
            (true, true) => "let later = add(t, t_rest, h);\ntime = later.x;\ntime_rest = later.y;\n",
            (true, false) => "time = plus(t, h);\n",
            (false, _) => "time = times(number(s.y), h_full);\n",
        };
        let ends = "if terminal { time = plus(t, offset); } else if last { time = t_end; }\n";
        let rest = "if terminal || last { time_rest = ZERO; }\n";
        format!("{time}{ends}{rest}")
    }
}

fn list(values: &[bool]) -> String {
    values.iter().map(bool::to_string).collect::<Vec<_>>().join(", ")
}

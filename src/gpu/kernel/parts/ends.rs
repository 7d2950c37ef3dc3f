//! What ends a step and a dispatch: outputs, reductions, the step itself, what is kept.

use super::Parts;
use crate::ensemble::program::StepResult;
use crate::gpu::kernel::columns::Kept;
use crate::model::output::Over;
use crate::trace::wgsl::{PrintError, literal};
use std::fmt::Write;

impl Parts<'_> {
    pub(super) fn outputs(&self) -> Result<String, PrintError> {
        let reduces = self.columns.reductions > 0;
        if !reduces && !self.has_events() {
            return Ok(String::new());
        }
        let mut inner = self.outputs.step.clone();
        if self.has_events() {
            line!(inner, "if record {{");
            line!(inner, "    let place = m.w * {}u;", self.columns.record());
            line!(inner, "    events[at(place, k)] = number(record_event);");
            line!(inner, "    events[at(place + 1u, k)] = now;");
            for (c, value) in self.outputs.outputs.iter().enumerate() {
                line!(inner, "    events[at(place + {}u, k)] = {value};", c + 2);
            }
            line!(inner, "    m.w += 1u;\n}}");
        }
        if reduces {
            line!(inner, "if made {{");
            for statement in self.reduce().lines() {
                line!(inner, "    {statement}");
            }
            line!(inner, "}}");
        }
        let condition = match (reduces, self.has_events()) {
            (true, true) => "made || record",
            (true, false) => "made",
            _ => "record",
        };
        let mut out = format!("if {condition} {{\n");
        let time = if self.has_events() { "select(time, plus(t, record_offset), record)" } else { "time" };
        for statement in self.at_state(time, &inner).lines() {
            line!(out, "    {statement}");
        }
        Ok(out + "}\n")
    }

    fn reduce(&self) -> String {
        let mut out = String::new();
        for (c, over) in self.over.iter().enumerate() {
            line!(out, "let now{c} = {};", self.outputs.outputs[c]);
            let trapezium = format!("times(times(h, plus(previous{c}, now{c})), HALF)");
            match over {
                Over::End => {
                    line!(out, "reduced{c} = now{c};");
                }
                Over::Max => {
                    line!(out, "reduced{c} = larger(reduced{c}, now{c});");
                }
                Over::Min => {
                    line!(out, "reduced{c} = smaller(reduced{c}, now{c});");
                }
                Over::Drift => {
                    line!(out, "reduced{c} = larger(reduced{c}, absolute(minus(now{c}, first{c})));");
                }
                // a mean has no use for the first value: its place holds what the sum has been rounded by
                Over::Mean | Over::Integral if self.compensated() => {
                    line!(out, "let mean{c} = add(reduced{c}, first{c}, {trapezium});");
                    line!(out, "reduced{c} = mean{c}.x;\nfirst{c} = mean{c}.y;");
                }
                Over::Mean | Over::Integral => {
                    line!(out, "reduced{c} = plus(reduced{c}, {trapezium});");
                }
            }
            line!(out, "previous{c} = now{c};");
        }
        out
    }

    pub(super) fn commit(&self) -> String {
        let mut out = String::from("// the step is made\n");
        for name in &self.names {
            line!(out, "{name} = c_{name};");
            if self.compensated() {
                line!(out, "{name}_rest = sum_{name}.y;");
            }
        }
        out
    }

    pub(super) fn keep(&self) -> String {
        if self.has_events() { "before = after;\n".to_string() } else { String::new() }
    }

    /// Adaptive steps: the proposal for the next.
    pub(super) fn next(&self) -> String {
        if !self.is_adaptive() {
            return String::new();
        }
        format!(
            "e2 = e1;\ne1 = {};\nh = larger(smaller(times(h, smaller({}, cap)), h_largest), h_smallest);\ncap = GROWTH;\n\
             if s.y + m.y >= ATTEMPTS {{\n    s.x = STEP_LIMIT;\n    reason = ENDED;\n    break;\n}}\n",
            self.result(StepResult::Error),
            self.result(StepResult::Factor)
        )
    }

    pub(super) fn propose(&self) -> String {
        if self.is_adaptive() {
            "let to_end = minus(minus(t_end, t), t_rest);\nlast = at_most(to_end, times(h, STRETCH));\nif last { h = to_end; }\n".to_string()
        } else {
            "h = select(h_full, h_last, s.y + 1u >= s.z);\n".to_string()
        }
    }

    pub(super) fn store(&self) -> String {
        let c = self.columns;
        let mut out = String::new();
        for (i, name) in self.names.iter().enumerate() {
            line!(out, "state[at({i}u, k)] = {name};");
            if self.compensated() {
                line!(out, "rests[at({i}u, k)] = {name}_rest;");
            }
        }
        let mut keep = |kept, value: &str| {
            line!(out, "state[at({}u, k)] = {value};", c.kept(kept));
        };
        keep(Kept::Time, "t");
        keep(Kept::TimeRest, "t_rest");
        keep(Kept::Step, "h");
        keep(Kept::Length, "length");
        keep(Kept::Terminal, "select(-ONE, offset, terminal)");
        if self.is_adaptive() {
            keep(Kept::Error, "e1");
            keep(Kept::ErrorBefore, "e2");
            keep(Kept::Cap, "cap");
        }
        for e in 0..c.events {
            line!(out, "state[at({}u, k)] = before[{e}];", c.event(e));
        }
        if c.reductions > 0 {
            for i in 0..self.over.len() {
                line!(out, "reductions[at({}u, k)] = first{i};", 3 * i);
                line!(out, "reductions[at({}u, k)] = previous{i};", 3 * i + 1);
                line!(out, "reductions[at({}u, k)] = reduced{i};", 3 * i + 2);
            }
        }
        line!(out, "mode = mode | select(0u, 0x8000u, last);");
        out
    }

    pub(super) fn observe(&self) -> Result<String, PrintError> {
        let from = self.columns.observed();
        let mut out = self.load_parameters();
        for (i, name) in self.names.iter().enumerate() {
            line!(out, "let {name} = state[at({}u, k)];", from + i);
        }
        line!(out, "let t = state[at({}u, k)];", from + self.names.len());
        out.push_str(&self.outputs.member);
        out.push_str(&self.outputs.step);
        for (c, value) in self.outputs.outputs.iter().enumerate() {
            line!(out, "channels[at({c}u, k)] = {value};");
        }
        if self.columns.reductions > 0 {
            let zero = literal(0.0, self.precision)?;
            out.push_str("if control.start != 0u {\n");
            for (c, over) in self.over.iter().enumerate() {
                let value = &self.outputs.outputs[c];
                let sums = matches!(over, Over::Mean | Over::Integral);
                let start = if sums || *over == Over::Drift { &zero } else { value };
                let first = if sums { &zero } else { value };
                line!(out, "    reductions[at({}u, k)] = {first};", 3 * c);
                line!(out, "    reductions[at({}u, k)] = {value};", 3 * c + 1);
                line!(out, "    reductions[at({}u, k)] = {start};", 3 * c + 2);
            }
            out.push_str("}\n");
        }
        Ok(out)
    }
}

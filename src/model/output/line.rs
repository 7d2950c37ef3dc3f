//! Forces along lines between points: how long the line is and how they pull.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "force (the name of a spring_damper, a two_point or a rope)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "line_length",
        summary: "length of the line between the points of a force, of a rope the whole length over all its points, m",
        keys: KEYS,
        example: r#"[[force]]
name = "measured_strut"
kind = "spring_damper"
between = ["slider", "plate"]
points = [[0, 0, 0.1], [0, 0.1, 0]] # m
stiffness = "stiffness" # N/m
length = 0.4 # m
[[output]]
name = "strut_length"
quantity = "line_length"
force = "measured_strut"
"#,
    },
    Kind {
        name: "line_rate",
        summary: "rate of that length, m/s",
        keys: KEYS,
        example: r#"[[force]]
name = "measured_damper"
kind = "spring_damper"
between = ["slider", "plate"]
points = [[0, 0, 0.1], [0, 0.1, 0]] # m
damping = 3 # N s/m
[[output]]
name = "damper_rate"
quantity = "line_rate"
force = "measured_damper"
"#,
    },
    Kind {
        name: "tension",
        summary: "force along that line, N, positive where it pulls the points together",
        keys: KEYS,
        example: r#"[[force]]
name = "measured_rope"
kind = "rope"
bodies = ["ground", "plate", "slider"]
points = [[0, 0, 1], [0.1, 0, 0.1], [0, 0.1, 0]] # m
stiffness = "stiffness" # N/m
damping = 2 # N s/m
length = 1.2 # m
[[output]]
name = "rope_tension"
quantity = "tension"
force = "measured_rope"
over = "max"
"#,
    },
];

/// An output of a force along a line: `kind` is the index in [`KINDS`].
#[derive(Clone, Debug)]
pub struct LineQuantity<N> {
    kind: usize,
    force: usize,
    numbers: PhantomData<N>,
}

impl Description for LineQuantity<Expr> {
    type At<R: Real> = LineQuantity<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let along_lines: Vec<usize> = (0..names.forces.len()).filter(|at| names.forces[*at].has_line).collect();
        let accepted: Vec<&str> = along_lines.iter().map(|at| names.forces[*at].name.as_str()).collect();
        let force = along_lines[section.named("force", "force with a tension", &accepted)?];
        Ok(Self { kind, force, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> LineQuantity<R> {
        LineQuantity { kind: self.kind, force: self.force, numbers: PhantomData }
    }
}

impl<N> Columns for LineQuantity<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", ["m", "m/s", "N"][self.kind])]
    }
}

impl<R: Real> Measures<R> for LineQuantity<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: line of a force");
        out.extend(at.forces[self.force].line(&at.motion).map(|line| line[self.kind]));
    }
}

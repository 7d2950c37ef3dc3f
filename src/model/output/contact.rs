//! Contacts: how hard they push and rub, how deep and how fast.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "contact (the name of a [[contact]])";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "normal_force",
        summary: "force that a contact pushes its bodies apart with, N, zero where they do not touch",
        keys: KEYS,
        example: r#"[[contact]]
name = "pushing"
between = ["plate", "ground"]
radius = 0.6 # m
plane = {}
stiffness = "3*stiffness" # N/m^1.5
[[output]]
name = "push"
quantity = "normal_force"
contact = "pushing"
over = "max"
"#,
    },
    Kind {
        name: "friction_force",
        summary: "friction of a contact, N, against the slip",
        keys: KEYS,
        example: r#"[[contact]]
name = "rubbing"
between = ["plate", "ground"]
radius = 0.6 # m
plane = {}
stiffness = "3*stiffness" # N/m^1.5
friction = 0.3
velocity = 0.1 # m/s
[[output]]
name = "rub"
quantity = "friction_force"
contact = "rubbing"
"#,
    },
    Kind {
        name: "contact_depth",
        summary: "how far the surfaces of a contact overlap, m; negative where there is a gap between them",
        keys: KEYS,
        example: r#"[[contact]]
name = "overlapping"
between = ["plate", "slider"]
radius = 0.3 # m
sphere = { radius = 0.2 } # m
stiffness = "3*stiffness" # N/m^1.5
[[output]]
name = "overlap"
quantity = "contact_depth"
contact = "overlapping"
"#,
    },
    Kind {
        name: "slip_speed",
        summary: "speed at which the surfaces of a contact slide on each other, m/s, zero where they do not touch",
        keys: KEYS,
        example: r#"[[contact]]
name = "sliding"
between = ["plate", "ground"]
radius = 0.6 # m
plane = {}
stiffness = "3*stiffness" # N/m^1.5
[[output]]
name = "slide"
quantity = "slip_speed"
contact = "sliding"
"#,
    },
];

/// An output of a contact: `kind` is the index in [`KINDS`].
#[derive(Clone, Debug)]
pub struct ContactQuantity<N> {
    kind: usize,
    force: usize,
    numbers: PhantomData<N>,
}

impl Description for ContactQuantity<Expr> {
    type At<R: Real> = ContactQuantity<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let contacts: Vec<usize> = (0..names.forces.len()).filter(|at| names.forces[*at].is_contact).collect();
        let accepted: Vec<&str> = contacts.iter().map(|at| names.forces[*at].name.as_str()).collect();
        let force = contacts[section.named("contact", "contact", &accepted)?];
        Ok(Self { kind, force, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> ContactQuantity<R> {
        ContactQuantity { kind: self.kind, force: self.force, numbers: PhantomData }
    }
}

impl<N> Columns for ContactQuantity<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", ["N", "N", "m", "m/s"][self.kind])]
    }
}

impl<R: Real> Measures<R> for ContactQuantity<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: contact");
        out.extend(at.forces[self.force].contact(&at.motion).map(|contact| contact[self.kind]));
    }
}

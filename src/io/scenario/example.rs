//! Examples: tables of a scenario for every entry of every catalog, and the scenario that they are added to.

use super::probability::{self, PROBABILITY};
use crate::model::{Kind, constraint, force, joint, output, trajectory};
use crate::sampling::{distribution, plan};
use crate::{formulation, integrator};

/// The scenario that examples are added to: `scenarios/examples/base.toml`.
pub const BASE: &str = include_str!("../../../scenarios/examples/base.toml");

/// A scenario without joints, for constraints and formulations whose joints are constraints: `scenarios/examples/free_bodies.toml`.
const FREE_BODIES: &str = include_str!("../../../scenarios/examples/free_bodies.toml");

/// A method that solves constraints.
const CONSTRAINED: &str = "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3 # \
                           s\nduration = 0.05 # s\n";

/// An entry of a catalog with tables that use it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The catalog of the entry: `joint`, `constraint`, `force`, `output`, `output of constraints`, `force of beams`, `output of beams`, `trajectory`,
    /// `integrator`, `formulation`, `plan`, `distribution` or `probability`.
    pub catalog: &'static str,
    /// The name of the entry.
    pub name: &'static str,
    /// The scenario that the tables of the entry are added to: [`BASE`] for all but constraints, beams and formulations whose
    /// joints are.
    pub base: &'static str,
    /// Tables that use the entry.
    pub tables: String,
}

impl Example {
    /// Returns a whole scenario that uses the entry.
    pub fn scenario(&self) -> String {
        assemble(self.base, [self.tables.as_str()])
    }
}

/// Returns the examples of all catalogs.
pub fn examples() -> Vec<Example> {
    let mut all = Vec::new();
    let mut add_to =
        |base, catalog, name, tables: &str| all.push(Example { catalog, name, base, tables: tables.into() });
    let mut add = |catalog, name, tables: &str| add_to(BASE, catalog, name, tables);
    joint::ALL.iter().for_each(|k| add("joint", k.name, k.example));
    let of_beams = |k: &&Kind| force::OF_BEAMS.iter().any(|c| c.name == k.name);
    force::ALL.iter().filter(|k| !of_beams(k)).for_each(|k| add("force", k.name, k.example));
    let others = [output::OF_CONSTRAINTS, output::OF_BEAMS];
    let of_others = |k: &&Kind| others.iter().copied().flatten().copied().flatten().any(|c| c.name == k.name);
    output::all().iter().filter(|k| !of_others(k)).for_each(|k| add("output", k.name, k.example));
    trajectory::ALL.iter().for_each(|k| add("trajectory", k.name, k.example));
    plan::ALL.iter().for_each(|p| add("plan", p.name, p.example));
    distribution::ALL.iter().for_each(|d| add("distribution", d.name, d.example));
    add(PROBABILITY, PROBABILITY, probability::EXAMPLE);
    // methods are used by their name alone
    for integrator in integrator::ALL {
        let steps = if integrator.error_order().is_some() { "tolerance = 1e-6" } else { "step = 1e-3 # s" };
        let text = format!("[method]\nintegrator = \"{}\"\n{steps}\nduration = 0.05 # s\n", integrator.name);
        add("integrator", integrator.name, &text);
    }
    for output in output::OF_CONSTRAINTS.iter().copied().flatten() {
        add_to(BASE, "output of constraints", output.name, &format!("{}{CONSTRAINED}", output.example));
    }
    let outputs = output::OF_BEAMS.iter().copied().flatten().map(|k| ("output of beams", k));
    for (catalog, kind) in force::OF_BEAMS.iter().map(|k| ("force of beams", k)).chain(outputs) {
        add_to(FREE_BODIES, catalog, kind.name, &format!("{}{CONSTRAINED}", kind.example));
    }
    for constraint in constraint::ALL {
        add_to(FREE_BODIES, "constraint", constraint.name, &format!("{}{CONSTRAINED}", constraint.example));
    }
    for formulation in formulation::all() {
        let name = formulation.kind.name;
        let steps = "integrator = \"rkmk4\"\nstep = 1e-3 # s\nduration = 0.05 # s\n";
        let base = if formulation.has_constraints { FREE_BODIES } else { BASE };
        add_to(base, "formulation", name, &format!("[method]\nformulation = \"{name}\"\n{steps}"));
    }
    all
}

/// Adds tables to a scenario. A table of which there is one, such as `[method]`, replaces that of the scenario.
pub fn assemble<'a>(base: &str, tables: impl IntoIterator<Item = &'a str>) -> String {
    let added: String = tables.into_iter().collect();
    let is_single = |line: &&str| line.starts_with('[') && !line.starts_with("[[");
    let replaced: Vec<&str> = added.lines().filter(is_single).collect();
    let mut keep = true;
    let kept = base.lines().filter(|line| {
        if line.starts_with('[') {
            keep = !replaced.contains(line);
        }
        keep
    });
    kept.flat_map(|line| [line, "\n"]).collect::<String>() + &added
}

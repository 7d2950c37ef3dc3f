//! Examples: tables of a scenario for every entry of every catalog, and the scenario that they are added to.

use crate::ensemble::{distribution, plan};
use crate::integrator::Integrator;
use crate::model::{Kind, force, joint, output, trajectory};
use crate::{formulation, integrator};

/// The scenario that examples are added to: `scenarios/examples/base.toml`.
pub const BASE: &str = include_str!("../../../scenarios/examples/base.toml");

/// An entry of a catalog with tables that use it.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it is: `joint`, `force`, `output`, `trajectory`, `integrator`, `formulation`, `plan`, `distribution`.
    pub catalog: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Tables that use it, the one that names it last.
    pub tables: String,
}

/// Returns the examples of all catalogs.
pub fn examples() -> Vec<Example> {
    let kind = |catalog, kind: &Kind| Example { catalog, name: kind.name, tables: kind.example.into() };
    let mut all: Vec<Example> = joint::ALL.iter().map(|k| kind("joint", k)).collect();
    all.extend(force::ALL.iter().map(|k| kind("force", k)));
    all.extend(output::all().iter().map(|k| kind("output", k)));
    all.extend(trajectory::ALL.iter().map(|k| kind("trajectory", k)));
    let method = |name, tables| Example { catalog: "integrator", name, tables };
    all.extend(integrator::ALL.iter().map(|i| method(i.name, of_integrator(i))));
    let method = |name, tables| Example { catalog: "formulation", name, tables };
    all.extend(formulation::kinds().iter().map(|f| method(f.name, of_formulation(f.name))));
    all.extend(plan::ALL.iter().map(|p| Example { catalog: "plan", name: p.name, tables: p.example.into() }));
    let drawn = |d: &distribution::DistributionInfo| (d.name, d.example.into());
    all.extend(distribution::ALL.iter().map(drawn).map(|(name, tables)| Example {
        catalog: "distribution",
        name,
        tables,
    }));
    all
}

/// A method is used by its name, so its tables are made of it.
fn of_integrator(integrator: &Integrator) -> String {
    let steps = if integrator.error_order().is_some() { "tolerance = 1e-6" } else { "step = 1e-3 # s" };
    format!("[method]\nintegrator = \"{}\"\n{steps}\nduration = 0.05 # s\n", integrator.name)
}

fn of_formulation(name: &str) -> String {
    format!("[method]\nformulation = \"{name}\"\nintegrator = \"rkmk4\"\nstep = 1e-3 # s\nduration = 0.05 # s\n")
}

/// Adds tables to a scenario. A table of which there is one, such as `[method]`, replaces that of the scenario.
pub fn assemble<'a>(base: &str, tables: impl IntoIterator<Item = &'a str>) -> String {
    let added: String = tables.into_iter().collect();
    let header =
        |line: &str| Some(line.split_once(']')?.0.strip_prefix('[')?.to_string()).filter(|h| !h.starts_with('['));
    let replaced: Vec<String> = added.lines().filter_map(header).collect();
    let (mut kept, mut keep) = (String::new(), true);
    for line in base.lines() {
        if line.starts_with('[') {
            keep = !header(line).is_some_and(|h| replaced.contains(&h));
        }
        if keep {
            kept += line;
            kept.push('\n');
        }
    }
    kept + &added
}

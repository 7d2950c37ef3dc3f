//! `gyrosweep list`: what a scenario can contain.

use super::Failure;
use super::console::Console;
use crate::ensemble::{Outcome, distribution, plan};
use crate::io::scenario::example::{BASE, Example, assemble, examples};
use crate::io::scenario::{DESIGN, IMPLICIT, PARAMETERS, SENSITIVITY, START, STEPS};
use crate::model::{
    Kind, TimeReduction, constraint, event, expression, force, joint, nearest, output, trajectory, variable,
};
use crate::report::table;
use crate::{formulation, integrator};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print an example of everything instead, or, with a name, a whole scenario that uses what is called so
    #[arg(long, value_name = "NAME")]
    examples: Option<Option<String>>,
}

pub(crate) fn list(console: &Console, arguments: &ListArguments) -> Result<u8, Failure> {
    match &arguments.examples {
        None => list_kinds(console),
        Some(None) => list_examples(console),
        Some(Some(name)) => print_example(console, name)?,
    }
    Ok(0)
}

/// Prints the scenario that examples are added to, and the examples.
fn list_examples(console: &Console) {
    console.line(BASE);
    for example in examples() {
        console.heading(&format!("# {} {}", example.catalog, example.name));
        console.line(&example.tables);
    }
}

/// Prints a scenario that uses whatever has this name.
fn print_example(console: &Console, name: &str) -> Result<(), Failure> {
    let examples = examples();
    let named = || examples.iter().filter(|e| e.name == name);
    let Some(Example { base, .. }) = named().next() else {
        let near = nearest(name, examples.iter().map(|e| e.name));
        let hint = near.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
        return Err(Failure::input(format!(
            "--examples: nothing is called {name:?};{hint} accepted: the names in `gyrosweep list`"
        )));
    };
    console.line(assemble(base, named().map(|e| e.tables.as_str())).trim_end());
    Ok(())
}

fn list_kinds(console: &Console) {
    let rows = |rows: Vec<Vec<String>>| console.print(&table(&rows, 9));
    let kinds = |heading: &str, kinds: &[Kind]| {
        console.heading(heading);
        for kind in kinds {
            console.line(&format!("  {}: {}", kind.name, kind.summary));
            if !kind.keys.is_empty() {
                console.line(&format!("      {}", kind.keys));
            }
        }
        console.line("");
    };
    console.heading("Integrators ([method] integrator)");
    rows(integrator::ALL.iter().map(|t| vec![format!("  {}", t.name), t.summary.into(), t.citation.into()]).collect());
    console.line("");
    kinds("Formulations ([method] formulation)", &formulation::kinds());
    kinds("Joints ([[joint]] kind)", joint::ALL);
    console.line(&format!("  {}\n", joint::PLACES));
    kinds("Constraints ([[constraint]] kind)", constraint::ALL);
    kinds("Forces ([[force]] kind)", force::ALL);
    kinds("Outputs ([[output]] quantity)", &output::all());
    kinds("Trajectories (trajectory = { kind })", trajectory::ALL);
    console.heading("Parameters ([parameters])");
    console.line(&format!("  {PARAMETERS}\n"));
    console.heading("Variables ([[variable]])");
    console.line(&format!("  {}\n", variable::KEYS));
    console.heading("Events ([[event]])");
    console.line(&format!("  {}\n", event::KEYS));
    console.heading("Steps ([method])");
    console.line(&format!("  {STEPS}\n"));
    console.line(&format!("  {IMPLICIT}\n"));
    console.heading("Start ([start])");
    console.line(&format!("  {START}\n"));
    console.heading("Sensitivities ([sensitivity])");
    console.line(&format!("  {SENSITIVITY}\n"));
    console.heading("Design studies ([design])");
    console.line(&format!("  {DESIGN}\n"));
    console.heading("Over time ([[output]] over)");
    rows(TimeReduction::ALL.iter().map(|r| vec![format!("  {}", r.name()), r.summary().into()]).collect());
    console.line("");
    console.heading("Plans ([plan] kind)");
    rows(plan::ALL.iter().map(|p| vec![format!("  {}", p.name), p.help.into()]).collect());
    console.line("");
    console.heading("Distributions ([plan.vary])");
    rows(
        distribution::ALL
            .iter()
            .map(|d| vec![format!("  {}", d.name), format!("[{}]", d.arguments.join(", ")), d.help.into()])
            .collect(),
    );
    console.line("");
    console.heading("Expressions");
    console.line(&format!("  any number may be an expression over the parameters: {}\n", expression::VOCABULARY));
    console.heading("Outcomes");
    let outcome = |o: &Outcome| {
        let cure = o.cure().map(|cure| vec![String::new(), format!("to help, {cure}")]);
        std::iter::once(vec![format!("  {}", o.name()), o.summary().into()]).chain(cure)
    };
    rows(Outcome::ALL.iter().flat_map(outcome).collect());
}

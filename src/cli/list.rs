//! `gyrosweep list`: what a scenario can contain.

use super::Failure;
use super::console::Console;
use crate::ensemble::{Outcome, distribution, plan};
use crate::io::scenario::STEPS;
use crate::model::{Kind, TimeReduction, event, expression, force, joint, output, trajectory, variable};
use crate::report::table;
use crate::{formulation, integrator};

pub(crate) fn list(console: &Console) -> Result<u8, Failure> {
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
    kinds("Forces ([[force]] kind)", force::ALL);
    kinds("Outputs ([[output]] quantity)", &output::all());
    kinds("Trajectories (trajectory = { kind })", trajectory::ALL);
    console.heading("Variables ([[variable]])");
    console.line(&format!("  {}\n", variable::KEYS));
    console.heading("Events ([[event]])");
    console.line(&format!("  {}\n", event::KEYS));
    console.heading("Steps ([method])");
    console.line(&format!("  {STEPS}\n"));
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
    rows(Outcome::ALL.iter().map(|o| vec![format!("  {}", o.name()), o.summary().into()]).collect());
    Ok(0)
}

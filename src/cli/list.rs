//! `gyrosweep list`: what a scenario can contain.

use super::Failure;
use super::console::Console;
use clap::Args;
use gyrosweep::io::scenario::example::{BASE, Example, assemble, examples};
use gyrosweep::io::scenario::reference;
use gyrosweep::model::nearest;

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print an example of everything instead, or, with a name, a whole scenario that uses what is called so
    #[arg(long, value_name = "NAME")]
    examples: Option<Option<String>>,

    /// Print it as a page of Markdown, with examples
    #[arg(long, conflicts_with = "examples")]
    markdown: bool,
}

pub(crate) fn list(console: &Console, arguments: &ListArguments) -> Result<u8, Failure> {
    match &arguments.examples {
        None if arguments.markdown => console.line(reference::markdown().trim_end()),
        None => list_parts(console),
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

fn list_parts(console: &Console) {
    for part in reference::parts() {
        let place = if part.place.is_empty() { String::new() } else { format!(" ({})", part.place) };
        console.heading(&format!("{}{place}", part.title));
        part.text.iter().for_each(|text| console.line(&format!("  {text}")));
        for entry in &part.entries {
            console.line(&format!("  {}: {}", entry.name, entry.summary));
            if !entry.keys.is_empty() {
                console.line(&format!("      {}", entry.keys));
            }
        }
        console.line("");
    }
}

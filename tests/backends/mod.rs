//! One result by all ways: lanes, tapes, kernels of every precision and form, devices alone and together.

mod begin;
mod devices;
mod df64;
mod faults;
mod forms;
mod implicit_kernels;
mod kernels;
mod memory;
mod parity;
mod precision_choice;
mod reproducible;
mod together;

/// The last output of an example once more, reduced over time; nothing where it cannot be.
fn reduced(tables: &str, word: &str) -> Option<String> {
    let output = &tables[tables.rfind("[[output]]").expect("an output")..];
    let reducible = !output.contains("over = ") && !output.contains("event = ");
    reducible.then(|| output.replace("name = \"", &format!("name = \"{word}_")) + &format!("over = \"{word}\"\n"))
}

//! Frames of beams that a scenario names.

use toml::de::{DeTable, DeValue};

/// Returns the texts of a scenario that may name frames of beams by their nodes.
pub(super) fn named(table: &DeTable<'_>) -> Vec<String> {
    let mut frames = Vec::new();
    let mut open: Vec<&DeValue<'_>> = table.iter().map(|(_, value)| value.get_ref()).collect();
    while let Some(value) = open.pop() {
        match value {
            DeValue::Table(table) => open.extend(table.iter().map(|(_, value)| value.get_ref())),
            DeValue::Array(values) => open.extend(values.iter().map(|value| value.get_ref())),
            DeValue::String(text) if text.contains(".node.") || text.contains(".at(") => frames.push(text.to_string()),
            _ => {}
        }
    }
    frames
}

//! Values put into the text of a scenario, whose other characters stay as they are.

use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Returns the table that a path leads to; of several tables that stand in brackets, the one of that name.
pub(super) fn table_at<'t, 'a>(root: &'t DeTable<'a>, path: &[&str]) -> Option<&'t DeTable<'a>> {
    let Some((first, rest)) = path.split_first() else { return Some(root) };
    // of tables without names their numbers, as in `force[0]`
    let (first, index) = match first.strip_suffix(']').and_then(|first| first.split_once('[')) {
        Some((first, index)) => (first, index.parse::<usize>().ok()),
        None => (*first, None),
    };
    match root.get(first)?.get_ref() {
        DeValue::Table(table) => table_at(table, rest),
        DeValue::Array(tables) => {
            if let Some(at) = index {
                return table_at(tables.get(at)?.get_ref().as_table()?, rest);
            }
            let (name, rest) = rest.split_first()?;
            let mut named = tables.iter().filter_map(|table| table.get_ref().as_table());
            table_at(named.find(|table| name_of(table) == Some(name))?, rest)
        }
        _ => None,
    }
}

/// Returns the name that a table has, if it has one.
pub(super) fn name_of<'t>(table: &'t DeTable<'_>) -> Option<&'t str> {
    table.get("name")?.get_ref().as_str()
}

/// Replacements in a text.
pub(super) struct Edits<'a> {
    text: &'a str,
    root: &'a DeTable<'a>,
    made: Vec<(Range<usize>, String)>,
}

impl<'a> Edits<'a> {
    /// Makes no replacements yet in a text, which is that of the table.
    pub(super) fn new(text: &'a str, root: &'a DeTable<'a>) -> Self {
        Self { text, root, made: Vec::new() }
    }

    /// Puts a value in the place of that of a key; where the key is absent, before `other`, a key of its table.
    pub(super) fn put(&mut self, path: &[&str], value: String, other: Option<&str>) {
        let Some((key, tables)) = path.split_last() else { return };
        let Some(table) = table_at(self.root, tables) else { return };
        if let Some(present) = table.get(*key) {
            self.made.push((present.span(), value));
            return;
        }
        let Some((other, _)) = table.iter().find(|(name, _)| Some(name.get_ref().as_ref()) == other) else { return };
        let at = other.span().start;
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        // what stands before the key on its line: nothing, or the tables of a dotted key, or an inline table
        let before = &self.text[line..at];
        if before.contains(['{', ',']) {
            self.made.push((at..at, format!("{key} = {value}, ")));
        } else {
            self.made.push((line..line, format!("{before}{key} = {value}\n")));
        }
    }

    /// Returns a key of a table that stands on a line of its own table, not in the head of one below.
    pub(super) fn plain_key<'t>(&self, table: &'t DeTable<'_>) -> Option<&'t str> {
        let is_plain = |value: &DeValue<'_>, at: usize| match value {
            DeValue::Table(_) => self.text[at..].starts_with('{'),
            DeValue::Array(_) => self.text[at..].trim_start().starts_with('['),
            _ => true,
        };
        let mut keys = table.iter().filter(|(_, value)| is_plain(value.get_ref(), value.span().start));
        keys.next().map(|(key, _)| key.get_ref().as_ref())
    }

    /// Puts a key with its value in the place of the only key of a table and its value.
    pub(super) fn rename(&mut self, path: &[&str], text: &str) {
        if let Some((key, value)) = table_at(self.root, path).and_then(|table| table.iter().next()) {
            self.made.push((key.span().start..value.span().end, text.into()));
        }
    }

    /// Returns the text with all replacements.
    pub(super) fn text(mut self) -> String {
        self.made.sort_by_key(|(place, _)| place.start);
        let mut text = self.text.to_string();
        for (place, value) in self.made.into_iter().rev() {
            text.replace_range(place, &value);
        }
        text
    }
}

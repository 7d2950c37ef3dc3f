//! Values put into the text of a scenario, whose other characters stay as they are.

use std::ops::Range;
use toml::Spanned;
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

    /// Removes a key with its value: the lines that it stands on, or its part of an inline table.
    pub(super) fn remove(&mut self, key: &Range<usize>, value: &Spanned<DeValue<'_>>) {
        for place in self.places(key, value) {
            let line = self.text[..place.start].rfind('\n').map_or(0, |end| end + 1);
            let end = self.text[place.end..].find('\n').map_or(self.text.len(), |end| place.end + end + 1);
            let is_inline = self.text[line..place.start].contains(['{', ',']);
            let mut range = if is_inline { self.in_braces(&place) } else { line..end };
            // with what was removed beside it
            self.made.retain(|(other, by)| {
                let is_apart = !by.is_empty() || other.end < range.start || other.start > range.end;
                if !is_apart {
                    range = range.start.min(other.start)..range.end.max(other.end);
                }
                is_apart
            });
            let before = self.text[..range.start].trim_end();
            if is_inline && before.ends_with(',') && self.text[range.end..].trim_start().starts_with('}') {
                range.start = before.len() - 1;
            }
            self.made.push((range, String::new()));
        }
    }

    /// Returns the places of a key with its value; of a table that is not inline its head, if it has one, and all of its keys.
    fn places(&self, key: &Range<usize>, value: &Spanned<DeValue<'_>>) -> Vec<Range<usize>> {
        let span = value.span();
        let is_table = |value: &Spanned<DeValue<'_>>| value.get_ref().as_table().is_some();
        let table = match value.get_ref() {
            DeValue::Table(table) if !self.text[span.start..].starts_with('{') => table,
            // tables in double brackets, one after another
            DeValue::Array(tables) if tables.iter().all(is_table) && self.text[span.start..].starts_with("[[") => {
                return tables.iter().flat_map(|table| self.places(&table.span(), table)).collect();
            }
            _ => return std::iter::once(key.start..span.end).collect(),
        };
        let head = if self.text[span.start..].starts_with('[') { vec![span] } else { Vec::new() };
        let keys = table.iter().flat_map(|(key, value)| self.places(&key.span(), value));
        head.into_iter().chain(keys).collect()
    }

    /// Returns the part of an inline table that an entry takes, with the comma behind it, if there is one.
    fn in_braces(&self, entry: &Range<usize>) -> Range<usize> {
        let start = self.text[..entry.start].rfind([',', '{']).map_or(entry.start, |before| before + 1);
        let after = self.text[entry.end..].trim_start();
        let end = if after.starts_with(',') { self.text.len() - after.len() + 1 } else { entry.end };
        start..end
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_double_brackets_are_removed_with_their_heads() {
        for (text, left) in [
            ("a = 1\n[[u]]\nb = 1\nc = [1,\n2]\n\n[x]\ny = 1\n[[u]] # two\nb = 2\n", "a = 1\n\n[x]\ny = 1\n"),
            ("u = [{ b = 1 }, { b = 2 }]\na = 1\n", "a = 1\n"),
            ("[[u]]\nb = 1\n[u.d]\ne = 1\n[x]\ny = 1\n", "[x]\ny = 1\n"),
        ] {
            let root = DeTable::parse(text).unwrap();
            let mut edits = Edits::new(text, root.get_ref());
            let (key, value) = root.get_ref().iter().find(|(key, _)| key.get_ref() == "u").unwrap();
            edits.remove(&key.span(), value);
            assert_eq!(edits.text(), left, "{text}");
        }
    }

    #[test]
    fn keys_are_removed_with_all_that_belongs_to_them() {
        for (text, left) in [
            (
                "[plan]\nkind = \"grid\" # k\nvary = { a = [1, 2] } # two\n[x]\ny = 1\n",
                "[plan]\nkind = \"grid\" # k\n[x]\ny = 1\n",
            ),
            (
                "[plan]\nkind = \"grid\"\n[plan.vary]\na = [\n1,\n2]\nb = [1]\n[x]\ny = 1\n",
                "[plan]\nkind = \"grid\"\n[x]\ny = 1\n",
            ),
            ("[plan.vary.a]\nuniform = [1, 2]\n[plan]\nkind = \"grid\"\n", "[plan]\nkind = \"grid\"\n"),
            ("plan.vary.a.uniform = [1, 2]\nplan.kind = \"grid\"\n", "plan.kind = \"grid\"\n"),
            ("plan = { members = 3, vary.a = [1], kind = \"x\", vary.b = [2] }\n", "plan = { kind = \"x\" }\n"),
            ("plan = { kind = \"x\", vary = { a = [1] } , members = 4 }", "plan = { kind = \"x\" }"),
        ] {
            let root = DeTable::parse(text).unwrap();
            let mut edits = Edits::new(text, root.get_ref());
            let plan = table_at(root.get_ref(), &["plan"]).unwrap();
            for (key, value) in plan.iter().filter(|(key, _)| key.get_ref() != "kind") {
                edits.remove(&key.span(), value);
            }
            assert_eq!(edits.text(), left, "{text}");
        }
    }
}

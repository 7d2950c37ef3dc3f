//! Which of many rows of a table are printed: those that are asked for, or what a screen holds.

use crate::ensemble::Study;
use crate::io::pattern::fits;
use crate::model::nearest;
use crate::plot::{count, counted};

/// Says which outputs a table shows.
#[derive(Clone, Debug)]
pub struct RowSelection {
    /// Names of output components or of outputs, or patterns of them; nothing where none are asked for.
    names: Vec<String>,
    /// The rows that a screen holds, where none are asked for.
    rows: usize,
}

impl RowSelection {
    /// Shows what some names or patterns fit, or where there are none, the first rows, as many as a screen holds.
    pub fn new(names: Vec<String>, rows: usize) -> Self {
        Self { names, rows: rows.max(1) }
    }

    /// Fails with a message where a name fits none of these columns.
    ///
    /// # Errors
    /// The name, with one that is like it.
    fn check<'a>(&self, columns: impl Iterator<Item = &'a str> + Clone) -> Result<(), String> {
        let Some(unknown) = self.names.iter().find(|name| !columns.clone().any(|column| fits_column(name, column)))
        else {
            return Ok(());
        };
        let near =
            nearest(unknown, columns.clone()).map_or(String::from(";"), |near| format!("; did you mean {near:?}?"));
        let known: Vec<&str> = columns.take(12).collect();
        Err(format!(
            "no output is called {unknown:?}{near} accepted: names or patterns, as \"q_*\", of {}",
            known.join(", ")
        ))
    }

    /// Fails with a message where a name fits none of the outputs of a study, which the option `--print` gives.
    ///
    /// # Errors
    /// The name, with one that is like it.
    pub fn check_of(&self, study: &Study) -> Result<(), String> {
        let columns = study.mechanism.columns();
        let said = self.check(columns.iter().map(|(name, _)| name.as_str()));
        said.map_err(|message| format!("--print: {message}"))
    }

    /// Tells whether an output component is asked for.
    fn takes(&self, column: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| fits_column(name, column))
    }

    /// Returns the rows that are shown, of which each is about an output component, and a line on those that a screen does not
    /// hold; `first` says which of them stand before the others where not all are shown.
    pub fn of<T>(
        &self,
        rows: Vec<T>,
        column: impl Fn(&T) -> String,
        first: impl Fn(&T) -> bool,
    ) -> (Vec<T>, Option<String>) {
        let mut rows: Vec<T> = rows.into_iter().filter(|row| self.takes(&column(row))).collect();
        if !self.names.is_empty() || rows.len() <= self.rows {
            return (rows, None);
        }
        // a stable sort keeps their order
        rows.sort_by_key(|row| !first(row));
        let left_out = rows.split_off(self.rows);
        let mut names: Vec<String> = left_out.iter().map(&column).collect();
        names.dedup();
        let shown = names.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 3 { ", .." } else { "" };
        let line = format!(
            "{} left out: {shown}{more}; --print NAMES chooses outputs, as --print {} (patterns: q_*), --print '*' all\n",
            counted(left_out.len() as u64, "row"),
            names.first().map_or("", String::as_str)
        );
        (rows, Some(format!("{} shown, {line}", count(self.rows as u64))))
    }
}

/// Tells whether a name or pattern is that of a component, or of the output that it is a component of.
fn fits_column(name: &str, column: &str) -> bool {
    fits(name, column) || column.rsplit_once('.').is_some_and(|(output, _)| fits(name, output))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(names: &[&str], rows: usize) -> (Vec<String>, Option<String>) {
        let all = ["com.x", "com.y", "q_a", "q_b", "d(q_a)/d(m)"].map(String::from).to_vec();
        RowSelection::new(names.iter().map(ToString::to_string).collect(), rows)
            .of(all, String::clone, |row| row == "q_b")
    }

    #[test]
    fn what_is_asked_for_is_shown_and_else_a_screen() {
        assert_eq!(shown(&["com"], 1), (vec!["com.x".into(), "com.y".into()], None));
        assert_eq!(shown(&["q_*", "com.y"], 1).0, ["com.y", "q_a", "q_b"]);
        assert_eq!(shown(&[], 5).0.len(), 5);
        let (rows, line) = shown(&[], 2);
        assert_eq!(rows, ["q_b", "com.x"]);
        let line = line.expect("some are left out");
        assert!(line.starts_with("2 shown, 3 rows left out: com.y, q_a, d(q_a)/d(m); --print NAMES"), "{line}");
        let selection = RowSelection::new(vec!["com".into(), "p_*".into()], 1);
        let message = selection.check(["com.x", "q_a"].into_iter()).expect_err("no such output");
        assert!(message.starts_with("no output is called \"p_*\"") && message.ends_with("of com.x, q_a"), "{message}");
    }
}

//! What a reader sees of a study, as blocks that a terminal and Markdown show each in its way.

use super::format::aligned;
use crate::model::text::printable;
use std::ops::Range;
use std::path::PathBuf;

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// What the page is about.
    Heading(String),
    /// Lines of text; an empty one parts what is around it.
    Text(String),
    /// What is to be minded.
    Warning(String),
    /// Rows of cells.
    Table(Table),
    /// A picture that was drawn, with what it shows.
    Picture(String, PathBuf),
}

/// Rows of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    rows: Vec<Vec<String>>,
    /// The columns that are aligned to the right.
    right: Range<usize>,
    has_head: bool,
}

impl Table {
    /// Makes a table of a head and rows: the first `left` columns to the left, the others to the right.
    pub fn new(rows: Vec<Vec<String>>, left: usize) -> Self {
        Self { rows, right: left..usize::MAX, has_head: true }
    }

    /// Returns the table with the columns from this one on to the left, too.
    pub fn left_from(self, column: usize) -> Self {
        Self { right: self.right.start..column, ..self }
    }

    /// Returns the table as one whose first row is no head.
    pub fn without_head(self) -> Self {
        Self { has_head: false, ..self }
    }

    /// Returns the rows as lines of aligned columns.
    pub fn text(&self) -> String {
        aligned(&self.rows, &self.right)
    }

    /// Tells whether a column is aligned to the right.
    pub(super) fn is_right(&self, column: usize) -> bool {
        self.right.contains(&column)
    }

    /// Returns the head, if there is one, and the other rows.
    pub(super) fn parts(&self) -> (Option<&[String]>, &[Vec<String>]) {
        let (head, rows) = self.rows.split_at(usize::from(self.has_head).min(self.rows.len()));
        (head.first().map(Vec::as_slice), rows)
    }

    fn markdown(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let row = |row: &[String]| {
            line((0..columns).map(|c| row.get(c).map_or_else(String::new, |cell| escaped(cell))).collect())
        };
        let (head, rows) = self.parts();
        let head = head.map_or_else(|| line(vec![String::new(); columns]), row);
        let mark = |c: usize| if self.right.contains(&c) { "---:" } else { ":---" };
        let marks = line((0..columns).map(|c| mark(c).to_string()).collect());
        [head, marks].into_iter().chain(rows.iter().map(|cells| row(cells))).collect::<Vec<_>>().join("\n")
    }
}

/// The blocks of a page, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    blocks: Vec<Block>,
}

impl Page {
    /// Returns the blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns a page that begins with this heading.
    pub fn of(heading: &str) -> Self {
        Self { blocks: vec![Block::Heading(heading.into())] }
    }

    /// Returns a page of what is to be minded alone.
    pub fn of_warning(text: impl Into<String>) -> Self {
        Self { blocks: vec![Block::Warning(text.into())] }
    }

    /// Adds lines of text.
    pub fn text(&mut self, text: impl Into<String>) {
        let mut text = text.into();
        if text.ends_with('\n') {
            text.pop();
        }
        self.blocks.push(Block::Text(text));
    }

    /// Adds an empty line.
    pub fn space(&mut self) {
        self.text("");
    }

    /// Adds what is to be minded.
    pub fn warning(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Warning(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a picture.
    pub fn picture(&mut self, shows: impl Into<String>, file: PathBuf) {
        self.blocks.push(Block::Picture(shows.into(), file));
    }

    /// Adds all blocks of another page.
    pub fn append(&mut self, other: Page) {
        self.blocks.extend(other.blocks);
    }

    /// Returns the page as Markdown.
    pub fn markdown(&self) -> String {
        let block = |block: &Block| match block {
            Block::Heading(text) => format!("# {}", escaped(text)),
            Block::Text(text) => lines(text),
            Block::Warning(text) => format!("> **Note:** {}", escaped(text)),
            Block::Table(table) => table.markdown(),
            Block::Picture(shows, file) => format!("![{}](<{}>)", escaped(shows), file.display()),
        };
        let blocks = self.blocks.iter().map(block).filter(|text| !text.is_empty());
        blocks.map(|text| text + "\n").collect::<Vec<_>>().join("\n")
    }
}

/// Returns lines of text as Markdown that keeps them apart.
fn lines(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(escaped).collect::<Vec<_>>().join("\\\n")
}

/// Returns text as Markdown that shows it as it is.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in printable(text).chars() {
        if "\\`*_[]<>|#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn a_terminal_and_markdown_show_the_same_blocks() {
        let table = Table::new(cells(&[&["output", "mean", "why"], &["a|b", "12.5", "as *it* is"]]), 1).left_from(2);
        assert_eq!(table.text(), "output  mean  why\na|b     12.5  as *it* is\n");
        let mut page = Page::of("A top");
        page.text("two\nlines\n");
        page.space();
        page.warning("q_1 is small");
        page.table(table);
        page.table(Table::new(cells(&[&["mass", "2"]]), 1).without_head());
        page.picture("errors", "a folder/errors.svg".into());
        let expected = "# A top\n\ntwo\\\nlines\n\n> **Note:** q\\_1 is small\n\n| output | mean | why |\n| :--- | ---: | :--- |\n\
                        | a\\|b | 12.5 | as \\*it\\* is |\n\n|  |  |\n| :--- | ---: |\n| mass | 2 |\n\n\
                        ![errors](<a folder/errors.svg>)\n";
        assert_eq!(page.markdown(), expected);
    }
}

//! Pages as HTML.

use super::page::{Block, Page, Table};
use crate::model::text::printable;

/// Returns text as HTML that shows it as it is, within elements and attributes in double quotes.
pub fn html_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// Returns lines of text as HTML that shows them as they are, to be put into `pre`.
pub fn html_lines(text: &str) -> String {
    text.lines().map(html_text).collect::<Vec<_>>().join("\n")
}

impl Table {
    /// Returns the table as HTML, in a box within which a wide one scrolls.
    pub fn html(&self) -> String {
        let row = |cells: &[String], element: &str| {
            let cell = |(c, text): (usize, &String)| {
                let class = if self.is_right(c) { " class=\"number\"" } else { "" };
                format!("<{element}{class}>{}</{element}>", html_text(text))
            };
            format!("<tr>{}</tr>", cells.iter().enumerate().map(cell).collect::<String>())
        };
        let (head, rows) = self.parts();
        let head = head.map_or_else(String::new, |head| format!("<thead>{}</thead>", row(head, "th")));
        let rows: String = rows.iter().map(|cells| row(cells, "td")).collect();
        format!("<div class=\"scroll\"><table>{head}<tbody>{rows}</tbody></table></div>\n")
    }
}

impl Page {
    /// Returns the page as HTML. Pictures are named, not shown: they are other files.
    pub fn html(&self) -> String {
        let block = |block: &Block| match block {
            Block::Heading(text) => format!("<h3>{}</h3>\n", html_text(text)),
            Block::Text(text) => {
                let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(html_text);
                let lines = lines.collect::<Vec<_>>().join("<br>\n");
                if lines.is_empty() { lines } else { format!("<p>{lines}</p>\n") }
            }
            Block::Warning(text) => format!("<p class=\"warning\">{}</p>\n", html_text(text)),
            Block::Table(table) => table.html(),
            Block::Picture(shows, file) => {
                format!("<p>{}: {}</p>\n", html_text(shows), html_text(&file.display().to_string()))
            }
        };
        self.blocks().iter().map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_they_are() {
        let cells = |row: [&str; 2]| row.map(String::from).to_vec();
        let mut page = Page::of("a < b & \"c\"");
        page.warning("</script><b>");
        page.text("one\n\ntwo");
        page.table(Table::new(vec![cells(["output", "mean"]), cells(["<x>", "1.5"])], 1));
        let expected = "<h3>a &lt; b &amp; &quot;c&quot;</h3>\n<p class=\"warning\">&lt;/script&gt;&lt;b&gt;</p>\n\
                        <p>one<br>\ntwo</p>\n<div class=\"scroll\"><table><thead><tr><th>output</th>\
                        <th class=\"number\">mean</th></tr></thead><tbody><tr><td>&lt;x&gt;</td>\
                        <td class=\"number\">1.5</td></tr></tbody></table></div>\n";
        assert_eq!(page.html(), expected);
    }
}

//! The scenario, the manifest, and the licences of what the file holds.

use super::section::Section;
use super::source::Source;
use crate::io::manifest::json_text;
use crate::report::html_lines;

const LICENCES: &str = include_str!("../../../web/dist/LICENSES.txt");

/// Shows them as text that can be opened.
pub(super) fn section(source: &Source) -> Option<Section> {
    let text = |title: &str, text: &str| {
        format!("<details><summary>{title}</summary>\n<pre>{}</pre>\n</details>\n", html_lines(text))
    };
    let manifest = json_text(&source.manifest).unwrap_or_default();
    let mut html =
        source.scenario.as_ref().map_or_else(String::new, |scenario| text("Scenario, as it was run", scenario));
    html.push_str(&text("Manifest", &String::from_utf8_lossy(&manifest)));
    html.push_str(&text("Licences of the scripts in this file", LICENCES));
    Some(Section::new("Sources", html))
}

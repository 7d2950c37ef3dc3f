//! The file of a report.

use super::section::Section;
use super::sections::SECTIONS;
use super::source::Source;
use crate::io::folder::REPORT_MARK;
use crate::report::html_text;

const SCRIPT: &str = include_str!("../../../web/dist/report.js");
const STYLE: &str = include_str!("../../../web/dist/report.css");

/// Nothing may be asked for but what is in the file.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

/// Returns the text of the file, and the titles of its sections.
pub(super) fn document(source: &Source) -> (String, Vec<&'static str>) {
    let sections: Vec<Section> = SECTIONS.iter().filter_map(|make| make(source)).collect();
    let titles = sections.iter().map(|section| section.title).collect();
    let title = html_text(&source.title);
    let body: String = sections.iter().map(html).collect();
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{REPORT_MARK}\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{POLICY}\">\n<title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n{body}<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    (text, titles)
}

fn html(section: &Section) -> String {
    let heading = if section.title.is_empty() { String::new() } else { format!("<h2>{}</h2>\n", section.title) };
    let data = section.data.as_ref().map_or_else(String::new, |(id, data)| {
        format!("<script type=\"application/json\" id=\"{id}-data\">{}</script>\n", data.replace('<', "\\u003c"))
    });
    format!("<section>\n{heading}{}</section>\n{data}", section.html)
}

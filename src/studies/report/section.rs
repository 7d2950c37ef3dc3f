//! A section of a report.

/// A section of a report.
pub(super) struct Section {
    /// The title.
    pub(super) title: &'static str,
    /// Its HTML, without the title.
    pub(super) html: String,
    /// Data for the script, as JSON: where it goes, and what it is.
    pub(super) data: Option<(&'static str, String)>,
}

impl Section {
    /// Makes a section of HTML alone.
    pub(super) fn new(title: &'static str, html: String) -> Self {
        Self { title, html, data: None }
    }
}

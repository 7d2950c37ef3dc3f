//! Where text goes: results to standard output, messages to standard error, colours to terminals only.

use gyrosweep::backends::Note;
use gyrosweep::model::text::{printable, with_short_quotes};
use gyrosweep::report::{Block, Page};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// The two streams of the process.
#[derive(Debug)]
pub(crate) struct Console {
    out_colour: bool,
    err_colour: bool,
    /// The reason why standard output could not be written.
    failed: Mutex<Option<io::Error>>,
}

/// Rows of a table that are printed where there is no screen.
const ROWS: usize = 30;
/// Rows of a screen that the text around a table takes.
const AROUND: usize = 14;

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[33m";
const RESET: &str = "\x1b[0m";

impl Console {
    pub(crate) fn new() -> Self {
        let allowed = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        Self {
            out_colour: allowed && std::io::stdout().is_terminal(),
            err_colour: allowed && std::io::stderr().is_terminal(),
            failed: Mutex::default(),
        }
    }

    /// Returns the rows of a table that a screen holds beside the text around it.
    pub(crate) fn rows(&self) -> usize {
        let screen = terminal_size::terminal_size_of(std::io::stdout());
        screen.map_or(ROWS, |(_, height)| usize::from(height.0).saturating_sub(AROUND).max(8))
    }

    /// Writes lines of text to standard output, with control characters escaped.
    pub(crate) fn print(&self, text: &str) {
        self.write(&lines(text));
    }
    /// Writes text to standard output as it is. A reader that has gone away is no error.
    fn write(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        self.note_written(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }

    /// Notes what became of text for standard output. A reader that has gone away is no error.
    pub(crate) fn note_written(&self, result: io::Result<()>) {
        if let Err(error) = result
            && error.kind() != ErrorKind::BrokenPipe
        {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// Returns why something could not be written to standard output, if so.
    pub(crate) fn failed(&self) -> Option<io::Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
    pub(crate) fn line(&self, text: &str) {
        self.print(&format!("{text}\n"));
    }
    pub(crate) fn heading(&self, text: &str) {
        if self.out_colour {
            self.write(&format!("{BOLD}{}{RESET}\n", printable(text)));
        } else {
            self.write(&format!("{}\n", printable(text)));
        }
    }
    fn message(&self, colour: &str, label: &str, text: &str) {
        let text = shortened(lines(&with_short_quotes(text)));
        let mut err = std::io::stderr().lock();
        let _ = if self.err_colour {
            writeln!(err, "{colour}{label}{RESET}: {text}")
        } else {
            writeln!(err, "{label}: {text}")
        };
    }
    pub(crate) fn error(&self, text: &str) {
        self.message(RED, "error", text);
    }
    pub(crate) fn warning(&self, text: &str) {
        self.message(YELLOW, "note", text);
    }

    /// Shows blocks of a page; pictures are files.
    pub(crate) fn page(&self, page: &Page) {
        for block in page.blocks() {
            match block {
                Block::Heading(text) => self.heading(text),
                Block::Text(text) => self.line(text),
                Block::Warning(text) => self.warning(text),
                Block::Table(table) => self.print(&table.text()),
                Block::Picture(..) => {}
            }
        }
    }

    /// Says what was chosen, and what is not as it was asked for.
    pub(crate) fn note(&self, note: Note) {
        match note {
            Note::Choice(text) => self.line(&text),
            Note::Warning(text) => self.warning(&text),
        }
    }
}

/// Characters of a message that are shown of its beginning and of its end where it has more.
const SHOWN: [usize; 2] = [6000, 2000];

/// Shortens a message, of which no more is left out than nobody reads.
fn shortened(text: String) -> String {
    let [first, last] = SHOWN;
    if text.len() <= first + last {
        return text;
    }
    let count = text.chars().count();
    let Some(left) = count.checked_sub(first + last).filter(|left| *left > 0) else { return text };
    let begin: String = text.chars().take(first).collect();
    let end: String = text.chars().skip(count - last).collect();
    format!("{begin}\n.. {left} characters ..\n{end}")
}

/// Returns the lines of a text with hidden characters escaped but tabs, which listings have.
fn lines(text: &str) -> String {
    let line = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

//! The lines of a file in CSV that rows stand on.

use crate::model::text::of_cells;
use csv::{ErrorKind, Position, Reader, StringRecord};
use std::path::Path;

/// Returns the lines, from 1, that the rows below the head begin on, as far as the file can be read; blank lines are no rows.
pub fn csv_lines(path: &Path) -> Vec<usize> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let mut reader = Reader::from_reader(&bytes[..]);
    let mut record = StringRecord::new();
    let (mut lines, mut line, mut counted) = (Vec::new(), 1, 0);
    while let Ok(true) = reader.read_record(&mut record) {
        // where the row before ended
        let end = record.position().map_or(0, Position::byte);
        let mut start = usize::try_from(end).unwrap_or(usize::MAX).min(bytes.len());
        while matches!(bytes.get(start), Some(b'\n' | b'\r')) {
            start += 1;
        }
        line += bytes[counted..start].iter().filter(|byte| **byte == b'\n').count();
        counted = start;
        lines.push(line);
    }
    lines
}

/// Returns the error of the reader with a hint where a row has more cells than there are columns.
pub(super) fn of_csv(error: csv::Error) -> Box<dyn std::error::Error + Send + Sync> {
    match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{error}{}", of_cells(*len, *expected_len)).into()
        }
        _ => error.into(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_line_ends_of_two_characters_are_lines() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.csv");
        for (text, lines) in [
            ("a,b\n1,2\n3,4\n", vec![2, 3]),
            ("a,b\r\n1,2\r\n\r\n\r\n3,4\r\n", vec![2, 5]),
            ("\na,b\n1,\"2\n\"\n3,4", vec![3, 5]),
            ("a,b\n1,2\n3\n5,6\n", vec![2]),
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(csv_lines(&file), lines, "{text:?}");
        }
    }
}

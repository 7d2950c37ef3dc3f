//! The plain-language cause of a failed file operation.

use std::io::{Error, ErrorKind};

/// Says in words why `error` happened, followed by the system's own message.
pub fn cause(error: &Error) -> String {
    match words(error.kind()) {
        Some(words) => format!("{words} ({error})"),
        None => error.to_string(),
    }
}

/// Says what the user can do about `error`.
pub(crate) fn remedy(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "free space there, or choose a folder on another disk with --out"
        }
        ErrorKind::FileTooLarge => "choose a folder on another disk with --out, or write fewer rows",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "choose a folder you may write to with --out",
        _ => "check the path and the disk, or choose another folder with --out",
    }
}

fn words(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::StorageFull => Some("the disk is full"),
        ErrorKind::QuotaExceeded => Some("the disk quota is used up"),
        ErrorKind::FileTooLarge => Some("the file system allows no larger file"),
        ErrorKind::PermissionDenied => Some("access is not permitted"),
        ErrorKind::ReadOnlyFilesystem => Some("the file system is read-only"),
        ErrorKind::NotADirectory => Some("a part of the path is a file, not a folder"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_said_in_words() {
        let error = Error::from(ErrorKind::StorageFull);
        assert!(cause(&error).starts_with("the disk is full ("));
        assert!(remedy(&error).contains("free space"));
    }

    #[test]
    fn another_error_keeps_the_system_message() {
        let error = Error::other("broken cable");
        assert_eq!(cause(&error), "broken cable");
        assert!(remedy(&error).contains("--out"));
    }
}

//! The file of a picture: its format, and that nothing is overwritten unasked.

use crate::cli::Failure;
use crate::plot::Picture;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Pdf,
}

/// Where a picture goes.
#[derive(Debug)]
pub(crate) struct PictureFile {
    path: PathBuf,
    /// The option that names it.
    option: &'static str,
    format: Format,
    force: bool,
}

impl PictureFile {
    /// The file that an option names, which `force` may replace.
    ///
    /// # Errors
    /// If its name ends in no known format, or if it exists and may not be replaced.
    pub(crate) fn new(option: &'static str, path: PathBuf, force: bool) -> Result<Self, Failure> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("pdf") => Format::Pdf,
            _ => {
                let found = ending.map_or("without an ending".into(), |e| format!("with the ending `.{e}`"));
                return Err(Failure::input(format!(
                    "{option} names the file {} {found}; pictures are written as .svg, .png or .pdf",
                    path.display()
                )));
            }
        };
        if !force && fs::symlink_metadata(&path).is_ok() {
            return Err(occupied(option, &path));
        }
        Ok(Self { path, option, format, force })
    }

    /// Writes the picture and returns the size of the file in bytes.
    ///
    /// # Errors
    /// If the file cannot be written, or if it has come into being meanwhile.
    pub(crate) fn write(&self, picture: &Picture) -> Result<usize, Failure> {
        let content = match self.format {
            Format::Svg => picture.svg().into_bytes(),
            Format::Png => picture.png(picture.png_scale()).map_err(Failure::other)?,
            Format::Pdf => picture.pdf().map_err(Failure::other)?,
        };
        let out = &self.path;
        let failure = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => occupied(self.option, out),
            _ => Failure::other(format!(
                "cannot write {}: {error}; choose another file with {}",
                out.display(),
                self.option
            )),
        };
        let file =
            if self.force { File::create(out) } else { OpenOptions::new().write(true).create_new(true).open(out) };
        file.map_err(failure)?.write_all(&content).map_err(|error| {
            // half a picture is of no use
            let _ = fs::remove_file(out);
            failure(error)
        })?;
        Ok(content.len())
    }

    /// Where the picture goes.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn occupied(option: &str, out: &Path) -> Failure {
    let out = out.display();
    Failure::input(format!("{out} exists already; --force replaces it, {option} picks another file"))
}

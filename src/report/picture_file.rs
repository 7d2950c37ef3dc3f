//! The file of a picture: its format, and that nothing is overwritten unasked.

use crate::plot::{Picture, PngError};
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

/// A picture cannot be drawn into a file.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The name of the file tells no format.
    #[error("{option} names the file {} {found}; pictures are written as .svg, .png or .pdf", path.display())]
    Format {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the name of the file ends in, in words.
        found: String,
    },
    /// A file of that name is there already.
    #[error("{} exists already; --force replaces it, {option} picks another file", path.display())]
    Occupied {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {source}; choose another file with {option}", path.display())]
    Write {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The picture cannot be made as PNG.
    #[error(transparent)]
    Png(#[from] PngError),
    /// The picture cannot be made as PDF.
    #[error(transparent)]
    Pdf(io::Error),
}

impl PictureError {
    /// Says whether another file is to be named; else the system fails.
    pub fn is_input(&self) -> bool {
        matches!(self, Self::Format { .. } | Self::Occupied { .. })
    }
}

/// Where a picture goes.
#[derive(Debug)]
pub struct PictureFile {
    path: PathBuf,
    /// The option that names the file.
    option: &'static str,
    format: Format,
    force: bool,
}

impl PictureFile {
    /// Makes the file that an option names, which `force` may replace.
    ///
    /// # Errors
    /// If its name ends in no known format, or if it exists and may not be replaced.
    pub fn new(option: &'static str, path: PathBuf, force: bool) -> Result<Self, PictureError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("pdf") => Format::Pdf,
            _ => {
                let found = ending.map_or("without an ending".into(), |e| format!("with the ending `.{e}`"));
                return Err(PictureError::Format { option, path, found });
            }
        };
        if !force && fs::symlink_metadata(&path).is_ok() {
            return Err(PictureError::Occupied { option, path });
        }
        Ok(Self { path, option, format, force })
    }

    /// Writes the picture and returns the size of the file in bytes.
    ///
    /// # Errors
    /// If the file cannot be written, or if it has come into being meanwhile.
    pub fn write(&self, picture: &Picture) -> Result<usize, PictureError> {
        let content = match self.format {
            Format::Svg => picture.svg().into_bytes(),
            Format::Png => picture.png(picture.png_scale())?,
            Format::Pdf => picture.pdf().map_err(PictureError::Pdf)?,
        };
        let (option, path) = (self.option, self.path.clone());
        let failure = |source: io::Error| match source.kind() {
            ErrorKind::AlreadyExists => PictureError::Occupied { option, path },
            _ => PictureError::Write { option, path, source },
        };
        let file = match self.force {
            true => File::create(&self.path),
            false => OpenOptions::new().write(true).create_new(true).open(&self.path),
        };
        let mut file = match file {
            Ok(file) => file,
            Err(error) => return Err(failure(error)),
        };
        file.write_all(&content).map_err(|error| {
            // half a picture is of no use
            let _ = fs::remove_file(&self.path);
            failure(error)
        })?;
        Ok(content.len())
    }

    /// Returns where the picture goes.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Draws pictures by their names into a folder that an option names, as SVG and PNG, in the place of former ones.
///
/// # Errors
/// Where one cannot be written.
pub fn draw_all<'a>(
    option: &'static str,
    folder: &Path,
    pictures: impl IntoIterator<Item = (&'a str, &'a Picture)>,
) -> Result<(), PictureError> {
    for (name, picture) in pictures {
        for ending in ["svg", "png"] {
            PictureFile::new(option, folder.join(format!("{name}.{ending}")), true)?.write(picture)?;
        }
    }
    Ok(())
}

//! The file of a picture and its format.

use crate::io::output_file::{OutputError, OutputFile, OutputFiles};
use crate::plot::{Picture, PngError};
use std::io;
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
    /// The file cannot be written there.
    #[error(transparent)]
    Output(#[from] OutputError),
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
        match self {
            Self::Format { .. } => true,
            Self::Output(error) => error.is_input(),
            Self::Png(_) | Self::Pdf(_) => false,
        }
    }
}

/// Where a picture goes.
#[derive(Debug)]
pub struct PictureFile {
    file: OutputFile,
    format: Format,
}

impl PictureFile {
    /// Makes the file that an option names, one of the outputs of a verb.
    ///
    /// # Errors
    /// If its name ends in no known format, or if it may not be written.
    pub fn new(files: &mut OutputFiles, option: &'static str, path: &Path) -> Result<Self, PictureError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("pdf") => Format::Pdf,
            _ => {
                let found = ending.map_or("without an ending".into(), |e| format!("with the ending `.{e}`"));
                return Err(PictureError::Format { option, path: path.to_path_buf(), found });
            }
        };
        Ok(Self { file: files.take(option, path)?, format })
    }

    /// Writes the picture and returns the size of the file in bytes.
    ///
    /// # Errors
    /// If the file cannot be written, or if it has come into being meanwhile.
    pub fn write(&mut self, picture: &Picture) -> Result<usize, PictureError> {
        let content = match self.format {
            Format::Svg => picture.svg().into_bytes(),
            Format::Png => picture.png(picture.png_scale())?,
            Format::Pdf => picture.pdf().map_err(PictureError::Pdf)?,
        };
        self.file.write(&content)?;
        Ok(content.len())
    }

    /// Returns where the picture goes.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Returns the files that pictures of a name are drawn into.
pub fn picture_files(folder: &Path, name: &str) -> [PathBuf; 2] {
    ["svg", "png"].map(|ending| folder.join(format!("{name}.{ending}")))
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
    let mut files = OutputFiles::new([], true);
    for (name, picture) in pictures {
        for path in picture_files(folder, name) {
            PictureFile::new(&mut files, option, &path)?.write(picture)?;
        }
    }
    Ok(())
}

//! What pages are made of: blocks, numbers and tables as text, which of many rows are shown, why members have no outputs, the
//! files of pictures.

mod format;
mod html;
mod line_table;
mod not_started;
mod page;
mod picture_file;
mod selection;

pub use crate::model::text::{printable, short};
pub use crate::plot::{count, counted};
pub use format::{number, rate, share, shown_unit, table};
pub use html::{html_lines, html_text};
pub use line_table::{LINE_TABLES, LineTable};
pub use not_started::{invalid_value, not_started};
pub use page::{Block, Page, Table};
pub use picture_file::{PictureError, PictureFile, draw_all, picture_files};
pub use selection::RowSelection;

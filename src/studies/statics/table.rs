//! The table of paths: a row for every point.

use crate::ensemble::{StaticPath, Study};
use crate::io::manifest::RunManifest;
use crate::io::table::{Column, ColumnKind, Field, Format, TableError, create};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file without its extension.
const NAME: &str = "path";

/// Returns the name of the file.
pub(super) fn file(format: Format) -> String {
    format!("{NAME}.{}", format.extension())
}

/// Writes the points of paths into a folder, and returns the manifest that names this table, too: `member`, `point`, `load_factor`, `kind`, and the columns of all outputs but those that
/// tell of whole paths.
pub(super) fn write(
    study: &Study,
    paths: &BTreeMap<u64, StaticPath>,
    (folder, manifest): (&Path, &RunManifest),
    format: Format,
) -> Result<RunManifest, TableError> {
    let mut columns = study.mechanism.columns();
    columns.truncate(study.told_columns().start);
    let mut fields = vec![
        Field::new("member", ColumnKind::Integer),
        Field::new("point", ColumnKind::Integer),
        Field::new("load_factor", ColumnKind::Real).with_unit("1"),
        Field::new("kind", ColumnKind::Text),
    ];
    fields
        .extend(columns.iter().map(|(name, unit)| Field::new(name.clone(), ColumnKind::Real).with_unit(unit.clone())));
    let file = folder.join(file(format));
    let mut table = create(&file, format, fields)?;
    // of one member that is computed alone
    let first = manifest.part.as_ref().map_or(0, |part| part.first);
    for (member, path) in paths {
        let points = &path.points;
        let mut rows = vec![
            Column::Integer(vec![first + member; points.len()]),
            Column::Integer((1..=points.len() as u64).collect()),
            Column::Real(points.iter().map(|point| point.load).collect()),
            Column::Text(points.iter().map(|point| Cow::Borrowed(point.kind.name())).collect()),
        ];
        let of = |k: usize| Column::Real(points.iter().map(|point| point.columns[k]).collect());
        rows.extend((0..columns.len()).map(of));
        table.append(rows)?;
    }
    table.publish(true)?;
    Ok(manifest.with_table(&file, table.published()))
}

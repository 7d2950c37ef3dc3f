//! Paths of equilibria as a backend: in place of integrating members.

use crate::ensemble::{
    Backend, Chunk, MemberWatch, PointCell, PointColumn, PointKind, PointTable, StaticPath, Statics, Study,
};
use crate::studies::per_member::{CHUNK, Numbered, PerMember, chunk_of, points_of};

/// What a point is, in the order of numbers of the table.
const KINDS: PointCell =
    PointCell::Word(&[PointKind::Regular.name(), PointKind::Limit.name(), PointKind::Bifurcation.name()]);

/// Returns the backend that follows the equilibria of members.
pub(in crate::studies) fn backend(statics: Statics) -> impl Backend {
    let find = move |study: &Study, members: &[Numbered], watch: &MemberWatch| {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let paths = study.static_paths(&statics, &parameters, &|| watch.is_stopped())?;
        let of = |(path, parameters): (&StaticPath, &Vec<f64>)| match path.outcome.has_outputs() {
            true => (path.outcome, study.static_columns(path, parameters)),
            false => (path.outcome, vec![f64::NAN; study.channel_count()]),
        };
        let outputs = chunk_of(study, paths.iter().zip(&parameters).map(of).collect());
        Some(Chunk { points: points_of(paths.iter().map(|path| rows(path, study.told_columns().start)), 1), ..outputs })
    };
    PerMember::new("CPU, equilibria along the path of loads", CHUNK, find)
}

/// Describes the points of paths: the load factor, what each is, and the columns of all outputs but those that tell of whole paths.
pub(super) fn table(study: &Study) -> PointTable {
    let mut columns = vec![PointColumn::real("load_factor", "1"), PointColumn::of("kind", KINDS)];
    let outputs = study.mechanism.columns().into_iter().take(study.told_columns().start);
    columns.extend(outputs.map(|(name, unit)| PointColumn::real(name, unit)));
    PointTable { name: "path", columns }
}

/// Returns the points of a path, as its table has them, with so many columns of outputs.
fn rows(path: &StaticPath, outputs: usize) -> Vec<Vec<f64>> {
    let row = |point: &crate::ensemble::PathPoint| {
        let told = [point.load, KINDS.number(point.kind.name())];
        told.into_iter().chain(point.columns.iter().copied().take(outputs)).collect()
    };
    path.points.iter().map(row).collect()
}

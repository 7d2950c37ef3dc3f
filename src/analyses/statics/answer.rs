//! Paths of equilibria as an analysis of members.

use super::equilibria::Equilibria;
use super::point::{PathPoint, PointKind, StaticPath};
use crate::ensemble::{
    Analysis, Chunk, MemberWatch, Numbered, PointCell, PointColumn, PointTable, Study, chunk_of, points_of,
};

/// What a point is, in the order of numbers of the table.
const KINDS: PointCell =
    PointCell::Word(&[PointKind::Regular.name(), PointKind::Limit.name(), PointKind::Bifurcation.name()]);

impl Analysis for Equilibria {
    fn description(&self) -> &'static str {
        "CPU, equilibria along the path of loads"
    }

    fn answer(&self, study: &Study, members: &[Numbered], watch: &MemberWatch) -> Option<Chunk> {
        let parameters: Vec<Vec<f64>> = members.iter().map(|(_, parameters)| parameters.clone()).collect();
        let paths = self.paths(study, &parameters, &|| watch.is_stopped())?;
        let of = |(path, parameters): (&StaticPath, &Vec<f64>)| match path.outcome.has_outputs() {
            true => (path.outcome, path.columns(study, parameters)),
            false => (path.outcome, vec![f64::NAN; study.channel_count()]),
        };
        let outputs = chunk_of(study, paths.iter().zip(&parameters).map(of).collect());
        Some(Chunk {
            points: points_of(paths.iter().map(|path| rows(path, study.mechanism.findings().start)), 1),
            ..outputs
        })
    }
}

/// Describes the points of paths: the load factor, what each is, and the columns of all outputs but those that tell of whole paths.
pub fn table(study: &Study) -> PointTable {
    let mut columns = vec![PointColumn::real("load_factor", "1"), PointColumn::of("kind", KINDS)];
    let outputs = study.mechanism.columns().into_iter().take(study.mechanism.findings().start);
    columns.extend(outputs.map(|(name, unit)| PointColumn::real(name, unit)));
    PointTable { name: "path", columns }
}

/// Returns the points of a path, as its table has them, with so many columns of outputs.
fn rows(path: &StaticPath, outputs: usize) -> Vec<Vec<f64>> {
    let row = |point: &PathPoint| {
        let told = [point.load, KINDS.number(point.kind.name())];
        told.into_iter().chain(point.columns.iter().copied().take(outputs)).collect()
    };
    path.points.iter().map(row).collect()
}

//! Tables whose rows are points of lines: paths of equilibria, branches of periodic motions.

use crate::plot::counted;

/// A table that holds lines, point by point.
#[derive(Debug)]
pub struct LineTable {
    /// The name of the file without its extension.
    pub name: &'static str,
    /// The column upwards where nobody names one.
    pub upwards: Option<&'static str>,
    /// The column whose changes begin another line of a member.
    pub branch: &'static str,
    /// The kinds of points that are marked, with the words of a caption.
    pub marked: [(&'static str, &'static str); 3],
    /// The kind of points at which a line may turn.
    pub turns: &'static str,
}

/// All of them.
pub const LINE_TABLES: [LineTable; 2] = [
    LineTable {
        name: "path",
        upwards: Some("load_factor"),
        branch: "member",
        marked: [("limit", "limit point"), ("bifurcation", "bifurcation"), ("", "")],
        turns: "bifurcation",
    },
    LineTable {
        name: "periodic",
        upwards: None,
        branch: "periods",
        marked: [("fold", "fold"), ("period_doubling", "period doubling"), ("neimark_sacker", "Neimark-Sacker point")],
        turns: "",
    },
];

/// The markers, in the order of the kinds.
const MARKERS: [&str; 3] = ["squares", "triangles", "diamonds"];

impl LineTable {
    /// Says which marker is which kind of point, of those that there are.
    pub fn caption(&self, points: &[Vec<(f64, f64)>]) -> Option<String> {
        let there = self.marked.iter().zip(MARKERS).zip(points).filter(|(_, points)| !points.is_empty());
        let words: Vec<String> = there
            .map(|(((_, what), marker), points)| format!("{marker}: {}", counted(points.len() as u64, what)))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

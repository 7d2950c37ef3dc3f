//! Points of a path of equilibria.

use crate::ensemble::Outcome;

/// What a point of a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// One of many.
    Regular,
    /// Loads have an extreme along the path.
    Limit,
    /// Another branch crosses.
    Bifurcation,
}

impl PointKind {
    /// Returns the word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Limit => "limit",
            Self::Bifurcation => "bifurcation",
        }
    }
}

/// A point of a path.
#[derive(Clone, Debug)]
pub struct PathPoint {
    /// What loads are multiplied by.
    pub load: f64,
    /// What the point is.
    pub kind: PointKind,
    /// The columns of all outputs there.
    pub columns: Vec<f64>,
}

/// The equilibria of a member.
#[derive(Clone, Debug)]
pub struct StaticPath {
    /// The points, from no load on.
    pub points: Vec<PathPoint>,
    /// How the path ended.
    pub outcome: Outcome,
    /// The coordinates and multipliers at the last point, empty where there is none.
    pub last: [Vec<f64>; 2],
}

impl StaticPath {
    /// Returns what outputs of paths tell: the load factor at the last point, at the first limit point and at the first bifurcation, not a
    /// number where there is none.
    pub fn told(&self) -> [f64; 3] {
        let of = |kind| self.first(kind).unwrap_or(f64::NAN);
        let last = self.points.last().map_or(f64::NAN, |point| point.load);
        [last, of(PointKind::Limit), of(PointKind::Bifurcation)]
    }

    /// Returns the load factor at the first point of a kind.
    pub fn first(&self, kind: PointKind) -> Option<f64> {
        self.points.iter().find(|point| point.kind == kind).map(|point| point.load)
    }
}

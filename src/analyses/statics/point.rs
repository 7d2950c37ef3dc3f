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
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Limit => "limit",
            Self::Bifurcation => "bifurcation",
        }
    }
}

/// The derivatives of a point by a parameter.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// That of the load factor: of where the path ends, or is critical.
    pub load: f64,
    /// Those of the columns of all outputs; none of a critical point.
    pub columns: Option<Vec<f64>>,
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
    /// The derivatives by each parameter that outputs are differentiated by: empty where they are not found.
    pub slopes: Vec<Slopes>,
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
        self.first_point(kind).map(|point| point.load)
    }

    /// Returns the derivatives of what outputs of paths tell by the parameter of that number among those of derivatives.
    pub fn told_slopes(&self, by: usize) -> [f64; 3] {
        let of =
            |point: Option<&PathPoint>| point.and_then(|p| p.slopes.get(by)).map_or(f64::NAN, |slopes| slopes.load);
        [of(self.points.last()), of(self.first_point(PointKind::Limit)), of(self.first_point(PointKind::Bifurcation))]
    }

    fn first_point(&self, kind: PointKind) -> Option<&PathPoint> {
        self.points.iter().find(|point| point.kind == kind)
    }
}

//! Which bases and metrics users may choose.

use super::metric::Metric;
use crate::lie::VectorialParameterisation;

/// Holds something that can be chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<T> {
    /// The name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What is chosen.
    pub is: T,
}

/// A kind of basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisKind {
    /// The polynomial through all rows.
    Lagrange,
    /// The polynomial through Gauss-Lobatto-Legendre points.
    GaussLobattoLegendre,
    /// The polynomial through Chebyshev-Gauss-Lobatto points.
    ChebyshevGaussLobatto,
    /// The trigonometric polynomial through rows at equal distances.
    Fourier,
    /// The spline through all rows.
    BSpline,
    /// The periodic spline through rows at equal distances.
    BSplinePeriodic,
}

impl BasisKind {
    /// Tells whether the basis is of what repeats itself.
    pub fn is_periodic(self) -> bool {
        matches!(self, Self::Fourier | Self::BSplinePeriodic)
    }

    /// Tells whether the basis is one of splines, which have a degree.
    pub fn is_spline(self) -> bool {
        matches!(self, Self::BSpline | Self::BSplinePeriodic)
    }
}

/// All bases.
pub const BASES: [Choice<BasisKind>; 6] = [
    Choice {
        name: "bspline",
        about: "Spline through the rows, of any number; its knots are rows (odd degree) or their middles, `not-a-knot` at the ends",
        is: BasisKind::BSpline,
    },
    Choice {
        name: "bspline_periodic",
        about: "Periodic spline through rows at equal distances, of any number",
        is: BasisKind::BSplinePeriodic,
    },
    Choice {
        name: "lagrange",
        about: "Polynomial through the rows, up to 2000; through many at equal distances it oscillates",
        is: BasisKind::Lagrange,
    },
    Choice {
        name: "gauss_lobatto_legendre",
        about: "Polynomial through rows at Gauss-Lobatto-Legendre points, up to 2000",
        is: BasisKind::GaussLobattoLegendre,
    },
    Choice {
        name: "chebyshev_gauss_lobatto",
        about: "Polynomial through rows at Chebyshev-Gauss-Lobatto points, up to 2000",
        is: BasisKind::ChebyshevGaussLobatto,
    },
    Choice {
        name: "fourier",
        about: "Trigonometric polynomial through rows at equal distances over a period, up to 2000",
        is: BasisKind::Fourier,
    },
];

/// All metrics.
pub const METRICS: [Choice<Metric>; 4] = [
    Choice {
        name: "matrix",
        about: "Distance of rotation matrices; has an answer for all rotations",
        is: Metric::Matrix,
    },
    Choice {
        name: "quaternion",
        about: "Distance of unit quaternions with continued signs; the fastest",
        is: Metric::Quaternion,
    },
    Choice {
        name: "geodesic",
        about: "Angle between rotations, that goes on from row to row: up to three quarters of a turn, and any number about one line",
        is: Metric::Geodesic,
    },
    Choice {
        name: "wiener_milenkovic",
        about: "Weighted sum of relative Wiener-Milenkovic parameters is zero; rows with weight up to three quarters of a turn away",
        is: Metric::Implicit(VectorialParameterisation::WIENER_MILENKOVIC),
    },
];

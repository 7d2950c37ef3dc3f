//! Bases: nodes, and the weights of what is known there at a parameter.

use super::b_spline::{BSpline, HIGHEST, knots_of_sites};
use super::{fourier, polynomial};
use crate::num::{Dual, Real};

/// Says why there is no such basis.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BasisError {
    /// There are too few nodes.
    #[error("found {found} nodes; accepted: at least {least}")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many are needed.
        least: usize,
    },
    /// The sites do not fit the knots of splines.
    #[error("the sites do not fit the knots: found {sites} sites and {knots} knots of degree {degree}")]
    Sites {
        /// How many sites there are.
        sites: usize,
        /// How many knots there are.
        knots: usize,
        /// The degree.
        degree: usize,
    },
}

/// Holds a basis: cardinal functions, each of which is one at its node and zero at the others.
#[derive(Clone, Debug)]
pub struct Basis {
    nodes: Vec<f64>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Lagrange { barycentric: Vec<f64> },
    Fourier { antiperiodic: bool },
    BSpline(BSpline),
}

impl Basis {
    /// Makes the polynomial through nodes.
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn lagrange(nodes: Vec<f64>) -> Result<Self, BasisError> {
        let barycentric = polynomial::barycentric(&nodes);
        Self { kind: Kind::Lagrange { barycentric }, nodes }.with_at_least(2)
    }

    /// Makes the polynomial through so many nodes at equal distances from -1 to 1.
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn equispaced(count: usize) -> Result<Self, BasisError> {
        Self::lagrange(polynomial::equispaced(count))
    }

    /// Makes the polynomial through so many Gauss points within (-1, 1).
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn gauss(count: usize) -> Result<Self, BasisError> {
        Self::lagrange(polynomial::gauss(count))
    }

    /// Makes the polynomial through so many Gauss-Lobatto-Legendre points from -1 to 1.
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn gauss_lobatto_legendre(count: usize) -> Result<Self, BasisError> {
        if count < 2 {
            Err(BasisError::TooFew { found: count, least: 2 })
        } else {
            Self::lagrange(polynomial::gauss_lobatto(count))
        }
    }

    /// Makes the polynomial through so many Chebyshev-Gauss-Lobatto points from -1 to 1.
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn chebyshev_gauss_lobatto(count: usize) -> Result<Self, BasisError> {
        if count < 2 {
            return Err(BasisError::TooFew { found: count, least: 2 });
        }
        Self::lagrange(polynomial::chebyshev_gauss_lobatto(count))
    }

    /// Makes the trigonometric polynomial through so many equally spaced nodes of the period 2 pi; `antiperiodic` of what changes
    /// its sign over the period.
    ///
    /// # Errors
    /// Where there are fewer than two.
    pub fn fourier(count: usize, antiperiodic: bool) -> Result<Self, BasisError> {
        Self { nodes: fourier::nodes(count), kind: Kind::Fourier { antiperiodic } }.with_at_least(2)
    }

    /// Makes the spline of a degree over knots, whose first and last are repeated, through sites.
    ///
    /// # Errors
    /// Where the sites do not fit the knots.
    pub fn b_spline(degree: usize, knots: Vec<f64>, sites: Vec<f64>) -> Result<Self, BasisError> {
        let error = BasisError::Sites { sites: sites.len(), knots: knots.len(), degree };
        let spline = BSpline::open(degree, knots, &sites).ok_or(error)?;
        Ok(Self { nodes: sites, kind: Kind::BSpline(spline) })
    }

    /// Makes the spline of a degree from -1 to 1 over knots at equal distances, through so many sites that are means of as many
    /// knots as the degree, Greville's: uniform sites make such splines unstable.
    ///
    /// # Errors
    /// Where there are not more sites than the degree.
    pub fn b_spline_greville(degree: usize, count: usize) -> Result<Self, BasisError> {
        let Some(parts) = count.checked_sub(degree).filter(|parts| *parts > 0) else {
            return Err(BasisError::TooFew { found: count, least: degree + 1 });
        };
        let knot = |k: usize| 2.0 * k.saturating_sub(degree).min(parts) as f64 / parts as f64 - 1.0;
        let knots: Vec<f64> = (0..count + degree + 1).map(knot).collect();
        let site = |k: usize| knots[k + 1..=k + degree].iter().sum::<f64>() / degree as f64;
        let sites = (0..count).map(site).collect();
        Self::b_spline(degree, knots, sites)
    }

    /// Makes the cubic spline through sites whose knots are all sites but the second and the last but one.
    ///
    /// # Errors
    /// Where there are fewer than four.
    pub fn b_spline_not_a_knot(sites: Vec<f64>) -> Result<Self, BasisError> {
        Self::b_spline_through(3, sites)
    }

    /// Makes the spline of a degree through rising sites, whose knots are sites where the degree is odd and their middles where it
    /// is even, less those next to the ends that make too many: of degree 3 the second site and the last but one.
    ///
    /// # Errors
    /// Where there are not more sites than the degree, or the degree is 0.
    pub fn b_spline_through(degree: usize, sites: Vec<f64>) -> Result<Self, BasisError> {
        if degree == 0 || sites.len() <= degree {
            return Err(BasisError::TooFew { found: sites.len(), least: degree + 1 });
        }
        Self::b_spline(degree, knots_of_sites(degree, &sites), sites)
    }

    /// Makes the spline of a degree through so many equally spaced nodes of the period 2 pi.
    ///
    /// # Errors
    /// Where there are not more nodes than the degree, or the degree is higher than 9.
    pub fn b_spline_periodic(degree: usize, count: usize) -> Result<Self, BasisError> {
        if count <= degree {
            return Err(BasisError::TooFew { found: count, least: degree + 1 });
        }
        let nodes = fourier::nodes(count);
        let error = BasisError::Sites { sites: count, knots: count + 1, degree };
        let spline = (degree <= HIGHEST).then(|| BSpline::periodic(degree, count)).flatten().ok_or(error)?;
        Ok(Self { nodes, kind: Kind::BSpline(spline) })
    }

    fn with_at_least(self, least: usize) -> Result<Self, BasisError> {
        let found = self.nodes.len();
        if found < least { Err(BasisError::TooFew { found, least }) } else { Ok(self) }
    }

    /// Returns the nodes.
    pub fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// Tells whether all nodes of a period have weight everywhere, so that a way from one of them leads back to it.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self.kind, Kind::Fourier { .. })
    }

    /// Returns the knots of splines, ascending, some of them beyond the ends; none of other bases, which are smooth.
    pub fn knots(&self) -> &[f64] {
        if let Kind::BSpline(spline) = &self.kind { spline.knots() } else { &[] }
    }

    /// Returns the weights of the nodes at a parameter; of periodic splines within the first period.
    pub fn weights<R: Real>(&self, eta: R) -> Vec<R> {
        match &self.kind {
            Kind::Lagrange { barycentric } => polynomial::weights(&self.nodes, barycentric, eta),
            Kind::Fourier { antiperiodic } => fourier::weights(self.nodes.len(), *antiperiodic, eta),
            Kind::BSpline(spline) => spline.weights(eta),
        }
    }

    /// Returns the weights of the nodes that have any at a parameter near a number, which is in the same part between knots: the
    /// index of the first of them, and the weights of those that follow each other. Of splines these are few however many nodes
    /// there are, and those that are left out less than 1e-18 of the largest. Beyond the ends of a period its nodes go on, so that
    /// indices are to be taken modulo their number.
    pub fn weights_near<R: Real>(&self, near: f64, eta: R) -> (isize, Vec<R>) {
        match &self.kind {
            Kind::BSpline(spline) => spline.weights_near(near, eta),
            _ => (0, self.weights(eta)),
        }
    }

    /// Returns the derivatives of the weights at each node, row by row: what makes derivatives at nodes of values at nodes.
    pub fn differentiation_matrix(&self) -> Vec<Vec<f64>> {
        let row = |node: &f64| -> Vec<f64> {
            let slopes: Vec<f64> = self.weights(Dual { re: *node, eps: [1.0] }).iter().map(|w| w.eps[0]).collect();
            slopes
        };
        self.nodes.iter().map(row).collect()
    }
}

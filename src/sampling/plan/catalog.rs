//! The catalog of plans.

use super::PlanInfo;

/// Every kind of plan, in the order of the documentation.
pub const ALL: &[PlanInfo] = &[
    super::one::INFO,
    super::grid::INFO,
    super::random::INFO,
    super::latin_hypercube::INFO,
    super::halton::INFO,
    super::sobol::INFO,
    super::saltelli::INFO,
    super::trajectories::INFO,
    super::shapley::INFO,
    super::levels::ONE_AT_A_TIME,
    super::table::INFO,
];

//! The verbs, in the order in which they are listed.

use super::request::{Request, Verb};
use super::{converge, optimise, run, sensitivity, validate};

/// All verbs.
pub const VERBS: [Verb; 5] = [
    run::Request::VERB,
    sensitivity::Request::VERB,
    optimise::Request::VERB,
    converge::Request::VERB,
    validate::Request::VERB,
];

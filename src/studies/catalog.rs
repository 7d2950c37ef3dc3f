//! The verbs, in the order in which they are listed.

use super::request::{Request, Verb};
use super::{
    converge, interpolate, modes, optimise, periodic, reliability, report, run, sensitivity, statics, validate,
};

/// All verbs.
pub const VERBS: [Verb; 11] = [
    run::Request::VERB,
    report::Request::VERB,
    sensitivity::Request::VERB,
    optimise::Request::VERB,
    reliability::Request::VERB,
    converge::Request::VERB,
    validate::Request::VERB,
    modes::Request::VERB,
    statics::Request::VERB,
    periodic::Request::VERB,
    interpolate::Request::VERB,
];

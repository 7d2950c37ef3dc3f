//! The sections of a report, in their order.

use super::section::Section;
use super::source::Source;
use super::{animation, convergence, explorer, fans, figures, head, matters, rest, worst};

/// What makes a section, where there is something to show.
pub(super) type Make = fn(&Source) -> Option<Section>;

/// All sections.
pub(super) const SECTIONS: [Make; 10] = [
    head::section,
    figures::outcomes,
    figures::outputs,
    explorer::section,
    matters::section,
    convergence::section,
    fans::section,
    worst::section,
    animation::section,
    rest::section,
];

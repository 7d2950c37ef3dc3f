//! The sections of a report, in their order.

use super::section::Section;
use super::source::Source;
use super::{animation, campbell, convergence, explorer, fans, figures, lines, made, matters, opening, rest, worst};

/// What makes a section, where there is something to show.
pub(super) type Make = fn(&Source) -> Option<Section>;

/// All sections.
pub(super) const SECTIONS: [Make; 14] = [
    opening::section,
    animation::section,
    lines::section,
    campbell::section,
    campbell::stability,
    fans::section,
    explorer::section,
    figures::outcomes,
    figures::outputs,
    matters::section,
    convergence::section,
    worst::section,
    made::section,
    rest::section,
];

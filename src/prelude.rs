//! What programs of one's own need of most: `use gyrosweep::prelude::*`.

pub use crate::ensemble::{Ensemble, Outcome, Study};
pub use crate::io::scenario::builder::{Body, Event, Force, Joint, Method, Output, Plan};
pub use crate::io::scenario::{Description, Overrides, Part, Quantities, Quantity, Scenario};

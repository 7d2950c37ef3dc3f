//! What is kept of an event.

/// An event that a member met.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    /// The number of the event.
    pub event: usize,
    /// When, s.
    pub time: f64,
    /// The output components at that time.
    pub values: Vec<f64>,
}

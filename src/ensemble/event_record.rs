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
    /// The derivatives of the time by parameters, until outputs are made of them.
    pub slopes: Vec<f64>,
}

/// Bytes of memory that the events of a chunk may take, about: their number is not known before.
pub(super) const EVENT_MEMORY: f64 = 128e6;

impl EventRecord {
    /// Returns the bytes that an event with so many output components takes, in a list and beside it.
    pub(super) fn bytes(channels: usize) -> f64 {
        (size_of::<(usize, Self)>() + 8 * channels + 16) as f64
    }
}

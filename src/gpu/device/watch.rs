//! Listening to a device.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What a device says outside of any call.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The reason why the device can no longer be used.
    dead: Mutex<Option<Death>>,
    /// The first error that no call asked for.
    stray: Mutex<Option<String>>,
    /// Bytes that came back to the host.
    received: AtomicU64,
}

/// How a device came to its end.
#[derive(Clone, Debug)]
pub(super) enum Death {
    Lost(String),
    Hung,
}

impl Watch {
    /// Listens to a device.
    pub(crate) fn over(device: &wgpu::Device) -> Arc<Self> {
        let watch = Arc::new(Self::default());
        let listener = Arc::clone(&watch);
        device.set_device_lost_callback(move |reason, message| {
            let words = if message.is_empty() { format!("{reason:?}").to_lowercase() } else { message };
            listener.set_dead(Death::Lost(words));
        });
        let listener = Arc::clone(&watch);
        // without a listener, wgpu panics
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            listener.stray.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
        }));
        watch
    }

    pub(crate) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    /// Counts bytes that came back to the host.
    pub(super) fn add_received(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Takes the first error that no call asked for.
    pub(super) fn take_stray(&self) -> Option<String> {
        self.stray.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn set_dead(&self, death: Death) {
        self.dead.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(death);
    }

    pub(super) fn death(&self) -> Option<Death> {
        self.dead.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

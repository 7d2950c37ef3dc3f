//! The page of a study while it is made.

use super::listener::Listener;
use super::request::Results;
use crate::report::Page;

/// A page that grows: the listener hears every part, and the results keep them.
pub(super) struct Telling<'a> {
    pub(super) listener: &'a dyn Listener,
    page: Page,
}

impl<'a> Telling<'a> {
    pub(super) fn new(listener: &'a dyn Listener) -> Self {
        Self { listener, page: Page::default() }
    }

    /// Shows a further part.
    pub(super) fn show(&mut self, part: Page) {
        self.listener.show(&part);
        self.page.append(part);
    }

    /// Returns the results, with the whole page.
    pub(super) fn finish<T>(self, succeeded: bool, found: T) -> Results<T> {
        Results { page: self.page, succeeded, found }
    }
}

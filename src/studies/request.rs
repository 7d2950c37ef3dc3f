//! What a study is asked and what it answers.

use super::failure::Failure;
use super::listener::Listener;
use crate::report::Page;

/// A verb that analyses: a line of [`super::VERBS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The name of the verb, as the command line takes it.
    pub name: &'static str,
    /// What the verb does, in one line.
    pub summary: &'static str,
}

/// Asks for a study, in owned data.
pub trait Request {
    /// The verb.
    const VERB: Verb;
    /// What is found.
    type Found;

    /// Makes the study; see [`run`].
    ///
    /// # Errors
    /// Where what is asked for cannot be, or the study cannot be completed.
    fn run(self, listener: &dyn Listener) -> Result<Results<Self::Found>, Failure>;
}

/// What a study found, in owned data.
#[derive(Debug)]
pub struct Results<T> {
    /// What a reader sees.
    pub page: Page,
    /// Whether all that was asked for came out; else some of it did.
    pub succeeded: bool,
    /// What was found.
    pub found: T,
}

/// Makes a study. The listener hears of it while it is made; its files are in its folder.
///
/// ```
/// use gyrosweep::io::scenario::{Overrides, Scenario};
/// use gyrosweep::studies::{self, Silent, run::{Request, Target}};
/// let mut overrides = Overrides::default();
/// overrides.members = Some(64);
/// let scenario = Scenario::read("scenarios/heavy_top_sweep.toml".as_ref(), overrides)?;
/// let folder = tempfile::tempdir()?;
/// let request = Request { target: Target::Folder(folder.path().join("top")), ..Request::of(scenario) };
/// let results = studies::run(request, &Silent)?;
/// assert!(results.succeeded && results.page.markdown().starts_with("# Heavy top"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where what is asked for cannot be, or the study cannot be completed.
pub fn run<R: Request>(request: R, listener: &dyn Listener) -> Result<Results<R::Found>, Failure> {
    request.run(listener)
}

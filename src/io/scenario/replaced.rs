//! What replaces parts of a scenario, as the options that say so.

use super::settings::Setting;
use super::{Overrides, STDIN, Scenario, ScenarioError};
use std::collections::BTreeMap;
use std::path::Path;

impl Overrides {
    /// Returns what is replaced, by option.
    pub fn options(&self) -> BTreeMap<String, String> {
        let numbers = [("members", self.members), ("seed", self.seed)];
        let numbers = numbers.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?.to_string())));
        let set = self.set.iter().map(|setting| (format!("set {}", setting.name), setting.value.to_string()));
        numbers.chain(set).collect()
    }

    /// Returns these overrides, and of what such options replace what these do not.
    fn or(&self, options: &BTreeMap<String, String>) -> Self {
        let number = |name: &str| options.get(name).and_then(|value| value.parse().ok());
        let setting = |(name, value): (&String, &String)| {
            let setting: Setting = format!("{}={value}", name.strip_prefix("set ")?).parse().ok()?;
            (!self.set.iter().any(|given| given.name == setting.name)).then_some(setting)
        };
        let set = self.set.iter().cloned().chain(options.iter().filter_map(setting)).collect();
        let (members, seed) = (self.members.or_else(|| number("members")), self.seed.or_else(|| number("seed")));
        Self { members, seed, set, purpose: self.purpose, elements: self.elements }
    }
}

impl Scenario {
    /// Reads the scenario of results again, with what the run replaced, by the options in their manifest, where this one
    /// replaces nothing else; one that is no file stays as it is.
    ///
    /// # Errors
    /// Where the file cannot be read, or something in it is wrong.
    pub fn as_run(self, options: &BTreeMap<String, String>) -> Result<Self, ScenarioError> {
        if self.path == Path::new(STDIN) || self.path.as_os_str().is_empty() {
            return Ok(self);
        }
        Self::read(&self.path, self.replaced.or(options))
    }
}

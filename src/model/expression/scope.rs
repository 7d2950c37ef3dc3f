//! The names that an expression may use.

/// Lists parameters, followed by the variables of the expression's place such as `t` or `x`. An expression over a
/// scope is evaluated with one value per name, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    parameters: Vec<String>,
    variables: Vec<String>,
}

impl Scope {
    /// Makes a scope of parameters and variables. An empty name keeps its place and cannot be used.
    pub fn new(parameters: &[String], variables: &[String]) -> Self {
        Self { parameters: parameters.to_vec(), variables: variables.to_vec() }
    }

    /// Makes a scope of parameters only.
    pub fn of_parameters(parameters: &[String]) -> Self {
        Self::new(parameters, &[])
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Returns the variables that can be used.
    pub fn variables(&self) -> impl Iterator<Item = &String> {
        self.variables.iter().filter(|v| !v.is_empty())
    }

    /// Returns the places of a name: none where it is unknown, two where a variable has the name of a parameter.
    pub(super) fn places(&self, name: &str) -> Vec<usize> {
        let all = self.parameters.iter().chain(&self.variables).enumerate();
        all.filter(|(_, n)| *n == name && !name.is_empty()).map(|(at, _)| at).collect()
    }

    /// Returns all names that can be used.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.parameters.iter().chain(self.variables())
    }
}

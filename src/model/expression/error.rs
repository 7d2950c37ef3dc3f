//! The reasons why a text is not an expression.

use super::scope::Scope;
use super::vocabulary::Builtin;

/// Says why a text is not an expression.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExpressionError {
    /// A part of the text cannot stand where it stands.
    #[error("{text:?}, column {column}: found {found}; accepted: {accepted}")]
    Syntax {
        /// The text.
        text: String,
        /// The column of what was found, from one.
        column: usize,
        /// What was found, in quotation marks, or the end.
        found: String,
        /// What can stand there.
        accepted: String,
    },
    /// A name is neither a parameter nor a function.
    #[error("{text:?}: unknown name {name:?}; {}", known(.scope, *.is_called, .nearest.as_ref()))]
    UnknownName {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// What may have been meant: what stands for a function of other programs, or, in quotation marks, the parameter
        /// or function that is most like it.
        nearest: Option<String>,
        /// Whether arguments follow the name.
        is_called: bool,
        /// The names there are.
        scope: Scope,
    },
    /// A name is that of a parameter and of a variable, or of two variables.
    #[error(
        "{text:?}: {name:?} is both a {} and a variable that this expression has ({}); rename the {0}",
        if .scope.parameters().contains(.name) { "parameter" } else { "[[variable]]" },
        list(.scope.variables())
    )]
    Ambiguous {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// The names there are.
        scope: Scope,
    },
    /// A condition compares nothing.
    #[error(
        "{text:?} compares nothing; accepted: a comparison by <, <=, > or >=, as in \"overshoot > 0.05\", or several joined by \
         \"and\", \"or\""
    )]
    NoComparison {
        /// The text.
        text: String,
    },
    /// The text is too long.
    #[error("the expression has {found} characters; accepted: at most {limit}")]
    TooLong {
        /// The length of the text, in characters.
        found: usize,
        /// The greatest length.
        limit: usize,
    },
}

fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    if names.is_empty() { "there are none".into() } else { names.join(", ") }
}

fn known(scope: &Scope, is_called: bool, nearest: Option<&String>) -> String {
    let mut names = format!("parameters: {}", list(scope.parameters().iter()));
    if is_called {
        let functions: Vec<&str> = Builtin::ALL.iter().map(|(signature, _)| Builtin::name(signature)).collect();
        let signals: Vec<&str> = scope.signals().map(String::as_str).collect();
        names = format!("functions: {}", [signals, functions].concat().join(", "));
    } else if scope.variables().next().is_some() {
        names += &format!("; variables: {}", list(scope.variables()));
    }
    match nearest {
        Some(near) => format!("did you mean {near}? {names}"),
        None => names,
    }
}

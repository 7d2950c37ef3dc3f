//! The texts of `shaders/` as templates: WGSL with the loops and conditions of Jinja.

use super::codes::shared;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use std::sync::LazyLock;

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../shaders/", $name)))),*]
    };
}

const TEXTS: &[(&str, &str)] = texts![
    "at.wgsl",
    "attempt.wgsl",
    "begin.wgsl",
    "bracket.wgsl",
    "codes.wgsl",
    "control.wgsl",
    "copy.wgsl",
    "df64.wgsl",
    "inspect.wgsl",
    "interpreter.wgsl",
    "load_member.wgsl",
    "multiply_add.wgsl",
    "newton.wgsl",
    "observe.wgsl",
    "probe.wgsl",
    "progress_counts.wgsl",
    "record.wgsl",
    "reduce.wgsl",
    "extreme.wgsl",
    "search.wgsl",
    "self_test.wgsl",
    "slots.wgsl",
    "steps.wgsl",
    "store_member.wgsl",
    "tables.wgsl",
];

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().expect("delimiters are the usual");
    templates.set_syntax(syntax);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    for (name, text) in TEXTS {
        templates.add_template(name, text).unwrap_or_else(|e| panic!("shaders/{name}: {e:#}"));
    }
    templates
});

/// Returns the text of a template for what it names besides the control block and the codes.
///
/// # Panics
/// Where the template names what there is not.
pub(in crate::gpu) fn render(name: &str, context: Value) -> String {
    let template = TEMPLATES.get_template(name).expect("a text of the list above");
    let mut text =
        template.render(context! { ..context, ..shared() }).unwrap_or_else(|e| panic!("shaders/{name}: {e:#}"));
    text.push('\n');
    text
}

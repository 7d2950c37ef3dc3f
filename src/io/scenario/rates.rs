//! Which outputs of a scenario are the rates of others.

use super::document::Document;
use super::every::expanded;
use super::value::plain_number;
use toml::de::{DeTable, DeValue};

/// Quantities whose rate in time is the next one, of the same point, joint or body in the same frame.
const CHAINS: [&[&str]; 3] = [
    &["position", "velocity", "acceleration"],
    &["joint_position", "joint_velocity", "joint_acceleration"],
    &["angular_velocity", "angular_acceleration"],
];

/// Returns outputs of the text of a scenario by name, each with the output that is its rate in time and has the same
/// components; nothing of a text that is no scenario. Of what a unit or a time reduction changes nothing is said.
pub fn rates(text: &str) -> Vec<(String, String)> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let document = Document::new("", text);
    let Ok(expanded) = expanded(&document, table.get_ref()) else { return Vec::new() };
    let root = expanded.as_ref().unwrap_or(table.get_ref());
    let Some(DeValue::Array(outputs)) = root.get("output").map(|outputs| outputs.get_ref()) else { return Vec::new() };
    let outputs: Vec<&DeTable<'_>> = outputs.iter().filter_map(|output| output.get_ref().as_table()).collect();
    let mut found = Vec::new();
    for of in &outputs {
        let next = |chain: &[&str]| {
            let at = chain.iter().position(|name| text_of(of, "quantity") == Some(name))?;
            chain.get(at + 1).map(ToString::to_string)
        };
        let Some(quantity) = CHAINS.into_iter().find_map(next) else { continue };
        let is_rate = |other: &&&DeTable<'_>| text_of(other, "quantity") == Some(&quantity) && same(of, other);
        if let (Some(name), Some(rate)) =
            (text_of(of, "name"), outputs.iter().find(is_rate).and_then(|rate| text_of(rate, "name")))
        {
            found.push((name.to_string(), rate.to_string()));
        }
    }
    found
}

fn text_of<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    table.get(key)?.get_ref().as_str()
}

/// Tells whether two outputs are of the same thing, as it is.
fn same(a: &DeTable<'_>, b: &DeTable<'_>) -> bool {
    let as_it_is = |table: &DeTable<'_>| !table.contains_key("unit") && !table.contains_key("over");
    let own =
        |table: &DeTable<'_>| table.len() - ["name", "quantity"].iter().filter(|key| table.contains_key(**key)).count();
    let equal = a.iter().filter(|(key, _)| !["name", "quantity"].contains(&key.get_ref().as_ref()));
    as_it_is(a)
        && as_it_is(b)
        && own(a) == own(b)
        && equal.into_iter().all(|(key, value)| {
            b.get(key.get_ref().as_ref()).is_some_and(|other| same_value(value.get_ref(), other.get_ref()))
        })
}

fn same_value(a: &DeValue<'_>, b: &DeValue<'_>) -> bool {
    match (a, b) {
        (DeValue::Array(a), DeValue::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_value(a.get_ref(), b.get_ref()))
        }
        _ => match (a.as_str(), b.as_str()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => plain_number(a).is_some() && plain_number(a) == plain_number(b),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::rates;

    #[test]
    fn a_rate_is_of_the_same_point_or_joint() {
        let output = |name: &str, quantity: &str, keys: &str| {
            format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{keys}\n")
        };
        let text = [
            "[[joint]]\nname = \"a\"\nkind = \"revolute\"\n[[joint]]\nname = \"b\"\nkind = \"revolute\"\n".to_string(),
            output("q_*", "joint_position", "joint = \"*\""),
            output("v_a", "joint_velocity", "joint = \"a\""),
            output("tip", "position", "body = \"arm\"\npoint = [0, 0, 1]"),
            output("centre", "velocity", "body = \"arm\""),
            output("tip_v", "velocity", "point = [0, 0, 1.0]\nbody = \"arm\""),
            output("tip_a", "acceleration", "point = [0, 0, 1.0]\nbody = \"arm\"\nover = \"max\""),
        ];
        let found = rates(&text.concat());
        assert_eq!(found, [("q_a", "v_a"), ("tip", "tip_v")].map(|(a, b)| (a.to_string(), b.to_string())));
        assert!(rates("no scenario").is_empty());
    }
}

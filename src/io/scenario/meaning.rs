//! What a scenario says, apart from how it is written: comments, blanks and notations do not matter.

use super::value::plain_number;
use sha2::{Digest, Sha256};
use toml::de::{DeTable, DeValue};

/// Keys of a plan that say how many members there are and which seed they have: results say both by themselves.
const NUMBERS: [&str; 4] = ["members", "rows", "trajectories", "seed"];

/// Returns the SHA-256, in hexadecimal, of what the text of a scenario says, but for its title, how many members a plan has and its seed. The order of keys
/// counts: that of parameters is the order of columns.
pub(super) fn digest(text: &str) -> String {
    let mut said = Vec::new();
    match DeTable::parse(text) {
        Ok(root) => table(root.get_ref(), &[], &mut said),
        // what cannot be read says no more than its letters
        Err(_) => said.extend(text.bytes()),
    }
    Sha256::digest(&said).iter().map(|b| format!("{b:02x}")).collect()
}

/// Appends a kind and a text with its length, so that no two values are written alike.
fn text(kind: u8, text: &str, said: &mut Vec<u8>) {
    said.push(kind);
    said.extend((text.len() as u64).to_le_bytes());
    said.extend(text.bytes());
}

/// Appends what a table says, which stands under these keys.
fn table(table: &DeTable<'_>, under: &[&str], said: &mut Vec<u8>) {
    said.push(b'{');
    for (key, entry) in table {
        let name = key.get_ref().as_ref();
        if under == ["plan"] && NUMBERS.contains(&name) || under.is_empty() && name == "title" {
            continue;
        }
        text(b'k', name, said);
        value(entry.get_ref(), &[under, &[name]].concat(), said);
    }
    said.push(b'}');
}

fn value(of: &DeValue<'_>, under: &[&str], said: &mut Vec<u8>) {
    if let Some(number) = plain_number(of) {
        said.push(b'n');
        said.extend(number.to_bits().to_le_bytes());
        return;
    }
    match of {
        DeValue::String(string) => text(b's', string, said),
        DeValue::Boolean(yes) => said.extend([b'b', u8::from(*yes)]),
        DeValue::Array(array) => {
            said.push(b'[');
            array.iter().for_each(|entry| value(entry.get_ref(), &["[]"], said));
            said.push(b']');
        }
        DeValue::Table(inner) => table(inner, under, said),
        other => text(b'o', &format!("{other:?}"), said),
    }
}

#[cfg(test)]
mod tests {
    use super::digest;

    const TEXT: &str = "a = 1.0\n[b]\nc = \"x\"\nd = [1, 2]\n";

    #[test]
    fn comments_and_notations_do_not_matter() {
        for other in [
            "# a comment\na = 1 # one\n\n\n[b]\n  c = 'x'\nd = [\n 1, # here too\n 2.0,\n]\n",
            "\"a\" = 10e-1\nb = { c = \"x\", d = [1, 2] }\n",
            "a = 1.0\r\n[b]\r\nc = \"\\u0078\"\r\nd = [1, 2]",
        ] {
            assert_eq!(digest(other), digest(TEXT), "{other}");
        }
    }

    #[test]
    fn neither_do_numbers_of_members_and_seeds() {
        let text = "seed = 3\n[plan]\nkind = \"sobol\"\n";
        for other in ["seed = 5", "members = 7", "rows = 4\ntrajectories = 2\nseed = 1"] {
            assert_eq!(digest(&format!("{text}{other}\n")), digest(text), "{other}");
        }
        assert_ne!(digest(&text.replace("3", "4")), digest(text));
        assert_ne!(digest(&format!("{text}vary.rows = {{ uniform = [0, 1] }}\n")), digest(text));
    }

    #[test]
    fn everything_else_does() {
        for other in [
            "a = 1.0000000000000002\n[b]\nc = \"x\"\nd = [1, 2]\n",
            "a = 1.0\n[b]\nc = \"x \"\nd = [1, 2]\n",
            "a = 1.0\n[b]\nd = [1, 2]\nc = \"x\"\n",
            "a = 1.0\n[b]\nc = \"x\"\nd = [2, 1]\n",
            "a = 1.0\n[b]\nc = \"x\"\nd = [[1], 2]\n",
            "a = true\n[b]\nc = \"x\"\nd = [1, 2]\n",
            "a = 1.0\n[b]\nc = \"x\"\nd = [1, 2]\ne = 1\n",
            "a = 1.0\n[[b]]\nc = \"x\"\nd = [1, 2]\n",
        ] {
            assert_ne!(digest(other), digest(TEXT), "{other}");
        }
    }
}

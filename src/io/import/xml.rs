//! Typed access to elements of XML, with errors that say where and what.

use super::error::ImportError;
use super::pose::Pose;
use crate::num::Vec3;
use roxmltree::{Document, Node, ParsingOptions};
use std::borrow::Cow;

/// A file and what it holds.
pub(super) struct Xml<'a> {
    /// The name of the file.
    pub(super) file: &'a str,
    /// The elements of the file.
    pub(super) document: &'a Document<'a>,
}

/// What makes plain URDF of macros.
const PLAIN: &str = "accepted: plain URDF, as made by `xacro robot.urdf.xacro > robot.urdf`";

/// Parses the text of a file.
pub(super) fn parse<'a>(file: &str, text: &'a str) -> Result<Document<'a>, ImportError> {
    Document::parse_with_options(text, options()).map_err(|error| {
        let place = format!("{file}:{}", error.pos().row);
        ImportError::Invalid { place, message: format!("the XML cannot be read: {error}") }
    })
}

/// Declares prefixes of names that the file uses without a declaration, as in extensions for simulators: readers of
/// URDF leave them out unread.
pub(super) fn with_prefixes<'a>(file: &str, text: &'a str) -> Result<Cow<'a, str>, ImportError> {
    let mut text = without_late_declaration(text);
    while let Some(prefix) = undeclared(&text) {
        let end = text.find("<robot").map(|at| at + "<robot".len());
        let declared = format!(" xmlns:{prefix}=\"{prefix}\"");
        let Some(end) = end.filter(|_| !text.contains(&declared)) else { break };
        text = Cow::Owned(format!("{}{declared}{}", &text[..end], &text[end..]));
    }
    parse(file, &text)?;
    Ok(text)
}

/// Blanks an XML declaration that does not stand at the beginning, which readers of URDF let pass.
fn without_late_declaration(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    match text[start..].find("?>") {
        Some(length) if start > 0 && text[start..].starts_with("<?xml") => {
            let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
            let end = start + length + 2;
            Cow::Owned(text[..end].chars().map(blank).chain(text[end..].chars()).collect())
        }
        _ => Cow::Borrowed(text),
    }
}

/// Returns the first prefix that is used without a declaration.
fn undeclared(text: &str) -> Option<String> {
    match Document::parse_with_options(text, options()) {
        Err(roxmltree::Error::UnknownNamespace(prefix, _)) => Some(prefix),
        _ => None,
    }
}

fn options<'a>() -> ParsingOptions<'a> {
    ParsingOptions { allow_dtd: true, ..ParsingOptions::default() }
}

impl<'a> Xml<'a> {
    /// Returns the place of an element: file, line, and the elements with names around it.
    pub(super) fn place(&self, node: Node<'_, '_>) -> String {
        let line = self.document.text_pos_at(node.range().start).row;
        let tag = |n: Node<'_, '_>| match n.attribute("name") {
            Some(name) => format!("<{} name={name:?}>", n.tag_name().name()),
            None => format!("<{}>", n.tag_name().name()),
        };
        let mut around: Vec<String> = node.ancestors().filter(Node::is_element).map(tag).collect();
        around.pop_if(|_| node != self.document.root_element());
        around.reverse();
        format!("{}:{line}: {}", self.file, around.concat())
    }

    /// Makes the error about an element.
    pub(super) fn invalid(&self, node: Node<'_, '_>, message: String) -> ImportError {
        ImportError::Invalid { place: self.place(node), message }
    }

    /// Fails where the file holds macros of xacro.
    pub(super) fn refuse_macros(&self, robot: Node<'_, '_>) -> Result<(), ImportError> {
        let is_macro = |node: &Node<'_, '_>| {
            let namespace = node.tag_name().namespace().unwrap_or_default();
            node.is_element() && (namespace.contains("xacro") || namespace.ends_with("/wiki/xacro"))
        };
        match robot.descendants().find(is_macro) {
            Some(node) => {
                let found = format!("found the macro <xacro:{}>; {PLAIN}", node.tag_name().name());
                Err(self.invalid(node, found))
            }
            None => Ok(()),
        }
    }

    /// Returns the first child element of a name.
    pub(super) fn child<'d, 'i>(&self, node: Node<'d, 'i>, name: &str) -> Option<Node<'d, 'i>> {
        let namespace = node.tag_name().namespace();
        node.children().find(|child| child.tag_name().name() == name && child.tag_name().namespace() == namespace)
    }

    /// Returns an attribute that must be there.
    pub(super) fn attribute<'d>(&self, node: Node<'d, '_>, key: &str) -> Result<&'d str, ImportError> {
        let value = node.attribute(key).ok_or_else(|| self.invalid(node, format!("{key} = \"..\" is missing")))?;
        match value.contains("${") || value.contains("$(") {
            true => Err(self.invalid(node, format!("found the macro {key} = {value:?}; {PLAIN}"))),
            false => Ok(value),
        }
    }

    /// Reads a number, or returns the default where it is absent.
    pub(super) fn number(&self, node: Node<'_, '_>, key: &str, default: Option<f64>) -> Result<f64, ImportError> {
        match default {
            Some(default) if !node.has_attribute(key) => Ok(default),
            _ => self.finite(node, key, self.attribute(node, key)?.trim()),
        }
    }

    /// Reads a number that may be infinite.
    pub(super) fn bound(&self, node: Node<'_, '_>, key: &str) -> Result<f64, ImportError> {
        let text = self.attribute(node, key)?.trim();
        match text.parse::<f64>() {
            Ok(number) if number.is_infinite() => Ok(number),
            _ => self.finite(node, key, text),
        }
    }

    /// Returns the pose that the `<origin>` of an element says.
    pub(super) fn origin(&self, node: Node<'_, '_>) -> Result<Pose, ImportError> {
        let Some(origin) = self.child(node, "origin") else { return Ok(Pose::identity()) };
        let position = self.vector(origin, "xyz")?.unwrap_or_else(Vec3::zero);
        let angles = self.vector(origin, "rpy")?.unwrap_or_else(Vec3::zero);
        Ok(Pose::from_angles(position, angles))
    }

    /// Reads three numbers, if they are there.
    pub(super) fn vector(&self, node: Node<'_, '_>, key: &str) -> Result<Option<Vec3<f64>>, ImportError> {
        if !node.has_attribute(key) {
            return Ok(None);
        }
        let text = self.attribute(node, key)?;
        let numbers: Vec<f64> =
            text.split_whitespace().map(|word| self.finite(node, key, word)).collect::<Result<_, _>>()?;
        match numbers.as_slice() {
            [x, y, z] => Ok(Some(Vec3::new(*x, *y, *z))),
            _ => {
                let message = format!("found {key} = {text:?}, {} numbers; accepted: three", numbers.len());
                Err(self.invalid(node, message))
            }
        }
    }

    fn finite(&self, node: Node<'_, '_>, key: &str, text: &str) -> Result<f64, ImportError> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.invalid(node, format!("found {text:?} in {key}; accepted: a finite number")))
    }
}

//! What links look like: boxes, cylinders and spheres. Meshes are not read.

use super::pose::Pose;
use super::xml::Xml;
use crate::lie::LieGroup;
use crate::num::Vec3;
use roxmltree::Node;
use serde::Serialize;

/// Holds what a link looks like, or a part of it.
#[derive(Clone, Debug)]
pub(super) struct Visual {
    /// The pose in the frame of the link.
    pose: Pose,
    kind: &'static str,
    size: Vec<f64>,
    colour: Option<String>,
}

/// Holds what a body looks like, as a scenario says it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Shape {
    kind: &'static str,
    size: Vec<f64>,
    offset: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation_vector: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
}

impl Visual {
    /// Reads what a link looks like; what is no box, cylinder or sphere, or has no size, is left out: nothing but a picture
    /// depends on it.
    pub(super) fn all(xml: &Xml<'_>, link: Node<'_, '_>) -> Vec<Self> {
        let visuals = link.children().filter(|node| node.tag_name().name() == "visual");
        visuals.filter_map(|node| Self::read(xml, node)).collect()
    }

    fn read(xml: &Xml<'_>, node: Node<'_, '_>) -> Option<Self> {
        let geometry = xml.child(node, "geometry")?;
        let number = |node, key| xml.number(node, key, None).ok();
        let (kind, size) = if let Some(shape) = xml.child(geometry, "box") {
            ("box", xml.vector(shape, "size").ok()??.to_array().to_vec())
        } else if let Some(shape) = xml.child(geometry, "cylinder") {
            ("cylinder", vec![number(shape, "radius")?, number(shape, "length")?])
        } else {
            ("sphere", vec![number(xml.child(geometry, "sphere")?, "radius")?])
        };
        let pose = xml.origin(node).ok()?;
        let colour = xml.child(node, "material").and_then(|material| colour(xml, material));
        size.iter().all(|edge| *edge > 0.0).then_some(Self { pose, kind, size, colour })
    }

    /// Returns the volume, m^3.
    fn volume(&self) -> f64 {
        let product: f64 = self.size.iter().product();
        match self.kind {
            "box" => product,
            "cylinder" => std::f64::consts::PI * product * self.size[0],
            _ => 4.0 / 3.0 * std::f64::consts::PI * product.powi(3),
        }
    }

    /// Returns the largest of some visuals, each with the pose of its link in a body, as the shape of the body whose centre of
    /// mass is there in its frame.
    pub(super) fn shape<'a>(all: impl Iterator<Item = (Pose, &'a Self)>, centre: Vec3<f64>) -> Option<Shape> {
        let (link, visual) = all.max_by(|(_, a), (_, b)| a.volume().total_cmp(&b.volume()))?;
        let pose = link.compose(visual.pose);
        let turned = pose.rotation.short().log();
        Some(Shape {
            kind: visual.kind,
            size: visual.size.clone(),
            offset: super::pose::without_rounding(pose.position - centre, 1.0).to_array(),
            rotation_vector: (turned.norm() > 1e-12).then(|| super::pose::without_rounding(turned, 1.0).to_array()),
            colour: visual.colour.clone(),
        })
    }
}

/// Returns the colour of a material: its own, or that of the material of its name beside the links.
fn colour(xml: &Xml<'_>, material: Node<'_, '_>) -> Option<String> {
    let own = xml.child(material, "color");
    let named = || {
        let name = material.attribute("name")?;
        let root = material.document().root_element();
        let is_it = |node: &Node<'_, '_>| node.tag_name().name() == "material" && node.attribute("name") == Some(name);
        root.children().find(is_it).and_then(|material| xml.child(material, "color"))
    };
    let rgba = own.or_else(named)?.attribute("rgba")?;
    let channel = |text: &str| text.parse::<f64>().ok().map(|x| (255.0 * x.clamp(0.0, 1.0)).round() as u8);
    let channels: Vec<u8> = rgba.split_whitespace().take(3).filter_map(channel).collect();
    let [r, g, b] = channels[..].try_into().ok()?;
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}

//! Strains within an element that does not lock: figures 4.6 and 4.7 of Han, "Motion interpolation and Galerkin methods in flexible
//! multibody dynamics" (2019).
//!
//! `cargo run --release --example beam_strains` bends a curved cantilever of 8 elements with 4 nodes by a force at its tip, prints how far the strains
//! of the interpolated motion are from those that the element assumes, and draws `axial_strain` and `shear_strain` as `.svg` and `.png`.

use gyrosweep::analyses::statics::Equilibria;
use gyrosweep::interpolation::{Basis, Curve, Metric};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::lie::{Motion, UnitQuaternion};
use gyrosweep::num::Vec3;
use gyrosweep::plot::{Dimension, Lines, Series, lines};
use gyrosweep::report::draw_all;
use std::collections::HashMap;
use std::error::Error;

/// The length of the beam, of radius 100, and of an element; and how many of these there are, with so many nodes.
const LENGTH: f64 = 25.0 * std::f64::consts::PI;
const ELEMENTS: u32 = 8;
const NODES: usize = 4;
/// The stiffness of the section, of the thesis.
const STIFFNESS: &str = "[[1e7, 0, 0, 0, 0, -8330], [0, 4.17e6, 0, 0, 0, 0], [0, 0, 4.17e6, 0, 0, 0], [0, 0, 0, 7.03e5, 0, 0], \
                         [0, 0, 0, 0, 8.33e5, 0], [-8330, 0, 0, 0, 0, 8.33e5]]";
/// Places in the first element that are drawn.
const PLACES: u32 = 120;

/// A scenario of the beam, with the poses of the nodes of its first element and strains at places in it, from -1 to 1, as outputs.
fn scenario(places: &[f64]) -> String {
    let mut text = format!(
        "[[beam]]\nname = \"b\"\nlength = {LENGTH:?}\ncurvature = [0, 0, -0.01]\nelements = {ELEMENTS}\norder = {}\nsection = {{ stiffness = \
         {STIFFNESS}, mass = [1, 1, 1, 1, 1, 1] }}\n[[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \
         \"b.0\"]\n[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.1\"\nforce = [0, 0, 600]\n[method]\nformulation = \"absolute\"\nintegrator = \
         \"generalized_alpha\"\nstep = 1e-3\nduration = 1e-3\n",
        NODES - 1
    );
    for node in 0..NODES {
        for (name, quantity) in [("x", "position"), ("q", "quaternion")] {
            text +=
                &format!("[[output]]\nname = \"{name}{node}\"\nquantity = \"{quantity}\"\nbody = \"b.node.{node}\"\n");
        }
    }
    for (i, eta) in places.iter().enumerate() {
        // the end of an element is the beginning of the next one, where strains are others
        let at = (0.5 - 1e-12) * (eta + 1.0) / f64::from(ELEMENTS);
        text += &format!("[[output]]\nname = \"e{i}\"\nquantity = \"strain\"\nbeam = \"b\"\nat = {at:?}\n");
    }
    text
}

fn main() -> Result<(), Box<dyn Error>> {
    let basis = Basis::gauss_lobatto_legendre(NODES)?;
    let gauss = Basis::gauss(NODES - 1)?;
    let fine: Vec<f64> = (0..=PLACES).map(|i| f64::from(2 * i) / f64::from(PLACES) - 1.0).collect();
    let places = [&fine[..], gauss.nodes(), basis.nodes()].concat();
    let scenario = Scenario::parse("bend.toml".as_ref(), &scenario(&places), Overrides::default())?;
    let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
    let study = equilibria.study(&scenario.study)?;
    let defaults = study.mechanism.defaults();
    let columns = equilibria.path(&study, &defaults).columns(&study, &defaults);
    let found: HashMap<String, f64> =
        study.mechanism.columns().into_iter().map(|(name, _)| name).zip(columns).collect();
    let value = |name: String| found.get(&name).copied().ok_or(format!("no column {name}"));
    let pose = |node: usize| -> Result<Motion<f64>, String> {
        let [x, y, z] = ["x", "y", "z"].map(|part| value(format!("x{node}.{part}")));
        let [w, a, b, c] = ["w", "x", "y", "z"].map(|part| value(format!("q{node}.{part}")));
        Ok(Motion::new(Vec3::new(x?, y?, z?), UnitQuaternion { w: w?, v: Vec3::new(a?, b?, c?) }))
    };
    let poses: Vec<Motion<f64>> = (0..NODES).map(pose).collect::<Result<_, _>>()?;
    // along the element at rest the curvature is constant, and the tangent the first axis
    let interpolated = |eta: f64| {
        let curve = Curve::near(&basis, Metric::Quaternion, &poses, eta);
        let by_length = 2.0 * f64::from(ELEMENTS) / LENGTH;
        curve.curvature.translation * by_length - Vec3::new(1.0, 0.0, 0.0)
    };
    let along = |eta: f64| 0.5 * (eta + 1.0) * LENGTH / f64::from(ELEMENTS);
    for (what, part, strain) in [("axial", 0, "e1"), ("shear", 2, "e3")] {
        let assumed = |i: usize| value(format!("e{i}.{strain}"));
        let of_motion = |eta: f64| interpolated(eta).to_array()[part];
        let points = |range: std::ops::Range<usize>| -> Result<Vec<(f64, f64)>, String> {
            range.map(|i| Ok((along(places[i]), assumed(i)?))).collect()
        };
        let (first, last) = (fine.len(), fine.len() + gauss.nodes().len());
        let at_gauss = points(first..last)?;
        let at_nodes: Vec<(f64, f64)> = basis.nodes().iter().map(|eta| (along(*eta), of_motion(*eta))).collect();
        let apart = |range: std::ops::Range<usize>| -> Result<f64, String> {
            range
                .map(|i| Ok((assumed(i)? - of_motion(places[i])).abs()))
                .try_fold(0.0f64, |most, x: Result<f64, String>| Ok(most.max(x?)))
        };
        let (gauss, anywhere) = (apart(first..last)?, apart(0..first)?);
        println!(
            "{what}: interpolated and assumed strains differ by {gauss:.2e} at Gauss points, by {anywhere:.2e} elsewhere"
        );
        let picture = lines(&Lines {
            title: format!("{} strain in the first of {ELEMENTS} elements", if part == 0 { "Axial" } else { "Shear" }),
            x: Dimension { name: "place along the beam".into(), ..Dimension::default() },
            y: Dimension { name: strain.into(), ..Dimension::default() },
            series: vec![
                Series { name: "assumed (4.6)".into(), points: points(0..first)? },
                Series {
                    name: "interpolated (4.4)".into(),
                    points: fine.iter().map(|eta| (along(*eta), of_motion(*eta))).collect(),
                },
            ],
            points: vec![at_gauss, at_nodes],
            outlines: true,
            notes: vec!["squares: Gauss points, triangles: nodes".into()],
            ..Lines::default()
        });
        let picture = picture.ok_or("there is no strain to draw")?;
        draw_all("the folder", ".".as_ref(), [(&*format!("{what}_strain"), &picture)])?;
    }
    Ok(())
}

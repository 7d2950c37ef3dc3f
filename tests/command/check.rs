//! What `gyrosweep check` tells of a scenario.

use crate::common::place::Place;

/// Stiffness and mass of a rectangle, b = 0.1 m wide along axis 2 and h = 0.02 m high along axis 3: E b h, E b h^3/12, E h b^3/12,
/// density b h; of a table from the root to the tip.
#[test]
fn sections_of_beams_are_told() {
    let beam = include_str!("bad_input/beam.toml");
    let place = Place::new(beam);
    let said = |place: &Place| String::from_utf8_lossy(&place.output(&["check", "top.toml"]).stdout).into_owned();
    let text = said(&place);
    let row = text.lines().find(|line| line.starts_with("section")).unwrap_or_else(|| panic!("{text}"));
    for part in ["EA 1.4e8 N", "EI2 4666.67 N m^2", "EI3 116667 N m^2", "mass 5.4 kg/m"] {
        assert!(row.contains(part), "{part}: {row}");
    }
    let shape =
        "section = { kind = \"rectangle\", width = 0.1, height = \"h\", youngs_modulus = 7e10, density = 2700 }";
    assert!(beam.contains(shape));
    let table = "s,k11,k22,k33,k44,k55,k66,m11,m22,m33,m44,m55,m66\n\
                 0,4e6,1e6,1e6,20,30,50,2,2,2,0.05,0.02,0.03\n2,2e6,1e6,1e6,10,30,25,1,1,1,0.05,0.02,0.03\n";
    let place = Place::new(&beam.replace(shape, "section = { file = \"s.csv\" }"));
    std::fs::write(place.path().join("s.csv"), table).expect("a table");
    let text = said(&place);
    let row = text.lines().find(|line| line.starts_with("section")).unwrap_or_else(|| panic!("{text}"));
    assert!(
        row.contains("EI2 30 N m^2") && row.contains("EI3 50 to 25 N m^2") && row.contains("mass 2 to 1 kg/m"),
        "{row}"
    );
}

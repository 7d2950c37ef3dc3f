//! Tests of the import of robots: small texts, and what is said of bad ones. `tests/urdf` has robots of others.

use super::{Base, ImportOptions, Imported, Mimics, import_text};
use crate::io::scenario::{Overrides, Scenario};
use std::path::Path;

const OPTIONS: ImportOptions = ImportOptions { base: None, mimics: Mimics::Coupled, stops: false };

const MASS: &str = "<inertial><origin xyz='0 0 0.5'/><mass value='2'/>\
                    <inertia ixx='0.1' iyy='0.2' izz='0.15' ixy='0' ixz='0' iyz='0'/></inertial>";

fn link(name: &str, inertial: &str) -> String {
    format!("<link name='{name}'>{inertial}</link>\n")
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, further: &str) -> String {
    format!("<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{further}</joint>\n")
}

fn robot(parts: &[String]) -> String {
    format!("<robot name='test'>\n{}</robot>", parts.concat())
}

/// A base and an arm on a hinge about y.
fn arm(further: &str) -> Vec<String> {
    vec![
        link("base", ""),
        link("arm", MASS),
        joint("hinge", "revolute", "base", "arm", &format!("<axis xyz='0 1 0'/>{further}")),
    ]
}

fn imported(text: &str, options: ImportOptions) -> (Imported, Scenario) {
    let imported = import_text("robot.urdf", text, options).unwrap_or_else(|e| panic!("{e}"));
    let scenario = Scenario::parse(Path::new("robot.toml"), &imported.text, Overrides::default());
    let scenario = scenario.unwrap_or_else(|e| panic!("{e}\n{}", imported.text));
    (imported, scenario)
}

fn refusal(text: &str) -> String {
    import_text("robot.urdf", text, OPTIONS).err().map_or_else(|| panic!("accepted:\n{text}"), |e| e.to_string())
}

/// Says that a notice holds these words.
fn says(imported: &Imported, words: &str) {
    assert!(
        imported.notices.iter().any(|notice| notice.contains(words)),
        "{words:?} is not in {:#?}",
        imported.notices
    );
    assert!(imported.text.contains(words), "{words:?} is not in the scenario");
}

#[test]
fn links_that_do_not_move_become_one_body() {
    let tool = "<inertial><mass value='1'/><inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial>";
    let mut parts = arm("");
    let quarter = std::f64::consts::FRAC_PI_2;
    parts.push(link("tool", tool));
    parts.push(joint("mount", "fixed", "arm", "tool", &format!("<origin xyz='0 0 2' rpy='{quarter} 0 0'/>")));
    let (imported, scenario) = imported(&robot(&parts), OPTIONS);
    assert_eq!((imported.links, imported.bodies, imported.joints), (3, 1, 1));
    assert!(imported.text.contains("# with tool\n[[body]]"), "{}", imported.text);
    // 2 kg at 0.5 m and 1 kg at 2 m: their centre is at 1 m, and 2 * 0.5^2 + 1 * 1^2 = 1.5 is added beside the axis z
    let properties = scenario.study.mechanism.bodies[0].mass_properties::<f64>(&[]);
    let moments = properties.inertia.diagonal.to_array();
    assert_eq!((properties.mass, properties.inertia.off_diagonal), (3.0, None));
    for (moment, expected) in moments.into_iter().zip([1.6, 1.7, 0.15]) {
        assert!((moment - expected).abs() < 1e-15, "{moments:?}");
    }
}

#[test]
fn what_nothing_gives_inertia_stays() {
    let mut parts = arm("");
    parts.extend([link("sensor", ""), joint("pan", "continuous", "arm", "sensor", "<axis xyz='0 0 1'/>")]);
    // turns about the line on which its mass is, so nothing opposes
    let point = MASS.replace("'0.1'", "'0'").replace("'0.2'", "'0'").replace("'0.15'", "'0'");
    parts.extend([link("tip", &point), joint("roll", "continuous", "sensor", "tip", "<axis xyz='0 0 1'/>")]);
    let (imported, scenario) = imported(&robot(&parts), OPTIONS);
    says(&imported, "they stay at zero: roll, pan");
    assert_eq!(imported.joints, 1);
    assert_eq!(scenario.study.mechanism.bodies[0].mass_properties::<f64>(&[]).mass, 4.0);
}

#[test]
fn links_without_mass_and_angles_like_degrees_are_said() {
    let massless =
        "<inertial><mass value='0'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial>";
    let mut parts = arm("<origin xyz='0 0 1' rpy='0 90 0'/>");
    parts.push(link("tool", massless));
    parts.push(joint("wrist", "revolute", "arm", "tool", "<axis xyz='0 1 0'/><origin rpy='0 6.2832 0'/>"));
    let (imported, _) = imported(&robot(&parts), OPTIONS);
    says(&imported, "the mass of these links is 0 in the file: tool");
    says(&imported, "are taken for rad, the unit of URDF: rpy = \"0 90 0\" of \"hinge\"");
    assert!(!imported.text.contains("6.2832\" of"), "{}", imported.text);
}

#[test]
fn the_base_is_held_or_free() {
    let mut parts = arm("");
    parts[0] = link("base", MASS);
    let (held, _) = imported(&robot(&parts), OPTIONS);
    says(&held, "the root link \"base\" (2.0 kg) is held fixed");
    assert_eq!((held.bodies, held.joints), (1, 1));
    let (free, _) = imported(&robot(&parts), ImportOptions { base: Some(Base::Floating), ..OPTIONS });
    assert_eq!((free.bodies, free.joints), (2, 2));
    // alone, it can only be free
    let (alone, _) = imported(&robot(&parts[..1]), OPTIONS);
    assert_eq!((alone.bodies, alone.joints), (1, 1));
    let fixed = import_text("robot.urdf", &robot(&parts[..1]), ImportOptions { base: Some(Base::Fixed), ..OPTIONS });
    assert!(fixed.is_err_and(|e| e.to_string().contains("accepted: --base floating")));
}

#[test]
fn mimics_follow_or_move_freely() {
    let mut parts = arm("");
    let mimic = "<origin xyz='0 0 1'/><axis xyz='0 1 0'/><mimic joint='hinge' multiplier='-2' offset='0.3'/>";
    parts.extend([link("hand", MASS), joint("wrist", "revolute", "arm", "hand", mimic)]);
    let (coupled, scenario) = imported(&robot(&parts), OPTIONS);
    says(&coupled, "follow others: wrist");
    let constraints = scenario.study.constraints().expect("constraints");
    assert_eq!(constraints.degrees_of_freedom, 1);
    assert!(coupled.text.contains("factors = [1.0, 2.0]\nvalue = 0.3\n"), "{}", coupled.text);
    let (free, scenario) = imported(&robot(&parts), ImportOptions { mimics: Mimics::Free, ..OPTIONS });
    says(&free, "mimic others in the file and move freely here: wrist");
    assert!(scenario.study.constraints().is_none());
    // a loop by a method that is accurate by itself
    let method = "formulation = \"absolute\"\nintegrator = \"radau2a\"\nstages = 3\ntolerance = 1e-8\n";
    assert!(coupled.text.contains(method), "{}", coupled.text);
    for (kind, found) in [("planar", "\"wrist\" is planar"), ("floating", "\"wrist\" is floating")] {
        let mut wrong = parts.clone();
        wrong[4] = wrong[4].replace("type='revolute'", &format!("type='{kind}'"));
        let message = refusal(&robot(&wrong));
        assert!(
            message.contains(found) && message.contains("--mimic free") && message.contains("robot.urdf:"),
            "{message}"
        );
        let (free, _) = imported(&robot(&wrong), ImportOptions { mimics: Mimics::Free, ..OPTIONS });
        says(&free, "move freely here: wrist");
    }
    let mut followed = parts.clone();
    followed[2] = followed[2].replace("type='revolute'", "type='planar'");
    assert!(refusal(&robot(&followed)).contains("\"wrist\" mimics \"hinge\", and \"hinge\" is planar"));
    parts[4] = parts[4].replace("joint='hinge'", "joint='elbow'");
    says(&imported(&robot(&parts), OPTIONS).0, "\"wrist\" mimics \"elbow\", which there is not");
}

#[test]
fn damping_friction_and_stops_are_forces() {
    let further = "<dynamics damping='0.5' friction='0.1'/><limit lower='-1' upper='2' effort='3' velocity='4'/>";
    let text = robot(&arm(further));
    let (without, scenario) = imported(&text, OPTIONS);
    assert_eq!(scenario.study.mechanism.forces.len(), 2);
    assert!(
        without.text.contains("# limits: -1.0 to 2.0 rad, at most 3.0 N m, at most 4.0 rad/s\n"),
        "{}",
        without.text
    );
    assert!(without.text.contains("coulomb = 0.1\nvelocity = 0.1\n"), "{}", without.text);
    says(&without, "dry friction is smoothed");
    let (_, scenario) = imported(&text, ImportOptions { stops: true, ..OPTIONS });
    assert_eq!(scenario.study.mechanism.forces.len(), 3);
}

#[test]
fn limits_that_leave_no_range_are_named() {
    let stops = ImportOptions { stops: true, ..OPTIONS };
    for (limit, words) in [
        ("lower='0.5' upper='0.5'", Some("hinge (0.5 to 0.5 rad)")),
        ("lower='1' upper='-1'", Some("hinge (1.0 to -1.0 rad)")),
        ("upper='-0.5'", Some("hinge (0.0 to -0.5 rad)")),
        ("lower='0' upper='0.5'", None),
        ("effort='1'", None),
    ] {
        let text = robot(&arm(&format!("<limit {limit}/>")));
        for options in [OPTIONS, stops] {
            let (found, _) = imported(&text, options);
            match words {
                Some(words) => says(&found, words),
                None => assert!(!found.text.contains("not below the upper one"), "{limit}: {:?}", found.notices),
            }
        }
    }
    // a stop on one side alone
    let (one, scenario) = imported(&robot(&arm("<limit lower='-inf' upper='0.5'/>")), stops);
    assert_eq!(scenario.study.mechanism.forces.len(), 1, "{}", one.text);
    assert!(one.text.contains("upper = 0.5") && !one.text.contains("lower = "), "{}", one.text);
}

#[test]
fn every_kind_of_joint_has_its_freedom() {
    let kinds = [("revolute", 1), ("continuous", 1), ("prismatic", 1), ("fixed", 0), ("planar", 3), ("floating", 6)];
    for (kind, degrees) in kinds {
        let mut parts = arm("");
        parts.extend([
            link("hand", MASS),
            joint("wrist", kind, "arm", "hand", "<origin xyz='0 0 1'/><axis xyz='0 0 2'/>"),
        ]);
        let (_, scenario) = imported(&robot(&parts), OPTIONS);
        let mechanism = &scenario.study.mechanism;
        let found: usize = mechanism.joints.iter().map(|joint| joint.kind.degrees()).sum();
        assert_eq!(found, 1 + degrees, "{kind}");
    }
}

#[test]
fn inertia_that_no_body_has_stands_as_it_is_or_is_noise() {
    let with = |ixx: &str| {
        let mut parts = arm("");
        parts[1] = parts[1].replace("ixx='0.1'", &format!("ixx='{ixx}'"));
        imported(&robot(&parts), OPTIONS).0
    };
    let impossible = with("0.5");
    says(&impossible, "\"arm\", 0.15, 0.2, 0.5 kg m^2; they stand as in the file");
    // 0.15 + 0.2 = 0.35 is the largest that a body has
    says(&with("0.35000000000001"), "were off by rounding and have been raised by");
    assert!(!with("0.35").text.contains("off by rounding"));
    let mut parts = arm("");
    parts[1] = parts[1].replace("'0.1'", "'-1e-20'").replace("'0.2'", "'2e-20'").replace("'0.15'", "'0'");
    says(&imported(&robot(&parts), OPTIONS).0, "was noise");
}

#[test]
fn names_become_words() {
    let text = robot(&arm("")).replace("'arm'", "'left arm'").replace("'hinge'", "'1/hinge'");
    let (imported, scenario) = imported(&text, OPTIONS);
    says(&imported, "the link \"left arm\" is called \"left_arm\"");
    assert_eq!(scenario.study.mechanism.bodies[0].name, "left_arm");
    assert_eq!(scenario.study.mechanism.joints[0].name, "_1_hinge");
}

#[test]
fn extensions_of_simulators_pass() {
    let text = format!(
        "\n<?xml version='1.0'?>\n{}",
        robot(&arm("")).replace("</robot>", "<gazebo><sensor:ray/></gazebo></robot>")
    );
    assert_eq!(imported(&text, OPTIONS).0.joints, 1);
}

#[test]
fn bad_robots_are_refused_in_words() {
    let good = robot(&arm(""));
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replace(from, to)
    };
    let two = robot(&[arm("").concat(), link("other", MASS)]);
    let twice = robot(&[arm("").concat(), joint("second", "fixed", "base", "arm", "")]);
    let circle = robot(&[
        arm("").concat(),
        link("a", MASS),
        link("b", MASS),
        joint("ab", "fixed", "a", "b", ""),
        joint("ba", "fixed", "b", "a", ""),
    ]);
    let cases = [
        (
            with(MASS, ""),
            "robot.urdf: no link has mass, so nothing can be accelerated; accepted: links with <inertial>",
        ),
        (with("</robot>", ""), "robot.urdf:1: the XML cannot be read: the root node was opened but never closed"),
        (
            "<sdf/>".to_string(),
            "robot.urdf:1: <sdf>: found <sdf>; accepted: a URDF file, whose first element is <robot>",
        ),
        (
            two,
            "robot.urdf:5: <link name=\"other\">: found 2 links that no joint moves: \"base\", \"other\"; accepted: one tree",
        ),
        (
            twice,
            "robot.urdf:5: <joint name=\"second\">: the joint moves the link \"arm\", which \"hinge\" moves already",
        ),
        (circle, "robot.urdf:7: <joint name=\"ab\">: the links from \"a\" to \"b\" and on form a loop"),
        (
            with("child link='arm'", "child link='arms'"),
            "robot.urdf:4: <joint name=\"hinge\"><child>: there is no link \"arms\"; accepted: the name of a <link>, such as \"arm\"",
        ),
        (
            with("<link name='arm'", "<link name='base'"),
            "robot.urdf:3: <link name=\"base\">: there is a link \"base\" already",
        ),
        (
            with("type='revolute'", "type='ball'"),
            "robot.urdf:4: <joint name=\"hinge\">: found type = \"ball\"; accepted: revolute, continuous",
        ),
        (
            with("value='2'", "value='-2'"),
            "robot.urdf:3: <link name=\"arm\"><inertial><mass>: the mass is -2.0 kg; accepted: zero or",
        ),
        (
            with("value='2'", "value='${m}'"),
            "robot.urdf:3: <link name=\"arm\"><inertial><mass>: found the macro value = \"${m}\"; accepted: plain URDF",
        ),
        (
            with("value='2'", "value='two'"),
            "robot.urdf:3: <link name=\"arm\"><inertial><mass>: found \"two\" in value; accepted: a finite number",
        ),
        (with("ixx='0.1' ", ""), "robot.urdf:3: <link name=\"arm\"><inertial><inertia>: ixx = \"..\" is missing"),
        (
            with("0 1 0", "0 1"),
            "robot.urdf:4: <joint name=\"hinge\"><axis>: found xyz = \"0 1\", 2 numbers; accepted: three",
        ),
        (with("0 1 0", "0 0 0"), "robot.urdf:4: <joint name=\"hinge\"><axis>: the axis is zero; accepted: a direction"),
        (
            with("</robot>", "<xacro:include filename='x'/></robot>"),
            "robot.urdf:5: <include>: found the macro <xacro:include>; accepted: plain URDF",
        ),
    ];
    let wrong = cases.into_iter().map(|(text, expected)| (refusal(&text), expected));
    let wrong: Vec<_> = wrong.filter(|(message, expected)| !message.starts_with(expected)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What a body looks like is the largest box, cylinder or sphere of its links, about its centre of mass.
#[test]
fn shapes_are_those_of_the_links() {
    let urdf = r#"<robot name="r">
<material name="orange"><color rgba="1 0.5 0 1"/></material>
<link name="base"/>
<link name="arm">
<visual><geometry><mesh filename="arm.stl"/></geometry></visual>
<visual><geometry><sphere radius="0.1"/></geometry></visual>
<visual><origin xyz="0 0 0.5" rpy="0 0 1.5"/><geometry><box size="0.2 0.1 1"/></geometry><material name="orange"/></visual>
<visual><geometry><cylinder radius="0" length="9"/></geometry></visual>
<inertial><origin xyz="0 0 0.4"/><mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
</link>
<link name="tip"><visual><geometry><cylinder radius="0.2" length="1"/></geometry></visual></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="0 0 1" rpy="0 1.5 0"/></joint>
</robot>"#;
    let shape = |urdf: &str| {
        let (_, scenario) = imported(urdf, OPTIONS);
        let arm = scenario.study.mechanism.bodies.iter().find(|body| body.name == "arm").unwrap();
        arm.shape.as_ref().unwrap().evaluate(&[])
    };
    // the cylinder at the tip is larger than the box, and its link moves with the arm
    let near = |found: &[f64], expected: &[f64]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14);
    let found = shape(urdf);
    assert!(found.kind == "cylinder" && near(&found.offset, &[0.0, 0.0, 0.6]), "{found:?}");
    assert!(near(&found.rotation, &[0.75f64.cos(), 0.0, 0.75f64.sin(), 0.0]), "{found:?}");
    let found = shape(&urdf.replace("<cylinder radius=\"0.2\"", "<cylinder radius=\"0.02\""));
    assert!(found.kind == "box" && found.colour.as_deref() == Some("#ff8000"), "{found:?}");
    assert!(near(&found.offset, &[0.0, 0.0, 0.1]) && near(&found.rotation, &[0.75f64.cos(), 0.0, 0.0, 0.75f64.sin()]));
}

//! Limit points, bifurcations and branches.

use super::*;
use gyrosweep::analyses::statics::PointKind;

/// A circular arch with a clamped and a hinged end under a force at its middle; bending out of its plane is made stiff, so that it buckles in
/// it.
fn arch(case: &Value, elements: usize, order: usize) -> String {
    let number = |key: &str| case["parameters"][key].as_f64().expect("a number");
    let half = 0.5 * number("opening_angle_deg").to_radians();
    let (radius, [sin, cos]) = (number("R"), [half.sin(), half.cos()]);
    let ends = [-radius * sin, radius * cos];
    let stiffness = format!("[{0:?}, {1:?}, {1:?}, 1e9, 1e9, {2:?}]", number("EA"), number("GA"), number("EI"));
    let keys = format!(
        "position = [{:?}, {:?}, 0]\nrotation_vector = [0, 0, {half:?}]\nlength = {:?}\ncurvature = [0, 0, {:?}]\nelements = {elements}\norder = \
         {order}\nmetric = \"geodesic\"\nsection = {{ stiffness = {stiffness}, mass = [1, 1, 1, 1, 1, 1] }}",
        ends[0],
        ends[1],
        2.0 * radius * half,
        -1.0 / radius
    );
    let hinge = format!(
        "[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.1\"]\naxis = [0, 0, 1]\nat = [{:?}, {:?}, 0]\n",
        -ends[0], ends[1]
    );
    let outputs = "[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.at(0.5)\"\nforce = [0, -1000, 0]\n[[output]]\nname = \"middle\"\nquantity \
                   = \"position\"\nbody = \"b.at(0.5)\"\n";
    beam(&keys) + CLAMP + &hinge + outputs
}

#[test]
fn arches_reach_their_limit_loads_and_go_on() {
    let golden = golden("beam_statics.json");
    for case in golden["arch"]["cases"].as_array().expect("cases").iter().take(3) {
        let path = "[statics]\narc_length = { first = 2, longest = 12, most_points = 150, load_limit = 2 }\n";
        let (path, _) = equilibria(&(arch(case, 12, 5) + path));
        let critical = case["Pcr"].as_f64().expect("a load");
        let limits: Vec<&_> = path.points.iter().filter(|point| point.kind == PointKind::Limit).collect();
        println!("{}: {:?}", case["name"], limits.iter().map(|point| point.load * 1000.0).collect::<Vec<_>>());
        let [first, ..] = &limits[..] else { panic!("{case}: no limit point in {} points", path.points.len()) };
        assert!((first.load * 1000.0 / critical - 1.0).abs() < 1e-7, "{case}: {}", first.load);
        let radius = case["parameters"]["R"].as_f64().expect("a radius");
        let moved = [first.columns[0], first.columns[1] - radius];
        assert!(apart(&moved, &numbers(&case["mid_point_displacement_at_limit"])) < 1e-2, "{case}: {moved:?}");
        if case["parameters"]["opening_angle_deg"] == 215.0 {
            let lowest = golden["arch"]["turning_points"][1]["P"].as_f64().expect("a load");
            assert!((limits[1].load * 1000.0 / lowest - 1.0).abs() < 1e-6, "{}", limits[1].load * 1000.0);
        }
    }
}

/// A column on a hinge that turns about all axes but its own, and a guide along its axis.
fn column(load: f64, further: &str) -> String {
    let keys = "length = 2\nelements = 4\norder = 5\nrotation_vector = [0, 0, 0]\nsection = { stiffness = [5e4, 2e4, 2e4, 30, 40, 40], mass = [1, 1, \
                1, 1, 1, 1] }";
    let supports = "[[joint]]\nname = \"foot\"\nkind = \"universal\"\nbetween = [\"ground\", \"b.0\"]\nat = [0, 0, 0]\naxes = [[0, 1, 0], [0, 0, 1]]\n\
                    [[joint]]\nname = \"guide\"\nkind = \"point_on_line\"\nbetween = [\"ground\", \"b.1\"]\nat = [2, 0, 0]\naxis = [1, 0, 0]\n";
    let middle = "[[output]]\nname = \"middle\"\nquantity = \"position\"\nbody = \"b.at(0.5)\"\n";
    beam(keys) + supports + TIP + middle + &tip_force(&format!("[{:?}, 0, 0]", -load)) + further
}

/// The load of a pinned column that is stretched and sheared: EI (pi/L)^2 = P (1 - P/EA + P/GA).
fn buckling_load([ea, ga, ei, length]: [f64; 4]) -> f64 {
    let euler = ei * (std::f64::consts::PI / length).powi(2);
    let c = 1.0 / ga - 1.0 / ea;
    2.0 * euler / (1.0 + (1.0 + 4.0 * euler * c).sqrt())
}

#[test]
fn columns_buckle_at_their_load_in_both_planes_at_once() {
    let exact = buckling_load([5e4, 2e4, 40.0, 2.0]);
    for further in
        ["[statics]\nload_steps = 7\n", "[statics]\narc_length = { first = 1e-3, most_points = 60, load_limit = 1 }\n"]
    {
        let (path, columns) = equilibria(&column(150.0, further));
        let found = columns["buckling_load"] * 150.0;
        assert!((found / exact - 1.0).abs() < 1e-8, "{further}: {found} {exact}");
        assert!(columns["limit_load"].is_nan(), "{columns:?}");
        assert!((columns["load_factor"] - 1.0).abs() < 1e-12, "{columns:?}");
        assert!(path.points.iter().all(|point| point.kind != PointKind::Limit));
    }
}

#[test]
fn a_path_goes_over_to_the_branch_that_crosses() {
    // of the elastica: P/P_cr = (2 K(k)/pi)^2 with k = sin(a/2) of the angle a at the ends, for a column that is hardly stretched
    let text = column(
        200.0,
        "[statics]\nswitch = true\narc_length = { first = 2e-2, longest = 0.05, most_points = 30, load_limit = 1 }\n",
    );
    let text = replaced(&text, &[("[5e4, 2e4, 2e4, 30, 40, 40]", "[4e8, 4e8, 4e8, 30, 40, 40]")]);
    let (path, _) = equilibria(&text);
    let euler = 40.0 * (std::f64::consts::PI / 2.0).powi(2);
    let bent: Vec<_> = path.points.iter().skip_while(|point| point.kind != PointKind::Bifurcation).skip(1).collect();
    assert!(bent.len() > 5, "{}", bent.len());
    let mut before = 1e-3;
    for point in bent {
        // the quaternion at the tip, behind its position
        let angle = 2.0 * point.columns[3].clamp(-1.0, 1.0).acos();
        let k = (0.5 * angle).sin();
        // by the mean of arithmetic and geometric means
        let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
        for _ in 0..20 {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
        }
        let exact = euler / (a * a);
        let load = point.load * 200.0;
        assert!((load / exact - 1.0).abs() < 1e-5, "{angle}: {load} {exact}");
        // the first steps of a branch are short; it bends on and on
        assert!(angle > before, "{angle} {before}");
        before = angle;
    }
    assert!(before > 0.5, "{before}");
}

#[test]
fn loads_without_an_equilibrium_are_an_outcome() {
    let golden = golden("beam_statics.json");
    let case = &golden["arch"]["cases"][0];
    let (path, columns) = equilibria(&(arch(case, 6, 4) + "[statics]\nload_steps = 10\n"));
    assert_eq!(path.outcome, Outcome::NewtonDiverged);
    assert!(columns["load_factor"] < 0.9 && columns["load_factor"] >= 0.8, "{columns:?}");
}

#[test]
fn what_nothing_holds_is_named() {
    let keys = "length = 2\nsection = { stiffness = [5e4, 2e4, 2e4, 30, 40, 40], mass = [1, 1, 1, 1, 1, 1] }";
    let free = |text: &str| {
        let scenario = parse(&format!("{text}{METHOD}"));
        let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
        let study = equilibria.study(&scenario.study).expect("a study");
        equilibria.free_motions(&study, &study.mechanism.defaults())
    };
    let message = free(&(beam(keys) + TIP)).expect("motions that nothing holds");
    assert!(message.starts_with("nothing holds 6 motions"), "{message}");
    let hinge = "[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.0\"]\naxis = [0, 0, 1]\nat = [0, 0, 0]\n";
    let message = free(&(beam(keys) + hinge + TIP)).expect("a motion that nothing holds");
    assert!(message.starts_with("nothing holds a motion"), "{message}");
    assert_eq!(free(&(beam(keys) + CLAMP + TIP)), None);
}

/// Members that are followed together have the bits of their paths alone: those that snap through, that branch, that a force of no number
/// stops, among them.
#[test]
fn paths_together_are_those_alone() {
    let arch = "[parameters]\nforce = 6000.0\nthickness = 0.02\n[[beam]]\nname = \"b\"\nposition = [-0.778836684617301, 0, 0]\nrotation_vector = \
                [0, -0.4, 0]\nlength = 1.6\ncurvature = [0, 0.5, 0]\nelements = 2\norder = 3\nsection = { kind = \"rectangle\", \
                width = 0.2, height = \"thickness\", youngs_modulus = 2.1e9, density = 1200 }\n[[joint]]\nname = \"left\"\nkind = \
                \"revolute\"\nbetween = [\"ground\", \"b.0\"]\naxis = [0, 1, 0]\nat = [-0.778836684617301, 0, 0]\n[[joint]]\nname = \
                \"right\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.1\"]\naxis = [0, 1, 0]\nat = [0.778836684617301, 0, 0]\n\
                [[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.at(0.5)\"\nforce = [0, 0, \"-force\"]\n[statics]\n\
                arc_length = { first = 0.02, longest = 0.1, most_points = 20, load_limit = 2 }\n";
    for (text, outcomes) in [
        (format!("{arch}{TIP}"), [Outcome::MostPoints; 2]),
        (
            format!("{arch}{TIP}").replace(
                "arc_length = { first = 0.02, longest = 0.1, most_points = 20, load_limit = 2 }",
                "load_steps = 3",
            ),
            [Outcome::Completed, Outcome::NewtonDiverged],
        ),
    ] {
        let scenario = parse(&format!("{text}{METHOD}"));
        let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
        let study = equilibria.study(&scenario.study).expect("a study");
        let member = |k: usize| vec![2000.0 + 400.0 * k as f64, if k == 7 { f64::NAN } else { 0.02 + 1e-4 * k as f64 }];
        let members: Vec<Vec<f64>> = (0..67).map(member).collect();
        let together = equilibria.paths(&study, &members, &|| false).expect("nobody stops them");
        assert!(equilibria.paths(&study, &members, &|| true).is_none());
        for outcome in outcomes {
            assert!(together.iter().any(|path| path.outcome == outcome), "{outcome:?}");
        }
        assert_ne!(together[7].outcome, Outcome::Completed);
        let bits = |path: &StaticPath| {
            let numbers = path.points.iter().flat_map(|point| point.columns.iter().chain([&point.load]));
            let kinds: Vec<_> = path.points.iter().map(|point| point.kind).collect();
            (path.outcome, kinds, numbers.chain(path.last.iter().flatten()).map(|x| x.to_bits()).collect::<Vec<u64>>())
        };
        for (k, path) in together.iter().enumerate().filter(|(k, _)| [0, 3, 7, 40, 64, 66].contains(k)) {
            assert_eq!(bits(path), bits(&equilibria.path(&study, &members[k])), "member {k}");
        }
    }
}

//! Equilibria of cantilevers: the discrete solutions of the elements of Han (2019), Chapter 4, exact solutions, rates, locking.

use super::*;

const METRICS: [&str; 3] = ["matrix", "quaternion", "geodesic"];

/// The bend of 45 degrees with further keys.
fn bend(golden: &Value, keys: &str) -> String {
    let parameters = &golden["elements"]["parameters"];
    let length = &parameters["length"];
    let mass = "mass = [1, 1, 1, 1, 1, 1]";
    let section = format!("section = {{ stiffness = {}, {mass} }}", text_of(&parameters["D"]));
    let shape = format!("length = {length}\ncurvature = [0, 0, {}]", parameters["k3"]);
    beam(&format!("{shape}\n{section}\n{keys}")) + CLAMP + TIP + &tip_force("[0, 0, 600]")
}

/// The tip of the bend at rest.
fn tip_at_rest(golden: &Value) -> [f64; 3] {
    let parameters = &golden["elements"]["parameters"];
    let [k, length] = ["k3", "length"].map(|key| parameters[key].as_f64().expect("a number"));
    [(k * length).sin() / k, (1.0 - (k * length).cos()) / k, 0.0]
}

#[test]
fn elements_of_the_thesis_have_their_discrete_solutions() {
    let golden = golden("beam_statics.json");
    let rest = tip_at_rest(&golden);
    let discrete = golden["elements"]["discrete"].as_array().expect("cases");
    assert_eq!(discrete.len(), 11);
    for case in discrete {
        let quadrature = if case["quadrature"] == "gauss" { "gauss" } else { "gauss_lobatto" };
        let (degree, elements) = (case["degree"].as_u64().expect("order"), case["elements"].as_u64().expect("count"));
        let keys = format!(
            "form = \"thesis\"\nmetric = {}\nquadrature = \"{quadrature}\"\norder = {degree}\nelements = {elements}",
            case["metric"]
        );
        let first = if quadrature == "gauss" {
            let points: [&[f64]; 3] =
                [&[-0.577_350_269_189_625_8], &[-0.774_596_669_241_483_4], &[-0.861_136_311_594_052_6]];
            0.5 * (1.0 + points[degree as usize - 2][0]) / elements as f64
        } else {
            0.0
        };
        let outputs = format!(
            "[[output]]\nname = \"strain\"\nquantity = \"strain\"\nbeam = \"b\"\nat = {first:?}\n[[output]]\nname = \"reaction\"\nquantity = \
             \"reaction_force\"\njoint = \"clamp\"\n"
        );
        let found = equilibrium(&(bend(&golden, &keys) + &outputs + "[statics]\nload_steps = 6\n"));
        let tip = numbers(&case["tip_displacement"]);
        let moved: Vec<f64> = xyz(&found, "tip").iter().zip(rest).map(|(a, b)| a - b).collect();
        assert!(apart(&moved, &tip) < 1e-9 * 53.6, "{case}: {moved:?}");
        let turn = vector(&found, "turn", ["w", "x", "y", "z"]);
        assert!(apart(&turn, &numbers(&case["tip_quaternion"])) < 1e-9, "{case}: {turn:?}");
        let energy = case["strain_energy"].as_f64().expect("energy");
        assert!((found["energy"] / energy - 1.0).abs() < 1e-9, "{case}: {}", found["energy"]);
        let strain = vector(&found, "strain", ["e1", "e2", "e3", "k1", "k2", "k3"]);
        let expected = numbers(&case["strain_at_first_quadrature_point"]);
        assert!(apart(&strain, &expected) < 1e-9 * 0.02, "{case}: {strain:?}");
        let reaction = xyz(&found, "reaction");
        // of one sign or the other: what the root exerts
        let expected: Vec<f64> = numbers(&case["root_reaction"])[..3].to_vec();
        let negative: Vec<f64> = expected.iter().map(|x| -x).collect();
        assert!(apart(&reaction, &expected).min(apart(&reaction, &negative)) < 1e-6, "{case}: {reaction:?}");
    }
}

#[test]
fn tips_converge_with_twice_the_order_to_the_exact_beam() {
    let golden = golden("beam_statics.json");
    let rest = tip_at_rest(&golden);
    let exact = numbers(&golden["elements"]["converged"]["tip_displacement"]);
    let errors = |keys: &str, counts: &[usize]| -> Vec<f64> {
        let error = |count: &usize| {
            let keys = format!("{keys}\nelements = {count}");
            let found = equilibrium(&(bend(&golden, &keys) + "[statics]\nload_steps = 4\n"));
            let moved: Vec<f64> = xyz(&found, "tip").iter().zip(rest).map(|(a, b)| a - b).collect();
            apart(&moved, &exact)
        };
        counts.iter().map(error).collect()
    };
    for form in ["variational", "thesis"] {
        for metric in METRICS {
            for (order, counts) in [(2, &[8, 16][..]), (3, &[4, 8]), (4, &[3, 6]), (5, &[3, 6])] {
                let all = errors(&format!("form = \"{form}\"\nmetric = \"{metric}\"\norder = {order}"), counts);
                println!("{form} {metric} {order}: {all:?} {:?}", slopes(&all));
                // the coarser of two meshes is not yet where rates are those of theory
                let rate = 2.0 * f64::from(order);
                assert!(slopes(&all)[0] > rate - 1.0, "{form} {metric} {order}: {all:?} {:?}", slopes(&all));
            }
        }
    }
    let fine = errors("order = 6", &[5]);
    assert!(fine[0] < 1e-8 * 53.6, "{fine:?}");
}

#[test]
fn every_stiffness_of_the_bend_has_its_exact_solution() {
    let golden = golden("beam_statics.json");
    let rest = tip_at_rest(&golden);
    for case in golden["bend"]["cases"].as_array().expect("cases") {
        let given = &case["parameters"]["D"];
        let at = |key: &str| given[key].as_f64().unwrap_or(0.0);
        let mut rows = vec![vec![0.0; 6]; 6];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = at(&format!("D{}{}", i + 1, i + 1));
        }
        (rows[0][5], rows[5][0]) = (at("D16"), at("D16"));
        let force = case["parameters"]["P"].as_f64().expect("a force");
        let length = &golden["elements"]["parameters"]["length"];
        let keys = format!(
            "length = {length}\ncurvature = [0, 0, -0.01]\norder = 6\nelements = 5\nsection = {{ stiffness = {rows:?}, mass = [1, 1, 1, 1, 1, 1] }}"
        );
        let text = beam(&keys) + CLAMP + TIP + &tip_force(&format!("[0, 0, {force:?}]"));
        let found = equilibrium(&(text + "[statics]\nload_steps = 4\n"));
        let [x, y, z] = xyz(&found, "tip");
        // the axes of the reference: the tangent along its second
        let moved = [-(y - rest[1]), x - rest[0], z - rest[2]];
        assert!(apart(&moved, &numbers(&case["tip_displacement"])) < 1e-8 * 53.6, "{case}: {moved:?}");
    }
}

#[test]
fn an_end_moment_bends_a_beam_to_circles() {
    let golden = golden("beam_statics.json");
    let cases = golden["circle"]["cases"].as_array().expect("cases");
    for (metric, order, elements) in [("geodesic", 2, 4), ("geodesic", 5, 1), ("quaternion", 6, 6), ("matrix", 6, 8)] {
        for case in cases {
            let number = |key: &str| case[key].as_f64().expect("a number");
            let keys = format!(
                "metric = \"{metric}\"\norder = {order}\nelements = {elements}\nlength = {}\nsection = {{ stiffness = [1e4, 1e4, 1e4, 100, 100, {}], \
                 mass = [1, 1, 1, 1, 1, 1] }}",
                case["L"], case["EI"]
            );
            let moment =
                format!("[[force]]\nname = \"m\"\nkind = \"torque\"\nbody = \"b.1\"\ntorque = [0, 0, {}]\n", case["M"]);
            // an element of the geodesic metric turns by less than half a turn
            if number("turns") * 2.0 >= f64::from(elements) {
                continue;
            }
            let found = equilibrium(&(beam(&keys) + CLAMP + TIP + &moment + "[statics]\nload_steps = 20\n"));
            let [x, y, z] = xyz(&found, "tip");
            let tip = numbers(&case["tip"]);
            let error = apart(&[x, y, z], &[tip[0], tip[1], 0.0]);
            // the matrix metric sees sines of angles: over a quarter turn an element of order 6 is that far off
            let limit = if metric == "matrix" && number("turns") > 1.0 { 1e-8 } else { 1e-10 };
            assert!(error < limit, "{metric} {order} {elements} {case}: {error:e}");
        }
    }
}

#[test]
fn gauss_points_do_not_lock_and_nodes_do() {
    // slenderness 1e4, a load that bends little: P L^3/(3 EI)
    let text = |quadrature: &str, order: usize| {
        let keys = format!(
            "length = 10\nelements = 4\norder = {order}\nquadrature = \"{quadrature}\"\nsection = {{ stiffness = [1e6, 1e6, 1e6, 0.1, 0.1, 0.1], \
             mass = [1, 1, 1, 1, 1, 1] }}"
        );
        beam(&keys) + CLAMP + TIP + &tip_force("[0, 0, 1e-8]") + "[statics]\nload_steps = 1\n"
    };
    let exact = 1e-8 * 1000.0 / 0.3 + 1e-8 * 10.0 / 1e6;
    let error = |quadrature, order| (xyz(&equilibrium(&text(quadrature, order)), "tip")[2] / exact - 1.0).abs();
    for order in [1, 2, 3, 4] {
        let [gauss, locked] = ["gauss", "gauss_lobatto"].map(|quadrature| error(quadrature, order));
        println!("order {order}: {gauss:e} with Gauss points, {locked:e} with Gauss-Lobatto");
        // two nodes bend by the middle of each element alone: one part in the square of twice the number of elements
        assert!(gauss < if order == 1 { 0.016 } else { 1e-6 }, "{order}: {gauss:e}");
        assert!(order != 2 || locked > 0.015, "{order}: {locked:e}");
    }
}

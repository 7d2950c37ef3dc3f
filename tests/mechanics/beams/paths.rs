//! Paths of equilibria whatever their steps: what is critical is found, and nothing else is named.

use super::*;
use gyrosweep::analyses::statics::PointKind;
use std::f64::consts::PI;

/// A mass on a rail between two springs, which snaps through under a load: `first` is the first step of its path.
fn truss(first: f64) -> String {
    let spring = |name: &str, x: f64| {
        format!(
            "[[force]]\nname = \"{name}\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"m\"]\npoints = [[{x:?}, 0, 0], [0, 0, 0]]\n\
             stiffness = 1000\nlength = {:?}\n",
            1.09f64.sqrt()
        )
    };
    format!(
        "[[body]]\nname = \"m\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = {{ position = [0, 0, 0.3] }}\n[[joint]]\nname = \"rail\"\n\
         kind = \"prismatic\"\nbetween = [\"ground\", \"m\"]\naxis = [0, 0, 1]\n{}{}[[force]]\nname = \"load\"\nkind = \"force\"\n\
         body = \"m\"\nforce = [0, 0, -50]\n[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"m\"\n[statics]\n\
         arc_length = {{ first = {first:?}, most_points = 200 }}\n",
        spring("left", -1.0),
        spring("right", 1.0)
    )
}

/// The forces of both springs pass an extreme where (1 + z^2)^(3/2) is the length of a spring without force.
#[test]
fn a_truss_has_both_its_limit_loads_whatever_the_first_step() {
    let length = 1.09f64.sqrt();
    let z = (length.powf(2.0 / 3.0) - 1.0).sqrt();
    let limit = 2000.0 * z * (length / (1.0 + z * z).sqrt() - 1.0) / 50.0;
    let load = |z: f64| 2000.0 * z * (length / (1.0 + z * z).sqrt() - 1.0) / 50.0;
    for first in [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5] {
        let (path, columns) = equilibria(&truss(first));
        assert_eq!(path.outcome, Outcome::Completed, "{first}");
        let critical: Vec<_> = path.points.iter().filter(|point| point.kind != PointKind::Regular).collect();
        assert_eq!(critical.len(), 2, "{first}: {critical:?}");
        for (point, (load, place)) in critical.iter().zip([(limit, z), (-limit, -z)]) {
            assert_eq!(point.kind, PointKind::Limit, "{first}");
            assert!((point.load - load).abs() < 1e-9 && (point.columns[2] - place).abs() < 1e-6, "{first}: {point:?}");
        }
        assert!((load(columns["at.z"]) - 1.0).abs() < 1e-9 && columns["load_factor"] == 1.0, "{first}: {columns:?}");
        assert!((columns["limit_load"] - limit).abs() < 1e-9 && columns["buckling_load"].is_nan(), "{first}");
    }
}

/// A steep truss whose mass may move aside buckles: where L^3 = L0 (L^2 - 1) for the length L of a spring. The branch crosses its first path
/// again below, goes on on the other side, and comes back to where it began.
#[test]
fn a_branch_that_crosses_its_first_path_is_a_loop() {
    let spring = |x: f64| {
        format!(
            "[[force]]\nname = \"spring{x}\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"m\"]\npoints = [[{x:?}, 0, 0], [0, 0, 0]]\n\
             stiffness = 1000\nlength = \"sqrt(10)\"\n"
        )
    };
    let text = |first: f64| {
        format!(
            "[[body]]\nname = \"m\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = {{ position = [0, 0, 3] }}\n[[joint]]\nname = \"plane\"\n\
             kind = \"generic\"\nbetween = [\"ground\", \"m\"]\nat = [0, 0, 3]\nlocked = [\"y\", \"rx\", \"ry\", \"rz\"]\n{}{}\
             [[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"m\"\nforce = [0, 0, -1000]\n\
             [[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \"m\"\n\
             [statics]\nswitch = true\narc_length = {{ first = {first:?}, most_points = 400, load_limit = 5 }}\n",
            spring(-1.0),
            spring(1.0)
        )
    };
    let (length, buckling): (f64, f64) = (2.741_540_784_087_3, 0.783_498_066_738_553);
    assert!((length.powi(3) - 10f64.sqrt() * (length.powi(2) - 1.0)).abs() < 1e-11);
    for first in [0.005, 0.01, 0.02, 0.05, 0.1] {
        let (path, columns) = equilibria(&text(first));
        assert_eq!(path.outcome, Outcome::Closed, "{first}");
        let crossed = path.points.iter().filter(|point| point.kind != PointKind::Regular);
        let loads: Vec<f64> =
            crossed.inspect(|at| assert_eq!(at.kind, PointKind::Bifurcation)).map(|at| at.load).collect();
        assert!(loads.len() >= 2 && (columns["buckling_load"] - buckling).abs() < 1e-9, "{first}: {loads:?}");
        for (k, load) in loads.iter().enumerate() {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            // where the branch crosses its loads have an extreme, so that its place is known to the root of rounding alone
            assert!((load - sign * buckling).abs() < 1e-7, "{first}: {loads:?}");
        }
        for point in &path.points {
            let [x, z] = [point.columns[0], point.columns[2]];
            let pull = |of: f64| 1000.0 * (10f64.sqrt() / (x - of).hypot(z) - 1.0);
            let [across, up] = [-1.0, 1.0]
                .map(|of| [pull(of) * (x - of), pull(of) * z])
                .into_iter()
                .fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
            assert!(across.abs() < 1e-6 && (up - 1000.0 * point.load).abs() < 1e-6, "{first}: {point:?}");
        }
        let sides = [1.0, -1.0].map(|side| path.points.iter().any(|point| side * point.columns[0] > 2.0));
        assert_eq!(sides, [true; 2], "{first}");
    }
}

/// An arch on two hinges with a force at its middle that is not quite vertical.
fn arch([half, thickness, tilt]: [f64; 3], elements: usize, statics: &str) -> String {
    let (radius, [sin, cos]) = (2.0, [half.sin(), half.cos()]);
    let ends = [-radius * sin, radius * cos];
    let hinge = |end: usize, x: f64| {
        format!(
            "[[joint]]\nname = \"hinge{end}\"\nkind = \"revolute\"\nbetween = [\"ground\", \"b.{end}\"]\naxis = [0, 1, 0]\nat = [{x:?}, 0, {:?}]\n",
            ends[1]
        )
    };
    beam(&format!(
        "position = [{:?}, 0, {:?}]\nrotation_vector = [0, {:?}, 0]\nlength = {:?}\ncurvature = [0, {:?}, 0]\nelements = {elements}\norder = 4\n\
         section = {{ kind = \"rectangle\", width = 0.2, height = {thickness:?}, youngs_modulus = 2.1e9, poisson = 0.3, density = 1200 }}",
        ends[0],
        ends[1],
        -half,
        2.0 * radius * half,
        1.0 / radius
    )) + &hinge(0, ends[0])
        + &hinge(1, -ends[0])
        + &format!("[[force]]\nname = \"push\"\nkind = \"force\"\nbody = \"b.at(0.5)\"\nforce = [{tilt:?}, 0, -6000]\n")
        + "[[output]]\nname = \"middle\"\nquantity = \"position\"\nbody = \"b.at(0.5)\"\n[statics]\n"
        + statics
}

/// Limit loads of imperfect arches by the boundary value problem of the shearable elastic line, with `scipy.integrate.solve_bvp` along the
/// rotation in the middle: steps of 5 cm pass sharp bends, behind which detached branches go on.
#[test]
fn imperfect_arches_have_the_limit_loads_of_their_boundary_value_problem() {
    for (values, exact) in [
        ([0.300111416688838, 0.01981655636592289, -14.328571376823238], 0.4286111395),
        ([0.306733275458893, 0.019894872149323027, -12.123114909683064], 0.4255493457),
        ([0.29864245459582484, 0.020478440019880813, 2.999381971329323], 0.4756505138),
        ([0.29184125365662894, 0.020602163146664722, 60.766194914558646], 0.4884169259),
    ] {
        let statics = "arc_length = { first = 0.01, longest = 0.05, most_points = 200, load_limit = 1 }\n";
        let (path, columns) = equilibria(&arch(values, 4, statics));
        assert_eq!(path.outcome, Outcome::Completed, "{values:?}");
        assert!((columns["limit_load"] / exact - 1.0).abs() < 2e-5, "{values:?}: {columns:?}");
        assert!(columns["load_factor"].abs() == 1.0, "{columns:?}");
        assert!(columns["buckling_load"].is_nan(), "{values:?}: {columns:?}");
        // no point comes twice
        for (i, a) in path.points.iter().enumerate() {
            for b in &path.points[..i] {
                assert!(
                    apart(&a.columns[..3], &b.columns[..3]) > 1e-10 || (a.load - b.load).abs() > 1e-10,
                    "{values:?}: {a:?}"
                );
            }
        }
    }
}

/// A path ends at the first point at its load, also where it turns within the step; one that has its most points, or comes back to
/// itself, says so, and has no outputs.
#[test]
fn paths_end_where_they_come_to_their_load() {
    let ends = |most: usize, limit: f64| {
        equilibria(&arch(
            [0.2, 0.025, 0.0],
            4,
            &format!("arc_length = {{ first = 0.01, longest = 0.05, most_points = {most}, load_limit = {limit:?} }}\n"),
        ))
    };
    let (path, columns) = ends(60, 0.3);
    assert_eq!((path.outcome, columns["load_factor"]), (Outcome::Completed, 0.3));
    assert!(path.points.iter().all(|point| point.load <= 0.3), "{:?}", path.points);
    let (path, columns) = ends(3, 10.0);
    assert_eq!(path.outcome, Outcome::MostPoints);
    assert!(columns["middle.z"].is_nan() && columns["load_factor"] < 10.0, "{columns:?}");
}

/// A cantilever that is equally stiff about all axes across it: of many planes it bends in one, and stays in that: P/P_cr = (2 K(k)/pi)^2
/// with k = sin(a/2) of the angle a at the tip.
#[test]
fn a_tube_that_buckles_stays_in_a_plane() {
    let text = |section: &str| {
        beam(&format!("length = 1\nelements = 4\norder = 4\nsection = {section}"))
            + CLAMP
            + TIP
            + &tip_force("[-60000, 0, 0]")
            + "[statics]\nswitch = true\narc_length = { first = 2e-3, longest = 0.02, most_points = 40, load_limit = 1 }\n"
    };
    for stiffness in [
        "{ stiffness = [4e8, 4e8, 4e8, 2e4, 2e4, 2e4], mass = [1, 1, 1, 1, 1, 1] }",
        "{ kind = \"tube\", radius = 0.02, thickness = 0.002, youngs_modulus = 7e10, density = 2700 }",
    ] {
        let (path, _) = equilibria(&text(stiffness));
        let bent: Vec<_> =
            path.points.iter().skip_while(|point| point.kind != PointKind::Bifurcation).skip(1).collect();
        assert!(bent.len() > 10, "{stiffness}: {}", bent.len());
        for point in &bent {
            // one of both directions across: the other is as stiff, so that what solving leaves turns the plane a little
            let across = [point.columns[1], point.columns[2]].map(f64::abs);
            let [least, most] = [across[0].min(across[1]), across[0].max(across[1])];
            assert!(least < 1e-7 + 1e-4 * most, "{stiffness}: {:?}", point.columns);
        }
    }
}

/// A rigid bar on a hinge with a spring k carries a slider on an axial spring ka under a force at the height 0.5 + c: it buckles where
/// P (0.5 + c - P/ka) = k.
#[test]
fn buckling_loads_of_a_bar_have_the_derivatives_of_their_closed_form() {
    let body = |name: &str, z: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.02, 0.02, 0.01]\ninitial = {{ position = [0, 0, {z:?}] }}\n"
        )
    };
    let critical = |[k, ka, f, c]: [f64; 4]| {
        let height = 0.5 + c;
        0.5 * ka * (height - (height * height - 4.0 * k / ka).sqrt()) / f
    };
    for values in [
        [8.78, 219.9, 44.49, 0.03222],
        [3.1, 390.0, 41.0, 0.011],
        [5.5, 260.0, 58.0, 0.045],
        [8.9, 330.0, 52.0, 0.02],
        [6.7, 205.0, 49.0, 0.037],
    ] {
        let [k, ka, f, c] = values;
        let text = format!(
            "[parameters]\nk = {k:?}\nka = {ka:?}\nF = {f:?}\nc = {c:?}\n{}{}[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = \
             [\"ground\", \"bar\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\nstiffness = \"k\"\n[[joint]]\nname = \"slide\"\nkind = \"prismatic\"\n\
             between = [\"bar\", \"s\"]\naxis = [0, 0, 1]\nstiffness = \"ka\"\n[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"s\"\n\
             force = [0, 0, \"-F\"]\npoint = [0, 0, \"c\"]\n[[output]]\nname = \"z\"\nquantity = \"position\"\nbody = \"s\"\n[statics]\n\
             arc_length = {{ first = 0.002, longest = 0.02, most_points = 100 }}\n[sensitivity]\nparameters = \"all\"\n",
            body("bar", 0.25),
            body("s", 0.5)
        );
        let (_, columns) = equilibria(&text);
        assert!((columns["buckling_load"] / critical(values) - 1.0).abs() < 1e-9, "{values:?}: {columns:?}");
        for (i, name) in ["k", "ka", "F", "c"].iter().enumerate() {
            let shifted = |step: f64| {
                let mut all = values;
                all[i] *= 1.0 + step;
                critical(all)
            };
            let h = 1e-3;
            let slope =
                (shifted(-2.0 * h) - shifted(2.0 * h) + 8.0 * (shifted(h) - shifted(-h))) / (12.0 * h * values[i]);
            let own = columns[&format!("d(buckling_load)/d({name})")];
            assert!((own / slope - 1.0).abs() < 1e-8, "{values:?} {name}: {own:e} {slope:e}");
        }
    }
}

/// A bar on a hinge with a spring, under a force along it, does not move before it buckles: where the force times its height is the stiffness.
#[test]
fn a_bar_that_rests_until_it_buckles_has_its_load() {
    let text = "[[body]]\nname = \"bar\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\ninitial = { position = [0, 0, 0.5] }\n[[joint]]\nname = \"hinge\"\n\
                kind = \"revolute\"\nbetween = [\"ground\", \"bar\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\nstiffness = 10\n[[force]]\nname = \"load\"\n\
                kind = \"force\"\nbody = \"bar\"\nforce = [0, 0, -50]\npoint = [0, 0, 0.5]\n[[output]]\nname = \"z\"\nquantity = \"position\"\n\
                body = \"bar\"\n[statics]\narc_length = { first = 0.01, longest = 0.1, most_points = 60";
    let (path, columns) = equilibria(&format!("{text} }}\n"));
    assert_eq!(path.outcome, Outcome::Completed);
    assert!((columns["buckling_load"] - 0.2).abs() < 1e-9, "{columns:?}");
    let switched = text.replace("[statics]", "[statics]\nswitch = true");
    let (path, columns) = equilibria(&format!("{switched}, load_limit = 0.3 }}\n"));
    assert_eq!(path.outcome, Outcome::Completed);
    // of the angle a: 50 sin(a) P = 10 a
    let angle = (columns["z.z"] / 0.5).acos();
    assert!((50.0 * 0.3 * angle.sin() - 10.0 * angle).abs() < 1e-8 && angle > 0.1 * PI, "{angle} {columns:?}");
}

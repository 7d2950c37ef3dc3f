//! Orders of every quantity where constraints act, and reactions near a dead point.

use super::run;
use crate::common::parse;

/// A cart on a rail with a pendulum, as constraints.
const CART: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "cart"
mass = 1
inertia = [0.02, 0.03, 0.025]
[[body]]
name = "bob"
mass = 1
inertia = [0.02, 0.03, 0.025]
initial = { position = [0.5, 0, 0] }
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "cart"]
axis = [1, 0, 0]
initial = { velocity = 1.0 }
[[joint]]
name = "pin"
kind = "revolute"
between = ["cart", "bob"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = { velocity = -3.0 }
[[output]]
name = "x"
quantity = "position"
body = "bob"
[[output]]
name = "v"
quantity = "velocity"
body = "bob"
[[output]]
name = "a"
quantity = "acceleration"
body = "bob"
[[output]]
name = "pin_force"
quantity = "reaction_force"
joint = "pin"
"#;

/// Position, velocity and acceleration of the bob and the force on it, x and z, after 0.4 s: two equations of Lagrange for cart and
/// angle, by SciPy's DOP853 with a tolerance of 1e-13.
const AT_END: [[f64; 2]; 4] = [
    [0.8955944541799008, -0.09345296305803068],
    [0.814297014664702, -1.952110316487934],
    [-4.7574099860144745, -7.7568107932789765],
    [-4.7574099860144745, 2.053189206721024],
];

/// The errors of position, velocity, acceleration and reaction at the end.
fn errors(method: &str, step: f64) -> [f64; 4] {
    let method = format!("[method]\nformulation = \"absolute\"\n{method}\nstep = {step:?}\nduration = 0.4\n");
    let chunk = run(&parse(&format!("{CART}{method}")));
    let out = chunk.outputs_of(0).expect("outputs");
    [0, 1, 2, 3].map(|i| (out[3 * i] - AT_END[i][0]).hypot(out[3 * i + 2] - AT_END[i][1]))
}

#[test]
fn orders_of_positions_velocities_accelerations_and_reactions() {
    for (method, orders, most) in [
        ("integrator = \"dg\"", [2.0, 1.0, 1.0, 1.0], 4e-2),
        ("integrator = \"radau2a\"", [3.0, 2.0, 1.0, 1.0], 4e-2),
        ("integrator = \"radau2a\"\nstages = 3", [5.0, 3.0, 2.0, 2.0], 4e-4),
        ("integrator = \"rattle\"", [2.0, 2.0, 2.0, 2.0], 4e-3),
        ("integrator = \"generalized_alpha\"", [2.0, 2.0, 2.0, 2.0], 2e-3),
    ] {
        let [coarse, fine] = [8e-3, 4e-3].map(|step| errors(method, step));
        for i in 0..4 {
            let order = (coarse[i] / fine[i]).log2();
            eprintln!("{method:?}, {i}: {:e}, order {order}", fine[i]);
            assert!((order - orders[i]).abs() < 0.15, "{method}, {i}: {order}, {coarse:?}, {fine:?}");
        }
        assert!(fine[3] < most, "{method}: {fine:?}");
    }
}

/// A slider-crank that its slider leads, over whose dead point the crank goes on as fast as before.
fn led_by_its_slider(method: &str) -> String {
    let (crank, rod, angle) = (0.3f64, 1.0f64, 1.0f64);
    let (sin, cos) = angle.sin_cos();
    let (pin_x, pin_z) = (crank * cos, crank * sin);
    let slider = pin_x + (rod * rod - pin_z * pin_z).sqrt();
    let body = |name: &str, inertia: f64, x: f64, z: f64, turned: f64| {
        format!(
            "[[body]]\nname = {name:?}\nmass = 1\ninertia = [{inertia:?}, {inertia:?}, {inertia:?}]\ninitial = {{ position = [{x:?}, 0, \
             {z:?}], rotation_vector = [0, {turned:?}, 0] }}\n"
        )
    };
    let hinge = |name: &str, between: [&str; 2], x: f64, z: f64| {
        format!(
            "[[joint]]\nname = {name:?}\nkind = \"revolute\"\nbetween = {between:?}\nat = [{x:?}, 0, {z:?}]\naxis = [0, 1, 0]\n"
        )
    };
    let sine = "0.3*sin(1 - 2*t)";
    [
        body("crank", 0.02, pin_x / 2.0, pin_z / 2.0, -angle),
        body("rod", 0.1, f64::midpoint(pin_x, slider), pin_z / 2.0, (pin_z / rod).asin()),
        body("slider", 0.02, slider, 0.0, 0.0),
        hinge("A", ["ground", "crank"], 0.0, 0.0),
        hinge("B", ["crank", "rod"], pin_x, pin_z),
        hinge("C", ["rod", "slider"], slider, 0.0),
        "[[joint]]\nname = \"D\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"slider\"]\naxis = [1, 0, 0]\n".into(),
        format!(
            "[[constraint]]\nname = \"lead\"\nkind = \"motion\"\njoint = \"D\"\nposition = \"0.3*cos(1 - 2*t) + sqrt(1 - ({sine})^2) - \
             {slider:?}\"\n"
        ),
        "[[output]]\nname = \"least\"\nquantity = \"constraint_force\"\nconstraint = \"lead\"\nover = \"min\"\n".into(),
        "[[output]]\nname = \"last\"\nquantity = \"constraint_force\"\nconstraint = \"lead\"\n".into(),
        format!("[method]\nformulation = \"absolute\"\n{method}\nstep = 7e-4\nduration = 1.0\n"),
    ]
    .concat()
}

/// The force times the velocity of the slider is the rate of the kinetic energy, whose limit at the dead point is -2.466 N and -0.8378653 N
/// at the end (40 digits, by mpmath). The mean of the multipliers of `rattle` is -3.07 N at most. Rounding is divided by the square of the distance
/// to the dead point, which a step of 7e-4 s passes 3.5e-4 s beside.
#[test]
fn a_force_that_leads_through_a_dead_point() {
    for (method, by) in [("rattle", 6e-3), ("generalized_alpha", 6e-3)] {
        let chunk = run(&parse(&led_by_its_slider(&format!("integrator = \"{method}\""))));
        let [least, last] = chunk.outputs_of(0).expect("outputs")[..] else { panic!("two outputs") };
        eprintln!("{method:?}: {least} {last}");
        assert!((least + 2.466).abs() < by && (last + 0.83786525819208).abs() < 1e-6, "{method}: {least} {last}");
    }
}

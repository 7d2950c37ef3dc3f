//! Interpolation as recorded functions: plain numbers, lanes, tapes and machine code give the same bits, derivatives by the
//! nodes are those of dual numbers and of differences, and a recording has no more operations than it had.

use gyrosweep::interpolation::{Basis, Curve, Metric, motion_at, rotation_at};
use gyrosweep::jit::{MachineCode, Pages, Program, Target};
use gyrosweep::lie::{Algebra, LieGroup, Motion, Twist, UnitQuaternion, VectorialParameterisation as V, dual};
use gyrosweep::num::{Dual, Lanes, Precision, Real, Vec3};
use gyrosweep::trace::{Graph, Input, Rate, Schedule, Tape, Traced, derivatives, interpret, record};

const METRICS: [(&str, Metric); 9] = [
    ("matrix", Metric::Matrix),
    ("quaternion", Metric::Quaternion),
    ("geodesic", Metric::Geodesic),
    ("vector_wiener_milenkovic", Metric::Vector(V::WIENER_MILENKOVIC)),
    ("vector_sine3", Metric::Vector(V::Sine(3.0))),
    ("vector_tangent3", Metric::Vector(V::Tangent(3.0))),
    ("implicit_wiener_milenkovic", Metric::Implicit(V::WIENER_MILENKOVIC)),
    ("implicit_sine4", Metric::Implicit(V::Sine(4.0))),
    ("implicit_tangent3", Metric::Implicit(V::Tangent(3.0))),
];

/// What is recorded: a function of a parameter and nodes, or of weights and nodes.
enum Function {
    Weights(Basis),
    Rotation(Metric),
    Motion(Metric),
    Curve(Basis, Metric),
}

/// Nodes of a function of rotations or motions.
const NODES: usize = 4;

fn quaternion<R: Real>(q: UnitQuaternion<R>) -> [R; 4] {
    [q.w, q.v.x, q.v.y, q.v.z]
}

fn motions<R: Real>(x: &[R]) -> Vec<Motion<R>> {
    let one = |x: &[R]| {
        let [w, a, b, c] = [0, 1, 2, 3].map(|i| dual(x[i], x[4 + i]));
        Motion(UnitQuaternion { w, v: Vec3::new(a, b, c) })
    };
    x.chunks(8).map(one).collect()
}

fn components<R: Real>(motion: Motion<R>) -> Vec<R> {
    let all = quaternion(motion.0);
    all.iter().map(|x| x.re).chain(all.iter().map(|x| x.eps[0])).collect()
}

fn six<R: Real>(twist: Twist<R>) -> Vec<R> {
    (0..6).map(|i| twist.component(i)).collect()
}

impl Function {
    fn evaluate<R: Real>(&self, x: &[R]) -> Vec<R> {
        match self {
            Self::Weights(basis) => basis.weights(x[0]),
            Self::Rotation(metric) => {
                let count = x.len() / 5;
                let rotations: Vec<_> = x[count..].chunks(4).map(UnitQuaternion::from_slice).collect();
                let found = rotation_at(*metric, &x[..count], &rotations);
                quaternion(found.rotation).into_iter().chain(found.residual.to_array()).collect()
            }
            Self::Motion(metric) => {
                let count = x.len() / 9;
                components(Motion(motion_at(*metric, &x[..count], &motions(&x[count..])).rotation))
            }
            Self::Curve(basis, metric) => {
                let found = Curve::at(basis, *metric, &motions(&x[1..]), x[0]);
                [components(found.motion), six(found.curvature), six(found.derivative)].concat()
            }
        }
    }

    /// Inputs of a member: poses within a radian of each other.
    fn inputs(&self, member: usize) -> Vec<f64> {
        let number = |i: usize| (1.7 * (member * 50 + i) as f64 + 0.3).sin();
        let vector = |i: usize, size: f64| Vec3::new(number(i), number(i + 1), number(i + 2)) * size;
        let pose = |k: usize| Motion::new(vector(6 * k, 2.0), UnitQuaternion::exp(vector(6 * k + 3, 0.35)));
        let parameter = 0.8 * number(49);
        let weights = || Basis::equispaced(NODES).expect("a basis").weights(parameter);
        match self {
            Self::Weights(_) => vec![parameter],
            Self::Rotation(_) => {
                weights().into_iter().chain((0..NODES).flat_map(|k| quaternion(pose(k).rotation()))).collect()
            }
            Self::Motion(_) => weights().into_iter().chain((0..NODES).flat_map(|k| components(pose(k)))).collect(),
            Self::Curve(..) => std::iter::once(parameter).chain((0..NODES).flat_map(|k| components(pose(k)))).collect(),
        }
    }
}

fn bases() -> Vec<Basis> {
    vec![
        Basis::gauss_lobatto_legendre(NODES).expect("a basis"),
        Basis::fourier(NODES, false).expect("a basis"),
        Basis::b_spline_greville(3, NODES + 2).expect("a basis"),
        Basis::b_spline_periodic(3, NODES).expect("a basis"),
    ]
}

fn functions() -> Vec<(String, Function)> {
    let weights = bases().into_iter().enumerate().map(|(i, b)| (format!("weights {i}"), Function::Weights(b)));
    let of_metrics = METRICS.iter().flat_map(|(name, metric)| {
        let basis = bases().swap_remove(0);
        [
            (format!("rotation {name}"), Function::Rotation(*metric)),
            (format!("motion {name}"), Function::Motion(*metric)),
            (format!("curve {name}"), Function::Curve(basis, *metric)),
        ]
    });
    weights.chain(of_metrics).collect()
}

fn recorded(count: usize, function: impl FnOnce(&[Traced]) -> Vec<Traced>) -> Graph {
    let inputs = (0..count).map(|i| Input { name: format!("in{i}"), rate: Rate::Step }).collect();
    record(Precision::Double, inputs, function)
}

/// The same bits, or zeros, whose sign a graph does not keep.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a == 0.0 && b == 0.0)
}

#[test]
fn the_bits_are_the_same_by_all_ways() {
    const MEMBERS: usize = 64;
    const FEW: usize = 4;
    for (name, function) in functions() {
        let members: [Vec<f64>; MEMBERS] = std::array::from_fn(|k| function.inputs(k));
        let count = members[0].len();
        let graph = recorded(count, |x| function.evaluate(x));
        let schedule = Schedule::new(&graph);
        let lanes: Vec<Lanes<MEMBERS>> = (0..count).map(|i| Lanes(std::array::from_fn(|k| members[k][i]))).collect();
        let mut ways: Vec<(&str, Vec<Lanes<MEMBERS>>)> = Vec::new();
        let tape = Tape::new(&graph, &schedule);
        let mut slots = tape.slots::<Lanes<MEMBERS>>();
        slots.inputs(&tape)[..count].copy_from_slice(&lanes);
        tape.run_member(&mut slots);
        tape.run_step(&mut slots);
        ways.push(("tape", (0..tape.output_count()).map(|i| tape.output(&slots, i)).collect()));
        for target in Target::ALL.into_iter().filter(|target| target.is_available()) {
            let code = MachineCode::new(&graph, &schedule, None, target);
            let program = Program::new(code, Pages::System).expect("machine code is allowed here");
            let mut slots = program.slots::<Lanes<MEMBERS>>();
            program.inputs(&mut slots).copy_from_slice(&lanes);
            program.run_member(&mut slots);
            program.run(0, &mut slots, 1);
            ways.push((target.name(), (0..program.output_count(0)).map(|i| *program.output(0, &slots, i)).collect()));
        }
        for group in members.chunks(FEW) {
            let few: Vec<Lanes<FEW>> = (0..count).map(|i| Lanes(std::array::from_fn(|k| group[k][i]))).collect();
            let found = function.evaluate(&few);
            for (k, member) in group.iter().enumerate() {
                let plain = function.evaluate(member);
                assert!(plain.iter().zip(&found).all(|(a, b)| same(*a, b.0[k])), "{name}: lanes");
            }
        }
        for (k, member) in members.iter().enumerate() {
            let plain = function.evaluate(member);
            assert!(plain.iter().all(|x| x.is_finite()), "{name}: {plain:?}");
            let interpreted = interpret(&graph, member);
            assert!(plain.iter().zip(&interpreted).all(|(a, b)| same(*a, *b)), "{name}: recorded");
            for (way, found) in &ways {
                assert!(plain.iter().zip(found).all(|(a, b)| same(*a, b.0[k])), "{name}: {way}");
            }
        }
    }
}

/// The interpolated motion with nodes moved by increments, and what it is moved by.
fn moved<R: Real>(function: &Function, x: &[f64], increments: &[R]) -> Vec<R> {
    let first = if let Function::Curve(..) = function { 1 } else { NODES };
    let nodes = motions(&x[first..]);
    let moved = nodes.iter().zip(increments.chunks(6)).flat_map(|(node, increment)| {
        let fixed = |x: Dual<f64, 1>| dual(R::constant(x.re), R::constant(x.eps[0]));
        let UnitQuaternion { w, v } = node.0;
        let node = Motion(UnitQuaternion { w: fixed(w), v: Vec3::new(fixed(v.x), fixed(v.y), fixed(v.z)) });
        components(node.compose(Motion::exp(Twist::from_components(|i| increment[i]))))
    });
    let inputs: Vec<R> = x[..first].iter().map(|x| R::constant(*x)).chain(moved).collect();
    function.evaluate(&inputs)
}

/// Derivatives by increments of the nodes: of the recording, by dual numbers, by central differences.
#[test]
fn derivatives_by_nodes_agree() {
    const UNKNOWNS: usize = 6 * NODES;
    for (name, metric) in METRICS {
        let basis = Basis::gauss_lobatto_legendre(NODES).expect("a basis");
        for function in [Function::Motion(metric), Function::Curve(basis, metric)] {
            let x = function.inputs(3);
            let at: [f64; UNKNOWNS] = std::array::from_fn(|i| 0.02 * (i as f64).cos());
            let mut places = Vec::new();
            let graph = recorded(UNKNOWNS, |increments| {
                let results = moved(&function, &x, increments);
                let seeds: Vec<_> =
                    increments.iter().enumerate().map(|(i, x)| (*x, vec![(i, Traced::one())])).collect();
                let rows = derivatives(&results, &seeds);
                places = rows.iter().map(|row| row.iter().map(|(i, _)| *i).collect::<Vec<_>>()).collect();
                rows.into_iter().flatten().map(|(_, slope)| slope).collect()
            });
            let found = interpret(&graph, &at);
            let mut by_recording = vec![[0.0; UNKNOWNS]; places.len()];
            let pairs = places.iter().enumerate().flat_map(|(row, columns)| columns.iter().map(move |c| (row, *c)));
            pairs.zip(found).for_each(|((row, column), slope)| by_recording[row][column] = slope);
            let step = 1e-5;
            for i in 0..UNKNOWNS {
                let by_dual = moved(&function, &x, &Dual::by_one(&at, Some(i)));
                let shifted = |by: f64| {
                    let mut at = at;
                    at[i] += by;
                    moved(&function, &x, &at)
                };
                for (row, (ahead, behind)) in shifted(step).into_iter().zip(shifted(-step)).enumerate() {
                    let (recorded, dual) = (by_recording[row][i], by_dual[row].eps[0]);
                    let size = dual.abs().max(1.0);
                    assert!((recorded - dual).abs() < 1e-11 * size, "{name} {row} {i}: {recorded:e} {dual:e}");
                    let difference = (ahead - behind) / (2.0 * step);
                    assert!((difference - dual).abs() < 1e-7 * size, "{name} {row} {i}: {difference:e} {dual:e}");
                }
            }
        }
    }
}

/// Operations of the pose alone: of a rotation and of a motion between two, and between four. By nested dual numbers they took 7 to
/// 20 times as many, a motion between four 27,679 by the geodesic metric.
#[test]
fn operations_of_recordings() {
    let most = [
        [[1800, 2200], [1920, 2460]],
        [[60, 120], [110, 200]],
        [[1620, 2220], [2750, 3800]],
        [[1230, 1630], [1960, 2620]],
        [[2680, 3580], [4860, 6510]],
        [[2170, 2990], [3840, 5350]],
        [[1220, 1610], [1940, 2580]],
        [[1240, 1640], [1980, 2650]],
        [[2120, 2920], [3740, 5200]],
    ];
    for ((name, metric), most) in METRICS.into_iter().zip(most) {
        let count = |function: Function, inputs: usize, outputs: usize| {
            recorded(inputs, |x| function.evaluate(x)[..outputs].to_vec()).operation_counts().0
        };
        let found =
            [2, 4].map(|n| [count(Function::Rotation(metric), 5 * n, 4), count(Function::Motion(metric), 9 * n, 8)]);
        println!("{name}: {found:?}");
        assert!(found.concat().iter().zip(most.concat()).all(|(found, most)| *found <= most), "{name}: {found:?}");
    }
}

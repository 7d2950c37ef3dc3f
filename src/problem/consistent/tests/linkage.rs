//! Bodies on revolute joints about their own axes, written by hand as a constrained system.

use crate::lie::RotationParameterisation;
use crate::num::{Dual, Mat3, Real, Vec3};
use crate::problem::consistent::Family;
use crate::problem::{Constrained, Factor, Layout, Unknowns};

/// A revolute joint: 3 rows for the point, 2 for the axis.
#[derive(Clone, Copy)]
pub(super) struct Revolute {
    /// Body or ground, and body.
    pub(super) between: (Option<usize>, usize),
    /// The point in the frame of each, m.
    pub(super) points: [[f64; 3]; 2],
    /// The axis of both bodies that the joint turns about.
    pub(super) axis: usize,
}

/// Bodies, joints, gravity along -z, and what the tests need besides.
#[derive(Clone)]
pub(super) struct Linkage {
    pub(super) parameterisation: RotationParameterisation,
    /// m and the principal inertia: kg, kg m^2.
    pub(super) bodies: Vec<(f64, [f64; 3])>,
    pub(super) joints: Vec<Revolute>,
    pub(super) gravity: f64,
    /// The ground's points move along x by so much times sin 3t, m.
    pub(super) shake: f64,
    /// A spring from the first body's centre of mass to a point of the ground: N/m, m.
    pub(super) spring: Option<(f64, [f64; 3])>,
    /// Whether there is a value of first order whose rate depends on an acceleration and a multiplier.
    pub(super) filter: bool,
}

pub(super) struct LinkageAt<R> {
    linkage: Linkage,
    layout: Layout,
    number: std::marker::PhantomData<R>,
}

impl Linkage {
    pub(super) fn pendulum() -> Self {
        Self {
            parameterisation: RotationParameterisation::Quaternion,
            bodies: vec![(2.0, [0.1, 0.3, 0.25])],
            joints: vec![Revolute { between: (None, 0), points: [[0.0; 3], [-0.5, 0.0, 0.0]], axis: 1 }],
            gravity: 9.81,
            shake: 0.0,
            spring: None,
            filter: false,
        }
    }
    /// Returns a crank, a coupler and a rocker of these lengths and masses, with centres of mass in their middles; rods
    /// are 0.01 m thick.
    pub(super) fn four_bar(lengths: [f64; 3], masses: [f64; 3], rocker_pivot: [f64; 3]) -> Self {
        let [a, b, c] = lengths;
        let body = |(m, l): (f64, f64)| (m, [m * 0.01_f64.powi(2) / 2.0, m * l * l / 12.0, m * l * l / 12.0]);
        let end = |l: f64| [l / 2.0, 0.0, 0.0];
        let joint = |a, b, p, q| Revolute { between: (a, b), points: [p, q], axis: 1 };
        Self {
            bodies: masses.into_iter().zip(lengths).map(body).collect(),
            joints: vec![
                joint(None, 0, [0.0; 3], end(-a)),
                joint(Some(0), 1, end(a), end(-b)),
                joint(Some(1), 2, end(b), end(c)),
                joint(None, 2, rocker_pivot, end(-c)),
            ],
            ..Self::pendulum()
        }
    }
    /// Returns Bricard's loop of five rods along the edges of a cube of 1 m, closed by the ground, with six axes along
    /// edges.
    pub(super) fn bricard() -> (Self, Vec<f64>) {
        let middles = [[0.5, 0.0, 0.0], [1.0, -0.5, 0.0], [1.0, -1.0, 0.5], [0.5, -1.0, 1.0], [0.0, -0.5, 1.0]];
        let corners =
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, -1.0, 1.0], [0.0, -1.0, 1.0], [0.0, 0.0, 1.0]];
        let seen = |corner: usize, body: usize| std::array::from_fn(|i| corners[corner][i] - middles[body][i]);
        let joint = |i: usize, axis: usize| Revolute {
            between: ((1..5).contains(&i).then(|| i - 1), i.min(4)),
            points: [if i.is_multiple_of(5) { corners[i] } else { seen(i, i - 1) }, seen(i, i.min(4))],
            axis,
        };
        let linkage = Self {
            bodies: vec![(1.0, [0.1; 3]); 5],
            joints: [1, 2, 0, 1, 2, 0].into_iter().enumerate().map(|(i, axis)| joint(i, axis)).collect(),
            ..Self::pendulum()
        };
        let q = middles.iter().flat_map(|[x, y, z]| [*x, *y, *z, 1.0, 0.0, 0.0, 0.0]).collect();
        (linkage, q)
    }
    pub(super) fn layout(&self) -> Layout {
        let mut factors: Vec<Factor> =
            self.bodies.iter().flat_map(|_| [Factor::Vector(3), Factor::Rotation(self.parameterisation)]).collect();
        factors.extend([Factor::FirstOrder(usize::from(self.filter)), Factor::Quadrature(1)]);
        Layout::new(factors)
    }
    /// Returns coordinates and velocities of planar rods from the middle, the angle about y and their rates of every
    /// rod.
    pub(super) fn planar(&self, rods: &[([f64; 2], f64, [f64; 2], f64)]) -> (Vec<f64>, Vec<f64>) {
        let layout = self.layout();
        let (mut q, mut v) = (vec![0.0; layout.coordinate_count()], vec![0.0; layout.velocity_count()]);
        for (place, (x, angle, rate, spin)) in layout.places().step_by(2).zip(rods) {
            (q[place.q], q[place.q + 2]) = (x[0], x[1]);
            (v[place.v], v[place.v + 2]) = (rate[0], rate[1]);
            let turn = crate::lie::LieGroup::exp(Vec3::new(0.0, *angle, 0.0));
            let spin = Vec3::new(0.0, *spin, 0.0);
            self.parameterisation.write(turn, spin, &mut q[place.q + 3..], &mut v[place.v + 3..]);
        }
        (q, v)
    }
    /// Returns coordinates and velocities of the pendulum at an angle and a rate.
    pub(super) fn swinging(&self, angle: f64, rate: f64) -> (Vec<f64>, Vec<f64>) {
        let ((s, c), l) = (angle.sin_cos(), 0.5);
        self.planar(&[([l * c, -l * s], angle, [-l * s * rate, -l * c * rate], rate)])
    }
}

impl Linkage {
    /// Returns the linkage in a number.
    pub(super) fn at<R: Real>(&self) -> LinkageAt<R> {
        LinkageAt { linkage: self.clone(), layout: self.layout(), number: std::marker::PhantomData }
    }
}

impl Family for Linkage {
    type Plain = LinkageAt<f64>;
    type Moving = LinkageAt<Dual<f64, 1>>;
    fn plain(&self) -> LinkageAt<f64> {
        self.at()
    }
    fn moving(&self) -> LinkageAt<Dual<f64, 1>> {
        self.at()
    }
    fn constraints<R: Real>(&self, t: R, q: &[R], v: &[R]) -> Vec<R> {
        let mut out = Vec::new();
        self.at().constraint_residuals(t, q, v, &mut out);
        out
    }
}

impl<R: Real> Constrained<R> for LinkageAt<R> {
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn multiplier_count(&self) -> usize {
        5 * self.linkage.joints.len()
    }
    fn residual(&mut self, t: R, q: &[R], v: &[R], scale: R, at: Unknowns<'_, R>, out: &mut Vec<R>) {
        let Linkage { parameterisation, bodies, joints, gravity, shake, spring, filter } = &self.linkage;
        let places: Vec<_> = self.layout.places().step_by(2).take(bodies.len()).collect();
        let (mut motion, mut turned) = (Vec::new(), Vec::new());
        for (place, (mass, inertia)) in places.iter().zip(bodies) {
            let [x, w] = [Vec3::from_slice(&q[place.q..]), Vec3::from_slice(&v[place.v + 3..])];
            let [a, dw] = [place.v, place.v + 3].map(|i| Vec3::from_slice(&at.rate[i..]));
            let inertia = inertia.map(R::constant);
            let times = |w: Vec3<R>| Vec3::new(inertia[0] * w.x, inertia[1] * w.y, inertia[2] * w.z);
            let mut force = Vec3::new(R::zero(), R::zero(), R::constant(-mass * gravity));
            if let (Some((k, anchor)), true) = (spring, place.v == 0) {
                force = force + (Vec3::constant(*anchor) - x) * R::constant(*k);
            }
            motion.push([a * R::constant(*mass) - force * scale, times(dw) - times(w).cross(w) * scale]);
            turned.push((x, parameterisation.rotation(&q[place.q + 3..])));
        }
        let mut constraints = Vec::new();
        let (slide, _) = (t * R::constant(3.0)).sin_cos();
        for (joint, mu) in joints.iter().zip(at.multipliers.chunks(5)) {
            let [p, s] = joint.points.map(Vec3::constant);
            let moved = p + Vec3::new(slide.scale(*shake), R::zero(), R::zero());
            let (b, ground) = (joint.between.1, (Vec3::zero(), Mat3::identity()));
            let (p, (xa, ra)) = joint.between.0.map_or((moved, ground), |a| (p, turned[a]));
            let (xb, rb) = turned[b];
            constraints.extend((xb + rb.apply(s) - xa - ra.apply(p)).to_array());
            let force = Vec3::from_slice(mu);
            let unit = |i: usize| Vec3::constant(std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
            let (axis, others) = (unit(joint.axis), (0..3).filter(|i| *i != joint.axis));
            let mut on = [p.cross(ra.apply_transposed(force)) * -R::one(), s.cross(rb.apply_transposed(force))];
            for (across, mu) in others.map(unit).zip(&mu[3..]) {
                let [c, d] = [rb.apply(axis), ra.apply(across)];
                constraints.push(c.dot(d));
                on[0] = on[0] + across.cross(ra.apply_transposed(c)) * *mu;
                on[1] = on[1] + axis.cross(rb.apply_transposed(d)) * *mu;
            }
            motion[b] = [motion[b][0] + force, motion[b][1] + on[1]];
            if let Some(a) = joint.between.0 {
                motion[a] = [motion[a][0] - force, motion[a][1] + on[0]];
            }
        }
        out.clear();
        out.extend(motion.iter().flatten().flat_map(|x| x.to_array()));
        if *filter {
            let i = out.len();
            let rate = at.rate[2] * at.rate[2] / scale + at.multipliers[0] - v[i].scale(3.0) * scale;
            out.push(at.rate[i] - rate);
        }
        out.extend(constraints);
    }
    fn follow_angles(&self, _: R, _: &[R], _: &mut [R]) {}
}

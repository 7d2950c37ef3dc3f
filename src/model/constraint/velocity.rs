//! An equation between velocities: a blade, a wheel, a gear whose ratio changes, a drive with a speed.
//!
//! a(q, t) . v + b(q, t) = 0, which no equation between positions may follow from: the constraint is nonholonomic. Along a
//! motion it has rates like any other; its force is a lambda (Lagrange and d'Alembert).

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Dual, Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "velocity",
    summary: "an expression that is linear in velocities is zero: a blade, a wheel, a gear whose ratio changes, a drive with a speed \
              (nonholonomic: it binds velocities and no positions); what it exerts along the expression's velocity is `constraint_force`, \
              what it takes `power`",
    keys: "expression = \"..\" (m/s or rad/s, over parameters, t (s), the coordinates and velocities of all joints, as elbow.q and \
           elbow.v, of several sleeve.q.1, as outputs have them, and where there is a body its x, y, z (m), vx, vy, vz (m/s), wx, \
           wy, wz (rad/s)), body (position and velocity of its point, world frame, and its angular velocity, body frame), point = [..] (m, \
           body frame from the centre of mass; default 0), frame = space | body (of vx, vy, vz; default space)",
    example: r#"[[body]]
name = "sledge"
mass = 30 # kg
inertia = [1.5, 2, 2.5] # kg m^2
initial = { position = [0.4, 0.1, 0.2] } # m
[[joint]]
name = "ice"
kind = "planar"
between = ["ground", "sledge"]
axis = [0, 0.1, 1]
initial = { velocities = [1.5, -0.256, 0.8] } # m/s, rad/s
[[constraint]]
name = "blade"
kind = "velocity"
expression = "vy + 0.02*wz" # m/s
body = "sledge"
point = [0.3, 0, -0.1] # m
frame = "body"
"#,
};

/// What a velocity is of.
#[derive(Clone, Copy, Debug)]
enum Of {
    /// A degree of freedom of a joint.
    Joint(usize, usize),
    /// A component of the velocity of the body's point.
    Point(usize),
    /// A component of the body's angular velocity, body frame.
    Turning(usize),
}

/// The point of a body.
#[derive(Clone, Debug)]
struct Point<N> {
    body: FrameRef,
    point: Triple<N>,
    /// Whether velocities are along the axes of the body, not of the world.
    along_body: bool,
}

/// A constraint of the kind `velocity`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Velocity<N> {
    formula: Formula<N>,
    /// How many variables the formula has.
    count: usize,
    /// The coordinates of joints that the formula depends on, by joint and number, and its velocities, each with the index of
    /// their variable.
    coordinates: Vec<(usize, (usize, usize))>,
    velocities: Vec<(usize, Of)>,
    /// The first variable of the point, and the point.
    point: Option<(usize, Point<N>)>,
    is_angle: bool,
}

impl Description for Velocity<Expr> {
    type At<R: Real> = Velocity<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        section.expect_units(&[("point", "m")])?;
        let (mut names, mut coordinates, mut all) = (vec!["t".to_string()], Vec::new(), Vec::new());
        for (number, joint) in section.names().joints.iter().enumerate() {
            let units = joint.units();
            let name = |kind: &str, i: usize| match units.len() {
                1 => format!("{}.{kind}", joint.name),
                _ => format!("{}.{kind}.{}", joint.name, i + 1),
            };
            coordinates.extend((0..units.len()).map(|i| (names.len() + i, (number, i))));
            names.extend((0..units.len()).map(|i| name("q", i)));
            all.extend(units.iter().enumerate().map(|(i, unit)| (names.len() + i, Of::Joint(number, i), *unit)));
            names.extend((0..units.len()).map(|i| name("v", i)));
        }
        let first = names.len();
        let of_body = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"].map(String::from);
        let point = if section.has("body") {
            names.extend(of_body.clone());
            all.extend((0..3).map(|k| (first + 3 + k, Of::Point(k), "m")));
            all.extend((0..3).map(|k| (first + 6 + k, Of::Turning(k), "rad")));
            let (body, point) = (section.frame("body")?, section.vector_or_zero("point")?);
            let along_body = section.choice("frame", &["space", "body"])? == "body";
            Some((first, Point { body, point, along_body }))
        } else {
            None
        };
        let with_body = [&names[..], &of_body].concat();
        let expression = match section.expression("expression", &names) {
            Err(_) if point.is_none() && section.expression("expression", &with_body).is_ok() => {
                let message = "the expression is of the motion of a body, and there is none; accepted: its name";
                return Err(section.invalid("body", message.into()));
            }
            expression => expression?,
        };
        // the variables follow the parameters
        let parameters = match section.parsed_expression("t", &names)? {
            Expr::Parameter(at) => at,
            _ => 0,
        };
        let variable = |at: usize| at.checked_sub(parameters);
        let is_velocity = |at: usize| variable(at).is_some_and(|at| all.iter().any(|(of, ..)| *of == at));
        let accepted = "accepted: velocities, such as joint.v, each times what depends on positions, parameters and t, and what depends on \
                        these alone";
        if let Some(found) = expression.non_linear_in(&is_velocity) {
            let names: Vec<String> =
                found.variables.iter().filter_map(|at| Some(format!("{:?}", names[variable(*at)?]))).collect();
            let message =
                format!("{} of {} is not linear in velocities; {accepted}", found.operation, names.join(", "));
            return Err(section.invalid("expression", message));
        }
        let uses = |of: usize| expression.depends_on(&|at| variable(at) == Some(of));
        all.retain(|(of, ..)| uses(*of));
        coordinates.retain(|(of, _)| uses(*of));
        if all.is_empty() {
            return Err(section.invalid("expression", format!("it depends on no velocity; {accepted}")));
        }
        let constraint = Self {
            formula: Formula::new(expression),
            count: names.len(),
            coordinates,
            is_angle: all.iter().all(|(.., unit)| *unit == "rad"),
            velocities: all.into_iter().map(|(at, of, _)| (at, of)).collect(),
            point,
        };
        Ok((constraint, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Velocity<R> {
        let point = |point: &Point<Expr>| Point {
            body: point.body,
            point: numbers(&point.point, p),
            along_body: point.along_body,
        };
        Velocity {
            formula: self.formula.evaluate(p),
            count: self.count,
            coordinates: self.coordinates.clone(),
            velocities: self.velocities.clone(),
            point: self.point.as_ref().map(|(first, of)| (*first, point(of))),
            is_angle: self.is_angle,
        }
    }
    fn unit(&self) -> &'static str {
        if self.is_angle { "N m" } else { "N" }
    }
    fn is_drive(&self) -> bool {
        true
    }
}

impl<R: Real> Velocity<R> {
    /// Returns the constraint in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Velocity<S> {
        let point =
            |point: &Point<R>| Point { body: point.body, point: point.point.map(&f), along_body: point.along_body };
        Velocity {
            point: self.point.as_ref().map(|(first, of)| (*first, point(of))),
            count: self.count,
            coordinates: self.coordinates.clone(),
            velocities: self.velocities.clone(),
            is_angle: self.is_angle,
            formula: self.formula.map(f),
        }
    }
    /// Returns the variables of the formula at rest.
    fn at_rest(&self, motion: &Motion<'_, R>) -> Vec<R> {
        let mut all = vec![R::zero(); self.count];
        all[0] = motion.time;
        for (at, (joint, number)) in &self.coordinates {
            let joint = &motion.joints[*joint];
            // a rotation vector is made where it is asked for
            all[*at] = joint.coordinates.get(*number).copied().unwrap_or_else(|| joint.all_coordinates()[*number]);
        }
        if let Some((first, Point { body, point, .. })) = &self.point {
            motion.frame(*body).point(vec3(point)).1.write(&mut all[*first..]);
        }
        all
    }
}

impl<R: Real> Constrains<R> for Velocity<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        let mut loads = Loads::none(motion);
        self.act(motion, R::one(), &mut loads);
        loads.work(motion) + motion.time.integral(self.formula.value(&self.at_rest(motion)))
    }
    fn is_angle(&self) -> bool {
        self.is_angle
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        R::note("constraint of velocities: derivatives of the expression by them");
        let (at_rest, formula) = (self.at_rest(motion), self.formula.map(Dual::<R, 1>::resting));
        for (at, of) in &self.velocities {
            let force = formula.value(&Dual::by_one(&at_rest, Some(*at))).eps[0] * multiplier;
            let along = |k: usize| {
                Vec3::from_slice(&std::array::from_fn::<R, 3, _>(|i| if i == k { force } else { R::zero() }))
            };
            match (of, &self.point) {
                (Of::Joint(joint, number), _) => {
                    let load = &mut loads.joints[*joint][*number];
                    *load = *load + force;
                }
                (Of::Turning(k), Some((_, Point { body, .. }))) => loads.add_torque(*body, along(*k)),
                (Of::Point(k), Some((_, Point { body, point, along_body }))) => {
                    let force = if *along_body { motion.frame(*body).rotation.apply(along(*k)) } else { along(*k) };
                    loads.add_force(*body, motion, force, vec3(point));
                }
                (Of::Turning(_) | Of::Point(_), None) => unreachable!("a velocity of a body that is given"),
            }
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}

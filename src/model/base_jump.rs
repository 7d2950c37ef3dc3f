//! Jumps of where the base is and how fast it moves, which accelerations say nothing of.
//!
//! Between two times a motion changes by the integral of its rate. Where it does not, by Gauss's rule over ever shorter parts, it
//! jumps in between: an impulse that equations of accelerations do not have.

use super::base::BaseMotion;
use super::expression::Expr;
use std::fmt::{Display, Formatter};

/// A jump of the motion of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseJump {
    /// When, s.
    pub time: f64,
    /// True where the base turns by `rotation`, false where `position` jumps or changes its velocity.
    pub turns: bool,
    /// True where the velocity jumps, and not the place itself.
    pub of_velocity: bool,
    /// By how much: m, rad, m/s or rad/s.
    pub by: f64,
}

/// Numbers of the motion: position, quaternion, velocity, angular velocity in the frame of the base.
const COUNT: usize = 13;

/// The first number of the velocities among them.
const VELOCITIES: usize = 7;

/// A jump is larger than this part of the largest magnitude of its kind.
const SMALL: f64 = 1e-7;

/// Parts of a run that are looked at first, and the shortest one, as a part of it.
const PARTS: usize = 16;
const SHORTEST: f64 = 1e-9;

/// Times at most that are looked at.
const MOST: usize = 200_000;

/// The places and weights of Gauss's rule with four points, between 0 and 1.
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

impl BaseMotion {
    /// Returns the first jump in a run of that duration (s), for values of the parameters, where one is found; at the end of the run
    /// none counts.
    pub fn jump(&self, parameters: &[f64], duration: f64) -> Option<BaseJump> {
        let angles = self.rotation.iter().map(|(_, angle)| angle);
        if self.poses.is_none() && self.position.iter().chain(angles).all(Expr::is_analytic) {
            return None;
        }
        let end = duration * (1.0 - SHORTEST);
        let times: Vec<f64> = (0..=PARTS).map(|i| end * i as f64 / PARTS as f64).collect();
        let states: Vec<[f64; COUNT]> = times.iter().map(|t| self.numbers(parameters, *t)[0]).collect();
        let largest = |of: std::ops::Range<usize>| {
            states.iter().flat_map(|state| &state[of.clone()]).fold(0.0, |most: f64, x| most.max(x.abs()))
        };
        let scales = [largest(0..3), 1.0, largest(VELOCITIES..VELOCITIES + 3), largest(VELOCITIES + 3..COUNT)];
        let mut open: Vec<[f64; 2]> = times.windows(2).rev().map(|pair| [pair[0], pair[1]]).collect();
        for _ in 0..MOST / (GAUSS.len() + 2) {
            let [from, to] = open.pop()?;
            let (_, number, by) = self.missed(parameters, [from, to], scales)?;
            if by == 0.0 {
                continue;
            }
            if to - from > SHORTEST * duration {
                let middle = f64::midpoint(from, to);
                open.extend([[middle, to], [from, middle]]);
                continue;
            }
            let (of_velocity, place) = (number >= VELOCITIES, number % VELOCITIES);
            return Some(BaseJump { time: to, turns: place >= 3, of_velocity, by });
        }
        None
    }

    /// Returns which number changes most between two times by more than its rate says, in units of the scales of position,
    /// quaternion, velocity and angular velocity, and by how much.
    fn missed(&self, parameters: &[f64], [from, to]: [f64; 2], scales: [f64; 4]) -> Option<(f64, usize, f64)> {
        let [[before, _], [behind, _]] = [from, to].map(|t| self.numbers(parameters, t));
        let mut integral = [0.0; COUNT];
        for (place, weight) in GAUSS {
            let [_, rate] = self.numbers(parameters, from + place * (to - from));
            integral.iter_mut().zip(rate).for_each(|(sum, rate)| *sum += weight * (to - from) * rate);
        }
        let kind = |i: usize| [0, 1, 2, 3][usize::from(i >= 3) + usize::from(i >= VELOCITIES) + usize::from(i >= 10)];
        let missed = (0..COUNT).map(|i| {
            let by = behind[i] - before[i] - integral[i];
            let part = if by.abs() > SMALL * scales[kind(i)] { by.abs() / scales[kind(i)] } else { 0.0 };
            (part, i, if part > 0.0 { by } else { 0.0 })
        });
        missed.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns the numbers of the motion at a time, s, and their rates.
    fn numbers(&self, parameters: &[f64], t: f64) -> [[f64; COUNT]; 2] {
        let base = self.at::<f64>(t, parameters);
        let (q, w) = (base.orientation, base.angular_velocity);
        let turned = q.v.cross(w) + w * q.w;
        let quaternion = [q.w, q.v.x, q.v.y, q.v.z];
        let rate = [-q.v.dot(w), turned.x, turned.y, turned.z].map(|x| x / 2.0);
        let all = |position: [f64; 3], quaternion: [f64; 4], velocity: [f64; 3], angular: [f64; 3]| {
            let mut all = [0.0; COUNT];
            let numbers = position.into_iter().chain(quaternion).chain(velocity).chain(angular);
            all.iter_mut().zip(numbers).for_each(|(to, x)| *to = x);
            all
        };
        let (v, a) = (base.velocity.to_array(), base.acceleration.to_array());
        [
            all(base.position.to_array(), quaternion, v, w.to_array()),
            all(v, rate, a, base.angular_acceleration.to_array()),
        ]
    }
}

impl BaseJump {
    /// Returns the key of `[base]` that it is of.
    pub fn key(&self) -> &'static str {
        if self.turns { "rotation" } else { "position" }
    }
}

impl Display for BaseJump {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let unit = match (self.turns, self.of_velocity) {
            (false, false) => "m",
            (false, true) => "m/s",
            (true, false) => "rad",
            (true, true) => "rad/s",
        };
        let by = if self.turns && !self.of_velocity { 2.0 * self.by.abs() } else { self.by.abs() };
        let of = if self.of_velocity { "the velocity of the base" } else { "the base" };
        write!(
            f,
            "{of} jumps by {by:.3e} {unit} at {:.6} s: an impulse, of which accelerations know nothing, so that no body would feel it; \
             accepted: a motion whose velocity is continuous, as that of a signal with interpolation = \"cubic\", \"b_spline\" or \
             \"pchip\" whose ends are at rest or outside of the run, or formulation = \"absolute\", where constraints exert the impulse",
            self.time
        )
    }
}

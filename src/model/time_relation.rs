//! Relations that the time decides: `t` beside a number, a remainder of the time, a staircase, a wave.

use super::expression::{Expr, Relation, Switching, Wave};
use super::signal_call::place_and_rate;
use crate::num::Real;

/// Holds a relation within an expression whose switching function depends on the time and parameters alone, and is made of
/// straight lines, or is a sine or cosine beside a number: the instants at which it switches are known.
#[derive(Clone, Debug)]
pub struct TimeRelation {
    /// The key of the expression, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    /// Whether the motion depends on the expression, as not on one of an output.
    pub of_motion: bool,
    relation: Relation,
    /// The switching function where it is a wave.
    wave: Option<Wave>,
    /// The order of the highest derivative of the expression that is used.
    used: usize,
    /// The number of the time among parameters and variables.
    time: usize,
}

impl TimeRelation {
    /// Returns those in an expression over so many parameters and variables behind them, of which the time has a number, whose
    /// derivatives up to an order are used; `place` says where it stands.
    pub fn of(
        (expression, used): (&Expr, usize),
        (parameters, time): (usize, usize),
        of_motion: bool,
        place: impl Fn() -> String,
    ) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for relation in Relation::within(expression) {
            if Self::is_known(&relation, parameters, time) && !found.iter().any(|known| known.relation == relation) {
                let wave = relation.passing.wave_in(time);
                found.push(Self { place: place(), of_motion, relation, wave, used, time });
            }
        }
        found
    }

    /// Tells whether the instants at which a relation switches are known, which is over so many parameters and the variables behind
    /// them, of which the time has a number.
    pub fn is_known(Relation { passing, switching, .. }: &Relation, parameters: usize, time: usize) -> bool {
        let passing = passing.seen_from_start(time);
        let is_wave = || *switching == Switching::AtZero && passing.wave_in(time).is_some();
        passing.depends_on(&|at| at == time)
            && !passing.depends_on(&|at| at >= parameters && at != time)
            && (passing.degree_of_pieces_in(time).is_some() || is_wave())
    }

    /// Returns an expression over so many parameters and variables behind them, of which the time has a number, with the sides of what
    /// switches at the start of a run being those behind it.
    pub fn seen_behind_start(expression: &Expr, parameters: usize, time: usize) -> Expr {
        expression.seen_behind_start(time, &|relation| Self::is_known(relation, parameters, time))
    }

    /// Says whether what jumps at an instant that the parameter moves is the expression or its derivative of an order: derivatives
    /// that take no notice of that are wrong.
    pub fn jumps_where_moved_by(&self, parameter: usize, order: usize) -> bool {
        self.relation.grade <= self.used + order && self.relation.passing.depends_on(&|at| at == parameter)
    }

    /// Says whether what is used of the expression is continuous there.
    pub fn is_continuous(&self) -> bool {
        self.relation.grade > self.used
    }

    /// Says whether the expression leads positions whose speed jumps there.
    pub fn jumps_speed(&self) -> bool {
        self.relation.grade < self.used
    }

    /// Says whether the instants depend on one of some parameters.
    pub fn is_moved_by(&self, parameters: &impl Fn(usize) -> bool) -> bool {
        self.relation.passing.depends_on(parameters)
    }

    /// Returns the next instant after a time (s), s, if it comes before any at which the switching function has a corner of its own;
    /// one that is not after that time, beyond 1e25 s or not a number, where there is none.
    pub fn next_corner<R: Real>(&self, parameters: &[R], time: R) -> R {
        let [place, rate] = self.place_and_rate(parameters, time);
        let rises = R::zero().less(rate);
        // how many whole numbers above or below a number the next one is
        let to_whole = |x: R| R::select(rises, (x.floor() + R::one()) - x, -((-x).floor() + R::one() + x));
        let way = match (&self.wave, self.relation.switching) {
            (Some(wave), _) => {
                let turn = R::constant(2.0 * std::f64::consts::PI);
                let [a, b] = wave.zeros(parameters).map(|zero| to_whole((place - zero) / turn) * turn);
                R::select(a.abs().less(b.abs()), a, b)
            }
            (None, Switching::AtZero) => -place,
            (None, Switching::AtWhole) => to_whole(place),
        };
        time + way / rate
    }

    /// Returns how large times are that the switching function is rounded by as they are, s; zero where it rests.
    pub fn time_scale<R: Real>(&self, parameters: &[R]) -> R {
        let [place, rate] = self.place_and_rate(parameters, R::zero());
        let moves = R::zero().less(rate.abs());
        R::select(moves, place.abs() / R::select(moves, rate.abs(), R::one()), R::zero())
    }

    /// Returns the switching function or the phase of the wave that it is, and its rate.
    fn place_and_rate<R: Real>(&self, parameters: &[R], time: R) -> [R; 2] {
        let function = self.wave.as_ref().map_or(&self.relation.passing, |wave| &wave.phase);
        place_and_rate((function, Some(self.time)), parameters, time)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;
    use std::f64::consts::PI;

    /// Instants up to 2 s, at p = 0.3, each looked for from the last one.
    fn instants(text: &str) -> Vec<f64> {
        let (names, variables) = (["p".to_string()], ["q", "t"].map(String::from));
        let expression = Expr::parse(text, &Scope::new(&names, &variables)).unwrap();
        let all = TimeRelation::of((&expression, 0), (1, 2), true, String::new);
        let next = |time: f64| {
            let after = all.iter().map(|of| of.next_corner(&[0.3], time + 1e-12)).filter(|at| *at > time + 1e-12);
            after.fold(f64::INFINITY, f64::min)
        };
        std::iter::successors(Some(next(0.0)), |time| Some(next(*time))).take_while(|time| *time < 2.0).collect()
    }

    #[test]
    fn instants_are_those_at_which_expressions_switch() {
        for (text, expected) in [
            ("where(t - p, q, 1)", &[0.3][..]),
            ("where(1.5 - 3*t, q, 1)", &[0.5]),
            ("abs(t - 1) + step(t - p)", &[0.3, 1.0]),
            ("mod(t, 2*p)", &[0.6, 1.2, 1.8]),
            ("floor(1 - 2*t)", &[0.5, 1.0, 1.5]),
            // pulses of a tenth every half second
            ("where(0.1 - mod(t, 0.5), 1, 0)", &[0.1, 0.5, 0.6, 1.0, 1.1, 1.5, 1.6]),
            // a triangular wave above a quarter
            ("where(abs(mod(t, 1) - 0.5) - 0.25, 1, 0)", &[0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75]),
            ("clamp(t, p, 1)", &[0.3, 1.0]),
            ("smoothstep(2*t - 1)", &[0.5, 1.0]),
            ("sign(sin(pi*t))", &[1.0]),
            ("where(0.5 - cos(2*pi*t/0.9 + pi), q, 1)", &[0.3, 0.6, 1.2, 1.5]),
            ("max(0, p*sin(4 - pi*t)/2)", &[4.0 / PI - 1.0, 4.0 / PI]),
            // what a run alone decides, what is no line, and a wave that does not reach zero
            ("where(q - t, 1, 0)", &[]),
            ("where(sin(t) + cos(t), 1, 0)", &[]),
            ("where(sin(9*t) - 1.5, 1, 0)", &[]),
            ("t*where(p, 1, 2)", &[]),
        ] {
            let found = instants(text);
            assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{text}: {found:?}");
        }
    }

    #[test]
    fn sides_at_the_start_are_those_behind_it() {
        let (names, variables) = (["p".to_string()], ["q", "t"].map(String::from));
        for (text, expected) in [
            ("where(t, 2, 3)", 2.0),
            ("where(-t, 2, 3)", 3.0),
            ("sign(sin(t)) + 0*q", 1.0),
            ("sign(-p*sin(3*t))", -1.0),
            ("step(-t)", 0.0),
            ("floor(1 - t)", 0.0),
            ("where(t*q, 2, 3)", 3.0),
            ("abs(t) + mod(t, 1) + max(t, 0)", 0.0),
        ] {
            let parsed = Expr::parse(text, &Scope::new(&names, &variables)).unwrap();
            let seen = TimeRelation::seen_behind_start(&parsed, 1, 2);
            assert_eq!(seen.evaluate::<f64>(&[0.3, 0.5, 0.0]), expected, "{text}");
        }
    }
}

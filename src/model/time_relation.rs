//! Relations that the time decides: `t` beside a number, a remainder of the time, a staircase.

use super::expression::{Expr, Relation, Switching};
use super::signal_call::place_and_rate;
use crate::num::Real;

/// Holds a relation within an expression whose switching function depends on the time and parameters alone, and is made of
/// straight lines: the instants at which it switches are known.
#[derive(Clone, Debug)]
pub struct TimeRelation {
    /// The key of the expression, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    relation: Relation,
    /// The order of the highest derivative of the expression that is used.
    used: usize,
    /// The number of the time among parameters and variables.
    time: usize,
}

impl TimeRelation {
    /// Returns those in an expression over so many parameters and these variables, whose derivatives up to an order are used; `place`
    /// says where it stands.
    pub fn of(
        (expression, used): (&Expr, usize),
        parameters: usize,
        variables: &[String],
        place: impl Fn() -> String,
    ) -> Vec<Self> {
        let Some(time) = variables.iter().position(|name| name == "t").map(|at| parameters + at) else {
            return Vec::new();
        };
        if !expression.depends_on(&|at| at == time) {
            return Vec::new();
        }
        let is_of_time = |relation: &Relation| {
            let depends = |is: &dyn Fn(usize) -> bool| relation.passing.depends_on(&is);
            depends(&|at| at == time)
                && !depends(&|at| at >= parameters && at != time)
                && relation.passing.degree_of_pieces_in(time).is_some()
        };
        let mut found: Vec<Self> = Vec::new();
        for relation in Relation::within(expression).into_iter().filter(is_of_time) {
            if !found.iter().any(|known| known.relation == relation) {
                found.push(Self { place: place(), relation, used, time });
            }
        }
        found
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

    /// Says whether the instants depend on one of some parameters.
    pub fn is_moved_by(&self, parameters: &impl Fn(usize) -> bool) -> bool {
        self.relation.passing.depends_on(parameters)
    }

    /// Returns the next instant after a time (s), s, if it comes before any at which the switching function has a corner of its own;
    /// one that is not after that time, beyond 1e25 s or not a number, where there is none.
    pub fn next_corner<R: Real>(&self, parameters: &[R], time: R) -> R {
        let [place, rate] = place_and_rate((&self.relation.passing, Some(self.time)), parameters, time);
        let way = match self.relation.switching {
            Switching::AtZero => -place,
            Switching::AtWhole => {
                let (one, rises) = (R::one(), R::zero().less(rate));
                let [above, below] = [(place.floor() + one) - place, (-place).floor() + one + place];
                R::select(rises, above, -below)
            }
        };
        time + way / rate
    }

    /// Returns how large times are that the switching function is rounded by as they are, s; zero where it rests.
    pub fn time_scale<R: Real>(&self, parameters: &[R]) -> R {
        let [place, rate] = place_and_rate((&self.relation.passing, Some(self.time)), parameters, R::zero());
        let moves = R::zero().less(rate.abs());
        R::select(moves, place.abs() / R::select(moves, rate.abs(), R::one()), R::zero())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;

    /// Instants up to 2 s, at p = 0.3, each looked for from the last one.
    fn instants(text: &str) -> Vec<f64> {
        let (names, variables) = (["p".to_string()], ["q", "t"].map(String::from));
        let expression = Expr::parse(text, &Scope::new(&names, &variables)).unwrap();
        let all = TimeRelation::of((&expression, 0), 1, &variables, String::new);
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
            // what a run alone decides, and what is no line
            ("where(q - t, 1, 0)", &[]),
            ("where(sin(t), 1, 0)", &[]),
            ("t*where(p, 1, 2)", &[]),
        ] {
            let found = instants(text);
            assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{text}: {found:?}");
        }
    }
}

//! Where signals that have no value outside of their samples are called.

use super::expression::{Expr, Outside, Signal};

/// Holds a call of a signal that has no value outside of its samples, at a place that parameters and the time alone decide.
#[derive(Clone, Debug)]
pub struct SignalRange {
    /// The key of the expression, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    /// The places of the first and the last sample.
    range: [f64; 2],
    /// The place that the signal is called at, over the parameters and, behind them, other variables.
    argument: Expr,
    /// The number of the time among them, if the expression has it.
    time: Option<usize>,
}

impl SignalRange {
    /// Says whether all these signals have values in a run of that duration (s).
    pub fn all_hold(ranges: &[Self], parameters: &[f64], duration: f64) -> bool {
        ranges.iter().all(|range| range.left(parameters, duration).is_none())
    }

    /// Returns the calls in an expression over so many parameters and these variables; `place` says where it stands.
    pub fn of(expression: &Expr, parameters: usize, variables: &[String], place: impl Fn() -> String) -> Vec<Self> {
        let time = variables.iter().position(|name| name == "t").map(|at| parameters + at);
        let mut found = Vec::new();
        expression.for_each_signal(&mut |signal, argument| {
            let is_known = |at: usize| at < parameters || Some(at) == time;
            let Signal::Samples(samples) = signal else { return };
            if samples.outside() == Outside::Nothing && !argument.depends_on(&|at| !is_known(at)) {
                found.push(Self { place: place(), range: samples.range(), argument: argument.clone(), time });
            }
        });
        found
    }

    /// Says what is wrong, where a run of that duration (s) begins or ends outside of the samples for values of the parameters.
    pub fn left(&self, parameters: &[f64], duration: f64) -> Option<String> {
        let place = |time: f64| {
            let mut values = parameters.to_vec();
            values.resize(self.time.map_or(0, |at| at + 1).max(parameters.len()), 0.0);
            if let Some(at) = self.time {
                values[at] = time;
            }
            self.argument.evaluate::<f64>(&values)
        };
        let [first, last] = self.range;
        let [begin, end] = [place(0.0), place(duration)];
        let wrong =
            [begin, end].into_iter().find(|x| !(Signal::is_at_end(self.range, *x) || (first..=last).contains(x)))?;
        Some(format!(
            "a run from 0 s to {duration:?} s calls the signal at {begin:?} to {end:?}, and its samples are from {first:?} to {last:?}: it \
             has no value at {wrong:?}; accepted: a shorter run, or outside = \"hold\", \"zero\" or \"periodic\" in [[signal]]"
        ))
    }
}

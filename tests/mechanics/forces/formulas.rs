//! Outputs that are formulas of others, and events that are expressions over outputs.

use super::{body, outputs, value};
use crate::common::{column, parse};
use gyrosweep::model::event::Direction;
use gyrosweep::model::expression::Sides;
use gyrosweep::model::output::EventValue;
use gyrosweep::model::state::Motion;

pub(crate) const FORMULAS: &str = r#"
[[output]]
name = "sum"
quantity = "expression"
expression = "k*p.z + 100*t + 0*energy"
unit = "m"
[[output]]
name = "p"
quantity = "position"
body = "a"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "twice"
quantity = "expression"
expression = "2*sum"
[[output]]
name = "largest"
quantity = "expression"
expression = "p.x*t"
over = "max"
[[output]]
name = "area"
quantity = "expression"
expression = "t"
over = "integral"
"#;

#[test]
fn formulas_are_made_of_other_columns() {
    let s = parse(&body(FORMULAS));
    let out = outputs(&s);
    let value = |name: &str| value(&s, &out, name);
    assert_eq!(value("sum"), 3.0 * value("p.z") + 50.0);
    assert_eq!(value("twice"), 2.0 * value("sum"));
    assert!((value("largest") - 0.6 * 0.5).abs() < 1e-14);
    assert!((value("area") - 0.125).abs() < 1e-12);
    let columns = s.study.mechanism.columns();
    assert_eq!(columns[0], ("sum".into(), "m".into()));
    assert_eq!(columns.iter().find(|(name, _)| name == "area").unwrap().1, "s");
}

pub(crate) const EVENTS: &str = r#"
[[event]]
name = "low"
expression = "p.z - k/10"
direction = "falling"
terminal = true
[[event]]
name = "late"
expression = "t - 0.3 + 0*sum"
direction = "both"
[[output]]
name = "when"
quantity = "time_of"
event = "low"
[[output]]
name = "last"
quantity = "time_of"
event = "late"
which = "last"
[[output]]
name = "often"
quantity = "count_of"
event = "late"
"#;

#[test]
fn events_are_expressions_over_the_outputs() {
    let s = parse(&body(&format!("{FORMULAS}{EVENTS}")));
    let m = &s.study.mechanism;
    assert_eq!(m.events.len(), 2);
    assert_eq!((m.events[0].direction, m.events[0].terminal), (Direction::Falling, true));
    assert_eq!((m.events[1].direction, m.events[1].terminal), (Direction::Both, false));
    let mut columns = vec![0.0; m.columns().len()];
    columns[column(&s, "p.z")] = 7.0;
    let parameters = m.defaults();
    let motion = Motion {
        time: 1.0,
        bodies: &[],
        joints: &[],
        variables: &[],
        sides: Sides::none(),
        curves: &[],
        reactions: &[],
    };
    let value = |event: usize| m.events[event].evaluate(&parameters).value(motion.time, &columns, Sides::none(), &[]);
    assert_eq!([value(0), value(1)], [7.0 - 3.0 / 10.0, 1.0 - 0.3]);
    let told: Vec<_> = m.outputs.iter().filter_map(|o| o.quantity.of_event()).map(|q| (q.event, q.value)).collect();
    assert_eq!(told, [(0, EventValue::First), (1, EventValue::Last), (1, EventValue::Count)]);
    assert!(m.columns().contains(&("when".into(), "s".into())));
}

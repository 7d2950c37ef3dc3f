//! A member that takes long is named while it is computed, and naming it changes nothing.

use crate::common::*;
use gyrosweep::ensemble::{BackendError, Fault, MemberWatch, Members, SlowMember, StopFlag};
use gyrosweep::io::scenario::Scenario;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A friction that all but jumps for member 2 of 5, whose steps become tiny where it comes to rest, at 0.1 s.
fn friction(method: &str) -> Scenario {
    parse(&format!(
        r#"
[parameters]
k = {{ default = 0.0 }}
[[variable]]
name = "v"
initial = 1
rate = "-where(k - 1.5, where(k - 2.5, v, 10*tanh(1e7*v)), v)"
[[output]]
name = "speed"
quantity = "variable"
variable = "v"
[method]
{method}
duration = 1
[plan]
kind = "grid"
[plan.vary]
k = {{ min = 0.0, max = 4.0, count = 5 }}
"#
    ))
}

/// What is told of a run, by members in time to come: at every look at the clock.
fn told(s: &Scenario, lanes: usize) -> Vec<SlowMember> {
    let slow = Arc::<Mutex<Vec<SlowMember>>>::default();
    let heard = Arc::clone(&slow);
    let mut backend = cpu_backends().swap_remove(lanes).1;
    let alone = run_on(backend.as_ref(), s);
    backend.watch_members(MemberWatch::telling(Duration::ZERO, move |member| heard.lock().unwrap().push(member)));
    let observed = run_on(backend.as_ref(), s);
    assert_eq!(
        (&alone.outcomes, &alone.steps, &alone.rejected),
        (&observed.outcomes, &observed.steps, &observed.rejected)
    );
    let told = slow.lock().unwrap().clone();
    assert!(told.iter().all(|slow| slow.duration == 1.0 && (0.0..=1.0).contains(&slow.time)), "{told:?}");
    told
}

#[test]
fn the_slow_member_is_named() {
    // machine code makes up to 65,536 attempts between two looks at the clock
    for (lanes, limit) in [(0, 5000), (1, 5000), (2, 300_000)] {
        let s = friction(&format!("integrator = \"tsit5\"\ntolerance = 1e-6\nstep_limit = {limit}"));
        let told = told(&s, lanes);
        let last = told.last().expect("it is told of");
        assert_eq!(last.member, 2, "{told:?}");
        assert!((1000..limit).contains(&last.attempts), "{last:?}");
        assert!((0.09..0.9).contains(&last.time), "{last:?}");
    }
}

#[test]
fn members_with_many_equal_steps_are_heard_of_too() {
    let s = friction("integrator = \"rkmk4\"\nstep = 7e-6");
    // 142,857 attempts, of which the fastest lanes make up to 65,536 between two looks at the clock
    let told = told(&s, 2);
    assert!(!told.is_empty() && told[0].attempts > 50_000, "{told:?}");
}

/// A backend that is stopped while it computes leaves its members where they are and says so.
#[test]
fn a_backend_that_is_stopped_gives_no_results() {
    let s = friction("integrator = \"rkmk4\"\nstep = 1e-9");
    for (name, mut backend) in cpu_backends().into_iter().take(3) {
        let stop = StopFlag::default();
        let watch = MemberWatch::default().with_stop(stop.clone());
        let counts = watch.counts();
        backend.watch_members(watch);
        let found: Result<_, BackendError> = std::thread::scope(|scope| {
            let run = scope.spawn(|| backend.run(&s.study, Members::draw(&s.study, 0, 5)));
            while counts.get()[0] == 0 {
                std::thread::yield_now();
            }
            stop.set();
            run.join().unwrap()
        });
        // a thousand million steps take minutes
        assert_eq!(found.map(|chunk| chunk.outcomes).unwrap_err().fault, Fault::Stopped, "{name}");
        assert_eq!(counts.get()[1], 0, "{name}");
    }
}

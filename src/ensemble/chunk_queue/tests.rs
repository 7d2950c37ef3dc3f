use super::*;
use crate::ensemble::event_record::EVENT_MEMORY;
use crate::ensemble::{Chunk, EventRecord, Members, Study};
use crate::io::scenario::{Overrides, Scenario};
use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// A backend that only has a name; what it does is in the work of each test.
#[derive(Clone)]
struct Named {
    name: &'static str,
    chunk: usize,
    flights: usize,
}

impl Backend for Named {
    fn description(&self) -> String {
        self.name.to_string()
    }
    fn chunk_size(&self) -> usize {
        self.chunk
    }
    fn in_flight(&self) -> usize {
        self.flights
    }
    fn integrate(&self, _: &Study, _: Members) -> Result<Chunk, BackendError> {
        Err(BackendError::new("no members here"))
    }
}

const GPU: Named = Named { name: "gpu", chunk: 1000, flights: 2 };
const CPU: Named = Named { name: "cpu", chunk: 300, flights: 1 };

fn fallback() -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(Named { name: "fallback", ..CPU }))
}

fn fault(fault: Fault) -> BackendError {
    BackendError { fault, words: String::from("the device has failed") }
}

/// Runs `total` members and checks that each comes once and in order.
fn check(total: u64, pool: &BackendPool<'_>, work: impl Fn(&str, u64) -> Result<(), BackendError> + Sync) {
    let mut members = Vec::new();
    let whole = |backend: &dyn Backend, first: u64, count: usize| {
        work(&backend.description(), first)?;
        Ok((first..first + count as u64).collect::<Vec<u64>>())
    };
    run_chunks::<_, Infallible>(0..total, pool, whole, |product| {
        members.extend(product);
        Ok(())
    })
    .unwrap();
    assert!(members.into_iter().eq(0..total));
    assert_eq!(pool.shares().iter().map(|(_, n)| n).sum::<u64>(), total);
}

#[test]
fn every_member_once_and_in_order_whoever_computes_it() {
    for total in [0, 1, 299, 5_000, 123_457] {
        let other = Named { name: "other", ..CPU };
        let pool = BackendPool::new(vec![&GPU, &CPU, &other]);
        check(total, &pool, |_, first| {
            std::thread::sleep(Duration::from_micros(first * 7919 % 300));
            Ok(())
        });
    }
    check(5_000, &BackendPool::new(vec![&CPU]).with_chunk(usize::MAX >> 1), |_, _| Ok(()));
}

#[test]
fn all_of_a_pool_get_chunks() {
    let pool = BackendPool::new(vec![&GPU, &CPU]);
    check(100_000, &pool, |_, _| {
        std::thread::sleep(Duration::from_millis(1));
        Ok(())
    });
    assert!(pool.shares().iter().all(|(_, n)| *n > 0), "{:?}", pool.shares());
}

#[test]
fn what_is_in_flight_does_not_grow_with_the_members() {
    let (started, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut written = 0;
    let work = |_: &dyn Backend, _: u64, count: usize| {
        started.fetch_add(count as u64, Ordering::SeqCst);
        Ok(count as u64)
    };
    run_chunks::<_, Infallible>(0..1_000_000, &BackendPool::new(vec![&GPU]), work, |count| {
        // a slow reader
        std::thread::sleep(Duration::from_micros(200));
        most.fetch_max(started.load(Ordering::SeqCst) - written, Ordering::SeqCst);
        written += count;
        Ok(())
    })
    .unwrap();
    assert_eq!(written, 1_000_000);
    assert!(most.into_inner() <= 2 * 2 * 1000 + 1000);
}

#[test]
fn a_chunk_that_fails_once_is_computed_again() {
    for kind in [Fault::DeviceLost, Fault::Hung, Fault::Validation, Fault::StepsDropped, Fault::SuspiciousFailures] {
        let left = AtomicUsize::new(1);
        let pool = BackendPool::new(vec![&CPU]).with_fallback(&fallback);
        check(2_000, &pool, |_, first| {
            let fails = first == 600 && left.swap(0, Ordering::SeqCst) == 1;
            if fails { Err(fault(kind)) } else { Ok(()) }
        });
        let [record] = &pool.faults()[..] else { panic!("{:?}", pool.faults()) };
        assert_eq!((record.members, record.fault, record.action), ([600, 899], kind, Action::Retried));
        assert_eq!(record.device, "cpu");
        assert!(!record.retired);
        assert_eq!(pool.shares(), [("cpu".to_string(), 2_000)]);
    }
}

#[test]
fn a_chunk_that_fails_twice_is_moved_and_a_lost_device_gets_no_more() {
    let pool = BackendPool::new(vec![&GPU]).with_fallback(&fallback);
    check(50_000, &pool, |who, first| if who == "gpu" && first >= 10_000 { Err(fault(Fault::Hung)) } else { Ok(()) });
    let faults = pool.faults();
    // the other chunk that was on the device may have failed too
    assert!((1..=2).contains(&faults.len()), "{faults:?}");
    assert!(faults.iter().all(|f| f.action == Action::Moved && f.members[0] >= 10_000));
    assert!(faults.iter().any(|f| f.retired));
    assert_eq!(pool.shares(), [("gpu".to_string(), 10_000), ("fallback".to_string(), 40_000)]);
}

#[test]
fn a_device_that_fails_again_and_again_gets_no_more() {
    let pool = BackendPool::new(vec![&CPU]).with_fallback(&fallback);
    check(20_000, &pool, |who, _| if who == "cpu" { Err(fault(Fault::Validation)) } else { Ok(()) });
    let faults = pool.faults();
    assert_eq!(faults.iter().map(|f| f.retired).collect::<Vec<_>>(), [false, true]);
    assert_eq!(pool.shares(), [("cpu".to_string(), 0), ("fallback".to_string(), 20_000)]);
}

#[test]
fn the_others_go_on_without_a_device_that_has_failed() {
    let pool = BackendPool::new(vec![&GPU, &CPU]).with_fallback(&fallback);
    let has_failed = AtomicBool::new(false);
    check(50_000, &pool, |who, _| {
        if who == "gpu" {
            has_failed.store(true, Ordering::SeqCst);
            return Err(fault(Fault::DeviceLost));
        }
        // all chunks could be done before the device's thread begins
        while !has_failed.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        Ok(())
    });
    let shares: Vec<u64> = pool.shares().into_iter().map(|(_, n)| n).collect();
    assert!(shares[0] == 0 && shares[1] >= 48_000 && shares[2] <= 2_000, "{shares:?}");
}

#[test]
fn a_chunk_that_memory_does_not_hold_is_halved() {
    let pool = BackendPool::new(vec![&Named { flights: 1, ..GPU }]).with_fallback(&fallback);
    let sizes = Mutex::new(Vec::new());
    let mut members = 0;
    let work = |_: &dyn Backend, _: u64, count: usize| {
        sizes.lock().unwrap().push(count);
        if count > 300 { Err(fault(Fault::OutOfMemory)) } else { Ok(count) }
    };
    run_chunks::<_, Infallible>(0..3_000, &pool, work, |count| {
        members += count;
        Ok(())
    })
    .unwrap();
    assert_eq!(members, 3_000);
    // halved twice, the second half of the first chunk once more, then never too large again
    assert_eq!(&sizes.lock().unwrap()[..6], [1000, 500, 250, 250, 500, 250]);
    assert!(sizes.lock().unwrap()[6..].iter().all(|n| *n <= 250));
    assert!(pool.faults().iter().all(|f| f.action == Action::Halved && !f.retired));
}

#[test]
fn chunks_begin_where_they_may() {
    let pool = BackendPool::new(vec![&GPU, &CPU]).with_blocks(64).with_fallback(&fallback);
    check(20_011, &pool, |who, first| {
        assert_eq!(first % 64, 0);
        // memory for some more than a thousand members in all
        if who == "gpu" && first % 3 == 0 { Err(fault(Fault::OutOfMemory)) } else { Ok(()) }
    });
}

#[test]
fn without_a_fallback_the_run_ends_and_names_the_members() {
    let pool = BackendPool::new(vec![&CPU]);
    let work = |_: &dyn Backend, first: u64, count: usize| {
        if first >= 600 { Err(fault(Fault::Validation)) } else { Ok(count) }
    };
    let mut written = 0;
    let error = run_chunks::<_, Infallible>(0..2_000, &pool, work, |count| {
        written += count;
        Ok(())
    })
    .unwrap_err();
    assert_eq!(error.to_string(), "members 600 to 899: the device has failed");
    assert_eq!(written, 600);
}

#[test]
fn what_cannot_be_is_not_tried_again() {
    let tries = AtomicUsize::new(0);
    let pool = BackendPool::new(vec![&CPU]).with_fallback(&fallback);
    let work = |_: &dyn Backend, _: u64, _: usize| -> Result<(), BackendError> {
        tries.fetch_add(1, Ordering::SeqCst);
        Err(fault(Fault::Refused))
    };
    assert!(run_chunks::<_, Infallible>(0..2_000, &pool, work, |()| Ok(())).is_err());
    assert_eq!(tries.into_inner(), 1);
}

#[test]
fn a_sink_that_fails_stops_everybody() {
    let pool = BackendPool::new(vec![&GPU, &CPU]);
    let error = run_chunks(0..(u64::MAX >> 1), &pool, |_, _, count| Ok(count), |_| Err(std::io::Error::other("full")));
    assert!(matches!(error, Err(RunError::Sink(e)) if e.to_string() == "full"));
}

#[test]
#[should_panic(expected = "broken")]
fn a_panic_of_one_stops_everybody() {
    let pool = BackendPool::new(vec![&GPU]);
    let work = |_: &dyn Backend, first: u64, count: usize| {
        assert!(first < 5_000, "broken");
        Ok(count)
    };
    let _ = run_chunks::<_, Infallible>(0..1_000_000, &pool, work, |_| Ok(()));
}

#[test]
fn a_part_of_the_members_is_computed_alone() {
    let pool = BackendPool::new(vec![&GPU, &CPU]);
    let mut members = Vec::new();
    let work = |_: &dyn Backend, first: u64, count: usize| Ok((first..first + count as u64).collect::<Vec<u64>>());
    run_chunks::<_, Infallible>(7_003..20_000, &pool, work, |product| {
        members.extend(product);
        Ok(())
    })
    .unwrap();
    assert!(members.into_iter().eq(7_003..20_000));
}

/// A backend whose members meet so many events.
struct Eventful(fn(u64) -> usize, Mutex<Vec<usize>>);

impl Backend for Eventful {
    fn description(&self) -> String {
        "eventful".into()
    }
    fn chunk_size(&self) -> usize {
        8192
    }
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let (first, count) = (members.first, members.count());
        let mut chunk = Chunk::new(members, study.channel_count());
        let record = EventRecord { event: 0, time: 0.5, values: vec![1.0], slopes: Vec::new() };
        let events = (0..count).flat_map(|i| std::iter::repeat_n(i, self.0(first + i as u64)));
        chunk.events = events.map(|i| (i, record.clone())).collect();
        self.1.lock().unwrap().push(count);
        Ok(chunk)
    }
}

/// Memory holds the events of every chunk, and where there are few, chunks are as large as without.
#[test]
fn chunks_are_as_large_as_the_memory_of_their_events_allows() {
    let text = "[[variable]]\nname = \"x\"\ninitial = \"a\"\nrate = \"-x\"\n[parameters]\na = { default = 1.0 }\n[method]\n\
                integrator = \"rkmk4\"\nstep = 0.1\nduration = 1\n[plan]\nkind = \"random\"\nmembers = 20000\n[plan.vary]\n\
                a = { uniform = [0.5, 1.5] }\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n";
    let scenario = Scenario::parse(Path::new("x.toml"), text, Overrides::default()).unwrap();
    let sizes = |events: fn(u64) -> usize| {
        let backend = Eventful(events, Mutex::default());
        let pool = BackendPool::new(vec![&backend]).with_events(1);
        let mut most = 0;
        let progress = crate::ensemble::run_pool::<Infallible>(&scenario.study, &pool, |chunk, _| {
            most = most.max(chunk.events.len());
            Ok(())
        });
        assert_eq!(progress.unwrap().members, 20_000);
        assert!(most as f64 * EventRecord::bytes(1) <= EVENT_MEMORY, "{most} events at once");
        backend.1.into_inner().unwrap()
    };
    assert_eq!(sizes(|_| 0), [64, 8192, 8192, 3552]);
    let dense = sizes(|_| 600);
    assert!(dense[0] == 64 && dense[1..dense.len() - 1].iter().all(|n| (1000..2000).contains(n)), "{dense:?}");
    // more and more of them
    let rising = sizes(|member| member as usize / 100);
    assert!(rising.windows(2).skip(1).all(|pair| pair[1] <= pair[0]), "{rising:?}");
}

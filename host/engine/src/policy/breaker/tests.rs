//! Tests of the breakers.

use super::*;

const POLICY: BreakerPolicy = BreakerPolicy::DEFAULT;
const TRAP: Verdict = Verdict::Fault("trap");

fn after(started: Instant, seconds: u64) -> Instant {
    started + Duration::from_secs(seconds)
}

fn open(now: Instant) -> Breaker {
    let mut breaker = Breaker::for_one(now);
    (0..5).for_each(|_| breaker.record(&POLICY, now, 1, TRAP, false));
    assert!(!breaker.is_closed());
    breaker
}

#[test]
fn it_opens_at_the_fifth_fault_and_half_of_the_calls() {
    let now = Instant::now();
    let mut breaker = Breaker::for_one(now);
    (0..4).for_each(|_| breaker.record(&POLICY, now, 1, TRAP, false));
    assert_eq!(breaker.admit(now), Ok(false));
    breaker.record(&POLICY, now, 1, TRAP, false);
    assert_eq!(breaker.admit(now), Err(Duration::from_secs(10)));

    let mut mostly_well = Breaker::for_one(now);
    for _ in 0..10 {
        mostly_well.record(&POLICY, now, 1, Verdict::Good, false);
        mostly_well.record(&POLICY, now, 1, Verdict::Good, false);
        mostly_well.record(&POLICY, now, 1, TRAP, false);
    }
    assert!(mostly_well.is_closed(), "a third of the calls is not half");
}

#[test]
fn faults_of_another_half_minute_are_forgotten() {
    let now = Instant::now();
    let mut breaker = Breaker::for_one(now);
    for number in 0..20 {
        breaker.record(&POLICY, after(now, number * 10), 1, TRAP, false);
    }
    assert!(breaker.is_closed());
    assert_eq!(breaker.state(&POLICY, after(now, 190)).faults, 3);
    assert_eq!(breaker.state(&POLICY, after(now, 500)).faults, 0);
}

#[test]
fn one_call_is_tried_and_decides() {
    let started = Instant::now();
    let mut breaker = open(started);
    assert_eq!(breaker.state(&POLICY, started).phase, BreakerPhase::Open);
    assert_eq!(
        breaker.admit(after(started, 9)),
        Err(Duration::from_secs(1))
    );
    assert_eq!(breaker.admit(after(started, 10)), Ok(true));
    assert!(breaker.admit(after(started, 10)).is_err(), "one at a time");
    assert_eq!(
        breaker.state(&POLICY, after(started, 10)).phase,
        BreakerPhase::HalfOpen
    );
    // A call from before the breaker opened does not count.
    breaker.record(&POLICY, after(started, 11), 1, Verdict::Good, false);
    assert!(!breaker.is_closed());
    breaker.record(&POLICY, after(started, 11), 1, Verdict::Good, true);
    assert_eq!(breaker.admit(after(started, 11)), Ok(false));
    assert_eq!(breaker.state(&POLICY, after(started, 11)).faults, 0);
}

#[test]
fn each_failed_trial_doubles_the_rest_up_to_five_minutes() {
    let mut now = Instant::now();
    let mut breaker = open(now);
    for seconds in [10, 20, 40, 80, 160, 300, 300] {
        assert_eq!(breaker.admit(now), Err(Duration::from_secs(seconds)));
        now = after(now, seconds);
        assert_eq!(breaker.admit(now), Ok(true));
        breaker.record(&POLICY, now, 1, TRAP, true);
    }
}

#[test]
fn a_trial_without_a_verdict_leaves_the_next_one_to_try() {
    let started = Instant::now();
    let mut breaker = open(started);
    let later = after(started, 10);
    assert_eq!(breaker.admit(later), Ok(true));
    breaker.abandon(later);
    assert_eq!(breaker.admit(later), Ok(true));
}

#[test]
fn three_runaways_in_a_minute_open_it_at_once() {
    let now = Instant::now();
    let spin = |seconds: [u64; 3]| {
        let mut breaker = Breaker::for_one(now);
        (0..100).for_each(|_| breaker.record(&POLICY, now, 1, Verdict::Good, false));
        for second in seconds {
            breaker.record(&POLICY, after(now, second), 1, Verdict::CpuFault, false);
        }
        breaker
    };
    let opened = spin([0, 20, 40]);
    assert!(!opened.is_closed());
    assert_eq!(opened.last_fault(), Some("cpu-time"));
    assert!(spin([0, 40, 80]).is_closed());
}

#[test]
fn three_calls_that_hang_one_after_the_other_open_it() {
    let now = Instant::now();
    let hang = |seconds: [u64; 3]| {
        let mut breaker = Breaker::for_one(now);
        for second in seconds {
            breaker.record(&POLICY, after(now, second), 1, Verdict::Hang, false);
        }
        breaker
    };
    let opened = hang([30, 90, 150]);
    assert_eq!(
        (opened.is_closed(), opened.last_fault()),
        (false, Some("wall-time"))
    );
    assert!(hang([0, 200, 400]).is_closed());
}

#[test]
fn the_one_for_all_needs_several_tenants() {
    let now = Instant::now();
    let mut breaker = Breaker::for_all(now);
    for _ in 0..20 {
        breaker.record(&POLICY, now, 1, TRAP, false);
        breaker.record(&POLICY, now, 1, Verdict::CpuFault, false);
    }
    assert!(breaker.is_closed(), "one tenant's trouble is that tenant's");
    breaker.record(&POLICY, now, 2, TRAP, false);
    assert!(!breaker.is_closed());
    assert!(breaker.state(&POLICY, now).for_all);

    let mut spinning = Breaker::for_all(now);
    (0..100).for_each(|_| spinning.record(&POLICY, now, 3, Verdict::Good, false));
    for tenant in [1, 1, 2] {
        spinning.record(&POLICY, now, tenant, Verdict::CpuFault, false);
    }
    assert!(!spinning.is_closed());
}

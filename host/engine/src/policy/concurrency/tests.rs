//! Tests of the turns of calls.

use super::*;

const MAX_COUNT: usize = TENANT_IN_FLIGHT as usize;

fn watch(tenant: i64) -> Watch {
    Watch {
        tenant,
        faults: 5,
        wall: Duration::from_secs(8),
    }
}

#[test]
fn a_caller_that_waited_for_long_and_left_was_made_to_wait() {
    let gate = Gate::new(BreakerPolicy::default());
    let own = gate.tenant(1);
    for seconds in [1, 3, 4, 5, 7] {
        let mut admission = gate.admit(&own, watch(1)).unwrap();
        admission.started -= Duration::from_secs(seconds);
    }
    let resting = gate.admit(&own, watch(1)).err().unwrap();
    assert_eq!(resting.last_fault, "wall-time");
    let other = gate.tenant(2);
    for _ in 0..3 {
        let mut tried_again = gate.admit(&other, watch(2)).unwrap();
        tried_again.started -= Duration::from_secs(8);
        tried_again.leave();
    }
    assert!(gate.admit(&other, watch(2)).is_ok());
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(20)
}

#[tokio::test]
async fn one_tenant_cannot_take_every_place() {
    let gate = Gate::new(BreakerPolicy::default());
    let (first, second) = (gate.tenant(1), gate.tenant(2));
    let mut held = Vec::new();
    for _ in 0..MAX_COUNT {
        held.push(gate.enter(&first, MAX_COUNT, None, soon()).await.unwrap());
    }
    assert_eq!(gate.in_flight(), TENANT_IN_FLIGHT);
    assert!(gate.enter(&first, MAX_COUNT, None, soon()).await.is_err());
    assert!(gate.enter(&second, MAX_COUNT, None, soon()).await.is_ok());
    held.pop();
    assert!(gate.enter(&first, MAX_COUNT, None, soon()).await.is_ok());
    assert_eq!(gate.waiting(), 0);
}

#[test]
fn tenants_are_forgotten_when_there_are_too_many_but_not_the_busy_ones() {
    let gate = Gate::new(BreakerPolicy::default());
    let busy = gate.tenant(0);
    let resting = gate.tenant(1);
    for _ in 0..5 {
        let admission = gate.admit(&resting, watch(1)).unwrap();
        admission.judge(Verdict::Fault("trap"), Verdict::Fault("trap"));
    }
    drop(resting);
    for id in 2..=MAX_TENANTS as i64 {
        gate.tenant(id);
    }
    assert!(gate.tenants().len() <= MAX_TENANTS * 3 / 4 + 1);
    assert!(gate.find_tenant(0).is_some() && gate.find_tenant(1).is_some());
    assert!(
        gate.find_tenant(MAX_TENANTS as i64).is_some(),
        "the newest stays"
    );
    drop(busy);
}

#[test]
fn a_tenants_plugin_rests_and_others_are_served() {
    let gate = Gate::new(BreakerPolicy::default());
    let (first, second) = (gate.tenant(1), gate.tenant(2));
    for _ in 0..5 {
        gate.admit(&first, watch(1))
            .unwrap()
            .judge(Verdict::Fault("trap"), Verdict::Fault("trap"));
    }
    let resting = gate.admit(&first, watch(1)).err().unwrap();
    assert!(
        resting
            .to_string()
            .contains("too many of your calls of it failed (the last one: trap)"),
        "{resting}"
    );
    assert!(gate.admit(&second, watch(2)).is_ok());
    // The same trouble with another tenant: now it is the plugin's.
    for _ in 0..5 {
        if let Ok(admission) = gate.admit(&second, watch(2)) {
            admission.judge(Verdict::Fault("panic"), Verdict::Fault("panic"));
        }
    }
    let everybody = gate.admit(&gate.tenant(3), watch(3)).err().unwrap();
    assert!(
        everybody
            .to_string()
            .starts_with("several tenants' calls of it failed"),
        "{everybody}"
    );
    assert!(gate.breaker_of(3).for_all && gate.breaker_of(4).last_fault.is_some());
}

#[test]
fn what_is_remembered_of_a_tenant_is_small() {
    assert!(size_of::<Tenant>() <= 640, "{}", size_of::<Tenant>());
}

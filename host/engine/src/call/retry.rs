//! Retry policy: decides if a failed call gets one more attempt, and after which pause.

use std::time::{Duration, Instant};

use carriage::FaultKind;

use crate::functions::Function;

const MIN_PAUSE_MS: u64 = 50;
const MAX_PAUSE_MS: u64 = 250;
/// Longest requested pause that a retry waits for.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// With less time a second attempt could only fail.
const MIN_TIME_LEFT: Duration = Duration::from_millis(100);

/// None if the function has outside effects, the fault would recur, or time is short. `chance` is
/// random.
pub(crate) fn pause(
    function: Function,
    fault: &FaultKind,
    now: Instant,
    ends: Instant,
    chance: u64,
) -> Option<Duration> {
    if !function.may_be_repeated() || !fault.may_retry() {
        return None;
    }
    let jittered = Duration::from_millis(MIN_PAUSE_MS + chance % (MAX_PAUSE_MS - MIN_PAUSE_MS + 1));
    let pause = match fault {
        FaultKind::Unavailable {
            retry_after: Some(wait),
        } => jittered.max(*wait),
        _ => jittered,
    };
    (pause <= MAX_WAIT && now + pause + MIN_TIME_LEFT <= ends).then_some(pause)
}

/// Spreads retries of calls that failed together.
pub(crate) fn chance() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness all pauses are equal, which is no reason to fail.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry_delay_ms(
        function: Function,
        fault: &FaultKind,
        left_ms: u64,
        chance: u64,
    ) -> Option<u64> {
        let now = Instant::now();
        let pause = pause(
            function,
            fault,
            now,
            now + Duration::from_millis(left_ms),
            chance,
        );
        pause.map(|pause| pause.as_millis() as u64)
    }

    fn down(wait_ms: Option<u64>) -> FaultKind {
        FaultKind::Unavailable {
            retry_after: wait_ms.map(Duration::from_millis),
        }
    }

    #[test]
    fn only_what_is_harmless_and_may_pass_is_repeated() {
        for function in [
            Function::Rates,
            Function::Find,
            Function::Track,
            Function::Label,
            Function::Price,
        ] {
            assert!(
                retry_delay_ms(function, &down(None), 5_000, 7).is_some(),
                "{function:?}"
            );
        }
        for function in [Function::Book, Function::Cancel, Function::Manifest] {
            assert_eq!(
                retry_delay_ms(function, &down(None), 5_000, 7),
                None,
                "{function:?}"
            );
        }
        for fault in [FaultKind::WallTime, FaultKind::Capacity] {
            assert!(retry_delay_ms(Function::Rates, &fault, 5_000, 7).is_some());
        }
        for fault in [
            FaultKind::Trap,
            FaultKind::CpuTime,
            FaultKind::BadAnswer,
            FaultKind::NotFound,
        ] {
            assert_eq!(retry_delay_ms(Function::Rates, &fault, 5_000, 7), None);
        }
    }

    #[test]
    fn the_pause_is_jittered_within_its_borders() {
        let pauses: Vec<u64> = (0..1_000)
            .filter_map(|chance| retry_delay_ms(Function::Rates, &down(None), 5_000, chance))
            .collect();
        assert_eq!(
            (pauses.iter().min(), pauses.iter().max()),
            (Some(&50), Some(&250))
        );
    }

    #[test]
    fn the_caller_is_never_made_late() {
        assert_eq!(retry_delay_ms(Function::Rates, &down(None), 149, 0), None);
        assert_eq!(
            retry_delay_ms(Function::Rates, &down(None), 150, 0),
            Some(50)
        );
    }

    #[test]
    fn a_wait_that_was_asked_for_is_kept_if_it_fits() {
        assert_eq!(
            retry_delay_ms(Function::Rates, &down(Some(1_500)), 5_000, 0),
            Some(1_500)
        );
        assert_eq!(
            retry_delay_ms(Function::Rates, &down(Some(1_500)), 1_000, 0),
            None
        );
        assert_eq!(
            retry_delay_ms(Function::Rates, &down(Some(60_000)), 120_000, 0),
            None
        );
    }
}

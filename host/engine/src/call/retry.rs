//! Whether a call that failed is made once more, and after what pause.

use crate::{FaultKind, policy::limits::Function};
use std::time::{Duration, Instant};

const PAUSE_LEAST_MS: u64 = 50;
const PAUSE_MOST_MS: u64 = 250;
/// Whoever asks to be left alone for longer is not waited for: the caller would rather know.
const WAIT_MOST: Duration = Duration::from_secs(2);
/// Time the second try must have, or it could only fail again.
const ROOM: Duration = Duration::from_millis(100);

/// The pause before the one repetition, or none when there is to be none: the function may act in the world, the fault
/// would come again, or the caller's time would not do. `chance` is any number, different each time.
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
    let jittered =
        Duration::from_millis(PAUSE_LEAST_MS + chance % (PAUSE_MOST_MS - PAUSE_LEAST_MS + 1));
    let pause = match fault {
        FaultKind::Unavailable {
            retry_after: Some(wait),
        } => jittered.max(*wait),
        _ => jittered,
    };
    (pause <= WAIT_MOST && now + pause + ROOM <= ends).then_some(pause)
}

/// A number that differs from call to call, so that those who failed together do not come back together.
pub(crate) fn chance() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness all pauses are alike, which is no reason to fail.
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(function: Function, fault: &FaultKind, left_ms: u64, chance: u64) -> Option<u64> {
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
                asked(function, &down(None), 5_000, 7).is_some(),
                "{function:?}"
            );
        }
        for function in [Function::Book, Function::Cancel, Function::Manifest] {
            assert_eq!(asked(function, &down(None), 5_000, 7), None, "{function:?}");
        }
        for fault in [FaultKind::WallTime, FaultKind::Capacity] {
            assert!(asked(Function::Rates, &fault, 5_000, 7).is_some());
        }
        for fault in [
            FaultKind::Trap,
            FaultKind::CpuTime,
            FaultKind::BadAnswer,
            FaultKind::NotFound,
        ] {
            assert_eq!(asked(Function::Rates, &fault, 5_000, 7), None);
        }
    }

    #[test]
    fn the_pause_is_jittered_within_its_borders() {
        let pauses: Vec<u64> = (0..1_000)
            .filter_map(|chance| asked(Function::Rates, &down(None), 5_000, chance))
            .collect();
        assert_eq!(
            (pauses.iter().min(), pauses.iter().max()),
            (Some(&50), Some(&250))
        );
    }

    #[test]
    fn the_caller_is_never_made_late() {
        assert_eq!(asked(Function::Rates, &down(None), 149, 0), None);
        assert_eq!(asked(Function::Rates, &down(None), 150, 0), Some(50));
    }

    #[test]
    fn a_wait_that_was_asked_for_is_kept_if_it_fits() {
        assert_eq!(
            asked(Function::Rates, &down(Some(1_500)), 5_000, 0),
            Some(1_500)
        );
        assert_eq!(asked(Function::Rates, &down(Some(1_500)), 1_000, 0), None);
        assert_eq!(
            asked(Function::Rates, &down(Some(60_000)), 120_000, 0),
            None
        );
    }
}

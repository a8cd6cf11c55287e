//! Durations of a tenant's calls of a plugin, as far as they decide where the next one starts.

use crate::policy::cpu::Cpu;
use std::{
    sync::atomic::{AtomicU8, Ordering::Relaxed},
    time::Duration,
};

/// A handover costs a tenth of this; a wrong guess half a tick.
const QUICK: Duration = Duration::from_micros(500);
/// Consecutive quick calls after which a guest counts as quick. One that varies never does.
const KNOWN_AFTER: u8 = 8;
const LONG: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallLength {
    /// Not known to be quick, not known to be long: it begins in the plugins' runtime.
    Unknown,
    /// Known to use little: it begins where its caller is.
    Quick,
    /// The last one ran for ticks: it begins in a lane, with the others like it.
    Long,
}

/// Number of consecutive quick calls, or that the last one was long. Calls that end at the same
/// time may lose one of them.
#[derive(Default)]
pub(crate) struct CallDurations(AtomicU8);

impl CallDurations {
    pub(crate) fn predict(&self) -> CallLength {
        match self.0.load(Relaxed) {
            LONG => CallLength::Long,
            KNOWN_AFTER.. => CallLength::Quick,
            _ => CallLength::Unknown,
        }
    }

    pub(crate) fn record(&self, cpu: &Cpu) {
        self.note(cpu.ran_long(), cpu.used());
    }

    fn note(&self, ran_long: bool, used: Duration) {
        let now = match self.0.load(Relaxed) {
            _ if ran_long => LONG,
            _ if used >= QUICK => 0,
            LONG => 1,
            so_far => (so_far + 1).min(KNOWN_AFTER),
        };
        self.0.store(now, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_is_quick_after_several_quick_calls_in_a_row() {
        let (durations, little, more) = (
            CallDurations::default(),
            Duration::from_micros(40),
            Duration::from_millis(1),
        );
        for _ in 0..KNOWN_AFTER {
            assert_eq!(durations.predict(), CallLength::Unknown);
            durations.note(false, little);
        }
        for _ in 0..1_000 {
            assert_eq!(durations.predict(), CallLength::Quick);
            durations.note(false, little);
        }
        durations.note(false, more);
        assert_eq!(
            durations.predict(),
            CallLength::Unknown,
            "one slow call, and it begins again"
        );
        durations.note(true, Duration::from_millis(50));
        assert_eq!(durations.predict(), CallLength::Long);
        for _ in 1..KNOWN_AFTER {
            durations.note(false, little);
            assert_eq!(durations.predict(), CallLength::Unknown);
        }
        durations.note(false, little);
        assert_eq!(durations.predict(), CallLength::Quick);
    }

    #[test]
    fn a_guest_that_is_slow_now_and_then_is_never_quick() {
        let durations = CallDurations::default();
        for number in 0..1_000_u32 {
            assert_ne!(durations.predict(), CallLength::Quick);
            durations.note(
                number % u32::from(KNOWN_AFTER) == 0,
                Duration::from_micros(40),
            );
        }
    }
}

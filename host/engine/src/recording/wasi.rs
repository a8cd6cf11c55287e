//! WASI's randomness and monotonic clock on a tape: what a guest took of them, and the same again in a replay.

use super::Wasi;
use base64::{Engine, engine::general_purpose::STANDARD};
use rand_core::TryRng;
use std::{
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use wasmtime_wasi::HostMonotonicClock;

/// Random bytes that are kept of one call, of each kind.
const RANDOM_MOST: usize = 32 << 10;
/// Readings of the clock that are kept of one call.
const READINGS_MOST: usize = 2_000;
/// Between two readings beyond those that were recorded.
const STEP: u64 = 1_000_000;

/// What one call takes of WASI; clones share it.
#[derive(Clone)]
pub(crate) struct WasiTape(Arc<Mutex<Taken>>);

struct Taken {
    is_playing: bool,
    random: Drawn,
    insecure: Drawn,
    seed: Option<u128>,
    readings: Vec<u64>,
    next_reading: usize,
    /// Something was taken that was not kept, or in a replay: that was not recorded.
    is_short: bool,
    began: Instant,
}

#[derive(Default)]
struct Drawn {
    bytes: Vec<u8>,
    next: usize,
}

/// Which of WASI's generators.
#[derive(Clone, Copy)]
pub(crate) enum Stream {
    Secure,
    Insecure,
}

impl WasiTape {
    pub(super) fn recording() -> Self {
        WasiTape::new(false, Wasi::default())
    }

    pub(super) fn playing(wasi: Wasi) -> Self {
        WasiTape::new(true, wasi)
    }

    fn new(is_playing: bool, wasi: Wasi) -> Self {
        // What is no base64 is no randomness: the guest then gets what comes after the recorded bytes.
        let drawn = |text: &str| Drawn {
            bytes: STANDARD.decode(text).unwrap_or_default(),
            next: 0,
        };
        WasiTape(Arc::new(Mutex::new(Taken {
            is_playing,
            random: drawn(&wasi.random),
            insecure: drawn(&wasi.insecure_random),
            seed: wasi.insecure_seed.parse().ok(),
            readings: wasi.monotonic,
            next_reading: 0,
            is_short: false,
            began: Instant::now(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was taken, and in words what of it was not kept.
    pub(super) fn taken(&self) -> (Wasi, Option<String>) {
        let taken = self.lock();
        let wasi = Wasi {
            random: STANDARD.encode(&taken.random.bytes),
            insecure_random: STANDARD.encode(&taken.insecure.bytes),
            insecure_seed: taken.seed.map(|seed| seed.to_string()).unwrap_or_default(),
            monotonic: taken.readings.clone(),
        };
        (
            wasi,
            taken
                .is_short
                .then(|| "random bytes or readings of the clock beyond the first ones".to_owned()),
        )
    }

    /// Whether a replay took more than was recorded.
    pub(super) fn is_short(&self) -> bool {
        self.lock().is_short
    }

    /// The seed for hash tables and the like.
    pub(crate) fn seed(&self) -> u128 {
        let mut taken = self.lock();
        *taken.seed.get_or_insert_with(|| {
            let mut bytes = [0; 16];
            // It promises nothing, so a number known before would do as well.
            let _ = getrandom::fill(&mut bytes);
            u128::from_le_bytes(bytes)
        })
    }

    pub(crate) fn stream(&self, stream: Stream) -> Generator {
        Generator(self.clone(), stream)
    }

    fn fill(&self, stream: Stream, bytes: &mut [u8]) {
        let mut taken = self.lock();
        let is_playing = taken.is_playing;
        let drawn = match stream {
            Stream::Secure => &mut taken.random,
            Stream::Insecure => &mut taken.insecure,
        };
        let is_short = match is_playing {
            true => drawn.play(bytes),
            false => drawn.record(bytes),
        };
        taken.is_short |= is_short;
    }
}

impl Drawn {
    fn record(&mut self, bytes: &mut [u8]) -> bool {
        // A guest must never go on with what is no randomness.
        #[allow(clippy::expect_used, reason = "as the system's own generator does")]
        getrandom::fill(bytes).expect("the system gives random bytes");
        let room = RANDOM_MOST
            .saturating_sub(self.bytes.len())
            .min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        room < bytes.len()
    }

    fn play(&mut self, bytes: &mut [u8]) -> bool {
        let rest = self.bytes.get(self.next..).unwrap_or_default();
        let known = rest.len().min(bytes.len());
        bytes[..known].copy_from_slice(&rest[..known]);
        for (place, byte) in bytes[known..].iter_mut().enumerate() {
            *byte = (self.next + known + place) as u8;
        }
        self.next += bytes.len();
        known < bytes.len()
    }
}

/// One of WASI's generators.
pub(crate) struct Generator(WasiTape, Stream);

impl TryRng for Generator {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill(self.1, bytes);
        Ok(())
    }
}

/// WASI's monotonic clock.
pub(crate) struct Steps(pub(crate) WasiTape);

impl HostMonotonicClock for Steps {
    fn resolution(&self) -> u64 {
        1
    }

    fn now(&self) -> u64 {
        let mut taken = self.0.lock();
        if !taken.is_playing {
            let reading = u64::try_from(taken.began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            match taken.readings.len() < READINGS_MOST {
                true => taken.readings.push(reading),
                false => taken.is_short = true,
            }
            return reading;
        }
        let place = taken.next_reading;
        taken.next_reading += 1;
        match (
            taken.readings.get(place).copied(),
            taken.readings.last().copied(),
        ) {
            (Some(reading), _) => reading,
            (None, last) => {
                taken.is_short = true;
                let beyond = (place + 1 - taken.readings.len()) as u64;
                last.unwrap_or(0)
                    .saturating_add(beyond.saturating_mul(STEP))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_drawn_again() {
        let tape = WasiTape::recording();
        let (mut secure, mut insecure) =
            (tape.stream(Stream::Secure), tape.stream(Stream::Insecure));
        let drawn = (
            secure.try_next_u64(),
            insecure.try_next_u32(),
            secure.try_next_u32(),
            tape.seed(),
        );
        let clock = Steps(tape.clone());
        let readings = (clock.now(), clock.now());
        let (wasi, missing) = tape.taken();
        assert_eq!(missing, None);

        let again = WasiTape::playing(wasi);
        let (mut secure, mut insecure) =
            (again.stream(Stream::Secure), again.stream(Stream::Insecure));
        assert_eq!(
            (
                secure.try_next_u64(),
                insecure.try_next_u32(),
                secure.try_next_u32(),
                again.seed()
            ),
            drawn
        );
        let clock = Steps(again.clone());
        assert_eq!((clock.now(), clock.now()), readings);
        assert!(!again.is_short());
        assert!(clock.now() > readings.1);
        assert!(again.is_short());
    }

    #[test]
    fn what_is_drawn_without_end_is_kept_in_part() {
        let tape = WasiTape::recording();
        let mut bytes = vec![0; RANDOM_MOST + 1];
        tape.fill(Stream::Secure, &mut bytes);
        let (wasi, missing) = tape.taken();
        assert!(missing.is_some());
        assert!(wasi.random.len() <= RANDOM_MOST * 2);
    }
}

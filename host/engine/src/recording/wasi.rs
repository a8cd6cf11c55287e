//! Taped randomness and monotonic clock of WASI: recorded, then repeated in a replay.

use super::Wasi;
use base64::{Engine, engine::general_purpose::STANDARD};
use rand_core::TryRng;
use std::{
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use wasmtime_wasi::HostMonotonicClock;

/// Maximum random bytes recorded per call, for each kind.
const MAX_RANDOM_BYTES: usize = 32 << 10;
/// Maximum clock readings recorded per call.
const MAX_READINGS: usize = 2_000;
/// Nanoseconds between two readings beyond the recorded ones.
const STEP_NANOS: u64 = 1_000_000;

/// WASI inputs of one call; clones share them.
#[derive(Clone)]
pub(crate) struct WasiTape(Arc<Mutex<Inputs>>);

struct Inputs {
    is_playing: bool,
    random: Drawn,
    insecure: Drawn,
    seed: Option<u128>,
    readings: Vec<u64>,
    next_reading: usize,
    /// Set when an input was not stored, or in a replay, when an input was not recorded.
    is_short: bool,
    began: Instant,
}

#[derive(Default)]
struct Drawn {
    bytes: Vec<u8>,
    next: usize,
}

/// Random generator of WASI.
#[derive(Clone, Copy)]
pub(crate) enum Stream {
    Secure,
    Insecure,
}

impl WasiTape {
    pub(crate) fn recording() -> Self {
        WasiTape::new(false, Wasi::default())
    }

    pub(crate) fn playing(wasi: Wasi) -> Self {
        WasiTape::new(true, wasi)
    }

    fn new(is_playing: bool, wasi: Wasi) -> Self {
        // Invalid base64 counts as empty: the guest then gets the bytes that follow the recorded
        // ones.
        let drawn = |text: &str| Drawn {
            bytes: STANDARD.decode(text).unwrap_or_default(),
            next: 0,
        };
        WasiTape(Arc::new(Mutex::new(Inputs {
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

    fn lock(&self) -> MutexGuard<'_, Inputs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the inputs, and a description of those not stored.
    pub(crate) fn recorded_inputs(&self) -> (Wasi, Option<String>) {
        let inputs = self.lock();
        let wasi = Wasi {
            random: STANDARD.encode(&inputs.random.bytes),
            insecure_random: STANDARD.encode(&inputs.insecure.bytes),
            insecure_seed: inputs.seed.map(|seed| seed.to_string()).unwrap_or_default(),
            monotonic: inputs.readings.clone(),
        };
        (
            wasi,
            inputs
                .is_short
                .then(|| "random bytes or readings of the clock beyond the first ones".to_owned()),
        )
    }

    pub(crate) fn is_short(&self) -> bool {
        self.lock().is_short
    }

    pub(crate) fn seed(&self) -> u128 {
        let mut inputs = self.lock();
        *inputs.seed.get_or_insert_with(|| {
            let mut bytes = [0; 16];
            // This generator promises nothing, so a predictable number is acceptable.
            let _ = getrandom::fill(&mut bytes);
            u128::from_le_bytes(bytes)
        })
    }

    pub(crate) fn stream(&self, stream: Stream) -> Generator {
        Generator(self.clone(), stream)
    }

    fn fill(&self, stream: Stream, bytes: &mut [u8]) {
        let mut inputs = self.lock();
        let is_playing = inputs.is_playing;
        let drawn = match stream {
            Stream::Secure => &mut inputs.random,
            Stream::Insecure => &mut inputs.insecure,
        };
        let is_short = match is_playing {
            true => drawn.play(bytes),
            false => drawn.record(bytes),
        };
        inputs.is_short |= is_short;
    }
}

impl Drawn {
    fn record(&mut self, bytes: &mut [u8]) -> bool {
        // A guest must never continue without real randomness.
        #[allow(clippy::expect_used, reason = "as the system's own generator does")]
        getrandom::fill(bytes).expect("the system gives random bytes");
        let room = MAX_RANDOM_BYTES
            .saturating_sub(self.bytes.len())
            .min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        room < bytes.len()
    }

    fn play(&mut self, bytes: &mut [u8]) -> bool {
        let rest = self.bytes.get(self.next..).unwrap_or_default();
        let available = rest.len().min(bytes.len());
        bytes[..available].copy_from_slice(&rest[..available]);
        for (place, byte) in bytes[available..].iter_mut().enumerate() {
            *byte = (self.next + available + place) as u8;
        }
        self.next += bytes.len();
        available < bytes.len()
    }
}

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

pub(crate) struct Steps(pub(crate) WasiTape);

impl HostMonotonicClock for Steps {
    fn resolution(&self) -> u64 {
        1
    }

    fn now(&self) -> u64 {
        let mut inputs = self.0.lock();
        if !inputs.is_playing {
            let reading = u64::try_from(inputs.began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            match inputs.readings.len() < MAX_READINGS {
                true => inputs.readings.push(reading),
                false => inputs.is_short = true,
            }
            return reading;
        }
        let place = inputs.next_reading;
        inputs.next_reading += 1;
        match (
            inputs.readings.get(place).copied(),
            inputs.readings.last().copied(),
        ) {
            (Some(reading), _) => reading,
            (None, last) => {
                inputs.is_short = true;
                let beyond = (place + 1 - inputs.readings.len()) as u64;
                last.unwrap_or(0)
                    .saturating_add(beyond.saturating_mul(STEP_NANOS))
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
        let (wasi, missing) = tape.recorded_inputs();
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
        let mut bytes = vec![0; MAX_RANDOM_BYTES + 1];
        tape.fill(Stream::Secure, &mut bytes);
        let (wasi, missing) = tape.recorded_inputs();
        assert!(missing.is_some());
        assert!(wasi.random.len() <= MAX_RANDOM_BYTES * 2);
    }
}

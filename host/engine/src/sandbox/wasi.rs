//! Minimal WASI of one call: its clock, an error output, and taped randomness. There is no network.

use crate::{
    limits::MAX_STDERR,
    recording::{Steps, Stream, WasiTape},
};
use chrono::{DateTime, Utc};
use std::time::Duration;
use wasmtime_wasi::{HostWallClock, WasiCtx, WasiCtxBuilder, p2::pipe::MemoryOutputPipe};

/// One call's WASI.
pub(crate) struct Wasi {
    pub(crate) context: WasiCtx,
    stderr: MemoryOutputPipe,
}

impl Wasi {
    pub(crate) fn new(now: DateTime<Utc>, tape: Option<WasiTape>) -> Self {
        let stderr = MemoryOutputPipe::new(MAX_STDERR);
        let mut builder = WasiCtxBuilder::new();
        builder
            .stderr(stderr.clone())
            .allow_tcp(false)
            .allow_udp(false)
            .allow_ip_name_lookup(false)
            .max_random_size(64 << 10)
            .wall_clock(FixedClock(now));
        if let Some(tape) = tape {
            builder
                .secure_random(tape.stream(Stream::Secure))
                .insecure_random(tape.stream(Stream::Insecure))
                .insecure_random_seed(tape.seed())
                .monotonic_clock(Steps(tape));
        }
        Wasi {
            context: builder.build(),
            stderr,
        }
    }

    /// Returns the guest's error output, which holds its panic message.
    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr.contents())
            .trim()
            .to_owned()
    }
}

/// The call's clock for guests that ask WASI instead of the `clock` capability.
struct FixedClock(DateTime<Utc>);

impl HostWallClock for FixedClock {
    fn resolution(&self) -> Duration {
        Duration::from_millis(1)
    }

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.timestamp_millis()).unwrap_or(0))
    }
}

//! Request bodies with timeouts for each piece and a minimum rate.

use std::{io, time::Duration};

use axum::body::{Body, HttpBody};
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

/// Minimum rate in bytes per second.
const MIN_BYTES_PER_SECOND: f64 = 1024.0;

/// Returns a body that fails if a piece exceeds the timeout, or all exceed it plus the time at the
/// minimum rate.
pub fn limit_body(body: Body, timeout: Duration) -> Body {
    if body.is_end_stream() {
        return body;
    }
    let pieces = stream::unfold(
        Some((body.into_data_stream(), Pace::new(timeout))),
        move |state| async move {
            let (mut pieces, mut pace) = state?;
            let begun = Instant::now();
            match tokio::time::timeout(pace.time_left(), pieces.next()).await {
                Ok(Some(Ok(piece))) => {
                    pace.add(begun.elapsed(), piece.len());
                    Some((Ok(piece), Some((pieces, pace))))
                }
                Ok(Some(Err(error))) => Some((Err(io::Error::other(error)), None)),
                Ok(None) => None,
                Err(_) => Some((Err(io::Error::from(io::ErrorKind::TimedOut)), None)),
            }
        },
    );
    Body::from_stream(pieces)
}

/// Time spent on pieces, and their size so far.
struct Pace {
    timeout: Duration,
    waited: Duration,
    arrived: usize,
}

impl Pace {
    fn new(timeout: Duration) -> Self {
        Self {
            timeout,
            waited: Duration::ZERO,
            arrived: 0,
        }
    }

    /// Returns the time within which the next piece must arrive.
    fn time_left(&self) -> Duration {
        let earned = Duration::from_secs_f64(self.arrived as f64 / MIN_BYTES_PER_SECOND);
        let allowed = (self.timeout + earned).saturating_sub(self.waited);
        self.timeout.min(allowed)
    }

    fn add(&mut self, waited: Duration, bytes: usize) {
        self.waited += waited;
        self.arrived += bytes;
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use http_body_util::BodyExt;

    use super::*;

    /// True if pieces of this size arrive in time with a pause before each.
    fn arrive(pieces: usize, size: usize, pause_seconds: u64) -> bool {
        let pause = Duration::from_secs(pause_seconds);
        let mut pace = Pace::new(Duration::from_secs(20));
        (0..pieces).all(|_| {
            let is_in_time = pause < pace.time_left();
            pace.add(pause, size);
            is_in_time
        })
    }

    #[test]
    fn a_slow_line_is_waited_for_and_drops_are_not() {
        assert!(arrive(100, 4096, 2));
        assert!(!arrive(1, 10, 21), "a pause that is too long");
        assert!(arrive(19, 1, 1));
        assert!(!arrive(100, 1, 1), "a byte a second");
    }

    #[tokio::test]
    async fn a_body_that_stops_fails() {
        let piece = stream::iter([Ok::<_, io::Error>(Bytes::from_static(b"begins"))]);
        let body = Body::from_stream(piece.chain(stream::pending()));
        let collected = limit_body(body, Duration::from_millis(50)).collect().await;
        assert!(collected.is_err());
    }
}

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
        Some((body.into_data_stream(), Duration::ZERO, 0)),
        move |state| async move {
            let (mut pieces, waited, arrived) = state?;
            let allowed = timeout + Duration::from_secs_f64(arrived as f64 / MIN_BYTES_PER_SECOND);
            let begun = Instant::now();
            match tokio::time::timeout(timeout.min(allowed.saturating_sub(waited)), pieces.next())
                .await
            {
                Ok(Some(Ok(piece))) => {
                    let arrived = arrived + piece.len();
                    Some((Ok(piece), Some((pieces, waited + begun.elapsed(), arrived))))
                }
                Ok(Some(Err(error))) => Some((Err(io::Error::other(error)), None)),
                Ok(None) => None,
                Err(_) => Some((Err(io::Error::from(io::ErrorKind::TimedOut)), None)),
            }
        },
    );
    Body::from_stream(pieces)
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use http_body_util::BodyExt;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(20);

    /// Returns the size received of pieces sent with a pause before each.
    async fn receive(pieces: usize, size: usize, pause: Duration) -> Option<usize> {
        let sent = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, io::Error>(Bytes::from(vec![b'a'; size]))
        });
        let collected = limit_body(Body::from_stream(sent), TIMEOUT).collect().await;
        collected.ok().map(|collected| collected.to_bytes().len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_is_waited_for_and_drops_are_not() {
        assert_eq!(
            receive(100, 4096, Duration::from_secs(2)).await,
            Some(409_600)
        );
        assert_eq!(
            receive(1, 10, Duration::from_secs(21)).await,
            None,
            "a pause that is too long"
        );
        assert_eq!(receive(19, 1, Duration::from_secs(1)).await, Some(19));
        assert_eq!(
            receive(100, 1, Duration::from_secs(1)).await,
            None,
            "a byte a second"
        );
    }
}

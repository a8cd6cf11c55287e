//! A request's body that has to arrive: each piece in time, and the whole not drop by drop.

use std::{io, time::Duration};

use axum::body::{Body, HttpBody};
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

/// The slowest that a body may come, in bytes a second.
const SLOWEST: f64 = 1024.0;

/// The body, which fails when one piece takes longer than `patience`, or all pieces together longer than that and what
/// the slowest line takes for them. Only waiting for the sender counts, not what the reader does in between.
pub fn body(body: Body, patience: Duration) -> Body {
    if body.is_end_stream() {
        return body;
    }
    let pieces = stream::unfold(
        Some((body.into_data_stream(), Duration::ZERO, 0)),
        move |state| async move {
            let (mut pieces, waited, arrived) = state?;
            let allowed = patience + Duration::from_secs_f64(arrived as f64 / SLOWEST);
            let begun = Instant::now();
            match tokio::time::timeout(patience.min(allowed.saturating_sub(waited)), pieces.next())
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

    const PATIENCE: Duration = Duration::from_secs(20);

    /// What arrives of pieces of this size, each after this pause.
    async fn arrived(pieces: usize, size: usize, pause: Duration) -> Option<usize> {
        let sent = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, io::Error>(Bytes::from(vec![b'a'; size]))
        });
        let collected = body(Body::from_stream(sent), PATIENCE).collect().await;
        collected.ok().map(|collected| collected.to_bytes().len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_is_waited_for_and_drops_are_not() {
        assert_eq!(
            arrived(100, 4096, Duration::from_secs(2)).await,
            Some(409_600)
        );
        assert_eq!(
            arrived(1, 10, Duration::from_secs(21)).await,
            None,
            "a pause that is too long"
        );
        assert_eq!(arrived(19, 1, Duration::from_secs(1)).await, Some(19));
        assert_eq!(
            arrived(100, 1, Duration::from_secs(1)).await,
            None,
            "a byte a second"
        );
    }
}

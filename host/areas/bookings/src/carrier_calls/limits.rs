//! Operations on bookings, step by step.

/// Maximum concurrent carrier calls of one request.
pub(crate) const MAX_CONCURRENT_CALLS: usize = 8;

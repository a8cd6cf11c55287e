//! Operations on bookings, step by step.

/// Limit of one request.
pub(crate) const MAX_CONCURRENT_CALLS: usize = 8;

//! Policies for plugins: limits of a call, circuit breakers, concurrency.

pub(crate) mod breaker;
pub(crate) mod call_durations;
pub(crate) mod concurrency;
pub(crate) mod effective_limits;
pub(crate) mod limits;
pub(crate) mod memory;
pub(crate) mod tenant_slots;

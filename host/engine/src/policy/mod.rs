//! Policies for plugins: limits of a call, processor time, circuit breakers, concurrency, texts.

pub(crate) mod bounds;
pub(crate) mod breaker;
pub(crate) mod call_durations;
pub(crate) mod concurrency;
pub(crate) mod cpu;
pub(crate) mod effective_limits;
pub(crate) mod memory;
pub(crate) mod meter;
pub(crate) mod tenant_slots;

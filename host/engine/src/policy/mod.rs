//! Policies for plugins: limits of a call, circuit breakers, concurrency.

pub(crate) mod allowed;
pub(crate) mod breaker;
pub(crate) mod gate;
pub(crate) mod limits;
pub(crate) mod memory;
pub(crate) mod pace;
pub(crate) mod places;

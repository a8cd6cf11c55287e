//! Sign-in: admission, devices, callbacks.

pub mod admission;
pub mod callbacks;
pub mod devices;
pub mod service;

//! Rust side of wit/: generated types, exported guest functions, answer checks and typed handles.

pub(crate) mod answers;
pub(crate) mod bindings;
pub(crate) mod bounds;
pub(crate) mod exports;
pub(crate) mod functions;
pub(crate) mod handles;
pub(crate) mod size;
pub mod wit;

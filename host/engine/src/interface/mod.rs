//! Rust side of wit/: generated types, exported guest functions, their calls and answer checks.

pub(crate) mod answers;
pub(crate) mod bindings;
pub(crate) mod calls;
pub(crate) mod exports;
pub(crate) mod rows;
pub(crate) mod size;
pub mod wit;

//! wit/ in Rust: the generated types, the functions a guest exports, the checks of its answers, and the handles that the host calls them by.

pub(crate) mod answers;
pub(crate) mod bindings;
pub(crate) mod bounds;
pub(crate) mod exports;
pub(crate) mod functions;
pub(crate) mod handles;
pub(crate) mod size;
pub mod wit;

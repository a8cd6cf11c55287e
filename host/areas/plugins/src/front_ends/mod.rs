//! Front ends of plugins.

pub mod model;

//! `cargo xtask new-area` and `new-plugin`: new areas and plugins that build and pass their tests from the start.

mod area;
mod plugin;
mod templates;

pub use area::{AreaOptions, new_area};
pub use plugin::{PluginOptions, new_plugin};

//! `cargo xtask new-area` and `new-plugin`: scaffolds that build and pass their tests.

mod area;
mod plugin;
mod templates;

pub use area::{AreaOptions, new_area};
pub use plugin::{PluginOptions, new_plugin};

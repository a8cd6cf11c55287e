//! What stands behind the rooms' ports: the engine's plugins, translated into the rooms' own words.

pub mod carrier;
pub mod installed;
pub mod services;
mod translate;

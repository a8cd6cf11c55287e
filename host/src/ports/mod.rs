//! What stands behind the rooms' ports: the engine's plugins, translated into the rooms' own words.

pub(crate) mod asks;
pub mod carrier;
pub mod customers;
pub mod installed;
pub mod packages;
pub mod services;
pub mod tenant_use;
pub mod things;
mod translate;

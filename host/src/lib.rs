//! The Waybill program: assembles areas, engine and web application, and serves them.

pub mod app;
pub mod boot;
pub mod cli;
mod compiler;
pub mod demo;
mod frame;
mod health;
pub mod keys;
mod metrics;
pub mod migrations;
pub mod openapi;
pub mod operate;
pub mod packages;
pub mod permissions;
mod planned;
pub mod plugin_cli;
pub mod plugin_dev;
pub mod plugin_log;
mod ports;
mod serving;
mod web;

pub use boot::{App, Parts};
pub use serving::Counts as ConnectionCounts;

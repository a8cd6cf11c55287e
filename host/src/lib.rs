//! The program: puts the rooms, the engine and the web application together and serves them.

pub mod app;
pub mod boot;
pub mod cli;
mod compiler;
pub mod demo;
mod metrics;
pub mod migrations;
pub mod openapi;
pub mod operate;
pub mod packages;
pub mod plugin_cli;
mod ports;
mod web;

pub use boot::{App, Parts};

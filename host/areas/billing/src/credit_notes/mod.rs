//! Requests, decisions and applications of credit notes.

pub mod download;
pub mod email;
pub mod model;
pub mod process;
pub mod rules;
pub mod service;

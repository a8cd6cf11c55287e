//! Use cases of look-ups: search, built-in data, and imports of publishers' files.

pub mod check;
pub mod find;
pub mod gazetteer;
pub mod import;
pub mod located;
mod readers;
pub mod seed;

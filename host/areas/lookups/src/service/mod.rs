//! What look-ups do: finding, filling from what the product brings along, and importing the publishers' files.

pub mod check;
pub mod find;
pub mod gazetteer;
pub mod import;
pub mod located;
mod readers;
pub mod seed;

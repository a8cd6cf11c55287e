//! Scans of articles and jobs on their way, with pictures and the proof of delivery.

mod advance;
mod apply;
pub(crate) mod edit;
pub(crate) mod line_hauls;
pub(crate) mod model;
mod pictures;
pub(crate) mod proof;
mod proof_rules;
pub(crate) mod routes;
pub(crate) mod rules;
mod service;
mod several;
pub(crate) mod trees;
pub(crate) mod values;

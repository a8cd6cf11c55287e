//! Scans of articles on their way.

pub(crate) mod values;

//! What finance keeps: invoices with their lines and history, and the runs that make them.

pub mod ad_hoc;
pub mod invoice;
pub mod run;
pub mod words;

//! What is done with invoices.

pub mod ad_hoc;
mod draft;
pub mod mail;
mod make;
pub mod owed;
pub mod process;
pub mod read;
pub mod run;
mod terms;

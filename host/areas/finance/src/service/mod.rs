//! What is done with invoices.

pub mod ad_hoc;
mod draft;
mod hold;
pub mod mail;
mod make;
pub mod owed;
pub mod payment;
pub mod process;
pub mod read;
pub mod remittance;
pub mod run;
mod terms;

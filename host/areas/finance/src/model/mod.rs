//! What finance keeps: invoices with their lines and history, the runs that make them, remittances, payments, credit
//! notes and statements.

pub mod ad_hoc;
pub mod bank;
pub mod credit;
pub mod fee;
pub mod invoice;
pub mod payment;
pub mod run;
pub mod statement;
pub mod words;

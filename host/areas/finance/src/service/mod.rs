//! What is done with invoices, with what pays them and with what reduces them.

pub mod ad_hoc;
pub mod bank;
mod bank_find;
pub mod bank_import;
pub mod bank_template;
pub mod credit;
pub mod decide_credit;
pub mod draft;
pub mod fee;
pub mod fee_entry;
pub mod fee_read;
pub mod give_back;
mod hold;
pub mod mail;
pub mod mail_statement;
mod make;
pub mod owed;
pub mod payment;
pub mod prepaid;
pub mod process;
pub mod read;
pub mod remittance;
pub mod run;
pub mod statement;
pub mod terms;

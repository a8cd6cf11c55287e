//! Rows of finance.

pub mod ad_hoc;
pub mod bank;
pub mod card;
pub mod credit;
pub mod dunning;
pub mod factor;
pub mod fee;
pub mod fee_customer;
mod hits;
pub mod invoice;
pub mod ledger;
pub mod number;
pub mod payment;
pub mod payment_part;
pub mod run;
pub mod settings;
pub mod statement;
pub mod words;

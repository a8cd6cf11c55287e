//! The pure rules of finance: states, days, sums.

pub mod allocate;
pub mod amounts;
pub mod bai2;
pub mod bank_file;
pub mod bank_match;
pub mod bank_table;
pub mod bank_text;
pub mod camt053;
pub mod card;
pub mod check;
pub mod credit;
pub mod due;
pub mod dunning;
pub mod exchange;
pub mod fee;
pub mod give_back;
pub mod group;
pub mod ledger;
pub mod mt940;
pub mod number;
pub mod period;
pub mod reservation;
pub mod statement;
pub mod status;
pub mod xml;

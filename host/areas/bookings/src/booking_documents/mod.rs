//! Documents: labels, consignment documents, attachments and prints.

pub mod attachments;
pub mod consignment;
pub mod email;
pub mod labels;
pub mod passes;
pub mod prints;
pub mod proof;
pub mod routes;
pub mod rules;
pub mod store;

//! E-invoices (UBL, PINT A-NZ).

pub mod requirements;
pub mod ubl;
pub mod xml;

//! E-invoices (UBL, PINT A-NZ) and their validation.

pub mod requirements;
pub mod ubl;
pub mod xml;

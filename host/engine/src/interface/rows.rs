//! The resource `rows` of the capability `data`: a query whose rows are read in batches.

use crate::interface::bindings::shared::waybill::host::data::{Query, Value};
use std::collections::VecDeque;

pub struct Rows {
    pub(crate) query: Query,
    pub(crate) page: u64,
    /// Read from the host and not yet handed to the guest.
    pub(crate) ready: VecDeque<Vec<Value>>,
    pub(crate) ended: bool,
}

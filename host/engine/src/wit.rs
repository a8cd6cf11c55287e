//! The records of wit/v1 under short names, for the host's ports to map to and from the areas' own types.

pub use crate::bindings::carrier::exports::waybill::carrier::manifesting::{
    ManifestEntry, ManifestRequest, Manifested,
};
pub use crate::bindings::carrier::exports::waybill::carrier::rating::{Charge, Rate};
pub use crate::bindings::carrier::exports::waybill::carrier::services::Service;
pub use crate::bindings::carrier::exports::waybill::carrier::shipping::BookRequest;
pub use crate::bindings::carrier::exports::waybill::carrier::tracking::{Event, Tracked};
pub use crate::bindings::carrier::exports::waybill::plugin::about::{Attribute, Description};
pub use crate::bindings::carrier::waybill::carrier::shipment::{Booked, Consignment};
pub use crate::bindings::shared::waybill::host::key_value::StoreError;
pub use crate::bindings::shared::waybill::host::log::Level;
pub use crate::bindings::shared::waybill::host::rate_cards::{PriceLine, PriceRequest, ServicePrice};
pub use crate::bindings::shared::waybill::host::render::{Label, ManifestLine, ManifestSheet};
pub use crate::bindings::shared::waybill::types::common::{
    Address, DangerousGoods, FieldError, File, Item, Money, Outage, PluginError, Refusal,
};

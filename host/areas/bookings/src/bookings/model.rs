//! The booking record: row, API view and form input in one declaration.

use carriage::goods::Item;
use chrono::{DateTime, Utc};
use customers::{CostCenterId, CustomerType};
use data::{
    Change, Form, Record,
    ids::{BookingId, CustomerId, TenantId, UserId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::bookings::parts::Intent;
use crate::{
    bookings::{
        parts::{
            BookingCustomer, Consignment, DangerousGoods, Handling, Insurance, InvoiceLink, Legs,
            Measures, Offer, Pending, Price, References, Route, Service, Tracking,
        },
        records::CarrierRecord,
        rules::{MAX_NAME_LENGTH, MAX_REFERENCE_LENGTH},
        status::Status,
    },
    prices::model::PricingDetail,
    references::model::ReferenceValue,
};

/// A booking's customer data beyond the names.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "CustomerInput")]
#[garde(allow_unvalidated)]
pub struct CustomerDetail {
    /// The paying customer; a customer's user may omit it.
    #[serde(skip_serializing)]
    pub id: Option<CustomerId>,
    /// Recipient of status emails; the customer's own address if empty.
    #[garde(custom(data::validate::email))]
    pub email: Option<String>,
    #[record(protected)]
    #[serde(rename = "type", deserialize_with = "data::text_enum::stored")]
    pub customer_type: CustomerType,
    /// Person who requested the booking.
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub caller: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub reference: Option<String>,
    /// Defaults to the customer's default cost centre on a new booking if the customer has cost
    /// centres enabled.
    pub cost_center_id: Option<CostCenterId>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub cost_center: Option<String>,
    /// Values of the customer's reference fields; a sent list replaces the stored one.
    pub references: Vec<ReferenceValue>,
}

/// A consignment from draft to delivery. Carrier, service and price come from the quote that the
/// form names.
// Lock order: card transaction, then bookings by id.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "BookingInput")]
#[record(
    table = "bookings",
    name = "The booking",
    open,
    searched = 2,
    numbered,
    counted(
        table = "booking_tallies",
        by = "customer_id carrier booking_status",
        sums = "total_items total_weight total_volume freight_price insurance_price"
    ),
    counted(table = "booking_tallies_of_suburbs", by = "to_suburb booking_status"),
    in_order = "creation_time booking_date eta consignment_id",
    also(
        name = "standingSince",
        sql = "COALESCE(last_tracking_modified_time, creation_time)",
        ty = Time,
        in_order
    )
)]
#[garde(allow_unvalidated)]
pub struct Booking {
    /// 0 or omitted for a new booking.
    #[wire(null)]
    pub id: BookingId,
    /// Row version that the form was filled from; an older version is rejected.
    #[wire(null)]
    pub row_version: i64,
    #[serde(skip_deserializing)]
    pub guid: Uuid,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    pub creator_user_id: Option<UserId>,
    /// Time of booking; until booked, time of creation.
    #[serde(skip_deserializing)]
    pub booking_date: DateTime<Utc>,
    #[serde(skip_deserializing)]
    pub booking_status: Status,
    #[serde(skip)]
    pub status_before_hold: Option<Status>,
    #[serde(skip)]
    #[record(embed)]
    pub payer: BookingCustomer,
    /// Customer data; omitted fields stay unchanged.
    #[garde(dive)]
    #[wire(null)]
    #[serde(skip_serializing)]
    #[record(sent)]
    pub customer: Change<CustomerDetail>,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub service: Service,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub consignment: Consignment,
    #[garde(dive)]
    #[record(embed)]
    pub references: References,
    #[garde(dive)]
    #[record(embed)]
    pub offer: Offer,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub invoice: InvoiceLink,
    #[record(embed)]
    pub route: Route,
    #[record(json)]
    pub items: Vec<Item>,
    #[garde(dive)]
    #[record(embed)]
    pub handling: Handling,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub measures: Measures,
    #[serde(skip)]
    #[record(embed)]
    pub price: Price,
    #[serde(skip_deserializing)]
    #[record(json)]
    pub pricing_detail: PricingDetail,
    #[record(embed)]
    pub dangerous_goods: DangerousGoods,
    #[record(embed)]
    pub insurance: Insurance,
    #[record(embed)]
    pub legs: Legs,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub tracking: Tracking,
    #[serde(skip_deserializing)]
    #[record(embed)]
    pub pending: Pending,
    #[serde(skip)]
    #[record(json)]
    pub carrier_record: CarrierRecord,
}

impl Booking {
    /// Status used by rules: our OnHold resolves to the status before; a carrier's hold counts as
    /// Delayed.
    pub fn effective_status(&self) -> Status {
        match (self.booking_status, self.status_before_hold) {
            (Status::OnHold, None) => Status::Delayed,
            (status, _) => status,
        }
    }

    /// The reference sent to the carrier, identical on every attempt.
    pub fn carrier_reference(&self, tenant: TenantId) -> String {
        carrier_reference(tenant, self.id)
    }

    /// The connote number, or the booking id.
    pub fn name(&self) -> String {
        self.consignment.name(self.id)
    }
}

/// The reference sent to the carrier, identical on every attempt.
pub fn carrier_reference(tenant: TenantId, id: BookingId) -> String {
    format!("WB{tenant}-{id}")
}

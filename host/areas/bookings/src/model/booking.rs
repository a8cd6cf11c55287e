//! A booking, declared once: as its row is stored, as the API answers it, and what of it a form sends.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use customers::{CostCenterId, CustomerType};
use freight::{
    address::Address,
    goods::Item,
    quantity::{Volume, Weight},
};
use garde::Validate;
use kernel::{
    Change, Form, Record, Words,
    case::null_is_default,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId, QuoteId, TenantId, UserId},
    secrets::Secret,
};
use lookups::InsuranceType;
use pricing::PromoCodeId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use uuid::Uuid;

use super::{
    price::PricingDetail,
    records::{CarrierRecord, PickupId},
    reference::ReferenceValue,
};
use crate::rules::{
    check::{MAX_INSTRUCTION_LENGTH, MAX_NAME_LENGTH, MAX_REFERENCE_LENGTH},
    status::Status,
};

/// What is under way at the carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Intent {
    /// A payment provider is asked to reserve the price; the carrier is asked afterwards.
    Pay,
    Book,
    Cancel,
    Manifest,
    BookPickup,
    #[words(unknown)]
    Unknown,
}

/// What a booking says of its customer beyond the names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "CustomerInput")]
#[garde(allow_unvalidated)]
pub struct CustomerDetail {
    /// The customer who pays; a customer's user may leave it out.
    #[serde(skip_serializing)]
    pub id: Option<CustomerId>,
    /// Where this booking's news go; the customer's own address when empty.
    #[garde(custom(kernel::validate::email))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub email: Option<String>,
    #[record(protected)]
    #[serde(rename = "type", deserialize_with = "kernel::words::stored")]
    pub customer_type: CustomerType,
    /// Who asked for it.
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub caller: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub reference: Option<String>,
    /// The customer's default one on a new booking that names none, where the customer has cost centres switched on.
    pub cost_center_id: Option<CostCenterId>,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub cost_center: Option<String>,
    /// What is said in the customer's reference fields; what is sent takes the place of all that was.
    #[serde(deserialize_with = "null_is_default")]
    pub references: Vec<ReferenceValue>,
}

/// A consignment, from the first draft to the delivery. Carrier, service and price come from the quote that a form names.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "BookingInput")]
#[record(
    table = "bookings",
    name = "The booking",
    open,
    searched = 2,
    numbered,
    tallied(
        table = "booking_tallies",
        by = "customer_id carrier booking_status",
        sums = "total_items total_weight total_volume freight_price insurance_price"
    ),
    tallied(table = "booking_tallies_of_suburbs", by = "to_suburb booking_status"),
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
    /// 0 or left out for a new booking.
    #[serde(deserialize_with = "null_is_default")]
    pub id: BookingId,
    /// The version the form was filled from; a booking changed since is refused.
    #[serde(deserialize_with = "null_is_default")]
    pub row_version: i64,
    #[serde(skip_deserializing)]
    pub guid: Uuid,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// When it was booked; until then, when it was made.
    #[serde(skip_deserializing)]
    pub booking_date: DateTime<Utc>,
    #[serde(skip_deserializing)]
    pub booking_status: Status,
    #[serde(skip)]
    #[record(listed, name = "customer/id", customer)]
    pub customer_id: CustomerId,
    #[serde(skip)]
    #[record(listed, name = "customer/code")]
    pub customer_code: String,
    #[serde(skip)]
    #[record(listed, name = "customer/customerName", searched)]
    pub customer_name: Option<String>,
    #[serde(skip)]
    #[record(listed, name = "customer/companyName", searched)]
    pub company_name: Option<String>,
    #[serde(skip)]
    #[record(listed, name = "customer/contactName", searched)]
    pub contact_name: Option<String>,
    #[serde(skip)]
    #[record(json, internal)]
    pub customer_detail: CustomerDetail,
    /// What is said of the customer; left out or in part, the rest stays.
    #[garde(dive)]
    #[serde(skip_serializing, deserialize_with = "null_is_default")]
    #[record(sent)]
    pub customer: Change<CustomerDetail>,
    #[serde(skip_deserializing)]
    pub carrier: Option<String>,
    #[serde(skip_deserializing)]
    pub carrier_account_id: Option<CarrierAccountId>,
    #[serde(skip_deserializing)]
    pub carrier_service_code: Option<String>,
    #[serde(skip_deserializing)]
    pub carrier_service_name: Option<String>,
    /// The carrier's connote.
    #[serde(skip_deserializing)]
    #[record(searched)]
    pub consignment_id: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub manifest_row_id: Option<ManifestId>,
    #[serde(skip_deserializing)]
    #[record(searched)]
    pub manifest_id: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub pickup_row_id: Option<PickupId>,
    #[serde(skip_deserializing)]
    #[record(searched)]
    pub pickup_request_id: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    #[record(searched)]
    pub reference: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    #[record(searched)]
    pub order_number: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub store_key: Option<String>,
    /// That of the quote whose price is taken.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub promo_code: Option<String>,
    /// The promo code whose discount is in the price.
    #[serde(skip)]
    #[record(internal)]
    pub promo_code_id: Option<PromoCodeId>,
    #[serde(skip_deserializing)]
    pub batch_id: Option<String>,
    /// Whose price is taken; null gives up the price of a draft.
    pub quote_id: Option<QuoteId>,
    /// That of the quote's answer; needed with a new `quoteId`.
    #[serde(deserialize_with = "kernel::case::text")]
    #[record(secret)]
    pub resource_token: Option<String>,
    /// What the payment provider gave the browser for a card: kept until the payment is taken, and never told.
    #[serde(skip_serializing)]
    #[record(sent)]
    pub payment_nonce: Option<Secret>,
    #[serde(skip_deserializing)]
    pub invoice_id: Option<i64>,
    #[serde(skip_deserializing)]
    #[record(searched)]
    pub invoice_number: Option<String>,
    #[serde(skip)]
    #[record(listed, name = "fromAddress/suburb", searched)]
    pub from_suburb: String,
    #[serde(skip)]
    #[record(listed, name = "fromAddress/postCode")]
    pub from_post_code: String,
    #[serde(skip)]
    #[record(listed, name = "toAddress/suburb", searched)]
    pub to_suburb: String,
    #[serde(skip)]
    #[record(listed, name = "toAddress/postCode")]
    pub to_post_code: String,
    /// `AU-VIC`: the ends of the lane.
    #[serde(skip)]
    #[record(internal)]
    pub from_region: String,
    #[serde(skip)]
    #[record(internal)]
    pub to_region: String,
    #[serde(deserialize_with = "null_is_default")]
    #[record(
        json,
        searched = "companyName contactName addressLine1 addressLine2 addressLine3"
    )]
    pub from_address: Address,
    #[serde(deserialize_with = "null_is_default")]
    #[record(
        json,
        searched = "companyName contactName addressLine1 addressLine2 addressLine3"
    )]
    pub to_address: Address,
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub items: Vec<Item>,
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub pickup_options: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub delivery_options: BTreeMap<String, String>,
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_ready_to_pickup: bool,
    #[serde(skip)]
    #[record(listed)]
    pub total_items: i64,
    #[serde(skip_deserializing, serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "totalWeight/value")]
    pub total_weight: Decimal,
    #[serde(skip_deserializing, serialize_with = "cubic_metres")]
    #[schemars(with = "Volume")]
    #[record(name = "totalVolume/value")]
    pub total_volume: Decimal,
    #[serde(skip_deserializing, serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "totalCubicWeight/value")]
    pub total_cubic_weight: Decimal,
    #[serde(skip_deserializing, serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "chargableWeight/value")]
    pub chargable_weight: Decimal,
    /// Kilograms a cubic metre counts for.
    #[serde(skip_deserializing, serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub cubic_factor: Decimal,
    /// With tax, as are the three below.
    #[serde(skip)]
    #[record(listed, name = "pricingDetail/total/total")]
    pub total_price: Decimal,
    #[serde(skip)]
    #[record(internal)]
    pub freight_price: Decimal,
    #[serde(skip)]
    #[record(internal)]
    pub insurance_price: Decimal,
    #[serde(skip)]
    #[record(internal)]
    pub carrier_price: Decimal,
    /// Before tax and without insurance, for the margin view, as are the two below: as it was quoted.
    #[serde(skip)]
    #[record(internal)]
    pub quoted_net: Decimal,
    /// As it stands.
    #[serde(skip)]
    #[record(internal)]
    pub sold_net: Decimal,
    /// What the carrier takes.
    #[serde(skip)]
    #[record(internal)]
    pub cost_net: Decimal,
    #[serde(skip)]
    #[record(internal)]
    pub insurance_net: Decimal,
    #[serde(skip_deserializing)]
    #[record(json)]
    pub pricing_detail: PricingDetail,
    /// With tax; none while nothing is charged again.
    #[serde(skip)]
    #[record(listed, name = "rechargeDetail/total/total")]
    pub recharge_price: Option<Decimal>,
    #[serde(skip)]
    #[record(json, internal)]
    pub recharge_detail: Option<PricingDetail>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_dangerous_good: bool,
    #[serde(
        rename = "dangerousGoodUNCode",
        deserialize_with = "kernel::case::text"
    )]
    pub dangerous_good_un_code: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub dangerous_good_package_type: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub dangerous_good_description: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_insured: bool,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub insured_value: Option<Decimal>,
    #[serde(deserialize_with = "kernel::words::option_stored")]
    pub insurance_type: Option<InsuranceType>,
    #[serde(skip_deserializing)]
    pub is_multi_leg: bool,
    /// The booking that stands for the whole way, where this is one leg of it; null takes it off. Of the same customer.
    pub parent_booking_id: Option<BookingId>,
    #[serde(skip_deserializing)]
    pub eta: Option<DateTime<Utc>>,
    #[serde(skip_deserializing)]
    pub last_tracking_status: Option<Status>,
    #[serde(skip_deserializing)]
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub tracked_automatically: bool,
    #[serde(skip)]
    #[record(internal)]
    pub tracked_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub track_after: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub track_failures: i64,
    #[serde(skip)]
    #[record(internal)]
    pub status_before_hold: Option<Status>,
    /// The operation that a carrier, or for Pay a payment provider, has been asked for and has not answered.
    #[serde(rename = "pendingOperation", skip_deserializing)]
    #[record(internal)]
    pub intent: Option<Intent>,
    #[serde(skip)]
    #[record(internal)]
    pub intent_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub intent_attempts: i64,
    /// The carrier was asked to book and nobody knows whether it has.
    #[serde(skip)]
    #[record(listed)]
    pub is_uncertain: bool,
    #[serde(skip)]
    #[record(json, internal)]
    pub carrier_record: CarrierRecord,
}

/// Stored as kilograms, answered with the unit.
fn kilograms<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Weight::kilograms(*value).serialize(target)
}

fn cubic_metres<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Volume::cubic_metres(*value).serialize(target)
}

impl Booking {
    /// The state that rules go by: goods that the carrier holds are delayed, while those that we hold wait for release.
    pub fn standing(&self) -> Status {
        match (self.booking_status, self.status_before_hold) {
            (Status::OnHold, None) => Status::Delayed,
            (status, _) => status,
        }
    }

    /// The reference the carrier is given, the same at every attempt.
    pub fn carrier_reference(&self, tenant: TenantId) -> String {
        format!("WB{tenant}-{}", self.id)
    }

    /// How a person calls it: by its connote, or by its own number.
    pub fn name(&self) -> String {
        self.consignment_id
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
}

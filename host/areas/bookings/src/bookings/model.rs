//! The booking record: row, API view and form input in one declaration.

use std::collections::BTreeMap;

use carriage::{
    address::Address,
    goods::Item,
    quantity::{Volume, Weight},
};
use chrono::{DateTime, Utc};
use customers::{CostCenterId, CustomerType};
use data::{
    Change, Form, Record, TextEnum,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId, QuoteId, TenantId, UserId},
    secrets::Secret,
};
use garde::Validate;
use lookups::InsuranceType;
use pricing::PromoCodeId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use uuid::Uuid;

use crate::bookings::{
    rules::{MAX_INSTRUCTION_LENGTH, MAX_NAME_LENGTH, MAX_REFERENCE_LENGTH},
    status::Status,
};
use crate::{
    bookings::records::{CarrierRecord, PickupId},
    prices::model::PricingDetail,
    references::model::ReferenceValue,
};

/// A carrier operation that is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum Intent {
    /// A payment provider reserves the price; the carrier call follows.
    Pay,
    Book,
    Cancel,
    Manifest,
    BookPickup,
    #[text_enum(unknown)]
    Unknown,
}

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
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Time of booking; until booked, time of creation.
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
    /// Customer data; omitted fields stay unchanged.
    #[garde(dive)]
    #[wire(null)]
    #[serde(skip_serializing)]
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
    /// The carrier's connote number.
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
    #[record(searched)]
    pub reference: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[record(searched)]
    pub order_number: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub store_key: Option<String>,
    /// Promo code of the quote in use.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub promo_code: Option<String>,
    /// Promo code whose discount is in the price.
    #[serde(skip)]
    #[record(internal)]
    pub promo_code_id: Option<PromoCodeId>,
    #[serde(skip_deserializing)]
    pub batch_id: Option<String>,
    /// Quote that sets the price; null clears the price of a draft.
    pub quote_id: Option<QuoteId>,
    /// Token from the quote's response; required with a new `quoteId`.
    #[record(secret)]
    pub resource_token: Option<String>,
    /// Card token that the payment provider issued to the browser. Kept until the payment is made;
    /// never returned.
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
    #[record(listed, name = "fromAddress/postCode", searched)]
    pub from_post_code: String,
    #[serde(skip)]
    #[record(listed, name = "toAddress/suburb", searched)]
    pub to_suburb: String,
    #[serde(skip)]
    #[record(listed, name = "toAddress/postCode", searched)]
    pub to_post_code: String,
    /// Region of the sender, such as `AU-VIC`; with `to_region` it forms the lane.
    #[serde(skip)]
    #[record(internal)]
    pub from_region: String,
    #[serde(skip)]
    #[record(internal)]
    pub to_region: String,
    #[wire(null)]
    #[record(
        json,
        listed,
        searched = "companyName contactName addressLine1 addressLine2 addressLine3 state stateCode"
    )]
    pub from_address: Address,
    #[wire(null)]
    #[record(
        json,
        listed,
        searched = "companyName contactName addressLine1 addressLine2 addressLine3 state stateCode"
    )]
    pub to_address: Address,
    #[record(json)]
    pub items: Vec<Item>,
    #[record(json)]
    pub pickup_options: BTreeMap<String, String>,
    #[record(json)]
    pub delivery_options: BTreeMap<String, String>,
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_INSTRUCTION_LENGTH))]
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    #[wire(null)]
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
    /// Kilograms per cubic metre.
    #[serde(skip_deserializing)]
    pub cubic_factor: Decimal,
    /// Including tax, as are the three fields below.
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
    /// Quoted price before tax and without insurance, for the margin view; the next two are on the
    /// same basis.
    #[serde(skip)]
    #[record(internal)]
    pub quoted_net: Decimal,
    /// Current sell price.
    #[serde(skip)]
    #[record(internal)]
    pub sold_net: Decimal,
    /// Carrier cost.
    #[serde(skip)]
    #[record(internal)]
    pub cost_net: Decimal,
    #[serde(skip)]
    #[record(internal)]
    pub insurance_net: Decimal,
    #[serde(skip_deserializing)]
    #[record(json)]
    pub pricing_detail: PricingDetail,
    /// Including tax; null without a recharge.
    #[serde(skip)]
    #[record(listed, name = "rechargeDetail/total/total")]
    pub recharge_price: Option<Decimal>,
    #[serde(skip)]
    #[record(json, internal)]
    pub recharge_detail: Option<PricingDetail>,
    #[wire(null)]
    pub is_dangerous_good: bool,
    #[serde(rename = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    #[wire(null)]
    pub is_insured: bool,
    pub insured_value: Option<Decimal>,
    #[serde(deserialize_with = "data::text_enum::option_stored")]
    pub insurance_type: Option<InsuranceType>,
    #[serde(skip_deserializing)]
    pub is_multi_leg: bool,
    /// Parent booking for the whole route if this is one leg; null detaches it. Must belong to the
    /// same customer.
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
    /// Operation pending at a carrier, or at a payment provider for Pay.
    #[serde(rename = "pendingOperation", skip_deserializing)]
    #[record(internal)]
    pub intent: Option<Intent>,
    #[serde(skip)]
    #[record(internal)]
    pub intent_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub intent_attempts: i64,
    /// Set when a booking request was sent and its outcome is unknown.
    #[serde(skip)]
    #[record(listed)]
    pub is_uncertain: bool,
    #[serde(skip)]
    #[record(json, internal)]
    pub carrier_record: CarrierRecord,
}

fn kilograms<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Weight::kilograms(*value).serialize(target)
}

fn cubic_metres<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Volume::cubic_metres(*value).serialize(target)
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
        format!("WB{tenant}-{}", self.id)
    }

    /// The connote number, or the booking id.
    pub fn name(&self) -> String {
        self.consignment_id
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
}

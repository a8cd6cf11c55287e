//! A booking's row.

use std::{collections::BTreeMap, fmt, str::FromStr};

use carriers::port::Booked;
use chrono::{DateTime, Utc};
use kernel::{
    address::Address,
    db::{Col, Row, Ty, Val},
    entity,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId, QuoteId, TenantId, UserId},
};
use quotes::Item;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::price::PricingDetail;
use crate::rules::status::Status;

/// What is under way at the carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Intent {
    Book,
    Cancel,
    Manifest,
}

/// What a booking says of its customer beyond the names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerDetail {
    pub email: Option<String>,
    #[serde(rename = "type")]
    pub customer_type: String,
    /// Who asked for it.
    pub caller: Option<String>,
    pub reference: Option<String>,
    pub cost_center_id: Option<i64>,
    pub cost_center: Option<String>,
}

/// What the carrier handed us.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CarrierRecord {
    /// Its own word for the price, handed back when it is booked.
    pub quote: Option<String>,
    /// Working days, as quoted.
    pub transit_days: Option<u32>,
    /// Its record of the consignment.
    pub booked: Option<Booked>,
}

/// A consignment, from the first draft to the delivery.
#[derive(Debug, Clone, Default)]
pub struct Booking {
    pub id: BookingId,
    pub row_version: i64,
    pub guid: Uuid,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
    /// When it was booked; until then, when it was made.
    pub booking_date: DateTime<Utc>,
    pub booking_status: Status,
    pub customer_id: CustomerId,
    pub customer_code: String,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub customer_detail: CustomerDetail,
    pub carrier: Option<String>,
    pub carrier_account_id: Option<CarrierAccountId>,
    pub carrier_service_code: Option<String>,
    pub carrier_service_name: Option<String>,
    /// The carrier's connote.
    pub consignment_id: Option<String>,
    pub manifest_row_id: Option<ManifestId>,
    pub manifest_id: Option<String>,
    pub pickup_request_id: Option<String>,
    pub reference: Option<String>,
    pub order_number: Option<String>,
    pub store_key: Option<String>,
    pub promo_code: Option<String>,
    pub batch_id: Option<String>,
    pub quote_id: Option<QuoteId>,
    pub resource_token: Option<String>,
    pub invoice_id: Option<i64>,
    pub invoice_number: Option<String>,
    pub from_suburb: String,
    pub from_post_code: String,
    pub to_suburb: String,
    pub to_post_code: String,
    pub from_address: Address,
    pub to_address: Address,
    pub items: Vec<Item>,
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    pub special_instructions: Option<String>,
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    pub is_ready_to_pickup: bool,
    pub total_items: i64,
    /// Kilograms.
    pub total_weight: Decimal,
    /// Cubic metres.
    pub total_volume: Decimal,
    pub total_cubic_weight: Decimal,
    pub chargable_weight: Decimal,
    /// Kilograms a cubic metre counts for.
    pub cubic_factor: Decimal,
    /// With tax, as are the three below.
    pub total_price: Decimal,
    pub freight_price: Decimal,
    pub insurance_price: Decimal,
    pub carrier_price: Decimal,
    pub pricing_detail: PricingDetail,
    pub is_dangerous_good: bool,
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    pub is_insured: bool,
    pub insured_value: Option<Decimal>,
    pub insurance_type: Option<String>,
    pub is_multi_leg: bool,
    pub parent_booking_id: Option<BookingId>,
    pub eta: Option<DateTime<Utc>>,
    pub last_tracking_status: Option<Status>,
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    pub tracked_automatically: bool,
    pub tracked_time: Option<DateTime<Utc>>,
    pub status_before_hold: Option<Status>,
    pub intent: Option<Intent>,
    pub intent_time: Option<DateTime<Utc>>,
    pub intent_attempts: i64,
    /// The carrier was asked to book and nobody knows whether it has.
    pub is_uncertain: bool,
    pub carrier_record: CarrierRecord,
}

entity!(Booking(BookingId) named "The booking" in "bookings" {
    guid: Uuid => "guid",
    creation_time: DateTime<Utc> => "creationTime",
    creator_user_id: Option<UserId>,
    booking_date: DateTime<Utc> => "bookingDate",
    booking_status: Status => "bookingStatus",
    customer_id: CustomerId => "customer/id",
    customer_code: String => "customer/code",
    customer_name: Option<String> => "customer/customerName",
    company_name: Option<String> => "customer/companyName",
    contact_name: Option<String> => "customer/contactName",
    customer_detail(json): CustomerDetail,
    carrier: Option<String> => "carrier",
    carrier_account_id: Option<CarrierAccountId> => "carrierAccountId",
    carrier_service_code: Option<String> => "carrierServiceCode",
    carrier_service_name: Option<String> => "carrierServiceName",
    consignment_id: Option<String> => "consignmentId",
    manifest_row_id: Option<ManifestId>,
    manifest_id: Option<String> => "manifestId",
    pickup_request_id: Option<String> => "pickupRequestId",
    reference: Option<String> => "reference",
    order_number: Option<String> => "orderNumber",
    store_key: Option<String> => "storeKey",
    promo_code: Option<String> => "promoCode",
    batch_id: Option<String> => "batchId",
    quote_id: Option<QuoteId> => "quoteId",
    resource_token: Option<String>,
    invoice_id: Option<i64> => "invoiceId",
    invoice_number: Option<String> => "invoiceNumber",
    from_suburb: String => "fromAddress/suburb",
    from_post_code: String => "fromAddress/postCode",
    to_suburb: String => "toAddress/suburb",
    to_post_code: String => "toAddress/postCode",
    from_address(json): Address as "fromAddress",
    to_address(json): Address as "toAddress",
    items(json): Vec<Item> as "items",
    pickup_options(json): BTreeMap<String, String> as "pickupOptions",
    delivery_options(json): BTreeMap<String, String> as "deliveryOptions",
    special_instructions: Option<String> as "specialInstructions",
    delivery_instructions: Option<String> as "deliveryInstructions",
    pickup_ready_time: Option<DateTime<Utc>> => "pickupReadyTime",
    business_closing_time: Option<DateTime<Utc>> as "businessClosingTime",
    is_ready_to_pickup: bool => "isReadyToPickup",
    total_items: i64 => "totalItems",
    total_weight: Decimal => "totalWeight/value",
    total_volume: Decimal => "totalVolume/value",
    total_cubic_weight: Decimal => "totalCubicWeight/value",
    chargable_weight: Decimal => "chargableWeight/value",
    cubic_factor: Decimal as "cubicFactor",
    total_price: Decimal => "pricingDetail/total/total",
    freight_price: Decimal,
    insurance_price: Decimal,
    carrier_price: Decimal,
    pricing_detail(json): PricingDetail as "pricingDetail",
    is_dangerous_good: bool => "isDangerousGood",
    dangerous_good_un_code: Option<String> => "dangerousGoodUNCode",
    dangerous_good_package_type: Option<String> as "dangerousGoodPackageType",
    dangerous_good_description: Option<String> as "dangerousGoodDescription",
    is_insured: bool => "isInsured",
    insured_value: Option<Decimal> => "insuredValue",
    insurance_type: Option<String> => "insuranceType",
    is_multi_leg: bool => "isMultiLeg",
    parent_booking_id: Option<BookingId> => "parentBookingId",
    eta: Option<DateTime<Utc>> => "eta",
    last_tracking_status: Option<Status> => "lastTrackingStatus",
    last_tracking_modified_time: Option<DateTime<Utc>> => "lastTrackingModifiedTime",
    tracked_automatically: bool,
    tracked_time: Option<DateTime<Utc>>,
    status_before_hold: Option<Status>,
    intent: Option<Intent>,
    intent_time: Option<DateTime<Utc>>,
    intent_attempts: i64,
    is_uncertain: bool as "isUncertain",
    carrier_record(json): CarrierRecord,
});

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
        self.consignment_id.clone().unwrap_or_else(|| format!("#{}", self.id))
    }
}

impl Intent {
    const ALL: [Self; 3] = [Self::Book, Self::Cancel, Self::Manifest];

    pub fn word(self) -> &'static str {
        match self {
            Self::Book => "Book",
            Self::Cancel => "Cancel",
            Self::Manifest => "Manifest",
        }
    }
}

impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Intent {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|intent| intent.word() == word).ok_or_else(|| format!("{word} is no intent"))
    }
}

impl Col for Intent {
    const TY: Ty = Ty::Text;
    fn val(&self) -> Val {
        Val::Text(self.word().to_owned())
    }
    fn get(row: &Row, index: usize) -> kernel::sqlx::Result<Self> {
        let word: String = row.get(index)?;
        word.parse().map_err(|error: String| kernel::sqlx::Error::Decode(error.into()))
    }
}

//! A booking's row.

use std::collections::BTreeMap;

use carriers::port::Booked;
use chrono::{DateTime, Utc};
use customers::CustomerType;
use freight::{address::Address, goods::Item};
use kernel::{
    Feature, Permission, Record, Words,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId, QuoteId, TenantId, UserId},
    search::Hit,
};
use lookups::InsuranceType;
use quotes::access::{BOOKING, BOOKINGS};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::price::PricingDetail;
use crate::rules::status::Status;

/// What is under way at the carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Intent {
    Book,
    Cancel,
    Manifest,
    #[words(unknown)]
    Unknown,
}

/// What a booking says of its customer beyond the names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerDetail {
    pub email: Option<String>,
    #[serde(rename = "type", deserialize_with = "kernel::words::stored")]
    pub customer_type: CustomerType,
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
#[derive(Debug, Clone, Default, Record)]
#[record(table = "bookings", name = "The booking", open, searched = 2, numbered)]
pub struct Booking {
    pub id: BookingId,
    pub row_version: i64,
    pub guid: Uuid,
    pub creation_time: DateTime<Utc>,
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// When it was booked; until then, when it was made.
    pub booking_date: DateTime<Utc>,
    pub booking_status: Status,
    #[record(name = "customer/id", customer)]
    pub customer_id: CustomerId,
    #[record(name = "customer/code")]
    pub customer_code: String,
    #[record(name = "customer/customerName", searched)]
    pub customer_name: Option<String>,
    #[record(name = "customer/companyName", searched)]
    pub company_name: Option<String>,
    #[record(name = "customer/contactName", searched)]
    pub contact_name: Option<String>,
    #[record(json, internal)]
    pub customer_detail: CustomerDetail,
    pub carrier: Option<String>,
    pub carrier_account_id: Option<CarrierAccountId>,
    pub carrier_service_code: Option<String>,
    pub carrier_service_name: Option<String>,
    /// The carrier's connote.
    #[record(searched)]
    pub consignment_id: Option<String>,
    #[record(internal)]
    pub manifest_row_id: Option<ManifestId>,
    #[record(searched)]
    pub manifest_id: Option<String>,
    pub pickup_request_id: Option<String>,
    #[record(searched)]
    pub reference: Option<String>,
    #[record(searched)]
    pub order_number: Option<String>,
    pub store_key: Option<String>,
    pub promo_code: Option<String>,
    pub batch_id: Option<String>,
    pub quote_id: Option<QuoteId>,
    #[record(secret)]
    pub resource_token: Option<String>,
    pub invoice_id: Option<i64>,
    #[record(searched)]
    pub invoice_number: Option<String>,
    #[record(name = "fromAddress/suburb", searched)]
    pub from_suburb: String,
    #[record(name = "fromAddress/postCode")]
    pub from_post_code: String,
    #[record(name = "toAddress/suburb", searched)]
    pub to_suburb: String,
    #[record(name = "toAddress/postCode")]
    pub to_post_code: String,
    #[record(json)]
    pub from_address: Address,
    #[record(json)]
    pub to_address: Address,
    #[record(json)]
    pub items: Vec<Item>,
    #[record(json)]
    pub pickup_options: BTreeMap<String, String>,
    #[record(json)]
    pub delivery_options: BTreeMap<String, String>,
    pub special_instructions: Option<String>,
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    pub is_ready_to_pickup: bool,
    pub total_items: i64,
    /// Kilograms.
    #[record(name = "totalWeight/value")]
    pub total_weight: Decimal,
    /// Cubic metres.
    #[record(name = "totalVolume/value")]
    pub total_volume: Decimal,
    #[record(name = "totalCubicWeight/value")]
    pub total_cubic_weight: Decimal,
    #[record(name = "chargableWeight/value")]
    pub chargable_weight: Decimal,
    /// Kilograms a cubic metre counts for.
    pub cubic_factor: Decimal,
    /// With tax, as are the three below.
    #[record(name = "pricingDetail/total/total")]
    pub total_price: Decimal,
    #[record(internal)]
    pub freight_price: Decimal,
    #[record(internal)]
    pub insurance_price: Decimal,
    #[record(internal)]
    pub carrier_price: Decimal,
    #[record(json)]
    pub pricing_detail: PricingDetail,
    pub is_dangerous_good: bool,
    #[record(name = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    pub is_insured: bool,
    pub insured_value: Option<Decimal>,
    pub insurance_type: Option<InsuranceType>,
    pub is_multi_leg: bool,
    pub parent_booking_id: Option<BookingId>,
    pub eta: Option<DateTime<Utc>>,
    pub last_tracking_status: Option<Status>,
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    #[record(internal)]
    pub tracked_automatically: bool,
    #[record(internal)]
    pub tracked_time: Option<DateTime<Utc>>,
    #[record(internal)]
    pub status_before_hold: Option<Status>,
    #[record(internal)]
    pub intent: Option<Intent>,
    #[record(internal)]
    pub intent_time: Option<DateTime<Utc>>,
    #[record(internal)]
    pub intent_attempts: i64,
    /// The carrier was asked to book and nobody knows whether it has.
    pub is_uncertain: bool,
    #[record(json, internal)]
    pub carrier_record: CarrierRecord,
}

impl Hit for Booking {
    const GROUP: &'static str = "Bookings";
    const KIND: &'static str = "Booking";
    const PERMISSION: Permission = BOOKING;
    const FEATURE: Feature = BOOKINGS;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        self.name()
    }
    fn details(&self) -> serde_json::Value {
        let customer = [&self.company_name, &self.customer_name, &self.contact_name];
        json!({
            "bookingStatus": self.booking_status.to_string(),
            "customerName": customer.into_iter().flatten().find(|name| !name.is_empty()),
            "consignmentId": self.consignment_id,
            "reference": self.reference,
            "carrier": self.carrier,
            "fromSuburb": self.from_suburb,
            "toSuburb": self.to_suburb,
        })
    }
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
        self.consignment_id.clone().unwrap_or_else(|| format!("#{}", self.id))
    }
}

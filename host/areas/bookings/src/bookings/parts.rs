//! Value objects of a booking. Their members are columns of `bookings`, and members of the booking
//! on the wire.

use std::collections::BTreeMap;

use carriage::{
    address::Address,
    goods::{self, Item},
    quantity::{self, Volume, Weight},
};
use chrono::{DateTime, Utc};
use customers::CustomerInfo;
use data::{
    Form, Record, TextEnum,
    ids::{BookingId, CarrierAccountId, CustomerId, ManifestId, QuoteId},
    secrets::Secret,
};
use garde::Validate;
use lookups::InsuranceType;
use pricing::PromoCodeId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::{
    bookings::{
        model::{Booking, CustomerDetail},
        records::PickupId,
        rules::{MAX_INSTRUCTION_LENGTH, MAX_REFERENCE_LENGTH},
        status::Status,
    },
    prices::model::PricingDetail,
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

/// The customer, as named when the booking was saved.
#[derive(Debug, Clone, Default, Record)]
#[record(embedded(Booking))]
pub struct BookingCustomer {
    #[record(listed, name = "customer/id", customer)]
    pub customer_id: CustomerId,
    #[record(listed, name = "customer/code")]
    pub customer_code: String,
    #[record(listed, name = "customer/customerName", searched)]
    pub customer_name: Option<String>,
    #[record(listed, name = "customer/companyName", searched)]
    pub company_name: Option<String>,
    #[record(listed, name = "customer/contactName", searched)]
    pub contact_name: Option<String>,
    #[record(json)]
    pub customer_detail: CustomerDetail,
}

/// The carrier's account and service; none before the first quote.
#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Service {
    pub carrier: Option<String>,
    pub carrier_account_id: Option<CarrierAccountId>,
    pub carrier_service_code: Option<String>,
    pub carrier_service_name: Option<String>,
}

/// The carrier's numbers.
#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Consignment {
    /// The carrier's connote number.
    #[record(searched)]
    pub consignment_id: Option<String>,
    #[serde(skip)]
    pub manifest_row_id: Option<ManifestId>,
    #[record(searched)]
    pub manifest_id: Option<String>,
    #[serde(skip)]
    pub pickup_row_id: Option<PickupId>,
    #[record(searched)]
    pub pickup_request_id: Option<String>,
}

#[data::wire(trim)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
#[garde(allow_unvalidated)]
pub struct References {
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[record(searched)]
    pub reference: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[record(searched)]
    pub order_number: Option<String>,
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub store_key: Option<String>,
    #[serde(skip_deserializing)]
    pub batch_id: Option<String>,
}

/// The quote in use, and the card that pays it.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
#[garde(allow_unvalidated)]
pub struct Offer {
    /// Promo code of the quote in use.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub promo_code: Option<String>,
    /// Promo code whose discount is in the price.
    #[serde(skip)]
    pub promo_code_id: Option<PromoCodeId>,
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
}

#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct InvoiceLink {
    pub invoice_id: Option<i64>,
    #[record(searched)]
    pub invoice_number: Option<String>,
}

/// The addresses, with the columns by which lists and sums find them.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Route {
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
    pub from_region: String,
    #[serde(skip)]
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
}

/// Instructions and times for the carrier.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
#[garde(allow_unvalidated)]
pub struct Handling {
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
}

/// Totals of the items. Weights are in kilograms, the volume in cubic metres.
#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Measures {
    #[serde(skip)]
    #[record(listed)]
    pub total_items: i64,
    #[serde(serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "totalWeight/value")]
    pub total_weight: Decimal,
    #[serde(serialize_with = "cubic_metres")]
    #[schemars(with = "Volume")]
    #[record(name = "totalVolume/value")]
    pub total_volume: Decimal,
    #[serde(serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "totalCubicWeight/value")]
    pub total_cubic_weight: Decimal,
    #[serde(serialize_with = "kilograms")]
    #[schemars(with = "Weight")]
    #[record(name = "chargableWeight/value")]
    pub chargable_weight: Decimal,
    /// Kilograms per cubic metre.
    pub cubic_factor: Decimal,
}

/// Amounts for lists and sums.
#[derive(Debug, Clone, Default, Record)]
#[record(embedded(Booking))]
pub struct Price {
    /// Including tax, as are the three fields below.
    #[record(listed, name = "pricingDetail/total/total")]
    pub total_price: Decimal,
    pub freight_price: Decimal,
    pub insurance_price: Decimal,
    pub carrier_price: Decimal,
    /// Quoted price before tax and without insurance, for the margin view; the next two are on the
    /// same basis.
    pub quoted_net: Decimal,
    /// Current sell price.
    pub sold_net: Decimal,
    /// Carrier cost.
    pub cost_net: Decimal,
    pub insurance_net: Decimal,
    /// Including tax; null without a recharge.
    #[record(listed, name = "rechargeDetail/total/total")]
    pub recharge_price: Option<Decimal>,
    #[record(json)]
    pub recharge_detail: Option<PricingDetail>,
}

/// Dangerous goods of the whole consignment; those of an item are in the item.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct DangerousGoods {
    #[wire(null)]
    pub is_dangerous_good: bool,
    #[serde(rename = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
}

/// Insurance that the customer wants.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Insurance {
    #[wire(null)]
    pub is_insured: bool,
    pub insured_value: Option<Decimal>,
    #[serde(deserialize_with = "data::text_enum::option_stored")]
    pub insurance_type: Option<InsuranceType>,
}

impl Insurance {
    /// Removes value and type of goods that are not insured.
    pub(crate) fn normalize(&mut self) {
        if !self.is_insured {
            (self.insured_value, self.insurance_type) = (None, None);
        }
    }
}

#[data::wire]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Legs {
    #[serde(skip_deserializing)]
    pub is_multi_leg: bool,
    /// Parent booking for the whole route if this is one leg; null detaches it. Must belong to the
    /// same customer.
    pub parent_booking_id: Option<BookingId>,
}

/// The carrier's scans, and when to ask for the next ones.
#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Tracking {
    pub eta: Option<DateTime<Utc>>,
    pub last_tracking_status: Option<Status>,
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub tracked_automatically: bool,
    #[serde(skip)]
    pub tracked_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub track_after: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub track_failures: i64,
}

/// The call in flight.
#[data::wire(output)]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(embedded(Booking), open)]
pub struct Pending {
    /// Operation pending at a carrier, or at a payment provider for Pay.
    #[serde(rename = "pendingOperation")]
    #[record(internal)]
    pub intent: Option<Intent>,
    #[serde(skip)]
    pub intent_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub intent_attempts: i64,
    /// Set when a booking request was sent and its outcome is unknown.
    #[serde(skip)]
    #[record(listed)]
    pub is_uncertain: bool,
}

impl BookingCustomer {
    /// Status emails go to the customer's own address unless the booking has one.
    pub fn new(customer: CustomerInfo, detail: CustomerDetail) -> Self {
        Self {
            customer_id: customer.id,
            customer_code: customer.code,
            customer_name: customer.customer_name,
            company_name: customer.company_name,
            contact_name: customer.contact_name,
            customer_detail: CustomerDetail {
                email: detail.email.or(customer.booking_email).or(customer.email),
                customer_type: customer.customer_type,
                ..detail
            },
        }
    }
}

impl Consignment {
    /// The connote number, or the booking id.
    pub fn name(&self, id: BookingId) -> String {
        self.consignment_id
            .clone()
            .unwrap_or_else(|| format!("#{id}"))
    }
}

impl Route {
    pub fn new(from: Address, to: Address) -> Self {
        Self {
            from_suburb: from.suburb.clone(),
            from_post_code: from.post_code.clone(),
            to_suburb: to.suburb.clone(),
            to_post_code: to.post_code.clone(),
            from_region: from.region(),
            to_region: to.region(),
            from_address: from,
            to_address: to,
        }
    }

    /// Sets the columns that follow from the addresses.
    pub fn update_columns(&mut self) {
        *self = Self::new(
            std::mem::take(&mut self.from_address),
            std::mem::take(&mut self.to_address),
        );
    }
}

impl Measures {
    pub fn from_items(items: &[Item], cubic_factor: Decimal) -> Self {
        let total = quantity::consolidate(&goods::to_lines(items), cubic_factor);
        Self {
            total_items: i64::try_from(total.pieces).unwrap_or(i64::MAX),
            total_weight: total.total_weight.value,
            total_volume: total.total_volume.value,
            total_cubic_weight: total.total_cubic_weight.value,
            chargable_weight: total.chargeable_weight.value,
            cubic_factor,
        }
    }
}

fn kilograms<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Weight::kilograms(*value).serialize(target)
}

fn cubic_metres<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    Volume::cubic_metres(*value).serialize(target)
}

//! A booking as the API answers it, in lists and alone.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use customers::CustomerType;
use freight::{
    address::Address,
    goods::Item,
    quantity::{Volume, Weight},
};
use kernel::{
    Scope,
    ids::{BookingId, BookingNoteId, CarrierAccountId, CustomerId, OperationLogId, QuoteId, UserId},
};
use lookups::InsuranceType;
use quotes::access::BOOKING_VIEW_COST;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::{
    booking::{Booking, Intent},
    price::PricingDetail,
    records::{BookingNote, OperationEntry, TrackingEvent},
};
use crate::rules::{
    operations::{LoggedOperation, Operation, OperationStatus},
    status::Status,
};

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerView {
    pub id: CustomerId,
    pub code: String,
    pub customer_name: Option<String>,
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    pub email: Option<String>,
    #[serde(rename = "type")]
    pub customer_type: CustomerType,
    pub caller: Option<String>,
    pub reference: Option<String>,
    pub cost_center_id: Option<i64>,
    pub cost_center: Option<String>,
}

/// A booking. The last seven members are told only of a booking that is asked for alone.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingView {
    pub id: BookingId,
    pub guid: Uuid,
    pub row_version: i64,
    pub creation_time: DateTime<Utc>,
    pub customer: CustomerView,
    pub carrier: Option<String>,
    pub carrier_account_id: Option<CarrierAccountId>,
    pub carrier_service_name: Option<String>,
    pub carrier_service_code: Option<String>,
    pub booking_date: DateTime<Utc>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    pub booking_status: Status,
    /// Book, Cancel or Manifest while the carrier has been asked and has not answered.
    pub pending_operation: Option<Intent>,
    pub invoice_id: Option<i64>,
    pub invoice_number: Option<String>,
    pub from_address: Address,
    pub to_address: Address,
    pub special_instructions: Option<String>,
    pub delivery_instructions: Option<String>,
    pub items: Vec<Item>,
    pub pricing_detail: PricingDetail,
    /// What is charged again after the carrier's invoice; null while nothing is.
    pub recharge_detail: Option<PricingDetail>,
    pub manifest_id: Option<String>,
    pub consignment_id: Option<String>,
    pub pickup_request_id: Option<String>,
    pub reference: Option<String>,
    pub total_weight: Weight,
    pub total_volume: Volume,
    pub total_cubic_weight: Weight,
    pub chargable_weight: Weight,
    pub batch_id: Option<String>,
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    pub store_key: Option<String>,
    pub order_number: Option<String>,
    pub promo_code: Option<String>,
    pub resource_token: Option<String>,
    pub quote_id: Option<QuoteId>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub cubic_factor: Decimal,
    pub last_tracking_status: Option<Status>,
    pub last_tracking_modified_time: Option<DateTime<Utc>>,
    pub eta: Option<DateTime<Utc>>,
    pub is_ready_to_pickup: bool,
    pub is_dangerous_good: bool,
    #[serde(rename = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    pub is_insured: bool,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub insured_value: Option<Decimal>,
    pub insurance_type: Option<InsuranceType>,
    pub is_multi_leg: bool,
    pub parent_booking_id: Option<BookingId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub child_booking_ids: Option<Vec<BookingId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sibling_booking_ids: Option<Vec<BookingId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recharge_invoices: Option<Vec<RechargeInvoice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_history: Option<Vec<OperationView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking_details: Option<Vec<TrackingView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking_notes: Option<Vec<NoteView>>,
    /// What the caller may do with it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_operations: Option<Vec<Operation>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RechargeInvoice {
    pub id: i64,
    pub number: String,
}

/// One line of the operation log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationView {
    pub id: OperationLogId,
    pub booking_id: BookingId,
    pub operation: LoggedOperation,
    pub status: OperationStatus,
    pub value: Option<String>,
    pub message: Option<String>,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

/// One scan.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingView {
    pub status: Option<Status>,
    /// When it happened.
    pub updated_at: DateTime<Utc>,
    /// When we heard of it.
    pub creation_time: DateTime<Utc>,
    pub details: Vec<KeyValue>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct KeyValue {
    pub key: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    pub id: BookingNoteId,
    pub comment: String,
    pub user_name: String,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}

/// What belongs to a booking that is asked for alone.
#[derive(Debug, Default)]
pub struct Belongings {
    pub operations: Vec<OperationEntry>,
    pub scans: Vec<TrackingEvent>,
    pub notes: Vec<BookingNote>,
    pub children: Vec<BookingId>,
    pub siblings: Vec<BookingId>,
}

impl BookingView {
    /// A row of a list. Costs are kept back from those who may not see them.
    pub fn of(scope: &Scope, booking: Booking) -> Self {
        let costs = scope.can(BOOKING_VIEW_COST);
        let detail = booking.customer_detail;
        Self {
            id: booking.id,
            guid: booking.guid,
            row_version: booking.row_version,
            creation_time: booking.creation_time,
            customer: CustomerView {
                id: booking.customer_id,
                code: booking.customer_code,
                customer_name: booking.customer_name,
                contact_name: booking.contact_name,
                company_name: booking.company_name,
                email: detail.email,
                customer_type: detail.customer_type,
                caller: detail.caller,
                reference: detail.reference,
                cost_center_id: detail.cost_center_id,
                cost_center: detail.cost_center,
            },
            carrier: booking.carrier,
            carrier_account_id: booking.carrier_account_id,
            carrier_service_name: booking.carrier_service_name,
            carrier_service_code: booking.carrier_service_code,
            booking_date: booking.booking_date,
            pickup_ready_time: booking.pickup_ready_time,
            business_closing_time: booking.business_closing_time,
            booking_status: booking.booking_status,
            pending_operation: booking.intent,
            invoice_id: booking.invoice_id,
            invoice_number: booking.invoice_number,
            from_address: booking.from_address,
            to_address: booking.to_address,
            special_instructions: booking.special_instructions,
            delivery_instructions: booking.delivery_instructions,
            items: booking.items,
            pricing_detail: if costs { booking.pricing_detail } else { booking.pricing_detail.without_costs() },
            recharge_detail: None,
            manifest_id: booking.manifest_id,
            consignment_id: booking.consignment_id,
            pickup_request_id: booking.pickup_request_id,
            reference: booking.reference,
            total_weight: Weight::kilograms(booking.total_weight),
            total_volume: Volume::cubic_metres(booking.total_volume),
            total_cubic_weight: Weight::kilograms(booking.total_cubic_weight),
            chargable_weight: Weight::kilograms(booking.chargable_weight),
            batch_id: booking.batch_id,
            pickup_options: booking.pickup_options,
            delivery_options: booking.delivery_options,
            store_key: booking.store_key,
            order_number: booking.order_number,
            promo_code: booking.promo_code,
            resource_token: booking.resource_token,
            quote_id: booking.quote_id,
            cubic_factor: booking.cubic_factor,
            last_tracking_status: booking.last_tracking_status,
            last_tracking_modified_time: booking.last_tracking_modified_time,
            eta: booking.eta,
            is_ready_to_pickup: booking.is_ready_to_pickup,
            is_dangerous_good: booking.is_dangerous_good,
            dangerous_good_un_code: booking.dangerous_good_un_code,
            dangerous_good_package_type: booking.dangerous_good_package_type,
            dangerous_good_description: booking.dangerous_good_description,
            is_insured: booking.is_insured,
            insured_value: booking.insured_value,
            insurance_type: booking.insurance_type,
            is_multi_leg: booking.is_multi_leg,
            parent_booking_id: booking.parent_booking_id,
            child_booking_ids: None,
            sibling_booking_ids: None,
            recharge_invoices: None,
            operation_history: None,
            tracking_details: None,
            booking_notes: None,
            allowed_operations: None,
        }
    }

    /// A booking alone, with all that belongs to it.
    pub fn whole(scope: &Scope, booking: Booking, belongings: Belongings) -> Self {
        let allowed = allowed_operations(scope, &booking);
        Self {
            child_booking_ids: Some(belongings.children),
            sibling_booking_ids: Some(belongings.siblings),
            recharge_invoices: Some(Vec::new()),
            operation_history: Some(belongings.operations.into_iter().map(OperationView::from).collect()),
            tracking_details: Some(belongings.scans.into_iter().map(TrackingView::from).collect()),
            booking_notes: Some(belongings.notes.into_iter().map(NoteView::from).collect()),
            allowed_operations: Some(allowed),
            ..Self::of(scope, booking)
        }
    }
}

/// What the caller may do with the booking now; nothing while something is under way at the carrier.
pub fn allowed_operations(scope: &Scope, booking: &Booking) -> Vec<Operation> {
    if booking.intent.is_some() {
        return Vec::new();
    }
    Operation::allowed(booking.standing())
        .filter(|operation| scope.can(operation.permission()))
        .filter(|operation| *operation != Operation::PrintManifest || booking.manifest_row_id.is_some())
        .collect()
}

impl From<OperationEntry> for OperationView {
    fn from(entry: OperationEntry) -> Self {
        Self {
            id: entry.id,
            booking_id: entry.booking_id,
            operation: entry.operation,
            status: entry.status,
            value: entry.value,
            message: entry.message,
            user_name: entry.user_name,
            creator_user_id: entry.creator_user_id,
            creation_time: entry.creation_time,
        }
    }
}

impl From<TrackingEvent> for TrackingView {
    fn from(scan: TrackingEvent) -> Self {
        let source = if scan.by_hand { "hand" } else { "carrier" };
        let details = [
            ("description", scan.description),
            ("location", scan.location),
            ("signedBy", scan.signed_by.unwrap_or_default()),
            ("localTime", scan.happened_local),
            ("source", source.to_owned()),
            ("id", scan.event_id),
        ];
        Self {
            status: scan.status,
            updated_at: scan.happened,
            creation_time: scan.creation_time,
            details: details
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(key, value)| KeyValue { key: key.to_owned(), value })
                .collect(),
        }
    }
}

impl From<BookingNote> for NoteView {
    fn from(note: BookingNote) -> Self {
        Self {
            id: note.id,
            comment: note.comment,
            user_name: note.user_name,
            creation_time: note.creation_time,
            creator_user_id: note.creator_user_id,
        }
    }
}

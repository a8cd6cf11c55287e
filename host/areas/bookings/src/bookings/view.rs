//! API views of a booking, for lists and single requests.

use carriers::port::CarrierPort;
use chrono::{DateTime, Utc};
pub use data::note::NoteView;
use data::{
    Message, Scope,
    ids::{BookingId, CustomerId, OperationLogId, UserId},
    life_cycle::Operation as _,
    message::TranslatableMessage,
};
use quotes::access::BOOKING_VIEW_COST;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    bookings::{
        model::{Booking, CustomerDetail},
        parts::Service,
        records::{BookingNote, Exchange, OperationEntry, TrackingEvent},
    },
    prices::model::PricingDetail,
};
use crate::{
    bookings::{
        operations::{LoggedOperation, Operation, OperationStatus},
        status::Status,
    },
    invoice_port::InvoicePort,
};

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerView {
    pub id: CustomerId,
    pub code: String,
    pub customer_name: Option<String>,
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    #[serde(flatten)]
    pub detail: CustomerDetail,
}

/// A booking. The last seven fields are set only when one booking is requested.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingView {
    #[serde(flatten)]
    pub booking: Booking,
    pub customer: CustomerView,
    /// Recharge after the carrier's invoice; null without one.
    pub recharge_detail: Option<PricingDetail>,
    /// Operations that the caller may run now.
    pub allowed_operations: Vec<Operation>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking_warnings: Option<Vec<Warning>>,
}

/// A point to check before an operation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "BookingWarning")]
pub struct Warning {
    #[serde(flatten)]
    pub message: TranslatableMessage,
    pub operation: Operation,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RechargeInvoice {
    pub id: i64,
    pub number: String,
}

/// An operation log entry.
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

/// A recorded carrier request and response, for staff.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeView {
    pub operation: LoggedOperation,
    /// JSON with secrets masked.
    pub sent: String,
    pub answered: String,
    /// False if `sent` or `answered` was truncated.
    pub is_whole: bool,
    pub creation_time: DateTime<Utc>,
}

impl From<Exchange> for ExchangeView {
    fn from(exchange: Exchange) -> Self {
        Self {
            operation: exchange.operation,
            sent: exchange.sent,
            answered: exchange.answered,
            is_whole: exchange.is_whole,
            creation_time: exchange.creation_time,
        }
    }
}

/// One scan.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingView {
    pub status: Option<Status>,
    /// Time of the event.
    pub updated_at: DateTime<Utc>,
    /// Time we received it.
    pub creation_time: DateTime<Utc>,
    pub details: Vec<KeyValue>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct KeyValue {
    pub key: String,
    pub value: String,
}

#[derive(Debug, Default)]
pub struct RelatedRows {
    pub operations: Vec<OperationEntry>,
    pub scans: Vec<TrackingEvent>,
    pub notes: Vec<BookingNote>,
    pub children: Vec<BookingId>,
    pub siblings: Vec<BookingId>,
    pub warnings: Vec<Message>,
    pub recharge_invoices: Vec<RechargeInvoice>,
}

impl Warning {
    fn from_message(message: &Message) -> Self {
        Self {
            message: message.to_translatable(),
            operation: Operation::Book,
        }
    }
}

impl BookingView {
    /// Omits costs that the caller may not see.
    pub fn for_list(scope: &Scope, mut booking: Booking) -> Self {
        if !scope.can(BOOKING_VIEW_COST) {
            booking.pricing_detail = booking.pricing_detail.without_costs();
            booking.price.recharge_detail = booking
                .price
                .recharge_detail
                .map(PricingDetail::without_costs);
        }
        let allowed = allowed_operations(scope, &booking);
        Self::with(booking, allowed)
    }

    /// For external programs: no operations, no costs.
    pub fn for_webhook(mut booking: Booking) -> Self {
        booking.pricing_detail = booking.pricing_detail.without_costs();
        booking.price.recharge_detail = None;
        booking.offer.resource_token = None;
        Self::with(booking, Vec::new())
    }

    fn with(mut booking: Booking, allowed_operations: Vec<Operation>) -> Self {
        Self {
            allowed_operations,
            customer: CustomerView {
                id: booking.payer.customer_id,
                code: booking.payer.customer_code.clone(),
                customer_name: booking.payer.customer_name.clone(),
                contact_name: booking.payer.contact_name.clone(),
                company_name: booking.payer.company_name.clone(),
                detail: std::mem::take(&mut booking.payer.customer_detail),
            },
            recharge_detail: booking.price.recharge_detail.take(),
            booking,
            child_booking_ids: None,
            sibling_booking_ids: None,
            recharge_invoices: None,
            operation_history: None,
            tracking_details: None,
            booking_notes: None,
            booking_warnings: None,
        }
    }

    pub fn for_single(scope: &Scope, booking: Booking, belongings: RelatedRows) -> Self {
        Self {
            child_booking_ids: Some(belongings.children),
            sibling_booking_ids: Some(belongings.siblings),
            recharge_invoices: Some(belongings.recharge_invoices),
            operation_history: Some(
                belongings
                    .operations
                    .into_iter()
                    .map(OperationView::from)
                    .collect(),
            ),
            tracking_details: Some(
                belongings
                    .scans
                    .into_iter()
                    .map(TrackingView::from)
                    .collect(),
            ),
            booking_notes: Some(belongings.notes.into_iter().map(NoteView::from).collect()),
            booking_warnings: Some(
                belongings
                    .warnings
                    .iter()
                    .map(Warning::from_message)
                    .collect(),
            ),
            ..Self::for_list(scope, booking)
        }
    }
}

/// None are allowed while a carrier call is pending.
fn allowed_operations(scope: &Scope, booking: &Booking) -> Vec<Operation> {
    if booking.pending.intent.is_some() {
        return Vec::new();
    }
    let can_invoice = scope
        .port::<dyn InvoicePort>()
        .is_ok_and(|port| scope.can(port.permission()));
    Operation::list_allowed(booking.effective_status())
        .into_iter()
        .filter(|operation| scope.can(operation.permission()))
        // A hold on the road keeps goods that cannot be cancelled.
        .filter(|operation| operation.check_for(booking).is_ok())
        .filter(|operation| {
            *operation != Operation::PrintManifest || booking.consignment.manifest_row_id.is_some()
        })
        .filter(|operation| {
            *operation != Operation::EditAddresses
                || booking.booking_status != Status::Booked
                || is_on_own_vehicles(scope, &booking.service)
        })
        .filter(|operation| {
            *operation != Operation::Invoice || (can_invoice && is_billable(booking))
        })
        .collect()
}

/// True if the carrier's plugin reaches no one outside.
pub fn is_on_own_vehicles(scope: &Scope, service: &Service) -> bool {
    let carrier = service.carrier.as_deref().and_then(|code| {
        let port = scope.port::<dyn CarrierPort>().ok()?;
        port.carrier(scope.tenant, code)
    });
    carrier.is_some_and(|carrier| carrier.is_own)
}

pub fn is_billable(booking: &Booking) -> bool {
    booking.invoice.invoice_id.is_none()
        && booking.price.total_price > Decimal::ZERO
        && !booking.pending.is_uncertain
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
            ("carrierStatus", scan.carrier_status.unwrap_or_default()),
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
                .map(|(key, value)| KeyValue {
                    key: key.to_owned(),
                    value,
                })
                .collect(),
        }
    }
}

impl From<BookingNote> for NoteView {
    fn from(note: BookingNote) -> Self {
        Self {
            id: note.id.0,
            comment: note.comment,
            user_name: note.user_name,
            creation_time: note.creation_time,
            creator_user_id: note.creator_user_id,
            is_internal: note.is_internal,
        }
    }
}

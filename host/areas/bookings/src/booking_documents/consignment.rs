//! Consignment documents: rendered on request and again after changes.

use std::collections::BTreeSet;

use carriage::quantity::Weight;
use carriers::port::CarrierPort;
use data::{Error, Result, Scope};
use documents::{Consignment, ConsignmentDocument, Delivery, Party};

use crate::{
    booking_documents,
    bookings::{
        self,
        model::Booking,
        records::{Document, DocumentType},
        store::{Owner, Stored},
    },
};
use crate::{emails, pickups};

/// Renders the booking's current state; None if it has no such document.
pub async fn render(
    scope: &mut Scope,
    booking: &Booking,
    kind: DocumentType,
) -> Result<Option<Document>> {
    let Some((paper, name)) = booking_documents::rules::document_layout(booking, kind) else {
        return Ok(None);
    };
    if let Some(attached) = bookings::store::attached_document(scope, booking.id, kind).await? {
        return Ok(Some(attached));
    }
    let delivery = match paper {
        ConsignmentDocument::ProofOfDelivery => {
            let scans = bookings::store::scans(scope, booking.id).await?;
            let Some(proof) = booking_documents::rules::delivery_scan(&scans) else {
                return Ok(None);
            };
            Some(booking_documents::rules::delivery(proof))
        }
        _ => None,
    };
    // Rendering and file access stay outside transactions.
    scope.rollback();
    let pdf = draw(scope, booking, paper, delivery).await?;
    let owner = Owner::Booking(booking.id);
    let existing = bookings::store::document(scope, owner, kind).await?;
    scope.rollback();
    let files = scope.host().files().clone();
    if let Some(known) = &existing
        && files.get(scope.tenant, &known.file_key).await?[..] == pdf[..]
    {
        return Ok(Some(known.clone()));
    }
    let file_key = files.put(scope.tenant, pdf).await?;
    let file_name = format!(
        "{name}-{}.pdf",
        booking
            .consignment
            .consignment_id
            .as_deref()
            .unwrap_or("booking")
    );
    // Concurrent requests render the same: the first stays.
    let now = bookings::store::document(scope, owner, kind).await?;
    let existing = existing.filter(|known| !known.is_attached);
    let current = match (existing, now) {
        (Some(before), Some(mut now)) if before.file_key == now.file_key => {
            let old = std::mem::replace(&mut now.file_key, file_key.clone());
            now.file_name = file_name;
            match scope.update(&mut now).await {
                Ok(()) => {
                    scope.commit().await?;
                    remove(scope, &old).await;
                    return Ok(Some(now));
                }
                Err(Error::Conflict) => {
                    scope.rollback();
                    bookings::store::document(scope, owner, kind).await?
                }
                Err(error) => return Err(error),
            }
        }
        (_, Some(now)) => Some(now),
        (_, None) => {
            let stored = Stored {
                file_key,
                media_type: "application/pdf".to_owned(),
                file_name,
            };
            let document = bookings::store::add_document(scope, owner, kind, stored).await?;
            scope.commit().await?;
            return Ok(Some(document));
        }
    };
    scope.rollback();
    remove(scope, &file_key).await;
    Ok(current)
}

/// A file without a row only takes space.
async fn remove(scope: &Scope, file_key: &str) {
    if let Err(error) = scope.host().files().delete(scope.tenant, file_key).await {
        tracing::warn!(error = format!("{error:#}"), "cannot delete a file");
    }
}

async fn draw(
    scope: &mut Scope,
    booking: &Booking,
    paper: ConsignmentDocument,
    delivery: Option<Delivery>,
) -> Result<Vec<u8>> {
    let tenant = tenancy::settings(scope).await?;
    let leaves = pickups::windows::dispatch_day(scope, booking, booking.booking_date).await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    let carrier = booking
        .service
        .carrier
        .as_ref()
        .map(|code| names.get(code).unwrap_or(code));
    let carrier: Vec<String> = [carrier, booking.service.carrier_service_name.as_ref()]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let dangerous = match paper {
        ConsignmentDocument::DangerousGoods => {
            let numbers: BTreeSet<String> = booking.dangerous().un_numbers().into_iter().collect();
            let listed = lookups::goods_of(scope, numbers).await?;
            booking_documents::rules::dangerous_goods_lines(booking, &listed)
        }
        _ => Vec::new(),
    };
    let instructions = [
        &booking.handling.special_instructions,
        &booking.handling.delivery_instructions,
    ];
    let instructions: Vec<&str> = instructions
        .into_iter()
        .flatten()
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    let tracking_link = emails::tracking_link(scope, booking).await?;
    let sheet = Consignment {
        paper,
        connote: booking
            .consignment
            .consignment_id
            .clone()
            .unwrap_or_default(),
        date: leaves.to_string(),
        issuer: if tenant.legal_name.trim().is_empty() {
            tenant.name.clone()
        } else {
            tenant.legal_name.clone()
        },
        carrier: carrier.join(", "),
        reference: booking.references.reference.clone().unwrap_or_default(),
        order: booking.references.order_number.clone().unwrap_or_default(),
        sender: Party::from(&booking.route.from_address),
        receiver: Party::from(&booking.route.to_address),
        goods: booking
            .items
            .iter()
            .map(|item| booking_documents::rules::goods_line(item, &tenant.base_currency))
            .collect(),
        dangerous,
        delivery,
        pieces: u64::try_from(booking.measures.total_items).unwrap_or_default(),
        weight_g: Weight::kilograms(booking.measures.total_weight).to_grams(),
        instructions: instructions.join(" "),
        total: booking_documents::rules::goods_value(&booking.items, &tenant.base_currency),
        tracking_link,
    };
    documents::consignment(&sheet).map_err(|error| Error::Invalid(vec![error]))
}

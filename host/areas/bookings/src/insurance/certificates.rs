//! Insurance certificates: created on the carrier's acceptance, removed on cancellation.

use carriage::{goods::Item, quantity::Weight};
use carriers::port::CarrierPort;
use data::{Result, Scope, Where, ids::BookingId};
use documents::{Certificate, Party};
use pricing::Cover;
use quotes::quotes::consignment;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use work::job::{NewJob, ScopeJobs};

use crate::{
    booking_documents::rules::format_amount,
    bookings::{
        self,
        model::Booking,
        records::{Document, DocumentType},
        status::Status,
        store::{Owner, Stored},
    },
};

pub const CERTIFICATE_JOB: &str = "bookings.certificate";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CertificatePayload {
    booking_id: BookingId,
}

/// Runs in the transaction that books or cancels.
pub async fn enqueue(scope: &mut Scope, booking: &Booking) -> Result<()> {
    if booking.pricing_detail.insurance_cover.is_none() {
        return Ok(());
    }
    let key = format!("{}/{}", booking.id, booking.booking_status);
    scope
        .enqueue(
            NewJob::new(CERTIFICATE_JOB, json!({ "bookingId": booking.id })).with_dedup_key(key),
        )
        .await
}

/// Reconciles the certificate with the booking's current state.
pub async fn run_job(mut scope: Scope, payload: Value) -> Result<()> {
    let CertificatePayload { booking_id } = serde_json::from_value(payload)?;
    let Some(booking) = scope.first::<Booking>(Where::id(booking_id)).await? else {
        return Ok(());
    };
    match (
        &booking.pricing_detail.insurance_cover,
        booking.booking_status,
    ) {
        (_, Status::Cancelled | Status::Deleted) => remove(&mut scope, booking_id).await,
        (Some(cover), _) => create(&mut scope, &booking, cover).await,
        (None, _) => Ok(()),
    }
}

async fn create(scope: &mut Scope, booking: &Booking, cover: &Cover) -> Result<()> {
    let owner = Owner::Booking(booking.id);
    if booking.consignment.consignment_id.is_none() || exists(scope, owner).await? {
        return Ok(());
    }
    let pdf = draw(scope, booking, cover).await?;
    // Stored before the transaction, to keep it short.
    scope.rollback();
    let file_key = scope.host().files().put(scope.tenant, pdf).await?;
    let name = booking
        .consignment
        .consignment_id
        .as_deref()
        .unwrap_or("booking");
    let file_name = format!("insurance-{name}.pdf");
    let stored = Stored {
        file_key: file_key.clone(),
        media_type: "application/pdf".to_owned(),
        file_name,
    };
    // Two hosts leave one certificate; a booking cancelled meanwhile has none.
    let now = bookings::store::find(scope, booking.id).await?;
    if exists(scope, owner).await? || now.booking_status == Status::Cancelled {
        scope.rollback();
        return scope.host().files().delete(scope.tenant, &file_key).await;
    }
    bookings::store::add_document(scope, owner, DocumentType::InsuranceCertificate, stored).await?;
    scope.commit().await
}

async fn exists(scope: &mut Scope, owner: Owner) -> Result<bool> {
    Ok(
        bookings::store::document(scope, owner, DocumentType::InsuranceCertificate)
            .await?
            .is_some(),
    )
}

async fn remove(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let kind = DocumentType::InsuranceCertificate as i64;
    let documents: Vec<Document> =
        bookings::store::documents(scope, Owner::Booking(booking), kind).await?;
    for document in &documents {
        scope.delete::<Document>(document.id).await?;
    }
    scope.commit().await?;
    for document in documents {
        // Without its row the file only takes space.
        if let Err(error) = scope
            .host()
            .files()
            .delete(scope.tenant, &document.file_key)
            .await
        {
            tracing::warn!(
                document = document.id.0,
                error = format!("{error:#}"),
                "cannot delete a file"
            );
        }
    }
    Ok(())
}

async fn draw(scope: &mut Scope, booking: &Booking, cover: &Cover) -> Result<Vec<u8>> {
    let tenant = tenancy::settings(scope).await?;
    let issued = consignment::local_day(booking.booking_date, consignment::zone(&tenant.timezone));
    let amount = |amount: Decimal| format_amount(amount, &tenant.base_currency);
    let customer = [
        &booking.payer.company_name,
        &booking.payer.customer_name,
        &booking.payer.contact_name,
    ];
    let customer = customer
        .into_iter()
        .flatten()
        .find(|name| !name.trim().is_empty());
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    let carrier = booking
        .service
        .carrier
        .as_ref()
        .map(|code| names.get(code).unwrap_or(code));
    let carrier = [carrier, booking.service.carrier_service_name.as_ref()]
        .into_iter()
        .flatten()
        .cloned();
    let certificate = Certificate {
        number: booking.carrier_reference(scope.tenant),
        issuer: if tenant.legal_name.trim().is_empty() {
            tenant.name.clone()
        } else {
            tenant.legal_name.clone()
        },
        issued: issued.to_string(),
        insured: customer.unwrap_or(&booking.payer.customer_code).clone(),
        kind: cover.insurance_type.to_string(),
        value: amount(cover.insured_value),
        excess: if cover.excess.is_zero() {
            String::new()
        } else {
            amount(cover.excess)
        },
        premium: amount(cover.cost.total),
        carrier: carrier.collect::<Vec<_>>().join(", "),
        connote: booking
            .consignment
            .consignment_id
            .clone()
            .unwrap_or_default(),
        sender: Party::from(&booking.route.from_address),
        receiver: Party::from(&booking.route.to_address),
        goods: booking.items.iter().map(format_item).collect(),
        pieces: u64::try_from(booking.measures.total_items).unwrap_or_default(),
        weight_g: Weight::kilograms(booking.measures.total_weight).to_grams(),
    };
    documents::certificate(&certificate).map_err(|error| data::Error::Invalid(vec![error]))
}

/// `3 × Carton, Spare parts`.
fn format_item(item: &Item) -> String {
    let parts = [&item.package_type, &item.description]
        .into_iter()
        .flatten()
        .map(|word| word.trim());
    let parts: Vec<&str> = parts.filter(|word| !word.is_empty()).collect();
    format!("{} × {}", item.quantity, parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_goods_are_written_out() {
        assert_eq!(
            format_amount("1200.5".parse().unwrap(), "AUD"),
            "AUD 1200.50"
        );
        assert_eq!(format_amount("1200.5".parse().unwrap(), "JPY"), "JPY 1201");
        let item = Item {
            quantity: 3,
            package_type: Some("Carton".to_owned()),
            ..Item::default()
        };
        assert_eq!(format_item(&item), "3 × Carton");
        assert_eq!(
            format_item(&Item {
                description: Some(" Spare parts ".to_owned()),
                ..item
            }),
            "3 × Carton, Spare parts"
        );
    }
}

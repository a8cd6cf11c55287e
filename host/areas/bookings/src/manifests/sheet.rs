//! Sheets of manifests that have none: the carrier sent none, or it could not be stored.

use carriers::port::CarrierPort;
use data::{Error, Result, Scope, Where, ids::ManifestId};
use documents::ManifestLine;

use crate::{
    bookings::{
        self,
        model::Booking,
        records::{DocumentType, Manifest},
        status::Status,
        store::{Owner, Stored},
    },
    fleet::un_numbers,
    manifests::service::to_entry,
};

/// Draws and stores the sheet of a closed manifest. Returns its token. Commits.
pub async fn draw_missing(scope: &mut Scope, id: ManifestId) -> Result<Option<String>> {
    let manifest: Manifest = scope.find(id).await?;
    let Some(number) = manifest.number.clone() else {
        return Ok(None);
    };
    if manifest.status != Status::Manifested {
        return Ok(None);
    }
    let on_it: Vec<Booking> = scope
        .all(Where::all().eq(Booking::MANIFEST_ROW_ID, id))
        .await?;
    let lines: Vec<ManifestLine> = on_it.iter().map(to_line).collect::<Result<_>>()?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    let carrier = names.get(&manifest.carrier).unwrap_or(&manifest.carrier);
    let closed = manifest.closed_time.unwrap_or(manifest.creation_time);
    let sheet = documents::Manifest {
        title: format!("{carrier} manifest"),
        number: number.clone(),
        date: closed.with_timezone(&zone).date_naive().to_string(),
        sender: (&manifest.sender).into(),
        lines,
    };
    scope.rollback();
    let pdf = documents::manifest(&sheet).map_err(|error| Error::Invalid(vec![error]))?;
    let file_key = scope.host().files().put(scope.tenant, pdf).await?;
    let owner = Owner::Manifest(id);
    // Of two concurrent prints one sheet remains.
    if let Some(known) = bookings::store::document(scope, owner, DocumentType::Manifest).await? {
        scope.rollback();
        scope.host().files().delete(scope.tenant, &file_key).await?;
        return Ok(Some(known.token));
    }
    let stored = Stored {
        file_key,
        media_type: "application/pdf".to_owned(),
        file_name: format!("manifest-{number}.pdf"),
    };
    let document =
        bookings::store::add_document(scope, owner, DocumentType::Manifest, stored).await?;
    scope.commit().await?;
    Ok(Some(document.token))
}

fn to_line(booking: &Booking) -> Result<ManifestLine> {
    let entry = to_entry(booking)?;
    Ok(ManifestLine {
        connote: entry.booked.connote,
        receiver: entry.receiver,
        suburb: entry.suburb,
        pieces: entry.pieces,
        weight_g: entry.weight_g,
        service_name: entry.service_name,
        un_numbers: un_numbers(booking),
    })
}

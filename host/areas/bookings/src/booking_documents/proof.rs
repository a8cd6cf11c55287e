//! Proof of delivery of a booking that the tenant's own drivers carry.

use data::{Result, Scope, ids::BookingId};

use crate::bookings::{
    self,
    records::DocumentType,
    store::{Owner, Stored},
};

/// Attaches a proof, which replaces an earlier one and the one that is drawn from scans. Commits.
pub async fn attach_proof(
    scope: &mut Scope,
    booking: BookingId,
    file_name: String,
    pdf: Vec<u8>,
) -> Result<()> {
    let kind = DocumentType::ProofOfDelivery;
    scope.rollback();
    // No transaction is open while the file is written.
    let file_key = scope.host().files().put(scope.tenant, pdf).await?;
    let mut unused = vec![file_key.clone()];
    let written = async {
        let booking = bookings::store::find(scope, booking).await?.id;
        let stored = Stored {
            file_key,
            file_name,
            media_type: "application/pdf".to_owned(),
        };
        let mut replaced = Vec::new();
        for before in
            bookings::store::documents(scope, Owner::Booking(booking), kind as i64).await?
        {
            scope
                .delete::<bookings::records::Document>(before.id)
                .await?;
            replaced.push(before.file_key);
        }
        bookings::store::attach_document(scope, Owner::Booking(booking), kind, stored).await?;
        scope.commit().await?;
        Ok(replaced)
    }
    .await;
    let result = match written {
        Ok(replaced) => {
            unused = replaced;
            Ok(())
        }
        Err(error) => {
            scope.rollback();
            Err(error)
        }
    };
    for key in unused {
        // A file without a row only takes space.
        if let Err(error) = scope.host().files().delete(scope.tenant, &key).await {
            tracing::warn!(error = format!("{error:#}"), "cannot delete a file");
        }
    }
    result
}

//! Download passes for guests: signed tokens for one document, not stored.

use chrono::{DateTime, TimeDelta, Utc};
use data::ids::{DocumentId, TenantId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Purpose for deriving the signing key.
pub const PURPOSE: &str = "guests' downloads of documents";
/// Enough to open a document, too short to pass a link on.
pub const LIFETIME: TimeDelta = TimeDelta::minutes(15);

/// Issues a pass: `<document>.<seconds>.<signature>`.
pub fn issue(key: &[u8; 32], tenant: TenantId, document: DocumentId, now: DateTime<Utc>) -> String {
    let until = (now + LIFETIME).timestamp();
    let signature =
        sign(key, tenant, document.0, until).map(|mac| hex::encode(mac.finalize().into_bytes()));
    format!("{document}.{until}.{}", signature.unwrap_or_default())
}

/// Returns None if forged, malformed, expired or of another tenant.
pub fn verify(
    key: &[u8; 32],
    tenant: TenantId,
    pass: &str,
    now: DateTime<Utc>,
) -> Option<DocumentId> {
    let (document, rest) = pass.split_once('.')?;
    let (until, signature) = rest.split_once('.')?;
    let (document, until): (i64, i64) = (document.parse().ok()?, until.parse().ok()?);
    let signature = hex::decode(signature).ok()?;
    sign(key, tenant, document, until)?
        .verify_slice(&signature)
        .ok()?;
    (now.timestamp() < until).then_some(DocumentId(document))
}

fn sign(key: &[u8; 32], tenant: TenantId, document: i64, until: i64) -> Option<Hmac<Sha256>> {
    // HMAC accepts keys of any length.
    let mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    Some(mac.chain_update(format!("{tenant} {document} {until}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    const KEY: [u8; 32] = [7; 32];
    const TENANT: TenantId = TenantId(3);

    fn instant(second: i64) -> DateTime<Utc> {
        Utc.timestamp_opt(1_790_000_000 + second, 0).unwrap()
    }

    #[test]
    fn a_pass_is_for_its_document_until_it_ends() {
        let pass = issue(&KEY, TENANT, DocumentId(42), instant(0));
        assert_eq!(
            verify(&KEY, TENANT, &pass, instant(0)),
            Some(DocumentId(42))
        );
        assert_eq!(
            verify(&KEY, TENANT, &pass, instant(899)),
            Some(DocumentId(42))
        );
        assert_eq!(verify(&KEY, TENANT, &pass, instant(900)), None);
    }

    #[test]
    fn nothing_of_a_pass_can_be_changed() {
        let pass = issue(&KEY, TENANT, DocumentId(42), instant(0));
        assert_eq!(verify(&KEY, TenantId(4), &pass, instant(0)), None);
        assert_eq!(verify(&[8; 32], TENANT, &pass, instant(0)), None);
        assert_eq!(
            verify(&KEY, TENANT, &pass.replacen("42.", "43.", 1), instant(0)),
            None
        );
        let (head, signature) = pass.rsplit_once('.').unwrap();
        assert_eq!(
            verify(&KEY, TENANT, &format!("{head}0.{signature}"), instant(0)),
            None
        );
        for wrong in [
            "",
            ".",
            "42",
            "42.1",
            "42.1.",
            "x.1.00",
            head,
            &pass[..pass.len() - 2],
            &format!("{pass}00"),
        ] {
            assert_eq!(verify(&KEY, TENANT, wrong, instant(0)), None, "{wrong}");
        }
    }
}

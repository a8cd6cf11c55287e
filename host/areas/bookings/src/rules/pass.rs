//! Passes: what a guest downloads one document with, for a while. A pass is signed and kept nowhere.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use kernel::ids::{DocumentId, TenantId};
use sha2::Sha256;

/// What the program's key is derived for.
pub const PURPOSE: &str = "guests' downloads of documents";
/// Long enough to open a document, too short for a link to be passed on.
pub const LIVES: TimeDelta = TimeDelta::minutes(15);

/// A pass for one document of one tenant until then: `<document>.<seconds>.<signature>`.
pub fn issue(key: &[u8; 32], tenant: TenantId, document: DocumentId, now: DateTime<Utc>) -> String {
    let until = (now + LIVES).timestamp();
    let signature =
        signed(key, tenant, document.0, until).map(|mac| hex::encode(mac.finalize().into_bytes()));
    format!("{document}.{until}.{}", signature.unwrap_or_default())
}

/// The document that a pass is for; none when it is not ours, not whole, of another tenant, or over.
pub fn read(
    key: &[u8; 32],
    tenant: TenantId,
    pass: &str,
    now: DateTime<Utc>,
) -> Option<DocumentId> {
    let (document, rest) = pass.split_once('.')?;
    let (until, signature) = rest.split_once('.')?;
    let (document, until): (i64, i64) = (document.parse().ok()?, until.parse().ok()?);
    let signature = hex::decode(signature).ok()?;
    signed(key, tenant, document, until)?
        .verify_slice(&signature)
        .ok()?;
    (now.timestamp() < until).then_some(DocumentId(document))
}

fn signed(key: &[u8; 32], tenant: TenantId, document: i64, until: i64) -> Option<Hmac<Sha256>> {
    // A key of any length will do for HMAC.
    let mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    Some(mac.chain_update(format!("{tenant} {document} {until}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    const KEY: [u8; 32] = [7; 32];
    const TENANT: TenantId = TenantId(3);

    fn at(second: i64) -> DateTime<Utc> {
        Utc.timestamp_opt(1_790_000_000 + second, 0).unwrap()
    }

    #[test]
    fn a_pass_is_for_its_document_until_it_ends() {
        let pass = issue(&KEY, TENANT, DocumentId(42), at(0));
        assert_eq!(read(&KEY, TENANT, &pass, at(0)), Some(DocumentId(42)));
        assert_eq!(read(&KEY, TENANT, &pass, at(899)), Some(DocumentId(42)));
        assert_eq!(read(&KEY, TENANT, &pass, at(900)), None);
    }

    #[test]
    fn nothing_of_a_pass_can_be_changed() {
        let pass = issue(&KEY, TENANT, DocumentId(42), at(0));
        assert_eq!(read(&KEY, TenantId(4), &pass, at(0)), None);
        assert_eq!(read(&[8; 32], TENANT, &pass, at(0)), None);
        assert_eq!(
            read(&KEY, TENANT, &pass.replacen("42.", "43.", 1), at(0)),
            None
        );
        let (head, signature) = pass.rsplit_once('.').unwrap();
        assert_eq!(
            read(&KEY, TENANT, &format!("{head}0.{signature}"), at(0)),
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
            assert_eq!(read(&KEY, TENANT, wrong, at(0)), None, "{wrong}");
        }
    }
}

//! Rules for file visibility, document types and unreferenced files.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Caller, Error, Permission, Refusal, Result, message};
use uuid::Uuid;

use crate::{
    model::{Document, DocumentRow, FileRow},
    port::ThingKey,
};

pub(crate) const IN_USE: Refusal = Refusal::new(
    1401,
    "This file belongs to a document. Delete the document instead.",
);
pub(crate) const FILE_IN_USE: Refusal = Refusal::new(
    1402,
    "This file already belongs to a document. Upload it again.",
);

pub(crate) const USER_FULL: Refusal =
    Refusal::new(1403, "You have stored as many files as one user may.");
pub(crate) const TENANT_FULL: Refusal =
    Refusal::new(1404, "As many files are stored as there is space for.");

const DOCUMENTS_FULL: Refusal = Refusal::new(1405, "This has as many documents as it can have.");
/// Maximum documents of one record: a list returns all of them.
const MAX_DOCUMENTS: i64 = 500;

/// Rejects a document beyond the maximum.
pub(crate) fn check_documents(count: i64) -> Result<()> {
    if count < MAX_DOCUMENTS {
        return Ok(());
    }
    Err(DOCUMENTS_FULL.with_message(message!(
        "This has {max} documents, as many as it can have. Delete some first.",
        max = MAX_DOCUMENTS
    )))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StorageUsed {
    pub tenant: i64,
    pub user: i64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Quotas {
    pub tenant_megabytes: u64,
    pub user_megabytes: u64,
}

/// Rejects an upload of `more` bytes above a quota.
pub(crate) fn check_quotas(used: StorageUsed, more: i64, quotas: Quotas) -> Result<()> {
    let is_over = |used: i64, megabytes: u64| {
        megabytes > 0 && i128::from(used) + i128::from(more) > i128::from(megabytes) * 1024 * 1024
    };
    if is_over(used.user, quotas.user_megabytes) {
        let megabytes = quotas.user_megabytes;
        return Err(USER_FULL.with_message(message!(
            "You have reached the limit of {megabytes} MB of files per user. Delete some files first."
        )));
    }
    if is_over(used.tenant, quotas.tenant_megabytes) {
        let megabytes = quotas.tenant_megabytes;
        return Err(TENANT_FULL.with_message(message!(
            "The storage limit of {megabytes} MB is reached. Delete files or request more space."
        )));
    }
    Ok(())
}

/// Administrators of the tenant's settings also manage its files.
const ADMINISTRATOR: Permission = tenancy::access::TENANT_SETTINGS;
const OTHER: i64 = 99;
const DOCUMENT_TYPES: std::ops::RangeInclusive<i64> = 1..=16;

/// True for the uploader, colleagues of the same customer, and administrators.
pub(crate) fn may_see(caller: &Caller, file: &FileRow) -> bool {
    let is_own = caller.user().is_some() && caller.user() == file.user_id;
    is_own || caller.customer().is_some() || caller.can(ADMINISTRATOR)
}

pub(crate) fn may_delete(caller: &Caller, file: &FileRow) -> bool {
    let is_own = caller.user().is_some() && caller.user() == file.user_id;
    is_own || caller.customer().is_none() && caller.can(ADMINISTRATOR)
}

pub(crate) fn document_type(sent: Option<i64>) -> Result<i64> {
    match sent.unwrap_or(OTHER) {
        known if known == OTHER || DOCUMENT_TYPES.contains(&known) => Ok(known),
        _ => Err(Error::invalid(
            "documentType",
            message!("must be from 1 to 16, or 99 for other documents"),
        )),
    }
}

pub(crate) fn entity_type(
    sent: &str,
    known_types: &'static [&'static str],
) -> Result<&'static str> {
    let known_type = known_types
        .iter()
        .find(|known| known.eq_ignore_ascii_case(sent.trim()))
        .copied();
    known_type.ok_or_else(|| {
        Error::invalid(
            "entityType",
            message!("must be one of {known}", known = known_types.join(", ")),
        )
    })
}

pub(crate) fn thing_key(id: Option<i64>, guid: Option<Uuid>) -> Result<ThingKey> {
    match (id, guid) {
        (Some(id), None) => Ok(ThingKey::Id(id)),
        (None, Some(guid)) => Ok(ThingKey::Guid(guid)),
        (Some(_), Some(_)) => Err(Error::invalid(
            "entityGuid",
            message!("must be left out when the record is named by its number"),
        )),
        (None, None) => Err(Error::invalid(
            "entityId",
            message!("is required unless the record is named by its text key"),
        )),
    }
}

pub(crate) fn unreferenced_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(1)
}

pub(crate) fn document_view(row: DocumentRow, file: &FileRow) -> Document {
    Document {
        id: row.id,
        document_id: file.file_guid,
        url: format!("/api/core/Document/DownloadDocument?id={}", row.id),
        file_name: file.name.clone(),
        document_type: row.document_type,
        media_type: file.media_type.clone(),
        size: file.size,
        creation_time: row.creation_time,
        creator_user_name: row.creator_user_name,
        is_visible_to_customer: row.is_visible_to_customer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_named_one_way() {
        assert_eq!(thing_key(Some(5), None).unwrap(), ThingKey::Id(5));
        let guid = Uuid::from_u128(7);
        assert_eq!(thing_key(None, Some(guid)).unwrap(), ThingKey::Guid(guid));
        assert!(thing_key(None, None).is_err() && thing_key(Some(1), Some(guid)).is_err());
        assert_eq!(
            entity_type(" booking ", &["Booking", "Customer"]).unwrap(),
            "Booking"
        );
        assert_eq!(
            entity_type("Ship", &["Booking", "Customer"])
                .unwrap_err()
                .sentence(),
            "entityType: must be one of Booking, Customer"
        );
    }

    #[test]
    fn documents_have_known_types() {
        for (sent, expected) in [
            (None, Some(99)),
            (Some(1), Some(1)),
            (Some(16), Some(16)),
            (Some(99), Some(99)),
        ] {
            assert_eq!(document_type(sent).ok(), expected);
        }
        assert!(document_type(Some(0)).is_err() && document_type(Some(17)).is_err());
    }

    #[test]
    fn quotas_are_of_a_user_and_of_a_tenant() {
        let quotas = Quotas {
            tenant_megabytes: 3,
            user_megabytes: 1,
        };
        const MB: i64 = 1024 * 1024;
        let code = |tenant, user, more, quotas| match check_quotas(
            StorageUsed { tenant, user },
            more,
            quotas,
        ) {
            Ok(()) => 0,
            Err(Error::Refused { code, .. }) => code,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(code(MB, MB - 1, 1, quotas), 0);
        assert_eq!(code(MB, MB - 1, 2, quotas), 1403);
        assert_eq!(code(3 * MB, 0, 1, quotas), 1404);
        assert_eq!(
            code(
                i64::MAX,
                i64::MAX,
                i64::MAX,
                Quotas {
                    tenant_megabytes: 0,
                    user_megabytes: 0
                }
            ),
            0
        );
    }

    #[test]
    fn a_guest_has_no_files() {
        let file = FileRow {
            id: data::ids::FileId(1),
            row_version: 1,
            file_guid: Uuid::nil(),
            name: String::new(),
            media_type: String::new(),
            size: 0,
            sha256: String::new(),
            storage_key: String::new(),
            user_id: None,
            customer_id: None,
            is_kept: false,
            creation_time: DateTime::UNIX_EPOCH,
        };
        assert!(!may_see(&Caller::Guest, &file) && !may_delete(&Caller::Guest, &file));
        assert!(may_see(&Caller::System, &file));
    }
}

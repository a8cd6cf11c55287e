//! Who sees a file, what a document may be, and when a file is nobody's.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Caller, Error, Permission, Refusal, Result, permission};
use uuid::Uuid;

use crate::{
    model::{Document, DocumentRow, FileRow},
    port::Named,
};

pub(crate) const IN_USE: Refusal =
    Refusal::new(1401, "This file is a document of something. Delete the document instead.");
pub(crate) const TAKEN: Refusal = Refusal::new(1402, "This file is a document already. Send it again.");

/// Who keeps the tenant's settings keeps its files in order, too.
const ADMINISTRATOR: Permission = permission::TENANT_SETTINGS;
const OTHER: i64 = 99;
const DOCUMENT_TYPES: std::ops::RangeInclusive<i64> = 1..=16;

/// A file is its sender's, and that of colleagues of the same customer; the tenant's administrators see every file.
pub(crate) fn may_see(caller: &Caller, file: &FileRow) -> bool {
    let own = caller.user().is_some() && caller.user() == file.user_id;
    let colleague = caller.customer().is_some() && caller.customer() == file.customer_id;
    let administrator = caller.customer().is_none() && caller.can(ADMINISTRATOR);
    own || colleague || administrator
}

pub(crate) fn may_delete(caller: &Caller, file: &FileRow) -> bool {
    let own = caller.user().is_some() && caller.user() == file.user_id;
    own || caller.customer().is_none() && caller.can(ADMINISTRATOR)
}

pub(crate) fn document_type(sent: Option<i64>) -> Result<i64> {
    match sent.unwrap_or(OTHER) {
        known if known == OTHER || DOCUMENT_TYPES.contains(&known) => Ok(known),
        _ => Err(Error::invalid("documentType", "must be from 1 to 16, or 99 for other documents")),
    }
}

pub(crate) fn entity_type(sent: &str, known: &'static [&'static str]) -> Result<&'static str> {
    let found = known.iter().find(|known| known.eq_ignore_ascii_case(sent.trim())).copied();
    found.ok_or_else(|| Error::invalid("entityType", format!("must be one of {}", known.join(", "))))
}

pub(crate) fn named(id: Option<i64>, guid: Option<Uuid>) -> Result<Named> {
    match (id, guid) {
        (Some(id), None) => Ok(Named::Id(id)),
        (None, Some(guid)) => Ok(Named::Guid(guid)),
        (Some(_), Some(_)) => Err(Error::invalid("entityGuid", "must be left out when entityId is given")),
        (None, None) => Err(Error::invalid("entityId", "is required, or entityGuid instead")),
    }
}

/// Files that nothing refers to stay until then.
pub(crate) fn nobodys_before(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(1)
}

pub(crate) fn shown(row: DocumentRow, file: &FileRow) -> Document {
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
        assert_eq!(named(Some(5), None).unwrap(), Named::Id(5));
        let guid = Uuid::from_u128(7);
        assert_eq!(named(None, Some(guid)).unwrap(), Named::Guid(guid));
        assert!(named(None, None).is_err() && named(Some(1), Some(guid)).is_err());
        assert_eq!(entity_type(" booking ", &["Booking", "Customer"]).unwrap(), "Booking");
        assert_eq!(
            entity_type("Ship", &["Booking", "Customer"]).unwrap_err().sentence(),
            "entityType: must be one of Booking, Customer"
        );
    }

    #[test]
    fn documents_have_known_types() {
        for (sent, expected) in [(None, Some(99)), (Some(1), Some(1)), (Some(16), Some(16)), (Some(99), Some(99))] {
            assert_eq!(document_type(sent).ok(), expected);
        }
        assert!(document_type(Some(0)).is_err() && document_type(Some(17)).is_err());
    }

    #[test]
    fn a_guest_has_no_files() {
        let file = FileRow {
            id: kernel::ids::FileId(1),
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

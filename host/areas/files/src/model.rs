//! Files and documents as they are kept, sent and answered.

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{CustomerId, EntityDocumentId, FileId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A file that was sent.
#[derive(Debug, Clone)]
pub(crate) struct FileRow {
    pub id: FileId,
    pub row_version: i64,
    pub file_guid: Uuid,
    pub name: String,
    pub media_type: String,
    pub size: i64,
    pub sha256: String,
    pub storage_key: String,
    pub user_id: Option<UserId>,
    pub customer_id: Option<CustomerId>,
    pub is_kept: bool,
    pub creation_time: DateTime<Utc>,
}

// What becomes of a file is recorded with the thing it hangs on.
entity!(FileRow(FileId) named "The file" in "files" log {
    file_guid: Uuid => "fileGuid",
    name: String => "name",
    media_type: String => "mediaType",
    size: i64 => "size",
    sha256: String,
    storage_key: String,
    user_id: Option<UserId>,
    customer_id: Option<CustomerId>,
    is_kept: bool,
    creation_time: DateTime<Utc> => "creationTime",
});

/// A file that hangs on a thing.
#[derive(Debug, Clone)]
pub(crate) struct DocumentRow {
    pub id: EntityDocumentId,
    pub row_version: i64,
    pub file_id: FileId,
    pub entity_type: String,
    pub entity_id: i64,
    pub document_type: i64,
    pub is_visible_to_customer: bool,
    pub creator_user_id: Option<UserId>,
    pub creator_user_name: String,
    pub creation_time: DateTime<Utc>,
}

entity!(DocumentRow(EntityDocumentId) named "The document" in "entity_documents" log {
    file_id: FileId,
    entity_type: String => "entityType",
    entity_id: i64 => "entityId",
    document_type: i64 => "documentType",
    is_visible_to_customer: bool => "isVisibleToCustomer",
    creator_user_id: Option<UserId> => "creatorUserId",
    creator_user_name: String => "creatorUserName",
    creation_time: DateTime<Utc> => "creationTime",
});

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Asset {
    pub file_name: String,
    pub file_id: FileId,
    pub asset_id: Uuid,
    pub media_type: String,
    pub size: i64,
}

impl From<&FileRow> for Asset {
    fn from(file: &FileRow) -> Self {
        Self {
            file_name: file.name.clone(),
            file_id: file.id,
            asset_id: file.file_guid,
            media_type: file.media_type.clone(),
            size: file.size,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByAsset {
    pub asset_id: Uuid,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document {
    pub id: EntityDocumentId,
    /// The file's guid.
    pub document_id: Uuid,
    /// The path to download it from, with the caller's token.
    pub url: String,
    pub file_name: String,
    /// 1 Label, 2 Manifest, 3 ConsignmentNote, 4 Invoice, 5 ProofOfDelivery, … 99 Other.
    pub document_type: i64,
    pub media_type: String,
    pub size: i64,
    pub creation_time: DateTime<Utc>,
    pub creator_user_name: String,
    pub is_visible_to_customer: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct OneDocument {
    pub document: Document,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentsQuestion {
    /// Booking, Customer, CarrierAccount.
    pub entity_type: String,
    pub entity_id: Option<i64>,
    pub entity_guid: Option<Uuid>,
}

/// What is said of a document beside its file. Its members may come as texts of a form, too.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct NewDocument {
    pub entity_type: String,
    pub entity_id: Option<i64>,
    pub entity_guid: Option<Uuid>,
    pub document_type: Option<i64>,
    pub is_visible_to_customer: Option<bool>,
    /// A file that was sent before.
    pub asset_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ByDocuments {
    /// May be given several times.
    pub id: Vec<EntityDocumentId>,
}

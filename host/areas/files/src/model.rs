//! Files and documents: rows, requests and responses.

use chrono::{DateTime, Utc};
use data::{
    Record,
    ids::{CustomerId, EntityDocumentId, FileId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::staff_names::Signed;
use uuid::Uuid;

/// An uploaded file.
#[derive(Debug, Clone, Record)]
#[record(table = "files", name = "The file", unrecorded)]
pub(crate) struct FileRow {
    pub id: FileId,
    pub row_version: i64,
    #[record(listed)]
    pub file_guid: Uuid,
    #[record(listed)]
    pub name: String,
    #[record(listed)]
    pub media_type: String,
    #[record(listed)]
    pub size: i64,
    pub sha256: String,
    pub storage_key: String,
    pub user_id: Option<UserId>,
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    pub is_kept: bool,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
}

// Changes of a file are recorded with its thing.
/// A file attached to a thing.
#[derive(Debug, Clone, Record)]
#[record(table = "entity_documents", name = "The document", unrecorded, open)]
pub(crate) struct DocumentRow {
    pub id: EntityDocumentId,
    pub row_version: i64,
    #[record(internal)]
    pub file_id: FileId,
    pub entity_type: String,
    pub entity_id: i64,
    pub document_type: i64,
    pub is_visible_to_customer: bool,
    pub creator_user_id: Option<UserId>,
    pub creator_user_name: String,
    pub creation_time: DateTime<Utc>,
}

impl Signed for DocumentRow {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.creator_user_name)
    }
}

#[derive(Debug, Serialize, JsonSchema)]
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
    /// Guid of the file.
    pub document_id: Uuid,
    /// Download path, to be called with the caller's token.
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

#[derive(Debug, Serialize, JsonSchema)]
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

/// Attributes of a new document. Members may also arrive as texts of a form.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct NewDocument {
    pub entity_type: String,
    pub entity_id: Option<i64>,
    pub entity_guid: Option<Uuid>,
    pub document_type: Option<i64>,
    pub is_visible_to_customer: Option<bool>,
    pub asset_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ByDocuments {
    /// Repeatable.
    pub id: Vec<EntityDocumentId>,
}

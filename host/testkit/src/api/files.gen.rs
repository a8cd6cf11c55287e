//! Calls and types of files, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct FilesCalls<'a>(pub(super) &'a Client);

impl<'a> FilesCalls<'a> {
    /// `DELETE /api/core/Document/DeleteDocuments`
    pub fn delete_documents(self, id: impl IntoField<Vec<EntityDocumentId>>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/Document/DeleteDocuments").parameter("id", id.into_field())
    }
    /// `GET /api/core/Document/DownloadDocument`
    pub fn download_document(self, id: impl IntoField<EntityDocumentId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/Document/DownloadDocument").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/core/Document/GetDocuments`
    pub fn get_documents(self, entity_type: impl IntoField<String>) -> Call<'a, PageOfDocument, FilesGetDocuments> {
        Call::new(self.0, Method::GET, "/api/core/Document/GetDocuments").parameter("entityType", entity_type.into_field())
    }
    /// `POST /api/core/Document/UploadDocument`
    pub fn upload_document(self, file: (&str, &[u8])) -> Call<'a, OneDocument, FilesUploadDocument> {
        Call::new(self.0, Method::POST, "/api/core/Document/UploadDocument").file(file)
    }
    /// `DELETE /api/core/file/deleteasset`
    pub fn delete_asset(self, asset_id: impl IntoField<String>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/file/deleteasset").parameter("assetId", asset_id.into_field())
    }
    /// `GET /api/core/file/downloadasset`
    pub fn download_asset(self, asset_id: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/file/downloadasset").parameter("assetId", asset_id.into_field()).unwrapped()
    }
    /// `POST /api/core/file/uploadasset`
    pub fn upload_asset(self, file: (&str, &[u8])) -> Call<'a, Asset> {
        Call::new(self.0, Method::POST, "/api/core/file/uploadasset").file(file)
    }
}

parameters! { FilesGetDocuments -> PageOfDocument {
    entity_guid: String = "entityGuid",
    entity_id: i64 = "entityId",
}}

parameters! { FilesUploadDocument -> OneDocument {
    asset_id: String = "assetId",
    document_type: i64 = "documentType",
    entity_guid: String = "entityGuid",
    entity_id: i64 = "entityId",
    entity_type: String = "entityType",
    is_visible_to_customer: bool = "isVisibleToCustomer",
}}

responses! {
    Asset {
        asset_id: String = member "assetId",
        file_id: FileId = member "fileId",
        file_name: String = member "fileName",
        media_type: String = member "mediaType",
        size: i64 = member "size",
    }
    Document {
        creation_time: String = member "creationTime",
        creator_user_name: String = member "creatorUserName",
        document_id: String = member "documentId",
        document_type: i64 = member "documentType",
        file_name: String = member "fileName",
        id: EntityDocumentId = member "id",
        is_visible_to_customer: bool = member "isVisibleToCustomer",
        media_type: String = member "mediaType",
        size: i64 = member "size",
        url: String = member "url",
    }
    OneDocument {
        document: Document = member "document",
    }
    PageOfDocument {
        items: Vec<Document> = member "items",
        total_count: i64 = member "totalCount",
    }
}

//! Routes of files and documents.

use data::{
    ById, Empty, Error, Needs, PageOf, Result, Scope, case, files::MAX_BYTES,
    ids::EntityDocumentId, message,
};
use web::{
    Raw, Routes, Upload,
    http::{self, Method, Response},
};
use work::limiter::{Limit, MINUTE};

use crate::{
    model::{
        Asset, ByAsset, ByDocuments, Document, DocumentsQuestion, FileRow, NewDocument, OneDocument,
    },
    service::{self, documents},
};

/// The largest file, and the form around it.
const MAX_FORM_BYTES: usize = MAX_BYTES + 64 * 1024;
const MAX_JSON_BYTES: usize = 64 * 1024;
const UPLOADS: Limit = Limit {
    name: "upload",
    window: MINUTE,
    per_address: None,
    per_tenant: None,
    per_user: Some(120),
};

pub(crate) fn assets() -> Routes {
    Routes::new("/api/core/file")
        .upload("uploadasset", Needs::SignedIn, MAX_FORM_BYTES, upload_asset)
        .describe_response::<Asset>()
        .with_limit(UPLOADS)
        .raw(
            Method::GET,
            "downloadasset",
            Needs::SignedIn,
            0,
            download_asset,
        )
        .describe_query::<ByAsset>()
        .delete("deleteasset", Needs::SignedIn, delete_asset)
}

pub(crate) fn documents() -> Routes {
    Routes::new("/api/core/Document")
        .upload(
            "UploadDocument",
            Needs::SignedIn,
            MAX_FORM_BYTES,
            upload_document,
        )
        .describe_form::<NewDocument>("file")
        .describe_response::<OneDocument>()
        .with_limit(UPLOADS)
        .get("GetDocuments", Needs::SignedIn, get_documents)
        .raw(
            Method::GET,
            "DownloadDocument",
            Needs::SignedIn,
            0,
            download_document,
        )
        .describe_query::<ById<EntityDocumentId>>()
        .delete("DeleteDocuments", Needs::SignedIn, delete_documents)
}

/// Stores the form's file; returns its row and the texts by name.
async fn form(scope: &Scope, upload: Upload) -> Result<(Option<FileRow>, Vec<(String, String)>)> {
    let mut parts = upload.parts().await?;
    let (mut file, mut texts) = (None, Vec::new());
    let read = async {
        while let Some(part) = parts.next().await? {
            if !part.is("file") {
                let name = part.name().to_owned();
                texts.push((name, part.text().await?));
            } else if file.is_some() {
                return Err(Error::invalid(
                    "file",
                    message!("must be a single one; send others separately"),
                ));
            } else {
                file = Some(service::receive(scope, part).await?);
            }
        }
        Ok(())
    };
    match read.await {
        Ok(()) => Ok((file, texts)),
        Err(error) => {
            discard(scope, file.as_ref()).await;
            Err(error)
        }
    }
}

async fn discard(scope: &Scope, file: Option<&FileRow>) {
    if let Some(file) = file {
        service::delete_stored(scope.host(), scope.tenant, &file.storage_key).await;
    }
}

async fn upload_asset(mut scope: Scope, upload: Upload) -> Result<Response> {
    let (file, _) = form(&scope, upload).await?;
    let mut file = file.ok_or_else(|| Error::invalid("file", message!("is required")))?;
    let written = match scope.insert(&mut file).await {
        Ok(()) => scope.commit().await,
        Err(error) => Err(error),
    };
    if let Err(error) = written {
        discard(&scope, Some(&file)).await;
        return Err(error);
    }
    http::json_response(&Asset::from(&file))
}

async fn download_asset(mut scope: Scope, raw: Raw) -> Result<Response> {
    let request: ByAsset = raw.query()?;
    let file = service::find(&mut scope, request.asset_id).await?;
    scope.rollback();
    service::download(&scope, &file).await
}

async fn delete_asset(mut scope: Scope, request: ByAsset) -> Result<Empty> {
    service::delete(&mut scope, request.asset_id).await?;
    Ok(Empty {})
}

async fn upload_document(mut scope: Scope, upload: Upload) -> Result<Response> {
    let (file, new): (Option<FileRow>, NewDocument) = if upload.is_multipart() {
        let (file, texts) = form(&scope, upload).await?;
        match case::from_words(texts) {
            Ok(new) => (file, new),
            Err(invalid) => {
                discard(&scope, file.as_ref()).await;
                return Err(invalid.into());
            }
        }
    } else {
        (None, upload.json(MAX_JSON_BYTES).await?)
    };
    let added = match documents::add(&mut scope, new, file.clone()).await {
        Ok(document) => scope.commit().await.map(|()| document),
        Err(error) => Err(error),
    };
    match added {
        Ok(document) => http::json_response(&OneDocument { document }),
        Err(error) => {
            scope.rollback();
            discard(&scope, file.as_ref()).await;
            Err(error)
        }
    }
}

async fn get_documents(mut scope: Scope, query: DocumentsQuestion) -> Result<PageOf<Document>> {
    let items = documents::list(&mut scope, &query).await?;
    Ok(PageOf {
        total_count: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
    })
}

async fn download_document(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id }: ById<EntityDocumentId> = raw.query()?;
    let (_, file, _) = documents::find(&mut scope, id).await?;
    scope.rollback();
    service::download(&scope, &file).await
}

async fn delete_documents(mut scope: Scope, request: ByDocuments) -> Result<Empty> {
    documents::delete(&mut scope, request.id).await?;
    Ok(Empty {})
}

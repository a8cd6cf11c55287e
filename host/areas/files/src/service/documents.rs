//! Documents attached to things.

use data::{
    Error, New, Result, Scope, Where,
    ids::{EntityDocumentId, FileId},
    message,
};
use tenancy::staff_names::Names;

use super::delete_stored;
use crate::{
    model::{Document, DocumentRow, DocumentsQuestion, FileRow, NewDocument},
    port::{Thing, ThingKey, Things, VisibleThing},
    rules,
};

async fn find_visible(
    scope: &mut Scope,
    entity_type: &str,
    named: ThingKey,
) -> Result<(&'static str, VisibleThing)> {
    let things = scope.port::<dyn Things>()?;
    let thing = Thing {
        entity_type: rules::entity_type(entity_type, things.types())?,
        named,
    };
    let visible = things.find_visible(scope, &thing).await?;
    Ok((thing.entity_type, visible))
}

async fn changeable(
    scope: &mut Scope,
    entity_type: &str,
    named: ThingKey,
) -> Result<(&'static str, VisibleThing)> {
    let (entity_type, seen) = find_visible(scope, entity_type, named).await?;
    if !seen.may_change {
        return Err(Error::Forbidden(message!(
            "You may see this and not change its documents."
        )));
    }
    Ok((entity_type, seen))
}

/// The caller commits.
pub(crate) async fn add(
    scope: &mut Scope,
    new: NewDocument,
    sent: Option<FileRow>,
) -> Result<Document> {
    let document_type = rules::document_type(new.document_type)?;
    let key = rules::thing_key(new.entity_id, new.entity_guid)?;
    let (entity_type, seen) = changeable(scope, &new.entity_type, key).await?;
    let attached = Where::all()
        .eq(DocumentRow::ENTITY_TYPE, entity_type)
        .eq(DocumentRow::ENTITY_ID, seen.id);
    rules::check_documents(scope.count::<DocumentRow>(attached).await?)?;
    let file = match (sent, new.asset_id) {
        (Some(mut file), None) => {
            file.is_kept = true;
            scope.insert(&mut file).await?;
            file
        }
        (None, Some(asset)) => {
            let mut file = super::find(scope, asset).await?;
            // Only its uploader may attach an earlier file.
            if scope.caller.user() != file.user_id {
                return Err(Error::NotFound("The file"));
            }
            if file.is_kept {
                return Err(rules::FILE_IN_USE.into());
            }
            file.is_kept = true;
            scope.update(&mut file).await?;
            file
        }
        (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "assetId",
                message!("must be left out when a file is sent"),
            ));
        }
        (None, None) => return Err(Error::invalid("file", message!("is required"))),
    };
    let row = scope
        .create(New::<DocumentRow> {
            file_id: file.id,
            entity_type: entity_type.to_owned(),
            entity_id: seen.id,
            document_type,
            // Documents from a customer's user are visible to the customer.
            is_visible_to_customer: scope.caller.customer().is_some()
                || new.is_visible_to_customer.unwrap_or(false),
            creator_user_id: scope.caller.user(),
            creator_user_name: scope.caller.name().to_owned(),
        })
        .await?;
    scope.note(entity_type, seen.id, "documents", None::<&str>, &file.name);
    Ok(rules::document_view(row, &file))
}

/// Lists a thing's documents visible to the caller, the newest first.
pub(crate) async fn list(scope: &mut Scope, query: &DocumentsQuestion) -> Result<Vec<Document>> {
    let key = rules::thing_key(query.entity_id, query.entity_guid)?;
    let (entity_type, seen) = find_visible(scope, &query.entity_type, key).await?;
    let mut narrow = Where::all()
        .eq(DocumentRow::ENTITY_TYPE, entity_type)
        .eq(DocumentRow::ENTITY_ID, seen.id);
    if scope.caller.customer().is_some() {
        narrow = narrow.eq(DocumentRow::IS_VISIBLE_TO_CUSTOMER, true);
    }
    let mut rows = scope.all::<DocumentRow>(narrow).await?;
    Names::for_caller(scope).await?.mask(&mut rows);
    let ids: Vec<FileId> = rows.iter().map(|row| row.file_id).collect();
    // A document is visible where its record is, regardless of who uploaded the file.
    let files = scope
        .unrestricted()
        .await?
        .all::<FileRow>(Where::all().is_in(FileRow::ID, &ids))
        .await?;
    let views = rows.into_iter().rev().filter_map(|row| {
        let file = files.iter().find(|file| file.id == row.file_id)?;
        Some(rules::document_view(row, file))
    });
    Ok(views.collect())
}

/// Loads a document and its file, and whether the caller may change it.
pub(crate) async fn find(
    scope: &mut Scope,
    id: EntityDocumentId,
) -> Result<(DocumentRow, FileRow, bool)> {
    const NOT_FOUND: Error = Error::NotFound("The document");
    let row: DocumentRow = scope.find(id).await?;
    if scope.caller.customer().is_some() && !row.is_visible_to_customer {
        return Err(NOT_FOUND);
    }
    let seen = match find_visible(scope, &row.entity_type, ThingKey::Id(row.entity_id)).await {
        Ok((_, seen)) => seen,
        Err(Error::NotFound(_)) => return Err(NOT_FOUND),
        Err(error) => return Err(error),
    };
    let file = scope.unrestricted().await?.find(row.file_id).await?;
    Ok((row, file, seen.may_change))
}

/// Deletes documents with their files, all or none. Commits the scope.
pub(crate) async fn delete(scope: &mut Scope, mut ids: Vec<EntityDocumentId>) -> Result<()> {
    ids.sort_unstable();
    ids.dedup();
    let mut keys = Vec::with_capacity(ids.len());
    for id in ids {
        let (row, file, may_change) = find(scope, id).await?;
        if !may_change {
            return Err(Error::Forbidden(message!(
                "You may see this document and not remove it."
            )));
        }
        scope.delete::<DocumentRow>(row.id).await?;
        scope
            .unrestricted()
            .await?
            .delete::<FileRow>(file.id)
            .await?;
        scope.note(
            &row.entity_type,
            row.entity_id,
            "documents",
            &file.name,
            None::<&str>,
        );
        keys.push(file.storage_key);
    }
    scope.commit().await?;
    for key in keys {
        delete_stored(scope.host(), scope.tenant, &key).await;
    }
    Ok(())
}

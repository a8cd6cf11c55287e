//! Documents that hang on things.

use kernel::{
    Error, Result, Scope, Where,
    ids::{EntityDocumentId, FileId},
    message,
};
use tenancy::names::Names;

use super::forget;
use crate::{
    model::{Document, DocumentRow, DocumentsQuestion, FileRow, NewDocument},
    port::{Named, Seen, Thing, Things},
    rules,
};

/// The thing that a call names, if the caller may see it.
async fn look(scope: &mut Scope, entity_type: &str, named: Named) -> Result<(&'static str, Seen)> {
    let things = scope.port::<dyn Things>()?;
    let thing = Thing {
        entity_type: rules::entity_type(entity_type, things.types())?,
        named,
    };
    let seen = things.look(scope, &thing).await?;
    Ok((thing.entity_type, seen))
}

async fn changeable(
    scope: &mut Scope,
    entity_type: &str,
    named: Named,
) -> Result<(&'static str, Seen)> {
    let (entity_type, seen) = look(scope, entity_type, named).await?;
    if !seen.may_change {
        return Err(Error::Forbidden(message!(
            "You may see this and not change its documents."
        )));
    }
    Ok((entity_type, seen))
}

/// Hangs a file on a thing: the one that came along, or one that was sent before. The caller saves.
pub(crate) async fn add(
    scope: &mut Scope,
    new: NewDocument,
    sent: Option<FileRow>,
) -> Result<Document> {
    let document_type = rules::document_type(new.document_type)?;
    let named = rules::named(new.entity_id, new.entity_guid)?;
    let (entity_type, seen) = changeable(scope, &new.entity_type, named).await?;
    let own = Where::all()
        .eq(DocumentRow::ENTITY_TYPE, entity_type)
        .eq(DocumentRow::ENTITY_ID, seen.id);
    rules::check_documents(scope.count::<DocumentRow>(own).await?)?;
    let file = match (sent, new.asset_id) {
        (Some(mut file), None) => {
            file.is_kept = true;
            scope.insert(&mut file).await?;
            file
        }
        (None, Some(asset)) => {
            let mut file = super::find(scope, asset).await?;
            // Of a file that somebody else has sent only that one may dispose.
            if scope.caller.user() != file.user_id {
                return Err(Error::NotFound("The file"));
            }
            if file.is_kept {
                return Err(rules::TAKEN.into());
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
    let mut row = DocumentRow {
        id: EntityDocumentId(0),
        row_version: 0,
        file_id: file.id,
        entity_type: entity_type.to_owned(),
        entity_id: seen.id,
        document_type,
        // What a customer's user sends, that customer sees.
        is_visible_to_customer: scope.caller.customer().is_some()
            || new.is_visible_to_customer.unwrap_or(false),
        creator_user_id: scope.caller.user(),
        creator_user_name: scope.caller.name().to_owned(),
        creation_time: scope.now(),
    };
    scope.insert(&mut row).await?;
    scope.note(entity_type, seen.id, "documents", None::<&str>, &file.name);
    Ok(rules::shown(row, &file))
}

/// The documents of a thing that the caller sees, the newest first.
pub(crate) async fn of(scope: &mut Scope, asked: &DocumentsQuestion) -> Result<Vec<Document>> {
    let named = rules::named(asked.entity_id, asked.entity_guid)?;
    let (entity_type, seen) = look(scope, &asked.entity_type, named).await?;
    let mut narrow = Where::all()
        .eq(DocumentRow::ENTITY_TYPE, entity_type)
        .eq(DocumentRow::ENTITY_ID, seen.id);
    if scope.caller.customer().is_some() {
        narrow = narrow.eq(DocumentRow::IS_VISIBLE_TO_CUSTOMER, true);
    }
    let mut rows = scope.all::<DocumentRow>(narrow).await?;
    Names::of_caller(scope).await?.mask(&mut rows);
    let ids: Vec<FileId> = rows.iter().map(|row| row.file_id).collect();
    // A document is visible where its record is, regardless of who uploaded the file.
    let files = scope
        .unbound()
        .await?
        .all::<FileRow>(Where::all().is_in(FileRow::ID, &ids))
        .await?;
    let shown = rows.into_iter().rev().filter_map(|row| {
        let file = files.iter().find(|file| file.id == row.file_id)?;
        Some(rules::shown(row, file))
    });
    Ok(shown.collect())
}

/// A document and its file, if the caller sees the thing it hangs on, and whether the caller may change that.
pub(crate) async fn find(
    scope: &mut Scope,
    id: EntityDocumentId,
) -> Result<(DocumentRow, FileRow, bool)> {
    const GONE: Error = Error::NotFound("The document");
    let row: DocumentRow = scope.find(id).await?;
    if scope.caller.customer().is_some() && !row.is_visible_to_customer {
        return Err(GONE);
    }
    let seen = match look(scope, &row.entity_type, Named::Id(row.entity_id)).await {
        Ok((_, seen)) => seen,
        Err(Error::NotFound(_)) => return Err(GONE),
        Err(error) => return Err(error),
    };
    let file = scope.unbound().await?.find(row.file_id).await?;
    Ok((row, file, seen.may_change))
}

/// Removes documents with their files, all or none. Saves the scope.
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
        scope.unbound().await?.delete::<FileRow>(file.id).await?;
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
        forget(scope.host(), scope.tenant, &key).await;
    }
    Ok(())
}

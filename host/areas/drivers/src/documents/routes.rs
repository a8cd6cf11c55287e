//! Calls about documents of drivers.

use std::collections::HashMap;

use chrono::NaiveDate;
use data::{
    ById, Change, Edit, Error, FieldError, ListQuery, Needs, PageOf, Result, Save, Scope, Where,
    ids::DriverId, message, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use super::{
    model::{DriverDocument, DriverDocumentId, DriverDocumentKind},
    rules,
};
use crate::{
    access::{DRIVER_COMPLIANCE, DRIVERS},
    events,
    model::Driver,
};

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(DRIVER_COMPLIANCE);
    let save_needs = || Save::with_permission(DRIVER_COMPLIANCE);
    Routes::new("/api/drivers/driver")
        .feature(DRIVERS)
        .list("documents", needs, list)
        .get("document", needs, get)
        .post("document", save_needs(), save)
        .put("document", save_needs(), change)
        .raw(Method::DELETE, "document", DRIVER_COMPLIANCE, 0, delete)
        .describe_query::<ById<DriverDocumentId>>()
        .raw(Method::GET, "document-file", needs, 0, download)
        .describe_query::<ById<DriverDocumentId>>()
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DriverDocumentsQuery")]
struct DocumentsQuery {
    /// Omitted: documents of all drivers.
    driver_id: Option<DriverId>,
}

/// One document of a driver.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneDriverDocument")]
struct OneDocument {
    document: DriverDocument,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveDriverDocument")]
struct SaveDocument {
    document: Change<DriverDocument>,
}

async fn list(
    mut scope: Scope,
    DocumentsQuery { driver_id }: DocumentsQuery,
    query: ListQuery,
) -> Result<PageOf<DriverDocument>> {
    let narrow = Where::all().eq_some(DriverDocument::DRIVER_ID, driver_id);
    scope.page(&query, narrow).await
}

async fn get(mut scope: Scope, ById { id }: ById<DriverDocumentId>) -> Result<OneDocument> {
    Ok(OneDocument {
        document: scope.find(id).await?,
    })
}

async fn change(scope: Scope, sent: SaveDocument) -> Result<OneDocument> {
    if sent.document.is_new() {
        return Err(Error::invalid("document.id", message!("is required")));
    }
    save(scope, sent).await
}

async fn save(mut scope: Scope, SaveDocument { document }: SaveDocument) -> Result<OneDocument> {
    let mut edit = scope.edit(document).await?;
    tidy(&mut edit.record);
    let mut errors = check(&edit.record);
    let of_driver = Where::all().eq(Driver::ID, edit.record.driver_id);
    if scope.count(of_driver).await? == 0 {
        errors.push(FieldError::new(
            "document.driverid",
            message!("must be the id of a driver"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    keep_file(&mut scope, &edit).await?;
    let is_other_date = |before: &DriverDocument| before.expiry_date != edit.record.expiry_date;
    if edit.before.as_ref().is_some_and(is_other_date) {
        edit.record.reminded_days = None;
    }
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    scope.store(&mut edit).await?;
    events::publish_changed(&mut scope, edit.record.driver_id).await?;
    scope.commit().await?;
    Ok(OneDocument {
        document: edit.record,
    })
}

fn tidy(document: &mut DriverDocument) {
    for text in [&mut document.number, &mut document.note] {
        *text = text.trim().to_owned();
    }
}

fn check(document: &DriverDocument) -> Vec<FieldError> {
    let mut errors = validate::check("document", document);
    if document.kind == DriverDocumentKind::Licence && document.expiry_date.is_none() {
        errors.push(FieldError::new(
            "document.expirydate",
            message!("is required"),
        ));
    }
    errors
}

/// Keeps a new file and releases the one that it replaces.
async fn keep_file(scope: &mut Scope, edit: &Edit<DriverDocument>) -> Result<()> {
    let before = edit.before.as_ref().and_then(|before| before.file);
    if before == edit.record.file {
        return Ok(());
    }
    if let Some(file) = edit.record.file {
        match files::retain_alone(scope, file).await {
            Ok(_) => {}
            Err(Error::NotFound(_)) => {
                return Err(Error::invalid(
                    "document.fileid",
                    message!("is not a file that you have uploaded with uploadasset"),
                ));
            }
            Err(error) => return Err(error),
        }
    }
    match before {
        Some(file) => files::release(scope, file).await,
        None => Ok(()),
    }
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<DriverDocumentId>>()?;
    let document: DriverDocument = scope.find(id).await?;
    if let Some(file) = document.file {
        files::release(&mut scope, file).await?;
    }
    scope.delete::<DriverDocument>(id).await?;
    events::publish_changed(&mut scope, document.driver_id).await?;
    scope.commit().await?;
    Ok(deleted())
}

async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<DriverDocumentId>>()?;
    let document: DriverDocument = scope.find(id).await?;
    let file = document.file.ok_or(Error::NotFound("The file"))?;
    files::download_referenced(&mut scope, file).await
}

/// Returns the drivers of these whose licences have all expired, with the last day of the latest.
pub(crate) async fn expired_licences(
    scope: &mut Scope,
    drivers: &[DriverId],
    today: NaiveDate,
) -> Result<HashMap<DriverId, NaiveDate>> {
    let licences = Where::all()
        .is_in(DriverDocument::DRIVER_ID, drivers)
        .eq(DriverDocument::KIND, DriverDocumentKind::Licence);
    let mut by_driver: HashMap<DriverId, Vec<DriverDocument>> = HashMap::new();
    for document in scope.all::<DriverDocument>(licences).await? {
        by_driver
            .entry(document.driver_id)
            .or_default()
            .push(document);
    }
    let expired = by_driver.into_iter().filter_map(|(driver, documents)| {
        Some((driver, rules::expired_licence(&documents, today)?))
    });
    Ok(expired.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_has_an_expiry_date_and_texts_are_bounded() {
        let members = |document: &DriverDocument| -> Vec<String> {
            check(document).into_iter().map(|it| it.member).collect()
        };
        let licence = DriverDocument {
            number: "n".repeat(65),
            ..DriverDocument::default()
        };
        assert_eq!(
            members(&licence),
            ["document.number", "document.expirydate"]
        );
        let induction = DriverDocument {
            kind: DriverDocumentKind::Induction,
            ..DriverDocument::default()
        };
        assert_eq!(members(&induction), Vec::<String>::new());
    }
}

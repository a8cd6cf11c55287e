//! Internal notes about a customer, hidden from the customer's users.

use chrono::{DateTime, Utc};
use data::{
    Error, ListQuery, New, PageOf, Record, Result, Scope, Where,
    ids::{CustomerId, UserId},
    note::{self, NoteInput, NoteView},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::access::{CUSTOMER, CUSTOMERS};

data::id! { CustomerNoteId }

/// Newest notes returned with a customer; the list has all.
const MAX_RECENT_NOTES: i64 = 100;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customer")
        .feature(CUSTOMERS)
        .list("getCustomerNotes", CUSTOMER, list)
        .post("addCustomerNote", CUSTOMER, add)
}

/// A user's note.
#[derive(Debug, Clone, Record)]
#[record(table = "customer_notes", name = "The note", unrecorded, open)]
struct CustomerNote {
    id: CustomerNoteId,
    row_version: i64,
    #[record(customer)]
    customer_id: CustomerId,
    comment: String,
    user_name: String,
    creator_user_id: Option<UserId>,
    creation_time: DateTime<Utc>,
}

impl From<CustomerNote> for NoteView {
    fn from(note: CustomerNote) -> Self {
        Self {
            id: note.id.0,
            comment: note.comment,
            user_name: note.user_name,
            creation_time: note.creation_time,
            creator_user_id: note.creator_user_id,
            is_internal: true,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotesQuery {
    customer_id: CustomerId,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AddCustomerNote {
    customer_id: CustomerId,
    note: NoteInput,
}

#[derive(Serialize, JsonSchema)]
struct CustomerNotes {
    /// The newest hundred, newest first.
    notes: Vec<NoteView>,
}

async fn list(mut scope: Scope, parent: NotesQuery, query: ListQuery) -> Result<PageOf<NoteView>> {
    let customer = crate::row(&mut scope, parent.customer_id).await?.id;
    page(&mut scope, customer, &query).await
}

async fn add(
    mut scope: Scope,
    AddCustomerNote { customer_id, note }: AddCustomerNote,
) -> Result<CustomerNotes> {
    let customer_id = crate::row(&mut scope, customer_id).await?.id;
    if let Some(wrong) = note::check(&note.comment, "note.comment") {
        return Err(Error::Invalid(vec![wrong]));
    }
    scope
        .create(New::<CustomerNote> {
            customer_id,
            comment: note.comment.trim().to_owned(),
            user_name: scope.caller.name().to_owned(),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    let notes = load_newest(&mut scope, customer_id).await?;
    scope.commit().await?;
    Ok(CustomerNotes { notes })
}

/// Loads the newest notes about a customer, newest first.
pub(crate) async fn load_newest(scope: &mut Scope, customer: CustomerId) -> Result<Vec<NoteView>> {
    let query = ListQuery {
        max_result_count: Some(MAX_RECENT_NOTES),
        ..ListQuery::default()
    };
    Ok(page(scope, customer, &query).await?.items)
}

async fn page(
    scope: &mut Scope,
    customer: CustomerId,
    query: &ListQuery,
) -> Result<PageOf<NoteView>> {
    let page = scope
        .page::<CustomerNote>(query, Where::all().eq(CustomerNote::CUSTOMER_ID, customer))
        .await?;
    Ok(page.map(NoteView::from))
}

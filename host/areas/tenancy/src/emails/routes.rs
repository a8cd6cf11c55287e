//! Routes of emails about records, for the tenant's staff.

use data::{ById, Empty, Error, ListQuery, Needs, PageOf, Result, Scope, Where};
use web::Routes;

use crate::emails::{
    delivery,
    model::{Email, EmailId, EmailView, EmailsQuestion},
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/core/email")
        .list("getemails", Needs::SignedIn, list)
        .post("sendagain", Needs::SignedIn, send_again)
}

/// Restricts to emails that the caller may send. Customers' users see none: replies of the
/// tenant's mail server are not theirs.
fn visible(scope: &Scope) -> Where<Email> {
    let permissions: Vec<String> = match scope.caller.session() {
        Some(session) if session.customer.is_none() => {
            session.permissions.iter().cloned().collect()
        }
        _ => Vec::new(),
    };
    Where::all().is_in(Email::PERMISSION, &permissions)
}

async fn list(
    mut scope: Scope,
    question: EmailsQuestion,
    list: ListQuery,
) -> Result<PageOf<EmailView>> {
    let narrow = visible(&scope)
        .eq(Email::RECORD_TYPE, question.record_type)
        .eq(Email::RECORD_ID, question.record_id);
    let now = scope.now();
    Ok(scope
        .page::<Email>(&list, narrow)
        .await?
        .map(|email| EmailView::new(email, now)))
}

async fn send_again(mut scope: Scope, ById { id }: ById<EmailId>) -> Result<Empty> {
    let narrow = visible(&scope).eq(Email::ID, id);
    let mut email = scope
        .first::<Email>(narrow)
        .await?
        .ok_or(Error::NotFound("The email"))?;
    delivery::send_again(&mut scope, &mut email).await?;
    scope.commit().await?;
    Ok(Empty {})
}

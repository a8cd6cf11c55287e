//! Calls that start and end an impersonation.

use data::{Empty, Needs, Result, Scope};
use web::Routes;

use people::access::USERS_IMPERSONATION;

use crate::{
    account::model::{Impersonate, Passage, WayBack},
    impersonation,
};

pub fn table() -> Routes {
    Routes::new("/api/impersonate")
        .post("start", USERS_IMPERSONATION, start)
        .require_fresh_proof()
        .get("end", Needs::SignedIn, end)
        // The shell ends an impersonation with a GET; the header's token excludes forged links.
        .writes()
}

async fn start(mut scope: Scope, input: Impersonate) -> Result<Passage> {
    impersonation::service::start(&mut scope, input.user_id).await
}

async fn end(mut scope: Scope, _: Empty) -> Result<WayBack> {
    impersonation::service::end(&mut scope).await
}

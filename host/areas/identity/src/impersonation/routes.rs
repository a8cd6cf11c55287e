//! Calls that start and end an impersonation.

use data::{Empty, Needs, Proof, Result, Scope, message};
use web::Routes;

use people::access::USERS_IMPERSONATION;

use crate::{
    account::model::{Impersonate, Passage, WayBack},
    impersonation,
};

pub fn table() -> Routes {
    Routes::new("/api/impersonate")
        .post("start", USERS_IMPERSONATION, start)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to act as another user."
        )))
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

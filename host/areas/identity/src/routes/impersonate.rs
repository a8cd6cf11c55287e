//! The calls with which an administrator becomes another user for a while, and comes back.

use kernel::{Empty, Needs, Result, Routes, Scope};

use people::access::USERS_IMPERSONATION;

use crate::{
    model::wire::{Impersonate, Passage, WayBack},
    service::impersonation,
};

pub fn table() -> Routes {
    Routes::at("/api/impersonate")
        .post("start", USERS_IMPERSONATION, start)
        .fresh()
        .get("end", Needs::SignedIn, end)
        // The shell ends an impersonation with a GET; the token in the header proves that it is no link of a stranger.
        .writes()
}

async fn start(mut scope: Scope, input: Impersonate) -> Result<Passage> {
    impersonation::start(&mut scope, input.user_id).await
}

async fn end(mut scope: Scope, _: Empty) -> Result<WayBack> {
    impersonation::end(&mut scope).await
}

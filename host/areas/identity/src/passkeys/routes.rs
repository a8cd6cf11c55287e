//! Routes of a user's own passkeys.

use data::{ById, Empty, Needs, Proof, Result, Scope, message};
use web::Routes;

use crate::passkeys::{
    self,
    model::{NewPasskey, PasskeyItem, PasskeyList, PasskeyOffer, RenamedPasskey},
};

pub fn table() -> Routes {
    const SIGNED_IN: Needs = Needs::SignedIn;
    Routes::new("/api/core/profile")
        .get("getpasskeys", SIGNED_IN, get_passkeys)
        .post("startpasskey", SIGNED_IN, start_passkey)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to add a passkey."
        )))
        .deny_impersonation()
        .post("addpasskey", SIGNED_IN, add_passkey)
        .deny_impersonation()
        .post("startconfirmation", SIGNED_IN, start_confirmation)
        .put("renamepasskey", SIGNED_IN, rename_passkey)
        .deny_impersonation()
        .delete("deletepasskey", SIGNED_IN, delete_passkey)
        .require_proof(Proof::fresh(message!(
            "Confirm your identity to delete a passkey."
        )))
        .deny_impersonation()
}

async fn get_passkeys(mut scope: Scope, _: Empty) -> Result<PasskeyList> {
    passkeys::service::list(&mut scope).await
}

async fn start_passkey(mut scope: Scope, _: Empty) -> Result<PasskeyOffer> {
    passkeys::service::start(&mut scope).await
}

async fn start_confirmation(mut scope: Scope, _: Empty) -> Result<PasskeyOffer> {
    passkeys::service::start_confirmation(&mut scope).await
}

async fn add_passkey(mut scope: Scope, input: NewPasskey) -> Result<PasskeyItem> {
    passkeys::service::add(&mut scope, input).await
}

async fn rename_passkey(mut scope: Scope, input: RenamedPasskey) -> Result<Empty> {
    passkeys::service::rename(&mut scope, input).await?;
    Ok(Empty {})
}

async fn delete_passkey(mut scope: Scope, passkey: ById<i64>) -> Result<Empty> {
    passkeys::service::delete(&mut scope, passkey.id).await?;
    Ok(Empty {})
}

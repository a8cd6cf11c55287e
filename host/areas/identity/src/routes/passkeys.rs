//! The calls of users about their own passkeys.

use kernel::{ById, Empty, Needs, Result, Routes, Scope};

use crate::{
    model::passkeys::{NewPasskey, PasskeyItem, PasskeyList, PasskeyOffer, RenamedPasskey},
    service::passkeys,
};

pub fn table() -> Routes {
    const OWN: Needs = Needs::SignedIn;
    Routes::at("/api/core/profile")
        .get("getpasskeys", OWN, get_passkeys)
        .post("startpasskey", OWN, start_passkey)
        .fresh()
        .not_impersonated()
        .post("addpasskey", OWN, add_passkey)
        .not_impersonated()
        .post("startconfirmation", OWN, start_confirmation)
        .put("renamepasskey", OWN, rename_passkey)
        .not_impersonated()
        .delete("deletepasskey", OWN, delete_passkey)
        .fresh()
        .not_impersonated()
}

async fn get_passkeys(mut scope: Scope, _: Empty) -> Result<PasskeyList> {
    passkeys::list(&mut scope).await
}

async fn start_passkey(mut scope: Scope, _: Empty) -> Result<PasskeyOffer> {
    passkeys::start(&mut scope).await
}

async fn start_confirmation(mut scope: Scope, _: Empty) -> Result<PasskeyOffer> {
    passkeys::ask_again(&mut scope).await
}

async fn add_passkey(mut scope: Scope, input: NewPasskey) -> Result<PasskeyItem> {
    passkeys::add(&mut scope, input).await
}

async fn rename_passkey(mut scope: Scope, input: RenamedPasskey) -> Result<Empty> {
    passkeys::rename(&mut scope, input).await?;
    Ok(Empty {})
}

async fn delete_passkey(mut scope: Scope, passkey: ById<i64>) -> Result<Empty> {
    passkeys::delete(&mut scope, passkey.id).await?;
    Ok(Empty {})
}

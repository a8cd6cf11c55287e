//! Carrier accounts as things that documents can hang on.

use files::port::{Named, Seen};
use kernel::{Error, Result, Scope, message};

use crate::{
    access::{CARRIER_ACCOUNTS, CARRIER_ACCOUNTS_EDIT},
    model::CarrierAccount,
};

/// The account, for a caller who may see it; to all others there is none.
pub async fn seen(scope: &mut Scope, named: Named) -> Result<Seen> {
    const NONE: Error = Error::NotFound("The carrier account");
    let Named::Id(id) = named else {
        return Err(Error::invalid(
            "entityGuid",
            message!("carrier accounts have none; give entityId"),
        ));
    };
    if scope.caller.customer().is_some() || !scope.can(CARRIER_ACCOUNTS) {
        return Err(NONE);
    }
    let account: CarrierAccount = scope.find(id.into()).await?;
    Ok(Seen {
        id: account.id.0,
        may_change: scope.can(CARRIER_ACCOUNTS_EDIT),
    })
}

//! Links carrier accounts to attached documents.

use data::{Error, Result, Scope, message};
use files::port::{ThingKey, VisibleThing};

use crate::{
    access::{CARRIER_ACCOUNTS, CARRIER_ACCOUNTS_EDIT},
    model::CarrierAccount,
};

/// Loads the account if the caller may see it, else fails as not found.
pub async fn find_entity(scope: &mut Scope, reference: ThingKey) -> Result<VisibleThing> {
    const NONE: Error = Error::NotFound("The carrier account");
    let ThingKey::Id(id) = reference else {
        return Err(Error::invalid(
            "entityGuid",
            message!("must be left out for carrier accounts, which have a number"),
        ));
    };
    if scope.caller.customer().is_some() || !scope.can(CARRIER_ACCOUNTS) {
        return Err(NONE);
    }
    let account: CarrierAccount = scope.find(id.into()).await?;
    Ok(VisibleThing {
        id: account.id.0,
        may_change: scope.can(CARRIER_ACCOUNTS_EDIT),
    })
}

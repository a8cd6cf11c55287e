//! Staff names in responses to a customer's users: masked unless the tenant's settings show them.
//!
//! Invariant: every record with an author goes through [`Names::mask`] before a customer's user
//! reads it.

use std::collections::HashSet;

use data::{
    Result, Scope,
    ids::{CustomerId, UserId},
};
use futures_util::future::BoxFuture;

use crate::tenants;

/// Users of customers. Implemented by the program, since users belong to a higher area.
pub trait CustomerUsers: Send + Sync {
    /// Returns all users of the customer, including deactivated ones.
    fn users_of<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<HashSet<UserId>>>;
}

pub trait Signed {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String);
}

/// Names that a caller may read.
#[derive(Debug)]
pub enum Names {
    All,
    /// Names of these users; the tenant's name replaces all others.
    Of {
        users: HashSet<UserId>,
        tenant: String,
    },
}

impl Names {
    /// The names that the scope's caller may read.
    pub async fn for_caller(scope: &mut Scope) -> Result<Self> {
        let Some(customer) = scope.caller.customer() else {
            return Ok(Self::All);
        };
        if crate::settings::service::settings_of(scope.host(), scope.tenant)
            .await?
            .bookings
            .show_staff_names
        {
            return Ok(Self::All);
        }
        let tenant = tenants::service::settings(scope).await?.name.clone();
        let users = scope
            .port::<dyn CustomerUsers>()?
            .users_of(scope, customer)
            .await?;
        Ok(Self::Of { users, tenant })
    }

    /// Replaces staff names by the tenant's name. Entries of the program itself and of guests have
    /// no user and stay unchanged.
    pub fn mask<T: Signed>(&self, items: &mut [T]) {
        let Self::Of { users, tenant } = self else {
            return;
        };
        for (user, name) in items.iter_mut().map(Signed::signature) {
            if user.is_some_and(|user| !users.contains(&user)) {
                *user = None;
                name.clone_from(tenant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Note(Option<UserId>, String);

    impl Signed for Note {
        fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
            (&mut self.0, &mut self.1)
        }
    }

    #[test]
    fn the_tenants_name_stands_for_its_people() {
        let names = Names::Of {
            users: HashSet::from([UserId(7)]),
            tenant: "Acme Freight".to_owned(),
        };
        let shown = |names: &Names, user: Option<i64>, name: &str| {
            let mut notes = [Note(user.map(UserId), name.to_owned())];
            names.mask(&mut notes);
            let [Note(user, name)] = notes;
            (user.map(|user| user.0), name)
        };
        assert_eq!(
            shown(&names, Some(7), "Robin"),
            (Some(7), "Robin".to_owned())
        );
        assert_eq!(
            shown(&names, Some(8), "Mia Tran"),
            (None, "Acme Freight".to_owned())
        );
        assert_eq!(shown(&names, None, "System"), (None, "System".to_owned()));
        assert_eq!(
            shown(&Names::All, Some(8), "Mia Tran"),
            (Some(8), "Mia Tran".to_owned())
        );
    }
}

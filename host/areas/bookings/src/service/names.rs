//! Whose names stand beside what was done and written: a customer's users read those of the tenant's people only where
//! the tenant wants it so.

use std::collections::HashSet;

use kernel::{Result, Scope, ids::UserId};

use crate::model::{BookingNote, OperationEntry, view::Belongings};

/// What a caller may read.
#[derive(Debug)]
pub enum Names {
    All,
    /// Those of these users; for anybody else's the tenant's name.
    Of {
        users: HashSet<UserId>,
        tenant: String,
    },
}

impl Names {
    pub async fn told_to(scope: &mut Scope) -> Result<Self> {
        let Some(customer) = scope.caller.customer() else { return Ok(Self::All) };
        if tenancy::settings_of(scope.host(), scope.tenant).await?.bookings.show_staff_names {
            return Ok(Self::All);
        }
        let tenant = tenancy::settings(scope).await?.name.clone();
        Ok(Self::Of { users: customers::users(scope, customer).await?, tenant })
    }

    pub fn on_operations(&self, entries: &mut [OperationEntry]) {
        for entry in entries {
            self.put(&mut entry.creator_user_id, &mut entry.user_name);
        }
    }

    fn on_notes(&self, notes: &mut [BookingNote]) {
        for note in notes {
            self.put(&mut note.creator_user_id, &mut note.user_name);
        }
    }

    /// What the program did itself and what a guest did has no user, and is told as it is.
    fn put(&self, user: &mut Option<UserId>, name: &mut String) {
        let Self::Of { users, tenant } = self else { return };
        if user.is_some_and(|user| !users.contains(&user)) {
            *user = None;
            name.clone_from(tenant);
        }
    }
}

/// Puts the names on what belongs to a booking that the caller may read.
pub async fn on_all(scope: &mut Scope, belongings: &mut Belongings) -> Result<()> {
    let names = Names::told_to(scope).await?;
    names.on_operations(&mut belongings.operations);
    names.on_notes(&mut belongings.notes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tenants_name_stands_for_its_people() {
        let names = Names::Of { users: HashSet::from([UserId(7)]), tenant: "Acme Freight".to_owned() };
        let told = |names: &Names, user: Option<i64>, name: &str| {
            let (mut user, mut name) = (user.map(UserId), name.to_owned());
            names.put(&mut user, &mut name);
            (user, name)
        };
        assert_eq!(told(&names, Some(7), "Robin"), (Some(UserId(7)), "Robin".to_owned()));
        assert_eq!(told(&names, Some(8), "Mia Tran"), (None, "Acme Freight".to_owned()));
        assert_eq!(told(&names, None, "System"), (None, "System".to_owned()));
        assert_eq!(told(&Names::All, Some(8), "Mia Tran"), (Some(UserId(8)), "Mia Tran".to_owned()));
    }
}

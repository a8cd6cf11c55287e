//! Signing in with a name and a password.

use kernel::{Error, Result, Scope, audit::Entry, db::Mode, ids::TenantId};
use people::{Account, names};
use tenancy::UserLockOut;

use super::{
    admission::{self, Attempt, SecondStep},
    attempts, devices,
    proof::{self, Judge, Verdict},
    sessions::SESSION,
};
use crate::rules::{
    sessions::{CREDENTIALS, DIRECTORY},
    tokens, users,
};

/// Tries a user name (or e-mail address) and a password in one tenant.
pub async fn attempt(
    scope: &Scope,
    tenant: TenantId,
    judge: Judge,
    user_name: &str,
    password: &str,
    second: &SecondStep,
) -> Result<Attempt> {
    let Some(key) = names::typed_key(user_name) else {
        return Ok(Attempt::Wrong);
    };
    if password.len() > users::MAX_PASSWORD_LENGTH {
        return Ok(Attempt::Wrong);
    }
    let host = scope.host();
    let ticket =
        match attempts::begin(scope, tenant, attempts::SIGN_IN, &format!("name {key}")).await {
            Ok(ticket) => ticket,
            Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
            Err(error) => return Err(error),
        };
    let lock_out = tenancy::settings_of(host, tenant)
        .await?
        .security
        .user_lock_out
        .clone();
    // Read and let go before the long work: nothing of the database is held while a hash is computed.
    let mut reading = scope.in_tenant(tenant).sibling(Mode::Read);
    let user = people::named(&mut reading, &key).await?;
    let device = match (&user, &second.device) {
        (Some(user), Some(cookie)) if devices::is_known(&mut reading, user.id, cookie).await? => {
            Some(cookie)
        }
        _ => None,
    };
    drop(reading);
    let count = Count {
        // A name can't have a blank in it, so that none is a device's.
        name: device.map_or_else(
            || key.clone(),
            |cookie| format!("device {}", tokens::hash(cookie)),
        ),
        is_device: device.is_some(),
        user: user.as_ref(),
        lock_out,
    };
    let mut counting = scope.in_tenant(tenant).sibling(Mode::Soon);
    if !count.begin(&mut counting).await? {
        return Ok(Attempt::Refused);
    }
    match proof::by_password(
        &scope.in_tenant(tenant),
        judge,
        user.as_ref(),
        user_name,
        password,
    )
    .await?
    {
        Verdict::Is(found) => {
            // A directory may call the user by another name than the user has here.
            let found_count = Count {
                user: Some(&found),
                is_device: false,
                ..count.clone()
            };
            let is_another = user.as_ref().is_none_or(|named| named.id != found.id);
            if is_another && !found_count.begin(&mut counting).await? {
                return Ok(Attempt::Refused);
            }
            let provider = if judge == Judge::Directory {
                DIRECTORY
            } else {
                CREDENTIALS
            };
            let attempt = admission::admit(scope, tenant, &found, second, provider).await?;
            match &attempt {
                Attempt::In(_) => count.forget(&mut counting).await?,
                Attempt::WrongSecondStep(_) => {}
                _ if is_another => found_count.give_back(&mut counting).await?,
                // The password was right: no failure, though nobody is signed in.
                _ => count.give_back(&mut counting).await?,
            }
            if matches!(attempt, Attempt::In(_) | Attempt::SecondStep(_)) {
                ticket.give_back(host).await?;
            }
            Ok(attempt)
        }
        verdict => {
            let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
            // What was typed is not told: it may be a password in the wrong field.
            let entry = Entry::new(SESSION, 0_i64, "SignInRefused").with(
                "reason",
                None::<&str>,
                "Password",
            );
            scope.record(match &user {
                Some(user) => entry.by(user.id, &user.user_name),
                None => entry,
            });
            scope.commit().await?;
            Ok(if matches!(verdict, Verdict::Silent) {
                Attempt::Silent
            } else {
                Attempt::Wrong
            })
        }
    }
}

/// How an attempt counts: on the user, or on the device when the user has signed in with it before, so that nobody can
/// lock a user out of the user's own browser. On names without a user it counts alike.
#[derive(Clone)]
struct Count<'a> {
    name: String,
    is_device: bool,
    user: Option<&'a Account>,
    lock_out: UserLockOut,
}

impl Count<'_> {
    /// Counts the attempt before anything is judged, or says that it is locked out. The same statements are run whether
    /// the name has a user or not.
    async fn begin(&self, scope: &mut Scope) -> Result<bool> {
        let counted_on = self.user.filter(|_| !self.is_device);
        let user_is_free = people::count_attempt(scope, counted_on, &self.lock_out).await?;
        let name_is_free = attempts::count_on_name(scope, &self.name, &self.lock_out).await?;
        let is_free = match self.user {
            Some(user) if self.is_device => name_is_free || !user.is_lockout_enabled,
            Some(_) => user_is_free,
            None => name_is_free,
        };
        if is_free {
            scope.commit().await?
        } else {
            scope.rollback()
        }
        Ok(is_free)
    }

    /// The attempt was right and yet signed nobody in.
    async fn give_back(&self, scope: &mut Scope) -> Result<()> {
        if let Some(user) = self.user.filter(|_| !self.is_device) {
            people::uncount_attempt(scope, user.id, &self.lock_out).await?;
        }
        attempts::uncount_on_name(scope, &self.name, &self.lock_out).await?;
        scope.commit().await
    }

    /// The user is signed in, and the user's own count is cleared already.
    async fn forget(&self, scope: &mut Scope) -> Result<()> {
        attempts::forget_name(scope, &self.name).await?;
        scope.commit().await
    }
}

//! Sign-in with a name and a password.

use data::{Error, Result, Scope, audit::Entry, db::Mode, ids::TenantId};
use people::{Account, names};
use tenancy::UserLockOut;

use crate::{
    attempts,
    passwords::{
        self,
        check::{Authority, PasswordCheck},
    },
    sessions::service::SESSION,
    sign_in::{
        self,
        admission::{Attempt, SecondStep},
    },
};
use crate::{
    sessions::{
        self,
        rules::{CREDENTIALS, DIRECTORY},
    },
    users,
};

pub async fn attempt(
    scope: &Scope,
    tenant: TenantId,
    judge: Authority,
    user_name: &str,
    password: &str,
    second: &SecondStep,
) -> Result<Attempt> {
    let Some(key) = names::typed_key(user_name) else {
        return Ok(Attempt::Wrong);
    };
    if password.len() > users::rules::MAX_PASSWORD_LENGTH {
        return Ok(Attempt::Wrong);
    }
    let host = scope.host();
    let ticket = match attempts::service::begin(
        scope,
        tenant,
        attempts::service::SIGN_IN,
        &format!("name {key}"),
    )
    .await
    {
        Ok(ticket) => ticket,
        Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
        Err(error) => return Err(error),
    };
    let lock_out = tenancy::settings_of(host, tenant)
        .await?
        .security
        .user_lock_out
        .clone();
    // The read scope ends before the long work: no database connection is held while hashing.
    let mut reading = scope.in_tenant(tenant).sibling(Mode::Read);
    let user = people::find_by_name(&mut reading, &key).await?;
    let device = match (&user, &second.device) {
        (Some(user), Some(cookie))
            if sign_in::devices::is_known(&mut reading, user.id, cookie).await? =>
        {
            Some(cookie)
        }
        _ => None,
    };
    drop(reading);
    let count = AttemptCounter {
        // Names contain no blank, so none collides with a device's.
        name: device.map_or_else(
            || key.clone(),
            |cookie| format!("device {}", sessions::tokens::hash(cookie)),
        ),
        is_device: device.is_some(),
        user: user.as_ref(),
        lock_out,
    };
    let mut counting = scope.in_tenant(tenant).sibling(Mode::Soon);
    if !count.begin(&mut counting).await? {
        return Ok(Attempt::Refused);
    }
    match passwords::check::check_password(
        &scope.in_tenant(tenant),
        judge,
        user.as_ref(),
        user_name,
        password,
    )
    .await?
    {
        PasswordCheck::Is(found) => {
            // The directory may use another name for the user.
            let found_count = AttemptCounter {
                user: Some(&found),
                is_device: false,
                ..count.clone()
            };
            let is_another = user.as_ref().is_none_or(|named| named.id != found.id);
            if is_another && !found_count.begin(&mut counting).await? {
                return Ok(Attempt::Refused);
            }
            let provider = if judge == Authority::Directory {
                DIRECTORY
            } else {
                CREDENTIALS
            };
            let attempt =
                sign_in::admission::admit(scope, tenant, &found, second, provider).await?;
            match &attempt {
                Attempt::In(_) => count.forget(&mut counting).await?,
                Attempt::WrongSecondStep(_) => {}
                _ if is_another => found_count.uncount(&mut counting).await?,
                // The password was right: no failure, although no session opens.
                _ => count.uncount(&mut counting).await?,
            }
            if matches!(attempt, Attempt::In(_) | Attempt::SecondStep(_)) {
                ticket.release(host).await?;
            }
            Ok(attempt)
        }
        verdict => {
            let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
            // The typed name is not recorded: it may be a password in the wrong field.
            let entry = Entry::new(SESSION, 0_i64, "SignInRefused").with_change(
                "reason",
                None::<&str>,
                "Password",
            );
            scope.record(match &user {
                Some(user) => entry.with_author(user.id, &user.user_name),
                None => entry,
            });
            scope.commit().await?;
            Ok(if matches!(verdict, PasswordCheck::Silent) {
                Attempt::Silent
            } else {
                Attempt::Wrong
            })
        }
    }
}

/// Counts on the user, or on a known device: others' failures can't lock a user out of it. Names
/// without a user count the same way.
#[derive(Clone)]
struct AttemptCounter<'a> {
    name: String,
    is_device: bool,
    user: Option<&'a Account>,
    lock_out: UserLockOut,
}

impl AttemptCounter<'_> {
    /// False if locked out. Runs the same statements with and without a user.
    async fn begin(&self, scope: &mut Scope) -> Result<bool> {
        let counted_on = self.user.filter(|_| !self.is_device);
        let user_is_free = people::count_attempt(scope, counted_on, &self.lock_out).await?;
        let name_is_free =
            attempts::service::count_on_name(scope, &self.name, &self.lock_out).await?;
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

    /// Reverts the count of a right password that opened no session.
    async fn uncount(&self, scope: &mut Scope) -> Result<()> {
        if let Some(user) = self.user.filter(|_| !self.is_device) {
            people::uncount_attempt(scope, user.id, &self.lock_out).await?;
        }
        attempts::service::uncount_on_name(scope, &self.name, &self.lock_out).await?;
        scope.commit().await
    }

    /// Clears the counter; the user's own is cleared already.
    async fn forget(&self, scope: &mut Scope) -> Result<()> {
        attempts::service::forget_name(scope, &self.name).await?;
        scope.commit().await
    }
}

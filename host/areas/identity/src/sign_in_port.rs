//! Sign-in operations that `people` calls through its port.

use std::collections::HashMap;

use data::{FieldError, Result, Scope, Where, ids::UserId};
use futures_util::{FutureExt, future::BoxFuture};
use people::{AccountChange, SignIn, SignInMethods};

use crate::{
    account,
    sessions::{self, gate::SessionGate},
    two_factor,
};
use crate::{codes::rules::Purpose, passwords, sessions::model::ApiKey};

impl SignIn for SessionGate {
    fn check_password<'a>(
        &'a self,
        scope: &'a Scope,
        member: &'a str,
        password: &'a str,
        own: &'a [&'a str],
    ) -> BoxFuture<'a, Result<Vec<FieldError>>> {
        async move {
            let rules = account::service::password_rules(scope.host(), scope.tenant).await?;
            Ok(passwords::rules::find_error(&rules, member, password, own))
        }
        .boxed()
    }

    fn hash<'a>(&'a self, password: &'a str) -> BoxFuture<'a, Result<String>> {
        self.passwords.hash(password).boxed()
    }

    fn load_methods<'a>(
        &'a self,
        scope: &'a mut Scope,
        users: &'a [UserId],
    ) -> BoxFuture<'a, Result<HashMap<UserId, SignInMethods>>> {
        async move {
            let mut found: HashMap<UserId, SignInMethods> = HashMap::new();
            for key in scope
                .all::<ApiKey>(Where::all().is_in(ApiKey::USER_ID, users))
                .await?
            {
                found.entry(key.user_id).or_default().api_keys.push(key.id);
            }
            for user in two_factor::service::load_enabled(scope, users).await? {
                found.entry(user).or_default().has_second_step = true;
            }
            Ok(found)
        }
        .boxed()
    }

    fn set_second_step<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        enabled: bool,
    ) -> BoxFuture<'a, Result<()>> {
        two_factor::service::set_enabled(scope, user, enabled).boxed()
    }

    fn send_activation<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
    ) -> BoxFuture<'a, Result<()>> {
        account::service::send_activation(scope, user).boxed()
    }

    fn account_changed<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        changed: AccountChange,
    ) -> BoxFuture<'a, Result<()>> {
        async move {
            if changed.email {
                // Codes mailed to the old address become invalid.
                for purpose in [Purpose::Reset, Purpose::Activation, Purpose::SecondStep] {
                    two_factor::store::drop_codes(scope, user, purpose).await?;
                }
            }
            if changed.password {
                account::service::handle_password_change(scope, user, changed.own_session).await?;
            }
            if changed.closed {
                sessions::service::end_all(scope, user, None).await?;
                sessions::store::end_tokens_of_keys(scope, user).await?;
            }
            Ok(())
        }
        .boxed()
    }

    fn remove_credentials<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
    ) -> BoxFuture<'a, Result<()>> {
        sessions::store::delete_credentials(scope, user).boxed()
    }

    fn clear_sessions(&self) {
        SessionGate::clear_cache(self);
    }
}

//! Public account calls: password reset, email confirmation, password rules.

use data::{Empty, Needs, Result, Scope};
use tenancy::PasswordComplexity;
use web::Routes;

use crate::{
    account::{
        self,
        model::{ActivateEmail, Activated, CanLogin, EmailQuestion, ResetPassword},
    },
    codes::rules::Purpose,
};

pub fn table() -> Routes {
    const GUESTS: Needs = Needs::Tenant;
    Routes::new("/api/core/account")
        .post("sendpasswordresetcode", GUESTS, send_password_reset_code)
        .post("resetpassword", GUESTS, reset_password)
        .post(
            "sendemailactivationlink",
            GUESTS,
            send_email_activation_link,
        )
        .post("activateemail", GUESTS, activate_email)
        .get("getpasswordcomplexity", GUESTS, get_password_complexity)
}

async fn send_password_reset_code(mut scope: Scope, input: EmailQuestion) -> Result<Empty> {
    account::service::enqueue_email(&mut scope, Purpose::Reset, &input.email_address).await?;
    Ok(Empty {})
}

async fn reset_password(mut scope: Scope, input: ResetPassword) -> Result<CanLogin> {
    account::service::reset_password(&mut scope, input).await
}

async fn send_email_activation_link(mut scope: Scope, input: EmailQuestion) -> Result<Empty> {
    account::service::enqueue_email(&mut scope, Purpose::Activation, &input.email_address).await?;
    Ok(Empty {})
}

async fn activate_email(mut scope: Scope, input: ActivateEmail) -> Result<Activated> {
    account::service::activate_email(&mut scope, input).await
}

async fn get_password_complexity(scope: Scope, _: Empty) -> Result<PasswordComplexity> {
    account::service::password_rules(scope.host(), scope.tenant).await
}

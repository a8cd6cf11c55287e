//! Sign-in settings: users, passwords, lockout, second factors, directories and OpenID providers.

use data::secrets::Secret;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UserManagement {
    pub allow_self_registration: bool,
    pub is_new_registered_user_active_by_default: bool,
    pub is_email_confirmation_required_for_login: bool,
    /// Idle timeout of browser sessions.
    pub session_idle_minutes: u32,
    /// Maximum session lifetime after sign-in, regardless of use.
    pub session_absolute_days: u32,
    /// True if a sign-in ends the user's other sessions.
    pub allow_one_concurrent_session: bool,
}

impl Default for UserManagement {
    fn default() -> Self {
        Self {
            allow_self_registration: false,
            is_new_registered_user_active_by_default: true,
            is_email_confirmation_required_for_login: false,
            session_idle_minutes: 30 * 24 * 60,
            session_absolute_days: 90,
            allow_one_concurrent_session: false,
        }
    }
}

/// Sign-in through an LDAP directory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Ldap {
    pub is_enabled: bool,
    /// `ldap://host` or `ldaps://host`, with a non-default port if needed.
    pub url: String,
    /// True if an `ldap://` connection is upgraded to TLS.
    pub start_tls: bool,
    pub base_dn: String,
    pub bind_dn: String,
    /// Omitted: unchanged. Empty: removed.
    #[serde(skip_serializing)]
    pub bind_password: Option<Secret>,
    /// True if a password is stored.
    pub has_password: bool,
    /// Finds the user; `{0}` is the typed name.
    pub user_filter: String,
    pub name_attribute: String,
    pub surname_attribute: String,
    pub email_attribute: String,
    /// Names of the roles for users created by this sign-in.
    pub default_roles: Vec<String>,
    /// True if unknown persons of the directory become users.
    pub auto_create: bool,
    /// True if a user with the same email address is matched.
    pub link_by_email: bool,
}

impl Default for Ldap {
    fn default() -> Self {
        Self {
            is_enabled: false,
            url: String::new(),
            start_tls: false,
            base_dn: String::new(),
            bind_dn: String::new(),
            bind_password: None,
            has_password: false,
            user_filter: "(uid={0})".to_owned(),
            name_attribute: "givenName".to_owned(),
            surname_attribute: "sn".to_owned(),
            email_attribute: "mail".to_owned(),
            default_roles: Vec::new(),
            auto_create: false,
            link_by_email: false,
        }
    }
}

/// An OpenID Connect provider for sign-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OpenIdProvider {
    /// Name in URLs: lower-case letters, digits and hyphens.
    pub id: String,
    pub display_name: String,
    /// `https://login.example.com`
    pub issuer: String,
    pub client_id: String,
    /// Omitted: unchanged. Empty: removed.
    #[serde(skip_serializing)]
    pub client_secret: Option<Secret>,
    pub has_client_secret: bool,
    pub scopes: Vec<String>,
    /// True if unknown persons of the provider become users.
    pub auto_create: bool,
    /// True if a user with the same verified email address is matched.
    pub link_by_email: bool,
    /// Names of the roles for users created by this sign-in.
    pub default_roles: Vec<String>,
    pub is_enabled: bool,
}

impl Default for OpenIdProvider {
    fn default() -> Self {
        Self {
            id: String::new(),
            display_name: String::new(),
            issuer: String::new(),
            client_id: String::new(),
            client_secret: None,
            has_client_secret: false,
            scopes: ["openid", "profile", "email"].map(str::to_owned).to_vec(),
            auto_create: false,
            link_by_email: false,
            default_roles: Vec::new(),
            is_enabled: true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Security {
    /// True if the default password rules apply, which `passwordComplexity` then contains.
    pub use_default_password_complexity: bool,
    pub password_complexity: PasswordComplexity,
    pub user_lock_out: UserLockOut,
    pub two_factor_login: TwoFactorLogin,
}

impl Default for Security {
    fn default() -> Self {
        Self {
            use_default_password_complexity: true,
            password_complexity: PasswordComplexity::default(),
            user_lock_out: UserLockOut::default(),
            two_factor_login: TwoFactorLogin::default(),
        }
    }
}

/// Password rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PasswordComplexity {
    pub required_length: u32,
    pub require_digit: bool,
    pub require_lowercase: bool,
    pub require_uppercase: bool,
    pub require_non_alphanumeric: bool,
}

impl Default for PasswordComplexity {
    fn default() -> Self {
        Self {
            required_length: 8,
            require_digit: false,
            require_lowercase: false,
            require_uppercase: false,
            require_non_alphanumeric: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UserLockOut {
    pub is_enabled: bool,
    pub max_failed_access_attempts_before_lockout: u32,
    pub default_account_lockout_seconds: u32,
}

impl Default for UserLockOut {
    fn default() -> Self {
        Self {
            is_enabled: true,
            max_failed_access_attempts_before_lockout: 5,
            default_account_lockout_seconds: 300,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TwoFactorLogin {
    pub is_enabled: bool,
    /// True if every user must have a second factor.
    pub is_required: bool,
    pub is_email_provider_enabled: bool,
    pub is_authenticator_enabled: bool,
    pub is_remember_browser_enabled: bool,
}

impl Default for TwoFactorLogin {
    fn default() -> Self {
        Self {
            is_enabled: true,
            is_required: false,
            is_email_provider_enabled: true,
            is_authenticator_enabled: true,
            is_remember_browser_enabled: true,
        }
    }
}

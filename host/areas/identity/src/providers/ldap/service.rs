//! LDAP directories: user lookup and password verification.

use std::sync::Arc;

use data::{Host, Result, Scope, db::Mode, secrets::Secret};
use ldap3::{
    Ldap, LdapConnAsync, LdapConnSettings, LdapError, SearchEntry, SearchOptions, StdStream,
};
use people::{Account, names as users};
use tenancy::Ldap as Settings;
use work::outgoing::{CONNECT_TIMEOUT, Outgoing, RESPONSE_TIMEOUT, Url};

use crate::providers::{
    self, ProviderCaches,
    accounts::{ProviderPolicy, UserMatch},
};
use crate::{
    providers::{ldap, person::Person},
    sessions::gate::SessionGate,
};

/// Issuer of directory subjects. A tenant has one directory, which may change its address.
pub const ISSUER: &str = "ldap";

#[derive(Debug, PartialEq, Eq)]
pub enum DirectoryAnswer {
    /// The password is this person's.
    Person(Person),
    /// No such person, or the wrong password.
    Wrong,
    /// The directory is unreachable.
    Silent,
}

/// Result codes of RFC 4511.
const SIZE_LIMIT_EXCEEDED: u32 = 4;
const INVALID_CREDENTIALS: u32 = 49;

/// Stable ids of an entry across renames: OpenLDAP's and Active Directory's.
const ENTRY_UUID: &str = "entryUUID";
const OBJECT_GUID: &str = "objectGUID";

impl ProviderCaches {
    /// Verifies a typed name and password in the directory, within a timeout.
    pub async fn query_directory(
        &self,
        host: &Host,
        settings: &Settings,
        typed: &str,
        password: &str,
    ) -> Result<DirectoryAnswer> {
        // A bind with a name and an empty password succeeds on many servers and proves nothing (RFC
        // 4513, 5.1.2).
        if password.is_empty() || typed.trim().is_empty() {
            return Ok(DirectoryAnswer::Wrong);
        }
        let question = DirectoryQuery {
            outgoing: Outgoing::from_host(host)?,
            settings: settings.clone(),
            typed: typed.trim().to_owned(),
            password: Secret::new(password),
        };
        // A separate task: an answer that panics the client library ends only that task.
        let task = tokio::spawn(async move { question.run().await });
        let stop = task.abort_handle();
        let answer = match tokio::time::timeout(RESPONSE_TIMEOUT, task).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err("its answer could not be understood".to_owned()),
            Err(_) => {
                stop.abort();
                Err("no answer in time".to_owned())
            }
        };
        Ok(answer.unwrap_or_else(|why| {
            tracing::warn!(url = settings.url, why, "LDAP directory unreachable");
            DirectoryAnswer::Silent
        }))
    }
}

pub enum DirectorySignIn {
    User(Box<Account>),
    Nobody,
    /// The directory is unreachable.
    Silent,
}

/// Queries the tenant's directory, if any, and finds or creates its user.
pub async fn sign_in_with_directory(
    scope: &Scope,
    typed: &str,
    password: &str,
) -> Result<DirectorySignIn> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let ldap = &settings.ldap;
    if !ldap.is_enabled {
        return Ok(DirectorySignIn::Nobody);
    }
    let session_gate = scope.port::<SessionGate>()?;
    let person = match session_gate
        .outside
        .query_directory(scope.host(), ldap, typed, password)
        .await?
    {
        DirectoryAnswer::Person(person) => person,
        DirectoryAnswer::Wrong => return Ok(DirectorySignIn::Nobody),
        DirectoryAnswer::Silent => return Ok(DirectorySignIn::Silent),
    };
    let policy = ProviderPolicy {
        issuer: ISSUER,
        auto_create: ldap.auto_create,
        link_by_email: ldap.link_by_email,
        default_roles: &ldap.default_roles,
        renews: ldap.auto_create,
    };
    let mut scope = scope.sibling(Mode::Write);
    let why = match providers::accounts::match_user(&mut scope, &person, &policy).await? {
        UserMatch::User(user) => {
            scope.commit().await?;
            return Ok(DirectorySignIn::User(Box::new(
                people::account(&mut scope, user).await?,
            )));
        }
        UserMatch::Unknown => "users are not made by themselves",
        UserMatch::NotLinked => "the user name or email address belongs to another user",
        UserMatch::Incomplete(why) => why,
    };
    tracing::warn!(tenant = scope.tenant.0, why, "directory sign-in refused");
    Ok(DirectorySignIn::Nobody)
}

struct DirectoryQuery {
    outgoing: Arc<Outgoing>,
    settings: Settings,
    typed: String,
    password: Secret,
}

impl DirectoryQuery {
    async fn run(&self) -> Result<DirectoryAnswer, String> {
        let mut ldap = self.connect().await?;
        let verdict = self.verify_password(&mut ldap).await;
        // The verdict holds even if the unbind fails.
        let _ = ldap.unbind().await;
        verdict
    }

    async fn connect(&self) -> Result<Ldap, String> {
        let url = Url::parse(&self.settings.url)
            .map_err(|error| format!("its address is none: {error}"))?;
        let secure = url.scheme() == "ldaps";
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .ok_or("its address names no host")?;
        let port = url.port().unwrap_or(if secure { 636 } else { 389 });
        if !secure && url.scheme() != "ldap" {
            return Err("its address is neither ldap:// nor ldaps://".to_owned());
        }
        if !secure && !self.settings.start_tls && !self.outgoing.allows_plain_text(host, port) {
            return Err(
                "passwords do not go there in plain text: use ldaps:// or StartTLS".to_owned(),
            );
        }
        let stream = self
            .outgoing
            .connect(host, port)
            .await
            .map_err(|error| error.to_string())?;
        let stream = stream.into_std().map_err(|error| error.to_string())?;
        let how = LdapConnSettings::new()
            .set_conn_timeout(CONNECT_TIMEOUT)
            .set_starttls(self.settings.start_tls && !secure)
            .set_config(self.outgoing.tls())
            .set_std_stream(StdStream::Tcp(stream));
        let (connection, ldap) = LdapConnAsync::with_settings(how, &self.settings.url)
            .await
            .map_err(error_text)?;
        tokio::spawn(async move {
            // A broken connection surfaces in the pending request.
            let _ = connection.drive().await;
        });
        Ok(ldap)
    }

    async fn verify_password(&self, ldap: &mut Ldap) -> Result<DirectoryAnswer, String> {
        if !self.settings.bind_dn.trim().is_empty() {
            let password = self
                .settings
                .bind_password
                .as_ref()
                .map(Secret::expose)
                .unwrap_or_default();
            if password.is_empty() {
                return Err("the account that searches has no password".to_owned());
            }
            let bound = ldap
                .simple_bind(self.settings.bind_dn.trim(), password)
                .await
                .map_err(error_text)?;
            bound
                .success()
                .map_err(|error| format!("the account that searches: {}", error_text(error)))?;
        }
        let Some(entry) = self.find(ldap).await? else {
            return Ok(DirectoryAnswer::Wrong);
        };
        let bound = ldap
            .simple_bind(&entry.dn, self.password.expose())
            .await
            .map_err(error_text)?;
        match bound.rc {
            0 => Ok(DirectoryAnswer::Person(self.person(&entry))),
            INVALID_CREDENTIALS => Ok(DirectoryAnswer::Wrong),
            code => {
                tracing::info!(code, "the directory rejected a bind");
                Ok(DirectoryAnswer::Wrong)
            }
        }
    }

    /// Finds the one matching entry; several count as none.
    async fn find(&self, ldap: &mut Ldap) -> Result<Option<SearchEntry>, String> {
        let ldap_settings = &self.settings;
        let filter = ldap::filter::for_user(&ldap_settings.user_filter, &self.typed)
            .ok_or("its filter has no place {0}")?;
        let mut attributes = vec![ENTRY_UUID, OBJECT_GUID];
        let named = [
            &ldap_settings.name_attribute,
            &ldap_settings.surname_attribute,
            &ldap_settings.email_attribute,
        ];
        attributes.extend(
            named
                .into_iter()
                .map(|name| name.trim())
                .filter(|name| !name.is_empty()),
        );
        ldap.with_search_options(SearchOptions::new().sizelimit(2).timelimit(5));
        let found = ldap
            .search(
                ldap_settings.base_dn.trim(),
                ldap3::Scope::Subtree,
                &filter,
                attributes,
            )
            .await
            .map_err(error_text)?;
        let entries = match found.success() {
            Ok((entries, _)) => entries,
            Err(LdapError::LdapResult { result }) if result.rc == SIZE_LIMIT_EXCEEDED => {
                tracing::warn!("the directory filter matches several entries");
                return Ok(None);
            }
            Err(error) => return Err(error_text(error)),
        };
        let mut entries = entries
            .into_iter()
            .filter(|entry| !entry.is_ref() && !entry.is_intermediate());
        match (entries.next(), entries.next()) {
            (Some(one), None) => {
                let entry = SearchEntry::construct(one);
                // A bind with an empty name is anonymous, whatever the password.
                Ok(Some(entry).filter(|entry| !entry.dn.trim().is_empty()))
            }
            (None, _) => Ok(None),
            (Some(_), Some(_)) => {
                tracing::warn!("the directory filter matches several entries");
                Ok(None)
            }
        }
    }

    fn person(&self, entry: &SearchEntry) -> Person {
        let email =
            text(entry, &self.settings.email_attribute).filter(|email| users::is_email(email));
        Person {
            subject: subject(entry),
            // The directory is the company's own, so its addresses count as verified.
            email_is_verified: email.is_some(),
            email,
            user_names: Some(self.typed.clone())
                .filter(|name| users::is_user_name(name))
                .into_iter()
                .collect(),
            name: users::truncate_name(
                &text(entry, &self.settings.name_attribute).unwrap_or_default(),
            ),
            surname: users::truncate_name(
                &text(entry, &self.settings.surname_attribute).unwrap_or_default(),
            ),
        }
        .with_default_name()
    }
}

/// Attribute names are case-insensitive.
fn text(entry: &SearchEntry, name: &str) -> Option<String> {
    let (_, values) = entry
        .attrs
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name.trim()))?;
    values
        .first()
        .map(|value| value.trim().to_owned())
        .filter(|value| !value.is_empty())
}

fn subject(entry: &SearchEntry) -> String {
    let binary = entry
        .bin_attrs
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(OBJECT_GUID));
    let guid = binary
        .and_then(|(_, values)| values.first())
        .map(hex::encode);
    let guid = guid.or_else(|| text(entry, OBJECT_GUID).map(hex::encode));
    match (text(entry, ENTRY_UUID), guid) {
        (Some(uuid), _) => format!("entryUUID={uuid}"),
        (None, Some(guid)) => format!("objectGUID={guid}"),
        (None, None) => format!("dn={}", entry.dn.to_lowercase()),
    }
}

/// Describes the error without any sent data.
fn error_text(error: LdapError) -> String {
    match error {
        LdapError::LdapResult { result } => format!("it answered {}", result.rc),
        other => other.to_string(),
    }
}

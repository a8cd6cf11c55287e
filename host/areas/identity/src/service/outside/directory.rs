//! A company's directory (LDAP): finding who is meant, and letting the directory judge the password.

use std::sync::Arc;

use kernel::{
    Host, Result, Scope,
    db::Mode,
    outgoing::{ANSWER_MOST, CONNECT_MOST, Outgoing, Url},
    secrets::Secret,
};
use ldap3::{
    Ldap, LdapConnAsync, LdapConnSettings, LdapError, SearchEntry, SearchOptions, StdStream,
};
use people::{Account, names as users};
use tenancy::Ldap as Settings;

use super::{
    Outside,
    accounts::{self, Settled, Terms},
};
use crate::{
    rules::outside::{filter, person::Person},
    service::session_gate::SessionGate,
};

/// In whose name a directory's subjects are unique. A tenant has one directory, wherever it moves.
pub const ISSUER: &str = "ldap";

/// What the directory says.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The password is this person's.
    Person(Person),
    /// Nobody there, or not the password.
    Wrong,
    /// It could not be asked.
    Silent,
}

/// Result codes of RFC 4511.
const SIZE_LIMIT_EXCEEDED: u32 = 4;
const INVALID_CREDENTIALS: u32 = 49;

/// What keeps an entry's identity when it is renamed or moved: OpenLDAP's and Active Directory's.
const ENTRY_UUID: &str = "entryUUID";
const OBJECT_GUID: &str = "objectGUID";

impl Outside {
    /// Asks the directory about what somebody typed, within a bounded time.
    pub async fn ask_directory(
        &self,
        host: &Host,
        settings: &Settings,
        typed: &str,
        password: &str,
    ) -> Result<Verdict> {
        // A bind with a name and no password succeeds on many servers and proves nothing (RFC 4513, 5.1.2).
        if password.is_empty() || typed.trim().is_empty() {
            return Ok(Verdict::Wrong);
        }
        let question = Question {
            outgoing: host.outgoing()?,
            settings: settings.clone(),
            typed: typed.trim().to_owned(),
            password: Secret::new(password),
        };
        // In a task of its own: an answer that the client library cannot take apart ends that task and nothing else.
        let task = tokio::spawn(async move { question.ask().await });
        let stop = task.abort_handle();
        let answer = match tokio::time::timeout(ANSWER_MOST, task).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err("its answer could not be understood".to_owned()),
            Err(_) => {
                stop.abort();
                Err("no answer in time".to_owned())
            }
        };
        Ok(answer.unwrap_or_else(|why| {
            tracing::warn!(url = settings.url, why, "the directory could not be asked");
            Verdict::Silent
        }))
    }
}

/// Whom a typed name and password let in by the directory's word.
pub enum Through {
    User(Box<Account>),
    Nobody,
    /// The directory could not be asked.
    Silent,
}

/// Asks the directory of the scope's tenant, when it has one, and finds or makes the user it vouches for.
pub async fn through(scope: &Scope, typed: &str, password: &str) -> Result<Through> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let ldap = &settings.ldap;
    if !ldap.is_enabled {
        return Ok(Through::Nobody);
    }
    let session_gate = scope.port::<SessionGate>()?;
    let person = match session_gate
        .outside
        .ask_directory(scope.host(), ldap, typed, password)
        .await?
    {
        Verdict::Person(person) => person,
        Verdict::Wrong => return Ok(Through::Nobody),
        Verdict::Silent => return Ok(Through::Silent),
    };
    let terms = Terms {
        issuer: ISSUER,
        auto_create: ldap.auto_create,
        link_by_email: ldap.link_by_email,
        default_roles: &ldap.default_roles,
        renews: ldap.auto_create,
    };
    let mut scope = scope.sibling(Mode::Write);
    let why = match accounts::settle(&mut scope, &person, &terms).await? {
        Settled::User(user) => {
            scope.commit().await?;
            return Ok(Through::User(Box::new(
                people::account(&mut scope, user).await?,
            )));
        }
        Settled::Unknown => "users are not made by themselves",
        Settled::NotLinked => "the name or the e-mail address is another user's",
        Settled::Incomplete(why) => why,
    };
    tracing::warn!(
        tenant = scope.tenant.0,
        why,
        "somebody the directory knows does not come in"
    );
    Ok(Through::Nobody)
}

struct Question {
    outgoing: Arc<Outgoing>,
    settings: Settings,
    typed: String,
    password: Secret,
}

impl Question {
    async fn ask(&self) -> Result<Verdict, String> {
        let mut ldap = self.connect().await?;
        let verdict = self.judge(&mut ldap).await;
        // The verdict stands, however the server takes leave.
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
        if !secure && !self.settings.start_tls && !self.outgoing.may_be_plain(host, port) {
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
            .set_conn_timeout(CONNECT_MOST)
            .set_starttls(self.settings.start_tls && !secure)
            .set_config(self.outgoing.tls())
            .set_std_stream(StdStream::Tcp(stream));
        let (connection, ldap) = LdapConnAsync::with_settings(how, &self.settings.url)
            .await
            .map_err(words)?;
        tokio::spawn(async move {
            // A line that breaks is seen by whoever waits for an answer on it.
            let _ = connection.drive().await;
        });
        Ok(ldap)
    }

    async fn judge(&self, ldap: &mut Ldap) -> Result<Verdict, String> {
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
                .map_err(words)?;
            bound
                .success()
                .map_err(|error| format!("the account that searches: {}", words(error)))?;
        }
        let Some(entry) = self.find(ldap).await? else {
            return Ok(Verdict::Wrong);
        };
        let bound = ldap
            .simple_bind(&entry.dn, self.password.expose())
            .await
            .map_err(words)?;
        match bound.rc {
            0 => Ok(Verdict::Person(self.person(&entry))),
            INVALID_CREDENTIALS => Ok(Verdict::Wrong),
            code => {
                tracing::info!(code, "the directory does not let somebody in");
                Ok(Verdict::Wrong)
            }
        }
    }

    /// The one entry that is meant; more than one are nobody.
    async fn find(&self, ldap: &mut Ldap) -> Result<Option<SearchEntry>, String> {
        let wanted = &self.settings;
        let filter = filter::for_user(&wanted.user_filter, &self.typed)
            .ok_or("its filter has no place {0}")?;
        let mut attributes = vec![ENTRY_UUID, OBJECT_GUID];
        let named = [
            &wanted.name_attribute,
            &wanted.surname_attribute,
            &wanted.email_attribute,
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
                wanted.base_dn.trim(),
                ldap3::Scope::Subtree,
                &filter,
                attributes,
            )
            .await
            .map_err(words)?;
        let entries = match found.success() {
            Ok((entries, _)) => entries,
            Err(LdapError::LdapResult { result }) if result.rc == SIZE_LIMIT_EXCEEDED => {
                tracing::warn!("the filter of a directory fits several people at once");
                return Ok(None);
            }
            Err(error) => return Err(words(error)),
        };
        let mut entries = entries
            .into_iter()
            .filter(|entry| !entry.is_ref() && !entry.is_intermediate());
        match (entries.next(), entries.next()) {
            (Some(one), None) => {
                let entry = SearchEntry::construct(one);
                // A bind without a name is an anonymous one, whatever the password.
                Ok(Some(entry).filter(|entry| !entry.dn.trim().is_empty()))
            }
            (None, _) => Ok(None),
            (Some(_), Some(_)) => {
                tracing::warn!("the filter of a directory fits several people at once");
                Ok(None)
            }
        }
    }

    fn person(&self, entry: &SearchEntry) -> Person {
        let email =
            text(entry, &self.settings.email_attribute).filter(|email| users::is_email(email));
        Person {
            subject: subject(entry),
            // The directory is the company's own word.
            email_is_verified: email.is_some(),
            email,
            user_names: Some(self.typed.clone())
                .filter(|name| users::is_user_name(name))
                .into_iter()
                .collect(),
            name: users::shortened(&text(entry, &self.settings.name_attribute).unwrap_or_default()),
            surname: users::shortened(
                &text(entry, &self.settings.surname_attribute).unwrap_or_default(),
            ),
        }
        .with_a_name()
    }
}

/// Names of attributes match without case.
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

/// The error in words that hold nothing of what was sent.
fn words(error: LdapError) -> String {
    match error {
        LdapError::LdapResult { result } => format!("it answered {}", result.rc),
        other => other.to_string(),
    }
}

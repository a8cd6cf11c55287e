//! Showing and saving a plugin's settings.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    Change, Error, FieldError, Form, Message, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    case::null_is_default,
    ids::CustomerId,
    message,
    message::Told,
    secrets::Secret,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    effective,
    model::{self, SettingsRow},
};
use crate::{
    port::{CustomerPort, Installed},
    schema::{MAX_BYTES, SettingsSchema},
};

const NO_SETTINGS: Refusal = Refusal::new(712, "This plugin has no settings.");
const MAX_SECRET_LENGTH: usize = 4096;

/// A plugin's settings for their form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    /// The JSON Schema (2020-12) of the settings; null when the plugin has none.
    schema: Option<Value>,
    /// The plain settings of the tenant, or of the customer alone.
    settings: Map<String, Value>,
    /// The secret settings that are set; their values are never sent.
    secrets_set: BTreeSet<String>,
    /// The plugin's version they were written for; null while nothing is set.
    version: Option<String>,
    /// Names the store in addresses which the other side calls; null until the plugin is switched on or set up here.
    store_key: Option<String>,
    /// The addresses to give to the other side.
    callback_urls: Vec<String>,
    /// Sent back with a save; null while nothing is set.
    row_version: Option<i64>,
    /// The tenant's settings below a customer's; null for the tenant's own.
    inherited: Option<Inherited>,
    /// What of the settings does not hold for the plugin as it is now.
    problems: Vec<Problem>,
}

/// What the tenant has set, for a customer's form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inherited {
    settings: Map<String, Value>,
    secrets_set: BTreeSet<String>,
}

/// Something that does not hold.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem {
    #[serde(flatten)]
    message: Told,
    /// The settings it is about, `settings.<path>`.
    members: Vec<String>,
}

/// What is saved: the plain settings as a whole, and only those secrets that change.
#[derive(Debug, Default, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SavePluginSettings")]
pub struct SettingsForm {
    /// The plugin's id.
    #[serde(rename = "id")]
    #[record(protected)]
    pub plugin: String,
    /// The customer whose settings these are; the tenant's own when left out.
    #[record(protected)]
    pub customer_id: Option<CustomerId>,
    /// All plain settings: what is not among them is not set. Left out, they stay.
    #[serde(default, deserialize_with = "null_is_default")]
    pub settings: Map<String, Value>,
    /// Secret settings that change; null takes one away, one that is left out stays.
    #[serde(default, deserialize_with = "null_is_default")]
    pub secrets: BTreeMap<String, Option<Secret>>,
    /// As it was read; whoever leaves it out writes over whatever is there.
    pub row_version: Option<i64>,
}

impl SettingsForm {
    /// What a form shows of stored settings.
    fn of(row: &SettingsRow, plugin: &Installed) -> Self {
        Self {
            settings: row.for_version(&plugin.version).clone(),
            ..Self::default()
        }
    }
}

/// Settings as a call would get them, which need not be stored.
pub struct Merged {
    pub settings: Map<String, Value>,
    pub secrets: BTreeMap<String, Secret>,
}

pub async fn show(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
) -> Result<SettingsView> {
    check_customer(scope, customer).await?;
    let own = current(scope, plugin, customer).await?;
    let above = match customer {
        None => None,
        Some(_) => Some(current(scope, plugin, None).await?),
    };
    let mut problems = Vec::new();
    if let (Some(schema), Some(row)) = (&plugin.schema, &own) {
        let whole = merge(scope, plugin, above.as_ref().and_then(Option::as_ref), row)?;
        let found = schema.problems(&together(&whole));
        problems.extend(found.into_iter().map(|it| Problem {
            message: it.message.told(),
            members: vec![it.member],
        }));
    }
    let trouble = own
        .as_ref()
        .filter(|row| row.tried.as_deref() == Some(&plugin.version));
    let trouble = trouble.and_then(|row| row.trouble.clone());
    problems.extend(trouble.map(|words| Problem {
        message: Message::verbatim(words).told(),
        members: Vec::new(),
    }));
    let set = |row: &SettingsRow| row.secrets.keys().cloned().collect();
    let store_key = own.as_ref().map(|row| row.store_key.clone());
    let callback_urls = match &store_key {
        Some(key) if !plugin.callbacks.is_empty() => {
            let base = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
            // An address without a key speaks for the tenant.
            let own = plugin
                .callbacks
                .iter()
                .filter(|path| customer.is_none() || path.contains("{storeId}"));
            own.map(|path| format!("{base}{}", path.replace("{storeId}", key)))
                .collect()
        }
        _ => Vec::new(),
    };
    Ok(SettingsView {
        schema: plugin
            .schema
            .as_ref()
            .map(|schema| plugin.locales.schema(&scope.languages(), schema.document())),
        settings: own
            .as_ref()
            .map(|row| row.for_version(&plugin.version).clone())
            .unwrap_or_default(),
        secrets_set: own.as_ref().map(set).unwrap_or_default(),
        version: own.as_ref().map(|row| row.version.clone()),
        store_key,
        callback_urls,
        row_version: own.as_ref().map(|row| row.row_version),
        inherited: above.map(|row| Inherited {
            settings: row
                .as_ref()
                .map(|row| row.for_version(&plugin.version).clone())
                .unwrap_or_default(),
            secrets_set: row.as_ref().map(set).unwrap_or_default(),
        }),
        problems,
    })
}

/// Checks and stores settings, and saves the scope.
pub async fn save(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
    change: Change<SettingsForm>,
) -> Result<()> {
    check_customer(scope, customer).await?;
    let stored = current(scope, plugin, customer).await?;
    let new = scope.edit_stored(change, stored.as_ref(), |row| SettingsForm::of(row, plugin))?;
    let is_new = stored.is_none();
    let row =
        stored.unwrap_or_else(|| SettingsRow::new(scope, &plugin.id, &plugin.version, customer));
    let above = match customer {
        None => None,
        Some(_) => current(scope, plugin, None).await?,
    };
    let changed: BTreeSet<String> = new.secrets.keys().cloned().collect();
    let before: BTreeSet<String> = row.secrets.keys().cloned().collect();
    let mut row = checked(scope, plugin, above.as_ref(), row, new)?;
    if is_new {
        scope.insert(&mut row).await?;
    } else {
        scope.update(&mut row).await?;
    }
    note_secrets(scope, &row, &before, &changed);
    scope.commit().await?;
    effective::forget(scope.host(), scope.tenant, &plugin.id)
}

/// The settings of a form laid over what is stored, for a trial.
pub async fn tried(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
    change: Change<SettingsForm>,
) -> Result<Merged> {
    check_customer(scope, customer).await?;
    let stored = current(scope, plugin, customer).await?;
    let mut new = stored
        .as_ref()
        .map(|row| SettingsForm::of(row, plugin))
        .unwrap_or_default();
    change.apply(&mut new);
    let row =
        stored.unwrap_or_else(|| SettingsRow::new(scope, &plugin.id, &plugin.version, customer));
    let above = match customer {
        None => None,
        Some(_) => current(scope, plugin, None).await?,
    };
    let row = checked(scope, plugin, above.as_ref(), row, new)?;
    merge(scope, plugin, above.as_ref(), &row)
}

/// The row with the new settings in it, if they hold together with those of the tenant above it.
fn checked(
    scope: &Scope,
    plugin: &Installed,
    above: Option<&SettingsRow>,
    mut row: SettingsRow,
    new: SettingsForm,
) -> Result<SettingsRow> {
    let schema = plugin.schema.as_ref().ok_or(NO_SETTINGS)?;
    let mut errors = fields(schema, &new);
    row.settings = new.settings;
    // A schema that was changed may know a secret no longer.
    row.secrets.retain(|key, _| schema.is_secret(key));
    for (key, secret) in &new.secrets {
        match secret {
            Some(secret) => row.seal(scope, key, secret)?,
            None => drop(row.secrets.remove(key)),
        }
    }
    row.version.clone_from(&plugin.version);
    (row.earlier, row.tried, row.trouble) = (None, None, None);
    row.changed_by = scope.caller.name().to_owned();
    row.change_time = scope.now();
    if errors.is_empty() {
        errors = schema.problems(&together(&merge(scope, plugin, above, &row)?));
    }
    if errors.is_empty() {
        Ok(row)
    } else {
        Err(Error::Invalid(errors))
    }
}

/// What is wrong with a form besides its values.
fn fields(schema: &SettingsSchema, new: &SettingsForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut wrong =
        |key: &str, words: Message| errors.push(FieldError::new(format!("settings.{key}"), words));
    for key in new.settings.keys().filter(|key| schema.is_secret(key)) {
        wrong(key, message!("is secret: it belongs under secrets"));
    }
    for (key, secret) in &new.secrets {
        if !schema.is_secret(key) {
            wrong(key, message!("is no secret setting of this plugin"));
        } else if secret
            .as_ref()
            .is_some_and(|secret| secret.expose().len() > MAX_SECRET_LENGTH)
        {
            wrong(
                key,
                message!("must have at most {max} bytes", max = MAX_SECRET_LENGTH),
            );
        }
    }
    let size = serde_json::to_string(&new.settings).map_or(0, |text| text.len());
    if size > MAX_BYTES {
        errors.push(FieldError::new(
            "settings",
            message!("have {size} bytes; at most {max} are kept", max = MAX_BYTES),
        ));
    }
    errors
}

/// Defaults, the tenant's, the customer's: each over what is before it.
fn merge(
    scope: &Scope,
    plugin: &Installed,
    above: Option<&SettingsRow>,
    row: &SettingsRow,
) -> Result<Merged> {
    let mut settings = effective::defaults(Some(plugin));
    let mut secrets = BTreeMap::new();
    for row in above.into_iter().chain([row]) {
        settings.extend(row.for_version(&plugin.version).clone());
        secrets.extend(row.open(scope)?);
    }
    Ok(Merged { settings, secrets })
}

/// As the schema sees them: secrets are settings among others.
fn together(merged: &Merged) -> Map<String, Value> {
    let mut whole = merged.settings.clone();
    whole.extend(
        merged
            .secrets
            .iter()
            .map(|(key, secret)| (key.clone(), Value::from(secret.expose()))),
    );
    whole
}

/// The stored row, moved to the plugin's version as a call would find it.
async fn current(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
) -> Result<Option<SettingsRow>> {
    match model::row(scope, &plugin.id, customer).await? {
        None => Ok(None),
        Some(row) => {
            let (host, tenant) = (scope.host().clone(), scope.tenant);
            // Moving settings calls the plugin and writes: not inside of this transaction.
            scope.rollback();
            Ok(Some(effective::upgraded(&host, tenant, row, plugin).await?))
        }
    }
}

/// The record tells which secrets changed, never what they are.
fn note_secrets(
    scope: &mut Scope,
    row: &SettingsRow,
    before: &BTreeSet<String>,
    changed: &BTreeSet<String>,
) {
    let mut entry = Entry::new("PluginSettings", row.id, UPDATED).named(&row.plugin);
    for key in before.iter().chain(changed) {
        let (was, is) = (before.contains(key), row.secrets.contains_key(key));
        if !was && !is || was && is && !changed.contains(key) {
            continue;
        }
        let word = |set: bool, word: &'static str| set.then_some(word);
        entry = entry.with(
            &format!("secrets.{key}"),
            word(was, "set"),
            word(is, if was { "replaced" } else { "set" }),
        );
    }
    scope.record(entry);
}

async fn check_customer(scope: &mut Scope, customer: Option<CustomerId>) -> Result<()> {
    let Some(customer) = customer else {
        return Ok(());
    };
    scope
        .port::<dyn CustomerPort>()?
        .find(scope, customer)
        .await
        .map(|_| ())
}

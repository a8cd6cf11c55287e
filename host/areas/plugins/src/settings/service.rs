//! Display and saving of plugin settings.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    Change, Error, FieldError, Form, Message, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    ids::CustomerId,
    message,
    message::TranslatableMessage,
    secrets::Secret,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::settings::{
    effective,
    model::{self, SettingsRow},
};
use crate::{
    installed::port::{CustomerPort, Installed},
    settings::schema::{MAX_BYTES, SettingsSchema},
};

const NO_SETTINGS: Refusal = Refusal::new(712, "This plugin has no settings.");
const MAX_SECRET_LENGTH: usize = 4096;

/// A plugin's settings for their form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    /// JSON Schema (2020-12) of the settings; null without settings.
    schema: Option<Value>,
    /// Plain settings of the tenant, or of the customer alone.
    settings: Map<String, Value>,
    /// Secret settings with a value; the values are never returned.
    secrets_set: BTreeSet<String>,
    /// Plugin version of the settings; null while nothing is set.
    version: Option<String>,
    /// Store key in callback addresses; null until the plugin is enabled or configured here.
    store_key: Option<String>,
    /// Addresses to configure at the external service.
    callback_urls: Vec<String>,
    /// Sent back with a save; null while nothing is set.
    row_version: Option<i64>,
    /// Tenant settings that a customer's override; null for the tenant's own.
    inherited: Option<Inherited>,
    /// Settings that don't fit the plugin's current schema.
    problems: Vec<Problem>,
}

/// Tenant settings for a customer's form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inherited {
    settings: Map<String, Value>,
    secrets_set: BTreeSet<String>,
}

/// An invalid setting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem {
    #[serde(flatten)]
    message: TranslatableMessage,
    /// Affected settings, `settings.<path>`.
    members: Vec<String>,
}

/// Input of a save: all plain settings, and only changed secrets.
#[data::wire(lists)]
#[derive(Debug, Default, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SavePluginSettings")]
pub struct SettingsForm {
    /// The plugin's id.
    #[serde(rename = "id")]
    #[record(protected)]
    pub plugin: String,
    /// Customer of the settings; the tenant's own if omitted.
    #[record(protected)]
    pub customer_id: Option<CustomerId>,
    /// All plain settings: missing ones become unset. Omitted: unchanged.
    #[serde(default)]
    pub settings: Map<String, Value>,
    /// Changed secrets; null removes one, a missing one is unchanged.
    #[serde(default)]
    pub secrets: BTreeMap<String, Option<Secret>>,
    /// Row version as read; omitted: overwrites.
    pub row_version: Option<i64>,
}

impl SettingsForm {
    fn from_row(row: &SettingsRow, plugin: &Installed) -> Self {
        Self {
            settings: row.for_version(&plugin.version).clone(),
            ..Self::default()
        }
    }
}

/// Merged settings as for a call, not necessarily stored.
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
    let own = load_current(scope, plugin, customer).await?;
    let above = match customer {
        None => None,
        Some(_) => Some(load_current(scope, plugin, None).await?),
    };
    let mut problems = Vec::new();
    if let (Some(schema), Some(row)) = (&plugin.schema, &own) {
        let merged_settings = merge(scope, plugin, above.as_ref().and_then(Option::as_ref), row)?;
        let found = schema.problems(&with_secrets(&merged_settings));
        problems.extend(found.into_iter().map(|it| Problem {
            message: it.message.to_translatable(),
            members: vec![it.member],
        }));
    }
    let trouble = own
        .as_ref()
        .filter(|row| row.tried.as_deref() == Some(&plugin.version));
    let trouble = trouble.and_then(|row| row.trouble.clone());
    problems.extend(trouble.map(|words| Problem {
        message: Message::verbatim(words).to_translatable(),
        members: Vec::new(),
    }));
    let set = |row: &SettingsRow| row.secrets.keys().cloned().collect();
    let store_key = own.as_ref().map(|row| row.store_key.clone());
    let callback_urls = match &store_key {
        Some(key) if !plugin.callbacks.is_empty() => {
            let base = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
            // A callback address without a key belongs to the tenant.
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
        schema: plugin.schema.as_ref().map(|schema| {
            plugin
                .locales
                .translate_schema(&scope.languages(), schema.document())
        }),
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

pub async fn save(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
    change: Change<SettingsForm>,
) -> Result<()> {
    check_customer(scope, customer).await?;
    let stored = load_current(scope, plugin, customer).await?;
    let form_of = |row: &SettingsRow| SettingsForm::from_row(row, plugin);
    let new = scope
        .edit(change.of_row(stored.as_ref(), form_of))
        .await?
        .record;
    let is_new = stored.is_none();
    let row =
        stored.unwrap_or_else(|| SettingsRow::new(scope, &plugin.id, &plugin.version, customer));
    let above = match customer {
        None => None,
        Some(_) => load_current(scope, plugin, None).await?,
    };
    let changed: BTreeSet<String> = new.secrets.keys().cloned().collect();
    let before: BTreeSet<String> = row.secrets.keys().cloned().collect();
    let mut row = validated_row(scope, plugin, above.as_ref(), row, new)?;
    if is_new {
        scope.insert(&mut row).await?;
    } else {
        scope.update(&mut row).await?;
    }
    note_secrets(scope, &row, &before, &changed);
    scope.commit().await?;
    effective::clear_cached(scope.host(), scope.tenant, &plugin.id)
}

/// Merges the form with the stored settings, for a test.
pub async fn merge_for_test(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
    change: Change<SettingsForm>,
) -> Result<Merged> {
    check_customer(scope, customer).await?;
    let stored = load_current(scope, plugin, customer).await?;
    let mut new = stored
        .as_ref()
        .map(|row| SettingsForm::from_row(row, plugin))
        .unwrap_or_default();
    change.apply(&mut new);
    let row =
        stored.unwrap_or_else(|| SettingsRow::new(scope, &plugin.id, &plugin.version, customer));
    let above = match customer {
        None => None,
        Some(_) => load_current(scope, plugin, None).await?,
    };
    let row = validated_row(scope, plugin, above.as_ref(), row, new)?;
    merge(scope, plugin, above.as_ref(), &row)
}

/// Returns the row with the new settings, valid together with the tenant's.
fn validated_row(
    scope: &Scope,
    plugin: &Installed,
    above: Option<&SettingsRow>,
    mut row: SettingsRow,
    new: SettingsForm,
) -> Result<SettingsRow> {
    let schema = plugin.schema.as_ref().ok_or(NO_SETTINGS)?;
    let mut errors = fields(schema, &new);
    row.settings = new.settings;
    // A changed schema may have dropped a secret.
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
        errors = schema.problems(&with_secrets(&merge(scope, plugin, above, &row)?));
    }
    if errors.is_empty() {
        Ok(row)
    } else {
        Err(Error::Invalid(errors))
    }
}

fn fields(schema: &SettingsSchema, new: &SettingsForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut field_errors =
        |key: &str, words: Message| errors.push(FieldError::new(format!("settings.{key}"), words));
    for key in new.settings.keys().filter(|key| schema.is_secret(key)) {
        field_errors(key, message!("is secret: it belongs under secrets"));
    }
    for (key, secret) in &new.secrets {
        if !schema.is_secret(key) {
            field_errors(key, message!("is not a secret setting of this plugin"));
        } else if secret
            .as_ref()
            .is_some_and(|secret| secret.expose().len() > MAX_SECRET_LENGTH)
        {
            field_errors(
                key,
                message!("must have at most {max} bytes", max = MAX_SECRET_LENGTH),
            );
        }
    }
    let size = serde_json::to_string(&new.settings).map_or(0, |text| text.len());
    if size > MAX_BYTES {
        errors.push(FieldError::new(
            "settings",
            message!("have {size} bytes; the maximum is {max}", max = MAX_BYTES),
        ));
    }
    errors
}

/// Later ones override: defaults, tenant's, customer's.
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

/// Adds the secrets, which the schema treats as settings.
fn with_secrets(merged: &Merged) -> Map<String, Value> {
    let mut whole = merged.settings.clone();
    whole.extend(
        merged
            .secrets
            .iter()
            .map(|(key, secret)| (key.clone(), Value::from(secret.expose()))),
    );
    whole
}

/// Migrated to the plugin's version as for a call.
async fn load_current(
    scope: &mut Scope,
    plugin: &Installed,
    customer: Option<CustomerId>,
) -> Result<Option<SettingsRow>> {
    match model::row(scope, &plugin.id, customer).await? {
        None => Ok(None),
        Some(row) => {
            let (host, tenant) = (scope.host().clone(), scope.tenant);
            // Migration calls the plugin and writes.
            scope.rollback();
            Ok(Some(
                effective::migrate_row(&host, tenant, row, plugin).await?,
            ))
        }
    }
}

fn note_secrets(
    scope: &mut Scope,
    row: &SettingsRow,
    before: &BTreeSet<String>,
    changed: &BTreeSet<String>,
) {
    let mut entry = Entry::new("PluginSettings", row.id, UPDATED).with_name(&row.plugin);
    for key in before.iter().chain(changed) {
        let (was, is) = (before.contains(key), row.secrets.contains_key(key));
        if !was && !is || was && is && !changed.contains(key) {
            continue;
        }
        let word = |set: bool, word: &'static str| set.then_some(word);
        entry = entry.with_change(
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

//! The record of changes: author, time, and old and new values, written in the change's
//! transaction.
//!
//! Entities are recorded automatically, over their declared columns; a password hash never gets
//! here. `Scope::note` adds values, `Scope::record` other events. Hand-written SQL bypasses the
//! record.

use chrono::{DateTime, SecondsFormat, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    caller::Caller,
    ids::{EntityChangeId, UserId},
    record::{Entity, Record as Declared},
    value::{Col, Val},
};

pub const CREATED: &str = "Created";
pub const UPDATED: &str = "Updated";
pub const DELETED: &str = "Deleted";

/// A value before and after a change, each as JSON.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyChange {
    pub property_name: String,
    /// Null if there was no value.
    #[schemars(with = "serde_json::Value")]
    pub original_value: Option<Box<RawValue>>,
    /// Null if the value was removed.
    #[schemars(with = "serde_json::Value")]
    pub new_value: Option<Box<RawValue>>,
}

#[derive(Debug, Clone, Declared)]
#[record(table = "entity_changes", name = "The audit entry", unrecorded, open)]
pub struct EntityChange {
    pub id: EntityChangeId,
    pub row_version: i64,
    pub creation_time: DateTime<Utc>,
    pub user_id: Option<UserId>,
    pub user_name: String,
    pub impersonator_id: Option<UserId>,
    pub impersonator_name: Option<String>,
    pub request_id: String,
    pub client_address: String,
    pub entity_type: String,
    pub entity_id: i64,
    pub entity_name: String,
    pub change_type: String,
    #[record(json)]
    pub changes: Vec<PropertyChange>,
}

/// A change, or an event such as a sign-in or a rejection.
#[derive(Debug, Clone)]
pub struct Entry {
    entity_type: String,
    entity_id: i64,
    entity_name: String,
    change_type: &'static str,
    changes: Vec<PropertyChange>,
    by: Option<(UserId, String)>,
}

impl Entry {
    /// `Entry::new("Session", session.id, "SignedIn")`.
    pub fn new(entity_type: &str, id: impl Col, change_type: &'static str) -> Self {
        let entity_id = if let Val::I64(id) = id.val() { id } else { 0 };
        let entity_type = entity_type.to_owned();
        Self {
            entity_type,
            entity_id,
            entity_name: String::new(),
            change_type,
            changes: Vec::new(),
            by: None,
        }
    }
    /// Sets the author if it is not the caller: a sign-in has no signed-in caller yet.
    pub fn with_author(mut self, user: UserId, user_name: &str) -> Self {
        self.by = Some((user, user_name.to_owned()));
        self
    }
    pub fn with_name(mut self, name: &str) -> Self {
        self.entity_name = name.to_owned();
        self
    }
    /// Adds a value before and after. Never pass a secret.
    pub fn with_change(mut self, property: &str, old: impl Serialize, new: impl Serialize) -> Self {
        self.change(property, raw(&old), raw(&new));
        self
    }

    fn change(&mut self, property: &str, old: Option<Box<RawValue>>, new: Option<Box<RawValue>>) {
        match self
            .changes
            .iter_mut()
            .find(|change| change.property_name == property)
        {
            Some(known) => known.new_value = new,
            None => {
                let property_name = property.to_owned();
                self.changes.push(PropertyChange {
                    property_name,
                    original_value: old,
                    new_value: new,
                });
            }
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Record {
    entries: Vec<Entry>,
}

impl Record {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds an entry; merges changes of one object in one transaction.
    pub fn add(&mut self, entry: Entry) {
        let changes = [CREATED, UPDATED];
        let same = |known: &&mut Entry| {
            entry.change_type == UPDATED
                && changes.contains(&known.change_type)
                && (&known.entity_type, known.entity_id) == (&entry.entity_type, entry.entity_id)
        };
        let Some(known) = self.entries.iter_mut().find(same) else {
            return self.entries.push(entry);
        };
        for change in entry.changes {
            known.change(
                &change.property_name,
                change.original_value,
                change.new_value,
            );
        }
        if !entry.entity_name.is_empty() {
            known.entity_name = entry.entity_name;
        }
        let same =
            |change: &PropertyChange| text(&change.original_value) == text(&change.new_value);
        known.changes.retain(|change| !same(change));
    }

    pub fn append(&mut self, other: Self) {
        other.entries.into_iter().for_each(|entry| self.add(entry));
    }

    /// Splits the record into parts.
    pub fn split(self, max_entries: usize) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut entries = self.entries.into_iter().peekable();
        while entries.peek().is_some() {
            parts.push(Self {
                entries: entries.by_ref().take(max_entries).collect(),
            });
        }
        parts
    }

    /// Returns one statement for all entries; none if there are no entries.
    pub fn statement(self, author: &Author) -> Option<(String, Vec<Val>)> {
        let is_change =
            |change: &PropertyChange| text(&change.original_value) != text(&change.new_value);
        let entries: Vec<Entry> = self
            .entries
            .into_iter()
            .filter(|entry| entry.change_type != UPDATED || entry.changes.iter().any(is_change))
            .collect();
        if entries.is_empty() {
            return None;
        }
        let mut values = vec![
            author.time.val(),
            author.impersonator_id.val(),
            author.impersonator_name.val(),
            author.request_id.val(),
            author.client_address.val(),
        ];
        let mut sql = String::from(INSERT);
        for (at, entry) in entries.into_iter().enumerate() {
            let (user, user_name) = entry.by.map_or_else(
                || (author.user_id, author.user_name.clone()),
                |(id, name)| (Some(id), name),
            );
            let first = values.len() + 2;
            let placeholders: Vec<String> = (first..first + 7).map(|n| format!("${n}")).collect();
            sql.push_str(if at == 0 { "" } else { ", " });
            sql.push_str(&format!(
                "($1, 1, $2, $3, $4, $5, $6, {})",
                placeholders.join(", ")
            ));
            let changes = serde_json::to_string(&entry.changes).unwrap_or_else(|_| "[]".to_owned());
            values.extend([
                user.val(),
                Val::Text(user_name),
                Val::Text(entry.entity_type),
                Val::I64(entry.entity_id),
                Val::Text(entry.entity_name),
                Val::Text(entry.change_type.to_owned()),
                Val::Json(changes),
            ]);
        }
        Some((sql, values))
    }
}

const INSERT: &str =
    "INSERT INTO entity_changes (tenant_id, row_version, creation_time, impersonator_id, impersonator_name,
   request_id, client_address, user_id, user_name, entity_type, entity_id, entity_name, change_type, changes) VALUES ";

/// Author and time of a scope's changes.
pub(crate) struct Author {
    pub time: DateTime<Utc>,
    pub user_id: Option<UserId>,
    pub user_name: String,
    pub impersonator_id: Option<UserId>,
    pub impersonator_name: Option<String>,
    pub request_id: String,
    pub client_address: String,
}

impl Author {
    pub fn for_caller(
        caller: &Caller,
        request: &crate::request::RequestInfo,
        time: DateTime<Utc>,
    ) -> Self {
        let session = caller.session();
        Self {
            time,
            user_id: caller.user(),
            user_name: session.map_or_else(
                || caller.name().to_owned(),
                |session| session.user_name.clone(),
            ),
            impersonator_id: session.and_then(|session| session.impersonator),
            impersonator_name: session.and_then(|session| session.impersonator_name.clone()),
            request_id: request.id.clone(),
            client_address: request.address.clone(),
        }
    }
}

pub(crate) fn entity_entry<E: Entity>(
    id: E::Id,
    old: Option<&[Val]>,
    new: Option<&[Val]>,
) -> Entry {
    let change_type = match (old, new) {
        (None, _) => CREATED,
        (_, None) => DELETED,
        _ => UPDATED,
    };
    let mut entry = Entry::new(E::TYPE, id, change_type);
    let current = new.or(old).unwrap_or_default();
    entry.entity_name = display_name::<E>(current);
    for (at, wire) in E::WIRE
        .iter()
        .enumerate()
        .filter(|(_, wire)| !wire.is_empty())
    {
        let (before, after) = (
            old.and_then(|old| old.get(at)),
            new.and_then(|new| new.get(at)),
        );
        if !same(before, after) {
            let property_name = wire.replace('/', ".");
            entry.changes.push(PropertyChange {
                property_name,
                original_value: json(before),
                new_value: json(after),
            });
        }
    }
    entry
}

/// Returns the first of these columns that has a value.
fn display_name<E: Entity>(values: &[Val]) -> String {
    const NAMES: [&str; 9] = [
        "displayName",
        "userName",
        "companyName",
        "customerName",
        "contactName",
        "title",
        "consignmentId",
        "name",
        "code",
    ];
    let called = |name: &&str| match values.get(E::WIRE.iter().position(|wire| wire == name)?)? {
        Val::Text(text) if !text.is_empty() => Some(text.chars().take(128).collect()),
        _ => None,
    };
    NAMES.iter().find_map(called).unwrap_or_default()
}

fn same(old: Option<&Val>, new: Option<&Val>) -> bool {
    match (old, new) {
        (None | Some(Val::Null(_)), None | Some(Val::Null(_))) => true,
        // An unknown value leaves the column unchanged.
        (Some(_), Some(Val::Unknown)) => true,
        (Some(Val::Json(old)), Some(Val::Json(new))) => {
            // The databases order JSON members differently.
            let read = |text| serde_json::from_str::<serde_json::Value>(text).ok();
            old == new || read(old) == read(new)
        }
        (old, new) => old == new,
    }
}

const MAX_TEXT_LENGTH: usize = 4_000;
const MAX_DOCUMENT_BYTES: usize = 32 * 1024;

fn json(value: Option<&Val>) -> Option<Box<RawValue>> {
    match value? {
        Val::Null(_) | Val::Unknown | Val::Bytes(_) | Val::Ids(_) => None,
        Val::I64(number) => raw(number),
        Val::Bool(is) => raw(is),
        Val::Text(text) => match text.char_indices().nth(MAX_TEXT_LENGTH) {
            Some((end, _)) => raw(&format!("{}…", &text[..end])),
            None => raw(text),
        },
        // The decimal's own digits, so the number stays exact.
        Val::Decimal(number) => RawValue::from_string(number.normalize().to_string()).ok(),
        Val::Time(time) => raw(&time.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
        Val::Uuid(guid) => raw(guid),
        Val::Json(document) if document == "null" => None,
        Val::Json(document) if document.len() > MAX_DOCUMENT_BYTES => {
            raw("too large to be kept here")
        }
        Val::Json(document) => RawValue::from_string(document.clone()).ok(),
    }
}

fn raw(value: &(impl Serialize + ?Sized)) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(value)
        .ok()
        .filter(|text| text.get() != "null")
}

fn text(value: &Option<Box<RawValue>>) -> Option<&str> {
    value.as_deref().map(RawValue::get)
}

#[cfg(test)]
mod tests;

//! A customer's online stores: platform and credentials. Keys and tokens are encrypted and never
//! returned.

use std::collections::BTreeMap;

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where,
    db::Column,
    ids::CustomerId,
    message,
    secrets::{SealedColumn, SealedIn, Secret},
    validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{CUSTOMER, CUSTOMER_EDIT, CUSTOMERS},
    customer_records::{self, CustomerRecord},
    rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH},
};

data::id! { ECommerceStoreId }

/// Maximum length of a store key in a booking.
const MAX_KEY_LENGTH: usize = 64;
const MAX_SECRET_LENGTH: usize = 2048;
const API_KEY: &str = "apiKey";
const API_SECRET: &str = "apiSecret";
const ACCESS_TOKEN: &str = "accessToken";

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customersettings")
        .feature(CUSTOMERS)
        .list("getecommercestores", CUSTOMER, list)
        .get("getecommercestoresettings", CUSTOMER, get)
        // Existing clients send a GET with a body; PUT is equivalent.
        .get_with_body(
            "updateECommerceStoreSettings",
            Save::with_permission(CUSTOMER_EDIT),
            save,
        )
        .put(
            "updateECommerceStoreSettings",
            Save::with_permission(CUSTOMER_EDIT),
            save,
        )
        .delete("deleteECommerceStoreSettings", CUSTOMER_EDIT, delete)
}

/// A store of a customer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(
    table = "ecommerce_stores",
    name = "The store",
    called = "ECommerceStore"
)]
#[schemars(rename = "ECommerceStore")]
#[garde(allow_unvalidated)]
struct Store {
    /// 0 or omitted for a new store.
    id: ECommerceStoreId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(listed, customer)]
    customer_id: CustomerId,
    /// Platform of the store.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    #[record(listed)]
    store_type: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    #[record(listed)]
    cart_name: Option<String>,
    /// Key in bookings; unique per customer.
    #[garde(length(chars, min = 1, max = MAX_KEY_LENGTH))]
    #[record(listed)]
    store_key: String,
    #[record(listed)]
    is_active: bool,
    /// Encrypted, by name.
    #[serde(skip)]
    #[record(json, secret)]
    secrets: BTreeMap<String, String>,
    #[serde(skip_serializing)]
    #[record(sent)]
    store_params: SentParams,
}

/// Credentials for the platform. Omitted or null: unchanged. Empty: removed.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "SentStoreParams")]
struct SentParams {
    api_key: Option<Secret>,
    api_secret: Option<Secret>,
    access_token: Option<Secret>,
}

/// Flags for the stored keys and tokens.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StoreParams {
    has_api_key: bool,
    has_api_secret: bool,
    has_access_token: bool,
}

/// API view of a store.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StoreView {
    #[serde(flatten)]
    store: Store,
    store_params: StoreParams,
}

impl Default for Store {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            store_type: String::new(),
            cart_name: None,
            store_key: String::new(),
            is_active: true,
            secrets: BTreeMap::new(),
        }
        .unsaved()
    }
}

impl CustomerRecord for Store {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, ECommerceStoreId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

impl From<Store> for StoreView {
    fn from(store: Store) -> Self {
        let has = |name: &str| store.secrets.contains_key(name);
        let store_params = StoreParams {
            has_api_key: has(API_KEY),
            has_api_secret: has(API_SECRET),
            has_access_token: has(ACCESS_TOKEN),
        };
        Self {
            store,
            store_params,
        }
    }
}

impl SentParams {
    fn all(&self) -> [(&'static str, Option<&Secret>); 3] {
        [
            (API_KEY, self.api_key.as_ref()),
            (API_SECRET, self.api_secret.as_ref()),
            (ACCESS_TOKEN, self.access_token.as_ref()),
        ]
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StoresQuery {
    customer_id: CustomerId,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StoreQuery {
    customer_id: CustomerId,
    store_key: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SaveECommerceStore")]
struct SaveStore {
    customer_id: CustomerId,
    ecommerce_settings: Change<Store>,
}

/// A single store.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OneECommerceStore")]
struct OneStore {
    ecommerce_settings: StoreView,
}

async fn list(
    mut scope: Scope,
    parent: StoresQuery,
    query: ListQuery,
) -> Result<PageOf<StoreView>> {
    let customer = crate::row(&mut scope, parent.customer_id).await?.id;
    Ok(scope
        .page::<Store>(&query, Where::all().eq(Store::CUSTOMER_ID, customer))
        .await?
        .map(StoreView::from))
}

async fn get(mut scope: Scope, query: StoreQuery) -> Result<OneStore> {
    let customer = crate::row(&mut scope, query.customer_id).await?.id;
    let filter = Where::all()
        .eq(Store::CUSTOMER_ID, customer)
        .eq(Store::STORE_KEY, query.store_key.trim());
    let store: Store = scope
        .first(filter)
        .await?
        .ok_or(Error::NotFound("The store"))?;
    Ok(OneStore {
        ecommerce_settings: store.into(),
    })
}

async fn save(mut scope: Scope, sent: SaveStore) -> Result<OneStore> {
    let mut edit =
        customer_records::edit(&mut scope, Some(sent.customer_id), sent.ecommerce_settings).await?;
    let record = &mut edit.record;
    tidy(record);
    let mut errors = check_fields(record);
    let key = record.store_key.clone();
    if errors.is_empty()
        && customer_records::is_taken(&mut scope, record, Store::STORE_KEY, &key).await?
    {
        let message = message!("is the key of another store of this customer");
        errors.push(FieldError::new("ecommerceSettings.storeKey", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let mut changed = Vec::new();
    for (name, secret) in std::mem::take(&mut record.store_params).all() {
        let Some(secret) = secret else { continue };
        if !secret.expose().is_empty() {
            let sealed = scope
                .host()
                .secrets()
                .seal(scope.tenant, &purpose(name), secret)?;
            record.secrets.insert(name.to_owned(), sealed);
            changed.push((name, "changed"));
        } else if record.secrets.remove(name).is_some() {
            changed.push((name, "removed"));
        }
    }
    scope.store(&mut edit).await?;
    // For a secret, only the fact of the change.
    for (name, word) in changed {
        scope.note(
            AUDIT_NAME,
            edit.record.id,
            &format!("storeParams.{name}"),
            serde_json::Value::Null,
            word,
        );
    }
    scope.commit().await?;
    Ok(OneStore {
        ecommerce_settings: edit.record.into(),
    })
}

fn tidy(record: &mut Store) {
    record.store_type = record.store_type.trim().to_owned();
    record.store_key = record.store_key.trim().to_owned();
    record.cart_name = record
        .cart_name
        .take()
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty());
}

fn check_fields(record: &Store) -> Vec<FieldError> {
    let mut errors = validate::check("ecommerceSettings", record);
    for (name, secret) in record.store_params.all() {
        if secret.is_some_and(|secret| secret.expose().chars().count() > MAX_SECRET_LENGTH) {
            let message = message!("must be at most {max} characters", max = MAX_SECRET_LENGTH);
            errors.push(FieldError::new(
                format!("ecommerceSettings.storeParams.{name}"),
                message,
            ));
        }
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<ECommerceStoreId>) -> Result<Empty> {
    scope.delete::<Store>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Name of a store in the audit log.
const AUDIT_NAME: &str = "ECommerceStore";

fn purpose(name: &str) -> String {
    format!("ecommerce-store:{name}")
}

/// Encrypted column of the stores' secrets, by name.
pub(crate) const SECRETS: SealedColumn = SealedColumn {
    table: "ecommerce_stores",
    tenant: "tenant_id",
    column: "secrets",
    holds: SealedIn::Document,
    context: "''",
    purpose: |_, name| Some(purpose(name)),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_and_key_are_needed_and_everything_is_bounded() {
        let members = |record: &Store| {
            check_fields(record)
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        let valid = Store {
            store_type: "Shop".to_owned(),
            store_key: "s-1".to_owned(),
            ..Store::default()
        };
        assert_eq!(members(&valid), Vec::<String>::new());
        let bad = Store {
            store_key: "x".repeat(65),
            store_params: SentParams {
                access_token: Some(Secret::new("x".repeat(2049))),
                ..SentParams::default()
            },
            ..Store::default()
        };
        let expected = ["storeKey", "storeType", "storeParams.accessToken"];
        let mut fields = members(&bad);
        fields[..2].sort();
        assert_eq!(
            fields,
            expected.map(|name| format!("ecommerceSettings.{name}"))
        );
    }

    #[test]
    fn what_is_sealed_is_told_by_its_presence_alone() {
        let secrets = BTreeMap::from([(API_KEY.to_owned(), "s1.sealed".to_owned())]);
        let view = StoreView::from(Store {
            secrets,
            ..Store::default()
        });
        let text = serde_json::to_string(&view).unwrap();
        assert!(
            text.contains(r#""hasApiKey":true"#) && text.contains(r#""hasAccessToken":false"#),
            "{text}"
        );
        assert!(!text.contains("sealed"), "{text}");
    }
}

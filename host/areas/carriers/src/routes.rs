//! Carrier routes: accounts, attributes, services and mappings.

use std::collections::BTreeMap;

use data::{
    ById, Change, Edit, Empty, Error, FieldError, ListQuery, PageOf, Refusal, Result, Save, Scope,
    Where,
    case::Patch,
    ids::{CarrierAccountId, CarrierServiceId, TenantId},
    message, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{Area, Routes};
use work::event::ScopeEvents;

use crate::{
    access::{CARRIER, CARRIER_ACCOUNTS, CARRIER_ACCOUNTS_EDIT, CARRIER_MAPPING},
    accounts::{self, Account},
    events, mappings,
    model::{CarrierAccount, SentAttribute},
    port::{CarrierInfo, CarrierPort},
    rules,
    services::{self, ServiceView},
};

pub fn area() -> Area {
    Area::new("carriers")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .sealed(&[crate::accounts::SECRETS])
        .needs::<dyn crate::port::CarrierPort>()
        .routes(
            Routes::new("/api/carrier/carrieraccount")
                .feature(crate::access::CARRIERS)
                .get("getcarriercodes", CARRIER, codes)
                .accept_cookie()
                .list("getcarrieraccountcustomermappings", CARRIER, mappings::list)
                .accept_cookie()
                .list("getcarrieraccounts", CARRIER_ACCOUNTS, list)
                .accept_cookie()
                .get("getcarrieraccountforedit", CARRIER_ACCOUNTS, get)
                .accept_cookie()
                .get("getcarrierattributes", CARRIER_ACCOUNTS, attributes)
                .accept_cookie()
                .post(
                    "createorupdatecarrieraccount",
                    Save::with_permission(CARRIER_ACCOUNTS_EDIT),
                    save,
                )
                .accept_cookie()
                .post("testcarrieraccount", CARRIER_ACCOUNTS_EDIT, test)
                .delete("deletecarrieraccount", CARRIER_ACCOUNTS_EDIT, delete)
                .accept_cookie()
                .post(
                    "MapCarrierAccountsToCustomer",
                    CARRIER_MAPPING,
                    mappings::map,
                )
                .accept_cookie(),
        )
        .routes(
            Routes::new("/api/carrier/carrierservices")
                .feature(crate::access::CARRIERS)
                .list("getcarrierservices", CARRIER, services::list)
                .accept_cookie(),
        )
}

const IN_USE: Refusal = Refusal::new(2202, "The account is in use; switch it off instead.");

/// API view of an account. Secrets are never returned.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountView {
    #[serde(flatten)]
    account: CarrierAccount,
    /// Carrier name, or its code if not installed.
    carrier_name: String,
    /// Number of customers mapped to it.
    customer_count: i64,
    attributes: Vec<AttributeValue>,
}

/// A setting of an account; a stored secret is returned as `{key, value: "", isSet: "true"}`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CarrierAccountAttribute")]
#[serde(rename_all = "camelCase")]
struct AttributeValue {
    key: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    is_set: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountForEdit {
    carrier_account: AccountView,
    carrier_services: Vec<ServiceView>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveCarrierAccount {
    carrier_account: Change<CarrierAccount>,
    /// Enabled services; empty: all. Omitted: unchanged, or all for a new account.
    #[serde(default)]
    active_carrier_service_ids: Patch<Vec<CarrierServiceId>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CarrierQuery {
    carrier_code: String,
}

/// An account setting of the carrier.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AttributeView {
    key: String,
    display_name: String,
    value: String,
    data_type: String,
    required: bool,
    choices: Vec<String>,
    help: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TestedCarrierAccount")]
struct Tested {
    ok: bool,
    message: String,
}

async fn codes(scope: Scope, _: Empty) -> Result<Vec<String>> {
    accounts::enabled_carriers(&scope).await
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<AccountView>> {
    let page = scope.page::<CarrierAccount>(&query, Where::all()).await?;
    let mapped = mappings::store::count_customers(&mut scope).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    let names = port.names(scope.tenant, &scope.languages());
    Ok(page.map(|account| view(scope.tenant, account, &mapped, &names, port.as_ref())))
}

async fn get(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<AccountForEdit> {
    let account: CarrierAccount = scope.find(id).await?;
    for_edit(&mut scope, account).await
}

async fn attributes(
    scope: Scope,
    CarrierQuery { carrier_code }: CarrierQuery,
) -> Result<Vec<AttributeView>> {
    let info = find_enabled(&scope, &carrier_code)
        .await?
        .map_err(|wrong| Error::Invalid(vec![wrong]))?;
    let info =
        scope
            .port::<dyn CarrierPort>()?
            .in_languages(scope.tenant, info, &scope.languages());
    Ok(info
        .attributes
        .into_iter()
        .map(|attribute| AttributeView {
            key: attribute.key,
            display_name: attribute.display_name,
            value: String::new(),
            data_type: attribute.data_type,
            required: attribute.required,
            choices: attribute.choices,
            help: attribute.help,
        })
        .collect())
}

async fn save(mut scope: Scope, form: SaveCarrierAccount) -> Result<AccountForEdit> {
    let account = store(&mut scope, form).await?;
    let answer = for_edit(&mut scope, account).await?;
    scope.commit().await?;
    Ok(answer)
}

pub async fn create(
    scope: &mut Scope,
    carrier_code: &str,
    code: &str,
    name: &str,
    attributes: &[(&str, &str)],
) -> Result<Account> {
    let attribute = |(key, value): &(&str, &str)| SentAttribute {
        key: (*key).to_owned(),
        value: Patch::Value((*value).to_owned()),
    };
    let account = CarrierAccount {
        name: name.to_owned(),
        code: code.to_owned(),
        carrier_code: carrier_code.to_owned(),
        is_active: true,
        available_for_guest: true,
        available_for_payg: true,
        attributes: attributes.iter().map(attribute).collect(),
        ..CarrierAccount::default()
    };
    let form = SaveCarrierAccount {
        carrier_account: Change::from_form(account),
        active_carrier_service_ids: Patch::Absent,
    };
    Ok(store(scope, form).await?.into())
}

/// Creates or changes an account and emits events.
async fn store(scope: &mut Scope, form: SaveCarrierAccount) -> Result<CarrierAccount> {
    let SaveCarrierAccount {
        carrier_account,
        active_carrier_service_ids,
    } = form;
    let mut edit = scope.edit(carrier_account).await?;
    if edit.is_new() && !edit.mentions("isActive") {
        edit.record.is_active = true;
    }
    let services = match active_carrier_service_ids {
        Patch::Absent => None,
        ids => Some(ids.value().unwrap_or_default()),
    };
    let filled = merge_attributes(scope, &edit, services.as_deref()).await?;
    let account = &mut edit.record;
    if let Some(customer) = account.customer_id {
        customers::find(scope, customer).await?;
    }
    account.settings = filled.settings;
    for (key, secret) in filled.secrets {
        match secret {
            Some(secret) => drop(
                account
                    .secrets
                    .insert(key.clone(), accounts::seal(scope, &key, &secret)?),
            ),
            None => drop(account.secrets.remove(&key)),
        }
    }
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    scope.store(&mut edit).await?;
    services::insert_missing(scope, &edit.record.carrier_code).await?;
    if let Some(services) = services {
        services::assign(scope, edit.record.id, &services).await?;
    }
    scope
        .publish(&events::ACCOUNT_SAVED, &edit.record.id)
        .await?;
    Ok(edit.record)
}

/// Merges settings and secrets, or returns all field errors.
async fn merge_attributes(
    scope: &mut Scope,
    edit: &Edit<CarrierAccount>,
    services: Option<&[CarrierServiceId]>,
) -> Result<rules::MergedAttributes> {
    let account = &edit.record;
    let mut errors = validate::check("carrierAccount", account);
    if edit
        .before
        .as_ref()
        .is_some_and(|before| before.carrier_code != account.carrier_code)
    {
        errors.push(FieldError::new(
            "carrierAccount.carrierCode",
            message!("cannot be changed; create a new account instead"),
        ));
        return Err(Error::Invalid(errors));
    }
    let filled = match find_enabled(scope, &account.carrier_code).await? {
        Ok(info) => rules::merge(
            &info.attributes,
            &account.attributes,
            &account.settings,
            &account.secrets,
        ),
        Err(wrong) => Err(vec![wrong]),
    };
    let filled = filled
        .map_err(|wrong| errors.extend(wrong))
        .unwrap_or_default();
    if let Some(services) = services {
        errors.extend(services::filter_foreign(scope, &account.carrier_code, services).await?);
    }
    if errors.is_empty() {
        Ok(filled)
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Tests the account's credentials with the carrier.
async fn test(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<Tested> {
    let account: CarrierAccount = scope.find(id).await?;
    let call = accounts::prepare_call(&mut scope, &account.into(), None).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    // No transaction is open during the carrier call.
    scope.rollback();
    Ok(match port.check_account(call).await {
        Ok(()) => Tested {
            ok: true,
            message: "The carrier accepts this account.".to_owned(),
        },
        Err(fault) => Tested {
            ok: false,
            message: fault.to_string(),
        },
    })
}

async fn delete(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<Empty> {
    match scope.delete::<CarrierAccount>(id).await {
        Err(Error::Refused { .. }) => return Err(IN_USE.into()),
        other => other?,
    }
    scope.publish(&events::ACCOUNT_DELETED, &id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// The carrier's description, or an error if it is unavailable.
async fn find_enabled(scope: &Scope, carrier: &str) -> Result<Result<CarrierInfo, FieldError>> {
    let codes = accounts::enabled_carriers(scope).await?;
    let info = scope
        .port::<dyn CarrierPort>()?
        .carrier(scope.tenant, carrier)
        .filter(|info| codes.contains(&info.code));
    Ok(info.ok_or_else(|| {
        let message = if codes.is_empty() {
            message!("there is no carrier '{carrier}' here; no carrier is enabled")
        } else {
            message!("there is no carrier '{carrier}' here; enabled are {codes}")
        };
        FieldError::new("carrierCode", message)
    }))
}

async fn for_edit(scope: &mut Scope, account: CarrierAccount) -> Result<AccountForEdit> {
    let carrier_services = services::list_for_account(scope, &account).await?;
    let mapped = mappings::store::count_customers(scope).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    let names = port.names(scope.tenant, &scope.languages());
    Ok(AccountForEdit {
        carrier_account: view(scope.tenant, account, &mapped, &names, port.as_ref()),
        carrier_services,
    })
}

fn view(
    tenant: TenantId,
    account: CarrierAccount,
    mapped: &BTreeMap<i64, i64>,
    names: &BTreeMap<String, String>,
    port: &dyn CarrierPort,
) -> AccountView {
    let plain = account.settings.iter().map(|(key, value)| AttributeValue {
        key: key.clone(),
        value: value.clone(),
        is_set: None,
    });
    let secret = |key: &String| AttributeValue {
        key: key.clone(),
        value: String::new(),
        is_set: Some("true"),
    };
    let mut attributes: Vec<AttributeValue> =
        plain.chain(account.secrets.keys().map(secret)).collect();
    // In the carrier's declared order.
    if let Some(info) = port.carrier(tenant, &account.carrier_code) {
        let place = |entry: &AttributeValue| {
            info.attributes
                .iter()
                .position(|attribute| attribute.key == entry.key)
                .unwrap_or(usize::MAX)
        };
        attributes.sort_by_key(place);
    }
    AccountView {
        customer_count: mapped.get(&account.id.0).copied().unwrap_or(0),
        carrier_name: names
            .get(&account.carrier_code)
            .unwrap_or(&account.carrier_code)
            .clone(),
        attributes,
        account,
    }
}

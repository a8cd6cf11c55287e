//! The carriers' calls: accounts, attributes, services, mappings.

use std::collections::BTreeMap;

use kernel::{
    Area, ById, Empty, Error, FieldError, ListQuery, PageOf, Refusal, Result, Routes, Scope, Where,
    db::Col,
    ids::{CarrierAccountId, CarrierServiceId, CustomerId, TenantId},
    tsql,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{CARRIER, CARRIER_ACCOUNTS_EDIT, CARRIER_MAPPING},
    accounts::{self, Account},
    events, mappings,
    model::CarrierAccount,
    port::{CarrierInfo, CarrierPort},
    rules,
    services::{self, ServiceView},
};

/// The carriers' room.
pub fn area() -> Area {
    Area::new("carriers")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .sealed(&[crate::accounts::SECRETS])
        .needs::<dyn crate::port::CarrierPort>()
        .routes(
            Routes::at("/api/carrier/carrieraccount")
                .feature(crate::access::CARRIERS)
                .get("getcarriercodes", CARRIER, codes)
                .list("getcarrieraccountcustomermappings", CARRIER, mappings::list)
                .list("getcarrieraccounts", CARRIER, list)
                .get("getcarrieraccountforedit", CARRIER, get)
                .get("getcarrierattributes", CARRIER, attributes)
                .post("createorupdatecarrieraccount", CARRIER_ACCOUNTS_EDIT, save)
                .post("testcarrieraccount", CARRIER_ACCOUNTS_EDIT, test)
                .delete("deletecarrieraccount", CARRIER_ACCOUNTS_EDIT, delete)
                .post("MapCarrierAccountsToCustomer", CARRIER_MAPPING, mappings::map),
        )
        .routes(Routes::at("/api/carrier/carrierservices").feature(crate::access::CARRIERS).list(
            "getcarrierservices",
            CARRIER,
            services::list,
        ))
}

const IN_USE: Refusal = Refusal::new(2202, "The account is in use; switch it off instead.");

/// An account as the API sends it. Secrets are never sent back.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountView {
    #[serde(default)]
    id: CarrierAccountId,
    #[serde(default)]
    row_version: i64,
    name: String,
    /// Unique in the tenant: 2 to 32 capitals, digits, `-` or `_`.
    code: String,
    carrier_code: String,
    /// What people call the carrier; the code of one that is not installed. Not read.
    #[serde(default)]
    carrier_name: String,
    #[serde(default)]
    customer_id: Option<CustomerId>,
    #[serde(default = "yes")]
    is_active: bool,
    /// How many customers are mapped to it.
    #[serde(default)]
    customer_count: i64,
    #[serde(default)]
    public_logo: Option<String>,
    #[serde(default)]
    private_logo: Option<String>,
    #[serde(default)]
    use_manual_rates: bool,
    #[serde(default)]
    available_for_guest: bool,
    #[serde(default)]
    available_for_payg: bool,
    /// `{key, value}`; a secret that is set comes as `{key, value: "", isSet: "true"}`, and an empty one sent keeps it.
    #[serde(default)]
    #[schemars(with = "Vec<AttributeValue>")]
    attributes: Vec<BTreeMap<String, String>>,
}

/// An entry of an account's `attributes`, as the document describes it.
#[derive(JsonSchema)]
#[schemars(rename = "CarrierAccountAttribute")]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes entries that stay maps on their way through")]
struct AttributeValue {
    key: String,
    value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    is_set: Option<String>,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountForEdit {
    carrier_account: AccountView,
    carrier_services: Vec<ServiceView>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SaveCarrierAccount")]
struct Save {
    carrier_account: AccountView,
    /// The services switched on; left out or empty: all.
    #[serde(default)]
    active_carrier_service_ids: Vec<CarrierServiceId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfCarrier {
    carrier_code: String,
}

/// One setting an account of the carrier has.
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
    let mapped = mapped_customers(&mut scope).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    let names = port.names(scope.tenant, &scope.languages());
    Ok(page.map(|account| view(scope.tenant, account, &mapped, &names, port.as_ref())))
}

async fn get(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<AccountForEdit> {
    let account: CarrierAccount = scope.find(id).await?;
    for_edit(&mut scope, account).await
}

async fn attributes(scope: Scope, OfCarrier { carrier_code }: OfCarrier) -> Result<Vec<AttributeView>> {
    let info = enabled(&scope, &carrier_code).await?;
    let info = scope.port::<dyn CarrierPort>()?.in_languages(scope.tenant, info, &scope.languages());
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

async fn save(mut scope: Scope, form: Save) -> Result<AccountForEdit> {
    let account = store(&mut scope, form).await?;
    let answer = for_edit(&mut scope, account).await?;
    scope.commit().await?;
    Ok(answer)
}

/// A new account, for the program itself.
pub async fn create(
    scope: &mut Scope,
    carrier_code: &str,
    code: &str,
    name: &str,
    attributes: &[(&str, &str)],
) -> Result<Account> {
    let attribute = |(key, value): &(&str, &str)| {
        BTreeMap::from([("key".to_owned(), (*key).to_owned()), ("value".to_owned(), (*value).to_owned())])
    };
    let carrier_account = AccountView {
        name: name.to_owned(),
        code: code.to_owned(),
        carrier_code: carrier_code.to_owned(),
        is_active: true,
        available_for_guest: true,
        attributes: attributes.iter().map(attribute).collect(),
        ..AccountView::default()
    };
    Ok(store(scope, Save { carrier_account, active_carrier_service_ids: Vec::new() }).await?.into())
}

async fn store(scope: &mut Scope, form: Save) -> Result<CarrierAccount> {
    let Save { carrier_account: form, active_carrier_service_ids } = form;
    let info = enabled(scope, &form.carrier_code).await?;
    let stored = if form.id.0 == 0 { None } else { Some(scope.find::<CarrierAccount>(form.id).await?) };
    let mut errors = check(&form, stored.as_ref());
    let values = form
        .attributes
        .iter()
        .filter_map(|entry| Some((entry.get("key")?.clone(), entry.get("value").cloned().unwrap_or_default())))
        .collect();
    let mut secrets = stored.as_ref().map(|account| account.secrets.clone()).unwrap_or_default();
    let filled =
        rules::fill(&info.attributes, &values, &secrets).map_err(|wrong| errors.extend(wrong)).unwrap_or_default();
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if let Some(customer) = form.customer_id {
        customers::find(scope, customer).await?;
    }
    for (key, value) in &filled.secrets {
        secrets.insert(key.clone(), accounts::seal(scope, key, value)?);
    }
    let version =
        if form.row_version == 0 { stored.as_ref().map_or(0, |account| account.row_version) } else { form.row_version };
    let mut account = CarrierAccount {
        id: form.id,
        row_version: version,
        code: form.code.trim().to_owned(),
        name: form.name.trim().to_owned(),
        carrier_code: info.code.clone(),
        customer_id: form.customer_id,
        is_active: form.is_active,
        public_logo: form.public_logo,
        private_logo: form.private_logo,
        use_manual_rates: form.use_manual_rates,
        available_for_guest: form.available_for_guest,
        available_for_payg: form.available_for_payg,
        settings: filled.settings,
        secrets,
        creation_time: stored.as_ref().map_or_else(|| scope.now(), |account| account.creation_time),
    };
    if stored.is_some() {
        scope.update(&mut account).await?;
    } else {
        scope.insert(&mut account).await?;
    }
    services::remember(scope, &account.carrier_code).await?;
    services::assign(scope, &account, &active_carrier_service_ids).await?;
    scope.announce(&events::ACCOUNT_SAVED, &account.id).await?;
    Ok(account)
}

/// Asks the carrier whether the account's credentials work.
async fn test(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<Tested> {
    let account: CarrierAccount = scope.find(id).await?;
    let call = accounts::call(&mut scope, &account.into(), None).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    // The carrier is asked with no transaction open.
    scope.rollback();
    Ok(match port.check_account(call).await {
        Ok(()) => Tested { ok: true, message: "The carrier accepts this account.".to_owned() },
        Err(fault) => Tested { ok: false, message: fault.message },
    })
}

async fn delete(mut scope: Scope, ById { id }: ById<CarrierAccountId>) -> Result<Empty> {
    match scope.delete::<CarrierAccount>(id).await {
        // Bookings and quotes keep pointing at their account.
        Err(Error::Refused { .. }) => return Err(IN_USE.into()),
        other => other?,
    }
    scope.announce(&events::ACCOUNT_DELETED, &id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

async fn enabled(scope: &Scope, carrier: &str) -> Result<CarrierInfo> {
    let codes = accounts::enabled_carriers(scope).await?;
    let info =
        scope.port::<dyn CarrierPort>()?.carrier(scope.tenant, carrier).filter(|info| codes.contains(&info.code));
    info.ok_or_else(|| {
        let offer = if codes.is_empty() {
            "no carrier is enabled".to_owned()
        } else {
            format!("enabled are {}", codes.join(", "))
        };
        Error::invalid("carrierCode", format!("there is no carrier '{carrier}' here; {offer}"))
    })
}

fn check(form: &AccountView, stored: Option<&CarrierAccount>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let code = form.code.trim();
    let plain = code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
    if !(2..=32).contains(&code.len()) || !plain {
        errors.push(FieldError::new("carrierAccount.code", "must be 2 to 32 capitals, digits, '-' or '_'"));
    }
    if !(1..=128).contains(&form.name.trim().chars().count()) {
        errors.push(FieldError::new("carrierAccount.name", "must be 1 to 128 characters"));
    }
    if stored.is_some_and(|stored| stored.carrier_code != form.carrier_code) {
        errors.push(FieldError::new("carrierAccount.carrierCode", "cannot be changed; make a new account instead"));
    }
    errors
}

async fn for_edit(scope: &mut Scope, account: CarrierAccount) -> Result<AccountForEdit> {
    let carrier_services = services::of_account(scope, &account).await?;
    let mapped = mapped_customers(scope).await?;
    let port = scope.port::<dyn CarrierPort>()?;
    let names = port.names(scope.tenant, &scope.languages());
    Ok(AccountForEdit {
        carrier_account: view(scope.tenant, account, &mapped, &names, port.as_ref()),
        carrier_services,
    })
}

async fn mapped_customers(scope: &mut Scope) -> Result<BTreeMap<i64, i64>> {
    let sql = tsql!(
        "SELECT carrier_account_id, COUNT(*) FROM carrier_account_mappings WHERE tenant_id = $1 AND is_active = $2 GROUP BY carrier_account_id"
    );
    let rows = scope.rows(sql, vec![true.val()]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn view(
    tenant: TenantId,
    account: CarrierAccount,
    mapped: &BTreeMap<i64, i64>,
    names: &BTreeMap<String, String>,
    port: &dyn CarrierPort,
) -> AccountView {
    let mut attributes: Vec<BTreeMap<String, String>> = account
        .settings
        .iter()
        .map(|(key, value)| BTreeMap::from([("key".to_owned(), key.clone()), ("value".to_owned(), value.clone())]))
        .collect();
    attributes.extend(account.secrets.keys().map(|key| {
        BTreeMap::from([
            ("key".to_owned(), key.clone()),
            ("value".to_owned(), String::new()),
            ("isSet".to_owned(), "true".to_owned()),
        ])
    }));
    // In the order in which the carrier declares them.
    if let Some(info) = port.carrier(tenant, &account.carrier_code) {
        let place = |entry: &BTreeMap<String, String>| {
            info.attributes.iter().position(|attribute| Some(&attribute.key) == entry.get("key")).unwrap_or(usize::MAX)
        };
        attributes.sort_by_key(place);
    }
    AccountView {
        customer_count: mapped.get(&account.id.0).copied().unwrap_or(0),
        id: account.id,
        row_version: account.row_version,
        name: account.name,
        code: account.code,
        carrier_name: names.get(&account.carrier_code).unwrap_or(&account.carrier_code).clone(),
        carrier_code: account.carrier_code,
        customer_id: account.customer_id,
        is_active: account.is_active,
        public_logo: account.public_logo,
        private_logo: account.private_logo,
        use_manual_rates: account.use_manual_rates,
        available_for_guest: account.available_for_guest,
        available_for_payg: account.available_for_payg,
        attributes,
    }
}

//! Carrier accounts for other areas: usable accounts and carrier calls.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Instant,
};

use customers::CustomerType;
use data::{
    Error, Refusal, Result, Scope, Where,
    ids::{CarrierAccountId, CustomerId},
    message,
    secrets::{SealedColumn, SealedIn, Secret},
};

use crate::{
    model::{AccountService, CarrierAccount, CarrierService, Mapping},
    port::{CarrierCall, CarrierPort},
};

const NOT_ENABLED: Refusal = Refusal::new(2201, "This carrier is not enabled.");

#[derive(Debug, Clone)]
pub struct Account {
    pub id: CarrierAccountId,
    pub code: String,
    pub name: String,
    pub carrier_code: String,
    /// Customer that owns the account; None for the tenant's accounts.
    pub customer_id: Option<CustomerId>,
    pub is_active: bool,
    pub public_logo: Option<String>,
    pub use_manual_rates: bool,
    /// Keyed by attribute.
    pub settings: BTreeMap<String, String>,
    /// Encrypted; keyed by attribute.
    secrets: BTreeMap<String, String>,
}

impl From<CarrierAccount> for Account {
    fn from(row: CarrierAccount) -> Self {
        Self {
            id: row.id,
            code: row.code,
            name: row.name,
            carrier_code: row.carrier_code,
            customer_id: row.customer_id,
            is_active: row.is_active,
            public_logo: row.public_logo,
            use_manual_rates: row.use_manual_rates,
            settings: row.settings,
            secrets: row.secrets,
        }
    }
}

/// Not restricted to a customer: quotes and bookings refer to the tenant's own accounts.
pub async fn find(scope: &mut Scope, id: CarrierAccountId) -> Result<Account> {
    Ok(scope
        .unrestricted()
        .await?
        .find::<CarrierAccount>(id)
        .await?
        .into())
}

pub async fn all(scope: &mut Scope) -> Result<Vec<Account>> {
    Ok(scope
        .all::<CarrierAccount>(Where::all())
        .await?
        .into_iter()
        .map(Account::from)
        .collect())
}

/// Active accounts of enabled carriers for this customer; `None` is a guest. Flags for
/// pay-as-you-go customers and guests apply to the tenant's accounts only.
pub async fn list_usable(scope: &mut Scope, customer: Option<CustomerId>) -> Result<Vec<Account>> {
    // Customers also use the tenant's accounts, as mappings permit.
    let rows = scope.unrestricted().await?;
    let mut accounts = rows
        .all::<CarrierAccount>(Where::all().eq(CarrierAccount::IS_ACTIVE, true))
        .await?;
    match customer {
        None => {
            accounts.retain(|account| account.customer_id.is_none() && account.available_for_guest)
        }
        Some(customer) => {
            let customer_type = customers::find(scope, customer).await?.customer_type;
            let rows = scope.unrestricted().await?;
            let mappings = rows
                .all::<Mapping>(Where::all().eq(Mapping::CUSTOMER_ID, customer))
                .await?;
            let mapped: HashSet<_> = mappings
                .iter()
                .filter(|mapping| mapping.is_active)
                .map(|mapping| mapping.carrier_account_id)
                .collect();
            let is_open = |account: &CarrierAccount| match customer_type {
                CustomerType::Payg => account.available_for_payg,
                CustomerType::Guest => account.available_for_guest,
                CustomerType::Account | CustomerType::Prepaid | CustomerType::Unknown => true,
            };
            accounts.retain(|account| match account.customer_id {
                Some(owner) => owner == customer,
                None => is_open(account) && (mappings.is_empty() || mapped.contains(&account.id)),
            });
        }
    }
    let enabled = enabled_for(scope, customer).await?;
    accounts.retain(|account| enabled.contains(&account.carrier_code));
    Ok(accounts.into_iter().map(Account::from).collect())
}

/// Codes of the carriers installed and enabled for the caller.
pub async fn enabled_carriers(scope: &Scope) -> Result<Vec<String>> {
    enabled_for(scope, None).await
}

/// A feature disabled for the customer is disabled for users who book on its behalf.
async fn enabled_for(scope: &Scope, customer: Option<CustomerId>) -> Result<Vec<String>> {
    let (host, customer) = (scope.host(), customer.or(scope.caller.customer()));
    let mut enabled = Vec::new();
    for carrier in scope.port::<dyn CarrierPort>()?.codes() {
        let feature = format!("Plugin.{carrier}.Enabled");
        if host
            .gate()
            .feature(host, scope.tenant, customer, &feature)
            .await?
        {
            enabled.push(carrier);
        }
    }
    Ok(enabled)
}

async fn is_enabled(scope: &Scope, carrier: &str) -> Result<bool> {
    scope.feature(&format!("Plugin.{carrier}.Enabled")).await
}

/// An absent account has all services of its carrier.
pub async fn active_services(
    scope: &mut Scope,
    accounts: &[Account],
) -> Result<HashMap<CarrierAccountId, Vec<String>>> {
    let ids: Vec<CarrierAccountId> = accounts.iter().map(|account| account.id).collect();
    let enabled = scope
        .all::<AccountService>(Where::all().is_in(AccountService::CARRIER_ACCOUNT_ID, &ids))
        .await?;
    if enabled.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = enabled.iter().map(|row| row.carrier_service_id).collect();
    let services = scope
        .all::<CarrierService>(
            Where::all()
                .is_in(CarrierService::ID, &ids)
                .eq(CarrierService::IS_ACTIVE, true),
        )
        .await?;
    let mut active: HashMap<CarrierAccountId, Vec<String>> = HashMap::new();
    for row in enabled {
        let codes = active.entry(row.carrier_account_id).or_default();
        codes.extend(
            services
                .iter()
                .filter(|service| service.id == row.carrier_service_id)
                .map(|service| service.code.clone()),
        );
    }
    Ok(active)
}

/// Prepares settings and decrypted secrets. The call is for the account's own customer or the
/// caller's.
pub async fn prepare_call(
    scope: &mut Scope,
    account: &Account,
    deadline: Option<Instant>,
) -> Result<CarrierCall> {
    if !is_enabled(scope, &account.carrier_code).await? {
        return Err(not_enabled(&account.carrier_code));
    }
    let timezone = tenancy::settings(scope).await?.timezone.clone();
    call_in(scope, account, deadline, timezone)
}

/// Prepares calls for several accounts, each with its own error.
pub async fn prepare_calls(
    scope: &mut Scope,
    accounts: &[Account],
    deadline: Option<Instant>,
) -> Result<Vec<Result<CarrierCall>>> {
    let timezone = tenancy::settings(scope).await?.timezone.clone();
    let mut enabled: HashMap<&str, bool> = HashMap::new();
    let mut calls = Vec::with_capacity(accounts.len());
    for account in accounts {
        let carrier = account.carrier_code.as_str();
        let is_enabled = match enabled.get(carrier) {
            Some(known) => *known,
            None => *enabled
                .entry(carrier)
                .or_insert(is_enabled(scope, carrier).await?),
        };
        calls.push(match is_enabled {
            true => call_in(scope, account, deadline, timezone.clone()),
            false => Err(not_enabled(carrier)),
        });
    }
    Ok(calls)
}

fn not_enabled(carrier: &str) -> Error {
    NOT_ENABLED.with_message(message!("The carrier {carrier} is not enabled."))
}

fn call_in(
    scope: &Scope,
    account: &Account,
    deadline: Option<Instant>,
    timezone: String,
) -> Result<CarrierCall> {
    let secrets = account
        .secrets
        .iter()
        .map(|(key, sealed)| {
            Ok((
                key.clone(),
                scope
                    .host()
                    .secrets()
                    .open_sealed(scope.tenant, &purpose(key), sealed)?,
            ))
        })
        .collect::<Result<_>>()?;
    Ok(CarrierCall {
        tenant: scope.tenant,
        customer: account.customer_id.or(scope.caller.customer()),
        timezone,
        now: scope.now(),
        carrier: account.carrier_code.clone(),
        account_code: account.code.clone(),
        settings: account.settings.clone(),
        secrets,
        deadline,
    })
}

pub(crate) fn seal(scope: &Scope, key: &str, value: &str) -> Result<String> {
    scope
        .host()
        .secrets()
        .seal(scope.tenant, &purpose(key), &Secret::new(value))
}

fn purpose(key: &str) -> String {
    format!("carrier-account:{key}")
}

/// Encrypted column of account secrets, by attribute.
pub(crate) const SECRETS: SealedColumn = SealedColumn {
    table: "carrier_accounts",
    tenant: "tenant_id",
    column: "secrets",
    holds: SealedIn::Document,
    context: "''",
    purpose: |_, key| Some(purpose(key)),
};

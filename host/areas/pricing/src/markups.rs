//! Markups: the calls that read and set them, level by level, and their rows.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;
use kernel::{
    Empty, Error, FieldError, Record, Result, Routes, Scope, Where,
    case::null_is_default,
    ids::{CarrierAccountId, CarrierServiceId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{BOOKINGS, CUSTOMER_EDIT_MARKUP, MARKUPS},
    book,
    level::Level,
    rate::{MarkupRate, check_markup},
    rules::which::{Entry, share_a_day},
};

kernel::id! { MarkupId }

const MAX_ENTRIES: usize = 1000;
const MAX_SERVICES: usize = 500;

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/Markup")
        .feature(BOOKINGS)
        .get("GetMarkup", MARKUPS, of_accounts)
        .post("CreateOrUpdateMarkup", MARKUPS, save_accounts)
        .post("CreateOrUpdateMarkupByType", MARKUPS, save_type)
        .post(
            "CreateOrUpdateMarkupForCustomer",
            CUSTOMER_EDIT_MARKUP,
            save_customer,
        )
        .get("GetCustomerMarkup", CUSTOMER_EDIT_MARKUP, of_customer)
        .get("GetMarkupByType", MARKUPS, of_type)
}

/// The markups of one level for one account or carrier, over some days.
#[derive(Debug, Clone, Record)]
#[record(table = "markups", name = "The markup", open)]
pub(crate) struct Markup {
    pub id: MarkupId,
    pub row_version: i64,
    pub level: Level,
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    /// None for a whole carrier.
    pub carrier_account_id: Option<CarrierAccountId>,
    pub carrier_code: String,
    pub effective_date: Option<NaiveDate>,
    pub expire_date: Option<NaiveDate>,
    pub apply_to_all: bool,
    #[record(json)]
    pub rate: Option<MarkupRate>,
    #[record(json)]
    pub services: Vec<KeptService>,
}

/// A service's own markup as it is kept: its code beside the id, since carriers price by codes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptService {
    pub service_id: CarrierServiceId,
    pub code: String,
    pub rate: MarkupRate,
}

impl Markup {
    pub fn entry(&self) -> Entry {
        Entry {
            first: self.effective_date,
            last: self.expire_date,
            whole: self.rate.filter(|_| self.apply_to_all),
            services: self
                .services
                .iter()
                .map(|service| (service.code.clone(), service.rate))
                .collect(),
        }
    }

    fn days(&self) -> (Option<NaiveDate>, Option<NaiveDate>) {
        (self.effective_date, self.expire_date)
    }

    /// Which account or carrier it is for.
    fn of(&self) -> (Option<CarrierAccountId>, &str) {
        (self.carrier_account_id, &self.carrier_code)
    }
}

/// The markups of one carrier account, or of the carrier whose account it is, over some days.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AccountMarkup")]
pub(crate) struct AccountMarkup {
    carrier_account_id: CarrierAccountId,
    /// That of the account.
    #[serde(skip_deserializing)]
    carrier_code: String,
    /// That of the entry as it was read; 0 or left out: whatever is stored is replaced.
    row_version: i64,
    /// The first day that it applies; null: it always has. An account has an entry for each span of days.
    effective_date: Option<NaiveDate>,
    /// The last day that it applies; null: no end.
    #[serde(deserialize_with = "kernel::case::expiry")]
    expire_date: Option<NaiveDate>,
    /// Whether `rate` is for all services that have none of their own; left out: true where there is a rate.
    apply_to_all: Option<bool>,
    rate: Option<MarkupRate>,
    #[serde(deserialize_with = "null_is_default")]
    services: Vec<ServiceMarkup>,
}

/// A service's own markup. An additional service, fuel say, can have one as well.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ServiceMarkup {
    service_id: CarrierServiceId,
    rate: MarkupRate,
}

/// All markups of a level.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Markups {
    carrier_accounts: Vec<AccountMarkup>,
}

/// The accounts that are named have these markups from now on; one that comes without rate and services has none. Others
/// stay as they are.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveMarkups {
    carrier_accounts: Vec<AccountMarkup>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveMarkupsByType {
    /// 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid.
    mark_up_type: i64,
    carrier_accounts: Vec<AccountMarkup>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveMarkupsForCustomer {
    customer_id: CustomerId,
    carrier_accounts: Vec<AccountMarkup>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfType {
    /// 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid. Of a carrier one of its accounts stands for all.
    markup_type: i64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfCustomer {
    customer_id: CustomerId,
}

async fn of_accounts(mut scope: Scope, _: Empty) -> Result<Markups> {
    list(&mut scope, Level::CarrierAccount, None).await
}

async fn of_type(mut scope: Scope, of: OfType) -> Result<Markups> {
    list(&mut scope, level(of.markup_type, "markupType")?, None).await
}

async fn of_customer(mut scope: Scope, of: OfCustomer) -> Result<Markups> {
    customers::find(&mut scope, of.customer_id).await?;
    list(&mut scope, Level::Customer, Some(of.customer_id)).await
}

async fn save_accounts(scope: Scope, sent: SaveMarkups) -> Result<Markups> {
    save(scope, Level::CarrierAccount, None, sent.carrier_accounts).await
}

async fn save_type(scope: Scope, sent: SaveMarkupsByType) -> Result<Markups> {
    let level = level(sent.mark_up_type, "markUpType")?;
    save(scope, level, None, sent.carrier_accounts).await
}

async fn save_customer(mut scope: Scope, sent: SaveMarkupsForCustomer) -> Result<Markups> {
    customers::find(&mut scope, sent.customer_id).await?;
    save(
        scope,
        Level::Customer,
        Some(sent.customer_id),
        sent.carrier_accounts,
    )
    .await
}

pub(crate) fn level(number: i64, member: &str) -> Result<Level> {
    let says = || message!("must be 1 (Carrier), 2 (Account), 3 (Payg), 4 (Guest) or 5 (Prepaid)");
    Level::of_type(number).ok_or_else(|| Error::invalid(member, says()))
}

fn of_level(level: Level, customer: Option<CustomerId>) -> Where<Markup> {
    let narrow = Where::all().eq(Markup::LEVEL, level);
    match customer {
        Some(customer) => narrow.eq(Markup::CUSTOMER_ID, customer),
        None => narrow.is_null(Markup::CUSTOMER_ID),
    }
}

async fn list(scope: &mut Scope, level: Level, customer: Option<CustomerId>) -> Result<Markups> {
    let rows: Vec<Markup> = scope.all(of_level(level, customer)).await?;
    // A carrier's markups are told with one of its accounts.
    let mut standing: BTreeMap<String, CarrierAccountId> = BTreeMap::new();
    if level == Level::Carrier {
        for account in carriers::accounts::all(scope).await? {
            let first = standing.entry(account.carrier_code).or_insert(account.id);
            *first = account.id.min(*first);
        }
    }
    let told = |row: Markup| {
        let carrier_account_id = row
            .carrier_account_id
            .or_else(|| standing.get(&row.carrier_code).copied())?;
        let service = |kept: KeptService| ServiceMarkup {
            service_id: kept.service_id,
            rate: kept.rate,
        };
        Some(AccountMarkup {
            carrier_account_id,
            carrier_code: row.carrier_code,
            row_version: row.row_version,
            effective_date: row.effective_date,
            expire_date: row.expire_date,
            apply_to_all: Some(row.apply_to_all),
            rate: row.rate,
            services: row.services.into_iter().map(service).collect(),
        })
    };
    let mut carrier_accounts: Vec<AccountMarkup> = rows.into_iter().filter_map(told).collect();
    carrier_accounts.sort_by_key(|entry| (entry.carrier_account_id, entry.effective_date));
    Ok(Markups { carrier_accounts })
}

async fn save(
    mut scope: Scope,
    level: Level,
    customer: Option<CustomerId>,
    sent: Vec<AccountMarkup>,
) -> Result<Markups> {
    book::change(&mut scope, customer).await?;
    let mut wanted = checked(&mut scope, level, customer, sent).await?;
    let stored: Vec<Markup> = scope.all(of_level(level, customer)).await?;
    let same = |one: &Markup, other: &Markup| {
        one.of() == other.of() && one.effective_date == other.effective_date
    };
    for old in stored
        .iter()
        .filter(|old| wanted.iter().any(|new| new.of() == old.of()))
    {
        if !wanted.iter().any(|new| same(new, old) && !is_empty(new)) {
            let named = wanted
                .iter()
                .find(|new| same(new, old))
                .map_or(0, |new| new.row_version);
            kernel::save::fresh(named, old.row_version)?;
            scope.delete::<Markup>(old.id).await?;
        }
    }
    for new in wanted.iter_mut().filter(|new| !is_empty(new)) {
        match stored.iter().find(|old| same(new, old)) {
            None => scope.insert(new).await?,
            Some(old) => {
                kernel::save::fresh(new.row_version, old.row_version)?;
                (new.id, new.row_version) = (old.id, old.row_version);
                scope.update(new).await?;
            }
        }
    }
    let markups = list(&mut scope, level, customer).await?;
    scope.commit().await?;
    Ok(markups)
}

/// Whether it says that there is no markup.
pub(crate) fn is_empty(markup: &Markup) -> bool {
    markup.rate.is_none() && markup.services.is_empty()
}

/// The rows that were sent, or everything that is wrong with them.
pub(crate) async fn checked(
    scope: &mut Scope,
    level: Level,
    customer: Option<CustomerId>,
    sent: Vec<AccountMarkup>,
) -> Result<Vec<Markup>> {
    if sent.len() > MAX_ENTRIES {
        return Err(Error::invalid(
            "carrierAccounts",
            message!("must be at most {max} entries", max = MAX_ENTRIES),
        ));
    }
    let accounts = carriers::accounts::all(scope).await?;
    let services = carriers::service_codes(scope).await?;
    let mut errors = Vec::new();
    let mut wanted: Vec<Markup> = Vec::with_capacity(sent.len());
    for (at, entry) in sent.into_iter().enumerate() {
        let member = |name: &str| format!("carrierAccounts[{at}].{name}");
        let account = accounts
            .iter()
            .find(|account| account.id == entry.carrier_account_id);
        let account = account.ok_or(Error::NotFound("The carrier account"))?;
        if customer.is_some()
            && account
                .customer_id
                .is_some_and(|owner| Some(owner) != customer)
        {
            let says = message!("is another customer's own account");
            errors.push(FieldError::new(member("carrierAccountId"), says));
        }
        errors.extend(wrong(&entry, &member));
        let mut kept = Vec::with_capacity(entry.services.len());
        for (place, service) in entry.services.iter().enumerate().take(MAX_SERVICES) {
            match services
                .get(&service.service_id)
                .filter(|(carrier, _)| *carrier == account.carrier_code)
            {
                Some((_, code)) => {
                    kept.push(KeptService {
                        service_id: service.service_id,
                        code: code.clone(),
                        rate: service.rate,
                    });
                }
                None => {
                    let path = member(&format!("services[{place}].serviceId"));
                    errors.push(FieldError::new(
                        path,
                        message!("is no service of this account's carrier"),
                    ));
                }
            }
        }
        let markup = Markup {
            id: MarkupId::default(),
            row_version: entry.row_version,
            level,
            customer_id: customer,
            carrier_account_id: (level != Level::Carrier).then_some(account.id),
            carrier_code: account.carrier_code.clone(),
            effective_date: entry.effective_date,
            expire_date: entry.expire_date,
            apply_to_all: entry.apply_to_all.unwrap_or(entry.rate.is_some()),
            rate: entry.rate,
            services: kept,
        };
        if wanted
            .iter()
            .any(|other| other.of() == markup.of() && share_a_day(other.days(), markup.days()))
        {
            let says = message!("shares days with another entry of the same account or carrier");
            errors.push(FieldError::new(member("effectiveDate"), says));
        }
        wanted.push(markup);
    }
    if errors.is_empty() {
        Ok(wanted)
    } else {
        Err(Error::Invalid(errors))
    }
}

/// What is wrong with an entry by itself.
fn wrong(entry: &AccountMarkup, member: &impl Fn(&str) -> String) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = entry
        .rate
        .iter()
        .filter_map(|rate| check_markup(rate, &member("rate")))
        .collect();
    if entry.apply_to_all == Some(true) && entry.rate.is_none() {
        errors.push(FieldError::new(
            member("rate"),
            message!("is required where it applies to all services"),
        ));
    }
    errors.extend(crate::rules::days(
        (&member("effectiveDate"), entry.effective_date),
        (&member("expireDate"), entry.expire_date),
    ));
    if entry.services.len() > MAX_SERVICES {
        errors.push(FieldError::new(
            member("services"),
            message!("must be at most {max} entries", max = MAX_SERVICES),
        ));
    }
    let mut seen = HashSet::new();
    for (place, service) in entry.services.iter().enumerate().take(MAX_SERVICES) {
        errors.extend(check_markup(
            &service.rate,
            &member(&format!("services[{place}].rate")),
        ));
        if !seen.insert(service.service_id) {
            let path = member(&format!("services[{place}].serviceId"));
            errors.push(FieldError::new(path, message!("is named twice")));
        }
    }
    errors
}

//! Markups: rows and calls by level.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;
use data::{
    Empty, Error, FieldError, Record, Result, Scope, Where,
    ids::{CarrierAccountId, CarrierServiceId, CustomerId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{BOOKINGS, CUSTOMER_EDIT_MARKUP, MARKUPS},
    markups::{
        self,
        level::Level,
        rate::{MarkupRate, check_markup},
        selection::{Entry, overlap},
    },
};

data::id! { MarkupId }

const MAX_ENTRIES: usize = 1000;
const MAX_SERVICES: usize = 500;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/Markup")
        .feature(BOOKINGS)
        .get("GetMarkup", MARKUPS, get_account_markups)
        .post("CreateOrUpdateMarkup", MARKUPS, save_accounts)
        .post("CreateOrUpdateMarkupByType", MARKUPS, save_type)
        .post(
            "CreateOrUpdateMarkupForCustomer",
            CUSTOMER_EDIT_MARKUP,
            save_customer,
        )
        .get(
            "GetCustomerMarkup",
            CUSTOMER_EDIT_MARKUP,
            get_customer_markups,
        )
        .get("GetMarkupByType", MARKUPS, get_type_markups)
}

/// The markups of one level for an account or carrier, within a period.
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
    pub services: Vec<StoredServiceMarkup>,
}

/// A service's markup as stored. The code accompanies the id, since carriers price by codes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredServiceMarkup {
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

    fn target(&self) -> (Option<CarrierAccountId>, &str) {
        (self.carrier_account_id, &self.carrier_code)
    }
}

/// The markups of a carrier account, or of its carrier, within a period.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AccountMarkup")]
pub(crate) struct AccountMarkup {
    carrier_account_id: CarrierAccountId,
    /// Carrier of the account.
    #[serde(skip_deserializing)]
    carrier_code: String,
    /// Expected version of the entry. 0 or absent: any.
    row_version: i64,
    /// First valid day. Null: unbounded. An account has one entry per period.
    effective_date: Option<NaiveDate>,
    /// Last valid day. Null: unbounded.
    #[serde(deserialize_with = "data::case::expiry")]
    expire_date: Option<NaiveDate>,
    /// If set, `rate` applies to all services without their own. Default: true with a rate.
    apply_to_all: Option<bool>,
    rate: Option<MarkupRate>,
    services: Vec<ServiceMarkup>,
}

/// A service's markup. Additional services such as fuel can have one.
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

/// Replaces the markups of the named accounts. An account without rate and services loses its
/// markups. Others are kept.
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
struct TypeQuery {
    /// 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid. One account represents its carrier.
    markup_type: i64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerQuery {
    customer_id: CustomerId,
}

async fn get_account_markups(mut scope: Scope, _: Empty) -> Result<Markups> {
    list(&mut scope, Level::CarrierAccount, None).await
}

async fn get_type_markups(mut scope: Scope, of: TypeQuery) -> Result<Markups> {
    list(&mut scope, level(of.markup_type, "markupType")?, None).await
}

async fn get_customer_markups(mut scope: Scope, of: CustomerQuery) -> Result<Markups> {
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
    let message =
        || message!("must be 1 (Carrier), 2 (Account), 3 (Payg), 4 (Guest) or 5 (Prepaid)");
    Level::from_markup_type(number).ok_or_else(|| Error::invalid(member, message()))
}

fn load_level(level: Level, customer: Option<CustomerId>) -> Where<Markup> {
    let narrow = Where::all().eq(Markup::LEVEL, level);
    match customer {
        Some(customer) => narrow.eq(Markup::CUSTOMER_ID, customer),
        None => narrow.is_null(Markup::CUSTOMER_ID),
    }
}

async fn list(scope: &mut Scope, level: Level, customer: Option<CustomerId>) -> Result<Markups> {
    let rows: Vec<Markup> = scope.all(load_level(level, customer)).await?;
    // One of the carrier's accounts represents it.
    let mut standing: BTreeMap<String, CarrierAccountId> = BTreeMap::new();
    if level == Level::Carrier {
        for account in carriers::accounts::all(scope).await? {
            let first = standing.entry(account.carrier_code).or_insert(account.id);
            *first = account.id.min(*first);
        }
    }
    let to_entry = |row: Markup| {
        let carrier_account_id = row
            .carrier_account_id
            .or_else(|| standing.get(&row.carrier_code).copied())?;
        let service = |stored_services: StoredServiceMarkup| ServiceMarkup {
            service_id: stored_services.service_id,
            rate: stored_services.rate,
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
    let mut carrier_accounts: Vec<AccountMarkup> = rows.into_iter().filter_map(to_entry).collect();
    carrier_accounts.sort_by_key(|entry| (entry.carrier_account_id, entry.effective_date));
    Ok(Markups { carrier_accounts })
}

async fn save(
    mut scope: Scope,
    level: Level,
    customer: Option<CustomerId>,
    sent: Vec<AccountMarkup>,
) -> Result<Markups> {
    markups::cache::begin_change(&mut scope, customer).await?;
    let mut rows = to_rows(&mut scope, level, customer, sent).await?;
    let stored: Vec<Markup> = scope.all(load_level(level, customer)).await?;
    let same = |one: &Markup, other: &Markup| {
        one.target() == other.target() && one.effective_date == other.effective_date
    };
    for old in stored
        .iter()
        .filter(|old| rows.iter().any(|new| new.target() == old.target()))
    {
        if !rows.iter().any(|new| same(new, old) && !is_empty(new)) {
            let named = rows
                .iter()
                .find(|new| same(new, old))
                .map_or(0, |new| new.row_version);
            data::save::check_version(named, old.row_version)?;
            scope.delete::<Markup>(old.id).await?;
        }
    }
    for new in rows.iter_mut().filter(|new| !is_empty(new)) {
        match stored.iter().find(|old| same(new, old)) {
            None => scope.insert(new).await?,
            Some(old) => {
                data::save::check_version(new.row_version, old.row_version)?;
                (new.id, new.row_version) = (old.id, old.row_version);
                scope.update(new).await?;
            }
        }
    }
    let markups = list(&mut scope, level, customer).await?;
    scope.commit().await?;
    Ok(markups)
}

pub(crate) fn is_empty(markup: &Markup) -> bool {
    markup.rate.is_none() && markup.services.is_empty()
}

pub(crate) async fn to_rows(
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
    let mut rows: Vec<Markup> = Vec::with_capacity(sent.len());
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
            let message = message!("is another customer's own account");
            errors.push(FieldError::new(member("carrierAccountId"), message));
        }
        errors.extend(validate(&entry, &member));
        let mut stored_services = Vec::with_capacity(entry.services.len());
        for (place, service) in entry.services.iter().enumerate().take(MAX_SERVICES) {
            match services
                .get(&service.service_id)
                .filter(|(carrier, _)| *carrier == account.carrier_code)
            {
                Some((_, code)) => {
                    stored_services.push(StoredServiceMarkup {
                        service_id: service.service_id,
                        code: code.clone(),
                        rate: service.rate,
                    });
                }
                None => {
                    let path = member(&format!("services[{place}].serviceId"));
                    errors.push(FieldError::new(
                        path,
                        message!("is not a service of this account's carrier"),
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
            services: stored_services,
        };
        if rows
            .iter()
            .any(|other| other.target() == markup.target() && overlap(other.days(), markup.days()))
        {
            let message = message!("shares days with another entry of the same account or carrier");
            errors.push(FieldError::new(member("effectiveDate"), message));
        }
        rows.push(markup);
    }
    if errors.is_empty() {
        Ok(rows)
    } else {
        Err(Error::Invalid(errors))
    }
}

fn validate(entry: &AccountMarkup, member: &impl Fn(&str) -> String) -> Vec<FieldError> {
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
    errors.extend(crate::period::days(
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
            errors.push(FieldError::new(path, message!("is a duplicate")));
        }
    }
    errors
}

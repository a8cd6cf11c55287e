//! Promo codes: what they take off, when and for whom they hold, and which bookings have used them.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use garde::Validate;
use kernel::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, Message, PageOf, Record, Refusal,
    Result, Routes, Save, Scope, Where,
    case::null_is_default,
    db::Col,
    ids::{BookingId, CarrierAccountId, CustomerId},
    message, tsql, validate,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    access::{BOOKINGS, PROMO_CODES},
    rate::{CalcMethod, MarkupRate, check_discount},
    rules::{days, which},
    terms::Promo,
};

kernel::id! { PromoCodeId }

const MAX_CODE_LENGTH: usize = 64;
const MAX_DESCRIPTION_LENGTH: usize = 500;
const MAX_USES: i64 = 1_000_000_000;
const MAX_ACCOUNTS: usize = 500;

const USED_UP: Refusal = Refusal::new(3201, "The promo code of this price can no longer be used.");

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/promocode")
        .feature(BOOKINGS)
        .list("getpromocodes", PROMO_CODES, list)
        .post("createorupdatepromocode", Save::by(PROMO_CODES), save)
        .delete("deletePromoCode", PROMO_CODES, delete)
        .get("getpromocodeforedit", PROMO_CODES, get)
        .get("getMapCarrierAccountPromoCode", PROMO_CODES, by_account)
}

/// A word that takes something off a price.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "promo_codes", name = "The promo code", open)]
#[garde(allow_unvalidated)]
struct PromoCode {
    /// 0 or left out for a new one.
    id: PromoCodeId,
    row_version: i64,
    /// What customers type, without blanks; unique in the tenant, whatever the case.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    code: String,
    #[serde(skip)]
    #[record(internal)]
    code_key: String,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    description: Option<String>,
    is_active: bool,
    /// The first day that it holds, in the tenant's zone; null: it always has.
    start_date: Option<NaiveDate>,
    /// The last day; null: no end.
    #[serde(deserialize_with = "kernel::case::expiry")]
    end_date: Option<NaiveDate>,
    /// What it takes off: percent, an amount before tax, or (Override) all but an amount.
    #[record(json)]
    rate: MarkupRate,
    /// How many bookings may use it; null: any number.
    #[garde(range(min = 1, max = MAX_USES))]
    max_uses: Option<i64>,
    /// How many bookings of one customer may use it; null: any number.
    #[garde(range(min = 1, max = MAX_USES))]
    max_uses_per_customer: Option<i64>,
    /// The carrier accounts whose prices it holds for; empty: all.
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    carrier_account_ids: Vec<CarrierAccountId>,
    #[serde(skip_deserializing)]
    creation_time: DateTime<Utc>,
    /// How many bookings use it now.
    #[serde(skip_deserializing)]
    #[record(sent)]
    used_count: i64,
}

impl Default for PromoCode {
    fn default() -> Self {
        Self {
            id: PromoCodeId(0),
            row_version: 0,
            code: String::new(),
            code_key: String::new(),
            description: None,
            is_active: true,
            start_date: None,
            end_date: None,
            rate: MarkupRate {
                calc_method: CalcMethod::Percentage,
                value: Decimal::ZERO,
            },
            max_uses: None,
            max_uses_per_customer: None,
            carrier_account_ids: Vec::new(),
            creation_time: DateTime::UNIX_EPOCH,
            used_count: 0,
        }
    }
}

/// A booking that uses a code.
#[derive(Debug, Clone, Record)]
#[record(table = "promo_code_uses", name = "The promo code's use", unrecorded)]
struct PromoCodeUse {
    id: i64,
    row_version: i64,
    promo_code_id: PromoCodeId,
    customer_id: CustomerId,
    booking_id: BookingId,
    creation_time: DateTime<Utc>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavePromoCode {
    promo_code: Change<PromoCode>,
}

/// One promo code.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OnePromoCode {
    promo_code: PromoCode,
}

/// The codes that hold for one carrier account.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountPromoCodes {
    /// Null: the codes that hold for all accounts.
    carrier_account_id: Option<CarrierAccountId>,
    promo_codes: Vec<NamedPromoCode>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NamedPromoCode {
    id: PromoCodeId,
    code: String,
    is_active: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ByAccount {
    items: Vec<AccountPromoCodes>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<PromoCode>> {
    let mut page = scope.page::<PromoCode>(&query, Where::all()).await?;
    count_uses(&mut scope, &mut page.items).await?;
    Ok(page)
}

async fn get(mut scope: Scope, ById { id }: ById<PromoCodeId>) -> Result<OnePromoCode> {
    let mut found = [scope.find::<PromoCode>(id).await?];
    count_uses(&mut scope, &mut found).await?;
    let [promo_code] = found;
    Ok(OnePromoCode { promo_code })
}

async fn by_account(mut scope: Scope, _: Empty) -> Result<ByAccount> {
    let codes: Vec<PromoCode> = scope.all(Where::all()).await?;
    let mut items: Vec<AccountPromoCodes> = Vec::new();
    for code in codes {
        let named = NamedPromoCode {
            id: code.id,
            code: code.code,
            is_active: code.is_active,
        };
        let accounts = code
            .carrier_account_ids
            .into_iter()
            .map(Some)
            .collect::<Vec<_>>();
        for account in if accounts.is_empty() {
            vec![None]
        } else {
            accounts
        } {
            match items
                .iter_mut()
                .find(|item| item.carrier_account_id == account)
            {
                Some(item) => item.promo_codes.push(named.clone()),
                None => {
                    items.push(AccountPromoCodes {
                        carrier_account_id: account,
                        promo_codes: vec![named.clone()],
                    });
                }
            }
        }
    }
    items.sort_by_key(|item| item.carrier_account_id);
    Ok(ByAccount { items })
}

async fn count_uses(scope: &mut Scope, codes: &mut [PromoCode]) -> Result<()> {
    let sql = tsql!(
        "SELECT promo_code_id, COUNT(*) FROM promo_code_uses WHERE tenant_id = $1 GROUP BY promo_code_id"
    );
    let mut used = HashMap::new();
    for row in scope.rows(sql, Vec::new()).await? {
        used.insert(row.get::<PromoCodeId>(0)?, row.get::<i64>(1)?);
    }
    for code in codes {
        code.used_count = used.get(&code.id).copied().unwrap_or_default();
    }
    Ok(())
}

async fn save(mut scope: Scope, sent: SavePromoCode) -> Result<OnePromoCode> {
    let mut edit = scope.edit(sent.promo_code).await?;
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    let record = &mut edit.record;
    record.code = record.code.trim().to_owned();
    record.code_key = key(&record.code);
    record.carrier_account_ids.sort_unstable();
    record.carrier_account_ids.dedup();
    let mut errors = wrong(record);
    let accounts = carriers::accounts::all(&mut scope).await?;
    let before: &[CarrierAccountId] = edit
        .before
        .as_ref()
        .map_or(&[], |before| &before.carrier_account_ids);
    // One that was deleted since stays named until somebody takes it out.
    let is_known = |id: &CarrierAccountId| {
        before.contains(id) || accounts.iter().any(|account| account.id == *id)
    };
    if !edit.record.carrier_account_ids.iter().all(is_known) {
        return Err(Error::NotFound("The carrier account"));
    }
    let same = Where::all()
        .eq(PromoCode::CODE_KEY, edit.record.code_key.clone())
        .ne(PromoCode::ID, edit.record.id);
    if errors.is_empty() && scope.first::<PromoCode>(same).await?.is_some() {
        errors.push(FieldError::new(
            "promoCode.code",
            message!("is there already"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    let mut saved = [edit.record];
    count_uses(&mut scope, &mut saved).await?;
    scope.commit().await?;
    let [promo_code] = saved;
    Ok(OnePromoCode { promo_code })
}

fn key(code: &str) -> String {
    code.trim().to_lowercase()
}

/// Every field that cannot be accepted.
fn wrong(record: &PromoCode) -> Vec<FieldError> {
    let mut errors = validate::check("promoCode", record);
    if record
        .code
        .chars()
        .any(|letter| letter.is_whitespace() || letter.is_control())
    {
        errors.push(FieldError::new(
            "promoCode.code",
            message!("must hold no blanks"),
        ));
    }
    errors.extend(check_discount(&record.rate, "promoCode.rate"));
    errors.extend(days(
        ("promoCode.startDate", record.start_date),
        ("promoCode.endDate", record.end_date),
    ));
    if record.carrier_account_ids.len() > MAX_ACCOUNTS {
        let says = message!("must be at most {max} entries", max = MAX_ACCOUNTS);
        errors.push(FieldError::new("promoCode.carrierAccountIds", says));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<PromoCodeId>) -> Result<Empty> {
    scope.delete::<PromoCode>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// The code that a quote is asked with, if it holds for the customer on this day; a guest has no customer.
pub(crate) async fn holding(
    scope: &mut Scope,
    code: &str,
    customer: Option<CustomerId>,
    today: NaiveDate,
) -> Result<Promo> {
    let refused = |message: Message| Error::invalid("promoCode", message);
    let narrow = Where::all().eq(PromoCode::CODE_KEY, key(code));
    let found: Option<PromoCode> = scope.first(narrow).await?;
    // A code that is inactive or has ended is refused in the words for one that does not exist: guessing tells nothing.
    let Some(found) = found
        .filter(|code| code.is_active && which::applies(code.start_date, code.end_date, today))
    else {
        return Err(refused(message!("is no promo code that can be used now")));
    };
    if let Some(says) = used_up(scope, &found, customer, None).await? {
        return Err(refused(says));
    }
    Ok(Promo {
        id: found.id,
        code: found.code,
        rate: found.rate,
        accounts: found.carrier_account_ids,
    })
}

/// Which limit one more use would pass; the use of this booking is not counted.
async fn used_up(
    scope: &mut Scope,
    code: &PromoCode,
    customer: Option<CustomerId>,
    booking: Option<BookingId>,
) -> Result<Option<Message>> {
    let others = || {
        let of_code = Where::all().eq(PromoCodeUse::PROMO_CODE_ID, code.id);
        of_code.ne(PromoCodeUse::BOOKING_ID, booking.unwrap_or_default())
    };
    if let Some(most) = code.max_uses
        && scope.count::<PromoCodeUse>(others()).await? >= most
    {
        return Ok(Some(message!("has been used as often as it may be")));
    }
    if let (Some(most), Some(customer)) = (code.max_uses_per_customer, customer)
        && scope
            .count(others().eq(PromoCodeUse::CUSTOMER_ID, customer))
            .await?
            >= most
    {
        return Ok(Some(message!(
            "has been used by this customer as often as it may be"
        )));
    }
    Ok(None)
}

/// Spends a use of the code for a booking, in the transaction that sends it to the carrier. Spending again for the same
/// booking changes nothing. Refuses when the code was taken away meanwhile or a limit is reached.
pub async fn spend(
    scope: &mut Scope,
    code: PromoCodeId,
    booking: BookingId,
    customer: CustomerId,
) -> Result<()> {
    // Whoever spends the same code waits here, so that what is counted stays true until the commit.
    let hold =
        tsql!("UPDATE promo_codes SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(hold, vec![code.val()]).await?;
    let used = Where::all().eq(PromoCodeUse::BOOKING_ID, booking);
    match scope.first::<PromoCodeUse>(used).await? {
        Some(used) if used.promo_code_id == code => return Ok(()),
        Some(used) => scope.delete::<PromoCodeUse>(used.id).await?,
        None => {}
    }
    let found: Option<PromoCode> = scope.first(Where::id(code)).await?;
    let Some(found) = found.filter(|code| code.is_active) else {
        return Err(USED_UP.because(message!(
            "The promo code of this price was withdrawn. Ask for a new quote."
        )));
    };
    if used_up(scope, &found, Some(customer), Some(booking))
        .await?
        .is_some()
    {
        return Err(USED_UP.because(message!(
            "The promo code {code} has been used as often as it may be. Ask for a new quote without it.",
            code = found.code
        )));
    }
    let mut spent = PromoCodeUse {
        id: 0,
        row_version: 0,
        promo_code_id: code,
        customer_id: customer,
        booking_id: booking,
        creation_time: scope.now(),
    };
    scope.insert(&mut spent).await
}

/// Gives back what the booking has spent, in the transaction that cancels it or writes down the carrier's refusal; of a
/// booking that has spent nothing, nothing changes.
pub async fn give_back(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let sql = tsql!("DELETE FROM promo_code_uses WHERE tenant_id = $1 AND booking_id = $2");
    scope.rows(sql, vec![booking.val()]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(record: &PromoCode) -> Vec<String> {
        wrong(record)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn a_code_is_a_word_and_takes_something_off() {
        let day = |text: &str| Some(text.parse().unwrap());
        let good = PromoCode {
            code: "SPRING-26".to_owned(),
            ..PromoCode::default()
        };
        assert_eq!(members(&good), Vec::<String>::new());
        let blank = PromoCode {
            code: "SPRING 26".to_owned(),
            ..good.clone()
        };
        assert_eq!(members(&blank), ["promoCode.code"]);
        let rate = MarkupRate {
            calc_method: CalcMethod::Percentage,
            value: Decimal::from(101),
        };
        let wrong = PromoCode {
            max_uses: Some(0),
            rate,
            start_date: day("2026-06-02"),
            end_date: day("2026-06-01"),
            ..good
        };
        assert_eq!(
            members(&wrong),
            [
                "promoCode.maxUses",
                "promoCode.rate.value",
                "promoCode.endDate"
            ]
        );
    }
}

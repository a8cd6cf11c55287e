//! Promo codes: discounts, validity, and uses by bookings.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, Message, New, NewRecord, PageOf,
    Record, Refusal, Result, Save, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId},
    message, validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{BOOKINGS, PROMO_CODES},
    markups::{
        self,
        rate::{CalcMethod, MarkupRate, check_discount},
    },
    period::days,
    promo_codes::store,
    terms::Promo,
};

data::id! { PromoCodeId }

const MAX_CODE_LENGTH: usize = 64;
const MAX_DESCRIPTION_LENGTH: usize = 500;
const MAX_USES: i64 = 1_000_000_000;
const MAX_ACCOUNTS: usize = 500;

const USED_UP: Refusal = Refusal::new(3201, "The promo code of this price can no longer be used.");

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/promocode")
        .feature(BOOKINGS)
        .list("getpromocodes", PROMO_CODES, list)
        .post(
            "createorupdatepromocode",
            Save::with_permission(PROMO_CODES),
            save,
        )
        .delete("deletePromoCode", PROMO_CODES, delete)
        .get("getpromocodeforedit", PROMO_CODES, get)
        .get("getMapCarrierAccountPromoCode", PROMO_CODES, by_account)
}

/// A code that reduces prices.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "promo_codes", name = "The promo code", open)]
#[garde(allow_unvalidated)]
struct PromoCode {
    /// 0 or absent for a new one.
    id: PromoCodeId,
    row_version: i64,
    /// Typed by customers, without blanks. Unique in the tenant, ignoring case.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    code: String,
    #[serde(skip)]
    #[record(internal)]
    code_key: String,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    description: Option<String>,
    is_active: bool,
    /// First valid day in the tenant's time zone. Null: unbounded.
    start_date: Option<NaiveDate>,
    /// Last valid day. Null: unbounded.
    #[serde(deserialize_with = "data::case::expiry")]
    end_date: Option<NaiveDate>,
    /// The discount: percent, an amount before tax, or (Override) everything above an amount.
    #[record(json)]
    rate: MarkupRate,
    /// Maximum bookings. Null: unlimited.
    #[garde(range(min = 1, max = MAX_USES))]
    max_uses: Option<i64>,
    /// Maximum bookings of one customer. Null: unlimited.
    #[garde(range(min = 1, max = MAX_USES))]
    max_uses_per_customer: Option<i64>,
    /// Valid carrier accounts. Empty: all.
    #[record(json)]
    carrier_account_ids: Vec<CarrierAccountId>,
    #[serde(skip_deserializing)]
    creation_time: DateTime<Utc>,
    /// Number of current uses.
    #[serde(skip_deserializing)]
    #[record(sent)]
    used_count: i64,
}

impl Default for PromoCode {
    fn default() -> Self {
        New::<Self> {
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
        }
        .unsaved()
    }
}

/// A booking's use of a code.
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

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OnePromoCode {
    promo_code: PromoCode,
}

/// Codes valid for a carrier account.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AccountPromoCodes {
    /// Null: codes valid for all accounts.
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
    let used = store::count_uses(scope).await?;
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
    let mut errors = validate_code(record);
    let accounts = carriers::accounts::all(&mut scope).await?;
    let before: &[CarrierAccountId] = edit
        .before
        .as_ref()
        .map_or(&[], |before| &before.carrier_account_ids);
    // A deleted account stays until removed from the code.
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
            message!("already exists"),
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

fn validate_code(record: &PromoCode) -> Vec<FieldError> {
    let mut errors = validate::check("promoCode", record);
    if record
        .code
        .chars()
        .any(|letter| letter.is_whitespace() || letter.is_control())
    {
        errors.push(FieldError::new(
            "promoCode.code",
            message!("must have no spaces"),
        ));
    }
    errors.extend(check_discount(&record.rate, "promoCode.rate"));
    errors.extend(days(
        ("promoCode.startDate", record.start_date),
        ("promoCode.endDate", record.end_date),
    ));
    if record.carrier_account_ids.len() > MAX_ACCOUNTS {
        let message = message!("must be at most {max} entries", max = MAX_ACCOUNTS);
        errors.push(FieldError::new("promoCode.carrierAccountIds", message));
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<PromoCodeId>) -> Result<Empty> {
    scope.delete::<PromoCode>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Rejects an invalid code. A guest has no customer.
pub(crate) async fn load_valid(
    scope: &mut Scope,
    code: &str,
    customer: Option<CustomerId>,
    today: NaiveDate,
) -> Result<Promo> {
    let refused = |message: Message| Error::invalid("promoCode", message);
    let narrow = Where::all().eq(PromoCode::CODE_KEY, key(code));
    let found: Option<PromoCode> = scope.first(narrow).await?;
    // The same error as for an unknown code, to prevent guessing.
    let Some(found) = found.filter(|code| {
        code.is_active && markups::selection::is_valid_on(code.start_date, code.end_date, today)
    }) else {
        return Err(refused(message!(
            "is not a promo code that can be used now"
        )));
    };
    if let Some(reason) = exceeded_limit(scope, &found, customer, None).await? {
        return Err(refused(reason));
    }
    Ok(Promo {
        id: found.id,
        code: found.code,
        rate: found.rate,
        accounts: found.carrier_account_ids,
    })
}

/// Returns the limit that another use would exceed, without this booking's own.
async fn exceeded_limit(
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

/// Spends a use, in the transaction that sends the booking to the carrier. Idempotent. Rejected if
/// the code was withdrawn or a limit is reached.
pub async fn spend_use(
    scope: &mut Scope,
    code: PromoCodeId,
    booking: BookingId,
    customer: CustomerId,
) -> Result<()> {
    // The count of its uses stays valid until the commit.
    scope.lock::<PromoCode>(code).await?;
    let used = Where::all().eq(PromoCodeUse::BOOKING_ID, booking);
    match scope.first::<PromoCodeUse>(used).await? {
        Some(used) if used.promo_code_id == code => return Ok(()),
        Some(used) => scope.delete::<PromoCodeUse>(used.id).await?,
        None => {}
    }
    let found: Option<PromoCode> = scope.first(Where::id(code)).await?;
    let Some(found) = found.filter(|code| code.is_active) else {
        return Err(USED_UP.with_message(message!(
            "The promo code of this price was withdrawn. Get a new quote."
        )));
    };
    if exceeded_limit(scope, &found, Some(customer), Some(booking))
        .await?
        .is_some()
    {
        return Err(USED_UP.with_message(message!(
            "The promo code {code} has reached its usage limit. Get a new quote without it.",
            code = found.code
        )));
    }
    scope
        .create(New::<PromoCodeUse> {
            promo_code_id: code,
            customer_id: customer,
            booking_id: booking,
        })
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(record: &PromoCode) -> Vec<String> {
        validate_code(record)
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
        let errors = PromoCode {
            max_uses: Some(0),
            rate,
            start_date: day("2026-06-02"),
            end_date: day("2026-06-01"),
            ..good
        };
        assert_eq!(
            members(&errors),
            [
                "promoCode.maxUses",
                "promoCode.rate.value",
                "promoCode.endDate"
            ]
        );
    }
}

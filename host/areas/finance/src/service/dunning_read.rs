//! Which reminders were sent, and which would be sent now.

use std::collections::HashMap;

use chrono::NaiveDate;
use kernel::{
    Empty, Error, ListQuery, PageOf, Result, Scope, Where, case::null_is_default, ids::CustomerId,
    job::NewJob, message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    draft,
    dunning::{self, DueLetter},
    settings::settings,
    terms::terms,
};
use crate::model::{
    dunning::{DunningInvoice, DunningNotice, DunningNoticeId},
    invoice::InvoiceId,
};

const MAX_PAGE: i64 = 1000;
const PAGE: i64 = 100;

/// A letter with its invoices.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholeNotice {
    #[serde(flatten)]
    notice: DunningNotice,
    customer_name: String,
    invoices: Vec<DunningInvoice>,
}

/// One customer's reminders; left out: all that the caller may see.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticesOf {
    customer_id: Option<CustomerId>,
}

pub async fn list(
    mut scope: Scope,
    of: NoticesOf,
    query: ListQuery,
) -> Result<PageOf<WholeNotice>> {
    let narrow = Where::all().eq_some(DunningNotice::CUSTOMER_ID, of.customer_id);
    let page = scope.page::<DunningNotice>(&query, narrow).await?;
    let ids: Vec<DunningNoticeId> = page.items.iter().map(|notice| notice.id).collect();
    let rows: Vec<DunningInvoice> = scope
        .all(Where::all().is_in(DunningInvoice::NOTICE_ID, &ids))
        .await?;
    let mut invoices: HashMap<DunningNoticeId, Vec<DunningInvoice>> = HashMap::new();
    for row in rows {
        invoices.entry(row.notice_id).or_default().push(row);
    }
    let mut customers: Vec<CustomerId> =
        page.items.iter().map(|notice| notice.customer_id).collect();
    customers.sort_unstable();
    customers.dedup();
    let names = customers::names(&mut scope, &customers).await?;
    Ok(page.map(|notice| WholeNotice {
        customer_name: names
            .get(&notice.customer_id)
            .cloned()
            .unwrap_or_else(|| format!("#{}", notice.customer_id)),
        invoices: invoices.remove(&notice.id).unwrap_or_default(),
        notice,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewWanted {
    /// At most 1000 customers; 100 where it is left out.
    max_result_count: Option<i64>,
    #[serde(default, deserialize_with = "null_is_default")]
    skip_count: i64,
}

/// An invoice of a letter that would be sent.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceOfPreview {
    invoice_id: InvoiceId,
    invoice_number: Option<String>,
    step_days: i64,
    due_date: NaiveDate,
    days_overdue: i64,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    outstanding_amount: Decimal,
}

/// A letter that would be sent.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeOfPreview {
    customer_id: CustomerId,
    customer_name: String,
    days_overdue: i64,
    step_name: String,
    subject: String,
    text: String,
    /// Null: the customer has none, and nothing would be mailed.
    email_address: Option<String>,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    amount: Decimal,
    /// Payments and credits in this currency that are not applied to an invoice.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    unapplied_amount: Decimal,
    /// The amount that the letter asks for.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    amount_to_pay: Decimal,
    /// ISO 4217 code.
    currency: String,
    stops_credit: bool,
    invoices: Vec<InvoiceOfPreview>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningPreview {
    /// Whether they are sent by themselves.
    is_active: bool,
    /// Customers with an invoice that has reached a step; some of them may have paid ahead or owe too little.
    total_count: i64,
    items: Vec<NoticeOfPreview>,
}

/// What the next night would send, by the steps that are set.
pub async fn preview(mut scope: Scope, wanted: PreviewWanted) -> Result<DunningPreview> {
    let limit = wanted.max_result_count.unwrap_or(PAGE);
    if !(0..=MAX_PAGE).contains(&limit) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from 0 to {max}", max = MAX_PAGE),
        ));
    }
    let skip = usize::try_from(wanted.skip_count)
        .map_err(|_| Error::invalid("skipCount", message!("must be 0 or more")))?;
    let terms = terms(&scope).await?;
    let rule = settings(&mut scope).await?.dunning;
    let brand = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?
        .name
        .clone();
    let candidates = dunning::candidates(&mut scope, &rule, terms.today).await?;
    let mut items = Vec::new();
    for customer in candidates
        .iter()
        .skip(skip)
        .take(usize::try_from(limit).unwrap_or_default())
    {
        match dunning::letters(&mut scope, &rule, *customer, &terms).await {
            Ok(letters) => items.extend(letters.into_iter().map(|letter| shown(letter, &brand))),
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let total_count = i64::try_from(candidates.len()).unwrap_or(i64::MAX);
    Ok(DunningPreview {
        is_active: rule.is_active,
        total_count,
        items,
    })
}

fn shown(letter: DueLetter, brand: &str) -> NoticeOfPreview {
    let (subject, text) = dunning::written(&letter, brand);
    let email_address = letter
        .customer
        .email
        .clone()
        .filter(|address| kernel::mail::is_email(address));
    NoticeOfPreview {
        customer_id: letter.customer.id,
        customer_name: draft::invoiced(&letter.customer).name().to_owned(),
        days_overdue: letter.step.days_overdue,
        step_name: letter.step.name,
        subject,
        text,
        email_address,
        amount: letter.amount,
        unapplied_amount: letter.unapplied,
        amount_to_pay: letter.to_pay,
        currency: letter.currency,
        stops_credit: letter.stops_credit,
        invoices: letter
            .invoices
            .into_iter()
            .map(|due| InvoiceOfPreview {
                invoice_id: due.invoice.id,
                invoice_number: due.invoice.invoice_number,
                step_days: due.step_days,
                due_date: due.invoice.due_date,
                days_overdue: due.days_overdue,
                outstanding_amount: due.invoice.outstanding_amount,
            })
            .collect(),
    }
}

/// Sends what is due at once, as the next night would.
pub async fn run(mut scope: Scope, _: Empty) -> Result<Empty> {
    if !settings(&mut scope).await?.dunning.is_active {
        return Err(Error::invalid(
            "dunning.isActive",
            message!("must be set first: reminders are off"),
        ));
    }
    scope
        .enqueue(NewJob::new(dunning::JOB, json!({})).once("day"))
        .await?;
    scope.commit().await?;
    Ok(Empty {})
}

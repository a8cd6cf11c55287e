//! Lists of reminders, and a preview.

use std::collections::HashMap;

use billing::{
    invoices::{self, model::InvoiceId, terms::terms},
    settings::service::settings,
};
use chrono::NaiveDate;
use data::{Empty, Error, ListQuery, PageOf, Result, Scope, Where, ids::CustomerId, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use work::job::{NewJob, ScopeJobs};

use crate::dunning::{
    self,
    model::{DunningInvoice, DunningNotice, DunningNoticeId},
    service::DueReminder,
};

const MAX_PAGE: i64 = 1000;
const PAGE: i64 = 100;

/// A reminder with its invoices.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholeNotice {
    #[serde(flatten)]
    notice: DunningNotice,
    customer_name: String,
    invoices: Vec<DunningInvoice>,
}

/// One customer's reminders. Default: all visible to the caller.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticesQuery {
    customer_id: Option<CustomerId>,
}

pub async fn list(
    mut scope: Scope,
    filter: NoticesQuery,
    query: ListQuery,
) -> Result<PageOf<WholeNotice>> {
    let narrow = Where::all().eq_some(DunningNotice::CUSTOMER_ID, filter.customer_id);
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

#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningPreviewQuery {
    /// At most 1000 customers. Default: 100.
    max_result_count: Option<i64>,
    #[wire(null)]
    skip_count: i64,
}

/// An invoice of a previewed reminder.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewInvoice {
    invoice_id: InvoiceId,
    invoice_number: Option<String>,
    step_days: i64,
    due_date: NaiveDate,
    days_overdue: i64,
    outstanding_amount: Decimal,
}

/// A previewed reminder.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewNotice {
    customer_id: CustomerId,
    customer_name: String,
    days_overdue: i64,
    step_name: String,
    subject: String,
    text: String,
    /// Null: the customer has no address, so no email would be sent.
    email_address: Option<String>,
    amount: Decimal,
    /// Unapplied payments and credits in this currency.
    unapplied_amount: Decimal,
    /// The amount requested in the reminder.
    amount_to_pay: Decimal,
    /// ISO 4217 code.
    currency: String,
    stops_credit: bool,
    invoices: Vec<PreviewInvoice>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningPreview {
    /// True if reminders are sent automatically.
    is_active: bool,
    /// Customers with an invoice that has reached a step, including those with prepayments or small
    /// debts.
    total_count: i64,
    items: Vec<PreviewNotice>,
}

pub async fn preview(mut scope: Scope, query: DunningPreviewQuery) -> Result<DunningPreview> {
    let limit = query.max_result_count.unwrap_or(PAGE);
    if !(0..=MAX_PAGE).contains(&limit) {
        return Err(Error::invalid(
            "maxResultCount",
            message!("must be from 0 to {max}", max = MAX_PAGE),
        ));
    }
    let skip = usize::try_from(query.skip_count)
        .map_err(|_| Error::invalid("skipCount", message!("must be 0 or more")))?;
    let terms = terms(&scope).await?;
    let rule = settings(&mut scope).await?.dunning;
    let brand = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?
        .name
        .clone();
    let candidates = dunning::service::load_candidates(&mut scope, &rule, terms.today).await?;
    let mut items = Vec::new();
    for customer in candidates
        .iter()
        .skip(skip)
        .take(usize::try_from(limit).unwrap_or_default())
    {
        match dunning::service::load_due_reminders(&mut scope, &rule, *customer, &terms).await {
            Ok(reminders) => items.extend(
                reminders
                    .into_iter()
                    .map(|reminder| to_preview(reminder, &brand)),
            ),
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

fn to_preview(reminder: DueReminder, brand: &str) -> PreviewNotice {
    let (subject, text) = dunning::service::render_email(&reminder, brand);
    let email_address = reminder
        .customer
        .email
        .clone()
        .filter(|address| data::email::is_email(address));
    PreviewNotice {
        customer_id: reminder.customer.id,
        customer_name: invoices::draft::to_invoiced_customer(&reminder.customer)
            .name()
            .to_owned(),
        days_overdue: reminder.step.days_overdue,
        step_name: reminder.step.name,
        subject,
        text,
        email_address,
        amount: reminder.amount,
        unapplied_amount: reminder.unapplied,
        amount_to_pay: reminder.to_pay,
        currency: reminder.currency,
        stops_credit: reminder.stops_credit,
        invoices: reminder
            .invoices
            .into_iter()
            .map(|due| PreviewInvoice {
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

/// Sends due reminders now, as the next night would.
pub async fn run(mut scope: Scope, _: Empty) -> Result<Empty> {
    if !settings(&mut scope).await?.dunning.is_active {
        return Err(Error::invalid(
            "dunning.isActive",
            message!("must be set first: reminders are off"),
        ));
    }
    scope
        .enqueue(NewJob::new(dunning::service::JOB, json!({})).with_dedup_key("day"))
        .await?;
    scope.commit().await?;
    Ok(Empty {})
}

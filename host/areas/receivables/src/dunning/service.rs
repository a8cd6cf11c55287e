//! Dunning notices, once per step of an invoice, with email and credit stop in one transaction.

use std::{collections::BTreeMap, sync::LazyLock};

use chrono::{Days, NaiveDate};
use customers::Billing;
use data::{Error, New, Result, Scope, Where, db::Mode, email::is_email, ids::CustomerId};
use documents::Logo;
use ledger::access::STATEMENTS;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use tenancy::{EmailChange, EmailState, MailedRecord};
use work::{
    event::{Listener, ScopeEvents},
    job::{NewJob, ScopeJobs},
    mail::{Attachment, MAX_ATTACHMENT_BYTES, MailMessage, Person, Template, Templates},
};

use crate::{
    dunning, prepaid,
    statements::{self, service::StatementQuery},
};
use crate::{
    dunning::{
        model::{DunningInvoice, DunningNotice, DunningNoticeId},
        rules::days_overdue,
        store::{load_overdue_steps, load_sent_steps},
    },
    events::{REMINDER_SENT, ReminderSent},
    statements::download::{StatementFormat, load_logo, load_parts, render},
};
use billing::{
    conditions::payable_invoices,
    exchange,
    invoices::{
        self,
        terms::{Terms, terms},
    },
    settings::service::settings,
};
use billing::{
    invoices::{download::invoice::format_amount, model::Invoice},
    settings::model::{Dunning, DunningStep},
};

pub const JOB: &str = "finance.dunning";
/// Name of a reminder in the record of changes.
const ENTITY: &str = "DunningNotice";
/// Minimum days of an attached statement.
const STATEMENT_DAYS: u64 = 30;

const REMINDER_EMAIL: Template = Template {
    name: "dunning",
    subject: "{{ subject }}",
    text: include_str!("../mail/dunning.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[REMINDER_EMAIL]).map_err(|error| format!("{error:#}")));

#[derive(Debug)]
pub struct DueReminder {
    pub customer: Billing,
    pub currency: String,
    /// Total overdue.
    pub amount: Decimal,
    pub unapplied: Decimal,
    pub to_pay: Decimal,
    /// The step of the longest overdue invoice.
    pub step: DunningStep,
    pub stops_credit: bool,
    pub invoices: Vec<DueInvoice>,
}

#[derive(Debug)]
pub struct DueInvoice {
    pub invoice: Invoice,
    pub step_days: i64,
    pub days_overdue: i64,
}

pub async fn load_candidates(
    scope: &mut Scope,
    dunning: &Dunning,
    today: NaiveDate,
) -> Result<Vec<CustomerId>> {
    let mut found: Vec<CustomerId> = Vec::new();
    for (customer, due, sent) in load_overdue_steps(scope, today).await? {
        if found.last() != Some(&customer)
            && dunning::rules::due(&dunning.steps, days_overdue(due, today), sent).is_some()
        {
            found.push(customer);
        }
    }
    Ok(found)
}

/// Excludes disputed invoices.
pub async fn load_overdue(
    scope: &mut Scope,
    customer: CustomerId,
    today: NaiveDate,
) -> Result<Vec<Invoice>> {
    let narrow = payable_invoices()
        .eq(Invoice::CUSTOMER_ID, customer)
        .lt(Invoice::DUE_DATE, today)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO);
    scope.all(narrow).await
}

/// Returns one reminder per currency. Unapplied money covers overdue amounts of its currency.
pub async fn load_due_reminders(
    scope: &mut Scope,
    dunning: &Dunning,
    customer: CustomerId,
    terms: &Terms,
) -> Result<Vec<DueReminder>> {
    let mut of_currency: BTreeMap<String, Vec<Invoice>> = BTreeMap::new();
    for invoice in load_overdue(scope, customer, terms.today).await? {
        of_currency
            .entry(invoice.currency.clone())
            .or_default()
            .push(invoice);
    }
    let reminded = load_sent_steps(scope, customer).await?;
    let unapplied = statements::store::load_unapplied(scope, customer).await?;
    let customer = customers::load_billing(scope, customer).await?;
    let mut reminders = Vec::new();
    for (currency, mut invoices) in of_currency {
        let amount: Decimal = invoices
            .iter()
            .map(|invoice| invoice.outstanding_amount)
            .sum();
        let unapplied = unapplied.get(&currency).copied().unwrap_or_default();
        let remaining = dunning::rules::uncovered(amount, unapplied);
        let base_amount: Decimal = invoices
            .iter()
            .map(|invoice| invoice.base_outstanding_amount)
            .sum();
        let base_remaining = exchange::share(base_amount, amount, remaining, &terms.currency);
        if remaining <= Decimal::ZERO || base_remaining < dunning.minimum_amount {
            continue;
        }
        invoices.sort_by_key(|invoice| (invoice.due_date, invoice.id));
        let mut due: Vec<DueInvoice> = Vec::new();
        let mut worst: Option<&DunningStep> = None;
        let mut stops_credit = false;
        for invoice in invoices {
            let days_overdue = days_overdue(invoice.due_date, terms.today);
            let sent = reminded.get(&invoice.id).copied();
            let Some(step) = dunning::rules::due(&dunning.steps, days_overdue, sent) else {
                continue;
            };
            stops_credit |= step.stops_credit;
            worst = worst
                .filter(|worst| worst.days_overdue >= step.days_overdue)
                .or(Some(step));
            due.push(DueInvoice {
                invoice,
                step_days: step.days_overdue,
                days_overdue,
            });
        }
        if let Some(step) = worst.cloned() {
            let to_pay = dunning::rules::to_pay(amount, unapplied, dunning.nets_unapplied);
            let (customer, invoices) = (customer.clone(), due);
            reminders.push(DueReminder {
                customer,
                currency,
                amount,
                unapplied,
                to_pay,
                step,
                stops_credit,
                invoices,
            });
        }
    }
    Ok(reminders)
}

/// Enqueues a separate job, for retries and monitoring.
pub async fn enqueue_daily(mut scope: Scope) -> Result<()> {
    scope
        .enqueue(NewJob::new(JOB, json!({})).with_dedup_key("day"))
        .await?;
    scope.commit().await
}

/// Handles customers in separate transactions, so a restart repeats nothing.
pub async fn send_reminders(scope: Scope, _: Value) -> Result<()> {
    let terms = terms(&scope).await?;
    let dunning = settings(&mut scope.sibling(Mode::Read)).await?.dunning;
    let mut failed = None;
    if dunning.is_active {
        let candidates =
            load_candidates(&mut scope.sibling(Mode::Read), &dunning, terms.today).await?;
        for (at, customer) in candidates.iter().enumerate() {
            scope.step(at, Some(candidates.len()), "Reminding customer by customer")?;
            match remind(&mut scope.sibling(Mode::Write), &dunning, *customer, &terms).await {
                // The customer was deleted since.
                Ok(()) | Err(Error::NotFound(_)) => {}
                // A failure does not stop the others. The retry repeats only this customer.
                Err(error) => failed = Some(error),
            }
        }
    }
    dunning::credit_stop::lift_stops(&scope).await?;
    prepaid::low_balance::check_balances(&scope).await?;
    failed.map_or(Ok(()), Err)
}

async fn remind(
    scope: &mut Scope,
    dunning: &Dunning,
    customer: CustomerId,
    terms: &Terms,
) -> Result<()> {
    let logo = load_logo(scope).await?;
    // A concurrent job of the tenant waits here, then finds nothing due.
    customers::lock_customer(scope, customer).await?;
    let brand = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?
        .name
        .clone();
    for reminder in load_due_reminders(scope, dunning, customer, terms).await? {
        let address = reminder
            .customer
            .email
            .clone()
            .filter(|address| is_email(address));
        let (subject, words) = render_email(&reminder, &brand);
        let notice = scope
            .create(New::<DunningNotice> {
                customer_id: customer,
                day: terms.today,
                days_overdue: reminder.step.days_overdue,
                step_name: reminder.step.name.clone(),
                subject: subject.clone(),
                email_address: address.clone(),
                mail_state: address.as_ref().map(|_| EmailState::Queued),
                amount: reminder.amount,
                unapplied_amount: reminder.unapplied,
                amount_to_pay: reminder.to_pay,
                currency: reminder.currency.clone(),
                stops_credit: reminder.stops_credit,
            })
            .await?;
        let row = |due: &DueInvoice| New::<DunningInvoice> {
            notice_id: notice.id,
            invoice_id: due.invoice.id,
            invoice_number: due.invoice.invoice_number.clone(),
            step_days: due.step_days,
            due_date: due.invoice.due_date,
            days_overdue: due.days_overdue,
            outstanding_amount: due.invoice.outstanding_amount,
        };
        let rows = reminder.invoices.iter().map(row).collect();
        scope.create_all(rows).await?;
        if reminder.stops_credit {
            dunning::credit_stop::stop_credit(scope, customer).await?;
        }
        if let Some(address) = address {
            let templates = TEMPLATES
                .as_ref()
                .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
            let content = templates.render(
                REMINDER_EMAIL.name,
                &brand,
                &json!({ "subject": subject, "words": words }),
            )?;
            let attachments = render_statement(scope, &reminder, terms, logo.as_ref()).await?;
            let to = vec![Person::new(
                invoices::draft::to_invoiced_customer(&reminder.customer).name(),
                address,
            )];
            tenancy::queue_mail_about(
                scope,
                MailMessage {
                    to,
                    content,
                    attachments,
                    ..MailMessage::default()
                },
                MailedRecord::new(ENTITY, notice.id.0, REMINDER_EMAIL.name, STATEMENTS),
            )
            .await?;
        }
        scope
            .publish(
                &REMINDER_SENT,
                &ReminderSent {
                    customer_id: customer,
                    notice_id: notice.id.0,
                },
            )
            .await?;
    }
    scope.commit().await
}

/// Copies an email's delivery to its reminder.
pub fn email_listener() -> Listener {
    tenancy::delivery_listener("finance.reminder-on-email", ENTITY, on_email_changed)
}

async fn on_email_changed(mut scope: Scope, change: EmailChange, is_latest: bool) -> Result<()> {
    if !is_latest {
        return Ok(());
    }
    let id = DunningNoticeId(change.record_id);
    if let Some(mut notice) = scope.first::<DunningNotice>(Where::id(id)).await? {
        notice.mail_state = Some(change.state);
        scope.update(&mut notice).await?;
    }
    scope.commit().await
}

/// Returns subject and text.
pub fn render_email(reminder: &DueReminder, brand: &str) -> (String, String) {
    let sum = |amount: Decimal| {
        format!(
            "{} {}",
            format_amount(amount, &reminder.currency),
            reminder.currency
        )
    };
    let line = |due: &DueInvoice| {
        let (number, amount) = (
            due.invoice.display_name(),
            sum(due.invoice.outstanding_amount),
        );
        format!(
            "{number}: {amount}, due {}, {} days overdue",
            due.invoice.due_date, due.days_overdue
        )
    };
    let days = reminder
        .invoices
        .iter()
        .map(|due| due.days_overdue)
        .max()
        .unwrap_or_default()
        .to_string();
    let invoices = dunning::rules::join_lines(reminder.invoices.iter().map(line).collect());
    let customer = invoices::draft::to_invoiced_customer(&reminder.customer);
    let (amount, overdue, unapplied) = (
        sum(reminder.to_pay),
        sum(reminder.amount),
        sum(reminder.unapplied),
    );
    let values = [
        ("customer", customer.name()),
        ("amount", amount.as_str()),
        ("overdue", overdue.as_str()),
        ("unapplied", unapplied.as_str()),
        ("days", days.as_str()),
        ("invoices", invoices.as_str()),
        ("brand", brand),
    ];
    let note = match reminder.unapplied {
        unapplied if unapplied.is_zero() => String::new(),
        unapplied => format!(
            "Overdue: {overdue}\nReceived and not yet applied to an invoice: {}\nLeft to pay: {}",
            sum(unapplied),
            sum(dunning::rules::to_pay(reminder.amount, unapplied, true))
        ),
    };
    let text = dunning::rules::fill_placeholders(
        &dunning::rules::with_note(&reminder.step.text, &note),
        &values,
    );
    (
        dunning::rules::fill_placeholders(&reminder.step.subject, &values),
        text,
    )
}

/// Starts at the oldest invoice. If too large for an email, returns a shorter statement or none.
async fn render_statement(
    scope: &mut Scope,
    reminder: &DueReminder,
    terms: &Terms,
    logo: Option<&Logo>,
) -> Result<Vec<Attachment>> {
    let recent = terms
        .today
        .checked_sub_days(Days::new(STATEMENT_DAYS))
        .unwrap_or(terms.today);
    let oldest = reminder
        .invoices
        .iter()
        .map(|due| due.invoice.invoice_date)
        .min()
        .unwrap_or(recent)
        .min(recent);
    for from in [oldest, recent] {
        let query = StatementQuery::new(Some(reminder.customer.id), from, terms.today)
            .with_currency(&reminder.currency);
        let statement = match statements::service::build_statement(scope, &query).await {
            Ok(statement) => statement,
            Err(Error::Invalid(_)) => continue,
            Err(error) => return Err(error),
        };
        let parts = load_parts(scope, &statement, terms, logo.cloned()).await?;
        let pdf = StatementFormat::Pdf;
        let rendered = render(&statement, &reminder.customer, terms, &parts, pdf)?;
        if rendered.content.len() <= MAX_ATTACHMENT_BYTES {
            let media_type = rendered.media_type.to_owned();
            return Ok(vec![Attachment {
                name: rendered.name,
                media_type,
                content: rendered.content,
            }]);
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_says_what_the_tenant_wrote_and_nothing_else_is_filled() {
        let values = json!({"subject": "Overdue {{ brand }}", "words": "Hello {% if x %} <b>\n\n{{ brand }}"});
        let content = TEMPLATES
            .as_ref()
            .unwrap()
            .render(REMINDER_EMAIL.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(content.subject, "Overdue {{ brand }}");
        assert_eq!(content.text, "Hello {% if x %} <b>\n\n{{ brand }}");
        assert!(content.html.contains("&lt;b&gt;"), "{}", content.html);
    }
}

//! Reminders of what is overdue: whom they go to, written once for each step of an invoice, with the mail and the stop
//! of credit in the same transaction.

use std::{collections::BTreeMap, sync::LazyLock};

use chrono::{Days, NaiveDate};
use customers::Billing;
use kernel::{
    Error, Result, Scope, Where,
    db::{Col, Mode},
    ids::CustomerId,
    job::NewJob,
    mail::{Attachment, MAX_ATTACHED, MailMessage, Person, Template, Templates, is_email},
    tsql,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{
    credit_stop, draft, low_balance, owed,
    settings::settings,
    statement::{self, StatementWanted},
    terms::{Terms, terms},
};
use crate::{
    events::{REMINDED, Reminded},
    model::{
        dunning::{DunningInvoice, DunningInvoiceId, DunningNotice, DunningNoticeId},
        invoice::{Invoice, InvoiceId},
        settings::{Dunning, DunningStep},
        words::{InvoiceStatus, InvoiceType},
    },
    papers::{
        printed_amount,
        statement::{StatementFormat, file},
    },
    rules::dunning::{self, days_overdue},
};

pub const JOB: &str = "finance.dunning";
/// A statement goes back at least so far.
const STATEMENT_DAYS: u64 = 30;

const LETTER: Template = Template {
    name: "dunning",
    subject: "{{ subject }}",
    text: include_str!("../mail/dunning.txt"),
};

static READY: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[LETTER]).map_err(|error| format!("{error:#}")));

/// A letter that is due.
#[derive(Debug)]
pub struct DueLetter {
    pub customer: Billing,
    pub currency: String,
    /// All that is overdue in this currency.
    pub amount: Decimal,
    /// Payments and credits in this currency that are not applied to an invoice.
    pub unapplied: Decimal,
    /// The amount that the letter asks for.
    pub to_pay: Decimal,
    /// The step of the invoice that is the longest overdue.
    pub step: DunningStep,
    pub stops_credit: bool,
    /// The invoices that have reached a step.
    pub invoices: Vec<DueInvoice>,
}

#[derive(Debug)]
pub struct DueInvoice {
    pub invoice: Invoice,
    pub step_days: i64,
    pub days_overdue: i64,
}

/// Whom something may be due to, in the order of their ids.
pub async fn candidates(
    scope: &mut Scope,
    dunning: &Dunning,
    today: NaiveDate,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT customer_id, due_date,
           (SELECT MAX(step_days) FROM dunning_invoices WHERE tenant_id = $1 AND invoice_id = invoices.id)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND outstanding_amount > 0 AND due_date < $2
           AND status IN ('Posted', 'PartiallyPaid') AND invoice_type <> 'AgentRcti'
         ORDER BY customer_id"
    );
    let mut found: Vec<CustomerId> = Vec::new();
    for row in scope.rows(sql, vec![today.val()]).await? {
        let (customer, due, sent): (CustomerId, NaiveDate, Option<i64>) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        if found.last() != Some(&customer)
            && dunning::due(&dunning.steps, days_overdue(due, today), sent).is_some()
        {
            found.push(customer);
        }
    }
    Ok(found)
}

/// What a customer owes overdue on invoices that nobody disputes.
pub async fn overdue(
    scope: &mut Scope,
    customer: CustomerId,
    today: NaiveDate,
) -> Result<Vec<Invoice>> {
    let narrow = Where::all()
        .eq(Invoice::CUSTOMER_ID, customer)
        .is_in(
            Invoice::STATUS,
            &[InvoiceStatus::Posted, InvoiceStatus::PartiallyPaid],
        )
        .lt(Invoice::DUE_DATE, today)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO)
        .ne(Invoice::INVOICE_TYPE, InvoiceType::AgentRcti);
    scope.all(narrow).await
}

/// The letters that are due to a customer, one for each currency. What it has paid ahead covers what is overdue.
pub async fn letters(
    scope: &mut Scope,
    dunning: &Dunning,
    customer: CustomerId,
    terms: &Terms,
) -> Result<Vec<DueLetter>> {
    let mut of_currency: BTreeMap<String, Vec<Invoice>> = BTreeMap::new();
    for invoice in overdue(scope, customer, terms.today).await? {
        of_currency
            .entry(invoice.currency.clone())
            .or_default()
            .push(invoice);
    }
    let sent = tsql!(
        "SELECT invoice_id, MAX(step_days) FROM dunning_invoices
         WHERE tenant_id = $1
           AND invoice_id IN (SELECT id FROM invoices
             WHERE tenant_id = $1 AND customer_id = $2 AND outstanding_amount <> 0)
         GROUP BY invoice_id"
    );
    let mut reminded: BTreeMap<InvoiceId, i64> = BTreeMap::new();
    for row in scope.rows(sent, vec![customer.val()]).await? {
        reminded.insert(row.get(0)?, row.get(1)?);
    }
    let ahead = owed::ahead(scope, customer).await?;
    let unapplied = owed::unapplied(scope, customer).await?;
    let customer = customers::billing(scope, customer).await?;
    let mut letters = Vec::new();
    for (currency, mut invoices) in of_currency {
        let amount: Decimal = invoices
            .iter()
            .map(|invoice| invoice.outstanding_amount)
            .sum();
        let unapplied = unapplied.get(&currency).copied().unwrap_or_default();
        let covered = if currency == terms.currency {
            ahead.max(unapplied)
        } else {
            unapplied
        };
        let left = dunning::uncovered(amount, covered);
        if left <= Decimal::ZERO || left < dunning.minimum_amount {
            continue;
        }
        invoices.sort_by_key(|invoice| (invoice.due_date, invoice.id));
        let mut due: Vec<DueInvoice> = Vec::new();
        let mut worst: Option<&DunningStep> = None;
        let mut stops_credit = false;
        for invoice in invoices {
            let days_overdue = days_overdue(invoice.due_date, terms.today);
            let sent = reminded.get(&invoice.id).copied();
            let Some(step) = dunning::due(&dunning.steps, days_overdue, sent) else {
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
            let to_pay = dunning::to_pay(amount, unapplied, dunning.nets_unapplied);
            let (customer, invoices) = (customer.clone(), due);
            letters.push(DueLetter {
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
    Ok(letters)
}

/// Each night: the work is a job of its own, so that it is repeated by itself and can be watched.
pub async fn day(mut scope: Scope) -> Result<()> {
    scope
        .enqueue(NewJob::new(JOB, json!({})).once("day"))
        .await?;
    scope.commit().await
}

/// Customer by customer, each in a transaction of its own: what was written before the host died is not written again.
pub async fn work(scope: Scope, _: Value) -> Result<()> {
    let terms = terms(&scope).await?;
    let dunning = settings(&mut scope.sibling(Mode::Read)).await?.dunning;
    let mut failed = None;
    if dunning.is_active {
        let candidates = candidates(&mut scope.sibling(Mode::Read), &dunning, terms.today).await?;
        for (at, customer) in candidates.iter().enumerate() {
            scope.step(at, Some(candidates.len()), "Reminding customer by customer")?;
            match remind(&mut scope.sibling(Mode::Write), &dunning, *customer, &terms).await {
                // Its customer was deleted since.
                Ok(()) | Err(Error::NotFound(_)) => {}
                // The others are reminded all the same; the repeated job comes back to this one.
                Err(error) => failed = Some(error),
            }
        }
    }
    credit_stop::lift_all(&scope).await?;
    low_balance::watch_all(&scope).await?;
    failed.map_or(Ok(()), Err)
}

async fn remind(
    scope: &mut Scope,
    dunning: &Dunning,
    customer: CustomerId,
    terms: &Terms,
) -> Result<()> {
    // A second job of the same tenant waits here, and finds that all is written.
    customers::hold(scope, customer).await?;
    let brand = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?
        .name
        .clone();
    for letter in letters(scope, dunning, customer, terms).await? {
        let address = letter
            .customer
            .email
            .clone()
            .filter(|address| is_email(address));
        let (subject, words) = written(&letter, &brand);
        let mut notice = DunningNotice {
            id: DunningNoticeId::default(),
            row_version: 0,
            customer_id: customer,
            day: terms.today,
            days_overdue: letter.step.days_overdue,
            step_name: letter.step.name.clone(),
            subject: subject.clone(),
            email_address: address.clone(),
            amount: letter.amount,
            unapplied_amount: letter.unapplied,
            amount_to_pay: letter.to_pay,
            currency: letter.currency.clone(),
            stops_credit: letter.stops_credit,
            creation_time: scope.now(),
        };
        scope.insert(&mut notice).await?;
        let row = |due: &DueInvoice| DunningInvoice {
            id: DunningInvoiceId::default(),
            row_version: 0,
            notice_id: notice.id,
            invoice_id: due.invoice.id,
            invoice_number: due.invoice.invoice_number.clone(),
            step_days: due.step_days,
            due_date: due.invoice.due_date,
            days_overdue: due.days_overdue,
            outstanding_amount: due.invoice.outstanding_amount,
        };
        let mut rows: Vec<DunningInvoice> = letter.invoices.iter().map(row).collect();
        scope.insert_all(&mut rows).await?;
        if letter.stops_credit {
            credit_stop::stop(scope, customer).await?;
        }
        if let Some(address) = address {
            let templates = READY
                .as_ref()
                .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
            let content = templates.fill(
                LETTER.name,
                &brand,
                &json!({ "subject": subject, "words": words }),
            )?;
            let attachments = attached(scope, &letter, terms).await?;
            let to = vec![Person::new(
                draft::invoiced(&letter.customer).name(),
                address,
            )];
            tenancy::queue_mail(
                scope,
                MailMessage {
                    to,
                    content,
                    attachments,
                    ..MailMessage::default()
                },
            )
            .await?;
        }
        scope
            .announce(
                &REMINDED,
                &Reminded {
                    customer_id: customer,
                    notice_id: notice.id.0,
                },
            )
            .await?;
    }
    scope.commit().await
}

/// Subject and text of the letter.
pub fn written(letter: &DueLetter, brand: &str) -> (String, String) {
    let sum = |amount: Decimal| {
        format!(
            "{} {}",
            printed_amount(amount, &letter.currency),
            letter.currency
        )
    };
    let line = |due: &DueInvoice| {
        let (number, amount) = (due.invoice.name(), sum(due.invoice.outstanding_amount));
        format!(
            "{number}: {amount}, due {}, {} days overdue",
            due.invoice.due_date, due.days_overdue
        )
    };
    let days = letter
        .invoices
        .iter()
        .map(|due| due.days_overdue)
        .max()
        .unwrap_or_default()
        .to_string();
    let invoices = dunning::listed(letter.invoices.iter().map(line).collect());
    let customer = draft::invoiced(&letter.customer);
    let (amount, overdue, unapplied) = (
        sum(letter.to_pay),
        sum(letter.amount),
        sum(letter.unapplied),
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
    let note = match letter.unapplied {
        unapplied if unapplied.is_zero() => String::new(),
        unapplied => format!(
            "Overdue: {overdue}\nReceived and not yet applied to an invoice: {}\nLeft to pay: {}",
            sum(unapplied),
            sum(dunning::to_pay(letter.amount, unapplied, true))
        ),
    };
    let text = dunning::filled(&dunning::with_note(&letter.step.text, &note), &values);
    (dunning::filled(&letter.step.subject, &values), text)
}

/// The statement from the oldest of the invoices on; a shorter one where that is too long for a mail, or none.
async fn attached(scope: &mut Scope, letter: &DueLetter, terms: &Terms) -> Result<Vec<Attachment>> {
    let recent = terms
        .today
        .checked_sub_days(Days::new(STATEMENT_DAYS))
        .unwrap_or(terms.today);
    let oldest = letter
        .invoices
        .iter()
        .map(|due| due.invoice.invoice_date)
        .min()
        .unwrap_or(recent)
        .min(recent);
    for from in [oldest, recent] {
        let wanted = StatementWanted::new(Some(letter.customer.id), from, terms.today);
        let made = match statement::made(scope, &wanted).await {
            Ok(made) => made,
            Err(Error::Invalid(_)) => continue,
            Err(error) => return Err(error),
        };
        let paper = file(&made, &letter.customer, terms, StatementFormat::Pdf)?;
        if paper.content.len() <= MAX_ATTACHED {
            let media_type = paper.media_type.to_owned();
            return Ok(vec![Attachment {
                name: paper.name,
                media_type,
                content: paper.content,
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
        let content = READY
            .as_ref()
            .unwrap()
            .fill(LETTER.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(content.subject, "Overdue {{ brand }}");
        assert_eq!(content.text, "Hello {% if x %} <b>\n\n{{ brand }}");
        assert!(content.html.contains("&lt;b&gt;"), "{}", content.html);
    }
}

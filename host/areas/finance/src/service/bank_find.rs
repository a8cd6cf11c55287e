//! What lines of bank statements may be: the invoices that could be meant, read together, and the rules' proposals.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Result, Scope, Where, ids::CustomerId};
use rust_decimal::Decimal;

use super::terms::terms;
use crate::{
    model::{
        bank::{BankLine, BankLineStatus},
        invoice::{Invoice, InvoiceId},
        words::InvoiceStatus,
    },
    rules::bank_match::{self, Incoming, OpenInvoice, Proposal},
};

/// Lines whose invoices are read together: what they may name is bound in one statement.
const AT_ONCE: usize = 50;

/// The proposals of a line, and the invoices that they are of.
pub struct Found {
    pub proposals: Vec<Proposal>,
    pub numbers: BTreeMap<InvoiceId, String>,
}

/// The proposals of each line in their order; none for what is not open.
pub async fn find(scope: &mut Scope, lines: &[BankLine]) -> Result<Vec<Found>> {
    let currency = terms(scope).await?.currency;
    let mut found = Vec::with_capacity(lines.len());
    for lines in lines.chunks(AT_ONCE) {
        found.extend(of_some(scope, lines, &currency).await?);
    }
    Ok(found)
}

/// Whether it is to be matched at all.
fn is_matched(line: &BankLine) -> bool {
    line.status == BankLineStatus::Open
}

async fn of_some(scope: &mut Scope, lines: &[BankLine], currency: &str) -> Result<Vec<Found>> {
    let open: Vec<&BankLine> = lines.iter().filter(|line| is_matched(line)).collect();
    let known = known(scope, &open).await?;
    let invoices = candidates(scope, &open, &known).await?;
    let none = BTreeSet::new();
    Ok(lines
        .iter()
        .map(|line| {
            if !is_matched(line) {
                return Found {
                    proposals: Vec::new(),
                    numbers: BTreeMap::new(),
                };
            }
            // Money of one currency pays no invoice in another.
            let own = line.currency.as_deref().unwrap_or(currency);
            let invoices: Vec<OpenInvoice<'_>> = invoices
                .values()
                .filter(|invoice| invoice.currency == own)
                .filter_map(as_open)
                .collect();
            let said = said(line);
            let payer = line.payer.as_deref();
            let known = payer.and_then(|payer| known.get(payer)).unwrap_or(&none);
            let proposals = bank_match::propose(
                &Incoming {
                    amount: line.amount,
                    said: &said,
                    payer,
                    known,
                },
                &invoices,
            );
            let meant = |invoice: &&OpenInvoice<'_>| {
                proposals
                    .iter()
                    .flat_map(|proposal| &proposal.shares)
                    .any(|share| share.invoice_id == invoice.id)
            };
            let numbers = invoices
                .iter()
                .filter(meant)
                .map(|invoice| (invoice.id, invoice.number.to_owned()))
                .collect();
            Found { proposals, numbers }
        })
        .collect())
}

fn as_open(invoice: &Invoice) -> Option<OpenInvoice<'_>> {
    Some(OpenInvoice {
        id: invoice.id,
        customer: invoice.customer_id,
        number: invoice.invoice_number.as_deref()?,
        name: invoice.customer.name(),
        outstanding: invoice.outstanding_amount,
        due: invoice.due_date,
    })
}

fn said(line: &BankLine) -> Vec<String> {
    [&line.reference, &line.description, &line.payer]
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

/// Whom each payer has paid for before.
async fn known(
    scope: &mut Scope,
    lines: &[&BankLine],
) -> Result<BTreeMap<String, BTreeSet<CustomerId>>> {
    let payers: BTreeSet<String> = lines.iter().filter_map(|line| line.payer.clone()).collect();
    let payers: Vec<String> = payers.into_iter().collect();
    let before = Where::all()
        .eq(BankLine::STATUS, BankLineStatus::Accepted)
        .is_in(BankLine::PAYER, &payers);
    let before: Vec<BankLine> = scope.all(before).await?;
    let mut known: BTreeMap<String, BTreeSet<CustomerId>> = BTreeMap::new();
    for (payer, customer) in before
        .into_iter()
        .filter_map(|line| line.payer.zip(line.customer_id))
    {
        known.entry(payer).or_default().insert(customer);
    }
    Ok(known)
}

/// Invoices that can be paid and that the lines name, or that are of their amount, or of whom their payers have paid for;
/// and what else the customers of those owe.
async fn candidates(
    scope: &mut Scope,
    lines: &[&BankLine],
    known: &BTreeMap<String, BTreeSet<CustomerId>>,
) -> Result<BTreeMap<InvoiceId, Invoice>> {
    let mut numbers: BTreeSet<String> = BTreeSet::new();
    for line in lines {
        numbers.extend(bank_match::numbers(&said(line)));
    }
    let numbers: Vec<String> = numbers.into_iter().collect();
    let amounts: BTreeSet<Decimal> = lines.iter().map(|line| line.amount).collect();
    let amounts: Vec<Decimal> = amounts.into_iter().collect();
    let payable = || {
        Where::all().is_in(
            Invoice::STATUS,
            &[InvoiceStatus::Posted, InvoiceStatus::PartiallyPaid],
        )
    };
    let mut found: Vec<Invoice> = scope
        .all(payable().is_in(Invoice::INVOICE_NUMBER, &numbers))
        .await?;
    found.extend(
        scope
            .all::<Invoice>(payable().is_in(Invoice::OUTSTANDING_AMOUNT, &amounts))
            .await?,
    );
    let mut customers: BTreeSet<CustomerId> = known.values().flatten().copied().collect();
    customers.extend(found.iter().map(|invoice| invoice.customer_id));
    let customers: Vec<CustomerId> = customers.into_iter().collect();
    let theirs = payable()
        .is_in(Invoice::CUSTOMER_ID, &customers)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO);
    found.extend(scope.all::<Invoice>(theirs).await?);
    Ok(found
        .into_iter()
        .map(|invoice| (invoice.id, invoice))
        .collect())
}

//! Proposals for bank lines, in batches.

use std::collections::{BTreeMap, BTreeSet};

use data::{Result, Scope, Where, ids::CustomerId};
use rust_decimal::Decimal;

use crate::bank_statements::{
    self,
    matching::{Incoming, OpenInvoice, Proposal},
    model::{BankLine, BankLineStatus},
};
use billing::invoices::terms::terms;
use billing::{
    conditions::payable_invoices,
    invoices::model::{Invoice, InvoiceId},
};

/// All candidate numbers of a batch are bound in one statement.
const BATCH_SIZE: usize = 50;

pub struct LineProposals {
    pub proposals: Vec<Proposal>,
    pub numbers: BTreeMap<InvoiceId, String>,
}

/// Returns the proposals in the lines' order.
pub async fn find(scope: &mut Scope, lines: &[BankLine]) -> Result<Vec<LineProposals>> {
    let currency = terms(scope).await?.currency;
    let mut found = Vec::with_capacity(lines.len());
    for lines in lines.chunks(BATCH_SIZE) {
        found.extend(find_batch(scope, lines, &currency).await?);
    }
    Ok(found)
}

fn is_matched(line: &BankLine) -> bool {
    line.status == BankLineStatus::Open
}

async fn find_batch(
    scope: &mut Scope,
    lines: &[BankLine],
    currency: &str,
) -> Result<Vec<LineProposals>> {
    let open: Vec<&BankLine> = lines.iter().filter(|line| is_matched(line)).collect();
    let known_payers = load_known_payers(scope, &open).await?;
    let invoices = load_candidates(scope, &open, &known_payers).await?;
    let none = BTreeSet::new();
    Ok(lines
        .iter()
        .map(|line| {
            if !is_matched(line) {
                return LineProposals {
                    proposals: Vec::new(),
                    numbers: BTreeMap::new(),
                };
            }
            // Money never pays an invoice in another currency.
            let line_currency = line.currency.as_deref().unwrap_or(currency);
            let invoices: Vec<OpenInvoice<'_>> = invoices
                .values()
                .filter(|invoice| invoice.currency == line_currency)
                .filter_map(as_open)
                .collect();
            let texts = line_texts(line);
            let payer = line.payer.as_deref();
            let known_payers = payer
                .and_then(|payer| known_payers.get(payer))
                .unwrap_or(&none);
            let proposals = bank_statements::matching::propose(
                &Incoming {
                    amount: line.amount,
                    said: &texts,
                    payer,
                    known: known_payers,
                },
                &invoices,
            );
            let is_candidate = |invoice: &&OpenInvoice<'_>| {
                proposals
                    .iter()
                    .flat_map(|proposal| &proposal.shares)
                    .any(|share| share.invoice_id == invoice.id)
            };
            let numbers = invoices
                .iter()
                .filter(is_candidate)
                .map(|invoice| (invoice.id, invoice.number.to_owned()))
                .collect();
            LineProposals { proposals, numbers }
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

fn line_texts(line: &BankLine) -> Vec<String> {
    [&line.reference, &line.description, &line.payer]
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

/// Customers by payer of earlier payments.
async fn load_known_payers(
    scope: &mut Scope,
    lines: &[&BankLine],
) -> Result<BTreeMap<String, BTreeSet<CustomerId>>> {
    let payers: BTreeSet<String> = lines.iter().filter_map(|line| line.payer.clone()).collect();
    let payers: Vec<String> = payers.into_iter().collect();
    let before = Where::all()
        .eq(BankLine::STATUS, BankLineStatus::Accepted)
        .is_in(BankLine::PAYER, &payers);
    let before: Vec<BankLine> = scope.all(before).await?;
    let mut known_payers: BTreeMap<String, BTreeSet<CustomerId>> = BTreeMap::new();
    for (payer, customer) in before
        .into_iter()
        .filter_map(|line| line.payer.zip(line.customer_id))
    {
        known_payers.entry(payer).or_default().insert(customer);
    }
    Ok(known_payers)
}

/// Returns payable invoices that the lines name, that match an amount, or whose customers' payers
/// are known, and further open invoices of those customers.
async fn load_candidates(
    scope: &mut Scope,
    lines: &[&BankLine],
    known_payers: &BTreeMap<String, BTreeSet<CustomerId>>,
) -> Result<BTreeMap<InvoiceId, Invoice>> {
    let mut numbers: BTreeSet<String> = BTreeSet::new();
    for line in lines {
        numbers.extend(bank_statements::matching::numbers(&line_texts(line)));
    }
    let numbers: Vec<String> = numbers.into_iter().collect();
    let amounts: BTreeSet<Decimal> = lines.iter().map(|line| line.amount).collect();
    let amounts: Vec<Decimal> = amounts.into_iter().collect();
    let mut found: Vec<Invoice> = scope
        .all(payable_invoices().is_in(Invoice::INVOICE_NUMBER, &numbers))
        .await?;
    found.extend(
        scope
            .all::<Invoice>(payable_invoices().is_in(Invoice::OUTSTANDING_AMOUNT, &amounts))
            .await?,
    );
    let mut customers: BTreeSet<CustomerId> = known_payers.values().flatten().copied().collect();
    customers.extend(found.iter().map(|invoice| invoice.customer_id));
    let customers: Vec<CustomerId> = customers.into_iter().collect();
    let theirs = payable_invoices()
        .is_in(Invoice::CUSTOMER_ID, &customers)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO);
    found.extend(scope.all::<Invoice>(theirs).await?);
    Ok(found
        .into_iter()
        .map(|invoice| (invoice.id, invoice))
        .collect())
}

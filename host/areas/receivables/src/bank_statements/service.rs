//! Acceptance, ignoring and reopening of bank lines.

use std::collections::HashMap;

use billing::{
    allocations::model::InvoiceShare,
    invoices::{model::InvoiceId, terms::terms},
    values::PaymentType,
};
use data::{
    Empty, Error, ListQuery, Outcome, PageOf, Refusal, Result, Scope, Where, ids::CustomerId,
    life_cycle::Operation as _, message,
};
use ledger::input_rules::check_note;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    bank_statements::{
        self,
        matching::Proposal,
        model::{
            BankLine, BankLineId, BankLineOperation, BankLineStatus, BankMatchReason,
            BankStatement, BankStatementId,
        },
        proposals::LineProposals,
        store::lock_line,
    },
    payments::{self, changes::ReversePayment, model::Payment, service::CreatePayment},
};

const INVALID_LINE_STATUS: Refusal = Refusal::new(
    5120,
    "The line of the bank statement is not in a state for this.",
);
const NO_MATCH: Refusal = Refusal::new(
    5121,
    "There is no proposal for this line: choose the customer.",
);

/// Lines of one statement. Default: of all.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankLinesQuery {
    statement_id: Option<BankStatementId>,
}

/// A line's proposed allocation to an invoice.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedInvoice {
    invoice_id: InvoiceId,
    invoice_number: String,
    amount: Decimal,
}

/// A customer that a line may belong to.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankProposal {
    customer_id: CustomerId,
    customer_name: String,
    /// 0 to 100.
    confidence: i64,
    reasons: Vec<BankMatchReason>,
    invoices: Vec<ProposedInvoice>,
}

/// A line and its proposals, best first.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchedBankLine {
    #[serde(flatten)]
    line: BankLine,
    proposals: Vec<BankProposal>,
}

#[derive(Serialize, JsonSchema)]
pub struct OneBankLine {
    line: BankLine,
}

/// A line to record as a payment, by default as proposed.
#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptBankLine {
    line_id: BankLineId,
    /// The paying customer. Without invoices the payment stays unallocated.
    customer_id: Option<CustomerId>,
    #[serde(default)]
    allocated_invoice_payments: Vec<InvoiceShare>,
}

/// Accepts all lines of a statement whose proposals reach a confidence.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptBankLines {
    statement_id: BankStatementId,
    /// 1 to 100.
    minimum_confidence: i64,
}

/// A line that could not be accepted, with the reason.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedBankLine {
    line_id: BankLineId,
    message: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedBankLines {
    accepted: i64,
    refused: Vec<RefusedBankLine>,
}

/// A line and the reason for the operation.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankLineNote {
    line_id: BankLineId,
    note: Option<String>,
}

pub async fn statements(
    mut scope: Scope,
    _: Empty,
    query: ListQuery,
) -> Result<PageOf<BankStatement>> {
    scope.page::<BankStatement>(&query, Where::all()).await
}

pub async fn lines(
    mut scope: Scope,
    filter: BankLinesQuery,
    query: ListQuery,
) -> Result<PageOf<MatchedBankLine>> {
    let narrow = Where::all().eq_some(BankLine::STATEMENT_ID, filter.statement_id);
    let page = scope.page::<BankLine>(&query, narrow).await?;
    let found = bank_statements::proposals::find(&mut scope, &page.items).await?;
    let ids: Vec<CustomerId> = found
        .iter()
        .flat_map(|found| &found.proposals)
        .map(|proposal| proposal.customer)
        .collect();
    let names = customers::names(&mut scope, &ids).await?;
    let mut found = found.into_iter();
    Ok(page.map(|line| {
        let LineProposals { proposals, numbers } = found.next().unwrap_or_else(|| LineProposals {
            proposals: Vec::new(),
            numbers: Default::default(),
        });
        let proposals = proposals
            .into_iter()
            .map(|proposal| to_matched_line(proposal, &names, &numbers))
            .collect();
        MatchedBankLine {
            line: line.with_operations(),
            proposals,
        }
    }))
}

fn to_matched_line(
    proposal: Proposal,
    names: &HashMap<CustomerId, String>,
    numbers: &std::collections::BTreeMap<InvoiceId, String>,
) -> BankProposal {
    let invoices = proposal.shares.into_iter().map(|share| ProposedInvoice {
        invoice_id: share.invoice_id,
        invoice_number: numbers.get(&share.invoice_id).cloned().unwrap_or_default(),
        amount: share.amount,
    });
    BankProposal {
        customer_id: proposal.customer,
        customer_name: names.get(&proposal.customer).cloned().unwrap_or_default(),
        confidence: proposal.confidence,
        reasons: proposal.reasons,
        invoices: invoices.collect(),
    }
}

pub async fn accept(mut scope: Scope, sent: AcceptBankLine) -> Result<OneBankLine> {
    let line = lock_line_for(&mut scope, sent.line_id, BankLineOperation::Accept).await?;
    let (customer, shares) = match (sent.customer_id, sent.allocated_invoice_payments) {
        (None, shares) if shares.is_empty() => {
            let best = best(&mut scope, &line).await?.ok_or(NO_MATCH)?;
            (Some(best.customer), best.shares)
        }
        (customer, shares) => (customer, shares),
    };
    let line = pay(&mut scope, line, customer, shares).await?;
    scope.commit().await?;
    Ok(OneBankLine { line })
}

/// Accepts each line separately. A failure does not affect the others.
pub async fn accept_all(mut scope: Scope, sent: AcceptBankLines) -> Result<AcceptedBankLines> {
    if !(1..=100).contains(&sent.minimum_confidence) {
        let reason = message!("must be from {min} to {max}", min = 1, max = 100);
        return Err(Error::invalid("minimumConfidence", reason));
    }
    let statement: BankStatement = scope.find(sent.statement_id).await?;
    let open = Where::all()
        .eq(BankLine::STATEMENT_ID, statement.id)
        .eq(BankLine::STATUS, BankLineStatus::Open);
    let open: Vec<BankLine> = scope.all(open).await?;
    scope.rollback();
    let mut answer = AcceptedBankLines {
        accepted: 0,
        refused: Vec::new(),
    };
    for line in open {
        let done = accept_if_confident(&mut scope, line.id, sent.minimum_confidence).await;
        let outcome = Outcome::rejected(line.id, done)?;
        if let Ok(true) = outcome.result {
            scope.commit().await?;
            answer.accepted += 1;
            continue;
        }
        scope.rollback();
        if let (line_id, _, Some(reason)) = outcome.into_parts() {
            answer.refused.push(RefusedBankLine {
                line_id,
                message: reason.message,
            });
        }
    }
    Ok(answer)
}

/// Invoices paid meanwhile are no longer proposed.
async fn accept_if_confident(scope: &mut Scope, id: BankLineId, confidence: i64) -> Result<bool> {
    let line = lock_line_for(scope, id, BankLineOperation::Accept).await?;
    let Some(best) = best(scope, &line)
        .await?
        .filter(|best| best.confidence >= confidence)
    else {
        return Ok(false);
    };
    pay(scope, line, Some(best.customer), best.shares).await?;
    Ok(true)
}

async fn best(scope: &mut Scope, line: &BankLine) -> Result<Option<Proposal>> {
    let mut found = bank_statements::proposals::find(scope, std::slice::from_ref(line)).await?;
    Ok(found
        .pop()
        .and_then(|found| found.proposals.into_iter().next()))
}

/// Creates the payment as `createpayment` does.
async fn pay(
    scope: &mut Scope,
    mut line: BankLine,
    customer_id: Option<CustomerId>,
    shares: Vec<InvoiceShare>,
) -> Result<BankLine> {
    let base = terms(scope).await?.currency;
    let sent = CreatePayment {
        customer_id,
        currency: Some(line.currency.clone().unwrap_or(base)),
        payment_date: line.line_date,
        note: None,
        remittance_number: None,
        paid_amount: line.amount,
        allocated_invoice_payments: shares,
        payment_type: Some(PaymentType::BankTransfer),
        payment_reference_number: line
            .reference
            .clone()
            .or_else(|| line.bank_reference.clone()),
    };
    let payment_row = payments::service::record_payment(scope, sent)
        .await?
        .payment
        .payment;
    line.status = BankLineStatus::Accepted;
    (line.customer_id, line.payment_id) = (Some(payment_row.customer_id), Some(payment_row.id));
    save_decision(scope, line).await
}

pub async fn ignore(mut scope: Scope, sent: BankLineNote) -> Result<OneBankLine> {
    check_note(sent.note.as_deref())?;
    let mut line = lock_line_for(&mut scope, sent.line_id, BankLineOperation::Ignore).await?;
    line.status = BankLineStatus::Ignored;
    line.note = sent.note;
    let line = save_decision(&mut scope, line).await?;
    scope.commit().await?;
    Ok(OneBankLine { line })
}

pub async fn reopen(mut scope: Scope, sent: BankLineNote) -> Result<OneBankLine> {
    check_note(sent.note.as_deref())?;
    let mut line = lock_line(&mut scope, sent.line_id).await?;
    check(BankLineOperation::Reopen, line.status)?;
    if let Some(id) = line.payment_id {
        let payment: Payment = scope.find(id).await?;
        if payment.reversed_date.is_none() {
            let undone = ReversePayment {
                payment_id: id,
                reversal_date: None,
                reference_number: None,
                note: sent.note.clone(),
            };
            payments::changes::reverse_payment(&mut scope, undone).await?;
        }
    }
    line.status = BankLineStatus::Open;
    (line.customer_id, line.payment_id, line.note) = (None, None, sent.note);
    let line = save_decision(&mut scope, line).await?;
    scope.commit().await?;
    Ok(OneBankLine { line })
}

async fn save_decision(scope: &mut Scope, mut line: BankLine) -> Result<BankLine> {
    line.decider_user_id = scope.caller.user();
    line.decision_time = Some(scope.now());
    scope.update(&mut line).await?;
    Ok(line.with_operations())
}

async fn lock_line_for(
    scope: &mut Scope,
    id: BankLineId,
    operation: BankLineOperation,
) -> Result<BankLine> {
    let line = lock_line(scope, id).await?;
    check(operation, line.status)?;
    Ok(line)
}

fn check(operation: BankLineOperation, status: BankLineStatus) -> Result<()> {
    if operation.is_allowed_in(status) {
        return Ok(());
    }
    Err(INVALID_LINE_STATUS.with_message(message!(
        "The line of the bank statement is {status}.",
        status = status
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        data::life_cycle::assert_transitions(
            INVALID_LINE_STATUS.code,
            |operation: BankLineOperation, status| match check(operation, status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => {
                    result.unwrap();
                    Ok(operation.target().unwrap())
                }
            },
        );
    }
}

//! Payments and their allocation, in one transaction.

use billing::{
    allocations::{
        model::{InvoiceShare, PaymentInvoice},
        rules::MAX_SHARES,
        service::lock_invoices,
    },
    exchange::Exchange,
    exchange_factor::Factor,
    invoices::{
        self,
        draft::write_history,
        model::Invoice,
        terms::{Terms, terms},
    },
    values::{InvoiceEvent, PaymentType},
};
use carriage::money::{self, Amount};
use chrono::NaiveDate;
use data::{Error, ListQuery, New, PageOf, Result, Scope, Where, ids::CustomerId, message};
use ledger::input_rules::{MAX_TEXT, check_note};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use work::event::ScopeEvents;

use crate::{
    events::PAYMENT_RECEIVED,
    payments::{
        model::{Payment, PaymentDetail, PaymentId, Remittance, RemittanceInvoice},
        parts::{PaymentPart, parts},
    },
    remittances,
    values::{RemittanceOperation, RemittanceStatus},
};

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatePayment {
    /// Required if neither a remittance advice nor an invoice determines the customer.
    pub(crate) customer_id: Option<CustomerId>,
    /// ISO 4217 code. Default: that of its invoices or remittance advice, else the customer's.
    pub(crate) currency: Option<String>,
    pub(crate) payment_date: NaiveDate,
    pub(crate) note: Option<String>,
    /// The paid remittance advice.
    pub(crate) remittance_number: Option<String>,
    pub(crate) paid_amount: Decimal,
    /// Default: the remittance advice's, up to the amount. The remainder stays unallocated.
    #[serde(default)]
    pub(crate) allocated_invoice_payments: Vec<InvoiceShare>,
    /// Default: bank transfer.
    #[serde(default, deserialize_with = "data::text_enum::option")]
    pub(crate) payment_type: Option<PaymentType>,
    pub(crate) payment_reference_number: Option<String>,
}

/// A payment and its allocations.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholePayment {
    #[serde(flatten)]
    pub(crate) payment: Payment,
    payment_invoices: Vec<PaymentInvoice>,
    payment_details: Vec<PaymentPart>,
}

impl WholePayment {
    fn new(
        payment: Payment,
        payment_invoices: Vec<PaymentInvoice>,
        details: Vec<PaymentDetail>,
    ) -> Self {
        let payment_details = parts(&payment, &payment_invoices, details);
        Self {
            payment,
            payment_invoices,
            payment_details,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct OnePayment {
    pub(crate) payment: WholePayment,
}

/// One customer's payments. Default: all visible to the caller.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsQuery {
    customer_id: Option<CustomerId>,
}

pub async fn list(
    mut scope: Scope,
    filter: PaymentsQuery,
    query: ListQuery,
) -> Result<PageOf<WholePayment>> {
    let narrow = Where::all().eq_some(Payment::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Payment>(&query, narrow).await?;
    let ids: Vec<PaymentId> = page.items.iter().map(|payment| payment.id).collect();
    let shares = Where::all().is_in(PaymentInvoice::PAYMENT_ID, &ids);
    let mut shares: Vec<PaymentInvoice> = scope.all(shares).await?;
    let details = Where::all().is_in(PaymentDetail::PAYMENT_ID, &ids);
    let mut details: Vec<PaymentDetail> = scope.all(details).await?;
    Ok(page.map(|payment| {
        let own = |share: &mut PaymentInvoice| share.payment_id == payment.id;
        let payment_invoices: Vec<PaymentInvoice> = shares.extract_if(.., own).collect();
        let own = |detail: &mut PaymentDetail| detail.payment_id == payment.id;
        let details = details.extract_if(.., own).collect();
        WholePayment::new(payment, payment_invoices, details)
    }))
}

pub async fn load_related(scope: &mut Scope, payment: Payment) -> Result<WholePayment> {
    let payment_invoices = scope
        .all(Where::all().eq(PaymentInvoice::PAYMENT_ID, payment.id))
        .await?;
    let details = scope
        .all(Where::all().eq(PaymentDetail::PAYMENT_ID, payment.id))
        .await?;
    Ok(WholePayment::new(payment, payment_invoices, details))
}

struct Advice {
    remittance: Remittance,
    lines: Vec<RemittanceInvoice>,
}

pub async fn create(mut scope: Scope, sent: CreatePayment) -> Result<OnePayment> {
    let response = record_payment(&mut scope, sent).await?;
    scope.commit().await?;
    Ok(response)
}

/// Records a payment in the scope's transaction.
pub async fn record_payment(scope: &mut Scope, sent: CreatePayment) -> Result<OnePayment> {
    check(&sent)?;
    if let Some(customer) = sent.customer_id {
        customers::load_billing(scope, customer).await?;
    }
    let advice = match &sent.remittance_number {
        Some(number) => Some(advice(scope, number).await?),
        None => None,
    };
    let shares = match &advice {
        Some(Advice { lines, .. }) if sent.allocated_invoice_payments.is_empty() => {
            let requested = lines
                .iter()
                .map(|line| (line.invoice_id, line.amount - line.paid_amount));
            billing::allocations::rules::spread(sent.paid_amount, requested)
        }
        _ => sent.allocated_invoice_payments.clone(),
    };
    let invoices = lock_invoices(scope, &shares).await?;
    let customer_id = determine_customer(&sent, advice.as_ref(), &invoices)?;
    let terms = terms(scope).await?;
    let exchange = determine_exchange(
        scope,
        &terms,
        &sent,
        advice.as_ref(),
        &invoices,
        customer_id,
    )
    .await?;
    let mut errors =
        billing::allocations::rules::check("allocatedInvoicePayments", &shares, &invoices);
    errors.extend(billing::allocations::rules::check_currency(
        "allocatedInvoicePayments",
        &exchange.currency,
        &invoices,
    ));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let allocated: Decimal = shares.iter().map(|share| share.amount).sum();
    if allocated > sent.paid_amount {
        let message = message!("must not exceed the amount paid");
        return Err(Error::invalid("allocatedInvoicePayments", message));
    }
    let base_paid_amount = exchange.to_base(sent.paid_amount);
    money::check(base_paid_amount, "paidAmount").map_err(|error| Error::Invalid(vec![error]))?;
    let mut payment = scope
        .create(New::<Payment> {
            customer_id,
            currency_factor: Factor(exchange.factor),
            paid_amount: sent.paid_amount,
            unallocated_amount: sent.paid_amount,
            refunded_amount: Decimal::ZERO,
            base_paid_amount,
            base_unallocated_amount: base_paid_amount,
            base_refunded_amount: Decimal::ZERO,
            currency: exchange.currency,
            surcharge_amount: Decimal::ZERO,
            reversed_date: None,
            payment_reference_number: sent.payment_reference_number,
            payment_date: sent.payment_date,
            payment_type: sent.payment_type.unwrap_or_default(),
            note: sent.note,
            remittance_id: advice.as_ref().map(|advice| advice.remittance.id),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    ledger::entries::post_entries(
        scope,
        "paymentDate",
        vec![crate::ledger_entries::received(&payment, Amount::ZERO)],
    )
    .await?;
    scope.publish(&PAYMENT_RECEIVED, &payment.id).await?;
    let payment_invoices = allocate_payment(scope, &mut payment, &shares, invoices).await?;
    if let Some(advice) = advice {
        settle_remittance(scope, advice, &shares).await?;
    }
    Ok(OnePayment {
        payment: WholePayment::new(payment, payment_invoices, Vec::new()),
    })
}

fn check(sent: &CreatePayment) -> Result<()> {
    money::check(sent.paid_amount, "paidAmount").map_err(|error| Error::Invalid(vec![error]))?;
    if sent.paid_amount <= Decimal::ZERO {
        return Err(Error::invalid(
            "paidAmount",
            message!("must be more than 0"),
        ));
    }
    if sent.allocated_invoice_payments.len() > MAX_SHARES {
        let message = message!("must be at most {max} entries", max = MAX_SHARES);
        return Err(Error::invalid("allocatedInvoicePayments", message));
    }
    if sent
        .payment_reference_number
        .as_ref()
        .is_some_and(|number| number.chars().count() > MAX_TEXT)
    {
        let message = message!("must be at most {max} characters", max = MAX_TEXT);
        return Err(Error::invalid("paymentReferenceNumber", message));
    }
    check_note(sent.note.as_deref())
}

async fn advice(scope: &mut Scope, number: &str) -> Result<Advice> {
    let remittance = remittances::service::find(scope, number).await?;
    remittances::service::check_status(RemittanceOperation::Pay, remittance.status)?;
    with_lines(scope, remittance).await
}

async fn with_lines(scope: &mut Scope, remittance: Remittance) -> Result<Advice> {
    let lines = scope
        .all(Where::all().eq(RemittanceInvoice::REMITTANCE_ID, remittance.id))
        .await?;
    Ok(Advice { remittance, lines })
}

/// Rejects references that disagree on the customer.
fn determine_customer(
    sent: &CreatePayment,
    advice: Option<&Advice>,
    invoices: &[Invoice],
) -> Result<CustomerId> {
    let named = [
        sent.customer_id,
        advice.map(|advice| advice.remittance.customer_id),
        invoices.first().map(|invoice| invoice.customer_id),
    ];
    let mut named = named.into_iter().flatten();
    let customer = named
        .next()
        .ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    match named.all(|other| other == customer) {
        true => Ok(customer),
        false => Err(Error::invalid(
            "customerId",
            message!("must be the customer of the invoices"),
        )),
    }
}

/// Returns the currency and today's rate to the base currency.
async fn determine_exchange(
    scope: &mut Scope,
    terms: &Terms,
    sent: &CreatePayment,
    advice: Option<&Advice>,
    invoices: &[Invoice],
    customer: CustomerId,
) -> Result<Exchange> {
    let said = sent
        .currency
        .as_deref()
        .map(|code| code.trim().to_ascii_uppercase());
    let of_advice = advice.map(|advice| advice.remittance.currency.clone());
    let named = said
        .or(of_advice)
        .or_else(|| invoices.first().map(|invoice| invoice.currency.clone()));
    let named = match named {
        Some(named) => Some(named),
        None => customers::load_billing(scope, customer).await?.currency,
    };
    let exchange = terms.exchange(named.as_deref())?;
    if money::round(sent.paid_amount, &exchange.currency) != sent.paid_amount {
        return Err(Error::invalid(
            "paidAmount",
            message!("has more digits after the point than the currency"),
        ));
    }
    Ok(exchange)
}

pub async fn allocate_payment(
    scope: &mut Scope,
    payment: &mut Payment,
    shares: &[InvoiceShare],
    invoices: Vec<Invoice>,
) -> Result<Vec<PaymentInvoice>> {
    let terms = terms(scope).await?;
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let mut paid = Vec::with_capacity(shares.len());
    for (share, mut invoice) in shares.iter().zip(invoices) {
        let base_amount = invoice.set_outstanding(invoice.outstanding_amount - share.amount);
        let base_paid_amount =
            payment.set_unallocated(payment.unallocated_amount - share.amount, &terms.currency);
        invoice.status =
            invoices::status::status_of_outstanding(invoice.amount, invoice.outstanding_amount);
        scope.update(&mut invoice).await?;
        write_history(
            scope,
            invoice.id,
            InvoiceEvent::PaymentReceived,
            Some(share.amount.normalize().to_string()),
        )
        .await?;
        paid.push(New::<PaymentInvoice> {
            payment_id: payment.id,
            invoice_id: invoice.id,
            invoice_number: invoice.invoice_number,
            amount: share.amount,
            base_amount,
            base_paid_amount,
            payment_type: payment.payment_type,
        });
    }
    scope.update(payment).await?;
    let paid = scope.create_all(paid).await?;
    let entries = paid
        .iter()
        .map(|share| crate::ledger_entries::allocated(share, payment, terms.today))
        .collect();
    ledger::entries::post_entries(scope, "allocatedInvoicePayments", entries).await?;
    Ok(paid)
}

/// Settles the advice of an earlier payment with its new allocations.
pub async fn settle_own_remittance(
    scope: &mut Scope,
    payment: &Payment,
    shares: &[InvoiceShare],
) -> Result<()> {
    let Some(id) = payment.remittance_id else {
        return Ok(());
    };
    let remittance: Remittance = scope.find(id).await?;
    // Refunds reopen an advice, and it may have been cancelled since.
    if remittance.status == RemittanceStatus::Cancelled {
        return Ok(());
    }
    let advice = with_lines(scope, remittance).await?;
    settle_remittance(scope, advice, shares).await
}

async fn settle_remittance(
    scope: &mut Scope,
    advice: Advice,
    shares: &[InvoiceShare],
) -> Result<()> {
    let Advice {
        mut remittance,
        lines,
    } = advice;
    let mut paid = Decimal::ZERO;
    for mut line in lines {
        if let Some(share) = shares
            .iter()
            .find(|share| share.invoice_id == line.invoice_id)
        {
            line.paid_amount += share.amount;
            line.status =
                crate::remittances::rules::remittance_status(line.amount, line.paid_amount);
            scope.update(&mut line).await?;
        }
        paid += line.paid_amount.min(line.amount);
    }
    remittance.status = crate::remittances::rules::remittance_status(remittance.total_amount, paid);
    scope.update(&mut remittance).await
}

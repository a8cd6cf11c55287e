//! Invoices, payments and credit notes of a customer, and fees, locks and statements of the tenant.

use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create_customer_rows(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let calls = admin.finance();
    let invoice = invoice(admin, customer, "Storage", &[InvoiceOperation::Close]).await;
    let email = SendInvoice::new()
        .id(invoice.id)
        .email_address("robin@example.test");
    calls.send_invoice(email).await;
    let emails = admin.tenancy().get_emails(invoice.id.0, "Invoice").await;
    credit_note(admin, customer, stock).await;
    let payment = CreatePayment::new()
        .customer_id(customer)
        .payment_date("2026-03-01")
        .paid_amount(1);
    let payment = calls.create_payment(payment).await.payment;
    stock.extend([
        ("InvoiceId", invoice.id.0),
        ("EmailId", emails.items[0].id.0),
        ("PaymentId", payment.id.0),
    ]);
}

async fn invoice(
    admin: &Client,
    customer: CustomerId,
    description: &str,
    operations: &[InvoiceOperation],
) -> WholeInvoice {
    let calls = admin.finance();
    let line = AdhocInvoiceLineRequest::new()
        .description(description)
        .tax_exclusive_amount(10);
    let body = GenerateAdhoc::new()
        .customer_id(customer)
        .adhoc_invoice(AdhocInvoiceRequest::new().invoice_lines([line]));
    let invoice = calls.generate_adhoc_invoice(body).await.invoice;
    for operation in operations {
        let body = ProcessInvoices::new()
            .operation(operation)
            .ids([invoice.id]);
        calls.process_invoices(body).await;
    }
    invoice
}

async fn credit_note(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    use InvoiceOperation::{Approve, Close, Post};
    let invoice = invoice(admin, customer, "Handling", &[Close, Approve, Post]).await;
    let line = invoice.invoice_details[0].id;
    let credited = RequestedLine::new()
        .invoice_detail_id(line)
        .amount(11)
        .note("Too much");
    let note = RequestCredit::new()
        .customer_id(customer)
        .invoice_id(invoice.id)
        .amount(11)
        .note("Charged twice")
        .details([credited]);
    let note = admin.finance().create_credit_note_request(note).await;
    stock.extend([
        ("InvoiceDetailId", line.0),
        ("CreditNoteId", note.credit_note.id.0),
        ("CreditNoteDetailId", note.credit_note.details[0].id.0),
    ]);
}

pub async fn create_tenant_rows(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.finance();
    let fee = FeeRequest::new()
        .name("Wine")
        .apply_on(FeeEvent::Booking)
        .fee_type(FeeType::TailLift)
        .calc_method(FeeCalcMethod::Fixed);
    let fee = calls
        .create_or_update_fee(SaveFee::new().fee(fee))
        .await
        .fee;
    let customer_fee = CustomerFeeRequest::new()
        .fee_id(fee.id)
        .customer_id(CustomerId(stock["CustomerId"]));
    let customer_fee = SaveCustomerFee::new().customer_fee(customer_fee);
    let customer_fee = calls.assign_customer_fee(customer_fee).await.customer_fee;
    let lock = CreateLedgerLock::new()
        .first_day("2001-01-01")
        .last_day("2001-01-31");
    let lock = calls.create_lock(lock).await.lock;
    let preview = InvoiceRunRequest::new()
        .from_date("2026-01-01")
        .to_date("2026-01-31")
        .preview(true);
    let preview = calls.run_invoices(preview).await;
    stock.extend([
        ("FeeId", fee.id.0),
        ("CustomerFeeId", customer_fee.id.0),
        ("LedgerLockId", lock.id.0),
        ("InvoiceRunId", preview.run_id.0),
    ]);
    bank(admin, stock).await;
}

async fn bank(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.finance();
    let template = BankTemplateRequest::new().name("Our bank");
    let template = SaveBankTemplate::new().template(template);
    let template = calls.create_or_update_template(template).await.template;
    let content = b"date,amount,payer\n2026-03-02,12.50,Nobody\n";
    let file = calls.upload_statement(("bank.csv", content)).await;
    let import = ImportBankStatement::new().file_name(file.file_name);
    let statement = calls.import_statement(import).await.statement;
    let lines = calls.get_lines().statement_id(statement.id).await;
    stock.extend([
        ("BankTemplateId", template.id.0),
        ("BankStatementId", statement.id.0),
        ("BankLineId", lines.items[0].id.0),
    ]);
}

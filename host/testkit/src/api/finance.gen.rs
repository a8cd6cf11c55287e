//! Calls and types of finance, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct FinanceCalls<'a>(pub(super) &'a Client);

impl<'a> FinanceCalls<'a> {
    /// `GET /api/finance/agentinvoice/downloadagentinvoice`
    pub fn download_agent_invoice(self, id: impl IntoField<AgentInvoiceId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/finance/agentinvoice/downloadagentinvoice").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/finance/agentinvoice/getagentinvoiceforedit`
    pub fn get_agent_invoice_for_edit(self, id: impl IntoField<AgentInvoiceId>) -> Call<'a, OneAgentInvoice> {
        Call::new(self.0, Method::GET, "/api/finance/agentinvoice/getagentinvoiceforedit").parameter("id", id.into_field())
    }
    /// `GET /api/finance/agentinvoice/getagentinvoices`
    pub fn get_agent_invoices(self) -> Call<'a, PageOfAgentInvoice, FinanceGetAgentInvoices> {
        Call::new(self.0, Method::GET, "/api/finance/agentinvoice/getagentinvoices")
    }
    /// `POST /api/finance/agentinvoice/processagentinvoices`
    pub fn process_agent_invoices(self, body: ProcessAgentInvoices) -> Call<'a, Vec<ProcessedAgentInvoice>> {
        Call::new(self.0, Method::POST, "/api/finance/agentinvoice/processagentinvoices").body(body.into())
    }
    /// `POST /api/finance/agentinvoice/runagentinvoices`
    pub fn run_agent_invoices(self, body: AgentInvoiceRunRequest) -> Call<'a, AgentInvoiceRunResult> {
        Call::new(self.0, Method::POST, "/api/finance/agentinvoice/runagentinvoices").body(body.into())
    }
    /// `POST /api/finance/agentinvoice/sendagentinvoice`
    pub fn send_agent_invoice(self, body: SendAgentInvoice) -> Call<'a, SentAgentInvoice> {
        Call::new(self.0, Method::POST, "/api/finance/agentinvoice/sendagentinvoice").body(body.into())
    }
    /// `POST /api/finance/bank/acceptline`
    pub fn accept_line(self, body: AcceptBankLine) -> Call<'a, OneBankLine> {
        Call::new(self.0, Method::POST, "/api/finance/bank/acceptline").body(body.into())
    }
    /// `POST /api/finance/bank/acceptlines`
    pub fn accept_lines(self, body: AcceptBankLines) -> Call<'a, AcceptedBankLines> {
        Call::new(self.0, Method::POST, "/api/finance/bank/acceptlines").body(body.into())
    }
    /// `POST /api/finance/bank/createorupdatetemplate`
    pub fn create_or_update_template(self, body: SaveBankTemplate) -> Call<'a, OneBankTemplate> {
        Call::new(self.0, Method::POST, "/api/finance/bank/createorupdatetemplate").body(body.into())
    }
    /// `DELETE /api/finance/bank/deletetemplate`
    pub fn delete_template(self, id: impl IntoField<BankTemplateId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/finance/bank/deletetemplate").parameter("id", id.into_field())
    }
    /// `GET /api/finance/bank/getlines`
    pub fn get_lines(self) -> Call<'a, PageOfMatchedBankLine, FinanceGetLines> {
        Call::new(self.0, Method::GET, "/api/finance/bank/getlines")
    }
    /// `GET /api/finance/bank/getstatements`
    pub fn get_statements(self) -> Call<'a, PageOfBankStatement, FinanceGetStatements> {
        Call::new(self.0, Method::GET, "/api/finance/bank/getstatements")
    }
    /// `GET /api/finance/bank/gettemplates`
    pub fn get_templates(self) -> Call<'a, PageOfBankTemplate, FinanceGetTemplates> {
        Call::new(self.0, Method::GET, "/api/finance/bank/gettemplates")
    }
    /// `POST /api/finance/bank/ignoreline`
    pub fn ignore_line(self, body: BankLineNote) -> Call<'a, OneBankLine> {
        Call::new(self.0, Method::POST, "/api/finance/bank/ignoreline").body(body.into())
    }
    /// `POST /api/finance/bank/importstatement`
    pub fn import_statement(self, body: ImportBankStatement) -> Call<'a, ImportedBankStatement> {
        Call::new(self.0, Method::POST, "/api/finance/bank/importstatement").body(body.into())
    }
    /// `POST /api/finance/bank/takebackline`
    pub fn take_back_line(self, body: BankLineNote) -> Call<'a, OneBankLine> {
        Call::new(self.0, Method::POST, "/api/finance/bank/takebackline").body(body.into())
    }
    /// `POST /api/finance/bank/uploadstatement`
    pub fn upload_statement(self, file: (&str, &[u8])) -> Call<'a, UploadedBankFile> {
        Call::new(self.0, Method::POST, "/api/finance/bank/uploadstatement").file(file)
    }
    /// `POST /api/finance/creditnote/createcreditnoterequest`
    pub fn create_credit_note_request(self, body: RequestCredit) -> Call<'a, OneCreditNote> {
        Call::new(self.0, Method::POST, "/api/finance/creditnote/createcreditnoterequest").body(body.into())
    }
    /// `DELETE /api/finance/creditnote/deletecreditnote`
    pub fn delete_credit_note(self, id: impl IntoField<CreditNoteId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/finance/creditnote/deletecreditnote").parameter("id", id.into_field())
    }
    /// `GET /api/finance/creditnote/downloadcreditnote`
    pub fn download_credit_note(self, id: impl IntoField<CreditNoteId>) -> Call<'a, ApiResponse, FinanceDownloadCreditNote> {
        Call::new(self.0, Method::GET, "/api/finance/creditnote/downloadcreditnote").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/finance/creditnote/getcreditnoteforedit`
    pub fn get_credit_note_for_edit(self, id: impl IntoField<CreditNoteId>) -> Call<'a, OneCreditNote> {
        Call::new(self.0, Method::GET, "/api/finance/creditnote/getcreditnoteforedit").parameter("id", id.into_field())
    }
    /// `GET /api/finance/creditnote/getcreditnotes`
    pub fn get_credit_notes(self) -> Call<'a, PageOfCreditNote, FinanceGetCreditNotes> {
        Call::new(self.0, Method::GET, "/api/finance/creditnote/getcreditnotes")
    }
    /// `POST /api/finance/creditnote/processcreditnoterequest`
    pub fn process_credit_note_request(self, body: ProcessCredit) -> Call<'a, OneCreditNote> {
        Call::new(self.0, Method::POST, "/api/finance/creditnote/processcreditnoterequest").body(body.into())
    }
    /// `POST /api/finance/creditnote/sendcreditnote`
    pub fn send_credit_note(self, body: SendCreditNote) -> Call<'a, SentCreditNote> {
        Call::new(self.0, Method::POST, "/api/finance/creditnote/sendcreditnote").body(body.into())
    }
    /// `PUT /api/finance/creditnote/updatecreditnotenotes`
    pub fn update_credit_note_notes(self, body: RemarkCredit) -> Call<'a, OneCreditNote> {
        Call::new(self.0, Method::PUT, "/api/finance/creditnote/updatecreditnotenotes").body(body.into())
    }
    /// `GET /api/finance/customer/GetFinanceStatement`
    pub fn get_finance_statement(self, from_date: impl IntoField<String>, to_date: impl IntoField<String>) -> Call<'a, FinanceStatement, FinanceGetFinanceStatement> {
        Call::new(self.0, Method::GET, "/api/finance/customer/GetFinanceStatement").parameter("fromDate", from_date.into_field()).parameter("toDate", to_date.into_field())
    }
    /// `GET /api/finance/customer/downloadstatement`
    pub fn download_statement(self, from_date: impl IntoField<String>, to_date: impl IntoField<String>) -> Call<'a, ApiResponse, FinanceDownloadStatement> {
        Call::new(self.0, Method::GET, "/api/finance/customer/downloadstatement").parameter("fromDate", from_date.into_field()).parameter("toDate", to_date.into_field()).unwrapped()
    }
    /// `GET /api/finance/customer/getagedreceivables`
    pub fn get_aged_receivables(self) -> Call<'a, AgedReceivables, FinanceGetAgedReceivables> {
        Call::new(self.0, Method::GET, "/api/finance/customer/getagedreceivables")
    }
    /// `GET /api/finance/customer/getprepaidbalance`
    pub fn get_prepaid_balance(self) -> Call<'a, PrepaidBalance, FinanceGetPrepaidBalance> {
        Call::new(self.0, Method::GET, "/api/finance/customer/getprepaidbalance")
    }
    /// `POST /api/finance/customer/sendstatement`
    pub fn send_statement(self, body: SendStatement) -> Call<'a, SentStatement> {
        Call::new(self.0, Method::POST, "/api/finance/customer/sendstatement").body(body.into())
    }
    /// `PUT /api/finance/customer/updatelowbalance`
    pub fn update_low_balance(self, body: UpdateLowBalance) -> Call<'a, CustomerLowBalance> {
        Call::new(self.0, Method::PUT, "/api/finance/customer/updatelowbalance").body(body.into())
    }
    /// `GET /api/finance/dunning/getnotices`
    pub fn get_notices(self) -> Call<'a, PageOfWholeNotice, FinanceGetNotices> {
        Call::new(self.0, Method::GET, "/api/finance/dunning/getnotices")
    }
    /// `GET /api/finance/dunning/previewnotices`
    pub fn preview_notices(self) -> Call<'a, DunningPreview, FinancePreviewNotices> {
        Call::new(self.0, Method::GET, "/api/finance/dunning/previewnotices")
    }
    /// `POST /api/finance/dunning/sendnotices`
    pub fn send_notices(self, body: EmptyRequest) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/finance/dunning/sendnotices").body(body.into())
    }
    /// `POST /api/finance/fee/assigncustomerfee`
    pub fn assign_customer_fee(self, body: SaveCustomerFee) -> Call<'a, OneCustomerFee> {
        Call::new(self.0, Method::POST, "/api/finance/fee/assigncustomerfee").body(body.into())
    }
    /// `POST /api/finance/fee/createorupdatefee`
    pub fn create_or_update_fee(self, body: SaveFee) -> Call<'a, OneFee> {
        Call::new(self.0, Method::POST, "/api/finance/fee/createorupdatefee").body(body.into())
    }
    /// `GET /api/finance/fee/getFees`
    pub fn get_fees(self) -> Call<'a, PageOfFee, FinanceGetFees> {
        Call::new(self.0, Method::GET, "/api/finance/fee/getFees")
    }
    /// `GET /api/finance/fee/getfeeentries`
    pub fn get_fee_entries(self) -> Call<'a, PageOfNamedFeeEntry, FinanceGetFeeEntries> {
        Call::new(self.0, Method::GET, "/api/finance/fee/getfeeentries")
    }
    /// `GET /api/finance/fee/getfeeforedit`
    pub fn get_fee_for_edit(self) -> Call<'a, FeeForEdit, FinanceGetFeeForEdit> {
        Call::new(self.0, Method::GET, "/api/finance/fee/getfeeforedit")
    }
    /// `GET /api/finance/fee/testfee`
    pub fn test_fee(self, booking_id: impl IntoField<BookingId>) -> Call<'a, TestedFees> {
        Call::new(self.0, Method::GET, "/api/finance/fee/testfee").parameter("bookingId", booking_id.into_field())
    }
    /// `POST /api/finance/invoice/GenerateAdhocInvoice`
    pub fn generate_adhoc_invoice(self, body: GenerateAdhoc) -> Call<'a, OneInvoice> {
        Call::new(self.0, Method::POST, "/api/finance/invoice/GenerateAdhocInvoice").body(body.into())
    }
    /// `GET /api/finance/invoice/downloadinvoice`
    pub fn download_invoice(self, id: impl IntoField<InvoiceId>) -> Call<'a, ApiResponse, FinanceDownloadInvoice> {
        Call::new(self.0, Method::GET, "/api/finance/invoice/downloadinvoice").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/finance/invoice/getinvoiceforedit`
    pub fn get_invoice_for_edit(self, id: impl IntoField<InvoiceId>) -> Call<'a, OneInvoice> {
        Call::new(self.0, Method::GET, "/api/finance/invoice/getinvoiceforedit").parameter("id", id.into_field())
    }
    /// `GET /api/finance/invoice/getinvoicerun`
    pub fn get_invoice_run(self, run_id: impl IntoField<InvoiceRunId>) -> Call<'a, InvoiceRunResult> {
        Call::new(self.0, Method::GET, "/api/finance/invoice/getinvoicerun").parameter("runId", run_id.into_field())
    }
    /// `GET /api/finance/invoice/getinvoices`
    pub fn get_invoices(self) -> Call<'a, PageOfInvoice, FinanceGetInvoices> {
        Call::new(self.0, Method::GET, "/api/finance/invoice/getinvoices")
    }
    /// `GET /api/finance/invoice/getuninvoicedcounts`
    pub fn get_uninvoiced_counts(self) -> Call<'a, UninvoicedCounts> {
        Call::new(self.0, Method::GET, "/api/finance/invoice/getuninvoicedcounts")
    }
    /// `POST /api/finance/invoice/processinvoices`
    pub fn process_invoices(self, body: ProcessInvoices) -> Call<'a, Vec<ProcessedInvoice>> {
        Call::new(self.0, Method::POST, "/api/finance/invoice/processinvoices").body(body.into())
    }
    /// `POST /api/finance/invoice/runinvoices`
    pub fn run_invoices(self, body: InvoiceRunRequest) -> Call<'a, InvoiceRunResult> {
        Call::new(self.0, Method::POST, "/api/finance/invoice/runinvoices").body(body.into())
    }
    /// `POST /api/finance/invoice/sendinvoice`
    pub fn send_invoice(self, body: SendInvoice) -> Call<'a, SentInvoice> {
        Call::new(self.0, Method::POST, "/api/finance/invoice/sendinvoice").body(body.into())
    }
    /// `POST /api/finance/invoice/undoinvoicerun`
    pub fn undo_invoice_run(self, body: InvoiceRunQuery) -> Call<'a, InvoiceRunResult> {
        Call::new(self.0, Method::POST, "/api/finance/invoice/undoinvoicerun").body(body.into())
    }
    /// `POST /api/finance/ledger/createlock`
    pub fn create_lock(self, body: CreateLedgerLock) -> Call<'a, OneLedgerLock> {
        Call::new(self.0, Method::POST, "/api/finance/ledger/createlock").body(body.into())
    }
    /// `GET /api/finance/ledger/downloadjournal`
    pub fn downloadjournal(self, from_date: impl IntoField<String>, to_date: impl IntoField<String>) -> Call<'a, ApiResponse, FinanceDownloadjournal> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/downloadjournal").parameter("fromDate", from_date.into_field()).parameter("toDate", to_date.into_field()).unwrapped()
    }
    /// `GET /api/finance/ledger/getaccounts`
    pub fn get_accounts(self) -> Call<'a, LedgerCodes> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/getaccounts")
    }
    /// `GET /api/finance/ledger/getbalances`
    pub fn get_balances(self) -> Call<'a, LedgerBalances, FinanceGetBalances> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/getbalances")
    }
    /// `GET /api/finance/ledger/getentries`
    pub fn get_entries(self) -> Call<'a, PageOfNamedLedgerLine, FinanceGetEntries> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/getentries")
    }
    /// `GET /api/finance/ledger/getlocks`
    pub fn get_locks(self) -> Call<'a, PageOfLedgerLock, FinanceGetLocks> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/getlocks")
    }
    /// `GET /api/finance/ledger/getproof`
    pub fn get_proof(self) -> Call<'a, LedgerProof> {
        Call::new(self.0, Method::GET, "/api/finance/ledger/getproof")
    }
    /// `DELETE /api/finance/ledger/removelock`
    pub fn remove_lock(self, id: impl IntoField<LedgerLockId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/finance/ledger/removelock").parameter("id", id.into_field())
    }
    /// `PUT /api/finance/ledger/updateaccounts`
    pub fn update_accounts(self, body: LedgerCodesRequest) -> Call<'a, LedgerCodes> {
        Call::new(self.0, Method::PUT, "/api/finance/ledger/updateaccounts").body(body.into())
    }
    /// `GET /api/finance/payment/GetRemittanceAdvices`
    pub fn get_remittance_advices(self) -> Call<'a, PageOfWholeRemittance, FinanceGetRemittanceAdvices> {
        Call::new(self.0, Method::GET, "/api/finance/payment/GetRemittanceAdvices")
    }
    /// `POST /api/finance/payment/allocatepayment`
    pub fn allocate_payment(self, body: AllocatePayment) -> Call<'a, OnePayment> {
        Call::new(self.0, Method::POST, "/api/finance/payment/allocatepayment").body(body.into())
    }
    /// `POST /api/finance/payment/createCreditCardPayment`
    pub fn create_credit_card_payment(self, body: CreateCardPayment) -> Call<'a, PaidByCard> {
        Call::new(self.0, Method::POST, "/api/finance/payment/createCreditCardPayment").body(body.into())
    }
    /// `POST /api/finance/payment/createpayment`
    pub fn create_payment(self, body: CreatePayment) -> Call<'a, OnePayment> {
        Call::new(self.0, Method::POST, "/api/finance/payment/createpayment").body(body.into())
    }
    /// `POST /api/finance/payment/createremittanceadvice`
    pub fn create_remittance_advice(self, body: CreateRemittance) -> Call<'a, CreatedRemittance> {
        Call::new(self.0, Method::POST, "/api/finance/payment/createremittanceadvice").body(body.into())
    }
    /// `DELETE /api/finance/payment/deleteremittanceadvice`
    pub fn delete_remittance_advice(self, remittance_number: impl IntoField<String>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/finance/payment/deleteremittanceadvice").parameter("remittanceNumber", remittance_number.into_field())
    }
    /// `GET /api/finance/payment/getcardoptions`
    pub fn get_card_options(self) -> Call<'a, CardOptions, FinanceGetCardOptions> {
        Call::new(self.0, Method::GET, "/api/finance/payment/getcardoptions")
    }
    /// `GET /api/finance/payment/getpayments`
    pub fn get_payments(self) -> Call<'a, PageOfWholePayment, FinanceGetPayments> {
        Call::new(self.0, Method::GET, "/api/finance/payment/getpayments")
    }
    /// `GET /api/finance/payment/gettransactioninfo`
    pub fn get_transaction_info(self) -> Call<'a, PageOfTransactionInfo, FinanceGetTransactionInfo> {
        Call::new(self.0, Method::GET, "/api/finance/payment/gettransactioninfo")
    }
    /// `POST /api/finance/payment/refundpayment`
    pub fn refund_payment(self, body: RefundPayment) -> Call<'a, OnePayment> {
        Call::new(self.0, Method::POST, "/api/finance/payment/refundpayment").body(body.into())
    }
    /// `POST /api/finance/payment/reversepayment`
    pub fn reverse_payment(self, body: ReversePayment) -> Call<'a, OnePayment> {
        Call::new(self.0, Method::POST, "/api/finance/payment/reversepayment").body(body.into())
    }
    /// `GET /api/finance/settings/getnumberproof`
    pub fn get_number_proof(self) -> Call<'a, NumberProof> {
        Call::new(self.0, Method::GET, "/api/finance/settings/getnumberproof")
    }
    /// `GET /api/finance/settings/getsettings`
    pub fn get_settings(self) -> Call<'a, AllFinanceSettings> {
        Call::new(self.0, Method::GET, "/api/finance/settings/getsettings")
    }
    /// `PUT /api/finance/settings/updatesettings`
    pub fn update_settings(self, body: AllFinanceSettingsRequest) -> Call<'a, AllFinanceSettings> {
        Call::new(self.0, Method::PUT, "/api/finance/settings/updatesettings").body(body.into())
    }
}

parameters! { FinanceGetAgentInvoices -> PageOfAgentInvoice {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetLines -> PageOfMatchedBankLine {
    statement_id: BankStatementId = "statementId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetStatements -> PageOfBankStatement {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetTemplates -> PageOfBankTemplate {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceDownloadCreditNote -> ApiResponse {
    format: DownloadCreditNoteFormat = "format",
}}

parameters! { FinanceGetCreditNotes -> PageOfCreditNote {
    customer_id: CustomerId = "customerId",
    invoice_id: InvoiceId = "invoiceId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetFinanceStatement -> FinanceStatement {
    currency: String = "currency",
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
}}

parameters! { FinanceDownloadStatement -> ApiResponse {
    customer_id: CustomerId = "customerId",
    format: DownloadStatementFormat = "format",
}}

parameters! { FinanceGetAgedReceivables -> AgedReceivables {
    as_of: String = "asOf",
    customer_id: CustomerId = "customerId",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
}}

parameters! { FinanceGetPrepaidBalance -> PrepaidBalance {
    customer_id: CustomerId = "customerId",
}}

parameters! { FinanceGetNotices -> PageOfWholeNotice {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinancePreviewNotices -> DunningPreview {
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
}}

parameters! { FinanceGetFees -> PageOfFee {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetFeeEntries -> PageOfNamedFeeEntry {
    customer_id: CustomerId = "customerId",
    job_id: FreightJobId = "jobId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetFeeForEdit -> FeeForEdit {
    id: FeeId = "id",
}}

parameters! { FinanceDownloadInvoice -> ApiResponse {
    format: DownloadInvoiceFormat = "format",
}}

parameters! { FinanceGetInvoices -> PageOfInvoice {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceDownloadjournal -> ApiResponse {
    format: DownloadjournalFormat = "format",
    tax_rate: String = "taxRate",
}}

parameters! { FinanceGetBalances -> LedgerBalances {
    as_of: String = "asOf",
    customer_id: CustomerId = "customerId",
}}

parameters! { FinanceGetEntries -> PageOfNamedLedgerLine {
    account: String = "account",
    agent_invoice_id: AgentInvoiceId = "agentInvoiceId",
    credit_note_id: CreditNoteId = "creditNoteId",
    customer_id: CustomerId = "customerId",
    from_date: String = "fromDate",
    invoice_id: InvoiceId = "invoiceId",
    payment_id: PaymentId = "paymentId",
    to_date: String = "toDate",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetLocks -> PageOfLedgerLock {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetRemittanceAdvices -> PageOfWholeRemittance {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetCardOptions -> CardOptions {
    with_key: bool = "withKey",
}}

parameters! { FinanceGetPayments -> PageOfWholePayment {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { FinanceGetTransactionInfo -> PageOfTransactionInfo {
    invoice_id: InvoiceId = "invoiceId",
    payment_id: PaymentId = "paymentId",
    transaction_id: String = "transactionId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    AgentInvoiceOperation {
        Close = "Close",
        Approve = "Approve",
        Pay = "Pay",
        Void = "Void",
    }
    AgentInvoiceStatus {
        Open = "Open",
        Closed = "Closed",
        Approved = "Approved",
        Paid = "Paid",
        Void = "Void",
    }
    BankField {
        Date = "date",
        Amount = "amount",
        Credit = "credit",
        Debit = "debit",
        Currency = "currency",
        Payer = "payer",
        PayerAccount = "payerAccount",
        Reference = "reference",
        BankReference = "bankReference",
        Description = "description",
    }
    BankFormat {
        Csv = "Csv",
        Mt940 = "Mt940",
        Camt053 = "Camt053",
        Bai2 = "Bai2",
    }
    BankLineOperation {
        Accept = "Accept",
        Ignore = "Ignore",
        Reopen = "Reopen",
    }
    BankLineStatus {
        Open = "Open",
        Accepted = "Accepted",
        Ignored = "Ignored",
        Outgoing = "Outgoing",
    }
    BankMatchReason {
        Reference = "Reference",
        Amount = "Amount",
        Payer = "Payer",
    }
    BookAccount {
        Receivable = "Receivable",
        Cash = "Cash",
        Unapplied = "Unapplied",
        Tax = "Tax",
        Revenue = "Revenue",
        Surcharge = "Surcharge",
        WriteOff = "WriteOff",
        ExchangeDifference = "ExchangeDifference",
        OpeningBalance = "OpeningBalance",
        Payable = "Payable",
        InputTax = "InputTax",
        DriverCost = "DriverCost",
    }
    BookingPayment {
        Card = "Card",
        BalanceOrCard = "BalanceOrCard",
        Account = "Account",
    }
    CardStatus {
        Pending = "Pending",
        Authorized = "Authorized",
        SubmittedForSettlement = "SubmittedForSettlement",
        Settling = "Settling",
        Settled = "Settled",
        SettlementDeclined = "SettlementDeclined",
        ProcessorDeclined = "ProcessorDeclined",
        GatewayRejected = "GatewayRejected",
        Failed = "Failed",
        Voided = "Voided",
    }
    CreditNoteDetailType {
        Overcharge = "Overcharge",
        ServiceFailure = "ServiceFailure",
        Damage = "Damage",
        Loss = "Loss",
        Goodwill = "Goodwill",
        Duplicate = "Duplicate",
    }
    CreditNoteOperation {
        Review = "Review",
        Approve = "Approve",
        Reject = "Reject",
        Apply = "Apply",
        Void = "Void",
    }
    CreditNoteStatus {
        Requested = "Requested",
        UnderReview = "UnderReview",
        Approved = "Approved",
        PartiallyApproved = "PartiallyApproved",
        Rejected = "Rejected",
        Applied = "Applied",
        Voided = "Voided",
    }
    DownloadCreditNoteFormat {
        Pdf = "pdf",
        Ubl = "ubl",
    }
    DownloadInvoiceFormat {
        Pdf = "pdf",
        Csv = "csv",
        Ubl = "ubl",
    }
    DownloadStatementFormat {
        Pdf = "pdf",
        Csv = "csv",
    }
    DownloadjournalFormat {
        Csv = "csv",
        Xero = "xero",
        Myob = "myob",
    }
    FeeCalcMethod {
        Percentage = "Percentage",
        Fixed = "Fixed",
        Override = "Override",
    }
    FeeEvent {
        Booking = "Booking",
        Job = "Job",
        Invoice = "Invoice",
        Payment = "Payment",
        Period = "Period",
        ScanEvent = "ScanEvent",
    }
    FeeType {
        FuelLevy = "FuelLevy",
        Residential = "Residential",
        TailLift = "TailLift",
        ManualHandling = "ManualHandling",
        OversizeLength = "OversizeLength",
        DangerousGoods = "DangerousGoods",
        Futile = "Futile",
        WaitTime = "WaitTime",
        Redelivery = "Redelivery",
        Storage = "Storage",
        Admin = "Admin",
        CreditCardSurcharge = "CreditCardSurcharge",
        LatePayment = "LatePayment",
        Insurance = "Insurance",
        Sms = "Sms",
        AccountKeeping = "AccountKeeping",
    }
    InvoiceDetailType {
        Freight = "Freight",
        FuelLevy = "FuelLevy",
        Surcharge = "Surcharge",
        Insurance = "Insurance",
        Fee = "Fee",
        Duty = "Duty",
        Tax = "Tax",
        Discount = "Discount",
        Adjustment = "Adjustment",
        Credit = "Credit",
    }
    InvoiceEvent {
        Created = "Created",
        Closed = "Closed",
        Approved = "Approved",
        Posted = "Posted",
        Voided = "Voided",
        WrittenOff = "WrittenOff",
        Disputed = "Disputed",
        Resolved = "Resolved",
        MailQueued = "MailQueued",
        Mailed = "Mailed",
        MailFailed = "MailFailed",
        PaymentReceived = "PaymentReceived",
        PaymentRefunded = "PaymentRefunded",
        PaymentReversed = "PaymentReversed",
        Credited = "Credited",
    }
    InvoiceOperation {
        Close = "Close",
        Approve = "Approve",
        Post = "Post",
        Void = "Void",
        WriteOff = "WriteOff",
        Dispute = "Dispute",
        Resolve = "Resolve",
    }
    InvoiceRunStatus {
        Running = "Running",
        Completed = "Completed",
        Failed = "Failed",
        Undone = "Undone",
    }
    InvoiceStatus {
        Open = "Open",
        Closed = "Closed",
        Approved = "Approved",
        Posted = "Posted",
        PartiallyPaid = "PartiallyPaid",
        Paid = "Paid",
        Disputed = "Disputed",
        Void = "Void",
        WrittenOff = "WrittenOff",
    }
    InvoiceType {
        Freight = "Freight",
        AdHoc = "AdHoc",
        Recharge = "Recharge",
        Fee = "Fee",
        Storage = "Storage",
        AgentRcti = "AgentRcti",
        OpeningBalance = "OpeningBalance",
    }
    LedgerMovement {
        InvoicePosted = "InvoicePosted",
        InvoiceWrittenOff = "InvoiceWrittenOff",
        CreditNoteApproved = "CreditNoteApproved",
        CreditNoteVoided = "CreditNoteVoided",
        CreditNoteApplied = "CreditNoteApplied",
        PaymentReceived = "PaymentReceived",
        PaymentAllocated = "PaymentAllocated",
        PaymentRefunded = "PaymentRefunded",
        PaymentReversed = "PaymentReversed",
        SurchargeRefunded = "SurchargeRefunded",
        AgentInvoiceClosed = "AgentInvoiceClosed",
        AgentInvoicePaid = "AgentInvoicePaid",
        AgentInvoiceVoided = "AgentInvoiceVoided",
    }
    NumberedDocument {
        Invoice = "Invoice",
        CreditNote = "CreditNote",
        Remittance = "Remittance",
        AgentInvoice = "AgentInvoice",
    }
    PaymentPartType {
        Invoice = "Invoice",
        Surcharge = "Surcharge",
        Unallocated = "Unallocated",
        Refund = "Refund",
    }
    PaymentType {
        CreditCard = "CreditCard",
        BankTransfer = "BankTransfer",
        DirectDebit = "DirectDebit",
        Cheque = "Cheque",
        Cash = "Cash",
        AccountCredit = "AccountCredit",
        Prepaid = "Prepaid",
    }
    RemittanceOperation {
        Pay = "Pay",
        Delete = "Delete",
    }
    RemittanceStatus {
        Pending = "Pending",
        PartiallyPaid = "PartiallyPaid",
        Paid = "Paid",
        Cancelled = "Cancelled",
    }
    SeriesKind {
        Invoice = "Invoice",
        AdHocInvoice = "AdHocInvoice",
        RechargeInvoice = "RechargeInvoice",
        FeeInvoice = "FeeInvoice",
        StorageInvoice = "StorageInvoice",
        CreditNote = "CreditNote",
        Remittance = "Remittance",
        AgentInvoice = "AgentInvoice",
    }
    TxnType {
        Invoice = "Invoice",
        Payment = "Payment",
        CreditNote = "CreditNote",
        Refund = "Refund",
        Adjustment = "Adjustment",
        OpeningBalance = "OpeningBalance",
    }
}

requests! {
    AcceptBankLine {
        allocated_invoice_payments: Vec<InvoiceShare> = "allocatedInvoicePayments",
        customer_id: CustomerId = "customerId",
        line_id: BankLineId = "lineId",
    }
    AcceptBankLines {
        minimum_confidence: i64 = "minimumConfidence",
        statement_id: BankStatementId = "statementId",
    }
    AdhocInvoiceItemRequest {
        description: String = "description",
        height: QuantityInLengthUnitRequest = "height",
        length: QuantityInLengthUnitRequest = "length",
        package_type: String = "packageType",
        pricing_details: Vec<AdhocInvoicePriceRequest> = "pricingDetails",
        quantity: i64 = "quantity",
        weight: QuantityInWeightUnitRequest = "weight",
        width: QuantityInLengthUnitRequest = "width",
    }
    AdhocInvoiceLineRequest {
        description: String = "description",
        invoice_detail_type: InvoiceDetailType = "invoiceDetailType",
        reference_no: String = "referenceNo",
        service: String = "service",
        tax: Decimal = "tax",
        tax_exclusive_amount: Decimal = "taxExclusiveAmount",
    }
    AdhocInvoicePriceRequest {
        carrier_cost_tax: Decimal = "carrierCostTax",
        carrier_cost_tax_exclusive: Decimal = "carrierCostTaxExclusive",
        cost_tax: Decimal = "costTax",
        cost_tax_exclusive: Decimal = "costTaxExclusive",
        service: String = "service",
    }
    AdhocInvoiceRequest {
        booking_date: String = "bookingDate",
        chargeable: QuantityInWeightUnitRequest = "chargeable",
        commodity: String = "commodity",
        customs_entries: i64 = "customsEntries",
        description: String = "description",
        due_date: String = "dueDate",
        frequency: String = "frequency",
        from_address: AddressRequest = "fromAddress",
        incoterm: String = "incoterm",
        invoice_date: String = "invoiceDate",
        invoice_lines: Vec<AdhocInvoiceLineRequest> = "invoiceLines",
        items: Vec<AdhocInvoiceItemRequest> = "items",
        note: String = "note",
        service: String = "service",
        to_address: AddressRequest = "toAddress",
        total_volume: QuantityInVolumeUnitRequest = "totalVolume",
        total_weight: QuantityInWeightUnitRequest = "totalWeight",
        transit_time: String = "transitTime",
    }
    AgentInvoiceRunRequest {
        driver_ids: Vec<DriverId> = "driverIds",
        from_date: String = "fromDate",
        invoice_date: String = "invoiceDate",
        preview: bool = "preview",
        to_date: String = "toDate",
    }
    AllFinanceSettingsRequest {
        dunning: DunningRequest = "dunning",
        invoice_calendar: InvoiceCalendarRequest = "invoiceCalendar",
        low_balance: LowBalanceRuleRequest = "lowBalance",
        numbering: DocumentNumberingRequest = "numbering",
        payment: PaymentDetailsRequest = "payment",
        row_version: i64 = "rowVersion",
    }
    AllocatePayment {
        allocated_invoice_payments: Vec<InvoiceShare> = "allocatedInvoicePayments",
        payment_id: PaymentId = "paymentId",
    }
    BankColumnRequest {
        field: BankField = "field",
        heading: String = "heading",
    }
    BankLineNote {
        line_id: BankLineId = "lineId",
        note: String = "note",
    }
    BankTemplateRequest {
        columns: Vec<BankColumnRequest> = "columns",
        day_order: DayOrder = "dayOrder",
        decimal_sign: DecimalSign = "decimalSign",
        id: BankTemplateId = "id",
        is_default: bool = "isDefault",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    CreateCardPayment {
        allocated_invoice_payments: Vec<InvoiceShare> = "allocatedInvoicePayments",
        amount: Decimal = "amount",
        card_type: String = "cardType",
        customer_id: CustomerId = "customerId",
        note: String = "note",
        payment_nonce: String = "paymentNonce",
        reference: String = "reference",
    }
    CreateLedgerLock {
        first_day: String = "firstDay",
        last_day: String = "lastDay",
        note: String = "note",
    }
    CreatePayment {
        allocated_invoice_payments: Vec<InvoiceShare> = "allocatedInvoicePayments",
        currency: String = "currency",
        customer_id: CustomerId = "customerId",
        note: String = "note",
        paid_amount: Decimal = "paidAmount",
        payment_date: String = "paymentDate",
        payment_reference_number: String = "paymentReferenceNumber",
        payment_type: PaymentType = "paymentType",
        remittance_number: String = "remittanceNumber",
    }
    CreateRemittance {
        customer_id: CustomerId = "customerId",
        invoice_payments: Vec<InvoiceShare> = "invoicePayments",
        note: String = "note",
        payment_date: String = "paymentDate",
    }
    CustomerFeeRequest {
        customer_id: CustomerId = "customerId",
        effective_date: String = "effectiveDate",
        expire_date: String = "expireDate",
        fee_id: FeeId = "feeId",
        fee_rates: Vec<FeeRateRequest> = "feeRates",
        id: CustomerFeeId = "id",
        is_accumulated: bool = "isAccumulated",
        is_active: bool = "isActive",
        minimum: Decimal = "minimum",
        row_version: i64 = "rowVersion",
    }
    DecidedCredit {
        approved_amount: Decimal = "approvedAmount",
        details: Vec<DecidedLine> = "details",
        id: CreditNoteId = "id",
        note: String = "note",
    }
    DecidedLine {
        approved_amount: Decimal = "approvedAmount",
        id: CreditNoteDetailId = "id",
        note: String = "note",
    }
    DocumentNumberingRequest {
        series: Vec<NumberSeriesRequest> = "series",
        unit_codes: Vec<UnitCodeRequest> = "unitCodes",
    }
    DunningRequest {
        is_active: bool = "isActive",
        minimum_amount: Decimal = "minimumAmount",
        nets_unapplied: bool = "netsUnapplied",
        steps: Vec<DunningStepRequest> = "steps",
    }
    DunningStepRequest {
        days_overdue: i64 = "daysOverdue",
        name: String = "name",
        stops_credit: bool = "stopsCredit",
        subject: String = "subject",
        text: String = "text",
    }
    FeeCustomerRequest {
        customer_id: CustomerId = "customerId",
        effective_date: String = "effectiveDate",
        expire_date: String = "expireDate",
        fee_rates: Vec<FeeRateRequest> = "feeRates",
        id: CustomerFeeId = "id",
        is_accumulated: bool = "isAccumulated",
        is_active: bool = "isActive",
        minimum: Decimal = "minimum",
        row_version: i64 = "rowVersion",
    }
    FeeRateRequest {
        basic: Decimal = "basic",
        break_: Decimal = "break",
        order: i64 = "order",
        rate: Decimal = "rate",
    }
    FeeRequest {
        apply_on: FeeEvent = "applyOn",
        calc_method: FeeCalcMethod = "calcMethod",
        customer_types: Vec<CustomerType> = "customerTypes",
        customers: Vec<FeeCustomerRequest> = "customers",
        effective_date: String = "effectiveDate",
        expire_date: String = "expireDate",
        fee_rates: Vec<FeeRateRequest> = "feeRates",
        fee_type: FeeType = "feeType",
        id: FeeId = "id",
        invoice_type: InvoiceType = "invoiceType",
        is_accumulated: bool = "isAccumulated",
        is_active: bool = "isActive",
        is_tax_applicable: bool = "isTaxApplicable",
        minimum: Decimal = "minimum",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    GenerateAdhoc {
        adhoc_invoice: AdhocInvoiceRequest = "adhocInvoice",
        customer_id: CustomerId = "customerId",
    }
    ImportBankStatement {
        account: String = "account",
        file_name: String = "fileName",
        template_id: BankTemplateId = "templateId",
    }
    InvoiceCalendarRequest {
        first_days: Vec<String> = "firstDays",
    }
    InvoiceRunQuery {
        run_id: InvoiceRunId = "runId",
    }
    InvoiceRunRequest {
        booking_ids: Vec<BookingId> = "bookingIds",
        customer_ids: Vec<CustomerId> = "customerIds",
        from_date: String = "fromDate",
        invoice_date: String = "invoiceDate",
        job_ids: Vec<FreightJobId> = "jobIds",
        preview: bool = "preview",
        to_date: String = "toDate",
    }
    InvoiceShare {
        amount: Decimal = "amount",
        invoice_id: InvoiceId = "invoiceId",
        note: String = "note",
    }
    LedgerCodeRequest {
        account: BookAccount = "account",
        code: String = "code",
    }
    LedgerCodesRequest {
        accounts: Vec<LedgerCodeRequest> = "accounts",
    }
    LowBalanceRuleRequest {
        is_active: bool = "isActive",
        threshold: Decimal = "threshold",
    }
    NumberSeriesRequest {
        by_unit: bool = "byUnit",
        by_year: bool = "byYear",
        digits: i64 = "digits",
        kind: SeriesKind = "kind",
        postfix: String = "postfix",
        prefix: String = "prefix",
        start: i64 = "start",
    }
    PaymentDetailsRequest {
        account_name: String = "accountName",
        account_number: String = "accountNumber",
        bank_code: String = "bankCode",
        bank_name: String = "bankName",
        instructions: String = "instructions",
        swift_code: String = "swiftCode",
    }
    ProcessAgentInvoices {
        ids: Vec<AgentInvoiceId> = "ids",
        note: String = "note",
        operation: AgentInvoiceOperation = "operation",
    }
    ProcessCredit {
        allocated_invoice_credits: Vec<InvoiceShare> = "allocatedInvoiceCredits",
        credit_note: DecidedCredit = "creditNote",
        operation: CreditNoteOperation = "operation",
    }
    ProcessInvoices {
        ids: Vec<InvoiceId> = "ids",
        invoice_number: String = "invoiceNumber",
        note: String = "note",
        operation: InvoiceOperation = "operation",
    }
    RefundPayment {
        amount: Decimal = "amount",
        invoice_id: InvoiceId = "invoiceId",
        note: String = "note",
        payment_id: PaymentId = "paymentId",
        reference_number: String = "referenceNumber",
        refund_date: String = "refundDate",
    }
    RemarkCredit {
        credit_note: Remarks = "creditNote",
    }
    RemarkedLine {
        id: CreditNoteDetailId = "id",
        note: String = "note",
    }
    Remarks {
        details: Vec<RemarkedLine> = "details",
        id: CreditNoteId = "id",
        note: String = "note",
    }
    RequestCredit {
        amount: Decimal = "amount",
        customer_id: CustomerId = "customerId",
        details: Vec<RequestedLine> = "details",
        invoice_id: InvoiceId = "invoiceId",
        note: String = "note",
    }
    RequestedLine {
        amount: Decimal = "amount",
        credit_note_detail_type: CreditNoteDetailType = "creditNoteDetailType",
        invoice_detail_id: InvoiceDetailId = "invoiceDetailId",
        note: String = "note",
    }
    ReversePayment {
        note: String = "note",
        payment_id: PaymentId = "paymentId",
        reference_number: String = "referenceNumber",
        reversal_date: String = "reversalDate",
    }
    SaveBankTemplate {
        template: BankTemplateRequest = "template",
    }
    SaveCustomerFee {
        customer_fee: CustomerFeeRequest = "customerFee",
    }
    SaveFee {
        fee: FeeRequest = "fee",
    }
    SendAgentInvoice {
        email_address: String = "emailAddress",
        id: AgentInvoiceId = "id",
    }
    SendCreditNote {
        email_address: String = "emailAddress",
        id: CreditNoteId = "id",
    }
    SendInvoice {
        email_address: String = "emailAddress",
        id: InvoiceId = "id",
    }
    SendStatement {
        customer_id: CustomerId = "customerId",
        email_address: String = "emailAddress",
        from_date: String = "fromDate",
        to_date: String = "toDate",
    }
    UnitCodeRequest {
        code: String = "code",
        organization_unit_id: OrganizationUnitId = "organizationUnitId",
    }
    UpdateLowBalance {
        customer_id: CustomerId = "customerId",
        threshold: Decimal = "threshold",
    }
}

responses! {
    AcceptedBankLines {
        accepted: i64 = member "accepted",
        refused: Vec<RefusedBankLine> = member "refused",
    }
    AdhocInvoice {
        booking_date: Option<String> = member "bookingDate",
        chargeable: Option<QuantityInWeightUnit> = member "chargeable",
        commodity: Option<String> = member "commodity",
        customs_entries: Option<i64> = member "customsEntries",
        description: Option<String> = member "description",
        due_date: Option<String> = member "dueDate",
        frequency: Option<String> = member "frequency",
        from_address: Option<Address> = member "fromAddress",
        incoterm: Option<String> = member "incoterm",
        invoice_date: Option<String> = member "invoiceDate",
        invoice_lines: Vec<AdhocInvoiceLine> = member "invoiceLines",
        items: Vec<AdhocInvoiceItem> = member "items",
        note: Option<String> = member "note",
        service: Option<String> = member "service",
        to_address: Option<Address> = member "toAddress",
        total_volume: Option<QuantityInVolumeUnit> = member "totalVolume",
        total_weight: Option<QuantityInWeightUnit> = member "totalWeight",
        transit_time: Option<String> = member "transitTime",
    }
    AdhocInvoiceItem {
        description: Option<String> = member "description",
        height: Option<QuantityInLengthUnit> = member "height",
        length: Option<QuantityInLengthUnit> = member "length",
        package_type: Option<String> = member "packageType",
        pricing_details: Vec<AdhocInvoicePrice> = member "pricingDetails",
        quantity: i64 = member "quantity",
        weight: Option<QuantityInWeightUnit> = member "weight",
        width: Option<QuantityInLengthUnit> = member "width",
    }
    AdhocInvoiceLine {
        description: String = member "description",
        invoice_detail_type: Option<InvoiceDetailType> = member "invoiceDetailType",
        reference_no: Option<String> = member "referenceNo",
        service: Option<String> = member "service",
        tax: Option<Decimal> = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    AdhocInvoicePrice {
        carrier_cost_tax: Option<Decimal> = member "carrierCostTax",
        carrier_cost_tax_exclusive: Option<Decimal> = member "carrierCostTaxExclusive",
        cost_tax: Option<Decimal> = member "costTax",
        cost_tax_exclusive: Decimal = member "costTaxExclusive",
        service: Option<String> = member "service",
    }
    AgedAmounts {
        current: Decimal = member "current",
        days120: Decimal = member "days120",
        days30: Decimal = member "days30",
        days60: Decimal = member "days60",
        days90: Decimal = member "days90",
        older: Decimal = member "older",
        total: Decimal = member "total",
    }
    AgedCustomer {
        base_total: Decimal = member "baseTotal",
        currency: String = member "currency",
        current: Decimal = member "current",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        days120: Decimal = member "days120",
        days30: Decimal = member "days30",
        days60: Decimal = member "days60",
        days90: Decimal = member "days90",
        older: Decimal = member "older",
        total: Decimal = member "total",
    }
    AgedReceivables {
        as_of: String = member "asOf",
        currency: String = member "currency",
        items: Vec<AgedCustomer> = member "items",
        total_count: i64 = member "totalCount",
        totals: AgedAmounts = member "totals",
    }
    AgentInvoice {
        allowed_operations: Vec<AgentInvoiceOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        creation_time: String = member "creationTime",
        currency: String = member "currency",
        driver_id: DriverId = member "driverId",
        id: AgentInvoiceId = member "id",
        invoice_date: String = member "invoiceDate",
        invoice_number: Option<String> = member "invoiceNumber",
        invoice_type: InvoiceType = member "invoiceType",
        lines: Vec<AgentInvoiceLine> = member "lines",
        mail_state: Option<EmailState> = member "mailState",
        mailed_time: Option<String> = member "mailedTime",
        notes: Option<String> = member "notes",
        paid_date: Option<String> = member "paidDate",
        period_end: String = member "periodEnd",
        period_start: String = member "periodStart",
        recipient: InvoiceSeller = member "recipient",
        row_version: i64 = member "rowVersion",
        status: AgentInvoiceStatus = member "status",
        supplier: AgentSupplier = member "supplier",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    AgentInvoiceLine {
        amount: Decimal = member "amount",
        day: String = member "day",
        description: String = member "description",
        job_id: FreightJobId = member "jobId",
        reference_no: String = member "referenceNo",
        service: String = member "service",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    AgentInvoiceRunResult {
        currency: String = member "currency",
        invoices: Vec<AgentRunInvoice> = member "invoices",
        is_preview: bool = member "isPreview",
        total_amount: Decimal = member "totalAmount",
        total_invoices: i64 = member "totalInvoices",
    }
    AgentRunInvoice {
        amount: Decimal = member "amount",
        charges: i64 = member "charges",
        driver_id: DriverId = member "driverId",
        driver_name: String = member "driverName",
        error: Option<Message> = member "error",
        id: Option<AgentInvoiceId> = member "id",
        period_end: String = member "periodEnd",
        period_start: String = member "periodStart",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    AgentSupplier {
        abn: Option<String> = member "abn",
        address: Option<Address> = member "address",
        code: String = member "code",
        company_name: Option<String> = member "companyName",
        email: Option<String> = member "email",
        is_gst_registered: bool = member "isGstRegistered",
        name: String = member "name",
    }
    AllFinanceSettings {
        dunning: Dunning = member "dunning",
        invoice_calendar: InvoiceCalendar = member "invoiceCalendar",
        low_balance: LowBalanceRule = member "lowBalance",
        numbering: DocumentNumbering = member "numbering",
        payment: PaymentDetails = member "payment",
        row_version: i64 = member "rowVersion",
    }
    BankColumn {
        field: BankField = member "field",
        heading: String = member "heading",
    }
    BankLine {
        account: Option<String> = member "account",
        allowed_operations: Vec<BankLineOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        bank_reference: Option<String> = member "bankReference",
        creation_time: String = member "creationTime",
        currency: Option<String> = member "currency",
        customer_id: Option<CustomerId> = member "customerId",
        decision_time: Option<String> = member "decisionTime",
        description: Option<String> = member "description",
        id: BankLineId = member "id",
        line_date: String = member "lineDate",
        line_number: i64 = member "lineNumber",
        note: Option<String> = member "note",
        payer: Option<String> = member "payer",
        payer_account: Option<String> = member "payerAccount",
        payment_id: Option<PaymentId> = member "paymentId",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        statement_id: BankStatementId = member "statementId",
        status: BankLineStatus = member "status",
    }
    BankProposal {
        confidence: i64 = member "confidence",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        invoices: Vec<ProposedInvoice> = member "invoices",
        reasons: Vec<BankMatchReason> = member "reasons",
    }
    BankStatement {
        account: Option<String> = member "account",
        asset_id: String = member "assetId",
        bank_format: BankFormat = member "bankFormat",
        creation_time: String = member "creationTime",
        file_name: String = member "fileName",
        id: BankStatementId = member "id",
        known_lines: i64 = member "knownLines",
        new_lines: i64 = member "newLines",
        rejected_lines: i64 = member "rejectedLines",
        row_version: i64 = member "rowVersion",
    }
    BankTemplate {
        columns: Vec<BankColumn> = member "columns",
        creation_time: String = member "creationTime",
        day_order: DayOrder = member "dayOrder",
        decimal_sign: DecimalSign = member "decimalSign",
        id: BankTemplateId = member "id",
        is_default: bool = member "isDefault",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    CardDetail {
        card_ends_with: Option<String> = member "cardEndsWith",
        card_holder_name: Option<String> = member "cardHolderName",
        card_type: Option<String> = member "cardType",
        payment_type: PaymentType = member "paymentType",
    }
    CardOptions {
        booking_payment: BookingPayment = member "bookingPayment",
        currency: String = member "currency",
        pay_to: Option<PaymentDetails> = member "payTo",
        provider: Option<String> = member "provider",
        surcharges: Vec<CardSurcharge> = member "surcharges",
        tokenization_key: Option<String> = member "tokenizationKey",
    }
    CardSurcharge {
        card_type: String = member "cardType",
        percent: Decimal = member "percent",
    }
    CreatedRemittance {
        remittance_number: String = member "remittanceNumber",
        total_amount: Decimal = member "totalAmount",
    }
    CreditNote {
        allowed_operations: Vec<CreditNoteOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        approved_amount: Decimal = member "approvedAmount",
        base_tax: Decimal = member "baseTax",
        base_tax_exclusive_amount: Decimal = member "baseTaxExclusiveAmount",
        base_unapplied_amount: Decimal = member "baseUnappliedAmount",
        creation_time: String = member "creationTime",
        credit_note_date: Option<String> = member "creditNoteDate",
        credit_note_number: Option<String> = member "creditNoteNumber",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        id: CreditNoteId = member "id",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        mail_state: Option<EmailState> = member "mailState",
        row_version: i64 = member "rowVersion",
        status: CreditNoteStatus = member "status",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        unapplied_amount: Decimal = member "unappliedAmount",
    }
    CreditNoteDetail {
        amount: Decimal = member "amount",
        approved_amount: Decimal = member "approvedAmount",
        credit_note_detail_type: CreditNoteDetailType = member "creditNoteDetailType",
        description: String = member "description",
        id: CreditNoteDetailId = member "id",
        invoice_detail_id: InvoiceDetailId = member "invoiceDetailId",
        notes: Option<String> = member "notes",
        reference_no: Option<String> = member "referenceNo",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    CreditNoteInvoice {
        amount: Decimal = member "amount",
        base_amount: Decimal = member "baseAmount",
        base_credit_amount: Decimal = member "baseCreditAmount",
        creation_time: String = member "creationTime",
        credit_note_id: CreditNoteId = member "creditNoteId",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
    }
    CreditNoteNote {
        creation_time: String = member "creationTime",
        creator_user_id: Option<UserId> = member "creatorUserId",
        note: String = member "note",
        user_name: String = member "userName",
    }
    CustomerFee {
        customer_id: CustomerId = member "customerId",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        fee_id: FeeId = member "feeId",
        fee_rates: Vec<FeeRate> = member "feeRates",
        id: CustomerFeeId = member "id",
        is_accumulated: bool = member "isAccumulated",
        is_active: bool = member "isActive",
        minimum: Decimal = member "minimum",
        row_version: i64 = member "rowVersion",
    }
    CustomerLowBalance {
        customer_id: CustomerId = member "customerId",
        is_low: bool = member "isLow",
        threshold: Option<Decimal> = member "threshold",
    }
    DocumentNumbering {
        series: Vec<NumberSeries> = member "series",
        unit_codes: Vec<UnitCode> = member "unitCodes",
    }
    Dunning {
        is_active: bool = member "isActive",
        minimum_amount: Decimal = member "minimumAmount",
        nets_unapplied: bool = member "netsUnapplied",
        steps: Vec<DunningStep> = member "steps",
    }
    DunningInvoice {
        days_overdue: i64 = member "daysOverdue",
        due_date: String = member "dueDate",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        outstanding_amount: Decimal = member "outstandingAmount",
        step_days: i64 = member "stepDays",
    }
    DunningPreview {
        is_active: bool = member "isActive",
        items: Vec<PreviewNotice> = member "items",
        total_count: i64 = member "totalCount",
    }
    DunningStep {
        days_overdue: i64 = member "daysOverdue",
        name: String = member "name",
        stops_credit: bool = member "stopsCredit",
        subject: String = member "subject",
        text: String = member "text",
    }
    Fee {
        apply_on: FeeEvent = member "applyOn",
        calc_method: FeeCalcMethod = member "calcMethod",
        customer_types: Vec<CustomerType> = member "customerTypes",
        customers: Vec<FeeCustomer> = member "customers",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        fee_rates: Vec<FeeRate> = member "feeRates",
        fee_type: FeeType = member "feeType",
        id: FeeId = member "id",
        invoice_type: InvoiceType = member "invoiceType",
        is_accumulated: bool = member "isAccumulated",
        is_active: bool = member "isActive",
        is_tax_applicable: bool = member "isTaxApplicable",
        minimum: Decimal = member "minimum",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    FeeCustomer {
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        fee_rates: Vec<FeeRate> = member "feeRates",
        id: CustomerFeeId = member "id",
        is_accumulated: bool = member "isAccumulated",
        is_active: bool = member "isActive",
        minimum: Decimal = member "minimum",
        row_version: i64 = member "rowVersion",
    }
    FeeForEdit {
        apply_on_event_types: Vec<FeeEvent> = member "applyOnEventTypes",
        calc_methods: Vec<FeeCalcMethod> = member "calcMethods",
        customers: Vec<NamedCustomerFee> = member "customers",
        fee: Fee = member "fee",
        fee_type_events: Vec<FeeTypeEvents> = member "feeTypeEvents",
        fee_types: Vec<FeeType> = member "feeTypes",
        invoice_types: Vec<InvoiceType> = member "invoiceTypes",
    }
    FeeRate {
        basic: Decimal = member "basic",
        break_: Option<Decimal> = member "break",
        order: i64 = member "order",
        rate: Decimal = member "rate",
    }
    FeeTypeEvents {
        events: Vec<FeeEvent> = member "events",
        fee_type: FeeType = member "feeType",
    }
    FinanceStatement {
        closing_balance: Decimal = member "closingBalance",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        from_date: String = member "fromDate",
        items: Vec<StatementItem> = member "items",
        opening_balance: Decimal = member "openingBalance",
        to_date: String = member "toDate",
    }
    ImportedBankStatement {
        rejected_lines: Vec<RejectedBankLine> = member "rejectedLines",
        statement: BankStatement = member "statement",
    }
    Invoice {
        adhoc_invoice: Option<AdhocInvoice> = member "adhocInvoice",
        allowed_operations: Vec<InvoiceOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        base_amount: Decimal = member "baseAmount",
        base_currency: String = member "baseCurrency",
        base_outstanding_amount: Decimal = member "baseOutstandingAmount",
        base_tax: Decimal = member "baseTax",
        base_tax_exclusive_amount: Decimal = member "baseTaxExclusiveAmount",
        base_written_off_amount: Decimal = member "baseWrittenOffAmount",
        cost_center: Option<String> = member "costCenter",
        creation_time: String = member "creationTime",
        currency: String = member "currency",
        currency_factor: Decimal = member "currencyFactor",
        customer: InvoicedCustomer = member "customer",
        customer_id: CustomerId = member "customerId",
        due_date: String = member "dueDate",
        id: InvoiceId = member "id",
        invoice_batch_id: Option<InvoiceRunId> = member "invoiceBatchId",
        invoice_date: String = member "invoiceDate",
        invoice_number: Option<String> = member "invoiceNumber",
        invoice_type: InvoiceType = member "invoiceType",
        is_overdue: bool = member "isOverdue",
        mail_state: Option<EmailState> = member "mailState",
        mailed_time: Option<String> = member "mailedTime",
        notes: Option<String> = member "notes",
        outstanding_amount: Decimal = member "outstandingAmount",
        period_end: Option<String> = member "periodEnd",
        period_start: Option<String> = member "periodStart",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        seller: InvoiceSeller = member "seller",
        status: InvoiceStatus = member "status",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        written_off_amount: Decimal = member "writtenOffAmount",
        written_off_date: Option<String> = member "writtenOffDate",
    }
    InvoiceCalendar {
        first_days: Vec<String> = member "firstDays",
    }
    InvoiceCreditNote {
        amount: Decimal = member "amount",
        approved_amount: Decimal = member "approvedAmount",
        credit_note_id: CreditNoteId = member "creditNoteId",
        credit_note_number: Option<String> = member "creditNoteNumber",
        status: CreditNoteStatus = member "status",
    }
    InvoiceDetail {
        amount: Decimal = member "amount",
        booking_id: Option<BookingId> = member "bookingId",
        description: String = member "description",
        id: InvoiceDetailId = member "id",
        invoice_detail_type: InvoiceDetailType = member "invoiceDetailType",
        is_recharge: bool = member "isRecharge",
        job_id: Option<FreightJobId> = member "jobId",
        reference_no: Option<String> = member "referenceNo",
        service: Option<String> = member "service",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        tax_percent: Decimal = member "taxPercent",
    }
    InvoiceHistory {
        comment: Option<String> = member "comment",
        creation_time: String = member "creationTime",
        operation: InvoiceEvent = member "operation",
        user_name: String = member "userName",
    }
    InvoiceRunInvoice {
        amount: Decimal = member "amount",
        bookings: i64 = member "bookings",
        cost_center: Option<String> = member "costCenter",
        currency: Option<String> = member "currency",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        id: Option<InvoiceId> = member "id",
        jobs: i64 = member "jobs",
        period_end: String = member "periodEnd",
        period_start: String = member "periodStart",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    InvoiceRunResult {
        done: i64 = member "done",
        failure: Option<String> = member "failure",
        invoices: Vec<InvoiceRunInvoice> = member "invoices",
        is_completed: bool = member "isCompleted",
        is_preview: bool = member "isPreview",
        run_id: InvoiceRunId = member "runId",
        status: InvoiceRunStatus = member "status",
        total: i64 = member "total",
        total_amount: Decimal = member "totalAmount",
        total_bookings: i64 = member "totalBookings",
        total_invoices: i64 = member "totalInvoices",
        total_jobs: i64 = member "totalJobs",
    }
    InvoiceSeller {
        address: String = member "address",
        country_code: String = member "countryCode",
        legal_name: String = member "legalName",
        tax_vat_no: String = member "taxVatNo",
    }
    InvoicedCustomer {
        abn: Option<String> = member "abn",
        address: Option<Address> = member "address",
        code: String = member "code",
        company_name: Option<String> = member "companyName",
        contact: Option<String> = member "contact",
        contact_name: Option<String> = member "contactName",
        customer_name: Option<String> = member "customerName",
        email: Option<String> = member "email",
        id: CustomerId = member "id",
        payment_terms: Option<String> = member "paymentTerms",
        type_: CustomerType = member "type",
    }
    LedgerBalance {
        account: BookAccount = member "account",
        balance: Decimal = member "balance",
        code: String = member "code",
        credit: Decimal = member "credit",
        debit: Decimal = member "debit",
    }
    LedgerBalances {
        as_of: String = member "asOf",
        currency: String = member "currency",
        items: Vec<LedgerBalance> = member "items",
    }
    LedgerCode {
        account: BookAccount = member "account",
        code: String = member "code",
    }
    LedgerCodes {
        accounts: Vec<LedgerCode> = member "accounts",
    }
    LedgerDifference {
        account: BookAccount = member "account",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: String = member "customerName",
        documents: Decimal = member "documents",
        ledger: Decimal = member "ledger",
    }
    LedgerLock {
        creation_time: String = member "creationTime",
        first_day: String = member "firstDay",
        id: LedgerLockId = member "id",
        last_day: String = member "lastDay",
        note: Option<String> = member "note",
        row_version: i64 = member "rowVersion",
    }
    LedgerProof {
        differences: Vec<LedgerDifference> = member "differences",
        is_proven: bool = member "isProven",
        proved_time: String = member "provedTime",
    }
    LowBalanceRule {
        is_active: bool = member "isActive",
        threshold: Decimal = member "threshold",
    }
    MatchedBankLine {
        account: Option<String> = member "account",
        allowed_operations: Vec<BankLineOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        bank_reference: Option<String> = member "bankReference",
        creation_time: String = member "creationTime",
        currency: Option<String> = member "currency",
        customer_id: Option<CustomerId> = member "customerId",
        decision_time: Option<String> = member "decisionTime",
        description: Option<String> = member "description",
        id: BankLineId = member "id",
        line_date: String = member "lineDate",
        line_number: i64 = member "lineNumber",
        note: Option<String> = member "note",
        payer: Option<String> = member "payer",
        payer_account: Option<String> = member "payerAccount",
        payment_id: Option<PaymentId> = member "paymentId",
        proposals: Vec<BankProposal> = member "proposals",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        statement_id: BankStatementId = member "statementId",
        status: BankLineStatus = member "status",
    }
    NamedCustomerFee {
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        fee_id: FeeId = member "feeId",
        fee_rates: Vec<FeeRate> = member "feeRates",
        id: CustomerFeeId = member "id",
        is_accumulated: bool = member "isAccumulated",
        is_active: bool = member "isActive",
        minimum: Decimal = member "minimum",
        row_version: i64 = member "rowVersion",
    }
    NamedFeeEntry {
        amount: Decimal = member "amount",
        booking_id: Option<BookingId> = member "bookingId",
        creation_time: String = member "creationTime",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        day: String = member "day",
        fee_id: FeeId = member "feeId",
        fee_type: FeeType = member "feeType",
        id: FeeEntryId = member "id",
        invoice_id: Option<InvoiceId> = member "invoiceId",
        invoice_type: InvoiceType = member "invoiceType",
        job_id: Option<FreightJobId> = member "jobId",
        name: String = member "name",
        reference_no: Option<String> = member "referenceNo",
        source: String = member "source",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    NamedLedgerLine {
        agent_invoice_id: Option<AgentInvoiceId> = member "agentInvoiceId",
        amount: Decimal = member "amount",
        credit: Decimal = member "credit",
        credit_account: BookAccount = member "creditAccount",
        credit_note_id: Option<CreditNoteId> = member "creditNoteId",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: String = member "customerName",
        day: String = member "day",
        debit: Decimal = member "debit",
        debit_account: BookAccount = member "debitAccount",
        driver_id: Option<DriverId> = member "driverId",
        driver_name: Option<String> = member "driverName",
        entry_id: LedgerEntryId = member "entryId",
        id: LedgerLineId = member "id",
        invoice_id: Option<InvoiceId> = member "invoiceId",
        movement: LedgerMovement = member "movement",
        payment_id: Option<PaymentId> = member "paymentId",
        reference: Option<String> = member "reference",
    }
    NumberHole {
        first: i64 = member "first",
        last: i64 = member "last",
    }
    NumberProof {
        is_proven: bool = member "isProven",
        items: Vec<ProvedSeries> = member "items",
        proved_time: String = member "provedTime",
    }
    NumberSeries {
        by_unit: bool = member "byUnit",
        by_year: bool = member "byYear",
        digits: i64 = member "digits",
        kind: SeriesKind = member "kind",
        postfix: String = member "postfix",
        prefix: String = member "prefix",
        start: i64 = member "start",
    }
    OneAgentInvoice {
        agent_invoice: AgentInvoice = member "agentInvoice",
    }
    OneBankLine {
        line: BankLine = member "line",
    }
    OneBankTemplate {
        template: BankTemplate = member "template",
    }
    OneCreditNote {
        credit_note: WholeCreditNote = member "creditNote",
    }
    OneCustomerFee {
        customer_fee: CustomerFee = member "customerFee",
    }
    OneFee {
        fee: Fee = member "fee",
    }
    OneInvoice {
        invoice: WholeInvoice = member "invoice",
    }
    OneLedgerLock {
        lock: LedgerLock = member "lock",
    }
    OnePayment {
        payment: WholePayment = member "payment",
    }
    PageOfAgentInvoice {
        items: Vec<AgentInvoice> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfBankStatement {
        items: Vec<BankStatement> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfBankTemplate {
        items: Vec<BankTemplate> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCreditNote {
        items: Vec<CreditNote> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfFee {
        items: Vec<Fee> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfInvoice {
        items: Vec<Invoice> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfLedgerLock {
        items: Vec<LedgerLock> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfMatchedBankLine {
        items: Vec<MatchedBankLine> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfNamedFeeEntry {
        items: Vec<NamedFeeEntry> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfNamedLedgerLine {
        items: Vec<NamedLedgerLine> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfTransactionInfo {
        items: Vec<TransactionInfo> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWholeNotice {
        items: Vec<WholeNotice> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWholePayment {
        items: Vec<WholePayment> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWholeRemittance {
        items: Vec<WholeRemittance> = member "items",
        total_count: i64 = member "totalCount",
    }
    PaidByCard {
        payment: WholePayment = member "payment",
        transaction_info: TransactionInfo = member "transactionInfo",
    }
    PaymentDetails {
        account_name: String = member "accountName",
        account_number: String = member "accountNumber",
        bank_code: String = member "bankCode",
        bank_name: String = member "bankName",
        instructions: String = member "instructions",
        swift_code: String = member "swiftCode",
    }
    PaymentInvoice {
        amount: Decimal = member "amount",
        base_amount: Decimal = member "baseAmount",
        base_paid_amount: Decimal = member "basePaidAmount",
        creation_time: String = member "creationTime",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        payment_id: PaymentId = member "paymentId",
        payment_type: PaymentType = member "paymentType",
    }
    PaymentPart {
        amount: Decimal = member "amount",
        currency: String = member "currency",
        description: Option<String> = member "description",
        detail_date: Option<String> = member "detailDate",
        id: i64 = member "id",
        invoice_id: Option<InvoiceId> = member "invoiceId",
        payment_detail_type: PaymentPartType = member "paymentDetailType",
        payment_id: PaymentId = member "paymentId",
        reference_number: Option<String> = member "referenceNumber",
    }
    PrepaidBalance {
        balance: Decimal = member "balance",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        low_balance_threshold: Option<Decimal> = member "lowBalanceThreshold",
        own_threshold: Option<Decimal> = member "ownThreshold",
        paid_ahead: Decimal = member "paidAhead",
        used: Decimal = member "used",
    }
    PreviewInvoice {
        days_overdue: i64 = member "daysOverdue",
        due_date: String = member "dueDate",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        outstanding_amount: Decimal = member "outstandingAmount",
        step_days: i64 = member "stepDays",
    }
    PreviewNotice {
        amount: Decimal = member "amount",
        amount_to_pay: Decimal = member "amountToPay",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        days_overdue: i64 = member "daysOverdue",
        email_address: Option<String> = member "emailAddress",
        invoices: Vec<PreviewInvoice> = member "invoices",
        step_name: String = member "stepName",
        stops_credit: bool = member "stopsCredit",
        subject: String = member "subject",
        text: String = member "text",
        unapplied_amount: Decimal = member "unappliedAmount",
    }
    ProcessedAgentInvoice {
        id: AgentInvoiceId = member "id",
        invoice_number: Option<String> = member "invoiceNumber",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        status: Option<AgentInvoiceStatus> = member "status",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    ProcessedInvoice {
        id: InvoiceId = member "id",
        invoice_number: Option<String> = member "invoiceNumber",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        status: Option<InvoiceStatus> = member "status",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    ProposedInvoice {
        amount: Decimal = member "amount",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: String = member "invoiceNumber",
    }
    ProvedSeries {
        count: i64 = member "count",
        document: NumberedDocument = member "document",
        first: i64 = member "first",
        first_number: String = member "firstNumber",
        holes: Vec<NumberHole> = member "holes",
        last: i64 = member "last",
        last_counted: i64 = member "lastCounted",
        last_number: String = member "lastNumber",
        lost: i64 = member "lost",
        missing: i64 = member "missing",
        series: String = member "series",
    }
    RefusedBankLine {
        line_id: BankLineId = member "lineId",
        message: String = member "message",
    }
    RejectedBankLine {
        field: Option<BankField> = member "field",
        line: i64 = member "line",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    RemittanceInvoice {
        amount: Decimal = member "amount",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        note: Option<String> = member "note",
        paid_amount: Decimal = member "paidAmount",
        status: RemittanceStatus = member "status",
    }
    SentAgentInvoice {
        email_address: String = member "emailAddress",
        id: AgentInvoiceId = member "id",
    }
    SentCreditNote {
        email_address: String = member "emailAddress",
        id: CreditNoteId = member "id",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    SentInvoice {
        email_address: String = member "emailAddress",
        id: InvoiceId = member "id",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    SentStatement {
        customer_id: CustomerId = member "customerId",
        email_address: String = member "emailAddress",
    }
    StatementItem {
        balance: Decimal = member "balance",
        charges: Decimal = member "charges",
        date: String = member "date",
        description: Option<String> = member "description",
        id: i64 = member "id",
        payments: Decimal = member "payments",
        reference_no: Option<String> = member "referenceNo",
        txn_type: TxnType = member "txnType",
    }
    TestedFee {
        amount: Amount = member "amount",
        fee_id: FeeId = member "feeId",
        fee_type: FeeType = member "feeType",
        is_charged: bool = member "isCharged",
        name: String = member "name",
        why: Message = member "why",
    }
    TestedFees {
        lines: Vec<TestedFee> = member "lines",
        total: Amount = member "total",
    }
    TransactionCustomer {
        email: Option<String> = member "email",
        id: CustomerId = member "id",
        name: String = member "name",
    }
    TransactionDetail {
        amount: Decimal = member "amount",
        authorization_code: Option<String> = member "authorizationCode",
        currency: String = member "currency",
        decline_code: Option<String> = member "declineCode",
        decline_message: Option<String> = member "declineMessage",
        dispute_status: Option<String> = member "disputeStatus",
        ip_address: String = member "ipAddress",
        merchant: String = member "merchant",
        refunded_amount: Decimal = member "refundedAmount",
        status: CardStatus = member "status",
        surcharge_amount: Decimal = member "surchargeAmount",
        transaction_id: Option<String> = member "transactionId",
        transaction_time: String = member "transactionTime",
    }
    TransactionInfo {
        booking_id: Option<BookingId> = member "bookingId",
        customer: TransactionCustomer = member "customer",
        invoice_id: Option<InvoiceId> = member "invoiceId",
        payment: CardDetail = member "payment",
        payment_id: Option<PaymentId> = member "paymentId",
        reference: String = member "reference",
        transaction: TransactionDetail = member "transaction",
        transaction_id: Option<String> = member "transactionId",
    }
    UninvoicedCounts {
        bookings: i64 = member "bookings",
        jobs: i64 = member "jobs",
    }
    UnitCode {
        code: String = member "code",
        organization_unit_id: OrganizationUnitId = member "organizationUnitId",
    }
    UploadedBankFile {
        asset_id: String = member "assetId",
        file_name: String = member "fileName",
    }
    WholeCreditNote {
        allowed_operations: Vec<CreditNoteOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        approved_amount: Decimal = member "approvedAmount",
        base_tax: Decimal = member "baseTax",
        base_tax_exclusive_amount: Decimal = member "baseTaxExclusiveAmount",
        base_unapplied_amount: Decimal = member "baseUnappliedAmount",
        creation_time: String = member "creationTime",
        credit_note_date: Option<String> = member "creditNoteDate",
        credit_note_number: Option<String> = member "creditNoteNumber",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        details: Vec<CreditNoteDetail> = member "details",
        id: CreditNoteId = member "id",
        invoice_id: InvoiceId = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        invoices: Vec<CreditNoteInvoice> = member "invoices",
        mail_state: Option<EmailState> = member "mailState",
        notes: Vec<CreditNoteNote> = member "notes",
        row_version: i64 = member "rowVersion",
        status: CreditNoteStatus = member "status",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        unapplied_amount: Decimal = member "unappliedAmount",
    }
    WholeInvoice {
        adhoc_invoice: Option<AdhocInvoice> = member "adhocInvoice",
        allowed_operations: Vec<InvoiceOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        base_amount: Decimal = member "baseAmount",
        base_currency: String = member "baseCurrency",
        base_outstanding_amount: Decimal = member "baseOutstandingAmount",
        base_tax: Decimal = member "baseTax",
        base_tax_exclusive_amount: Decimal = member "baseTaxExclusiveAmount",
        base_written_off_amount: Decimal = member "baseWrittenOffAmount",
        cost_center: Option<String> = member "costCenter",
        creation_time: String = member "creationTime",
        credit_notes: Vec<InvoiceCreditNote> = member "creditNotes",
        currency: String = member "currency",
        currency_factor: Decimal = member "currencyFactor",
        customer: InvoicedCustomer = member "customer",
        customer_id: CustomerId = member "customerId",
        due_date: String = member "dueDate",
        id: InvoiceId = member "id",
        invoice_batch_id: Option<InvoiceRunId> = member "invoiceBatchId",
        invoice_date: String = member "invoiceDate",
        invoice_details: Vec<InvoiceDetail> = member "invoiceDetails",
        invoice_history: Vec<InvoiceHistory> = member "invoiceHistory",
        invoice_number: Option<String> = member "invoiceNumber",
        invoice_payments: Vec<PaymentInvoice> = member "invoicePayments",
        invoice_type: InvoiceType = member "invoiceType",
        is_overdue: bool = member "isOverdue",
        mail_state: Option<EmailState> = member "mailState",
        mailed_time: Option<String> = member "mailedTime",
        notes: Option<String> = member "notes",
        outstanding_amount: Decimal = member "outstandingAmount",
        period_end: Option<String> = member "periodEnd",
        period_start: Option<String> = member "periodStart",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        seller: InvoiceSeller = member "seller",
        status: InvoiceStatus = member "status",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        written_off_amount: Decimal = member "writtenOffAmount",
        written_off_date: Option<String> = member "writtenOffDate",
    }
    WholeNotice {
        amount: Decimal = member "amount",
        amount_to_pay: Decimal = member "amountToPay",
        creation_time: String = member "creationTime",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        day: String = member "day",
        days_overdue: i64 = member "daysOverdue",
        email_address: Option<String> = member "emailAddress",
        id: DunningNoticeId = member "id",
        invoices: Vec<DunningInvoice> = member "invoices",
        mail_state: Option<EmailState> = member "mailState",
        row_version: i64 = member "rowVersion",
        step_name: String = member "stepName",
        stops_credit: bool = member "stopsCredit",
        subject: String = member "subject",
        unapplied_amount: Decimal = member "unappliedAmount",
    }
    WholePayment {
        base_paid_amount: Decimal = member "basePaidAmount",
        base_refunded_amount: Decimal = member "baseRefundedAmount",
        base_unallocated_amount: Decimal = member "baseUnallocatedAmount",
        creation_time: String = member "creationTime",
        currency: String = member "currency",
        currency_factor: Decimal = member "currencyFactor",
        customer_id: CustomerId = member "customerId",
        id: PaymentId = member "id",
        note: Option<String> = member "note",
        paid_amount: Decimal = member "paidAmount",
        payment_date: String = member "paymentDate",
        payment_details: Vec<PaymentPart> = member "paymentDetails",
        payment_invoices: Vec<PaymentInvoice> = member "paymentInvoices",
        payment_reference_number: Option<String> = member "paymentReferenceNumber",
        payment_type: PaymentType = member "paymentType",
        refunded_amount: Decimal = member "refundedAmount",
        remittance_id: Option<RemittanceId> = member "remittanceId",
        reversed_date: Option<String> = member "reversedDate",
        row_version: i64 = member "rowVersion",
        surcharge_amount: Decimal = member "surchargeAmount",
        unallocated_amount: Decimal = member "unallocatedAmount",
    }
    WholeRemittance {
        allowed_operations: Vec<RemittanceOperation> = member "allowedOperations",
        creation_time: String = member "creationTime",
        currency: String = member "currency",
        customer_id: CustomerId = member "customerId",
        id: RemittanceId = member "id",
        invoice_remittances: Vec<RemittanceInvoice> = member "invoiceRemittances",
        note: Option<String> = member "note",
        payment_date: String = member "paymentDate",
        remittance_number: String = member "remittanceNumber",
        row_version: i64 = member "rowVersion",
        status: RemittanceStatus = member "status",
        total_amount: Decimal = member "totalAmount",
    }
}

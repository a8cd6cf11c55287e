//! Calls and types of reconciliation, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct ReconciliationCalls<'a>(pub(super) &'a Client);

impl<'a> ReconciliationCalls<'a> {
    /// `GET /api/booking/File/DownloadReconciliationCSV`
    pub fn download_reconciliation_csv(self, asset_id: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/booking/File/DownloadReconciliationCSV").parameter("assetId", asset_id.into_field()).unwrapped()
    }
    /// `POST /api/booking/File/UploadReconciliationFile`
    pub fn upload_reconciliation_file(self, file: (&str, &[u8])) -> Call<'a, UploadedInvoice> {
        Call::new(self.0, Method::POST, "/api/booking/File/UploadReconciliationFile").file(file)
    }
    /// `POST /api/booking/reconciliation/ApproveReconciliation`
    pub fn approve_reconciliation(self, body: ApproveReconciliation) -> Call<'a, ReconciliationView> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/ApproveReconciliation").body(body.into())
    }
    /// `POST /api/booking/reconciliation/CreateOrUpdateTemplate`
    pub fn create_or_update_template(self, body: SaveInvoiceTemplate) -> Call<'a, OneInvoiceTemplate> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/CreateOrUpdateTemplate").body(body.into())
    }
    /// `POST /api/booking/reconciliation/CreateOrUpdateTolerance`
    pub fn create_or_update_tolerance(self, body: SaveTolerance) -> Call<'a, OneTolerance> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/CreateOrUpdateTolerance").body(body.into())
    }
    /// `DELETE /api/booking/reconciliation/DeleteReconciliations`
    pub fn delete_reconciliations(self, id: impl IntoField<Vec<ReconciliationId>>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/booking/reconciliation/DeleteReconciliations").parameter("id", id.into_field())
    }
    /// `DELETE /api/booking/reconciliation/DeleteTemplate`
    pub fn delete_template(self, id: impl IntoField<InvoiceTemplateId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/booking/reconciliation/DeleteTemplate").parameter("id", id.into_field())
    }
    /// `DELETE /api/booking/reconciliation/DeleteTolerance`
    pub fn delete_tolerance(self, id: impl IntoField<ToleranceId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/booking/reconciliation/DeleteTolerance").parameter("id", id.into_field())
    }
    /// `GET /api/booking/reconciliation/GetImportStatus`
    pub fn get_import_status(self, import_token: impl IntoField<String>) -> Call<'a, InvoiceImportStatus> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetImportStatus").parameter("importToken", import_token.into_field())
    }
    /// `GET /api/booking/reconciliation/GetReconciliationBookings`
    pub fn get_reconciliation_bookings(self) -> Call<'a, PageOfBookingReconciliation, ReconciliationGetReconciliationBookings> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetReconciliationBookings")
    }
    /// `GET /api/booking/reconciliation/GetReconciliationForApproval`
    pub fn get_reconciliation_for_approval(self, id: impl IntoField<ReconciliationId>) -> Call<'a, ReconciliationForApproval, ReconciliationGetReconciliationForApproval> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetReconciliationForApproval").parameter("id", id.into_field())
    }
    /// `GET /api/booking/reconciliation/GetReconciliations`
    pub fn get_reconciliations(self) -> Call<'a, PageOfReconciliationView, ReconciliationGetReconciliations> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetReconciliations")
    }
    /// `GET /api/booking/reconciliation/GetTemplates`
    pub fn get_templates(self) -> Call<'a, PageOfInvoiceTemplate, ReconciliationGetTemplates> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetTemplates")
    }
    /// `GET /api/booking/reconciliation/GetTolerances`
    pub fn get_tolerances(self) -> Call<'a, PageOfTolerance, ReconciliationGetTolerances> {
        Call::new(self.0, Method::GET, "/api/booking/reconciliation/GetTolerances")
    }
    /// `POST /api/booking/reconciliation/MatchReconciliationBooking`
    pub fn match_reconciliation_booking(self, body: ChooseBooking) -> Call<'a, BookingReconciliation> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/MatchReconciliationBooking").body(body.into())
    }
    /// `POST /api/booking/reconciliation/ProcessReconciliationBookings`
    pub fn process_reconciliation_bookings(self, body: ProcessLines) -> Call<'a, ProcessedLines> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/ProcessReconciliationBookings").body(body.into())
    }
    /// `POST /api/booking/reconciliation/RequoteReconciliationBookings`
    pub fn requote_reconciliation_bookings(self, body: RequoteLines) -> Call<'a, RequotedLines> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/RequoteReconciliationBookings").body(body.into())
    }
    /// `POST /api/booking/reconciliation/exportCsv`
    pub fn export_csv(self, body: ExportCsvBody) -> Call<'a, ReconciliationFile> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/exportCsv").body(body.into())
    }
    /// `POST /api/booking/reconciliation/exportDisputeCsv`
    pub fn export_dispute_csv(self, body: ExportDisputeCsvBody) -> Call<'a, ReconciliationFile> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/exportDisputeCsv").body(body.into())
    }
    /// `POST /api/booking/reconciliation/exportDisputePdf`
    pub fn export_dispute_pdf(self, body: ExportDisputePdfBody) -> Call<'a, ReconciliationFile> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/exportDisputePdf").body(body.into())
    }
    /// `POST /api/booking/reconciliation/importCsv`
    pub fn import_csv(self, body: ImportInvoice) -> Call<'a, BegunReconciliation> {
        Call::new(self.0, Method::POST, "/api/booking/reconciliation/importCsv").body(body.into())
    }
}

parameters! { ReconciliationGetReconciliationBookings -> PageOfBookingReconciliation {
    id: ReconciliationId = "id",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { ReconciliationGetReconciliationForApproval -> ReconciliationForApproval {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
}}

parameters! { ReconciliationGetReconciliations -> PageOfReconciliationView {
    carrier_code: String = "carrierCode",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { ReconciliationGetTemplates -> PageOfInvoiceTemplate {
    carrier_code: String = "carrierCode",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { ReconciliationGetTolerances -> PageOfTolerance {
    carrier_account_id: CarrierAccountId = "carrierAccountId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    Hold {
        SellUnderCost = "SellUnderCost",
        ZeroCost = "ZeroCost",
        TwiceInvoiced = "TwiceInvoiced",
        ByHand = "ByHand",
    }
    InvoiceField {
        ConsignmentId = "consignmentId",
        Reference = "reference",
        ServiceCode = "serviceCode",
        ServiceName = "serviceName",
        ChargedWeight = "chargedWeight",
        ChargedVolume = "chargedVolume",
        TaxExclusiveAmount = "taxExclusiveAmount",
        Tax = "tax",
        InvoiceNumber = "invoiceNumber",
        InvoiceDate = "invoiceDate",
    }
    InvoiceWeightUnit {
        Kg = "kg",
        Lb = "lb",
        G = "g",
        T = "t",
    }
    LineOperation {
        Approve = "Approve",
        Absorb = "Absorb",
        Recharge = "Recharge",
        Reject = "Reject",
        Hold = "Hold",
        Release = "Release",
        Close = "Close",
        PreAuthorise = "PreAuthorise",
        ExternallyInvoiced = "ExternallyInvoiced",
    }
    LineStatus {
        Unmatched = "Unmatched",
        Matched = "Matched",
        WithinTolerance = "WithinTolerance",
        Overcharged = "Overcharged",
        Undercharged = "Undercharged",
        Held = "Held",
        Approved = "Approved",
        Absorbed = "Absorbed",
        Rejected = "Rejected",
        Closed = "Closed",
        ExternallyInvoiced = "ExternallyInvoiced",
        PreAuthorised = "PreAuthorised",
    }
    MatchedBy {
        Consignment = "Consignment",
        OwnReference = "OwnReference",
        Reference = "Reference",
        Hand = "Hand",
    }
    ReconciliationStatus {
        Uploaded = "Uploaded",
        Processing = "Processing",
        AwaitingApproval = "AwaitingApproval",
        PartiallyApproved = "PartiallyApproved",
        Approved = "Approved",
        Recharged = "Recharged",
        Failed = "Failed",
    }
    ToleranceEffect {
        Absorb = "Absorb",
        PassOn = "PassOn",
    }
    ToleranceMeasure {
        Amount = "Amount",
        Percent = "Percent",
    }
    ToleranceOn {
        Total = "Total",
        FuelLevy = "FuelLevy",
    }
    ToleranceSide {
        Above = "Above",
        Below = "Below",
    }
}

requests! {
    ApproveReconciliation {
        approved_bookings: Vec<ApprovedBooking> = "approvedBookings",
        id: ReconciliationId = "id",
    }
    ApprovedBooking {
        approved_services: Vec<ApprovedService> = "approvedServices",
        id: ReconciliationBookingId = "id",
        note: String = "note",
        row_version: i64 = "rowVersion",
    }
    ApprovedService {
        approved_amount: Decimal = "approvedAmount",
        id: ReconciliationServiceId = "id",
        note: String = "note",
        override_: bool = "override",
    }
    ChooseBooking {
        booking_id: BookingId = "bookingId",
        id: ReconciliationBookingId = "id",
        row_version: i64 = "rowVersion",
    }
    ExportCsvBody {
        id: ReconciliationId = "id",
    }
    ExportDisputeCsvBody {
        id: ReconciliationId = "id",
    }
    ExportDisputePdfBody {
        id: ReconciliationId = "id",
    }
    ImportInvoice {
        carrier_account_id: CarrierAccountId = "carrierAccountId",
        carrier_code: String = "carrierCode",
        file_name: String = "fileName",
        template_id: InvoiceTemplateId = "templateId",
    }
    InvoiceColumnRequest {
        field: InvoiceField = "field",
        heading: String = "heading",
    }
    InvoiceTemplateRequest {
        carrier: String = "carrier",
        columns: Vec<InvoiceColumnRequest> = "columns",
        day_order: DayOrder = "dayOrder",
        decimal_sign: DecimalSign = "decimalSign",
        id: InvoiceTemplateId = "id",
        is_default: bool = "isDefault",
        name: String = "name",
        row_version: i64 = "rowVersion",
        weight_unit: InvoiceWeightUnit = "weightUnit",
    }
    ProcessLines {
        amount: Decimal = "amount",
        id: ReconciliationId = "id",
        ids: Vec<ReconciliationBookingId> = "ids",
        note: String = "note",
        operation: LineOperation = "operation",
    }
    RequoteLines {
        id: ReconciliationId = "id",
        ids: Vec<ReconciliationBookingId> = "ids",
    }
    SaveInvoiceTemplate {
        template: InvoiceTemplateRequest = "template",
    }
    SaveTolerance {
        tolerance: ToleranceRequest = "tolerance",
    }
    ToleranceRequest {
        applies_to: ToleranceOn = "appliesTo",
        carrier_account_id: CarrierAccountId = "carrierAccountId",
        effect: ToleranceEffect = "effect",
        id: ToleranceId = "id",
        is_active: bool = "isActive",
        measure: ToleranceMeasure = "measure",
        row_version: i64 = "rowVersion",
        side: ToleranceSide = "side",
        value: Decimal = "value",
    }
}

responses! {
    BegunReconciliation {
        id: ReconciliationId = member "id",
        import_token: String = member "importToken",
    }
    BookingReconciliation {
        absorbed_amount: Decimal = member "absorbedAmount",
        allowed_operations: Vec<LineOperation> = member "allowedOperations",
        approved_amount: Option<Decimal> = member "approvedAmount",
        booking_id: Option<BookingId> = member "bookingId",
        booking_reconciliation_services: Vec<ReconciliationServiceLine> = member "bookingReconciliationServices",
        carrier_account_id: Option<CarrierAccountId> = member "carrierAccountId",
        carrier_invoiced_amount: Decimal = member "carrierInvoicedAmount",
        carrier_invoiced_tax: Decimal = member "carrierInvoicedTax",
        carrier_quoted_amount: Decimal = member "carrierQuotedAmount",
        charged_volume: Option<Decimal> = member "chargedVolume",
        charged_weight: Option<Decimal> = member "chargedWeight",
        company_name: Option<String> = member "companyName",
        consignment_id: Option<String> = member "consignmentId",
        customer_code: Option<String> = member "customerCode",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: Option<String> = member "customerName",
        customer_quoted_amount: Decimal = member "customerQuotedAmount",
        decided_time: Option<String> = member "decidedTime",
        decided_user_name: Option<String> = member "decidedUserName",
        declared_volume: Decimal = member "declaredVolume",
        declared_weight: Decimal = member "declaredWeight",
        difference_amount: Decimal = member "differenceAmount",
        file_line: i64 = member "fileLine",
        holds: Vec<Hold> = member "holds",
        id: ReconciliationBookingId = member "id",
        matched_by: Option<MatchedBy> = member "matchedBy",
        note: Option<String> = member "note",
        proposed_booking_id: Option<BookingId> = member "proposedBookingId",
        recharge_amount: Decimal = member "rechargeAmount",
        reconciliation_id: ReconciliationId = member "reconciliationId",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        status: LineStatus = member "status",
    }
    InvoiceColumn {
        field: InvoiceField = member "field",
        heading: String = member "heading",
    }
    InvoiceImportStatus {
        done: i64 = member "done",
        failure: Option<String> = member "failure",
        id: Option<ReconciliationId> = member "id",
        is_completed: bool = member "isCompleted",
        status: Option<ReconciliationStatus> = member "status",
        total: i64 = member "total",
        validation_errors: Vec<InvoiceLineError> = member "validationErrors",
    }
    InvoiceLineError {
        column: String = member "column",
        index: i64 = member "index",
        message: String = member "message",
    }
    InvoiceTemplate {
        carrier: String = member "carrier",
        columns: Vec<InvoiceColumn> = member "columns",
        creation_time: String = member "creationTime",
        day_order: DayOrder = member "dayOrder",
        decimal_sign: DecimalSign = member "decimalSign",
        id: InvoiceTemplateId = member "id",
        is_default: bool = member "isDefault",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
        weight_unit: InvoiceWeightUnit = member "weightUnit",
    }
    OneInvoiceTemplate {
        template: InvoiceTemplate = member "template",
    }
    OneTolerance {
        tolerance: Tolerance = member "tolerance",
    }
    PageOfBookingReconciliation {
        items: Vec<BookingReconciliation> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfInvoiceTemplate {
        items: Vec<InvoiceTemplate> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfReconciliationView {
        items: Vec<ReconciliationView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfTolerance {
        items: Vec<Tolerance> = member "items",
        total_count: i64 = member "totalCount",
    }
    ProcessedLine {
        error: Option<Message> = member "error",
        id: ReconciliationBookingId = member "id",
        row_version: i64 = member "rowVersion",
        status: LineStatus = member "status",
        success: bool = member "success",
    }
    ProcessedLines {
        items: Vec<ProcessedLine> = member "items",
        reconciliation: ReconciliationView = member "reconciliation",
    }
    ReconciliationFile {
        file_name: String = member "fileName",
        file_token: String = member "fileToken",
        file_type: String = member "fileType",
    }
    ReconciliationForApproval {
        booking_reconciliation_count: i64 = member "bookingReconciliationCount",
        booking_reconciliations: Vec<BookingReconciliation> = member "bookingReconciliations",
        bookings: i64 = member "bookings",
        carrier: String = member "carrier",
        carrier_account_id: Option<CarrierAccountId> = member "carrierAccountId",
        charges: i64 = member "charges",
        creation_time: String = member "creationTime",
        creator_user_name: String = member "creatorUserName",
        failure: Option<String> = member "failure",
        file_guid: String = member "fileGuid",
        file_name: String = member "fileName",
        id: ReconciliationId = member "id",
        invalid_booking_file_guid: Option<String> = member "invalidBookingFileGuid",
        line_errors: Vec<InvoiceLineError> = member "lineErrors",
        row_version: i64 = member "rowVersion",
        status: ReconciliationStatus = member "status",
        statuses: Vec<StatusSums> = member "statuses",
        totals: ReconciliationSums = member "totals",
    }
    ReconciliationServiceLine {
        approved_amount: Option<Decimal> = member "approvedAmount",
        carrier_invoiced_amount: Decimal = member "carrierInvoicedAmount",
        carrier_invoiced_tax: Decimal = member "carrierInvoicedTax",
        carrier_quoted_amount: Decimal = member "carrierQuotedAmount",
        carrier_recharge_amount: Decimal = member "carrierRechargeAmount",
        carrier_requoted_amount: Option<Decimal> = member "carrierRequotedAmount",
        customer_invoiced_amount: Decimal = member "customerInvoicedAmount",
        customer_quoted_amount: Decimal = member "customerQuotedAmount",
        customer_recharge_amount: Decimal = member "customerRechargeAmount",
        customer_requoted_amount: Option<Decimal> = member "customerRequotedAmount",
        file_line: Option<i64> = member "fileLine",
        id: ReconciliationServiceId = member "id",
        invoice_date: Option<String> = member "invoiceDate",
        invoice_number: Option<String> = member "invoiceNumber",
        is_additional_service: bool = member "isAdditionalService",
        note: Option<String> = member "note",
        override_: bool = member "override",
        reconciliation_booking_id: ReconciliationBookingId = member "reconciliationBookingId",
        row_version: i64 = member "rowVersion",
        service_code: String = member "serviceCode",
        service_name: String = member "serviceName",
    }
    ReconciliationSums {
        absorbed_amount: Decimal = member "absorbedAmount",
        approved_amount: Decimal = member "approvedAmount",
        carrier_invoiced_amount: Decimal = member "carrierInvoicedAmount",
        carrier_invoiced_tax: Decimal = member "carrierInvoicedTax",
        carrier_quoted_amount: Decimal = member "carrierQuotedAmount",
        count: i64 = member "count",
        customer_quoted_amount: Decimal = member "customerQuotedAmount",
        recharge_amount: Decimal = member "rechargeAmount",
    }
    ReconciliationView {
        bookings: i64 = member "bookings",
        carrier: String = member "carrier",
        carrier_account_id: Option<CarrierAccountId> = member "carrierAccountId",
        charges: i64 = member "charges",
        creation_time: String = member "creationTime",
        creator_user_name: String = member "creatorUserName",
        failure: Option<String> = member "failure",
        file_guid: String = member "fileGuid",
        file_name: String = member "fileName",
        id: ReconciliationId = member "id",
        invalid_booking_file_guid: Option<String> = member "invalidBookingFileGuid",
        line_errors: Vec<InvoiceLineError> = member "lineErrors",
        row_version: i64 = member "rowVersion",
        status: ReconciliationStatus = member "status",
        statuses: Vec<StatusSums> = member "statuses",
        totals: ReconciliationSums = member "totals",
    }
    RequotedLine {
        carrier_requoted_amount: Option<Decimal> = member "carrierRequotedAmount",
        customer_requoted_amount: Option<Decimal> = member "customerRequotedAmount",
        error: Option<Message> = member "error",
        id: ReconciliationBookingId = member "id",
        success: bool = member "success",
    }
    RequotedLines {
        items: Vec<RequotedLine> = member "items",
    }
    StatusSums {
        absorbed_amount: Decimal = member "absorbedAmount",
        approved_amount: Decimal = member "approvedAmount",
        carrier_invoiced_amount: Decimal = member "carrierInvoicedAmount",
        carrier_invoiced_tax: Decimal = member "carrierInvoicedTax",
        carrier_quoted_amount: Decimal = member "carrierQuotedAmount",
        count: i64 = member "count",
        customer_quoted_amount: Decimal = member "customerQuotedAmount",
        recharge_amount: Decimal = member "rechargeAmount",
        status: LineStatus = member "status",
    }
    Tolerance {
        applies_to: ToleranceOn = member "appliesTo",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        effect: ToleranceEffect = member "effect",
        id: ToleranceId = member "id",
        is_active: bool = member "isActive",
        measure: ToleranceMeasure = member "measure",
        row_version: i64 = member "rowVersion",
        side: ToleranceSide = member "side",
        value: Decimal = member "value",
    }
    UploadedInvoice {
        asset_id: String = member "assetId",
        file_name: String = member "fileName",
    }
}

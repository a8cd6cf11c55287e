//! Calls and types of bookings, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct BookingsCalls<'a>(pub(super) &'a Client);

impl<'a> BookingsCalls<'a> {
    /// `GET /api/booking/Configuration/GetBookingConfigurations`
    pub fn get_booking_configurations(self) -> Call<'a, Configurations> {
        Call::new(self.0, Method::GET, "/api/booking/Configuration/GetBookingConfigurations")
    }
    /// `GET /api/booking/Configuration/GetBookingReferences`
    pub fn get_booking_references(self) -> Call<'a, BookingReferences, BookingsGetBookingReferences> {
        Call::new(self.0, Method::GET, "/api/booking/Configuration/GetBookingReferences")
    }
    /// `GET /api/booking/File/DownloadDocument`
    pub fn download_document(self, token: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/booking/File/DownloadDocument").parameter("token", token.into_field()).unwrapped()
    }
    /// `GET /api/booking/File/DownloadGuestDocument`
    pub fn download_guest_document(self, token: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/booking/File/DownloadGuestDocument").parameter("token", token.into_field()).unwrapped()
    }
    /// `POST /api/booking/booking/addnookingnote`
    pub fn add_nooking_note(self, body: AddNote) -> Call<'a, Noted> {
        Call::new(self.0, Method::POST, "/api/booking/booking/addnookingnote").body(body.into())
    }
    /// `POST /api/booking/booking/addtrackingevent`
    pub fn add_tracking_event(self, body: ScanInput) -> Call<'a, BookingView> {
        Call::new(self.0, Method::POST, "/api/booking/booking/addtrackingevent").body(body.into())
    }
    /// `POST /api/booking/booking/cancelBooking`
    pub fn cancel_booking(self, body: CancelBookingBody) -> Call<'a, BookingView> {
        Call::new(self.0, Method::POST, "/api/booking/booking/cancelBooking").body(body.into())
    }
    /// `POST /api/booking/booking/createGuestBooking`
    pub fn create_guest_booking(self, body: GuestInput) -> Call<'a, GuestSaved> {
        Call::new(self.0, Method::POST, "/api/booking/booking/createGuestBooking").body(body.into())
    }
    /// `POST /api/booking/booking/createorupdatebatchbooking`
    pub fn create_or_update_batch_booking(self, body: Batch) -> Call<'a, BatchAnswer> {
        Call::new(self.0, Method::POST, "/api/booking/booking/createorupdatebatchbooking").body(body.into())
    }
    /// `POST /api/booking/booking/creatorupdateguestbooking`
    pub fn creat_or_update_guest_booking(self, body: GuestInput) -> Call<'a, GuestSaved> {
        Call::new(self.0, Method::POST, "/api/booking/booking/creatorupdateguestbooking").body(body.into())
    }
    /// `DELETE /api/booking/booking/deleteBooking`
    pub fn delete_booking(self, id: impl IntoField<BookingId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/booking/booking/deleteBooking").parameter("id", id.into_field())
    }
    /// `DELETE /api/booking/booking/deletebatchbooking`
    pub fn delete_batch_booking(self, id: impl IntoField<String>) -> Call<'a, BatchDeleted> {
        Call::new(self.0, Method::DELETE, "/api/booking/booking/deletebatchbooking").parameter("id", id.into_field())
    }
    /// `GET /api/booking/booking/getDocuments`
    pub fn get_documents(self, booking_id: impl IntoField<BookingId>, document_type: impl IntoField<i64>) -> Call<'a, Tokens> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getDocuments").parameter("bookingId", booking_id.into_field()).parameter("documentType", document_type.into_field())
    }
    /// `GET /api/booking/booking/getGuestBooking`
    pub fn get_guest_booking(self, booking_id: impl IntoField<BookingId>, email: impl IntoField<String>) -> Call<'a, OneOutside> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getGuestBooking").parameter("bookingId", booking_id.into_field()).parameter("email", email.into_field())
    }
    /// `GET /api/booking/booking/getGuestDocuments`
    pub fn get_guest_documents(self, booking_id: impl IntoField<BookingId>, document_type: impl IntoField<i64>, email: impl IntoField<String>) -> Call<'a, Tokens> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getGuestDocuments").parameter("bookingId", booking_id.into_field()).parameter("documentType", document_type.into_field()).parameter("email", email.into_field())
    }
    /// `GET /api/booking/booking/getOperationLog`
    pub fn get_operation_log(self, id: impl IntoField<BookingId>) -> Call<'a, Log> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getOperationLog").parameter("id", id.into_field())
    }
    /// `GET /api/booking/booking/getOperationLogs`
    pub fn get_operation_logs(self) -> Call<'a, PageOfOperationView, BookingsGetOperationLogs> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getOperationLogs")
    }
    /// `GET /api/booking/booking/getSharedBooking`
    pub fn get_shared_booking(self, booking_id: impl IntoField<BookingId>, email: impl IntoField<String>) -> Call<'a, OneOutside, BookingsGetSharedBooking> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getSharedBooking").parameter("bookingId", booking_id.into_field()).parameter("email", email.into_field())
    }
    /// `GET /api/booking/booking/getTrackingDetails`
    pub fn get_tracking_details(self, connote_number: impl IntoField<String>, post_code: impl IntoField<String>) -> Call<'a, Tracked> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getTrackingDetails").parameter("connoteNumber", connote_number.into_field()).parameter("postCode", post_code.into_field())
    }
    /// `GET /api/booking/booking/getaddresses`
    pub fn get_addresses(self) -> Call<'a, Addresses, BookingsGetAddresses> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getaddresses")
    }
    /// `GET /api/booking/booking/getbookingforEdit`
    pub fn get_booking_for_edit(self, id: impl IntoField<BookingId>) -> Call<'a, BookingView> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookingforEdit").parameter("id", id.into_field())
    }
    /// `GET /api/booking/booking/getbookings`
    pub fn get_bookings(self) -> Call<'a, PageOfBookingView, BookingsGetBookings> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookings")
    }
    /// `GET /api/booking/booking/getbookingsforinvoice`
    pub fn get_bookings_for_invoice(self) -> Call<'a, PageOfBookingView, BookingsGetBookingsForInvoice> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookingsforinvoice")
    }
    /// `GET /api/booking/booking/getbookingsforrecharge`
    pub fn get_bookings_for_recharge(self) -> Call<'a, PageOfBookingView, BookingsGetBookingsForRecharge> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookingsforrecharge")
    }
    /// `GET /api/booking/booking/getbookingssummary`
    pub fn get_bookings_summary(self) -> Call<'a, Summary, BookingsGetBookingsSummary> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookingssummary")
    }
    /// `GET /api/booking/booking/getbookingstatuscount`
    pub fn get_booking_status_count(self) -> Call<'a, StatusCounts, BookingsGetBookingStatusCount> {
        Call::new(self.0, Method::GET, "/api/booking/booking/getbookingstatuscount")
    }
    /// `POST /api/booking/booking/previewbulkoperation`
    pub fn preview_bulk_operation(self, body: PreviewedBulk) -> Call<'a, Previews> {
        Call::new(self.0, Method::POST, "/api/booking/booking/previewbulkoperation").body(body.into())
    }
    /// `POST /api/booking/booking/runbulkoperation`
    pub fn run_bulk_operation(self, body: Bulk) -> Call<'a, BulkAnswer> {
        Call::new(self.0, Method::POST, "/api/booking/booking/runbulkoperation").body(body.into())
    }
    /// `POST /api/booking/booking/shareBooking`
    pub fn share_booking(self, body: ShareInput) -> Call<'a, ShareAnswer> {
        Call::new(self.0, Method::POST, "/api/booking/booking/shareBooking").body(body.into())
    }
    /// `GET /api/booking/booking/stream`
    pub fn stream(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/booking/booking/stream").unwrapped()
    }
    /// `PUT /api/booking/booking/updateBookingDetails`
    pub fn update_booking_details(self, body: DetailsInput) -> Call<'a, BookingView> {
        Call::new(self.0, Method::PUT, "/api/booking/booking/updateBookingDetails").body(body.into())
    }
    /// `GET /api/booking/manifest/getmanifest`
    pub fn get_manifest(self, id: impl IntoField<ManifestId>) -> Call<'a, ManifestView> {
        Call::new(self.0, Method::GET, "/api/booking/manifest/getmanifest").parameter("id", id.into_field())
    }
    /// `GET /api/booking/manifest/getmanifests`
    pub fn get_manifests(self) -> Call<'a, PageOfManifestView, BookingsGetManifests> {
        Call::new(self.0, Method::GET, "/api/booking/manifest/getmanifests")
    }
    /// `GET /api/booking/margin/getmargins`
    pub fn get_margins(self, by: impl IntoField<GetMarginsBy>, from_date: impl IntoField<String>, to_date: impl IntoField<String>) -> Call<'a, Margins, BookingsGetMargins> {
        Call::new(self.0, Method::GET, "/api/booking/margin/getmargins").parameter("by", by.into_field()).parameter("fromDate", from_date.into_field()).parameter("toDate", to_date.into_field())
    }
    /// `GET /api/booking/margin/getworstlanes`
    pub fn get_worst_lanes(self, from_date: impl IntoField<String>, to_date: impl IntoField<String>) -> Call<'a, WorstLanes, BookingsGetWorstLanes> {
        Call::new(self.0, Method::GET, "/api/booking/margin/getworstlanes").parameter("fromDate", from_date.into_field()).parameter("toDate", to_date.into_field())
    }
    /// `POST /api/booking/pickup/cancelpickup`
    pub fn cancel_pickup(self, body: CancelPickupBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/booking/pickup/cancelpickup").body(body.into())
    }
    /// `POST /api/booking/pickup/checkaddress`
    pub fn check_address(self, body: CheckAddress) -> Call<'a, CheckedAddress> {
        Call::new(self.0, Method::POST, "/api/booking/pickup/checkaddress").body(body.into())
    }
    /// `GET /api/booking/pickup/getpickup`
    pub fn get_pickup(self, id: impl IntoField<PickupId>) -> Call<'a, PickupView> {
        Call::new(self.0, Method::GET, "/api/booking/pickup/getpickup").parameter("id", id.into_field())
    }
    /// `GET /api/booking/pickup/getpickupday`
    pub fn get_pickup_day(self, carrier_account_id: impl IntoField<CarrierAccountId>) -> Call<'a, PickupDay, BookingsGetPickupDay> {
        Call::new(self.0, Method::GET, "/api/booking/pickup/getpickupday").parameter("carrierAccountId", carrier_account_id.into_field())
    }
    /// `GET /api/booking/pickup/getpickups`
    pub fn get_pickups(self) -> Call<'a, PageOfPickupView, BookingsGetPickups> {
        Call::new(self.0, Method::GET, "/api/booking/pickup/getpickups")
    }
}

parameters! { BookingsGetBookingReferences -> BookingReferences {
    customer_id: CustomerId = "customerId",
}}

parameters! { BookingsGetOperationLogs -> PageOfOperationView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { BookingsGetSharedBooking -> OneOutside {
    token: String = "token",
}}

parameters! { BookingsGetAddresses -> Addresses {
    customer_id: CustomerId = "customerId",
    kind: String = "kind",
    max_result_count: i64 = "maxResultCount",
    search: String = "search",
}}

parameters! { BookingsGetBookings -> PageOfBookingView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { BookingsGetBookingsForInvoice -> PageOfBookingView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { BookingsGetBookingsForRecharge -> PageOfBookingView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { BookingsGetBookingsSummary -> Summary {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
}}

parameters! { BookingsGetBookingStatusCount -> StatusCounts {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
}}

parameters! { BookingsGetManifests -> PageOfManifestView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { BookingsGetMargins -> Margins {
    carrier: String = "carrier",
    customer_id: CustomerId = "customerId",
}}

parameters! { BookingsGetWorstLanes -> WorstLanes {
    carrier: String = "carrier",
    customer_id: CustomerId = "customerId",
}}

parameters! { BookingsGetPickupDay -> PickupDay {
    closing_time: String = "closingTime",
    ready_time: String = "readyTime",
}}

parameters! { BookingsGetPickups -> PageOfPickupView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    AddressSource {
        Frequent = "Frequent",
        Customer = "Customer",
        Past = "Past",
    }
    GetMarginsBy {
        Customer = "Customer",
        Carrier = "Carrier",
        Lane = "Lane",
        Month = "Month",
    }
    Intent {
        Pay = "Pay",
        Book = "Book",
        Cancel = "Cancel",
        Manifest = "Manifest",
        BookPickup = "BookPickup",
    }
    LabelFormat {
        Pdf = "Pdf",
        A4 = "A4",
        Zpl = "Zpl",
        Png = "Png",
    }
    LoggedOperation {
        Create = "Create",
        Edit = "Edit",
        UpdateDetails = "UpdateDetails",
        Book = "Book",
        Manifest = "Manifest",
        BookPickup = "BookPickup",
        CancelPickup = "CancelPickup",
        Requote = "Requote",
        Invoice = "Invoice",
        EmailDocuments = "EmailDocuments",
        EmailNews = "EmailNews",
        PrintLabel = "PrintLabel",
        ReprintLabel = "ReprintLabel",
        ReprintManifest = "ReprintManifest",
        Hold = "Hold",
        Release = "Release",
        Cancel = "Cancel",
        AddTrackingEvent = "AddTrackingEvent",
    }
    Moved {
        CutOff = "CutOff",
        Closed = "Closed",
        DayOff = "DayOff",
    }
    Operation {
        Book = "Book",
        Manifest = "Manifest",
        BookPickup = "BookPickup",
        PrintLabel = "PrintLabel",
        PrintManifest = "PrintManifest",
        EmailDocuments = "EmailDocuments",
        RefreshTracking = "RefreshTracking",
        Requote = "Requote",
        Invoice = "Invoice",
        Hold = "Hold",
        Release = "Release",
        Cancel = "Cancel",
        Delete = "Delete",
        Edit = "Edit",
        EditAddresses = "EditAddresses",
        AddTrackingEvent = "AddTrackingEvent",
    }
    OperationStatus {
        Success = "Success",
        Failed = "Failed",
        Pending = "Pending",
    }
    PickupOperation {
        Cancel = "Cancel",
    }
    PickupStatus {
        Booking = "Booking",
        Booked = "Booked",
        Failed = "Failed",
        Cancelling = "Cancelling",
        Cancelled = "Cancelled",
    }
    Status {
        Draft = "Draft",
        Quoted = "Quoted",
        PendingPayment = "PendingPayment",
        Booked = "Booked",
        Manifesting = "Manifesting",
        Manifested = "Manifested",
        PickupBooked = "PickupBooked",
        AtPickup = "AtPickup",
        PickedUp = "PickedUp",
        InTransit = "InTransit",
        AtDepot = "AtDepot",
        OutForDelivery = "OutForDelivery",
        AtDelivery = "AtDelivery",
        PartiallyDelivered = "PartiallyDelivered",
        AwaitingCollection = "AwaitingCollection",
        Delivered = "Delivered",
        OnHold = "OnHold",
        Delayed = "Delayed",
        DeliveryAttempted = "DeliveryAttempted",
        FailedPickup = "FailedPickup",
        FailedDelivery = "FailedDelivery",
        Damaged = "Damaged",
        Lost = "Lost",
        ReturningToSender = "ReturningToSender",
        ReturnedToSender = "ReturnedToSender",
        TrackingExpired = "TrackingExpired",
        Failed = "Failed",
        Cancelled = "Cancelled",
        Deleted = "Deleted",
    }
}

requests! {
    AddNote {
        booking_id: BookingId = "bookingId",
        booking_note: BookingNoteInput = "bookingNote",
    }
    Batch {
        bookings: Vec<BatchEntry> = "bookings",
        label_format: LabelFormat = "labelFormat",
        operations: Vec<Operation> = "operations",
    }
    BatchEntry {
        booking: BookingInput = "booking",
        booking_note: BookingNoteInput = "bookingNote",
    }
    BookingInput {
        business_closing_time: String = "businessClosingTime",
        customer: CustomerInput = "customer",
        dangerous_good_description: String = "dangerousGoodDescription",
        dangerous_good_package_type: String = "dangerousGoodPackageType",
        dangerous_good_un_code: String = "dangerousGoodUNCode",
        delivery_instructions: String = "deliveryInstructions",
        delivery_options: BTreeMap<String, String> = "deliveryOptions",
        from_address: AddressRequest = "fromAddress",
        id: BookingId = "id",
        insurance_type: InsuranceType = "insuranceType",
        insured_value: Decimal = "insuredValue",
        is_dangerous_good: bool = "isDangerousGood",
        is_insured: bool = "isInsured",
        is_ready_to_pickup: bool = "isReadyToPickup",
        items: Vec<ItemRequest> = "items",
        order_number: String = "orderNumber",
        parent_booking_id: BookingId = "parentBookingId",
        payment_nonce: String = "paymentNonce",
        pickup_options: BTreeMap<String, String> = "pickupOptions",
        pickup_ready_time: String = "pickupReadyTime",
        promo_code: String = "promoCode",
        quote_id: QuoteId = "quoteId",
        reference: String = "reference",
        resource_token: String = "resourceToken",
        row_version: i64 = "rowVersion",
        special_instructions: String = "specialInstructions",
        store_key: String = "storeKey",
        to_address: AddressRequest = "toAddress",
    }
    BookingNoteInput {
        comment: String = "comment",
        is_internal: bool = "isInternal",
    }
    Bulk {
        booking_ids: Vec<BookingId> = "bookingIds",
        label_format: LabelFormat = "labelFormat",
        operations: Vec<Operation> = "operations",
    }
    CancelBookingBody {
        id: BookingId = "id",
    }
    CancelPickupBody {
        id: PickupId = "id",
    }
    CheckAddress {
        address: AddressRequest = "address",
        carrier_account_id: CarrierAccountId = "carrierAccountId",
    }
    CustomerInput {
        caller: String = "caller",
        cost_center: String = "costCenter",
        cost_center_id: CostCenterId = "costCenterId",
        email: String = "email",
        id: CustomerId = "id",
        reference: String = "reference",
        references: Vec<ReferenceValueRequest> = "references",
        type_: CustomerType = "type",
    }
    DetailsInput {
        booking_id: BookingId = "bookingId",
        booking_status: String = "bookingStatus",
        connote_file: String = "connoteFile",
        consignment_id: String = "consignmentId",
        email: String = "email",
        insurance_info: InsuranceInput = "insuranceInfo",
        manifest_file: String = "manifestFile",
        manifest_id: String = "manifestId",
        note: String = "note",
        pickup_request_id: String = "pickupRequestId",
        pricing_info: Vec<PriceInput> = "pricingInfo",
        row_version: i64 = "rowVersion",
        send_email: bool = "sendEmail",
    }
    GuestInput {
        booking: BookingInput = "booking",
        booking_note: BookingNoteInput = "bookingNote",
        operations: Vec<Operation> = "operations",
    }
    InsuranceInput {
        tax: Decimal = "tax",
        tax_exclusive_amount: Decimal = "taxExclusiveAmount",
    }
    PreviewedBulk {
        booking_ids: Vec<BookingId> = "bookingIds",
        operations: Vec<Operation> = "operations",
    }
    PriceInput {
        note: String = "note",
        service_code: String = "serviceCode",
        tax: Decimal = "tax",
        tax_exclusive_amount: Decimal = "taxExclusiveAmount",
    }
    ReferenceValueRequest {
        name: String = "name",
        reference_id: ReferenceId = "referenceId",
        value: String = "value",
    }
    ScanInput {
        at: String = "at",
        booking_id: BookingId = "bookingId",
        description: String = "description",
        location: String = "location",
        signed_by: String = "signedBy",
        status: String = "status",
    }
    ShareInput {
        booking_id: BookingId = "bookingId",
        emails: Vec<String> = "emails",
    }
}

responses! {
    Addresses {
        items: Vec<FoundAddress> = member "items",
    }
    BatchAnswer {
        batch_id: String = member "batchId",
        fail_bookings: Vec<NotSaved> = member "failBookings",
        label: Vec<String> = member "label",
        manifest: Vec<String> = member "manifest",
        success_bookings: Vec<Saved> = member "successBookings",
    }
    BatchDeleted {
        deleted_bookings: Vec<BookingId> = member "deletedBookings",
        fail_to_delete_bookings: Vec<NotDeleted> = member "failToDeleteBookings",
    }
    BookingReferences {
        references: Vec<ReferenceField> = member "references",
    }
    BookingView {
        allowed_operations: Vec<Operation> = member "allowedOperations",
        batch_id: Option<String> = member "batchId",
        booking_date: String = member "bookingDate",
        booking_notes: Option<Option<Vec<NoteView>>> = optional "bookingNotes",
        booking_status: Status = member "bookingStatus",
        booking_warnings: Option<Option<Vec<BookingWarning>>> = optional "bookingWarnings",
        business_closing_time: Option<String> = member "businessClosingTime",
        carrier: Option<String> = member "carrier",
        carrier_account_id: Option<CarrierAccountId> = member "carrierAccountId",
        carrier_service_code: Option<String> = member "carrierServiceCode",
        carrier_service_name: Option<String> = member "carrierServiceName",
        chargable_weight: QuantityInWeightUnit = member "chargableWeight",
        child_booking_ids: Option<Option<Vec<BookingId>>> = optional "childBookingIds",
        consignment_id: Option<String> = member "consignmentId",
        creation_time: String = member "creationTime",
        cubic_factor: Decimal = member "cubicFactor",
        customer: CustomerView = member "customer",
        dangerous_good_description: Option<String> = member "dangerousGoodDescription",
        dangerous_good_package_type: Option<String> = member "dangerousGoodPackageType",
        dangerous_good_un_code: Option<String> = member "dangerousGoodUNCode",
        delivery_instructions: Option<String> = member "deliveryInstructions",
        delivery_options: BTreeMap<String, String> = member "deliveryOptions",
        eta: Option<String> = member "eta",
        from_address: Address = member "fromAddress",
        guid: String = member "guid",
        id: BookingId = member "id",
        insurance_type: Option<InsuranceType> = member "insuranceType",
        insured_value: Option<Decimal> = member "insuredValue",
        invoice_id: Option<i64> = member "invoiceId",
        invoice_number: Option<String> = member "invoiceNumber",
        is_dangerous_good: bool = member "isDangerousGood",
        is_insured: bool = member "isInsured",
        is_multi_leg: bool = member "isMultiLeg",
        is_ready_to_pickup: bool = member "isReadyToPickup",
        items: Vec<Item> = member "items",
        last_tracking_modified_time: Option<String> = member "lastTrackingModifiedTime",
        last_tracking_status: Option<Status> = member "lastTrackingStatus",
        manifest_id: Option<String> = member "manifestId",
        operation_history: Option<Option<Vec<OperationView>>> = optional "operationHistory",
        order_number: Option<String> = member "orderNumber",
        parent_booking_id: Option<BookingId> = member "parentBookingId",
        pending_operation: Option<Intent> = member "pendingOperation",
        pickup_options: BTreeMap<String, String> = member "pickupOptions",
        pickup_ready_time: Option<String> = member "pickupReadyTime",
        pickup_request_id: Option<String> = member "pickupRequestId",
        pricing_detail: PricingDetail = member "pricingDetail",
        promo_code: Option<String> = member "promoCode",
        quote_id: Option<QuoteId> = member "quoteId",
        recharge_detail: Option<PricingDetail> = member "rechargeDetail",
        recharge_invoices: Option<Option<Vec<RechargeInvoice>>> = optional "rechargeInvoices",
        reference: Option<String> = member "reference",
        resource_token: Option<String> = member "resourceToken",
        row_version: i64 = member "rowVersion",
        sibling_booking_ids: Option<Option<Vec<BookingId>>> = optional "siblingBookingIds",
        special_instructions: Option<String> = member "specialInstructions",
        store_key: Option<String> = member "storeKey",
        to_address: Address = member "toAddress",
        total_cubic_weight: QuantityInWeightUnit = member "totalCubicWeight",
        total_volume: QuantityInVolumeUnit = member "totalVolume",
        total_weight: QuantityInWeightUnit = member "totalWeight",
        tracking_details: Option<Option<Vec<TrackingView>>> = optional "trackingDetails",
    }
    BookingWarning {
        message: String = member "message",
        operation: Operation = member "operation",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    BulkAnswer {
        label: Vec<String> = member "label",
        manifest: Vec<String> = member "manifest",
        results: Vec<BulkResult> = member "results",
    }
    BulkResult {
        booking_id: BookingId = member "bookingId",
        message: Option<String> = member "message",
        operation: Operation = member "operation",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    CarrierSetting {
        carrier_code: String = member "carrierCode",
        operations: Vec<Operation> = member "operations",
    }
    CheckedAddress {
        is_checked: bool = member "isChecked",
        is_known: bool = member "isKnown",
        suggestions: Vec<Address> = member "suggestions",
    }
    Configurations {
        carrier_settings: Vec<CarrierSetting> = member "carrierSettings",
    }
    CustomerView {
        caller: Option<String> = member "caller",
        code: String = member "code",
        company_name: Option<String> = member "companyName",
        contact_name: Option<String> = member "contactName",
        cost_center: Option<String> = member "costCenter",
        cost_center_id: Option<CostCenterId> = member "costCenterId",
        customer_name: Option<String> = member "customerName",
        email: Option<String> = member "email",
        id: CustomerId = member "id",
        reference: Option<String> = member "reference",
        references: Vec<ReferenceValue> = member "references",
        type_: CustomerType = member "type",
    }
    ErrorInfo {
        code: i64 = member "code",
        details: Option<String> = member "details",
        message: String = member "message",
        new_quote: Option<OfferedQuote> = member "newQuote",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
        validation_errors: Option<Vec<ValidationError>> = member "validationErrors",
    }
    ExchangeView {
        answered: String = member "answered",
        creation_time: String = member "creationTime",
        is_whole: bool = member "isWhole",
        operation: LoggedOperation = member "operation",
        sent: String = member "sent",
    }
    FoundAddress {
        address: Address = member "address",
        frequent_address_id: Option<FrequentAddressId> = member "frequentAddressId",
        instructions: Option<String> = member "instructions",
        last_used: Option<String> = member "lastUsed",
        nickname: Option<String> = member "nickname",
        source: AddressSource = member "source",
        uses: i64 = member "uses",
    }
    GuestSaved {
        booking: OutsideBooking = member "booking",
        error_info: Option<ErrorInfo> = member "errorInfo",
        is_payment_due: bool = member "isPaymentDue",
    }
    Item {
        currency: Option<String> = member "currency",
        dangerous_goods: Option<Vec<ItemSubstance>> = optional "dangerousGoods",
        description: Option<String> = member "description",
        height: Option<QuantityInLengthUnit> = member "height",
        hs_code: Option<String> = member "hsCode",
        id: Option<i64> = member "id",
        item_options: BTreeMap<String, String> = member "itemOptions",
        item_value: Option<Decimal> = member "itemValue",
        length: Option<QuantityInLengthUnit> = member "length",
        manufacture_country_code: Option<String> = member "manufactureCountryCode",
        package_type: Option<String> = member "packageType",
        product_id: Option<i64> = member "productId",
        quantity: i64 = member "quantity",
        weight: Option<QuantityInWeightUnit> = member "weight",
        width: Option<QuantityInLengthUnit> = member "width",
    }
    ItemSubstance {
        description: Option<String> = member "description",
        package_type: Option<String> = member "packageType",
        un_number: String = member "unNumber",
    }
    KeyValue {
        key: String = member "key",
        value: String = member "value",
    }
    Log {
        carrier_exchanges: Vec<ExchangeView> = member "carrierExchanges",
        integration_log: Vec<OperationView> = member "integrationLog",
    }
    ManifestView {
        allowed_operations: Vec<Operation> = member "allowedOperations",
        booking_ids: Option<Option<Vec<BookingId>>> = optional "bookingIds",
        carrier: String = member "carrier",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        closed_time: Option<String> = member "closedTime",
        creation_time: String = member "creationTime",
        id: ManifestId = member "id",
        number: Option<String> = member "number",
        sender: Address = member "sender",
        sheets: Option<Option<Vec<String>>> = optional "sheets",
        status: Status = member "status",
        total_bookings: i64 = member "totalBookings",
        total_cubic: QuantityInVolumeUnit = member "totalCubic",
        total_items: i64 = member "totalItems",
        total_weight: QuantityInWeightUnit = member "totalWeight",
    }
    MarginRow {
        approved: Decimal = member "approved",
        bookings: i64 = member "bookings",
        cost: Decimal = member "cost",
        from_region: Option<String> = member "fromRegion",
        insurance: Decimal = member "insurance",
        invoiced: Decimal = member "invoiced",
        key: String = member "key",
        margin: Decimal = member "margin",
        margin_percent: Option<Decimal> = member "marginPercent",
        name: String = member "name",
        quoted: Decimal = member "quoted",
        recovered: Decimal = member "recovered",
        sold: Decimal = member "sold",
        to_region: Option<String> = member "toRegion",
    }
    MarginSums {
        approved: Decimal = member "approved",
        bookings: i64 = member "bookings",
        cost: Decimal = member "cost",
        insurance: Decimal = member "insurance",
        invoiced: Decimal = member "invoiced",
        margin: Decimal = member "margin",
        margin_percent: Option<Decimal> = member "marginPercent",
        quoted: Decimal = member "quoted",
        recovered: Decimal = member "recovered",
        sold: Decimal = member "sold",
    }
    Margins {
        currency: String = member "currency",
        is_truncated: bool = member "isTruncated",
        rows: Vec<MarginRow> = member "rows",
        total: MarginSums = member "total",
    }
    NotDeleted {
        id: BookingId = member "id",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    NotSaved {
        booking: Option<SavedBooking> = member "booking",
        error_info: ErrorInfo = member "errorInfo",
        index: i64 = member "index",
    }
    Noted {
        booking: BookingView = member "booking",
        booking_notes: Vec<NoteView> = member "bookingNotes",
        booking_warnings: Vec<BookingWarning> = member "bookingWarnings",
    }
    OfferedQuote {
        id: QuoteId = member "id",
        resource_token: String = member "resourceToken",
        total: Decimal = member "total",
    }
    OneOutside {
        booking: OutsideBooking = member "booking",
    }
    OperationPreview {
        can: bool = member "can",
        id: BookingId = member "id",
        operation: Operation = member "operation",
        reason: Option<Message> = member "reason",
    }
    OperationView {
        booking_id: BookingId = member "bookingId",
        creation_time: String = member "creationTime",
        creator_user_id: Option<UserId> = member "creatorUserId",
        id: OperationLogId = member "id",
        message: Option<String> = member "message",
        operation: LoggedOperation = member "operation",
        status: OperationStatus = member "status",
        user_name: String = member "userName",
        value: Option<String> = member "value",
    }
    OutsideBooking {
        booking_date: String = member "bookingDate",
        booking_status: Status = member "bookingStatus",
        carrier: Option<String> = member "carrier",
        carrier_service_name: Option<String> = member "carrierServiceName",
        consignment_id: Option<String> = member "consignmentId",
        creation_time: String = member "creationTime",
        delivery_instructions: Option<String> = member "deliveryInstructions",
        delivery_options: BTreeMap<String, String> = member "deliveryOptions",
        eta: Option<String> = member "eta",
        from_address: Address = member "fromAddress",
        id: BookingId = member "id",
        is_dangerous_good: bool = member "isDangerousGood",
        is_outline: bool = member "isOutline",
        items: Vec<Item> = member "items",
        last_tracking_modified_time: Option<String> = member "lastTrackingModifiedTime",
        last_tracking_status: Option<Status> = member "lastTrackingStatus",
        pickup_options: BTreeMap<String, String> = member "pickupOptions",
        pickup_ready_time: Option<String> = member "pickupReadyTime",
        pricing_detail: Option<PricingDetail> = member "pricingDetail",
        reference: Option<String> = member "reference",
        to_address: Address = member "toAddress",
        total_volume: QuantityInVolumeUnit = member "totalVolume",
        total_weight: QuantityInWeightUnit = member "totalWeight",
        tracking_details: Vec<TrackingView> = member "trackingDetails",
    }
    PageOfBookingView {
        items: Vec<BookingView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfManifestView {
        items: Vec<ManifestView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfOperationView {
        items: Vec<OperationView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfPickupView {
        items: Vec<PickupView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PickupDay {
        closing_time: String = member "closingTime",
        day: String = member "day",
        moved: Option<Moved> = member "moved",
        ready_time: String = member "readyTime",
    }
    PickupView {
        allowed_operations: Vec<PickupOperation> = member "allowedOperations",
        booking_ids: Option<Option<Vec<BookingId>>> = optional "bookingIds",
        carrier: String = member "carrier",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        closed_time: Option<String> = member "closedTime",
        closes: String = member "closes",
        creation_time: String = member "creationTime",
        id: PickupId = member "id",
        instructions: String = member "instructions",
        message: Option<String> = member "message",
        number: Option<String> = member "number",
        pickup_day: String = member "pickupDay",
        pieces: i64 = member "pieces",
        ready: String = member "ready",
        sender: Address = member "sender",
        status: PickupStatus = member "status",
        weight: QuantityInWeightUnit = member "weight",
    }
    Previews {
        items: Vec<OperationPreview> = member "items",
    }
    PricingDetail {
        additional: Amount = member "additional",
        carrier_additional: Option<Amount> = member "carrierAdditional",
        carrier_freight: Option<Amount> = member "carrierFreight",
        carrier_insurance: Option<Amount> = member "carrierInsurance",
        carrier_total: Option<Amount> = member "carrierTotal",
        freight: Amount = member "freight",
        insurance: Amount = member "insurance",
        insurance_cover: Option<InsuranceCover> = member "insuranceCover",
        is_tax_applied: bool = member "isTaxApplied",
        service_details: Vec<ServiceDetail> = member "serviceDetails",
        total: Amount = member "total",
    }
    ProofOfDelivery {
        delivered_at: String = member "deliveredAt",
        location: String = member "location",
        signed_by: Option<String> = member "signedBy",
    }
    RechargeInvoice {
        id: i64 = member "id",
        number: String = member "number",
    }
    ReferenceField {
        description: Option<String> = member "description",
        id: ReferenceId = member "id",
        is_required: bool = member "isRequired",
        name: String = member "name",
    }
    ReferenceValue {
        name: String = member "name",
        reference_id: ReferenceId = member "referenceId",
        value: String = member "value",
    }
    Saved {
        booking: SavedBooking = member "booking",
        index: i64 = member "index",
    }
    SavedBooking {
        booking_status: Status = member "bookingStatus",
        consignment_id: Option<String> = member "consignmentId",
        id: BookingId = member "id",
        row_version: i64 = member "rowVersion",
    }
    ServiceDetail {
        amount: Decimal = member "amount",
        carrier_amount: Option<Decimal> = member "carrierAmount",
        carrier_tax: Option<Decimal> = member "carrierTax",
        carrier_tax_exclusive_amount: Option<Decimal> = member "carrierTaxExclusiveAmount",
        discount_amount: Decimal = member "discountAmount",
        is_additional_service: bool = member "isAdditionalService",
        is_updated: bool = member "isUpdated",
        note: Option<String> = member "note",
        service_code: String = member "serviceCode",
        service_name: String = member "serviceName",
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
    }
    ShareAnswer {
        expires_at: String = member "expiresAt",
    }
    StatusCount {
        booking_status: Status = member "bookingStatus",
        count: i64 = member "count",
    }
    StatusCounts {
        delivered: i64 = member "delivered",
        exception: i64 = member "exception",
        in_transit: i64 = member "inTransit",
        processing: i64 = member "processing",
        statuses: Vec<StatusCount> = member "statuses",
    }
    Summary {
        total_bookings: i64 = member "totalBookings",
        total_cubic: QuantityInVolumeUnit = member "totalCubic",
        total_freight_cost: Decimal = member "totalFreightCost",
        total_insurance_cost: Decimal = member "totalInsuranceCost",
        total_items: i64 = member "totalItems",
        total_weight: QuantityInWeightUnit = member "totalWeight",
    }
    Tokens {
        tokens: Vec<String> = member "tokens",
    }
    Tracked {
        booking_id: BookingId = member "bookingId",
        booking_status: Status = member "bookingStatus",
        eta: Option<String> = member "eta",
        from_address: Address = member "fromAddress",
        proof_of_delivery: Option<ProofOfDelivery> = member "proofOfDelivery",
        to_address: Address = member "toAddress",
        tracking_details: Vec<TrackingView> = member "trackingDetails",
    }
    TrackingView {
        creation_time: String = member "creationTime",
        details: Vec<KeyValue> = member "details",
        status: Option<Status> = member "status",
        updated_at: String = member "updatedAt",
    }
    ValidationError {
        members: Vec<String> = member "members",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    WorstLanes {
        currency: String = member "currency",
        lanes: Vec<MarginRow> = member "lanes",
    }
}

//! Calls and types of customers, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct CustomersCalls<'a>(pub(super) &'a Client);

impl<'a> CustomersCalls<'a> {
    /// `POST /api/booking/CustomerDangerousGoods/CreateOrUpdateCustomerDangerousGoods`
    pub fn create_or_update_customer_dangerous_goods(self, body: SaveGoods) -> Call<'a, SavedGoods> {
        Call::new(self.0, Method::POST, "/api/booking/CustomerDangerousGoods/CreateOrUpdateCustomerDangerousGoods").body(body.into())
    }
    /// `GET /api/booking/CustomerDangerousGoods/GetCustomerDangerousGoods`
    pub fn get_customer_dangerous_goods(self) -> Call<'a, PageOfCustomerDangerousGood, CustomersGetCustomerDangerousGoods> {
        Call::new(self.0, Method::GET, "/api/booking/CustomerDangerousGoods/GetCustomerDangerousGoods")
    }
    /// `GET /api/core/feature/getcustomerfeatures`
    pub fn get_customer_features(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, CustomerFeatures> {
        Call::new(self.0, Method::GET, "/api/core/feature/getcustomerfeatures").parameter("customerId", customer_id.into_field())
    }
    /// `PUT /api/core/feature/updatecustomerfeatures`
    pub fn update_customer_features(self, body: CustomerFeatureChanges) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/feature/updatecustomerfeatures").body(body.into())
    }
    /// `POST /api/customer/claim/createorupdateclaim`
    pub fn create_or_update_claim(self, body: SaveClaim) -> Call<'a, OneClaim> {
        Call::new(self.0, Method::POST, "/api/customer/claim/createorupdateclaim").body(body.into())
    }
    /// `DELETE /api/customer/claim/deleteclaim`
    pub fn delete_claim(self, id: impl IntoField<ClaimId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/claim/deleteclaim").parameter("id", id.into_field())
    }
    /// `GET /api/customer/claim/getclaimforedit`
    pub fn get_claim_for_edit(self, id: impl IntoField<ClaimId>) -> Call<'a, OneClaim> {
        Call::new(self.0, Method::GET, "/api/customer/claim/getclaimforedit").parameter("id", id.into_field())
    }
    /// `GET /api/customer/claim/getclaims`
    pub fn get_claims(self) -> Call<'a, PageOfClaim, CustomersGetClaims> {
        Call::new(self.0, Method::GET, "/api/customer/claim/getclaims")
    }
    /// `POST /api/customer/claim/processclaims`
    pub fn process_claims(self, body: ProcessClaims) -> Call<'a, Vec<ProcessedClaim>> {
        Call::new(self.0, Method::POST, "/api/customer/claim/processclaims").body(body.into())
    }
    /// `GET /api/customer/commonlookup/getCustomerBusinessTypes`
    pub fn get_customer_business_types(self) -> Call<'a, Vec<BusinessType>> {
        Call::new(self.0, Method::GET, "/api/customer/commonlookup/getCustomerBusinessTypes")
    }
    /// `GET /api/customer/commonlookup/getCustomerStatusTypes`
    pub fn get_customer_status_types(self) -> Call<'a, Vec<AccountStatus>> {
        Call::new(self.0, Method::GET, "/api/customer/commonlookup/getCustomerStatusTypes")
    }
    /// `GET /api/customer/commonlookup/getDurationTypes`
    pub fn get_duration_types(self) -> Call<'a, Vec<Duration>> {
        Call::new(self.0, Method::GET, "/api/customer/commonlookup/getDurationTypes")
    }
    /// `GET /api/customer/commonlookup/getcustomerstypes`
    pub fn commonlookup_get_customers_types(self) -> Call<'a, Vec<CustomerType>> {
        Call::new(self.0, Method::GET, "/api/customer/commonlookup/getcustomerstypes")
    }
    /// `POST /api/customer/customer/addCustomerNote`
    pub fn add_customer_note(self, body: AddCustomerNote) -> Call<'a, CustomerNotes> {
        Call::new(self.0, Method::POST, "/api/customer/customer/addCustomerNote").body(body.into())
    }
    /// `POST /api/customer/customer/createCustomerRegister`
    pub fn create_customer_register(self, body: Input) -> Call<'a, Registered> {
        Call::new(self.0, Method::POST, "/api/customer/customer/createCustomerRegister").body(body.into())
    }
    /// `POST /api/customer/customer/createorupdatecustomer`
    pub fn create_or_update_customer(self, body: SaveCustomer) -> Call<'a, One> {
        Call::new(self.0, Method::POST, "/api/customer/customer/createorupdatecustomer").body(body.into())
    }
    /// `DELETE /api/customer/customer/deleteCustomer`
    pub fn delete_customer(self, id: impl IntoField<CustomerId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customer/deleteCustomer").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customer/getCurrentCustomer`
    pub fn get_current_customer(self) -> Call<'a, One> {
        Call::new(self.0, Method::GET, "/api/customer/customer/getCurrentCustomer")
    }
    /// `GET /api/customer/customer/getCustomerForEdit`
    pub fn get_customer_for_edit(self, id: impl IntoField<CustomerId>) -> Call<'a, CustomerForEdit> {
        Call::new(self.0, Method::GET, "/api/customer/customer/getCustomerForEdit").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customer/getCustomerNotes`
    pub fn get_customer_notes(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, PageOfNoteView, CustomersGetCustomerNotes> {
        Call::new(self.0, Method::GET, "/api/customer/customer/getCustomerNotes").parameter("customerId", customer_id.into_field())
    }
    /// `GET /api/customer/customer/getCustomers`
    pub fn get_customers(self) -> Call<'a, PageOfCustomer, CustomersGetCustomers> {
        Call::new(self.0, Method::GET, "/api/customer/customer/getCustomers")
    }
    /// `GET /api/customer/customer/getcustomerstypes`
    pub fn customer_get_customers_types(self) -> Call<'a, Vec<CustomerType>> {
        Call::new(self.0, Method::GET, "/api/customer/customer/getcustomerstypes")
    }
    /// `POST /api/customer/customer/importcustomers`
    pub fn import_customers(self, body: ImportCustomers) -> Call<'a, ImportedTable> {
        Call::new(self.0, Method::POST, "/api/customer/customer/importcustomers").body(body.into())
    }
    /// `PUT /api/customer/customer/updateCustomerAccount`
    pub fn update_customer_account(self, body: UpdateCustomerAccount) -> Call<'a, UpdatedCustomer> {
        Call::new(self.0, Method::PUT, "/api/customer/customer/updateCustomerAccount").body(body.into())
    }
    /// `POST /api/customer/customercostcenter/createorupdatecostcenter`
    pub fn create_or_update_cost_center(self, body: SaveCostCenter) -> Call<'a, OneCostCenter> {
        Call::new(self.0, Method::POST, "/api/customer/customercostcenter/createorupdatecostcenter").body(body.into())
    }
    /// `DELETE /api/customer/customercostcenter/deletecostcenter`
    pub fn delete_cost_center(self, id: impl IntoField<CostCenterId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customercostcenter/deletecostcenter").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customercostcenter/getcostcenterforedit`
    pub fn get_cost_center_for_edit(self, id: impl IntoField<CostCenterId>) -> Call<'a, OneCostCenter> {
        Call::new(self.0, Method::GET, "/api/customer/customercostcenter/getcostcenterforedit").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customercostcenter/getcostcenters`
    pub fn get_cost_centers(self) -> Call<'a, PageOfCostCenter, CustomersGetCostCenters> {
        Call::new(self.0, Method::GET, "/api/customer/customercostcenter/getcostcenters")
    }
    /// `POST /api/customer/customerfrequentaddress/createorupdatefrequentaddress`
    pub fn create_or_update_frequent_address(self, body: SaveFrequentAddress) -> Call<'a, OneFrequentAddress> {
        Call::new(self.0, Method::POST, "/api/customer/customerfrequentaddress/createorupdatefrequentaddress").body(body.into())
    }
    /// `DELETE /api/customer/customerfrequentaddress/deletefrequentaddress`
    pub fn delete_frequent_address(self, id: impl IntoField<FrequentAddressId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customerfrequentaddress/deletefrequentaddress").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customerfrequentaddress/getfrequentaddresses`
    pub fn get_frequent_addresses(self) -> Call<'a, PageOfFrequentAddress, CustomersGetFrequentAddresses> {
        Call::new(self.0, Method::GET, "/api/customer/customerfrequentaddress/getfrequentaddresses")
    }
    /// `GET /api/customer/customerfrequentaddress/getfrequentaddressescsv`
    pub fn get_frequent_addresses_csv(self) -> Call<'a, ApiResponse, CustomersGetFrequentAddressesCsv> {
        Call::new(self.0, Method::GET, "/api/customer/customerfrequentaddress/getfrequentaddressescsv").unwrapped()
    }
    /// `GET /api/customer/customerfrequentaddress/getfrequentaddressforedit`
    pub fn get_frequent_address_for_edit(self, id: impl IntoField<FrequentAddressId>) -> Call<'a, OneFrequentAddress> {
        Call::new(self.0, Method::GET, "/api/customer/customerfrequentaddress/getfrequentaddressforedit").parameter("id", id.into_field())
    }
    /// `POST /api/customer/customerfrequentaddress/importfrequentaddresses`
    pub fn import_frequent_addresses(self, body: ImportFile) -> Call<'a, ImportedTable> {
        Call::new(self.0, Method::POST, "/api/customer/customerfrequentaddress/importfrequentaddresses").body(body.into())
    }
    /// `POST /api/customer/customerproduct/createorupdateproduct`
    pub fn create_or_update_product(self, body: SaveProduct) -> Call<'a, OneProduct> {
        Call::new(self.0, Method::POST, "/api/customer/customerproduct/createorupdateproduct").body(body.into())
    }
    /// `DELETE /api/customer/customerproduct/deleteproduct`
    pub fn delete_product(self, id: impl IntoField<CustomerProductId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customerproduct/deleteproduct").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customerproduct/getproductforedit`
    pub fn get_product_for_edit(self, id: impl IntoField<CustomerProductId>) -> Call<'a, OneProduct> {
        Call::new(self.0, Method::GET, "/api/customer/customerproduct/getproductforedit").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customerproduct/getproducts`
    pub fn get_products(self) -> Call<'a, PageOfCustomerProduct, CustomersGetProducts> {
        Call::new(self.0, Method::GET, "/api/customer/customerproduct/getproducts")
    }
    /// `GET /api/customer/customerproduct/getproductscsv`
    pub fn get_products_csv(self) -> Call<'a, ApiResponse, CustomersGetProductsCsv> {
        Call::new(self.0, Method::GET, "/api/customer/customerproduct/getproductscsv").unwrapped()
    }
    /// `POST /api/customer/customerproduct/importproducts`
    pub fn import_products(self, body: ImportFile) -> Call<'a, ImportedTable> {
        Call::new(self.0, Method::POST, "/api/customer/customerproduct/importproducts").body(body.into())
    }
    /// `POST /api/customer/customerreferences/createorupdatereference`
    pub fn create_or_update_reference(self, body: SaveReference) -> Call<'a, OneReference> {
        Call::new(self.0, Method::POST, "/api/customer/customerreferences/createorupdatereference").body(body.into())
    }
    /// `DELETE /api/customer/customerreferences/deleteReference`
    pub fn delete_reference(self, id: impl IntoField<ReferenceId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customerreferences/deleteReference").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customerreferences/getreferenceforedit`
    pub fn get_reference_for_edit(self, id: impl IntoField<ReferenceId>) -> Call<'a, OneReference> {
        Call::new(self.0, Method::GET, "/api/customer/customerreferences/getreferenceforedit").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customerreferences/getreferences`
    pub fn get_references(self) -> Call<'a, PageOfCustomerReference, CustomersGetReferences> {
        Call::new(self.0, Method::GET, "/api/customer/customerreferences/getreferences")
    }
    /// `DELETE /api/customer/customersettings/deleteECommerceStoreSettings`
    pub fn delete_e_commerce_store_settings(self, id: impl IntoField<ECommerceStoreId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/customer/customersettings/deleteECommerceStoreSettings").parameter("id", id.into_field())
    }
    /// `GET /api/customer/customersettings/getallsettings`
    pub fn get_all_settings(self) -> Call<'a, AllCustomerSettings, CustomersGetAllSettings> {
        Call::new(self.0, Method::GET, "/api/customer/customersettings/getallsettings")
    }
    /// `GET /api/customer/customersettings/getecommercestores`
    pub fn get_ecommerce_stores(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, PageOfStoreView, CustomersGetEcommerceStores> {
        Call::new(self.0, Method::GET, "/api/customer/customersettings/getecommercestores").parameter("customerId", customer_id.into_field())
    }
    /// `GET /api/customer/customersettings/getecommercestoresettings`
    pub fn get_ecommerce_store_settings(self, customer_id: impl IntoField<CustomerId>, store_key: impl IntoField<String>) -> Call<'a, OneECommerceStore> {
        Call::new(self.0, Method::GET, "/api/customer/customersettings/getecommercestoresettings").parameter("customerId", customer_id.into_field()).parameter("storeKey", store_key.into_field())
    }
    /// `GET /api/customer/customersettings/updateECommerceStoreSettings`
    pub fn get_update_e_commerce_store_settings(self, body: SaveECommerceStore) -> Call<'a, OneECommerceStore> {
        Call::new(self.0, Method::GET, "/api/customer/customersettings/updateECommerceStoreSettings").body(body.into())
    }
    /// `PUT /api/customer/customersettings/updateECommerceStoreSettings`
    pub fn put_update_e_commerce_store_settings(self, body: SaveECommerceStore) -> Call<'a, OneECommerceStore> {
        Call::new(self.0, Method::PUT, "/api/customer/customersettings/updateECommerceStoreSettings").body(body.into())
    }
    /// `PUT /api/customer/customersettings/updateallsettings`
    pub fn update_all_settings(self, body: AllCustomerSettingsRequest) -> Call<'a, AllCustomerSettings> {
        Call::new(self.0, Method::PUT, "/api/customer/customersettings/updateallsettings").body(body.into())
    }
}

parameters! { CustomersGetCustomerDangerousGoods -> PageOfCustomerDangerousGood {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetClaims -> PageOfClaim {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetCustomerNotes -> PageOfNoteView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetCustomers -> PageOfCustomer {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetCostCenters -> PageOfCostCenter {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetFrequentAddresses -> PageOfFrequentAddress {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetFrequentAddressesCsv -> ApiResponse {
    customer_id: CustomerId = "customerId",
    format: GetFrequentAddressesCsvFormat = "format",
}}

parameters! { CustomersGetProducts -> PageOfCustomerProduct {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetProductsCsv -> ApiResponse {
    customer_id: CustomerId = "customerId",
    format: GetProductsCsvFormat = "format",
}}

parameters! { CustomersGetReferences -> PageOfCustomerReference {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CustomersGetAllSettings -> AllCustomerSettings {
    customer_id: CustomerId = "customerId",
}}

parameters! { CustomersGetEcommerceStores -> PageOfStoreView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    AccountStatus {
        Pending = "Pending",
        Active = "Active",
        OnHold = "OnHold",
        CreditStop = "CreditStop",
        Suspended = "Suspended",
        Closed = "Closed",
    }
    AddressType {
        Residential = "Residential",
        Business = "Business",
    }
    BusinessType {
        SoleTrader = "SoleTrader",
        Partnership = "Partnership",
        Company = "Company",
        Trust = "Trust",
        NotForProfit = "NotForProfit",
        Government = "Government",
    }
    ClaimOperation {
        Lodge = "Lodge",
        Accept = "Accept",
        Decline = "Decline",
        Pay = "Pay",
        Reopen = "Reopen",
        Edit = "Edit",
        Delete = "Delete",
    }
    ClaimReason {
        Loss = "Loss",
        Damage = "Damage",
        Delay = "Delay",
        Other = "Other",
    }
    ClaimStatus {
        Open = "Open",
        Lodged = "Lodged",
        Accepted = "Accepted",
        Declined = "Declined",
        Paid = "Paid",
    }
    Day {
        Mon = "Mon",
        Tue = "Tue",
        Wed = "Wed",
        Thu = "Thu",
        Fri = "Fri",
        Sat = "Sat",
        Sun = "Sun",
    }
    Duration {
        Day = "Day",
        Week = "Week",
        Month = "Month",
        Quarter = "Quarter",
        Year = "Year",
    }
    GetFrequentAddressesCsvFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
    GetProductsCsvFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
}

requests! {
    AddCustomerNote {
        customer_id: CustomerId = "customerId",
        note: NoteInput = "note",
    }
    AllCustomerSettingsRequest {
        booking_settings: BookingSettingsRequest = "bookingSettings",
        cost_center_settings: FieldRequirementRequest = "costCenterSettings",
        customer_id: CustomerId = "customerId",
        reference_settings: FieldRequirementRequest = "referenceSettings",
        row_version: i64 = "rowVersion",
    }
    BookingSettingsRequest {
        atl: bool = "atl",
        notification: bool = "notification",
    }
    ClaimRequest {
        amount: Decimal = "amount",
        consignment: String = "consignment",
        description: String = "description",
        id: ClaimId = "id",
        reason: ClaimReason = "reason",
        row_version: i64 = "rowVersion",
    }
    CostCenterRequest {
        code: String = "code",
        id: CostCenterId = "id",
        is_active: bool = "isActive",
        is_default: bool = "isDefault",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    CustomerAccount {
        address: AddressRequest = "address",
        booking_email: String = "bookingEmail",
        closing_time: String = "closingTime",
        contact: String = "contact",
        contact_name: String = "contactName",
        customer_logo: String = "customerLogo",
        email: String = "email",
        mobile: String = "mobile",
        open_days_of_week: Vec<Day> = "openDaysOfWeek",
        opening_time: String = "openingTime",
        row_version: i64 = "rowVersion",
        special_instructions: String = "specialInstructions",
    }
    CustomerFeatureChange {
        name: String = "name",
        value: String = "value",
    }
    CustomerFeatureChanges {
        customer_id: CustomerId = "customerId",
        feature_values: Vec<CustomerFeatureChange> = "featureValues",
    }
    CustomerProductRequest {
        dangerous_goods_category_id: i64 = "dangerousGoodsCategoryId",
        description: String = "description",
        height: QuantityInLengthUnitRequest = "height",
        id: CustomerProductId = "id",
        is_active: bool = "isActive",
        is_dangerous_good: bool = "isDangerousGood",
        length: QuantityInLengthUnitRequest = "length",
        name: String = "name",
        package_type: String = "packageType",
        product_code: String = "productCode",
        row_version: i64 = "rowVersion",
        weight: QuantityInWeightUnitRequest = "weight",
        width: QuantityInLengthUnitRequest = "width",
    }
    CustomerReferenceRequest {
        description: String = "description",
        display_on_invoice: bool = "displayOnInvoice",
        id: ReferenceId = "id",
        is_active: bool = "isActive",
        is_required: bool = "isRequired",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    CustomerRequest {
        abn: String = "abn",
        account_manager: String = "accountManager",
        account_name: String = "accountName",
        account_status: AccountStatus = "accountStatus",
        acn: String = "acn",
        address: AddressRequest = "address",
        ati_insured_value: Decimal = "atiInsuredValue",
        ati_opt_in: bool = "atiOptIn",
        ati_type: String = "atiType",
        booking_email: String = "bookingEmail",
        business_industry: String = "businessIndustry",
        business_type: String = "businessType",
        business_website_url: String = "businessWebsiteURL",
        can_send_dg: bool = "canSendDG",
        closing_time: String = "closingTime",
        code: String = "code",
        company_name: String = "companyName",
        contact: String = "contact",
        contact_name: String = "contactName",
        credit_limit: Decimal = "creditLimit",
        currency: String = "currency",
        customer_guid: String = "customerGuid",
        customer_logo: String = "customerLogo",
        customer_name: String = "customerName",
        customer_source: String = "customerSource",
        date_of_registration: String = "dateOfRegistration",
        email: String = "email",
        expected_no_of_bookings: i64 = "expectedNoOfBookings",
        expected_no_of_bookings_duration: Duration = "expectedNoOfBookingsDuration",
        expected_revenue: Decimal = "expectedRevenue",
        expected_revenue_duration: Duration = "expectedRevenueDuration",
        id: CustomerId = "id",
        invoice_period: String = "invoicePeriod",
        is_active: bool = "isActive",
        is_business: bool = "isBusiness",
        is_invoicable: bool = "isInvoicable",
        last_booking_date: String = "lastBookingDate",
        mobile: String = "mobile",
        open_days_of_week: Vec<Day> = "openDaysOfWeek",
        opening_time: String = "openingTime",
        organization_unit_id: OrganizationUnitId = "organizationUnitId",
        payment_terms: String = "paymentTerms",
        row_version: i64 = "rowVersion",
        sales_person: String = "salesPerson",
        special_instructions: String = "specialInstructions",
        type_: CustomerType = "type",
        years_in_business: i64 = "yearsInBusiness",
    }
    CustomerTerms {
        account_manager: String = "accountManager",
        account_status: AccountStatus = "accountStatus",
        credit_limit: Decimal = "creditLimit",
        id: CustomerId = "id",
        invoice_period: String = "invoicePeriod",
        payment_terms: String = "paymentTerms",
        row_version: i64 = "rowVersion",
    }
    ECommerceStore {
        cart_name: String = "cartName",
        id: ECommerceStoreId = "id",
        is_active: bool = "isActive",
        row_version: i64 = "rowVersion",
        store_key: String = "storeKey",
        store_params: SentStoreParams = "storeParams",
        store_type: String = "storeType",
    }
    FieldRequirementRequest {
        is_enable: bool = "isEnable",
        is_required: bool = "isRequired",
    }
    FrequentAddressRequest {
        address_line1: String = "addressLine1",
        address_line2: String = "addressLine2",
        address_line3: String = "addressLine3",
        company_name: String = "companyName",
        contact_name: String = "contactName",
        country: String = "country",
        country_code: String = "countryCode",
        email: String = "email",
        id: FrequentAddressId = "id",
        is_active: bool = "isActive",
        is_default: bool = "isDefault",
        name: String = "name",
        nickname: String = "nickname",
        post_code: String = "postCode",
        row_version: i64 = "rowVersion",
        special_instructions: String = "specialInstructions",
        state: String = "state",
        state_code: String = "stateCode",
        suburb: String = "suburb",
        telephone: String = "telephone",
        type_: AddressType = "type",
    }
    ImportCustomers {
        dry_run: bool = "dryRun",
        file_id: FileId = "fileId",
    }
    ImportFile {
        customer_id: CustomerId = "customerId",
        dry_run: bool = "dryRun",
        file_id: FileId = "fileId",
        in_background: bool = "inBackground",
    }
    Input {
        register_schema: Register = "registerSchema",
    }
    ProcessClaims {
        ids: Vec<ClaimId> = "ids",
        operation: ClaimOperation = "operation",
    }
    Register {
        address: AddressRequest = "address",
        company_name: String = "companyName",
        contact: String = "contact",
        contact_name: String = "contactName",
        customer_source: String = "customerSource",
        email: String = "email",
        is_business: bool = "isBusiness",
        password: String = "password",
    }
    SaveClaim {
        claim: ClaimRequest = "claim",
        customer_id: CustomerId = "customerId",
    }
    SaveCostCenter {
        cost_center: CostCenterRequest = "costCenter",
        customer_id: CustomerId = "customerId",
    }
    SaveCustomer {
        customer: CustomerRequest = "customer",
    }
    SaveECommerceStore {
        customer_id: CustomerId = "customerId",
        ecommerce_settings: ECommerceStore = "ecommerceSettings",
    }
    SaveFrequentAddress {
        address: FrequentAddressRequest = "address",
        customer_id: CustomerId = "customerId",
    }
    SaveGoods {
        customer_id: CustomerId = "customerId",
        dangerous_goods: Vec<SentGood> = "dangerousGoods",
    }
    SaveProduct {
        customer_id: CustomerId = "customerId",
        product: CustomerProductRequest = "product",
    }
    SaveReference {
        customer_id: CustomerId = "customerId",
        reference: CustomerReferenceRequest = "reference",
    }
    SentGood {
        un_number: String = "unNumber",
        un_package_group: String = "unPackageGroup",
    }
    SentStoreParams {
        access_token: String = "accessToken",
        api_key: String = "apiKey",
        api_secret: String = "apiSecret",
    }
    UpdateCustomerAccount {
        account: CustomerAccount = "account",
        customer_account: CustomerTerms = "customerAccount",
        customer_id: CustomerId = "customerId",
    }
}

responses! {
    AllCustomerSettings {
        booking_settings: BookingSettings = member "bookingSettings",
        cost_center_settings: FieldRequirement = member "costCenterSettings",
        customer_id: CustomerId = member "customerId",
        reference_settings: FieldRequirement = member "referenceSettings",
        row_version: i64 = member "rowVersion",
    }
    BookingSettings {
        atl: bool = member "atl",
        notification: bool = member "notification",
    }
    Claim {
        allowed_operations: Vec<ClaimOperation> = member "allowedOperations",
        amount: Decimal = member "amount",
        consignment: String = member "consignment",
        creation_time: String = member "creationTime",
        customer_id: CustomerId = member "customerId",
        description: String = member "description",
        id: ClaimId = member "id",
        reason: ClaimReason = member "reason",
        row_version: i64 = member "rowVersion",
        status: ClaimStatus = member "status",
    }
    CostCenter {
        code: String = member "code",
        customer_id: CustomerId = member "customerId",
        id: CostCenterId = member "id",
        is_active: bool = member "isActive",
        is_default: bool = member "isDefault",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    Credit {
        available: Option<Decimal> = member "available",
        limit: Option<Decimal> = member "limit",
        used: Decimal = member "used",
    }
    Customer {
        abn: Option<String> = member "abn",
        account_manager: Option<String> = member "accountManager",
        account_name: Option<String> = member "accountName",
        account_status: AccountStatus = member "accountStatus",
        acn: Option<String> = member "acn",
        address: Option<Address> = member "address",
        ati_insured_value: Option<Decimal> = member "atiInsuredValue",
        ati_opt_in: bool = member "atiOptIn",
        ati_type: Option<String> = member "atiType",
        booking_email: Option<String> = member "bookingEmail",
        business_industry: Option<String> = member "businessIndustry",
        business_type: Option<String> = member "businessType",
        business_website_url: Option<String> = member "businessWebsiteURL",
        can_send_dg: bool = member "canSendDG",
        closing_time: Option<String> = member "closingTime",
        code: String = member "code",
        company_name: Option<String> = member "companyName",
        contact: Option<String> = member "contact",
        contact_name: Option<String> = member "contactName",
        credit_limit: Option<Decimal> = member "creditLimit",
        currency: Option<String> = member "currency",
        customer_guid: String = member "customerGuid",
        customer_logo: Option<String> = member "customerLogo",
        customer_name: Option<String> = member "customerName",
        customer_source: Option<String> = member "customerSource",
        date_of_registration: String = member "dateOfRegistration",
        email: Option<String> = member "email",
        expected_no_of_bookings: Option<i64> = member "expectedNoOfBookings",
        expected_no_of_bookings_duration: Option<Duration> = member "expectedNoOfBookingsDuration",
        expected_revenue: Option<Decimal> = member "expectedRevenue",
        expected_revenue_duration: Option<Duration> = member "expectedRevenueDuration",
        id: CustomerId = member "id",
        invoice_period: Option<String> = member "invoicePeriod",
        is_active: bool = member "isActive",
        is_business: bool = member "isBusiness",
        is_invoicable: bool = member "isInvoicable",
        last_booking_date: Option<String> = member "lastBookingDate",
        mobile: Option<String> = member "mobile",
        open_days_of_week: Vec<Day> = member "openDaysOfWeek",
        opening_time: Option<String> = member "openingTime",
        organization_unit_id: Option<OrganizationUnitId> = member "organizationUnitId",
        payment_terms: Option<String> = member "paymentTerms",
        row_version: i64 = member "rowVersion",
        sales_person: Option<String> = member "salesPerson",
        special_instructions: Option<String> = member "specialInstructions",
        type_: CustomerType = member "type",
        years_in_business: Option<i64> = member "yearsInBusiness",
    }
    CustomerDangerousGood {
        customer_id: CustomerId = member "customerId",
        id: CustomerDangerousGoodId = member "id",
        un_class: String = member "unClass",
        un_class_code: String = member "unClassCode",
        un_class_description: String = member "unClassDescription",
        un_description: String = member "unDescription",
        un_number: String = member "unNumber",
        un_package_group: String = member "unPackageGroup",
    }
    CustomerFeatureValue {
        name: String = member "name",
        own: Option<String> = member "own",
        value: Option<String> = member "value",
    }
    CustomerFeatures {
        feature_values: Vec<CustomerFeatureValue> = member "featureValues",
        features: Vec<FeatureInfo> = member "features",
    }
    CustomerForEdit {
        credit: Option<Credit> = member "credit",
        customer: Customer = member "customer",
        customer_notes: Vec<NoteView> = member "customerNotes",
        notes: Vec<NoteView> = member "notes",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    CustomerNotes {
        notes: Vec<NoteView> = member "notes",
    }
    CustomerProduct {
        customer_id: CustomerId = member "customerId",
        dangerous_goods_category_id: Option<i64> = member "dangerousGoodsCategoryId",
        dangerous_goods_category_name: Option<String> = member "dangerousGoodsCategoryName",
        description: Option<String> = member "description",
        height: Option<QuantityInLengthUnit> = member "height",
        id: CustomerProductId = member "id",
        is_active: bool = member "isActive",
        is_dangerous_good: bool = member "isDangerousGood",
        length: Option<QuantityInLengthUnit> = member "length",
        name: String = member "name",
        package_type: Option<String> = member "packageType",
        product_code: String = member "productCode",
        row_version: i64 = member "rowVersion",
        weight: Option<QuantityInWeightUnit> = member "weight",
        width: Option<QuantityInLengthUnit> = member "width",
    }
    CustomerReference {
        customer_id: CustomerId = member "customerId",
        description: Option<String> = member "description",
        display_on_invoice: bool = member "displayOnInvoice",
        id: ReferenceId = member "id",
        is_active: bool = member "isActive",
        is_required: bool = member "isRequired",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    FieldRequirement {
        is_enable: bool = member "isEnable",
        is_required: bool = member "isRequired",
    }
    FrequentAddress {
        address_line1: Option<String> = member "addressLine1",
        address_line2: Option<String> = member "addressLine2",
        address_line3: Option<String> = member "addressLine3",
        company_name: Option<String> = member "companyName",
        contact_name: Option<String> = member "contactName",
        country: Option<String> = member "country",
        country_code: String = member "countryCode",
        customer_id: CustomerId = member "customerId",
        email: Option<String> = member "email",
        id: FrequentAddressId = member "id",
        is_active: bool = member "isActive",
        is_default: bool = member "isDefault",
        name: String = member "name",
        nickname: Option<String> = member "nickname",
        post_code: String = member "postCode",
        row_version: i64 = member "rowVersion",
        special_instructions: Option<String> = member "specialInstructions",
        state: Option<String> = member "state",
        state_code: Option<String> = member "stateCode",
        suburb: String = member "suburb",
        telephone: Option<String> = member "telephone",
        type_: Option<AddressType> = member "type",
    }
    ImportedTable {
        inserted: i64 = member "inserted",
        job_id: Option<JobId> = member "jobId",
        refused: i64 = member "refused",
        total: i64 = member "total",
        updated: i64 = member "updated",
        validation_errors: Vec<RowError> = member "validationErrors",
    }
    One {
        credit: Option<Credit> = member "credit",
        customer: Customer = member "customer",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    OneClaim {
        claim: Claim = member "claim",
    }
    OneCostCenter {
        cost_center: CostCenter = member "costCenter",
    }
    OneECommerceStore {
        ecommerce_settings: StoreView = member "ecommerceSettings",
    }
    OneFrequentAddress {
        address: FrequentAddress = member "address",
    }
    OneProduct {
        product: CustomerProduct = member "product",
    }
    OneReference {
        reference: CustomerReference = member "reference",
    }
    PageOfClaim {
        items: Vec<Claim> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCostCenter {
        items: Vec<CostCenter> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCustomer {
        items: Vec<Customer> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCustomerDangerousGood {
        items: Vec<CustomerDangerousGood> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCustomerProduct {
        items: Vec<CustomerProduct> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfCustomerReference {
        items: Vec<CustomerReference> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfFrequentAddress {
        items: Vec<FrequentAddress> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfNoteView {
        items: Vec<NoteView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfStoreView {
        items: Vec<StoreView> = member "items",
        total_count: i64 = member "totalCount",
    }
    ProcessedClaim {
        id: ClaimId = member "id",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    Registered {
        can_login: bool = member "canLogin",
    }
    SavedGoods {
        dangerous_goods: Vec<CustomerDangerousGood> = member "dangerousGoods",
    }
    StoreParams {
        has_access_token: bool = member "hasAccessToken",
        has_api_key: bool = member "hasApiKey",
        has_api_secret: bool = member "hasApiSecret",
    }
    StoreView {
        cart_name: Option<String> = member "cartName",
        customer_id: CustomerId = member "customerId",
        id: ECommerceStoreId = member "id",
        is_active: bool = member "isActive",
        row_version: i64 = member "rowVersion",
        store_key: String = member "storeKey",
        store_params: StoreParams = member "storeParams",
        store_type: String = member "storeType",
    }
    UpdatedCustomer {
        customer: Customer = member "customer",
    }
}

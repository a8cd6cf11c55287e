//! Calls and types of carriers, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct CarriersCalls<'a>(pub(super) &'a Client);

impl<'a> CarriersCalls<'a> {
    /// `POST /api/carrier/carrieraccount/MapCarrierAccountsToCustomer`
    pub fn map_carrier_accounts_to_customer(self, body: MapAccounts) -> Call<'a, Mapped> {
        Call::new(self.0, Method::POST, "/api/carrier/carrieraccount/MapCarrierAccountsToCustomer").body(body.into())
    }
    /// `POST /api/carrier/carrieraccount/createorupdatecarrieraccount`
    pub fn create_or_update_carrier_account(self, body: SaveCarrierAccount) -> Call<'a, AccountForEdit> {
        Call::new(self.0, Method::POST, "/api/carrier/carrieraccount/createorupdatecarrieraccount").body(body.into())
    }
    /// `DELETE /api/carrier/carrieraccount/deletecarrieraccount`
    pub fn delete_carrier_account(self, id: impl IntoField<CarrierAccountId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/carrier/carrieraccount/deletecarrieraccount").parameter("id", id.into_field())
    }
    /// `GET /api/carrier/carrieraccount/getcarrieraccountcustomermappings`
    pub fn get_carrier_account_customer_mappings(self) -> Call<'a, PageOfMappingView, CarriersGetCarrierAccountCustomerMappings> {
        Call::new(self.0, Method::GET, "/api/carrier/carrieraccount/getcarrieraccountcustomermappings")
    }
    /// `GET /api/carrier/carrieraccount/getcarrieraccountforedit`
    pub fn get_carrier_account_for_edit(self, id: impl IntoField<CarrierAccountId>) -> Call<'a, AccountForEdit> {
        Call::new(self.0, Method::GET, "/api/carrier/carrieraccount/getcarrieraccountforedit").parameter("id", id.into_field())
    }
    /// `GET /api/carrier/carrieraccount/getcarrieraccounts`
    pub fn get_carrier_accounts(self) -> Call<'a, PageOfAccountView, CarriersGetCarrierAccounts> {
        Call::new(self.0, Method::GET, "/api/carrier/carrieraccount/getcarrieraccounts")
    }
    /// `GET /api/carrier/carrieraccount/getcarrierattributes`
    pub fn get_carrier_attributes(self, carrier_code: impl IntoField<String>) -> Call<'a, Vec<AttributeView>> {
        Call::new(self.0, Method::GET, "/api/carrier/carrieraccount/getcarrierattributes").parameter("carrierCode", carrier_code.into_field())
    }
    /// `GET /api/carrier/carrieraccount/getcarriercodes`
    pub fn get_carrier_codes(self) -> Call<'a, Vec<String>> {
        Call::new(self.0, Method::GET, "/api/carrier/carrieraccount/getcarriercodes")
    }
    /// `POST /api/carrier/carrieraccount/testcarrieraccount`
    pub fn test_carrier_account(self, body: TestCarrierAccountBody) -> Call<'a, TestedCarrierAccount> {
        Call::new(self.0, Method::POST, "/api/carrier/carrieraccount/testcarrieraccount").body(body.into())
    }
    /// `GET /api/carrier/carrierservices/getcarrierservices`
    pub fn get_carrier_services(self) -> Call<'a, PageOfServiceView, CarriersGetCarrierServices> {
        Call::new(self.0, Method::GET, "/api/carrier/carrierservices/getcarrierservices")
    }
}

parameters! { CarriersGetCarrierAccountCustomerMappings -> PageOfMappingView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CarriersGetCarrierAccounts -> PageOfAccountView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { CarriersGetCarrierServices -> PageOfServiceView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

requests! {
    CarrierAccount {
        attributes: Vec<SentCarrierAccountAttribute> = "attributes",
        available_for_guest: bool = "availableForGuest",
        available_for_payg: bool = "availableForPayg",
        carrier_code: String = "carrierCode",
        code: String = "code",
        customer_id: CustomerId = "customerId",
        id: CarrierAccountId = "id",
        is_active: bool = "isActive",
        name: String = "name",
        private_logo: String = "privateLogo",
        public_logo: String = "publicLogo",
        row_version: i64 = "rowVersion",
        use_manual_rates: bool = "useManualRates",
    }
    MapAccounts {
        carrier_account_ids: Vec<CarrierAccountId> = "carrierAccountIds",
        customer_id: CustomerId = "customerId",
    }
    SaveCarrierAccount {
        active_carrier_service_ids: Vec<CarrierServiceId> = "activeCarrierServiceIds",
        carrier_account: CarrierAccount = "carrierAccount",
    }
    SentCarrierAccountAttribute {
        key: String = "key",
        value: String = "value",
    }
    TestCarrierAccountBody {
        id: CarrierAccountId = "id",
    }
}

responses! {
    AccountForEdit {
        carrier_account: AccountView = member "carrierAccount",
        carrier_services: Vec<ServiceView> = member "carrierServices",
    }
    AccountView {
        attributes: Vec<CarrierAccountAttribute> = member "attributes",
        available_for_guest: bool = member "availableForGuest",
        available_for_payg: bool = member "availableForPayg",
        carrier_code: String = member "carrierCode",
        carrier_name: String = member "carrierName",
        code: String = member "code",
        customer_count: i64 = member "customerCount",
        customer_id: Option<CustomerId> = member "customerId",
        id: CarrierAccountId = member "id",
        is_active: bool = member "isActive",
        name: String = member "name",
        private_logo: Option<String> = member "privateLogo",
        public_logo: Option<String> = member "publicLogo",
        row_version: i64 = member "rowVersion",
        use_manual_rates: bool = member "useManualRates",
    }
    AttributeView {
        choices: Vec<String> = member "choices",
        data_type: String = member "dataType",
        display_name: String = member "displayName",
        help: String = member "help",
        key: String = member "key",
        required: bool = member "required",
        value: String = member "value",
    }
    CarrierAccountAttribute {
        is_set: Option<String> = optional "isSet",
        key: String = member "key",
        value: String = member "value",
    }
    Mapped {
        carrier_account_mappings: Vec<MappingView> = member "carrierAccountMappings",
    }
    MappingView {
        carrier_account_code: String = member "carrierAccountCode",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        carrier_account_name: String = member "carrierAccountName",
        carrier_account_private_logo: Option<String> = member "carrierAccountPrivateLogo",
        carrier_account_public_logo: Option<String> = member "carrierAccountPublicLogo",
        carrier_code: String = member "carrierCode",
        carrier_id: Option<i64> = member "carrierId",
        carrier_name: String = member "carrierName",
        customer_id: CustomerId = member "customerId",
        id: CarrierMappingId = member "id",
        is_active: bool = member "isActive",
        is_own: bool = member "isOwn",
    }
    PageOfAccountView {
        items: Vec<AccountView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfMappingView {
        items: Vec<MappingView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfServiceView {
        items: Vec<ServiceView> = member "items",
        total_count: i64 = member "totalCount",
    }
    ServiceView {
        carrier_code: String = member "carrierCode",
        carrier_id: Option<i64> = member "carrierId",
        carrier_name: String = member "carrierName",
        code: String = member "code",
        exception_keywords: Option<String> = member "exceptionKeywords",
        exceptions: Option<String> = member "exceptions",
        id: CarrierServiceId = member "id",
        is_active: bool = member "isActive",
        is_additional: bool = member "isAdditional",
        is_assigned: bool = member "isAssigned",
        name: String = member "name",
    }
    TestedCarrierAccount {
        message: String = member "message",
        ok: bool = member "ok",
    }
}

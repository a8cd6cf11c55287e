//! Calls and types of pricing, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct PricingCalls<'a>(pub(super) &'a Client);

impl<'a> PricingCalls<'a> {
    /// `GET /api/booking/Insurance/GetGuestInsuranceQuotes`
    pub fn get_guest_insurance_quotes(self, insured_value: impl IntoField<Decimal>) -> Call<'a, InsuranceQuotes> {
        Call::new(self.0, Method::GET, "/api/booking/Insurance/GetGuestInsuranceQuotes").parameter("insuredValue", insured_value.into_field())
    }
    /// `GET /api/booking/Insurance/GetInsuranceQuotes`
    pub fn get_insurance_quotes(self, insured_value: impl IntoField<Decimal>) -> Call<'a, InsuranceQuotes, PricingGetInsuranceQuotes> {
        Call::new(self.0, Method::GET, "/api/booking/Insurance/GetInsuranceQuotes").parameter("insuredValue", insured_value.into_field())
    }
    /// `POST /api/booking/Markup/CreateOrUpdateMarkup`
    pub fn create_or_update_markup(self, body: SaveMarkups) -> Call<'a, Markups> {
        Call::new(self.0, Method::POST, "/api/booking/Markup/CreateOrUpdateMarkup").body(body.into())
    }
    /// `POST /api/booking/Markup/CreateOrUpdateMarkupByType`
    pub fn create_or_update_markup_by_type(self, body: SaveMarkupsByType) -> Call<'a, Markups> {
        Call::new(self.0, Method::POST, "/api/booking/Markup/CreateOrUpdateMarkupByType").body(body.into())
    }
    /// `POST /api/booking/Markup/CreateOrUpdateMarkupForCustomer`
    pub fn create_or_update_markup_for_customer(self, body: SaveMarkupsForCustomer) -> Call<'a, Markups> {
        Call::new(self.0, Method::POST, "/api/booking/Markup/CreateOrUpdateMarkupForCustomer").body(body.into())
    }
    /// `GET /api/booking/Markup/GetCustomerMarkup`
    pub fn get_customer_markup(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, Markups> {
        Call::new(self.0, Method::GET, "/api/booking/Markup/GetCustomerMarkup").parameter("customerId", customer_id.into_field())
    }
    /// `GET /api/booking/Markup/GetMarkup`
    pub fn get_markup(self) -> Call<'a, Markups> {
        Call::new(self.0, Method::GET, "/api/booking/Markup/GetMarkup")
    }
    /// `GET /api/booking/Markup/GetMarkupByType`
    pub fn get_markup_by_type(self, markup_type: impl IntoField<i64>) -> Call<'a, Markups> {
        Call::new(self.0, Method::GET, "/api/booking/Markup/GetMarkupByType").parameter("markupType", markup_type.into_field())
    }
    /// `POST /api/booking/promocode/createorupdatepromocode`
    pub fn create_or_update_promo_code(self, body: SavePromoCode) -> Call<'a, OnePromoCode> {
        Call::new(self.0, Method::POST, "/api/booking/promocode/createorupdatepromocode").body(body.into())
    }
    /// `DELETE /api/booking/promocode/deletePromoCode`
    pub fn delete_promo_code(self, id: impl IntoField<PromoCodeId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/booking/promocode/deletePromoCode").parameter("id", id.into_field())
    }
    /// `GET /api/booking/promocode/getMapCarrierAccountPromoCode`
    pub fn get_map_carrier_account_promo_code(self) -> Call<'a, ByAccount> {
        Call::new(self.0, Method::GET, "/api/booking/promocode/getMapCarrierAccountPromoCode")
    }
    /// `GET /api/booking/promocode/getpromocodeforedit`
    pub fn get_promo_code_for_edit(self, id: impl IntoField<PromoCodeId>) -> Call<'a, OnePromoCode> {
        Call::new(self.0, Method::GET, "/api/booking/promocode/getpromocodeforedit").parameter("id", id.into_field())
    }
    /// `GET /api/booking/promocode/getpromocodes`
    pub fn get_promo_codes(self) -> Call<'a, PageOfPromoCode, PricingGetPromoCodes> {
        Call::new(self.0, Method::GET, "/api/booking/promocode/getpromocodes")
    }
}

parameters! { PricingGetInsuranceQuotes -> InsuranceQuotes {
    customer_id: CustomerId = "customerId",
}}

parameters! { PricingGetPromoCodes -> PageOfPromoCode {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

requests! {
    PromoCodeRequest {
        carrier_account_ids: Vec<CarrierAccountId> = "carrierAccountIds",
        code: String = "code",
        description: String = "description",
        end_date: String = "endDate",
        id: PromoCodeId = "id",
        is_active: bool = "isActive",
        max_uses: i64 = "maxUses",
        max_uses_per_customer: i64 = "maxUsesPerCustomer",
        rate: MarkupRateRequest = "rate",
        row_version: i64 = "rowVersion",
        start_date: String = "startDate",
    }
    SaveMarkups {
        carrier_accounts: Vec<AccountMarkupRequest> = "carrierAccounts",
    }
    SaveMarkupsByType {
        carrier_accounts: Vec<AccountMarkupRequest> = "carrierAccounts",
        mark_up_type: i64 = "markUpType",
    }
    SaveMarkupsForCustomer {
        carrier_accounts: Vec<AccountMarkupRequest> = "carrierAccounts",
        customer_id: CustomerId = "customerId",
    }
    SavePromoCode {
        promo_code: PromoCodeRequest = "promoCode",
    }
}

responses! {
    AccountMarkup {
        apply_to_all: Option<bool> = member "applyToAll",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        carrier_code: String = member "carrierCode",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        rate: Option<MarkupRate> = member "rate",
        row_version: i64 = member "rowVersion",
        services: Vec<ServiceMarkup> = member "services",
    }
    AccountPromoCodes {
        carrier_account_id: Option<CarrierAccountId> = member "carrierAccountId",
        promo_codes: Vec<NamedPromoCode> = member "promoCodes",
    }
    ByAccount {
        items: Vec<AccountPromoCodes> = member "items",
    }
    InsuranceQuote {
        excess: Decimal = member "excess",
        insurance_cost: Decimal = member "insuranceCost",
        insurance_cost_tax_exclusive: Decimal = member "insuranceCostTaxExclusive",
        insurance_type: InsuranceType = member "insuranceType",
        insured_value: Decimal = member "insuredValue",
        is_default: bool = member "isDefault",
    }
    InsuranceQuotes {
        quotes: Vec<InsuranceQuote> = member "quotes",
    }
    MarkupRate {
        calc_method: CalcMethod = member "calcMethod",
        value: Decimal = member "value",
    }
    Markups {
        carrier_accounts: Vec<AccountMarkup> = member "carrierAccounts",
    }
    NamedPromoCode {
        code: String = member "code",
        id: PromoCodeId = member "id",
        is_active: bool = member "isActive",
    }
    OnePromoCode {
        promo_code: PromoCode = member "promoCode",
    }
    PageOfPromoCode {
        items: Vec<PromoCode> = member "items",
        total_count: i64 = member "totalCount",
    }
    PromoCode {
        carrier_account_ids: Vec<CarrierAccountId> = member "carrierAccountIds",
        code: String = member "code",
        creation_time: String = member "creationTime",
        description: Option<String> = member "description",
        end_date: Option<String> = member "endDate",
        id: PromoCodeId = member "id",
        is_active: bool = member "isActive",
        max_uses: Option<i64> = member "maxUses",
        max_uses_per_customer: Option<i64> = member "maxUsesPerCustomer",
        rate: MarkupRate = member "rate",
        row_version: i64 = member "rowVersion",
        start_date: Option<String> = member "startDate",
        used_count: i64 = member "usedCount",
    }
    ServiceMarkup {
        rate: MarkupRate = member "rate",
        service_id: CarrierServiceId = member "serviceId",
    }
}

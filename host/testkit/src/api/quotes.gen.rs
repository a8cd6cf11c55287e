//! Calls and types of quotes, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct QuotesCalls<'a>(pub(super) &'a Client);

impl<'a> QuotesCalls<'a> {
    /// `POST /api/booking/Markup/PreviewMarkups`
    pub fn preview_markups(self, body: PreviewMarkups) -> Call<'a, MarkupPreview> {
        Call::new(self.0, Method::POST, "/api/booking/Markup/PreviewMarkups").body(body.into())
    }
    /// `GET /api/booking/Quote/GetQuotes`
    pub fn get_quotes(self, resource_token: impl IntoField<String>) -> Call<'a, Quotes, QuotesGetQuotes> {
        Call::new(self.0, Method::GET, "/api/booking/Quote/GetQuotes").parameter("resourceToken", resource_token.into_field())
    }
    /// `POST /api/booking/Quote/Quote`
    pub fn quote(self, body: QuoteAsk) -> Call<'a, Token> {
        Call::new(self.0, Method::POST, "/api/booking/Quote/Quote").body(body.into())
    }
    /// `GET /api/booking/Quote/stream`
    pub fn stream(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/booking/Quote/stream").unwrapped()
    }
}

parameters! { QuotesGetQuotes -> Quotes {
    wait_ms: i64 = "waitMs",
}}

enums! {
    Level {
        Customer = "Customer",
        Account = "Account",
        Payg = "Payg",
        Guest = "Guest",
        Prepaid = "Prepaid",
        CarrierAccount = "CarrierAccount",
        Carrier = "Carrier",
    }
}

requests! {
    CustomerRef {
        customer_id: CustomerId = "customerId",
    }
    DraftMarkups {
        carrier_accounts: Vec<AccountMarkupRequest> = "carrierAccounts",
        customer_id: CustomerId = "customerId",
        mark_up_type: i64 = "markUpType",
    }
    Filter {
        carrier_code: Vec<String> = "carrierCode",
        services: Vec<String> = "services",
    }
    PreviewMarkups {
        from_date: String = "fromDate",
        markups: DraftMarkups = "markups",
        to_date: String = "toDate",
    }
    QuoteAsk {
        customer: CustomerRef = "customer",
        dangerous_good_description: String = "dangerousGoodDescription",
        dangerous_good_package_type: String = "dangerousGoodPackageType",
        dangerous_good_un_code: String = "dangerousGoodUNCode",
        delivery_options: BTreeMap<String, String> = "deliveryOptions",
        filter: Filter = "filter",
        from_address: AddressRequest = "fromAddress",
        insurance_type: InsuranceType = "insuranceType",
        insured_value: Decimal = "insuredValue",
        is_dangerous_good: bool = "isDangerousGood",
        is_insured: bool = "isInsured",
        items: Vec<ItemRequest> = "items",
        pickup_options: BTreeMap<String, String> = "pickupOptions",
        pickup_ready_time: String = "pickupReadyTime",
        promo_code: String = "promoCode",
        to_address: AddressRequest = "toAddress",
    }
}

responses! {
    Cost {
        additional_excluding_gst: Decimal = member "additionalExcludingGst",
        additional_including_gst: Decimal = member "additionalIncludingGst",
        freight_excluding_gst: Decimal = member "freightExcludingGst",
        freight_including_gst: Decimal = member "freightIncludingGst",
        insurance_excluding_gst: Decimal = member "insuranceExcludingGst",
        insurance_including_gst: Decimal = member "insuranceIncludingGst",
        total_discount: Decimal = member "totalDiscount",
        total_excluding_gst: Decimal = member "totalExcludingGst",
        total_including_gst: Decimal = member "totalIncludingGst",
    }
    LineMarkup {
        calc_method: CalcMethod = member "calcMethod",
        level: Level = member "level",
        value: Decimal = member "value",
    }
    MarkupPreview {
        accounts: Vec<PreviewOfAccount> = member "accounts",
        currency: String = member "currency",
        customers: Vec<PreviewOfCustomer> = member "customers",
        from_date: String = member "fromDate",
        is_truncated: bool = member "isTruncated",
        largest: Vec<PreviewedQuote> = member "largest",
        to_date: String = member "toDate",
        total: MarkupPreviewSums = member "total",
    }
    MarkupPreviewSums {
        after: Decimal = member "after",
        before: Decimal = member "before",
        changed: i64 = member "changed",
        quotes: i64 = member "quotes",
    }
    PreviewOfAccount {
        after: Decimal = member "after",
        before: Decimal = member "before",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        changed: i64 = member "changed",
        name: String = member "name",
        quotes: i64 = member "quotes",
    }
    PreviewOfCustomer {
        after: Decimal = member "after",
        before: Decimal = member "before",
        changed: i64 = member "changed",
        customer_id: Option<CustomerId> = member "customerId",
        name: Option<String> = member "name",
        quotes: i64 = member "quotes",
    }
    PreviewedQuote {
        after: Decimal = member "after",
        before: Decimal = member "before",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        creation_time: String = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        service_code: String = member "serviceCode",
        service_name: String = member "serviceName",
    }
    Quote {
        carrier: QuoteCarrier = member "carrier",
        carrier_account_id: CarrierAccountId = member "carrierAccountId",
        carrier_cost: Option<Cost> = member "carrierCost",
        created: String = member "created",
        customer_cost: Cost = member "customerCost",
        details: Vec<QuoteDetail> = member "details",
        id: QuoteId = member "id",
        insurance: Option<InsuranceCover> = member "insurance",
        service: QuoteService = member "service",
    }
    QuoteCarrier {
        account_code: String = member "accountCode",
        account_name: String = member "accountName",
        code: String = member "code",
        description: String = member "description",
        image_url: Option<String> = member "imageUrl",
        is_manual: bool = member "isManual",
        logos: Vec<String> = member "logos",
    }
    QuoteDetail {
        amount: Decimal = member "amount",
        break_down: String = member "breakDown",
        discount_amount: Decimal = member "discountAmount",
        markedup_amount: Decimal = member "markedupAmount",
        markup: Option<LineMarkup> = member "markup",
        service_code: String = member "serviceCode",
        service_name: String = member "serviceName",
    }
    QuoteFailure {
        carrier: QuoteCarrier = member "carrier",
        message: String = member "message",
        reason: String = member "reason",
    }
    QuoteService {
        code: String = member "code",
        cut_off_time: Option<String> = member "cutOffTime",
        description: String = member "description",
        is_tax_applied: bool = member "isTaxApplied",
        transit_time: Option<i64> = member "transitTime",
    }
    Quotes {
        failures: Vec<QuoteFailure> = member "failures",
        is_completed: bool = member "isCompleted",
        quotes: Vec<Quote> = member "quotes",
        resource_token: String = member "resourceToken",
    }
    Token {
        resource_token: String = member "resourceToken",
        warnings: Vec<Message> = member "warnings",
    }
}

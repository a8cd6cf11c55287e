//! Calls and types of rates, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct RatesCalls<'a>(pub(super) &'a Client);

impl<'a> RatesCalls<'a> {
    /// `POST /api/rates/quote/multi-quote`
    pub fn multi_quote(self, body: RateQuoteAsk) -> Call<'a, RateQuoteToken> {
        Call::new(self.0, Method::POST, "/api/rates/quote/multi-quote").body(body.into())
    }
    /// `POST /api/rates/quote/quote`
    pub fn quote(self, body: RateQuoteAsk) -> Call<'a, OneQuote> {
        Call::new(self.0, Method::POST, "/api/rates/quote/quote").body(body.into())
    }
    /// `GET /api/rates/quote/quotes`
    pub fn quotes(self, resource_token: impl IntoField<String>) -> Call<'a, Collected> {
        Call::new(self.0, Method::GET, "/api/rates/quote/quotes").parameter("resourceToken", resource_token.into_field())
    }
    /// `POST /api/rates/quote/re-price`
    pub fn re_price(self, body: RePrice) -> Call<'a, StartedRePrice> {
        Call::new(self.0, Method::POST, "/api/rates/quote/re-price").body(body.into())
    }
    /// `GET /api/rates/quote/re-priced`
    pub fn re_priced(self, job_token: impl IntoField<String>) -> Call<'a, RePriceStatus> {
        Call::new(self.0, Method::GET, "/api/rates/quote/re-priced").parameter("jobToken", job_token.into_field())
    }
    /// `POST /api/rates/quote/simulate`
    pub fn simulate(self, body: Simulate) -> Call<'a, Simulated> {
        Call::new(self.0, Method::POST, "/api/rates/quote/simulate").body(body.into())
    }
    /// `GET /api/rates/rate-card/compare-rate-cards`
    pub fn compare_rate_cards(self, id: impl IntoField<RateCardId>, other_id: impl IntoField<RateCardId>) -> Call<'a, ComparedRateCards> {
        Call::new(self.0, Method::GET, "/api/rates/rate-card/compare-rate-cards").parameter("id", id.into_field()).parameter("otherId", other_id.into_field())
    }
    /// `POST /api/rates/rate-card/copy-rate-card`
    pub fn copy_rate_card(self, body: CopyRateCard) -> Call<'a, CopiedRateCard> {
        Call::new(self.0, Method::POST, "/api/rates/rate-card/copy-rate-card").body(body.into())
    }
    /// `GET /api/rates/rate-card/engines`
    pub fn engines(self) -> Call<'a, Engines> {
        Call::new(self.0, Method::GET, "/api/rates/rate-card/engines")
    }
    /// `POST /api/rates/rate-card/new-version`
    pub fn new_version(self, body: NewVersion) -> Call<'a, CopiedRateCard> {
        Call::new(self.0, Method::POST, "/api/rates/rate-card/new-version").body(body.into())
    }
    /// `POST /api/rates/rate-card/process-rate-cards`
    pub fn process_rate_cards(self, body: ProcessRateCards) -> Call<'a, Vec<ProcessedRateCard>> {
        Call::new(self.0, Method::POST, "/api/rates/rate-card/process-rate-cards").body(body.into())
    }
    /// `DELETE /api/rates/rate-card/rate-card`
    pub fn delete_rate_card(self, id: impl IntoField<RateCardId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/rates/rate-card/rate-card").parameter("id", id.into_field())
    }
    /// `GET /api/rates/rate-card/rate-card`
    pub fn get_rate_card(self, id: impl IntoField<RateCardId>) -> Call<'a, OneRateCard> {
        Call::new(self.0, Method::GET, "/api/rates/rate-card/rate-card").parameter("id", id.into_field())
    }
    /// `POST /api/rates/rate-card/rate-card`
    pub fn post_rate_card(self, body: SaveRateCard) -> Call<'a, OneRateCard> {
        Call::new(self.0, Method::POST, "/api/rates/rate-card/rate-card").body(body.into())
    }
    /// `PUT /api/rates/rate-card/rate-card`
    pub fn put_rate_card(self, body: SaveRateCard) -> Call<'a, OneRateCard> {
        Call::new(self.0, Method::PUT, "/api/rates/rate-card/rate-card").body(body.into())
    }
    /// `GET /api/rates/rate-card/rate-cards`
    pub fn rate_cards(self) -> Call<'a, PageOfRateCardLine, RatesRateCards> {
        Call::new(self.0, Method::GET, "/api/rates/rate-card/rate-cards")
    }
    /// `GET /api/rates/rate/export-rate`
    pub fn export_rate(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, ApiResponse, RatesExportRate> {
        Call::new(self.0, Method::GET, "/api/rates/rate/export-rate").parameter("rateCardId", rate_card_id.into_field()).unwrapped()
    }
    /// `POST /api/rates/rate/import-rate`
    pub fn import_rate(self, file: (&str, &[u8])) -> Call<'a, StartedImport, RatesImportRate> {
        Call::new(self.0, Method::POST, "/api/rates/rate/import-rate").file(file)
    }
    /// `GET /api/rates/rate/import-status`
    pub fn rate_import_status(self, import_token: impl IntoField<String>) -> Call<'a, ImportStatus> {
        Call::new(self.0, Method::GET, "/api/rates/rate/import-status").parameter("importToken", import_token.into_field())
    }
    /// `GET /api/rates/rate/imports`
    pub fn imports(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, PageOfRateImportLine, RatesImports> {
        Call::new(self.0, Method::GET, "/api/rates/rate/imports").parameter("rateCardId", rate_card_id.into_field())
    }
    /// `GET /api/rates/rate/matrix`
    pub fn get_matrix(self, rate_card_id: impl IntoField<RateCardId>, rate_service_id: impl IntoField<RateServiceId>) -> Call<'a, RateMatrix, RatesGetMatrix> {
        Call::new(self.0, Method::GET, "/api/rates/rate/matrix").parameter("rateCardId", rate_card_id.into_field()).parameter("rateServiceId", rate_service_id.into_field())
    }
    /// `PUT /api/rates/rate/matrix`
    pub fn put_matrix(self, body: SaveRateMatrix) -> Call<'a, SavedRateMatrix> {
        Call::new(self.0, Method::PUT, "/api/rates/rate/matrix").body(body.into())
    }
    /// `DELETE /api/rates/rate/rate`
    pub fn delete_rate(self, id: impl IntoField<RateId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/rates/rate/rate").parameter("id", id.into_field())
    }
    /// `POST /api/rates/rate/rate`
    pub fn post_rate(self, body: SaveRate) -> Call<'a, OneRate> {
        Call::new(self.0, Method::POST, "/api/rates/rate/rate").body(body.into())
    }
    /// `PUT /api/rates/rate/rate`
    pub fn put_rate(self, body: SaveRate) -> Call<'a, OneRate> {
        Call::new(self.0, Method::PUT, "/api/rates/rate/rate").body(body.into())
    }
    /// `GET /api/rates/rate/rates`
    pub fn rates(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, PageOfRate, RatesRates> {
        Call::new(self.0, Method::GET, "/api/rates/rate/rates").parameter("rateCardId", rate_card_id.into_field())
    }
    /// `GET /api/rates/rate/service-rate`
    pub fn service_rate(self, rate_card_id: impl IntoField<RateCardId>, service_id: impl IntoField<RateServiceId>) -> Call<'a, PageOfRate, RatesServiceRate> {
        Call::new(self.0, Method::GET, "/api/rates/rate/service-rate").parameter("rateCardId", rate_card_id.into_field()).parameter("serviceId", service_id.into_field())
    }
    /// `POST /api/rates/rate/undo-import`
    pub fn undo_import(self, body: OfImport) -> Call<'a, Undone> {
        Call::new(self.0, Method::POST, "/api/rates/rate/undo-import").body(body.into())
    }
    /// `DELETE /api/rates/service/rate-service`
    pub fn delete_rate_service(self, id: impl IntoField<RateServiceId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/rates/service/rate-service").parameter("id", id.into_field())
    }
    /// `POST /api/rates/service/rate-service`
    pub fn post_rate_service(self, body: SaveRateService) -> Call<'a, OneRateService> {
        Call::new(self.0, Method::POST, "/api/rates/service/rate-service").body(body.into())
    }
    /// `PUT /api/rates/service/rate-service`
    pub fn put_rate_service(self, body: SaveRateService) -> Call<'a, OneRateService> {
        Call::new(self.0, Method::PUT, "/api/rates/service/rate-service").body(body.into())
    }
    /// `GET /api/rates/service/rate-services`
    pub fn rate_services(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, PageOfRateService, RatesRateServices> {
        Call::new(self.0, Method::GET, "/api/rates/service/rate-services").parameter("rateCardId", rate_card_id.into_field())
    }
    /// `POST /api/rates/zone/add-zone-location`
    pub fn add_zone_location(self, body: AddRateZoneLocation) -> Call<'a, OneRateZoneLocation> {
        Call::new(self.0, Method::POST, "/api/rates/zone/add-zone-location").body(body.into())
    }
    /// `GET /api/rates/zone/export-zone`
    pub fn export_zone(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, ApiResponse, RatesExportZone> {
        Call::new(self.0, Method::GET, "/api/rates/zone/export-zone").parameter("rateCardId", rate_card_id.into_field()).unwrapped()
    }
    /// `GET /api/rates/zone/import-status`
    pub fn zone_import_status(self, import_token: impl IntoField<String>) -> Call<'a, ImportStatus> {
        Call::new(self.0, Method::GET, "/api/rates/zone/import-status").parameter("importToken", import_token.into_field())
    }
    /// `POST /api/rates/zone/import-zone`
    pub fn import_zone(self, file: (&str, &[u8])) -> Call<'a, StartedImport, RatesImportZone> {
        Call::new(self.0, Method::POST, "/api/rates/zone/import-zone").file(file)
    }
    /// `GET /api/rates/zone/map`
    pub fn map(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, RateZoneMap> {
        Call::new(self.0, Method::GET, "/api/rates/zone/map").parameter("rateCardId", rate_card_id.into_field())
    }
    /// `DELETE /api/rates/zone/remove-zone-location`
    pub fn remove_zone_location(self, id: impl IntoField<String>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/rates/zone/remove-zone-location").parameter("id", id.into_field())
    }
    /// `DELETE /api/rates/zone/zone`
    pub fn delete_zone(self, id: impl IntoField<RateZoneId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/rates/zone/zone").parameter("id", id.into_field())
    }
    /// `GET /api/rates/zone/zone`
    pub fn get_zone(self, id: impl IntoField<RateZoneId>) -> Call<'a, OneRateZone> {
        Call::new(self.0, Method::GET, "/api/rates/zone/zone").parameter("id", id.into_field())
    }
    /// `POST /api/rates/zone/zone`
    pub fn post_zone(self, body: SaveZone) -> Call<'a, OneRateZone> {
        Call::new(self.0, Method::POST, "/api/rates/zone/zone").body(body.into())
    }
    /// `PUT /api/rates/zone/zone`
    pub fn put_zone(self, body: SaveZone) -> Call<'a, OneRateZone> {
        Call::new(self.0, Method::PUT, "/api/rates/zone/zone").body(body.into())
    }
    /// `GET /api/rates/zone/zone-locations`
    pub fn zone_locations(self, zone_id: impl IntoField<RateZoneId>) -> Call<'a, PageOfRateZoneLocation, RatesZoneLocations> {
        Call::new(self.0, Method::GET, "/api/rates/zone/zone-locations").parameter("zoneId", zone_id.into_field())
    }
    /// `GET /api/rates/zone/zones`
    pub fn zones(self, rate_card_id: impl IntoField<RateCardId>) -> Call<'a, PageOfRateZone, RatesZones> {
        Call::new(self.0, Method::GET, "/api/rates/zone/zones").parameter("rateCardId", rate_card_id.into_field())
    }
}

parameters! { RatesRateCards -> PageOfRateCardLine {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesExportRate -> ApiResponse {
    format: ExportRateFormat = "format",
}}

parameters! { RatesImportRate -> StartedImport {
    dry_run: bool = "dryRun",
    rate_card_id: RateCardId = "rateCardId",
}}

parameters! { RatesImports -> PageOfRateImportLine {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesGetMatrix -> RateMatrix {
    calculation_method: String = "calculationMethod",
    day: String = "day",
    from: String = "from",
    to: String = "to",
}}

parameters! { RatesRates -> PageOfRate {
    calculation_method: String = "calculationMethod",
    from_zone: String = "fromZone",
    rate_service_id: RateServiceId = "rateServiceId",
    to_zone: String = "toZone",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesServiceRate -> PageOfRate {
    entity_id: RateId = "entityId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesRateServices -> PageOfRateService {
    entity_id: RateServiceId = "entityId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesExportZone -> ApiResponse {
    format: ExportZoneFormat = "format",
}}

parameters! { RatesImportZone -> StartedImport {
    dry_run: bool = "dryRun",
    rate_card_id: RateCardId = "rateCardId",
}}

parameters! { RatesZoneLocations -> PageOfRateZoneLocation {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RatesZones -> PageOfRateZone {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    CalculationMethod {
        Flat = "Flat",
        PerKg = "PerKg",
        PerItem = "PerItem",
        PerPallet = "PerPallet",
        PerCubicMetre = "PerCubicMetre",
        PerKm = "PerKm",
        PerHour = "PerHour",
    }
    DistanceUnit {
        M = "m",
        Km = "km",
        Mi = "mi",
    }
    ExportRateFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
    ItemsPriced {
        Together = "Together",
        Each = "Each",
    }
    LevyCase {
        Option = "Option",
        OverLength = "OverLength",
        OverWeight = "OverWeight",
        Zone = "Zone",
        DangerousGoods = "DangerousGoods",
        Residential = "Residential",
    }
    LevyFeeType {
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
        Insurance = "Insurance",
    }
    RateCardKind {
        Cost = "Cost",
        Sale = "Sale",
    }
    RateCardOperation {
        Retire = "Retire",
        Activate = "Activate",
    }
    RateTable {
        Rates = "Rates",
        Zones = "Zones",
    }
    RateType {
        Basic = "Basic",
        Break = "Break",
        Flat = "Flat",
    }
    RoundingMode {
        Up = "Up",
        Nearest = "Nearest",
    }
    TimeUnit {
        S = "s",
        Min = "min",
        H = "h",
    }
}

requests! {
    AddRateZoneLocation {
        zone_location: NewRateZoneLocation = "zoneLocation",
    }
    CopyRateCard {
        code: String = "code",
        id: RateCardId = "id",
        name: String = "name",
    }
    FuelLevyRequest {
        from_date: String = "fromDate",
        percent: Decimal = "percent",
    }
    HolidayRequest {
        date: String = "date",
        name: String = "name",
        state_code: String = "stateCode",
    }
    LevyRequest {
        amount: Decimal = "amount",
        amount_per_item: Decimal = "amountPerItem",
        code: String = "code",
        fee_type: LevyFeeType = "feeType",
        name: String = "name",
        percent: Decimal = "percent",
        when: LevyWhenRequest = "when",
    }
    LevyWhenRequest {
        case: LevyCase = "case",
        length_mm: i64 = "lengthMm",
        option: String = "option",
        weight_g: i64 = "weightG",
        zone: String = "zone",
    }
    NewRateZoneLocation {
        country_code: String = "countryCode",
        post_code: String = "postCode",
        post_code_to: String = "postCodeTo",
        state_code: String = "stateCode",
        suburb: String = "suburb",
        zone_id: RateZoneId = "zoneId",
    }
    NewVersion {
        effective_date: String = "effectiveDate",
        id: RateCardId = "id",
    }
    OfImport {
        import_token: String = "importToken",
    }
    ProcessRateCards {
        ids: Vec<RateCardId> = "ids",
        note: String = "note",
        operation: RateCardOperation = "operation",
    }
    QuantityInDistanceUnit {
        unit: DistanceUnit = "unit",
        value: Decimal = "value",
    }
    QuantityInTimeUnit {
        unit: TimeUnit = "unit",
        value: Decimal = "value",
    }
    RateCardRequest {
        code: String = "code",
        currency: String = "currency",
        customer_id: CustomerId = "customerId",
        description: String = "description",
        effective_date: String = "effectiveDate",
        engine: String = "engine",
        expire_date: String = "expireDate",
        id: RateCardId = "id",
        is_active: bool = "isActive",
        kind: RateCardKind = "kind",
        name: String = "name",
        row_version: i64 = "rowVersion",
        terms: RateTermsRequest = "terms",
    }
    RateDetailRequest {
        basic: Decimal = "basic",
        break_: Decimal = "break",
        rate_type: RateType = "rateType",
        value: Decimal = "value",
    }
    RateQuoteAsk {
        customer_id: CustomerId = "customerId",
        delivery_options: BTreeMap<String, String> = "deliveryOptions",
        distance_km: Decimal = "distanceKm",
        duration_minutes: i64 = "durationMinutes",
        explain: bool = "explain",
        from_address: AddressRequest = "fromAddress",
        is_dangerous_good: bool = "isDangerousGood",
        items: Vec<ItemRequest> = "items",
        kind: RateCardKind = "kind",
        pickup_options: BTreeMap<String, String> = "pickupOptions",
        pickup_ready_time: String = "pickupReadyTime",
        rate_card_id: RateCardId = "rateCardId",
        services: Vec<String> = "services",
        to_address: AddressRequest = "toAddress",
        total_distance: QuantityInDistanceUnit = "totalDistance",
        total_time: QuantityInTimeUnit = "totalTime",
        waiting_minutes: i64 = "waitingMinutes",
    }
    RateRequest {
        accumulative: bool = "accumulative",
        calculation_method: CalculationMethod = "calculationMethod",
        cubic_allowance: Decimal = "cubicAllowance",
        cut_off_time: String = "cutOffTime",
        effective_date: String = "effectiveDate",
        expire_date: String = "expireDate",
        from_zone: String = "fromZone",
        id: RateId = "id",
        minimum: Decimal = "minimum",
        rate_details: Vec<RateDetailRequest> = "rateDetails",
        rate_service_id: RateServiceId = "rateServiceId",
        reciprocal: bool = "reciprocal",
        row_version: i64 = "rowVersion",
        to_zone: String = "toZone",
        transit_time: i64 = "transitTime",
    }
    RateRoundingRequest {
        mode: RoundingMode = "mode",
        step: Decimal = "step",
    }
    RateServiceRequest {
        code: String = "code",
        id: RateServiceId = "id",
        is_active: bool = "isActive",
        is_additional: bool = "isAdditional",
        min_unit: Decimal = "minUnit",
        name: String = "name",
        rate_card_id: RateCardId = "rateCardId",
        row_version: i64 = "rowVersion",
    }
    RateTermsRequest {
        cubic_allowance: Decimal = "cubicAllowance",
        falls_back_to_wider_zones: bool = "fallsBackToWiderZones",
        fuel_levies: Vec<FuelLevyRequest> = "fuelLevies",
        holidays: Vec<HolidayRequest> = "holidays",
        items_priced: ItemsPriced = "itemsPriced",
        levies: Vec<LevyRequest> = "levies",
        levies_compound: bool = "leviesCompound",
        rounding: RateRoundingRequest = "rounding",
        waiting: RateWaitingRequest = "waiting",
        zones_by_postcode_alone: bool = "zonesByPostcodeAlone",
    }
    RateWaitingRequest {
        free_minutes: i64 = "freeMinutes",
        price_per_step: Decimal = "pricePerStep",
        step_minutes: i64 = "stepMinutes",
    }
    RateZoneRequest {
        code: String = "code",
        id: RateZoneId = "id",
        is_active: bool = "isActive",
        name: String = "name",
        rate_card_id: RateCardId = "rateCardId",
        row_version: i64 = "rowVersion",
    }
    RePrice {
        customer_id: CustomerId = "customerId",
        from_date: String = "fromDate",
        rate_card_id: RateCardId = "rateCardId",
        to_date: String = "toDate",
    }
    SaveRate {
        rate: RateRequest = "rate",
    }
    SaveRateCard {
        rate_card: RateCardRequest = "rateCard",
    }
    SaveRateMatrix {
        deleted: Vec<SeenRate> = "deleted",
        rate_service_id: RateServiceId = "rateServiceId",
        rates: Vec<RateRequest> = "rates",
    }
    SaveRateService {
        rate_service: RateServiceRequest = "rateService",
    }
    SaveZone {
        zone: RateZoneRequest = "zone",
    }
    SeenRate {
        id: RateId = "id",
        row_version: i64 = "rowVersion",
    }
    Simulate {
        ask: RateQuoteAsk = "ask",
        rate_card_ids: Vec<RateCardId> = "rateCardIds",
    }
}

responses! {
    Collected {
        is_completed: bool = member "isCompleted",
        quotes: Vec<RateQuote> = member "quotes",
        refused: Vec<RateQuoteRefusal> = member "refused",
    }
    ComparedRateCards {
        differences: Vec<RateDifference> = member "differences",
        services_added: Vec<String> = member "servicesAdded",
        services_removed: Vec<String> = member "servicesRemoved",
        totals: RateTotals = member "totals",
        zones_added: Vec<String> = member "zonesAdded",
        zones_removed: Vec<String> = member "zonesRemoved",
    }
    CopiedRateCard {
        job_id: Option<JobId> = member "jobId",
        rate_card: Option<RateCard> = member "rateCard",
    }
    CountOfMethod {
        calculation_method: CalculationMethod = member "calculationMethod",
        count: i64 = member "count",
    }
    CustomerRePriced {
        booked: Decimal = member "booked",
        bookings: i64 = member "bookings",
        customer_id: CustomerId = member "customerId",
        customer_name: String = member "customerName",
        priced: i64 = member "priced",
        re_priced: Decimal = member "rePriced",
    }
    EngineName {
        id: String = member "id",
        name: String = member "name",
    }
    Engines {
        engines: Vec<EngineName> = member "engines",
    }
    FuelLevy {
        from_date: String = member "fromDate",
        percent: Decimal = member "percent",
    }
    Holiday {
        date: String = member "date",
        name: String = member "name",
        state_code: Option<String> = member "stateCode",
    }
    Levy {
        amount: Option<Decimal> = member "amount",
        amount_per_item: Option<Decimal> = member "amountPerItem",
        code: String = member "code",
        fee_type: LevyFeeType = member "feeType",
        name: String = member "name",
        percent: Option<Decimal> = member "percent",
        when: Option<LevyWhen> = member "when",
    }
    LevyWhen {
        case: LevyCase = member "case",
        length_mm: Option<i64> = member "lengthMm",
        option: Option<String> = member "option",
        weight_g: Option<i64> = member "weightG",
        zone: Option<String> = member "zone",
    }
    MappedZone {
        code: String = member "code",
        id: RateZoneId = member "id",
        localities: i64 = member "localities",
        name: String = member "name",
        places: i64 = member "places",
    }
    OneQuote {
        quote: Option<RateQuote> = member "quote",
        quotes: Vec<RateQuote> = member "quotes",
        refused: Vec<RateQuoteRefusal> = member "refused",
    }
    OneRate {
        rate: Rate = member "rate",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    OneRateCard {
        rate_card: RateCard = member "rateCard",
    }
    OneRateService {
        rate_service: RateService = member "rateService",
    }
    OneRateZone {
        zone: RateZone = member "zone",
    }
    OneRateZoneLocation {
        zone_location: RateZoneLocation = member "zoneLocation",
    }
    PageOfRate {
        items: Vec<Rate> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRateCardLine {
        items: Vec<RateCardLine> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRateImportLine {
        items: Vec<RateImportLine> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRateService {
        items: Vec<RateService> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRateZone {
        items: Vec<RateZone> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRateZoneLocation {
        items: Vec<RateZoneLocation> = member "items",
        total_count: i64 = member "totalCount",
    }
    ProcessedRateCard {
        id: RateCardId = member "id",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    Rate {
        accumulative: bool = member "accumulative",
        calculation_method: CalculationMethod = member "calculationMethod",
        cubic_allowance: Option<Decimal> = member "cubicAllowance",
        cut_off_time: Option<String> = member "cutOffTime",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        from_zone: String = member "fromZone",
        id: RateId = member "id",
        minimum: Decimal = member "minimum",
        rate_card_id: RateCardId = member "rateCardId",
        rate_details: Vec<RateDetail> = member "rateDetails",
        rate_service_id: RateServiceId = member "rateServiceId",
        reciprocal: bool = member "reciprocal",
        row_version: i64 = member "rowVersion",
        to_zone: String = member "toZone",
        transit_time: Option<i64> = member "transitTime",
    }
    RateCard {
        code: String = member "code",
        currency: String = member "currency",
        customer_id: Option<CustomerId> = member "customerId",
        description: Option<String> = member "description",
        effective_date: Option<String> = member "effectiveDate",
        engine: String = member "engine",
        expire_date: Option<String> = member "expireDate",
        id: RateCardId = member "id",
        is_active: bool = member "isActive",
        is_draft: bool = member "isDraft",
        is_own_form: bool = member "isOwnForm",
        kind: RateCardKind = member "kind",
        modified_time: String = member "modifiedTime",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
        terms: RateTerms = member "terms",
        version: i64 = member "version",
    }
    RateCardLine {
        code: String = member "code",
        currency: String = member "currency",
        customer_id: Option<CustomerId> = member "customerId",
        description: Option<String> = member "description",
        effective_date: Option<String> = member "effectiveDate",
        engine: String = member "engine",
        expire_date: Option<String> = member "expireDate",
        id: RateCardId = member "id",
        is_active: bool = member "isActive",
        is_draft: bool = member "isDraft",
        is_own_form: bool = member "isOwnForm",
        kind: RateCardKind = member "kind",
        modified_time: String = member "modifiedTime",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
        version: i64 = member "version",
    }
    RateDetail {
        basic: Decimal = member "basic",
        break_: Option<Decimal> = member "break",
        rate_type: RateType = member "rateType",
        value: Decimal = member "value",
    }
    RateDifference {
        after: Option<Rate> = member "after",
        before: Option<Rate> = member "before",
        calculation_method: CalculationMethod = member "calculationMethod",
        effective_date: Option<String> = member "effectiveDate",
        expire_date: Option<String> = member "expireDate",
        from_zone: String = member "fromZone",
        service: String = member "service",
        to_zone: String = member "toZone",
    }
    RateImportLine {
        can_be_undone: bool = member "canBeUndone",
        creation_time: String = member "creationTime",
        file_name: String = member "fileName",
        id: RateImportId = member "id",
        import_token: String = member "importToken",
        inserted: i64 = member "inserted",
        kind: RateTable = member "kind",
        rate_card_id: RateCardId = member "rateCardId",
        removed: Option<i64> = member "removed",
        restored: Option<i64> = member "restored",
        undone_time: Option<String> = member "undoneTime",
        undone_user_id: Option<UserId> = member "undoneUserId",
        undone_user_name: Option<String> = member "undoneUserName",
        updated: i64 = member "updated",
        user_id: Option<UserId> = member "userId",
        user_name: String = member "userName",
    }
    RateMatrix {
        calculation_method: CalculationMethod = member "calculationMethod",
        day: String = member "day",
        is_cut: bool = member "isCut",
        methods: Vec<CountOfMethod> = member "methods",
        rates: RateMatrixColumns = member "rates",
        shapes: Vec<RateMatrixShape> = member "shapes",
        total_count: i64 = member "totalCount",
        zones: Vec<ZoneOfMatrix> = member "zones",
    }
    RateMatrixColumns {
        dated: Vec<i64> = member "dated",
        from: Vec<i64> = member "from",
        id: Vec<RateId> = member "id",
        minimum: Vec<Decimal> = member "minimum",
        own_terms: Vec<i64> = member "ownTerms",
        prices: Vec<Decimal> = member "prices",
        reciprocal: Vec<i64> = member "reciprocal",
        row_version: Vec<i64> = member "rowVersion",
        shape: Vec<i64> = member "shape",
        to: Vec<i64> = member "to",
    }
    RateMatrixLine {
        break_: Option<Decimal> = member "break",
        rate_type: RateType = member "rateType",
    }
    RateMatrixShape {
        accumulative: bool = member "accumulative",
        lines: Vec<RateMatrixLine> = member "lines",
    }
    RateQuote {
        cost: RateQuoteTotals = member "cost",
        currency: String = member "currency",
        id: String = member "id",
        kind: RateCardKind = member "kind",
        quote_attributes: RateQuoteAttributes = member "quoteAttributes",
        rate_card_code: String = member "rateCardCode",
        rate_card_id: RateCardId = member "rateCardId",
        rate_card_name: String = member "rateCardName",
        rate_card_version: i64 = member "rateCardVersion",
        service_code: String = member "serviceCode",
        service_details: Vec<RateQuoteDetail> = member "serviceDetails",
        service_name: String = member "serviceName",
    }
    RateQuoteAttributes {
        chargeable_weight: Decimal = member "chargeableWeight",
        delivery_date: Option<String> = member "deliveryDate",
        dispatch_date: Option<String> = member "dispatchDate",
        estimated_distance_km: Option<Decimal> = member "estimatedDistanceKm",
        estimated_duration_minutes: Option<i64> = member "estimatedDurationMinutes",
        explanation: Option<Vec<String>> = optional "explanation",
        from_zone: String = member "fromZone",
        is_reciprocal: bool = member "isReciprocal",
        rate_ids: Vec<RateId> = member "rateIds",
        to_zone: String = member "toZone",
        transit_time: Option<i64> = member "transitTime",
    }
    RateQuoteDetail {
        amount: Decimal = member "amount",
        is_additional: bool = member "isAdditional",
        service_code: String = member "serviceCode",
        service_name: String = member "serviceName",
    }
    RateQuoteRefusal {
        rate_card_code: String = member "rateCardCode",
        rate_card_id: RateCardId = member "rateCardId",
        reason: String = member "reason",
        service_code: Option<String> = member "serviceCode",
    }
    RateQuoteToken {
        resource_token: String = member "resourceToken",
    }
    RateQuoteTotals {
        additional: Decimal = member "additional",
        freight: Decimal = member "freight",
        total: Decimal = member "total",
    }
    RateRounding {
        mode: RoundingMode = member "mode",
        step: Decimal = member "step",
    }
    RateService {
        code: String = member "code",
        id: RateServiceId = member "id",
        is_active: bool = member "isActive",
        is_additional: bool = member "isAdditional",
        min_unit: Option<Decimal> = member "minUnit",
        name: String = member "name",
        rate_card_id: RateCardId = member "rateCardId",
        row_version: i64 = member "rowVersion",
    }
    RateTerms {
        cubic_allowance: Decimal = member "cubicAllowance",
        falls_back_to_wider_zones: bool = member "fallsBackToWiderZones",
        fuel_levies: Vec<FuelLevy> = member "fuelLevies",
        holidays: Vec<Holiday> = member "holidays",
        items_priced: ItemsPriced = member "itemsPriced",
        levies: Vec<Levy> = member "levies",
        levies_compound: bool = member "leviesCompound",
        rounding: Option<RateRounding> = member "rounding",
        waiting: Option<RateWaiting> = member "waiting",
        zones_by_postcode_alone: bool = member "zonesByPostcodeAlone",
    }
    RateTotals {
        added: i64 = member "added",
        after: i64 = member "after",
        before: i64 = member "before",
        changed: i64 = member "changed",
        removed: i64 = member "removed",
    }
    RateWaiting {
        free_minutes: i64 = member "freeMinutes",
        price_per_step: Decimal = member "pricePerStep",
        step_minutes: i64 = member "stepMinutes",
    }
    RateZone {
        code: String = member "code",
        id: RateZoneId = member "id",
        is_active: bool = member "isActive",
        name: String = member "name",
        rate_card_id: RateCardId = member "rateCardId",
        row_version: i64 = member "rowVersion",
    }
    RateZoneLocation {
        country_code: String = member "countryCode",
        id: String = member "id",
        post_code: Option<String> = member "postCode",
        post_code_to: Option<String> = member "postCodeTo",
        rate_card_id: RateCardId = member "rateCardId",
        state_code: Option<String> = member "stateCode",
        suburb: Option<String> = member "suburb",
        zone_id: RateZoneId = member "zoneId",
    }
    RateZoneMap {
        places: i64 = member "places",
        points: ZoneMapPoints = member "points",
        unlocated: i64 = member "unlocated",
        unlocated_examples: Vec<RateZoneLocation> = member "unlocatedExamples",
        zones: Vec<MappedZone> = member "zones",
    }
    RePriceExample {
        booked: Decimal = member "booked",
        booking_code: String = member "bookingCode",
        booking_id: BookingId = member "bookingId",
        customer_name: String = member "customerName",
        re_priced: Decimal = member "rePriced",
        service_code: String = member "serviceCode",
    }
    RePriceReason {
        count: i64 = member "count",
        reason: String = member "reason",
    }
    RePriceStatus {
        done: i64 = member "done",
        failure: Option<String> = member "failure",
        is_completed: bool = member "isCompleted",
        result: Option<RePriced> = member "result",
        total: i64 = member "total",
    }
    RePriced {
        booked: Decimal = member "booked",
        bookings: i64 = member "bookings",
        currency: String = member "currency",
        customers: Vec<CustomerRePriced> = member "customers",
        examples: Vec<RePriceExample> = member "examples",
        priced: i64 = member "priced",
        rate_card_code: String = member "rateCardCode",
        rate_card_id: RateCardId = member "rateCardId",
        rate_card_version: i64 = member "rateCardVersion",
        re_priced: Decimal = member "rePriced",
        reasons: Vec<RePriceReason> = member "reasons",
    }
    SavedRate {
        id: RateId = member "id",
        row_version: i64 = member "rowVersion",
    }
    SavedRateMatrix {
        rates: Vec<SavedRate> = member "rates",
        warnings: Vec<FieldMessage> = member "warnings",
    }
    Simulated {
        cards: Vec<SimulatedCard> = member "cards",
    }
    SimulatedCard {
        applies: bool = member "applies",
        currency: String = member "currency",
        kind: RateCardKind = member "kind",
        quotes: Vec<RateQuote> = member "quotes",
        rate_card_code: String = member "rateCardCode",
        rate_card_id: RateCardId = member "rateCardId",
        rate_card_name: String = member "rateCardName",
        rate_card_version: i64 = member "rateCardVersion",
        refused: Vec<RateQuoteRefusal> = member "refused",
    }
    StartedRePrice {
        job_token: String = member "jobToken",
    }
    Undone {
        removed: i64 = member "removed",
        restored: i64 = member "restored",
    }
    ZoneOfMatrix {
        code: String = member "code",
        is_active: bool = member "isActive",
        name: String = member "name",
    }
}

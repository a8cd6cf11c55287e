//! Calls and types of shared, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

enums! {
    CalcMethod {
        Percentage = "Percentage",
        Fixed = "Fixed",
        Override = "Override",
    }
    CustomerType {
        Account = "Account",
        Payg = "Payg",
        Prepaid = "Prepaid",
        Guest = "Guest",
    }
    DayOrder {
        DayFirst = "DayFirst",
        MonthFirst = "MonthFirst",
    }
    DecimalSign {
        Either = "Either",
        Point = "Point",
        Comma = "Comma",
    }
    EmailState {
        Queued = "Queued",
        Sent = "Sent",
        Failed = "Failed",
    }
    ExportZoneFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
    InsuranceType {
        Standard = "Standard",
        Premium = "Premium",
        Ati = "ATI",
    }
    LengthUnit {
        Mm = "mm",
        Cm = "cm",
        M = "m",
        In = "in",
        Ft = "ft",
    }
    VolumeUnit {
        M3 = "m3",
        L = "l",
        Cm3 = "cm3",
        Ft3 = "ft3",
    }
    WeightUnit {
        Kg = "kg",
        G = "g",
        Lb = "lb",
        T = "t",
        Oz = "oz",
    }
}

requests! {
    AccountMarkupRequest {
        apply_to_all: bool = "applyToAll",
        carrier_account_id: CarrierAccountId = "carrierAccountId",
        effective_date: String = "effectiveDate",
        expire_date: String = "expireDate",
        rate: MarkupRateRequest = "rate",
        row_version: i64 = "rowVersion",
        services: Vec<ServiceMarkupRequest> = "services",
    }
    AddressRequest {
        address_line1: String = "addressLine1",
        address_line2: String = "addressLine2",
        address_line3: String = "addressLine3",
        company_name: String = "companyName",
        contact_name: String = "contactName",
        country: String = "country",
        country_code: String = "countryCode",
        email: String = "email",
        post_code: String = "postCode",
        state: String = "state",
        state_code: String = "stateCode",
        suburb: String = "suburb",
        telephone: String = "telephone",
        type_: String = "type",
    }
    EmptyRequest {
    }
    ItemRequest {
        currency: String = "currency",
        description: String = "description",
        height: QuantityInLengthUnitRequest = "height",
        hs_code: String = "hsCode",
        id: i64 = "id",
        item_options: BTreeMap<String, String> = "itemOptions",
        item_value: Decimal = "itemValue",
        length: QuantityInLengthUnitRequest = "length",
        manufacture_country_code: String = "manufactureCountryCode",
        package_type: String = "packageType",
        product_id: i64 = "productId",
        quantity: i64 = "quantity",
        weight: QuantityInWeightUnitRequest = "weight",
        width: QuantityInLengthUnitRequest = "width",
    }
    MarkupRateRequest {
        calc_method: CalcMethod = "calcMethod",
        value: Decimal = "value",
    }
    QuantityInLengthUnitRequest {
        unit: LengthUnit = "unit",
        value: Decimal = "value",
    }
    QuantityInVolumeUnitRequest {
        unit: VolumeUnit = "unit",
        value: Decimal = "value",
    }
    QuantityInWeightUnitRequest {
        unit: WeightUnit = "unit",
        value: Decimal = "value",
    }
    ServiceMarkupRequest {
        rate: MarkupRateRequest = "rate",
        service_id: CarrierServiceId = "serviceId",
    }
}

responses! {
    Address {
        address_line1: Option<String> = member "addressLine1",
        address_line2: Option<String> = member "addressLine2",
        address_line3: Option<String> = member "addressLine3",
        company_name: Option<String> = member "companyName",
        contact_name: Option<String> = member "contactName",
        country: Option<String> = member "country",
        country_code: String = member "countryCode",
        email: Option<String> = member "email",
        post_code: String = member "postCode",
        state: Option<String> = member "state",
        state_code: Option<String> = member "stateCode",
        suburb: String = member "suburb",
        telephone: Option<String> = member "telephone",
        type_: Option<String> = member "type",
    }
    Amount {
        tax: Decimal = member "tax",
        tax_exclusive_amount: Decimal = member "taxExclusiveAmount",
        total: Decimal = member "total",
    }
    Empty {
    }
    FeatureInfo {
        default_value: String = member "defaultValue",
        description: String = member "description",
        display_name: String = member "displayName",
        name: String = member "name",
        parent_name: Option<String> = member "parentName",
    }
    FieldMessage {
        code: String = member "code",
        members: Vec<String> = member "members",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    ImportLineError {
        cell: Option<String> = member "cell",
        column: String = member "column",
        index: i64 = member "index",
        message: String = member "message",
        row: i64 = member "row",
    }
    InsuranceCover {
        cost: Amount = member "cost",
        excess: Decimal = member "excess",
        insurance_type: InsuranceType = member "insuranceType",
        insured_value: Decimal = member "insuredValue",
    }
    Message {
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    NoteView {
        comment: String = member "comment",
        creation_time: String = member "creationTime",
        creator_user_id: Option<UserId> = member "creatorUserId",
        id: i64 = member "id",
        is_internal: bool = member "isInternal",
        user_name: String = member "userName",
    }
    QuantityInLengthUnit {
        unit: LengthUnit = member "unit",
        value: Decimal = member "value",
    }
    QuantityInVolumeUnit {
        unit: VolumeUnit = member "unit",
        value: Decimal = member "value",
    }
    QuantityInWeightUnit {
        unit: WeightUnit = member "unit",
        value: Decimal = member "value",
    }
    RowError {
        error_info: String = member "errorInfo",
        index: i64 = member "index",
        row: i64 = member "row",
    }
    ZoneMapPoints {
        latitude: Vec<Decimal> = member "latitude",
        localities: Vec<i64> = member "localities",
        longitude: Vec<Decimal> = member "longitude",
        post_code: Vec<String> = member "postCode",
        zone: Vec<Option<i64>> = member "zone",
    }
}

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
    FreightOperation {
        Confirm = "Confirm",
        Allocate = "Allocate",
        Unallocate = "Unallocate",
        Acknowledge = "Acknowledge",
        Start = "Start",
        Arrive = "Arrive",
        PickUp = "PickUp",
        Depart = "Depart",
        Deliver = "Deliver",
        Fail = "Fail",
        Retry = "Retry",
        Hold = "Hold",
        Release = "Release",
        Cancel = "Cancel",
        Edit = "Edit",
        Split = "Split",
        Merge = "Merge",
        Delete = "Delete",
    }
    InsuranceType {
        Standard = "Standard",
        Premium = "Premium",
        Ati = "ATI",
    }
    JobStatus {
        Draft = "Draft",
        Unallocated = "Unallocated",
        Allocated = "Allocated",
        Acknowledged = "Acknowledged",
        EnRouteToPickup = "EnRouteToPickup",
        AtPickup = "AtPickup",
        PickedUp = "PickedUp",
        AtDepot = "AtDepot",
        OnLineHaul = "OnLineHaul",
        OnBoard = "OnBoard",
        EnRouteToDelivery = "EnRouteToDelivery",
        AtDelivery = "AtDelivery",
        Delivered = "Delivered",
        PartiallyDelivered = "PartiallyDelivered",
        FailedPickup = "FailedPickup",
        FailedDelivery = "FailedDelivery",
        OnHold = "OnHold",
        Cancelled = "Cancelled",
    }
    JobType {
        Pickup = "Pickup",
        Delivery = "Delivery",
        PointToPoint = "PointToPoint",
        LineHaul = "LineHaul",
        OnForwarding = "OnForwarding",
        MultiStop = "MultiStop",
        Return = "Return",
        HourlyHire = "HourlyHire",
    }
    Lateness {
        Late = "late",
        AtRisk = "atRisk",
    }
    LengthUnit {
        Mm = "mm",
        Cm = "cm",
        M = "m",
        In = "in",
        Ft = "ft",
    }
    PositionSource {
        Suburb = "Suburb",
        Street = "Street",
        Address = "Address",
        Manual = "Manual",
        Sent = "Sent",
    }
    ScanEventType {
        Received = "Received",
        PickedUp = "PickedUp",
        DepotIn = "DepotIn",
        Sorted = "Sorted",
        DepotOut = "DepotOut",
        LoadedLineHaul = "LoadedLineHaul",
        UnloadedLineHaul = "UnloadedLineHaul",
        OnBoard = "OnBoard",
        AtLocation = "AtLocation",
        Delivered = "Delivered",
        CardLeft = "CardLeft",
        AwaitingCollection = "AwaitingCollection",
        Collected = "Collected",
        Damaged = "Damaged",
        Short = "Short",
        Over = "Over",
        WeightCheck = "WeightCheck",
        ReturnedToDepot = "ReturnedToDepot",
        ReturnedToSender = "ReturnedToSender",
        PutAway = "PutAway",
        Picked = "Picked",
        Packed = "Packed",
        StockTake = "StockTake",
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
        dangerous_goods: Vec<ItemSubstanceRequest> = "dangerousGoods",
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
    ItemSubstanceRequest {
        description: String = "description",
        package_type: String = "packageType",
        un_number: String = "unNumber",
    }
    MarkupRateRequest {
        calc_method: CalcMethod = "calcMethod",
        value: Decimal = "value",
    }
    NoteInput {
        comment: String = "comment",
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
    AllocatedFreightJob {
        job_id: FreightJobId = member "jobId",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
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
    FreightJobView {
        allowed_operations: Vec<FreightOperation> = member "allowedOperations",
        bookingid: Option<BookingId> = member "bookingid",
        carrieraccount: Option<String> = member "carrieraccount",
        carrierbookingid: Option<BookingId> = member "carrierbookingid",
        carrierid: Option<CarrierAccountId> = member "carrierid",
        connoteno: Option<String> = member "connoteno",
        costcentre: Option<String> = member "costcentre",
        creation_time: String = member "creationTime",
        customerid: Option<CustomerId> = member "customerid",
        deadline: Option<String> = member "deadline",
        deliveryinstructions: Option<String> = member "deliveryinstructions",
        drivercharges: Vec<JobDriverCharge> = member "drivercharges",
        driverid: Option<DriverId> = member "driverid",
        duetime: Option<String> = member "duetime",
        fees: Vec<JobFee> = member "fees",
        finishedtime: Option<String> = member "finishedtime",
        fromaddress: Option<JobAddress> = member "fromaddress",
        haslegs: bool = member "haslegs",
        id: FreightJobId = member "id",
        invoiceid: Option<i64> = member "invoiceid",
        invoiceno: Option<String> = member "invoiceno",
        isallocatedtodeliveryagent: bool = member "isallocatedtodeliveryagent",
        islinehaul: bool = member "islinehaul",
        isonforwarding: bool = member "isonforwarding",
        ispickupready: bool = member "ispickupready",
        items: Vec<JobItem> = member "items",
        jobno: String = member "jobno",
        jobstatus: JobStatus = member "jobstatus",
        jobtype: JobType = member "jobtype",
        lastscanevent: Option<LastScanEvent> = member "lastscanevent",
        lateness: Option<Lateness> = member "lateness",
        leg: i64 = member "leg",
        linkedjobs: Vec<FreightJobId> = member "linkedjobs",
        manifestno: Option<String> = member "manifestno",
        parentid: Option<FreightJobId> = member "parentid",
        pickupdate: Option<String> = member "pickupdate",
        pickupreadydatetime: Option<String> = member "pickupreadydatetime",
        plannedarrival: Option<String> = member "plannedarrival",
        pricingdetails: JobPricing = member "pricingdetails",
        ratenotes: Option<String> = member "ratenotes",
        reference: Option<String> = member "reference",
        routecode: Option<String> = member "routecode",
        row_version: i64 = member "rowVersion",
        servicecode: Option<String> = member "servicecode",
        servicename: Option<String> = member "servicename",
        specialinstructions: Option<String> = member "specialinstructions",
        templatedate: Option<String> = member "templatedate",
        templateid: Option<JobTemplateId> = member "templateid",
        timeslot: Option<String> = member "timeslot",
        toaddress: Option<JobAddress> = member "toaddress",
        totalquantity: i64 = member "totalquantity",
        totalvolume: Decimal = member "totalvolume",
        totalweight: Decimal = member "totalweight",
    }
    ImportLineError {
        cell: Option<String> = member "cell",
        column: String = member "column",
        index: i64 = member "index",
        message: String = member "message",
        row: i64 = member "row",
    }
    ImportStatus {
        done: i64 = member "done",
        failure: Option<String> = member "failure",
        inserted: i64 = member "inserted",
        is_completed: bool = member "isCompleted",
        refused: i64 = member "refused",
        total: i64 = member "total",
        unchanged: i64 = member "unchanged",
        updated: i64 = member "updated",
        validation_errors: Vec<ImportLineError> = member "validationErrors",
        warnings: Vec<ImportLineError> = member "warnings",
    }
    InsuranceCover {
        cost: Amount = member "cost",
        excess: Decimal = member "excess",
        insurance_type: InsuranceType = member "insuranceType",
        insured_value: Decimal = member "insuredValue",
    }
    JobAddress {
        addressline1: Option<String> = member "addressline1",
        addressline2: Option<String> = member "addressline2",
        addressline3: Option<String> = member "addressline3",
        companyname: Option<String> = member "companyname",
        contactperson: Option<String> = member "contactperson",
        countrycode: String = member "countrycode",
        email: Option<String> = member "email",
        instructions: Option<String> = member "instructions",
        isresidential: bool = member "isresidential",
        latitude: Option<Decimal> = member "latitude",
        longitude: Option<Decimal> = member "longitude",
        positionsource: Option<PositionSource> = member "positionsource",
        postcode: String = member "postcode",
        statecode: Option<String> = member "statecode",
        suburb: String = member "suburb",
        telephone: Option<String> = member "telephone",
    }
    JobCharge {
        amount: Decimal = member "amount",
        isadditionalservice: bool = member "isadditionalservice",
        istaxapplicable: bool = member "istaxapplicable",
        servicecode: String = member "servicecode",
    }
    JobDriverCharge {
        agentinvoiceid: Option<i64> = member "agentinvoiceid",
        charges: JobWork = member "charges",
        driverid: DriverId = member "driverid",
        total: Decimal = member "total",
    }
    JobFee {
        amount: Decimal = member "amount",
        servicecode: String = member "servicecode",
        source: String = member "source",
        tax: Decimal = member "tax",
        time: String = member "time",
        total: Decimal = member "total",
    }
    JobItem {
        articlenumbers: Vec<String> = member "articlenumbers",
        description: Option<String> = member "description",
        height: Option<QuantityInLengthUnit> = member "height",
        id: i64 = member "id",
        labelcodes: Vec<String> = member "labelcodes",
        length: Option<QuantityInLengthUnit> = member "length",
        packagetype: Option<String> = member "packagetype",
        quantity: i64 = member "quantity",
        weight: Option<QuantityInWeightUnit> = member "weight",
        width: Option<QuantityInLengthUnit> = member "width",
    }
    JobPrice {
        chargebreakdown: Vec<JobCharge> = member "chargebreakdown",
        tax: Decimal = member "tax",
        total: Decimal = member "total",
        totaltaxexclusive: Decimal = member "totaltaxexclusive",
    }
    JobPricing {
        buy: Option<JobPrice> = member "buy",
        sell: Option<JobPrice> = member "sell",
    }
    JobWork {
        break_: Option<Decimal> = member "break",
        chargebreakdown: Vec<JobCharge> = member "chargebreakdown",
        chargerate: Option<Decimal> = member "chargerate",
        endtime: Option<String> = member "endtime",
        hours: Option<Decimal> = member "hours",
        roundby: Option<Decimal> = member "roundby",
        starttime: Option<String> = member "starttime",
    }
    LastScanEvent {
        code: ScanEventType = member "code",
        id: ScanEventId = member "id",
        locationcode: Option<String> = member "locationcode",
        scannedeventdatetime: String = member "scannedeventdatetime",
        warehousecode: Option<String> = member "warehousecode",
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
    StartedImport {
        import_token: String = member "importToken",
    }
    ZoneMapPoints {
        latitude: Vec<Decimal> = member "latitude",
        localities: Vec<i64> = member "localities",
        longitude: Vec<Decimal> = member "longitude",
        post_code: Vec<String> = member "postCode",
        zone: Vec<Option<i64>> = member "zone",
    }
}

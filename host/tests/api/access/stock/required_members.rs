//! Members that inputs need in addition to ids.

/// Period of a statement.
const DAYS: &str = r#"{"fromDate": "2026-01-01", "toDate": "2026-01-31"}"#;

/// Members validated before ids, beyond the required ones. A kind's name is replaced with an own
/// id.
pub const REQUIRED_MEMBERS: &[(&str, &str)] = &[
    (
        "POST /api/core/role/createorupdaterole",
        r#"{"role": {"displayName": "Packers"}}"#,
    ),
    (
        "POST /api/core/organizationunit/createorganizationunit",
        r#"{"displayName": "East"}"#,
    ),
    (
        "PUT /api/core/organizationunit/updateorganizationunit",
        r#"{"displayName": "East"}"#,
    ),
    (
        "POST /api/core/organizationunit/adduserstoorganizationunit",
        r#"{"userIds": ["UserId"]}"#,
    ),
    (
        "POST /api/core/ViewConfiguration/CreateOrUpdateViewConfiguration",
        r#"{"viewConfiguration": {"view": "bookings.list", "key": "Mine", "value": "{}"}}"#,
    ),
    (
        "POST /api/core/tenant/createorupdatesidebarlink",
        r#"{"sidebarLink": {"title": "Help", "url": "/help"}}"#,
    ),
    (
        "POST /api/core/user/createorupdateuser",
        r#"{"user": {"name": "Robin", "surname": "Lee", "userName": "robinlee", "emailAddress": "robin.lee@example.test",
            "password": "Gumtree-bark-17"}}"#,
    ),
    (
        "POST /api/customer/customer/createorupdatecustomer",
        r#"{"customer": {"companyName": "Bluegum Wines"}}"#,
    ),
    (
        "POST /api/customer/customercostcenter/createorupdatecostcenter",
        r#"{"customerId": "CustomerId", "costCenter": {"code": "S2", "name": "Sales"}}"#,
    ),
    (
        "POST /api/customer/customerfrequentaddress/createorupdatefrequentaddress",
        r#"{"customerId": "CustomerId", "address": {"name": "Yard", "suburb": "Richmond", "postCode": "3121"}}"#,
    ),
    (
        "POST /api/customer/customerfrequentaddress/importfrequentaddresses",
        r#"{"customerId": "CustomerId", "fileId": "FileId"}"#,
    ),
    (
        "POST /api/customer/customerproduct/importproducts",
        r#"{"customerId": "CustomerId", "fileId": "FileId"}"#,
    ),
    (
        "POST /api/customer/customerproduct/createorupdateproduct",
        r#"{"customerId": "CustomerId", "product": {"productCode": "W12", "name": "Twelve bottles"}}"#,
    ),
    (
        "POST /api/customer/customerreferences/createorupdatereference",
        r#"{"customerId": "CustomerId", "reference": {"name": "Project"}}"#,
    ),
    (
        "POST /api/customer/customer/addCustomerNote",
        r#"{"note": {"comment": "Ring twice"}}"#,
    ),
    (
        "PUT /api/customer/customer/updateCustomerAccount",
        r#"{"account": {"contact": "03 9000 0000"}}"#,
    ),
    (
        "GET /api/customer/customersettings/updateECommerceStoreSettings",
        r#"{"customerId": "CustomerId", "ecommerceSettings": {"storeType": "Shop", "storeKey": "s-2"}}"#,
    ),
    (
        "PUT /api/customer/customersettings/updateECommerceStoreSettings",
        r#"{"customerId": "CustomerId", "ecommerceSettings": {"storeType": "Shop", "storeKey": "s-2"}}"#,
    ),
    (
        "POST /api/carrier/carrieraccount/createorupdatecarrieraccount",
        r#"{"carrierAccount": {"name": "Own fleet", "code": "FLEET-9", "carrierCode": "own-fleet", "attributes": [
            {"key": "rateCard", "value": "ROAD-2026"}, {"key": "connotePrefix", "value": "SCF"},
            {"key": "gs1CompanyPrefix", "value": "9377779"}]}}"#,
    ),
    (
        "POST /api/rates/rate-card/rate-card",
        r#"{"rateCard": {"code": "ROAD-2", "name": "Road two"}}"#,
    ),
    (
        "PUT /api/rates/rate-card/rate-card",
        r#"{"rateCard": {"id": "RateCardId"}}"#,
    ),
    (
        "POST /api/rates/rate-card/copy-rate-card",
        r#"{"code": "ROAD-2", "name": "Road two"}"#,
    ),
    (
        "POST /api/rates/rate-card/new-version",
        r#"{"effectiveDate": "2026-07-01"}"#,
    ),
    (
        "POST /api/rates/quote/quote",
        r#"{"fromAddress": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"}, "toAddress": {"suburb": "Sydney", "postCode": "2000", "countryCode": "AU"}, "items": [{"packageType": "Carton", "quantity": 1, "length": {"value": 10, "unit": "cm"}, "width": {"value": 10, "unit": "cm"}, "height": {"value": 10, "unit": "cm"}, "weight": {"value": 1, "unit": "kg"}}]}"#,
    ),
    (
        "POST /api/rates/quote/multi-quote",
        r#"{"fromAddress": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"}, "toAddress": {"suburb": "Sydney", "postCode": "2000", "countryCode": "AU"}, "items": [{"packageType": "Carton", "quantity": 1, "length": {"value": 10, "unit": "cm"}, "width": {"value": 10, "unit": "cm"}, "height": {"value": 10, "unit": "cm"}, "weight": {"value": 1, "unit": "kg"}}]}"#,
    ),
    (
        "POST /api/rates/quote/simulate",
        r#"{"ask": {"fromAddress": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"}, "toAddress": {"suburb": "Sydney", "postCode": "2000", "countryCode": "AU"}, "items": [{"packageType": "Carton", "quantity": 1, "length": {"value": 10, "unit": "cm"}, "width": {"value": 10, "unit": "cm"}, "height": {"value": 10, "unit": "cm"}, "weight": {"value": 1, "unit": "kg"}}]}, "rateCardIds": ["RateCardId"]}"#,
    ),
    (
        "POST /api/rates/quote/re-price",
        r#"{"rateCardId": "RateCardId", "fromDate": "2026-01-01", "toDate": "2026-01-31"}"#,
    ),
    (
        "POST /api/rates/service/rate-service",
        r#"{"rateService": {"code": "AIR", "name": "Air"}}"#,
    ),
    (
        "PUT /api/rates/service/rate-service",
        r#"{"rateService": {"id": "RateServiceId"}}"#,
    ),
    (
        "POST /api/rates/zone/zone",
        r#"{"zone": {"code": "SYD", "name": "Sydney"}}"#,
    ),
    (
        "PUT /api/rates/zone/zone",
        r#"{"zone": {"id": "RateZoneId"}}"#,
    ),
    (
        "POST /api/rates/rate/rate",
        r#"{"rate": {"rateServiceId": "RateServiceId"}}"#,
    ),
    ("PUT /api/rates/rate/rate", r#"{"rate": {"id": "RateId"}}"#),
    (
        "PUT /api/rates/rate/matrix",
        r#"{"rateServiceId": "RateServiceId", "rates": [{"id": "RateId", "rowVersion": 1, "minimum": 5}]}"#,
    ),
    (
        "POST /api/core/account/resetpassword",
        r#"{"resetCode": "none", "password": "Gumtree-bark-17"}"#,
    ),
    (
        "POST /api/booking/CustomerDangerousGoods/CreateOrUpdateCustomerDangerousGoods",
        r#"{"customerId": "CustomerId", "dangerousGoods": [{"unNumber": "1203"}]}"#,
    ),
    (
        "POST /api/booking/promocode/createorupdatepromocode",
        r#"{"promoCode": {"code": "SPRING", "rate": {"calcMethod": "Percentage", "value": 5}}}"#,
    ),
    (
        "POST /api/finance/invoice/GenerateAdhocInvoice",
        r#"{"adhocInvoice": {"invoiceLines": [{"description": "Storage", "taxExclusiveAmount": 10}]}}"#,
    ),
    (
        "POST /api/finance/payment/createremittanceadvice",
        r#"{"customerId": "CustomerId", "paymentDate": "2026-03-01", "invoicePayments": [{"invoiceId": "InvoiceId", "amount": 1}]}"#,
    ),
    (
        "POST /api/finance/payment/createpayment",
        r#"{"customerId": "CustomerId", "paymentDate": "2026-03-01", "paidAmount": 1}"#,
    ),
    (
        "POST /api/finance/payment/createCreditCardPayment",
        r#"{"customerId": "CustomerId", "amount": 1, "paymentNonce": "pm_1", "allocatedInvoicePayments": [{"invoiceId": "InvoiceId", "amount": 1}]}"#,
    ),
    (
        "POST /api/finance/payment/allocatepayment",
        r#"{"paymentId": "PaymentId", "allocatedInvoicePayments": [{"invoiceId": "InvoiceId", "amount": 1}]}"#,
    ),
    (
        "POST /api/finance/payment/refundpayment",
        r#"{"paymentId": "PaymentId", "amount": 1}"#,
    ),
    (
        "POST /api/finance/payment/reversepayment",
        r#"{"paymentId": "PaymentId"}"#,
    ),
    (
        "POST /api/finance/creditnote/createcreditnoterequest",
        r#"{"customerId": "CustomerId", "invoiceId": "InvoiceId", "amount": 1, "note": "Charged twice",
            "details": [{"invoiceDetailId": "InvoiceDetailId", "amount": 1, "note": "Too much"}]}"#,
    ),
    (
        "POST /api/finance/creditnote/processcreditnoterequest",
        r#"{"operation": "Apply", "creditNote": {"id": "CreditNoteId"}}"#,
    ),
    (
        "PUT /api/finance/creditnote/updatecreditnotenotes",
        r#"{"creditNote": {"id": "CreditNoteId"}}"#,
    ),
    ("GET /api/finance/customer/GetFinanceStatement", DAYS),
    ("GET /api/finance/customer/downloadstatement", DAYS),
    ("POST /api/finance/customer/sendstatement", DAYS),
    (
        "POST /api/finance/fee/createorupdatefee",
        r#"{"fee": {"name": "Tail lift", "applyOn": "Booking", "feeType": "TailLift", "calcMethod": "Fixed"}}"#,
    ),
    (
        "POST /api/finance/fee/assigncustomerfee",
        r#"{"customerFee": {"feeId": "FeeId", "customerId": "CustomerId"}}"#,
    ),
    (
        "POST /api/finance/invoice/processinvoices",
        r#"{"operation": "Approve"}"#,
    ),
    (
        "POST /api/finance/invoice/runinvoices",
        r#"{"fromDate": "2026-01-01", "toDate": "2026-01-31"}"#,
    ),
    (
        "POST /api/booking/Markup/CreateOrUpdateMarkupByType",
        r#"{"markUpType": 2}"#,
    ),
    (
        "POST /api/booking/Markup/CreateOrUpdateMarkupForCustomer",
        r#"{"carrierAccounts": []}"#,
    ),
    (
        "GET /api/booking/Insurance/GetInsuranceQuotes",
        r#"{"insuredValue": 100}"#,
    ),
    (
        "GET /api/booking/margin/getmargins",
        r#"{"by": "Lane", "fromDate": "2026-01-01", "toDate": "2026-01-31"}"#,
    ),
    (
        "GET /api/booking/margin/getworstlanes",
        r#"{"fromDate": "2026-01-01", "toDate": "2026-01-31"}"#,
    ),
    (
        "POST /api/booking/booking/runbulkoperation",
        r#"{"operations": ["Cancel"]}"#,
    ),
    (
        "POST /api/booking/booking/previewbulkoperation",
        r#"{"operations": ["Cancel"]}"#,
    ),
    (
        "POST /api/booking/reconciliation/ApproveReconciliation",
        r#"{"id": "ReconciliationId", "approvedBookings": [{"id": "ReconciliationBookingId",
            "approvedServices": [{"id": "ReconciliationServiceId"}]}]}"#,
    ),
    (
        "POST /api/booking/reconciliation/ProcessReconciliationBookings",
        r#"{"id": "ReconciliationId", "operation": "Hold", "ids": ["ReconciliationBookingId"]}"#,
    ),
    (
        "POST /api/booking/reconciliation/RequoteReconciliationBookings",
        r#"{"id": "ReconciliationId", "ids": ["ReconciliationBookingId"]}"#,
    ),
    (
        "POST /api/booking/reconciliation/CreateOrUpdateTemplate",
        r#"{"template": {"name": "Invoices", "carrier": "own-fleet"}}"#,
    ),
    (
        "POST /api/booking/reconciliation/CreateOrUpdateTolerance",
        r#"{"tolerance": {"carrierAccountId": "CarrierAccountId", "side": "Above", "measure": "Amount", "value": 1}}"#,
    ),
    (
        "POST /api/webhooks/subscription/createorupdatesubscription",
        r#"{"subscription": {"name": "Warehouse", "url": "https://hooks.example.com", "events": ["customer.created"]}}"#,
    ),
    (
        "POST /api/booking/pickup/checkaddress",
        r#"{"address": {"suburb": "Richmond", "postCode": "3121", "countryCode": "AU"}}"#,
    ),
    (
        "POST /api/finance/bank/createorupdatetemplate",
        r#"{"template": {"name": "Our bank"}}"#,
    ),
];

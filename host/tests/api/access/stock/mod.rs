//! Fixtures: a row of every kind of a tenant or customer.

mod agent_invoices;
mod created;
mod drivers;
mod jobs;
mod network;
mod required_members;
mod routing;

use std::collections::BTreeMap;

use data::{
    db::{Mode, TenantSql},
    ids::{CarrierAccountId, CustomerId},
    tsql,
};
use serde_json::json;
use testkit::{Client, Kit, given};

pub use required_members::required_members;

pub const SHARED_KINDS: [&str; 8] = [
    "TenantId",
    "EditionId",
    "CountryId",
    "LocationId",
    "PackageTypeId",
    "DangerousGoodsId",
    "JobId",
    "QuoteId",
];

pub type Fixtures = BTreeMap<&'static str, i64>;

pub async fn create_customer_rows(kit: &Kit, admin: &Client, name: &str) -> (CustomerId, Fixtures) {
    let customer = given::customer(kit, name).await;
    let mut stock = Fixtures::from([("CustomerId", customer.0)]);
    let code = name.to_uppercase().replace(' ', "-");
    let account = given::own_fleet(kit, admin, &code).await;
    let attributes = json!([
        {"key": "rateCard", "value": waybill::demo::RATE_CARD},
        {"key": "connotePrefix", "value": "SCF"},
        {"key": "gs1CompanyPrefix", "value": "9377779"},
    ]);
    let form = json!({"carrierAccount": {
        "id": account, "name": name, "code": code, "carrierCode": "own-fleet", "customerId": customer,
        "isActive": true, "attributes": attributes,
    }});
    admin
        .post(
            "/api/carrier/carrieraccount/createorupdatecarrieraccount",
            form,
        )
        .await
        .result();
    stock.insert("CarrierAccountId", account);
    let user = customer_user(kit, customer).await;
    stock.insert("UserId", user.0);
    let role = json!({"role": {"displayName": format!("{name} packers"), "customerId": customer}});
    stock.insert(
        "RoleId",
        id(&admin
            .post("/api/core/role/createorupdaterole", role)
            .await
            .result()["role"]["id"]),
    );
    let key = admin
        .post("/api/core/user/CreateAPIKey", json!({"userId": user}))
        .await
        .result();
    stock.insert("ApiKeyId", id(&key["id"]));
    let dock = json!({"customerId": customer, "address": {"name": "Dock", "suburb": "Richmond", "postCode": "3121"}});
    let path = "/api/customer/customerfrequentaddress/createorupdatefrequentaddress";
    stock.insert(
        "FrequentAddressId",
        id(&admin.post(path, dock).await.result()["address"]["id"]),
    );
    let shop = json!({"customerId": customer, "ecommerceSettings": {"storeType": "Shop", "storeKey": "s-1"}});
    let path = "/api/customer/customersettings/updateECommerceStoreSettings";
    stock.insert(
        "ECommerceStoreId",
        id(&admin.put(path, shop).await.result()["ecommerceSettings"]["id"]),
    );
    stock.insert("BookingId", booking(kit, customer, account).await);
    pickup(admin, customer, &mut stock).await;
    let storage = json!({"customerId": customer,
        "adhocInvoice": {"invoiceLines": [{"description": "Storage", "taxExclusiveAmount": 10}]}});
    let storage = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", storage)
        .await
        .result();
    stock.insert("InvoiceId", id(&storage["invoice"]["id"]));
    let close = json!({"operation": "Close", "ids": [storage["invoice"]["id"]]});
    admin
        .post("/api/finance/invoice/processinvoices", close)
        .await
        .result();
    let send = json!({"id": storage["invoice"]["id"], "emailAddress": "robin@example.test"});
    admin
        .post("/api/finance/invoice/sendinvoice", send)
        .await
        .result();
    let path = format!(
        "/api/core/email/getemails?recordType=Invoice&recordId={}",
        storage["invoice"]["id"]
    );
    let emails = admin.get(&path).await.result();
    stock.insert("EmailId", id(&emails["items"][0]["id"]));
    credit_note(admin, customer, &mut stock).await;
    let payment = json!({"customerId": customer, "paymentDate": "2026-03-01", "paidAmount": 1});
    let payment = admin
        .post("/api/finance/payment/createpayment", payment)
        .await
        .result();
    stock.insert("PaymentId", id(&payment["payment"]["id"]));
    let document = [
        ("entityType", "Booking"),
        ("entityId", &stock["BookingId"].to_string()),
        ("isVisibleToCustomer", "true"),
    ];
    admin
        .post_file(
            "/api/core/Document/UploadDocument",
            &document,
            ("proof.txt", b"delivered"),
        )
        .await
        .result();
    jobs::create(admin, customer, &mut stock).await;
    created::create(admin, true, &mut stock).await;
    newest(kit, &mut stock, CUSTOMER_ROWS).await;
    (customer, stock)
}

async fn pickup(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let mut request = given::quote_request(customer);
    request["filter"] = json!({"carrierCode": ["own-fleet"]});
    let answer = given::quotes(admin, request.clone()).await;
    let (from, to) = given::addresses();
    let booking = json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
    });
    let batch = json!({"bookings": [{"booking": booking}], "operations": ["Book", "Manifest", "BookPickup"]});
    let saved = admin
        .post("/api/booking/booking/createorupdatebatchbooking", batch)
        .await
        .result();
    assert_eq!(saved["failBookings"], json!([]), "{saved}");
    let manifests = admin
        .get("/api/booking/manifest/getmanifests?sorting=id desc")
        .await
        .result();
    stock.insert("ManifestId", id(&manifests["items"][0]["id"]));
    let pickups = admin
        .get("/api/booking/pickup/getpickups?sorting=id desc")
        .await
        .result();
    stock.insert("PickupId", id(&pickups["items"][0]["id"]));
}

async fn credit_note(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let lines = json!([{"description": "Handling", "taxExclusiveAmount": 10}]);
    let body = json!({"customerId": customer, "adhocInvoice": {"invoiceLines": lines}});
    let invoice = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", body)
        .await
        .result()["invoice"]
        .clone();
    for operation in ["Close", "Approve", "Post"] {
        let body = json!({"operation": operation, "ids": [invoice["id"]]});
        admin
            .post("/api/finance/invoice/processinvoices", body)
            .await
            .result();
    }
    let line = invoice["invoiceDetails"][0]["id"].clone();
    let body = json!({"customerId": customer, "invoiceId": invoice["id"], "amount": 11, "note": "Charged twice",
        "details": [{"invoiceDetailId": line, "amount": 11, "note": "Too much"}]});
    let note = admin
        .post("/api/finance/creditnote/createcreditnoterequest", body)
        .await
        .result();
    stock.insert("InvoiceDetailId", id(&line));
    stock.insert("CreditNoteId", id(&note["creditNote"]["id"]));
    stock.insert(
        "CreditNoteDetailId",
        id(&note["creditNote"]["details"][0]["id"]),
    );
}

pub async fn create_tenant_rows(kit: &Kit, admin: &Client) -> Fixtures {
    let (_, mut stock) = create_customer_rows(kit, admin, "Bluegum Wines").await;
    reconciliation(kit, admin, &mut stock).await;
    admin
        .get("/api/carrier/carrierservices/getcarrierservices")
        .await
        .result();
    admin
        .post(
            "/api/core/organizationunit/createorganizationunit",
            json!({"displayName": "West"}),
        )
        .await
        .result();
    let view =
        json!({"viewConfiguration": {"view": "bookings.list", "key": "Mine", "value": "{}"}});
    admin
        .post(
            "/api/core/ViewConfiguration/CreateOrUpdateViewConfiguration",
            view,
        )
        .await
        .result();
    let link = json!({"sidebarLink": {"title": "Help", "url": "/help"}});
    admin
        .post("/api/core/tenant/createorupdatesidebarlink", link)
        .await
        .result();
    let hook = json!({"name": "Warehouse", "url": "http://127.0.0.1:9/hooks", "events": ["customer.created"]});
    let path = "/api/webhooks/subscription/createorupdatesubscription";
    let hook = admin
        .post(path, json!({ "subscription": hook }))
        .await
        .result()["subscription"]["id"]
        .clone();
    stock.insert("WebhookSubscriptionId", id(&hook));
    let test = admin
        .post("/api/webhooks/subscription/sendtest", json!({ "id": hook }))
        .await
        .result();
    stock.insert("WebhookDeliveryId", id(&test["deliveryId"]));
    let promo =
        json!({"promoCode": {"code": "WINTER", "rate": {"calcMethod": "Fixed", "value": 5}}});
    let promo = admin
        .post("/api/booking/promocode/createorupdatepromocode", promo)
        .await
        .result();
    stock.insert("PromoCodeId", id(&promo["promoCode"]["id"]));
    let fee = json!({"fee": {"name": "Wine", "applyOn": "Booking", "feeType": "TailLift", "calcMethod": "Fixed"}});
    let fee = admin
        .post("/api/finance/fee/createorupdatefee", fee)
        .await
        .result()["fee"]["id"]
        .clone();
    stock.insert("FeeId", id(&fee));
    let own_body = json!({"customerFee": {"feeId": fee, "customerId": stock["CustomerId"]}});
    let own = admin
        .post("/api/finance/fee/assigncustomerfee", own_body)
        .await
        .result();
    stock.insert("CustomerFeeId", id(&own["customerFee"]["id"]));
    let lock = json!({"firstDay": "2001-01-01", "lastDay": "2001-01-31"});
    let lock = admin
        .post("/api/finance/ledger/createlock", lock)
        .await
        .result();
    stock.insert("LedgerLockId", id(&lock["lock"]["id"]));
    drivers::create(admin, &mut stock).await;
    agent_invoices::create(admin, &mut stock).await;
    network::create(admin, &mut stock).await;
    routing::create(admin, &mut stock).await;
    bank(admin, &mut stock).await;
    let preview = json!({"fromDate": "2026-01-01", "toDate": "2026-01-31", "preview": true});
    let preview = admin
        .post("/api/finance/invoice/runinvoices", preview)
        .await
        .result();
    stock.insert("InvoiceRunId", id(&preview["runId"]));
    rates(admin, &mut stock).await;
    newest(kit, &mut stock, TENANT_ROWS).await;
    created::create(admin, false, &mut stock).await;
    stock
}

async fn reconciliation(kit: &Kit, admin: &Client, stock: &mut Fixtures) {
    const BASE: &str = "/api/booking/reconciliation";
    let account = stock["CarrierAccountId"];
    let template = json!({"template": {"name": "Road invoices", "carrier": "own-fleet"}});
    let template = admin
        .post(&format!("{BASE}/CreateOrUpdateTemplate"), template)
        .await
        .result();
    stock.insert("InvoiceTemplateId", id(&template["template"]["id"]));
    let tolerance = json!({"tolerance": {"carrierAccountId": account, "side": "Above", "measure": "Percent", "value": 2}});
    let tolerance = admin
        .post(&format!("{BASE}/CreateOrUpdateTolerance"), tolerance)
        .await
        .result();
    stock.insert("ToleranceId", id(&tolerance["tolerance"]["id"]));
    let content = b"consignmentId,serviceCode,taxExclusiveAmount\nUNKNOWN-1,STD,12.50\n";
    let file = admin
        .post_file(
            "/api/booking/File/UploadReconciliationFile",
            &[],
            ("road.csv", content),
        )
        .await
        .result();
    let begin = json!({"fileName": file["fileName"], "carrierCode": "own-fleet"});
    let response = admin
        .post(&format!("{BASE}/importCsv"), begin)
        .await
        .result();
    kit.drain_jobs().await;
    let path = format!("{BASE}/GetReconciliationForApproval?id={}", response["id"]);
    let line = admin.get(&path).await.result()["bookingReconciliations"][0].clone();
    stock.insert("ReconciliationId", id(&response["id"]));
    stock.insert("ReconciliationBookingId", id(&line["id"]));
    stock.insert(
        "ReconciliationServiceId",
        id(&line["bookingReconciliationServices"][0]["id"]),
    );
}

async fn bank(admin: &Client, stock: &mut Fixtures) {
    const BASE: &str = "/api/finance/bank";
    let template = json!({"template": {"name": "Our bank"}});
    let template = admin
        .post(&format!("{BASE}/createorupdatetemplate"), template)
        .await
        .result();
    stock.insert("BankTemplateId", id(&template["template"]["id"]));
    let content = b"date,amount,payer\n2026-03-02,12.50,Nobody\n";
    let file = admin
        .post_file(
            &format!("{BASE}/uploadstatement"),
            &[],
            ("bank.csv", content),
        )
        .await
        .result();
    let request = json!({ "fileName": file["fileName"] });
    let created = admin
        .post(&format!("{BASE}/importstatement"), request)
        .await
        .result()["statement"]["id"]
        .clone();
    stock.insert("BankStatementId", id(&created));
    let lines = admin
        .get(&format!("{BASE}/getlines?statementId={created}"))
        .await
        .result();
    stock.insert("BankLineId", id(&lines["items"][0]["id"]));
}

async fn rates(admin: &Client, stock: &mut Fixtures) {
    let card = json!({"rateCard": {"code": "ROAD", "name": "Road"}});
    let card = id(&admin
        .post("/api/rates/rate-card/rate-card", card)
        .await
        .result()["rateCard"]["id"]);
    let road = json!({"rateService": {"rateCardId": card, "code": "STD", "name": "Standard"}});
    let road = id(&admin
        .post("/api/rates/service/rate-service", road)
        .await
        .result()["rateService"]["id"]);
    let zone = json!({"zone": {"rateCardId": card, "code": "MEL", "name": "Melbourne"}});
    let zone = id(&admin.post("/api/rates/zone/zone", zone).await.result()["zone"]["id"]);
    let rate = json!({"rate": {"rateServiceId": road, "fromZone": "MEL", "toZone": "MEL", "calculationMethod": "Flat",
        "rateDetails": [{"rateType": "Flat", "value": 12}]}});
    let rate = id(&admin.post("/api/rates/rate/rate", rate).await.result()["rate"]["id"]);
    stock.extend([
        ("RateCardId", card),
        ("RateServiceId", road),
        ("RateZoneId", zone),
        ("RateId", rate),
    ]);
}

pub async fn customer_user(kit: &Kit, customer: CustomerId) -> data::ids::UserId {
    let user_name = format!("u{}", uuid::Uuid::now_v7().simple());
    let new = identity::NewUser {
        email: format!("{user_name}@example.test"),
        user_name,
        name: "Robin".to_owned(),
        surname: "Lee".to_owned(),
        password: testkit::PASSWORD.to_owned(),
        roles: vec!["Admin".to_owned()],
        customer: Some(customer),
        ..Default::default()
    };
    kit.add_user(new).await
}

async fn booking(kit: &Kit, customer: CustomerId, account: i64) -> i64 {
    let (from, to) = given::addresses();
    let mut scope = kit.scope(Mode::Write);
    let seed = bookings::SeedBooking {
        customer,
        account: CarrierAccountId(account),
        service_code: "STD".to_owned(),
        service_name: "Standard".to_owned(),
        from: serde_json::from_value(from).unwrap(),
        to: serde_json::from_value(to).unwrap(),
        items: serde_json::from_value(given::quote_request(customer)["items"].clone()).unwrap(),
        lines: Vec::new(),
        status: bookings::Status::Quoted,
        created: scope.now(),
        reference: None,
        connote: None,
        carrier_data: String::new(),
        manifest: None,
        transit_days: None,
        scans: Vec::new(),
        note: Some("Ring twice".to_owned()),
        dangerous_good_un_code: None,
    };
    bookings::seed_booking(&mut scope, seed).await.unwrap();
    scope.commit().await.unwrap();
    let mut stock = Fixtures::new();
    newest(
        kit,
        &mut stock,
        &[(
            "BookingId",
            tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM bookings WHERE tenant_id = $1"),
        )],
    )
    .await;
    stock["BookingId"]
}

const CUSTOMER_ROWS: &[(&str, TenantSql)] = &[
    (
        "EntityDocumentId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM entity_documents WHERE tenant_id = $1"),
    ),
    (
        "FileId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM files WHERE tenant_id = $1"),
    ),
];

const TENANT_ROWS: &[(&str, TenantSql)] = &[
    (
        "CarrierServiceId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM carrier_services WHERE tenant_id = $1"),
    ),
    (
        "OrganizationUnitId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM organization_units WHERE tenant_id = $1"),
    ),
    (
        "ViewConfigurationId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM view_configurations WHERE tenant_id = $1"),
    ),
    (
        "SidebarLinkId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM sidebar_links WHERE tenant_id = $1"),
    ),
    (
        "SessionId",
        tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM sessions WHERE tenant_id = $1"),
    ),
];

async fn newest(kit: &Kit, stock: &mut Fixtures, kinds: &[(&'static str, TenantSql)]) {
    let mut scope = kit.scope(Mode::Read);
    for (kind, sql) in kinds {
        let rows = scope.rows(*sql, Vec::new()).await.unwrap();
        let id: Option<i64> = rows[0].get(0).unwrap();
        stock.insert(
            kind,
            id.unwrap_or_else(|| panic!("there is no row for {kind}")),
        );
    }
}

fn id(value: &serde_json::Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no id: {value}"))
}

//! Fixtures: a row of every kind of a tenant or customer.

mod agent_invoices;
mod created;
mod drivers;
mod finance;
mod jobs;
mod network;
mod required_members;
mod routing;

use std::collections::BTreeMap;

use data::{
    db::{Mode, TenantSql},
    tsql,
};
use testkit::{Client, Kit, api::*, given};

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
    let code = name.to_uppercase().replace(' ', "-");
    let account = CarrierAccountId(given::own_fleet(kit, admin, &code).await);
    let form = CarrierAccount::new()
        .id(account)
        .name(name)
        .customer_id(customer);
    let form = SaveCarrierAccount::new().carrier_account(form);
    admin
        .carriers()
        .create_or_update_carrier_account(form)
        .await;
    let user = customer_user(kit, customer).await;
    let role = RoleInput::new()
        .display_name(format!("{name} packers"))
        .customer_id(customer);
    let role = SaveRole::new().role(role);
    let role = admin.identity().create_or_update_role(role).await.role;
    let key = KeyFor::new().user_id(user);
    let key = admin.identity().create_api_key(key).await;
    let calls = admin.customers();
    let dock = FrequentAddressRequest::new()
        .name("Dock")
        .suburb("Richmond")
        .post_code("3121");
    let dock = SaveFrequentAddress::new()
        .customer_id(customer)
        .address(dock);
    let dock = calls.create_or_update_frequent_address(dock).await.address;
    let shop = SaveECommerceStore::new()
        .customer_id(customer)
        .ecommerce_settings(ECommerceStore::new().store_type("Shop").store_key("s-1"));
    let shop = calls.put_update_e_commerce_store_settings(shop).await;
    let booking = booking(kit, customer, account).await;
    let mut stock = Fixtures::from([
        ("CustomerId", customer.0),
        ("CarrierAccountId", account.0),
        ("UserId", user.0),
        ("RoleId", role.id.unwrap().0),
        ("ApiKeyId", key.id.0),
        ("FrequentAddressId", dock.id.0),
        ("ECommerceStoreId", shop.ecommerce_settings.id.0),
        ("BookingId", booking.0),
    ]);
    pickup(admin, customer, &mut stock).await;
    finance::create_customer_rows(admin, customer, &mut stock).await;
    let proof = admin
        .files()
        .upload_document(("proof.txt", b"delivered"))
        .other("entityType", "Booking")
        .other("entityId", booking.0)
        .other("isVisibleToCustomer", true)
        .await;
    stock.insert("EntityDocumentId", proof.document.id.0);
    jobs::create(admin, customer, &mut stock).await;
    created::create(admin, true, &mut stock).await;
    let files = tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM files WHERE tenant_id = $1");
    stock.insert("FileId", newest(kit, files).await);
    (customer, stock)
}

async fn pickup(admin: &Client, customer: CustomerId, stock: &mut Fixtures) {
    let calls = admin.bookings();
    let own_fleet = Filter::new().carrier_code(["own-fleet"]);
    let ask = given::quote_ask(customer).filter(own_fleet);
    let quotes = given::quoted(admin, ask).await;
    let booking = BookingInput::new()
        .customer(CustomerInput::new().id(customer))
        .from_address(given::sender())
        .to_address(given::receiver())
        .items(Raw(given::quote_request(customer)["items"].clone()))
        .resource_token(quotes.resource_token)
        .quote_id(quotes.quotes[0].id);
    let batch = Batch::new()
        .bookings([BatchEntry::new().booking(booking)])
        .operations([Operation::Book, Operation::Manifest, Operation::BookPickup]);
    let saved = calls.create_or_update_batch_booking(batch).await;
    assert_eq!(saved.fail_bookings, []);
    let manifests = calls.get_manifests().sorting("id desc").await;
    let pickups = calls.get_pickups().sorting("id desc").await;
    stock.extend([
        ("ManifestId", manifests.items[0].id.0),
        ("PickupId", pickups.items[0].id.0),
    ]);
}

pub async fn create_tenant_rows(kit: &Kit, admin: &Client) -> Fixtures {
    let (_, mut stock) = create_customer_rows(kit, admin, "Bluegum Wines").await;
    reconciliation(kit, admin, &mut stock).await;
    let services = admin.carriers().get_carrier_services().await;
    let unit = NewUnit::new().display_name("West");
    let unit = admin.identity().create_organization_unit(unit).await;
    let link = SidebarLinkRequest::new().title("Help").url("/help");
    let link = SaveLink::new().sidebar_link(link);
    let calls = admin.tenancy();
    let link = calls.create_or_update_sidebar_link(link).await.sidebar_link;
    let hook = WebhookSubscription::new()
        .name("Warehouse")
        .url("http://127.0.0.1:9/hooks")
        .events(["customer.created"]);
    let hook = SaveWebhookSubscription::new().subscription(hook);
    let calls = admin.webhooks();
    let hook = calls.create_or_update_subscription(hook).await.subscription;
    let test = calls.send_test(SendTestBody::new().id(hook.id)).await;
    let sessions = tsql!("SELECT CAST(MAX(id) AS BIGINT) FROM sessions WHERE tenant_id = $1");
    stock.extend([
        ("CarrierServiceId", services.items[0].id.0),
        ("OrganizationUnitId", unit.id.0),
        ("SidebarLinkId", link.id.0),
        ("WebhookSubscriptionId", hook.id.0),
        ("WebhookDeliveryId", test.delivery_id.0),
        ("SessionId", newest(kit, sessions).await),
    ]);
    drivers::create(admin, &mut stock).await;
    agent_invoices::create(admin, &mut stock).await;
    network::create(admin, &mut stock).await;
    routing::create(admin, &mut stock).await;
    finance::create_tenant_rows(admin, &mut stock).await;
    rates(admin, &mut stock).await;
    created::create(admin, false, &mut stock).await;
    stock
}

async fn reconciliation(kit: &Kit, admin: &Client, stock: &mut Fixtures) {
    let calls = admin.reconciliation();
    let tolerance = ToleranceRequest::new()
        .carrier_account_id(CarrierAccountId(stock["CarrierAccountId"]))
        .side(ToleranceSide::Above)
        .measure(ToleranceMeasure::Percent)
        .value(2);
    let tolerance = SaveTolerance::new().tolerance(tolerance);
    let tolerance = calls.create_or_update_tolerance(tolerance).await.tolerance;
    let content = b"consignmentId,serviceCode,taxExclusiveAmount\nUNKNOWN-1,STD,12.50\n";
    let file = calls
        .upload_reconciliation_file(("road.csv", content))
        .await;
    let import = ImportInvoice::new()
        .file_name(file.file_name)
        .carrier_code("own-fleet");
    let begun = calls.import_csv(import).await;
    kit.drain_jobs().await;
    let lines = calls.get_reconciliation_for_approval(begun.id).await;
    let line = &lines.booking_reconciliations[0];
    let service = &line.booking_reconciliation_services[0];
    stock.extend([
        ("ToleranceId", tolerance.id.0),
        ("ReconciliationId", begun.id.0),
        ("ReconciliationBookingId", line.id.0),
        ("ReconciliationServiceId", service.id.0),
    ]);
}

async fn rates(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.rates();
    let card = RateCardRequest::new().code("ROAD").name("Road");
    let card = SaveRateCard::new().rate_card(card);
    let card = calls.post_rate_card(card).await.rate_card.id;
    let road = RateServiceRequest::new()
        .rate_card_id(card)
        .code("STD")
        .name("Standard");
    let road = SaveRateService::new().rate_service(road);
    let road = calls.post_rate_service(road).await.rate_service.id;
    let zone = RateZoneRequest::new()
        .rate_card_id(card)
        .code("MEL")
        .name("Melbourne");
    let zone = calls.post_zone(SaveZone::new().zone(zone)).await.zone.id;
    let flat = RateDetailRequest::new().rate_type(RateType::Flat).value(12);
    let rate = RateRequest::new()
        .rate_service_id(road)
        .from_zone("MEL")
        .to_zone("MEL")
        .calculation_method(CalculationMethod::Flat)
        .rate_details([flat]);
    let rate = calls.post_rate(SaveRate::new().rate(rate)).await.rate.id;
    stock.extend([
        ("RateCardId", card.0),
        ("RateServiceId", road.0),
        ("RateZoneId", zone.0),
        ("RateId", rate.0),
    ]);
}

pub async fn customer_user(kit: &Kit, customer: CustomerId) -> UserId {
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

async fn booking(kit: &Kit, customer: CustomerId, account: CarrierAccountId) -> BookingId {
    let (from, to) = given::addresses();
    let items = given::quote_request(customer)["items"].take();
    let mut scope = kit.scope(Mode::Write);
    let seed = bookings::SeedBooking {
        customer,
        account,
        service_code: "STD".to_owned(),
        service_name: "Standard".to_owned(),
        from: serde_json::from_value(from).unwrap(),
        to: serde_json::from_value(to).unwrap(),
        items: serde_json::from_value(items).unwrap(),
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
    let booking = bookings::seed_booking(&mut scope, seed).await.unwrap();
    scope.commit().await.unwrap();
    booking
}

/// Returns the newest row's id, for kinds whose ids no call returns.
async fn newest(kit: &Kit, sql: TenantSql) -> i64 {
    let mut scope = kit.scope(Mode::Read);
    let rows = scope.rows(sql, Vec::new()).await.unwrap();
    let id: Option<i64> = rows[0].get(0).unwrap();
    id.unwrap_or_else(|| panic!("no row for {sql:?}"))
}

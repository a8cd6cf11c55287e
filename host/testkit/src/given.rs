//! Builders of common test data.

use data::{
    db::Mode,
    ids::{CustomerId, UserId},
};
use serde_json::{Value, json};

use crate::{
    Client, Inbox, Kit, PASSWORD,
    api::{AddressRequest, CustomerRef, ItemRequest, QuoteAsk, Quotes, cm, kg},
};

/// Returns a new user with a unique name whose password is [`PASSWORD`].
pub(crate) fn new_user(role: &str, customer: Option<CustomerId>) -> identity::NewUser {
    let user_name = format!("{}-{}", role.to_lowercase(), uuid::Uuid::now_v7().simple());
    identity::NewUser {
        email: format!("{user_name}@example.test"),
        user_name,
        name: role.to_owned(),
        surname: "Tester".to_owned(),
        password: PASSWORD.to_owned(),
        roles: vec![role.to_owned()],
        customer,
        is_driver: role == "Driver",
        ..Default::default()
    }
}

pub async fn create_user(kit: &Kit, user_name: &str, role: &str) -> UserId {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: "Mia".to_owned(),
        surname: "Tran".to_owned(),
        email: format!("{user_name}@freight.example"),
        password: PASSWORD.to_owned(),
        roles: vec![role.to_owned()],
        ..Default::default()
    };
    kit.add_user(new).await
}

pub async fn change_settings(kit: &Kit, groups: Value) {
    kit.user("Admin")
        .await
        .put("/api/core/tenantsettings/updateallsettings", groups)
        .await
        .result();
}

pub async fn inbox(kit: &Kit) -> Inbox {
    let inbox = Inbox::start().await;
    let email = json!({
        "useHostDefault": false, "defaultFromAddress": "noreply@freight.example", "smtpHost": "127.0.0.1",
        "smtpPort": inbox.port(), "smtpSecurity": "None",
    });
    change_settings(kit, json!({ "email": email })).await;
    inbox
}

pub async fn customer(kit: &Kit, company_name: &str) -> CustomerId {
    let mut scope = kit.scope(Mode::Write);
    let new = customers::NewCustomer {
        company_name: Some(company_name.to_owned()),
        contact_name: Some("Robin Lee".to_owned()),
        email: Some("robin@example.test".to_owned()),
        ..Default::default()
    };
    let customer = customers::create(&mut scope, new)
        .await
        .expect("a customer can be made");
    scope.commit().await.expect("a customer can be saved");
    customer.id
}

/// Creates an own-fleet account priced by the demo's rate card and returns its id.
pub async fn own_fleet(kit: &Kit, admin: &Client, code: &str) -> i64 {
    waybill::demo::put_rate_card(&kit.app, kit.tenant)
        .await
        .expect("the rate card can be written");
    let attributes = json!([
        {"key": "rateCard", "value": waybill::demo::RATE_CARD},
        {"key": "connotePrefix", "value": "SCF"},
        {"key": "gs1CompanyPrefix", "value": "9377779"},
    ]);
    account(admin, "own-fleet", code, attributes).await
}

/// Creates an account at this test's stand-in and returns its id.
pub async fn australia_post(kit: &Kit, admin: &Client, code: &str) -> i64 {
    let server = &kit.australia_post;
    let attributes = json!([
        {"key": "accountNumber", "value": server.account_number()},
        {"key": "apiKey", "value": server.api_key()},
        {"key": "password", "value": server.password()},
        {"key": "baseUrl", "value": server.url()},
    ]);
    account(admin, "australia-post", code, attributes).await
}

pub const STRIPE_WEBHOOK_SECRET: &str = "whsec_bluegum-17";

/// Enables Stripe card payments; returns the secret key.
pub async fn stripe(admin: &Client) -> String {
    let key = format!("sk_test_{}", uuid::Uuid::now_v7().simple());
    let card =
        json!({"provider": "stripe", "tokenizationKey": "pk_test_bluegum", "privateKey": key});
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({"cardPayment": card}),
        )
        .await
        .result();
    let secrets = json!({"webhookSecret": STRIPE_WEBHOOK_SECRET});
    admin
        .post(
            "/api/plugins/savesettings",
            json!({"id": "stripe", "settings": {}, "secrets": secrets}),
        )
        .await
        .result();
    key
}

/// Enables Braintree card payments; returns the keys.
pub async fn braintree(admin: &Client) -> stand_ins::braintree::Keys {
    let id = uuid::Uuid::now_v7().simple();
    let keys = stand_ins::braintree::Keys {
        public: format!("public_{id}"),
        private: format!("private_{id}"),
    };
    let card = json!({"provider": "braintree", "merchantId": "bluegum", "publicKey": keys.public, "privateKey": keys.private});
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({"cardPayment": card}),
        )
        .await
        .result();
    keys
}

pub async fn account(admin: &Client, carrier: &str, code: &str, attributes: Value) -> i64 {
    let body = json!({"carrierAccount": {
        "name": format!("{carrier} {code}"), "code": code, "carrierCode": carrier, "attributes": attributes,
        "availableForPayg": true,
    }});
    let saved = admin
        .post(
            "/api/carrier/carrieraccount/createorupdatecarrieraccount",
            body,
        )
        .await
        .result();
    saved["carrierAccount"]["id"]
        .as_i64()
        .expect("an account has an id")
}

/// A consignment between two Australian suburbs: three cartons and a pallet.
pub fn quote_ask(customer: CustomerId) -> QuoteAsk {
    let place = |suburb: &str, post_code: &str, state: &str| {
        AddressRequest::new()
            .suburb(suburb)
            .post_code(post_code)
            .state(state)
            .country_code("AU")
            .type_("Business")
    };
    let parts = ItemRequest::new()
        .package_type("Carton")
        .quantity(3)
        .description("Spare parts")
        .length(cm(40))
        .width(cm(30))
        .height(cm(25))
        .weight(kg(12.5));
    let machine = ItemRequest::new()
        .package_type("Pallet")
        .quantity(1)
        .description("Machine")
        .length(cm(120))
        .width(cm(120))
        .height(cm(110))
        .weight(kg(320));
    QuoteAsk::new()
        .from_address(place("Richmond", "3121", "VIC"))
        .to_address(place("Parramatta", "2150", "NSW"))
        .items([parts, machine])
        .customer(CustomerRef::new().customer_id(customer))
}

/// The same as JSON.
pub fn quote_request(customer: CustomerId) -> Value {
    quote_ask(customer).into()
}

/// Waits until all quotes have arrived.
pub async fn quoted(client: &Client, ask: QuoteAsk) -> Quotes {
    let token = client.quotes().quote(ask).await.resource_token;
    for _ in 0..200 {
        let quotes = client.quotes().get_quotes(&token).await;
        if quotes.is_completed {
            return quotes;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the quotes were not complete after ten seconds");
}

/// Polls until all quotes have arrived.
pub async fn quotes(client: &Client, request: Value) -> Value {
    let token = client
        .post("/api/booking/Quote/Quote", request)
        .await
        .result()["resourceToken"]
        .clone();
    let token = token.as_str().expect("a quote has a token").to_owned();
    for _ in 0..200 {
        let answer = client
            .get(&format!(
                "/api/booking/Quote/GetQuotes?resourceToken={token}"
            ))
            .await
            .result();
        if answer["isCompleted"] == true {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the quotes were not complete after ten seconds");
}

pub fn sender() -> AddressRequest {
    AddressRequest::new()
        .type_("Business")
        .company_name("Bluegum Wines")
        .contact_name("Robin Lee")
        .telephone("0390001111")
        .email("robin@example.test")
        .address_line1("12 Church Street")
        .suburb("Richmond")
        .post_code("3121")
        .state("VIC")
        .country_code("AU")
}

pub fn receiver() -> AddressRequest {
    AddressRequest::new()
        .type_("Business")
        .company_name("Harbour Tools")
        .contact_name("Sam Fields")
        .telephone("0290002222")
        .email("sam@example.test")
        .address_line1("8 Macquarie Street")
        .suburb("Parramatta")
        .post_code("2150")
        .state("NSW")
        .country_code("AU")
}

/// Sender and receiver as JSON.
pub fn addresses() -> (Value, Value) {
    (sender().into(), receiver().into())
}

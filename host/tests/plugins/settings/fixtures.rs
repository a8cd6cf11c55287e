//! Fixtures: packages with settings, engine guests, carrier calls.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use axum::http::Method;
use carriage::{Consignment, PluginFault, address::Address, goods::Piece};
use carriers::port::{CarrierCall, CarrierPort};
use data::ids::CustomerId;
use engine::package::{SigningKey, pack, sign};
use serde_json::{Value, json};
pub use testkit::guest_component as guest;
use testkit::{ApiResponse, Client, Kit};

pub const BASE: &str = "/api/plugins";
pub const PLATFORM: &str = "/api/plugins/platform";
pub const SECRET: &str = "hunter2-hunter2";

/// Returns a schema of a shop URL with a secret and a default.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["shop", "apiKey"],
        "additionalProperties": false,
        "properties": {
            "shop": {"type": "string", "title": "Shop", "format": "uri"},
            "apiKey": {"type": "string", "title": "Key", "writeOnly": true, "minLength": 8},
            "signature": {"type": "string", "format": "password"},
            "days": {"type": "integer", "minimum": 1, "maximum": 30, "default": 3},
        },
    })
}

pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "waybill-test-{name}-{}",
        uuid::Uuid::now_v7().simple()
    ));
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn unique() -> String {
    format!("shop-{}", &uuid::Uuid::new_v4().simple().to_string()[..12])
}

pub async fn platform(kit: &Kit) -> Client {
    kit.platform().await.user("Admin").await
}

pub async fn trust_new_key(platform: &Client) -> SigningKey {
    let key = SigningKey::create(&folder("key").join("key")).unwrap();
    let body = json!({"key": key.public().to_string(), "name": "Shop makers"});
    platform
        .post(&format!("{PLATFORM}/trustsigner"), body)
        .await
        .result();
    key
}

/// Builds a signed package of this component, manifest and schema.
pub fn package(component: &Path, manifest: &str, schema: &str, key: &SigningKey) -> Vec<u8> {
    package_with(
        component,
        &[("plugin.toml", manifest), ("settings.schema.json", schema)],
        key,
    )
}

/// Builds a signed package of this component and these files.
pub fn package_with(component: &Path, files: &[(&str, &str)], key: &SigningKey) -> Vec<u8> {
    let folder = folder("package");
    fs::copy(component, folder.join("component.wasm")).unwrap();
    for (path, text) in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let package = sign(&pack(&folder).unwrap(), key).unwrap();
    fs::remove_dir_all(folder).unwrap();
    package
}

/// Builds the bundled rate engine with another name and settings.
pub fn shop(id: &str, schema: &Value, key: &SigningKey) -> Vec<u8> {
    shop_with_files(id, schema, &[], key)
}

/// Builds the same with additional files such as `locales/de.json`.
pub fn shop_with_files(
    id: &str,
    schema: &Value,
    files: &[(&str, &str)],
    key: &SigningKey,
) -> Vec<u8> {
    let manifest = format!(
        "id = \"{id}\"\nname = \"Shop rates\"\nversion = \"1.0.0\"\nkind = \"rate-engine\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"log\"]\n"
    );
    let schema = schema.to_string();
    let mut all = vec![
        ("plugin.toml", manifest.as_str()),
        ("settings.schema.json", &schema),
    ];
    all.extend(files);
    package_with(
        &testkit::plugins_folder().join("zone-rates/component.wasm"),
        &all,
        key,
    )
}

pub async fn upload(platform: &Client, package: Vec<u8>) -> ApiResponse {
    platform
        .send(
            Method::POST,
            &format!("{PLATFORM}/upload"),
            Some(("application/zip", package)),
        )
        .await
}

pub async fn install(platform: &Client, package: Vec<u8>) -> i64 {
    let id = upload(platform, package).await.result()["id"]
        .as_i64()
        .unwrap();
    platform
        .post(
            &format!("{PLATFORM}/install"),
            json!({"id": id, "newSigner": true, "downgrade": true}),
        )
        .await
        .result();
    id
}

/// Installs a plugin with [`schema`] and enables it for the kit's tenant.
pub async fn install_ready(kit: &Kit, admin: &Client) -> String {
    let platform = platform(kit).await;
    let key = trust_new_key(&platform).await;
    let id = unique();
    install(&platform, shop(&id, &schema(), &key)).await;
    enable(admin, &id).await;
    id
}

/// Grants all permissions of the plugin.
pub async fn enable(admin: &Client, id: &str) {
    let list = admin.get(&format!("{BASE}/getplugins")).await.result();
    let plugin = list
        .as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == id)
        .cloned()
        .unwrap();
    let permissions: Vec<&Value> = plugin["asks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ask| &ask["code"])
        .collect();
    admin
        .post(
            &format!("{BASE}/enableplugin"),
            json!({"id": id, "asks": permissions}),
        )
        .await
        .result();
}

pub async fn settings(client: &Client, id: &str) -> Value {
    client
        .get(&format!("{BASE}/getsettings?id={id}"))
        .await
        .result()
}

pub async fn settings_of(client: &Client, id: &str, customer: CustomerId) -> Value {
    client
        .get(&format!("{BASE}/getsettings?id={id}&customerId={customer}"))
        .await
        .result()
}

pub async fn save(client: &Client, body: Value) -> ApiResponse {
    client.post(&format!("{BASE}/savesettings"), body).await
}

/// Returns a call of this carrier in the kit's tenant.
pub fn call(kit: &Kit, carrier: &str, customer: Option<CustomerId>) -> CarrierCall {
    CarrierCall {
        tenant: kit.tenant,
        customer,
        timezone: "UTC".into(),
        now: kit.app.host().clock().now(),
        carrier: carrier.into(),
        account_code: "A".into(),
        settings: BTreeMap::new(),
        secrets: BTreeMap::new(),
        deadline: None,
    }
}

/// Returns the guest's message when rated with this reference.
pub async fn guest_message(
    kit: &Kit,
    carrier: &str,
    customer: Option<CustomerId>,
    reference: &str,
) -> Result<String, PluginFault> {
    let port = kit.app.host().port::<dyn CarrierPort>().unwrap();
    let address = || Address {
        country_code: "AU".into(),
        post_code: "3121".into(),
        suburb: "Richmond".into(),
        ..Address::default()
    };
    let piece = Piece {
        reference: String::new(),
        package_type: "carton".into(),
        description: "Books".into(),
        quantity: 1,
        length_mm: 300,
        width_mm: 200,
        height_mm: 100,
        weight_g: 1_000,
        dangerous_goods: false,
        exact: carriage::goods::ExactMeasure::default(),
    };
    let goods = Consignment {
        reference: reference.into(),
        from: address(),
        to: address(),
        pieces: vec![piece],
        dangerous_goods: None,
        substances: Vec::new(),
        currency: "AUD".into(),
        dispatch_date: kit.app.host().clock().now().date_naive(),
        customer_reference: String::new(),
        pickup_instructions: String::new(),
        delivery_instructions: String::new(),
        options: Vec::new(),
    };
    let rates = port.rates(call(kit, carrier, customer), goods).await?;
    Ok(rates[0].service_name.clone())
}

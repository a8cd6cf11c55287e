//! Fixture: the platform with several versions of a carrier.

use std::{fs, path::PathBuf};

use axum::http::Method;
use carriage::{Consignment, PluginFault, address::Address, goods::Piece};
use carriers::port::{CarrierCall, CarrierPort};
use engine::package::{SigningKey, pack, sign};
use serde_json::{Value, json};
use testkit::{Client, Kit, guest_component};

pub const BASE: &str = "/api/plugins";
pub const PLATFORM: &str = "/api/plugins/platform";
/// A carrier whose rates contain its settings. The component fixes its id, so each test cleans up.
pub const ID: &str = "settled-guest";

/// Serialises the tests, which share the plugin.
pub static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "waybill-test-{name}-{}",
        uuid::Uuid::now_v7().simple()
    ));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Differences between versions.
pub struct CarrierVersion<'a> {
    pub version: &'a str,
    /// Name of its only setting.
    pub setting: &'a str,
    pub hosts: &'a [String],
    pub key: &'a SigningKey,
}

pub fn package(made: &CarrierVersion<'_>) -> Vec<u8> {
    let folder = folder("package");
    fs::copy(guest_component(ID), folder.join("component.wasm")).unwrap();
    let manifest = format!(
        "id = \"{ID}\"\nname = \"Settled\"\nversion = \"{}\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n[grants]\n\
         capabilities = [\"log\", \"config\", \"key-value\", \"http-client\", \"clock\", \"render\", \"rate-cards\"]\n\
         hosts = {:?}\n",
        made.version, made.hosts
    );
    fs::write(folder.join("plugin.toml"), manifest).unwrap();
    let schema = json!({"type": "object", "properties": {made.setting: {"type": "string"}}, "additionalProperties": false});
    fs::write(folder.join("settings.schema.json"), schema.to_string()).unwrap();
    let package = sign(&pack(&folder).unwrap(), made.key).unwrap();
    fs::remove_dir_all(folder).unwrap();
    package
}

/// Builds a report generator that serves HTTP under this path only.
pub fn endpoint_package(version: &str, path: &str, key: &SigningKey) -> Vec<u8> {
    let folder = folder("answering");
    fs::copy(
        guest_component("endpoint-guest"),
        folder.join("component.wasm"),
    )
    .unwrap();
    let manifest = format!(
        "id = \"endpoint-guest\"\nname = \"Endpoints\"\nversion = \"{version}\"\nkind = \"report\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"data\", \"output\"]\n\
         [[endpoints]]\npath = \"{path}\"\nmethods = [\"GET\"]\naccess = \"open\"\nper-minute = 6000\n"
    );
    fs::write(folder.join("plugin.toml"), manifest).unwrap();
    let package = sign(&pack(&folder).unwrap(), key).unwrap();
    fs::remove_dir_all(folder).unwrap();
    package
}

/// The platform with the carrier's packages: 1.0.0 is active and enabled for the tenant, with the
/// setting `shop`.
pub struct Stage {
    pub platform: Client,
    pub admin: Client,
    pub key: SigningKey,
    /// Server that versions may or may not call.
    pub server: String,
    pub packages: Vec<i64>,
}

impl Stage {
    pub async fn new(kit: &Kit) -> Stage {
        let (platform, admin) = (
            kit.platform().await.user("Admin").await,
            kit.user("Admin").await,
        );
        let key = SigningKey::create(&folder("key").join("key")).unwrap();
        let body = json!({"key": key.public().to_string(), "name": "Guest makers"});
        platform
            .post(&format!("{PLATFORM}/trustsigner"), body)
            .await
            .result();
        let server = kit.australia_post.authority();
        // Leftovers of an aborted test must not break the next.
        let before = platform
            .get(&format!("{PLATFORM}/getpackages"))
            .await
            .result();
        let remaining: Vec<&Value> = before
            .as_array()
            .unwrap()
            .iter()
            .filter(|package| package["plugin"] == ID)
            .collect();
        if !remaining.is_empty() {
            platform
                .post(&format!("{PLATFORM}/remove"), json!({"plugin": ID}))
                .await;
        }
        for package in remaining {
            platform
                .delete(&format!(
                    "{PLATFORM}/deletepackage?id={}&force=true",
                    package["id"]
                ))
                .await
                .result();
        }
        let mut stage = Stage {
            platform,
            admin,
            key,
            server,
            packages: Vec::new(),
        };
        let first = stage.upload("1.0.0", "shop", true).await;
        // Each test has its own key for the plugin.
        stage
            .post("install", json!({"id": first, "newSigner": true}))
            .await;
        stage.enable(&stage.admin).await;
        let form = json!({"id": ID, "settings": {"shop": "A"}});
        stage
            .admin
            .post(&format!("{BASE}/savesettings"), form)
            .await
            .result();
        stage
    }

    /// Uploads a version with or without the permission for the server.
    pub async fn upload(&mut self, version: &str, setting: &str, may_call: bool) -> i64 {
        let hosts: Vec<String> = may_call.then(|| self.server.clone()).into_iter().collect();
        let bytes = package(&CarrierVersion {
            version,
            setting,
            hosts: &hosts,
            key: &self.key,
        });
        self.take(bytes).await
    }

    pub async fn take(&mut self, bytes: Vec<u8>) -> i64 {
        let sent = Some(("application/zip", bytes));
        let created = self
            .platform
            .send(Method::POST, &format!("{PLATFORM}/upload"), sent)
            .await
            .result();
        let id = created["id"].as_i64().unwrap();
        self.packages.push(id);
        id
    }

    pub async fn post(&self, call: &str, body: Value) -> Value {
        self.platform
            .post(&format!("{PLATFORM}/{call}"), body)
            .await
            .result()
    }

    pub async fn enable(&self, admin: &Client) {
        grant_permissions(admin, ID).await;
    }

    pub async fn pin(&self, version: Value) {
        self.admin
            .put(
                &format!("{BASE}/setversion"),
                json!({"id": ID, "version": version}),
            )
            .await
            .result();
    }

    pub async fn canary(&self) -> Value {
        self.platform
            .get(&format!("{PLATFORM}/getcanary?plugin={ID}"))
            .await
            .result()
    }

    pub async fn states(&self) -> Vec<(String, String)> {
        let list = self
            .platform
            .get(&format!("{PLATFORM}/getpackages"))
            .await
            .result();
        let own = list
            .as_array()
            .unwrap()
            .iter()
            .filter(|package| package["plugin"] == ID)
            .cloned();
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        own.map(|package| (word(&package["version"]), word(&package["state"])))
            .collect()
    }

    /// Removes the plugin and its packages.
    pub async fn clear(self) {
        self.post("remove", json!({"plugin": ID})).await;
        for id in &self.packages {
            self.platform
                .delete(&format!("{PLATFORM}/deletepackage?id={id}&force=true"))
                .await
                .result();
        }
    }
}

/// Grants all permissions, of the pending version if there is one.
pub async fn grant_permissions(admin: &Client, id: &str) {
    let list = admin.get(&format!("{BASE}/getplugins")).await.result();
    let plugin = list
        .as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == id)
        .cloned()
        .unwrap();
    let codes = |of: &Value| -> Vec<Value> {
        of["asks"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|ask| ask["code"].clone())
            .collect()
    };
    let pending = &plugin["waiting"];
    if pending.is_null() {
        admin
            .post(
                &format!("{BASE}/enableplugin"),
                json!({"id": id, "asks": codes(&plugin)}),
            )
            .await
            .result();
    } else {
        let body = json!({"id": id, "version": pending["version"], "asks": codes(pending)});
        admin
            .post(&format!("{BASE}/agreetoversion"), body)
            .await
            .result();
    }
}

pub async fn get_plugin(client: &Client) -> Value {
    let list = client.get(&format!("{BASE}/getplugins")).await.result();
    list.as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == ID)
        .cloned()
        .unwrap()
}

/// Rates through the carrier; the result is its response to this word.
pub async fn rates(kit: &Kit, word: &str) -> Result<String, PluginFault> {
    let port = kit.app.host().port::<dyn CarrierPort>().unwrap();
    let call = CarrierCall {
        tenant: kit.tenant,
        customer: None,
        timezone: "UTC".into(),
        now: kit.app.host().clock().now(),
        carrier: ID.into(),
        account_code: "A".into(),
        settings: Default::default(),
        secrets: Default::default(),
        deadline: None,
    };
    let address = || Address {
        country_code: "AU".into(),
        post_code: "3121".into(),
        suburb: "R".into(),
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
        reference: word.into(),
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
    Ok(port.rates(call, goods).await?[0].service_name.clone())
}

pub fn calls(kit: &Kit, version: &str) -> u64 {
    let loaded = kit.app.engine().version(ID, version);
    let usage = loaded
        .map(|plugin| plugin.usage(Some(kit.tenant.0)))
        .unwrap_or_default();
    usage.iter().map(|function| function.calls).sum()
}

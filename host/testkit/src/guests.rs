//! Plugins that only tests have: built to components once a run, packed, signed, and installed on the test's host.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use axum::http::Method;
use engine::package::{SigningKey, pack, sign};
use serde_json::{Value, json};

use crate::{Client, Kit, kit::target_folder};

/// A guest of the engine's tests as a plugin of the platform.
pub struct GuestPlugin {
    /// The plugin's id and its component's name.
    pub id: &'static str,
    /// What plugin.toml holds besides id, name, versions.
    pub manifest: &'static str,
    /// settings.schema.json.
    pub schema: &'static str,
}

const AT: &str = "/api/plugins/platform";

impl GuestPlugin {
    /// A carrier that may use all that carriers are given.
    pub const fn carrier(id: &'static str, schema: &'static str) -> Self {
        let manifest = r#"
            kind = "carrier"
            [grants]
            capabilities = ["log", "config", "key-value", "http-client", "clock", "render", "rate-cards"]
        "#;
        Self {
            id,
            manifest,
            schema,
        }
    }

    /// Installs it on the test's host, once for all its tests, and switches it on for the test's tenant.
    pub async fn install(&self, kit: &Kit) {
        static ONCE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        {
            let _one_at_a_time = ONCE.lock().await;
            if kit.app.engine().plugin(self.id).is_none() {
                self.install_for_all(kit).await;
            }
        }
        self.enable(&kit.user("Admin").await).await;
    }

    /// Switches it on for the caller's tenant, agreeing to all it asks for.
    pub async fn enable(&self, admin: &Client) {
        let list = admin.get("/api/plugins/getplugins").await.result();
        let plugins = list.as_array().cloned().unwrap_or_default();
        let plugin = plugins
            .iter()
            .find(|plugin| plugin["id"] == self.id)
            .expect("the guest is installed");
        let asks: Vec<Value> = plugin["asks"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|ask| ask["code"].clone())
            .collect();
        admin
            .post(
                "/api/plugins/enableplugin",
                json!({"id": self.id, "asks": asks}),
            )
            .await
            .result();
    }

    async fn install_for_all(&self, kit: &Kit) {
        let platform = kit.platform().await.user("Admin").await;
        let folder = env::temp_dir().join(format!(
            "waybill-test-guest-{}",
            uuid::Uuid::now_v7().simple()
        ));
        fs::create_dir_all(&folder).expect("a folder can be made");
        let key = SigningKey::create(&folder.join("key")).expect("a key can be made");
        let body = json!({"key": key.public().to_string(), "name": "Makers of guests"});
        platform
            .post(&format!("{AT}/trustsigner"), body)
            .await
            .result();
        let package =
            sign(&self.packed(&folder.join("plugin")), &key).expect("the guest can be signed");
        fs::remove_dir_all(&folder).expect("the folder can go");
        let sent = Some(("application/zip", package));
        let uploaded = platform
            .send(Method::POST, &format!("{AT}/upload"), sent)
            .await
            .result();
        platform
            .post(
                &format!("{AT}/install"),
                json!({"id": uploaded["id"], "newSigner": true}),
            )
            .await
            .result();
    }

    /// Lays the plugin out as its built folder.
    pub fn lay_out(&self, folder: &Path) {
        fs::create_dir_all(folder).expect("a folder can be made");
        fs::copy(guest_component(self.id), folder.join("component.wasm"))
            .expect("the guest was built");
        let head = format!(
            "id = \"{0}\"\nname = \"{0}\"\nversion = \"1.0.0\"\nwit = \"1.0.0\"\n",
            self.id
        );
        fs::write(folder.join("plugin.toml"), head + self.manifest)
            .expect("the manifest can be written");
        fs::write(folder.join("settings.schema.json"), self.schema)
            .expect("the schema can be written");
    }

    fn packed(&self, folder: &Path) -> Vec<u8> {
        self.lay_out(folder);
        pack(folder).expect("the guest can be packed")
    }
}

/// The component of this guest of the engine's tests, built once a run.
pub fn guest_component(id: &str) -> PathBuf {
    components().join(format!("{}.wasm", id.replace('-', "_")))
}

/// Where the components are: `WAYBILL_TEST_GUEST` when somebody built them before, else built here.
fn components() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| match env::var_os("WAYBILL_TEST_GUEST") {
        Some(folder) => folder.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    // The folder that the engine's own tests build them in: the outer cargo may hold the lock of the usual one.
    let target = target_folder().join("tmp/guests");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args([
            "build",
            "--quiet",
            "--target",
            "wasm32-wasip2",
            "--profile",
            "plugin",
            "-p",
            "engine-guests",
            "--examples",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS");
    assert!(
        cargo.status().expect("cargo runs").success(),
        "the guests do not build"
    );
    target.join("wasm32-wasip2/plugin/examples")
}

//! Test-only plugins: built once a run, packed, signed, and installed on the test's host.

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

/// A guest of the engine's tests as a platform plugin.
pub struct GuestPlugin {
    pub id: &'static str,
    /// Contents of plugin.toml other than id, name and versions.
    pub manifest: &'static str,
    /// Contents of settings.schema.json.
    pub schema: &'static str,
}

const BASE: &str = "/api/plugins/platform";

impl GuestPlugin {
    /// A carrier with every permission available to carriers.
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

    /// Installs it once per host and enables it for the test's tenant.
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

    /// Enables it for the caller's tenant with all permissions.
    pub async fn enable(&self, admin: &Client) {
        let list = admin.get("/api/plugins/getplugins").await.result();
        let plugins = list.as_array().cloned().unwrap_or_default();
        let plugin = plugins
            .iter()
            .find(|plugin| plugin["id"] == self.id)
            .expect("the guest is installed");
        let permissions: Vec<Value> = plugin["asks"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|ask| ask["code"].clone())
            .collect();
        admin
            .post(
                "/api/plugins/enableplugin",
                json!({"id": self.id, "asks": permissions}),
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
            .post(&format!("{BASE}/trustsigner"), body)
            .await
            .result();
        let package =
            sign(&self.pack(&folder.join("plugin")), &key).expect("the guest can be signed");
        fs::remove_dir_all(&folder).expect("the folder can go");
        let sent = Some(("application/zip", package));
        let uploaded = platform
            .send(Method::POST, &format!("{BASE}/upload"), sent)
            .await
            .result();
        platform
            .post(
                &format!("{BASE}/install"),
                json!({"id": uploaded["id"], "newSigner": true}),
            )
            .await
            .result();
    }

    pub fn write_folder(&self, folder: &Path) {
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

    fn pack(&self, folder: &Path) -> Vec<u8> {
        self.write_folder(folder);
        pack(folder).expect("the guest can be packed")
    }
}

pub fn guest_component(id: &str) -> PathBuf {
    component_folder().join(format!("{}.wasm", id.replace('-', "_")))
}

fn component_folder() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| match env::var_os("WAYBILL_TEST_GUEST") {
        Some(folder) => folder.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    // Shared with the engine's tests: the outer cargo may lock the default one.
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

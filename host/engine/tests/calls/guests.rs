//! Builds the test guests as components, once per run, and writes them to plugin folders.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// A built guest: the plugin's id and further lines of its manifest.
pub struct Guest {
    pub id: &'static str,
    pub manifest: &'static str,
}

pub const CARRIER: Guest = Guest {
    id: "guest",
    manifest: r#"kind = "carrier"
[grants]
capabilities = ["log", "config", "key-value", "http-client", "clock", "render", "rate-cards"]"#,
};
pub const FULL: Guest = Guest {
    id: "full-guest",
    ..CARRIER
};
pub const JOINT: Guest = Guest {
    id: "joint-guest",
    ..CARRIER
};
pub const RATE_ENGINE: Guest = Guest {
    id: "rate-guest",
    manifest: r#"kind = "rate-engine"
[grants]
capabilities = ["log"]"#,
};
pub const PAYMENT: Guest = Guest {
    id: "payment-guest",
    manifest: r#"kind = "payment"
[limits]
cpu-ms = { charge = 500 }
[grants]
capabilities = ["key-value"]"#,
};
pub const REPORT: Guest = Guest {
    id: "report-guest",
    manifest: r#"kind = "report"
[limits]
cpu-ms = { run = 60000, handle = 500 }
[grants]
capabilities = ["data", "output"]"#,
};
pub const BOASTFUL: Guest = Guest {
    id: "boastful-guest",
    ..CARRIER
};
pub const MODEST: Guest = Guest {
    id: "modest-guest",
    ..CARRIER
};

/// Folder of the components: `WAYBILL_TEST_GUEST` if set, else a fresh build.
fn components() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| match env::var_os("WAYBILL_TEST_GUEST") {
        Some(folder) => folder.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    // A separate target folder, because the outer cargo may lock the usual one.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guests");
    let mut cargo = Command::new(env!("CARGO"));
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
    assert!(cargo.status().unwrap().success(), "the guests do not build");
    target.join("wasm32-wasip2/plugin/examples")
}

/// Returns the path of a guest's component. Cargo's file names have underscores.
pub fn component(id: &str) -> PathBuf {
    components().join(format!("{}.wasm", id.replace('-', "_")))
}

/// Writes the guest to `<folder>/<id>/{plugin.toml, component.wasm}` with access to these hosts.
pub fn lay_out(folder: &Path, guest: &Guest, hosts: &[String]) {
    write(folder, guest, &manifest(guest, hosts));
}

pub fn manifest(guest: &Guest, hosts: &[String]) -> String {
    let id = guest.id;
    let mut text = format!(
        "id = \"{id}\"\nname = \"Guest\"\nversion = \"0.1.0\"\nwit = \"1.0.0\"\n{}\n",
        guest.manifest
    );
    if !hosts.is_empty() {
        text.push_str(&format!("hosts = {hosts:?}\n"));
    }
    text
}

/// Writes the guest with any manifest, valid or not.
pub fn write(folder: &Path, guest: &Guest, manifest: &str) {
    let guest_folder = folder.join(guest.id);
    fs::create_dir_all(&guest_folder).unwrap();
    fs::write(guest_folder.join("plugin.toml"), manifest).unwrap();
    fs::copy(component(guest.id), guest_folder.join("component.wasm")).unwrap();
}

/// Creates an empty folder for one test.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

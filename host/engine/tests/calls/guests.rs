//! Builds the tests' guests to components, once a run, and lays them out as a folder of plugins.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// A guest as built: the plugin's id and what its manifest says besides.
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

/// Where the components are: `WAYBILL_TEST_GUEST` when somebody built them before, else built here.
fn components() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| match env::var_os("WAYBILL_TEST_GUEST") {
        Some(folder) => folder.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    // A target folder of its own: the outer cargo may hold the lock of the usual one.
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

/// The component of one guest. Cargo's file names have underscores.
pub fn component(id: &str) -> PathBuf {
    components().join(format!("{}.wasm", id.replace('-', "_")))
}

/// Lays the guest out as `<folder>/<id>/{plugin.toml, component.wasm}` with these hosts granted to it.
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

/// Lays the guest out with any manifest, right or wrong.
pub fn write(folder: &Path, guest: &Guest, manifest: &str) {
    let own = folder.join(guest.id);
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("plugin.toml"), manifest).unwrap();
    fs::copy(component(guest.id), own.join("component.wasm")).unwrap();
}

/// A new, empty folder for one test.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

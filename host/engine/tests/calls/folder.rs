//! Tests of loading: a broken plugin is rejected with a reason and the others still load; compiled
//! code is cached and sealed.

use crate::{
    guests::{
        BOASTFUL, CARRIER, FULL, MODEST, RATE_ENGINE, component, empty_folder, lay_out, manifest,
        write,
    },
    world::{consignment, context, world},
};
use engine::{Engine, EngineConfig};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};

fn engine(data: &Path) -> Engine {
    let mut config = EngineConfig::new(data);
    config.max_instances = 8;
    Engine::new(config).unwrap()
}

#[tokio::test]
async fn a_broken_plugin_is_refused_and_the_others_are_loaded() {
    let folder = empty_folder("broken");
    let plugins = folder.join("plugins");
    lay_out(&plugins, &RATE_ENGINE, &[]);
    // The component uses more capabilities than its manifest lists.
    write(
        &plugins,
        &CARRIER,
        &manifest(&CARRIER, &[]).replace("\"key-value\", ", ""),
    );
    // A carrier's manifest with a component of another kind.
    write(&plugins, &FULL, &manifest(&FULL, &[]));
    fs::copy(
        component("guest"),
        plugins.join("full-guest/component.wasm"),
    )
    .unwrap();
    for (name, toml, component) in [
        ("no-manifest", None, None),
        (
            "no-component",
            Some(manifest(&CARRIER, &[]).replace("\"guest\"", "\"no-component\"")),
            None,
        ),
        (
            "no-wasm",
            Some(manifest(&CARRIER, &[]).replace("\"guest\"", "\"no-wasm\"")),
            Some(b"\0asm nonsense".to_vec()),
        ),
        ("misnamed", Some(manifest(&CARRIER, &[])), None),
        (
            "no-carrier",
            Some(manifest(&CARRIER, &[]).replace("\"guest\"", "\"no-carrier\"")),
            Some(fs::read(component("rate-guest")).unwrap()),
        ),
    ] {
        let plugin_folder = plugins.join(name);
        fs::create_dir_all(&plugin_folder).unwrap();
        if let Some(toml) = toml {
            fs::write(plugin_folder.join("plugin.toml"), toml).unwrap();
        }
        if let Some(component) = component {
            fs::write(plugin_folder.join("component.wasm"), component).unwrap();
        }
    }
    let engine = engine(&folder.join("data"));
    let report = engine.load_folder(&plugins).await;
    assert_eq!(report.loaded, ["rate-guest"]);
    let reason = |name: &str| {
        let refused = report
            .refused
            .iter()
            .find(|refused| refused.folder.ends_with(name));
        refused
            .unwrap_or_else(|| panic!("{name} was loaded"))
            .reason
            .clone()
    };
    for (name, words) in [
        (
            "guest",
            "the capability key-value, which plugin.toml does not list",
        ),
        (
            "full-guest",
            "it calls itself \"guest\", its plugin.toml \"full-guest\"",
        ),
        ("no-manifest", "plugin.toml cannot be read"),
        ("no-component", "component.wasm cannot be read"),
        ("no-wasm", "no component this host can run"),
        ("misnamed", "must be named like the plugin's id, guest"),
        ("no-carrier", "lacks what its kind needs"),
    ] {
        assert!(reason(name).contains(words), "{name}: {}", reason(name));
    }
    assert_eq!(report.refused.len(), 7);
    assert!(engine.carrier("guest").is_none());
}

#[tokio::test]
async fn a_plugin_does_what_it_says_and_says_what_it_does() {
    let folder = empty_folder("abilities");
    let plugins = folder.join("plugins");
    lay_out(&plugins, &BOASTFUL, &[]);
    lay_out(&plugins, &MODEST, &[]);
    let report = engine(&folder.join("data")).load_folder(&plugins).await;
    assert!(report.loaded.is_empty(), "{report:?}");
    let reason = |name: &str| {
        report
            .refused
            .iter()
            .find(|refused| refused.folder.ends_with(name))
            .unwrap()
    };
    let boastful = &reason("boastful-guest").reason;
    assert!(
        boastful
            .contains("describe lists the ability tracking, which component.wasm does not export"),
        "{boastful}"
    );
    let modest = &reason("modest-guest").reason;
    assert!(
        modest.contains("exports the abilities [tracking], describe lists []"),
        "{modest}"
    );
}

#[tokio::test]
async fn another_version_of_the_interfaces_and_half_a_file_are_refused_with_words() {
    let folder = empty_folder("versions");
    let plugins = folder.join("plugins");
    let load = async |component: &[u8], manifest: &str| {
        lay_out(&plugins, &CARRIER, &[]);
        fs::write(plugins.join("guest/plugin.toml"), manifest).unwrap();
        fs::write(plugins.join("guest/component.wasm"), component).unwrap();
        let report = engine(&folder.join("data")).load_folder(&plugins).await;
        assert!(report.loaded.is_empty());
        report.refused[0].reason.clone()
    };
    let (whole, right) = (
        fs::read(component("guest")).unwrap(),
        manifest(&CARRIER, &[]),
    );

    // The same component, built against a second major version.
    let newer = replaced(&whole, b"@1.0.0", b"@2.0.0");
    assert_ne!(newer, whole);
    let reason = load(&newer, &right).await;
    assert!(
        reason.contains("asks for what no plugin is given") && reason.contains("@2.0.0"),
        "{reason}"
    );
    let reason = load(&whole, &right.replace("wit = \"1.0.0\"", "wit = \"2.0.0\"")).await;
    assert!(
        reason.contains("wit \"2.0.0\": this host speaks 1.4"),
        "{reason}"
    );

    for bytes in [&whole[..whole.len() / 2], &whole[..8], b""] {
        let reason = load(bytes, &right).await;
        assert!(
            reason.contains("no component this host can run")
                || reason.contains("lacks what its kind needs"),
            "{} bytes: {reason}",
            bytes.len()
        );
    }
}

/// Replaces every `from` by a `to` of the same length.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    for place in 0..bytes.len().saturating_sub(from.len()) {
        if bytes[place..].starts_with(from) {
            replaced[place..place + to.len()].copy_from_slice(to);
        }
    }
    replaced
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_reported() {
    let folder = empty_folder("nowhere");
    let report = engine(&folder.join("data"))
        .load_folder(&folder.join("plugins"))
        .await;
    assert!(report.refused[0].reason.contains("cannot be read"));
}

fn cached(data: &Path) -> PathBuf {
    let mut found: Vec<_> = fs::read_dir(data.join("plugin-cache"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "cwasm")
        })
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// Returns the artefact's inode and time, which change when it is rewritten.
fn mark(path: &Path) -> (u64, std::time::SystemTime) {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).unwrap();
    (metadata.ino(), metadata.modified().unwrap())
}

/// Length of the MAC at an artefact's end.
const SEAL_BYTES: usize = 32;

#[tokio::test]
async fn compiled_code_is_kept_and_a_changed_file_is_not_trusted() {
    let folder = empty_folder("cache");
    let (plugins, data) = (folder.join("plugins"), folder.join("data"));
    lay_out(&plugins, &RATE_ENGINE, &[]);
    let load = async || {
        let engine = engine(&data);
        let report = engine.load_folder(&plugins).await;
        assert_eq!(report.loaded, ["rate-guest"], "{:?}", report.refused);
        engine
    };
    load().await;
    let artefact = cached(&data);
    for private in [&artefact, &data.join("plugin-cache/key")] {
        assert_eq!(
            fs::metadata(private).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    let first = mark(&artefact);
    load().await;
    assert_eq!(mark(&artefact), first, "it was compiled again");

    // A flipped bit breaks the MAC, so the file is rebuilt and never run.
    let whole = fs::read(&artefact).unwrap();
    let mut changed = whole.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    fs::write(&artefact, &changed).unwrap();
    let engine = load().await;
    let code = |file: &[u8]| file[..file.len() - SEAL_BYTES].to_vec();
    assert!(
        code(&fs::read(&artefact).unwrap()) == code(&whole),
        "the changed code stayed"
    );
    let rates = engine.rate_engine("rate-guest").unwrap();
    let host = Arc::default();
    assert_eq!(
        rates
            .check(context(world().await, &host), r#"{"cents":1}"#.into())
            .await,
        Ok(())
    );

    // A key readable by others is replaced, and so is everything it sealed.
    let key = data.join("plugin-cache/key");
    let old = fs::read(&key).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let before = mark(&artefact);
    load().await;
    assert_ne!(fs::read(&key).unwrap(), old);
    assert_ne!(mark(&artefact), before);
}

#[tokio::test]
async fn loading_again_leaves_running_calls_what_they_have() {
    let folder = empty_folder("again");
    let plugins = folder.join("plugins");
    lay_out(&plugins, &CARRIER, &[]);
    let engine = engine(&folder.join("data"));
    engine.load_folder(&plugins).await;
    let old = engine.carrier("guest").unwrap();
    write(
        &plugins,
        &CARRIER,
        &manifest(&CARRIER, &[]).replace("0.1.0", "0.2.0"),
    );
    assert_eq!(engine.load_folder(&plugins).await.loaded, ["guest"]);
    assert_eq!(engine.plugin("guest").unwrap().manifest().version, "0.2.0");
    let rates = old
        .rates(context(world().await, &Arc::default()), consignment("R1"))
        .await
        .unwrap();
    assert_eq!(
        (old.plugin().manifest().version.as_str(), rates.len()),
        ("0.1.0", 10)
    );
}

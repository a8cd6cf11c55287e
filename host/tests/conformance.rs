//! The conformance kit: the plugins that come with the program pass it, bad ones fail in the right row, and the verbs of
//! an author lead from an empty folder to a package that passes.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use conformance::{Mark, Opening, Options, Report, check};
use engine::package::pack;
use serde_json::Value;

/// Faces have tests of their own, with a browser.
const OPTIONS: Options = Options { trust_unsigned: true, no_web: true, browser: Opening::Not(String::new()) };

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("conformance-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plugins_that_come_with_the_program_pass() {
    let mut seen = 0;
    for entry in fs::read_dir(testkit::plugins_folder()).unwrap() {
        let built = entry.unwrap().path();
        if !built.join("component.wasm").is_file() {
            continue;
        }
        let folder = with_fixtures(&built);
        let report = check(&folder, OPTIONS).await.unwrap();
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
        assert!(report.passed(), "{report}");
        assert!(report.rows.iter().any(|row| row.group == "input" && row.mark == Mark::Passed), "{report}");
        // Those that come along are said in every language that the product brings.
        let locales = report.rows.iter().find(|row| row.group == "locales").unwrap();
        assert_eq!(locales.detail, "ar, de, es", "{report}");
        seen += 1;
    }
    assert!(seen >= 3, "only {seen} plugins were found");
}

/// The component and what describes it, with the fixtures as they are in the sources now.
fn with_fixtures(built: &Path) -> PathBuf {
    let id = built.file_name().unwrap();
    let folder = scratch(id.to_str().unwrap()).join(id);
    fs::create_dir_all(&folder).unwrap();
    for file in ["plugin.toml", "component.wasm", "settings.schema.json"] {
        if built.join(file).is_file() {
            fs::copy(built.join(file), folder.join(file)).unwrap();
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins").join(id);
    for part in ["fixtures", "locales"] {
        copy(&source.join(part), &folder.join(part));
    }
    folder
}

/// A folder with all that is below it; nothing when it is not there.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten() {
        let (path, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(path, to).unwrap();
        }
    }
}

/// The folder of the engine's own test guests, built when they are not yet.
fn guests() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(folder) = std::env::var_os("WAYBILL_TEST_GUEST") {
            return folder.into();
        }
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guests");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--target", "wasm32-wasip2", "--profile", "plugin", "-p", "engine-guests"]);
        cargo.arg("--examples").current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo.env("CARGO_TARGET_DIR", &target).env_remove("RUSTFLAGS");
        assert!(cargo.status().unwrap().success(), "the guests do not build");
        target.join("wasm32-wasip2/plugin/examples")
    })
}

/// The guest with a misdeed that it does whenever it is asked for rates.
async fn misbehaving(misdeed: &str, hosts: &str) -> Report {
    let word = misdeed.split(' ').next().unwrap();
    let folder = scratch(word).join("guest");
    fs::create_dir_all(folder.join("fixtures")).unwrap();
    fs::copy(guests().join("guest.wasm"), folder.join("component.wasm")).unwrap();
    let manifest = format!(
        "id = \"guest\"\nname = \"Guest\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n[grants]\n\
         capabilities = [\"log\", \"config\", \"key-value\", \"http-client\", \"clock\", \"render\", \"rate-cards\"]\n\
         hosts = [{hosts}]\n"
    );
    fs::write(folder.join("plugin.toml"), manifest).unwrap();
    let settings = format!("{{\"account\": {{\"misdeed\": \"{misdeed}\"}}}}");
    fs::write(folder.join("fixtures/account.json"), settings).unwrap();
    let report = check(&folder, OPTIONS).await.unwrap();
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    report
}

fn failed<'a>(report: &'a Report, group: &str, what: &str) -> &'a str {
    let row = report.rows.iter().find(|row| row.group == group && row.what == what);
    let row = row.unwrap_or_else(|| panic!("there is no row {group}/{what}:\n{report}"));
    assert_eq!(row.mark, Mark::Failed, "{report}");
    &row.detail
}

#[tokio::test(flavor = "multi_thread")]
async fn each_misdeed_fails_in_its_row() {
    for (misdeed, words) in [
        ("negative", "negative"),
        ("currency", "XTS"),
        ("panic table", "no rate table"),
        ("allocate", "memory"),
        ("spin", "processor time"),
    ] {
        let report = misbehaving(misdeed, "").await;
        let told = failed(&report, "input", "rates");
        assert!(told.contains(words), "{misdeed}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_languages_that_are_not_whole_fail_in_their_row() {
    const WHAT: &str = "its other languages are whole";
    let folder = with_fixtures(&testkit::plugins_folder().join("zone-rates"));
    let of = async |file: &str, text: &str| {
        let path = folder.join("locales").join(file);
        let before = fs::read(&path).ok();
        fs::write(&path, text).unwrap();
        let report = check(&folder, OPTIONS).await.unwrap();
        match before {
            Some(before) => fs::write(&path, before).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        failed(&report, "locales", WHAT).to_owned()
    };
    assert!(of("de.json", "{\"name\":").await.contains("locales/de.json: it must be a JSON object"));
    let unknown = r#"{"name": "A", "description": "B", "nav.menu.title": "C"}"#;
    assert!(of("de.json", unknown).await.contains("locales/de.json: nav.menu.title stands for nothing"));
    assert!(of("fr.json", r#"{"name": "A"}"#).await.contains("locales/fr.json: description is missing"));
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_of_a_host_that_is_not_granted_is_told() {
    let report = misbehaving("fetch https://elsewhere.example/", "\"api.example.com\"").await;
    assert!(failed(&report, "grants", "calls granted hosts alone").contains("elsewhere.example"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_is_not_whole_fails_at_once() {
    let folder = scratch("cut");
    let whole = pack(&testkit::plugins_folder().join("zone-rates")).unwrap();
    for (name, bytes) in [("cut.wbp", &whole[..whole.len() / 2]), ("nothing.wbp", &b"nonsense"[..])] {
        fs::write(folder.join(name), bytes).unwrap();
        let report = check(&folder.join(name), OPTIONS).await.unwrap();
        failed(&report, "package", "is whole");
        assert_eq!(report.rows.len(), 1, "{report}");
    }
    fs::write(folder.join("unsigned.wbp"), &whole).unwrap();
    let report = check(&folder.join("unsigned.wbp"), Options::default()).await.unwrap();
    failed(&report, "package", "is signed");
    assert!(check(&folder.join("nowhere"), OPTIONS).await.is_err());
    fs::remove_dir_all(folder).unwrap();
}

fn waybill(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_waybill"));
    program.args(arguments).env("CARGO", env!("CARGO")).env("CARGO_NET_OFFLINE", "true");
    // New projects are built again and again; what they stand on is built once.
    program.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugins"));
    program.output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_new_plugin_builds_passes_its_tests_and_the_kit() {
    let folder = scratch("new");
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk");
    for kind in plugin_template::Kind::ALL {
        let id = format!("first-{kind}");
        let project = folder.join(&id);
        let (at, key) = (project.to_str().unwrap(), folder.join(format!("{kind}.key")));
        let made = waybill(&["plugin", "new", at, "--kind", kind.word(), "--sdk", sdk.to_str().unwrap()]);
        assert!(made.status.success(), "{}", said(&made));
        let again = waybill(&["plugin", "new", at]);
        assert!(!again.status.success() && said(&again).contains("is there already"), "{}", said(&again));

        // The versions of the house are those that are here without the Internet.
        fs::copy(sdk.join("../Cargo.lock"), project.join("Cargo.lock")).unwrap();
        let mut tests = Command::new(env!("CARGO"));
        tests.args(["test", "--quiet", "--offline"]).current_dir(&project).env_remove("RUSTFLAGS");
        tests.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugins"));
        let tests = tests.output().unwrap();
        assert!(tests.status.success(), "{}", said(&tests));

        let made = waybill(&["plugin", "keygen", key.to_str().unwrap()]);
        assert!(made.status.success(), "{}", said(&made));
        let built = waybill(&["plugin", "build", at, "--no-web", "--key", key.to_str().unwrap()]);
        assert!(built.status.success(), "{}", said(&built));

        let checked = waybill(&["plugin", "check", at, "--no-web", "--json"]);
        let report: Value = serde_json::from_slice(&checked.stdout).unwrap_or_else(|_| panic!("{}", said(&checked)));
        assert!(checked.status.success(), "{report:#}");
        assert_eq!((&report["plugin"], &report["kind"]), (&Value::from(id), &Value::from(kind.word())));
        let vectors = report["rows"].as_array().unwrap().iter().filter(|row| row["group"] == "vectors");
        assert!(vectors.clone().count() > 0 && vectors.into_iter().all(|row| row["mark"] == "passed"), "{report:#}");
    }
    let wrong = waybill(&["plugin", "build", folder.to_str().unwrap()]);
    assert!(!wrong.status.success() && said(&wrong).contains("plugin.toml"), "{}", said(&wrong));
    fs::remove_dir_all(folder).unwrap();
}

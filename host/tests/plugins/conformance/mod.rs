//! Conformance kit: bundled plugins pass, bad ones fail in the right row, and author commands lead
//! from an empty folder to a passing package.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod projects;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use conformance::{Input, Mark, Opening, Options, Report, call, check};
use engine::package::{Package, pack};
use serde_json::Value;
use testkit::guest_component;

/// Front ends have separate tests with a browser.
const OPTIONS: Options = Options {
    trust_unsigned: true,
    no_web: true,
    browser: Opening::Not(String::new()),
};

fn scratch(name: &str) -> PathBuf {
    static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("conformance-{name}-{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plugins_that_come_with_the_program_pass() {
    let mut current = 0;
    for entry in fs::read_dir(testkit::plugins_folder()).unwrap() {
        let built = entry.unwrap().path();
        if !built.join("component.wasm").is_file() {
            continue;
        }
        let folder = with_fixtures(&built);
        let report = check(&folder, OPTIONS).await.unwrap();
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
        assert!(report.passed(), "{report}");
        assert!(
            report
                .rows
                .iter()
                .any(|row| row.group == "input" && row.mark == Mark::Passed),
            "{report}"
        );
        let locales = report
            .rows
            .iter()
            .find(|row| row.group == "locales")
            .unwrap();
        assert_eq!(locales.detail, "ar, de, es", "{report}");
        current += 1;
    }
    assert!(current >= 3, "only {current} plugins were found");
}

fn with_fixtures(built: &Path) -> PathBuf {
    let id = built.file_name().unwrap();
    let folder = scratch(id.to_str().unwrap()).join(id);
    fs::create_dir_all(&folder).unwrap();
    for file in ["plugin.toml", "component.wasm", "settings.schema.json"] {
        if built.join(file).is_file() {
            fs::copy(built.join(file), folder.join(file)).unwrap();
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../plugins")
        .join(id);
    for part in ["fixtures", "locales"] {
        copy(&source.join(part), &folder.join(part));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten() {
        let (path, to) = (
            entry.as_ref().unwrap().path(),
            to.join(entry.unwrap().file_name()),
        );
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(path, to).unwrap();
        }
    }
}

async fn misbehaving(misdeed: &str, hosts: &str) -> Report {
    let code = misdeed.split(' ').next().unwrap();
    let folder = scratch(code).join("guest");
    fs::create_dir_all(folder.join("fixtures")).unwrap();
    fs::copy(guest_component("guest"), folder.join("component.wasm")).unwrap();
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
    let row = report
        .rows
        .iter()
        .find(|row| row.group == group && row.what == what);
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
        ("nothing", "has no charges"),
        (
            "bloat service-name 201",
            "rates[3].service-name has 201 bytes; at most 200 are taken",
        ),
        (
            "bloat carrier-quote 5000",
            "rates[3].carrier-quote has 5000 bytes; at most 4096 are taken",
        ),
        ("sum", "at most 262144 are taken"),
    ] {
        let report = misbehaving(misdeed, "").await;
        let actual = failed(&report, "input", "rates");
        assert!(actual.contains(words), "{misdeed}: {actual}");
        let rows = report.rows.iter().filter(|row| row.group != "limits");
        assert_eq!(
            rows.map(|row| row.detail.matches(words).count())
                .sum::<usize>(),
            1,
            "{misdeed}: {report}"
        );
        let duplicate = report
            .rows
            .iter()
            .find(|row| row.what == "rates says the same twice")
            .unwrap();
        assert_eq!(
            duplicate.mark,
            Mark::NotTried,
            "{misdeed}: no answer is no answer twice: {report}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_that_was_passed_fails_and_wide_grants_are_warned_of() {
    let report = misbehaving("spin", "\"*.example.com\", \"127.0.0.1:9\"").await;
    assert!(
        failed(&report, "limits", "rates").contains("processor time"),
        "{report}"
    );
    let report = misbehaving("allocate", "").await;
    assert!(
        failed(&report, "limits", "rates").contains("more memory than there is"),
        "{report}"
    );
    let report = misbehaving("honest", "\"*.example.com\", \"127.0.0.1:9\"").await;
    let row = report
        .rows
        .iter()
        .find(|row| row.what == "asks for no more than it needs")
        .unwrap();
    assert_eq!(row.mark, Mark::Warned, "{report}");
    for words in ["*.example.com", "127.0.0.1", "grants.secrets"] {
        assert!(row.detail.contains(words), "{words}: {report}");
    }
    let report = misbehaving("honest", "\"api.example.com\"").await;
    let row = report
        .rows
        .iter()
        .find(|row| row.what == "asks for no more than it needs")
        .unwrap();
    assert_eq!(row.mark, Mark::Passed, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_function_is_called_with_any_input() {
    let built = testkit::plugins_folder().join("zone-rates");
    let card = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/zone-rates/fixtures/card.json"),
    );
    let full = Input::Whole(vec![card.unwrap().into()]);
    let called = call(&built, "check", full).await.unwrap();
    assert!(
        called.error.is_none() && called.answer.is_some(),
        "{called:?}"
    );
    assert!(called.wall_ms > 0.0 && called.memory_kib > 0, "{called:?}");
    let called = call(&built, "check", Input::Whole(vec!["{".into()]))
        .await
        .unwrap();
    assert_eq!(called.error.unwrap()[0], "invalid-input");
    let message = call(&built, "fly", Input::Over(Value::Null))
        .await
        .unwrap_err();
    assert!(message.contains("\"fly\""), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_languages_that_are_not_whole_fail_in_their_row() {
    const LANGUAGES_ROW: &str = "its other languages are whole";
    let folder = with_fixtures(&testkit::plugins_folder().join("zone-rates"));
    let entry_for = async |file: &str, text: &str| {
        let path = folder.join("locales").join(file);
        let before = fs::read(&path).ok();
        fs::write(&path, text).unwrap();
        let report = check(&folder, OPTIONS).await.unwrap();
        match before {
            Some(before) => fs::write(&path, before).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        failed(&report, "locales", LANGUAGES_ROW).to_owned()
    };
    assert!(
        entry_for("de.json", "{\"name\":")
            .await
            .contains("locales/de.json: it must be a JSON object")
    );
    let unknown = r#"{"name": "A", "description": "B", "nav.menu.title": "C"}"#;
    assert!(
        entry_for("de.json", unknown)
            .await
            .contains("locales/de.json: nav.menu.title stands for nothing")
    );
    assert!(
        entry_for("fr.json", r#"{"name": "A"}"#)
            .await
            .contains("locales/fr.json: description is missing")
    );
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_of_a_host_that_is_not_granted_is_told() {
    let report = misbehaving("fetch https://elsewhere.example/", "\"api.example.com\"").await;
    assert!(
        failed(&report, "grants", "calls granted hosts alone").contains("elsewhere.example"),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_is_not_whole_fails_at_once() {
    let folder = scratch("cut");
    let full = pack(&testkit::plugins_folder().join("zone-rates")).unwrap();
    for (name, bytes) in [
        ("cut.wbp", &full[..full.len() / 2]),
        ("nothing.wbp", &b"nonsense"[..]),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        let report = check(&folder.join(name), OPTIONS).await.unwrap();
        failed(&report, "package", "is whole");
        assert_eq!(report.rows.len(), 1, "{report}");
    }
    fs::write(folder.join("unsigned.wbp"), &full).unwrap();
    let report = check(&folder.join("unsigned.wbp"), Options::default())
        .await
        .unwrap();
    failed(&report, "package", "is signed");
    assert!(check(&folder.join("nowhere"), OPTIONS).await.is_err());
    fs::remove_dir_all(folder).unwrap();
}

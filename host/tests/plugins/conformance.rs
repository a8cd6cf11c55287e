//! Conformance kit: bundled plugins pass, bad ones fail in the right row, and author commands lead
//! from an empty folder to a passing package.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

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

/// Returns a unique folder: tests of one plugin run concurrently.
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
        // Bundled plugins have all languages of the product.
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

/// Copies the built plugin together with the current fixtures.
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

/// Copies a folder recursively, if it exists.
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

/// Checks the guest with a misdeed in every rating.
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
        // Reported once, whatever the number of inputs and rows.
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

fn waybill(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_waybill"));
    program
        .args(arguments)
        .env("CARGO", env!("CARGO"))
        .env("CARGO_NET_OFFLINE", "true");
    // New projects are built repeatedly; their dependencies once.
    program.env(
        "CARGO_TARGET_DIR",
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugins"),
    );
    program.output().unwrap()
}

fn output_text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn a_new_plugin_builds_passes_its_tests_and_the_kit() {
    let folder = scratch("new");
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk");
    for kind in plugin_template::Kind::ALL {
        let id = format!("first-{kind}");
        let project = folder.join(&id);
        let (at, key) = (
            project.to_str().unwrap(),
            folder.join(format!("{kind}.key")),
        );
        let created = waybill(&[
            "plugin",
            "new",
            at,
            "--kind",
            kind.word(),
            "--sdk",
            sdk.to_str().unwrap(),
        ]);
        assert!(created.status.success(), "{}", output_text(&created));
        let repeat = waybill(&["plugin", "new", at]);
        assert!(
            !repeat.status.success() && output_text(&repeat).contains("is there already"),
            "{}",
            output_text(&repeat)
        );

        // The workspace's locked versions are available offline.
        fs::copy(sdk.join("../Cargo.lock"), project.join("Cargo.lock")).unwrap();
        let mut tests = Command::new(env!("CARGO"));
        tests
            .args(["test", "--quiet", "--offline"])
            .current_dir(&project)
            .env_remove("RUSTFLAGS");
        tests.env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugins"),
        );
        let tests = tests.output().unwrap();
        assert!(tests.status.success(), "{}", output_text(&tests));

        let created = waybill(&["plugin", "keygen", key.to_str().unwrap()]);
        assert!(created.status.success(), "{}", output_text(&created));
        let built = waybill(&[
            "plugin",
            "build",
            at,
            "--no-web",
            "--key",
            key.to_str().unwrap(),
        ]);
        assert!(built.status.success(), "{}", output_text(&built));

        let checked = waybill(&["plugin", "check", at, "--no-web", "--json"]);
        let report: Value = serde_json::from_slice(&checked.stdout)
            .unwrap_or_else(|_| panic!("{}", output_text(&checked)));
        assert!(checked.status.success(), "{report:#}");
        assert_eq!(
            (&report["plugin"], &report["kind"]),
            (&Value::from(id), &Value::from(kind.word()))
        );
        let vectors = report["rows"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["group"] == "vectors");
        assert!(
            vectors.clone().count() > 0 && vectors.into_iter().all(|row| row["mark"] == "passed"),
            "{report:#}"
        );
    }
    let invalid = waybill(&["plugin", "build", folder.to_str().unwrap()]);
    assert!(
        !invalid.status.success() && output_text(&invalid).contains("plugin.toml"),
        "{}",
        output_text(&invalid)
    );
    fs::remove_dir_all(folder).unwrap();
}

/// Creates a project with `waybill plugin new`, using the example's installed packages.
fn project_in(language: &str, folder: &Path) -> PathBuf {
    let project = folder.join(format!("first-{language}"));
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk");
    let (at, sdk) = (project.to_str().unwrap(), sdk.to_str().unwrap());
    let created = waybill(&[
        "plugin",
        "new",
        at,
        "--language",
        language,
        "--name",
        "O'Hara's couriers",
        "--sdk",
        sdk,
    ]);
    assert!(created.status.success(), "{}", output_text(&created));
    project
}

/// Returns the only package in the project's folder.
fn package_in(project: &Path) -> Package {
    let id = project.file_name().unwrap().to_str().unwrap();
    let package =
        Package::read(&fs::read(project.join(format!("{id}-0.1.0.wbp"))).unwrap()).unwrap();
    assert_eq!(
        (package.manifest.id.as_str(), package.manifest.name.as_str()),
        (id, "O'Hara's couriers")
    );
    package
}

#[test]
fn a_new_plugin_in_another_language_is_a_carrier_and_has_a_name_that_can_be_written() {
    let folder = scratch("other-languages");
    let at = folder.join("first");
    for (more, words) in [
        (
            &["--language", "typescript", "--kind", "report"][..],
            "a new plugin in typescript is a carrier",
        ),
        (
            &["--language", "python", "--kind", "rate-engine"],
            "leave out --kind rate-engine",
        ),
        (&["--language", "cobol"], "rust, typescript, python"),
        (
            &["--language", "python", "--name", "a\"b"],
            "no quotation mark",
        ),
    ] {
        let refused = waybill(&[&["plugin", "new", at.to_str().unwrap()], more].concat());
        assert!(
            !refused.status.success() && output_text(&refused).contains(words),
            "{}",
            output_text(&refused)
        );
        assert!(!at.exists());
    }
    // A build without output fails.
    for (file, text) in [
        ("build.py", "print('nothing')\n"),
        (
            "package.json",
            r#"{"scripts": {"build": "node --version"}}"#,
        ),
    ] {
        let project = folder.join(file);
        fs::create_dir_all(project.join("node_modules")).unwrap();
        fs::write(project.join(file), text).unwrap();
        fs::copy(
            testkit::plugins_folder().join("zone-rates/plugin.toml"),
            project.join("plugin.toml"),
        )
        .unwrap();
        let refused = waybill(&["plugin", "build", project.to_str().unwrap()]);
        assert!(
            !refused.status.success() && output_text(&refused).contains("made no component.wasm"),
            "{}",
            output_text(&refused)
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Built by `cargo xtask test`; without them their tools are missing too.
#[expect(
    clippy::print_stdout,
    reason = "test runners need to see skipped checks"
)]
fn built_examples() -> Option<PathBuf> {
    let folder = std::env::var_os("WAYBILL_TEST_LANGUAGES").filter(|folder| !folder.is_empty());
    if folder.is_none() {
        println!(
            "nothing is built here: WAYBILL_TEST_LANGUAGES names no carriers; `cargo xtask test` builds them"
        );
    }
    folder.map(PathBuf::from)
}

#[test]
fn a_new_plugin_in_typescript_builds() {
    if built_examples().is_none() {
        return;
    }
    let folder = scratch("typescript");
    let project = project_in("typescript", &folder);
    let packages =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk/examples/carrier-js/node_modules");
    std::os::unix::fs::symlink(packages, project.join("node_modules")).unwrap();
    let built = waybill(&["plugin", "build", project.to_str().unwrap()]);
    assert!(built.status.success(), "{}", output_text(&built));
    package_in(&project);
    // It has the SDK's interfaces and its own names.
    assert!(project.join("wit/deps/carrier/carrier.wit").is_file());
    let component =
        fs::read(project.join("target/waybill/first-typescript/component.wasm")).unwrap();
    assert!(
        component
            .windows(16)
            .any(|bytes| bytes == b"first-typescript")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_new_plugin_in_python_builds() {
    use std::os::unix::fs::PermissionsExt;

    let Some(examples) = built_examples() else {
        return;
    };
    let folder = scratch("python");
    let project = project_in("python", &folder);
    // The real tool ran for the example; this script checks its arguments and returns that
    // component.
    let tool = folder.join("componentize-py");
    let carrier = examples.join("carrier-py/component.wasm");
    let script = format!(
        "#!/bin/sh\necho \"$@\" > asked\ncp '{}' component.wasm\n",
        carrier.display()
    );
    fs::write(&tool, script).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let mut build = Command::new(env!("CARGO_BIN_EXE_waybill"));
    let built = build
        .args(["plugin", "build"])
        .arg(&project)
        .env("COMPONENTIZE_PY", &tool)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", output_text(&built));
    package_in(&project);
    let request = fs::read_to_string(project.join("asked")).unwrap();
    let arguments: Vec<&str> = request.split_whitespace().collect();
    assert_eq!(
        arguments[arguments.len() - 11..],
        [
            "-d",
            "wit",
            "-w",
            "example:own-carrier/own-carrier@1.0.0",
            "componentize",
            "--stub-wasi",
            "-p",
            "src",
            "-o",
            "component.wasm",
            "carrier"
        ]
    );
    let interfaces: Vec<&str> = arguments[..8].chunks(2).map(|pair| pair[1]).collect();
    assert!(
        interfaces.iter().all(|folder| Path::new(folder).is_dir()),
        "{request}"
    );
    fs::remove_dir_all(folder).unwrap();
}

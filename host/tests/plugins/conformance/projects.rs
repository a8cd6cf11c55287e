//! Tests of new plugin projects: build, test, conformance kit.

use super::*;

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

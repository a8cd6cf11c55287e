//! Front ends in a real browser: bundled ones pass, each bad one fails in its row.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use conformance::{Mark, Opening, Options, Report, check};
use serde_json::Value;
use testkit::ExternalProgram;

const REMOTE: &str = include_str!("remote.js");

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn opening() -> Option<Opening> {
    match Opening::find(None, &[checkout().join("web/dist")]) {
        found @ Opening::By(_) => Some(found),
        Opening::Not(why) => {
            ExternalProgram::note_missing("web", &why);
            None
        }
    }
}

fn plugin(name: &str, entries: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("front-ends-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let plugin = folder.join("zone-rates");
    fs::create_dir_all(plugin.join("web")).unwrap();
    let built = testkit::plugins_folder().join("zone-rates");
    fs::copy(built.join("component.wasm"), plugin.join("component.wasm")).unwrap();
    let manifest = fs::read_to_string(built.join("plugin.toml")).unwrap();
    fs::write(plugin.join("plugin.toml"), format!("{manifest}\n{entries}")).unwrap();
    plugin
}

const WIDGET: &str =
    "[[web.slots]]\nid = \"widget\"\nslot = \"dashboard.widget@1\"\nmodule = \"./Widget\"\n";

async fn with_front_end(opening: Opening, name: &str, body: &str) -> Report {
    let plugin = plugin(name, WIDGET);
    fs::write(
        plugin.join("web/remoteEntry.js"),
        REMOTE.replace("/* BODY */", body),
    )
    .unwrap();
    fs::write(
        plugin.join("web/drawing.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    )
    .unwrap();
    let report = check(
        &plugin,
        Options {
            trust_unsigned: true,
            no_web: false,
            browser: opening,
        },
    )
    .await
    .unwrap();
    fs::remove_dir_all(plugin.parent().unwrap()).unwrap();
    report
}

fn failed(report: &Report) -> Vec<(&str, &str)> {
    let failed = report
        .rows
        .iter()
        .filter(|row| row.group == "face" && row.mark == Mark::Failed);
    failed
        .map(|row| (row.what.as_str(), row.detail.as_str()))
        .collect()
}

const ROWS: [&str; 7] = [
    "answers in time",
    "shows something",
    "throws nothing",
    "keeps the security policy",
    "stays with its files and the API",
    "fits its window",
    "axe finds nothing serious",
];

fn all_passed(report: &Report) {
    for what in ROWS {
        let row = report
            .rows
            .iter()
            .find(|row| row.group == "face" && row.what == what);
        assert_eq!(
            row.unwrap_or_else(|| panic!("no row {what}:\n{report}"))
                .mark,
            Mark::Passed,
            "{report}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_front_end_that_keeps_the_rules_passes() {
    let Some(opening) = opening() else { return };
    let body = "const { useHost } = sdk; const host = useHost();
        return h('section', null, h('h3', null, host.tenant.name), h('p', null, host.session.userName),
            h('img', { src: new URL('drawing.svg', import.meta.url).pathname, alt: 'A lorry', width: 40, height: 40 }));";
    let report = with_front_end(opening, "good", body).await;
    all_passed(&report);
    let shows = report
        .rows
        .iter()
        .find(|row| row.what == "shows something")
        .unwrap();
    assert!(shows.detail.starts_with("4 looks"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_bad_front_end_fails_in_its_row() {
    let Some(opening) = opening() else { return };
    let mut invalid = Vec::new();
    let told =
        |what: &str, style: &str| format!("return h('p', {{ style: {{ {style} }} }}, '{what}');");
    for (name, body, row, words) in [
        ("throws", "throw new Error('no zones here');".to_owned(), "throws nothing", "no zones here"),
        ("empty", "return null;".to_owned(), "shows something", "nothing at all"),
        (
            "inline",
            "react.useEffect(() => {
                const inline = document.createElement('scr' + 'ipt');
                try { inline.textContent = 'globalThis.ran = true'; document.head.append(inline); } catch { /* it was refused */ }
            }, []); return h('p', null, 'Inline');"
                .to_owned(),
            "keeps the security policy",
            "globalThis.ran = true",
        ),
        (
            "elsewhere",
            "react.useEffect(() => void fetch('https://elsewhere.example/').catch(() => undefined), []); return h('p', null, 'Fetches');"
                .to_owned(),
            "keeps the security policy",
            "connect-src refused https://elsewhere.example/",
        ),
        (
            "asks",
            "react.useEffect(() => void fetch('/secrets.txt'), []); return h('p', null, 'Asks');".to_owned(),
            "stays with its files and the API",
            "/secrets.txt",
        ),
        (
            "leaves",
            "react.useEffect(() => location.assign('/elsewhere'), []); return h('p', null, 'Leaves');".to_owned(),
            "stays with its files and the API",
            "leads the page to",
        ),
        ("wide", told("Wide", "width: 700"), "fits its window", "390 px"),
        ("pale", told("Pale", "color: '#bbb', background: '#fff'"), "axe finds nothing serious", "color-contrast"),
        ("nameless", "return h('input', { type: 'text' });".to_owned(), "axe finds nothing serious", "label"),
    ] {
        let report = with_front_end(opening.clone(), name, &body).await;
        let failed = failed(&report);
        // A throwing front end also shows nothing, and a leaving one may be closed before; others
        // fail in one row.
        let rows = match name {
            "throws" => 2..=2,
            "leaves" => 1..=2,
            _ => 1..=1,
        };
        if !rows.contains(&failed.len()) || !failed.iter().any(|(what, detail)| *what == row && detail.contains(words)) {
            invalid.push(format!("{name}:\n{report}"));
        }
    }
    assert!(invalid.is_empty(), "{}", invalid.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_front_end_that_hangs_is_ended() {
    let Some(opening) = opening() else { return };
    let report = with_front_end(opening, "hangs", "for (;;) { h('p'); }").await;
    let failed = failed(&report);
    assert!(
        matches!(failed[..], [("answers in time", detail)] if detail.contains("dashboard.widget@1")),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slot_that_the_host_does_not_have_shows_nothing() {
    let Some(opening) = opening() else { return };
    let plugin = plugin(
        "slot",
        &WIDGET.replace("dashboard.widget@1", "moon.phase@1"),
    );
    fs::write(
        plugin.join("web/remoteEntry.js"),
        REMOTE.replace("/* BODY */", "return h('p', null, 'Moon');"),
    )
    .unwrap();
    let report = check(
        &plugin,
        Options {
            trust_unsigned: true,
            no_web: false,
            browser: opening,
        },
    )
    .await
    .unwrap();
    fs::remove_dir_all(plugin.parent().unwrap()).unwrap();
    assert!(
        failed(&report)
            .iter()
            .any(|(what, _)| *what == "shows something"),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_browser_the_row_says_how_to_have_it_tried() {
    let nothing = Opening::find(Some("/nowhere/chromium".into()), &[]);
    let report = with_front_end(nothing, "untried", "return null;").await;
    let row = report.rows.iter().find(|row| row.group == "face").unwrap();
    assert_eq!(
        (row.mark, row.what.as_str()),
        (Mark::NotTried, "stands in a browser"),
        "{report}"
    );
    assert!(row.detail.contains("/nowhere/chromium"), "{report}");
}

#[test]
fn the_front_ends_that_come_with_the_program_pass() {
    if opening().is_none() {
        return;
    }
    for id in ["own-fleet", "australia-post"] {
        let front_end = checkout().join("web-plugins").join(id).join("dist");
        if !front_end.is_dir() {
            return ExternalProgram::note_missing(
                "web",
                "the front ends are not built (`npm run build`)",
            );
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("front-ends-{id}-{}", std::process::id()));
        let plugin = folder.join(id);
        copy(&testkit::plugins_folder().join(id), &plugin);
        copy(
            &checkout().join("plugins").join(id).join("fixtures"),
            &plugin.join("fixtures"),
        );
        let _ = fs::remove_dir_all(plugin.join("web"));
        copy(&front_end, &plugin.join("web"));
        let mut waybill = Command::new(env!("CARGO_BIN_EXE_waybill"));
        waybill.args([
            "plugin",
            "check",
            plugin.to_str().unwrap(),
            "--trust-unsigned",
            "--json",
        ]);
        let output = waybill
            .arg("--web")
            .arg(checkout().join("web/dist"))
            .output()
            .unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.success(), "{report:#}");
        let rows = report["rows"].as_array().unwrap();
        for what in ROWS {
            let row = rows
                .iter()
                .find(|row| row["group"] == "face" && row["what"] == what);
            assert!(
                row.is_some_and(|row| row["mark"] == "passed"),
                "{what}: {report:#}"
            );
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

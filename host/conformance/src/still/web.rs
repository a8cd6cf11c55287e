//! The front end's size, and code that a browser under the host's policy refuses to run.

use std::io::Write;

use engine::package::Package;
use flate2::{Compression, write::GzEncoder};

use crate::report::Report;

const MAX_WEIGHT: usize = 200 << 10;

/// Forbidden text in scripts, with the reason.
const FORBIDDEN: &[(&str, &str)] = &[
    (
        "new Function(",
        "makes code of text, which the policy refuses",
    ),
    ("document.write(", "writes into the page"),
    ("import(\"http", "loads code from elsewhere"),
    ("import('http", "loads code from elsewhere"),
    ("from\"http", "loads code from elsewhere"),
    ("from \"http", "loads code from elsewhere"),
    ("from 'http", "loads code from elsewhere"),
    ("importScripts(", "loads code from elsewhere"),
    (
        "javascript:",
        "runs code of an address, which the policy refuses",
    ),
    ("createElement(\"script\")", PUTS_SCRIPTS),
    ("createElement('script')", PUTS_SCRIPTS),
    ("createElement(`script`)", PUTS_SCRIPTS),
];
const PUTS_SCRIPTS: &str = "puts scripts into the page";

const FRAME: &str = "web/frame.js";

const FORBIDDEN_STYLES: &[&str] = &[
    "url(http",
    "url(\"http",
    "url('http",
    "url(//",
    "@import \"http",
    "@import url(http",
];

pub fn web(package: &Package, report: &mut Report) -> bool {
    let files: Vec<_> = package
        .files
        .iter()
        .filter(|(path, _)| path.starts_with("web/"))
        .collect();
    let manifest = &package.manifest.web;
    if files.is_empty() {
        let shows = !manifest.slots.is_empty() || !manifest.routes.is_empty();
        if shows {
            report.fail(
                "web",
                "has the face it names",
                "plugin.toml names slots or routes, and there is no web/",
            );
        } else {
            report.skip("web", "the face", "the package has none");
        }
        return false;
    }
    let Some((_, entry)) = files
        .iter()
        .find(|(path, _)| path.as_str() == "web/remoteEntry.js")
    else {
        report.fail("web", "has an entry", "web/remoteEntry.js is missing");
        return false;
    };
    report.pass("web", "has an entry", "web/remoteEntry.js");
    let weight: usize = files
        .iter()
        .filter(|(path, _)| !path.ends_with(".map"))
        .map(|(_, content)| packed(content))
        .sum();
    let told = format!(
        "{} of {} KiB in gzip",
        weight.div_ceil(1024),
        MAX_WEIGHT >> 10
    );
    let complaints = if weight > MAX_WEIGHT {
        vec![told.clone()]
    } else {
        Vec::new()
    };
    report.judge("web", "is light", &complaints, &told);

    let entry = String::from_utf8_lossy(entry);
    let routes = manifest.routes.iter().map(|route| route.module.as_str());
    let named = manifest
        .slots
        .iter()
        .map(|slot| slot.module.as_str())
        .chain(routes);
    let missing: Vec<String> = named
        .filter(|module| !entry.contains(*module))
        .map(|module| format!("{module} is not exposed"))
        .collect();
    report.judge("web", "exposes what the manifest names", &missing, "");

    let has_script = package.files.contains_key(FRAME);
    let complaint = frame(manifest.frame.is_some(), has_script);
    if manifest.frame.is_some() || has_script {
        report.judge(
            "web",
            "has the frame it declares",
            &complaint.into_iter().collect::<Vec<_>>(),
            FRAME,
        );
    }

    let mut complaints = Vec::new();
    for (path, content) in &files {
        let text = String::from_utf8_lossy(content);
        if path.ends_with(".js") {
            let found = scripts(&text).into_iter();
            // Frames exist for other companies' scripts; their own policy names the hosts.
            let found = found.filter(|why| {
                *why != PUTS_SCRIPTS || path.as_str() != FRAME || manifest.frame.is_none()
            });
            complaints.extend(found.map(|why| format!("{path} {why}")));
        } else if path.ends_with(".css") && FORBIDDEN_STYLES.iter().any(|word| text.contains(word))
        {
            complaints.push(format!("{path} fetches from elsewhere"));
        } else if path.ends_with(".svg") && (text.contains("<script") || text.contains("onload=")) {
            complaints.push(format!("{path} holds a script"));
        }
    }
    report.judge("web", "keeps the policy", &complaints, "");
    true
}

/// Explains a mismatch between plugin.toml and the front end's files.
fn frame(is_declared: bool, has_script: bool) -> Option<String> {
    match (is_declared, has_script) {
        (true, false) => Some(format!(
            "plugin.toml has [web.frame], and there is no {FRAME}"
        )),
        (false, true) => Some(format!(
            "{FRAME} is shown nowhere: plugin.toml has no [web.frame]"
        )),
        _ => None,
    }
}

fn scripts(text: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = FORBIDDEN
        .iter()
        .filter(|(word, _)| text.contains(word))
        .map(|(_, why)| *why)
        .collect();
    if calls_eval(text) {
        found.push("evaluates text, which the policy refuses");
    }
    found.dedup();
    found
}

/// Finds `eval(` as a separate word: `retrieval(` does not count.
fn calls_eval(text: &str) -> bool {
    text.match_indices("eval(").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|letter| {
            letter.is_alphanumeric() || letter == '_' || letter == '$' || letter == '.'
        })
    })
}

fn packed(content: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing into memory cannot fail; uncompressed size is the fallback.
    match encoder.write_all(content).and_then(|()| encoder.finish()) {
        Ok(packed) => packed.len(),
        Err(_) => content.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_policy_refuses_is_found() {
        assert!(scripts("const a=new Function('return 1')").len() == 1);
        assert!(!scripts("var x = eval('1')").is_empty());
        assert!(scripts("a.retrieval(1); b$eval(2); const medieval = 3").is_empty());
        assert!(!scripts("import(\"https://cdn.example/a.js\")").is_empty());
        assert!(scripts("const ns='http://www.w3.org/2000/svg'").is_empty());
    }

    #[test]
    fn a_frame_is_declared_and_built() {
        assert_eq!((frame(true, true), frame(false, false)), (None, None));
        assert!(
            frame(true, false)
                .unwrap()
                .contains("there is no web/frame.js")
        );
        assert!(frame(false, true).unwrap().contains("no [web.frame]"));
    }

    #[test]
    fn weight_is_of_the_packed_bytes() {
        assert!(packed(&[b'a'; 100_000]) < 1_000);
    }
}

//! Server messages are templates, so that every one can be translated.

use anyhow::{Result, bail};

use super::Tree;
use super::shared::product_part;

const MECHANISM: &[&str] = &[
    "host/data/src/message.rs",
    "host/data/src/error.rs",
    "host/data/macros/",
];

/// Rejects concatenated messages. Only other systems' texts are untranslated.
pub fn messages_are_templates(tree: &Tree) -> Result<Vec<String>> {
    let sources = tree.sources.iter().filter(|source| {
        let is_host = source.path.starts_with("host/") && !source.path.starts_with("host/xtask/");
        source.is_rust()
            && is_host
            && !source.path.contains("/tests/")
            && !source.path.ends_with("/tests.rs")
    });
    let mut complaints = Vec::new();
    let mut templates = 0;
    for source in sources {
        let text = product_part(&source.text);
        templates += text.matches("message!(").count();
        if MECHANISM.iter().any(|path| source.path.starts_with(path)) {
            continue;
        }
        for (constructor, starts) in [
            ("Message::verbatim(", &["format!(", "\""][..]),
            ("Message::plain(", &["\"", "&format!("]),
            ("message!(", &["concat!("]),
        ] {
            for (at, rest) in text
                .match_indices(constructor)
                .map(|(at, _)| (at, text[at + constructor.len()..].trim_start()))
            {
                if starts.iter().any(|start| rest.starts_with(start)) {
                    let line = text[..at].matches('\n').count() + 1;
                    complaints.push(format!(
                        "{}:{line}: write the message with `message!`",
                        source.path
                    ));
                }
            }
        }
    }
    if templates < 100 {
        bail!("only {templates} messages were found");
    }
    Ok(complaints)
}

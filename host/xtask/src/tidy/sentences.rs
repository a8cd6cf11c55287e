//! Sentences of the server are templates, so that they can be said in every language.

use anyhow::{Result, bail};

use super::Tree;

/// Where messages are made of templates that come from elsewhere: the kernel's own.
const MECHANISM: &[&str] = &[
    "host/kernel/src/message.rs",
    "host/kernel/src/error.rs",
    "host/kernel/macros/",
];

/// A sentence that is not translated comes from somebody else, so it is neither written nor put together here.
pub fn sentences_are_templates(tree: &Tree) -> Result<Vec<String>> {
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
        let text = source
            .text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        templates += text.matches("message!(").count();
        if MECHANISM.iter().any(|path| source.path.starts_with(path)) {
            continue;
        }
        for (made, wrong) in [
            ("Message::verbatim(", &["format!(", "\""][..]),
            ("Message::plain(", &["\"", "&format!("]),
            ("message!(", &["concat!("]),
        ] {
            for (at, rest) in text
                .match_indices(made)
                .map(|(at, _)| (at, text[at + made.len()..].trim_start()))
            {
                if wrong.iter().any(|start| rest.starts_with(start)) {
                    let line = text[..at].matches('\n').count() + 1;
                    complaints.push(format!(
                        "{}:{line}: write the sentence with `message!`",
                        source.path
                    ));
                }
            }
        }
    }
    if templates < 100 {
        bail!("only {templates} sentences were found");
    }
    Ok(complaints)
}

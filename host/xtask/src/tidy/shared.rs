//! Helpers that several checks share: parts of sources, whole words, shrinking exceptions.

use std::collections::BTreeMap;

/// A Rust file without the tests at its end.
pub fn product_part(text: &str) -> &str {
    let starts_module = |(start, mark): &(usize, &str)| {
        let next = text[start + mark.len()..]
            .lines()
            .next()
            .unwrap_or_default();
        next.starts_with("mod ") || next.starts_with("pub mod ")
    };
    let tests = text.match_indices("\n#[cfg(test)]\n").find(starts_module);
    tests.map_or(text, |(start, _)| &text[..start])
}

/// True if the text contains the words as whole words.
pub fn contains_words(text: &str, words: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words).any(|(start, _)| {
        !text[..start].chars().next_back().is_some_and(is_part)
            && !text[start + words.len()..]
                .chars()
                .next()
                .is_some_and(is_part)
    })
}

/// Compares counts with a limit and with exceptions, which may only shrink.
pub fn over_limit(
    counts: &BTreeMap<&str, usize>,
    limit: usize,
    exceptions: &[(&str, usize)],
    unit: &str,
) -> Vec<String> {
    let exceptions: BTreeMap<&str, usize> = exceptions.iter().copied().collect();
    let mut complaints = Vec::new();
    for (path, count) in counts {
        let allowed = exceptions.get(path).copied().unwrap_or(limit);
        if *count > allowed {
            complaints.push(format!("{path}: {count} {unit}, allowed {allowed}"));
        }
    }
    for (path, allowed) in exceptions {
        match counts.get(path).copied().unwrap_or(0) {
            count if count <= limit => {
                complaints.push(format!("{path}: needs no exception any more"));
            }
            count if count < allowed => complaints.push(format!(
                "{path}: {count} {unit}: lower the exception from {allowed}"
            )),
            _ => {}
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_at_the_end_are_no_product() {
        let text = "use a;\n#[cfg(test)]\nuse b;\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(product_part(text), "use a;\n#[cfg(test)]\nuse b;");
        assert_eq!(product_part("use a;\n"), "use a;\n");
    }

    #[test]
    fn words_are_whole() {
        assert!(contains_words("use tower::Service;", "tower"));
        assert!(contains_words("a lock of its own.", "of its own"));
        assert!(!contains_words("use tower_http::cors;", "tower"));
        assert!(!contains_words("unserde", "serde"));
    }

    #[test]
    fn exceptions_only_shrink() {
        let counts = BTreeMap::from([("a", 7), ("b", 6), ("c", 2), ("d", 5)]);
        let exceptions = [("b", 6), ("c", 6), ("d", 6), ("e", 9)];
        assert_eq!(
            over_limit(&counts, 3, &exceptions, "lines"),
            [
                "a: 7 lines, allowed 3",
                "c: needs no exception any more",
                "d: 5 lines: lower the exception from 6",
                "e: needs no exception any more",
            ]
        );
    }
}

//! Languages accepted by a caller, parsed from `Accept-Language`, best first.

/// Maximum languages read from a header.
const MAX_COUNT: usize = 8;

/// Names by descending weight, without invalid names, zero weights and wildcards.
pub fn parse_accept_language(header: &str) -> Vec<String> {
    let mut weighed: Vec<(f32, &str)> = header.split(',').filter_map(weigh).collect();
    // A stable sort keeps the order of equal weights.
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed
        .into_iter()
        .take(MAX_COUNT)
        .map(|(_, name)| name.to_owned())
        .collect()
}

fn weigh(entry: &str) -> Option<(f32, &str)> {
    let (name, rest) = entry.split_once(';').unwrap_or((entry, ""));
    let weight = match rest.trim().strip_prefix("q=") {
        Some(weight) => weight.trim().parse().ok()?,
        None => 1.0,
    };
    let name = name.trim();
    (is_culture(name) && weight > 0.0).then_some((weight, name))
}

/// True for a language name such as `en`, `pt-BR` or `zh-Hant`.
pub fn is_culture(name: &str) -> bool {
    let mut parts = name.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        && name.len() <= 35
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first() {
        assert_eq!(
            parse_accept_language("en;q=0.5, de-AT, de;q=0.9, *;q=0.1, fr;q=0"),
            ["de-AT", "de", "en"]
        );
        assert_eq!(parse_accept_language("es"), ["es"]);
    }

    #[test]
    fn what_is_no_language_is_left_out() {
        for header in ["", "*", "../de", "de;q=much", "1234", ";;,,"] {
            assert_eq!(
                parse_accept_language(header),
                Vec::<String>::new(),
                "{header}"
            );
        }
        assert_eq!(parse_accept_language(&"de,".repeat(100)).len(), MAX_COUNT);
    }

    #[test]
    fn languages_are_told_from_other_words() {
        for good in ["en", "pt-BR", "zh-Hant-TW", "haw"] {
            assert!(is_culture(good), "{good}");
        }
        for bad in ["", "e", "english", "en_US", "en-", "en-a", "12", "../en"] {
            assert!(!is_culture(bad), "{bad}");
        }
    }
}

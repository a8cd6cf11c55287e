//! Order of versions.

/// True if `new` is a later version than `old`, both like `1.2.3` or `1.2.3-beta.1`. Ignores build
/// metadata after `+`.
pub fn is_newer(new: &str, old: &str) -> bool {
    let (new, old) = (parts(new), parts(old));
    match new.0.cmp(&old.0) {
        // A pre-release precedes its release.
        std::cmp::Ordering::Equal => match (new.1, old.1) {
            (None, Some(_)) => true,
            (Some(new), Some(old)) => parse_prerelease(new) > parse_prerelease(old),
            (_, None) => false,
        },
        order => order.is_gt(),
    }
}

fn parts(version: &str) -> (Vec<u64>, Option<&str>) {
    let version = version.split('+').next().unwrap_or_default();
    let (core, announced) = match version.split_once('-') {
        Some((core, announced)) => (core, Some(announced)),
        None => (version, None),
    };
    (
        core.split('.')
            .map(|number| number.parse().unwrap_or(0))
            .collect(),
        announced,
    )
}

/// Numbers precede words and compare numerically.
fn parse_prerelease(text: &str) -> Vec<(bool, u64, &str)> {
    text.split('.')
        .map(|part| {
            part.parse()
                .map_or((true, 0, part), |number| (false, number, ""))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::is_newer;

    #[test]
    fn versions_are_in_order() {
        let order = [
            "0.9.9",
            "1.0.0-alpha",
            "1.0.0-alpha.2",
            "1.0.0-alpha.10",
            "1.0.0-beta",
            "1.0.0",
            "1.0.10",
            "1.1.0",
            "2.0.0",
        ];
        for (index, old) in order.iter().enumerate() {
            assert!(!is_newer(old, old), "{old}");
            for new in &order[index + 1..] {
                assert!(is_newer(new, old) && !is_newer(old, new), "{old} {new}");
            }
        }
        assert!(!is_newer("1.0.0+5", "1.0.0"));
    }
}

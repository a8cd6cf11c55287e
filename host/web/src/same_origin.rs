//! Evidence that a page of this application sent a request. Only then its session cookie counts:
//! browsers send it for other sites' pages too, but those cannot set these headers.

use axum::http::HeaderMap;

use crate::origin::Origin;
use data::db::Mode;

pub(crate) fn is_same_origin(headers: &HeaderMap, origin: &Origin, mode: Mode) -> bool {
    // An unreadable header is evidence against it.
    let text = |name: &str| {
        let value = headers.get(name)?;
        Some(value.to_str().unwrap_or_default())
    };
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    let own = origin.base_url();
    match (text("origin"), text("referer")) {
        (Some(sender), _) => sender == own,
        // Browsers name the origin of every request that writes.
        (None, Some(page)) if mode == Mode::Read => page
            .strip_prefix(&own)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use data::address::{Authority, Scheme};

    fn is_own(mode: Mode, sent: &[(&'static str, &'static str)]) -> bool {
        let origin = Origin {
            scheme: Scheme::Https,
            authority: Authority::parse("acme.test:8443").unwrap(),
            address: None,
        };
        let mut headers = HeaderMap::new();
        for &(name, value) in sent {
            headers.insert(name, HeaderValue::from_static(value));
        }
        is_same_origin(&headers, &origin, mode)
    }

    #[test]
    fn browsers_name_the_site_of_the_sender() {
        for mode in [Mode::Read, Mode::Write] {
            assert!(is_own(mode, &[("sec-fetch-site", "same-origin")]));
            for site in ["same-site", "cross-site", "none", "", "Same-Origin"] {
                let own = ("origin", "https://acme.test:8443");
                assert!(!is_own(mode, &[("sec-fetch-site", site), own]), "{site}");
            }
        }
    }

    #[test]
    fn older_browsers_name_the_origin_or_the_page() {
        let own = ("origin", "https://acme.test:8443");
        let page = ("referer", "https://acme.test:8443/carriers?a=1");
        assert!(is_own(Mode::Write, &[own]) && is_own(Mode::Read, &[own]));
        assert!(is_own(Mode::Read, &[page]) && !is_own(Mode::Write, &[page]));
        for other in [
            "null",
            "",
            "http://acme.test:8443",
            "https://acme.test",
            "https://acme.test:8443.evil.test",
            "https://evil.test/https://acme.test:8443/",
        ] {
            assert!(!is_own(Mode::Read, &[("origin", other), page]), "{other}");
            assert!(!is_own(Mode::Read, &[("referer", other)]), "{other}");
        }
        assert!(!is_own(Mode::Read, &[]) && !is_own(Mode::Write, &[]));
    }
}

//! Validation of sidebar links.

use data::{
    Error, Refusal, Result, message,
    validate::{self, OptionalText},
};

use super::model::SidebarLink;

/// More links would be unusable.
pub(crate) const MAX_COUNT: i64 = 50;
pub(crate) const TOO_MANY: Refusal = Refusal::new(
    1311,
    "You have reached the maximum of 50 sidebar links. Delete one first.",
);

pub(crate) const MAX_TITLE_LENGTH: usize = 64;
pub(crate) const MAX_URL_LENGTH: usize = 2048;
pub(crate) const MAX_ICON_LENGTH: usize = 64;
pub(crate) const MAX_SORT_ORDER: i64 = 1_000_000;

enum LinkTarget {
    Inside,
    Outside,
}

fn classify(url: &str) -> Option<LinkTarget> {
    // Browsers drop control characters and treat a backslash as a slash: `/\elsewhere.example`
    // leaves this site.
    if url
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || c == '\\' || "\"<>`".contains(c))
    {
        return None;
    }
    if let Some(path) = url.strip_prefix('/') {
        return (!path.starts_with('/')).then_some(LinkTarget::Inside);
    }
    let (scheme, rest) = url.split_once("://")?;
    let web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // User info in an address only serves to deceive.
    (web && !authority.is_empty() && !authority.contains('@')).then_some(LinkTarget::Outside)
}

pub(crate) fn web_address(url: &str, (): &()) -> garde::Result {
    if url.is_empty() || classify(url).is_some() {
        return Ok(());
    }
    Err(validate::rejection(message!(
        "must be an address like https://example.com or a path of this site like /bookings"
    )))
}

pub(crate) fn icon_name(icon: &impl OptionalText, (): &()) -> garde::Result {
    match icon.text() {
        Some(icon) if icon.contains(['<', '>', '"']) => Err(validate::rejection(message!(
            "must be an icon's name such as link"
        ))),
        _ => Ok(()),
    }
}

/// Normalises and validates the link; reports all invalid fields.
pub(crate) fn check(link: &mut SidebarLink) -> Result<()> {
    link.title = link.title.trim().to_owned();
    link.url = link.url.trim().to_owned();
    link.icon = link
        .icon
        .take()
        .map(|icon| icon.trim().to_owned())
        .filter(|icon| !icon.is_empty());
    link.is_external |= matches!(classify(&link.url), Some(LinkTarget::Outside));
    let errors = validate::check("sidebarLink", link);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(url: &str) -> SidebarLink {
        SidebarLink {
            title: "Help".to_owned(),
            url: url.to_owned(),
            ..SidebarLink::default()
        }
    }

    #[test]
    fn a_link_leads_to_the_web_or_into_the_product() {
        for (url, external) in [
            ("https://example.com/help?x=1#y", true),
            ("HTTP://intranet", true),
            ("/bookings?filter=1", false),
            ("/", false),
            (" https://example.com ", true),
        ] {
            let mut link = link(url);
            check(&mut link).unwrap();
            assert_eq!(link.is_external, external, "{url}");
        }
    }

    #[test]
    fn a_link_runs_nothing_and_deceives_nobody() {
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "ftp://example.com",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://",
            "https://bank.example@evil.example/",
            "https:evil",
            "bookings",
            "",
            "https://a.example/\"onclick=",
        ] {
            let Err(Error::Invalid(wrong)) = check(&mut link(url)) else {
                panic!("{url} was accepted")
            };
            assert_eq!(wrong[0].member, "sidebarLink.url", "{url}");
        }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let mut link = SidebarLink {
            title: " ".into(),
            icon: Some("<svg>".into()),
            sort_order: i64::MAX,
            ..link("x")
        };
        let Err(Error::Invalid(wrong)) = check(&mut link) else {
            panic!("accepted")
        };
        let mut reported: Vec<(&str, &str)> = wrong
            .iter()
            .map(|field| (field.member.trim_start_matches("sidebarLink."), field.code))
            .collect();
        reported.sort_unstable();
        assert_eq!(
            reported,
            [
                ("icon", "invalid"),
                ("sortOrder", "tooLarge"),
                ("title", "required"),
                ("url", "invalid")
            ]
        );
    }
}

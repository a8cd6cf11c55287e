//! Cookies of the session service, CSRF tokens and permitted redirect addresses.

use data::{Result, ids::UserId};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use web::http::{HeaderMap, HeaderValue, cookie, header, session_cookie_name};

/// Lifetime of the service's cookies.
pub const MAX_AGE_SECONDS: i64 = 30 * 24 * 60 * 60;

/// Lifetime of the device cookie after its last use.
pub const DEVICE_SECONDS: i64 = 365 * 24 * 60 * 60;

/// Maximum remembered users of one browser; further cookies are ignored.
const MAX_BROWSERS: usize = 20;

#[derive(Debug, Clone, Copy)]
pub enum Name {
    SessionToken,
    CallbackUrl,
    CsrfToken,
    /// A sign-in in progress at a provider.
    State,
    /// Identifies the browser to users who have signed in with it.
    Device,
    /// A passkey ceremony in progress.
    Passkey,
}

#[derive(Debug, Clone)]
pub struct Site {
    pub base_url: String,
}

impl Site {
    fn is_secure(&self) -> bool {
        self.base_url.starts_with("https://")
    }

    /// Returns the cookie's name. The `__Host-` prefix of https keeps sibling hosts from setting
    /// it.
    fn name(&self, name: Name) -> &'static str {
        match (name, self.is_secure()) {
            (Name::SessionToken, is_secure) => session_cookie_name(is_secure),
            (Name::CallbackUrl, false) => "next-auth.callback-url",
            (Name::CallbackUrl, true) => "__Host-next-auth.callback-url",
            (Name::CsrfToken, false) => "next-auth.csrf-token",
            (Name::CsrfToken, true) => "__Host-next-auth.csrf-token",
            (Name::Device, false) => "waybill.device",
            (Name::Device, true) => "__Host-waybill.device",
            (Name::Passkey, false) => "waybill.passkey",
            (Name::Passkey, true) => "__Host-waybill.passkey",
            (Name::State, false) => "next-auth.state",
            (Name::State, true) => "__Host-next-auth.state",
        }
    }

    pub fn read(&self, headers: &HeaderMap, name: Name) -> Option<String> {
        let value = cookie(headers, self.name(name))?;
        Some(percent_decode_str(&value).decode_utf8().ok()?.into_owned())
    }

    /// Returns a `Set-Cookie` value for `seconds`; 0 deletes the cookie.
    pub fn write(&self, name: Name, value: &str, seconds: i64) -> Result<HeaderValue> {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        let value = utf8_percent_encode(value, COOKIE_VALUE);
        let line = format!(
            "{}={value}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
            self.name(name),
            seconds.max(0)
        );
        HeaderValue::from_str(&line).map_err(data::Error::internal)
    }

    pub fn browsers(&self, headers: &HeaderMap) -> Vec<(UserId, String)> {
        let lines = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let pairs = lines
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let own = pairs.filter_map(|(name, value)| {
            let user: i64 = name.strip_prefix(self.browser_prefix())?.parse().ok()?;
            Some((
                UserId(user),
                percent_decode_str(value).decode_utf8().ok()?.into_owned(),
            ))
        });
        own.take(MAX_BROWSERS).collect()
    }

    /// Returns a `Set-Cookie` value that skips the user's second step.
    pub fn write_browser(&self, user: UserId, value: &str, seconds: i64) -> Result<HeaderValue> {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        let name = format!("{}{user}", self.browser_prefix());
        let line =
            format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&line).map_err(data::Error::internal)
    }

    fn browser_prefix(&self) -> &'static str {
        if self.is_secure() {
            "__Host-waybill.browser-"
        } else {
            "waybill.browser-"
        }
    }

    /// Returns the requested address if it is ours, otherwise the start page.
    pub fn permitted_url(&self, requested: Option<&str>) -> String {
        let requested = requested.unwrap_or_default();
        let own = |rest: &str| rest.is_empty() || rest.starts_with(['/', '?', '#']);
        let clean = !requested.chars().any(|c| c.is_control() || c == '\\');
        if clean && requested.strip_prefix(&self.base_url).is_some_and(own) {
            requested.to_owned()
        } else if clean && requested.starts_with('/') && !requested.starts_with("//") {
            format!("{}{requested}", self.base_url)
        } else {
            self.base_url.clone()
        }
    }

    pub fn page(&self, path: &str, query: &[(&str, &str)]) -> String {
        let pairs: Vec<String> = query
            .iter()
            .map(|(key, value)| format!("{key}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
            .collect();
        let mark = if pairs.is_empty() { "" } else { "?" };
        format!("{}{path}{mark}{}", self.base_url, pairs.join("&"))
    }
}

/// Characters that stay unescaped in a cookie, as in the next-auth client.
const COOKIE_VALUE: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'!')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

pub struct Csrf {
    pub token: String,
    pub cookie: String,
}

impl Csrf {
    /// Creates a token of 64 hex digits from a random text.
    pub fn new(random: &str, secret: &[u8]) -> Self {
        let token = hex::encode(Sha256::digest(random.as_bytes()));
        let cookie = format!("{token}|{}", seal(&token, secret));
        Self { token, cookie }
    }

    /// Parses the token of our cookie. None if its seal is not ours.
    pub fn read(cookie: &str, secret: &[u8]) -> Option<Self> {
        let (token, sealed) = cookie.split_once('|')?;
        let ours: bool = seal(token, secret)
            .as_bytes()
            .ct_eq(sealed.as_bytes())
            .into();
        ours.then(|| Self {
            token: token.to_owned(),
            cookie: cookie.to_owned(),
        })
    }

    pub fn matches(&self, sent: Option<&str>) -> bool {
        sent.is_some_and(|sent| self.token.as_bytes().ct_eq(sent.as_bytes()).into())
    }
}

fn seal(token: &str, secret: &[u8]) -> String {
    hex::encode(
        Sha256::new()
            .chain_update(token.as_bytes())
            .chain_update(hex::encode(secret).as_bytes())
            .finalize(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(base_url: &str) -> Site {
        Site {
            base_url: base_url.to_owned(),
        }
    }

    #[test]
    fn foreign_addresses_become_our_own() {
        let site = site("https://freight.example");
        assert_eq!(
            site.permitted_url(Some("/bookings?a=1")),
            "https://freight.example/bookings?a=1"
        );
        assert_eq!(
            site.permitted_url(Some("https://freight.example/jobs")),
            "https://freight.example/jobs"
        );
        for foreign in [
            "https://evil.example/",
            "https://freight.example.evil.example/",
            "https://freight.example:8443/",
            "https://freight.example@evil.example/",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            "http://freight.example/",
            "/a\r\nSet-Cookie: x",
            "",
        ] {
            assert_eq!(
                site.permitted_url(Some(foreign)),
                "https://freight.example",
                "{foreign}"
            );
        }
        assert_eq!(site.permitted_url(None), "https://freight.example");
    }

    #[test]
    fn cookies_are_bound_to_the_scheme() {
        let plain = site("http://localhost:8080")
            .write(Name::SessionToken, "1.abc", MAX_AGE_SECONDS)
            .unwrap();
        assert_eq!(
            plain,
            "next-auth.session-token=1.abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"
        );
        let secure = site("https://a.example")
            .write(Name::CsrfToken, "a|b", 0)
            .unwrap();
        assert_eq!(
            secure,
            "__Host-next-auth.csrf-token=a%7Cb; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
        );
        for name in [
            Name::SessionToken,
            Name::CallbackUrl,
            Name::CsrfToken,
            Name::State,
        ] {
            let line = site("https://a.example").write(name, "1", 60).unwrap();
            let line = line.to_str().unwrap();
            assert!(
                line.starts_with("__Host-next-auth.") && !line.contains("Domain"),
                "{line}"
            );
            assert!(
                line.contains("; Path=/;") && line.ends_with("; Secure"),
                "{line}"
            );
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let site = site("http://localhost");
        let mut headers = HeaderMap::new();
        headers.insert(
            "cookie",
            HeaderValue::from_static("x=1; next-auth.callback-url=http%3A%2F%2Flocalhost%2Fa"),
        );
        assert_eq!(
            site.read(&headers, Name::CallbackUrl).as_deref(),
            Some("http://localhost/a")
        );
        assert!(site.read(&headers, Name::SessionToken).is_none());
    }

    #[test]
    fn a_browser_is_remembered_for_each_user_apart() {
        let site = site("https://a.example");
        let line = site.write_browser(UserId(7), "1.abc", 60).unwrap();
        assert_eq!(
            line,
            "__Host-waybill.browser-7=1.abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure"
        );
        let mut headers = HeaderMap::new();
        let sent = "x=1; __Host-waybill.browser-7=1.abc; waybill.browser-8=1.d; __Host-waybill.browser-x=1";
        headers.insert("cookie", HeaderValue::from_static(sent));
        assert_eq!(site.browsers(&headers), [(UserId(7), "1.abc".to_owned())]);
    }

    #[test]
    fn a_forged_token_is_known() {
        let original = Csrf::new("random", b"secret");
        assert_eq!(original.token.len(), 64);
        let read = Csrf::read(&original.cookie, b"secret").unwrap();
        assert!(read.matches(Some(&original.token)));
        assert!(!read.matches(Some("other")) && !read.matches(None));
        assert!(Csrf::read(&original.cookie, b"another").is_none());
        assert!(Csrf::read(&format!("{}|{}", "0".repeat(64), "0".repeat(64)), b"secret").is_none());
        assert!(Csrf::read("no bar", b"secret").is_none());
    }

    #[test]
    fn pages_escape_what_they_are_given() {
        let url = site("http://h").page("/auth/login", &[("error", "a&b=c")]);
        assert_eq!(url, "http://h/auth/login?error=a%26b%3Dc");
    }
}

//! Origin of a request: authority, scheme, and client address behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{HeaderMap, Version, header, request::Parts},
};

use data::{
    address::{Authority, Scheme},
    config::Proxies,
    error::{Error, Result},
    message,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub scheme: Scheme,
    pub authority: Authority,
    /// Client address; none for a request without a connection.
    pub address: Option<IpAddr>,
}

impl Origin {
    /// The error names the rejected header.
    pub fn from_request(parts: &Parts, proxies: Proxies) -> Result<Self> {
        let forwarded = Forwarded {
            headers: &parts.headers,
            proxies,
        };
        let sent = request_authority(parts)?;
        let authority = match forwarded.entry("x-forwarded-host") {
            Some(text) => Authority::parse(&text).ok_or_else(|| malformed("X-Forwarded-Host"))?,
            None => sent,
        };
        let scheme = match forwarded.entry("x-forwarded-proto") {
            Some(text) => Scheme::parse(&text).ok_or_else(|| {
                Error::invalid("X-Forwarded-Proto", message!("must be http or https"))
            })?,
            None => Scheme::Http,
        };
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|peer| peer.0.ip());
        // A proxy that sends "unknown" is itself the client address.
        let address = forwarded
            .entry("x-forwarded-for")
            .and_then(|text| address(&text))
            .or(peer);
        Ok(Self {
            scheme,
            authority,
            address: address.map(|address| address.to_canonical()),
        })
    }

    pub fn base_url(&self) -> String {
        format!("{}://{}", self.scheme.as_str(), self.authority)
    }
}

/// The request's absolute target, or its single `Host`.
fn request_authority(parts: &Parts) -> Result<Authority> {
    let mut hosts = parts.headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(_), Some(_)) => return Err(Error::invalid("Host", message!("must be sent once"))),
        (Some(host), None) => {
            let host = host
                .to_str()
                .ok()
                .and_then(|host| Authority::parse(host.trim()));
            Some(host.ok_or_else(|| malformed("Host"))?)
        }
        (None, _) if parts.version > Version::HTTP_10 => {
            return Err(Error::invalid("Host", message!("is required")));
        }
        (None, _) => None,
    };
    match parts.uri.authority() {
        Some(named) => {
            Authority::parse(named.as_str()).ok_or_else(|| malformed("the request's target"))
        }
        None => Ok(host.unwrap_or_else(|| Authority {
            host: "localhost".to_owned(),
            port: None,
        })),
    }
}

fn malformed(member: &str) -> Error {
    Error::invalid(
        member,
        message!("must be a host name or an IP address, and a port of digits where one is needed"),
    )
}

struct Forwarded<'a> {
    headers: &'a HeaderMap,
    proxies: Proxies,
}

impl Forwarded<'_> {
    /// Entry of the outermost trusted proxy. Proxies append on the right; with fewer entries, the
    /// first is used.
    fn entry(&self, name: &str) -> Option<String> {
        let from_the_right = usize::from(self.proxies.0).checked_sub(1)?;
        let lines = self.headers.get_all(name).iter();
        let text = lines
            .map(|line| String::from_utf8_lossy(line.as_bytes()))
            .collect::<Vec<_>>()
            .join(",");
        let entries: Vec<&str> = text.split(',').map(str::trim).collect();
        let at = entries
            .len()
            .saturating_sub(1)
            .saturating_sub(from_the_right);
        entries
            .get(at)
            .filter(|entry| !entry.is_empty())
            .map(|entry| (*entry).to_owned())
    }
}

/// Parses an address, which some proxies send with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|inside| inside.strip_suffix(']'))
        .unwrap_or(text);
    bare.parse().ok().or_else(|| {
        text.parse::<SocketAddr>()
            .ok()
            .map(|with_port| with_port.ip())
    })
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use data::address::network;

    fn origin(proxies: u8, uri: &str, headers: &[(&str, &str)]) -> Result<Origin> {
        let mut request = Request::get(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(()).unwrap();
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 9], 40_000))));
        Origin::from_request(&request.into_parts().0, Proxies(proxies))
    }

    fn base_url(uri: &str, headers: &[(&str, &str)]) -> Option<String> {
        origin(0, uri, headers).ok().map(|origin| origin.base_url())
    }

    #[test]
    fn an_authority_is_a_name_and_digits() {
        for (text, host, port) in [
            ("Acme.Example:8077", "acme.example", Some(8077)),
            ("localhost", "localhost", None),
            ("192.0.2.1:80", "192.0.2.1", Some(80)),
            ("[2001:DB8::1]:81", "[2001:db8::1]", Some(81)),
            ("a_b.test", "a_b.test", None),
        ] {
            assert_eq!(
                Authority::parse(text),
                Some(Authority {
                    host: host.to_owned(),
                    port
                }),
                "{text}"
            );
        }
        let long = format!("{}.test", "a".repeat(64));
        for text in [
            "",
            ":80",
            "localhost:",
            "localhost:8077@evil.example",
            "localhost@evil.example",
            "localhost:80:80",
            "localhost:+80",
            "localhost:0",
            "localhost:99999",
            "localhost/evil.example",
            "localhost#evil",
            "evil.example\\localhost",
            "a b",
            "a..b",
            "[::1",
            "[::1]80",
            "[evil.example]",
            "::1",
            "%6cocalhost",
            long.as_str(),
        ] {
            assert_eq!(Authority::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_authority_is_named_and_the_targets_own_wins() {
        let host = ("host", "acme.test:81");
        assert_eq!(
            base_url("/", &[host]).as_deref(),
            Some("http://acme.test:81")
        );
        assert_eq!(base_url("/", &[host, host]), None);
        assert_eq!(base_url("/", &[]), None);
        assert_eq!(base_url("/", &[("host", "acme.test:81@evil.test")]), None);
        assert_eq!(
            base_url("http://other.test:82/a", &[host]).as_deref(),
            Some("http://other.test:82")
        );
        assert_eq!(base_url("http://user@other.test/a", &[host]), None);
        let old = Request::get("/")
            .version(Version::HTTP_10)
            .body(())
            .unwrap();
        assert_eq!(
            Origin::from_request(&old.into_parts().0, Proxies(0))
                .unwrap()
                .base_url(),
            "http://localhost"
        );
    }

    #[test]
    fn proxies_are_believed_as_many_as_there_are() {
        let headers = |list: &'static str| [("host", "acme.test"), ("x-forwarded-for", list)];
        let address = |proxies, list| {
            origin(proxies, "/", &headers(list))
                .unwrap()
                .address
                .unwrap()
                .to_string()
        };
        assert_eq!(address(0, "203.0.113.1"), "10.0.0.9");
        assert_eq!(address(1, "203.0.113.1, 198.51.100.7"), "198.51.100.7");
        assert_eq!(
            address(2, "203.0.113.1, 198.51.100.7, 10.0.0.2"),
            "198.51.100.7"
        );
        assert_eq!(address(2, "198.51.100.7"), "198.51.100.7");
        assert_eq!(address(1, "198.51.100.7:5000"), "198.51.100.7");
        assert_eq!(address(1, "[2001:db8::7]:5000"), "2001:db8::7");
        assert_eq!(address(1, "203.0.113.1, unknown"), "10.0.0.9");
        // A separate header line is equivalent to a comma.
        let lines = [
            ("host", "acme.test"),
            ("x-forwarded-for", "203.0.113.1"),
            ("x-forwarded-for", "198.51.100.7"),
        ];
        assert_eq!(
            origin(1, "/", &lines).unwrap().address.unwrap().to_string(),
            "198.51.100.7"
        );
    }

    #[test]
    fn one_network_of_a_provider_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), "10.0.0.1");
    }

    #[test]
    fn a_proxy_names_scheme_and_host_as_strictly() {
        let url_behind = |proxies, scheme: &'static str, host: &'static str| {
            let headers = [
                ("host", "inside.test"),
                ("x-forwarded-proto", scheme),
                ("x-forwarded-host", host),
            ];
            origin(proxies, "/", &headers)
                .ok()
                .map(|origin| origin.base_url())
        };
        assert_eq!(
            url_behind(1, "HTTPS", "acme.test").as_deref(),
            Some("https://acme.test")
        );
        assert_eq!(
            url_behind(1, "http, https", "evil.test, acme.test").as_deref(),
            Some("https://acme.test")
        );
        assert_eq!(
            url_behind(0, "https", "evil.test").as_deref(),
            Some("http://inside.test")
        );
        assert_eq!(url_behind(1, "javascript", "acme.test"), None);
        assert_eq!(url_behind(1, "https", "acme.test@evil.test"), None);
    }
}

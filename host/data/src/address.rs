//! Network addresses: scheme and authority of a URL, and the network of a caller.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Http,
    Https,
}

impl Scheme {
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Http, Self::Https]
            .into_iter()
            .find(|scheme| scheme.as_str().eq_ignore_ascii_case(text))
    }
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    pub host: String,
    pub port: Option<u16>,
}

const MAX_HOST_CHARACTERS: usize = 253;
const MAX_LABEL_CHARACTERS: usize = 63;

impl Authority {
    /// A name, an IPv4 or bracketed IPv6 address, with an optional port.
    pub fn parse(text: &str) -> Option<Self> {
        let (host, rest) = match text.strip_prefix('[') {
            Some(inside) => {
                let (address, rest) = inside.split_once(']')?;
                (format!("[{}]", address.parse::<Ipv6Addr>().ok()?), rest)
            }
            None => {
                let end = text.find(':').unwrap_or(text.len());
                (text[..end].to_ascii_lowercase(), &text[end..])
            }
        };
        if !host.starts_with('[') && !is_name(&host) {
            return None;
        }
        let port = match rest.strip_prefix(':') {
            // `parse` alone would accept a sign.
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().ok().filter(|port| *port > 0)?)
            }
            Some(_) => return None,
            None if rest.is_empty() => None,
            None => return None,
        };
        Some(Self { host, port })
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(f, "{}:{port}", self.host),
            None => f.write_str(&self.host),
        }
    }
}

fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL_CHARACTERS).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    text.len() <= MAX_HOST_CHARACTERS && text.split('.').all(is_label)
}

/// One provider's customer: an IPv4 address, or an IPv6 /64.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(four) => IpAddr::V4(four),
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

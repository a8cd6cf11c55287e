//! Filter for outgoing addresses: only public ones. Names are resolved here, so the checked address
//! is the one connected to.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

pub struct PublicOnly;

#[derive(Debug)]
pub struct BlockedAddress {
    pub host: String,
    pub why: &'static str,
}

impl fmt::Display for BlockedAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the address of {} is {}", self.host, self.why)
    }
}

impl std::error::Error for BlockedAddress {}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let host = name.as_str().to_owned();
            let addresses: Vec<SocketAddr> =
                tokio::net::lookup_host((host.as_str(), 0)).await?.collect();
            // One private address among public ones is an attack or a mistake; both are blocked.
            if let Some(why) = addresses
                .iter()
                .find_map(|address| block_reason(address.ip()))
            {
                return Err(BlockedAddress { host, why }.into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

pub fn block_reason(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(v4) => block_reason_v4(v4),
        IpAddr::V6(v6) => block_reason_v6(v6),
    }
}

fn block_reason_v4(address: Ipv4Addr) -> Option<&'static str> {
    let [a, b, c, _] = address.octets();
    match (a, b, c) {
        (0, ..) => Some("unspecified"),
        (127, ..) => Some("loopback"),
        (10, ..) | (192, 168, _) | (172, 16..=31, _) => Some("private"),
        (169, 254, _) => Some("link-local"),
        (100, 64..=127, _) => Some("shared by a carrier's network"),
        (192, 0, 0) | (198, 18..=19, _) => Some("reserved"),
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) => Some("for documentation"),
        (224..=239, ..) => Some("multicast"),
        (240.., ..) => Some("reserved"),
        _ => None,
    }
}

fn block_reason_v6(address: Ipv6Addr) -> Option<&'static str> {
    let parts = address.segments();
    let v4 = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match parts {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("unspecified"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("loopback"),
        // Addresses with an embedded IPv4 address: mapped, compatible, translated, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] => {
            Some(block_reason_v4(v4(high, low)).unwrap_or("a mapped IPv4 address"))
        }
        [0, 0, 0, 0, 0, 0, ..] => Some("reserved"),
        [0x64, 0xff9b, ..] => Some("a translated IPv4 address"),
        [0x2002, high, low, ..] => block_reason_v4(v4(high, low)),
        [0x2001, 0, ..] => Some("a tunnel"),
        [0x2001, 0xdb8, ..] => Some("for documentation"),
        [0x100, 0, 0, 0, ..] => Some("reserved"),
        [first, ..] if first & 0xfe00 == 0xfc00 => Some("private"),
        [first, ..] if first & 0xffc0 == 0xfe80 => Some("link-local"),
        [first, ..] if first & 0xffc0 == 0xfec0 => Some("private"),
        [first, ..] if first & 0xff00 == 0xff00 => Some("multicast"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_pass() {
        for private in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fd00::1",
            "fe80::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::7f00:1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(
                block_reason(private.parse().unwrap()).is_some(),
                "{private}"
            );
        }
        for public in [
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "2002:808:808::",
        ] {
            assert_eq!(block_reason(public.parse().unwrap()), None, "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_of_a_private_address_is_refused() {
        let refused = PublicOnly
            .resolve("localhost".parse().unwrap())
            .await
            .err()
            .unwrap();
        assert!(
            refused
                .downcast_ref::<BlockedAddress>()
                .is_some_and(|refused| refused.why == "loopback")
        );
    }
}
